//! Barriers: what is too big to be remembered, done all the same, when asked first.
//!
//! An action that has no room is refused while nothing is lost yet: the person can
//! be asked. If they agree, the caller raises a barrier inside the open action, which
//! allows the history to forget. It still remembers as long as it can: an action that
//! fits after all is a step like any other, and one whose copies fit can still be
//! cancelled until it ends. Only when its copies have no room either is everything
//! forgotten on the spot, and the action goes on without being remembered. Its end is
//! where the history begins anew. Pins stay.

use crate::action::Barrier;
use crate::error::Result;
use crate::fingerprint::whole;
use crate::memory::Region;
use crate::{Arena, History};

impl<A: Arena> History<A> {
    /// Allows the history to forget everything for the sake of the open action. Ask the person first.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Limits, Region};
    /// let limits = Limits { budget: 10_000, working: 10_000, ..Limits::default() };
    /// let mut history = History::with_limits(vec![0u8; 100_000], limits);
    /// history.begin(1)?;
    /// let all = Region::new(0, 100_000);
    /// let refused = history.write(all).unwrap_err();
    /// assert!(refused.to_string().ends_with("expected at most 10000"));
    /// history.barrier()?;
    /// history.write(all)?.fill(1);
    /// assert!(history.commit(Header::new("Fill"))?.is_none());
    /// assert_eq!((history.position(), history.is_dirty()), (0, true));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn barrier(&mut self) -> Result<()> {
        self.action.raise_barrier()
    }

    /// Returns `true` if the open action is no longer remembered, so that it can't be cancelled.
    pub fn is_past_barrier(&self) -> bool {
        self.action.barrier() == Some(Barrier::Passed)
    }

    /// Goes on without remembering the open action.
    pub(super) fn pass_barrier(&mut self) {
        self.forget();
        self.action.pass_barrier();
    }

    /// Ends an action that was not remembered.
    pub(super) fn end_barrier(&mut self) {
        self.action.close(usize::MAX);
        self.size = self.size.max(self.arena.size());
        self.arena.trim(Region::new(0, usize::MAX));
        self.restart();
    }

    /// Drops every commit while the open action's copies still exist; the base gets a new number.
    pub(super) fn forget(&mut self) {
        if self.saved.needs_commits() {
            let begun = whole(&self.arena) ^ self.action.copies().fingerprint(&self.arena);
            let between = |id| self.tree.between(self.line.here(), id).ok();
            self.saved.leave_commits(|id| Some(begun ^ between(id)?));
        }
        self.restart();
    }

    fn restart(&mut self) {
        self.events.spoil();
        self.line.restart(self.tree.restart());
        self.budget.set_reserve(self.pins.opening());
        self.away.clear();
        self.saved.forget_states();
        self.budget.set_cold(0, 0);
    }
}
