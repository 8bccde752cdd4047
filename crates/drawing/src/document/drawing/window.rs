//! The canvas as a window onto its planes.
//!
//! Problem: a crop that moves the canvas's corner would lay every pixel of every cel anew, and whatever was done before it could not be taken back
//! after it, as nothing would lie where it did. Idea: planes are larger than any canvas and never move. The [record](super::info::Info) of the canvas
//! says which pixel of them its own (0, 0) is, its *corner*; so a crop is a change of the record alone, and an address means the same pixel
//! before and after it.
//!
//! All above the planes speaks of pixels of the canvas. A plane is a torus, so a pixel of the canvas is one of the plane by an addition and a mask, and a rectangle of the
//! canvas is at most four of the plane. Whoever reads does so through a [`Sight`], which is a plane and the corner, and whoever writes through a
//! [`Plane`](super::Plane), which knows its corner, too. What steps did is told by addresses, which are pixels of the plane: a history
//! speaks of these, and is [seen](Corner::seen) from the canvas where it is shown.
//!
//! The planes of the selection and of what floats are no images, and lie at the canvas's corner wherever that is: a crop lands what floats and selects nothing.
//!
//! The invariant: the corner lies on the planes, at the edge of a tile if there are hardly fewer pixels on the canvas than on the planes. So no tile is seen on the
//! canvas twice.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(20, 20, 4, 4), Color::BLACK)?;
//! document.resize(Rect::new(-5, 10, 30, 30))?;
//! document.commit("Crop", Color::ADDED, 0)?;
//! assert_eq!(document.corner().place(0, 0), (32763, 10));
//! assert_eq!(document.cel_bounds(cel), Rect::new(25, 10, 4, 4));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::info::{Info, LINKS, MAX_SIDE, info};
use super::stamp::shifted;
use super::tiles::{TILE, area_of, cells, tile_of};
use crate::geometry::{Point, Rect};
use crate::memory::{Memory, Tree};

const SIDE: i32 = MAX_SIDE as i32;

/// The pixel of a plane that the canvas's (0, 0) is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Corner {
    x: u32,
    y: u32,
}

/// A part of the canvas or of what lies beyond it, which is one piece in a plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) struct Piece {
    /// The part in pixels of the canvas.
    pub(in crate::document) rect: Rect,
    /// The part in pixels of the plane.
    pub(in crate::document) place: Rect,
}

impl Corner {
    /// The first pixel of a plane.
    pub(in crate::document) const FIRST: Corner = Corner { x: 0, y: 0 };

    /// Returns the corner at a pixel, which may lie anywhere on the torus.
    pub fn at(x: i32, y: i32) -> Corner {
        let (x, y) = Corner::FIRST.place(x as u32, y as u32);
        Corner { x, y }
    }

    /// Returns the corner that a record says.
    pub(in crate::document) fn of(info: &Info) -> Corner {
        let [x, y] = info.corner;
        Corner { x, y }
    }

    /// Returns where the canvas's corner lies in a plane of a memory: planes that are no images have it at their first pixel.
    pub(in crate::document) fn on(memory: &Memory, plane: u32) -> Corner {
        if plane > LINKS { Corner::of(info(memory)) } else { Corner::FIRST }
    }

    /// Returns the pixel of a plane that a pixel of the canvas is, or one beyond it.
    #[inline]
    pub const fn place(self, x: u32, y: u32) -> (u32, u32) {
        (x.wrapping_add(self.x) % MAX_SIDE, y.wrapping_add(self.y) % MAX_SIDE)
    }

    /// Returns the coordinates for the record.
    pub(in crate::document) fn numbers(self) -> [u32; 2] {
        [self.x, self.y]
    }

    /// Returns the corner that a corner of the canvas of another size becomes, so that no tile is seen twice on that canvas.
    pub(super) fn fitting(self, (width, height): (u32, u32)) -> Corner {
        let fit = |at: u32, side: u32| if is_seamless(at, side) { at } else { at / TILE * TILE };
        Corner { x: fit(self.x, width), y: fit(self.y, height) }
    }

    /// Returns a rectangle of the canvas as one of the plane, if it is one piece there.
    #[inline]
    pub(super) fn whole(self, rect: Rect) -> Option<Rect> {
        let place = shifted(rect, (self.x as i32, self.y as i32));
        let inside = place.x >= 0 && place.y >= 0 && place.right() <= SIDE && place.bottom() <= SIDE;
        inside.then_some(place)
    }

    /// Splits a rectangle of the canvas, or beyond it, into pieces of a plane.
    pub(in crate::document) fn pieces(self, rect: Rect) -> impl Iterator<Item = Piece> {
        let by = (self.x as i32, self.y as i32);
        cells(shifted(rect, by), MAX_SIDE, MAX_SIDE).map(move |(part, _)| {
            let place = Rect { x: part.x.rem_euclid(SIDE), y: part.y.rem_euclid(SIDE), ..part };
            Piece { rect: shifted(part, (-by.0, -by.1)), place }
        })
    }

