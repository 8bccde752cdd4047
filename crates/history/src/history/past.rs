//! The past as bytes: what leads from the current state to another one, or between any two.
//!
//! Problem: to look at another state one would have to travel there and back, which moves every live byte that lies between.
//! Idea: exchanges are their own inverse, so the XOR of those on the way between two states is the difference of these states, at
//! any address. Whoever wants a page as it was takes the live one, and the exchanges of the steps between here and there that
//! touch it. What an open action has changed so far is one more exchange, which is not yet a step.
//!
//! Most steps on a long way touch none of the bytes that somebody asks for. Whoever knows which do says so, and the others are not even
//! unpacked. A pinned state needs no way: it is a difference from zeros.
//!
//! The invariant: nothing here changes a byte, and the order of the steps on a way is of no account.
//!
//! ```
//! use undoodle_history::{Header, History, Region};
//! let mut history = History::new(vec![1u8; 8]);
//! history.begin(1)?;
//! history.write(Region::new(2, 1))?[0] = 7;
//! let step = history.commit(Header::new("Set"))?.map(|commit| commit.id()).unwrap();
//! history.begin(1)?;
//! history.write(Region::new(3, 1))?[0] = 9;
//! let mut then = history.arena().clone();
//! history.open_exchange(|start, before, now| {
//!     for (at, (before, now)) in (start as usize..).zip(before.iter().zip(now)) {
//!         then[at] ^= before ^ now;
//!     }
//! });
//! for step in history.way_between(step, history.base()) {
//!     step.exchange(|start, bytes| (start as usize..).zip(bytes).for_each(|(at, byte)| then[at] ^= byte))?;
//! }
//! assert_eq!(then, [1; 8], "the bytes before the first step");
//! let mut part = history.arena()[2..4].to_vec();
//! history.past(history.base(), &[2..4], &|_| true, &mut |start, bytes| {
//!     (start as usize - 2..).zip(bytes).for_each(|(at, byte)| part[at] ^= byte);
//! })?;
//! assert_eq!(part, [1; 2], "two of them alone");
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::{Arena, Commit, CommitId, History};
use std::ops::Range;

/// What a past state is told as a difference from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The bytes of the arena.
    Arena,
    /// Zeros: the state is pinned.
    Zeros,
}

impl<A: Arena> History<A> {
    /// Visits what the open action has touched: an address, the bytes there before the action, and the bytes now.
    pub fn open_exchange(&self, mut visit: impl FnMut(u64, &[u8], &[u8])) {
        self.action.copies().visit(&self.arena, &mut visit);
    }

    /// Returns the commits between the current state and that after a commit, or the base, in any order: the exchanges of all
    /// of them lead from one to the other.
    pub fn way_to(&self, CommitId(to): CommitId) -> impl Iterator<Item = Commit<'_>> {
        self.tree.way(self.line.here(), to).filter_map(|id| self.commit_at(id))
    }

    /// Returns the commits between the states after two commits, or the base, in any order: the exchanges of all of them lead
    /// from one to the other.
    pub fn way_between(
        &self,
        CommitId(one): CommitId,
        CommitId(other): CommitId,
    ) -> impl Iterator<Item = Commit<'_>> {
        self.tree.way(one, other).filter_map(|id| self.commit_at(id))
    }

    /// Returns `true` if the state after a commit, or the base, is one that the history can still tell.
    pub fn has_state(&self, CommitId(id): CommitId) -> bool {
        id == self.tree.base() || self.tree.get(id).is_some()
    }

    /// Returns what [`past`](History::past) tells a state as a difference from: a pinned state from zeros if the way there is gone, or
    /// a step on it that matters is not in memory.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such state, neither in the tree nor pinned; [`Error::Away`] and [`Error::Unreadable`] if such a
    /// step is on the way to one that is not pinned.
    pub fn origin_of(&self, at: CommitId, touches: &dyn Fn(CommitId) -> bool) -> Result<Origin> {
        let pinned = self.pins.contains(at.0);
        if !self.has_state(at) {
            return if pinned { Ok(Origin::Zeros) } else { Err(Error::Gone { commit: at.0 }) };
        }
        let mut way = self.tree.way(self.line.here(), at.0);
        let lacking = way.find(|id| self.at_hand(*id).is_err() && touches(CommitId(*id)));
        match lacking.map(|id| self.at_hand(id)) {
            Some(Err(_)) if pinned => Ok(Origin::Zeros),
            Some(Err(error)) => Err(error),
            _ => Ok(Origin::Arena),
        }
    }

    /// Visits how the state after a commit, the base or a pinned state differs in some ranges of addresses from what is returned. Ranges
    /// ascend and are apart. An address may be visited more than once: all that is visited there has to be XORed. `touches` returns
    /// `false` for steps that are known not to touch the ranges.
    ///
    /// # Errors
    /// As [`origin_of`](History::origin_of), before anything was visited, and [`Error::OutOfMemory`] if a step can't be unpacked.
    pub fn past(
        &self,
        at: CommitId,
        ranges: &[Range<u64>],
        touches: &dyn Fn(CommitId) -> bool,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<Origin> {
        let origin = self.origin_of(at, touches)?;
        if origin == Origin::Zeros {
            return self.pinned_in(at, ranges, visit).map(|()| origin);
        }
        self.open_exchange(|start: u64, before: &[u8], now: &[u8]| {
            let first = ranges.partition_point(|range| range.end <= start);
            let end = start + before.len() as u64;
            for range in ranges[first..].iter().take_while(|range| range.start < end) {
                let (from, to) = (start.max(range.start), end.min(range.end));
                let part = (from - start) as usize..(to - start) as usize;
                visit(from, &before[part.clone()]);
                visit(from, &now[part]);
            }
        });
        let mut fresh = Vec::new();
        let mut way = self.tree.way(self.line.here(), at.0).filter(|id| touches(CommitId(*id)));
        way.try_for_each(|id| {
            self.commit_at(id).map_or(Ok(()), |step| step.exchange_in(ranges, &mut fresh, visit))
        })?;
        Ok(origin)
    }

    /// Returns how often a line was moved onto another commit so far: as long as this number stays, so does the state after each
    /// commit.
    pub fn adoptions(&self) -> u64 {
        self.tree.adoptions()
    }

    /// Waits until the bytes of some steps are in memory.
    ///
    /// # Errors
    /// [`Error::Away`] if a step has to be [supplied](History::supply) first, [`Error::Unreadable`] if one can't be read, and
    /// [`Error::OverBudget`].
    pub fn await_steps(&mut self, steps: &[CommitId]) -> Result<()> {
        if steps.iter().all(|id| self.at_hand(id.0).is_ok()) {
            return Ok(());
        }
        self.hold(steps.iter().map(|id| id.0))
    }

    /// Waits until the bytes of all steps are in memory that lie between the current state and a first one, and between that and
    /// a second one.
    ///
    /// # Errors
    /// [`Error::Away`] if a step has to be [supplied](History::supply) first, [`Error::Unreadable`] if one can't be read,
    /// [`Error::Gone`] if there is no such state, and [`Error::OverBudget`].
    pub fn await_ways(&mut self, one: CommitId, other: CommitId) -> Result<()> {
        for id in [one, other] {
            if !self.has_state(id) {
                return Err(Error::Gone { commit: id.0 });
            }
        }
        let mut all: Vec<u64> =
            self.tree.way(self.line.here(), one.0).chain(self.tree.way(one.0, other.0)).collect();
        all.sort_unstable();
        all.dedup();
        if all.iter().all(|id| self.at_hand(*id).is_ok()) {
            return Ok(());
        }
        self.hold(all.into_iter())
    }
}
