//! Points and rectangles on the pixel grid.
//!
//! Coordinates are `i32` and may be negative, since strokes leave the canvas;
//! a rectangle is half open (its right and bottom edges are outside it), so that
//! an empty one needs no special case and neighbours never overlap.
//!
//! ```
//! use undoodle_drawing::geometry::{Point, Rect};
//! let stroke = Rect::pixel(Point::new(3, 4)).union(Rect::pixel(Point::new(6, 4)));
//! assert_eq!(stroke, Rect::new(3, 4, 4, 1));
//! assert_eq!(stroke.intersect(Rect::new(5, 0, 9, 9)), Rect::new(5, 4, 2, 1));
//! ```

/// Position of a pixel: x to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Columns from the left edge.
    pub x: i32,
    /// Rows from the top edge.
    pub y: i32,
}

impl Point {
    /// Creates the point at column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }
}

/// A rectangle of pixels, empty if `width` or `height` is 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// Leftmost column.
    pub x: i32,
    /// Topmost row.
    pub y: i32,
    /// Number of columns, never negative.
    pub width: i32,
    /// Number of rows, never negative.
    pub height: i32,
}

impl Rect {
    /// The empty rectangle at the origin.
    pub const EMPTY: Rect = Rect::new(0, 0, 0, 0);

    /// Creates a rectangle from its top left pixel and its size in pixels.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    /// Creates the rectangle of one pixel.
    pub const fn pixel(p: Point) -> Rect {
        Rect::new(p.x, p.y, 1, 1)
    }

    /// Returns `true` if the rectangle contains no pixel.
    pub const fn is_empty(self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// Returns the first column to the right of the rectangle.
    pub const fn right(self) -> i32 {
        self.x.saturating_add(self.width)
    }

    /// Returns the first row below the rectangle.
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Returns `true` if the rectangle contains the pixel.
    pub const fn contains(self, p: Point) -> bool {
        p.x >= self.x && p.y >= self.y && p.x < self.right() && p.y < self.bottom()
    }

    /// Returns the rectangle of the pixels in both, or [`Rect::EMPTY`] if there are none.
    pub fn intersect(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).saturating_sub(x);
        let height = self.bottom().min(other.bottom()).saturating_sub(y);
        if width <= 0 || height <= 0 { Rect::EMPTY } else { Rect::new(x, y, width, height) }
    }

    /// Returns the smallest rectangle that contains both; an empty one adds nothing.
    pub fn union(self, other: Rect) -> Rect {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        // A header of a file may say any sides, whose distance is beyond the largest number.
        let (right, bottom) = (self.right().max(other.right()), self.bottom().max(other.bottom()));
        Rect::new(x, y, right.saturating_sub(x), bottom.saturating_sub(y))
    }
}

/// Mask of 32 × 32 pixels at any position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits {
    /// Top left pixel of the square.
    pub at: Point,
    /// Rows from the top; bit x of a row is its column x.
    pub rows: [u32; 32],
}

impl Bits {
    /// Returns the smallest rectangle around the set pixels.
    pub fn bounds(&self) -> Rect {
        let columns = self.rows.iter().fold(0, |all, row| all | row);
        if columns == 0 {
            return Rect::EMPTY;
        }
        let first = self.rows.iter().take_while(|row| **row == 0).count() as i32;
        let after = self.rows.iter().rev().take_while(|row| **row == 0).count() as i32;
        let (left, right) = (columns.trailing_zeros() as i32, columns.leading_zeros() as i32);
        Rect::new(self.at.x + left, self.at.y + first, 32 - left - right, 32 - first - after)
    }

    /// Returns the mask without the pixels outside a rectangle.
    pub fn clipped(mut self, rect: Rect) -> Bits {
        let inside = rect.intersect(Rect::new(self.at.x, self.at.y, 32, 32));
        let (left, top) = (inside.x - self.at.x, inside.y - self.at.y);
        let columns = if inside.is_empty() { 0 } else { u32::MAX >> (32 - inside.width) << left };
        for (y, row) in (0..).zip(&mut self.rows) {
            *row &= if (top..top + inside.height).contains(&y) { columns } else { 0 };
        }
        self
    }

    /// Returns the rows with set pixels: y, the first set column, and the row's bits from there on.
    pub fn lines(&self) -> impl Iterator<Item = (i32, i32, u32)> + '_ {
        let rows = (self.at.y..).zip(&self.rows).filter(|(_, row)| **row != 0);
        rows.map(|(y, row)| (y, self.at.x + row.trailing_zeros() as i32, row >> row.trailing_zeros()))
    }
}

/// A part of a shape: a rectangle, or a mask where the shape's edge is uneven.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// All pixels of a rectangle.
    Rect(Rect),
    /// The set pixels of a mask.
    Bits(Bits),
}
