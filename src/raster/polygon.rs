//! Polygons, filled: what a lasso holds.
//!
//! The corners are centres of pixels. In each row, the places where edges cross the
//! line through the pixels' centres are sorted; from every odd one to the next lies
//! the inside (the even-odd rule). An edge crosses from its upper end to above its
//! lower one, so that a corner counts once. The outline's own pixels always belong
//! to it, as [`line`](super::line) draws them from each point to the next: a lasso
//! drawn back and forth holds at least what was drawn. Rows are made one after
//! another, each from the edges that touch it.
//!
//! ```
//! use undoodle::{geometry::Point, raster::polygon};
//! let corners = [(0, 0), (4, 0), (0, 2)].map(|(x, y)| Point::new(x, y));
//! assert_eq!(polygon(&corners), [(0, 0..5), (1, 0..4), (2, 0..2)]);
//! ```

use super::Span;
use crate::geometry::Point;
use std::ops::Range;

/// The farthest from zero that a corner is taken for, in pixels.
const FAR: i32 = 1 << 17;

/// An edge, in the direction in which it was drawn.
#[derive(Clone, Copy)]
struct Edge {
    from: Point,
    to: Point,
}

impl Edge {
    fn top(self) -> i32 {
        self.from.y.min(self.to.y)
    }

    fn bottom(self) -> i32 {
        self.from.y.max(self.to.y)
    }

    /// The first pixel at or right of where the edge crosses the middle of a row.
    fn crossing(self, y: i32) -> Option<i32> {
        let (high, low) = if self.from.y < self.to.y { (self.from, self.to) } else { (self.to, self.from) };
        let ahead = i64::from(y - high.y) * i64::from(low.x - high.x);
        // Rounded up: the negative rounded down, and negative again.
        (high.y <= y && y < low.y).then(|| high.x - (-ahead).div_euclid(i64::from(low.y - high.y)) as i32)
    }

    /// The columns of the edge's line in a row that it touches. After `i` steps
    /// along its longer side, Bresenham's line has made ⌊(2·i·short + long) /
    /// (2·long)⌋ along the shorter, which is solved here for the row.
    fn columns(self, y: i32) -> Range<i32> {
        let (dx, dy) = (i64::from(self.to.x - self.from.x), i64::from(self.to.y - self.from.y));
        let (across, down, row) = (dx.abs(), dy.abs(), i64::from((y - self.from.y).abs()));
        let (first, last) = if down == 0 {
            (0, across)
        } else if across >= down {
            let begin = |row: i64| ((2 * row - 1) * across + 2 * down - 1).div_euclid(2 * down);
            (begin(row).max(0), (begin(row + 1) - 1).min(across))
        } else {
            let step = (2 * row * across + down) / (2 * down);
            (step, step)
        };
        if dx < 0 {
            self.from.x - last as i32..self.from.x - first as i32 + 1
        } else {
            self.from.x + first as i32..self.from.x + last as i32 + 1
        }
    }
}

/// The filled polygon with these corners, closed from the last to the first, with
/// its outline: spans sorted by row, then column, which neither overlap nor touch.
/// Coordinates are cut to ±2¹⁷, so there are at most 2¹⁸ rows, and in each at most
/// one span more than there are corners.
pub fn polygon(points: &[Point]) -> Vec<Span> {
    let near = |p: &Point| Point::new(p.x.clamp(-FAR, FAR), p.y.clamp(-FAR, FAR));
    let points: Vec<Point> = points.iter().map(near).collect();
    let next = points.iter().cycle().skip(1);
    let mut edges: Vec<Edge> =
        points.iter().zip(next).map(|(from, to)| Edge { from: *from, to: *to }).collect();
    if points.len() == 2 {
        // There and back again may differ by a pixel; a stroke is its way there.
        edges.truncate(1);
    }
    edges.sort_by_key(|edge| edge.top());
    let Some((first, last)) = edges.first().map(|e| e.top()).zip(edges.iter().map(|e| e.bottom()).max())
    else {
        return Vec::new();
    };
    let (mut waiting, mut active) = (edges.into_iter().peekable(), Vec::<Edge>::new());
    let (mut crossings, mut pieces, mut spans) = (Vec::new(), Vec::new(), Vec::new());
    for y in first..=last {
        active.retain(|edge| edge.bottom() >= y);
        active.extend(std::iter::from_fn(|| waiting.next_if(|edge| edge.top() == y)));
        crossings.clear();
        crossings.extend(active.iter().filter_map(|edge| edge.crossing(y)));
        crossings.sort_unstable();
        pieces.clear();
        pieces.extend(active.iter().map(|edge| edge.columns(y)));
        pieces.extend(crossings.chunks_exact(2).map(|pair| pair[0]..pair[1]));
        merge(y, &mut pieces, &mut spans);
    }
    spans
}

