//! Gradients: how far each pixel is between two points.
//!
//! A linear one measures along the line between them, so all pixels across that
//! line are alike; a radial one by the distance from the first, in which the second
//! is 1. Only sums, products, quotients and a square root are taken, which IEEE 754
//! rounds alike on every machine, so the same drag gives the same pixels everywhere.
//!
//! ```
//! use undoodle::geometry::Point;
//! use undoodle::raster::{Gradient, GradientShape};
//! let shape = GradientShape::Linear;
//! let gradient = Gradient { from: Point::new(0, 0), to: Point::new(4, 0), shape };
//! assert_eq!([-1, 0, 1, 4, 5].map(|x| gradient.at(x, 7)), [0.0, 0.0, 0.25, 1.0, 1.0]);
//! ```

use crate::error::{Error, Result};
use crate::geometry::Point;

/// In what form a gradient goes from one colour to the other.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GradientShape {
    /// In straight stripes across the drag.
    #[default]
    Linear,
    /// In rings around where the drag began.
    Radial,
}

impl GradientShape {
    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            GradientShape::Linear => "linear",
            GradientShape::Radial => "radial",
        }
    }

    /// The shape of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<GradientShape> {
        let found = [GradientShape::Linear, GradientShape::Radial].into_iter().find(|shape| shape.id() == id);
        found.ok_or_else(|| Error::unknown("gradient", id, "linear or radial"))
    }
}

/// A gradient between two pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gradient {
    /// Where it is 0.
    pub from: Point,
    /// Where it is 1.
    pub to: Point,
    /// Its form.
    pub shape: GradientShape,
}

impl Gradient {
    /// How far a pixel is from the first point to the second, 0 to 1; before the
    /// first it is 0 and beyond the second 1. When both are the same pixel, it is 0
    /// everywhere, but for a linear one 1 to the right of that pixel: an edge.
    pub fn at(&self, x: i32, y: i32) -> f32 {
        // Differences of 32-bit numbers are exact in 64-bit floats.
        let vector =
            |x: i32, y: i32| (f64::from(x) - f64::from(self.from.x), f64::from(y) - f64::from(self.from.y));
        let ((dx, dy), (x, y)) = (vector(self.to.x, self.to.y), vector(x, y));
        let length = dx * dx + dy * dy;
        let part = match self.shape {
            GradientShape::Linear if length == 0.0 => f64::from(u8::from(x > 0.0)),
            GradientShape::Radial if length == 0.0 => 0.0,
            GradientShape::Linear => (x * dx + y * dy) / length,
            GradientShape::Radial => ((x * x + y * y) / length).sqrt(),
        };
        part.clamp(0.0, 1.0) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Draws tenths, rounded down, and `X` for 1.
    fn check(shape: GradientShape, from: (i32, i32), to: (i32, i32), expected: &[&str]) {
        let gradient = Gradient { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), shape };
        let mark = |x, y| match gradient.at(x, y) {
            1.0 => 'X',
            part => char::from(b'0' + (part * 10.0) as u8),
        };
        let row = |y| (0..expected[0].len()).map(|x| mark(x as i32, y as i32)).collect();
        let drawn: Vec<String> = (0..expected.len()).map(row).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn linear_ones_are_stripes_across_the_drag() {
        check(GradientShape::Linear, (1, 0), (5, 0), &["00257XX", "00257XX"]);
        check(GradientShape::Linear, (4, 1), (0, 1), &["X7520"]);
        check(GradientShape::Linear, (0, 0), (2, 2), &["0257", "257X", "57XX", "7XXX"]);
    }

    #[test]
    fn radial_ones_are_rings() {
        // One pixel off is 1/2, a diagonal one √2/2 = 0.707; two off is 1.
        check(GradientShape::Radial, (2, 2), (2, 4), &["XXXXX", "X757X", "X505X", "X757X", "XXXXX"]);
    }

    #[test]
    fn one_point_is_an_edge_or_nothing() {
        check(GradientShape::Linear, (1, 1), (1, 1), &["00XX", "00XX"]);
        check(GradientShape::Radial, (1, 1), (1, 1), &["0000", "0000"]);
    }

    #[test]
    fn the_ends_of_the_numbers_are_exact() {
        let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
        for shape in [GradientShape::Linear, GradientShape::Radial] {
            let gradient = Gradient { from: low, to: high, shape };
            assert_eq!([gradient.at(low.x, low.y), gradient.at(high.x, high.y)], [0.0, 1.0]);
            assert_eq!(gradient.at(0, 0), 0.5);
            assert_eq!(GradientShape::named(shape.id()), Ok(shape));
        }
        assert!(GradientShape::named("conical").is_err());
    }
}
