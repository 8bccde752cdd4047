//! Pixels in tiles, tiles in a two-level map, all of it in pages.
//!
//! A canvas may be 32768 pixels a side and mostly empty. It is cut into tiles
//! of 32×32; the map's upper level names pages of the lower one, which has an
//! entry of eight bytes for each tile. Where nothing is, no page is.
//!
//! A tile is a base colour and, if it needs one, a page of differences from it:
//! `pixel = base XOR page`. So a tile of one colour takes no page, and the first
//! stroke on a white canvas changes no more bytes than one on an empty canvas.
//!
//! The invariant: no page holds 1024 equal pixels once an action is settled,
//! and pixels beyond the canvas's edge are transparent.

use super::info::{self, Info, MAGIC, MAX_SIDE, VERSION};
use super::space;
use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::history::History;
use crate::memory::{Arena, Memory, PAGE, Region};
use bytemuck::{Pod, Zeroable};
use std::collections::BTreeSet;
use std::ops::Range;

/// The pixels along a tile's side.
pub const TILE: u32 = 32;

/// A lower page maps 32×16 tiles, so that 32 of them span the widest canvas.
const ACROSS: u32 = 32;
const DOWN: u32 = 16;

/// Numbers in an upper page.
const SLOTS: u32 = PAGE as u32 / 4;

/// The way to bytes that may change: a memory without a history, or one with it.
pub trait Door {
    /// The bytes, to be read.
    fn arena(&self) -> &Memory;
    /// A region to be changed.
    ///
    /// # Errors
    /// Outside the memory, or when the history can't remember it.
    fn write(&mut self, region: Region) -> Result<&mut [u8]>;
    /// Makes sure that pages are there.
    ///
    /// # Errors
    /// When the memory can't be had.
    fn reserve(&mut self, pages: usize) -> Result<()>;
}

impl Door for Memory {
    fn arena(&self) -> &Memory {
        self
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        let Region { start, len } = region;
        let size = self.size();
        self.get_mut(region).ok_or(Error::Region { start, len, size })
    }

    fn reserve(&mut self, pages: usize) -> Result<()> {
        Memory::reserve(self, pages)
    }
}

impl Door for History<Memory> {
    fn arena(&self) -> &Memory {
        History::arena(self)
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        History::write(self, region)
    }

    fn reserve(&mut self, pages: usize) -> Result<()> {
        self.grow(pages as u64 * PAGE as u64)
    }
}

/// What the map says of a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct Entry {
    /// The page of differences, or 0 where all pixels are the base.
    page: u32,
    base: Color,
}

/// Where a tile's entry is kept: the upper page's index and slot, and the place in the lower page.
fn slot(tx: u32, ty: u32) -> (usize, u64, u64) {
    let lower = ty / DOWN * ACROSS + tx / ACROSS;
    let entry = ty % DOWN * ACROSS + tx % ACROSS;
    ((lower / SLOTS) as usize, u64::from(lower % SLOTS) * 4, u64::from(entry) * 8)
}

fn in_page(page: u32, offset: u64, len: usize) -> Region {
    Region::new(u64::from(page) * PAGE as u64 + offset, len)
}

fn read<T: Pod>(memory: &Memory, page: u32, offset: u64) -> T {
    let bytes = memory.get(in_page(page, offset, std::mem::size_of::<T>()));
    bytes.map_or(T::zeroed(), bytemuck::pod_read_unaligned)
}

fn entry(memory: &Memory, tx: u32, ty: u32) -> Entry {
    let (root, slot, place) = slot(tx, ty);
    let upper = info::read(memory).roots[root];
    let lower: u32 = if upper == 0 { 0 } else { read(memory, upper, slot) };
    if lower == 0 { Entry::default() } else { read(memory, lower, place) }
}

/// A tile's page as pixels; empty if it can't be there.
fn pixels(memory: &Memory, page: u32) -> &[Color] {
    memory.page(page).map_or(&[], bytemuck::cast_slice)
}

fn xor(a: Color, b: Color) -> Color {
    Color { bytes: (u32::from_ne_bytes(a.bytes) ^ u32::from_ne_bytes(b.bytes)).to_ne_bytes() }
}

