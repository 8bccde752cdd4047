//! Rectangles: their outlines, and what a drag of the pointer spans.
//!
//! A drag names two pixels, and both belong to what it draws, so the rectangle is
//! one wider than their distance. Around a centre, the pixel that the drag began
//! at is the middle one, so sides are odd. The numbers are cut to a range far
//! beyond any canvas, so that nothing here overflows or allocates without bound.
//!
//! ```
//! use undoodle_drawing::geometry::{Point, Rect};
//! use undoodle_drawing::raster::{corners, rectangle_edges};
//! let rect = corners(Point::new(4, 1), Point::new(2, 2), true, false);
//! assert_eq!(rect, Rect::new(2, 1, 3, 3));
//! assert_eq!(rectangle_edges(rect).map(|edge| edge.steps() + 1).sum::<i64>(), 8);
//! ```

use super::Line;
use crate::geometry::{Point, Rect};

/// Longest side that a shape here is drawn with, in pixels; longer ones are cut to it.
pub const MAX_EXTENT: i32 = 1 << 18;

/// Largest distance of a drag's corner from zero, in pixels; corners beyond it are cut to it.
const FAR: i32 = 1 << 20;

/// Returns the rectangle with sides of at most [`MAX_EXTENT`], moved as far as it has to be
/// to lie within the number range.
pub(super) fn bounded(rect: Rect) -> Rect {
    let (width, height) = (rect.width.clamp(0, MAX_EXTENT), rect.height.clamp(0, MAX_EXTENT));
    Rect::new(rect.x.min(i32::MAX - width), rect.y.min(i32::MAX - height), width, height)
}

/// Returns the lines along a rectangle's edges, which share no pixel: the upper, left, right and
/// lower one, as far as there are such; none of an empty rectangle.
pub fn rectangle_edges(rect: Rect) -> impl Iterator<Item = Line> {
    let Rect { x, y, width, height } = rect;
    let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
    let edge = |wanted: bool, from: (i32, i32), to: (i32, i32)| {
        let edge = Line::new(Point::new(from.0, from.1), Point::new(to.0, to.1));
        (wanted && !rect.is_empty()).then_some(edge)
    };
    let edges = [
        edge(true, (x, y), (right, y)),
        edge(height > 2, (x, y.saturating_add(1)), (x, bottom - 1)),
        edge(height > 2 && width > 1, (right, y.saturating_add(1)), (right, bottom - 1)),
        edge(height > 1, (x, bottom), (right, bottom)),
    ];
    edges.into_iter().flatten()
}

/// Returns the rectangle of a drag from one pixel to another, both within it. With
/// `square`, the longer side gives both, and each direction stays as it is (a
/// side without one goes right or down). With `centre`, the first pixel is the
/// middle one. Coordinates are cut to ±2²⁰.
pub fn corners(from: Point, to: Point, square: bool, centre: bool) -> Rect {
    let near = |p: Point| Point::new(p.x.clamp(-FAR, FAR), p.y.clamp(-FAR, FAR));
    let (from, to) = (near(from), near(to));
    let (mut dx, mut dy) = (to.x - from.x, to.y - from.y);
    if square {
        let side = dx.abs().max(dy.abs());
        (dx, dy) = (if dx < 0 { -side } else { side }, if dy < 0 { -side } else { side });
    }
    if centre {
        let (rx, ry) = (dx.abs(), dy.abs());
        return Rect::new(from.x - rx, from.y - ry, 2 * rx + 1, 2 * ry + 1);
    }
    Rect::new(from.x + dx.min(0), from.y + dy.min(0), dx.abs() + 1, dy.abs() + 1)
}
