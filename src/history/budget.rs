//! The budgets: how many bytes a history may hold, as a promise.
//!
//! A person who paints all day must not lose the tab to a history that grew. So
//! nothing is allocated before there is room for it, and every byte is counted. There
//! are two budgets. What an open action copies is held by the *working* budget, and
//! no commit is ever dropped for it. Commits, pins and what is set aside for opening
//! them are held by the other one. Room there comes, in this order, from
//!
//! 1. cooling and packing what is not packed yet, oldest first;
//! 2. branches that grew from the oldest state, from their tips down;
//! 3. the oldest commits, down to the minimum depth;
//! 4. all other branches, and last what could be redone.
//!
//! If all of that is not enough, the answer is [`Error::OverBudget`], known before
//! anything is dropped: an error changes nothing that could be undone.
//!
//! The invariant: each budget is kept, always.

use super::hot;
use super::node::Node;
use super::piece::{Form, PIECE};
use super::tree::NONE;
use super::{Arena, Barrier, History};
use crate::error::{Error, Result};
use std::collections::TryReserveError;

/// Number of the newest commits that are not packed in idle moments.
const WARM: u64 = 4;

/// The part of the budget that hot commits may take, the newest aside: what is hot is larger than what is
/// cold, but costs nothing while a pen is down.
const HOT: usize = 8;

/// What a history may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of commits and pins, everything counted. A budget of 0 makes a history that remembers nothing.
    pub budget: usize,
    /// Steps that are never dropped to make room for another, that one included.
    pub depth: usize,
    /// Bytes that an open action may take for its copies, apart from the budget of commits.
    pub working: usize,
}

impl Default for Limits {
    /// 64 MiB for commits, as much for an action, and at least one step.
    fn default() -> Limits {
        Limits { budget: 64 << 20, depth: 1, working: 64 << 20 }
    }
}

/// Returns the error for an allocation of so many bytes that was refused.
pub(super) fn refused(bytes: usize) -> impl Fn(TryReserveError) -> Error {
    move |_| Error::OutOfMemory { what: "history", bytes: bytes as u64, limit: 0 }
}

/// Returns an error if `held` bytes exceed a budget.
pub(super) fn within(held: usize, budget: usize) -> Result<()> {
    let (needed, budget) = (held as u64, budget as u64);
    if needed > budget { Err(Error::OverBudget { needed, budget }) } else { Ok(()) }
}

impl<A: Arena> History<A> {
    /// The limits that hold.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets other limits; what does not fit any more goes, the oldest first.
    ///
    /// # Errors
    /// [`Error::OverBudget`] when the pins take more than the new budget, or an open action more than
    /// the new working budget: nothing has changed then.
    pub fn set_limits(&mut self, limits: Limits) -> Result<()> {
        if !self.is_open() {
            self.temp.release();
        }
        self.buffer = Vec::new();
        within(self.working(), limits.working)?;
        within(self.pinned + self.pins_opening(), limits.budget)?;
        // Packing needs some room itself, and there still is the old budget's.
        while self.bytes() > limits.budget && self.pack(self.tree.next(), 0).is_some() {}
        self.limits = limits;
        while self.over(0) && self.drop_one(0) {}
        Ok(())
    }

