//! Slabs: long runs of bytes in which small hot payloads lie one behind the other.
//!
//! A pencil's step is half a kilobyte. If each were an allocation of its own, looking for its
//! place would take as long as writing it. So payloads are written where they stay, behind the
//! one before, in slabs of 16 KiB. They leave, for an allocation of their own, when they become
//! cold, which is soon: idle moments see to it. A slab that nobody lies in any more is freed.
//!
//! A slab is held as a whole for as long as one payload lies in it. So it counts as a whole, new
//! ones are made only where the budget has room to spare, and all are emptied before anything is
//! refused or dropped for want of room. They are also emptied when the budget becomes so small that it
//! has no room to spare: a payload that leaves a slab takes bytes of its own before the slab is freed.
//!
//! The invariant: each run lies in the used part of its slab, no two overlap, and a slab knows how
//! many lie in it.

use crate::error::require;
use std::mem::size_of;

/// Number of bytes in a slab.
pub const SLAB: usize = 16 << 10;

/// The fewest slabs that a budget must have room for, so that one more or less is no matter.
pub(crate) const SLABS: usize = 64;

/// The most bytes of a run: there is room for several in a slab.
pub(crate) const LONGEST_RUN: usize = SLAB / 4;

/// The place of a payload: a slab, and a range of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    slab: u32,
    start: u16,
    len: u16,
}

impl Run {
    /// Returns the number of bytes.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len.into()
    }
}

/// Bytes for runs; the capacity of one that was freed is 0.
#[derive(Debug, Default)]
struct Slab {
    bytes: Vec<u8>,
    /// Number of runs.
    runs: usize,
}

/// All slabs of a history.
#[derive(Debug, Default)]
pub struct Slabs {
    list: Vec<Slab>,
    /// Index of the slab that is being filled.
    filling: usize,
    /// Bytes of all slabs.
    pub bytes: usize,
    /// Number of all runs.
    pub runs: usize,
    /// Bytes of all runs.
    used: usize,
}

/// No slabs: for commits whose pieces are allocations of their own.
pub static NO_SLABS: Slabs = Slabs { list: Vec::new(), filling: 0, bytes: 0, runs: 0, used: 0 };

impl Slabs {
    /// Returns the number of bytes allocated.
    #[inline]
    pub fn bytes_held(&self) -> usize {
        self.bytes + self.list.capacity() * size_of::<Slab>()
    }

    /// Returns the number of bytes allocated in which no run lies.
    pub(crate) fn slack(&self) -> usize {
        self.bytes_held() - self.used
    }

    /// Returns `true` if nothing lies in any slab.
    pub fn is_empty(&self) -> bool {
        self.runs == 0
    }

    /// Returns the bytes of a run.
    #[inline]
    pub fn get(&self, Run { slab, start, len }: Run) -> &[u8] {
        &self.list[slab as usize].bytes[start.into()..][..len.into()]
    }

    /// Returns the slab that is being filled, if at least `most` bytes can be appended.
    #[inline]
    pub fn tail(&mut self, most: usize) -> Option<&mut Vec<u8>> {
        let slab = self.list.get_mut(self.filling)?;
        Some(&mut slab.bytes).filter(|bytes| bytes.capacity() - bytes.len() >= most)
    }

    /// Makes a run of the last bytes that were appended to the tail.
    #[inline]
    pub fn keep(&mut self, len: usize) -> Run {
        let slab = &mut self.list[self.filling];
        slab.runs += 1;
        self.runs += 1;
        self.used += len;
        let start = slab.bytes.len() - len;
        Run { slab: self.filling as u32, start: start as u16, len: len as u16 }
    }

    /// Returns the number of bytes that [`add_slab`](Slabs::add_slab) would allocate.
    pub(crate) fn growth(&self) -> usize {
        let full = self.list.len() == self.list.capacity();
        // The old list is held while it is copied.
        SLAB + if full { 2 * self.list.len().max(4) * size_of::<Slab>() } else { 0 }
    }

    /// Allocates a slab and fills it from now on. Returns `false`, changing nothing, if there is no memory.
    #[cold]
    pub fn add_slab(&mut self) -> bool {
        let mut bytes = Vec::new();
        let full = self.list.len() == self.list.capacity();
        let more = if full { self.list.len().max(4) } else { 0 };
        if bytes.try_reserve_exact(SLAB).is_err() || self.list.try_reserve_exact(more).is_err() {
            return false;
        }
        self.bytes += SLAB;
        let slab = Slab { bytes, runs: 0 };
        match self.list.iter().position(|slab| slab.bytes.capacity() == 0) {
            Some(freed) => (self.list[freed], self.filling) = (slab, freed),
            None => {
                self.filling = self.list.len();
                self.list.push(slab);
            }
        }
        true
    }

    /// Gives up a run. Frees its slab if it was the last there, unless that is the one being filled.
    pub fn release(&mut self, run: Run) {
        let slab = &mut self.list[run.slab as usize];
        (slab.runs, self.runs) = (slab.runs - 1, self.runs - 1);
        self.used -= run.len();
        if slab.runs == 0 {
            slab.bytes.clear();
            if run.slab as usize != self.filling {
                slab.bytes = Vec::new();
                self.bytes -= SLAB;
            }
        }
    }

    /// Frees the slab that is being filled if nothing lies in it, and the list if there is no other.
    pub fn trim(&mut self) {
        if let Some(slab) = self.list.get_mut(self.filling).filter(|slab| slab.runs == 0) {
            self.bytes -= slab.bytes.capacity();
            slab.bytes = Vec::new();
        }
        if self.bytes == 0 {
            *self = Slabs::default();
        }
    }

    /// Checks the invariant against all runs that there are.
    pub fn validate(&self, mut runs: Vec<Run>) -> Result<(), String> {
        runs.sort_unstable_by_key(|run| (run.slab, run.start));
        let apart = |one: &Run, other: &Run| one.slab < other.slab || one.start + one.len <= other.start;
        require(runs.is_sorted_by(apart), "runs don't overlap")?;
        let (mut bytes, used) = (0, runs.iter().map(|run| run.len()).sum::<usize>());
        for (index, slab) in self.list.iter().enumerate() {
            bytes += slab.bytes.capacity();
            let mine = || runs.iter().filter(|run| run.slab as usize == index);
            let inside = mine().all(|run| usize::from(run.start) + run.len() <= slab.bytes.len());
            require(mine().count() == slab.runs && inside, "a slab knows its runs")?;
            let held = slab.runs > 0 || index == self.filling;
            require(held || slab.bytes.capacity() == 0, "a slab of no runs is freed")?;
        }
        require((bytes, runs.len(), used) == (self.bytes, self.runs, self.used), "slabs are counted")
    }
}
