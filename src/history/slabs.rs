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

use std::mem::size_of;

/// Number of bytes in a slab.
pub(super) const SLAB: usize = 16 << 10;

/// The most bytes of a run: there is room for several in a slab.
pub(super) const LONGEST_RUN: usize = SLAB / 4;

/// The place of a payload: a slab, and a range of its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Run {
    slab: u32,
    start: u16,
    len: u16,
}

impl Run {
    /// Returns the number of bytes.
    #[inline]
    pub(super) fn len(self) -> usize {
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
pub(super) struct Slabs {
    list: Vec<Slab>,
    /// Index of the slab that is being filled.
    filling: usize,
    /// Bytes of all slabs.
    bytes: usize,
    /// Number of all runs.
    runs: usize,
}

/// No slabs: for commits whose pieces are allocations of their own.
pub(super) static NO_SLABS: Slabs = Slabs { list: Vec::new(), filling: 0, bytes: 0, runs: 0 };

impl Slabs {
    /// Returns the number of bytes allocated.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.bytes + self.list.capacity() * size_of::<Slab>()
    }

    /// Returns `true` if nothing lies in any slab.
    pub(super) fn is_empty(&self) -> bool {
        self.runs == 0
    }

    /// Returns the bytes of a run.
    #[inline]
    pub(super) fn get(&self, Run { slab, start, len }: Run) -> &[u8] {
        &self.list[slab as usize].bytes[start.into()..][..len.into()]
    }

    /// Returns the slab that is being filled, if at least `most` bytes can be appended.
    #[inline]
    pub(super) fn tail(&mut self, most: usize) -> Option<&mut Vec<u8>> {
        let slab = self.list.get_mut(self.filling)?;
        Some(&mut slab.bytes).filter(|bytes| bytes.capacity() - bytes.len() >= most)
    }

    /// Makes a run of the last bytes that were appended to the tail.
    #[inline]
    pub(super) fn keep(&mut self, len: usize) -> Run {
        let slab = &mut self.list[self.filling];
        slab.runs += 1;
        self.runs += 1;
        let start = slab.bytes.len() - len;
        Run { slab: self.filling as u32, start: start as u16, len: len as u16 }
    }

    /// Returns the number of bytes that [`add`](Slabs::add) would allocate.
    pub(super) fn growth(&self) -> usize {
        let full = self.list.len() == self.list.capacity();
        // The old list is held while it is copied.
        SLAB + if full { 2 * self.list.len().max(4) * size_of::<Slab>() } else { 0 }
    }

    /// Allocates a slab and fills it from now on. Returns `false`, changing nothing, if there is no memory.
    #[cold]
    pub(super) fn add(&mut self) -> bool {
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
    pub(super) fn release(&mut self, run: Run) {
        let slab = &mut self.list[run.slab as usize];
        (slab.runs, self.runs) = (slab.runs - 1, self.runs - 1);
        if slab.runs == 0 {
            slab.bytes.clear();
            if run.slab as usize != self.filling {
                slab.bytes = Vec::new();
                self.bytes -= SLAB;
            }
        }
    }

    /// Frees the slab that is being filled if nothing lies in it, and the list if there is no other.
    pub(super) fn trim(&mut self) {
        if let Some(slab) = self.list.get_mut(self.filling).filter(|slab| slab.runs == 0) {
            self.bytes -= slab.bytes.capacity();
            slab.bytes = Vec::new();
        }
        if self.bytes == 0 {
            *self = Slabs::default();
        }
    }

    /// Checks the invariant against all runs that there are.
    pub(super) fn validate(&self, mut runs: Vec<Run>) -> Result<(), String> {
        let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        runs.sort_unstable_by_key(|run| (run.slab, run.start));
        let apart = |one: &Run, other: &Run| one.slab < other.slab || one.start + one.len <= other.start;
        check(runs.is_sorted_by(apart), "runs don't overlap")?;
        let mut bytes = 0;
        for (index, slab) in self.list.iter().enumerate() {
            bytes += slab.bytes.capacity();
            let mine = || runs.iter().filter(|run| run.slab as usize == index);
            let inside = mine().all(|run| usize::from(run.start) + run.len() <= slab.bytes.len());
            check(mine().count() == slab.runs && inside, "a slab knows its runs")?;
            let held = slab.runs > 0 || index == self.filling;
            check(held || slab.bytes.capacity() == 0, "a slab of no runs is freed")?;
        }
        check(bytes == self.bytes && runs.len() == self.runs, "slabs are counted")
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Header, History, Limits};
    use super::*;
    use crate::memory::Region;

    fn keep(slabs: &mut Slabs, bytes: &[u8]) -> Run {
        if slabs.tail(bytes.len()).is_none() {
            assert!(slabs.add());
        }
        let tail = slabs.tail(bytes.len()).unwrap();
        tail.extend_from_slice(bytes);
        slabs.keep(bytes.len())
    }

    #[test]
    fn runs_lie_behind_each_other_and_a_slab_goes_with_its_last() {
        let mut slabs = Slabs::default();
        assert!(slabs.tail(1).is_none());
        let runs: Vec<Run> = (0..40).map(|i| keep(&mut slabs, &[i; 1000])).collect();
        slabs.validate(runs.clone()).unwrap();
        assert_eq!(slabs.bytes, 3 * SLAB, "sixteen in a slab");
        assert!(runs.iter().zip(0..).all(|(run, i)| slabs.get(*run) == [i; 1000]));
        runs[..15].iter().for_each(|run| slabs.release(*run));
        assert_eq!(slabs.bytes, 3 * SLAB);
        slabs.release(runs[15]);
        assert_eq!((slabs.bytes, slabs.get(runs[16])), (2 * SLAB, &[16; 1000][..]));
        runs[32..].iter().for_each(|run| slabs.release(*run));
        slabs.validate(runs[16..32].to_vec()).unwrap();
        slabs.trim();
        assert_eq!((slabs.bytes, slabs.is_empty()), (SLAB, false));
        runs[16..32].iter().for_each(|run| slabs.release(*run));
        slabs.trim();
        assert_eq!(slabs.bytes(), 0);
    }

    /// Paints single bytes at multiples of 64.
    fn paint(history: &mut History<Vec<u8>>, count: u64, value: u8) -> bool {
        history.begin(1).unwrap();
        for at in 0..count {
            history.write(Region::new(at * 64, 1)).unwrap()[0] = value;
        }
        history.commit(Header::new("Paint")).is_ok_and(|commit| commit.is_some())
    }

    #[test]
    fn small_steps_share_a_slab_until_they_are_cold() {
        let mut history = History::new(vec![0u8; 1 << 20]);
        (1..=8).for_each(|value| assert!(paint(&mut history, 4, value)));
        assert!(!paint(&mut history, 4, 8), "nothing changed");
        assert!(paint(&mut history, 100, 9), "too long for a slab");
        assert_eq!((history.tree.slabs.runs, history.tree.slabs.bytes), (8, SLAB));
        history.validate().unwrap();
        while history.seal(1 << 20) {}
        assert_eq!(history.tree.slabs.runs, 3, "the newest four stay hot");
        history.validate().unwrap();
        (0..9).for_each(|_| _ = history.undo().unwrap());
        assert!(history.arena().iter().all(|byte| *byte == 0));
        (0..9).for_each(|_| _ = history.redo().unwrap());
        assert_eq!(history.arena()[64], 9);
        history.validate().unwrap();
    }

    #[test]
    fn slabs_are_emptied_before_a_step_is_refused_or_dropped() {
        let limits = Limits { budget: 1 << 20, depth: 3, working: 8 << 20 };
        let mut history = History::with_limits(vec![0u8; 4 << 20], limits);
        (1..=20).for_each(|value| assert!(paint(&mut history, 4, value)));
        assert_eq!(history.tree.slabs.runs, 20);
        // With what it needs, all of the budget but a few kilobytes is taken, less than a slab.
        let mut state = 1u32;
        let mut noise = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 24) as u8 | 1
        };
        let len = 890_000;
        history.begin(1).unwrap();
        history.write(Region::new(1 << 20, len)).unwrap().fill_with(&mut noise);
        assert!(history.commit(Header::new("Noise")).unwrap().is_some());
        history.validate().unwrap();
        assert_eq!(history.tree.slabs.bytes(), 0);
        assert_eq!(history.position(), 21, "packed, the others fit beside it");
        history.set_limits(Limits { budget: 100_000, ..limits }).unwrap();
        history.validate().unwrap();
        assert!(paint(&mut history, 4, 99));
        assert_eq!(history.tree.slabs.bytes(), 0, "a small budget has no room for slabs");
    }

