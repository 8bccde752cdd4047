//! Room: packing, putting away and dropping, in that order, until something fits its budget.
//!
//! Room for commits, pins and what is set aside for opening them comes, in this order, from
//!
//! 1. cooling and packing what is not packed yet, oldest first;
//! 2. payloads that lie [on a disk](crate::away) too;
//! 3. branches that grew from the oldest state, from their tips down;
//! 4. the oldest commits, down to the minimum depth;
//! 5. all other branches, and last what could be redone.
//!
//! If all of that is not enough, the answer is [`Error::OverBudget`], known before
//! anything is dropped: an error changes nothing that could be undone.
//!
//! While a store takes payloads, nothing is dropped: a disk has room, it is only slow. Commits that are not
//! written yet and have no room are *owed*: the working budget lends them what is missing until they are.
//!
//! The invariant: what was admitted fits once room was made for it.

use crate::action::Barrier;
use crate::budget::{Limits, RECORDS, slack};
use crate::error::{Error, Result, within};
use crate::hot;
use crate::node::{Node, Weight};
use crate::piece::Form;
use crate::ring::chunk;
use crate::slabs::{SLAB, SLABS};
use crate::{Arena, CommitId, Event, History};

/// Number of newest commits that idle moments leave unpacked.
const WARM: u64 = 4;

/// Hot commits but the newest may take one part in `HOT` of the budget: they are larger than cold ones,
/// but encoding them takes time, and whoever has lifted the pen waits for that.
const HOT: usize = 2;

/// While hot commits take more than one part in `CROWDED` of the budget, idle moments leave only the newest
/// as it is. So a pen that is lifted now and then hardly ever meets the cap.
const CROWDED: usize = 4;

impl<A: Arena> History<A> {
    /// Returns the limits.
    pub fn limits(&self) -> Limits {
        self.budget.limits()
    }

    /// Sets the limits, and drops commits that no longer fit, oldest first.
    ///
    /// # Errors
    /// [`Error::OverBudget`] if the pins take more than the new budget, or an open action more than
    /// the new working budget; the limits are unchanged then.
    pub fn set_limits(&mut self, limits: Limits) -> Result<()> {
        self.action.release();
        self.action.drop_buffer();
        self.away.set_passage(None);
        let lends = if self.away.hoards() { limits.working } else { usize::MAX };
        within(self.working() - self.owed(), limits.working)?;
        within(self.pins.bytes_held() + self.pins.opening(), limits.budget)?;
        // Packing takes room itself, which the old limits may still have. So does leaving a slab.
        while (self.bytes_held() > limits.budget || self.must_empty_slabs(limits.budget))
            && self.pack(self.tree.next(), 0).is_some()
        {}
        let before = self.budget.replace_limits(limits);
        self.tree.trim_slabs();
        while self.over(0) && self.drop_one(0) {}
        let all = within(self.working(), lends);
        if all.is_err() {
            self.budget.replace_limits(before);
        }
        all
    }

    /// Returns `true` if payloads lie in slabs for which a budget has no room to spare.
    fn must_empty_slabs(&self, budget: usize) -> bool {
        let spare = budget >= SLABS * SLAB && self.bytes_held() + slack(budget) <= budget;
        !self.tree.slabs().is_empty() && !spare
    }

