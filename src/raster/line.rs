//! Lines by Bresenham's algorithm (1965), in its form for all directions.
//!
//! Samples of a pointer arrive some pixels apart; the line joins them without
//! gaps, each step moving by one pixel along an axis or diagonally. Both ends
//! are included, and a line of one point is that point. A direction can be held to
//! those whose lines make even steps, and the corners that two lines leave where
//! they meet can be told, so that a thin stroke has none.
//!
//! ```
//! use undoodle::{geometry::Point, raster::line};
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws a line into a grid of the expected picture's size.
    fn check(from: (i32, i32), to: (i32, i32), expected: &[&str]) {
        let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
        for p in line(Point::new(from.0, from.1), Point::new(to.0, to.1)) {
            grid[p.y as usize][p.x as usize] = b'#';
        }
        let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn lines_are_joined_in_every_direction() {
        check((1, 1), (1, 1), &["...", ".#.", "..."]);
        check((0, 0), (6, 0), &["#######"]);
        check((2, 3), (2, 0), &["..#", "..#", "..#", "..#"]);
        check((3, 0), (0, 3), &["...#", "..#.", ".#..", "#..."]);
        check((0, 0), (6, 3), &["#......", ".##....", "...##..", ".....##"]);
        check((0, 6), (2, 0), &["..#", "..#", ".#.", ".#.", ".#.", "#..", "#.."]);
    }

    #[test]
    fn each_step_moves_by_one_pixel() {
        for (x, y) in (-9..=9).flat_map(|x| (-9..=9).map(move |y| (x, y))) {
            let points: Vec<_> = line(Point::new(0, 0), Point::new(x, y)).collect();
            assert_eq!(points.len() as i32, 1 + x.abs().max(y.abs()));
            assert_eq!(points.last(), Some(&Point::new(x, y)));
            assert!(points.windows(2).all(|w| { (w[0].x - w[1].x).abs().max((w[0].y - w[1].y).abs()) == 1 }));
        }
    }

    /// Bresenham's algorithm as it is written in textbooks.
    fn plain(from: Point, to: Point) -> Vec<Point> {
        let (dx, dy) = ((to.x - from.x).abs(), -(to.y - from.y).abs());
        let (mut at, mut error, mut points) = (from, dx + dy, vec![from]);
        while at != to {
            let twice = 2 * error;
            if twice >= dy {
                error += dy;
                at.x += (to.x - from.x).signum();
            }
            if twice <= dx {
                error += dx;
                at.y += (to.y - from.y).signum();
            }
            points.push(at);
        }
        points
    }

    #[test]
    fn steps_are_numbered_as_bresenham_makes_them() {
        let rect = Rect::new(-2, 1, 5, 4);
        for (x, y) in (-13..=13).flat_map(|x| (-13..=13).map(move |y| (x, y))) {
            let (from, to) = (Point::new(3, -2), Point::new(x, y));
            let (line, points) = (Line::new(from, to), plain(from, to));
            assert_eq!(line.points(0..i64::MAX).collect::<Vec<_>>(), points, "{to:?}");
            assert!((0..).zip(&points).all(|(step, point)| line.point(step) == *point), "{to:?}");
            let tail: Vec<Point> = line.points(4..9).collect();
            assert_eq!(tail, points.iter().copied().skip(4).take(5).collect::<Vec<_>>(), "{to:?}");
            let inside: Vec<i64> =
                (0..).zip(&points).filter(|(_, p)| rect.contains(**p)).map(|(step, _)| step).collect();
            assert_eq!(line.within(rect).collect::<Vec<_>>(), inside, "{to:?}");
        }
    }

    #[test]
    fn a_far_part_is_found_at_once() {
        let (low, high) = (Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN + 7));
        let line = Line::new(low, high);
        let inside = line.within(Rect::new(0, 0, 9, 9));
        assert!(inside.end - inside.start < 10);
        assert!(line.points(inside.clone()).all(|p| Rect::new(0, 0, 9, 9).contains(p)));
        assert_eq!([line.point(0), line.point(line.steps())], [low, high]);
        assert!(Line::new(high, high).within(Rect::new(0, 0, 9, 9)).is_empty());
        assert_eq!(Line::new(high, low).within(Rect::pixel(low)), line.steps()..line.steps() + 1);
    }

    #[test]
    fn lines_between_the_ends_of_the_numbers_begin_without_overflow() {
        let (low, high) = (Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN));
        assert_eq!(line(low, high).nth(2), Some(Point::new(i32::MIN + 2, i32::MAX - 2)));
    }

    /// Draws the line from one point to where another snaps.
    fn check_snapped(from: (i32, i32), to: (i32, i32), expected: &[&str]) {
        let end = snap(Point::new(from.0, from.1), Point::new(to.0, to.1));
        check(from, (end.x, end.y), expected);
    }

    #[test]
    fn snapped_lines_make_even_steps() {
        check_snapped((0, 0), (0, 0), &["#."]);
        check_snapped((0, 0), (5, 1), &["######", "......"]);
        check_snapped((0, 0), (5, 2), &["##....", "..##..", "....##"]);
        check_snapped((0, 0), (6, 3), &["##......", "..##....", "....##..", "......##"]);
        // As near to (3, 3) as to (4, 4): the longer one.
        check_snapped((0, 0), (4, 3), &["#....", ".#...", "..#..", "...#.", "....#"]);
        check_snapped((5, 0), (0, 2), &["....##", "..##..", "##...."]);
        check_snapped((0, 5), (2, 1), &["..#", "..#", ".#.", ".#.", "#..", "#.."]);
        check_snapped((2, 0), (1, 4), &["..#", "..#", ".#.", ".#."]);
        check_snapped((3, 3), (0, 0), &["#...", ".#..", "..#.", "...#"]);
        check_snapped((1, 4), (1, 0), &[".#", ".#", ".#", ".#", ".#"]);
    }

    #[test]
    fn snapping_is_near_and_even_in_every_direction() {
        let from = Point::new(3, -4);
        for (dx, dy) in (-40..=40).flat_map(|x| (-40..=40).map(move |y| (x, y))) {
            let end = snap(from, Point::new(from.x + dx, from.y + dy));
            assert_eq!(snap(from, end), end, "what is snapped stays");
            let (across, down) = (end.x - from.x, end.y - from.y);
            let [length, wanted] = [(across, down), (dx, dy)].map(|(x, y)| f64::from(x * x + y * y).sqrt());
            assert!((length - wanted).abs() <= 0.04 * wanted + 1.5, "{dx} {dy}: {length}");
            // No side of the 16 is farther than half the widest angle between two, 26.6 degrees.
            let cosine = f64::from(across * dx + down * dy) / (length * wanted).max(1.0);
            assert!(wanted < 8.0 || cosine > 0.97, "{dx} {dy}: {across} {down}");
            let points: Vec<Point> = line(from, end).collect();
            let along = |p: &Point| if across.abs() >= down.abs() { p.y } else { p.x };
            let mut runs = points.chunk_by(|a, b| along(a) == along(b)).map(<[Point]>::len);
            let first = runs.next();
            assert!(runs.all(|run| Some(run) == first), "{dx} {dy}: even steps");
        }
    }

    #[test]
    fn snapping_at_the_ends_of_the_numbers_stays_within_them() {
        let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        assert_eq!([snap(low, high), snap(high, low)], [high, low]);
        assert_eq!(snap(low, Point::new(i32::MAX, i32::MIN + 9)), Point::new(i32::MAX, i32::MIN));
    }

    #[test]
    fn corners_are_told() {
        let [a, right, below, c] = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Point::new(x, y));
        assert!(is_corner(a, right, c) && is_corner(a, below, c) && is_corner(right, a, below));
        assert!(!is_corner(a, c, right), "the ends touch by an edge");
        assert!(!is_corner(a, right, Point::new(2, 0)), "a straight line");
        assert!(!is_corner(a, a, c) && !is_corner(a, c, c) && !is_corner(a, a, a));
        assert!(!is_corner(Point::new(i32::MIN, 0), right, Point::new(i32::MAX, 1)));
    }
}