    #[test]
    fn steps_that_leave_their_slab_stay_within_a_budget_that_was_lowered() {
        let limits = |budget| Limits { budget, ..Limits::default() };
        let painted = || {
            let mut history = History::new(vec![0u8; 1 << 20]);
            (1..=20).for_each(|value| assert!(paint(&mut history, 8, value)));
            history
        };
        let held = painted().stats().bytes;
        for budget in (held - 2000..held + 6000).step_by(100) {
            let mut history = painted();
            history.set_limits(limits(budget)).unwrap();
            assert!(history.tree.slabs.is_empty(), "a small budget has no room for slabs");
            while history.seal(1000) {
                history.validate().unwrap();
            }
            history.validate().unwrap();
            assert_eq!(history.position(), 20, "packed, they all fit");
        }
    }

    #[test]
    fn a_step_stays_in_its_slab_if_the_budget_has_no_room_beside_it() {
        let limits = Limits { budget: 1 << 20, ..Limits::default() };
        let mut history = History::with_limits(vec![0u8; 1 << 20], limits);
        (1..=8).for_each(|value| assert!(paint(&mut history, 8, value)));
        // The open action takes the room for packing, so the smaller budget keeps its slab.
        history.begin(1).unwrap();
        history.write(Region::new(0, 1 << 19)).unwrap().fill(1);
        let full = Limits { working: history.stats().touched, ..limits };
        history.set_limits(full).unwrap();
        let budget = history.stats().bytes + 100;
        history.set_limits(Limits { budget, ..full }).unwrap();
        history.cancel();
        history.set_limits(Limits { budget, ..limits }).unwrap();
        assert_eq!((history.position(), history.tree.slabs.bytes), (8, SLAB));
        (9..=15).for_each(|value| assert!(paint(&mut history, 8, value)));
        while history.seal(1000) {
            history.validate().unwrap();
        }
        history.validate().unwrap();
        assert_eq!((history.position(), history.tree.slabs.bytes), (15, SLAB));
    }
}
