//! Cels of an Aseprite file: rows of pixels, packed or not, laid on the canvas where they belong.
//!
//! A cel is as large as its picture and may lie anywhere, so what is outside of the canvas is cut.
//! It unpacks row by row into the drawing, and no picture is ever held. How many pixels all cels
//! have together is limited: some kilobytes can unpack to gigabytes, and doing so for every cel
//! would take hours.

use super::bytes::Bytes;
use super::damaged;
use super::header::Depth;
use super::notes::{Note, Notes};
use super::tiles::{self, Tiles};
use crate::color::{Color, product};
use crate::document::{Bounds, Plane, TILE, kept};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::memory::Memory;
use crate::pause;
use flate2::bufread::ZlibDecoder;
use std::io::{self, Read};

/// Maximum number of pixels of all cels together: a drawing holds a quarter of them if they all differ.
pub(super) const MAX_PIXELS: u64 = 1 << 30;

/// Maximum number of bytes that one byte of deflated data can unpack to.
const MAX_RATIO: u64 = 1032;

/// What a cel shows.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'a> {
    /// Pixels.
    Image { size: (u32, u32), data: Data<'a> },
    /// The cel of another frame.
    Link(u32),
    /// Tiles.
    Tiles(Tiles<'a>),
}

/// Pixels or tiles as they lie in the file.
#[derive(Clone, Copy, Debug)]
pub(super) enum Data<'a> {
    Raw(&'a [u8]),
    Packed(&'a [u8]),
}

/// A cel.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cel<'a> {
    pub(super) at: (i32, i32),
    pub(super) opacity: u8,
    pub(super) z_index: i16,
    pub(super) content: Content<'a>,
    /// Where the image of a reference layer is shown, if not as it is.
    pub(super) bounds: Option<Bounds>,
}

impl<'a> Cel<'a> {
    /// Returns where its image is as it is, or `None` if it has none of its own.
    pub(super) fn rect(&self) -> Option<Rect> {
        let Content::Image { size, .. } = self.content else { return None };
        Some(Rect::new(self.at.0, self.at.1, size.0 as i32, size.1 as i32))
    }

    /// Reads a cel's chunk behind the number of its layer. `None` for one without pixels or of an unknown kind.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if the chunk is cut short.
    pub(super) fn read(chunk: &mut Bytes<'a>, depth: Depth, notes: &mut Notes) -> Result<Option<Cel<'a>>> {
        let (x, y, opacity) = (chunk.short()?, chunk.short()?, chunk.byte()?);
        let (kind, z_index) = (chunk.word()?, chunk.short()?);
        chunk.take(5)?;
        let content = match kind {
            1 => Content::Link(chunk.word()?.into()),
            0 | 2 => {
                let size = (u32::from(chunk.word()?), u32::from(chunk.word()?));
                let bytes = depth.bytes() as u64 * u64::from(size.0) * u64::from(size.1);
                let data = if kind == 0 { Data::raw(chunk.0, bytes)? } else { Data::Packed(chunk.0) };
                Content::Image { size, data }
            }
            3 => Content::Tiles(Tiles::read(chunk)?),
            _ => {
                notes.add(Note::StrangeCel, 1);
                return Ok(None);
            }
        };
        let size = match content {
            Content::Image { size, .. } => size,
            Content::Tiles(tiles) => tiles.size,
            Content::Link(_) => (1, 1),
        };
        let any = size.0 > 0 && size.1 > 0;
        Ok(any.then_some(Cel { at: (x.into(), y.into()), opacity, z_index, content, bounds: None }))
    }
}

impl<'a> Data<'a> {
    fn raw(bytes: &'a [u8], needed: u64) -> Result<Data<'a>> {
        let there = usize::try_from(needed).ok().and_then(|needed| bytes.get(..needed));
        Ok(Data::Raw(there.ok_or_else(short)?))
    }

    /// Returns a reader of the bytes, after it was checked that they can unpack to so many at all.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if they can't.
    pub(super) fn reader(self, needed: u64) -> Result<Reader<'a>> {
        match self {
            Data::Raw(bytes) => Ok(Reader::Raw(bytes)),
            Data::Packed(bytes) if needed / MAX_RATIO > bytes.len() as u64 => Err(short()),
            Data::Packed(bytes) => Ok(Reader::Packed(Box::new(ZlibDecoder::new(bytes)))),
        }
    }
}

fn short() -> Error {
    damaged("a cel has too few pixels")
}

fn unpacking(error: io::Error) -> Error {
    if error.kind() == io::ErrorKind::UnexpectedEof {
        short()
    } else {
        damaged("a cel's pixels can't be unpacked")
    }
}

/// A reader of pixels or tiles.
#[derive(Debug)]
pub(super) enum Reader<'a> {
    Raw(&'a [u8]),
    Packed(Box<ZlibDecoder<&'a [u8]>>),
}

impl Reader<'_> {
    /// Fills a row with the bytes that follow.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if there are too few or they can't be unpacked, and
    /// [`Error::Stopped`](crate::Error::Stopped).
    pub(super) fn fill(&mut self, row: &mut [u8]) -> Result<()> {
        pause::point(row.len())?;
        let read = match self {
            Reader::Raw(bytes) => bytes.read_exact(row),
            Reader::Packed(decoder) => decoder.read_exact(row),
        };
        read.map_err(unpacking)
    }

    /// Reads the end of what was packed, where its checksum is compared.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if that differs.
    pub(super) fn finish(mut self) -> Result<()> {
        match &mut self {
            Reader::Packed(decoder) => decoder.read(&mut [0]).map(|_| ()).map_err(unpacking),
            Reader::Raw(_) => Ok(()),
        }
    }
}

/// What the bytes of pixels mean.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look<'a> {
    pub(super) depth: Depth,
    /// The colours of the frame's palette; others are transparent.
    pub(super) colors: &'a [Color],
    /// The number that is transparent whatever colour it has.
    pub(super) transparent: Option<u8>,
    /// Opacity that is multiplied into the pixels: that of the cel if the drawing has no room for it.
    pub(super) opacity: u8,
}

impl Look<'_> {
    /// Converts a row of pixels.
    pub(super) fn convert(&self, bytes: &[u8], row: &mut [Color]) {
        let pixels = bytes.chunks_exact(self.depth.bytes()).zip(row);
        for (pixel, color) in pixels {
            *color = match *pixel {
                [r, g, b, a] => Color::rgba(r, g, b, a),
                [grey, a] => Color::rgba(grey, grey, grey, a),
                [index] if self.transparent == Some(index) => Color::TRANSPARENT,
                [index] => self.colors.get(usize::from(index)).copied().unwrap_or(Color::TRANSPARENT),
                _ => Color::TRANSPARENT,
            };
            if self.opacity < 255 {
                color.bytes[3] = product(color.bytes[3], self.opacity);
            }
        }
    }
}

