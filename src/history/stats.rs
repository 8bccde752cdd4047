//! A history in numbers.

use super::{Arena, History};
use crate::memory::Region;

/// A history in numbers: entries on the three stacks, commits, bytes.
///
/// Entries are one for each delta and one for each header, as all are pushed
/// onto one stack: `undo <= redo <= temp`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Entries that can be undone.
    pub undo: usize,
    /// Those and the entries that can be redone.
    pub redo: usize,
    /// Those and the blocks that the open action has touched.
    pub temp: usize,
    /// Commits on all branches.
    pub commits: usize,
    /// Of these, those that plain undo and redo don't lead to.
    pub branched: usize,
    /// Pins.
    pub pins: usize,
    /// Bytes of commits as they are.
    pub live: usize,
    /// Bytes of commits that are packed.
    pub sealed: usize,
    /// Bytes of pins.
    pub pinned: usize,
    /// Bytes of what the open action has touched, and of room kept for the next.
    pub touched: usize,
    /// All bytes that the history holds, with what is set aside for opening a packed commit.
    pub bytes: usize,
    /// The bytes that it may hold.
    pub budget: usize,
}

impl<A: Arena> History<A> {
    /// The history in numbers.
    pub fn stats(&self) -> Stats {
        Stats {
            undo: self.undo_entries,
            redo: self.line_entries,
            temp: self.line_entries + self.temp.len(),
            commits: self.tree.len(),
            branched: self.tree.len() - self.depth - self.ahead,
            pins: self.pins.len(),
            live: self.tree.bytes() - self.tree.sealed(),
            sealed: self.tree.sealed(),
            pinned: self.pinned,
            touched: self.temp.bytes(),
            bytes: self.bytes(),
            budget: self.limits.budget,
        }
    }

    /// The regions that the open action has touched so far, by words, in their order.
    pub fn touched(&self) -> impl Iterator<Item = Region> + '_ {
        self.temp.regions::<A>()
    }

    /// Whether an action is under way.
    pub fn is_open(&self) -> bool {
        self.open.is_some()
    }
}
