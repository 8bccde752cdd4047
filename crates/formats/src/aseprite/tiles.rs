//! Layers of tiles, drawn as pixels: a map of numbers, and a set of pictures of one size.
//!
//! A tile in a map is a number of the set and three flips. The pixel at (x, y) is mirrored left to
//! right and top to bottom first, and then its two coordinates are swapped, to find it in the
//! picture. In today's files number 0 is the empty tile; in some early ones that was the number of
//! all ones.

use super::bytes::Bytes;
use super::cels::{Canvas, Data, Look, put};
use super::damaged;
use super::header::Depth;
use crate::color::Color;
use crate::document::Plane;
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;

/// Maximum number of bytes of a tileset's pixels: they are all needed at once.
const MAX_TILES: i64 = 64 << 20;

/// Flags of a tileset's chunk.
const OUTSIDE: u32 = 1;
const INSIDE: u32 = 2;
const ZERO_IS_EMPTY: u32 = 4;

/// Tiles as they lie in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tileset<'a> {
    pub(super) zero_is_empty: bool,
    pub(super) size: (u32, u32),
    pub(super) count: u32,
    /// The packed pixels, or `None` if they are in another file.
    data: Option<&'a [u8]>,
}

impl<'a> Tileset<'a> {
    /// Reads a tileset's chunk. Returns its number too.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if the chunk is cut short.
    pub(super) fn read(chunk: &mut Bytes<'a>) -> Result<(u32, Tileset<'a>)> {
        let (id, flags, count) = (chunk.long()?, chunk.long()?, chunk.long()?);
        let size = (chunk.word()?.into(), chunk.word()?.into());
        chunk.take(16)?;
        chunk.text()?;
        if flags & OUTSIDE != 0 {
            chunk.take(8)?;
        }
        let data = if flags & INSIDE != 0 {
            let len = chunk.long()?;
            Some(chunk.take(len as usize)?)
        } else {
            None
        };
        Ok((id, Tileset { zero_is_empty: flags & ZERO_IS_EMPTY != 0, size, count, data }))
    }

    /// Unpacks the tiles. `None` if they are not in the file.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`], [`Error::Range`] for too many pixels, and [`Error::OutOfMemory`].
    pub(super) fn unpack(&self, depth: Depth, canvas: &mut Canvas) -> Result<Option<Pixels>> {
        let Some(data) = self.data.filter(|_| self.size.0 > 0 && self.size.1 > 0) else { return Ok(None) };
        // Three numbers of 16, 16 and 32 bits: no product of them overflows.
        let pixels = u64::from(self.size.0) * u64::from(self.size.1) * u64::from(self.count);
        let bytes = pixels.saturating_mul(depth.bytes() as u64);
        in_range("bytes of a tileset", bytes.min(i64::MAX as u64) as i64, 0, MAX_TILES)?;
        canvas.count(pixels)?;
        let mut reader = Data::Packed(data).reader(bytes)?;
        let (mut all, len) = (Vec::new(), bytes as usize);
        let refused = |_| Error::OutOfMemory { what: "tileset", bytes, limit: 0 };
        all.try_reserve_exact(len).map_err(refused)?;
        all.resize(len, 0);
        all.chunks_mut(1 << 16).try_for_each(|part| reader.fill(part))?;
        reader.finish()?;
        Ok(Some(Pixels { tileset: Tileset { data: None, ..*self }, bytes: all }))
    }
}

/// Unpacked tiles.
#[derive(Debug)]
pub(super) struct Pixels {
    pub(super) tileset: Tileset<'static>,
    pub(super) bytes: Vec<u8>,
}

impl Pixels {
    /// Returns the bytes of a tile's pixel, or `None` if the tile is empty or does not exist.
    pub(super) fn pixel(&self, depth: Depth, tile: u32, (x, y): (u32, u32)) -> Option<&[u8]> {
        let Tileset { zero_is_empty, size: (width, height), count, .. } = self.tileset;
        let none = tile >= count || zero_is_empty && tile == 0 || x >= width || y >= height;
        if none {
            return None;
        }
        let (width, height) = (width as usize, height as usize);
        let at = ((tile as usize * height + y as usize) * width + x as usize) * depth.bytes();
        self.bytes.get(at..at + depth.bytes())
    }
}

