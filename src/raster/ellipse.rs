//! Ellipses inscribed in a rectangle, by the rule of the midpoint algorithm.
//!
//! The ellipse runs through the centres of the rectangle's outermost pixels, and
//! a pixel belongs to it when the middle of one of its edges turned inwards does:
//! what the midpoint algorithm (Pitteway 1967, Van Aken 1984) and its form for
//! rectangles (Zingl 2012) decide step by step. Measured in half pixels from the
//! middle, everything is a whole number, for even sides as for odd, so both
//! halves mirror each other exactly. Rows are convex and only grow towards the
//! middle. The outline is what the filled ellipse has that touches its outside by
//! an edge; so it is one pixel wide, joined, and steps diagonally without corners.
//!
//! ```
//! use undoodle::{geometry::Rect, raster::Ellipse};
//! let ellipse = Ellipse::new(Rect::new(0, 0, 4, 3));
//! assert!(ellipse.spans(0..3).eq([(0, 1..3), (1, 0..4), (2, 1..3)]));
//! assert!(ellipse.outline(1..3).eq([(1, 0..1), (1, 3..4), (2, 1..3)]));
//! ```

use super::Span;
use super::rectangle::bounded;
use crate::geometry::Rect;
use std::ops::Range;

/// Returns `true` if the pixel `x` and `y` half pixels from the middle belongs to the ellipse
/// with half axes of `a` and `b` half pixels.
fn inside(x: u64, y: u64, a: u64, b: u64) -> bool {
    // All are below 2^18, so the products are below 2^74.
    let square = |p: u64, q: u64| u128::from(p * q).pow(2);
    let within = |x: u64, y: u64| square(x, b) + square(y, a) <= square(a, b);
    within(x.saturating_sub(1), y) || within(x, y.saturating_sub(1))
}

/// An ellipse inscribed in a rectangle, to be asked for some of its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ellipse {
    rect: Rect,
}

impl Ellipse {
    /// Creates the ellipse of a rectangle. Sides longer than [`MAX_EXTENT`](super::MAX_EXTENT)
    /// are cut to it; an empty rectangle has no pixels.
    pub fn new(rect: Rect) -> Ellipse {
        Ellipse { rect: bounded(rect) }
    }

    /// Returns the rectangle, as it was cut.
    pub fn rect(self) -> Rect {
        self.rect
    }

    /// Returns the filled ellipse: one span for each of its rows that lie in `rows`, from the top.
    pub fn spans(self, rows: Range<i32>) -> impl Iterator<Item = Span> {
        let mut half = Half::new(self.rect);
        self.rows(rows).map(move |y| (y, half.columns(y - self.rect.y)))
    }

    /// Returns the border of the filled ellipse, one pixel wide: one or two spans for each row.
    pub fn outline(self, rows: Range<i32>) -> impl Iterator<Item = Span> {
        let (Rect { y: top, height, .. }, mut half) = (self.rect, Half::new(self.rect));
        self.rows(rows).flat_map(move |y| {
            let row = y - top;
            // The row next to this one that is farther from the middle is the narrower.
            let outer = if 2 * row < height { row - 1 } else { row + 1 };
            let covered = if outer < 0 || outer == height { 0..0 } else { half.columns(outer) };
            let columns = half.columns(row);
            let left = columns.start..covered.start.max(columns.start + 1);
            let right = covered.end.min(columns.end - 1).max(left.end)..columns.end;
            let [left, right] = if covered.is_empty() { [columns, 0..0] } else { [left, right] };
            [(y, left), (y, right)].into_iter().filter(|(_, columns)| !columns.is_empty())
        })
    }

    fn rows(self, rows: Range<i32>) -> Range<i32> {
        let end = if self.rect.is_empty() { self.rect.y } else { self.rect.bottom() };
        rows.start.max(self.rect.y)..rows.end.min(end)
    }
}

/// Half the width of an ellipse's rows. It grows from row to row towards the middle, so the next
/// row's is found from the last one's.
#[derive(Clone, Copy, Debug)]
struct Half {
    rect: Rect,
    /// In half pixels, as the axes are; `None` before the first row.
    reach: Option<u64>,
}

