//! The budgets: how many bytes a history may hold, as a promise.
//!
//! A person who paints all day must not lose the tab to a history that grew. So
//! nothing is allocated before there is room for it, and every byte is counted. There
//! are two budgets. What an open action copies is held by the *working* budget, and
//! no commit is ever dropped for it. Commits, pins and what is set aside for opening
//! them are held by the other one. What is counted is counted where it lies, in the tree, the pins and the action; here are the
//! limits, and the accounts of what lies nowhere: the reserve for unpacking, and a commit that is made and not in the tree yet.
//! How [room](crate::room) is made is a matter of its own.
//!
//! What remains in memory of a commit that was put away is its record, some two hundred bytes. Records are counted apart,
//! up to [`RECORDS`].
//!
//! The invariant: each budget is kept, always. What is owed is part of the working budget.

use crate::hot::PIECE;

/// The most bytes of records of commits that were put away which the budget does not count: those of some 300,000 commits.
pub const RECORDS: usize = 64 << 20;

/// Limits of a history's memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Most bytes of commits and pins, everything counted. With 0 the history remembers nothing.
    pub budget: usize,
    /// Number of newest steps that are never dropped to make room, a new one included.
    pub depth: usize,
    /// Most bytes of an open action's copies, counted apart from `budget`.
    pub working: usize,
}

impl Default for Limits {
    /// Returns limits of 64 MiB for commits, as much for an action, and at least one step.
    fn default() -> Limits {
        Limits { budget: 64 << 20, depth: 1, working: 64 << 20 }
    }
}

/// Returns the number of bytes of a budget that are left free as long as something can be packed.
///
/// Packing itself needs a reserve for unpacking, so it begins before the budget is used up.
#[inline]
pub(crate) fn slack(budget: usize) -> usize {
    (4 * PIECE).min(budget / 8)
}

/// The limits, and the accounts of what no other part counts.
#[derive(Debug)]
pub(crate) struct Budget {
    limits: Limits,
    /// Bytes reserved for unpacking the longest packed piece.
    opening: usize,
    /// Bytes of a new commit that is not in the tree yet.
    loose: usize,
    /// The next piece that packing looks at: its commit and its index.
    cold: (u64, usize),
}

impl Budget {
    /// Creates the accounts of a history that holds nothing.
    pub(crate) fn within(limits: Limits) -> Budget {
        Budget { limits, opening: 0, loose: 0, cold: (0, 0) }
    }

    /// Returns the limits.
    #[inline]
    pub(crate) fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets the limits and returns those before.
    pub(crate) fn replace_limits(&mut self, limits: Limits) -> Limits {
        std::mem::replace(&mut self.limits, limits)
    }

    /// Returns the number of steps to keep when making room for one more.
    pub(crate) fn kept(&self) -> usize {
        self.limits.depth.saturating_sub(1)
    }

    /// Returns the number of bytes reserved for unpacking.
    #[inline]
    pub(crate) fn opening(&self) -> usize {
        self.opening
    }

    /// Returns the number of bytes by which the reserve has to grow before a piece can be unpacked to so many.
    #[inline]
    pub(crate) fn lack(&self, opening: usize) -> usize {
        opening.saturating_sub(self.opening)
    }

    /// Reserves so many bytes for unpacking, at least.
    #[inline]
    pub(crate) fn reserve(&mut self, opening: usize) {
        self.opening = self.opening.max(opening);
    }

    /// Sets the reserve to what is needed for unpacking anything that is left.
    pub(crate) fn set_reserve(&mut self, opening: usize) {
        self.opening = opening;
    }

    /// Returns the number of bytes of a commit that is not in the tree yet.
    #[inline]
    pub(crate) fn loose(&self) -> usize {
        self.loose
    }

    /// Counts a commit that is not in the tree yet; 0 if there is none.
    #[inline]
    pub(crate) fn hold_loose(&mut self, bytes: usize) {
        self.loose = bytes;
    }

    /// Returns the next piece that packing looks at, by its commit and its index.
    pub(crate) fn cold(&self) -> (u64, usize) {
        self.cold
    }

    /// Sets the next piece that packing looks at.
    pub(crate) fn set_cold(&mut self, commit: u64, index: usize) {
        self.cold = (commit, index);
    }
}
