//! A frame as a PNG file, in memory that may be refused.
//!
//! The largest drawings make files of a gigabyte. Where the machine has no room for
//! one, saving must be refused in a sentence while the drawing stays open; so the bytes
//! go into a [`Sink`] that asks for memory before it takes any.
//!
//! ```
//! use undoodle::{document::Drawing, formats::png};
//! let file = png::encode(&Drawing::new(2, 2)?, 0)?;
//! assert!(file.starts_with(b"\x89PNG"));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Door, Drawing};
use crate::error::{Error, Result};
use png::{BitDepth, ColorType, Encoder};
use std::io::{self, Write};

/// Maximum number of bytes of a file: a page can't address more in one piece.
const MAX_FILE: u64 = i32::MAX as u64;

/// Bytes being written, up to a limit.
struct Sink {
    bytes: Vec<u8>,
    limit: u64,
    /// Number of bytes that were needed when the sink refused.
    needed: u64,
}

impl Write for Sink {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let size = (self.bytes.len() + part.len()) as u64;
        if size > self.limit || self.bytes.try_reserve(part.len()).is_err() {
            self.needed = self.needed.max(size);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Encodes a composed frame as an RGBA PNG of 8 bits a channel.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] when the file's bytes can't be allocated.
pub fn encode(drawing: &Drawing<impl Door>, frame: u32) -> Result<Vec<u8>> {
    encode_within(drawing, frame, MAX_FILE)
}

fn encode_within(drawing: &Drawing<impl Door>, frame: u32, limit: u64) -> Result<Vec<u8>> {
    let mut sink = Sink { bytes: Vec::new(), limit, needed: 0 };
    match write(drawing, frame, &mut sink) {
        Ok(()) => Ok(sink.bytes),
        // Memory is all that a drawing's file can lack; the encoder does not hand on which it was.
        Err(_) => {
            let limit = if sink.needed > limit { limit } else { 0 };
            Err(Error::OutOfMemory { what: "PNG file", bytes: sink.needed, limit })
        }
    }
}

fn write(
    drawing: &Drawing<impl Door>,
    frame: u32,
    sink: &mut Sink,
) -> std::result::Result<(), png::EncodingError> {
    let (width, height) = drawing.size();
    let mut encoder = Encoder::new(sink, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header()?;
    let mut rows = writer.stream_writer()?;
    let picture = drawing.picture(frame);
    let mut row = vec![Color::TRANSPARENT; width as usize];
    for y in 0..height {
        picture.read(0, y, 1, &mut row);
        rows.write_all(bytemuck::cast_slice(&row))?;
    }
    rows.finish()?;
    writer.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::Cel;

    #[test]
    fn a_file_beyond_its_limit_is_refused_with_what_it_needed() {
        let mut drawing = Drawing::new(64, 64).unwrap();
        let mut pixels = drawing.pixels_mut(Cel::default()).unwrap();
        for y in 0..64u8 {
            let row: Vec<_> = (0..64u8).map(|x| Color::rgba(x * 4, y * 4, x ^ y, 255)).collect();
            pixels.put_row(0, y.into(), &row).unwrap();
        }
        let whole = encode(&drawing, 0).unwrap();
        let size = whole.len() as u64;
        assert_eq!(encode_within(&drawing, 0, size).unwrap(), whole);
        for limit in 1..size {
            let said = encode_within(&drawing, 0, limit).unwrap_err().to_string();
            let (needed, expected) = said.split_once(" bytes: ").unwrap();
            let needed: u64 = needed.strip_prefix("PNG file of ").unwrap().parse().unwrap();
            assert!((limit + 1..=size).contains(&needed), "{said}");
            assert_eq!(expected, format!("expected at most {limit}"));
        }
    }
}
