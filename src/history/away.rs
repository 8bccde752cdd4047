//! Commits whose payload lies on a disk.
//!
//! What memory has no room for would have to be forgotten. But once a payload is kept on a
//! disk, it need not be held here too: it is *put away*. The commit stays in the tree, with
//! its header and its fingerprint, so that lists, marks and branches don't notice. Only who
//! wants to cross it needs its bytes, gets [`Error::Away`] with nothing changed, and comes
//! back when they were [supplied](History::supply).
//!
//! Those that are farthest from the current commit go first.
//!
//! The invariant: only a payload that was said to be kept is put away.

use super::node::Node;
use super::slabs::{NO_SLABS, Slabs};
use super::tree::NONE;
use super::{Arena, CommitId, History};
use crate::error::{Error, Result};

/// Number of commits on either side of the current one that stay in memory while others can go.
const NEAR: u64 = 32;

/// A range of commit numbers that holds all.
pub(super) const ALL: (u64, u64) = (0, u64::MAX);

/// The range while no payload may be put away.
pub(super) const NO_SHELF: (u64, u64) = (u64::MAX, 0);

impl<A: Arena> History<A> {
    /// Notes that a commit's payload lies on a disk, so that it may be put away. Returns `false` if there is
    /// no such commit.
    pub fn keep_step(&mut self, id: CommitId) -> bool {
        let known = self.tree.change(id.0, |node, _| node.kept = true).is_some();
        self.shelf = if known { ALL } else { self.shelf };
        known
    }

    /// Notes that no payload lies anywhere else any more, as the disk was lost. Drops the commits whose payloads
    /// are away, with those that lead only through them, and returns how many that were.
    pub fn disown(&mut self) -> usize {
        let before = self.tree.len();
        // With a step that was done, all before it go.
        let done = self.done().find(|commit| commit.node.is_away()).map(|commit| commit.id);
        while done.is_some_and(|id| self.tree.get(id).is_some()) && self.drop_before(0) {}
        let away: Vec<u64> = self.tree.iter().filter(|(_, node)| node.is_away()).map(|(id, _)| id).collect();
        for root in away {
            // What stands on it goes first, from the tips down.
            let mut at = root;
            while self.tree.get(root).is_some() {
                while self.tree.child(at) != NONE {
                    at = self.tree.child(at);
                }
                let below = self.tree.parent(at);
                self.drop_leaf(at);
                at = below;
            }
        }
        self.tree_changed();
        self.count_line();
        let all: Vec<u64> = self.tree.iter().map(|(id, _)| id).collect();
        all.into_iter().for_each(|id| _ = self.tree.change(id, |node, _| node.kept = false));
        self.shelf = NO_SHELF;
        before - self.tree.len()
    }

    /// Forgets the oldest commits, with the branches that grew from before them, until none is numbered below
    /// `id`, but for the current one. Returns how many those were; none while an action is open.
    ///
    /// ```
    /// use undoodle::history::{CommitId, Header, History};
    /// use undoodle::memory::Region;
    /// let mut history = History::new(vec![0u8; 100]);
    /// for value in 1..6 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new("Set"))?;
    /// }
    /// assert_eq!((history.forget_before(CommitId(3)), history.position()), (2, 3));
    /// assert_eq!((history.forget_before(CommitId(99)), history.position()), (2, 1));
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub fn forget_before(&mut self, id: CommitId) -> usize {
        let before = self.tree.len();
        while !self.is_open() && self.tree.len() > 0 && self.tree.oldest() < id.0 && self.drop_before(1) {}
        self.tree_changed();
        before - self.tree.len()
    }

    /// Returns `true` if a commit's payload is not in memory.
    pub fn is_away(&self, id: CommitId) -> bool {
        self.tree.get(id.0).is_some_and(Node::is_away)
    }

