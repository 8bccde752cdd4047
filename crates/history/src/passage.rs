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

use crate::Arena;
use crate::delta::{Delta, Exchange, xor};
use crate::error::{Result, refused, within};
use crate::memory::Region;
use crate::pause;
use crate::written::Written;
use std::collections::{BTreeMap, BTreeSet};

/// Number of bytes that a number in a set takes at the most.
pub(crate) const LISTED: usize = 32;

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
pub(crate) struct Passage {
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
    /// Creates the passage from one commit to another, of which nothing has come yet.
    pub(crate) fn between(from: u64, to: u64) -> Passage {
        let (left, summed, sum) = (BTreeSet::new(), BTreeSet::new(), Parts::new());
        Passage { from, to, way: Vec::new(), left, summed, sum }
    }

    /// Returns `true` if the passage leads from one commit to another.
    pub(crate) fn leads(&self, from: u64, to: u64) -> bool {
        (self.from, self.to) == (from, to)
    }

    /// Notes that a step lies on the way.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) if the list has no room.
    pub(crate) fn note_step(&mut self, id: u64, room: usize) -> Result<()> {
        match self.way.last_mut() {
            Some((first, _)) if *first == id + 1 => *first = id,
            _ => {
                within(self.bytes_held() + LISTED, room)?;
                self.way.push((id, id));
            }
        }
        Ok(())
    }

    /// Notes that a step on the way has to come.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) if the list has no room.
    pub(crate) fn wait_for(&mut self, id: u64, room: usize) -> Result<()> {
        within(self.bytes_held() + LISTED, room)?;
        self.left.insert(id);
        Ok(())
    }

    /// Returns a step that did not come yet.
    pub(crate) fn missing(&self) -> Option<u64> {
        self.left.last().copied()
    }

    /// Returns `true` if all steps on the way are in memory, so that there is no sum.
    pub(crate) fn is_plain(&self) -> bool {
        self.summed.is_empty()
    }

    /// Returns `true` if a step that lies on the way did not come yet.
    pub(crate) fn lacks(&self, id: u64) -> bool {
        self.left.contains(&id)
    }

    /// Notes that the payload of a step lies in memory.
    pub(crate) fn found(&mut self, id: u64) {
        self.left.remove(&id);
    }

    /// Returns `true` if a step lies on the way, and others on it are waited for.
    pub(crate) fn needs(&self, id: u64) -> bool {
        !self.left.is_empty() && self.way.iter().any(|(first, last)| (*first..=*last).contains(&id))
    }

    /// Returns `true` if a step is in the sum, so that it is crossed with it.
    pub(crate) fn covers(&self, id: u64) -> bool {
        self.summed.contains(&id)
    }

    pub(crate) fn bytes_held(&self) -> usize {
        let listed = self.way.len() + self.left.len() + self.summed.len();
        NODES + listed * LISTED + self.sum.len() * (PART + ENTRY)
    }

    /// Returns the passage that leads back.
    pub(crate) fn turned(self) -> Passage {
        Passage { from: self.to, to: self.from, ..self }
    }

    /// Adds the exchange of a step to the sum, within so much room.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the sum has no
    /// room: the passage is of no use then.
    pub(crate) fn add_step(&mut self, id: u64, written: &Written<'_>, room: usize) -> Result<()> {
        let room = room.saturating_sub(written.longest());
        let mut added = within(self.bytes_held() + LISTED, room);
        written.visit(&mut Vec::new(), &mut |delta| {
            delta.spell(&mut |start, bytes| {
                if added.is_ok() {
                    added = self.add_run(start, bytes, room);
                }
            });
        })?;
        added?;
        self.left.remove(&id);
        self.summed.insert(id);
        Ok(())
    }

    /// Exchanges the bytes of an arena with those that the passage leads to, or back. `touch` hears of each region before.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the arena has no room; nothing has changed then.
    pub(crate) fn exchange<A: Arena>(&self, arena: &mut A, mut touch: impl FnMut(Region)) -> Result<()> {
        let parts = || self.sum.iter().filter(|(_, part)| part.iter().any(|byte| *byte != 0));
        let size = arena.size();
        let region = |number: u64| {
            let start = number * PART as u64;
            Region::new(start, (size - start.min(size)).min(PART as u64) as usize)
        };
        let mut had = Ok(());
        for (number, _) in parts() {
            pause::only(PART);
            touch(region(*number));
            had = had.and_then(|()| arena.provide(region(*number)));
        }
        if had.is_ok() {
            for (number, part) in parts() {
                pause::only(PART);
                let region = region(*number);
                let exchange = Exchange::Spelled(&part[..region.len]);
                Delta { start: region.start, len: region.len as u64, exchange }.swap(arena);
            }
        }
        parts().for_each(|(number, _)| arena.trim(region(*number)));
        had
    }

    /// Adds a run of bytes to the sum, within so much room.
    fn add_run(&mut self, start: u64, bytes: &[u8], room: usize) -> Result<()> {
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() {
            let offset = (at % PART as u64) as usize;
            let (part, more) = rest.split_at(rest.len().min(PART - offset));
            let number = at / PART as u64;
            if !self.sum.contains_key(&number) {
                within(self.bytes_held() + PART + ENTRY, room)?;
                let mut fresh = Vec::new();
                fresh.try_reserve_exact(PART).map_err(refused(PART))?;
                fresh.resize(PART, 0);
                self.sum.insert(number, fresh.into_boxed_slice());
            }
            if let Some(sum) = self.sum.get_mut(&number) {
                xor(&mut sum[offset..offset + part.len()], part);
            }
            (at, rest) = (at + part.len() as u64, more);
        }
        Ok(())
    }
}
