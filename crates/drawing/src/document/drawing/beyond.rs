//! What lies beyond the canvas's edge: kept, moved back in, trimmed only when asked.
//!
//! A plane has 32768 columns and rows, and a canvas may have as many, so there is no middle to begin in. Instead a plane is a *torus*: left of
//! its first column lies its last one. The canvas lies at its corner. What is right of the canvas has the columns behind it, and
//! what is left of it has the last columns of the plane. So every address is the place of one pixel, a drawing with nothing beyond its
//! edge has the bytes that it always had, and whoever moves the edge alone writes the record alone.
//!
//! Painting is clipped to the canvas. Only what is moved, pasted or read from a file comes to lie beyond, and what the edge passes over.
//!
//! The invariant: the last [`REACH`] columns and rows lie left of and above the canvas, fewer if the canvas itself has them.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(8, 8)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(0, 0, 4, 4), Color::BLACK)?;
//! document.lift(cel)?;
//! document.move_floating(-3, 0)?;
//! document.land()?;
//! assert_eq!(document.cel_bounds(cel), Rect::new(0, 0, 1, 4), "what is on the canvas");
//! assert_eq!(document.extent(cel), Rect::new(-3, 0, 4, 4), "and all that is kept");
//! assert!(document.trim()?);
//! assert_eq!(document.extent(cel), Rect::new(0, 0, 1, 4));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::floating::AS_IT_IS;
use super::info::{FLOATING, MAX_SIDE, info};
use super::places::{Place, wrap};
use super::plane::Plane;
use super::stamp::{moved, shifted};
use super::tiles::{TILE, bounds, bounds_within, read_row};
use super::{Cel, Drawing};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;

/// Maximum number of columns and rows that are kept left of and above the canvas. As many at least are kept right of and below one of up to
/// 16384 pixels a side.
pub const REACH: u32 = 8192;

const SIDE: i32 = MAX_SIDE as i32;

/// Returns how many columns are kept left of a canvas with so many, or rows above it.
const fn before(side: u32) -> i32 {
    let rest = MAX_SIDE - side;
    if rest < REACH { rest as i32 } else { REACH as i32 }
}

/// A part of the canvas or of what lies beyond it, which is one piece in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    /// The part in pixels of the canvas.
    pub(super) rect: Rect,
    /// How far right and down of it the piece lies in the plane.
    pub(super) by: (i32, i32),
}

impl Piece {
    /// Returns the rectangle of the piece in the plane.
    pub(super) fn place(self) -> Rect {
        shifted(self.rect, self.by)
    }
}

/// Returns the rectangle of all that is kept of a cel, on and around a canvas of this size.
pub fn kept((width, height): (u32, u32)) -> Rect {
    Rect::new(-before(width), -before(height), SIDE, SIDE)
}

/// Splits what is kept of a rectangle into pieces of a plane: one on and right of the canvas's first column, others before it.
pub(super) fn pieces(rect: Rect) -> impl Iterator<Item = Piece> {
    [(0, 0), (SIDE, 0), (0, SIDE), (SIDE, SIDE)].into_iter().filter_map(move |by| {
        let part = rect.intersect(Rect::new(-by.0, -by.1, SIDE, SIDE));
        (!part.is_empty()).then_some(Piece { rect: part, by })
    })
}

/// Returns the parts of a rectangle outside another one.
pub(super) fn around(rect: Rect, inner: Rect) -> impl Iterator<Item = Rect> {
    let inner = if inner.is_empty() { Rect::new(rect.x, rect.y, 0, 0) } else { inner };
    let rows = |from: i32, to: i32| Rect::new(rect.x, from, rect.width, to - from);
    let columns = |from: i32, to: i32| Rect::new(from, inner.y, to - from, inner.height);
    let parts = [
        rows(rect.y, inner.y),
        columns(rect.x, inner.x),
        columns(inner.right(), rect.right()),
        rows(inner.bottom(), rect.bottom()),
    ];
    parts.into_iter().map(move |part| part.intersect(rect)).filter(|part| !part.is_empty())
}

