//! How a colour goes over another: blend modes and source-over.
//!
//! Problem: programs agree on blend modes where the lower colour is opaque, and on nothing else. Idea: the rule is
//! Aseprite's, to the bit, since its files are drawn here and a drawing has to look alike in both; its own pictures
//! judge it in `tests/drawing/color/blend.rs`. It computes in bytes. With `s` the upper colour (the source), `b` the
//! lower one (the backdrop), αs the upper alpha times the opacity, and B the formula of the mode,
//!
//! ```text
//! over(c) = Cb + (c - Cb)·αs / α      α = αs + αb - αs·αb      source-over; the quotient is cut off towards Cb
//! Co      = over(Cs)                                           in normal mode, and in every mode over nothing
//! Co      = mix(mix(over(Cs), over(B), αb), over(B), αs·αb)    in the others, mix(from, to, share)
//! ```
//!
//! The W3C's "Compositing and Blending Level 1", which OpenRaster and CSS follow, mixes once, by αb. So the two differ
//! only where the lower colour is half transparent, and [`differs`](Blend::differs) says where that is.
//!
//! Nothing over a colour gives that colour to the bit. The four modes that shift hue, saturation or luminosity are
//! computed in `f64`, and so is soft light. They use only what IEEE 754 rounds exactly (+, −, ×, ÷ and √), so that
//! every machine gives the same bytes.
//!
//! ```
//! use undoodle_drawing::color::{Blend, Color};
//! let (red, grey) = (Color::rgba(255, 0, 0, 255), Color::rgba(51, 51, 51, 255));
//! assert_eq!(Blend::Multiply.composite(red, 255, grey), Color::rgba(51, 0, 0, 255));
//! assert_eq!(Blend::Normal.composite(red, 51, grey), Color::rgba(91, 41, 41, 255));
//! assert_eq!(Blend::named("soft-light")?, Blend::SoftLight);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Color;

crate::named! {
    /// Blend mode: how an upper colour changes the one below it.
    #[derive(Default, Hash)]
    pub enum Blend, "blend mode" {
        /// The upper colour itself.
        #[default]
        Normal = "normal", "Normal";
        /// The product: never lighter than either.
        Multiply = "multiply", "Multiply";
        /// The product of the complements: never darker than either.
        Screen = "screen", "Screen";
        /// Hard light with the two colours swapped.
        Overlay = "overlay", "Overlay";
        /// The smaller of each channel.
        Darken = "darken", "Darken";
        /// The greater of each channel.
        Lighten = "lighten", "Lighten";
        /// Brightens what is below to reflect the upper colour.
        ColorDodge = "color-dodge", "Colour dodge";
        /// Darkens what is below to reflect the upper colour.
        ColorBurn = "color-burn", "Colour burn";
        /// Multiplies by a dark upper colour, screens with a light one.
        HardLight = "hard-light", "Hard light";
        /// Like hard light, but softer, and never to plain black or white.
        SoftLight = "soft-light", "Soft light";
        /// The absolute difference of each channel.
        Difference = "difference", "Difference";
        /// Like difference, with less contrast.
        Exclusion = "exclusion", "Exclusion";
        /// The upper hue with the saturation and luminosity below.
        Hue = "hue", "Hue";
        /// The upper saturation with the hue and luminosity below.
        Saturation = "saturation", "Saturation";
        /// The upper hue and saturation with the luminosity below.
        Color = "color", "Colour";
        /// The upper luminosity with the hue and saturation below.
        Luminosity = "luminosity", "Luminosity";
        /// The sum, at most 1. Not one of the W3C's modes.
        Addition = "addition", "Addition";
        /// The lower colour minus the upper one, at least 0. Not one of the W3C's modes.
        Subtraction = "subtraction", "Subtraction";
        /// The lower colour divided by the upper one, at most 1. Not one of the W3C's modes.
        Divide = "divide", "Divide";
    }
}

/// Red, green and blue from 0 to 1.
type Rgb = [f64; 3];

