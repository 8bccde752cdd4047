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

use crate::cells::{
    CELL, Copied, GROUP, Visit, ZEROS, bit, bits, blocks, cell, group, is_whole, visit_parts,
};
use crate::error::{Result, refused, within};
use crate::fingerprint;
use crate::groups::{Found, Groups};
use crate::{Arena, Region};
use std::mem::size_of;

/// Number of copies in a chunk; the first two chunks are shorter, for actions that touch little.
const CHUNK: usize = 256;

#[derive(Debug, Default)]
pub struct Capture {
    /// The chunk that is being filled, of which the first `used` copies count.
    filling: Vec<Copied>,
    used: usize,
    /// The other chunks: all copies of the first `full` of them count, and none of the rest.
    chunks: Vec<Vec<Copied>>,
    full: usize,
    /// Addresses of groups, or of grains if these are smaller, that were absent: they have no copy.
    absent: Vec<u64>,
    groups: Groups,
    /// Capacity of all chunks, in copies.
    pub room: usize,
}

impl Capture {
    /// Looks for the group of an address; see [`Groups::find`].
    #[inline(always)]
    pub fn find<A: Arena>(&self, address: u64) -> Found {
        self.groups.find(address / group::<A>() as u64)
    }

    /// Copies the cell at an address, given what [`find`](Capture::find) told of its group. Returns `false` if the
    /// group has no slot and does not get this one, or if something has to be allocated.
    pub fn copy_one<A: Arena>(
        &mut self,
        arena: &A,
        address: u64,
        Found { slot, cells: known }: Found,
    ) -> bool {
        let (number, start) = (address / group::<A>() as u64, address / CELL as u64 * CELL as u64);
        if cell::<A>() < CELL || !is_whole::<A>() || known == 0 && !self.is_addable(arena, address, slot) {
            return false;
        }
        let Some(copied) = self.filling.get_mut(self.used) else { return false };
        let bytes = arena.get(Region::new(start, CELL)).and_then(|bytes| bytes.first_chunk());
        let Some(bytes) = bytes else { return false };
        copied.start = start;
        copied.bytes = *bytes;
        self.used += 1;
        self.groups.mark(slot, number, known, bit::<A>(address));
        true
    }

    /// Returns `true` if the group of an address is present and can be put into a slot, which may be another's.
    fn is_addable<A: Arena>(&self, arena: &A, address: u64, slot: usize) -> bool {
        let present = A::GRAIN == 0 || arena.is_present(Region::new(address, 1));
        present && !self.groups.is_full() && self.groups.is_free(slot)
    }

    /// Copies the cells of a region of the arena that were not copied yet, if it lies in one group and nothing has
    /// to be allocated. Returns `false` if [`touch`](Capture::touch) has to copy the rest.
    #[inline]
    pub fn copy<A: Arena>(&mut self, arena: &A, region: Region) -> bool {
        let (number, from) = (region.start / group::<A>() as u64, region.start as usize % group::<A>());
        if !is_whole::<A>() || region.len == 0 || region.len > group::<A>() - from {
            return false;
        }
        let Found { slot, cells: known } = self.groups.find(number);
        if known == 0 && !(self.is_addable(arena, region.start, slot) && arena.get(region).is_some()) {
            return false;
        }
        let fresh = bits::<A>(from, from + region.len - 1) & !known;
        let mut left = fresh;
        while left != 0 && self.copy_cell(arena, number, left.trailing_zeros()) {
            left &= left - 1;
        }
        if left != fresh {
            self.groups.mark(slot, number, known, fresh ^ left);
        }
        left == 0
    }

    /// Copies a group's cell. Returns `false` if the chunk is full.
    #[inline(always)]
    fn copy_cell<A: Arena>(&mut self, arena: &A, number: u64, index: u32) -> bool {
        let Some(copied) = self.filling.get_mut(self.used) else { return false };
        copied.start = number * group::<A>() as u64 + u64::from(index) * cell::<A>() as u64;
        match arena.get(Region::new(copied.start, cell::<A>())).and_then(|bytes| bytes.first_chunk()) {
            Some(bytes) => copied.bytes = *bytes,
            None => copied.pad(arena),
        }
        self.used += 1;
        true
    }

