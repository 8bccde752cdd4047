//! An action's beginning and end.
//!
//! The invariant: what was cancelled is, byte for byte, as it was when the action began.

use crate::action::Barrier;
use crate::error::{Error, Result};
use crate::pause;
use crate::{AREA, Arena, History};

/// The most bytes of cells kept between actions.
const SPARE_CELLS: usize = 4 << 20;

impl<A: Arena> History<A> {
    /// Begins an action, or continues the open one if it has the same tag.
    ///
    /// # Errors
    /// [`Error::Busy`] if an action with another tag is open.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        match self.action.tag() {
            Some(open) if open != tag => Err(Error::Busy { open, asked: tag }),
            Some(_) => Ok(()),
            None => {
                self.events.forget_touched();
                self.away.release();
                self.action.open(tag);
                Ok(())
            }
        }
    }

    /// Returns the tag of the open action.
    pub fn open(&self) -> Option<u32> {
        self.action.tag()
    }

    /// Returns `true` if an action is open.
    pub fn is_open(&self) -> bool {
        self.action.is_open()
    }

    /// Cancels the open action: restores every byte it changed. Returns `true` if it did.
    ///
    /// Returns `false` without an open action, and for one [past its barrier](History::is_past_barrier):
    /// that one ends with its changes kept, since nothing remembers what they replaced.
    pub fn cancel(&mut self) -> bool {
        match self.action.barrier() {
            None => false,
            Some(Barrier::Passed) => {
                self.end_barrier();
                false
            }
            Some(_) => {
                self.action.copies().restore(&mut self.arena);
                self.end_action();
                true
            }
        }
    }

    /// Ends the action: frees the pages that it left all zero, and forgets its copies.
    #[inline]
    pub(super) fn end_action(&mut self) {
        if A::GRAIN > 0 || self.events.is_on() {
            self.leave_touched();
        }
        // Kept room counts against the next action's budget, so only a little is kept.
        self.action.close((self.budget.limits().working / 16).min(SPARE_CELLS));
    }

    /// Notes the areas of the pages that were touched, and frees those pages that hold only zeros.
    #[inline(never)]
    fn leave_touched(&mut self) {
        let size = self.arena.size();
        let page = if A::GRAIN == 0 { AREA } else { A::GRAIN.min(AREA) };
        // Cells of one page come in a row: each page is left once, at the first of them.
        let mut last = None;
        for region in self.action.copies().regions::<A>(size) {
            if last.replace(region.start / page) != Some(region.start / page) {
                pause::only(page as usize);
                self.events.touch(region);
                self.arena.trim(region);
            }
        }
    }
}
