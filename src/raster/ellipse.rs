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
//! use undoodle::{geometry::Rect, raster::{ellipse, ellipse_outline}};
//! assert_eq!(ellipse(Rect::new(0, 0, 4, 3)), [(0, 1..3), (1, 0..4), (2, 1..3)]);
//! assert_eq!(ellipse_outline(Rect::new(0, 0, 4, 3)).len(), 6);
//! ```

use super::Span;
use super::rectangle::bounded;
use crate::geometry::{Point, Rect};

/// Whether the pixel `x` and `y` half pixels from the middle belongs to the ellipse
/// with half axes of `a` and `b` half pixels.
fn inside(x: u64, y: u64, a: u64, b: u64) -> bool {
    // All are below 2^18, so the products are below 2^74.
    let square = |p: u64, q: u64| u128::from(p * q).pow(2);
    let within = |x: u64, y: u64| square(x, b) + square(y, a) <= square(a, b);
    within(x.saturating_sub(1), y) || within(x, y.saturating_sub(1))
}

/// The filled ellipse: one span for each of the rectangle's rows, from the top.
/// Sides longer than [`MAX_EXTENT`](super::MAX_EXTENT) are cut to it; an empty
/// rectangle has none.
pub fn ellipse(rect: Rect) -> Vec<Span> {
    let Rect { x, y, width, height } = bounded(rect);
    if width == 0 || height == 0 {
        return Vec::new();
    }
    let (a, b) = (width as u64 - 1, height as u64 - 1);
    // Half the width of the row in hand; it grows from row to row, never shrinks.
    let mut reach = a % 2;
    let mut spans: Vec<Span> = Vec::with_capacity(height as usize);
    let half = (height + 1) / 2;
    for j in 0..half {
        let above = b - 2 * j as u64;
        while reach + 2 <= a && inside(reach + 2, above, a, b) {
            reach += 2;
        }
        let margin = ((a - reach) / 2) as i32;
        spans.push((y + j, x + margin..x + width - margin));
    }
    for j in half..height {
        let columns = spans[(height - 1 - j) as usize].1.clone();
        spans.push((y + j, columns));
    }
    spans
}

/// The border of [`ellipse`], one pixel wide, row by row and each pixel once.
pub fn ellipse_outline(rect: Rect) -> Vec<Point> {
    let spans = ellipse(rect);
    let mut outline = Vec::new();
    for (row, (y, columns)) in spans.iter().enumerate() {
        // The row next to this one that is farther from the middle is the narrower.
        let outer = if 2 * row < spans.len() { row.checked_sub(1) } else { Some(row + 1) };
        let covered = outer.and_then(|row| spans.get(row)).map_or(0..0, |(_, columns)| columns.clone());
        let left = columns.start..covered.start.max(columns.start + 1);
        let right = covered.end.min(columns.end - 1).max(left.end)..columns.end;
        if covered.is_empty() {
            outline.extend(columns.clone().map(|x| Point::new(x, *y)));
        } else {
            outline.extend(left.chain(right).map(|x| Point::new(x, *y)));
        }
    }
    outline
}

#[cfg(test)]
mod tests {
    use super::super::MAX_EXTENT;
    use super::*;

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
