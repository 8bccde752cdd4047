//! A PNG file by areas: what is of one colour is told as a rectangle, and the rest as pixels.
//!
//! A layer of a painting is as large as the canvas and nearly empty, and its file unpacks to few bytes: a kilobyte of one bit a
//! pixel has 8,192 of them. To make colours of all these, and to look for those that differ, takes many times as long as to unpack
//! them. So rows are compared as the bytes that they are in the file, 32 at a time: a tile whose bytes are one pixel repeated, in
//! rows that are alike, is of one colour, and only that pixel is looked at. What lies between such tiles becomes colours.
//!
//! The invariant: all areas together are the picture, each pixel once. Memory depends on the width alone.
//!
//! ```
//! use undoodle_formats::{document::Drawing, png::{self, Area}};
//! let file = png::encode(&Drawing::new(500, 40)?, 0)?;
//! let mut sizes = Vec::new();
//! png::File::open(&file)?.each_area((0, 0), |area| {
//!     if let Area::Solid { rect, .. } = area {
//!         sizes.push((rect.width, rect.height));
//!     }
//!     Ok(())
//! })?;
//! assert_eq!(sizes, [(500, 32), (500, 8)]);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::chunks::Chunks;
use super::refusals::refused;
use super::rows::{Header, Layout, WORK, decoder, each_row};
use crate::color::Color;
use crate::document::TILE;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::differs;
use crate::pause;
use png::{BitDepth, ColorType, Info, Reader, Transformations};

/// A part of a picture.
#[derive(Debug)]
pub enum Area<'a> {
    /// Pixels of one colour.
    Solid {
        /// Where they are.
        rect: Rect,
        /// Their colour.
        color: Color,
    },
    /// Pixels of a row.
    Row {
        /// Column of the first.
        x: u32,
        /// Number of the row.
        y: u32,
        /// Their colours, from left to right.
        pixels: &'a [Color],
    },
}

/// What the bytes of a row mean.
enum Meaning {
    /// Numbers of so many bits, each with its colour.
    Numbers { bits: usize, colors: Box<[Color; 256]> },
    /// Samples of whole bytes.
    Samples(Layout),
}

impl Meaning {
    /// Reads the table of a picture of numbers whose colours are plainly said. Any other's samples are for the decoder to expand.
    fn of_numbers(info: &Info<'_>) -> Option<Meaning> {
        let bits = info.bit_depth as usize;
        let (palette, alphas) = (info.palette.as_deref(), info.trns.as_deref());
        let mut colors = Box::new([Color::BLACK; 256]);
        match (info.color_type, palette) {
            (ColorType::Indexed, Some(palette)) => {
                let palette = palette.as_chunks::<3>().0;
                // A list of more alphas than colours counts for nothing.
                let alphas = alphas.filter(|alphas| alphas.len() <= palette.len()).unwrap_or_default();
                for (number, ([r, g, b], color)) in palette.iter().zip(colors.iter_mut()).enumerate() {
                    *color = Color::rgba(*r, *g, *b, alphas.get(number).copied().unwrap_or(255));
                }
            }
            (ColorType::Grayscale, _) if bits <= 8 && alphas.is_none() => {
                let most = (1 << bits) - 1;
                for (number, color) in colors.iter_mut().enumerate().take(most + 1) {
                    let light = (number * 255 / most) as u8;
                    *color = Color::rgba(light, light, light, 255);
                }
            }
            _ => return None,
        }
        Some(Meaning::Numbers { bits, colors })
    }

    /// Returns the number of bits of a pixel.
    fn bits(&self) -> usize {
        match self {
            Meaning::Numbers { bits, .. } => *bits,
            Meaning::Samples(layout) => 8 * layout.pixel_bytes(),
        }
    }

    /// Returns the colour of a pixel of a row.
    fn color(&self, row: &[u8], x: usize) -> Color {
        match self {
            Meaning::Numbers { bits, colors } => {
                let shift = 8 - bits - x * bits % 8;
                let number = row[x * bits / 8] >> shift & (0xff >> (8 - bits));
                colors[usize::from(number)]
            }
            Meaning::Samples(layout) => layout.color(&row[x * layout.pixel_bytes()..]),
        }
    }

    /// Returns a row's pixels if its bytes are their colours already.
    fn plain<'a>(&self, row: &'a [u8]) -> Option<&'a [Color]> {
        match self {
            Meaning::Samples(layout) => layout.plain(row),
            Meaning::Numbers { .. } => None,
        }
    }

    /// Appends the colours of some pixels of a row.
    fn append(&self, row: &[u8], from: usize, to: usize, out: &mut Vec<Color>) {
        match self {
            Meaning::Numbers { bits: 8, colors } => {
                out.extend(row[from..to].iter().map(|number| colors[usize::from(*number)]));
            }
            Meaning::Numbers { bits, colors } => {
                // A byte's pixels at once; those beside the wanted ones are taken off again.
                let (each, mask) = (8 / bits, 0xff >> (8 - bits));
                let begin = out.len();
                for byte in &row[from / each..to.div_ceil(each)] {
                    let pixel = |at: usize| colors[usize::from(byte >> (8 - bits - at * bits) & mask)];
                    out.extend((0..each).map(pixel));
                }
                out.truncate(begin + to - from / each * each);
                out.drain(begin..begin + from % each);
            }
            Meaning::Samples(layout) => {
                let size = layout.pixel_bytes();
                out.extend(row[from * size..to * size].chunks_exact(size).map(|pixel| layout.color(pixel)));
            }
        }
    }
}

