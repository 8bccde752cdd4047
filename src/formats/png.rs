//! PNG in every kind, and RGBA PNG out.
//!
//! Rows are decoded one after another into a band of tiles, so that a picture
//! costs what its document costs; an interlaced one arrives in passes and needs a
//! buffer of its own size. Samples of 16 bits are rounded to 8, `v·255/65535`.
//! The file is straight alpha in and out: what is saved is what was painted.
//!
//! ```
//! use undoodle::{document::Document, formats::png};
//! let file = png::encode(&Document::new(3, 2)?)?;
//! assert_eq!(png::decode(&file)?.size(), (3, 2));
//! assert_eq!(png::decode(b"GIF89a").unwrap_err().to_string(), "PNG file: it does not begin as one");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::{Canvas, Document, MAX_SIDE, TILE};
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

/// The side of a tile and the pixels in it, to index with.
const SIDE: usize = TILE as usize;

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
    Document::load(width, height, |canvas| {
        if interlaced {
            whole(&mut reader, kind, width, canvas)
        } else {
            let mut bands = Bands::new(width, canvas)?;
            while let Some(row) = reader.next_row().map_err(broken)? {
                bands.row(kind, row.data())?;
            }
            bands.finish()?;
            reader.finish().map_err(broken)
        }
    })
}

/// Reads an interlaced picture, whose rows come in seven passes.
fn whole(
    reader: &mut Reader<Cursor<&[u8]>>,
    kind: Kind,
    width: u32,
    canvas: &mut Canvas<'_, Memory>,
) -> Result<()> {
    let size = reader.output_buffer_size().unwrap_or(usize::MAX);
    in_range("bytes of an interlaced picture", size as i64, 1, MAX_INTERLACED)?;
    let mut buffer = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "interlaced picture", bytes: size as u64, limit: 0 };
    buffer.try_reserve_exact(size).map_err(refused)?;
    buffer.resize(size, 0);
    reader.next_frame(&mut buffer).map_err(broken)?;
    let mut bands = Bands::new(width, canvas)?;
    for row in buffer.chunks_exact(width as usize * kind.pixel_bytes()) {
        bands.row(kind, row)?;
    }
    bands.finish()?;
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

/// Gathers 32 rows, then cuts them into tiles.
struct Bands<'a, 'm> {
    canvas: &'a mut Canvas<'m, Memory>,
    width: usize,
    /// 32 rows of whole tiles; what is beyond the right edge stays transparent.
    band: Vec<Color>,
    stride: usize,
    row: usize,
}

impl<'a, 'm> Bands<'a, 'm> {
    fn new(width: u32, canvas: &'a mut Canvas<'m, Memory>) -> Result<Bands<'a, 'm>> {
        let width = width as usize;
        let stride = width.div_ceil(SIDE) * SIDE;
        Ok(Bands { canvas, width, band: vec![Color::TRANSPARENT; stride * SIDE], stride, row: 0 })
    }

    fn row(&mut self, kind: Kind, data: &[u8]) -> Result<()> {
        let start = self.row % SIDE * self.stride;
        let line = &mut self.band[start..start + self.width];
        for (pixel, bytes) in line.iter_mut().zip(data.chunks_exact(kind.pixel_bytes())) {
            *pixel = kind.color(bytes);
        }
        self.row += 1;
        if self.row.is_multiple_of(SIDE) { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> Result<()> {
        let ty = (self.row - 1) / SIDE;
        for tx in 0..self.stride / SIDE {
            let mut tile = [Color::TRANSPARENT; SIDE * SIDE];
            for (line, out) in tile.chunks_exact_mut(SIDE).enumerate() {
                let start = line * self.stride + tx * SIDE;
                out.copy_from_slice(&self.band[start..start + SIDE]);
            }
            self.canvas.put_tile(tx as u32, ty as u32, &tile)?;
        }
        self.band.fill(Color::TRANSPARENT);
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        if self.row.is_multiple_of(SIDE) { Ok(()) } else { self.flush() }
    }
}

/// Writes the picture as an RGBA PNG of 8 bits a sample.
///
/// # Errors
/// When memory for the file can't be had.
pub fn encode(document: &Document) -> Result<Vec<u8>> {
    let (width, height) = document.size();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    let mut writer = encoder.write_header().map_err(failed)?;
    let mut rows = writer.stream_writer().map_err(failed)?;
    let mut row = vec![Color::TRANSPARENT; width as usize];
    for y in 0..height {
        document.read_row(0, y, &mut row);
        rows.write_all(bytemuck::cast_slice(&row)).map_err(failed)?;
    }
    rows.finish().map_err(failed)?;
    writer.finish().map_err(failed)?;
    Ok(file)
}
