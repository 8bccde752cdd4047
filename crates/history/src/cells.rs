//! Cells: what an open action copies together, and groups of them.
//!
//! A cell has 64 bytes, or a block's if these are fewer. A group is as many cells in a row as a
//! mask has bits. In a sparse arena that may have absent bytes, a group is mostly present or absent
//! as a whole.

use crate::{Arena, Region};

/// The largest block an arena may have.
pub(crate) const LARGEST_BLOCK: usize = 256;

/// Number of bytes that are copied together, unless the arena's blocks are smaller.
pub const CELL: usize = 64;

/// Number of cells in a group: one for each bit of a mask.
pub(crate) const CELLS: usize = 64;

/// Number of bytes in a group of whole cells.
pub(crate) const GROUP: usize = CELLS * CELL;

/// Original bytes of an absent group.
pub(crate) static ZEROS: [u8; GROUP] = [0; GROUP];

/// A cell's address and its bytes before the action; of a short cell, only the first bytes count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copied {
    pub(crate) start: u64,
    pub(crate) bytes: [u8; CELL],
}

/// A visitor of addresses, with the bytes there before the action and now.
pub(crate) type Visit<'a> = dyn FnMut(u64, &[u8], &[u8]) + 'a;

/// Returns the number of bytes in a cell of this arena.
pub(crate) const fn cell<A: Arena>() -> usize {
    if A::BLOCK < CELL { A::BLOCK } else { CELL }
}

/// Returns the number of bytes in a group of this arena.
pub(crate) const fn group<A: Arena>() -> usize {
    CELLS * cell::<A>()
}

/// Returns `true` if a group is present or absent as a whole.
pub(crate) const fn is_whole<A: Arena>() -> bool {
    A::GRAIN == 0 || A::GRAIN >= group::<A>() as u64
}

/// Returns `true` if a region is not empty and lies in one cell.
#[inline(always)]
pub(crate) fn is_in_one<A: Arena>(region: Region) -> bool {
    region.len.wrapping_sub(1) < cell::<A>() - region.start as usize % cell::<A>()
}

/// Returns the mask of the cell at an address in its group.
#[inline(always)]
pub fn bit<A: Arena>(address: u64) -> u64 {
    1 << (address / cell::<A>() as u64 % CELLS as u64)
}

/// Returns the mask of the cells that hold bytes `from` to `last` of a group.
#[inline]
pub(crate) fn bits<A: Arena>(from: usize, last: usize) -> u64 {
    let (low, high) = (from / cell::<A>(), last / cell::<A>());
    u64::MAX >> (CELLS - 1 - high + low) << low
}

impl Copied {
    /// Returns the cell's bytes now, or `None` if it is shorter than [`CELL`].
    #[inline(always)]
    pub(crate) fn now<'a, A: Arena>(&self, arena: &'a A) -> Option<&'a [u8; CELL]> {
        if cell::<A>() < CELL { None } else { arena.get(Region::new(self.start, CELL))?.first_chunk() }
    }

    /// Copies a cell that is shorter than [`CELL`], as it lies at the arena's end or the blocks are smaller.
    #[cold]
    pub(crate) fn pad<A: Arena>(&mut self, arena: &A) {
        let len = self.region::<A>(arena.size()).len;
        // The arena may grow by zeros.
        self.bytes = [0; CELL];
        if let Some(now) = arena.get(Region::new(self.start, len)) {
            self.bytes[..len].copy_from_slice(now);
        }
    }

    /// Returns where the cell lies in an arena of `size` bytes.
    pub(crate) fn region<A: Arena>(&self, size: u64) -> Region {
        Region::new(self.start, size.saturating_sub(self.start).min(cell::<A>() as u64) as usize)
    }

    /// Visits the cell's bytes: the address, the bytes before the action, and the bytes now.
    #[cold]
    pub(crate) fn visit<A: Arena>(&self, arena: &A, visit: &mut Visit<'_>) {
        let region = self.region::<A>(arena.size());
        visit_parts(arena, region, &self.bytes[..region.len], visit);
    }
}

/// Visits the parts of a region that are contiguous: the address, the given bytes, and the bytes now.
pub(crate) fn visit_parts<A: Arena>(arena: &A, region: Region, before: &[u8], visit: &mut Visit<'_>) {
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
pub(crate) fn blocks<A: Arena>(region: Region) -> impl Iterator<Item = Region> {
    let parts = (0..region.len).step_by(A::BLOCK);
    parts.map(move |at| Region::new(region.start + at as u64, A::BLOCK.min(region.len - at)))
}
