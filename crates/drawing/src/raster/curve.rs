//! Curves: cubic Bézier curves, one pixel wide.
//!
//! The curve is followed in steps of less than a pixel along either axis, and each step gives
//! the pixel that it falls into. What comes twice in a row counts once, and a pixel that is only
//! the corner of an L between its neighbours is left out, so a thin curve has no
//! double pixels. Pixels come one after another; nothing is allocated, however long the curve is.
//!
//! ```
//! use undoodle_drawing::{geometry::Point, raster::curve};
//! let [a, b, c, d] = [(0, 0), (0, 4), (4, 4), (4, 0)].map(|(x, y)| Point::new(x, y));
//! let columns: Vec<_> = curve([a, b, c, d]).map(|p| (p.x, p.y)).collect();
//! assert_eq!(columns, [(0, 0), (0, 1), (1, 2), (2, 3), (3, 2), (4, 1), (4, 0)]);
//! ```

use super::is_corner;
use crate::geometry::Point;

/// Largest distance of a point from zero, in pixels; points beyond it are cut to it.
const FAR: i32 = 1 << 16;

/// Returns the pixels of the curve from the first to the last of four points, in order. It leaves the first towards the
/// second and comes to the last from the third. Coordinates are cut to ±2¹⁶.
pub fn curve(points: [Point; 4]) -> impl Iterator<Item = Point> {
    let near = points.map(|p| Point::new(p.x.clamp(-FAR, FAR), p.y.clamp(-FAR, FAR)));
    // No curve is faster than three times the longest side of its control polygon.
    let side = |pair: &[Point]| pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y));
    let steps = 4 * near.windows(2).map(side).max().unwrap_or(0) + 1;
    let pixels = (0..=steps).map(move |step| place(near, f64::from(step) / f64::from(steps)));
    thinned(pixels)
}

/// Returns the pixel of a curve at a time from 0 to 1, by de Casteljau's algorithm.
fn place(points: [Point; 4], time: f64) -> Point {
    let along = |of: fn(&Point) -> i32| {
        let [a, b, c, d] = points.each_ref().map(|point| f64::from(of(point)));
        let between = |from: f64, to: f64| from + (to - from) * time;
        let (left, middle, right) = (between(a, b), between(b, c), between(c, d));
        (between(between(left, middle), between(middle, right)) + 0.5).floor() as i32
    };
    Point::new(along(|point| point.x), along(|point| point.y))
}

/// Leaves out pixels that come twice in a row, and the corners of steps.
fn thinned(pixels: impl Iterator<Item = Point>) -> impl Iterator<Item = Point> {
    let mut pixels = pixels.fuse();
    let (mut before, mut last) = (None, pixels.next());
    std::iter::from_fn(move || {
        loop {
            let here = last?;
            let next = pixels.next();
            match next {
                Some(next) if next == here => {}
                Some(next) if before.is_some_and(|before| is_corner(before, here, next)) => last = Some(next),
                _ => {
                    (before, last) = (Some(here), next);
                    return Some(here);
                }
            }
        }
    })
}
