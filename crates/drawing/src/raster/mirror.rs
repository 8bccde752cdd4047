//! Symmetry and wrapping: the places where one span is drawn as well.
//!
//! An axis maps column x to a − x, so a whole number `a` says axes through the
//! middle of a pixel (even `a`) and between two (odd `a`) alike; two axes give four
//! images. Wrapping takes every pixel to the tile's own by its remainder, so that
//! what leaves the tile on one side comes in on the other. Images come first and
//! are wrapped then.
//!
//! ```
//! use undoodle_drawing::geometry::Rect;
//! use undoodle_drawing::raster::{Symmetry, copies};
//! // The axis between columns 4 and 5.
//! let symmetry = Symmetry { vertical: Some(9), horizontal: None };
//! assert_eq!(copies((2, 0..3), symmetry, None), [(2, 0..3), (2, 7..10)]);
//! let tile = Rect::new(0, 0, 8, 8);
//! assert_eq!(copies((9, 6..10), Symmetry::default(), Some(tile)), [(1, 6..8), (1, 0..2)]);
//! ```

use super::Span;
use crate::geometry::{Point, Rect};

/// The axes that a drawing is mirrored at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Symmetry {
    /// A vertical axis: `Some(a)` mirrors column x to a − x.
    pub vertical: Option<i32>,
    /// A horizontal axis: `Some(a)` mirrors row y to a − y.
    pub horizontal: Option<i32>,
}

impl Symmetry {
    /// Calls `take` with the images of a span, itself first: 4 at most. An image, or a part of it,
    /// beyond the number range is left out; one that lies on another is left out too.
    fn images(self, (y, columns): Span, mut take: impl FnMut(Span)) {
        let flipped = self.vertical.map(|axis| {
            // Columns x up to before e become a − e + 1 up to before a − x + 1.
            let place = |x: i32| (i64::from(axis) - i64::from(x) + 1).clamp(i32::MIN.into(), i32::MAX.into());
            place(columns.end) as i32..place(columns.start) as i32
        });
        let flipped = flipped.filter(|flipped| *flipped != columns);
        let other = self.horizontal.and_then(|axis| i32::try_from(i64::from(axis) - i64::from(y)).ok());
        for row in [Some(y), other.filter(|other| *other != y)].into_iter().flatten() {
            for columns in [Some(columns.clone()), flipped.clone()].into_iter().flatten() {
                take((row, columns));
            }
        }
    }
}

/// A tile that repeats in all directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wrap {
    /// The one tile that is drawn in.
    pub tile: Rect,
}

impl Wrap {
    /// Returns a pixel as it lies in the tile; an empty tile takes it as it is.
    pub fn fold(self, at: Point) -> Point {
        let within = |at: i32, first: i32, side: i32| {
            let ahead = (i64::from(at) - i64::from(first)).rem_euclid(i64::from(side.max(1)));
            (i64::from(first) + ahead).min(i32::MAX.into()) as i32
        };
        let Rect { x, y, width, height } = self.tile;
        if self.tile.is_empty() { at } else { Point::new(within(at.x, x, width), within(at.y, y, height)) }
    }

    /// Returns a span as it lies in the tile: one piece, two where it goes over the tile's
    /// edge, or the whole row where it is as long as that. An empty tile has none.
    fn pieces(self, (row, columns): Span, mut take: impl FnMut(Span)) {
        if self.tile.is_empty() || columns.is_empty() {
            return;
        }
        let Rect { x, width, .. } = self.tile;
        let Point { x: start, y: row } = self.fold(Point::new(columns.start, row));
        let (start, side) = (i64::from(start) - i64::from(x), i64::from(width));
        let length = i64::from(columns.end.abs_diff(columns.start));
        let ranges = if length >= side {
            [Some((0, side)), None]
        } else if start + length <= side {
            [Some((start, start + length)), None]
        } else {
            [Some((start, side)), Some((0, start + length - side))]
        };
        // A tile that ends beyond the number range is cut there, and so is what lies in it.
        let place = |at: i64| (i64::from(x) + at).min(i32::MAX.into()) as i32;
        for (start, end) in ranges.into_iter().flatten() {
            take((row, place(start)..place(end)));
        }
    }
}

/// Calls `take` with all spans that one span stands for: its images by symmetry, each wrapped into
/// the tile if there is one. None is empty; there are at most eight, and some may overlap.
pub fn each_copy(span: Span, symmetry: Symmetry, wrap: Option<Rect>, mut take: impl FnMut(Span)) {
    let mut full = |span: Span| {
        if !span.1.is_empty() {
            take(span);
        }
    };
    symmetry.images(span, |image| match wrap {
        Some(tile) => Wrap { tile }.pieces(image, &mut full),
        None => full(image),
    });
}

/// Returns the spans of [`each_copy`], each once.
pub fn copies(span: Span, symmetry: Symmetry, wrap: Option<Rect>) -> Vec<Span> {
    let mut all = Vec::with_capacity(8);
    each_copy(span, symmetry, wrap, |copy| {
        if !all.contains(&copy) {
            all.push(copy);
        }
    });
    all
}
