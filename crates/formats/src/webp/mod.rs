//! WebP, in and out: stills without loss, and every kind of it to be read.
//!
//! WebP packs a lossless picture smaller than PNG does, and the web is full of it. The crate that packs and unpacks it writes
//! no animations, so a drawing is one picture here; GIF and animated PNG are there for moving ones.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let file = formats::write(named("webp")?, &document, &Export { scale: 2, ..Export::new(0) })?;
//! assert_eq!((&file[..4], &file[8..16]), (&b"RIFF"[..], &b"WEBPVP8L"[..]));
//! assert_eq!(formats::open(&file)?.1.size(), (6, 4));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod chunks;
mod read;

use super::sink::{MAX_FILE, Sink};
use super::{Export, Film, Format, Frames, Part};
use crate::document::{Drawing, Store};
use crate::error::{Result, in_range};
use crate::raster::Image;
use image_webp::{ColorType, EncoderParams, WebPEncoder};

/// Longest side of a WebP file.
const MAX_SIDE: u32 = 16383;

/// The format's row.
pub(super) const FORMAT: Format = Format {
    id: "webp",
    label: "WebP",
    mime: "image/webp",
    endings: &["webp"],
    is: |bytes| bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP"),
    read: Some(read::open),
    write: Some(write_webp),
    lacks: &Part::ALL,
    options: &["scale", "background"],
    losses: None,
    names: None,
};

/// Encodes the frame that is shown, without loss.
///
/// # Errors
/// As [`Film::new`], [`Error::Range`](crate::Error::Range) for sides past 16383, and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the picture or the file's bytes can't be allocated.
fn write_webp(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let film = Film::new(drawing, &Export { frames: Frames::Shown, ..export.clone() })?;
    let (width, height) = film.size();
    in_range("width of the export", width.into(), 1, MAX_SIDE.into())?;
    in_range("height of the export", height.into(), 1, MAX_SIDE.into())?;
    let image = film.image(0)?;
    // Prediction suits photos, and none suits flat colours and patterns: which file is smaller is not known before.
    let (one, other) = (encode(&image, true), encode(&image, false));
    match (one, other) {
        (Ok(one), Ok(other)) => Ok(if other.len() < one.len() { other } else { one }),
        (one, other) => one.or(other),
    }
}

/// Encodes an image, with or without the prediction of pixels by their neighbours.
fn encode(image: &Image, predicted: bool) -> Result<Vec<u8>> {
    let ((width, height), mut sink) = (image.size(), Sink::new(MAX_FILE));
    let mut params = EncoderParams::default();
    params.use_predictor_transform = predicted;
    let mut encoder = WebPEncoder::new(&mut sink);
    encoder.set_params(params);
    let packed = encoder.encode(bytemuck::cast_slice(image.pixels()), width, height, ColorType::Rgba8);
    packed.map_err(|_| sink.refusal("WebP file"))?;
    Ok(sink.bytes)
}