    /// Puts a commit's payload in its place again, from what [`store_step`](History::store_step) has written.
    /// Returns `false`, changing nothing, if it is not away.
    ///
    /// # Errors
    /// [`Error::Damaged`] if these are not the commit's bytes; [`Error::OverBudget`] and
    /// [`Error::OutOfMemory`] if there is no room for them.
    pub fn supply(&mut self, id: CommitId, mut bytes: &[u8]) -> Result<bool> {
        let CommitId(id) = id;
        if !self.is_away(CommitId(id)) {
            return Ok(false);
        }
        let node = Node::restore(&mut bytes)?;
        if node.is_away() || !bytes.is_empty() {
            return Err(super::stored::damaged("a step has no bytes"));
        }
        node.fits(&self.arena)?;
        let expected = self.tree.get(id).and_then(|node| node.sum.get());
        node.sum.set(None);
        if Some(node.sum(&NO_SLABS, &mut Vec::new())?) != expected {
            return Err(super::stored::damaged("a step has other bytes than it should"));
        }
        let more = node.bytes();
        self.admit(more, node.opening(), self.kept())?;
        self.make_room(more + node.opening().saturating_sub(self.opening), self.kept());
        self.opening = self.opening.max(node.opening());
        let supplied = self.tree.change(id, |place, _| {
            (place.first, place.more, place.lead) = (node.first, node.more, node.lead);
        });
        self.shelf = ALL;
        // Making room may have dropped the commit itself.
        Ok(supplied.is_some())
    }

    /// Returns how many bytes a step changes that [`store_step`](History::store_step) has written: the work
    /// that supplying it takes, which may be far more than its own bytes. Short runs count as longer ones.
    ///
    /// # Errors
    /// [`Error::Damaged`] if these are not a step's bytes, and [`Error::OutOfMemory`].
    pub fn span_of(&self, mut bytes: &[u8]) -> Result<u64> {
        let node = Node::restore(&mut bytes)?;
        node.fits(&self.arena)?;
        let mut span = 0u64;
        node.visit(&NO_SLABS, &mut Vec::new(), &mut |delta| {
            span = span.saturating_add(delta.len.max(super::node::LEAST))
        })?;
        Ok(span)
    }

    /// Notes how many bytes a commit [spans](History::span_of), where what it says of itself is not believed.
    pub fn note_span(&mut self, id: CommitId, span: u64) {
        self.tree.change(id.0, |node, _| node.least = span);
    }

    /// Returns the commits nearest to the current one on its way back and forth that are away: at most
    /// `steps` on each side are looked at.
    pub fn away_nearby(&self, steps: usize) -> Vec<CommitId> {
        let back = self.done().take(steps);
        let next = |commit: &super::Commit<'_>| self.commit_at(commit.node.child);
        let first = self.commit_at(self.tree.child(self.here));
        let forth = std::iter::successors(first, next).take(steps);
        back.chain(forth).filter(|commit| commit.node.is_away()).map(|commit| commit.id()).collect()
    }

    /// Puts the payload away that is kept and farthest from the current commit. Returns `false` if there is
    /// none.
    pub(super) fn put_away(&mut self) -> bool {
        if self.shelf == NO_SHELF {
            return false;
        }
        let (low, high) = (self.here.saturating_sub(NEAR), self.here.saturating_add(NEAR));
        loop {
            let (from, to) = self.shelf;
            let from = from.max(self.tree.oldest());
            let to = to.min(self.tree.next().saturating_sub(1));
            // From the end that is farther.
            let id = if low.saturating_sub(from) >= to.saturating_sub(high) && from < low {
                self.shelf = (from + 1, to);
                from
            } else if to > high {
                self.shelf = (from, to - 1);
                to
            } else {
                return self.put_away_nearby();
            };
            if self.put_away_one(id) {
                return true;
            }
        }
    }

    /// Puts a payload away that is near, if it is not the current commit's or the one that redo leads to.
    fn put_away_nearby(&mut self) -> bool {
        let next = self.tree.child(self.here);
        let near = self.here.saturating_sub(NEAR)..=self.here.saturating_add(NEAR);
        near.into_iter().any(|id| id != self.here && (next == NONE || id != next) && self.put_away_one(id))
    }

    fn put_away_one(&mut self, id: u64) -> bool {
        let may = self.tree.get(id).is_some_and(|node| node.kept && !node.is_away());
        let put = |node: &mut Node, slabs: &Slabs| -> Result<()> {
            node.sum(slabs, &mut Vec::new())?;
            let first = node.first.put_away(slabs, node.lead as usize)?;
            (node.first, node.more) = (first, Vec::new());
            Ok(())
        };
        may && matches!(self.tree.change(id, put), Some(Ok(())))
    }

    /// Returns an error if a commit's payload is away.
    pub(super) fn at_hand(&self, id: u64) -> Result<()> {
        if self.is_away(CommitId(id)) { Err(Error::Away { commit: id }) } else { Ok(()) }
    }
}
