//! The map from pixels to tiles: four levels of pages, read only.
//!
//! A canvas may be 32768 pixels a side, mostly empty or mostly of one colour. A
//! *plane* (the pixels of a cel, of the selection, of what floats) is a tree of the
//! memory. Its leaves are tiles of 32×32 pixels; 512 of them are a block of 1024×512
//! pixels; 512 of those are a quadrant of 16384×16384, of which there are four. The
//! page of a block has a base colour for each of its tiles, that of a quadrant one for
//! each of its blocks, that of the root one for each quadrant.
//!
//! Every level stores *differences* from the level above: a pixel is the XOR of the
//! three bases on the way to it and of its own word, where an absent page has zeros.
//! So whatever is of one colour needs no page below it; a stroke on a filled canvas
//! changes no more bytes than one on an empty canvas; and what changed in a pixel
//! follows from what changed in four words.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(16384, 16384)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 16384, 16384), Color::BLACK)?;
//! let fill = document.commit("Fill", Color::ADDED, 0)?.map(|commit| commit.bytes());
//! assert!(fill < Some(512), "a fill of the whole canvas writes one base");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::info::MAX_SIDE;
use super::stamp::shifted;
use super::window::{Piece, Sight};
use crate::color::Color;
use crate::geometry::Rect;
use crate::memory::{FAN, Page, PageAddress, Tree, Twig};
use std::convert::Infallible;

/// Columns and rows of pixels in a tile.
pub const TILE: u32 = 32;

/// Columns and rows of pixels in a block.
pub(super) const BLOCK: (u32, u32) = (1024, 512);

/// Columns and rows of pixels in a quadrant.
pub(super) const QUADRANT: u32 = 16384;

/// Returns what leads from one colour to another, or the colour that it leads to.
pub(in crate::document) fn xor(a: Color, b: Color) -> Color {
    Color { bytes: (u32::from_ne_bytes(a.bytes) ^ u32::from_ne_bytes(b.bytes)).to_ne_bytes() }
}

/// Returns the index of the tile around a pixel. Its bits from 9 on are the block's index, those
/// from 18 on the quadrant's.
#[inline]
pub const fn tile_of(x: u32, y: u32) -> u32 {
    let quadrant = y / QUADRANT * 2 + x / QUADRANT;
    let block = y % QUADRANT / BLOCK.1 * (QUADRANT / BLOCK.0) + x % QUADRANT / BLOCK.0;
    let tile = y % BLOCK.1 / TILE * (BLOCK.0 / TILE) + x % BLOCK.0 / TILE;
    quadrant << 18 | block << 9 | tile
}

/// Returns the rectangle of a tile (level 0), a block or a quadrant by its index.
pub const fn area_of(level: u8, index: u32) -> Rect {
    let tile = index << (9 * level as u32);
    let (quadrant, block, tile) = (tile >> 18 & 3, tile >> 9 & 511, tile & 511);
    let x = quadrant % 2 * QUADRANT + block % 16 * BLOCK.0 + tile % 32 * TILE;
    let y = quadrant / 2 * QUADRANT + block / 16 * BLOCK.1 + tile / 32 * TILE;
    let (width, height) = match level {
        0 => (TILE, TILE),
        1 => BLOCK,
        _ => (QUADRANT, QUADRANT),
    };
    Rect::new(x as i32, y as i32, width as i32, height as i32)
}

/// Returns the pages on the way to a pixel of a plane, from its tile up, each with the index of the word there. The pixel is the XOR of
/// the four.
pub(in crate::document) fn way_to(tree: u32, x: u32, y: u32) -> [(PageAddress, usize); 4] {
    let tile = tile_of(x, y);
    let place = |level, index| PageAddress { tree, level, index };
    let base = |level: u8| {
        let index = tile >> (9 * (level - 1));
        (place(level, index >> 9), index as usize % FAN)
    };
    [(place(0, tile), (y % TILE * TILE + x % TILE) as usize), base(1), base(2), base(3)]
}

/// Returns a page's pixels, or its bases.
pub(in crate::document) fn colors(page: &Page) -> &[Color] {
    bytemuck::cast_slice(page)
}

/// Returns one of a page's bases; an absent page's are transparent.
#[inline]
pub(super) fn base(page: Option<&Page>, index: usize) -> Color {
    page.map_or(Color::TRANSPARENT, |page| colors(page)[index % FAN])
}

pub(super) fn is_zero(page: &Page) -> bool {
    page.iter().all(|word| *word == 0)
}

/// The tile or the area of one colour around a pixel.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Found<'a> {
    /// The page of the tile, or `None` for an area of one colour.
    pub(in crate::document) page: Option<&'a Page>,
    /// XOR of the bases above.
    pub(in crate::document) base: Color,
    /// The rectangle of the tile or the area, as it is seen. It may reach beyond the other side of the plane.
    pub(in crate::document) area: Rect,
}

