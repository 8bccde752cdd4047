//! A drawing's frames as an animated PNG.
//!
//! The first picture is stored whole, and is what programs show that know no animations. Of each later one only the
//! rectangle around what changed is stored, which replaces what is there; a picture that equals the one before stores a
//! single pixel, as it needs one. Durations are exact.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let file = formats::write(named("apng")?, &document, &Export { loops: 7, ..Export::new(0) })?;
//! // Behind signature and header: 1 frame, played 7 times.
//! assert_eq!((&file[37..41], file[44], file[48]), (&b"acTL"[..], 1, 7));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use crate::raster::MAX_IMAGE;
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, Film};
use png::{BitDepth, BlendOp, ColorType, DisposeOp, Encoder, EncodingError, Writer};

/// Encodes the frames of an export.
///
/// # Errors
/// As [`Film::new`], [`Error::OutOfMemory`] when the file's bytes can't be allocated, and [`Error::Stopped`].
pub(super) fn write_apng(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let (film, plays) = Film::played(drawing, export)?;
    let (width, height) = film.size();
    in_range("number of pixels", i64::from(width) * i64::from(height), 1, MAX_IMAGE.into())?;
    let mut sink = Sink::new(MAX_FILE);
    let written = begin(&film, plays, &mut sink).and_then(|mut writer| {
        let outcome = (0..film.len()).try_for_each(|moment| add(&film, moment, &mut writer));
        if outcome.is_ok() { writer.finish().map(|()| Ok(())) } else { Ok(outcome) }
    });
    // The encoder does not hand on why the sink has refused.
    match written {
        Ok(Ok(())) => Ok(sink.bytes),
        Ok(Err(Failure::Other(error))) => Err(error),
        Ok(Err(Failure::Sink)) | Err(_) => Err(sink.refusal("animated PNG file")),
    }
}

/// Why a frame was not added.
enum Failure {
    /// The sink has refused its bytes.
    Sink,
    /// Something else.
    Other(Error),
}

fn begin<'a>(
    film: &Film<'_>,
    plays: u16,
    sink: &'a mut Sink,
) -> std::result::Result<Writer<&'a mut Sink>, EncodingError> {
    let (width, height) = film.size();
    let mut encoder = Encoder::new(sink, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_animated(film.len() as u32, plays.into())?;
    encoder.set_blend_op(BlendOp::Source)?;
    encoder.set_dispose_op(DisposeOp::None)?;
    encoder.write_header()
}

/// Adds a moment's picture.
fn add(film: &Film<'_>, moment: usize, writer: &mut Writer<&mut Sink>) -> std::result::Result<(), Failure> {
    let part = film.changed(moment).map_err(Failure::Other)?;
    // Every picture has at least one pixel.
    let part = if part.is_empty() { Rect::new(0, 0, 1, 1) } else { part };
    let pixels = pixels(film, moment, part).map_err(Failure::Other)?;
    let duration = film.duration(moment).min(u16::MAX.into()) as u16;
    let mut place = || {
        writer.set_frame_delay(duration, 1000)?;
        // Both the position and the size must fit together with the other one, at each step.
        writer.set_frame_dimension(1, 1)?;
        writer.set_frame_position(part.x as u32, part.y as u32)?;
        writer.set_frame_dimension(part.width as u32, part.height as u32)?;
        // The crate's writer of rows compares the first row of a frame with the last one of the frame before, so
        // a frame is handed over whole.
        writer.write_image_data(bytemuck::cast_slice(&pixels))
    };
    place().map_err(|_: EncodingError| Failure::Sink)
}

/// Returns the pixels of a part of a moment's picture, row by row.
fn pixels(film: &Film<'_>, moment: usize, part: Rect) -> Result<Vec<Color>> {
    let mut row = vec![Color::TRANSPARENT; film.size().0 as usize];
    let count = part.width as usize * part.height as usize;
    let mut pixels = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "animated PNG file", bytes: 4 * count as u64, limit: 0 };
    pixels.try_reserve_exact(count).map_err(refused)?;
    for y in part.y..part.bottom() {
        pause::point(4 * row.len())?;
        film.read(moment, y as u32, &mut row);
        pixels.extend_from_slice(&row[part.x as usize..part.right() as usize]);
    }
    Ok(pixels)
}