    /// Copies the cells of a region that this action has not copied yet, within a budget in bytes.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory). Cells copied before the error stay copied,
    /// which is harmless: they are the originals.
    #[inline]
    pub fn touch<A: Arena>(&mut self, arena: &A, region: Region, budget: usize) -> Result<()> {
        let size = group::<A>() as u64;
        // A step lies in one group, and is present or absent as a whole.
        let step = if A::GRAIN > 0 { A::GRAIN.min(size) } else { size };
        let (mut from, end) = (region.start, region.end());
        while from < end {
            let next = end.min((from / step).saturating_add(1).saturating_mul(step));
            if self.groups.is_full() && !self.groups.contains(from / size) {
                self.groups.enlarge(self.bytes_held(), budget)?;
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
        let mut known = self.groups.cells(place);
        let mut fresh = wanted & !known;
        while fresh != 0 {
            if self.used == self.filling.len() {
                self.next_chunk(budget)?;
            }
            self.copy_cell(arena, number, fresh.trailing_zeros());
            self.groups.mark(place, number, known, fresh & fresh.wrapping_neg());
            known |= fresh & fresh.wrapping_neg();
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
                self.groups.enlarge(self.bytes_held(), budget)?;
            }
            if self.absent.len() == self.absent.capacity() {
                self.lengthen(budget)?;
            }
            let (number, from) = (start / group::<A>() as u64, start as usize % group::<A>());
            let (place, cells) = (self.groups.place(number), bits::<A>(from, from + len - 1));
            let known = self.groups.cells(place);
            if known & cells == 0 {
                self.groups.mark(place, number, known, cells);
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
        within(self.bytes_held() + bytes, budget)?;
        self.absent.try_reserve_exact(more).map_err(refused(bytes))
    }

    /// Moves on to an empty chunk, allocating one if there is none.
    #[cold]
    fn next_chunk(&mut self, budget: usize) -> Result<()> {
        if self.full == self.chunks.len() && !self.filling.is_empty() {
            let list = if self.full == self.chunks.capacity() { self.full.max(4) } else { 0 };
            let bytes = list * size_of::<Vec<Copied>>();
            within(self.bytes_held() + bytes, budget)?;
            self.chunks.try_reserve_exact(list).map_err(refused(bytes))?;
            let chunk = self.chunk(budget)?;
            self.chunks.push(chunk);
        } else if self.full == self.chunks.len() {
            self.filling = self.chunk(budget)?;
            return Ok(());
        }
        std::mem::swap(&mut self.filling, &mut self.chunks[self.full]);
        (self.used, self.full) = (0, self.full + 1);
        Ok(())
    }

    /// Allocates a chunk.
    fn chunk(&mut self, budget: usize) -> Result<Vec<Copied>> {
        let chunks = self.chunks.len() + usize::from(!self.filling.is_empty());
        let wanted = CHUNK >> (4 - 2 * chunks.min(2));
        // Short chunks near the end of the budget, so that it is used up.
        let fits = self.bytes_held() + wanted * size_of::<Copied>() <= budget;
        let len = if fits { wanted } else { CHUNK >> 4 };
        let bytes = len * size_of::<Copied>();
        within(self.bytes_held() + bytes, budget)?;
        let mut chunk = Vec::new();
        chunk.try_reserve_exact(len).map_err(refused(bytes))?;
        chunk.resize(len, Copied { start: 0, bytes: [0; CELL] });
        self.room += len;
        Ok(chunk)
    }

    /// Returns the chunks of copied cells, in the order of their first touch.
    #[inline]
    pub(crate) fn chunks(&self) -> impl Iterator<Item = &[Copied]> {
        self.chunks[..self.full].iter().map(Vec::as_slice).chain([&self.filling[..self.used]])
    }

    /// Returns the copied cells in the order of their first touch.
    fn cells(&self) -> impl Iterator<Item = &Copied> {
        self.chunks().flatten()
    }

    /// Returns the regions of an arena of `size` bytes that were absent.
    pub(crate) fn absent<A: Arena>(&self, size: u64) -> impl Iterator<Item = Region> {
        let len = group::<A>().min(A::GRAIN as usize);
        self.absent.iter().map(move |start| Region::new(*start, len.min((size - start) as usize)))
    }

    /// Visits the touched bytes, the cells in the order of their first touch: the address, the bytes before the
    /// action, and the bytes now.
    pub(crate) fn visit<A: Arena>(&self, arena: &A, visit: &mut Visit<'_>) {
        self.cells().for_each(|copied| copied.visit(arena, visit));
        let absent = self.absent::<A>(arena.size());
        absent.for_each(|region| visit_parts(arena, region, &ZEROS[..region.len], visit));
    }

    /// Returns the regions that were touched of an arena of `size` bytes, the cells in the order of their first
    /// touch.
    pub fn regions<A: Arena>(&self, size: u64) -> impl Iterator<Item = Region> {
        self.cells().map(move |copied| copied.region::<A>(size)).chain(self.absent::<A>(size))
    }

    /// Returns the numbers of the groups that were touched, in no order.
    pub fn groups(&self) -> impl Iterator<Item = u64> {
        self.groups.numbers()
    }

    /// Returns the fingerprint of the difference that the action has made so far.
    pub(crate) fn fingerprint<A: Arena>(&self, arena: &A) -> u64 {
        let mut sum = 0;
        self.visit(arena, &mut |start, before, after| {
            sum ^= fingerprint::of_run(start, before) ^ fingerprint::of_run(start, after);
        });
        sum
    }

    /// Restores every copied byte.
    pub fn restore<A: Arena>(&self, arena: &mut A) {
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
    #[inline]
    pub fn clear(&mut self, most: usize) {
        if self.bytes_held() > most {
            return self.release();
        }
        self.absent.clear();
        self.groups.clear();
        (self.used, self.full) = (0, 0);
    }

    /// Frees all memory; no action may be open.
    #[cold]
    pub fn release(&mut self) {
        *self = Capture::default();
    }

    /// Returns the number of touched cells and absent groups.
    pub fn len(&self) -> usize {
        let full: usize = self.chunks[..self.full].iter().map(Vec::len).sum();
        full + self.used + self.absent.len()
    }

    /// Returns an upper bound of the bytes that were touched.
    pub(crate) fn bytes_touched(&self) -> usize {
        (self.len() - self.absent.len()) * CELL + self.absent.len() * GROUP
    }

    /// Returns the number of bytes allocated.
    #[inline]
    pub fn bytes_held(&self) -> usize {
        self.absent.capacity() * size_of::<u64>()
            + self.groups.bytes_held()
            + self.chunks.capacity() * size_of::<Vec<Copied>>()
            + self.room * size_of::<Copied>()
    }
}
