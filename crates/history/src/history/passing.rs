//! Waiting for the steps of a [passage](crate::passage), and crossing it.
//!
//! The first who asks for a way that leads across steps on a disk is told which one to bring. Each that comes is added up. When
//! the last has come, the way is gone in one exchange.
//!
//! The invariant: nothing moves as long as a step is missing.

use crate::error::{Error, Result};
use crate::passage::Passage;
use crate::written::Written;
use crate::{Arena, History};

impl<A: Arena> History<A> {
    /// Takes the passage from the current commit to another, once all its steps have come. Returns `None` if all steps on
    /// the way are in memory.
    ///
    /// # Errors
    /// [`Error::Away`] if a step did not come yet, [`Error::Unreadable`] if one can't be read,
    /// [`Error::OverBudget`] if there is no room for a list of them. The passage goes on after the first only.
    pub(super) fn passage(&mut self, to: u64, ancestor: u64) -> Result<Option<Passage>> {
        let here = self.line.here();
        let known = self.away.take_passage().filter(|passage| passage.leads(here, to));
        let mut passage = match known {
            Some(passage) => passage,
            None if !self.is_far(to, ancestor)? => return Ok(None),
            None => self.set_out(to, ancestor)?,
        };
        if let Some(commit) = passage.missing() {
            self.away.set_passage(Some(passage));
            return Err(Error::Away { commit });
        }
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                match self.at_hand(id) {
                    Ok(()) => {}
                    _ if passage.covers(id) => {}
                    Err(Error::Away { .. }) => {
                        passage.wait_for(id, self.spare() / 2)?;
                    }
                    Err(wall) => return Err(wall),
                }
                id = self.tree.parent(id);
            }
        }
        match passage.missing() {
            Some(commit) => {
                self.away.set_passage(Some(passage));
                Err(Error::Away { commit })
            }
            None => Ok(Some(passage).filter(|passage| !passage.is_plain())),
        }
    }

    /// Returns `true` if any step on the way to a commit lies on a disk alone.
    ///
    /// # Errors
    /// [`Error::Unreadable`] if one can't be read.
    fn is_far(&self, to: u64, ancestor: u64) -> Result<bool> {
        let mut far = false;
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                match self.at_hand(id) {
                    Ok(()) => {}
                    Err(Error::Away { .. }) => far = true,
                    Err(wall) => return Err(wall),
                }
                id = self.tree.parent(id);
            }
        }
        Ok(far)
    }

    /// Returns a passage from the current commit to another, of which nothing has come yet.
    ///
    /// # Errors
    /// [`Error::OverBudget`] if there is no room for a list of its steps.
    fn set_out(&mut self, to: u64, ancestor: u64) -> Result<Passage> {
        // What has no room goes now: later on nothing that lies on the way is put away.
        self.settle();
        let mut passage = Passage::between(self.line.here(), to);
        let room = self.spare() / 2;
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                passage.note_step(id, room)?;
                id = self.tree.parent(id);
            }
        }
        Ok(passage)
    }

    /// Adds the exchange of a step to the passage that lacks it.
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] if the sum has no room: the passage is gone then.
    pub(super) fn pass(&mut self, id: u64, written: &Written<'_>) -> Result<()> {
        let Some(mut passage) = self.away.take_passage() else { return Ok(()) };
        passage.add_step(id, written, self.spare())?;
        self.away.set_passage(Some(passage));
        Ok(())
    }

    /// Exchanges the bytes of the arena with those that a passage leads to, or back.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the arena has no room; nothing has changed then.
    pub(super) fn exchange_sum(&mut self, passage: &Passage) -> Result<()> {
        passage.exchange(&mut self.arena, |region| self.events.touch(region))
    }
}
