//! A history in numbers.

use crate::memory::Region;
use crate::{Arena, History};

/// A history in numbers: entries, commits, bytes.
///
/// An entry is a delta or a header. `undo`, `redo` and `temp` are the tops of three
/// stacks in one: what can be undone, then redone, then what the open action has touched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Entries that can be undone.
    pub undo: usize,
    /// `undo`, and the entries that can be redone.
    pub redo: usize,
    /// `redo`, and the cells that the open action has touched.
    pub temp: usize,
    /// Commits on all branches.
    pub commits: usize,
    /// Of these, commits that plain undo and redo don't lead to.
    pub branched: usize,
    /// Number of pins.
    pub pins: usize,
    /// Bytes of commits that are not packed.
    pub live: usize,
    /// Of these, bytes of hot commits, which are not encoded yet.
    pub hot: usize,
    /// Bytes of commits that are packed.
    pub sealed: usize,
    /// Bytes of pins.
    pub pinned: usize,
    /// Bytes of the open action and of buffers kept for the next one; not part of `bytes`.
    pub touched: usize,
    /// Limit of `touched`.
    pub working: usize,
    /// Bytes of commits and pins, with the reserve for unpacking a packed piece.
    pub bytes: usize,
    /// Of these, bytes that nothing lies in yet: the next small steps take no others.
    pub slack: usize,
    /// Limit of `bytes`.
    pub budget: usize,
    /// Bytes of the records of commits whose payloads were put away; not part of `bytes`.
    pub records: usize,
}

impl<A: Arena> History<A> {
    /// Returns the history in numbers.
    pub fn stats(&self) -> Stats {
        let (undo_entries, line_entries) = self.line.entries();
        Stats {
            undo: undo_entries,
            redo: line_entries,
            temp: line_entries + self.action.copies().len(),
            commits: self.tree.len(),
            branched: self.tree.len() - self.line.depth() - self.line.ahead(),
            pins: self.pins.len(),
            live: self.tree.bytes_held() - self.tree.packed(),
            hot: self.tree.hot(),
            sealed: self.tree.packed(),
            pinned: self.pins.bytes_held(),
            touched: self.working(),
            working: self.budget.limits().working,
            bytes: self.bytes_held(),
            slack: self.tree.slabs().slack(),
            budget: self.budget.limits().budget,
            records: self.tree.away().min(crate::budget::RECORDS),
        }
    }

    /// Returns the cells that the open action has touched, in the order of their first touch.
    pub fn touched(&self) -> impl Iterator<Item = Region> + '_ {
        self.action.copies().regions::<A>(self.arena.size())
    }

    /// Returns the number of payloads that lie in slabs, and the number of bytes that the slabs take.
    ///
    /// Visible to tests, as where a payload lies changes nothing but the time that a step takes.
    #[doc(hidden)]
    pub fn slabs_held(&self) -> (usize, usize) {
        (self.tree.slabs().runs, self.tree.slabs().bytes)
    }
}