    /// Checks before the work is done whether an action may set so many bytes, zero so far, to others.
    ///
    /// The answer is an error only if the action would surely be refused. Behind a
    /// [`barrier`](History::barrier) none is.
    ///
    /// ```
    /// use undoodle::history::{History, Limits};
    /// let limits = Limits { working: 1 << 20, ..Limits::default() };
    /// let mut history = History::with_limits(vec![0u8; 1 << 21], limits);
    /// history.begin(1)?;
    /// assert!(history.foresee(1 << 19).is_ok());
    /// assert!(history.foresee(1 << 20).is_err(), "addresses come on top");
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverBudget`].
    pub fn foresee(&self, bytes: u64) -> Result<()> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX / 2).min(usize::MAX / 2);
        let needed = hot::bound(bytes) as u64;
        let budget = self.limits.working as u64;
        let barred = self.open.is_some_and(|open| open.barrier != Barrier::None);
        if needed > budget && !barred { Err(Error::OverBudget { needed, budget }) } else { Ok(()) }
    }

    /// Cools and packs commits, about `work` bytes of them, and returns `true` if there is more to do.
    ///
    /// Call it when nothing else is to be done, with what fits between two frames:
    /// 64 KiB take about half a millisecond. The newest commits are left as they are.
    pub fn seal(&mut self, work: usize) -> bool {
        let cold = self.tree.next().saturating_sub(WARM);
        let mut done = 0;
        while done < work {
            match self.pack(cold, 0) {
                Some(length) => done += length,
                None => break,
            }
        }
        self.cold.0 < cold
    }

    /// Cools and packs the next piece that is not packed yet, of commits before `until`, while `more` bytes
    /// are still to be had; returns its length.
    fn pack(&mut self, until: u64, more: usize) -> Option<usize> {
        loop {
            self.cold = self.cold.max((self.tree.oldest(), 0));
            let (id, index) = self.cold;
            if id >= until {
                return None;
            }
            let Some((piece, _)) = self.tree.get(id).and_then(|node| node.piece(index)) else {
                self.cold = (id + 1, 0);
                continue;
            };
            let (length, form, room) = (piece.stored(), piece.form(), piece.packing());
            self.cold = (id, index + 1);
            if form == Form::Packed || self.working() + room > self.limits.working {
                continue;
            }
            let (set_aside, free) = (self.opening, self.limits.budget.saturating_sub(self.bytes() + more));
            let opening = self.tree.change(id, |node| {
                let Some((piece, lead)) = node.piece_mut(index) else { return 0 };
                // What can't be cooled for want of memory stays as it is.
                if piece.cool(lead).is_err() {
                    return 0;
                }
                // Opening it takes room, which has to be paid for by what packing saves.
                piece.pack_if(lead, |saved, opening| opening.saturating_sub(set_aside) <= saved + free);
                piece.opening()
            });
            self.opening = self.opening.max(opening.unwrap_or(0));
            return Some(length);
        }
    }

    /// Cools the oldest commits while there are too many hot bytes, the newest commit's aside.
    pub(super) fn cool_down(&mut self) {
        let newest = self.tree.get(self.here).map_or(0, Node::hot);
        let most = self.limits.budget / HOT;
        while self.tree.hot() - newest.min(self.tree.hot()) > most && self.pack(self.tree.next(), 0).is_some()
        {
        }
    }

    /// Bytes that the open action takes, with room that is kept for the next.
    pub(super) fn working(&self) -> usize {
        self.temp.bytes() + self.buffer.capacity() + self.loose
    }

    /// Bytes of the working budget that are free.
    pub(super) fn spare(&self) -> usize {
        self.limits.working.saturating_sub(self.working())
    }

    /// Bytes that the history holds, with the room that is set aside for opening what is packed.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes() + self.pinned + self.opening
    }

    pub(super) fn over(&self, more: usize) -> bool {
        self.bytes() + more > self.limits.budget
    }

    /// Bytes that are held if all goes that may, so that `keep` steps stay, and so many are set aside for
    /// opening what is packed.
    fn least(&self, keep: usize, opening: usize) -> usize {
        let (mut nodes, mut opening, mut oldest) = (0, self.pins_opening().max(opening), self.tree.next());
        let mut id = self.here;
        for _ in 0..keep {
            let Some(node) = self.tree.get(id) else { break };
            nodes += node.bytes();
            opening = opening.max(node.opening());
            oldest = oldest.min(id);
            id = node.parent;
        }
        self.pinned + opening + nodes + self.tree.ring_bytes(oldest)
    }

    /// Checks that `more` bytes may be kept, and so many set aside for opening them, if all goes that may,
    /// so that `keep` steps stay.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) if not.
    pub(super) fn admit(&self, more: usize, opening: usize, keep: usize) -> Result<()> {
        if !self.over(more + opening.saturating_sub(self.opening)) {
            return Ok(());
        }
        within(self.least(keep, opening) + more, self.limits.budget)
    }

    /// Lets go until `more` bytes may be allocated, which must have been [admitted](History::admit);
    /// `keep` steps stay at least.
    #[inline]
    pub(super) fn make_room(&mut self, more: usize, keep: usize) {
        // Room for opening what is packed is set aside first, so packing begins before the budget is met.
        let slack = (4 * PIECE).min(self.limits.budget / 8);
        if self.over(more + slack) {
            self.clear_room(more, slack, keep);
        }
    }

    #[cold]
    fn clear_room(&mut self, more: usize, slack: usize, keep: usize) {
        while self.over(more + slack) && self.pack(self.tree.next(), more).is_some() {}
        while self.over(more) && self.drop_one(keep) {}
    }

    /// Steps to be kept when room is made for one more.
    pub(super) fn kept(&self) -> usize {
        self.limits.depth.saturating_sub(1)
    }

    /// Drops the one commit that is missed least, and returns `false` if none may go.
    fn drop_one(&mut self, keep: usize) -> bool {
        // The way to where the history stands, and on to where redo leads, is always the first child's.
        let root = self.tree.child(self.tree.base);
        let branch = self.tree.children(self.tree.base).nth(1);
        if let Some(branch) = branch {
            self.drop_tip(branch);
        } else if self.depth > keep {
            self.move_marks(self.tree.base, root);
            if let Some(node) = self.tree.advance() {
                self.undo_entries -= node.entries();
                self.line_entries -= node.entries();
                self.depth -= 1;
            }
        } else if let Some(branch) = self.branch() {
            self.drop_tip(branch);
        } else if self.ahead > 0 {
            let tip = self.tip();
            self.move_marks(tip, self.tree.parent(tip));
            self.tip = Some(self.tree.parent(tip));
            self.line_entries -= self.tree.get(tip).map_or(0, Node::entries);
            self.ahead -= 1;
            self.tree.remove(tip);
        } else {
            // Nothing is left that may go; what is set aside may be more than what is left needs.
            let before = self.bytes();
            let opening = self.tree.iter().map(|(_, node)| node.opening()).max().unwrap_or(0);
            self.opening = opening.max(self.pins_opening());
            self.tree.trim();
            return self.bytes() < before;
        }
        true
    }

    /// Returns the last commit that redo leads to, which is looked for once.
    fn tip(&mut self) -> u64 {
        let mut tip = self.tip.unwrap_or(self.here);
        while self.tree.child(tip) != NONE {
            tip = self.tree.child(tip);
        }
        self.tip = Some(tip);
        tip
    }

    /// Returns a branch that leaves the line above the base, going on where it looked before.
    fn branch(&mut self) -> Option<u64> {
        if self.tree.len() == self.depth + self.ahead {
            return None;
        }
        let mut at =
            if self.tree.get(self.fork).is_some() { self.fork } else { self.tree.child(self.tree.base) };
        while at != NONE {
            self.fork = at;
            if let Some(branch) = self.tree.children(at).nth(1) {
                return Some(branch);
            }
            at = self.tree.child(at);
        }
        None
    }

    /// Drops the newest commit of a branch, going on where it stopped before.
    fn drop_tip(&mut self, branch: u64) {
        let (same, place) = self.cut;
        let mut tip = if same == branch && self.tree.get(place).is_some() { place } else { branch };
        while self.tree.child(tip) != NONE {
            tip = self.tree.child(tip);
        }
        let parent = self.tree.parent(tip);
        self.cut = (branch, parent);
        self.move_marks(tip, parent);
        self.tree.remove(tip);
    }

    /// Forgets where it was looked for commits to drop, as the tree has another shape now.
    pub(super) fn tree_changed(&mut self) {
        (self.tip, self.fork, self.cut) = (None, NONE, (NONE, NONE));
    }
}
