//! How a colour goes over another: blend modes and source-over.
//!
//! The formulas are those of the W3C's "Compositing and Blending Level 1",
//! on straight sRGB bytes as every pixel editor has it. With `s` the upper
//! colour (the source) and `b` the lower one (the backdrop),
//!
//! ```text
//! Cs' = (1 - αb)·Cs + αb·B(Cb, Cs)      the mode's B mixes only where there is something below
//! αo  = αs + αb·(1 - αs)
//! Co  = (αs·Cs' + (1 - αs)·αb·Cb) / αo
//! ```
//!
//! where αs is the upper alpha times the opacity, not rounded in between. Each
//! byte of the outcome is rounded to the nearest once, at the end. Nothing over
//! a colour gives that colour to the bit, and what comes out fully transparent
//! is [`Color::TRANSPARENT`].
//!
//! Normal mode is computed in whole numbers; the others in `f32`, of which they
//! use only what IEEE 754 rounds exactly (+, −, ×, ÷ and √), so that every
//! machine gives the same bytes.
//!
//! ```
//! use undoodle::color::{Blend, Color};
//! let (red, grey) = (Color::rgba(255, 0, 0, 255), Color::rgba(51, 51, 51, 255));
//! assert_eq!(Blend::Multiply.composite(red, 255, grey), Color::rgba(51, 0, 0, 255));
//! assert_eq!(Blend::Normal.composite(red, 51, grey), Color::rgba(92, 41, 41, 255));
//! assert_eq!(Blend::named("soft-light")?, Blend::SoftLight);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Color;
use crate::error::{Error, Result};

/// Blend mode: how an upper colour changes the one below it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Blend {
    /// The upper colour itself.
    #[default]
    Normal,
    /// The product: never lighter than either.
    Multiply,
    /// The product of the complements: never darker than either.
    Screen,
    /// Hard light with the two colours swapped.
    Overlay,
    /// The smaller of each channel.
    Darken,
    /// The greater of each channel.
    Lighten,
    /// Brightens what is below to reflect the upper colour.
    ColorDodge,
    /// Darkens what is below to reflect the upper colour.
    ColorBurn,
    /// Multiplies by a dark upper colour, screens with a light one.
    HardLight,
    /// Like hard light, but softer, and never to plain black or white.
    SoftLight,
    /// The absolute difference of each channel.
    Difference,
    /// Like difference, with less contrast.
    Exclusion,
    /// The upper hue with the saturation and luminosity below.
    Hue,
    /// The upper saturation with the hue and luminosity below.
    Saturation,
    /// The upper hue and saturation with the luminosity below.
    Color,
    /// The upper luminosity with the hue and saturation below.
    Luminosity,
    /// The sum, at most 1. Not one of the W3C's modes.
    Addition,
    /// The lower colour minus the upper one, at least 0. Not one of the W3C's modes.
    Subtraction,
}

/// Red, green and blue from 0 to 1.
type Rgb = [f32; 3];

impl Blend {
    /// Every mode, at the index that [`byte`](Blend::byte) returns.
    pub const ALL: [Blend; 18] = [
        Blend::Normal,
        Blend::Multiply,
        Blend::Screen,
        Blend::Overlay,
        Blend::Darken,
        Blend::Lighten,
        Blend::ColorDodge,
        Blend::ColorBurn,
        Blend::HardLight,
        Blend::SoftLight,
        Blend::Difference,
        Blend::Exclusion,
        Blend::Hue,
        Blend::Saturation,
        Blend::Color,
        Blend::Luminosity,
        Blend::Addition,
        Blend::Subtraction,
    ];