pub fn aligned(x: u32, y: u32, width: u32, height: u32) -> Rect {
    Rect::new((x / width * width) as i32, (y / height * height) as i32, width as i32, height as i32)
}

/// Content of the block around a pixel.
enum Around<'a> {
    /// One colour, in an area of so many columns and rows.
    Solid(Color, (u32, u32)),
    /// Tiles, with the XOR of the bases above them.
    Tiles(Color, &'a Twig),
}

/// Follows the map to the block around a pixel.
#[inline]
fn around(tree: Option<&Tree>, x: u32, y: u32) -> Around<'_> {
    let all = (QUADRANT, QUADRANT);
    let Some(tree) = tree else { return Around::Solid(Color::TRANSPARENT, all) };
    let block = tile_of(x, y) as usize >> 9;
    let (quadrant, block) = (block >> 9, block & (FAN - 1));
    let color = base(tree.page(), quadrant);
    let Some(branch) = tree.branch(quadrant) else { return Around::Solid(color, all) };
    let color = xor(color, base(branch.page(), block));
    branch.twig(block).map_or(Around::Solid(color, BLOCK), |twig| Around::Tiles(color, twig))
}

/// Follows the map to a pixel.
#[inline]
pub(in crate::document) fn find(Sight { tree, corner }: Sight<'_>, x: u32, y: u32) -> Found<'_> {
    let (column, row) = corner.place(x, y);
    let by = (x as i32 - column as i32, y as i32 - row as i32);
    match around(tree, column, row) {
        Around::Solid(base, (width, height)) => {
            Found { page: None, base, area: shifted(aligned(column, row, width, height), by) }
        }
        Around::Tiles(above, twig) => {
            let tile = tile_of(column, row) as usize & (FAN - 1);
            let base = xor(above, base(twig.page(), tile));
            Found { page: twig.leaf(tile), base, area: shifted(aligned(column, row, TILE, TILE), by) }
        }
    }
}

/// Pixels of one row that lie in one tile, or in one area of one colour.
pub(super) enum Stretch<'a> {
    /// Pixels of one colour.
    Solid(Color),
    /// Pixels of a tile's row as differences from its base: from `first` on, every `step`-th.
    Tile { row: &'a [Color], first: usize, base: Color },
}

/// Visits every `step`-th pixel of a row, `count` of them, in stretches.
///
/// `take` gets the index of a stretch's first pixel and their number, both counted in visited pixels.
pub(super) fn along<'a>(
    Sight { tree, corner }: Sight<'a>,
    (x, y): (u32, u32),
    step: u32,
    count: usize,
    mut take: impl FnMut(usize, usize, Stretch<'a>),
) {
    let (x, y) = corner.place(x, y);
    let (mut at, mut done) = (x, 0);
    let until = |at: u32, end: u32, done: usize| ((end - at).div_ceil(step) as usize).min(count - done);
    let start = (y % TILE * TILE) as usize;
    while done < count {
        at %= MAX_SIDE;
        match around(tree, at, y) {
            Around::Solid(color, (width, _)) => {
                let length = until(at, (at / width + 1) * width, done);
                take(done, length, Stretch::Solid(color));
                (at, done) = (at + length as u32 * step, done + length);
            }
            Around::Tiles(above, twig) => {
                // The tiles of a block are met without going down to each from the root.
                let end = (at / BLOCK.0 + 1) * BLOCK.0;
                while at < end && done < count {
                    let tile = tile_of(at, y) as usize & (FAN - 1);
                    let base = xor(above, base(twig.page(), tile));
                    let length = until(at, (at / TILE + 1) * TILE, done);
                    let stretch = twig.leaf(tile).map_or(Stretch::Solid(base), |page| {
                        let row = &colors(page)[start..start + TILE as usize];
                        Stretch::Tile { row, first: (at % TILE) as usize, base }
                    });
                    take(done, length, stretch);
                    (at, done) = (at + length as u32 * step, done + length);
                }
            }
        }
    }
}

/// Reads every `step`-th pixel of a row, at most 32768 columns.
pub(in crate::document) fn read_row(sight: Sight<'_>, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
    let count = out.len();
    along(sight, (x, y), step, count, |from, length, stretch| {
        let part = &mut out[from..from + length];
        match stretch {
            Stretch::Solid(color) => part.fill(color),
            Stretch::Tile { row, first, base } => {
                let picked = row[first..].iter().step_by(step as usize);
                part.iter_mut().zip(picked).for_each(|(out, pixel)| *out = xor(base, *pixel));
            }
        }
    });
}

/// Reads a rectangle of at most 32×32 pixels into rows of 32.
pub(super) fn read_rect(sight: Sight<'_>, rect: Rect, out: &mut [Color; (TILE * TILE) as usize]) {
    for (y, row) in (rect.y..rect.bottom()).zip(out.chunks_mut(TILE as usize)) {
        read_row(sight, (rect.x as u32, y as u32), 1, &mut row[..rect.width as usize]);
    }
}

/// A part of a plane: of one colour, or within one tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) struct Segment {
    pub(in crate::document) rect: Rect,
    /// The colour, if it is the only one.
    pub(in crate::document) solid: Option<Color>,
}