impl Half {
    fn new(rect: Rect) -> Half {
        Half { rect, reach: None }
    }

    /// Returns the columns of a row of a rectangle that is not empty, counted from its top.
    fn columns(&mut self, row: i32) -> Range<i32> {
        let Rect { x, width, height, .. } = self.rect;
        let (a, b) = (width as u64 - 1, height as u64 - 1);
        let above = b - 2 * row.min(height - 1 - row) as u64;
        let least = a % 2;
        let mut reach = self.reach.unwrap_or_else(|| {
            // The first row that is asked for may be any.
            let (mut low, mut high) = (0, (a - least) / 2);
            while low < high {
                let middle = (low + high).div_ceil(2);
                if inside(least + 2 * middle, above, a, b) { low = middle } else { high = middle - 1 }
            }
            least + 2 * low
        });
        while reach + 2 <= a && inside(reach + 2, above, a, b) {
            reach += 2;
        }
        while reach > least && !inside(reach, above, a, b) {
            reach -= 2;
        }
        self.reach = Some(reach);
        let margin = ((a - reach) / 2) as i32;
        x + margin..x + width - margin
    }
}

#[cfg(test)]
mod tests {
    use super::super::MAX_EXTENT;
    use super::*;
    use crate::geometry::Point;

    fn ellipse(rect: Rect) -> Vec<Span> {
        Ellipse::new(rect).spans(i32::MIN..i32::MAX).collect()
    }

    fn ellipse_outline(rect: Rect) -> Vec<Point> {
        let spans = Ellipse::new(rect).outline(i32::MIN..i32::MAX);
        spans.flat_map(|(y, columns)| columns.map(move |x| Point::new(x, y))).collect()
    }

    #[test]
    fn some_rows_are_as_they_are_among_all() {
        for rect in sizes().step_by(7) {
            let (all, outline) = (ellipse(rect), ellipse_outline(rect));
            for rows in [rect.y + 2..rect.y + 5, rect.bottom() - 3..99, -99..rect.y + 1, 5..5] {
                let some: Vec<Span> = Ellipse::new(rect).spans(rows.clone()).collect();
                let expected = all.iter().filter(|(y, _)| rows.contains(y));
                assert!(expected.eq(&some), "{rect:?} {rows:?}");
                let some = Ellipse::new(rect).outline(rows.clone());
                let some = some.flat_map(|(y, columns)| columns.map(move |x| Point::new(x, y)));
                assert!(
                    some.eq(outline.iter().copied().filter(|p| rows.contains(&p.y))),
                    "{rect:?} {rows:?}"
                );
            }
        }
    }