/// Where cels are drawn, and how many pixels may still be.
#[derive(Debug)]
pub(super) struct Canvas {
    pub(super) size: (u32, u32),
    /// Number of pixels that were unpacked.
    unpacked: u64,
}

impl Canvas {
    pub(super) fn new(size: (u32, u32)) -> Canvas {
        Canvas { size, unpacked: 0 }
    }

    /// Counts pixels that are going to be unpacked.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) past [`MAX_PIXELS`].
    pub(super) fn count(&mut self, pixels: u64) -> Result<()> {
        self.unpacked = self.unpacked.saturating_add(pixels);
        let unpacked = self.unpacked.min(i64::MAX as u64) as i64;
        in_range("number of pixels of all cels", unpacked, 0, MAX_PIXELS as i64)
    }

    /// Returns the part of a cel that is kept: on the canvas and beyond it.
    pub(super) fn visible(&self, at: (i32, i32), size: (u64, u64)) -> Rect {
        // A cel is wider than any canvas at most by what a rectangle can have.
        let side = |length: u64| length.min(1 << 24) as i32;
        let whole = Rect::new(at.0, at.1, side(size.0), side(size.1));
        let shown = whole.intersect(kept(self.size));
        if shown.is_empty() { Rect::EMPTY } else { shown }
    }