impl<D: Door> Drawing<D> {
    /// Returns the rectangle of all that can be kept of a cel, on the canvas and around it.
    pub fn kept(&self) -> Rect {
        kept(self.size())
    }

    /// Returns the smallest rectangle around a cel's pixels, those beyond the canvas's edge included.
    pub fn extent(&self, at: Cel) -> Rect {
        let (tree, canvas, kept) = (self.cel_tree(at), self.bounds(), self.kept());
        let all = bounds(tree);
        if all.intersect(canvas) == all {
            return all;
        }
        pieces(kept).fold(Rect::EMPTY, |around, piece| {
            let (x, y) = piece.by;
            around.union(shifted(bounds_within(tree, piece.place()), (-x, -y)))
        })
    }

    /// Returns `true` if pixels of a cel lie beyond the canvas's edge.
    pub fn is_beyond(&self, at: Cel) -> bool {
        let all = bounds(self.cel_tree(at));
        all.intersect(self.bounds()) != all
    }

    /// Returns the number of images with pixels beyond the canvas's edge.
    pub fn beyond(&self) -> u32 {
        let cels = self.once_per_image(self.all_cels());
        cels.into_iter().filter(|cel| self.is_beyond(*cel)).count() as u32
    }

    /// Reads pixels of a cel from (x, y) to the right, on the canvas or beyond it; those that can't be kept are transparent.
    pub fn read_beyond(&self, at: Cel, x: i32, y: i32, out: &mut [Color]) {
        let row = Rect::new(x, y, i32::try_from(out.len()).unwrap_or(i32::MAX), 1);
        out.fill(Color::TRANSPARENT);
        for piece in pieces(row.intersect(self.kept())) {
            let (place, from) = (piece.place(), (piece.rect.x - x) as usize);
            let part = &mut out[from..from + place.width as usize];
            read_row(self.cel_tree(at), (place.x as u32, place.y as u32), 1, part);
        }
    }

    /// Returns where floating pixels land, on the canvas and beyond it. What wraps around a tile is the pattern that is seen.
    pub(super) fn landing(&self) -> Rect {
        if wrap(self.info()).is_some() { self.bounds() } else { self.kept() }
    }

    /// Returns the smallest rectangle around all that a cel has on the canvas and beyond it, and what floats above it.
    pub fn whole_extent(&self, at: Cel) -> Rect {
        let around = self.extent(at);
        if !self.floats_above(at) {
            return around;
        }
        around.union(self.floating_around().intersect(self.landing()))
    }

    /// Reads pixels of a cel from (x, y) to the right, on the canvas or beyond it, as if what floats above it had landed.
    pub fn read_whole(&self, at: Cel, x: i32, y: i32, out: &mut [Color]) {
        self.read_beyond(at, x, y, out);
        if !self.floats_above(at) {
            return;
        }
        let row = Rect::new(x, y, out.len() as i32, 1).intersect(self.landing());
        for Place { rect, offset } in self.places().iter() {
            let part = rect.intersect(row);
            let mut over = vec![Color::TRANSPARENT; part.width as usize];
            let from = ((part.x - offset.0) as u32, (part.y - offset.1) as u32);
            if !part.is_empty() {
                read_row(self.memory().tree(FLOATING), from, 1, &mut over);
            }
            let below = out.iter_mut().skip((part.x - x).max(0) as usize);
            below.zip(over).for_each(|(below, top)| *below = AS_IT_IS.composite(top, *below));
        }
    }

