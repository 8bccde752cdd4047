//! Ordered dithering, after Bayer (1973): two colours that look like those between.
//!
//! Each pixel has a threshold from a small matrix that repeats over the plane. Where
//! a mixture is beyond its pixel's threshold it becomes the second colour, elsewhere
//! the first. The matrix is made from the one of half its side: four times each of
//! its numbers, plus 0, 2, 3 and 1 by quarter, so that neighbouring thresholds lie
//! far apart and every level is as even as can be.
//!
//! ```
//! use undoodle_drawing::color::Color;
//! use undoodle_drawing::raster::Dither;
//! let (from, to) = (Color::BLACK, Color::rgba(255, 255, 255, 255));
//! let half = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|(x, y)| Dither::Bayer4.mix(0.5, x, y, from, to));
//! assert_eq!(half, [to, from, from, to]);
//! assert_eq!(Dither::None.mix(0.5, 0, 0, from, to), Color::rgba(128, 128, 128, 255));
//! ```

use crate::color::Color;

/// Matrix of 2×2 that all others are made of, by row and column.
const BAYER: [[u32; 2]; 2] = [[0, 2], [3, 1]];

crate::named! {
    /// How a mixture of two colours is shown.
    #[derive(Default)]
    pub enum Dither, "dither" {
        /// By the colours between them.
        #[default]
        None = "none", "None";
        /// By both, in a pattern of 2×2: 5 levels.
        Bayer2 = "2x2", "Bayer 2×2";
        /// By both, in a pattern of 4×4: 17 levels.
        Bayer4 = "4x4", "Bayer 4×4";
        /// By both, in a pattern of 8×8: 65 levels.
        Bayer8 = "8x8", "Bayer 8×8";
    }
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
pub struct Mixtures {
    from: Color,
    to: Color,
    cells: Vec<Cell>,
}

impl Mixtures {
    /// Creates an empty table.
    pub fn new(from: Color, to: Color) -> Mixtures {
        Mixtures { from, to, cells: vec![Cell::Unseen; CELLS] }
    }

    /// Returns a mixture.
    #[inline]
    pub fn mix(&mut self, t: f32) -> Color {
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
