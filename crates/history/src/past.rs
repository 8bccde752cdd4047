//! The past as bytes: what leads from the current state to another one, or between any two.
//!
//! Problem: to look at another state one would have to travel there and back, which moves every live byte that lies between.
//! Idea: exchanges are their own inverse, so the XOR of those on the way between two states is the difference of these states, at
//! any address. Whoever wants a page as it was takes the live one, and the exchanges of the steps between here and there that
//! touch it. What an open action has changed so far is one more exchange, which is not yet a step.
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
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use super::{Arena, Commit, CommitId, History};
use crate::error::{Error, Result};

impl<A: Arena> History<A> {
    /// Visits what the open action has touched: an address, the bytes there before the action, and the bytes now.
    pub fn open_exchange(&self, mut visit: impl FnMut(u64, &[u8], &[u8])) {
        self.temp.visit(&self.arena, &mut visit);
    }

    /// Returns the commits between the states after two commits, or the base, in any order: the exchanges of all of them lead
    /// from one to the other.
    pub fn way_between(
        &self,
        CommitId(one): CommitId,
        CommitId(other): CommitId,
    ) -> impl Iterator<Item = Commit<'_>> {
        self.ids(one, other).filter_map(|id| self.commit_at(id))
    }

    /// Returns `true` if the state after a commit, or the base, is one that the history can still tell.
    pub fn has_state(&self, CommitId(id): CommitId) -> bool {
        id == self.tree.base || self.tree.get(id).is_some()
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
        let mut all: Vec<u64> = self.ids(self.here, one.0).chain(self.ids(one.0, other.0)).collect();
        all.sort_unstable();
        all.dedup();
        if all.iter().all(|id| self.at_hand(*id).is_ok()) {
            return Ok(());
        }
        self.hold(all.into_iter())
    }
}