    /// Returns where an area of a plane is seen within a rectangle of the canvas, or beyond it.
    pub(in crate::document) fn seen(self, area: Rect, within: Rect) -> impl Iterator<Item = Rect> {
        self.turns(area, within).into_iter().filter(|rect| !rect.is_empty())
    }

    /// Returns where an area of a plane is seen within a rectangle, for each turn around the torus.
    // Many look for areas, and each would have a copy of it.
    #[inline(never)]
    fn turns(self, area: Rect, within: Rect) -> [Rect; 9] {
        let area = shifted(area, (-(self.x as i32), -(self.y as i32)));
        let mut parts = [Rect::EMPTY; 9];
        // Most areas lie in the rectangle as a whole. They are seen once then, as it is no larger than the plane.
        if area.intersect(within) == area && within.width <= SIDE && within.height <= SIDE {
            parts[0] = area;
            return parts;
        }
        let ways = [0, SIDE, -SIDE];
        for (i, part) in parts.iter_mut().enumerate() {
            *part = shifted(area, (ways[i % 3], ways[i / 3])).intersect(within);
        }
        parts
    }

    /// Returns where the left upper pixel of a tile is seen, which may lie left of or above the canvas that the tile reaches into.
    pub(in crate::document) fn tile_at(self, tile: u32) -> Point {
        let area = area_of(0, tile);
        let at = |place: i32, corner: u32| {
            let at = (place - corner as i32).rem_euclid(SIDE);
            if at > SIDE - TILE as i32 { at - SIDE } else { at }
        };
        Point::new(at(area.x, self.x), at(area.y, self.y))
    }

    /// Returns the index of the tile around a pixel of the canvas.
    pub(in crate::document) fn tile_of(self, x: i32, y: i32) -> u32 {
        let (x, y) = self.place(x as u32, y as u32);
        tile_of(x, y)
    }
}

/// The canvas as it lies on planes.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Window {
    pub(in crate::document) corner: Corner,
    /// All pixels of the canvas.
    pub(in crate::document) canvas: Rect,
}

impl Window {
    /// Returns the parts of an area of a plane that lie on the canvas, in the plane's own coordinates.
    pub(in crate::document) fn places(self, area: Rect) -> impl Iterator<Item = Rect> {
        let parts = self.corner.pieces(self.canvas).map(move |piece| piece.place.intersect(area));
        parts.filter(|part| !part.is_empty())
    }

    /// Returns where an area of a plane is seen on the canvas.
    pub(in crate::document) fn seen(self, area: Rect) -> impl Iterator<Item = Rect> {
        self.corner.seen(area, self.canvas)
    }

    /// Forgets what of a tile lies outside of the canvas.
    pub(in crate::document) fn clip(self, tile: u32, rows: &mut [u32; TILE as usize]) {
        let (Point { x, y }, side) = (self.corner.tile_at(tile), TILE as i32);
        let seen = Rect::new(x, y, side, side).intersect(self.canvas);
        if seen.width == side && seen.height == side {
            return;
        }
        let mask = if seen.is_empty() { 0 } else { u32::MAX >> (side - seen.width) << (seen.x - x) };
        for (row, y) in rows.iter_mut().zip(y..) {
            *row &= if (seen.y..seen.bottom()).contains(&y) { mask } else { 0 };
        }
    }
}

/// Returns `true` if no tile is seen twice along a side of the canvas, given where that begins on a plane.
pub(super) const fn is_seamless(at: u32, side: u32) -> bool {
    at.is_multiple_of(TILE) || side <= MAX_SIDE - TILE
}

/// A plane as it is seen from the canvas, to be read.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::document) struct Sight<'a> {
    /// The plane's pages, or `None` if it has none.
    pub(in crate::document) tree: Option<&'a Tree>,
    pub(super) corner: Corner,
}

impl<'a> Sight<'a> {
    /// Returns the sight of a plane in its own coordinates.
    pub(in crate::document) fn plain(tree: Option<&'a Tree>) -> Sight<'a> {
        Sight { tree, corner: Corner::FIRST }
    }

    /// Returns the sight of a plane of a memory.
    pub(in crate::document) fn of(memory: &'a Memory, plane: u32) -> Sight<'a> {
        Sight { tree: memory.tree(plane), corner: Corner::on(memory, plane) }
    }
}

impl<D: Door> Drawing<D> {
    /// Returns where the canvas's corner lies on the planes.
    pub fn corner(&self) -> Corner {
        Corner::of(self.info())
    }

    /// Returns the canvas as it lies on the planes.
    pub(in crate::document) fn window(&self) -> Window {
        Window { corner: self.corner(), canvas: self.bounds() }
    }
}
