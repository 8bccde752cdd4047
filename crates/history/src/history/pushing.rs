//! Pushing: from the quickest way to copy what is about to change to the one that may have to allocate.
//!
//! A stroke pushes thousands of times what it has pushed before. [`push`](History::push) itself sees that, and takes a cell that
//! is new as long as there is room. All else comes here.
//!
//! The invariant: whichever way a region goes, its bytes are copied before it is lent out.

use crate::action::Barrier;
use crate::cells::{bit, is_in_one};
use crate::error::{Error, Result};
use crate::groups::Found;
use crate::{Arena, History, Region};

impl<A: Arena> History<A> {
    /// Captures a region's bytes, so that they may change.
    ///
    /// Pushing again, or overlapping, is free and harmless: the first touch
    /// of each byte is the one that counts.
    ///
    /// # Errors
    /// [`Error::Idle`] without an open action, [`Error::Region`] outside the arena,
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] if there is no room for the copy.
    #[inline(always)]
    pub fn push(&mut self, region: Region) -> Result<()> {
        // A region in one cell ends without an overflow. The last cell may reach beyond the arena's end.
        if is_in_one::<A>(region) && region.start + ((region.len - 1) as u64) < self.size {
            let found = self.action.find::<A>(region.start);
            if found.cells & bit::<A>(region.start) != 0 || self.push_one(region.start, found) {
                return Ok(());
            }
        }
        self.push_fresh(region)
    }

    /// Captures a region and returns it for writing: the only way to change the arena.
    ///
    /// # Errors
    /// As [`push`](History::push).
    #[inline]
    pub fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        self.push(region)?;
        let Region { start, len } = region;
        if len == 0 {
            return Ok(&mut []);
        }
        if A::GRAIN > 0 {
            self.arena.provide(region)?;
        }
        let size = self.arena.size();
        let Some(bytes) = self.arena.get_mut(region) else { return Err(Error::Region { start, len, size }) };
        Ok(bytes)
    }

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
