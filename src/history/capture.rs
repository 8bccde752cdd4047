//! The temp stack: bytes as they were when an open action first touched them.
//!
//! Copying what is about to change must be cheap for the thousandth dab of a
//! stroke, and must never take the stroke's own paint for the original. So the
//! arena is seen as *cells* of 64 bytes, which are copied whole at the first touch.
//! Overlapping or repeated pushes can't restore wrongly, since only the first copy
//! exists, and are told by one look at a table of what was touched. Bytes that are
//! absent from a sparse arena are zero, so they are noted and not copied.
//!
//! The copies lie in chunks in the order of their touch, beside a list of the
//! addresses that they were at: both only grow until the action ends. Room for them
//! has a budget of its own, apart from the history's, so an action that is refused or
//! cancelled costs the history nothing.
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

/// Copy of a cell; in an arena with smaller blocks, only the first bytes count.
type CellCopy = [u8; CELL];

/// Number of cells in a group: one for each bit of a mask.
const CELLS: usize = 64;

/// Number of bytes in a group of whole cells.
pub(super) const GROUP: usize = CELLS * CELL;

/// Number of copies in a chunk; the first two chunks are shorter, for actions that touch little.
const CHUNK: usize = 256;

/// Flag in an address: the group's bytes there were absent, thus zero, and have no copy.
const ABSENT: u64 = 1;

/// Original bytes of an absent group.
static ZEROS: [u8; GROUP] = [0; GROUP];

#[derive(Debug, Default)]
pub(super) struct Capture {
    /// Addresses of the touched cells and absent groups, in the order of their first touch.
    starts: Vec<u64>,
    /// The chunk that is being filled.
    filling: Vec<CellCopy>,
    /// The other chunks: the first `full` of them are full, the rest are empty.
    chunks: Vec<Vec<CellCopy>>,
    full: usize,
    groups: Groups,
    /// Capacity of all chunks, in copies.
    room: usize,
    /// Number of groups that were absent.
    absent: usize,
}

/// A visitor of addresses, with the bytes there before the action and now.
pub(super) type Visit<'a> = dyn FnMut(u64, &[u8], &[u8]) + 'a;

/// Returns the number of bytes in a cell of this arena.
const fn cell<A: Arena>() -> usize {
    if A::BLOCK < CELL { A::BLOCK } else { CELL }
}

/// Returns the number of bytes in a group of this arena.
const fn group<A: Arena>() -> usize {
    CELLS * cell::<A>()
}

/// Returns the mask of the cells that hold bytes `from` to `last` of a group.
#[inline]
fn bits<A: Arena>(from: usize, last: usize) -> u64 {
    let (low, high) = (from / cell::<A>(), last / cell::<A>());
    u64::MAX >> (CELLS - 1 - high + low) << low
}

impl Capture {
    /// Returns `true` if a region lies in one group and all its cells are known to be copied.
    ///
    /// A quick check, with false negatives.
    #[inline]
    pub(super) fn knows<A: Arena>(&self, region: Region) -> bool {
        let number = region.start / group::<A>() as u64;
        let from = region.start as usize % group::<A>();
        if region.len == 0 || region.len > group::<A>() - from {
            return false;
        }
        self.groups.knows(number, bits::<A>(from, from + region.len - 1))
    }

    /// Copies the cells of a region that were not copied yet, if its group is known and there is room.
    /// Returns `true` if that was all; [`touch`](Capture::touch) does the rest.
    #[inline]
    pub(super) fn touch_again<A: Arena>(&mut self, arena: &A, region: Region) -> bool {
        let number = region.start / group::<A>() as u64;
        let from = region.start as usize % group::<A>();
        let (place, known) = self.groups.look(number);
        // A group that may be present in part needs a look at each part.
        let whole = A::GRAIN == 0 || A::GRAIN >= group::<A>() as u64;
        if !whole || known == 0 || region.len == 0 || region.len > group::<A>() - from {
            return false;
        }
        let mut fresh = bits::<A>(from, from + region.len - 1) & !known;
        while fresh != 0 {
            if self.starts.len() == self.starts.capacity() || self.filling.len() == self.filling.capacity() {
                return false;
            }
            self.copy_cell(arena, place, number, fresh.trailing_zeros());
            fresh &= fresh - 1;
        }
        true
    }

