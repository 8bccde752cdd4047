//! The few colours that stand best for many.
//!
//! Colours are points in OKLab, where distances are as people see them, and each weighs as much as it has pixels. All lie in
//! one box at first. Again and again the box with the greatest sum of squared distances to its mean is cut in two, where the
//! sums of both halves are least; the means of the boxes are the palette. A colour of many pixels soon has a box of its own,
//! and comes out exactly.
//!
//! Source: the criterion is that of Xiaolin Wu, "Efficient statistical computations for optimal color quantization", in
//! Graphics Gems II (1991); here boxes hold sorted points in place of a table of sums.
//!
//! Photos have millions of colours. A [`Histogram`] counts them by fewer bits once there are more than [`MOST`], and keeps
//! the sum of those that are counted together, so memory is bounded and means stay right.
//!
//! ```
//! use undoodle_formats::document::{Cel, Drawing, Document};
//! use undoodle_formats::{self as formats, Export, named};
//! let mut drawing = Drawing::new(300, 1)?;
//! let greys: Vec<_> = (0..300).map(|i| format!("#{:02x}{:02x}80", i % 256, i / 2).parse()).collect::<Result<_, _>>()?;
//! drawing.pixels_mut(Cel::default())?.put_row(0, 0, &greys)?;
//! let document = Document::open(drawing)?;
//! let gif = named("gif")?;
//! let lost = gif.losses.map(|losses| losses(&document, &Export::new(0))).transpose()?.unwrap_or_default();
//! assert_eq!(lost, ["44 colours past 256", "the palette"]);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::color::{Color, Lab, from_oklab, to_oklab};
use std::collections::HashMap;

/// Maximum number of colours that are told apart.
pub const MOST: usize = 1 << 16;

/// Colours that are counted together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bin {
    pub pixels: u64,
    /// Sums of red, green and blue.
    sums: [u64; 3],
    /// Number of bins that were there when it was made.
    first: u32,
}

/// The opaque colours of pictures, and how many pixels have each.
#[derive(Clone, Debug, Default)]
pub struct Histogram {
    pub bins: HashMap<[u8; 3], Bin>,
    /// Number of bits of each channel that are not told apart.
    pub shift: u32,
}

impl Histogram {
    /// Adds pixels of a colour.
    pub fn add(&mut self, color: Color, pixels: u64) {
        let [r, g, b, _] = color.bytes;
        let sums = [r, g, b].map(|channel| u64::from(channel) * pixels);
        self.merge(
            [r, g, b].map(|channel| channel >> self.shift),
            Bin { pixels, sums, first: self.bins.len() as u32 },
        );
        while self.bins.len() > MOST {
            self.shift += 1;
            for (key, bin) in std::mem::take(&mut self.bins) {
                self.merge(key.map(|channel| channel >> 1), bin);
            }
        }
    }

    fn merge(&mut self, key: [u8; 3], other: Bin) {
        let bin = self.bins.entry(key).or_insert(Bin { pixels: 0, sums: [0; 3], first: other.first });
        bin.pixels = bin.pixels.saturating_add(other.pixels);
        for (sum, more) in bin.sums.iter_mut().zip(other.sums) {
            *sum = sum.saturating_add(more);
        }
        bin.first = bin.first.min(other.first);
    }

    /// Returns the number of colours, or `None` if they are more than [`MOST`].
    pub fn count(&self) -> Option<usize> {
        (self.shift == 0).then_some(self.bins.len())
    }

    /// Returns all colours in the order in which they came, or means of them if they are more than [`MOST`].
    pub(super) fn colors(&self) -> Vec<Color> {
        let mut bins: Vec<_> = self.bins.values().collect();
        bins.sort_unstable_by_key(|bin| bin.first);
        bins.into_iter().map(mean).collect()
    }

