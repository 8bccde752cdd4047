//! The line of undo and redo by index: any of its steps, without a walk from the base.
//!
//! A commit knows its neighbours, but not its index. A list that shows a few of a hundred thousand
//! steps asks for them by index, again and again. So some commits are marked while they are passed, at
//! regular distances. To find a commit is to walk on from the mark before it. There are at most
//! [`MOST`] marks: when they become more, every other one is dropped, and the distance doubles.
//!
//! A mark's place is counted from the first commit that the history ever had, so dropping the
//! oldest commits moves none of them.
//!
//! The invariant: the commit of a mark is on the line, at the mark's place. Commits and merges change the line
//! from the current commit on only, and marks from there on are dropped when the tree changes.

use crate::node::NONE;
use crate::{Arena, Commit, CommitId, History};

/// Maximum number of marks.
const MOST: usize = 512;

/// Distance of marks as long as there are few commits.
const NEAR: u64 = 64;

/// Commits of the line by their places.
#[derive(Debug)]
pub(super) struct Marks {
    /// Number of commits from one mark to the next.
    distance: u64,
    /// Places and numbers of commits, by ascending place.
    list: Vec<(u64, u64)>,
}

impl Default for Marks {
    fn default() -> Marks {
        Marks { distance: NEAR, list: Vec::new() }
    }
}

impl Marks {
    /// Drops the marks from a place on.
    #[inline]
    pub(super) fn cut(&mut self, from: u64) {
        while self.list.last().is_some_and(|(place, _)| *place >= from) {
            self.list.pop();
        }
    }

    /// Returns the last mark in a range of places that ends with `to`.
    fn last_in(&self, from: u64, to: u64) -> Option<(u64, u64)> {
        let behind = self.list.partition_point(|(place, _)| *place <= to);
        self.list[..behind].last().copied().filter(|(place, _)| *place >= from)
    }

    /// Marks a commit that is passed, if its place is one for a mark. `first` is the place of the line's first commit.
    fn pass(&mut self, place: u64, id: u64, first: u64) {
        let behind = self.list.last().is_none_or(|(last, _)| *last < place);
        // Without the memory for a mark, the next walk is longer.
        if !behind || !place.is_multiple_of(self.distance) || self.list.try_reserve(1).is_err() {
            return;
        }
        self.list.push((place, id));
        if self.list.len() > MOST {
            self.list.retain(|(place, _)| *place >= first);
        }
        if self.list.len() > MOST {
            self.distance *= 2;
            self.list.retain(|(place, _)| place.is_multiple_of(self.distance));
        }
    }
}

impl<A: Arena> History<A> {
    /// Returns the commits of the [`line`](History::line) from an index on, oldest first.
    ///
    /// Takes a walk of a few hundred commits at most to find the first of them, if there was one beyond it before.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 8]);
    /// for value in 1..=5 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new(format!("Set {value}")))?;
    /// }
    /// history.undo()?;
    /// let labels: Vec<_> = history.line_from(3).map(|commit| commit.header().label).collect();
    /// assert_eq!(labels, ["Set 4", "Set 5"]);
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn line_from(&mut self, index: usize) -> impl Iterator<Item = Commit<'_>> {
        let first = self.seek(index);
        let this = &*self;
        let first = first.and_then(|id| this.commit_at(id));
        std::iter::successors(first, |commit| this.commit_at(commit.node.child))
    }

    /// Returns the commits that led to a commit since its way has parted from that to the current one, the last first.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 8]);
    /// for value in 1..=3 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new(format!("Set {value}")))?;
    /// }
    /// let last = history.here();
    /// history.undo()?;
    /// history.undo()?;
    /// let labels: Vec<_> = history.beyond(last).map(|commit| commit.header().label).collect();
    /// assert_eq!(labels, ["Set 3", "Set 2"]);
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn beyond(&self, CommitId(to): CommitId) -> impl Iterator<Item = Commit<'_>> {
        let ancestor = self.tree.ancestor(self.here, to);
        let up = std::iter::successors(self.commit_at(to), |commit| self.commit_at(commit.node.parent));
        up.take_while(move |commit| commit.id != ancestor)
    }

    /// Returns the number of the commit at an index of the line.
    fn seek(&mut self, index: usize) -> Option<u64> {
        if index >= self.depth + self.ahead {
            return None;
        }
        let first = self.dropped;
        let to = first + index as u64;
        let (mut place, mut id) = self.start(to);
        loop {
            self.marks.pass(place, id, first);
            if place == to {
                return Some(id).filter(|id| *id != NONE);
            }
            (place, id) = (place + 1, self.tree.child(id));
        }
    }

    /// Returns the place and the number of the commit that a walk to a place begins at.
    fn start(&self, to: u64) -> (u64, u64) {
        let first = self.dropped;
        self.marks.last_in(first, to).unwrap_or_else(|| (first, self.tree.child(self.tree.base)))
    }

    /// Returns how many commits are passed to find the one at an index of the line, and the number of marks.
    ///
    /// Visible to tests, as a walk that is too long changes nothing but the time that it takes.
    #[doc(hidden)]
    pub fn walk_to(&self, index: usize) -> (u64, usize) {
        let to = self.dropped + index as u64;
        (to - self.start(to).0, self.marks.list.len())
    }

    /// Returns the commits on branches that leave a commit, or the base, in the order of a walk that follows each
    /// branch to its end, at most `most` of them.
    ///
    /// Empty if there is no such commit.
    pub fn branches_at(&self, at: CommitId, most: usize) -> Vec<CommitId> {
        let CommitId(at) = at;
        let mut found = Vec::new();
        if most == 0 || self.tree.get(at).is_none() && at != self.tree.base {
            return found;
        }
        // The first child continues the line that the commit is on.
        for root in self.tree.children(at).skip(1) {
            let room = self.tree.all_below(root, |id, _| {
                found.push(CommitId(id));
                found.len() < most
            });
            if !room {
                break;
            }
        }
        found
    }

    /// Drops the marks that a change of the tree may have made wrong: those from the current commit on.
    #[inline]
    pub(super) fn cut_marks(&mut self) {
        self.cut_marks_from(self.depth);
    }

    /// Drops the marks from a number of steps above the base on.
    #[inline]
    pub(super) fn cut_marks_from(&mut self, depth: usize) {
        self.marks.cut((self.dropped + depth as u64).saturating_sub(1));
    }
}