    /// Both forms at once: `#` is the outline, `o` the rest of the filled ellipse.
    fn check(expected: &[&str]) {
        let rect = Rect::new(0, 0, expected[0].len() as i32, expected.len() as i32);
        let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
        for (y, columns) in ellipse(rect) {
            columns.for_each(|x| grid[y as usize][x as usize] = b'o');
        }
        for p in ellipse_outline(rect) {
            let pixel = &mut grid[p.y as usize][p.x as usize];
            assert_eq!(*pixel, b'o', "filled, and not yet drawn");
            *pixel = b'#';
        }
        let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn circles_are_round() {
        check(&["#"]);
        check(&["##", "##"]);
        check(&[".#.", "#o#", ".#."]);
        check(&[".##.", "#oo#", "#oo#", ".##."]);
        check(&[".###.", "#ooo#", "#ooo#", "#ooo#", ".###."]);
        check(&[".####.", "#oooo#", "#oooo#", "#oooo#", "#oooo#", ".####."]);
        check(&["..###..", ".#ooo#.", "#ooooo#", "#ooooo#", "#ooooo#", ".#ooo#.", "..###.."]);
        check(&[
            "..####..", ".#oooo#.", "#oooooo#", "#oooooo#", "#oooooo#", "#oooooo#", ".#oooo#.", "..####..",
        ]);
    }

    #[test]
    fn ellipses_fill_their_rectangles() {
        check(&["#####"]);
        check(&["#", "#", "#", "#"]);
        check(&["######", "######"]);
        check(&["##", "##", "##"]);
        check(&[".##.", "#oo#", ".##."]);
        check(&[".#.", "#o#", "#o#", "#o#", "#o#", "#o#", "#o#", ".#."]);
        check(&["..#####..", ".#ooooo#.", "#ooooooo#", ".#ooooo#.", "..#####.."]);
    }

    fn sizes() -> impl Iterator<Item = Rect> {
        (1..=40).flat_map(|width| (1..=40).map(move |height| Rect::new(-7, 3, width, height)))
    }

    #[test]
    fn the_outline_is_the_border_of_the_filled_one() {
        for rect in sizes() {
            let spans = ellipse(rect);
            let filled = |x, y: i32| {
                let row = y.checked_sub(rect.y).and_then(|row| spans.get(row as usize));
                row.is_some_and(|(_, columns)| columns.contains(&x))
            };
            let mut border = Vec::new();
            for (y, columns) in &spans {
                let edge = |x: &i32| {
                    let beside = [(*x - 1, *y), (x + 1, *y), (*x, y - 1), (*x, y + 1)];
                    beside.iter().any(|(x, y)| !filled(*x, *y))
                };
                border.extend(columns.clone().filter(edge).map(|x| Point::new(x, *y)));
            }
            assert_eq!(ellipse_outline(rect), border, "{rect:?}");
        }
    }

    #[test]
    fn both_halves_mirror_each_other_and_reach_every_edge() {
        for rect in sizes() {
            let spans = ellipse(rect);
            assert_eq!(spans.len() as i32, rect.height);
            let (a, b) = (rect.width as u64 - 1, rect.height as u64 - 1);
            for (j, (y, columns)) in spans.iter().enumerate() {
                assert_eq!(*y, rect.y + j as i32);
                assert_eq!(columns.start - rect.x, rect.right() - columns.end);
                assert_eq!(*columns, spans[spans.len() - 1 - j].1);
                // Every pixel by the rule, and not only where the walk looked.
                let half = |i: i32, last: u64| (2 * i64::from(i) - last as i64).unsigned_abs();
                let ruled = |i: &i32| inside(half(*i, a), half(j as i32, b), a, b);
                let expected: Vec<i32> = (0..rect.width).filter(ruled).map(|i| rect.x + i).collect();
                assert_eq!(columns.clone().collect::<Vec<_>>(), expected, "{rect:?}");
            }
            assert_eq!(spans[spans.len() / 2].1, rect.x..rect.right());
            assert!(!spans[0].1.is_empty());
        }
    }

    #[test]
    fn turning_the_rectangle_turns_the_ellipse() {
        for rect in sizes() {
            let turned = |p: Point| (p.y, p.x);
            let of = |rect| ellipse_outline(rect).into_iter();
            let mut one: Vec<_> = of(rect).map(|p| (p.x, p.y)).collect();
            let mut other: Vec<_> =
                of(Rect::new(rect.y, rect.x, rect.height, rect.width)).map(turned).collect();
            one.sort_unstable();
            other.sort_unstable();
            assert_eq!(one, other, "{rect:?}");
        }
    }

    #[test]
    fn huge_ellipses_are_exact_and_hostile_ones_cut() {
        let side = 1 << 17;
        let spans = ellipse(Rect::new(-side / 2, -side / 2, side, side));
        // A quarter of the way up, √3/2 of the width: 113511.7 pixels.
        let (y, columns) = &spans[side as usize / 4];
        assert_eq!((*y, columns.len()), (-side / 4, 113512));
        let widest = ellipse(Rect::new(i32::MAX, i32::MIN, i32::MAX, 2));
        assert_eq!(widest[1], (i32::MIN + 1, i32::MAX - MAX_EXTENT..i32::MAX));
        assert!(ellipse(Rect::EMPTY).is_empty() && ellipse_outline(Rect::new(0, 0, 4, -1)).is_empty());
    }
}
