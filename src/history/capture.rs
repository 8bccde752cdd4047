//! The temp stack: bytes as they were when an open action first touched them.
//!
//! Copying what is about to change must be cheap for the thousandth dab of a
//! stroke, and must never take the stroke's own paint for the original. So the
//! unit is a block of the arena with a slot of its own, found through a hash table
//! that knows only the blocks of this action: what an action costs does not depend
//! on the arena's size. Within the slot, only the words between the first and the
//! last one asked for are copied, and nothing is copied twice. Overlapping or
//! repeated pushes can't restore wrongly, since only the first copy exists.
//!
//! Room is had in two steps, so that a budget can be asked in between:
//! [`shortage`](Capture::shortage) says what would be allocated, and
//! [`grow`](Capture::grow) allocates it. Touching never does.
//!
//! The invariant: the bytes of a slot between `low` and `high` are the arena's as
//! they were before the action, and no byte outside of them has been lent out.

use super::encode::{Encoder, Sink, bound};
use super::fingerprint::{WORD, change};
use crate::error::{Error, Result};
use crate::memory::{Arena, Region, differs};
use std::collections::TryReserveError;
use std::mem::size_of;

/// Slots are allocated so many at a time.
const SLOTS: usize = 16;

/// So many groups of slots are kept for the next action, if the budget is large.
const KEPT: usize = 32;

/// The largest block an arena may have.
pub(super) const LARGEST: usize = 256;

/// A block that the action has touched.
#[derive(Clone, Copy, Debug, Default)]
struct Slot {
    block: u64,
    low: u16,
    high: u16,
}

#[derive(Debug, Default)]
struct Group {
    slots: Vec<Slot>,
    copies: Vec<u8>,
}

#[derive(Debug, Default)]
pub(super) struct Capture {
    groups: Vec<Group>,
    len: usize,
    /// By hash of the block: one more than its slot's index; 0 where there is none.
    table: Vec<u32>,
    /// The blocks in ascending order with their slots, where that is not the order of their touch.
    order: Vec<(u64, u32)>,
    /// Some block was touched after one that lies behind it.
    unsorted: bool,
}

pub(super) fn refused(bytes: usize) -> impl Fn(TryReserveError) -> Error {
    move |_| Error::OutOfMemory { what: "history", bytes: bytes as u64, limit: 0 }
}

fn blocks<A: Arena>(region: Region) -> std::ops::Range<u64> {
    let block = A::BLOCK as u64;
    region.start / block..region.end().div_ceil(block)
}

/// The words of a region that lie in a block, as offsets in it.
fn within<A: Arena>(arena: &A, block: u64, region: Region) -> (usize, usize) {
    let start = block * A::BLOCK as u64;
    let len = (arena.size() - start).min(A::BLOCK as u64) as usize;
    let low = region.start.saturating_sub(start) as usize / WORD * WORD;
    let high = ((region.end() - start) as usize).min(len).next_multiple_of(WORD).min(len);
    (low, high)
}

impl Capture {
    fn group_bytes(block: usize) -> usize {
        SLOTS * (size_of::<Slot>() + block)
    }

    /// The bytes that would be allocated if the region were touched; mostly none.
    pub(super) fn shortage<A: Arena>(&self, region: Region) -> usize {
        let blocks = blocks::<A>(region);
        let more = (blocks.end - blocks.start) as usize;
        if self.len + more <= self.room() {
            return 0;
        }
        let fresh = blocks.filter(|block| self.find(*block).is_err()).count();
        if fresh == 0 { 0 } else { self.allocation(fresh, A::BLOCK) }
    }

    /// How many slots there are before anything is allocated.
    fn room(&self) -> usize {
        (self.groups.len() * SLOTS).min(self.table.len() / 2)
    }

    fn table_for(slots: usize) -> usize {
        (slots * 2).next_power_of_two().max(4 * SLOTS)
    }

    fn allocation(&self, fresh: usize, block: usize) -> usize {
        let groups = (self.len + fresh).div_ceil(SLOTS);
        let mut bytes = groups.saturating_sub(self.groups.len()) * Self::group_bytes(block);
        if groups > self.groups.capacity() {
            bytes += groups.next_power_of_two() * size_of::<Group>();
        }
        let table = Self::table_for(self.len + fresh);
        if table > self.table.len() {
            bytes += table * size_of::<u32>();
        }
        bytes
    }

    /// Makes the room that [`shortage`](Capture::shortage) has named.
    pub(super) fn grow<A: Arena>(&mut self, region: Region) -> Result<()> {
        let fresh = blocks::<A>(region).filter(|block| self.find(*block).is_err()).count();
        let groups = (self.len + fresh).div_ceil(SLOTS);
        if groups > self.groups.capacity() {
            let more = groups.next_power_of_two() - self.groups.len();
            self.groups.try_reserve_exact(more).map_err(refused(more * size_of::<Group>()))?;
        }
        while self.groups.len() < groups {
            let mut group = Group::default();
            let full = refused(Self::group_bytes(A::BLOCK));
            group.slots.try_reserve_exact(SLOTS).map_err(&full)?;
            group.copies.try_reserve_exact(SLOTS * A::BLOCK).map_err(&full)?;
            group.copies.resize(SLOTS * A::BLOCK, 0);
            self.groups.push(group);
        }
        if Self::table_for(self.len + fresh) > self.table.len() {
            self.tabled(self.len + fresh)?;
            for index in 0..self.len {
                if let Err(place) = self.find(self.slot(index).block) {
                    self.table[place] = index as u32 + 1;
                }
            }
        }
        Ok(())
    }