    /// Copies one cell of a group; there must be room for it.
    #[inline(always)]
    fn copy_cell<A: Arena>(&mut self, arena: &A, place: usize, number: u64, index: u32) {
        let at = number * group::<A>() as u64 + u64::from(index) * cell::<A>() as u64;
        match arena.get(Region::new(at, cell::<A>())).and_then(|bytes| bytes.first_chunk()) {
            // `push` would copy it twice.
            Some(bytes) => self.filling.extend_from_slice(std::slice::from_ref(bytes)),
            None => self.filling.push(padded(arena, at)),
        }
        self.starts.push(at);
        self.groups.mark(place, number, 1 << index);
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
            if self.starts.len() == self.starts.capacity() {
                self.lengthen(budget)?;
            }
            if self.filling.len() == self.filling.capacity() {
                self.next_chunk(budget)?;
            }
            self.copy_cell(arena, place, number, fresh.trailing_zeros());
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
            if self.starts.len() == self.starts.capacity() {
                self.lengthen(budget)?;
            }
            let (number, from) = (start / group::<A>() as u64, start as usize % group::<A>());
            let (place, cells) = (self.groups.place(number), bits::<A>(from, from + len - 1));
            if self.groups.cells(place) & cells == 0 {
                self.groups.mark(place, number, cells);
                self.starts.push(start | ABSENT);
                self.absent += 1;
            }
        }
        Ok(())
    }

    /// Grows the list of addresses.
    #[cold]
    fn lengthen(&mut self, budget: usize) -> Result<()> {
        let more = self.starts.capacity().max(32);
        // The old list is held while it is copied.
        let bytes = (self.starts.capacity() + more) * size_of::<u64>();
        within(self.bytes() + bytes, budget)?;
        self.starts.try_reserve_exact(more).map_err(refused(bytes))
    }

    /// Moves on to an empty chunk, allocating one if there is none.
    #[cold]
    fn next_chunk(&mut self, budget: usize) -> Result<()> {
        if self.full == self.chunks.len() && self.filling.capacity() > 0 {
            let list = if self.full == self.chunks.capacity() { self.full.max(4) } else { 0 };
            let bytes = list * size_of::<Vec<CellCopy>>();
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
    fn chunk(&mut self, budget: usize) -> Result<Vec<CellCopy>> {
        let chunks = self.chunks.len() + usize::from(self.filling.capacity() > 0);
        let wanted = CHUNK >> (4 - 2 * chunks.min(2));
        // Short chunks near the end of the budget, so that it is used up.
        let fits = self.bytes() + wanted * size_of::<CellCopy>() <= budget;
        let len = if fits { wanted } else { CHUNK >> 4 };
        let bytes = len * size_of::<CellCopy>();
        within(self.bytes() + bytes, budget)?;
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(len).map_err(refused(bytes))?;
        self.room += len;
        Ok(chunk)
    }

    /// Visits the touched regions of an arena of `size` bytes with their original bytes, in the order of
    /// their first touch.
    #[inline(always)]
    fn originals<A: Arena>(&self, size: u64, mut visit: impl FnMut(Region, &[u8])) {
        let mut starts = self.starts.iter();
        let absent = |start: &u64| {
            let region = absent::<A>(*start ^ ABSENT, size);
            (region, &ZEROS[..region.len])
        };
        for copy in self.chunks[..self.full].iter().chain([&self.filling]) {
            for copy in copy {
                let mut start = starts.next().unwrap_or(&size);
                while A::GRAIN > 0 && start & ABSENT != 0 {
                    let (region, zeros) = absent(start);
                    visit(region, zeros);
                    start = starts.next().unwrap_or(&size);
                }
                let len = (size.saturating_sub(*start)).min(cell::<A>() as u64) as usize;
                visit(Region::new(*start, len), &copy[..len]);
            }
        }
        starts.map(absent).for_each(|(region, zeros)| visit(region, zeros));
    }

    /// Visits the touched bytes in the order of their first touch: the address, the bytes before the action,
    /// and the bytes now.
    #[inline(always)]
    pub(super) fn visit<A: Arena>(&self, arena: &A, mut visit: impl FnMut(u64, &[u8], &[u8])) {
        self.originals::<A>(arena.size(), |region, before| match arena.get(region) {
            Some(now) => visit(region.start, before, now),
            None => blocks::<A>(region).for_each(|block| {
                let from = (block.start - region.start) as usize;
                if let Some(now) = arena.get(block) {
                    visit(block.start, &before[from..from + block.len], now);
                }
            }),
        });
    }

    /// Visits like [`visit`](Capture::visit), but is not inlined: for callers where speed does not matter.
    #[inline(never)]
    pub(super) fn visit_all<A: Arena>(&self, arena: &A, visit: &mut Visit<'_>) {
        self.visit(arena, |start, before, after| visit(start, before, after));
    }

    /// Returns the regions that were touched of an arena of `size` bytes, in the order of their first touch.
    pub(super) fn regions<A: Arena>(&self, size: u64) -> impl Iterator<Item = Region> {
        self.starts.iter().map(move |start| match start & ABSENT {
            0 => Region::new(*start, cell::<A>().min((size - start) as usize)),
            _ => absent::<A>(start ^ ABSENT, size),
        })
    }

    /// Returns the fingerprint of the difference that the action has made so far.
    pub(super) fn fingerprint<A: Arena>(&self, arena: &A) -> u64 {
        let mut sum = 0;
        self.visit_all(arena, &mut |start, before, after| {
            sum ^= fingerprint::of(start, before) ^ fingerprint::of(start, after);
        });
        sum
    }

    /// Restores every copied byte.
    pub(super) fn restore<A: Arena>(&self, arena: &mut A) {
        self.originals::<A>(arena.size(), |region, before| {
            if let Some(live) = arena.get_mut(region) {
                return live.copy_from_slice(before);
            }
            for block in blocks::<A>(region) {
                let from = (block.start - region.start) as usize;
                if let Some(live) = arena.get_mut(block) {
                    live.copy_from_slice(&before[from..from + block.len]);
                }
            }
        });
    }

    /// Forgets all copies. Keeps the memory for the next action if it is at most `most` bytes.
    pub(super) fn clear(&mut self, most: usize) {
        if self.bytes() > most {
            *self = Capture::default();
            return;
        }
        self.starts.clear();
        self.groups.clear();
        self.filling.clear();
        self.chunks.iter_mut().for_each(Vec::clear);
        (self.full, self.absent) = (0, 0);
    }

    /// Frees all memory; no action may be open.
    pub(super) fn release(&mut self) {
        *self = Capture::default();
    }

    /// Returns the number of touched cells and absent groups.
    pub(super) fn len(&self) -> usize {
        self.starts.len()
    }

    /// Returns an upper bound of the bytes that were touched.
    pub(super) fn bytes_touched(&self) -> usize {
        (self.starts.len() - self.absent) * CELL + self.absent * GROUP
    }

    /// Returns the number of bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.starts.capacity() * size_of::<u64>()
            + self.groups.bytes()
            + self.chunks.capacity() * size_of::<Vec<CellCopy>>()
            + self.room * size_of::<CellCopy>()
    }
}

/// Returns the region that one entry of an absent address stands for.
fn absent<A: Arena>(start: u64, size: u64) -> Region {
    Region::new(start, group::<A>().min(A::GRAIN as usize).min((size - start) as usize))
}

/// Returns the blocks of a region that begins at a block.
fn blocks<A: Arena>(region: Region) -> impl Iterator<Item = Region> {
    let parts = (0..region.len).step_by(A::BLOCK);
    parts.map(move |at| Region::new(region.start + at as u64, A::BLOCK.min(region.len - at)))
}

/// Copies a cell that is shorter than [`CELL`], as it lies at the arena's end or the blocks are smaller.
#[cold]
fn padded<A: Arena>(arena: &A, at: u64) -> CellCopy {
    let mut copy = [0; CELL];
    let len = cell::<A>().min((arena.size() - at) as usize);
    if let Some(bytes) = arena.get(Region::new(at, len)) {
        copy[..len].copy_from_slice(bytes);
    }
    copy
}

#[cfg(test)]
mod tests;