    /// Returns the name for scripts and files, as in CSS where CSS has the mode.
    pub const fn id(self) -> &'static str {
        self.names().0
    }

    /// Returns the name for people.
    pub const fn label(self) -> &'static str {
        self.names().1
    }

    const fn names(self) -> (&'static str, &'static str) {
        match self {
            Blend::Normal => ("normal", "Normal"),
            Blend::Multiply => ("multiply", "Multiply"),
            Blend::Screen => ("screen", "Screen"),
            Blend::Overlay => ("overlay", "Overlay"),
            Blend::Darken => ("darken", "Darken"),
            Blend::Lighten => ("lighten", "Lighten"),
            Blend::ColorDodge => ("color-dodge", "Colour dodge"),
            Blend::ColorBurn => ("color-burn", "Colour burn"),
            Blend::HardLight => ("hard-light", "Hard light"),
            Blend::SoftLight => ("soft-light", "Soft light"),
            Blend::Difference => ("difference", "Difference"),
            Blend::Exclusion => ("exclusion", "Exclusion"),
            Blend::Hue => ("hue", "Hue"),
            Blend::Saturation => ("saturation", "Saturation"),
            Blend::Color => ("color", "Colour"),
            Blend::Luminosity => ("luminosity", "Luminosity"),
            Blend::Addition => ("addition", "Addition"),
            Blend::Subtraction => ("subtraction", "Subtraction"),
        }
    }

    /// Returns the mode with this name.
    ///
    /// # Errors
    /// [`Error::Unknown`] if there is none.
    pub fn named(id: &str) -> Result<Blend> {
        let found = Blend::ALL.into_iter().find(|blend| blend.id() == id);
        found.ok_or_else(|| Error::unknown("blend mode", id, "one such as normal, multiply or color-dodge"))
    }

    /// Returns the mode of a byte, or [`Blend::Normal`] if it has none, so that any record can be shown.
    pub fn from_byte(byte: u8) -> Blend {
        Blend::ALL.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Returns the byte for records.
    pub const fn byte(self) -> u8 {
        self as u8
    }

    /// Composites a colour at an opacity (0 to 255) over another.
    #[inline]
    pub fn composite(self, top: Color, opacity: u8, below: Color) -> Color {
        let weight = u32::from(top.bytes[3]) * u32::from(opacity);
        match (weight, self, below.bytes[3]) {
            (0, ..) => below,
            // Over nothing, every mode is normal.
            (_, Blend::Normal, _) | (_, _, 0) => normal(top, weight, below),
            _ => self.blended(top, weight, below),
        }
    }

    /// Composites by the formulas of the mode; neither colour may be fully transparent.
    fn blended(self, top: Color, weight: u32, below: Color) -> Color {
        let unit = |color: Color| -> Rgb { [0, 1, 2].map(|i| f32::from(color.bytes[i]) / 255.0) };
        let (source, backdrop) = (unit(top), unit(below));
        let (alpha_s, alpha_b) = (weight as f32 / WHOLE as f32, f32::from(below.bytes[3]) / 255.0);
        let alpha = alpha_s + alpha_b * (1.0 - alpha_s);
        let mixed = self.mix(backdrop, source);
        let [r, g, b] = [0, 1, 2].map(|i| {
            let over = (1.0 - alpha_b) * source[i] + alpha_b * mixed[i];
            let sum = alpha_s * over + (1.0 - alpha_s) * alpha_b * backdrop[i];
            (sum / alpha * 255.0 + 0.5) as u8
        });
        Color::rgba(r, g, b, joint_alpha(weight, below))
    }

    /// Computes the mode's blend function `B(Cb, Cs)`.
    fn mix(self, b: Rgb, s: Rgb) -> Rgb {
        let each = |f: fn(f32, f32) -> f32| [0, 1, 2].map(|i| f(b[i], s[i]));
        match self {
            Blend::Normal => s,
            Blend::Multiply => each(|b, s| b * s),
            Blend::Screen => each(screen),
            Blend::Overlay => each(|b, s| hard_light(s, b)),
            Blend::Darken => each(f32::min),
            Blend::Lighten => each(f32::max),
            Blend::ColorDodge => each(|b, s| match (b, s) {
                (0.0, _) => 0.0,
                (_, 1.0) => 1.0,
                _ => (b / (1.0 - s)).min(1.0),
            }),
            Blend::ColorBurn => each(|b, s| match (b, s) {
                (1.0, _) => 1.0,
                (_, 0.0) => 0.0,
                _ => 1.0 - ((1.0 - b) / s).min(1.0),
            }),
            Blend::HardLight => each(hard_light),
            Blend::SoftLight => each(soft_light),
            Blend::Difference => each(|b, s| (b - s).abs()),
            Blend::Exclusion => each(|b, s| b + s - 2.0 * b * s),
            Blend::Hue => with_lum(with_sat(s, sat(b)), lum(b)),
            Blend::Saturation => with_lum(with_sat(b, sat(s)), lum(b)),
            Blend::Color => with_lum(s, lum(b)),
            Blend::Luminosity => with_lum(b, lum(s)),
            Blend::Addition => each(|b, s| (b + s).min(1.0)),
            Blend::Subtraction => each(|b, s| (b - s).max(0.0)),
        }
    }
}