/// Splits a rectangle into areas of one colour and parts of tiles.
pub(in crate::document) fn segments(sight: Sight<'_>, rect: Rect) -> impl Iterator<Item = Segment> + '_ {
    let mut rows = rect.y..rect.bottom();
    let mut queue: Vec<Segment> = Vec::new();
    std::iter::from_fn(move || {
        while queue.is_empty() {
            // A band is as high as the lowest segment in it, so that no segment is met twice.
            let y = rows.next()?;
            let (mut x, mut bottom) = (rect.x, rect.bottom());
            while x < rect.right() {
                let Found { page, base, area } = find(sight, x as u32, y as u32);
                bottom = bottom.min(area.bottom());
                let part = Rect::new(x, y, area.right().min(rect.right()) - x, 1);
                queue.push(Segment { rect: part, solid: page.is_none().then_some(base) });
                x = area.right();
            }
            queue.iter_mut().for_each(|segment| segment.rect.height = bottom - y);
            queue.reverse();
            rows.start = bottom;
        }
        queue.pop()
    })
}

/// Splits a row of painted pixels of a plane, at most 32, by tiles, and calls a function with each tile, the row in it, and bits.
pub(in crate::document) fn split_row<const N: usize>(
    (x, y): (u32, u32),
    bits: [u32; N],
    mut visit: impl FnMut(u32, usize, [u32; N]),
) {
    let wide = bits.map(|bits| u64::from(bits) << (x % 32));
    // The last tile of a plane is followed by its first.
    for (half, x) in [(0, x), (32, (x + TILE) % MAX_SIDE)] {
        let part = wide.map(|wide| (wide >> half) as u32);
        if part.iter().any(|bits| *bits != 0) {
            visit(tile_of(x, y), (y % 32) as usize, part);
        }
    }
}

/// Splits a rectangle at a grid of cells. Returns each part, and `true` if it is a whole cell.
pub fn cells(rect: Rect, width: u32, height: u32) -> impl Iterator<Item = (Rect, bool)> {
    let (width, height) = (width as i32, height as i32);
    let rows = (rect.y.div_euclid(height)..=(rect.bottom() - 1).div_euclid(height))
        .filter(move |_| !rect.is_empty());
    rows.flat_map(move |j| {
        (rect.x.div_euclid(width)..=(rect.right() - 1).div_euclid(width)).map(move |i| {
            let cell = Rect::new(i * width, j * height, width, height);
            let part = cell.intersect(rect);
            (part, part == cell)
        })
    })
}

/// Areas of a plane that a walk visits.
#[derive(Clone, Copy)]
pub(super) struct Walk<F> {
    /// Quadrants, blocks and tiles outside of it are passed over.
    pub(super) within: Rect,
    /// Whether an area of one colour is visited. Tiles with pages always are.
    pub(super) color: F,
}

/// Returns `true` for a colour that is not transparent: the areas of a walk that looks for something.
pub(super) fn shown(color: &Color) -> bool {
    *color != Color::TRANSPARENT
}

/// The whole plane.
pub(super) const ALL: Rect = Rect::new(0, 0, MAX_SIDE as i32, MAX_SIDE as i32);

/// Visits areas of a plane once each, in the plane's own coordinates: tiles, and blocks and quadrants without pages below. The time
/// depends on the pages that are held, not on the plane's size.
///
/// # Errors
/// Returns the first error of `visit`.
pub(super) fn walk<'a, E>(
    tree: &'a Tree,
    Walk { within, color }: Walk<impl Fn(&Color) -> bool>,
    mut visit: impl FnMut(Found<'a>) -> Result<(), E>,
) -> Result<(), E> {
    let meets = |level, index| !area_of(level, index).intersect(within).is_empty();
    let mut meet = |level, index, page: Option<&'a Page>, base| {
        let asked = (page.is_some() || color(&base)) && meets(level, index);
        if asked { visit(Found { page, base, area: area_of(level, index) }) } else { Ok(()) }
    };
    for quadrant in (0..4).filter(|quadrant| meets(2, *quadrant)) {
        let above = base(tree.page(), quadrant as usize);
        let Some(branch) = tree.branch(quadrant as usize) else {
            meet(2, quadrant, None, above)?;
            continue;
        };
        // Where no bases say otherwise, all is of one colour past the last page.
        let (alike, mut twigs) = (branch.page().is_none() && !color(&above), branch.twigs());
        for index in 0..FAN {
            if alike && twigs == 0 {
                break;
            }
            let block = quadrant << 9 | index as u32;
            let above = xor(above, base(branch.page(), index));
            let Some(twig) = branch.twig(index) else {
                meet(1, block, None, above)?;
                continue;
            };
            twigs -= 1;
            if !meets(1, block) {
                continue;
            }
            let (alike, mut leaves) = (twig.page().is_none() && !color(&above), twig.leaves());
            for index in 0..FAN {
                if alike && leaves == 0 {
                    break;
                }
                let page = twig.leaf(index);
                leaves -= usize::from(page.is_some());
                meet(0, block << 9 | index as u32, page, xor(above, base(twig.page(), index)))?;
            }
        }
    }
    Ok(())
}

