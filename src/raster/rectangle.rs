//! Rectangles: their outlines, and what a drag of the pointer spans.
//!
//! A drag names two pixels, and both belong to what it draws, so the rectangle is
//! one wider than their distance. Around a centre, the pixel that the drag began
//! at is the middle one, so sides are odd. The numbers are cut to a range far
//! beyond any canvas, so that nothing here overflows or allocates without bound.
//!
//! ```
//! use undoodle::geometry::{Point, Rect};
//! use undoodle::raster::{corners, rectangle_outline};
//! let rect = corners(Point::new(4, 1), Point::new(2, 2), true, false);
//! assert_eq!(rect, Rect::new(2, 1, 3, 3));
//! assert_eq!(rectangle_outline(rect).len(), 8);
//! ```

use crate::geometry::{Point, Rect};

/// The longest side that a shape here is drawn with, in pixels; longer ones are cut to it.
pub const MAX_EXTENT: i32 = 1 << 18;

/// The farthest from zero that the corners of a drag are taken for, in pixels.
const FAR: i32 = 1 << 20;

/// The rectangle with sides of at most [`MAX_EXTENT`], moved as far as it has to be
/// to lie within the number range.
pub(super) fn bounded(rect: Rect) -> Rect {
    let (width, height) = (rect.width.clamp(0, MAX_EXTENT), rect.height.clamp(0, MAX_EXTENT));
    Rect::new(rect.x.min(i32::MAX - width), rect.y.min(i32::MAX - height), width, height)
}

/// The pixels along a rectangle's edges, row by row and each once. Sides longer
/// than [`MAX_EXTENT`] are cut to it; an empty rectangle has none.
pub fn rectangle_outline(rect: Rect) -> Vec<Point> {
    let rect = bounded(rect);
    let last = (rect.right() - 1, rect.bottom() - 1);
    let row = |y: i32| {
        let whole = y == rect.y || y == last.1;
        let step = if whole { 1 } else { (rect.width - 1).max(1) };
        (rect.x..rect.right()).step_by(step as usize).map(move |x| Point::new(x, y))
    };
    (rect.y..rect.bottom()).flat_map(row).collect()
}

/// The rectangle of a drag from one pixel to another, both within it. With
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(rect: Rect, expected: &[&str]) {
        let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
        for p in rectangle_outline(rect) {
            let pixel = &mut grid[p.y as usize][p.x as usize];
            // A pixel that comes twice shows as a 2.
            *pixel = if *pixel == b'.' { b'#' } else { b'2' };
        }
        let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn outlines_have_each_pixel_once() {
        check(Rect::new(1, 0, 1, 1), &[".#."]);
        check(Rect::new(0, 0, 3, 1), &["###."]);
        check(Rect::new(1, 1, 1, 3), &["...", ".#.", ".#.", ".#."]);
        check(Rect::new(0, 0, 2, 3), &["##", "##", "##"]);
        check(Rect::new(1, 1, 5, 4), &[".......", ".#####.", ".#...#.", ".#...#.", ".#####."]);
        check(Rect::EMPTY, &["..."]);
        check(Rect::new(0, 0, -3, 2), &["..."]);
    }

    #[test]
    fn hostile_outlines_are_cut() {
        let all = Rect::new(i32::MAX, i32::MIN, i32::MAX, 2);
        assert_eq!(rectangle_outline(all).len(), 2 * MAX_EXTENT as usize);
        assert_eq!(rectangle_outline(Rect::new(i32::MIN, i32::MAX, 1, 1)).len(), 1);
    }

    #[test]
    fn a_drag_holds_both_its_ends() {
        let check = |from: (i32, i32), to: (i32, i32), square, centre, expected: [i32; 4]| {
            let [x, y, width, height] = expected;
            let found = corners(Point::new(from.0, from.1), Point::new(to.0, to.1), square, centre);
            assert_eq!(found, Rect::new(x, y, width, height), "{from:?} to {to:?}");
        };
        check((5, 5), (5, 5), false, false, [5, 5, 1, 1]);
        check((5, 5), (7, 6), false, false, [5, 5, 3, 2]);
        check((5, 5), (3, 1), false, false, [3, 1, 3, 5]);
        // Square: the side of 5 wins, up and to the left.
        check((5, 5), (3, 1), true, false, [1, 1, 5, 5]);
        check((5, 5), (3, 6), true, false, [3, 5, 3, 3]);
        check((5, 5), (5, 3), true, false, [5, 3, 3, 3]);
        // Around a centre: as far on both sides of it.
        check((5, 5), (7, 4), false, true, [3, 4, 5, 3]);
        check((5, 5), (7, 4), true, true, [3, 3, 5, 5]);
        check((5, 5), (5, 5), true, true, [5, 5, 1, 1]);
        let (low, high) = ((i32::MIN, i32::MIN), (i32::MAX, i32::MAX));
        check(low, high, true, false, [-FAR, -FAR, 2 * FAR + 1, 2 * FAR + 1]);
        check(high, low, false, true, [-FAR, -FAR, 4 * FAR + 1, 4 * FAR + 1]);
    }
}
