//! Writing pixels: into tiles where they differ, into the map where they do not.
//!
//! A [`Plane`] is the pixels of a cel, of the selection or of what floats, at the
//! address of its record. Filling writes the coarsest entry that lies wholly in the
//! rectangle, so a canvas of 16384×16384 is filled by four bytes; single pixels get
//! a page for their tile, and lose it again when the action ends and they are all
//! alike.
//!
//! The invariant: once an action is settled, no page holds 1024 equal pixels, and no
//! page of the map holds 512 equal entries.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}};
//! let document = Document::load(64, 64, |plane| plane.put_row(3, 4, &[Color::BLACK; 2]))?;
//! assert_eq!(document.cel_pixel(Cel::default(), 4, 4)?, Color::BLACK);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::{Door, address, put, read};
use super::space;
use super::tiles::{
    BLOCK, ENTRIES, Entry, Found, QUADRANT, ROOTS, Roots, TILE, block_at, find, pieces, pixels, quadrant_at,
    read_row, tile_at, xor,
};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::{PAGE, Region};

/// Pixels of a document, to be changed through a [`Door`].
#[derive(Debug)]
pub struct Plane<'a, D: Door> {
    door: &'a mut D,
    /// The address of its record.
    at: u64,
}

/// The parts of a rectangle that lie in cells of a size.
fn cells(rect: Rect, width: u32, height: u32) -> impl Iterator<Item = (Rect, bool)> {
    let (width, height) = (width as i32, height as i32);
    let rows = (rect.y.div_euclid(height)..=(rect.bottom() - 1).div_euclid(height))
        .filter(move |_| !rect.is_empty());
    rows.flat_map(move |j| {
        (rect.x.div_euclid(width)..=(rect.right() - 1).div_euclid(width)).map(move |i| {
            let cell = Rect::new(i * width, j * height, width, height);
            let part = cell.intersect(rect);
            (part, part == cell)
        })
    })
}

impl<'a, D: Door> Plane<'a, D> {
    pub(super) fn new(door: &'a mut D, at: u64) -> Plane<'a, D> {
        Plane { door, at }
    }

    fn set_entry(&mut self, at: u64, entry: Entry) -> Result<()> {
        put(self.door, at, entry)
    }

    /// The block's page around a pixel, made if need be, and the base it stands on.
    fn block(&mut self, x: u32, y: u32) -> Result<(u32, Color)> {
        let (root, base) = self.quadrant(x, y)?;
        let at = block_at(root, x, y);
        let mut block: Entry = read(self.door.arena(), at);
        if block.page == 0 {
            block.page = space::allocate(self.door)?;
            self.set_entry(at, block)?;
        }
        Ok((block.page, xor(base, block.base)))
    }

    /// The same for the quadrant's page.
    fn quadrant(&mut self, x: u32, y: u32) -> Result<(u32, Color)> {
        let at = quadrant_at(self.at, x, y);
        let mut root: Entry = read(self.door.arena(), at);
        if root.page == 0 {
            root.page = space::allocate(self.door)?;
            self.set_entry(at, root)?;
        }
        Ok((root.page, root.base))
    }

    /// Makes all of a rectangle, which must lie within 0..32768, one colour.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn fill_rect(&mut self, rect: Rect, color: Color) -> Result<()> {
        for (part, whole) in cells(rect, QUADRANT, QUADRANT) {
            let (x, y) = (part.x as u32, part.y as u32);
            if self.is_solid(part, color) {
                continue;
            }
            if whole {
                let at = quadrant_at(self.at, x, y);
                self.free_quadrant(at)?;
                self.set_entry(at, Entry { page: 0, base: color })?;
                continue;
            }
            for (part, whole) in cells(part, BLOCK.0, BLOCK.1) {
                self.fill_in_block(part, whole, color)?;
            }
        }
        Ok(())
    }

    /// Whether a part of one cell of the map is of that colour anyway.
    fn is_solid(&self, part: Rect, color: Color) -> bool {
        let found = find(self.door.arena(), self.at, part.x as u32, part.y as u32);
        found.page == 0 && found.base == color && found.area.intersect(part) == part
    }

    fn fill_in_block(&mut self, part: Rect, whole: bool, color: Color) -> Result<()> {
        let (x, y) = (part.x as u32, part.y as u32);
        if self.is_solid(part, color) {
            return Ok(());
        }
        if whole {
            let (page, base) = self.quadrant(x, y)?;
            let at = block_at(page, x, y);
            self.free_block(at)?;
            self.door.painted(self.at, x / TILE, y / TILE);
            return self.set_entry(at, Entry { page: 0, base: xor(base, color) });
        }
        for (part, whole) in cells(part, TILE, TILE) {
            if self.is_solid(part, color) {
                continue;
            }
            if whole {
                let (x, y) = (part.x as u32, part.y as u32);
                let (page, base) = self.block(x, y)?;
                let at = tile_at(page, x, y);
                let tile: Entry = read(self.door.arena(), at);
                if tile.page != 0 {
                    space::free(self.door, tile.page)?;
                }
                self.set_entry(at, Entry { page: 0, base: xor(base, color) })?;
                self.door.painted(self.at, x / TILE, y / TILE);
            } else {
                self.fill_in_tile(part, color)?;
            }
        }
        Ok(())
    }