/// Returns the rows of a tile's pixels and their numbers; none for an area of one colour.
pub(super) fn rows(found: Found<'_>) -> impl Iterator<Item = (i32, [Color; TILE as usize])> {
    let rows = found.page.into_iter().flat_map(|page| colors(page).chunks_exact(TILE as usize));
    (found.area.y..).zip(rows).map(move |(y, row)| (y, std::array::from_fn(|x| xor(found.base, row[x]))))
}

/// Returns the smallest rectangle around all pixels of a plane that are not transparent, in the plane's own coordinates.
pub(in crate::document) fn bounds(tree: Option<&Tree>) -> Rect {
    bounds_within(Sight::plain(tree), ALL)
}

/// Returns the smallest rectangle around all pixels within another one that are not transparent.
pub(in crate::document) fn bounds_within(sight: Sight<'_>, within: Rect) -> Rect {
    let Ok(around) = bounds_where(sight, within, shown, || Ok::<_, Infallible>(()));
    around
}

/// Returns the smallest rectangle around all pixels within another one that pass a test, and asks before each tile whether to go on.
///
/// # Errors
/// Returns the first error of `ask`.
pub(super) fn bounds_where<E>(
    Sight { tree, corner }: Sight<'_>,
    within: Rect,
    test: impl Fn(&Color) -> bool,
    mut ask: impl FnMut() -> Result<(), E>,
) -> Result<Rect, E> {
    corner.pieces(within).try_fold(Rect::EMPTY, |around, Piece { rect, place }| {
        let found = bounds_of(tree, place, &test, &mut ask)?;
        let seen = shifted(found, (rect.x - place.x, rect.y - place.y));
        Ok(if found.is_empty() { around } else { around.union(seen) })
    })
}

/// Returns the smallest rectangle around pixels of a plane like [`bounds_where`], in the plane's own coordinates.
fn bounds_of<E>(
    tree: Option<&Tree>,
    within: Rect,
    shown: &impl Fn(&Color) -> bool,
    ask: &mut impl FnMut() -> Result<(), E>,
) -> Result<Rect, E> {
    let mut around = Rect::EMPTY;
    tree.map_or(Ok(()), |tree| {
        walk(tree, Walk { within, color: shown }, |found| {
            let inside = found.area.intersect(within);
            if inside.intersect(around) == inside {
                return Ok(());
            }
            if found.page.is_some() {
                ask()?;
            } else {
                around = around.union(inside);
            }
            let columns = (inside.x - found.area.x) as usize..(inside.right() - found.area.x) as usize;
            for (y, row) in rows(found).filter(|(y, _)| (inside.y..inside.bottom()).contains(y)) {
                let row = &row[columns.clone()];
                if let (Some(first), Some(last)) = (row.iter().position(shown), row.iter().rposition(shown)) {
                    let line = Rect::new(inside.x + first as i32, y, (last - first) as i32 + 1, 1);
                    around = around.union(line);
                }
            }
            Ok(())
        })
    })?;
    Ok(around)
}

/// Returns `true` if every pixel of a rectangle has one given colour.
pub(super) fn is_solid(sight: Sight<'_>, rect: Rect, color: Color) -> bool {
    let mut row = [Color::TRANSPARENT; TILE as usize];
    segments(sight, rect).all(|Segment { rect, solid }| match solid {
        Some(solid) => solid == color,
        None => (rect.y..rect.bottom()).all(|y| {
            let row = &mut row[..rect.width as usize];
            read_row(sight, (rect.x as u32, y as u32), 1, row);
            row.iter().all(|pixel| *pixel == color)
        }),
    })
}
