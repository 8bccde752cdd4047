//! What lies beyond the canvas's edge: kept, moved back in, trimmed only when asked.
//!
//! A plane has 32768 columns and rows, and a canvas may have as many, so there is no middle to begin in. Instead a plane is a *torus*: left of
//! its first column lies its last one. The canvas is a [window](super::window) onto it, which at first lies at the plane's first pixel. What is right of the
//! canvas has the columns behind it, and what is left of it those before it, which may be the last ones of the plane. So every address is the place of one pixel,
//! and whoever moves an edge or the corner writes the record alone.
//!
//! Painting is clipped to the canvas. Only what is moved, pasted or read from a file comes to lie beyond, and what the edge passes over.
//!
//! The invariant: the [`REACH`] columns and rows before the canvas's corner lie left of and above the canvas, fewer if the canvas itself has them.
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
use super::window::{Corner, Sight};
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

/// Returns the rectangle of all that is kept of a cel, on and around a canvas of this size.
pub fn kept((width, height): (u32, u32)) -> Rect {
    Rect::new(-before(width), -before(height), SIDE, SIDE)
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
        let sight = self.sight(at);
        self.on_canvas(sight).unwrap_or_else(|| bounds_within(sight, self.kept()))
    }

    /// Returns the rectangle around all pixels of a plane, if it lies on the canvas and this is one piece there.
    fn on_canvas(&self, sight: Sight<'_>) -> Option<Rect> {
        let (all, canvas) = (bounds(sight.tree), self.bounds());
        if all.is_empty() {
            return Some(all);
        }
        let place = sight.corner.whole(canvas)?;
        let seen = shifted(all, (canvas.x - place.x, canvas.y - place.y));
        (all.intersect(place) == all).then_some(seen)
    }

    /// Returns `true` if pixels of a cel lie beyond the canvas's edge.
    pub fn is_beyond(&self, at: Cel) -> bool {
        let around = self.extent(at);
        around.intersect(self.bounds()) != around
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
        let seen = row.intersect(self.kept());
        if !seen.is_empty() {
            let from = (seen.x - x) as usize;
            let part = &mut out[from..from + seen.width as usize];
            read_row(self.sight(at), (seen.x as u32, seen.y as u32), 1, part);
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
                read_row(Sight::of(self.memory(), FLOATING), from, 1, &mut over);
            }
            let below = out.iter_mut().skip((part.x - x).max(0) as usize);
            below.zip(over).for_each(|(below, top)| *below = AS_IT_IS.composite(top, *below));
        }
    }

    /// Clears what lies beyond the canvas's edge in all cels but those of reference layers, which are no part of the picture. Returns `true` if there was
    /// something.
    ///
    /// # Errors
    /// Returns [`Error::Idle`](crate::Error::Idle) without an open action.
    pub fn trim(&mut self) -> Result<bool> {
        let mut any = false;
        for cel in self.once_per_image(self.all_cels()) {
            if self.layer_record(cel.layer).reference == 0 && self.is_beyond(cel) {
                any = true;
                self.trim_cel(cel)?;
            }
        }
        Ok(any)
    }

    /// Clears what lies beyond the canvas's edge in a cel.
    fn trim_cel(&mut self, at: Cel) -> Result<()> {
        let (plane, canvas) = (self.plane_of(at)?, self.bounds());
        let all = self.extent(at);
        if all.intersect(canvas).is_empty() {
            return Plane::new(&mut self.door, plane).clear();
        }
        for part in around(all, canvas) {
            Plane::new(&mut self.door, plane).fill_rect(part, Color::TRANSPARENT)?;
        }
        self.door.compact(plane)
    }

    /// Lays the pixels of a plane anew for a canvas that sees the same, but whose corner lies elsewhere on the planes.
    pub(super) fn relay(&mut self, plane: u32, [from, to]: [Corner; 2], kept: Rect) -> Result<()> {
        let sight = Sight { tree: self.memory().tree(plane), corner: from };
        let made = moved(sight, (plane, to), [(bounds_within(sight, kept), (0, 0))])?;
        Plane::new(&mut self.door, plane).replace(&made)
    }

    /// Clears what of a plane is kept around the canvas and not around another one, given what is kept there in pixels of this one.
    pub(super) fn forget_around(&mut self, plane: u32, kept: Rect) -> Result<()> {
        let lost = around(self.kept(), kept.intersect(self.kept()));
        for part in lost {
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
        self.fill_rect(rect.intersect(self.kept()), color)
    }

    /// Sets pixels of one row of a cel from (x, y) to the right, on the canvas or beyond it. Those that are too far away to be kept are
    /// left out.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn put_beyond(&mut self, x: i32, y: i32, row: &[Color]) -> Result<()> {
        let all = Rect::new(x, y, i32::try_from(row.len()).unwrap_or(i32::MAX), 1);
        let kept = all.intersect(self.kept());
        if kept.is_empty() {
            return Ok(());
        }
        let from = (kept.x - x) as usize;
        self.put_row(kept.x as u32, y as u32, &row[from..from + kept.width as usize])
    }

    /// Collapses the tiles of the row of tiles around a row of pixels, in the columns of a rectangle.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn compact_beyond(&mut self, y: i32, rect: Rect) -> Result<()> {
        let side = TILE as i32;
        let row = Rect::new(rect.x, y.div_euclid(side) * side, rect.width, side);
        self.compact_within(row.intersect(self.kept()))
    }
}