    /// A tile's page, made if need be, and its base.
    fn tile(&mut self, x: u32, y: u32) -> Result<(u32, Color)> {
        let (block, base) = self.block(x, y)?;
        let at = tile_at(block, x, y);
        let mut tile: Entry = read(self.door.arena(), at);
        if tile.page == 0 {
            tile.page = space::allocate(self.door)?;
            self.set_entry(at, tile)?;
        }
        self.door.painted(self.at, x / TILE, y / TILE);
        Ok((tile.page, xor(base, tile.base)))
    }

    fn fill_in_tile(&mut self, part: Rect, color: Color) -> Result<()> {
        let (page, base) = self.tile(part.x as u32, part.y as u32)?;
        let difference = xor(base, color).bytes;
        for y in part.y..part.bottom() {
            for pixel in self.row_in_tile(page, part.x as u32, y as u32, part.width as usize)? {
                *pixel = difference;
            }
        }
        Ok(())
    }

    fn row_in_tile(&mut self, page: u32, x: u32, y: u32, width: usize) -> Result<&mut [[u8; 4]]> {
        let offset = u64::from(y % TILE * TILE + x % TILE) * 4;
        Ok(self.door.write(Region::new(address(page, offset), width * 4))?.as_chunks_mut::<4>().0)
    }

