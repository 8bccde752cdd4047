//! The budget: how many bytes a history may hold, as a promise.
//!
//! A person who paints all day must not lose the tab to a history that grew. So
//! nothing is allocated before there is room for it: every byte the history holds
//! is counted, and [`make_room`](History::make_room) is asked first. Room comes, in
//! this order, from
//!
//! 1. packing what is not packed yet, oldest first;
//! 2. branches that grew from the oldest state, from their tips down;
//! 3. the oldest commits, down to the minimum depth;
//! 4. all other branches, and last what could be redone.
//!
//! If all of that is not enough, the answer is [`Error::OverBudget`], known before
//! anything is dropped: an error changes nothing that could be undone.
//!
//! The invariant: `bytes() <= budget`, always, room for opening a sealed piece
//! included.

use super::capture::refused;
use super::piece::PIECE;
use super::tree::{NONE, Node};
use super::{Arena, History};
use crate::error::{Error, Result};

/// So many of the newest commits are not packed in idle moments.
const WARM: u64 = 4;

/// What a history may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes, everything counted. A budget of 0 makes a history that remembers nothing.
    pub budget: usize,
    /// Steps that are never dropped to make room for another, that one included.
    pub depth: usize,
}

impl Default for Limits {
    /// 64 MiB, and at least one step.
    fn default() -> Limits {
        Limits { budget: 64 << 20, depth: 1 }
    }
}

impl<A: Arena> History<A> {
    /// The limits that hold.
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets other limits; what does not fit any more goes, the oldest first.
    ///
    /// # Errors
    /// [`Error::OverBudget`] when an open action or the pins take more than the
    /// new budget: nothing has changed then.
    pub fn set_limits(&mut self, limits: Limits) -> Result<()> {
        if !self.is_open() {
            self.temp.release();
        }
        self.buffer = Vec::new();
        let needed = self.temp.bytes() + self.pinned + self.pins_opening();
        if needed > limits.budget {
            return Err(Error::OverBudget { needed: needed as u64, budget: limits.budget as u64 });
        }
        // Packing needs some room itself, and there still is the old budget's.
        while self.bytes() > limits.budget && self.pack(self.tree.next()).is_some() {}
        self.limits = limits;
        while self.over(0) && self.drop_one(0) {}
        Ok(())
    }

    /// Packs what lies cold, about `work` bytes of it; whether there is more to do.
    ///
    /// Call it when nothing else is to be done, with what fits between two frames:
    /// 64 KiB take about a tenth of a millisecond. The newest commits are left as they are.
    pub fn seal(&mut self, work: usize) -> bool {
        let cold = self.tree.next().saturating_sub(WARM);
        let mut done = 0;
        while done < work {
            match self.pack(cold) {
                Some(length) => done += length,
                None => break,
            }
        }
        // Room kept for the next action is not worth keeping where there is time.
        if !self.is_open() {
            self.temp.release();
            self.buffer = Vec::new();
        }
        self.cold.0 < cold
    }

    /// Looks at the next piece that is not packed yet, of commits before `until`; its length.
    fn pack(&mut self, until: u64) -> Option<usize> {
        loop {
            if self.cold.0 < self.tree.oldest() {
                self.cold = (self.tree.oldest(), 0);
            }
            let (id, index) = self.cold;
            if id >= until {
                return None;
            }
            let Some((piece, _)) = self.tree.get(id).and_then(|node| node.piece(index)) else {
                self.cold = (id + 1, 0);
                continue;
            };
            self.cold = (id, index + 1);
            // Opening it again takes room, which is set aside before it is sealed.
            let (length, opening) = (piece.stored(), self.opening.max(piece.stored()));
            if !piece.is_sealed() && !self.over(piece.sealing() + opening - self.opening) {
                self.tree.seal(id, index);
                if self.tree.get(id).and_then(|n| n.piece(index)).is_some_and(|(p, _)| p.is_sealed()) {
                    self.opening = opening;
                }
            }
            return Some(length);
        }
    }