/// The weight of an opaque colour at full opacity: alpha times opacity.
const WHOLE: u32 = 255 * 255;

/// Returns the alpha of the composite, rounded to the nearest.
fn joint_alpha(weight: u32, below: Color) -> u8 {
    let sum = 255 * weight + u32::from(below.bytes[3]) * (WHOLE - weight);
    ((sum + WHOLE / 2) / WHOLE) as u8
}

/// Composites in normal mode, source-over, in whole numbers.
///
/// Every branch rounds the same fraction in the same way.
#[inline]
fn normal(top: Color, weight: u32, below: Color) -> Color {
    let ([r, g, b, _], [r0, g0, b0, alpha]) = (top.bytes, below.bytes);
    match (weight, alpha) {
        (WHOLE, _) => top,
        (_, 0) => match joint_alpha(weight, below) {
            0 => Color::TRANSPARENT,
            alpha => Color::rgba(r, g, b, alpha),
        },
        // Most backdrops are opaque: this case divides by a constant.
        (_, 255) => {
            let mix =
                |s: u8, b: u8| (u32::from(s) * weight + u32::from(b) * (WHOLE - weight) + WHOLE / 2) / WHOLE;
            Color::rgba(mix(r, r0) as u8, mix(g, g0) as u8, mix(b, b0) as u8, 255)
        }
        _ => {
            let (upper, lower) = (255 * weight, u32::from(alpha) * (WHOLE - weight));
            let sum = upper + lower;
            // At most 255 · 255 · WHOLE and half of 255 · WHOLE, which is below 2^32.
            let mix = |s: u8, b: u8| (u32::from(s) * upper + u32::from(b) * lower + sum / 2) / sum;
            let alpha = joint_alpha(weight, below);
            Color::rgba(mix(r, r0) as u8, mix(g, g0) as u8, mix(b, b0) as u8, alpha)
        }
    }
}

fn screen(b: f32, s: f32) -> f32 {
    b + s - b * s
}

fn hard_light(b: f32, s: f32) -> f32 {
    if s <= 0.5 { b * (2.0 * s) } else { screen(b, 2.0 * s - 1.0) }
}

fn soft_light(b: f32, s: f32) -> f32 {
    if s <= 0.5 {
        return b - (1.0 - 2.0 * s) * b * (1.0 - b);
    }
    let d = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
    b + (2.0 * s - 1.0) * (d - b)
}

/// Computes the W3C's Lum: how light a colour looks.
fn lum([r, g, b]: Rgb) -> f32 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn least(c: Rgb) -> f32 {
    c[0].min(c[1]).min(c[2])
}

fn greatest(c: Rgb) -> f32 {
    c[0].max(c[1]).max(c[2])
}

/// Computes the W3C's Sat: the greatest channel minus the smallest.
fn sat(c: Rgb) -> f32 {
    greatest(c) - least(c)
}

/// Computes the W3C's SetSat: spreads the channels so that the smallest is 0 and the greatest `to`.
fn with_sat(c: Rgb, to: f32) -> Rgb {
    let (low, spread) = (least(c), sat(c));
    if spread > 0.0 { c.map(|x| (x - low) * to / spread) } else { [0.0; 3] }
}

/// Computes the W3C's SetLum and ClipColor: shifts a colour to a luminosity, and draws channels that are
/// then outside 0 to 1 in towards the grey of that luminosity.
fn with_lum(c: Rgb, to: f32) -> Rgb {
    let shift = to - lum(c);
    let mut c = c.map(|x| x + shift);
    let (l, low, high) = (lum(c), least(c), greatest(c));
    if low < 0.0 && l > low {
        c = c.map(|x| l + (x - l) * l / (l - low));
    }
    if high > 1.0 && high > l {
        c = c.map(|x| l + (x - l) * (1.0 - l) / (high - l));
    }
    c.map(|x| x.clamp(0.0, 1.0))
}