/// Some rows of a file, as bytes.
struct Band {
    meaning: Meaning,
    /// Number of bytes of a row.
    stride: usize,
    bytes: Vec<u8>,
    /// The first row of all that are alike and lie together.
    distinct: Vec<usize>,
}

impl Band {
    fn row(&self, y: usize) -> &[u8] {
        &self.bytes[y * self.stride..][..self.stride]
    }

    /// Reads so many rows in the place of the last ones.
    fn read(&mut self, reader: &mut Reader<Chunks<'_>>, count: usize) -> Result<()> {
        self.bytes.clear();
        self.distinct.clear();
        for y in 0..count {
            // A decoder that has no more rows has said so as an error before.
            if let Some(row) = reader.next_row().map_err(refused)? {
                self.bytes.extend_from_slice(row.data());
            }
            self.bytes.resize((y + 1) * self.stride, 0);
            if y == 0 || differs(self.row(y), self.row(y - 1)) {
                self.distinct.push(y);
            }
        }
        Ok(())
    }

    /// Returns the colour of some columns if their bytes say that they have only one.
    fn solid(&self, from: usize, to: usize) -> Option<Color> {
        let bits = self.meaning.bits();
        let bytes = from * bits / 8..(to * bits).div_ceil(8);
        let first = self.row(0).get(bytes.clone())?;
        let repeated = if bits >= 8 {
            let size = bits / 8;
            !differs(&first[size..], &first[..first.len() - size])
        } else {
            // A byte of equal pixels: all that it holds follow from the first.
            let most = 0xff >> (8 - bits);
            let number = first[0] >> (8 - bits);
            first.iter().all(|byte| *byte == number * (0xff / most))
        };
        let alike = |y: &usize| !differs(&self.row(*y)[bytes.clone()], first);
        (repeated && self.distinct[1..].iter().all(alike)).then(|| self.meaning.color(self.row(0), from))
    }
}

/// Opens a file for reading by rows of bytes.
fn opened<'a>(file: &'a [u8], header: &Header) -> Result<(Reader<Chunks<'a>>, Band)> {
    let mut plain = decoder(file);
    plain.set_transformations(Transformations::IDENTITY);
    let reader = plain.read_info().map_err(refused)?;
    let (reader, meaning) = match Meaning::of_numbers(reader.info()) {
        Some(meaning) => (reader, meaning),
        None => {
            let reader = decoder(file).read_info().map_err(refused)?;
            let (color, depth) = reader.output_color_type();
            (reader, Meaning::Samples(Layout { color, deep: depth == BitDepth::Sixteen }))
        }
    };
    let stride = (header.width as usize * meaning.bits()).div_ceil(8);
    Ok((reader, Band { meaning, stride, bytes: Vec::new(), distinct: Vec::new() }))
}

/// Returns where a row of tiles ends that a place lies in, within `side`. Tiles begin `offset` pixels before the first place.
fn tile_end(at: u32, offset: u32, side: u32) -> u32 {
    (((at + offset) / TILE + 1) * TILE - offset).min(side)
}

/// Calls a function with each area of a file, from top to bottom and from left to right in a row of tiles, and reads the file to
/// its end. The picture's first pixel stands at `offset` in its tile.
pub(super) fn each_area(
    file: &[u8],
    header: &Header,
    offset: (u32, u32),
    mut put: impl FnMut(Area<'_>) -> Result<()>,
) -> Result<()> {
    if header.interlaced {
        return each_row(file, header, |y, pixels| put(Area::Row { x: 0, y, pixels }));
    }
    let (mut reader, mut band) = opened(file, header)?;
    let (mut y, mut pixels) = (0, Vec::new());
    while y < header.height {
        let bottom = tile_end(y, offset.1, header.height);
        band.read(&mut reader, (bottom - y) as usize)?;
        pause::point(4 * band.bytes.len())?;
        let mut x = 0;
        while x < header.width {
            let mut right = tile_end(x, offset.0, header.width);
            let solid = band.solid(x as usize, right as usize);
            while right < header.width {
                let next = tile_end(right, offset.0, header.width);
                if band.solid(right as usize, next as usize) != solid {
                    break;
                }
                right = next;
            }
            match solid {
                Some(color) => {
                    let rect = Rect::new(x as i32, y as i32, (right - x) as i32, (bottom - y) as i32);
                    put(Area::Solid { rect, color })?;
                }
                None => {
                    for (index, y) in (y..bottom).enumerate() {
                        let row = band.row(index);
                        let pixels = match band.meaning.plain(row) {
                            Some(plain) => &plain[x as usize..right as usize],
                            None => {
                                pixels.clear();
                                band.meaning.append(row, x as usize, right as usize, &mut pixels);
                                &pixels[..]
                            }
                        };
                        put(Area::Row { x, y, pixels })?;
                        pause::point(WORK * pixels.len())?;
                    }
                }
            }
            x = right;
        }
        y = bottom;
    }
    reader.finish().map_err(refused)
}