    /// The bytes that the history holds, with the room that is set aside for opening what is sealed.
    pub(super) fn bytes(&self) -> usize {
        self.tree.bytes()
            + self.temp.bytes()
            + self.pinned
            + self.loose
            + self.buffer.capacity()
            + self.opening
    }

    pub(super) fn over(&self, more: usize) -> bool {
        self.bytes() + more > self.limits.budget
    }

    /// What is held if all goes that may, so that `keep` steps stay.
    fn least(&self, keep: usize) -> usize {
        let (mut nodes, mut opening, mut oldest) = (0, self.pins_opening(), self.tree.next());
        let mut id = self.here;
        for _ in 0..keep {
            let Some(node) = self.tree.get(id) else { break };
            nodes += node.bytes();
            opening = opening.max(node.opening());
            oldest = id;
            id = node.parent;
        }
        let fixed = self.temp.bytes() + self.pinned + self.loose + self.buffer.capacity();
        fixed + opening + nodes + self.tree.ring_bytes(oldest)
    }

    /// Whether `more` bytes may be allocated if all goes that may, so that `keep` steps stay.
    ///
    /// # Errors
    /// [`Error::OverBudget`] if not.
    pub(super) fn admit(&self, more: usize, keep: usize) -> Result<()> {
        let needed = self.least(keep) + more;
        let budget = self.limits.budget;
        if needed <= budget || !self.over(more) {
            return Ok(());
        }
        Err(Error::OverBudget { needed: needed as u64, budget: budget as u64 })
    }

    /// Makes sure that `more` bytes may be allocated; `keep` steps stay at least.
    ///
    /// # Errors
    /// [`Error::OverBudget`] where they can't be had; nothing has been dropped then.
    pub(super) fn make_room(&mut self, more: usize, keep: usize) -> Result<()> {
        // Packing needs some room itself, so it begins before the budget is met.
        let slack = (4 * PIECE).min(self.limits.budget / 8);
        if !self.over(more + slack) {
            return Ok(());
        }
        while self.over(more + slack) && self.pack(self.tree.next()).is_some() {}
        if self.over(more) {
            self.admit(more, keep)?;
            while self.over(more) && self.drop_one(keep) {}
        }
        Ok(())
    }

    /// Steps to be kept when room is made for one more.
    pub(super) fn kept(&self) -> usize {
        self.limits.depth.saturating_sub(1)
    }

    /// Drops the one commit that is missed least; whether there was one that may go.
    fn drop_one(&mut self, keep: usize) -> bool {
        // The way to where the history stands, and on to where redo leads, is always the first child's.
        let root = self.tree.child(self.tree.base);
        let branch = self.tree.children(self.tree.base).nth(1);
        if let Some(branch) = branch {
            self.drop_tip(branch);
        } else if self.depth > keep {
            let entries = self.tree.get(root).map_or(0, Node::entries);
            self.undo_entries -= entries;
            self.line_entries -= entries;
            self.depth -= 1;
            self.tree.advance();
        } else if let Some(branch) = self.branch() {
            self.drop_tip(branch);
        } else if self.ahead > 0 {
            let tip = self.line().last().map_or(NONE, |commit| commit.id);
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

    /// A branch that leaves the line above the base.
    fn branch(&self) -> Option<u64> {
        if self.tree.len() == self.depth + self.ahead {
            return None;
        }
        self.line().find_map(|commit| self.tree.children(commit.id).nth(1))
    }

    /// Drops the newest commit of a branch, going on where it stopped before.
    fn drop_tip(&mut self, branch: u64) {
        let (same, place) = self.cut;
        let mut tip = if same == branch && self.tree.get(place).is_some() { place } else { branch };
        while self.tree.child(tip) != NONE {
            tip = self.tree.child(tip);
        }
        self.cut = (branch, self.tree.parent(tip));
        self.tree.remove(tip);
    }

    /// Makes a place in the tree's ring.
    pub(super) fn grow_tree(&mut self) -> Result<()> {
        let more = self.tree.shortage();
        self.tree.grow().map_err(refused(more))
    }
}
