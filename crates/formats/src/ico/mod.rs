//! Icons and cursors of Windows: one file of many sizes, each drawn by hand.
//!
//! A directory lists the pictures, each of which is a PNG file or what a BMP file holds behind its head. All of them are frames
//! here, the largest first, on a canvas as large as the widest and the highest; a tag such as `16×16` says how large the picture
//! of a frame is. So the small ones, which nobody can scale down to, can be reached, and are written again as they were.
//!
//! Invariant: no pixel that a file shows is changed, half transparent ones included. The spot that a cursor points with has no
//! place in a drawing and is told.
//!
//! ```
//! use undoodle_formats::document::{Document, Tag};
//! use undoodle_formats::{self as formats, Export};
//! let mut document = Document::new(32, 32)?;
//! document.begin(1)?;
//! document.add_frame(1)?;
//! document.add_tag(&Tag::new("16×16", 1, 1, Default::default()))?;
//! document.commit("Add", Default::default(), 0)?;
//! let icon = formats::write(formats::named("ico")?, &document, &Export::new(0))?;
//! let again = formats::open(&icon)?.1.drawing()?;
//! assert_eq!((again.size(), again.frames(), again.tags()[1].name.as_str()), ((32, 32), 2, "16×16"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod bitmap;
mod read;
mod write;

use super::{Format, Part};
use crate::error::Error;

/// Name of the format for people.
const LABEL: &str = "icon";

/// Number of bytes of a file's head, and of an entry of its directory.
const HEAD: usize = 6;
const ENTRY: usize = 16;

/// Longest side of a picture that is written: the directory has one byte for it.
const MOST: u32 = 256;

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "ico",
    label: LABEL,
    mime: "image/x-icon",
    endings: &["ico", "cur"],
    is: read::is,
    read: Some(|bytes| Ok(Box::new(read::read_ico(bytes)?))),
    write: Some(write::write_ico),
    lacks: &[
        Part::Layers,
        Part::LayerProperties,
        Part::CelProperties,
        Part::Durations,
        Part::Slices,
        Part::Palette,
        Part::Background,
        Part::Grid,
        Part::Tile,
        Part::Beyond,
        Part::Floating,
        Part::Selection,
        Part::Carried,
    ],
    options: &["frames", "scale", "background"],
    losses: Some(write::losses),
    names: None,
};

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: LABEL, why }
}

/// Returns the name of the tag of a picture of a size.
fn name_of((width, height): (u32, u32)) -> String {
    format!("{width}×{height}")
}

/// Returns the size that a tag's name says.
fn size_in(name: &str) -> Option<(u32, u32)> {
    let (width, height) = name.split_once(['×', 'x'])?;
    let side = |text: &str| text.trim().parse().ok().filter(|side: &u32| *side > 0);
    Some((side(width)?, side(height)?))
}
