//! Colours: four bytes, straight alpha, sRGB.
//!
//! A pixel is stored as `[r, g, b, a]` and never premultiplied, so what is
//! painted, saved and opened again is the same to the bit.
//!
//! ```
//! use undoodle_drawing::color::Color;
//! let sky: Color = "#2f81f7".parse()?;
//! assert_eq!(sky, Color::rgba(0x2f, 0x81, 0xf7, 0xff));
//! assert_eq!(sky.to_string(), "#2f81f7ff");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod adjust;
mod blend;
mod harmony;
mod list;
mod merged;
mod model;
mod oklab;
mod presets;
mod ramp;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod nearest;

pub use adjust::{Hsl, brightness_contrast, distance, from_hsl, hue_saturation, invert, luma, to_hsl};
pub use blend::{Blend, product};
pub use harmony::{Harmony, MAX_ROW, blend_ramp, shades};
pub use list::read_list;
pub use merged::{Seen, frozen, kept};
pub use model::Model;
pub use nearest::{Nearest, nearest};
pub use oklab::from_light;
pub use oklab::{Lab, Oklch, from_oklab, from_oklch, to_oklab, to_oklch};
pub use presets::FIRST;
pub use presets::{PRESETS, Preset, preset};
pub use ramp::{MAX_RAMP, Order, ramp, sort};

use crate::error::{Error, Result};
use bytemuck::{Pod, Zeroable};
use std::fmt;
use std::str::FromStr;

/// A colour with straight (not premultiplied) alpha.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Pod, Zeroable)]
#[repr(C)]
pub struct Color {
    /// Red, green, blue and alpha, 0 to 255 each.
    pub bytes: [u8; 4],
}

impl Color {
    /// Full transparency: the colour of an empty canvas, and of erased pixels.
    pub const TRANSPARENT: Color = Color::rgba(0, 0, 0, 0);
    /// Opaque black, the first primary colour.
    pub const BLACK: Color = Color::rgba(0, 0, 0, 255);
    /// Cursor colour of commits that add.
    pub const ADDED: Color = Color::rgba(0x2f, 0x81, 0xf7, 0xff);
    /// Colour of what undo takes back: the history's own, as red is for what is destroyed.
    pub const TAKEN_BACK: Color = Color::rgba(0x93, 0x5b, 0xf2, 0xff);
    /// Cursor colour of commits that remove.
    pub const REMOVED: Color = Color::rgba(0xf0, 0x44, 0x3e, 0xff);

    /// Creates a colour from its four channels.
    pub const fn rgba(r: u8, g: u8, b: u8, a: u8) -> Color {
        Color { bytes: [r, g, b, a] }
    }

    /// Returns `true` if alpha is 0.
    pub const fn is_transparent(self) -> bool {
        self.bytes[3] == 0
    }

    /// Swaps [`ADDED`](Color::ADDED) and [`REMOVED`](Color::REMOVED), as undo shows them; others stay.
    pub fn inverted(self) -> Color {
        match self {
            Color::ADDED => Color::REMOVED,
            Color::REMOVED => Color::ADDED,
            other => other,
        }
    }

    /// Composites this colour over an opaque one (source-over), rounded to the nearest.
    pub fn over(self, below: Color) -> Color {
        let [r, g, b, a] = self.bytes.map(u32::from);
        let mix = |top: u32, low: u8| ((top * a + u32::from(low) * (255 - a) + 127) / 255) as u8;
        let [r0, g0, b0, _] = below.bytes;
        Color::rgba(mix(r, r0), mix(g, g0), mix(b, b0), 255)
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [r, g, b, a] = self.bytes;
        write!(f, "#{r:02x}{g:02x}{b:02x}{a:02x}")
    }
}

impl FromStr for Color {
    type Err = Error;

    /// Parses `#rgb`, `#rgba`, `#rrggbb` and `#rrggbbaa`, in either case, with or without the `#`.
    fn from_str(text: &str) -> Result<Color> {
        let wrong = || Error::unknown("colour", text, "#rgb, #rgba, #rrggbb or #rrggbbaa");
        let digits = text.strip_prefix('#').unwrap_or(text);
        if !digits.bytes().all(|d| d.is_ascii_hexdigit()) {
            return Err(wrong());
        }
        let number = u32::from_str_radix(digits, 16).map_err(|_| wrong())?;
        let rgba = match digits.len() {
            3 => {
                let [r, g, b] = [number >> 8, number >> 4 & 15, number & 15].map(|d| d * 17);
                r << 24 | g << 16 | b << 8 | 255
            }
            4 => {
                let [r, g, b, a] =
                    [number >> 12, number >> 8 & 15, number >> 4 & 15, number & 15].map(|d| d * 17);
                r << 24 | g << 16 | b << 8 | a
            }
            6 => number << 8 | 255,
            8 => number,
            _ => return Err(wrong()),
        };
        Ok(Color { bytes: rgba.to_be_bytes() })
    }
}