/// Adds pieces of one row as spans; what overlaps or touches becomes one.
fn merge(y: i32, pieces: &mut Vec<Range<i32>>, spans: &mut Vec<Span>) {
    pieces.sort_unstable_by_key(|piece| piece.start);
    for piece in pieces.drain(..).filter(|piece| !piece.is_empty()) {
        match spans.last_mut() {
            Some((row, last)) if *row == y && piece.start <= last.end => last.end = last.end.max(piece.end),
            _ => spans.push((y, piece)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line;
    use super::*;

    fn points(corners: &[(i32, i32)]) -> Vec<Point> {
        corners.iter().map(|(x, y)| Point::new(*x, *y)).collect()
    }

    fn check(corners: &[(i32, i32)], expected: &[&str]) {
        let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
        for (y, columns) in polygon(&points(corners)) {
            columns.for_each(|x| grid[y as usize][x as usize] = b'#');
        }
        let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn convex_ones_are_filled_to_their_corners() {
        check(&[], &["..."]);
        check(&[(1, 0)], &[".#."]);
        check(&[(0, 0), (6, 3)], &["#......", ".##....", "...##..", ".....##"]);
        check(&[(0, 0), (3, 0), (3, 2), (0, 2)], &["####", "####", "####"]);
        check(
            &[(3, 0), (6, 3), (3, 6), (0, 3)],
            &["...#...", "..###..", ".#####.", "#######", ".#####.", "..###..", "...#..."],
        );
    }

    #[test]
    fn concave_ones_leave_their_bays() {
        // A U, its arms two pixels apart from each other.
        check(
            &[(0, 0), (1, 0), (1, 2), (4, 2), (4, 0), (5, 0), (5, 4), (0, 4)],
            &["##..##", "##..##", "######", "######", "######"],
        );
        // An arrow to the right with a notch; its edges have no ties to round.
        check(&[(0, 0), (5, 2), (0, 4), (2, 2)], &["##....", ".###..", "..####", ".###..", "##...."]);
    }

    #[test]
    fn what_is_crossed_twice_is_outside() {
        // An hourglass, and a frame: the inner square goes around once more.
        check(&[(0, 0), (4, 0), (0, 4), (4, 4)], &["#####", ".###.", "..#..", ".###.", "#####"]);
        let outer = [(0, 0), (6, 0), (6, 6), (0, 6), (0, 0)];
        let inner = [(2, 2), (4, 2), (4, 4), (2, 4), (2, 2)];
        check(
            &[outer, inner].concat(),
            &["#######", "#######", "#######", "###.###", "#######", "#######", "#######"],
        );
    }

    #[test]
    fn an_edge_has_the_columns_of_its_line() {
        for (x, y) in (-12..=12).flat_map(|x| (-12..=12).map(move |y| (x, y))) {
            let edge = Edge { from: Point::new(3, -2), to: Point::new(3 + x, y - 2) };
            for row in edge.top()..=edge.bottom() {
                let mut drawn: Vec<i32> =
                    line(edge.from, edge.to).filter(|p| p.y == row).map(|p| p.x).collect();
                drawn.sort_unstable();
                assert_eq!(edge.columns(row).collect::<Vec<_>>(), drawn, "({x}, {y}), row {row}");
            }
        }
    }

    #[test]
    fn hostile_corners_are_cut() {
        let spans = polygon(&points(&[(i32::MIN, i32::MIN), (i32::MAX, i32::MIN), (i32::MAX, i32::MAX)]));
        assert_eq!(spans.len() as i32, 2 * FAR + 1);
        assert_eq!(spans[0], (-FAR, -FAR..FAR + 1));
        assert_eq!(spans[2 * FAR as usize], (FAR, FAR..FAR + 1));
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod properties {
    use super::super::line;
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Whether a ray to the right from a pixel's centre crosses an odd number of edges.
    fn is_inside(points: &[Point], x: i32, y: i32) -> bool {
        let crossed = |i: &usize| {
            let (a, b) = (points[*i], points[(i + 1) % points.len()]);
            // The edge's place in this row is right of x: compared without a division.
            let (place, at) = ((y - a.y) * (b.x - a.x), (x - a.x) * (b.y - a.y));
            (a.y > y) != (b.y > y) && if b.y > a.y { at < place } else { at > place }
        };
        (0..points.len()).filter(crossed).count() % 2 == 1
    }

    proptest! {
        #[test]
        fn each_pixel_is_inside_or_on_the_outline(
            corners in prop::collection::vec((-15..15i32, -15..15i32), 3..9)
        ) {
            let points: Vec<Point> = corners.iter().map(|(x, y)| Point::new(*x, *y)).collect();
            let mut expected = BTreeSet::new();
            for (i, from) in points.iter().enumerate() {
                expected.extend(line(*from, points[(i + 1) % points.len()]).map(|p| (p.y, p.x)));
            }
            let all = (-15..15).flat_map(|y| (-15..15).map(move |x| (y, x)));
            expected.extend(all.filter(|(y, x)| is_inside(&points, *x, *y)));
            let spans = polygon(&points);
            let found: Vec<(i32, i32)> =
                spans.iter().flat_map(|(y, columns)| columns.clone().map(move |x| (*y, x))).collect();
            prop_assert_eq!(found, expected.into_iter().collect::<Vec<_>>());
            prop_assert!(spans.windows(2).all(|w| w[0].0 < w[1].0 || w[0].1.end < w[1].1.start));
        }
    }
}
