//! Areas of a colour: what fill paints and the wand selects.
//!
//! The picture is looked at tile by tile, and a tile of one colour is one question;
//! so an empty canvas of any size is taken in at once.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::{Point, Rect}};
//! use undoodle::tools::{Options, area};
//! let mut document = Document::new(9, 9)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(4, 0, 1, 9), Color::BLACK)?;
//! let left = area(&document, Cel::default(), &Options::default(), Point::new(0, 0))?;
//! assert_eq!(left.map(|area| area.bounds()), Some(Rect::new(0, 0, 4, 9)));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::options::{LookAt, Options};
use crate::color::{Color, distance};
use crate::document::{Cel, Document, Picture, TILE};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Match, TileMask, everywhere, flood};
use std::cell::Cell;

/// Colours whose channels differ from one's by so much at the most; see [`distance`].
#[derive(Debug)]
pub struct Near {
    /// The colour.
    pub color: Color,
    /// How much a channel may differ.
    pub tolerance: u8,
}

impl Near {
    /// Returns `true` if a colour is near.
    pub fn contains(&self, other: Color) -> bool {
        distance(self.color, other) <= u32::from(self.tolerance)
    }

    /// Returns which pixels of a row are near: bit x for column x.
    ///
    /// Says the same as [`contains`](Near::contains), in a form that compilers make vectors of.
    pub fn bits(&self, row: &[Color; TILE as usize]) -> u32 {
        let (color, clear) = (self.color.bytes, self.color.is_transparent());
        let near = row.map(|Color { bytes }| {
            let close = |i: usize| bytes[i].abs_diff(color[i]) <= self.tolerance;
            u8::from(close(0) & close(1) & close(2) & close(3) | clear & (bytes[3] == 0))
        });
        let (eights, _) = near.as_chunks::<8>();
        // Each factor's bit brings one of eight bytes to its place in the highest.
        let packed =
            eights.iter().map(|flags| u64::from_le_bytes(*flags).wrapping_mul(0x0102_0408_1020_4080) >> 56);
        packed.rev().fold(0, |bits, eight| bits << 8 | eight as u32)
    }
}

/// Returns the pixels of a tile whose colour is near. A tile may reach beyond the canvas. `known` is the last area of one colour, and whether
/// that is near: most of its tiles are asked for right after each other.
fn matching(
    picture: &Picture<'_>,
    size: (u32, u32),
    tile: (u32, u32),
    near: &Near,
    known: &Cell<(Rect, bool)>,
) -> Match {
    let (x, y) = (tile.0 * TILE, tile.1 * TILE);
    let (width, height) = ((size.0 - x).min(TILE), (size.1 - y).min(TILE));
    let part = Rect::new(x as i32, y as i32, width as i32, height as i32);
    let whole = |matches: bool| if matches { Match::All } else { Match::None };
    let (area, matches) = known.get();
    if area.intersect(part) == part {
        return whole(matches);
    }
    if let Some((color, area)) = picture.solid(x, y) {
        if area.intersect(part) == part {
            known.set((area, near.contains(color)));
            return whole(near.contains(color));
        }
        if let Some(color) = picture.solid_in(part) {
            return whole(near.contains(color));
        }
    }
    let mut rows = [0; TILE as usize];
    let mut pixels = [Color::TRANSPARENT; TILE as usize];
    for (row, out) in (y..y + height).zip(&mut rows) {
        picture.read(x, row, 1, &mut pixels[..width as usize]);
        *out = near.bits(&pixels);
    }
    Match::Some(rows)
}

/// Takes from the pixels of a tile those that are not selected.
// Inlined, it would be in the part of the module that painting needs.
#[inline(never)]
fn selected(document: &Document, around: Rect, tile: (u32, u32), found: Match) -> Match {
    let place = Rect::new((tile.0 * TILE) as i32, (tile.1 * TILE) as i32, TILE as i32, TILE as i32);
    let within = place.intersect(around);
    if within.is_empty() || matches!(found, Match::None) {
        return Match::None;
    }
    let mut rows = match found {
        Match::Some(rows) => rows,
        _ => [u32::MAX; TILE as usize],
    };
    let mut row = [false; TILE as usize];
    for (bits, y) in rows.iter_mut().zip(place.y..) {
        row.fill(false);
        if (within.y..within.bottom()).contains(&y) {
            document.selected_row(place.x, y, 1, &mut row);
        }
        *bits &= row.iter().rev().fold(0, |bits, selected| bits << 1 | u32::from(*selected));
    }
    Match::Some(rows)
}

/// Returns the pixels near the colour of one, by the options, or `None` if that one lies outside the canvas.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the set of pixels can't be allocated.
pub fn area(document: &Document, cel: Cel, options: &Options, at: Point) -> Result<Option<TileMask>> {
    area_within(document, cel, options, at, None)
}

/// Returns the pixels that a fill from one of them paints: as [`area`], but the edge of a selection is a border that it does
/// not go around. `None` if that pixel may not be painted at all.
///
/// # Errors
/// As [`area`].
pub(super) fn filled(
    document: &Document,
    cel: Cel,
    options: &Options,
    at: Point,
) -> Result<Option<TileMask>> {
    let around = document.selection();
    if around.is_some() && !document.is_selected(at.x, at.y) {
        return Ok(None);
    }
    area_within(document, cel, options, at, around)
}

fn area_within(
    document: &Document,
    cel: Cel,
    options: &Options,
    at: Point,
    around: Option<Rect>,
) -> Result<Option<TileMask>> {
    if !document.bounds().contains(at) {
        return Ok(None);
    }
    let picture = match options.sample {
        LookAt::Picture => document.exported_picture(cel.frame),
        LookAt::Layer => document.cel_picture(cel),
    };
    let color = picture.pixel(at.x as u32, at.y as u32);
    let near = Near { color, tolerance: options.tolerance };
    let (width, height) = document.size();
    let known = Cell::new((Rect::EMPTY, false));
    let matches = |tx, ty| {
        let found = matching(&picture, (width, height), (tx, ty), &near, &known);
        match around {
            Some(around) => selected(document, around, (tx, ty), found),
            None => found,
        }
    };
    let found = match options.contiguous {
        true => flood(width, height, at, options.diagonal, matches),
        false => everywhere(width, height, matches),
    };
    found.map(Some)
}