    /// Sets pixels of one row, which must lie within 0..32768.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn put_row(&mut self, x: u32, y: u32, row: &[Color]) -> Result<()> {
        let (mut x, mut rest) = (x, row);
        while !rest.is_empty() {
            let length = ((TILE - x % TILE) as usize).min(rest.len());
            let (part, more) = rest.split_at(length);
            let Found { page, base, .. } = find(self.door.arena(), self.at, x, y);
            if page != 0 || part.iter().any(|pixel| *pixel != base) {
                let (page, base) = self.tile(x, y)?;
                let line = self.row_in_tile(page, x, y, length)?;
                for (pixel, color) in line.iter_mut().zip(part) {
                    *pixel = xor(base, *color).bytes;
                }
            }
            x += length as u32;
            rest = more;
        }
        Ok(())
    }

    /// Changes every colour in a rectangle by a function, once for all where there is but one.
    pub(super) fn map(&mut self, rect: Rect, change: &mut impl FnMut(Color) -> Color) -> Result<()> {
        // The pieces of a block are gathered first, since the map changes under them.
        for (part, _) in cells(rect, BLOCK.0, BLOCK.1) {
            let found = find(self.door.arena(), self.at, part.x as u32, part.y as u32);
            if found.page == 0 && found.area.intersect(part) == part {
                let color = change(found.base);
                if color != found.base {
                    self.fill_rect(part, color)?;
                }
                continue;
            }
            let parts: Vec<_> = pieces(self.door.arena(), self.at, part).collect();
            for piece in parts {
                match piece.solid.map(|color| (color, change(color))) {
                    Some((color, changed)) if changed != color => self.fill_rect(piece.rect, changed)?,
                    Some(_) => {}
                    None => self.map_rows(piece.rect, change)?,
                }
            }
        }
        Ok(())
    }

    fn map_rows(&mut self, rect: Rect, change: &mut impl FnMut(Color) -> Color) -> Result<()> {
        let mut buffer = [Color::TRANSPARENT; TILE as usize];
        let row = &mut buffer[..rect.width as usize];
        for y in rect.y..rect.bottom() {
            read_row(self.door.arena(), self.at, (rect.x as u32, y as u32), 1, row);
            let mut changed = false;
            for pixel in row.iter_mut() {
                let color = change(*pixel);
                changed |= color != *pixel;
                *pixel = color;
            }
            if changed {
                self.put_row(rect.x as u32, y as u32, row)?;
            }
        }
        Ok(())
    }

    /// Gives up all pages: every pixel is transparent.
    pub(super) fn clear(&mut self) -> Result<()> {
        self.door.forget(self.at);
        for quadrant in 0..4 {
            self.free_quadrant(self.at + quadrant * 8)?;
        }
        if read::<Roots>(self.door.arena(), self.at) != Roots::default() {
            put(self.door, self.at, Roots::default())?;
        }
        Ok(())
    }

    /// Frees what lies under a quadrant's entry; the entry itself is left to the caller.
    fn free_quadrant(&mut self, at: u64) -> Result<()> {
        let root: Entry = read(self.door.arena(), at);
        if root.page == 0 {
            return Ok(());
        }
        for i in 0..ENTRIES {
            self.free_block(address(root.page, u64::from(i) * 8))?;
        }
        space::free(self.door, root.page)
    }

    fn free_block(&mut self, at: u64) -> Result<()> {
        let block: Entry = read(self.door.arena(), at);
        if block.page == 0 {
            return Ok(());
        }
        for i in 0..ENTRIES {
            let tile: Entry = read(self.door.arena(), address(block.page, u64::from(i) * 8));
            if tile.page != 0 {
                space::free(self.door, tile.page)?;
            }
        }
        space::free(self.door, block.page)
    }

    /// Makes this plane a copy of another one in the same memory.
    pub(super) fn copy_from(&mut self, from: u64) -> Result<()> {
        self.clear()?;
        let roots: Roots = read(self.door.arena(), from);
        let mut copy = Roots::default();
        for (root, out) in roots.quadrants.iter().zip(&mut copy.quadrants) {
            *out = Entry { page: self.copy_page(root.page, 2)?, base: root.base };
        }
        if copy == Roots::default() { Ok(()) } else { put(self.door, self.at, copy) }
    }

    /// A copy of a page and of `depth` levels of pages below it.
    fn copy_page(&mut self, page: u32, depth: u32) -> Result<u32> {
        if page == 0 {
            return Ok(0);
        }
        let copy = space::allocate(self.door)?;
        let mut bytes = self.door.arena().page(page).map_or(Vec::new(), <[u8]>::to_vec);
        if depth > 0 {
            for i in 0..ENTRIES as usize {
                let mut entry: Entry = bytemuck::pod_read_unaligned(&bytes[i * 8..i * 8 + 8]);
                entry.page = self.copy_page(entry.page, depth - 1)?;
                bytes[i * 8..i * 8 + 8].copy_from_slice(bytemuck::bytes_of(&entry));
            }
        }
        self.door.write(Region::new(address(copy, 0), PAGE))?.copy_from_slice(&bytes);
        Ok(copy)
    }

    /// Takes the pixels of another plane, which is empty from then on.
    pub(super) fn take_from(&mut self, from: u64) -> Result<()> {
        self.clear()?;
        self.door.forget(from);
        let roots: Roots = read(self.door.arena(), from);
        put(self.door, from, Roots::default())?;
        put(self.door, self.at, roots)
    }

    /// Settles the tiles of a row of tiles, while a picture of so many columns is read.
    ///
    /// # Errors
    /// When memory can't be had.
    pub fn settle_row(&mut self, ty: u32, width: u32) -> Result<()> {
        (0..width.div_ceil(TILE)).try_for_each(|tx| self.settle(tx, ty))
    }

    /// Turns a tile whose pixels are all equal into one without a page, and so on upwards.
    pub(super) fn settle(&mut self, tx: u32, ty: u32) -> Result<()> {
        let (x, y) = (tx * TILE, ty * TILE);
        let memory = self.door.arena();
        let root: Entry = read(memory, quadrant_at(self.at, x, y));
        if root.page == 0 {
            return Ok(());
        }
        let block: Entry = read(memory, block_at(root.page, x, y));
        // A block that was filled as a whole has no tiles, but may be the last of its quadrant.
        if block.page != 0 && !self.settle_in_block(block.page, x, y)? {
            return Ok(());
        }
        if block.page == 0 || self.collapse(block_at(root.page, x, y))? {
            self.collapse(quadrant_at(self.at, x, y))?;
        }
        Ok(())
    }

    /// The same for the tile alone; whether it is of one colour.
    fn settle_in_block(&mut self, block: u32, x: u32, y: u32) -> Result<bool> {
        let memory = self.door.arena();
        let at = tile_at(block, x, y);
        let tile: Entry = read(memory, at);
        if tile.page != 0 {
            let Some((first, rest)) = pixels(memory, tile.page).split_first() else { return Ok(false) };
            if rest.iter().any(|pixel| pixel != first) {
                return Ok(false);
            }
            let base = xor(tile.base, *first);
            space::free(self.door, tile.page)?;
            self.set_entry(at, Entry { page: 0, base })?;
        }
        Ok(true)
    }

    /// Gives up an entry's page if all entries in it are equal and have none; whether it did.
    fn collapse(&mut self, at: u64) -> Result<bool> {
        let entry: Entry = read(self.door.arena(), at);
        let Some(bytes) = self.door.arena().page(entry.page).filter(|_| entry.page != 0) else {
            return Ok(false);
        };
        let below: &[Entry] = bytemuck::cast_slice(bytes);
        let first = below[0];
        if first.page != 0 || below.iter().any(|other| *other != first) {
            return Ok(false);
        }
        space::free(self.door, entry.page)?;
        self.set_entry(at, Entry { page: 0, base: xor(entry.base, first.base) })?;
        Ok(true)
    }
}

/// Calls for every page of a plane, top down.
pub(super) fn pages(memory: &crate::memory::Memory, plane: u64, reach: &mut impl FnMut(u32)) {
    for quadrant in 0..ROOTS / 8 {
        let root: Entry = read(memory, plane + quadrant * 8);
        if root.page == 0 {
            continue;
        }
        reach(root.page);
        for i in 0..ENTRIES {
            let block: Entry = read(memory, address(root.page, u64::from(i) * 8));
            if block.page == 0 {
                continue;
            }
            reach(block.page);
            for i in 0..ENTRIES {
                let tile: Entry = read(memory, address(block.page, u64::from(i) * 8));
                if tile.page != 0 {
                    reach(tile.page);
                }
            }
        }
    }
}
