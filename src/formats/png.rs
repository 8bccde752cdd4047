//! PNG in every kind, and RGBA PNG out.
//!
//! Rows are decoded one after another into tiles, so that a picture costs what
//! its document costs; an interlaced one arrives in passes and needs a
//! buffer of its own size. Samples of 16 bits are rounded to 8, `v·255/65535`.
//! The file is straight alpha in and out: what is saved is what was painted.
//!
//! ```
//! use undoodle::{document::Document, formats::png};
//! let file = png::encode(&Document::new(3, 2)?, 0)?;
//! assert_eq!(png::decode(&file)?.size(), (3, 2));
//! assert_eq!(png::decode(b"GIF89a").unwrap_err().to_string(), "PNG file: it does not begin as one");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Document, MAX_SIDE, Plane, TILE};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use png::{BitDepth, ColorType, Decoder, DecodingError, Encoder, Limits, Reader, Transformations};
use std::io::{Cursor, Write};

/// The most pixels a file may have: those of 16384×16384.
const MAX_PIXELS: i64 = 1 << 28;

/// The most bytes an interlaced picture may take while it is put together.
const MAX_INTERLACED: i64 = 256 << 20;

/// What the decoder may allocate beside the rows, such as for a colour profile.
const MAX_EXTRA: usize = 64 << 20;

const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

fn failed(why: impl ToString) -> Error {
    Error::File { format: "PNG", why: why.to_string() }
}

fn broken(error: DecodingError) -> Error {
    match error {
        DecodingError::IoError(_) => failed("it ends too early"),
        DecodingError::LimitsExceeded => failed("its chunks are larger than 67108864 bytes"),
        other => failed(format!("it is broken ({})", other.to_string().trim_end_matches('.'))),
    }
}

/// Reads a PNG file of any kind.
///
/// # Errors
/// One sentence for a file that is not PNG, broken, cut short or too large.
pub fn decode(bytes: &[u8]) -> Result<Document> {
    if bytes.is_empty() {
        return Err(failed("it is empty"));
    }
    if !SIGNATURE.starts_with(&bytes[..bytes.len().min(SIGNATURE.len())]) {
        return Err(failed("it does not begin as one"));
    }
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: MAX_EXTRA });
    decoder.set_transformations(Transformations::EXPAND);
    let header = decoder.read_header_info().map_err(broken)?;
    let (width, height, interlaced) = (header.width, header.height, header.interlaced);
    in_range("width", width.into(), 1, MAX_SIDE.into())?;
    in_range("height", height.into(), 1, MAX_SIDE.into())?;
    in_range("number of pixels", i64::from(width) * i64::from(height), 1, MAX_PIXELS)?;
    let mut reader = decoder.read_info().map_err(broken)?;
    let (color, depth) = reader.output_color_type();
    let kind = Kind { channels: color.samples(), color, deep: depth == BitDepth::Sixteen };
    Document::load(width, height, |plane| {
        if interlaced {
            whole(&mut reader, kind, width, plane)
        } else {
            let mut rows = Rows::new(width, plane);
            while let Some(row) = reader.next_row().map_err(broken)? {
                rows.put(kind, row.data())?;
            }
            reader.finish().map_err(broken)
        }
    })
}

/// Reads an interlaced picture, whose rows come in seven passes.
fn whole(
    reader: &mut Reader<Cursor<&[u8]>>,
    kind: Kind,
    width: u32,
    plane: &mut Plane<'_, Memory>,
) -> Result<()> {
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    in_range("bytes of an interlaced picture", size as i64, 1, MAX_INTERLACED)?;
    let mut buffer = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "interlaced picture", bytes: size as u64, limit: 0 };
    buffer.try_reserve_exact(size).map_err(refused)?;
    buffer.resize(size, 0);
    reader.next_frame(&mut buffer).map_err(broken)?;
    let mut rows = Rows::new(width, plane);
    for row in buffer.chunks_exact(width as usize * kind.pixel_bytes()) {
        rows.put(kind, row)?;
    }
    reader.finish().map_err(broken)
}

/// How a decoded pixel is laid out.
#[derive(Clone, Copy)]
struct Kind {
    color: ColorType,
    channels: usize,
    deep: bool,
}

impl Kind {
    fn pixel_bytes(self) -> usize {
        self.channels * if self.deep { 2 } else { 1 }
    }

    fn color(self, pixel: &[u8]) -> Color {
        let sample = |i: usize| match self.deep {
            false => pixel[i],
            true => {
                let deep = u32::from(u16::from_be_bytes([pixel[2 * i], pixel[2 * i + 1]]));
                ((deep * 255 + 32767) / 65535) as u8
            }
        };
        match self.color {
            ColorType::GrayscaleAlpha => Color::rgba(sample(0), sample(0), sample(0), sample(1)),
            ColorType::Rgb | ColorType::Indexed => Color::rgba(sample(0), sample(1), sample(2), 255),
            ColorType::Rgba => Color::rgba(sample(0), sample(1), sample(2), sample(3)),
            ColorType::Grayscale => Color::rgba(sample(0), sample(0), sample(0), 255),
        }
    }
}

/// Puts one row after the other into a plane, and settles the tiles behind it.
struct Rows<'a, 'm> {
    plane: &'a mut Plane<'m, Memory>,
    row: Vec<Color>,
    y: u32,
}

impl<'a, 'm> Rows<'a, 'm> {
    fn new(width: u32, plane: &'a mut Plane<'m, Memory>) -> Rows<'a, 'm> {
        Rows { plane, row: vec![Color::TRANSPARENT; width as usize], y: 0 }
    }

    fn put(&mut self, kind: Kind, data: &[u8]) -> Result<()> {
        for (pixel, bytes) in self.row.iter_mut().zip(data.chunks_exact(kind.pixel_bytes())) {
            *pixel = kind.color(bytes);
        }
        self.plane.put_row(0, self.y, &self.row)?;
        self.y += 1;
        // A plain picture takes no more memory than a row of tiles while it is read.
        let settled = self.y.is_multiple_of(TILE);
        if settled { self.plane.settle_row(self.y / TILE - 1, self.row.len() as u32) } else { Ok(()) }
    }
}

/// Writes a frame as it is seen as an RGBA PNG of 8 bits a sample.
///
/// # Errors
/// When memory for the file can't be had.
pub fn encode(document: &Document, frame: u32) -> Result<Vec<u8>> {
    let (width, height) = document.size();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut rows = writer.stream_writer().map_err(failed)?;
    let picture = document.picture(frame);
    let mut row = vec![Color::TRANSPARENT; width as usize];
    for y in 0..height {
        picture.read(0, y, 1, &mut row);
        rows.write_all(bytemuck::cast_slice(&row)).map_err(failed)?;
    }
    rows.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