impl Blend {
    /// Composites a colour at an opacity (0 to 255) over another.
    #[inline]
    pub fn composite(self, top: Color, opacity: u8, below: Color) -> Color {
        let alpha = product(top.bytes[3], opacity);
        match (alpha, self, below.bytes[3]) {
            (0, ..) => below,
            (_, Blend::Normal, _) | (.., 0) => over(top, alpha, below),
            _ => self.blended(top, alpha, below),
        }
    }

    /// Returns `true` if the W3C's formulas, or those of a program that follows them, may give another colour: the mode
    /// is not normal, and the lower colour is half transparent.
    pub fn differs(self, top: Color, opacity: u8, below: Color) -> bool {
        let half = !matches!(below.bytes[3], 0 | 255);
        self != Blend::Normal && half && product(top.bytes[3], opacity) > 0
    }

    /// Composites by the formula of the mode; neither colour may be fully transparent.
    fn blended(self, top: Color, alpha: u8, below: Color) -> Color {
        let [r, g, b] = self.mix(below, top);
        let blended = over(Color::rgba(r, g, b, 255), alpha, below);
        let lower = below.bytes[3];
        if lower == 255 {
            return blended;
        }
        let (plain, joint) = (over(top, alpha, below), product(lower, alpha));
        let [r, g, b] = [0, 1, 2].map(|i| {
            let to = blended.bytes[i];
            mixed(mixed(plain.bytes[i], to, lower), to, joint)
        });
        Color::rgba(r, g, b, blended.bytes[3])
    }

    /// Returns how much of its own formula a mode has over a colour of an alpha, from 0 to 1, as opposed to source-over.
    pub fn share(alpha: f32, below: f32) -> f32 {
        1.0 - (1.0 - below) * (1.0 - below * alpha)
    }

    /// Computes the mode's blend function `B(Cb, Cs)`.
    pub fn mix(self, below: Color, top: Color) -> [u8; 3] {
        let (b, s) = (below.bytes, top.bytes);
        let each = |f: fn(u8, u8) -> u8| [0, 1, 2].map(|i| f(b[i], s[i]));
        let unit = |bytes: [u8; 4]| -> Rgb { [0, 1, 2].map(|i| f64::from(bytes[i]) / 255.0) };
        let tint = |f: fn(Rgb, Rgb) -> Rgb| f(unit(b), unit(s)).map(|x| (255.0 * x) as u8);
        match self {
            Blend::Normal => [s[0], s[1], s[2]],
            Blend::Multiply => each(product),
            Blend::Screen => each(screen),
            Blend::Overlay => each(|b, s| hard_light(s, b)),
            Blend::Darken => each(u8::min),
            Blend::Lighten => each(u8::max),
            Blend::ColorDodge => each(|b, s| quotient(b, 255 - s)),
            Blend::ColorBurn => each(|b, s| if b == 255 { 255 } else { 255 - burnt(255 - b, s) }),
            Blend::HardLight => each(hard_light),
            Blend::SoftLight => each(soft_light),
            Blend::Difference => each(u8::abs_diff),
            Blend::Exclusion => each(exclusion),
            Blend::Hue => tint(|b, s| with_lum(with_sat(s, sat(b)), lum(b))),
            Blend::Saturation => tint(|b, s| with_lum(with_sat(b, sat(s)), lum(b))),
            Blend::Color => tint(|b, s| with_lum(s, lum(b))),
            Blend::Luminosity => tint(|b, s| with_lum(b, lum(s))),
            Blend::Addition => each(u8::saturating_add),
            Blend::Subtraction => each(u8::saturating_sub),
            Blend::Divide => each(quotient),
        }
    }
}

/// Multiplies two parts of 255, rounded to the nearest.
#[inline]
pub fn product(a: u8, b: u8) -> u8 {
    let all = u32::from(a) * u32::from(b) + 128;
    ((all + (all >> 8)) >> 8) as u8
}