    /// An empty table for so many slots.
    fn tabled(&mut self, slots: usize) -> Result<()> {
        let wanted = Self::table_for(slots);
        let mut table = Vec::new();
        table.try_reserve_exact(wanted).map_err(refused(wanted * size_of::<u32>()))?;
        table.resize(wanted, 0);
        self.table = table;
        Ok(())
    }

    fn slot(&self, index: usize) -> Slot {
        self.groups[index / SLOTS].slots[index % SLOTS]
    }

    /// The index of a block's slot, or the place in the table where it belongs.
    #[inline]
    fn find(&self, block: u64) -> std::result::Result<usize, usize> {
        if self.table.is_empty() {
            return Err(0);
        }
        let mask = self.table.len() - 1;
        let hash = block.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40;
        let mut place = hash as usize & mask;
        loop {
            match self.table[place] as usize {
                0 => return Err(place),
                found if self.slot(found - 1).block == block => return Ok(found - 1),
                _ => place = (place + 1) & mask,
            }
        }
    }

    /// Copies what of a region this action has not copied yet; there must be room.
    pub(super) fn touch<A: Arena>(&mut self, arena: &A, region: Region) {
        if region.len == 0 {
            return;
        }
        for block in blocks::<A>(region) {
            let (low, high) = within(arena, block, region);
            match self.find(block) {
                Ok(index) => {
                    let Slot { low: from, high: to, .. } = self.slot(index);
                    let (from, to) = (from as usize, to as usize);
                    if low < from {
                        self.copy(arena, block, index, low..from);
                    }
                    if high > to {
                        self.copy(arena, block, index, to..high);
                    }
                    let slot = &mut self.groups[index / SLOTS].slots[index % SLOTS];
                    slot.low = low.min(from) as u16;
                    slot.high = high.max(to) as u16;
                }
                Err(place) => {
                    let index = self.len;
                    self.unsorted |= index > 0 && self.slot(index - 1).block > block;
                    let slots = &mut self.groups[index / SLOTS].slots;
                    slots.push(Slot { block, low: low as u16, high: high as u16 });
                    self.table[place] = index as u32 + 1;
                    self.len += 1;
                    self.copy(arena, block, index, low..high);
                }
            }
        }
    }

    fn copy<A: Arena>(&mut self, arena: &A, block: u64, index: usize, range: std::ops::Range<usize>) {
        let start = block * A::BLOCK as u64 + range.start as u64;
        let at = index % SLOTS * A::BLOCK;
        if let Some(bytes) = arena.get(Region::new(start, range.len())) {
            self.groups[index / SLOTS].copies[at + range.start..at + range.end].copy_from_slice(bytes);
        }
    }

    /// A touched region, and its bytes as they were before the action.
    fn original<A: Arena>(&self, index: usize) -> (Region, &[u8]) {
        let Slot { block, low, high } = self.slot(index);
        let (low, high) = (low as usize, high as usize);
        let at = index % SLOTS * A::BLOCK;
        let region = Region::new(block * A::BLOCK as u64 + low as u64, high - low);
        (region, &self.groups[index / SLOTS].copies[at + low..at + high])
    }

    /// The bytes that [`sort`](Capture::sort) would allocate.
    pub(super) fn sorting(&self) -> usize {
        // The sorting itself takes as much again.
        if self.unsorted { 2 * self.len * size_of::<(u64, u32)>() } else { 0 }
    }

    /// Finds the order of the addresses.
    ///
    /// A hand goes up and down: its blocks are a few sorted runs, which a merge sort finds.
    pub(super) fn sort(&mut self) -> Result<()> {
        self.order = Vec::new();
        let mut order = Vec::new();
        order.try_reserve_exact(self.len).map_err(refused(self.sorting()))?;
        for group in &self.groups {
            let index = order.len() as u32;
            order.extend(group.slots.iter().map(|slot| slot.block).zip(index..));
        }
        order.sort_by_key(|(block, _)| *block);
        self.order = order;
        Ok(())
    }

    /// Encodes what has changed since the first touches, in the order found by [`sort`](Capture::sort).
    ///
    /// What the arena's fingerprint has grown by comes along.
    pub(super) fn difference<A: Arena, S: Sink>(&self, arena: &A, encoder: &mut Encoder<S>) -> u64 {
        let mut exchange = [0; LARGEST];
        let mut grown = 0u64;
        for at in 0..self.len {
            let index = self.order.get(at).map_or(at, |(_, index)| *index as usize);
            let (region, before) = self.original::<A>(index);
            let Some(after) = arena.get(region) else { continue };
            let exchange = &mut exchange[..region.len];
            grown = grown.wrapping_add(change(region.start, before, after, exchange));
            encoder.block(region.start, exchange);
        }
        grown
    }

