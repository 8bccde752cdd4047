//! Aseprite's files, read and written.
//!
//! Problem: such files come in many ages and kinds, and lengths within lengths are claims of a
//! stranger. Idea: three steps. [`sprite`] takes a file apart into what it says, by chunks, each
//! within its own bounds; [`build`] makes a drawing of that; and only then, cel by cel, pixels are
//! unpacked. [`write`](mod@write) is the way back.
//!
//! Blend modes and the directions of tags have numbers there, which [`modes`] lists; durations and links are the same. What a
//! drawing has and the file can't hold is listed by [`FORMAT`]; what a file has and the drawing
//! can't is counted by [`notes`].
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

mod build;
mod cels;
mod chunks;
mod entries;
mod header;
mod ink;
mod keep;
mod palette;
mod plans;
mod raw;
mod retile;
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

use super::names::{directions_lost, modes_lost};
use super::parts::counted;
use super::{Format, Opened, Part, Whole};
use crate::document::{Door, Drawing};
use crate::error::{Error, Message, Result};

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
    losses: Some(|drawing, _| losses(drawing)),
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

/// Returns what a file loses of the layers' and tags' properties.
fn losses(drawing: &Drawing<impl Door>) -> Result<Vec<Message>> {
    let mut locks = 0;
    for layer in 0..drawing.layers() {
        locks += u32::from(drawing.layer(layer)?.alpha_locked);
    }
    let found = [
        counted(locks, "{n} alpha lock | {n} alpha locks"),
        modes_lost(&modes::MODES, drawing)?,
        directions_lost(&modes::DIRECTIONS, drawing),
    ];
    Ok(found.into_iter().flatten().collect())
}
