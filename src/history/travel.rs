//! Travelling: undo, redo, and going to any commit in the tree.
//!
//! Undo goes to the parent; redo goes to the child made or travelled last. Any
//! other commit is reached through the nearest common ancestor: back to it, then
//! forward. To find it, the deeper of the two commits steps back until both meet.
//!
//! The invariant: from the base to where the history stands, every commit is its
//! parent's first child, so that what was undone is redone.

use super::budget::refused;
use super::node::Node;
use super::piece::PIECE;
use super::tree::NONE;
use super::{Arena, Commit, CommitId, Event, History, Step};
use crate::error::{Error, Result};
use crate::pause;

impl<A: Arena> History<A> {
    /// Undoes one commit, or cancels the open action instead.
    ///
    /// # Errors
    /// [`Error::Suspended`]; [`Error::Diverged`] if the arena has lost bytes;
    /// [`Error::OutOfMemory`] if there is no memory for unpacking or for pages.
    pub fn undo(&mut self) -> Result<Step<'_>> {
        self.awake()?;
        if self.open.is_some() {
            let done = self.cancel();
            return Ok(if done { Step::Cancelled } else { Step::Nothing });
        }
        if self.depth == 0 {
            return Ok(Step::Nothing);
        }
        let id = self.here;
        self.cross(id, true, &mut Vec::new())?;
        self.note_move();
        Ok(self.commit_at(id).map_or(Step::Nothing, Step::Moved))
    }

    /// Redoes one commit.
    ///
    /// # Errors
    /// [`Error::Busy`] while an action is open; else as [`undo`](History::undo).
    pub fn redo(&mut self) -> Result<Step<'_>> {
        self.idle()?;
        if self.ahead == 0 {
            return Ok(Step::Nothing);
        }
        let id = self.tree.child(self.here);
        self.cross(id, false, &mut Vec::new())?;
        self.note_move();
        Ok(self.commit_at(id).map_or(Step::Nothing, Step::Moved))
    }

    /// Goes to a commit on any branch, to the base, or to a pin. Returns `true` if it moved.
    ///
    /// Reports each commit on the way to `crossed`, with `true` if it was undone. A pin whose commit was
    /// dropped is restored by a new commit, which can be undone.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such commit; [`Error::Busy`] while an action is open; else as
    /// [`undo`](History::undo): the history then stands at the last commit that it reached.
    pub fn goto(&mut self, to: CommitId, mut crossed: impl FnMut(Commit<'_>, bool)) -> Result<bool> {
        self.idle()?;
        let CommitId(to) = to;
        if self.tree.get(to).is_none() && to != self.tree.base {
            let Some(commit) = self.restore_pin(to)? else { return Ok(false) };
            crossed(commit, false);
            return Ok(true);
        }
        let start = self.here;
        let ancestor = self.tree.ancestor(self.here, to);
        // Allocated before the first step, so that no packed commit stops it half way.
        let mut fresh = Vec::new();
        fresh.try_reserve_exact(self.opening).map_err(refused(self.opening))?;
        while self.here != ancestor {
            let id = self.here;
            self.cross(id, true, &mut fresh)?;
            self.note_move();
            self.commit_at(id).into_iter().for_each(|commit| crossed(commit, true));
        }
        self.prefer_way(to, ancestor);
        self.events.note(Event::Chosen { to: CommitId(to) });
        while self.here != to {
            let id = self.tree.child(self.here);
            self.cross(id, false, &mut fresh)?;
            self.note_move();
            self.commit_at(id).into_iter().for_each(|commit| crossed(commit, false));
        }
        Ok(self.here != start)
    }

    /// Marks the way to a commit from its end, so that redo follows it.
    pub(super) fn prefer_way(&mut self, to: u64, ancestor: u64) {
        let (mut id, mut turned) = (to, false);
        while id != ancestor {
            turned |= self.tree.prefer(id);
            id = self.tree.parent(id);
        }
        if turned {
            self.tree_changed();
            self.count_line();
        }
    }

    /// Notes that the history stands at another commit.
    pub(super) fn note_move(&mut self) {
        self.events.note(Event::Moved { to: CommitId(self.here) });
    }

    /// Undoes a commit if `back`, else redoes it.
    ///
    /// An error changes nothing: pages and buffers are allocated before the first byte is exchanged.
    pub(super) fn cross(&mut self, id: u64, back: bool, fresh: &mut Vec<u8>) -> Result<()> {
        if self.arena.size() < self.size {
            return Err(Error::Diverged { expected: self.size, found: self.arena.size() });
        }
        let Some(node) = self.tree.get(id) else { return Err(Error::Gone { commit: id }) };
        if node.is_away() {
            return Err(Error::Away { commit: id });
        }
        let grain = A::GRAIN.max(1);
        if A::GRAIN > 0 || node.is_packed() || self.events.is_on() {
            let mut had = Ok(());
            let opened = node.visit_regions(&self.tree.slabs, fresh, grain, &mut |region| {
                self.events.touch(region);
                if had.is_ok() {
                    had = self.arena.provide(region);
                }
            });
            if let Err(error) = opened.and(had) {
                _ = node.visit_regions(&self.tree.slabs, fresh, grain, &mut |region| self.arena.trim(region));
                return Err(error);
            }
        }
        let mut complete = node.first.swap(&self.tree.slabs, node.lead as usize, fresh, &mut self.arena)?;
        for piece in &node.more {
            pause::only(PIECE);
            complete &= piece.swap(&self.tree.slabs, 0, fresh, &mut self.arena)?;
        }
        if !complete {
            // Exchanging a second time restores what was exchanged.
            node.visit(&self.tree.slabs, fresh, &mut |delta| _ = delta.swap(&mut self.arena))?;
            return Err(Error::Diverged { expected: self.size, found: self.arena.size() });
        }
        if A::GRAIN > 0 {
            // A page may be all zero between two of its deltas, so pages are freed only after all of them.
            _ = node.visit_regions(&self.tree.slabs, fresh, grain, &mut |region| self.arena.trim(region));
        }
        if back {
            self.here = node.parent;
            self.depth -= 1;
            self.ahead += 1;
            self.undo_entries -= node.entries();
        } else {
            self.here = id;
            self.depth += 1;
            self.ahead = self.ahead.saturating_sub(1);
            self.undo_entries += node.entries();
        }
        Ok(())
    }

    /// Recounts the commits and entries that redo leads to.
    pub(super) fn count_line(&mut self) {
        let mut line = (0, self.undo_entries);
        let mut id = self.tree.child(self.here);
        while let Some(node) = self.tree.get(id).filter(|_| id != NONE) {
            line = (line.0 + 1, line.1 + node.entries());
            id = node.child;
        }
        (self.ahead, self.line_entries) = line;
    }

    pub(super) fn commit_at(&self, id: u64) -> Option<Commit<'_>> {
        self.tree.get(id).map(|node: &Node| Commit { id, node, slabs: &self.tree.slabs })
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
        CommitId(self.here)
    }

    /// Returns the number of the oldest state that can be reached.
    pub fn base(&self) -> CommitId {
        CommitId(self.tree.base)
    }

    /// Returns all commits on all branches, oldest first.
    pub fn commits(&self) -> impl DoubleEndedIterator<Item = Commit<'_>> {
        self.tree.iter().map(|(id, node)| Commit { id, node, slabs: &self.tree.slabs })
    }

    /// Returns the commits that undo and redo lead through, oldest first.
    ///
    /// The first [`position`](History::position) of them are done, the others undone.
    pub fn line(&self) -> impl Iterator<Item = Commit<'_>> {
        let first = self.commit_at(self.tree.child(self.tree.base));
        std::iter::successors(first, |commit| self.commit_at(commit.node.child))
    }

    /// Returns the last commits of the branches that plain undo and redo don't lead to, oldest first.
    pub fn branches(&self) -> impl Iterator<Item = Commit<'_>> {
        let end = self.line().last().map(|commit| commit.id);
        self.commits().filter(move |commit| commit.node.child == NONE && Some(commit.id) != end)
    }

    /// Returns the commits that can be undone, newest first.
    pub fn done(&self) -> impl Iterator<Item = Commit<'_>> {
        std::iter::successors(self.commit_at(self.here), |commit| self.commit_at(commit.node.parent))
    }

    /// Returns the commits that can be redone, the next one first.
    pub fn undone(&self) -> impl Iterator<Item = Commit<'_>> {
        let next = self.commit_at(self.tree.child(self.here));
        std::iter::successors(next, |commit| self.commit_at(commit.node.child))
    }

    /// Returns the number of commits that can be undone.
    pub fn position(&self) -> usize {
        self.depth
    }

    /// Returns the number of commits that can be redone.
    pub fn ahead(&self) -> usize {
        self.ahead
    }
}
