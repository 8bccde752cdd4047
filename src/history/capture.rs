//! The temp stack: bytes as they were when an open action first touched them.
//!
//! Copying what is about to change must be cheap for the thousandth dab of a
//! stroke, and must never take the stroke's own paint for the original. So the
//! arena is seen as *cells* of 64 bytes, which are copied whole at the first touch.
//! Overlapping or repeated pushes can't restore wrongly, since only the first copy
//! exists, and are told by one look at a table of what was touched. Bytes that are
//! absent from a sparse arena are zero, so they are noted and not copied.
//!
//! The copies, each with its address, lie in chunks in the order of their touch, which
//! only grow until the action ends. Room for them has a budget of its own, apart from
//! the history's, so an action that is refused or cancelled costs the history nothing.
//!
//! The invariant: what is listed is disjoint, its bytes are the arena's as they were
//! before the action, and no byte outside of it was lent out.

use super::budget::{refused, within};
use super::fingerprint;
use super::groups::Groups;
use crate::error::Result;
use crate::memory::{Arena, Region};
use std::mem::size_of;

/// The largest block an arena may have.
pub(super) const LARGEST_BLOCK: usize = 256;

/// Number of bytes that are copied together, unless the arena's blocks are smaller.
pub(super) const CELL: usize = 64;

/// Number of cells in a group: one for each bit of a mask.
const CELLS: usize = 64;

/// Number of bytes in a group of whole cells.
pub(super) const GROUP: usize = CELLS * CELL;

/// Number of copies in a chunk; the first two chunks are shorter, for actions that touch little.
const CHUNK: usize = 256;

/// Original bytes of an absent group.
pub(super) static ZEROS: [u8; GROUP] = [0; GROUP];

/// A cell's address and its bytes before the action; of a short cell, only the first bytes count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Copied {
    pub(super) start: u64,
    pub(super) bytes: [u8; CELL],
}

/// Cells of a group that were not copied yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fresh {
    number: u64,
    /// Slot of the group.
    slot: usize,
    /// Mask of the cells.
    pub(super) cells: u64,
}

#[derive(Debug, Default)]
pub(super) struct Capture {
    /// The chunk that is being filled.
    filling: Vec<Copied>,
    /// The other chunks: the first `full` of them are full, the rest are empty.
    chunks: Vec<Vec<Copied>>,
    full: usize,
    /// Addresses of groups, or of grains if these are smaller, that were absent: they have no copy.
    absent: Vec<u64>,
    groups: Groups,
    /// Capacity of all chunks, in copies.
    room: usize,
}

/// A visitor of addresses, with the bytes there before the action and now.
pub(super) type Visit<'a> = dyn FnMut(u64, &[u8], &[u8]) + 'a;

/// Returns the number of bytes in a cell of this arena.
const fn cell<A: Arena>() -> usize {
    if A::BLOCK < CELL { A::BLOCK } else { CELL }
}

/// Returns the number of bytes in a group of this arena.
pub(super) const fn group<A: Arena>() -> usize {
    CELLS * cell::<A>()
}

/// Returns the mask of the cells that hold bytes `from` to `last` of a group.
#[inline]
fn bits<A: Arena>(from: usize, last: usize) -> u64 {
    let (low, high) = (from / cell::<A>(), last / cell::<A>());
    u64::MAX >> (CELLS - 1 - high + low) << low
}

impl Capture {
    /// Returns the cells of a region that were not copied yet, or `None` if its group is not known.
    #[inline(always)]
    pub(super) fn fresh<A: Arena>(&self, region: Region) -> Option<Fresh> {
        let number = region.start / group::<A>() as u64;
        let from = region.start as usize % group::<A>();
        if region.len == 0 || region.len > group::<A>() - from {
            return None;
        }
        let (slot, known) = self.groups.find(number)?;
        Some(Fresh { number, slot, cells: bits::<A>(from, from + region.len - 1) & !known })
    }

