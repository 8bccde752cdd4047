//! A PNG as it was asked for: scaled, over a colour, or with numbers of a palette for pixels.
//!
//! The module that paints has no use for this; it writes the picture as it is. Rows are composed and packed
//! one by one here, too.
//!
//! By itself, a picture gets the [smallest](super::smallest) exact file. On request it is written with the drawing's palette,
//! if it has at most 256 colours together with those of the drawing's palette, or else at most 256 of its own. With more of them
//! it can't be, and is written without; [`losses`](crate::Format::losses) say so before.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let export = Export { scale: 4, indexed: true, ..Export::new(0) };
//! let file = formats::write(named("png")?, &document, &export)?;
//! // The header ends with the depth of 8 bits and the kind of pixels, 3 for numbers of a palette.
//! assert_eq!((file[19], file[23], &file[24..26]), (12, 8, &[8, 3][..]));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::indexed::Table;
use super::layout::Layout;
use super::smallest;
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::{Message, Result};
use crate::{Export, Film, Frames};

/// Returns an export of the frame that is shown.
fn shown(export: &Export) -> Export {
    Export { frames: Frames::Shown, ..export.clone() }
}

/// Encodes the frame that is shown.
///
/// # Errors
/// As [`Film::new`], and [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub(super) fn write_png(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let film = Film::new(drawing, &shown(export))?;
    let layouts = match if export.indexed { table(drawing, export)? } else { None } {
        Some(table) => Layout::indexed(&table),
        None => {
            // A scale adds no colours.
            let film = Film::new(drawing, &Export { scale: 1, ..shown(export) })?;
            smallest::layouts(film.size(), rows(&film))?
        }
    };
    smallest::encode(film.size(), &layouts, || rows(&film))
}

/// Returns a function that reads rows of a film's first picture.
fn rows(film: &Film<'_>) -> impl FnMut(u32, &mut [Color]) -> Result<()> {
    |y, row| {
        film.read(0, y, row);
        Ok(())
    }
}

/// Finds the palette for the frame that is shown.
fn table(drawing: &Drawing<Store>, export: &Export) -> Result<Option<Table>> {
    let film = Film::new(drawing, &Export { scale: 1, ..shown(export) })?;
    Table::new(&film, &drawing.palette())
}

/// Lists what an indexed file would lose.
///
/// # Errors
/// As [`Film::new`].
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    if !export.indexed {
        return Ok(Vec::new());
    }
    Ok(match table(drawing, export)? {
        None => vec!["numbers of a palette, as the picture has more than 256 colours".into()],
        Some(_) => Vec::new(),
    })
}
