//! Suspending: changes from outside, such as a game that plays on what is drawn.
//!
//! Code that changes the bytes without pushing would make every difference in the
//! history wrong. So it is given a copy to work on. When it is done, the original
//! comes back, or what the copy has become is committed as one step like any other.
//!
//! The invariant: while it is suspended, the history and its arena don't change.

use super::{Arena, Commit, Header, History};
use crate::error::{Error, Result};
use crate::memory::Region;

impl<A: Arena> History<A> {
    /// Suspends the history and gives a copy of the arena to be changed at will.
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
    /// [`Error::Busy`] while an action is under way; [`Error::Suspended`] if it is suspended.
    pub fn suspend(&mut self) -> Result<A>
    where
        A: Clone,
    {
        self.idle()?;
        self.suspended = true;
        Ok(self.arena.clone())
    }

    /// Whether the history is suspended.
    pub fn is_suspended(&self) -> bool {
        self.suspended
    }

    /// Goes on with the arena as it was; whether the history was suspended.
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
        let adopted = self.begin(0).and_then(|()| {
            self.adopt(|start, expected| {
                let bytes = changed.get(Region::new(start, expected.len()));
                expected.copy_from_slice(bytes.unwrap_or_default());
            })
        });
        // Whatever is refused, nothing of it stays.
        let kept = adopted.and_then(|()| self.keep(header, None).map(|commit| commit.map(|c| c.id)));
        match kept {
            Ok(id) => Ok(id.and_then(|id| self.commit_at(id))),
            Err(error) => {
                self.cancel();
                self.suspended = true;
                Err(error)
            }
        }
    }

    /// Makes the arena's bytes those that `expect` writes, block by block, within the open action.
    pub(super) fn adopt(&mut self, mut expect: impl FnMut(u64, &mut [u8])) -> Result<()> {
        let mut expected = [0; super::capture::LARGEST];
        for start in (0..self.arena.size()).step_by(A::BLOCK) {
            let region = Region::new(start, (self.arena.size() - start).min(A::BLOCK as u64) as usize);
            let expected = &mut expected[..region.len];
            expect(start, expected);
            if self.arena.get(region).is_some_and(|bytes| bytes != expected) {
                self.write(region)?.copy_from_slice(expected);
            }
        }
        Ok(())
    }
}
