//! How a viewport is turned: mirrored, rotated by quarters, or both.
//!
//! Problem: a mirrored view shows mistakes that the eye has got used to, but what is looked at must not change the drawing, and
//! each place that converts coordinates could forget the mirror. Idea: zoom and origin stay those of a *plain* viewport, and
//! all that enters or leaves it in device pixels goes through one of these turns, about the middle of the viewport.
//! So a turned view shows exactly what the plain one shows, turned.
//!
//! Two kinds of directions meet here, and one rule tells them apart. An arrow key, like the pointer, means a side of the
//! *screen*: what it moves (the view, the selected pixels, the cursor of painting by keys) goes where the arrow points, however the view
//! is turned. A command that names an axis or a sense of rotation in words, such as "Flip horizontally" or "Rotate right", and
//! every number that is typed, means the *drawing*: it does the same whatever is looked at.
//!
//! The invariant: [`plain`](Turn::plain) undoes [`turned`](Turn::turned) for points, vectors and rectangles.
//!
//! ```
//! use undoodle_drawing::{geometry::Rect, render::Turn};
//! let turn = Turn::NONE.mirrored().rotated(1);
//! assert_eq!(turn.turned((10, 20), (100, 50)), (30, 90));
//! assert_eq!(turn.plain((30, 90), (100, 50)), (10, 20));
//! assert_eq!(turn.turned_rect(Rect::new(0, 0, 10, 5), (100, 50)), Rect::new(45, 90, 5, 10));
//! ```

use crate::geometry::Rect;
use std::fmt;
use std::ops::Sub;

/// A mirror image, then a rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Whether left and right are exchanged.
    mirrored: bool,
    /// Number of quarter turns clockwise after that, 0 to 3.
    quarters: u8,
}

impl Turn {
    /// Neither mirrored nor rotated.
    pub const NONE: Turn = Turn { mirrored: false, quarters: 0 };

    /// Returns this turn, seen in a mirror.
    pub fn mirrored(self) -> Turn {
        // Who rotates clockwise before a mirror is seen to rotate counterclockwise.
        Turn { mirrored: !self.mirrored, quarters: (4 - self.quarters) % 4 }
    }

    /// Returns this turn, rotated further by quarters clockwise.
    pub fn rotated(self, quarters: i32) -> Turn {
        Turn { quarters: (i32::from(self.quarters) + quarters).rem_euclid(4) as u8, ..self }
    }

    /// Returns `true` if left and right are exchanged.
    pub fn is_mirrored(self) -> bool {
        self.mirrored
    }

    /// Returns the number of quarter turns clockwise, 0 to 3.
    pub fn quarters(self) -> u8 {
        self.quarters
    }

    /// Returns `true` if width and height are exchanged.
    pub fn is_upright(self) -> bool {
        self.quarters % 2 == 1
    }

    /// Exchanges width and height if the turn does.
    pub fn size<T>(self, (width, height): (T, T)) -> (T, T) {
        if self.is_upright() { (height, width) } else { (width, height) }
    }

    /// Returns where a point of a plain viewport of a size is seen. With a size of 0 it turns a vector.
    #[inline(never)]
    pub fn turned<T: Copy + Sub<Output = T>>(self, (x, y): (T, T), (width, height): (T, T)) -> (T, T) {
        let x = if self.mirrored { width - x } else { x };
        match self.quarters {
            0 => (x, y),
            1 => (height - y, x),
            2 => (width - x, height - y),
            _ => (y, width - x),
        }
    }

    /// Returns the point of a plain viewport of a size that is seen at a place.
    #[inline(never)]
    pub fn plain<T: Copy + Sub<Output = T>>(self, (x, y): (T, T), (width, height): (T, T)) -> (T, T) {
        let (x, y) = match self.quarters {
            0 => (x, y),
            1 => (y, height - x),
            2 => (width - x, height - y),
            _ => (width - y, x),
        };
        (if self.mirrored { width - x } else { x }, y)
    }

    /// Returns where a rectangle of a plain viewport of a size is seen.
    #[inline(never)]
    pub fn turned_rect(self, rect: Rect, size: (i32, i32)) -> Rect {
        corners(rect, |corner| self.turned(corner, size))
    }

    /// Returns the rectangle of a plain viewport of a size that is seen at a place.
    #[inline(never)]
    pub fn plain_rect(self, rect: Rect, size: (i32, i32)) -> Rect {
        corners(rect, |corner| self.plain(corner, size))
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.mirrored {
            f.write_str(" ⇋")?;
        }
        if self.quarters > 0 { write!(f, " {}°", 90 * i32::from(self.quarters)) } else { Ok(()) }
    }
}

/// Moves a rectangle by its corners.
fn corners(rect: Rect, to: impl Fn((i32, i32)) -> (i32, i32)) -> Rect {
    let (one, other) = (to((rect.x, rect.y)), to((rect.x + rect.width, rect.y + rect.height)));
    let (x, y) = (one.0.min(other.0), one.1.min(other.1));
    Rect::new(x, y, (one.0 - other.0).abs(), (one.1 - other.1).abs())
}
