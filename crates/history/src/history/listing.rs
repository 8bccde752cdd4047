//! Which steps there are: by number, on the line of undo and redo, and on branches.
//!
//! Lists of steps are looked at far more often than they change, and none of them is ever copied: each is a walk along the
//! links of the tree, a step at a time. Where a walk would be long, [milestones](crate::milestones) shorten it.
//!
//! The invariant: nothing here changes a step, or opens one.

use crate::error::{Error, Result};
use crate::node::{NONE, Node};
use crate::{Arena, Commit, CommitId, History};

impl<A: Arena> History<A> {
    pub(super) fn commit_at(&self, id: u64) -> Option<Commit<'_>> {
        self.tree.get(id).map(|node: &Node| Commit { id, node, slabs: self.tree.slabs() })
    }

    /// Returns the commit with this number.
    ///
    /// # Errors
    /// [`Error::Gone`] if it is not, or no longer, in the history.
    pub fn commit_of(&self, id: CommitId) -> Result<Commit<'_>> {
        self.commit_at(id.0).ok_or(Error::Gone { commit: id.0 })
    }

    /// Returns the number of the current commit, or of the base if there is nothing to undo.
    pub fn here(&self) -> CommitId {
        CommitId(self.line.here())
    }

    /// Returns the number of the oldest state that can be reached.
    pub fn base(&self) -> CommitId {
        CommitId(self.tree.base())
    }

    /// Returns all commits on all branches, oldest first.
    pub fn commits(&self) -> impl DoubleEndedIterator<Item = Commit<'_>> {
        self.tree.iter().map(|(id, node)| Commit { id, node, slabs: self.tree.slabs() })
    }

    /// Returns the commits that undo and redo lead through, oldest first.
    ///
    /// The first [`position`](History::position) of them are done, the others undone.
    pub fn line(&self) -> impl Iterator<Item = Commit<'_>> {
        let first = self.commit_at(self.tree.child(self.tree.base()));
        std::iter::successors(first, |commit| self.commit_at(commit.node.child))
    }

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
        let first = self.line.seek(&self.tree, index);
        let this = &*self;
        let first = first.and_then(|id| this.commit_at(id));
        std::iter::successors(first, |commit| this.commit_at(commit.node.child))
    }

    /// Returns how many commits are passed to find the one at an index of the line, and the number of milestones.
    ///
    /// Visible to tests, as a walk that is too long changes nothing but the time that it takes.
    #[doc(hidden)]
    pub fn walk_to(&self, index: usize) -> (u64, usize) {
        self.line.walk_to(&self.tree, index)
    }

    /// Returns the last commits of the branches that plain undo and redo don't lead to, oldest first.
    pub fn branches(&self) -> impl Iterator<Item = Commit<'_>> {
        let end = self.line().last().map(|commit| commit.id);
        self.commits().filter(move |commit| commit.node.child == NONE && Some(commit.id) != end)
    }

    /// Returns the commits on branches that leave a commit, or the base, in the order of a walk that follows each
    /// branch to its end, at most `most` of them.
    ///
    /// Empty if there is no such commit.
    pub fn branches_at(&self, at: CommitId, most: usize) -> Vec<CommitId> {
        let CommitId(at) = at;
        let mut found = Vec::new();
        if most == 0 || self.tree.get(at).is_none() && at != self.tree.base() {
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
        let ancestor = self.tree.ancestor(self.line.here(), to);
        let up = std::iter::successors(self.commit_at(to), |commit| self.commit_at(commit.node.parent));
        up.take_while(move |commit| commit.id != ancestor)
    }

    /// Returns the commits that can be undone, newest first.
    pub fn done(&self) -> impl Iterator<Item = Commit<'_>> {
        std::iter::successors(self.commit_at(self.line.here()), |commit| self.commit_at(commit.node.parent))
    }

    /// Returns the commits that can be redone, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = Commit<'_>> {
        let next = self.commit_at(self.tree.child(self.line.here()));
        std::iter::successors(next, |commit| self.commit_at(commit.node.child))
    }

    /// Returns the number of commits that can be undone.
    pub fn position(&self) -> usize {
        self.line.depth()
    }

    /// Returns the number of commits that can be redone.
    pub fn ahead(&self) -> usize {
        self.line.ahead()
    }

    /// Returns an error if a commit's payload is away.
    pub(super) fn at_hand(&self, id: u64) -> Result<()> {
        match self.tree.get(id) {
            Some(node) if node.lost => Err(self.unreadable(id)),
            Some(node) if node.is_away() => Err(Error::Away { commit: id }),
            _ => Ok(()),
        }
    }

    /// Returns the error for a way across a wall.
    pub(super) fn unreadable(&self, id: u64) -> Error {
        let before = self.tree.ancestor(self.line.here(), id) == id;
        let mut steps = if before { self.tree.depth(id) as u64 } else { 0 };
        if !before {
            self.tree.all_below(id, |_, _| {
                steps += 1;
                true
            });
        }
        Error::Unreadable { steps, before }
    }
}
