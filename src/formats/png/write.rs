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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Cel, Document};
    use crate::formats::png::decode;
    use crate::geometry::Rect;

    fn document(colors: &[Color], palette: &[Color]) -> Document {
        let mut drawing = Drawing::new(colors.len() as u32, 2).unwrap();
        drawing.set_palette(palette).unwrap();
        drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 1, colors).unwrap();
        Document::open(drawing).unwrap()
    }

    /// Returns the pixels as the png crate's own expansion of palettes gives them, the palette, and the alphas.
    fn judged(file: &[u8]) -> (Vec<Color>, Vec<u8>, Vec<u8>) {
        let mut decoder = png::Decoder::new(std::io::Cursor::new(file));
        decoder.set_transformations(png::Transformations::EXPAND | png::Transformations::ALPHA);
        let mut reader = decoder.read_info().unwrap();
        let mut bytes = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut bytes).unwrap();
        let info = reader.info();
        let of = |part: &Option<std::borrow::Cow<'_, [u8]>>| part.as_deref().unwrap_or_default().to_vec();
        (bytemuck::cast_slice(&bytes).to_vec(), of(&info.palette), of(&info.trns))
    }

    #[test]
    fn numbers_are_those_of_the_palette_and_others_follow_them() {
        let (red, glass, grey) =
            (Color::rgba(255, 0, 0, 255), Color::rgba(0, 0, 255, 99), Color::rgba(7, 8, 9, 255));
        let document = document(&[glass, red, grey], &[Color::BLACK, red, glass]);
        let export = Export { indexed: true, ..Export::new(0) };
        let (pixels, palette, alphas) = judged(&write(&document, &export).unwrap());
        let none = Color::TRANSPARENT;
        assert_eq!(pixels, [none, none, none, glass, red, grey]);
        assert_eq!(palette, [0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 0, 0, 7, 8, 9]);
        assert_eq!(alphas, [255, 255, 99, 0], "opaque colours at the end need none");
        assert!(losses(&document, &export).unwrap().is_empty());
    }

    #[test]
    fn more_colours_than_a_palette_holds_are_written_as_they_are() {
        let many: Vec<_> = (0..257u32).map(|i| Color::rgba(i as u8, (i >> 8) as u8, 3, 255)).collect();
        let export = Export { indexed: true, ..Export::new(0) };
        let full = document(&many, &[Color::BLACK]);
        let file = write(&full, &export).unwrap();
        assert_eq!(file[25], 6, "RGBA");
        assert_eq!(decode(&file).unwrap().pixel(0, 256, 1), full.pixel(0, 256, 1));
        let said = losses(&full, &export).unwrap();
        assert_eq!(said, ["numbers of a palette, as the picture has more than 256 colours"]);
        // 255 and the transparent one fit, but not together with another of the palette.
        let fits = document(&many[..255], &[Color::rgba(1, 1, 1, 255), many[9]]);
        let (_, palette, _) = judged(&write(&fits, &export).unwrap());
        assert_eq!((palette.len(), &palette[..3]), (3 * 256, &many[9].bytes[..3]));
    }

    #[test]
    fn pixels_are_scaled_over_the_background() {
        let (half, white) = (Color::rgba(0, 0, 0, 128), Color::rgba(255, 255, 255, 255));
        let mut drawing = Drawing::new(2, 1).unwrap();
        drawing.fill_rect(Cel::default(), Rect::new(1, 0, 1, 1), half).unwrap();
        let document = Document::open(drawing).unwrap();
        let export = Export { scale: 2, background: white, ..Export::new(0) };
        for indexed in [false, true] {
            let (pixels, ..) = judged(&write(&document, &Export { indexed, ..export.clone() }).unwrap());
            let grey = Color::rgba(127, 127, 127, 255);
            assert_eq!(pixels, [white, white, grey, grey].repeat(2));
        }
    }
}
