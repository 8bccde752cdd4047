//! Writing pixels: into tiles where they differ, into bases where they do not.
//!
//! A [`Plane`] is the pixels of a cel, of the selection or of what floats. Filling
//! writes the coarsest base that lies wholly in the rectangle, and zeroes what lies
//! below, so a canvas of 16384×16384 is filled by four bytes; single pixels go into the
//! page of their tile, which becomes zero again when the action ends and they are all
//! alike.
//!
//! A rectangle or a row of the canvas may be several pieces of the plane, as the canvas is a [window](super::window) onto it. All that is said to lie
//! at a `place` is in the plane's own coordinates.
//!
//! The invariant: once an action is settled, no tile's page holds 1024 equal pixels
//! other than zeros, and no page of bases 512 equal ones with nothing below.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Drawing}};
//! let mut drawing = Drawing::new(64, 64)?;
//! drawing.pixels_mut(Cel::default())?.put_row(3, 4, &[Color::BLACK; 2])?;
//! assert_eq!(drawing.cel_pixel(Cel::default(), 4, 4)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::MAX_SIDE;
use super::records::put;
use super::tiles::{
    BLOCK, Found, QUADRANT, TILE, base, cells, colors, find, is_zero, read_rect, read_row, segments, tile_of,
    xor,
};
use super::window::{Corner, Sight};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::{FAN, PAGE, Page, PageAddress, Region, Tree};
use crate::pause;

/// The pixels of a cel, of the selection or of what floats, for writing through a [`Door`].
#[derive(Debug)]
pub struct Plane<'a, D: Door> {
    pub(super) door: &'a mut D,
    /// Number of its tree in the memory.
    pub(super) plane: u32,
    /// Where the canvas's corner lies on it.
    pub(super) corner: Corner,
}

/// Returns the first of a slice of colours if all are equal.
fn uniform(colors: &[Color]) -> Option<Color> {
    let first = *colors.first()?;
    (leading(colors, first) == colors.len()).then_some(first)
}

/// Returns how many colours at the beginning of a row are equal to one.
fn leading(row: &[Color], color: Color) -> usize {
    let word = u32::from_ne_bytes(color.bytes);
    // No exit within a chunk, so that the compiler vectorises the loop.
    let differs =
        |chunk: &[Color; 16]| chunk.iter().fold(0, |any, c| any | (u32::from_ne_bytes(c.bytes) ^ word));
    let whole = 16 * row.as_chunks::<16>().0.iter().take_while(|chunk| differs(chunk) == 0).count();
    whole + row[whole..].iter().take_while(|other| **other == color).count()
}

impl<'a, D: Door> Plane<'a, D> {
    /// Returns a plane as the canvas sees it.
    pub(in crate::document) fn new(door: &'a mut D, plane: u32) -> Plane<'a, D> {
        let corner = Corner::on(door.arena(), plane);
        Plane { door, plane, corner }
    }

    /// Returns a plane in its own coordinates.
    pub(in crate::document) fn plain(door: &'a mut D, plane: u32) -> Plane<'a, D> {
        Plane { door, plane, corner: Corner::FIRST }
    }

    /// Returns the plane as it is seen, to be read.
    pub(super) fn sight(&self) -> Sight<'_> {
        Sight { tree: self.tree(), corner: self.corner }
    }

    pub(super) fn tree(&self) -> Option<&Tree> {
        self.door.arena().tree(self.plane)
    }

    pub(super) fn place(&self, level: u8, index: u32) -> PageAddress {
        PageAddress { tree: self.plane, level, index }
    }

    pub(super) fn page(&self, place: PageAddress) -> Option<&Page> {
        self.door.arena().page(place)
    }

    /// Returns the base that a tile (level 1), a block (2) or a quadrant (3) adds to the one above it.
    fn base(&self, level: u8, index: u32) -> Color {
        base(self.page(self.place(level, index >> 9)), index as usize % FAN)
    }

    /// Sets the base of a tile, a block or a quadrant.
    fn set_base(&mut self, level: u8, index: u32, color: Color) -> Result<()> {
        let page = self.place(level, index >> 9).address();
        put(self.door, page + u64::from(index) % FAN as u64 * 4, color)
    }

    /// Zeroes a page, unless it is zero already.
    pub(super) fn zero(&mut self, place: PageAddress) -> Result<()> {
        if self.page(place).is_some_and(|page| !is_zero(page)) {
            let region = Region::new(place.address(), PAGE);
            self.door.write(region)?.fill(0);
            self.door.zeroed(region);
        }
        Ok(())
    }

    /// Fills a rectangle, which must be no larger than the plane, with one colour.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn fill_rect(&mut self, rect: Rect, color: Color) -> Result<()> {
        if let Some(place) = self.corner.whole(rect) {
            return self.fill_place(place, color);
        }
        self.corner.pieces(rect).try_for_each(|piece| self.fill_place(piece.place, color))
    }