    /// Draws a cel on an empty plane.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged), [`Error::Range`](crate::Error::Range) past [`MAX_PIXELS`],
    /// and [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub(super) fn draw(
        &mut self,
        plane: &mut Plane<'_, Memory>,
        cel: &Cel<'_>,
        look: Look<'_>,
        tiles: Option<&tiles::Pixels>,
    ) -> Result<()> {
        match (cel.content, tiles) {
            (Content::Image { size, data }, _) => match cel.bounds {
                Some(bounds) => self.draw_scaled(plane, bounds, size, data, look),
                None => self.draw_image(plane, cel.at, size, data, look),
            },
            (Content::Tiles(map), Some(tiles)) => tiles::draw(self, plane, cel.at, &map, tiles, look),
            _ => Ok(()),
        }
    }

    fn draw_image(
        &mut self,
        plane: &mut Plane<'_, Memory>,
        at: (i32, i32),
        size: (u32, u32),
        data: Data<'_>,
        look: Look<'_>,
    ) -> Result<()> {
        let shown = self.visible(at, (size.0.into(), size.1.into()));
        if shown.is_empty() {
            return Ok(());
        }
        let pixels = u64::from(size.0) * u64::from(size.1);
        let bytes = look.depth.bytes();
        self.count(pixels)?;
        let mut reader = data.reader(pixels * bytes as u64)?;
        let mut packed = vec![0; size.0 as usize * bytes];
        let mut row = vec![Color::TRANSPARENT; shown.width as usize];
        let left = (shown.x - at.0) as usize * bytes;
        for y in at.1..at.1 + size.1 as i32 {
            reader.fill(&mut packed)?;
            if (shown.y..shown.bottom()).contains(&y) {
                look.convert(packed.get(left..).unwrap_or(&[]), &mut row);
                put(plane, shown, y, &row)?;
            }
        }
        reader.finish()
    }

    /// Draws an image within bounds, each pixel as the image is at its middle.
    fn draw_scaled(
        &mut self,
        plane: &mut Plane<'_, Memory>,
        bounds: Bounds,
        size: (u32, u32),
        data: Data<'_>,
        look: Look<'_>,
    ) -> Result<()> {
        let ((x, width), (y, height)) = (bounds.span(0), bounds.span(1));
        let shown = self.visible((x, y), (width, height));
        if shown.is_empty() {
            return Ok(());
        }
        let (pixels, bytes) = (u64::from(size.0) * u64::from(size.1), look.depth.bytes());
        self.count(pixels + shown.width as u64 * shown.height as u64)?;
        let mut reader = data.reader(pixels * bytes as u64)?;
        let mut packed = vec![0; size.0 as usize * bytes];
        let mut whole = vec![Color::TRANSPARENT; size.0 as usize];
        let columns: Vec<_> = (shown.x..shown.right()).map(|x| bounds.shown(0, x, size.0) as usize).collect();
        let (mut row, mut y) = (vec![Color::TRANSPARENT; columns.len()], shown.y);
        for at in 0..size.1 {
            reader.fill(&mut packed)?;
            if y == shown.bottom() || bounds.shown(1, y, size.1) != at {
                continue;
            }
            look.convert(&packed, &mut whole);
            // What is moved loses the colours of what is invisible, and is the same image nevertheless.
            let visible = |color: Color| if color.is_transparent() { Color::TRANSPARENT } else { color };
            row.iter_mut().zip(&columns).for_each(|(pixel, column)| *pixel = visible(whole[*column]));
            while y < shown.bottom() && bounds.shown(1, y, size.1) == at {
                put(plane, shown, y, &row)?;
                y += 1;
            }
        }
        reader.finish()
    }
}

/// Puts a row of a picture that is drawn from top to bottom within a rectangle, and collapses a row of tiles when it
/// is complete: so tiles of one colour take no memory while others are drawn.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn put(plane: &mut Plane<'_, Memory>, shown: Rect, y: i32, row: &[Color]) -> Result<()> {
    let tile = TILE as i32;
    plane.put_beyond(shown.x, y, row)?;
    let complete = (y + 1) % tile == 0 && shown.width >= tile && shown.height >= tile;
    if complete { plane.compact_beyond(y, shown) } else { Ok(()) }
}