    /// Whether anything differs from the first touches.
    pub(super) fn changed<A: Arena>(&self, arena: &A) -> bool {
        let differs = |(region, before)| arena.get(region).is_some_and(|after| differs(before, after));
        (0..self.len).map(|index| self.original::<A>(index)).any(differs)
    }

    /// What the arena's fingerprint has grown by since the first touches.
    pub(super) fn fingerprint<A: Arena>(&self, arena: &A) -> u64 {
        let mut out = [0; LARGEST];
        let change = |index| {
            let (region, before) = self.original::<A>(index);
            arena.get(region).map_or(0, |after| change(region.start, before, after, &mut out[..region.len]))
        };
        (0..self.len).map(change).fold(0, u64::wrapping_add)
    }

    /// The most bytes that the difference can encode to.
    pub(super) fn bound(&self) -> usize {
        let group = |group: &Group| -> usize {
            group.slots.iter().map(|slot| bound((slot.high - slot.low) as usize)).sum()
        };
        self.groups.iter().map(group).sum()
    }

    /// Puts every copied byte back.
    pub(super) fn restore<A: Arena>(&self, arena: &mut A) {
        for index in 0..self.len {
            let (region, before) = self.original::<A>(index);
            if let Some(live) = arena.get_mut(region) {
                live.copy_from_slice(before);
            }
        }
    }

    /// Forgets all copies, and keeps a little room for the next action: about `spare` bytes at most.
    pub(super) fn clear(&mut self, spare: usize) {
        self.order = Vec::new();
        let group = self.groups.first().map_or(1, |group| group.copies.capacity());
        let kept = KEPT.min(spare / group);
        if self.groups.len() > kept {
            self.groups.truncate(kept);
            self.groups.shrink_to_fit();
            self.table = Vec::new();
            if kept > 0 && self.tabled(kept * SLOTS).is_err() {
                self.groups = Vec::new();
            }
        }
        self.groups.iter_mut().for_each(|group| group.slots.clear());
        self.table.fill(0);
        self.len = 0;
        self.unsorted = false;
    }

    /// Gives all its room back; nothing may be under way.
    pub(super) fn release(&mut self) {
        *self = Capture::default();
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn regions<A: Arena>(&self) -> impl Iterator<Item = Region> + '_ {
        (0..self.len).map(|index| self.original::<A>(index).0)
    }

    /// The bytes held on the heap.
    pub(super) fn bytes(&self) -> usize {
        let groups: usize =
            self.groups.first().map_or(0, |g| SLOTS * size_of::<Slot>() + g.copies.capacity());
        self.groups.capacity() * size_of::<Group>()
            + self.groups.len() * groups
            + self.table.capacity() * size_of::<u32>()
            + self.order.capacity() * size_of::<(u64, u32)>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(capture: &mut Capture, arena: &Vec<u8>, region: Region) {
        if capture.shortage::<Vec<u8>>(region) > 0 {
            capture.grow::<Vec<u8>>(region).unwrap();
        }
        capture.touch(arena, region);
    }

    #[test]
    fn a_slot_grows_and_never_copies_what_was_lent() {
        let mut arena: Vec<u8> = (0..1000).map(|i| i as u8).collect();
        let original = arena.clone();
        let mut capture = Capture::default();
        for (start, len) in [(300, 4), (310, 4), (290, 30), (256, 256), (301, 1), (990, 10), (250, 12)] {
            touch(&mut capture, &arena, Region::new(start, len));
            arena[start as usize..start as usize + len].fill(0xee);
        }
        assert_eq!(capture.len(), 3, "three blocks of four");
        capture.restore(&mut arena);
        assert_eq!(arena, original);
    }

    #[test]
    fn growing_allocates_exactly_what_was_said_and_clearing_lets_go() {
        let arena = vec![1u8; 100 * 256];
        let mut capture = Capture::default();
        for block in (0..100).rev() {
            let region = Region::new(block * 256, 1);
            let said = capture.shortage::<Vec<u8>>(region);
            let before = (capture.bytes(), capture.table.len() * 4, capture.groups.capacity() * 24);
            if said > 0 {
                capture.grow::<Vec<u8>>(region).unwrap();
            }
            let freed = if capture.table.len() * 4 > before.1 { before.1 } else { 0 };
            assert!(capture.bytes() + freed <= before.0 + said + before.2, "block {block}");
            capture.touch(&arena, region);
        }
        assert_eq!(capture.sorting(), 3200);
        capture.sort().unwrap();
        assert_eq!(capture.order.first(), Some(&(0, 99)));
        capture.clear(1 << 20);
        assert!(capture.bytes() > 0, "a little room is kept");
        capture.clear(10_000);
        assert_eq!(capture.groups.len(), 2, "a little less");
        capture.clear(0);
        assert_eq!(capture.bytes(), 0, "or none");
    }
}
