//! The action under way: whose it is, what it has touched, and whether it is remembered.
//!
//! Two actions are never open at once, so there is one place for the copies of both the present action and the next, and one spare
//! buffer for writing a commit down. What an action may do follows from these
//! few facts, so nobody else knows them: whether a byte has to be copied before it is lent out is asked here.
//!
//! The invariant: there are copies only while an action is open that is remembered.

use crate::capture::Capture;
use crate::error::{Error, Result};
use crate::groups::Found;
use crate::{Arena, Region};

/// Barrier of an open action: whether the history may forget everything for its sake.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Barrier {
    /// No barrier: the action is refused if it does not fit.
    #[default]
    None,
    /// Raised, and the action still fits.
    Armed,
    /// Passed: the action did not fit, and can't be undone.
    Passed,
}

/// An open action.
#[derive(Clone, Copy, Debug)]
struct Open {
    tag: u32,
    barrier: Barrier,
}

/// The place of the one action that may be under way.
#[derive(Debug, Default)]
pub(crate) struct Action {
    open: Option<Open>,
    copies: Capture,
    /// Spare buffer for writing a piece, kept between actions.
    buffer: Vec<u8>,
}

impl Action {
    /// Returns the tag of the open action.
    #[inline]
    pub(crate) fn tag(&self) -> Option<u32> {
        self.open.map(|open| open.tag)
    }

    /// Returns the barrier of the open action.
    #[inline]
    pub(crate) fn barrier(&self) -> Option<Barrier> {
        self.open.map(|open| open.barrier)
    }

    /// Returns `true` if an action is open.
    #[inline]
    pub(crate) fn is_open(&self) -> bool {
        self.open.is_some()
    }

    /// Returns `true` if an action is open that has not passed its barrier.
    #[inline]
    pub(crate) fn is_remembered(&self) -> bool {
        self.open.is_some_and(|open| open.barrier != Barrier::Passed)
    }

    /// Returns an error if an action is open.
    #[inline]
    pub(crate) fn check_idle(&self) -> Result<()> {
        match self.tag() {
            None => Ok(()),
            Some(open) => Err(Error::Busy { open, asked: 0 }),
        }
    }

    /// Opens an action.
    #[inline]
    pub(crate) fn open(&mut self, tag: u32) {
        self.open = Some(Open { tag, barrier: Barrier::None });
    }

    /// Raises the barrier of the open action.
    ///
    /// # Errors
    /// [`Error::Idle`] without an open action.
    pub(crate) fn raise_barrier(&mut self) -> Result<()> {
        let open = self.open.as_mut().ok_or(Error::Idle)?;
        if open.barrier == Barrier::None {
            open.barrier = Barrier::Armed;
        }
        Ok(())
    }

    /// Goes on without remembering the open action.
    pub(crate) fn pass_barrier(&mut self) {
        self.copies.release();
        if let Some(open) = &mut self.open {
            open.barrier = Barrier::Passed;
        }
    }

    /// Closes the open action and forgets its copies. Keeps their memory for the next if it is at most `most` bytes.
    #[inline]
    pub(crate) fn close(&mut self, most: usize) {
        self.copies.clear(most);
        self.open = None;
    }

    /// Returns what the open action has touched.
    #[inline(always)]
    pub(crate) fn copies(&self) -> &Capture {
        &self.copies
    }

    /// Looks for the group of an address among those that were touched.
    #[inline(always)]
    pub(crate) fn find<A: Arena>(&self, address: u64) -> Found {
        self.copies.find::<A>(address)
    }

    /// Captures the cell at an address if nothing has to be allocated. Returns `false` if it did not.
    #[inline(always)]
    pub(crate) fn copy_one<A: Arena>(&mut self, arena: &A, address: u64, found: Found) -> bool {
        // Only an open action has copies.
        (found.cells != 0 || self.is_remembered()) && self.copies.copy_one(arena, address, found)
    }

    /// Captures a region for an action that is remembered, if it lies in one group and nothing has to be allocated. Returns
    /// `false` if it did not.
    #[inline(always)]
    pub(crate) fn copy<A: Arena>(&mut self, arena: &A, region: Region) -> bool {
        self.copies.copy(arena, region)
    }

    /// Captures a region of the arena within a budget in bytes.
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`].
    pub(crate) fn touch<A: Arena>(&mut self, arena: &A, region: Region, working: usize) -> Result<()> {
        let buffer = self.buffer.capacity();
        let touched = self.copies.touch(arena, region, working.saturating_sub(buffer));
        if touched.is_ok() || buffer == 0 {
            return touched;
        }
        // The spare buffer only saves an allocation later: give it up before refusing.
        self.buffer = Vec::new();
        self.copies.touch(arena, region, working)
    }

    /// Returns the fingerprint of what the open action has changed so far, 0 without one, or `None` if it is no longer
    /// remembered.
    pub(crate) fn difference<A: Arena>(&self, arena: &A) -> Option<u64> {
        match self.barrier() {
            None => Some(0),
            Some(Barrier::Passed) => None,
            Some(_) => Some(self.copies.fingerprint(arena)),
        }
    }

    /// Takes the spare buffer.
    pub(crate) fn take_buffer(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.buffer)
    }

    /// Keeps a buffer for the next commit.
    pub(crate) fn keep_buffer(&mut self, buffer: Vec<u8>) {
        self.buffer = buffer;
    }

    /// Frees the spare buffer.
    pub(crate) fn drop_buffer(&mut self) {
        self.buffer = Vec::new();
    }

    /// Frees what is kept for the next action, if none is open.
    pub(crate) fn release(&mut self) {
        if !self.is_open() {
            self.copies.release();
            self.buffer = Vec::new();
        }
    }

    /// Returns the number of bytes allocated.
    #[inline]
    pub(crate) fn bytes_held(&self) -> usize {
        self.copies.bytes_held() + self.buffer.capacity()
    }
}
