//! A frame as a PNG file, in memory that may be refused.
//!
//! Rows are composed and handed to the encoder one by one, so that no picture of the
//! whole canvas is ever held.
//!
//! ```
//! use undoodle_formats::{document::Drawing, png};
//! let file = png::encode(&Drawing::new(2, 2)?, 0)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Door, Drawing};
use crate::error::Result;
use crate::pause;
use crate::raster::Image;
use crate::sink::{MAX_FILE, Sink};
use png::{BitDepth, ColorType, Encoder};
use std::io::Write;

/// Work that a byte which is packed counts for in a pause's terms, in bytes.
const PACKING: usize = 4;

/// Encodes a composed frame as an RGBA PNG of 8 bits a channel.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub fn encode(drawing: &Drawing<impl Door>, frame: u32) -> Result<Vec<u8>> {
    encode_every(1, drawing, frame, MAX_FILE)
}

/// Encodes a composed frame, of which only every few pixels are taken, so that no side is longer than `most`
/// pixels.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub fn preview(drawing: &Drawing<impl Door>, frame: u32, most: u32) -> Result<Vec<u8>> {
    let (width, height) = drawing.size();
    encode_every(width.max(height).div_ceil(most), drawing, frame, MAX_FILE)
}

/// Encodes an image as an RGBA PNG of 8 bits a channel. It can be paused, but not stopped.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub fn encode_image(image: &Image) -> Result<Vec<u8>> {
    let mut sink = Sink::new(MAX_FILE);
    write_image(image, &mut sink).map_err(|_| sink.refusal("PNG file"))?;
    Ok(sink.bytes)
}

/// Encodes rows that a function fills in, from top to bottom, as an RGBA PNG of 8 bits a channel.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated, or what the
/// function returns.
pub(crate) fn encode_rows(
    width: u32,
    height: u32,
    mut read: impl FnMut(u32, &mut [Color]) -> Result<()>,
) -> Result<Vec<u8>> {
    let mut sink = Sink::new(MAX_FILE);
    let mut failed = Ok(());
    let mut write = || {
        let mut encoder = Encoder::new(&mut sink, width, height);
        encoder.set_color(ColorType::Rgba);
        encoder.set_depth(BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        let mut rows = writer.stream_writer()?;
        let mut row = vec![Color::TRANSPARENT; width as usize];
        for y in 0..height {
            failed = read(y, &mut row);
            if failed.is_err() {
                return Ok(());
            }
            rows.write_all(bytemuck::cast_slice(&row))?;
        }
        rows.finish()?;
        writer.finish()
    };
    let written: std::result::Result<(), png::EncodingError> = write();
    failed?;
    written.map_err(|_| sink.refusal("PNG file"))?;
    Ok(sink.bytes)
}

/// Encodes every `step`-th pixel of every `step`-th row, into at most `limit` bytes.
pub fn encode_every(step: u32, drawing: &Drawing<impl Door>, frame: u32, limit: u64) -> Result<Vec<u8>> {
    let mut sink = Sink::new(limit);
    // The encoder does not hand on why a sink has refused.
    write(step, drawing, frame, &mut sink).map_err(|_| sink.refusal("PNG file"))?;
    Ok(sink.bytes)
}

fn write_image(image: &Image, sink: &mut Sink) -> std::result::Result<(), png::EncodingError> {
    let (width, height) = image.size();
    let mut encoder = Encoder::new(sink, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    for y in 0..height {
        let row = bytemuck::cast_slice(image.row(y));
        rows.write_all(row)?;
        pause::only(PACKING * row.len());
    }
    rows.finish()?;
    writer.finish()
}

fn write(
    step: u32,
    drawing: &Drawing<impl Door>,
    frame: u32,
    sink: &mut Sink,
) -> std::result::Result<(), png::EncodingError> {
    let (width, height) = drawing.size();
    let columns = width.div_ceil(step);
    let mut encoder = Encoder::new(sink, columns, height.div_ceil(step));
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let picture = drawing.exported_picture(frame);
    let mut row = vec![Color::TRANSPARENT; columns as usize];
    for y in (0..height).step_by(step as usize) {
        picture.read(0, y, step, &mut row);
        rows.write_all(bytemuck::cast_slice(&row))?;
    }
    rows.finish()?;
    writer.finish()
}
