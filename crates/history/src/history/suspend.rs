//! Suspending: changes from outside, such as a game that plays on what is drawn.
//!
//! Code that changes the bytes without pushing would make every difference in the
//! history wrong. So it is given a copy to work on. When it is done, the original
//! comes back, or what the copy has become is committed as one step like any other.
//!
//! The invariant: while it is suspended, the history and its arena don't change.

use super::keep::KeepOptions;
use crate::error::{Error, Result};
use crate::memory::Region;
use crate::{Arena, Commit, Header, History};

impl<A: Arena> History<A> {
    /// Suspends the history and returns a copy of the arena that the caller may change freely.
    ///
    /// ```
    /// use undoodle_history::{Header, History};
    /// let mut history = History::new(vec![0u8; 8]);
    /// let mut game = history.suspend()?;
    /// game[3] = 1;
    /// assert!(history.begin(1).is_err(), "nothing happens behind the game's back");
    /// history.resume_with(&game, Header::new("Play"))?;
    /// assert_eq!(history.arena()[3], 1);
    /// history.undo()?;
    /// assert_eq!(history.arena()[3], 0);
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Busy`] while an action is open; [`Error::Suspended`] if it is suspended already;
    /// [`Error::OutOfMemory`] if the copy can't be allocated.
    pub fn suspend(&mut self) -> Result<A> {
        self.action.check_idle()?;
        let copy = self.arena.copied()?;
        self.action.set_suspended(true);
        Ok(copy)
    }

    /// Returns `true` if the history is suspended.
    pub fn is_suspended(&self) -> bool {
        self.action.is_suspended()
    }

    /// Resumes with the arena unchanged. Returns `true` if the history was suspended.
    pub fn resume(&mut self) -> bool {
        let suspended = self.action.is_suspended();
        self.action.set_suspended(false);
        suspended
    }

    /// Resumes and commits the changes made to the copy as one step, or returns `None` if there are none.
    ///
    /// # Errors
    /// [`Error::Diverged`] if the copy is shorter than the arena; as
    /// [`commit`](History::commit) if there is no room for the commit. The
    /// history is still suspended then.
    pub fn resume_with(&mut self, changed: &A, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        if !self.action.is_suspended() {
            return Err(Error::Idle);
        }
        let (size, found) = (self.arena.size(), changed.size());
        if found < size {
            return Err(Error::Diverged { expected: size, found });
        }
        self.arena.grow(found)?;
        self.action.set_suspended(false);
        let adopted = self.begin(header.tag).and_then(|()| {
            // Only bytes present in one of the two can differ: absent ones are zero in both.
            for region in changed.present() {
                self.adopt(region, |region| changed.get(region))?;
            }
            if A::GRAIN == 0 {
                return Ok(());
            }
            for region in self.present()? {
                if !changed.is_present(region) {
                    self.adopt(region, |region| changed.get(region))?;
                }
            }
            Ok(())
        });
        // On an error, no part of the change stays.
        match adopted.and_then(|()| self.keep(header, KeepOptions::default())) {
            Ok(id) => Ok(id.and_then(|id| self.commit_at(id))),
            Err(error) => {
                self.cancel();
                self.action.set_suspended(true);
                Err(error)
            }
        }
    }

    /// Returns the present regions as a list, so that the arena may change meanwhile.
    pub(super) fn present(&self) -> Result<Vec<Region>> {
        let mut list = Vec::new();
        for region in self.arena.present() {
            let bytes = 3 * (list.len() + 2) * std::mem::size_of::<Region>();
            crate::error::within(bytes, self.spare())?;
            list.try_reserve(1).map_err(crate::error::refused(bytes))?;
            list.push(region);
        }
        Ok(list)
    }

    /// Sets the bytes of a region to those that `expect` returns for each block, within the open action.
    pub(super) fn adopt<'b>(
        &mut self,
        region: Region,
        mut expect: impl FnMut(Region) -> Option<&'b [u8]>,
    ) -> Result<()> {
        let mut at = region.start;
        while at < region.end() {
            let end = (at - at % A::BLOCK as u64 + A::BLOCK as u64).min(region.end());
            let block = Region::new(at, (end - at) as usize);
            if let Some(expected) = expect(block)
                && self.arena.get(block) != Some(expected)
            {
                self.write(block)?.copy_from_slice(expected);
            }
            at = end;
        }
        Ok(())
    }
}