    fn fill_place(&mut self, place: Rect, color: Color) -> Result<()> {
        for (part, whole) in cells(place, QUADRANT, QUADRANT) {
            if self.has(part, color) {
                continue;
            }
            if whole {
                let quadrant = tile_of(part.x as u32, part.y as u32) >> 18;
                self.clear_quadrant(quadrant)?;
                self.set_base(3, quadrant, color)?;
                continue;
            }
            for (part, whole) in cells(part, BLOCK.0, BLOCK.1) {
                self.fill_in_block(part, whole, color)?;
            }
        }
        Ok(())
    }

    /// Returns `true` if the map alone tells that a part of a cell has one given colour.
    fn has(&self, part: Rect, color: Color) -> bool {
        let found = find(Sight::plain(self.tree()), part.x as u32, part.y as u32);
        found.page.is_none() && found.base == color && found.area.intersect(part) == part
    }

    fn fill_in_block(&mut self, part: Rect, whole: bool, color: Color) -> Result<()> {
        if self.has(part, color) {
            return Ok(());
        }
        let tile = tile_of(part.x as u32, part.y as u32);
        if whole {
            self.clear_block(tile >> 9)?;
            self.door.painted(self.plane, tile)?;
            return self.set_base(2, tile >> 9, xor(self.base(3, tile >> 18), color));
        }
        for (part, whole) in cells(part, TILE, TILE) {
            if self.has(part, color) {
                continue;
            }
            let tile = tile_of(part.x as u32, part.y as u32);
            self.door.painted(self.plane, tile)?;
            if whole {
                self.zero(self.place(0, tile))?;
                let above = xor(self.base(3, tile >> 18), self.base(2, tile >> 9));
                self.set_base(1, tile, xor(above, color))?;
            } else {
                let difference = xor(self.base_of(tile), color).bytes;
                // Whole rows of a tile lie one behind the other.
                let whole = part.width == TILE as i32;
                let (rows, width) =
                    if whole { (1, part.width * part.height) } else { (part.height, part.width) };
                for y in part.y..part.y + rows {
                    self.row_in_tile(tile, part.x as u32, y as u32, width as usize)?.fill(difference);
                }
            }
        }
        Ok(())
    }

    /// Returns the XOR of the bases of a tile.
    pub(super) fn base_of(&self, tile: u32) -> Color {
        xor(xor(self.base(3, tile >> 18), self.base(2, tile >> 9)), self.base(1, tile))
    }

    /// Returns pixels of one row of a tile for writing, as differences from the tile's base.
    pub(super) fn row_in_tile(&mut self, tile: u32, x: u32, y: u32, width: usize) -> Result<&mut [[u8; 4]]> {
        let offset = u64::from(y % TILE * TILE + x % TILE) * 4;
        let region = Region::new(self.place(0, tile).address() + offset, width * 4);
        Ok(self.door.write(region)?.as_chunks_mut::<4>().0)
    }

    /// Reads pixels from (x, y) to the right.
    pub fn read_row(&self, x: u32, y: u32, out: &mut [Color]) {
        read_row(self.sight(), (x, y), 1, out);
    }