    /// Checks in advance whether the working budget has room for an action that overwrites `bytes` zeros.
    ///
    /// Returns an error only if the action would surely be refused, thus never behind a
    /// [`barrier`](History::barrier).
    ///
    /// ```
    /// use undoodle_history::{History, Limits};
    /// let limits = Limits { working: 1 << 20, ..Limits::default() };
    /// let mut history = History::with_limits(vec![0u8; 1 << 21], limits);
    /// history.begin(1)?;
    /// assert!(history.foresee(1 << 19).is_ok());
    /// assert!(history.foresee(1 << 20).is_err(), "addresses come on top");
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverBudget`].
    pub fn foresee(&self, bytes: u64) -> Result<()> {
        let bytes = usize::try_from(bytes).unwrap_or(usize::MAX / 2).min(usize::MAX / 2);
        let needed = hot::bound(bytes) as u64;
        let budget = self.budget.limits().working as u64;
        let barred = self.action.barrier().is_some_and(|barrier| barrier != Barrier::None);
        if needed > budget && !barred { Err(Error::OverBudget { needed, budget }) } else { Ok(()) }
    }

    /// Encodes and packs about `work` bytes of commits. Returns `true` if work remains.
    ///
    /// Call it in idle moments, with as much work as fits between two frames:
    /// 64 KiB take about half a millisecond. The newest commits stay as they are, and of large ones the
    /// newest alone.
    pub fn seal(&mut self, work: usize) -> bool {
        let crowded = self.tree.hot() > self.budget.limits().budget / CROWDED;
        self.seal_before(self.tree.next().saturating_sub(if crowded { 1 } else { WARM }), work)
    }

    /// Encodes and packs about `work` bytes of all commits, the newest too. Returns `true` if work remains.
    ///
    /// Call it when nothing has happened for a while: what comes next may be an undo of the newest, which then takes a
    /// little longer, and what it takes in memory is what it will take.
    pub fn seal_all(&mut self, work: usize) -> bool {
        self.seal_before(self.tree.next(), work)
    }

    fn seal_before(&mut self, cold: u64, work: usize) -> bool {
        let mut done = 0;
        while done < work {
            match self.pack(cold, 0) {
                Some(length) => done += length,
                None => break,
            }
        }
        self.budget.cold().0 < cold
    }

    /// Cools and packs the next piece that is not packed yet and returns its length, or `None` if the commits
    /// before `until` have no more. `more` bytes of the budget are about to be taken.
    fn pack(&mut self, until: u64, more: usize) -> Option<usize> {
        loop {
            let (id, index) = self.budget.cold().max((self.tree.oldest(), 0));
            self.budget.set_cold(id, index);
            if id >= until {
                return None;
            }
            let Some((piece, _)) = self.tree.get(id).and_then(|node| node.piece(index)) else {
                self.budget.set_cold(id + 1, 0);
                continue;
            };
            let (length, form, room) = (piece.stored(), piece.form(), piece.packing());
            let in_slab = piece.run().is_some();
            self.budget.set_cold(id, index + 1);
            // A payload that leaves a slab takes bytes of its own, while the slab may stay for others.
            let stuck = in_slab && self.over(length);
            if form == Form::Packed || stuck || self.working() + room > self.budget.limits().working {
                continue;
            }
            let (set_aside, free) =
                (self.budget.opening(), self.budget.limits().budget.saturating_sub(self.bytes_held() + more));
            let opening = self.tree.change(id, |node, slabs| {
                let Some((piece, lead)) = node.piece_mut(index) else { return 0 };
                // Without the memory to cool it, the piece stays hot.
                if piece.cool(slabs, lead).is_err() {
                    return 0;
                }
                // What packing saves has to pay for the reserve that unpacking needs.
                piece.pack_if(lead, |saved, opening| opening.saturating_sub(set_aside) <= saved + free);
                piece.opening()
            });
            self.budget.reserve(opening.unwrap_or(0));
            return Some(length);
        }
    }

    /// Cools the oldest commits while there are too many hot bytes, not counting the current commit's.
    #[inline]
    pub(super) fn cool_down(&mut self) {
        // The newest is only looked for when it matters.
        if self.tree.hot() > self.budget.limits().budget / HOT {
            self.cool_oldest();
        }
    }

    #[cold]
    fn cool_oldest(&mut self) {
        let newest = self.tree.get(self.line.here()).map_or(0, |node| node.weight().hot);
        let most = self.budget.limits().budget / HOT;
        while self.tree.hot() - newest.min(self.tree.hot()) > most && self.pack(self.tree.next(), 0).is_some()
        {
        }
    }

    /// Returns the number of bytes of the open action, of buffers kept for the next, of a long way that waits, and of
    /// what the commits are owed.
    pub(super) fn working(&self) -> usize {
        let others = self.budget.loose() + self.events.bytes_held() + self.away.bytes_held() + self.owed();
        self.action.bytes_held() + others
    }

    /// Returns the number of bytes by which commits exceed their budget until they are written.
    pub fn owed(&self) -> usize {
        self.bytes_held().saturating_sub(self.budget.limits().budget)
    }

    /// Returns the most bytes that may be owed.
    fn credit(&self) -> usize {
        if self.away.hoards() {
            self.budget.limits().working.saturating_sub(self.events.bytes_held())
        } else {
            0
        }
    }

    /// Returns the number of bytes of the budget that nobody would miss.
    pub fn free(&self) -> usize {
        self.budget.limits().budget.saturating_sub(self.bytes_held() + slack(self.budget.limits().budget))
    }

    /// Gives up what is only kept to save an allocation later, if commits are owed its room.
    #[inline]
    pub(super) fn give_way(&mut self) {
        if self.owed() > 0 {
            self.action.release();
        }
    }

    /// Returns the number of free bytes of the working budget.
    pub fn spare(&self) -> usize {
        self.budget.limits().working.saturating_sub(self.working())
    }

    /// Returns the number of bytes that the history holds, with the reserve for unpacking.
    pub(super) fn bytes_held(&self) -> usize {
        self.tree.bytes_held() - self.tree.away().min(RECORDS)
            + self.pins.bytes_held()
            + self.budget.opening()
    }

    pub(super) fn over(&self, more: usize) -> bool {
        self.bytes_held() + more > self.budget.limits().budget
    }

    /// Returns the number of bytes held after dropping all but pins and `keep` steps, with at least
    /// `opening` of them reserved for unpacking.
    fn least(&self, keep: usize, opening: usize) -> usize {
        let (mut nodes, mut opening, mut oldest) = (0, self.pins.opening().max(opening), self.tree.next());
        let (mut chunks, mut last) = (0, None);
        let mut id = self.line.here();
        for _ in 0..keep {
            let Some(node) = self.tree.get(id) else { break };
            nodes += node.bytes_held() - Node::SIZE;
            chunks += usize::from(last.replace(chunk(id)) != Some(chunk(id)));
            opening = opening.max(node.opening());
            oldest = oldest.min(id);
            id = node.parent;
        }
        self.pins.bytes_held() + opening + nodes + self.tree.slots_for(oldest, chunks)
    }

    /// Returns an error unless `more` bytes, and a reserve of `opening` for unpacking them, would fit the
    /// budget after dropping all but pins and `keep` steps, or are lent.
    pub(super) fn admit(&mut self, more: usize, opening: usize, keep: usize) -> Result<()> {
        self.admit_lent(more, opening, keep, self.credit())
    }

    /// Returns an error unless bytes would fit like those of [`admit`](History::admit), of which only so many are lent.
    pub(super) fn admit_lent(&mut self, more: usize, opening: usize, keep: usize, lent: usize) -> Result<()> {
        if !self.over(more + self.budget.lack(opening)) {
            return Ok(());
        }
        // A commit of a few bytes may hold a whole slab until it is cold.
        while !self.tree.slabs().is_empty() && self.pack(self.tree.next(), more).is_some() {}
        self.tree.trim_slabs();
        if self.away.hoards() {
            self.make_room(more + self.budget.lack(opening), keep);
            let needed = self.bytes_held() + more + self.budget.lack(opening);
            return within(needed, self.budget.limits().budget + lent);
        }
        within(self.least(keep, opening) + self.tree.slabs().bytes_held() + more, self.budget.limits().budget)
    }

    /// Packs and drops commits until `more` bytes fit the budget; keeps at least `keep` steps.
    ///
    /// The bytes must have been [admitted](History::admit).
    pub(super) fn make_room(&mut self, more: usize, keep: usize) {
        while self.is_short_of(more) && self.pack(self.tree.next(), more).is_some() {}
        if self.over(more) {
            self.tree.trim_slabs();
        }
        while self.over(more) && self.drop_one(keep) {}
    }

    /// Returns `true` if something should be packed, or dropped, before `more` bytes are taken.
    #[inline]
    pub(super) fn is_short_of(&self, more: usize) -> bool {
        self.over(more + slack(self.budget.limits().budget))
    }

    /// Puts the payload away that matters least, or drops the commit that does. Returns `false` if neither may be.
    pub(super) fn drop_one(&mut self, keep: usize) -> bool {
        if self.away.put_away(&mut self.tree, self.line.here())
            || !self.away.hoards() && (self.drop_before(keep) || self.drop_beside())
        {
            return true;
        }
        // No commit may be dropped; the reserve may be more than the rest needs.
        let before = self.bytes_held();
        let opening = self.tree.iter().map(|(_, node)| node.opening()).max().unwrap_or(0);
        self.budget.set_reserve(opening.max(self.pins.opening()));
        self.tree.trim();
        self.bytes_held() < before
    }

    /// Drops a commit so that the oldest ones come free: the tip of a branch that grew from the base, or the
    /// oldest commit, if more than `keep` can be undone. Returns `false` if there is none.
    pub(super) fn drop_before(&mut self, keep: usize) -> bool {
        // The line from the base to the tip consists of first children, so others begin branches.
        let branch = self.tree.children(self.tree.base()).nth(1);
        if let Some(branch) = branch {
            self.drop_tip(branch);
        } else if self.line.depth() > keep {
            self.drop_oldest();
            self.events.note(Event::Advanced);
        } else {
            return false;
        }
        true
    }

    /// Drops the tip of a branch, or else the last commit that redo leads to. Returns `false` if there is none.
    fn drop_beside(&mut self) -> bool {
        if let Some(branch) = self.line.branch(&self.tree) {
            self.drop_tip(branch);
        } else if self.line.ahead() > 0 {
            let tip = self.line.shorten(&self.tree);
            self.drop_leaf(tip);
        } else {
            return false;
        }
        true
    }

    /// Drops the last commit of a branch, searching on from where it dropped the one before.
    fn drop_tip(&mut self, branch: u64) {
        let tip = self.line.tip_of(&self.tree, branch);
        self.drop_leaf(tip);
    }

    /// Drops a commit that no other stands on; marks on it move to its parent.
    pub(super) fn drop_leaf(&mut self, id: u64) {
        self.saved.leave(&self.tree, id, self.tree.parent(id));
        self.tree.remove(id);
        self.events.note(Event::Dropped { id: CommitId(id) });
    }

    /// Drops the oldest commit, the base's only child; the state after it is the base.
    pub(super) fn drop_oldest(&mut self) {
        self.saved.leave(&self.tree, self.tree.base(), self.tree.child(self.tree.base()));
        if let Some(node) = self.tree.advance() {
            self.line.advance(node.entries());
        }
    }

    /// Returns the number of bytes that a commit adds to the budget, the reserve for unpacking included.
    pub(super) fn room_for(&self, weight: Weight) -> usize {
        weight.bytes - weight.near + self.budget.lack(weight.opening)
    }

    /// Puts payloads away for which the budget has no room, now that a disk holds them.
    pub fn settle(&mut self) {
        while self.over(0) && self.away.put_away(&mut self.tree, self.line.here()) {}
    }
}
