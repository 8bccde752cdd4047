//! Areas: rectangles where a shape is plain, bits where it is not.
//!
//! The shape of a wand's selection on noise has a run for every other pixel. Passing each run
//! on as a rectangle costs a hundred times what its pixels do, so shapes travel as rectangles
//! and as squares of 32×32 bits, from where they are found to the rows that are written. What
//! may change (the selection, as bits too) is found a block at a time, so memory stays bounded
//! whatever the size.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::{Area, Bits, Point}};
//! let (mut document, cel) = (Document::new(40, 40)?, Cel::default());
//! document.begin(1)?;
//! let rows = std::array::from_fn(|y| 0x5555_5555 << (y % 2));
//! document.fill_area(cel, &Area::Bits(Bits { at: Point::new(20, 0), rows }), Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! let colors = [20, 21, 38].map(|x| document.cel_pixel(cel, x, 0));
//! assert_eq!(colors, [Ok(Color::BLACK), Ok(Color::TRANSPARENT), Ok(Color::BLACK)]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::floating::AS_IT_IS;
use super::info::{FLOATING, SELECTION};
use super::places::Place;
use super::plane::Plane;
use super::selection::SELECTED;
use super::stamp::{shifted, stamp};
use super::tiles::{BLOCK, Found, Segment, TILE, cells, find, read_row, segments, tile_of, xor};
use super::window::{Piece, Sight};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::{Area, Bits, Point, Rect};
use crate::memory::Memory;

/// Returns which pixels of a rectangle of at most 32×32 have a colour that passes a test.
pub(super) fn bits_of(sight: Sight<'_>, rect: Rect, test: impl Fn(Color) -> bool) -> Bits {
    let mut bits = Bits { at: Point::new(rect.x, rect.y), rows: [0; 32] };
    let mut buffer = [Color::TRANSPARENT; TILE as usize];
    let row = &mut buffer[..rect.width as usize];
    for (y, out) in (rect.y..rect.bottom()).zip(&mut bits.rows) {
        read_row(sight, (rect.x as u32, y as u32), 1, row);
        *out = row.iter().rev().fold(0, |bits, color| bits << 1 | u32::from(test(*color)));
    }
    bits
}

/// Returns the number of columns from a row's first bit to its last.
pub(super) fn columns(line: u32) -> usize {
    (u32::BITS - line.leading_zeros()) as usize
}

/// Returns the runs of set bits as rectangles of one row.
fn runs(bits: &Bits) -> Vec<Rect> {
    let mut rects = Vec::new();
    for (y, mut x, mut line) in bits.lines() {
        while line != 0 {
            let (gap, length) = (line.trailing_zeros(), (line >> line.trailing_zeros()).trailing_ones());
            rects.push(Rect::new(x + gap as i32, y, length as i32, 1));
            x += (gap + length) as i32;
            line = line.checked_shr(gap + length).unwrap_or(0);
        }
    }
    rects
}

impl<D: Door> Plane<'_, D> {
    /// Fills an area, which must be no larger than the plane, with one colour.
    pub(super) fn fill_area(&mut self, area: &Area, color: Color) -> Result<()> {
        match area {
            Area::Rect(rect) => self.fill_rect(*rect, color),
            Area::Bits(bits) if bits.rows == [u32::MAX; 32] => {
                self.fill_rect(Rect::new(bits.at.x, bits.at.y, 32, 32), color)
            }
            Area::Bits(bits) => {
                let rect = bits.bounds();
                if let Some(place) = self.corner.whole(rect) {
                    return self.fill_bits(*bits, Piece { rect, place }, color);
                }
                let mut pieces = self.corner.pieces(rect);
                pieces.try_for_each(|piece| self.fill_bits(bits.clipped(piece.rect), piece, color))
            }
        }
    }

    /// Fills bits that lie in one piece of the plane.
    fn fill_bits(&mut self, mut bits: Bits, Piece { rect, place }: Piece, color: Color) -> Result<()> {
        bits.at = Point::new(bits.at.x + place.x - rect.x, bits.at.y + place.y - rect.y);
        let mut tiles = cells(place, TILE, TILE);
        tiles.try_for_each(|(part, _)| self.fill_in_tile(&bits.clipped(part), color))
    }

    /// Fills bits that lie at a place in one tile.
    fn fill_in_tile(&mut self, bits: &Bits, color: Color) -> Result<()> {
        let Some((y, x, _)) = bits.lines().next() else { return Ok(()) };
        let Found { page, base, .. } = find(Sight::plain(self.tree()), x as u32, y as u32);
        if page.is_none() && base == color {
            return Ok(());
        }
        let (tile, difference) = (tile_of(x as u32, y as u32), xor(base, color).bytes);
        self.door.painted(self.plane, tile)?;
        for (y, x, line) in bits.lines() {
            let row = self.row_in_tile(tile, x as u32, y as u32, columns(line))?;
            for (i, pixel) in row.iter_mut().enumerate() {
                if line >> i & 1 == 1 {
                    *pixel = difference;
                }
            }
        }
        Ok(())
    }
}

/// The pixels that painting may change: the whole canvas, or the selected part of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limit {
    around: Rect,
    /// Position of the mask's (0, 0) on the canvas, or `None` if the whole rectangle is selected.
    mask: Option<(i32, i32)>,
}

