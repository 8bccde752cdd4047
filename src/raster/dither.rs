//! Ordered dithering, after Bayer (1973): two colours that look like those between.
//!
//! Each pixel has a threshold from a small matrix that repeats over the plane. Where
//! a mixture is beyond its pixel's threshold it becomes the second colour, elsewhere
//! the first. The matrix is made from the one of half its side: four times each of
//! its numbers, plus 0, 2, 3 and 1 by quarter, so that neighbouring thresholds lie
//! far apart and every level is as even as can be.
//!
//! ```
//! use undoodle::color::Color;
//! use undoodle::raster::Dither;
//! let (from, to) = (Color::BLACK, Color::rgba(255, 255, 255, 255));
//! let half = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Dither::Bayer4.mix(0.5, x, y, from, to));
//! assert_eq!(half, [to, from, from, to]);
//! assert_eq!(Dither::None.mix(0.5, 0, 0, from, to), Color::rgba(128, 128, 128, 255));
//! ```

use crate::color::Color;

/// Matrix of 2×2 that all others are made of, by row and column.
const BAYER: [[u32; 2]; 2] = [[0, 2], [3, 1]];

/// How a mixture of two colours is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dither {
    /// By the colours between them.
    #[default]
    None,
    /// By both, in a pattern of 2×2: 5 levels.
    Bayer2,
    /// By both, in a pattern of 4×4: 17 levels.
    Bayer4,
    /// By both, in a pattern of 8×8: 65 levels.
    Bayer8,
}

impl Dither {
    /// Returns how often the matrix was doubled: its side is 2 to the power of this.
    fn doublings(self) -> u32 {
        match self {
            Dither::None => 0,
            Dither::Bayer2 => 1,
            Dither::Bayer4 => 2,
            Dither::Bayer8 => 3,
        }
    }

    /// Returns the part, above 0 and below 1, beyond which a mixture becomes its second
    /// colour at a pixel: the middle of the matrix's step there.
    pub fn threshold(self, x: i32, y: i32) -> f32 {
        // The lowest bits of x and y choose the quarter of the last doubling, which
        // counts the most, since all before it has been taken four times since.
        let quarter = |bit: u32| BAYER[(y >> bit & 1) as usize][(x >> bit & 1) as usize];
        let place = (0..self.doublings()).fold(0, |place, bit| 4 * place + quarter(bit));
        (place as f32 + 0.5) / (1 << (2 * self.doublings())) as f32
    }

    /// Returns what a pixel shows of a mixture, `t` of the second colour (0 to 1; what lies
    /// outside is cut). Without dithering, each colour counts by how much it covers
    /// (premultiplied alpha), so that the hue of a transparent one doesn't show.
    pub fn mix(self, t: f32, x: i32, y: i32, from: Color, to: Color) -> Color {
        if self == Dither::None {
            smooth(t, from, to)
        } else if t > self.threshold(x, y) {
            to
        } else {
            from
        }
    }
}

/// Returns the colour between two; both ends are exact.
fn smooth(t: f32, from: Color, to: Color) -> Color {
    if t >= 1.0 {
        return to;
    }
    if t.is_nan() || t <= 0.0 || from == to {
        return from;
    }
    rounded(channels(t, from, to))
}

/// Returns the channels of the colour between two before they are rounded, each a half larger.
fn channels(t: f32, from: Color, to: Color) -> [f32; 4] {
    // What each colour covers, and with it how much of each comes through.
    let weight = [f32::from(from.bytes[3]) * (1.0 - t), f32::from(to.bytes[3]) * t];
    let alpha = weight[0] + weight[1];
    let part = |i: usize| {
        let light = f32::from(from.bytes[i]) * weight[0] + f32::from(to.bytes[i]) * weight[1];
        light / alpha + 0.5
    };
    [part(0), part(1), part(2), alpha + 0.5]
}

/// Rounds channels that are a half larger; a colour that covers nothing has no hue.
fn rounded(channels: [f32; 4]) -> Color {
    let bytes = channels.map(|channel| channel as u8);
    if bytes[3] == 0 { Color::TRANSPARENT } else { Color { bytes } }
}

