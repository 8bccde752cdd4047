//! Colours changed one by one: inverted, brighter, turned around the wheel.
//!
//! Every function here is pure and keeps alpha. A colour of alpha 0 covers
//! nothing and comes back to the bit, so that the empty parts of a drawing stay
//! the same bytes whatever is done to it. A setting of 0 changes nothing at all,
//! and one beyond its range counts as the range's end.
//!
//! ```
//! use undoodle_drawing::color::{Color, hue_saturation, invert, to_hsl};
//! let red = Color::rgba(255, 0, 0, 255);
//! assert_eq!(invert(red), Color::rgba(0, 255, 255, 255));
//! assert_eq!(hue_saturation(red, 120, 0, 0), Color::rgba(0, 255, 0, 255));
//! assert_eq!(to_hsl(red).lightness, 0.5);
//! ```

use super::Color;

/// A colour's hue, saturation and lightness, by the usual double cone of HSL.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Hsl {
    /// Hue in degrees, `0.0..360.0`: red is 0, green 120, blue 240; a grey has 0.
    pub hue: f32,
    /// Saturation from 0, grey, to 1, the purest colour of its lightness.
    pub saturation: f32,
    /// Lightness from 0, black, to 1, white.
    pub lightness: f32,
}

/// Inverts red, green and blue.
pub fn invert(color: Color) -> Color {
    map_channels(color, |rgb| rgb.map(|v| 255 - v))
}

/// Adjusts brightness, then contrast, each by −100 to 100.
///
/// A channel `v` becomes, in exact arithmetic and rounded to the nearest,
/// `(v + 255 · brightness/100 − 127.5) · k + 127.5`, where `k` is
/// `(100 + contrast)/100` for less contrast and `100/(100 − contrast)` for more.
/// A contrast of 100 leaves black and white only, −100 only the middle grey.
pub fn brightness_contrast(color: Color, brightness: i32, contrast: i32) -> Color {
    let (brightness, contrast) = (brightness.clamp(-100, 100), contrast.clamp(-100, 100));
    let (upper, lower) = if contrast <= 0 { (100 + contrast, 100) } else { (100, 100 - contrast) };
    map_channels(color, |rgb| {
        rgb.map(|v| {
            // Distance from the middle grey, in units of 1/200 of a step.
            let from_middle = 100 * (2 * i32::from(v) - 255) + 510 * brightness;
            match (lower, from_middle.signum()) {
                (0, -1) => 0,
                (0, 1) => 255,
                (0, _) => 128,
                _ => {
                    let doubled = from_middle * upper + 25_500 * lower + 100 * lower;
                    doubled.div_euclid(200 * lower).clamp(0, 255) as u8
                }
            }
        })
    })
}

/// Turns the hue by degrees, and adjusts saturation and lightness, each by −100 to 100.
///
/// Saturation is multiplied by `(100 + saturation)/100`, so a grey stays grey.
/// Lightness moves by that many percent of its distance to black (below 0) or white.
/// −180° and 180° are the same turn.
pub fn hue_saturation(color: Color, hue: i32, saturation: i32, lightness: i32) -> Color {
    let turn = hue.rem_euclid(360);
    let (saturation, lightness) = (saturation.clamp(-100, 100), lightness.clamp(-100, 100));
    if (turn, saturation, lightness) == (0, 0, 0) || color.is_transparent() {
        return color;
    }
    let mut hsl = to_hsl(color);
    hsl.hue = (hsl.hue + turn as f32) % 360.0;
    hsl.saturation = (hsl.saturation * (100 + saturation) as f32 / 100.0).min(1.0);
    let end = if lightness < 0 { 0.0 } else { 1.0 };
    hsl.lightness += (end - hsl.lightness) * lightness.abs() as f32 / 100.0;
    from_hsl(hsl, color.bytes[3])
}

/// Converts a colour to HSL; alpha plays no part.
pub fn to_hsl(color: Color) -> Hsl {
    let [r, g, b, _] = color.bytes.map(i32::from);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (sum, spread) = (most + least, most - least);
    let lightness = sum as f32 / 510.0;
    if spread == 0 {
        return Hsl { lightness, ..Hsl::default() };
    }
    // Sixths of the wheel: red at 0, green at 2, blue at 4.
    let (start, beyond) = match most {
        _ if most == r => (0, g - b),
        _ if most == g => (2, b - r),
        _ => (4, r - g),
    };
    let sixtieths = 60 * (start * spread + beyond);
    let sixtieths = if sixtieths < 0 { sixtieths + 360 * spread } else { sixtieths };
    let room = 255 - (sum - 255).abs();
    let (hue, saturation) = (sixtieths as f32 / spread as f32, spread as f32 / room as f32);
    Hsl { hue, saturation, lightness }
}

/// Converts HSL to a colour, rounded to the nearest.
///
/// A hue outside `0.0..360.0` wraps around; saturation and lightness are clamped.
pub fn from_hsl(hsl: Hsl, alpha: u8) -> Color {
    let (saturation, lightness) = (hsl.saturation.clamp(0.0, 1.0), hsl.lightness.clamp(0.0, 1.0));
    let reach = saturation * lightness.min(1.0 - lightness);
    let twelfths = hsl.hue.rem_euclid(360.0) / 30.0;
    // Each channel is a trapezoid over the hue, a third of the wheel apart.
    let channel = |start: f32| {
        let k = (start + twelfths) % 12.0;
        let value = lightness - reach * (k - 3.0).min(9.0 - k).clamp(-1.0, 1.0);
        (value * 255.0 + 0.5) as u8
    };
    Color::rgba(channel(0.0), channel(8.0), channel(4.0), alpha)
}

/// Returns how light a colour looks, 0 to 255: its luma by the weights of Rec. 709.
///
/// The weights apply to the bytes as they are, so this is not the linear luminance. Alpha plays no part.
pub fn luma(color: Color) -> u32 {
    (fine_luma(color) + 5000) / 10_000
}

/// Returns [`luma`] in ten thousandths, not rounded.
pub(super) fn fine_luma(color: Color) -> u32 {
    let [r, g, b, _] = color.bytes.map(u32::from);
    2126 * r + 7152 * g + 722 * b
}

/// Returns the greatest difference of a channel, alpha included, 0 to 255.
///
/// Two fully transparent colours are equal whatever their channels.
pub fn distance(a: Color, b: Color) -> u32 {
    if a.is_transparent() && b.is_transparent() {
        return 0;
    }
    let apart = |i: usize| u32::from(a.bytes[i].abs_diff(b.bytes[i]));
    apart(0).max(apart(1)).max(apart(2)).max(apart(3))
}

/// Changes the channels of a colour, unless it is fully transparent; alpha stays.
fn map_channels(color: Color, change: impl FnOnce([u8; 3]) -> [u8; 3]) -> Color {
    let [r, g, b, alpha] = color.bytes;
    if alpha == 0 {
        return color;
    }
    let [r, g, b] = change([r, g, b]);
    Color::rgba(r, g, b, alpha)
}
