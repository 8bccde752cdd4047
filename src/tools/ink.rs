//! Inks: what a painted pixel becomes, by its place and what was there.
//!
//! An ink that depends on what was there, such as shading, must not be put on twice
//! by one stroke, however often the hand crosses a pixel; so it remembers where the
//! stroke has been.
//!
//! ```
//! use undoodle::{color::Color, tools::Ink};
//! let mut ink = Ink::Shade { ramp: vec![Color::BLACK, Color::ADDED, Color::REMOVED], forward: true };
//! assert_eq!(ink.apply(0, 0, Color::ADDED), Color::REMOVED);
//! assert_eq!(ink.apply(0, 0, Color::REMOVED), Color::REMOVED, "the ramp's end");
//! assert_eq!(Ink::LockAlpha(Color::ADDED).apply(0, 0, Color::TRANSPARENT), Color::TRANSPARENT);
//! ```

use super::pressure::Pressure;
use crate::color::Color;
use crate::error::{Error, Result};
use crate::geometry::Bits;
use crate::raster::Dither;
use std::collections::HashMap;

/// What painted pixels become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ink {
    /// Exactly this colour, alpha and all; a transparent one erases.
    Plain(Color),
    /// This colour with the alpha that was there.
    LockAlpha(Color),
    /// The next colour of a ramp, or the one before.
    Shade {
        /// The ramp.
        ramp: Vec<Color>,
        /// Whether it goes towards its end.
        forward: bool,
    },
    /// Two colours in turns by an ordered pattern; a transparent second one leaves what was there.
    Dither {
        /// The first colour.
        color: Color,
        /// The second colour.
        other: Color,
        /// The pattern.
        pattern: Dither,
        /// How much of it has the first colour.
        level: Pressure,
    },
}

impl Ink {
    /// Returns what a pixel becomes.
    pub fn apply(&self, x: i32, y: i32, old: Color) -> Color {
        match self {
            Ink::Plain(color) => *color,
            Ink::LockAlpha(color) => {
                let [r, g, b, _] = color.bytes;
                if old.is_transparent() { old } else { Color::rgba(r, g, b, old.bytes[3]) }
            }
            Ink::Shade { ramp, forward } => {
                let Some(at) = ramp.iter().position(|color| *color == old) else { return old };
                let next = if *forward { at + 1 } else { at.wrapping_sub(1) };
                ramp.get(next).copied().unwrap_or(old)
            }
            Ink::Dither { color, other, pattern, level } => {
                let pattern = if *pattern == Dither::None { Dither::Bayer2 } else { *pattern };
                match pattern.threshold(x, y) * 255.0 < f32::from(level.0) {
                    true => *color,
                    false if other.is_transparent() => old,
                    false => *other,
                }
            }
        }
    }

    /// Returns what a pixel becomes if the ink has another colour there.
    pub(super) fn apply_as(&self, color: Color, x: i32, y: i32, old: Color) -> Color {
        match *self {
            Ink::LockAlpha(_) if color.is_transparent() => old,
            Ink::LockAlpha(_) => Ink::LockAlpha(color).apply(x, y, old),
            Ink::Dither { other, pattern, level, .. } => {
                Ink::Dither { color, other, pattern, level }.apply(x, y, old)
            }
            Ink::Plain(_) | Ink::Shade { .. } => color,
        }
    }

    /// Returns the colour of the commit: red where the ink takes away, blue where it adds.
    pub fn commit_color(&self) -> Color {
        match self {
            Ink::Plain(color) if color.is_transparent() => Color::REMOVED,
            Ink::Dither { color, other, .. } if color.is_transparent() && other.is_transparent() => {
                Color::REMOVED
            }
            _ => Color::ADDED,
        }
    }
}

/// The set of pixels that a stroke has painted.
#[derive(Clone, Debug, Default)]
pub(super) struct Visited {
    /// Bits by rows, by the top left pixel of their square of 32×32.
    tiles: HashMap<(i32, i32), [u32; 32]>,
}

impl Visited {
    /// Notes the pixels of a square at multiples of 32. Returns those that are new.
    pub(super) fn visit(&mut self, bits: &Bits) -> Result<Bits> {
        let bytes = (self.tiles.len() as u64 + 1) * 136;
        let refused = |_| Error::OutOfMemory { what: "shaded area", bytes, limit: 0 };
        self.tiles.try_reserve(1).map_err(refused)?;
        let rows = self.tiles.entry((bits.at.x, bits.at.y)).or_insert([0; 32]);
        let mut new = *bits;
        for (row, new) in rows.iter_mut().zip(&mut new.rows) {
            *new &= !*row;
            *row |= *new;
        }
        Ok(new)
    }

    /// Forgets a pixel.
    pub(super) fn leave(&mut self, x: i32, y: i32) {
        if let Some(rows) = self.tiles.get_mut(&(x & !31, y & !31)) {
            rows[(y & 31) as usize] &= !(1 << (x & 31));
        }
    }
}
