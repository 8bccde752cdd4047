//! The map from pixels to tiles: three levels of entries, read only.
//!
//! A canvas may be 32768 pixels a side, mostly empty or mostly of one colour. A
//! *plane* (the pixels of a cel, of the selection, of what floats) is a record of
//! four entries, one for each quadrant of 16384×16384. A quadrant's page has 512
//! entries for blocks of 1024×512 pixels; a block's page has 512 entries for tiles
//! of 32×32; a tile's page has its pixels.
//!
//! An entry is a page and a base colour, and every level stores *differences* from
//! the level above: a pixel is the XOR of all bases on the way to it and of its own
//! word, if there is a page for it. So a fresh page, all zero, changes no pixel;
//! whatever is of one colour needs no page below it; and a stroke on a filled canvas
//! changes no more bytes than one on an empty canvas.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(16384, 16384)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 16384, 16384), Color::BLACK)?;
//! let fill = document.commit("Fill", Color::ADDED, 0)?.map(|commit| commit.bytes());
//! assert!(fill < Some(512), "a fill of the whole canvas writes one entry");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::{address, read};
use crate::color::Color;
use crate::geometry::Rect;
use crate::memory::{Memory, PAGE};
use bytemuck::{Pod, Zeroable};

/// The pixels along a tile's side.
pub const TILE: u32 = 32;

/// A block's columns and rows of pixels.
pub(super) const BLOCK: (u32, u32) = (1024, 512);

/// A quadrant's columns and rows of pixels.
pub(super) const QUADRANT: u32 = 16384;

/// Entries in a page of the map.
pub(super) const ENTRIES: u32 = (PAGE / 8) as u32;

/// What the map says of a quadrant, a block or a tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Entry {
    /// The page of the level below, or 0 where all is one colour.
    pub(super) page: u32,
    /// The difference from the colour of the level above.
    pub(super) base: Color,
}

/// A plane's record: its quadrants, row by row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Roots {
    pub(super) quadrants: [Entry; 4],
}

/// The bytes of a plane's record.
pub(super) const ROOTS: u64 = std::mem::size_of::<Roots>() as u64;

pub(super) fn xor(a: Color, b: Color) -> Color {
    Color { bytes: (u32::from_ne_bytes(a.bytes) ^ u32::from_ne_bytes(b.bytes)).to_ne_bytes() }
}

/// The addresses of the three entries that lead to a pixel, the two lower ones within their pages.
pub(super) fn quadrant_at(plane: u64, x: u32, y: u32) -> u64 {
    plane + u64::from(y / QUADRANT * 2 + x / QUADRANT) * 8
}

pub(super) fn block_at(page: u32, x: u32, y: u32) -> u64 {
    address(page, u64::from(y % QUADRANT / BLOCK.1 * 16 + x % QUADRANT / BLOCK.0) * 8)
}

pub(super) fn tile_at(page: u32, x: u32, y: u32) -> u64 {
    address(page, u64::from(y % BLOCK.1 / TILE * 32 + x % BLOCK.0 / TILE) * 8)
}

/// What lies at a pixel: the page of its tile, or 0 where there is one colour around it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub(super) page: u32,
    pub(super) base: Color,
    /// The aligned rectangle around the pixel that is of one colour, or the tile.
    pub(super) area: Rect,
}

fn aligned(x: u32, y: u32, width: u32, height: u32) -> Rect {
    Rect::new((x / width * width) as i32, (y / height * height) as i32, width as i32, height as i32)
}

/// Follows the map to a pixel.
pub(super) fn find(memory: &Memory, plane: u64, x: u32, y: u32) -> Found {
    let root: Entry = read(memory, quadrant_at(plane, x, y));
    if root.page == 0 {
        return Found { page: 0, base: root.base, area: aligned(x, y, QUADRANT, QUADRANT) };
    }
    let block: Entry = read(memory, block_at(root.page, x, y));
    let base = xor(root.base, block.base);
    if block.page == 0 {
        return Found { page: 0, base, area: aligned(x, y, BLOCK.0, BLOCK.1) };
    }
    let tile: Entry = read(memory, tile_at(block.page, x, y));
    Found { page: tile.page, base: xor(base, tile.base), area: aligned(x, y, TILE, TILE) }
}

