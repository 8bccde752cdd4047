//! Pushing: from the quickest way to copy what is about to change to the one that may have to allocate.
//!
//! A stroke pushes thousands of times what it has pushed before. [`push`](History::push) itself sees that, and takes a cell that
//! is new as long as there is room. All else comes here.
//!
//! The invariant: whichever way a region goes, its bytes are copied before it is lent out.

use crate::action::Barrier;
use crate::error::{Error, Result};
use crate::groups::Found;
use crate::{Arena, History, Region};

impl<A: Arena> History<A> {
    /// Captures the cell at an address if nothing has to be allocated. Returns `false` if it did not.
    #[inline(never)]
    pub(super) fn push_one(&mut self, address: u64, found: Found) -> bool {
        self.action.copy_one(&self.arena, address, found)
    }

    /// Captures a region of several cells, or of a group that has no slot yet.
    #[inline(never)]
    pub(super) fn push_fresh(&mut self, region: Region) -> Result<()> {
        if self.action.is_remembered() && region.end() <= self.size && self.action.copy(&self.arena, region) {
            return Ok(());
        }
        self.push_new(region)
    }

    /// Captures any region, within the working budget.
    #[cold]
    #[inline(never)]
    fn push_new(&mut self, region: Region) -> Result<()> {
        let barrier = self.action.barrier().ok_or(Error::Idle)?;
        if self.arena.get(region).is_none() {
            let Region { start, len } = region;
            return Err(Error::Region { start, len, size: self.arena.size() });
        }
        if barrier == Barrier::Passed {
            return Ok(());
        }
        let working = self.budget.limits().working - self.owed().min(self.budget.limits().working);
        let touched = self.action.touch(&self.arena, region, working);
        match touched {
            Err(_) if barrier == Barrier::Armed => {
                self.pass_barrier();
                Ok(())
            }
            done => {
                self.size = self.size.max(self.arena.size());
                done
            }
        }
    }
}