    /// Sets pixels of one row, at most as many as the plane has columns.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn put_row(&mut self, x: u32, y: u32, row: &[Color]) -> Result<()> {
        let (x, y) = self.corner.place(x, y);
        let (row, other) = row.split_at(row.len().min((MAX_SIDE - x) as usize));
        self.put_place((x, y), row)?;
        if other.is_empty() { Ok(()) } else { self.put_place((0, y), other) }
    }

    fn put_place(&mut self, (mut x, y): (u32, u32), row: &[Color]) -> Result<()> {
        let mut rest = row;
        while !rest.is_empty() {
            let Found { page, base, area } = find(Sight::plain(self.tree()), x, y);
            if page.is_none() {
                // The whole area is passed over at once where it has these colours already: most of many files is empty.
                let within = rest.len().min((area.right() as u32 - x) as usize);
                let same = leading(&rest[..within], base);
                (x, rest) = (x + same as u32, &rest[same..]);
                if same == within {
                    continue;
                }
            }
            let length = ((TILE - x % TILE) as usize).min(rest.len());
            let (part, more) = rest.split_at(length);
            let tile = tile_of(x, y);
            self.door.painted(self.plane, tile)?;
            let line = self.row_in_tile(tile, x, y, length)?;
            for (pixel, color) in line.iter_mut().zip(part) {
                *pixel = xor(base, *color).bytes;
            }
            x += length as u32;
            rest = more;
        }
        Ok(())
    }

    /// Replaces every colour in a rectangle by a function of it, called once for an area of one colour.
    pub(super) fn map(&mut self, rect: Rect, change: &mut impl FnMut(Color) -> Color) -> Result<()> {
        self.corner.pieces(rect).try_for_each(|piece| self.map_place(piece.place, change))
    }

    fn map_place(&mut self, place: Rect, change: &mut impl FnMut(Color) -> Color) -> Result<()> {
        // The segments of a block are gathered first, since the map changes under them.
        for (part, _) in cells(place, BLOCK.0, BLOCK.1) {
            let found = find(Sight::plain(self.tree()), part.x as u32, part.y as u32);
            if found.page.is_none() && found.area.intersect(part) == part {
                let old = found.base;
                let color = change(old);
                if color != old {
                    self.fill_place(part, color)?;
                }
                continue;
            }
            let parts: Vec<_> = segments(Sight::plain(self.tree()), part).collect();
            for segment in parts {
                match segment.solid.map(|color| (color, change(color))) {
                    Some((color, changed)) if changed != color => self.fill_place(segment.rect, changed)?,
                    Some(_) => {}
                    None => self.map_rows(segment.rect, change)?,
                }
            }
        }
        Ok(())
    }

    fn map_rows(&mut self, rect: Rect, change: &mut impl FnMut(Color) -> Color) -> Result<()> {
        let mut pixels = [Color::TRANSPARENT; (TILE * TILE) as usize];
        read_rect(Sight::plain(self.tree()), rect, &mut pixels);
        for (y, row) in (rect.y..rect.bottom()).zip(pixels.chunks_mut(TILE as usize)) {
            let row = &mut row[..rect.width as usize];
            let mut changed = false;
            for pixel in row.iter_mut() {
                let color = change(*pixel);
                changed |= color != *pixel;
                *pixel = color;
            }
            if changed {
                self.put_place((rect.x as u32, y as u32), row)?;
            }
        }
        Ok(())
    }

    /// Collapses the tiles of a row of tiles, for a picture of so many columns that is read from top to
    /// bottom.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn compact_row(&mut self, ty: u32, width: u32) -> Result<()> {
        self.compact_within(Rect::new(0, (ty * TILE) as i32, width as i32, TILE as i32))
    }

    /// Collapses the tiles that a rectangle lies in.
    pub(super) fn compact_within(&mut self, rect: Rect) -> Result<()> {
        for piece in self.corner.pieces(rect) {
            for (part, _) in cells(piece.place, BLOCK.0, TILE) {
                let first = tile_of(part.x as u32, part.y as u32);
                let last = tile_of(part.right() as u32 - 1, part.y as u32);
                (first..=last).try_for_each(|tile| self.compact_tile(tile))?;
                self.collapse(1, first >> 9)?;
                self.collapse(2, first >> 18)?;
            }
        }
        Ok(())
    }

    /// Collapses tiles, given in ascending order, whose pixels are all equal, and then blocks and
    /// quadrants.
    ///
    /// The lower 20 bits of each number are the tile's index.
    pub(in crate::document) fn compact(&mut self, tiles: &[u64]) -> Result<()> {
        for quadrant in tiles.chunk_by(|a, b| a >> 18 == b >> 18) {
            for block in quadrant.chunk_by(|a, b| a >> 9 == b >> 9) {
                for tile in block {
                    self.compact_tile(*tile as u32 & 0xf_ffff)?;
                }
                self.collapse(1, (block[0] >> 9) as u32 & 0x7ff)?;
            }
            self.collapse(2, (quadrant[0] >> 18) as u32 & 3)?;
        }
        Ok(())
    }

    /// Collapses a tile to a base if all its pixels are equal.
    fn compact_tile(&mut self, tile: u32) -> Result<()> {
        pause::point(PAGE)?;
        let place = self.place(0, tile);
        match self.page(place).and_then(|page| uniform(colors(page))) {
            None | Some(Color::TRANSPARENT) => Ok(()),
            Some(color) => {
                self.set_base(1, tile, xor(self.base(1, tile), color))?;
                self.zero(place)
            }
        }
    }

    /// Collapses a block (level 1) or a quadrant (2) to a base if its own bases are all equal and no
    /// page below holds anything.
    pub(super) fn collapse(&mut self, level: u8, index: u32) -> Result<()> {
        let place = self.place(level, index);
        let bases = self.page(place).and_then(|page| uniform(&colors(page)[..FAN]));
        let Some(color) = bases.filter(|color| *color != Color::TRANSPARENT) else { return Ok(()) };
        if self.is_empty_below(level, index) {
            self.set_base(level + 1, index, xor(self.base(level + 1, index), color))?;
            self.zero(place)?;
        }
        Ok(())
    }

    /// Returns `true` if all pages below a block's or a quadrant's are zero.
    pub(super) fn is_empty_below(&self, level: u8, index: u32) -> bool {
        let (quadrant, block) =
            if level == 1 { (index >> 9, Some(index as usize % FAN)) } else { (index, None) };
        let Some(branch) = self.tree().and_then(|tree| tree.branch(quadrant as usize)) else { return true };
        let mut twigs = (0..FAN).filter(|i| block.is_none_or(|block| block == *i)).map(|i| branch.twig(i));
        twigs.all(|twig| {
            twig.is_none_or(|twig| {
                let below = level == 1 || twig.page().is_none_or(is_zero);
                below && (0..FAN).all(|i| twig.leaf(i).is_none_or(is_zero))
            })
        })
    }
}