    /// Copies cells, if there is room. Returns `false` if [`touch`](Capture::touch) has to copy the rest.
    #[inline(never)]
    pub(super) fn copy<A: Arena>(&mut self, arena: &A, fresh: Fresh) -> bool {
        let Fresh { number, slot, mut cells } = fresh;
        // A group that may be present in part needs a look at each part.
        let whole = A::GRAIN == 0 || A::GRAIN >= group::<A>() as u64;
        while cells != 0 {
            if !whole || self.filling.len() == self.filling.capacity() {
                return false;
            }
            self.filling.push(copied(arena, number, cells.trailing_zeros()));
            self.groups.mark(slot, number, cells & cells.wrapping_neg());
            cells &= cells - 1;
        }
        true
    }

    /// Copies the cells of a region that this action has not copied yet, within a budget in bytes.
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`]. Cells copied before the error stay copied,
    /// which is harmless: they are the originals.
    #[inline]
    pub(super) fn touch<A: Arena>(&mut self, arena: &A, region: Region, budget: usize) -> Result<()> {
        let size = group::<A>() as u64;
        // A step lies in one group, and is present or absent as a whole.
        let step = if A::GRAIN > 0 { A::GRAIN.min(size) } else { size };
        let (mut from, end) = (region.start, region.end());
        while from < end {
            let next = end.min((from / step).saturating_add(1).saturating_mul(step));
            if self.groups.is_full() && !self.groups.contains(from / size) {
                self.groups.enlarge(self.bytes(), budget)?;
            }
            if A::GRAIN > 0 && !arena.is_present(Region::new(from, 1)) {
                self.touch_absent::<A>(from, arena.size(), budget)?;
            } else {
                let wanted = bits::<A>((from % size) as usize, ((next - 1) % size) as usize);
                self.touch_cells(arena, from / size, wanted, budget)?;
            }
            from = next;
        }
        Ok(())
    }

    /// Copies the wanted cells of a group that were not copied yet.
    #[inline]
    fn touch_cells<A: Arena>(&mut self, arena: &A, number: u64, wanted: u64, budget: usize) -> Result<()> {
        let place = self.groups.place(number);
        let mut fresh = wanted & !self.groups.cells(place);
        while fresh != 0 {
            if self.filling.len() == self.filling.capacity() {
                self.next_chunk(budget)?;
            }
            self.filling.push(copied(arena, number, fresh.trailing_zeros()));
            self.groups.mark(place, number, fresh & fresh.wrapping_neg());
            fresh &= fresh - 1;
        }
        Ok(())
    }

    /// Notes the whole grain around an absent address as absent.
    ///
    /// Writing one of its bytes makes all of them present, and a later touch would copy them.
    #[cold]
    fn touch_absent<A: Arena>(&mut self, address: u64, size: u64, budget: usize) -> Result<()> {
        let first = address / A::GRAIN * A::GRAIN;
        let len = group::<A>().min(A::GRAIN as usize);
        for start in (first..size.min(first.saturating_add(A::GRAIN))).step_by(len) {
            if self.groups.is_full() && !self.groups.contains(start / group::<A>() as u64) {
                self.groups.enlarge(self.bytes(), budget)?;
            }
            if self.absent.len() == self.absent.capacity() {
                self.lengthen(budget)?;
            }
            let (number, from) = (start / group::<A>() as u64, start as usize % group::<A>());
            let (place, cells) = (self.groups.place(number), bits::<A>(from, from + len - 1));
            if self.groups.cells(place) & cells == 0 {
                self.groups.mark(place, number, cells);
                self.absent.push(start);
            }
        }
        Ok(())
    }

    /// Grows the list of absent addresses.
    #[cold]
    fn lengthen(&mut self, budget: usize) -> Result<()> {
        let more = self.absent.capacity().max(32);
        // The old list is held while it is copied.
        let bytes = (self.absent.capacity() + more) * size_of::<u64>();
        within(self.bytes() + bytes, budget)?;
        self.absent.try_reserve_exact(more).map_err(refused(bytes))
    }

    /// Moves on to an empty chunk, allocating one if there is none.
    #[cold]
    fn next_chunk(&mut self, budget: usize) -> Result<()> {
        if self.full == self.chunks.len() && self.filling.capacity() > 0 {
            let list = if self.full == self.chunks.capacity() { self.full.max(4) } else { 0 };
            let bytes = list * size_of::<Vec<Copied>>();
            within(self.bytes() + bytes, budget)?;
            self.chunks.try_reserve_exact(list).map_err(refused(bytes))?;
            let chunk = self.chunk(budget)?;
            self.chunks.push(chunk);
        } else if self.full == self.chunks.len() {
            self.filling = self.chunk(budget)?;
            return Ok(());
        }
        std::mem::swap(&mut self.filling, &mut self.chunks[self.full]);
        self.full += 1;
        Ok(())
    }

    /// Allocates a chunk.
    fn chunk(&mut self, budget: usize) -> Result<Vec<Copied>> {
        let chunks = self.chunks.len() + usize::from(self.filling.capacity() > 0);
        let wanted = CHUNK >> (4 - 2 * chunks.min(2));
        // Short chunks near the end of the budget, so that it is used up.
        let fits = self.bytes() + wanted * size_of::<Copied>() <= budget;
        let len = if fits { wanted } else { CHUNK >> 4 };
        let bytes = len * size_of::<Copied>();
        within(self.bytes() + bytes, budget)?;
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(len).map_err(refused(bytes))?;
        self.room += len;
        Ok(chunk)
    }

    /// Returns the copied cells in the order of their first touch.
    #[inline]
    pub(super) fn cells(&self) -> impl Iterator<Item = &Copied> {
        self.chunks[..self.full].iter().chain([&self.filling]).flatten()
    }

    /// Returns the regions of an arena of `size` bytes that were absent.
    pub(super) fn absent<A: Arena>(&self, size: u64) -> impl Iterator<Item = Region> {
        let len = group::<A>().min(A::GRAIN as usize);
        self.absent.iter().map(move |start| Region::new(*start, len.min((size - start) as usize)))
    }

    /// Visits the touched bytes, the cells in the order of their first touch: the address, the bytes before the
    /// action, and the bytes now.
    pub(super) fn visit<A: Arena>(&self, arena: &A, visit: &mut Visit<'_>) {
        self.cells().for_each(|copied| copied.visit(arena, visit));
        let absent = self.absent::<A>(arena.size());
        absent.for_each(|region| visit_parts(arena, region, &ZEROS[..region.len], visit));
    }

    /// Returns the regions that were touched of an arena of `size` bytes, the cells in the order of their first
    /// touch.
    pub(super) fn regions<A: Arena>(&self, size: u64) -> impl Iterator<Item = Region> {
        self.cells().map(move |copied| copied.region::<A>(size)).chain(self.absent::<A>(size))
    }

    /// Returns the numbers of the groups that were touched, in no order.
    pub(super) fn groups(&self) -> impl Iterator<Item = u64> {
        self.groups.numbers()
    }

    /// Returns the fingerprint of the difference that the action has made so far.
    pub(super) fn fingerprint<A: Arena>(&self, arena: &A) -> u64 {
        let mut sum = 0;
        self.visit(arena, &mut |start, before, after| {
            sum ^= fingerprint::of(start, before) ^ fingerprint::of(start, after);
        });
        sum
    }

    /// Restores every copied byte.
    pub(super) fn restore<A: Arena>(&self, arena: &mut A) {
        let size = arena.size();
        let cells = self.cells().map(|copied| (copied.region::<A>(size), &copied.bytes[..]));
        let absent = self.absent::<A>(size).map(|region| (region, &ZEROS[..]));
        for (region, before) in cells.chain(absent) {
            if let Some(live) = arena.get_mut(region) {
                live.copy_from_slice(&before[..region.len]);
                continue;
            }
            for block in blocks::<A>(region) {
                let from = (block.start - region.start) as usize;
                if let Some(live) = arena.get_mut(block) {
                    live.copy_from_slice(&before[from..from + block.len]);
                }
            }
        }
    }

    /// Forgets all copies. Keeps the memory for the next action if it is at most `most` bytes.
    pub(super) fn clear(&mut self, most: usize) {
        if self.bytes() > most {
            *self = Capture::default();
            return;
        }
        self.absent.clear();
        self.groups.clear();
        self.filling.clear();
        self.chunks.iter_mut().for_each(Vec::clear);
        self.full = 0;
    }

    /// Frees all memory; no action may be open.
    pub(super) fn release(&mut self) {
        *self = Capture::default();
    }

    /// Returns the number of touched cells and absent groups.
    pub(super) fn len(&self) -> usize {
        let full: usize = self.chunks[..self.full].iter().map(Vec::len).sum();
        full + self.filling.len() + self.absent.len()
    }

    /// Returns an upper bound of the bytes that were touched.
    pub(super) fn bytes_touched(&self) -> usize {
        (self.len() - self.absent.len()) * CELL + self.absent.len() * GROUP
    }

    /// Returns the number of bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.absent.capacity() * size_of::<u64>()
            + self.groups.bytes()
            + self.chunks.capacity() * size_of::<Vec<Copied>>()
            + self.room * size_of::<Copied>()
    }
}

impl Copied {
    /// Returns the cell's bytes now, or `None` if it is shorter than [`CELL`].
    #[inline(always)]
    pub(super) fn now<'a, A: Arena>(&self, arena: &'a A) -> Option<&'a [u8; CELL]> {
        if cell::<A>() < CELL { None } else { arena.get(Region::new(self.start, CELL))?.first_chunk() }
    }

    /// Returns where the cell lies in an arena of `size` bytes.
    fn region<A: Arena>(&self, size: u64) -> Region {
        Region::new(self.start, size.saturating_sub(self.start).min(cell::<A>() as u64) as usize)
    }

    /// Visits the cell's bytes: the address, the bytes before the action, and the bytes now.
    #[cold]
    pub(super) fn visit<A: Arena>(&self, arena: &A, visit: &mut Visit<'_>) {
        let region = self.region::<A>(arena.size());
        visit_parts(arena, region, &self.bytes[..region.len], visit);
    }
}

/// Visits the parts of a region that are contiguous: the address, the given bytes, and the bytes now.
pub(super) fn visit_parts<A: Arena>(arena: &A, region: Region, before: &[u8], visit: &mut Visit<'_>) {
    if let Some(now) = arena.get(region) {
        return visit(region.start, before, now);
    }
    for block in blocks::<A>(region) {
        let from = (block.start - region.start) as usize;
        if let Some(now) = arena.get(block) {
            visit(block.start, &before[from..from + block.len], now);
        }
    }
}

/// Returns the blocks of a region that begins at a block.
pub(super) fn blocks<A: Arena>(region: Region) -> impl Iterator<Item = Region> {
    let parts = (0..region.len).step_by(A::BLOCK);
    parts.map(move |at| Region::new(region.start + at as u64, A::BLOCK.min(region.len - at)))
}

/// Returns a copy of a group's cell.
#[inline(always)]
fn copied<A: Arena>(arena: &A, number: u64, index: u32) -> Copied {
    let start = number * group::<A>() as u64 + u64::from(index) * cell::<A>() as u64;
    match arena.get(Region::new(start, cell::<A>())).and_then(|bytes| bytes.first_chunk()) {
        Some(bytes) => Copied { start, bytes: *bytes },
        None => padded(arena, start),
    }
}

/// Copies a cell that is shorter than [`CELL`], as it lies at the arena's end or the blocks are smaller.
#[cold]
fn padded<A: Arena>(arena: &A, start: u64) -> Copied {
    let mut bytes = [0; CELL];
    let len = cell::<A>().min((arena.size() - start) as usize);
    if let Some(now) = arena.get(Region::new(start, len)) {
        bytes[..len].copy_from_slice(now);
    }
    Copied { start, bytes }
}

#[cfg(test)]
mod tests;