/// Number of cells that mixtures are looked up in: with fewer, more of them have two colours.
const CELLS: usize = 1 << 14;

/// How far from a change of colour both ends of a cell lie, in steps of a channel. Rounding errors are a
/// tenth of it at the most.
const MARGIN: f32 = 0.001;

/// What is known of the mixtures in a cell.
#[derive(Clone, Copy, Debug)]
enum Cell {
    /// Nothing yet.
    Unseen,
    /// All are one colour.
    One(Color),
    /// There may be several colours.
    Several,
}

/// Mixtures of two colours without dithering, as [`Dither::mix`] makes them, found in a table.
///
/// Each channel goes one way from one colour to the other, so if both ends of a cell have one colour, all
/// between them has, too. Of all mixtures most lie in such cells.
#[derive(Clone, Debug)]
pub(super) struct Mixtures {
    from: Color,
    to: Color,
    cells: Vec<Cell>,
}

impl Mixtures {
    /// Creates an empty table.
    pub(super) fn new(from: Color, to: Color) -> Mixtures {
        Mixtures { from, to, cells: vec![Cell::Unseen; CELLS] }
    }

    /// Returns a mixture.
    #[inline]
    pub(super) fn mix(&mut self, t: f32) -> Color {
        let inner = t > 0.0 && t < 1.0;
        match self.cells.get((t * CELLS as f32) as usize) {
            Some(Cell::One(color)) if inner => *color,
            Some(Cell::Unseen) if inner => self.look(t),
            _ => smooth(t, self.from, self.to),
        }
    }

    /// Looks at a mixture's cell for the first time, and returns the mixture.
    #[cold]
    fn look(&mut self, t: f32) -> Color {
        let Mixtures { from, to, .. } = *self;
        let cell = (t * CELLS as f32) as usize;
        let ends = [cell, cell + 1].map(|at| channels(at as f32 / CELLS as f32, from, to));
        let far = |channel: f32| channel.fract() > MARGIN && channel.fract() < 1.0 - MARGIN;
        let even = |[one, other]: [f32; 2]| one as u8 == other as u8 && far(one) && far(other);
        let one = (0..4).all(|i| even([ends[0][i], ends[1][i]]));
        self.cells[cell] = if one { Cell::One(rounded(ends[0])) } else { Cell::Several };
        smooth(t, from, to)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Gradient, GradientShape};
    use super::*;
    use crate::geometry::Point;

    const WHITE: Color = Color::rgba(255, 255, 255, 255);