    /// Clears what lies beyond the canvas's edge in all cels. Returns `true` if there was something.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn trim(&mut self) -> Result<bool> {
        let mut any = false;
        for cel in self.once_per_image(self.all_cels()) {
            if self.is_beyond(cel) {
                any = true;
                self.trim_cel(cel)?;
            }
        }
        Ok(any)
    }

    /// Clears what lies beyond the canvas's edge in a cel.
    fn trim_cel(&mut self, at: Cel) -> Result<()> {
        let (plane, canvas) = (self.plane_of(at)?, self.bounds());
        let all = bounds(self.memory().tree(plane));
        if all.x < canvas.right() && all.y < canvas.bottom() {
            for part in around(all, canvas) {
                Plane::new(&mut self.door, plane).fill_rect(part, Color::TRANSPARENT)?;
            }
            return self.door.compact(plane);
        }
        Plane::new(&mut self.door, plane).clear()
    }

    /// Moves the pixels of a plane to where they lie on another canvas, so many columns and rows away and of another size.
    pub(super) fn relay(&mut self, plane: u32, by: (i32, i32), size: (u32, u32)) -> Result<()> {
        let (old, new) = (self.kept(), kept(size));
        let mut parts = Vec::new();
        for from in pieces(old) {
            let inside = bounds_within(self.memory().tree(plane), from.place());
            let there = shifted(inside, (by.0 - from.by.0, by.1 - from.by.1)).intersect(new);
            for to in pieces(there) {
                let back = (from.by.0 - by.0, from.by.1 - by.1);
                parts.push((shifted(to.rect, back), (to.by.0 - back.0, to.by.1 - back.1)));
            }
        }
        let made = moved(self.memory(), plane, plane, parts)?;
        Plane::new(&mut self.door, plane).replace(&made)
    }

    /// Clears what no side of a canvas of another size keeps, where the same corner stays.
    pub(super) fn forget_between(&mut self, plane: u32, (width, height): (u32, u32)) -> Result<()> {
        let (old, split) = (self.size(), |side: u32| SIDE - before(side));
        let [x, right] = [split(old.0).min(split(width)), split(old.0).max(split(width))];
        let [y, bottom] = [split(old.1).min(split(height)), split(old.1).max(split(height))];
        let lost = [Rect::new(x, 0, right - x, SIDE), Rect::new(0, y, SIDE, bottom - y)];
        for part in lost.into_iter().filter(|part| !part.is_empty()) {
            Plane::new(&mut self.door, plane).fill_rect(part, Color::TRANSPARENT)?;
        }
        Ok(())
    }
}

impl<D: Door> Plane<'_, D> {
    /// Returns the rectangle of all pixels of the plane, in those of the canvas.
    fn kept(&self) -> Rect {
        let info = info(self.door.arena());
        kept((info.width, info.height))
    }

    /// Fills a rectangle of a cel on the canvas and beyond it with one colour. What is too far away to be kept is left out.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn fill_beyond(&mut self, rect: Rect, color: Color) -> Result<()> {
        pieces(rect.intersect(self.kept())).try_for_each(|piece| self.fill_rect(piece.place(), color))
    }

    /// Sets pixels of one row of a cel from (x, y) to the right, on the canvas or beyond it. Those that are too far away to be kept are
    /// left out.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn put_beyond(&mut self, x: i32, y: i32, row: &[Color]) -> Result<()> {
        let all = Rect::new(x, y, i32::try_from(row.len()).unwrap_or(i32::MAX), 1);
        for piece in pieces(all.intersect(self.kept())) {
            let (place, from) = (piece.place(), (piece.rect.x - x) as usize);
            self.put_row(place.x as u32, place.y as u32, &row[from..from + place.width as usize])?;
        }
        Ok(())
    }

    /// Collapses the tiles of the row of tiles around a row of pixels, from the column of a rectangle that is furthest left to its last.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn compact_beyond(&mut self, y: i32, rect: Rect) -> Result<()> {
        let right = if rect.x < 0 { MAX_SIDE } else { rect.right().clamp(0, SIDE) as u32 };
        self.compact_row(y as u32 % MAX_SIDE / TILE, right)
    }
}