/// A map of tiles as it lies in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tiles<'a> {
    /// Number of columns and rows.
    pub(super) size: (u32, u32),
    /// The bits of a tile's number, and of its flips: left to right, top to bottom, and along the diagonal.
    pub(super) number: u32,
    flips: [u32; 3],
    pub(super) data: &'a [u8],
}

impl<'a> Tiles<'a> {
    /// Reads what follows in a cel's chunk.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it is cut short, or its tiles are not 32 bits each.
    pub(super) fn read(chunk: &mut Bytes<'a>) -> Result<Tiles<'a>> {
        let size = (chunk.word()?.into(), chunk.word()?.into());
        if chunk.word()? != 32 {
            return Err(damaged("its tiles are not 32 bits each"));
        }
        let (number, flips) = (chunk.long()?, [chunk.long()?, chunk.long()?, chunk.long()?]);
        chunk.take(10)?;
        Ok(Tiles { size, number, flips, data: chunk.0 })
    }

    /// Returns the number of a tile, and its flips.
    pub(super) fn decode(&self, tile: u32) -> (u32, [bool; 3]) {
        let shift = self.number.trailing_zeros();
        let number = (tile & self.number).checked_shr(shift).unwrap_or(0);
        // The number of all ones is empty where zero is not, and no set has so many tiles.
        let number = if tile == u32::MAX { tile } else { number };
        (number, self.flips.map(|mask| mask != 0 && tile & mask == mask))
    }
}

/// Draws a map of tiles on an empty plane.
///
/// # Errors
/// As [`Canvas::draw`].
pub(super) fn draw(
    canvas: &mut Canvas,
    plane: &mut Plane<'_, Memory>,
    at: (i32, i32),
    map: &Tiles<'_>,
    tiles: &Pixels,
    look: Look<'_>,
) -> Result<()> {
    let (width, height) = tiles.tileset.size;
    let (columns, rows) = map.size;
    let all = (u64::from(columns) * u64::from(width), u64::from(rows) * u64::from(height));
    let shown = canvas.visible(at, all);
    if shown.is_empty() {
        return Ok(());
    }
    let cells = u64::from(columns) * u64::from(rows);
    canvas.count(cells + shown.width as u64 * shown.height as u64)?;
    let mut reader = Data::Packed(map.data).reader(cells * 4)?;
    let mut packed = vec![0; columns as usize * 4];
    let mut row = vec![Color::TRANSPARENT; shown.width as usize];
    let mut line = 0;
    for y in shown.y..shown.bottom() {
        let down = (y - at.1) as u32;
        // Rows of the map are read as they are reached, those above the canvas as well.
        while line <= down / height {
            reader.fill(&mut packed)?;
            line += 1;
        }
        let numbers = packed.as_chunks::<4>().0;
        for (x, color) in (shown.x..).zip(&mut row) {
            let across = (x - at.0) as u32;
            let tile = numbers.get((across / width) as usize).map_or(0, |tile| u32::from_le_bytes(*tile));
            let (number, flips) = map.decode(tile);
            let place = place((across % width, down % height), (width, height), flips);
            *color = Color::TRANSPARENT;
            if let Some(pixel) = tiles.pixel(look.depth, number, place) {
                look.convert(pixel, std::slice::from_mut(color));
            }
        }
        put(plane, shown, y, &row)?;
    }
    while line < rows {
        reader.fill(&mut packed)?;
        line += 1;
    }
    reader.finish()
}

/// Returns the place in a tile's picture of a pixel of a tile that is flipped.
pub fn place(
    (x, y): (u32, u32),
    (width, height): (u32, u32),
    [across, down, diagonal]: [bool; 3],
) -> (u32, u32) {
    let x = if across { width - 1 - x } else { x };
    let y = if down { height - 1 - y } else { y };
    if diagonal { (y, x) } else { (x, y) }
}