impl Limit {
    /// Returns a function that returns the changeable areas of a rectangle, one at each call.
    ///
    /// The memory may change between two calls, except for the selection.
    pub(super) fn areas(self, rect: Rect) -> impl FnMut(&Memory) -> Option<Area> {
        let part = rect.intersect(self.around);
        let by = self.mask.unwrap_or_default();
        let mut whole = Some(part).filter(|part| self.mask.is_none() && !part.is_empty());
        let masked = self.mask.map(|(dx, dy)| cells(shifted(part, (-dx, -dy)), BLOCK.0, BLOCK.1));
        let mut blocks = masked.into_iter().flatten();
        let mut found = Vec::new().into_iter();
        move |memory| {
            if let Some(part) = whole.take() {
                return Some(Area::Rect(part));
            }
            let mask = Sight::of(memory, SELECTION);
            loop {
                for Segment { rect, solid } in found.by_ref() {
                    match solid {
                        Some(SELECTED) => return Some(Area::Rect(shifted(rect, by))),
                        Some(_) => {}
                        None => {
                            let mut bits = bits_of(mask, rect, |color| color == SELECTED);
                            bits.at = Point::new(rect.x + by.0, rect.y + by.1);
                            return Some(Area::Bits(bits));
                        }
                    }
                }
                let (block, _) = blocks.next()?;
                found = segments(mask, block).collect::<Vec<_>>().into_iter();
            }
        }
    }

    /// Returns the pixels of a square that painting may change.
    pub(super) fn bits(self, memory: &Memory, bits: &Bits) -> Bits {
        let mut bits = bits.clipped(self.around);
        let part = bits.bounds();
        let Some((dx, dy)) = self.mask.filter(|_| !part.is_empty()) else { return bits };
        let place = shifted(part, (-dx, -dy));
        let selected = bits_of(Sight::of(memory, SELECTION), place, |color| color == SELECTED);
        let (right, down) = (part.x - bits.at.x, part.y - bits.at.y);
        for (row, selected) in bits.rows[down as usize..].iter_mut().zip(selected.rows) {
            *row &= selected << right;
        }
        bits
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the pixels that painting may change.
    pub(super) fn limit(&self) -> Limit {
        let (canvas, selection) = (self.bounds(), self.selection());
        let partly = selection.is_some() && self.info().full == 0;
        let around = selection.map_or(canvas, |around| around.intersect(canvas));
        Limit { around, mask: partly.then(|| self.offset()) }
    }

    /// Returns the parts of a rectangle that painting may change, as disjoint rectangles; without a
    /// selection, the part on the canvas.
    pub fn changeable(&self, rect: Rect) -> impl Iterator<Item = Rect> + '_ {
        let (partly, canvas) = (self.info().full == 0, self.bounds());
        let limits: Vec<_> = match self.selection() {
            None => vec![self.limit()],
            Some(_) => {
                let limit = |Place { rect, offset }| Limit {
                    around: rect.intersect(canvas),
                    mask: partly.then_some(offset),
                };
                self.places().iter().map(limit).collect()
            }
        };
        let areas = limits.into_iter().flat_map(move |limit| {
            let mut areas = limit.areas(rect);
            std::iter::from_fn(move || areas(self.memory()))
        });
        areas.flat_map(|area| match area {
            Area::Rect(rect) => vec![rect],
            Area::Bits(bits) => runs(&bits),
        })
    }

    /// Marks the pixels of an area dirty: row by row where they are few, such as those of a thin line.
    pub(super) fn mark_area_dirty(&mut self, area: &Area) {
        let bits = match area {
            Area::Rect(rect) => return self.mark_dirty(*rect),
            Area::Bits(bits) => bits,
        };
        let around = bits.bounds();
        let count: u32 = bits.rows.iter().map(|row| row.count_ones()).sum();
        if 2 * i64::from(count) >= i64::from(around.width) * i64::from(around.height) {
            return self.mark_dirty(around);
        }
        for (y, x, line) in bits.lines() {
            self.mark_dirty(Rect::new(x, y, columns(line) as i32, 1));
        }
    }

    /// Moves the pixels of an area of a plane to the floating plane, which must be empty there.
    pub(super) fn lift_area(&mut self, from: u32, area: &Area) -> Result<()> {
        match area {
            Area::Rect(rect) => stamp(&mut self.door, from, FLOATING, *rect, (0, 0), AS_IT_IS)?,
            Area::Bits(bits) => {
                let mut buffer = [Color::TRANSPARENT; TILE as usize];
                for (y, x, line) in bits.lines() {
                    let row = &mut buffer[..columns(line)];
                    read_row(Sight::of(self.memory(), from), (x as u32, y as u32), 1, row);
                    for (i, pixel) in row.iter_mut().enumerate() {
                        if line >> i & 1 == 0 || pixel.is_transparent() {
                            *pixel = Color::TRANSPARENT;
                        }
                    }
                    Plane::new(&mut self.door, FLOATING).put_row(x as u32, y as u32, row)?;
                }
            }
        }
        Plane::new(&mut self.door, from).fill_area(area, Color::TRANSPARENT)
    }
}
