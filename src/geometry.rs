//! Points and rectangles on the pixel grid.
//!
//! Coordinates are `i32` and may be negative, since strokes leave the canvas;
//! a rectangle is half open (its right and bottom edges are outside it), so that
//! an empty one needs no special case and neighbours never overlap.
//!
//! ```
//! use undoodle::geometry::{Point, Rect};
//! let stroke = Rect::pixel(Point::new(3, 4)).union(Rect::pixel(Point::new(6, 4)));
//! assert_eq!(stroke, Rect::new(3, 4, 4, 1));
//! assert_eq!(stroke.intersect(Rect::new(5, 0, 9, 9)), Rect::new(5, 4, 2, 1));
//! ```

/// A pixel's place: x to the right, y downwards.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Point {
    /// Columns from the left edge.
    pub x: i32,
    /// Rows from the top edge.
    pub y: i32,
}

impl Point {
    /// The point at column `x` of row `y`.
    pub const fn new(x: i32, y: i32) -> Point {
        Point { x, y }
    }
}

/// A rectangle of pixels; with `width` or `height` 0 it is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Rect {
    /// The leftmost column.
    pub x: i32,
    /// The topmost row.
    pub y: i32,
    /// The number of columns, never negative.
    pub width: i32,
    /// The number of rows, never negative.
    pub height: i32,
}

impl Rect {
    /// The rectangle that holds nothing.
    pub const EMPTY: Rect = Rect::new(0, 0, 0, 0);

    /// A rectangle by its top left pixel and its size in pixels.
    pub const fn new(x: i32, y: i32, width: i32, height: i32) -> Rect {
        Rect { x, y, width, height }
    }

    /// The rectangle of one pixel.
    pub const fn pixel(p: Point) -> Rect {
        Rect::new(p.x, p.y, 1, 1)
    }

    /// Whether it holds no pixel.
    pub const fn is_empty(self) -> bool {
        self.width <= 0 || self.height <= 0
    }

    /// The first column to the right of it.
    pub const fn right(self) -> i32 {
        self.x.saturating_add(self.width)
    }

    /// The first row below it.
    pub const fn bottom(self) -> i32 {
        self.y.saturating_add(self.height)
    }

    /// Whether the pixel lies in it.
    pub const fn contains(self, p: Point) -> bool {
        p.x >= self.x && p.y >= self.y && p.x < self.right() && p.y < self.bottom()
    }

    /// The pixels that lie in both.
    pub fn intersect(self, other: Rect) -> Rect {
        let (x, y) = (self.x.max(other.x), self.y.max(other.y));
        let width = self.right().min(other.right()).saturating_sub(x);
        let height = self.bottom().min(other.bottom()).saturating_sub(y);
        if width <= 0 || height <= 0 { Rect::EMPTY } else { Rect::new(x, y, width, height) }
    }

    /// The smallest rectangle that holds both; an empty one adds nothing.
    pub fn union(self, other: Rect) -> Rect {
        if self.is_empty() {
            return other;
        }
        if other.is_empty() {
            return self;
        }
        let (x, y) = (self.x.min(other.x), self.y.min(other.y));
        Rect::new(x, y, self.right().max(other.right()) - x, self.bottom().max(other.bottom()) - y)
    }
}
