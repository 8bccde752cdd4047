//! Keeping an action: from what it touched to a commit in the tree.
//!
//! Nothing is sorted, hashed or encoded here, as a pen is being lifted: what was [made](super::making) is a *hot* commit.
//! Only where it does not fit the budget is it encoded at once.
//!
//! It is made in the action's own room. The history gives room up for it when it is
//! whole and is known to fit, and not before. So a commit that is refused leaves the
//! history, and the action, as they were.
//!
//! The invariant: an action ends as one commit, as a part of the one before it, or as none.

use super::carrying::Free;
use crate::action::Barrier;
use crate::error::{Error, Result};
use crate::node::{Node, Weight};
use crate::slabs::NO_SLABS;
use crate::{Arena, Commit, Header, History};

/// How a commit relates to the step before it and to what could be redone.
pub(super) struct KeepOptions<'a, A> {
    /// Merge into the step before if it is at most this much older by its header's time.
    pub(super) window: Option<u64>,
    /// Move the redo line on top of the commit if the two change no common byte, and this is `true` for
    /// all of the line.
    pub(super) carry: Option<Free<'a, A>>,
}

impl<A> Default for KeepOptions<'_, A> {
    fn default() -> Self {
        KeepOptions { window: None, carry: None }
    }
}

impl<A: Arena> History<A> {
    /// Ends the action and keeps what it changed as one undo step.
    ///
    /// What could be redone becomes a branch. Returns `None` if the action changed
    /// nothing; there is no new commit then, and redo leads where it did.
    ///
    /// # Errors
    /// [`Error::Idle`] without an open action; [`Error::OverBudget`] or
    /// [`Error::OutOfMemory`] if there is no room for the commit. The action is then
    /// still open: [cancel](History::cancel) it, or commit it behind a
    /// [`barrier`](History::barrier).
    pub fn commit(&mut self, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        self.keep(header, KeepOptions::default()).map(|id| id.and_then(|id| self.commit_at(id)))
    }

    /// Ends the action like [`commit`](History::commit), but merges it into the commit before if that has
    /// the same tag and is at most `window` older by its header's time: typed letters, nudges, a slider.
    ///
    /// To begin a new step on purpose, as when the caret was moved, use [`commit`](History::commit).
    ///
    /// Does not merge across the saved mark, a pin or a barrier, nor while redo is possible.
    /// Cancelling takes back the new part only. If the two cancel each other out,
    /// drops the commit and returns `None`. Without the memory to merge, makes the
    /// action a step of its own. The header stands for both: to say something of the commit before, look at it by
    /// [`merging_into`](History::merging_into).
    ///
    /// # Errors
    /// As [`commit`](History::commit).
    pub fn commit_merging(&mut self, header: Header<'_>, window: u64) -> Result<Option<Commit<'_>>> {
        let options = KeepOptions { window: Some(window), ..KeepOptions::default() };
        self.keep(header, options).map(|id| id.and_then(|id| self.commit_at(id)))
    }

    /// Returns the commit that [`commit_merging`](History::commit_merging) would merge the open action into at a time.
    pub fn merging_into(&self, time: u64, window: u64) -> Option<Commit<'_>> {
        let header = Header { tag: self.open()?, ..Header::new("").timed(time) };
        self.commit_at(self.merges(&header, window)?)
    }

    /// Ends the action like [`commit`](History::commit), and keeps redo by moving the redo line on top of
    /// the new commit if the two change no common byte.
    ///
    /// Meant for actions that only look or choose: they should not cost the person what they have undone.
    ///
    /// # Errors
    /// As [`commit`](History::commit).
    pub fn commit_carrying(&mut self, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        self.commit_carrying_if(header, |_, _, _| true)
    }

