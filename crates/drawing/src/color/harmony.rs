//! Rows of colours that go together: ramps between two, shades of one, and what lies around the wheel.
//!
//! All are computed in [OKLab](super::oklab), so that steps look even and a ramp does not go grey in the middle. Each
//! contains the colours that it was made of, to the bit.
//!
//! ```
//! use undoodle_drawing::color::{Color, Harmony, blend_ramp};
//! let (navy, cream) = (Color::rgba(28, 42, 99, 255), Color::rgba(255, 243, 184, 255));
//! let ramp = blend_ramp(navy, cream, 5, 0);
//! assert_eq!((ramp.len(), ramp[0], ramp[4]), (5, navy, cream));
//! assert_eq!(Harmony::Triad.colors(navy).len(), 3);
//! ```

use super::Color;
use super::oklab::{from_oklab, from_oklch, to_oklab, to_oklch};

/// Most colours of a row.
pub const MAX_ROW: usize = 256;

/// Returns colours at even steps from one to another, as they look; both ends are included and exact.
///
/// `turn` bends the hues of the ramp by so many degrees in its middle, and not at its ends. A fully transparent end lends
/// its alpha alone. At most [`MAX_ROW`] colours are returned.
pub fn blend_ramp(from: Color, to: Color, steps: usize, turn: i32) -> Vec<Color> {
    let steps = steps.min(MAX_ROW);
    let last = steps.saturating_sub(1).max(1);
    let (mut start, mut end) = (to_oklab(from), to_oklab(to));
    if from.is_transparent() {
        start = end;
    } else if to.is_transparent() {
        end = start;
    }
    let at = |step: usize| match step {
        0 => from,
        _ if step == last => to,
        _ => {
            let share = step as f64 / last as f64;
            let mix = |a: f64, b: f64| a + (b - a) * share;
            let [lightness, a, b] = [0, 1, 2].map(|axis| mix(start[axis], end[axis]));
            let bent = f64::from(turn.clamp(-180, 180)) * 4.0 * share * (1.0 - share);
            let (sin, cos) = bent.to_radians().sin_cos();
            let alpha = mix(from.bytes[3].into(), to.bytes[3].into()).round() as u8;
            from_oklab([lightness, a * cos - b * sin, a * sin + b * cos], alpha)
        }
    };
    (0..steps).map(at).collect()
}

/// Returns shades of a colour from dark to light, the colour itself in the middle of an odd number.
///
/// `turn` is the hue's turn at the light end, in degrees; the dark end turns the other way.
pub fn shades(color: Color, steps: usize, turn: i32) -> Vec<Color> {
    let steps = steps.min(MAX_ROW);
    let (base, half) = (to_oklch(color), steps.saturating_sub(1).max(1) as f64 / 2.0);
    let at = |step: usize| {
        let off = step as f64 / half - 1.0;
        if off == 0.0 {
            return color;
        }
        let mut seen = base;
        let reach = if off < 0.0 { base.lightness * 0.7 } else { (1.0 - base.lightness) * 0.8 };
        seen.lightness += reach * off;
        // The lightest and the darkest of a colour are less colourful.
        seen.chroma *= 1.0 - 0.4 * off * off;
        seen.hue += f64::from(turn.clamp(-180, 180)) * off;
        from_oklch(seen, color.bytes[3])
    };
    (0..steps).map(at).collect()
}

crate::named! {
    /// How hues lie to each other around the wheel.
    pub enum Harmony, "harmony" {
        /// The opposite hue.
        Complement = "complement";
        /// The two beside the opposite one.
        Split = "split";
        /// Neighbours on both sides.
        Analogous = "analogous";
        /// Three at even distances.
        Triad = "triad";
        /// Four at even distances.
        Square = "square";
    }
}

impl Harmony {
    /// Returns the turns of the hue, in degrees; one of them is 0.
    pub const fn turns(self) -> &'static [i32] {
        match self {
            Harmony::Complement => &[0, 180],
            Harmony::Split => &[0, 150, 210],
            Harmony::Analogous => &[-60, -30, 0, 30, 60],
            Harmony::Triad => &[0, 120, 240],
            Harmony::Square => &[0, 90, 180, 270],
        }
    }

    /// Returns the colours that go with one, itself included.
    pub fn colors(self, color: Color) -> Vec<Color> {
        let base = to_oklch(color);
        let at = |turn: &i32| match turn {
            0 => color,
            turn => {
                let mut seen = base;
                seen.hue += f64::from(*turn);
                from_oklch(seen, color.bytes[3])
            }
        };
        self.turns().iter().map(at).collect()
    }
}
