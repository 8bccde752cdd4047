//! Aseprite's files, read and written.
//!
//! Problem: such files come in many ages and kinds, and lengths within lengths are claims of a
//! stranger. Idea: three steps. [`sprite`] takes a file apart into what it says, by chunks, each
//! within its own bounds; [`build`] makes a drawing of that; and only then, cel by cel, pixels are
//! unpacked. [`write`](mod@write) is the way back.
//!
//! What a file says beyond a drawing is [carried](chunks) by it and [written back](write), as far as no edit made it untrue.
//!
//! Blend modes and the directions of tags have numbers there, which [`modes`] lists; durations and links are the same. What a
//! drawing has and the file can't hold is listed by [`FORMAT`] and [`losses`]; what a file has and is shown otherwise
//! is counted by [`notes`].
//!
//! The invariant: a drawing without what `FORMAT` lists comes back as it was, to the byte if its
//! layers, frames and groups were added from the bottom up and from the first on.
//!
//! ```
//! use undoodle_formats::color::Blend;
//! use undoodle_formats::document::{Document, Drawing};
//! use undoodle_formats::{self as formats, Export};
//! let mut drawing = Drawing::new(20, 10)?;
//! drawing.add_layer(1)?;
//! drawing.change_layer(1, |layer| layer.blend = Blend::Multiply)?;
//! let document = Document::open(drawing.clone())?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &Export::new(0))?;
//! let (format, file) = formats::open(&bytes)?;
//! assert_eq!((format.label, file.notes().to_string().as_str()), ("Aseprite", ""));
//! assert_eq!(file.drawing()?.door(), drawing.door());
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod bounds;
mod build;
mod cels;
mod chunks;
mod entries;
mod header;
mod ink;
mod keep;
mod losses;
mod palette;
mod plans;
mod properties;
mod raw;
mod retile;
mod slices;
mod sprite;
mod tree;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod bytes;
#[doc(hidden)]
pub mod layers;
#[doc(hidden)]
pub mod modes;
#[doc(hidden)]
pub mod notes;
#[doc(hidden)]
pub mod tiles;

use super::{Format, Opened, Part, Whole};
use crate::error::{Error, Result};

/// The two bytes behind a file's size.
const FILE_MAGIC: u16 = 0xa5e0;

/// The two bytes behind a frame's size.
const FRAME_MAGIC: u16 = 0xf1fa;

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "aseprite",
    label: "Aseprite",
    mime: "image/x-aseprite",
    endings: &["aseprite", "ase"],
    is,
    read: Some(|bytes| open(bytes)),
    write: Some(|drawing, _| write::encode(drawing)),
    lacks: &[Part::Background, Part::Tile, Part::Floating, Part::Selection],
    options: &[],
    losses: Some(|drawing, _| losses::losses(drawing)),
    names: None,
};

/// Returns `true` if bytes are such a file as far as they go. Palettes with the ending `ase` begin otherwise.
fn is(bytes: &[u8]) -> bool {
    let word =
        |at: usize| bytes.get(at..at + 2).and_then(|word| word.try_into().ok()).map(u16::from_le_bytes);
    word(4) == Some(FILE_MAGIC) && word(132).is_none_or(|word| word == FRAME_MAGIC)
}

pub fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "Aseprite", why }
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`], and [`Error::Range`] or [`Error::OutOfMemory`] for one that is too large.
fn open(bytes: &[u8]) -> Result<Box<dyn Opened>> {
    let (drawing, notes) = build::build(sprite::Sprite::read(bytes)?)?;
    Ok(Box::new(Whole::new(drawing, notes.phrases())))
}