    /// Ends the action like [`commit_carrying`](History::commit_carrying), but sets the redo line aside if
    /// `free` returns `false` for the arena, the new commit, and any commit of the line.
    ///
    /// # Errors
    /// As [`commit`](History::commit).
    pub fn commit_carrying_if(
        &mut self,
        header: Header<'_>,
        mut free: impl FnMut(&A, Commit<'_>, Commit<'_>) -> bool,
    ) -> Result<Option<Commit<'_>>> {
        let options = KeepOptions { carry: Some(&mut free), ..KeepOptions::default() };
        self.keep(header, options).map(|id| id.and_then(|id| self.commit_at(id)))
    }

    /// Ends the action and returns the number of its commit, or `None` if it changed nothing.
    pub(super) fn keep(
        &mut self,
        mut header: Header<'_>,
        options: KeepOptions<'_, A>,
    ) -> Result<Option<u64>> {
        let (Some(tag), Some(barrier)) = (self.action.tag(), self.action.barrier()) else {
            return Err(Error::Idle);
        };
        if barrier == Barrier::Passed {
            self.end_barrier();
            return Ok(None);
        }
        header.tag = tag;
        if options.window.is_none()
            && (options.carry.is_none() || self.line.ahead() == 0)
            && let Some(kept) = self.keep_near(&header)
        {
            return Ok(kept);
        }
        self.keep_far(&header, barrier, options)
    }

    /// Ends the action like [`keep`](History::keep), whatever it has touched.
    // Not inlined, so that the short way lies together in the processor's cache.
    #[inline(never)]
    fn keep_far(
        &mut self,
        header: &Header<'_>,
        barrier: Barrier,
        options: KeepOptions<'_, A>,
    ) -> Result<Option<u64>> {
        let made = self.make(header).and_then(|node| match node {
            Some(node) if self.needs_room(node.weight()) => self.admit_commit(node).map(Some),
            node => Ok(node),
        });
        self.budget.hold_loose(0);
        let mut node = match (made, barrier) {
            (Ok(Some(node)), _) => node,
            (Ok(None), _) => {
                self.end_action();
                return Ok(None);
            }
            (Err(Error::OverBudget { .. }), Barrier::Armed) => {
                self.forget();
                self.end_action();
                return Ok(None);
            }
            (Err(error), _) => return Err(error),
        };
        let into = options.window.and_then(|window| self.merges(header, window));
        let line_free = options.carry.filter(|_| self.line.ahead() > 0 && into.is_none());
        let carries = line_free.is_some_and(|free| self.passes_over(&node, free));
        let carried = carries.then(|| self.tree.child(self.line.here()));
        let weight = node.weight();
        let touched = self.touched_runs(weight.bytes);
        self.end_action();
        if let Some(into) = into {
            self.budget.hold_loose(weight.bytes);
            match self.merge(into, Box::new(node), header) {
                Ok(id) => {
                    self.budget.hold_loose(0);
                    self.cool_down();
                    return Ok(id);
                }
                // Without the memory to merge, the action is a step of its own.
                Err(alone) => node = *alone,
            }
        }
        if self.needs_room(weight) {
            self.room_for_commit(weight)?;
        }
        self.budget.hold_loose(0);
        let id = self.insert(node, weight, carried);
        self.events.set_touched(id, touched);
        Ok(Some(id))
    }

    /// Checks that a commit fits the budget once all is dropped that may be, and makes a slot for it.
    ///
    /// Encodes and packs the commit if it does not fit otherwise.
    #[cold]
    fn admit_commit(&mut self, mut node: Node) -> Result<Node> {
        let (growth, kept) = (self.tree.growth(), self.budget.kept());
        let Weight { bytes, opening, .. } = node.weight();
        self.budget.hold_loose(bytes);
        if self.admit(bytes + growth, opening, kept).is_err() {
            self.squeeze(&mut node)?;
            self.admit(node.bytes_held() + growth, node.opening(), kept)?;
        }
        if growth > 0 {
            self.make_room(self.room_for(node.weight()) + growth, kept);
            self.tree.make_slot()?;
        }
        Ok(node)
    }

    /// Returns `true` if a commit fits only once something is packed, dropped or allocated.
    #[inline]
    fn needs_room(&self, weight: Weight) -> bool {
        self.tree.is_full() || self.is_short_of(self.room_for(weight))
    }

    /// Makes room and a slot for a commit that was [admitted](History::admit_commit).
    #[cold]
    fn room_for_commit(&mut self, weight: Weight) -> Result<()> {
        let room = self.room_for(weight);
        self.budget.hold_loose(weight.bytes);
        self.make_room(room + self.tree.growth(), self.budget.kept());
        // If every commit was dropped, so was the ring: its growth has to be paid again.
        let growth = self.tree.growth();
        self.make_room(room + growth, self.budget.kept());
        self.budget.hold_loose(0);
        self.tree.make_slot()
    }

    /// Encodes and packs a commit that is not in the tree yet, as far as the working budget has room for it.
    #[cold]
    fn squeeze(&self, node: &mut Node) -> Result<()> {
        for index in 0..=node.more.len() {
            let spare = self.spare();
            if let Some((piece, lead)) = node.piece_mut(index)
                && piece.packing() <= spare
            {
                piece.cool(&NO_SLABS, lead)?;
                piece.pack(lead);
            }
        }
        Ok(())
    }
}
