//! Lines by Bresenham's algorithm (1965), in its form for all directions.
//!
//! Samples of a pointer arrive some pixels apart; the line joins them without
//! gaps, each step moving by one pixel along an axis or diagonally. Both ends
//! are included, and a line of one point is that point. A direction can be held to
//! those whose lines make even steps, and the corners that two lines leave where
//! they meet can be told, so that a thin stroke has none.
//!
//! ```
//! use undoodle_drawing::{geometry::Point, raster::line};
//! let rows: Vec<i32> = line(Point::new(0, 0), Point::new(4, 2)).map(|p| p.y).collect();
//! assert_eq!(rows, [0, 1, 1, 2, 2]);
//! ```

use crate::geometry::{Point, Rect};
use std::ops::Range;

/// Returns the pixels from one point to another, both included, in order.
pub fn line(from: Point, to: Point) -> impl Iterator<Item = Point> {
    let line = Line::new(from, to);
    line.points(0..line.steps() + 1)
}

/// A line whose pixels are numbered by steps, so that a far part of it is found without the way there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    from: Point,
    to: Point,
}

impl Line {
    /// Creates the line from one point to another, both included.
    pub fn new(from: Point, to: Point) -> Line {
        Line { from, to }
    }

    /// Returns the distances along the longer and the shorter side, and `true` if the longer one goes down.
    fn sides(self) -> (i64, i64, bool) {
        let across = (i64::from(self.to.x) - i64::from(self.from.x)).abs();
        let down = (i64::from(self.to.y) - i64::from(self.from.y)).abs();
        (across.max(down), across.min(down), down > across)
    }

    /// Returns the number of the last step; the first is 0.
    pub fn steps(self) -> i64 {
        self.sides().0
    }

    /// Returns `true` if all pixels lie in one row or in one column.
    pub fn is_straight(self) -> bool {
        self.sides().1 == 0
    }

    /// Returns the steps along the shorter side after `i` along the longer, ⌊(2·i·short + long) / (2·long)⌋,
    /// and the division's remainder.
    fn shorter(self, step: i64) -> (i64, i64) {
        let (long, short, _) = self.sides();
        let (ahead, whole) =
            (2 * i128::from(step) * i128::from(short) + i128::from(long), 2 * i128::from(long.max(1)));
        ((ahead / whole) as i64, (ahead % whole) as i64)
    }

    /// Returns the place after so many steps along the longer and the shorter side.
    fn place(self, long: i64, short: i64) -> Point {
        let (across, down) = if self.sides().2 { (short, long) } else { (long, short) };
        let end = |from: i32, to: i32, by: i64| (i64::from(from) + if to < from { -by } else { by }) as i32;
        Point::new(end(self.from.x, self.to.x, across), end(self.from.y, self.to.y, down))
    }

    /// Returns the pixel of a step, which must be one of `0..=steps()`.
    pub fn point(self, step: i64) -> Point {
        self.place(step, self.shorter(step).0)
    }

    /// Returns the pixels of some steps, in order; steps that the line does not have are left out.
    pub fn points(self, steps: Range<i64>) -> impl Iterator<Item = Point> {
        let (long, short, _) = self.sides();
        let (first, end) = (steps.start.max(0), steps.end.min(long + 1));
        let (mut beside, mut rest) = self.shorter(first);
        (first..end).map(move |step| {
            let point = self.place(step, beside);
            rest += 2 * short;
            if rest >= 2 * long {
                rest -= 2 * long;
                beside += 1;
            }
            point
        })
    }

    /// Returns the steps whose pixels lie in a rectangle; they follow one another, as a line never turns back.
    pub fn within(self, rect: Rect) -> Range<i64> {
        let (long, _, down) = self.sides();
        if rect.is_empty() {
            return 0..0;
        }
        let columns = (i64::from(self.from.x), i64::from(self.to.x), i64::from(rect.x), rect.width);
        let rows = (i64::from(self.from.y), i64::from(self.to.y), i64::from(rect.y), rect.height);
        let (main, side) = if down { (rows, columns) } else { (columns, rows) };
        // How many steps in its direction lead to the first and to behind the last place of a range.
        let reach = |(from, to, first, length): (i64, i64, i64, i32)| {
            let last = first + i64::from(length) - 1;
            if to < from { (from - last, from - first + 1) } else { (first - from, last - from + 1) }
        };
        let (first, end) = reach(main);
        let (first, end) = (first.clamp(0, long + 1), end.clamp(0, long + 1));
        let (low, high) = reach(side);
        let before = |limit: i64| {
            let (mut low, mut high) = (first, end.max(first));
            while low < high {
                let middle = low + (high - low) / 2;
                if self.shorter(middle).0 < limit { low = middle + 1 } else { high = middle }
            }
            low
        };
        before(low)..before(high)
    }
}

/// Returns the end of a line near `to` whose direction is one of the 16 that make even
/// steps: horizontal, vertical, diagonal, or two pixels at each step across (2:1)
/// or down (1:2). The direction is the nearest by its angle, the end the nearest
/// in it, cut to the number range. A line of whole steps of two pixels goes
/// 2k + 1 across for k down, and so does what comes out.
pub fn snap(from: Point, to: Point) -> Point {
    let (dx, dy) = (i128::from(to.x) - i128::from(from.x), i128::from(to.y) - i128::from(from.y));
    let (long, short) = (dx.abs().max(dy.abs()), dx.abs().min(dy.abs()));
    // The angle is the smallest where (long, short) · (u, v) / |(u, v)| is the largest;
    // squared and times 10, every term is a whole number.
    let straight = long.pow(2) * 10;
    let shallow = (2 * long + short).pow(2) * 2;
    let diagonal = (long + short).pow(2) * 5;
    let (long, short) = if straight >= shallow {
        (long, 0)
    } else if diagonal >= shallow {
        let side = (long + short + 1) / 2;
        (side, side)
    } else {
        // The k with (2k + 1, k) nearest to the end: its place along (2, 1), rounded.
        let steps = ((2 * (2 * (long - 1) + short) + 5) / 10).max(1);
        (2 * steps + 1, steps)
    };
    let (across, down) = if dx.abs() >= dy.abs() { (long, short) } else { (short, long) };
    let end = |from: i32, by: i128, sign: i128| {
        (i128::from(from) + by * sign).clamp(i32::MIN.into(), i32::MAX.into()) as i32
    };
    Point::new(end(from.x, across, dx.signum()), end(from.y, down, dy.signum()))
}

/// Returns `true` if `b` is the corner of an L that a stroke through `a`, `b` and `c` can do
/// without: `a` and `c` touch diagonally, and `b` touches both by an edge.
pub fn is_corner(a: Point, b: Point, c: Point) -> bool {
    let beside = (b.x == a.x && b.y == c.y) || (b.y == a.y && b.x == c.x);
    a.x.abs_diff(c.x) == 1 && a.y.abs_diff(c.y) == 1 && beside
}
