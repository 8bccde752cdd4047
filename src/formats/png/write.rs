//! A PNG as it was asked for: scaled, over a colour, or with numbers of a palette for pixels.
//!
//! The module that paints has no use for this; it writes the picture as it is. Rows are composed and packed
//! one by one here, too.
//!
//! A picture is written with a palette if it has at most 256 colours together with those of the drawing's palette,
//! or else at most 256 of its own. With more of them it can't be, and is written in RGBA, which keeps every pixel;
//! [`losses`](crate::formats::Format::losses) say so before.
//!
//! ```
//! use undoodle::document::Document;
//! use undoodle::formats::{self, Export, named};
//! let document = Document::new(3, 2)?;
//! let export = Export { scale: 4, indexed: true, ..Export::new(0) };
//! let file = formats::write(named("png")?, &document, &export)?;
//! // The header ends with the depth of 8 bits and the kind of pixels, 3 for numbers of a palette.
//! assert_eq!((file[19], file[23], &file[24..26]), (12, 8, &[8, 3][..]));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::indexed::Table;
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::Result;
use crate::formats::sink::{MAX_FILE, Sink};
use crate::formats::{Export, Film, Frames};
use crate::pause;
use png::{BitDepth, ColorType, Encoder, Filter};
use std::io::Write;

/// Returns an export of the frame that is shown.
fn shown(export: &Export) -> Export {
    Export { frames: Frames::Shown, ..export.clone() }
}

/// Encodes the frame that is shown.
///
/// # Errors
/// As [`Film::new`], and [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub(super) fn write(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let film = Film::new(drawing, &shown(export))?;
    let table = if export.indexed { table(drawing, export)? } else { None };
    let mut sink = Sink::new(MAX_FILE);
    let mut stopped = Ok(());
    let written = pack(&film, table.as_ref(), &mut sink, &mut stopped);
    stopped?;
    written.map_err(|_| sink.refusal("PNG file"))?;
    Ok(sink.bytes)
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
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<String>> {
    if !export.indexed {
        return Ok(Vec::new());
    }
    Ok(match table(drawing, export)? {
        None => vec!["numbers of a palette, as the picture has more than 256 colours".into()],
        Some(_) => Vec::new(),
    })
}

/// Packs the film's first picture. An encoder can't hand on that the work was stopped, so that is told beside.
fn pack(
    film: &Film<'_>,
    table: Option<&Table>,
    sink: &mut Sink,
    stopped: &mut Result<()>,
) -> std::result::Result<(), png::EncodingError> {
    let (width, height) = film.size();
    let mut encoder = Encoder::new(sink, width, height);
    match table {
        Some(table) => {
            encoder.set_color(ColorType::Indexed);
            encoder.set_depth(BitDepth::Eight);
            encoder.set_palette(table.palette());
            if let Some(alphas) = table.alphas() {
                encoder.set_trns(alphas);
            }
            // Numbers of neighbours say nothing of each other.
            encoder.set_filter(Filter::NoFilter);
        }
        None => {
            encoder.set_color(ColorType::Rgba);
            encoder.set_depth(BitDepth::Eight);
        }
    }
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let mut row = vec![Color::TRANSPARENT; width as usize];
    let mut numbers = Vec::with_capacity(row.len());
    for y in 0..height {
        *stopped = pause::point(4 * row.len());
        if stopped.is_err() {
            return Ok(());
        }
        film.read(0, y, &mut row);
        match table {
            Some(table) => {
                numbers.clear();
                numbers.extend(row.iter().map(|color| table.number(*color)));
                rows.write_all(&numbers)?;
            }
            None => rows.write_all(bytemuck::cast_slice(&row))?,
        }
    }
    rows.finish()?;
    writer.finish()
}