/// Mixes a channel with another one by a share of 255.
///
/// The way down is rounded as Aseprite's shifts round it: from a half on, but for 1/510 more.
fn mixed(from: u8, to: u8, share: u8) -> u8 {
    let way = (i32::from(to) - i32::from(from)) * i32::from(share) + 128;
    (i32::from(from) + (((way >> 8) + way) >> 8)) as u8
}

/// Composites a colour of an alpha over another one, source-over.
///
/// Every branch cuts off the same fraction towards the lower colour.
#[inline]
fn over(top: Color, alpha: u8, below: Color) -> Color {
    let ([r, g, b, _], [r0, g0, b0, lower]) = (top.bytes, below.bytes);
    let way = |s: u8, b: u8| (i32::from(s) - i32::from(b)) * i32::from(alpha);
    match (alpha, lower) {
        (255, _) | (_, 0) => Color::rgba(r, g, b, alpha),
        // Most backdrops are opaque. 2^23 / 255 is 32896.5, which divides every such product as a division would.
        (_, 255) => {
            let toward = |s: u8, b: u8| {
                let way = way(s, b);
                (i32::from(b) + ((way * 0x8081) >> 23) - (way >> 31)) as u8
            };
            Color::rgba(toward(r, r0), toward(g, g0), toward(b, b0), 255)
        }
        _ => {
            let joint = alpha + (lower - product(lower, alpha));
            let toward = |s: u8, b: u8| (i32::from(b) + way(s, b) / i32::from(joint)) as u8;
            Color::rgba(toward(r, r0), toward(g, g0), toward(b, b0), joint)
        }
    }
}

/// Divides two parts of 255, rounded to the nearest and at most 255; nothing divided is nothing.
fn quotient(a: u8, b: u8) -> u8 {
    if a == 0 { 0 } else { burnt(a, b) }
}

/// Divides two parts of 255, rounded to the nearest and at most 255.
fn burnt(a: u8, b: u8) -> u8 {
    let (a, b) = (u32::from(a), u32::from(b));
    if a >= b { 255 } else { ((a * 255 + b / 2) / b) as u8 }
}

fn screen(b: u8, s: u8) -> u8 {
    b + (s - product(b, s))
}

fn hard_light(b: u8, s: u8) -> u8 {
    if s < 128 { product(b, s + s) } else { screen(b, s - (255 - s)) }
}

fn exclusion(b: u8, s: u8) -> u8 {
    let (sum, both) = (i32::from(b) + i32::from(s), i32::from(product(b, s)));
    (sum - 2 * both) as u8
}

fn soft_light(b: u8, s: u8) -> u8 {
    let (b, s) = (f64::from(b) / 255.0, f64::from(s) / 255.0);
    let soft = if s <= 0.5 {
        b - (1.0 - 2.0 * s) * b * (1.0 - b)
    } else {
        let d = if b <= 0.25 { ((16.0 * b - 12.0) * b + 4.0) * b } else { b.sqrt() };
        b + (2.0 * s - 1.0) * (d - b)
    };
    (soft * 255.0 + 0.5) as u8
}

/// Computes the W3C's Lum: how light a colour looks.
fn lum([r, g, b]: Rgb) -> f64 {
    0.3 * r + 0.59 * g + 0.11 * b
}

fn least(c: Rgb) -> f64 {
    c[0].min(c[1]).min(c[2])
}

fn greatest(c: Rgb) -> f64 {
    c[0].max(c[1]).max(c[2])
}

/// Computes the W3C's Sat: the greatest channel minus the smallest.
fn sat(c: Rgb) -> f64 {
    greatest(c) - least(c)
}

/// Computes the W3C's SetSat: spreads the channels so that the smallest is 0 and the greatest `to`.
fn with_sat(c: Rgb, to: f64) -> Rgb {
    let (low, spread) = (least(c), sat(c));
    if spread > 0.0 { c.map(|x| (x - low) * to / spread) } else { [0.0; 3] }
}

/// Computes the W3C's SetLum and ClipColor: shifts a colour to a luminosity, and draws channels that are
/// then outside 0 to 1 in towards the grey of that luminosity.
fn with_lum(c: Rgb, to: f64) -> Rgb {
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
