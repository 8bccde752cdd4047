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
//! use undoodle_drawing::{geometry::Rect, raster::Ellipse};
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
