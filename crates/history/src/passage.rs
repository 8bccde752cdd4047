//! Passages: going far, across steps whose bytes lie on a disk.
//!
//! Problem: the steps on a long way may take more bytes than memory has, and somebody who goes half of it stands where
//! nobody wanted to. Idea: exchanges are added up by XOR, in any order. So the steps on the way are added up as they
//! come from the disk, each once, and their bytes are let go of. Nothing moves before the last one is there: then the
//! sum is exchanged at once. However many steps there are, the sum takes no more than the bytes that they change.
//!
//! Going back is the same exchange, so the sum is kept until something else is done: who only looks at a step
//! comes back without reading anything.
//!
//! The invariant: a passage leads from the commit where it was begun to one other, and changes nothing until all of it is
//! there.

use crate::away::LISTED;
use crate::delta::{Delta, Exchange};
use crate::error::{Error, Result, within};
use crate::memory::Region;
use crate::pause;
use crate::written::Written;
use crate::{Arena, History};
use std::collections::{BTreeMap, BTreeSet};

/// Number of bytes of a part of the sum.
const PART: usize = 4096;

/// Number of bytes that a part takes in the table at the most, besides its own.
const ENTRY: usize = 64;

/// Number of bytes that the two sets and the table take as soon as there is something in each of them: a node of eleven entries.
const NODES: usize = 512;

/// Sum of the exchanges of some steps, in parts by number.
type Parts = BTreeMap<u64, Box<[u8]>>;

/// A long way that waits for steps on a disk.
#[derive(Debug)]
pub(super) struct Passage {
    from: u64,
    to: u64,
    /// All steps on the way, as runs of numbers in a row, first and last.
    way: Vec<(u64, u64)>,
    /// Steps on the way that did not come yet.
    left: BTreeSet<u64>,
    /// Steps that are in the sum.
    summed: BTreeSet<u64>,
    sum: Parts,
}

impl Passage {
    /// Returns `true` if a step that lies on the way did not come yet.
    pub(super) fn lacks(&self, id: u64) -> bool {
        self.left.contains(&id)
    }

    /// Notes that the payload of a step lies in memory.
    pub(super) fn found(&mut self, id: u64) {
        self.left.remove(&id);
    }

    /// Returns `true` if a step lies on the way, and others on it are waited for.
    pub(super) fn needs(&self, id: u64) -> bool {
        !self.left.is_empty() && self.way.iter().any(|(first, last)| (*first..=*last).contains(&id))
    }

    /// Returns `true` if a step is in the sum, so that it is crossed with it.
    pub(super) fn covers(&self, id: u64) -> bool {
        self.summed.contains(&id)
    }

    pub(super) fn bytes(&self) -> usize {
        let listed = self.way.len() + self.left.len() + self.summed.len();
        NODES + listed * LISTED + self.sum.len() * (PART + ENTRY)
    }

    /// Returns the passage that leads back.
    pub(super) fn turned(self) -> Passage {
        Passage { from: self.to, to: self.from, ..self }
    }
}

impl<A: Arena> History<A> {
    /// Takes the passage from the current commit to another, once all its steps have come. Returns `None` if all steps on
    /// the way are in memory.
    ///
    /// # Errors
    /// [`Error::Away`] if a step did not come yet, [`Error::Unreadable`] if one can't be read,
    /// [`Error::OverBudget`] if there is no room for a list of them. The passage goes on after the first only.
    pub(super) fn passage(&mut self, to: u64, ancestor: u64) -> Result<Option<Passage>> {
        let known =
            self.passage.take().filter(|passage| (passage.from, passage.to) == (self.line.here(), to));
        let mut passage = match known {
            Some(passage) => passage,
            None if !self.is_far(to, ancestor)? => return Ok(None),
            None => self.set_out(to, ancestor)?,
        };
        if let Some(commit) = passage.left.last().copied() {
            self.passage = Some(passage);
            return Err(Error::Away { commit });
        }
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                match self.at_hand(id) {
                    Ok(()) => {}
                    _ if passage.covers(id) => {}
                    Err(Error::Away { .. }) => {
                        within(passage.bytes() + LISTED, self.spare() / 2)?;
                        passage.left.insert(id);
                    }
                    Err(wall) => return Err(wall),
                }
                id = self.tree.parent(id);
            }
        }
        match passage.left.last().copied() {
            Some(commit) => {
                self.passage = Some(passage);
                Err(Error::Away { commit })
            }
            None => Ok(Some(passage).filter(|passage| !passage.summed.is_empty())),
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
        let (left, summed, sum) = (BTreeSet::new(), BTreeSet::new(), Parts::new());
        let mut passage = Passage { from: self.line.here(), to, way: Vec::new(), left, summed, sum };
        let room = self.spare() / 2;
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                match passage.way.last_mut() {
                    Some((first, _)) if *first == id + 1 => *first = id,
                    _ => {
                        within(passage.bytes() + LISTED, room)?;
                        passage.way.push((id, id));
                    }
                }
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
        let Some(mut passage) = self.passage.take() else { return Ok(()) };
        let room = self.spare();
        let room = room.saturating_sub(written.longest());
        let mut added = within(passage.bytes() + LISTED, room);
        written.visit(&mut Vec::new(), &mut |delta| {
            delta.spell(&mut |start, bytes| {
                if added.is_ok() {
                    added = passage.add(start, bytes, room);
                }
            });
        })?;
        added?;
        passage.left.remove(&id);
        passage.summed.insert(id);
        self.passage = Some(passage);
        Ok(())
    }

    /// Exchanges the bytes of the arena with those that a passage leads to, or back.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the arena has no room; nothing has changed then.
    pub(super) fn exchange_sum(&mut self, passage: &Passage) -> Result<()> {
        let parts = || passage.sum.iter().filter(|(_, part)| part.iter().any(|byte| *byte != 0));
        let size = self.arena.size();
        let region = |number: u64| {
            let start = number * PART as u64;
            Region::new(start, (size - start.min(size)).min(PART as u64) as usize)
        };
        let mut had = Ok(());
        for (number, _) in parts() {
            pause::only(PART);
            self.events.touch(region(*number));
            had = had.and_then(|()| self.arena.provide(region(*number)));
        }
        if had.is_ok() {
            for (number, part) in parts() {
                pause::only(PART);
                let region = region(*number);
                let exchange = Exchange::Spelled(&part[..region.len]);
                Delta { start: region.start, len: region.len as u64, exchange }.swap(&mut self.arena);
            }
        }
        parts().for_each(|(number, _)| self.arena.trim(region(*number)));
        had
    }
}

impl Passage {
    /// Adds a run of bytes to the sum, within so much room.
    fn add(&mut self, start: u64, bytes: &[u8], room: usize) -> Result<()> {
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() {
            let offset = (at % PART as u64) as usize;
            let (part, more) = rest.split_at(rest.len().min(PART - offset));
            let number = at / PART as u64;
            if !self.sum.contains_key(&number) {
                within(self.bytes() + PART + ENTRY, room)?;
                let mut fresh = Vec::new();
                fresh.try_reserve_exact(PART).map_err(crate::error::refused(PART))?;
                fresh.resize(PART, 0);
                self.sum.insert(number, fresh.into_boxed_slice());
            }
            if let Some(sum) = self.sum.get_mut(&number) {
                crate::delta::xor(&mut sum[offset..offset + part.len()], part);
            }
            (at, rest) = (at + part.len() as u64, more);
        }
        Ok(())
    }
}
