//! Palette files: lists of colours as other programs keep them.
//!
//! Two formats share the ending `.pal`, and `.ase` is as often a sprite as a list of swatches. So a file is told by its
//! contents and never by its name. Each format is one row of [`PALETTES`]; [`of_picture`] takes the
//! colours of any image, for palettes that are passed around as pictures.
//!
//! A palette has at least one colour and at most [`MAX_COLORS`]; what a file holds past that is left out and told, as is
//! whatever else it says that a palette has no room for.
//!
//! ```
//! use undoodle_formats::color::Color;
//! use undoodle_formats::palettes;
//! let (format, palette) = palettes::open(b"GIMP Palette\nName: Two\n#\n0 0 0\tink\n255 255 255\tpaper\n")?;
//! assert_eq!((format.id, palette.name.as_deref()), ("gpl", Some("Two")));
//! assert_eq!(palette.colors, [Color::BLACK, Color::rgba(255, 255, 255, 255)]);
//! assert_eq!(palette.notes, ["the names of 2 colours were left out"]);
//! let bytes = (palettes::named("act")?.write)(&palette.colors, "Two");
//! assert_eq!(palettes::open(&bytes)?.1.colors, palette.colors);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod adobe;
mod digits;
mod photoshop;
mod picture;
mod rows;
mod tables;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod gathered;

pub use picture::of_picture;

use crate::color::Color;
use crate::document::MAX_COLORS;
use crate::error::{Error, Message, Result, one_of, one_of_labels};
use crate::parts::counted;

/// Maximum number of bytes of a palette file.
pub const MAX_PALETTE_FILE: usize = 1 << 20;

/// A palette that was read from a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadPalette {
    /// The colours, from 1 to [`MAX_COLORS`] of them.
    pub colors: Vec<Color>,
    /// Name that the file gives to the palette, of at most [`MAX_NAME`](crate::document::MAX_NAME) bytes.
    pub name: Option<String>,
    /// What was left out or changed, as phrases such as "44 colours past 256 were left out".
    pub notes: Vec<Message>,
}

/// A palette format.
#[derive(Clone, Copy, Debug)]
pub struct PaletteFormat {
    /// Name for scripts.
    pub id: &'static str,
    /// Name for people.
    pub label: &'static str,
    /// Media type.
    pub mime: &'static str,
    /// Endings of its files' names, without the dot; the first is the one that saving gives.
    pub endings: &'static [&'static str],
    /// Returns `true` if bytes are a file of this format, whatever its name is. Of the rows that return `true`, the
    /// first is the file's format.
    pub is: fn(&[u8]) -> bool,
    /// Reads a file of this format.
    pub read: fn(&[u8]) -> Result<ReadPalette>,
    /// Encodes colours as a file with a name, which formats without names leave out.
    pub write: fn(&[Color], &str) -> Vec<u8>,
    /// Returns what a file would lose of colours, as phrases such as "the transparency of 3 colours".
    pub loses: fn(&[Color]) -> Vec<Message>,
}

/// All palette formats. Those with a signature come first and the one that is told by its length alone comes last.
pub static PALETTES: &[PaletteFormat] = &[
    rows::GIMP,
    rows::JASC,
    tables::RIFF,
    adobe::FORMAT,
    photoshop::FORMAT,
    digits::PAINT_NET,
    digits::HEX,
    tables::COLOR_TABLE,
];

/// Returns the palette format with an id.
///
/// # Errors
/// [`Error::Unknown`].
pub fn named(id: &str) -> Result<&'static PaletteFormat> {
    let found = PALETTES.iter().find(|format| format.id == id);
    found.ok_or_else(|| Error::unknown("palette format", id, one_of(PALETTES.iter().map(|format| format.id))))
}

/// Tells a palette file's format by its contents, and reads it.
///
/// # Errors
/// [`Error::OutOfMemory`] for a file past [`MAX_PALETTE_FILE`], [`Error::Foreign`] for one in no known format, and
/// [`Error::Damaged`] or [`Error::File`] for one that is damaged or without a colour.
pub fn open(bytes: &[u8]) -> Result<(&'static PaletteFormat, ReadPalette)> {
    if bytes.is_empty() {
        return Err(Error::Invalid { what: "file", why: "it is empty".into() });
    }
    if bytes.len() > MAX_PALETTE_FILE {
        let (bytes, limit) = (bytes.len() as u64, MAX_PALETTE_FILE as u64);
        return Err(Error::OutOfMemory { what: "palette file", bytes, limit });
    }
    match PALETTES.iter().find(|format| (format.is)(bytes)) {
        Some(format) => Ok((format, (format.read)(bytes)?)),
        None => Err(Error::Foreign { opens: one_of_labels(PALETTES.iter().map(|format| format.label)) }),
    }
}

/// Returns a phrase such as "the transparency of 3 colours" for the colours that a format without alpha makes opaque.
fn transparency(count: usize) -> Vec<Message> {
    let code = "the transparency of {n} colour | the transparency of {n} colours";
    counted(count as u32, code).into_iter().collect()
}

/// Returns what a format of opaque colours loses.
fn loses_alpha(colors: &[Color]) -> Vec<Message> {
    transparency(colors.iter().filter(|color| color.bytes[3] < 255).count())
}
