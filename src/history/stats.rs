//! A history in numbers.

use super::{Arena, History};
use crate::memory::Region;

/// A history in numbers: entries, commits, bytes.
///
/// An entry is a delta or a header, as they were pushed: those of what can be undone,
/// of what can be redone, and of what the open action has touched, in that order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Entries that can be undone.
    pub undo: usize,
    /// Those and the entries that can be redone.
    pub redo: usize,
    /// Those and the runs that the open action has touched.
    pub temp: usize,
    /// Commits on all branches.
    pub commits: usize,
    /// Of these, those that plain undo and redo don't lead to.
    pub branched: usize,
    /// Number of pins.
    pub pins: usize,
    /// Bytes of commits that are not packed.
    pub live: usize,
    /// Of these, bytes as they were captured, which are not encoded yet.
    pub hot: usize,
    /// Bytes of commits that are packed.
    pub sealed: usize,
    /// Bytes of pins.
    pub pinned: usize,
    /// Bytes that the open action takes, and room kept for the next: apart from `bytes`.
    pub touched: usize,
    /// Bytes that `touched` may come to.
    pub working: usize,
    /// Bytes of commits and pins, with what is set aside for opening a packed commit.
    pub bytes: usize,
    /// Bytes that `bytes` may come to.
    pub budget: usize,
}

impl<A: Arena> History<A> {
    /// Returns the history in numbers.
    pub fn stats(&self) -> Stats {
        Stats {
            undo: self.undo_entries,
            redo: self.line_entries,
            temp: self.line_entries + self.temp.len(),
            commits: self.tree.len(),
            branched: self.tree.len() - self.depth - self.ahead,
            pins: self.pins.len(),
            live: self.tree.bytes() - self.tree.packed(),
            hot: self.tree.hot(),
            sealed: self.tree.packed(),
            pinned: self.pinned,
            touched: self.working(),
            working: self.limits.working,
            bytes: self.bytes(),
            budget: self.limits.budget,
        }
    }

    /// Returns the regions that the open action has touched so far, by cells, in their order.
    pub fn touched(&self) -> impl Iterator<Item = Region> + '_ {
        self.temp.regions::<A>(self.arena.size())
    }

    /// Returns `true` if an action is under way.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}
