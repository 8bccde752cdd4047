//! Suspending: changes from outside, such as a game that plays on what is drawn.
//!
//! Code that changes the bytes without pushing would make every difference in the
//! history wrong. So it is given a copy to work on. When it is done, the original
//! comes back, or what the copy has become is committed as one step like any other.
//!
//! The invariant: while it is suspended, the history and its arena don't change.

use super::keep::How;
use super::{Arena, Commit, Header, History};
use crate::error::{Error, Result};
use crate::memory::Region;

impl<A: Arena> History<A> {
    /// Suspends the history and returns a copy of the arena to be changed at will.
    ///
    /// ```
    /// use undoodle::history::{Header, History};
    /// let mut history = History::new(vec![0u8; 8]);
    /// let mut game = history.suspend()?;
    /// game[3] = 1;
    /// assert!(history.begin(1).is_err(), "nothing happens behind the game's back");
    /// history.resume_with(&game, Header::new("Play"))?;
    /// assert_eq!(history.arena()[3], 1);
    /// history.undo()?;
    /// assert_eq!(history.arena()[3], 0);
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Busy`] while an action is under way; [`Error::Suspended`] if it is suspended;
    /// [`Error::OutOfMemory`] when the copy can't be allocated.
    pub fn suspend(&mut self) -> Result<A> {
        self.idle()?;
        let copy = self.arena.copied()?;
        self.suspended = true;
        Ok(copy)
    }

    /// Returns `true` if the history is suspended.
    pub fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Goes on with the arena as it was, and returns `true` if the history was suspended.
    pub fn resume(&mut self) -> bool {
        std::mem::take(&mut self.suspended)
    }

    /// Goes on with what the copy has become, as one step; `None` if it has become nothing else.
    ///
    /// # Errors
    /// [`Error::Diverged`] when the copy is shorter than the arena; as
    /// [`commit`](History::commit) when the difference can't be kept. The
    /// history is still suspended then.
    pub fn resume_with(&mut self, changed: &A, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        if !self.suspended {
            return Err(Error::Idle);
        }
        let (size, found) = (self.arena.size(), changed.size());
        if found < size {
            return Err(Error::Diverged { expected: size, found });
        }
        self.arena.grow(found)?;
        self.suspended = false;
        let adopted = self.begin(header.tag).and_then(|()| {
            // What either of the two holds may differ; what neither holds is zero in both.
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
        // Whatever is refused, nothing of it stays.
        match adopted.and_then(|()| self.keep(header, How::default())) {
            Ok(id) => Ok(id.and_then(|id| self.commit_at(id))),
            Err(error) => {
                self.cancel();
                self.suspended = true;
                Err(error)
            }
        }
    }

    /// Returns the regions that are present, as a list, so that the arena may change under it.
    pub(super) fn present(&self) -> Result<Vec<Region>> {
        let mut list = Vec::new();
        for region in self.arena.present() {
            let bytes = 3 * (list.len() + 2) * std::mem::size_of::<Region>();
            super::budget::within(bytes, self.spare())?;
            list.try_reserve(1).map_err(super::budget::refused(bytes))?;
            list.push(region);
        }
        Ok(list)
    }

    /// Makes the bytes of a region those that `expect` has, block by block, within the open action.
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
