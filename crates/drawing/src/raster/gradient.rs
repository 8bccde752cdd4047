//! Gradients: how far each pixel is between two points.
//!
//! A linear one measures along the line between them, so all pixels across that
//! line are alike; a radial one by the distance from the first, in which the second
//! is 1. Only sums, products, quotients and a square root are taken, which IEEE 754
//! rounds alike on every machine, so the same drag gives the same pixels everywhere.
//!
//! ```
//! use undoodle_drawing::geometry::Point;
//! use undoodle_drawing::raster::{Gradient, GradientShape};
//! let shape = GradientShape::Linear;
//! let gradient = Gradient { from: Point::new(0, 0), to: Point::new(4, 0), shape };
//! assert_eq!([-1, 0, 1, 4, 5].map(|x| gradient.at(x, 7)), [0.0, 0.0, 0.25, 1.0, 1.0]);
//! ```

use super::Dither;
use super::dither::Mixtures;
use crate::color::Color;
use crate::geometry::Point;

crate::named! {
    /// Form in which a gradient goes from one colour to the other.
    #[derive(Default)]
    pub enum GradientShape, "shape" {
        /// In straight stripes across the drag.
        #[default]
        Linear = "linear", "Linear";
        /// In rings around where the drag began.
        Radial = "radial", "Radial";
    }
}

/// A gradient between two pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gradient {
    /// The pixel where it is 0.
    pub from: Point,
    /// The pixel where it is 1.
    pub to: Point,
    /// Its form.
    pub shape: GradientShape,
}

impl Gradient {
    /// Returns how far a pixel is from the first point to the second, 0 to 1: before the
    /// first it is 0 and beyond the second 1. If both are the same pixel, it is 0
    /// everywhere, but for a linear one 1 to the right of that pixel: an edge.
    pub fn at(&self, x: i32, y: i32) -> f32 {
        let mut part = [0.0];
        let ahead = f64::from(x) - f64::from(self.from.x);
        self.parts(&[ahead], f64::from(y) - f64::from(self.from.y), &mut part);
        part[0]
    }

    /// Writes how far pixels of one row are, by the columns and rows between them and the first point.
    ///
    /// Differences of 32-bit numbers are exact in 64-bit floats.
    fn parts(&self, columns: &[f64], y: f64, parts: &mut [f32]) {
        let dx = f64::from(self.to.x) - f64::from(self.from.x);
        let dy = f64::from(self.to.y) - f64::from(self.from.y);
        let (length, down) = (dx * dx + dy * dy, y * dy);
        let cut = |part: f64| part.clamp(0.0, 1.0) as f32;
        let places = columns.iter().zip(parts);
        match self.shape {
            GradientShape::Linear if length == 0.0 => {
                places.for_each(|(x, part)| *part = if *x > 0.0 { 1.0 } else { 0.0 });
            }
            GradientShape::Radial if length == 0.0 => places.for_each(|(_, part)| *part = 0.0),
            GradientShape::Linear => places.for_each(|(x, part)| *part = cut((x * dx + down) / length)),
            GradientShape::Radial => {
                places.for_each(|(x, part)| *part = cut(((x * x + y * y) / length).sqrt()));
            }
        }
    }
}

/// Number of pixels that are worked out at a time.
const CHUNK: usize = 64;

/// A gradient between two colours, as rows of pixels.
#[derive(Clone, Debug)]
pub struct Mixer {
    gradient: Gradient,
    dither: Dither,
    from: Color,
    to: Color,
    mixtures: Mixtures,
}

impl Mixer {
    /// Creates a mixer of two colours, dithered or not.
    pub fn new(gradient: Gradient, dither: Dither, from: Color, to: Color) -> Mixer {
        Mixer { gradient, dither, from, to, mixtures: Mixtures::new(from, to) }
    }

    /// Goes on with another gradient between the same colours, whose mixtures it remembers.
    pub fn turn(&mut self, gradient: Gradient) {
        self.gradient = gradient;
    }

    /// Calls `put` with the index and the colour of each pixel of a row that begins at a place.
    ///
    /// `columns` and `y` say how far from the gradient's first point each pixel is; the place
    /// chooses the dithering's threshold.
    pub fn row(&mut self, columns: &[f64], y: f64, at: (i32, i32), mut put: impl FnMut(usize, Color)) {
        let mut parts = [0.0; CHUNK];
        // No pattern has more than eight columns.
        let thresholds: [f32; 8] = std::array::from_fn(|i| self.dither.threshold(i as i32, at.1));
        let mut index = 0;
        for columns in columns.chunks(CHUNK) {
            self.gradient.parts(columns, y, &mut parts);
            for part in &parts[..columns.len()] {
                let color = if self.dither == Dither::None {
                    self.mixtures.mix(*part)
                } else {
                    let column = (i64::from(at.0) + index as i64) as usize & 7;
                    if *part > thresholds[column] { self.to } else { self.from }
                };
                put(index, color);
                index += 1;
            }
        }
    }
}