    /// Draws `#` where the second colour is, of what `part` says of each column.
    fn check(dither: Dither, part: impl Fn(i32) -> f32, expected: &[&str]) {
        let mark = |x: i32, y: i32| match dither.mix(part(x), x, y, Color::BLACK, WHITE) {
            Color::BLACK => '.',
            WHITE => '#',
            _ => '?',
        };
        let row = |y| (0..expected[0].len()).map(|x| mark(x as i32, y as i32)).collect();
        let drawn: Vec<String> = (0..expected.len()).map(row).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn levels_are_even() {
        check(Dither::Bayer2, |_| 0.25, &["#.#.", "....", "#.#.", "...."]);
        check(Dither::Bayer2, |_| 0.5, &["#.#.", ".#.#", "#.#.", ".#.#"]);
        check(Dither::Bayer2, |_| 0.75, &["####", ".#.#", "####", ".#.#"]);
        check(Dither::Bayer4, |_| 1.0 / 8.0, &["#...", "....", "..#.", "...."]);
        check(Dither::Bayer4, |_| 0.25, &["#.#.", "....", "#.#.", "...."]);
        check(Dither::Bayer4, |_| 0.5, &["#.#.", ".#.#", "#.#.", ".#.#"]);
        check(
            Dither::Bayer8,
            |_| 1.0 / 32.0,
            &["#.......", "........", "........", "........", "....#...", "........", "........", "........"],
        );
    }

    #[test]
    fn gradients_go_from_one_colour_to_the_other() {
        let (from, to) = (Point::new(0, 0), Point::new(7, 0));
        let gradient = Gradient { from, to, shape: GradientShape::Linear };
        check(Dither::Bayer2, |x| gradient.at(x, 0), &["..#.####", "...#.#.#"]);
        check(Dither::Bayer4, |x| gradient.at(x, 0), &["..#.####", "...#.#.#", "..#.#.##", "...#.###"]);
    }

    #[test]
    fn matrices_are_bayers() {
        let four = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
        for (x, y) in (-8..8i32).flat_map(|x| (-8..8i32).map(move |y| (x, y))) {
            let place = four[y.rem_euclid(4) as usize][x.rem_euclid(4) as usize] as f32;
            assert_eq!(Dither::Bayer4.threshold(x, y), (place + 0.5) / 16.0);
        }
        assert_eq!(Dither::None.threshold(3, 4), 0.5);
        let mut places: Vec<u32> =
            (0..64).map(|i| (Dither::Bayer8.threshold(i % 8, i / 8) * 64.0) as u32).collect();
        places.sort_unstable();
        assert!(places.into_iter().eq(0..64), "each step once");
    }

    #[test]
    fn both_ends_are_exact() {
        let (from, to) = (Color::rgba(200, 7, 3, 0), Color::rgba(1, 2, 3, 9));
        for dither in [Dither::None, Dither::Bayer2, Dither::Bayer4, Dither::Bayer8] {
            for (x, y) in [(0, 0), (1, 1), (i32::MIN, i32::MAX), (-1, -3)] {
                for t in [0.0, -1.0, f32::NEG_INFINITY, f32::NAN] {
                    assert_eq!(dither.mix(t, x, y, from, to), from);
                }
                assert_eq!([1.0, 2.0].map(|t| dither.mix(t, x, y, from, to)), [to; 2]);
            }
        }
    }

    #[test]
    fn mixtures_in_a_table_are_those_worked_out() {
        let mut random = fastrand::Rng::with_seed(4);
        let ends =
            [[9, 9, 9, 0], [0, 0, 0, 0], [255, 0, 7, 1], [200, 200, 201, 255]].map(|bytes| Color { bytes });
        for round in 0..40 {
            let color = |random: &mut fastrand::Rng| match random.usize(..8) {
                end @ 0..4 => ends[end],
                _ => Color { bytes: random.u32(..).to_ne_bytes() },
            };
            let (from, to) = (color(&mut random), color(&mut random));
            let mut mixtures = Mixtures::new(from, to);
            for _ in 0..5000 {
                let t = match round % 3 {
                    0 => random.f32(),
                    // Where channels change, and beside it.
                    1 => (random.u32(..512) as f32 / 510.0).clamp(0.0, 1.0),
                    _ => f32::from_bits(random.u32(0x3300_0000..0x3f80_0001)),
                };
                assert_eq!(mixtures.mix(t), smooth(t, from, to), "{t} of {to} in {from}");
            }
            for t in [0.0, 1.0, -1.0, 2.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0] {
                assert_eq!(mixtures.mix(t), smooth(t, from, to));
            }
        }
    }

    #[test]
    fn smooth_mixtures_keep_their_hue() {
        let mix = |t, from, to| Dither::None.mix(t, 0, 0, from, to);
        assert_eq!(mix(0.25, Color::BLACK, WHITE), Color::rgba(64, 64, 64, 255));
        // To transparent black, red stays red; only its alpha goes.
        let red = Color::rgba(255, 0, 0, 255);
        assert_eq!(mix(0.5, red, Color::TRANSPARENT), Color::rgba(255, 0, 0, 128));
        // 64 of 255 parts of white and 128 of black cover: a third of the light.
        let white = Color::rgba(255, 255, 255, 128);
        assert_eq!(mix(0.5, white, Color::BLACK), Color::rgba(85, 85, 85, 192));
        assert_eq!(mix(0.5, Color::rgba(9, 9, 9, 0), Color::rgba(7, 0, 0, 0)), Color::TRANSPARENT);
    }
}
