//! Rectangles with rounded corners.
//!
//! A corner is a quarter of a circle, the one that [`Ellipse`] draws: the circle is cut in
//! its middle, across and down, and its quarters are pulled apart to the rectangle's corners. So a
//! rectangle that is all corners is that circle, and the outline is as wide and as smooth as
//! a circle's.
//!
//! ```
//! use undoodle_drawing::{geometry::Rect, raster::Rounded};
//! let rounded = Rounded::new(Rect::new(0, 0, 6, 4), 2);
//! assert!(rounded.spans(0..9).eq([(0, 1..5), (1, 0..6), (2, 0..6), (3, 1..5)]));
//! assert!(rounded.outline(1..4).eq([(1, 0..1), (1, 5..6), (2, 0..1), (2, 5..6), (3, 1..5)]));
//! ```

use super::rectangle::bounded;
use super::{Ellipse, Span};
use crate::geometry::Rect;
use std::ops::Range;

/// The least radius that takes a pixel from a corner.
const LEAST: i32 = 2;

/// A rectangle with rounded corners, to be asked for some of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounded {
    rect: Rect,
    /// Side of a corner.
    radius: i32,
    /// The four corners side by side, at the rectangle's upper left.
    corners: Ellipse,
}

impl Rounded {
    /// Creates the rectangle with corners of a radius in pixels, as far as there is room for them. Any radius but 0 takes
    /// at least a pixel. Sides longer than [`MAX_EXTENT`](super::MAX_EXTENT) are cut to it.
    pub fn new(rect: Rect, radius: u32) -> Rounded {
        let rect = bounded(rect);
        let wanted = i32::try_from(radius).unwrap_or(i32::MAX);
        let wanted = if wanted == 0 { 0 } else { wanted.max(LEAST) };
        let radius = wanted.min(rect.width / 2).min(rect.height / 2);
        let corners = Ellipse::new(Rect::new(rect.x, rect.y, 2 * radius, 2 * radius));
        Rounded { rect, radius, corners }
    }

    /// Returns the filled shape: one span for each of its rows that lie in `rows`, from the top.
    pub fn spans(self, rows: Range<i32>) -> impl Iterator<Item = Span> {
        let (Rect { x, width, .. }, apart) = (self.rect, self.apart());
        self.rows(rows).map(move |y| {
            let corner = self.corner(y).and_then(|row| self.corners.spans(row..row + 1).next());
            (y, corner.map_or(x..x + width, |(_, columns)| columns.start..columns.end + apart))
        })
    }

    /// Returns the border of the filled shape, one pixel wide: one or two spans for each row.
    pub fn outline(self, rows: Range<i32>) -> impl Iterator<Item = Span> {
        let (Rect { x, y: top, width, height }, apart) = (self.rect, self.apart());
        self.rows(rows).flat_map(move |y| {
            let row = |row: i32| {
                let mut parts = self.corners.outline(row..row + 1).map(|(_, columns)| columns);
                (parts.next().unwrap_or(0..0), parts.next())
            };
            let (left, right) = match self.corner(y).map(row) {
                Some((whole, None)) => (whole.start..whole.end + apart, 0..0),
                Some((left, Some(right))) => (left, right.start + apart..right.end + apart),
                None if y == top || y == top + height - 1 => (x..x + width, 0..0),
                None => (x..x + 1, (x + width - 1).max(x + 1)..x + width),
            };
            [(y, left), (y, right)].into_iter().filter(|(_, columns)| !columns.is_empty())
        })
    }

    /// Returns how far the corners are pulled apart sideways.
    fn apart(self) -> i32 {
        self.rect.width - 2 * self.radius
    }

    /// Returns the row of the circle that a row of the corners shows, or `None` for rows without corners.
    fn corner(self, y: i32) -> Option<i32> {
        let (upper, lower) = (self.rect.y + self.radius, self.rect.bottom() - self.radius);
        if y < upper {
            return Some(y);
        }
        (y >= lower).then(|| y - (lower - upper))
    }

    fn rows(self, rows: Range<i32>) -> Range<i32> {
        let end = if self.rect.is_empty() { self.rect.y } else { self.rect.bottom() };
        rows.start.max(self.rect.y)..rows.end.min(end)
    }
}