/// Reads pixels of one row; the columns must lie on the canvas.
pub(super) fn read_row(memory: &Memory, x: u32, y: u32, out: &mut [Color]) {
    let (mut x, mut rest) = (x, out);
    while !rest.is_empty() {
        let len = ((TILE - x % TILE) as usize).min(rest.len());
        let (part, more) = rest.split_at_mut(len);
        let Entry { page, base } = entry(memory, x / TILE, y / TILE);
        let first = (y % TILE * TILE + x % TILE) as usize;
        match pixels(memory, page).get(first..first + len) {
            Some(row) if page != 0 && base == Color::TRANSPARENT => part.copy_from_slice(row),
            Some(row) if page != 0 => {
                part.iter_mut().zip(row).for_each(|(out, pixel)| *out = xor(base, *pixel));
            }
            _ => part.fill(base),
        }
        x += len as u32;
        rest = more;
    }
}

/// The pixels of a document, to be changed through a [`Door`].
#[derive(Debug)]
pub struct Canvas<'a, D: Door> {
    door: &'a mut D,
}

impl<'a, D: Door> Canvas<'a, D> {
    /// Writes the record of a transparent canvas into an empty memory.
    pub(super) fn create(door: &'a mut D, width: u32, height: u32) -> Result<Canvas<'a, D>> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        door.reserve(2)?;
        let (magic, version) = (MAGIC, VERSION);
        info::write(door, Info { magic, version, width, height, lowest_free: 2, roots: [0; 2] })?;
        Ok(Canvas { door })
    }

    /// The canvas that is there.
    pub(super) fn of(door: &'a mut D) -> Canvas<'a, D> {
        Canvas { door }
    }

    fn put<T: Pod>(&mut self, page: u32, offset: u64, value: T) -> Result<()> {
        let place = in_page(page, offset, std::mem::size_of::<T>());
        self.door.write(place)?.copy_from_slice(bytemuck::bytes_of(&value));
        Ok(())
    }

    fn set_entry(&mut self, tx: u32, ty: u32, entry: Entry) -> Result<()> {
        let (root, slot, place) = slot(tx, ty);
        let mut upper = info::read(self.door.arena()).roots[root];
        if upper == 0 {
            upper = space::allocate(self.door)?;
            let mut record = info::read(self.door.arena());
            record.roots[root] = upper;
            info::write(self.door, record)?;
        }
        let mut lower: u32 = read(self.door.arena(), upper, slot);
        if lower == 0 {
            lower = space::allocate(self.door)?;
            self.put(upper, slot, lower)?;
        }
        self.put(lower, place, entry)
    }

    /// Sets pixels of one row; the columns must lie on the canvas.
    pub(super) fn fill_span(&mut self, y: u32, columns: Range<u32>, color: Color) -> Result<()> {
        let mut x = columns.start;
        while x < columns.end {
            let end = columns.end.min((x / TILE + 1) * TILE);
            self.fill_in_tile(y, x..end, color)?;
            x = end;
        }
        Ok(())
    }

    /// The same within one tile.
    fn fill_in_tile(&mut self, y: u32, columns: Range<u32>, color: Color) -> Result<()> {
        let (tx, ty) = (columns.start / TILE, y / TILE);
        let mut entry = entry(self.door.arena(), tx, ty);
        if entry.page == 0 {
            if entry.base == color {
                return Ok(());
            }
            entry.page = space::allocate(self.door)?;
            self.set_entry(tx, ty, entry)?;
        }
        let offset = u64::from(y % TILE * TILE + columns.start % TILE) * 4;
        let row = in_page(entry.page, offset, columns.len() * 4);
        let difference = xor(entry.base, color).bytes;
        for pixel in self.door.write(row)?.as_chunks_mut::<4>().0 {
            *pixel = difference;
        }
        Ok(())
    }

    /// Turns a tile whose pixels are all equal into one without a page.
    pub(super) fn settle(&mut self, tx: u32, ty: u32) -> Result<()> {
        let Entry { page, base } = entry(self.door.arena(), tx, ty);
        let Some((first, rest)) = pixels(self.door.arena(), page).split_first() else { return Ok(()) };
        if page == 0 || rest.iter().any(|pixel| pixel != first) {
            return Ok(());
        }
        let base = xor(base, *first);
        space::free(self.door, page)?;
        self.set_entry(tx, ty, Entry { page: 0, base })?;
        if base == Color::TRANSPARENT { self.release(tx, ty) } else { Ok(()) }
    }

    /// Gives back the map's pages around a tile if nothing is left in them.
    fn release(&mut self, tx: u32, ty: u32) -> Result<()> {
        let empty = |memory: &Memory, page| memory.page(page).is_some_and(|p| p.iter().all(|b| *b == 0));
        let (root, slot, _) = slot(tx, ty);
        let upper = info::read(self.door.arena()).roots[root];
        let lower = read(self.door.arena(), upper, slot);
        if empty(self.door.arena(), lower) {
            self.put(upper, slot, 0u32)?;
            space::free(self.door, lower)?;
            if empty(self.door.arena(), upper) {
                space::free(self.door, upper)?;
                let mut record = info::read(self.door.arena());
                record.roots[root] = 0;
                info::write(self.door, record)?;
            }
        }
        Ok(())
    }

    /// Sets a whole tile while a picture is read; pixels beyond the edge must be transparent.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn put_tile(&mut self, tx: u32, ty: u32, tile: &[Color; (TILE * TILE) as usize]) -> Result<()> {
        let first = tile[0];
        if tile.iter().all(|pixel| *pixel == first) {
            let blank = first == Color::TRANSPARENT;
            return if blank { Ok(()) } else { self.set_entry(tx, ty, Entry { page: 0, base: first }) };
        }
        let page = space::allocate(self.door)?;
        self.set_entry(tx, ty, Entry { page, base: Color::TRANSPARENT })?;
        self.door.write(in_page(page, 0, PAGE))?.copy_from_slice(bytemuck::cast_slice(tile));
        Ok(())
    }
}