/// A tile's page as differences from its base; empty if it can't be there.
pub(super) fn pixels(memory: &Memory, page: u32) -> &[Color] {
    memory.page(page).map_or(&[], bytemuck::cast_slice)
}

/// Pixels of one row that lie in one tile, or in one area of one colour.
pub(super) enum Run<'a> {
    /// So many of this colour.
    Solid(Color),
    /// The tile's row as differences from the base; of them the first, and every n-th after it.
    Tile { row: &'a [Color], first: usize, base: Color },
}

/// Goes along a row from a column on, taking every `step`-th pixel, `count` of them.
///
/// `take` gets each run's first index and its length, both counted in taken pixels.
pub(super) fn along<'a>(
    memory: &'a Memory,
    plane: u64,
    (x, y): (u32, u32),
    step: u32,
    count: usize,
    mut take: impl FnMut(usize, usize, Run<'a>),
) {
    let mut done = 0;
    while done < count {
        let at = x + done as u32 * step;
        let Found { page, base, area } = find(memory, plane, at, y);
        let length = ((area.right() as u32 - at).div_ceil(step) as usize).min(count - done);
        let start = (y % TILE * TILE) as usize;
        match pixels(memory, page).get(start..start + TILE as usize) {
            Some(row) if page != 0 => {
                take(done, length, Run::Tile { row, first: (at % TILE) as usize, base });
            }
            _ => take(done, length, Run::Solid(base)),
        }
        done += length;
    }
}

/// Reads pixels of one row, every `step`-th; the columns must lie within 32768.
pub(super) fn read_row(memory: &Memory, plane: u64, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
    let count = out.len();
    along(memory, plane, (x, y), step, count, |from, length, run| {
        let part = &mut out[from..from + length];
        match run {
            Run::Solid(color) => part.fill(color),
            Run::Tile { row, first, base } => {
                let picked = row[first..].iter().step_by(step as usize);
                part.iter_mut().zip(picked).for_each(|(out, pixel)| *out = xor(base, *pixel));
            }
        }
    });
}

/// A part of a plane: of one colour, or within one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Piece {
    pub(super) rect: Rect,
    /// The colour, where there is but one.
    pub(super) solid: Option<Color>,
}

/// Cuts a rectangle into pieces, as large as they are of one colour.
pub(super) fn pieces(memory: &Memory, plane: u64, rect: Rect) -> impl Iterator<Item = Piece> + '_ {
    let mut rows = rect.y..rect.bottom();
    let mut queue: Vec<Piece> = Vec::new();
    std::iter::from_fn(move || {
        while queue.is_empty() {
            // A band is as high as the lowest piece in it, so that no piece is met twice.
            let y = rows.next()?;
            let (mut x, mut bottom) = (rect.x, rect.bottom());
            while x < rect.right() {
                let Found { page, base, area } = find(memory, plane, x as u32, y as u32);
                bottom = bottom.min(area.bottom());
                let part = Rect::new(x, y, area.right().min(rect.right()) - x, 1);
                queue.push(Piece { rect: part, solid: (page == 0).then_some(base) });
                x = area.right();
            }
            queue.iter_mut().for_each(|piece| piece.rect.height = bottom - y);
            queue.reverse();
            rows.start = bottom;
        }
        queue.pop()
    })
}

/// The smallest rectangle around all pixels that are not transparent.
pub(super) fn bounds(memory: &Memory, plane: u64) -> Rect {
    let mut around = Rect::EMPTY;
    let side = 2 * QUADRANT as i32;
    for Piece { rect, solid } in pieces(memory, plane, Rect::new(0, 0, side, side)) {
        if rect.intersect(around) == rect || solid == Some(Color::TRANSPARENT) {
            continue;
        }
        if solid.is_some() {
            around = around.union(rect);
            continue;
        }
        let mut row = [Color::TRANSPARENT; TILE as usize];
        for y in rect.y..rect.bottom() {
            read_row(memory, plane, (rect.x as u32, y as u32), 1, &mut row[..rect.width as usize]);
            let shown = |pixel: &Color| *pixel != Color::TRANSPARENT;
            let line = &row[..rect.width as usize];
            if let (Some(first), Some(last)) = (line.iter().position(shown), line.iter().rposition(shown)) {
                let line = Rect::new(rect.x + first as i32, y, (last - first) as i32 + 1, 1);
                around = around.union(line);
            }
        }
    }
    around
}
