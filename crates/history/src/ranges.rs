//! Which deltas of a payload lie in ranges of addresses that somebody asks for.
//!
//! Problem: whoever wants a few bytes of a thousand steps goes through all of their deltas, a few hundred each, and searching the ranges for each of
//! them would take most of the time. Idea: deltas mostly ascend, as ranges do. So the range is remembered that lies ahead of the last
//! delta, and the next delta is compared with that one's two ends.
//!
//! The invariant: what is visited does not depend on the order of the deltas.

use crate::delta::Delta;
use std::ops::Range;

/// How many ranges are passed one by one before the next is searched for.
const NEAR: usize = 4;

/// The range that lies ahead of the last delta.
#[derive(Debug)]
pub(crate) struct Ahead<'a> {
    ranges: &'a [Range<u64>],
    /// Its index, and itself; an empty one behind all addresses if there is none.
    first: usize,
    range: Range<u64>,
    /// End of the range before it.
    passed: u64,
}

impl<'a> Ahead<'a> {
    /// Creates it for ranges that ascend and are apart.
    pub(crate) fn of(ranges: &'a [Range<u64>]) -> Ahead<'a> {
        let mut ahead = Ahead { ranges, first: 0, range: 0..0, passed: 0 };
        ahead.set(0);
        ahead
    }

    /// Visits those bytes of a delta that lie in the ranges.
    #[inline(always)]
    pub(crate) fn visit(&mut self, delta: &Delta<'_>, visit: &mut dyn FnMut(u64, &[u8])) {
        if delta.start >= self.range.end {
            // Mostly it is the next one.
            self.set(self.first + 1);
            if delta.start >= self.range.end {
                self.seek(delta.start);
            }
        } else if delta.start < self.passed {
            self.seek(delta.start);
        }
        if delta.end() > self.range.start {
            self.spell(delta, visit);
        }
    }

    #[inline(always)]
    fn set(&mut self, first: usize) {
        self.passed =
            first.checked_sub(1).and_then(|last| self.ranges.get(last)).map_or(0, |range| range.end);
        self.range = self.ranges.get(first).map_or(u64::MAX..u64::MAX, Range::clone);
        self.first = first;
    }

    /// Finds the first range that ends behind an address.
    #[inline(never)]
    fn seek(&mut self, start: u64) {
        let (ranges, passed) = (self.ranges, |range: &Range<u64>| range.end <= start);
        if start < self.passed {
            return self.set(ranges[..self.first].partition_point(passed));
        }
        let (mut first, near) = (self.first, ranges.len().min(self.first + NEAR));
        while first < near && passed(&ranges[first]) {
            first += 1;
        }
        if first == near {
            first += ranges[near..].partition_point(passed);
        }
        self.set(first);
    }

    /// Visits those bytes of a delta that lie in the range ahead and those behind it.
    #[inline(never)]
    fn spell(&self, delta: &Delta<'_>, visit: &mut dyn FnMut(u64, &[u8])) {
        for range in self.ranges.iter().skip(self.first).take_while(|range| range.start < delta.end()) {
            delta.within(range).into_iter().for_each(|part| part.spell(visit));
        }
    }
}