/// Checks every invariant of the bytes; the first that is broken is named.
pub(super) fn validate(memory: &Memory) -> std::result::Result<(), String> {
    let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
    let info = info::read(memory);
    check(info.magic == MAGIC && info.version == VERSION, "the record is one")?;
    let mut reached = BTreeSet::new();
    let mut reach = |page: u32| check(page == 0 || reached.insert(page), "a page has one owner");
    for upper in info.roots {
        reach(upper)?;
        for slot in 0..if upper == 0 { 0 } else { SLOTS } {
            reach(read(memory, upper, u64::from(slot) * 4))?;
        }
    }
    let (across, down) = (info.width.div_ceil(TILE), info.height.div_ceil(TILE));
    for (tx, ty) in (0..down).flat_map(|ty| (0..across).map(move |tx| (tx, ty))) {
        let Entry { page, base } = entry(memory, tx, ty);
        reach(page)?;
        let tile = if page == 0 { &[][..] } else { pixels(memory, page) };
        check(page == 0 || tile.iter().any(|p| *p != tile[0]), "a tile of one colour has no page")?;
        let (width, height) = (info.width - tx * TILE, info.height - ty * TILE);
        let beyond = |i: u32| i % TILE >= width || i / TILE >= height;
        let clear = |i: &u32| tile.get(*i as usize).map_or(base, |p| xor(base, *p)) == Color::TRANSPARENT;
        let edge = width < TILE || height < TILE;
        check(
            !edge || (0..TILE * TILE).filter(|i| beyond(*i)).all(|i| clear(&i)),
            "nothing beyond the edge",
        )?;
    }
    for page in 0..memory.pages() as u32 {
        let used = space::is_used(memory, page);
        let zero = memory.page(page).is_some_and(|bytes| bytes.iter().all(|byte| *byte == 0));
        check(used == (space::is_reserved(page) || reached.contains(&page)), "used pages are reached")?;
        check(used || zero, "a free page is zero")?;
        check(used || page >= info.lowest_free, "pages before the lowest free one are used")?;
    }
    Ok(())
}