    /// Returns at most so many colours that stand for all, the lightest last.
    pub fn reduced(&self, most: usize) -> Vec<Color> {
        let mut bins: Vec<_> = self.bins.values().collect();
        // A map has no order, and the outcome must have one.
        bins.sort_unstable_by_key(|bin| bin.first);
        let points = bins.iter().map(|bin| Point { lab: to_oklab(mean(bin)), weight: bin.pixels as f64 });
        let mut points: Vec<_> = points.collect();
        let mut means: Vec<_> = boxes(&mut points, most).into_iter().map(|found| found.mean()).collect();
        means.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
        let mut colors: Vec<_> = means.into_iter().map(|lab| from_oklab(lab, 255)).collect();
        colors.dedup();
        colors
    }
}

pub fn mean(bin: &Bin) -> Color {
    let pixels = bin.pixels.max(1);
    let [r, g, b] = bin.sums.map(|sum| ((sum + pixels / 2) / pixels).min(255) as u8);
    Color::rgba(r, g, b, 255)
}

/// A colour and its number of pixels.
#[derive(Clone, Copy, Debug)]
struct Point {
    lab: Lab,
    weight: f64,
}

/// Sums over points.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    weight: f64,
    lab: Lab,
    squares: Lab,
}

impl Sums {
    fn add(&mut self, point: &Point) {
        self.weight += point.weight;
        for ((sum, square), v) in self.lab.iter_mut().zip(&mut self.squares).zip(point.lab) {
            *sum += v * point.weight;
            *square += v * v * point.weight;
        }
    }

    /// Returns the squared length of the sum by the weight: what a half takes off the sum of squared distances.
    fn gain(&self) -> f64 {
        let [a, b, c] = self.lab;
        (a * a + b * b + c * c) / self.weight
    }

    fn without(&self, other: &Sums) -> Sums {
        let less = |a: Lab, b: Lab| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        Sums {
            weight: self.weight - other.weight,
            lab: less(self.lab, other.lab),
            squares: less(self.squares, other.squares),
        }
    }

    /// Returns the sum of squared distances to the mean along each axis.
    fn spread(&self) -> Lab {
        [0, 1, 2].map(|i| (self.squares[i] - self.lab[i] * self.lab[i] / self.weight).max(0.0))
    }
}

/// Points that are shown by one colour.
struct Found<'a> {
    points: &'a mut [Point],
    sums: Sums,
}

impl<'a> Found<'a> {
    fn new(points: &'a mut [Point]) -> Found<'a> {
        let mut sums = Sums::default();
        points.iter().for_each(|point| sums.add(point));
        Found { points, sums }
    }

    fn mean(&self) -> Lab {
        self.sums.lab.map(|sum| sum / self.sums.weight)
    }

    /// Returns the sum of squared distances to the mean; a single point has none, whatever rounding says.
    fn error(&self) -> f64 {
        if self.points.len() < 2 { 0.0 } else { self.sums.spread().iter().sum() }
    }

    /// Cuts the box in two, across the axis along which it spreads most. Both halves have points.
    fn cut(self) -> [Found<'a>; 2] {
        let spread = self.sums.spread();
        let axis = (0..3).max_by(|a, b| spread[*a].total_cmp(&spread[*b])).unwrap_or(0);
        self.points.sort_unstable_by(|a, b| a.lab[axis].total_cmp(&b.lab[axis]));
        let (mut best, mut at, mut left) = (f64::MIN, 1, Sums::default());
        for (i, point) in self.points.iter().enumerate().take(self.points.len() - 1) {
            left.add(point);
            let gain = left.gain() + self.sums.without(&left).gain();
            if gain > best {
                (best, at) = (gain, i + 1);
            }
        }
        let (left, right) = self.points.split_at_mut(at);
        [Found::new(left), Found::new(right)]
    }
}

/// Divides points into at most so many boxes.
fn boxes(points: &mut [Point], most: usize) -> Vec<Found<'_>> {
    if points.is_empty() {
        return Vec::new();
    }
    let mut found = vec![Found::new(points)];
    while found.len() < most {
        let worst = (0..found.len()).max_by(|a, b| found[*a].error().total_cmp(&found[*b].error()));
        let Some(worst) = worst.filter(|worst| found[*worst].error() > 0.0) else { break };
        let halves = found.swap_remove(worst).cut();
        found.extend(halves);
    }
    found
}
