//! Barriers: what is too big to be remembered, done all the same, when asked first.
//!
//! An action that has no room is refused while nothing is lost yet: the person can
//! be asked. If they agree, the caller raises a barrier inside the open action. All
//! that could be undone goes, the action goes on without being remembered, and its
//! end is where the history begins anew. Pins stay.
//!
//! The fingerprint can't be carried on by what is not remembered, so the whole
//! arena is summed once before and once after: that is a barrier's price.

use super::fingerprint::whole;
use super::{Arena, History};
use crate::error::{Error, Result};

impl<A: Arena> History<A> {
    /// From here to its commit, the action under way is not remembered.
    ///
    /// Everything that could be undone or redone goes now, and the action can't be
    /// cancelled any more: ask first.
    ///
    /// ```
    /// use undoodle::history::{Header, History, Limits};
    /// use undoodle::memory::Region;
    /// let limits = Limits { budget: 10_000, depth: 1 };
    /// let mut history = History::with_limits(vec![0u8; 100_000], limits);
    /// history.begin(1)?;
    /// let all = Region::new(0, 100_000);
    /// let refused = history.write(all).unwrap_err();
    /// assert!(refused.to_string().ends_with("expected at most 10000"));
    /// history.barrier()?;
    /// history.write(all)?.fill(1);
    /// assert!(history.commit(Header::new("Fill"))?.is_none());
    /// assert_eq!((history.position(), history.is_dirty()), (0, true));
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Idle`] without an action.
    pub fn barrier(&mut self) -> Result<()> {
        let open = self.open.as_mut().ok_or(Error::Idle)?;
        if open.barrier.is_some() {
            return Ok(());
        }
        let grown = self.temp.fingerprint(&self.arena);
        open.barrier = Some((whole(&self.arena), grown));
        self.temp.release();
        // The state that the action began from has no way to it left, but keeps its number until the end.
        self.forget(self.tree.state(self.here));
        Ok(())
    }

    /// Drops every commit; a new number stands for the state that is left.
    fn forget(&mut self, state: u64) {
        self.here = self.tree.restart(state);
        (self.depth, self.ahead, self.undo_entries, self.line_entries) = (0, 0, 0, 0);
        self.opening = self.pins_opening();
    }

    /// The fingerprint behind a barrier, given that of the arena and what it had grown by before it.
    pub(super) fn beyond(&self, (arena, grown): (u64, u64)) -> u64 {
        let change = whole(&self.arena).wrapping_sub(arena);
        self.tree.base_state.wrapping_add(grown).wrapping_add(change)
    }

    /// Ends an action behind its barrier.
    pub(super) fn pass(&mut self, before: (u64, u64)) {
        self.size = self.size.max(self.arena.size());
        self.forget(self.beyond(before));
    }
}
