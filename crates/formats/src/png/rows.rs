//! The rows of a PNG file from top to bottom, interlaced or not.
//!
//! An interlaced file holds seven pictures, each finer than the one before, one after
//! another. Put together in memory, a header of some bytes would ask for a buffer of
//! gigabytes. So the file is decoded by as many readers as there are passes, each at
//! another place of it: whoever asks for a row gets it from those that have pixels in
//! it. That costs each byte to be unpacked about twice, and memory for some rows.
//!
//! The invariant: memory depends on the width alone.
//!
//! ```
//! use undoodle_formats::{document::Drawing, png};
//! let file = png::encode(&Drawing::new(5, 3)?, 0)?;
//! let mut rows = Vec::new();
//! png::File::open(&file)?.each_row(|y, row| {
//!     rows.push((y, row.len()));
//!     Ok(())
//! })?;
//! assert_eq!(rows, [(0, 5), (1, 5), (2, 5)]);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::chunks::Chunks;
use super::refusals::refused;
use crate::color::Color;
use crate::error::Result;
use crate::pause;
use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

/// First column, distance to the next, first row and distance to the next, of each interlaced pass.
const PASSES: [(u32, u32, u32, u32); 7] =
    [(0, 8, 0, 8), (4, 8, 0, 8), (0, 4, 4, 8), (2, 4, 0, 4), (0, 2, 2, 4), (1, 2, 0, 2), (0, 1, 1, 2)];

/// The single pass of a picture that is not interlaced.
const PLAIN: [(u32, u32, u32, u32); 1] = [(0, 1, 0, 1)];

/// Number of bytes that the decoder may allocate beside its rows: a palette and the widest row fit.
const MAX_EXTRA: usize = 1 << 20;

/// Header of a PNG file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    pub(super) width: u32,
    pub(super) height: u32,
    pub(super) interlaced: bool,
    pub(super) deep: bool,
    bits: u64,
}

/// Returns the number of columns or rows of a pass.
fn count(side: u32, first: u32, step: u32) -> u32 {
    side.saturating_sub(first).div_ceil(step)
}

impl Header {
    /// Reads the header of a file.
    pub(super) fn read(file: &[u8]) -> Result<Header> {
        let mut decoder = decoder(file);
        let info = decoder.read_header_info().map_err(refused)?;
        Ok(Header {
            width: info.width,
            height: info.height,
            interlaced: info.interlaced,
            deep: info.bit_depth == BitDepth::Sixteen,
            bits: info.color_type.samples() as u64 * info.bit_depth as u64,
        })
    }

    fn passes(&self) -> &'static [(u32, u32, u32, u32)] {
        if self.interlaced { &PASSES } else { &PLAIN }
    }

    /// Returns the number of bytes of the unpacked pixels, with the filter byte of each row.
    pub(super) fn unpacked(&self) -> u64 {
        let pass = |(x, dx, y, dy): &(u32, u32, u32, u32)| {
            let (columns, rows) = (count(self.width, *x, *dx), count(self.height, *y, *dy));
            if columns == 0 {
                0
            } else {
                u64::from(rows) * (1 + (u64::from(columns) * self.bits).div_ceil(8))
            }
        };
        self.passes().iter().map(pass).sum()
    }
}

pub(super) fn decoder(file: &[u8]) -> Decoder<Chunks<'_>> {
    let mut decoder = Decoder::new_with_limits(Chunks::new(file), Limits { bytes: MAX_EXTRA });
    decoder.set_transformations(Transformations::EXPAND);
    decoder
}

/// Layout of a decoded pixel.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub(super) color: ColorType,
    pub(super) deep: bool,
}

impl Layout {
    pub(super) fn pixel_bytes(self) -> usize {
        self.color.samples() * if self.deep { 2 } else { 1 }
    }

    /// Returns a row's pixels if its bytes are their colours already.
    pub(super) fn plain(self, row: &[u8]) -> Option<&[Color]> {
        (self.color == ColorType::Rgba && !self.deep).then(|| bytemuck::cast_slice(row))
    }

    pub(super) fn color(self, pixel: &[u8]) -> Color {
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

/// A reader positioned in one pass of the file.
struct Pass<'a> {
    reader: Reader<Chunks<'a>>,
    /// First column, and the distance to the next.
    columns: (usize, usize),
    /// First row, and the distance to the next.
    rows: (u32, u32),
    layout: Layout,
    /// Bytes of the row before, whose colours are reused if the next row is equal.
    last: Vec<u8>,
}

impl<'a> Pass<'a> {
    /// Creates a reader behind `skipped` rows of the passes before.
    fn new(file: &'a [u8], (x, dx, y, dy): (u32, u32, u32, u32), skipped: u64) -> Result<Pass<'a>> {
        let mut reader = decoder(file).read_info().map_err(refused)?;
        let (color, depth) = reader.output_color_type();
        let layout = Layout { color, deep: depth == BitDepth::Sixteen };
        for _ in 0..skipped {
            reader.next_row().map_err(refused)?;
        }
        Ok(Pass { reader, columns: (x as usize, dx as usize), rows: (y, dy), layout, last: Vec::new() })
    }

    /// Copies the next row's pixels to their places in the whole row.
    fn read(&mut self, out: &mut [Color]) -> Result<()> {
        let Some(row) = self.reader.next_row().map_err(refused)? else { return Ok(()) };
        let (first, step) = self.columns;
        // Colours of a whole row are still there when the next one has the same bytes.
        if step == 1 && self.last == row.data() && !self.last.is_empty() && self.rows.1 == 1 {
            return Ok(());
        }
        if let Some(plain) =
            self.layout.plain(row.data()).filter(|plain| step == 1 && plain.len() == out.len())
        {
            out.copy_from_slice(plain);
            return Ok(());
        }
        let pixels = row.data().chunks_exact(self.layout.pixel_bytes());
        for (pixel, bytes) in out.iter_mut().skip(first).step_by(step).zip(pixels) {
            *pixel = self.layout.color(bytes);
        }
        if self.rows.1 == 1 {
            self.last.clear();
            self.last.extend_from_slice(row.data());
        }
        Ok(())
    }
}

/// Work that a pixel counts for in a pause's terms, in bytes: it is unpacked, filtered and put somewhere.
pub(super) const WORK: usize = 16;

/// Calls a function with each row of a file, from top to bottom, and reads the file to its end.
pub(super) fn each_row(
    file: &[u8],
    header: &Header,
    mut put: impl FnMut(u32, &[Color]) -> Result<()>,
) -> Result<()> {
    let mut passes = Vec::new();
    let mut before = 0;
    for pass in header.passes() {
        let (columns, rows) = (count(header.width, pass.0, pass.1), count(header.height, pass.2, pass.3));
        if columns > 0 && rows > 0 {
            passes.push(Pass::new(file, *pass, before)?);
            before += u64::from(rows);
        }
    }
    let mut row = vec![Color::TRANSPARENT; header.width as usize];
    for y in 0..header.height {
        let here = |pass: &&mut Pass<'_>| y >= pass.rows.0 && (y - pass.rows.0).is_multiple_of(pass.rows.1);
        passes.iter_mut().filter(here).try_for_each(|pass| pass.read(&mut row))?;
        put(y, &row)?;
        pause::point(WORK * row.len())?;
    }
    // The last pass stands behind all others: what is behind it ends the file.
    passes.last_mut().map_or(Ok(()), |pass| pass.reader.finish().map_err(refused))
}
