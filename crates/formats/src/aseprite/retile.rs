//! What was painted on a tilemap, as tiles.
//!
//! A cel of tiles that was painted on stays one. A tile's place that looks as it did keeps its number and its flips; any
//! other gets the number of a tile that looks like it, or of a new one at the end of the set. The map grows by whole tiles where something was painted beside
//! it. So the tiles of all other places, cels and layers stay what they are.

use super::bytes::Bytes;
use super::cels::{Canvas, Data, Look};
use super::chunks::Chunks;
use super::entries::chunk;
use super::ink::Ink;
use super::tiles::{Pixels, Tiles, Tileset, place};
use crate::color::Color;
use crate::document::{Carried, Cel, Door, Drawing};
use crate::geometry::Rect;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::{BTreeMap, HashMap};
use std::io::Write;

/// Number of bytes of a cel's chunk before its tiles.
const HEAD: usize = 48;

/// Maximum number of tiles of a map that is drawn anew.
const MAX_CELLS: i64 = 1 << 22;

/// A set of tiles that new ones are added to.
#[derive(Debug)]
struct Set {
    pixels: Pixels,
    /// The first tile of each look.
    looks: HashMap<Vec<u8>, u32>,
    /// Number of tiles that the file has.
    before: u32,
}

/// The sets of tiles of a file, each once it is needed.
#[derive(Debug, Default)]
pub(super) struct Sets(BTreeMap<u32, Option<Set>>);

impl Sets {
    /// Draws a cel as tiles of a set. Returns the contents of its chunk, or `None` if it can't be. `raw` is what the file had there, if
    /// anything.
    pub(super) fn retile(
        &mut self,
        drawing: &Drawing<impl Door>,
        chunks: &Chunks,
        ink: &Ink,
        at: Cel,
        (id, raw): (u32, Option<&[u8]>),
    ) -> Option<Vec<u8>> {
        let set = self.0.entry(id).or_insert_with(|| Set::of(drawing, chunks, ink, id)).as_mut()?;
        let fresh = fresh();
        let raw = raw.unwrap_or(&fresh);
        let mut chunk = Bytes(raw);
        chunk.take(2).ok()?;
        let (x, y, opacity) = (chunk.short().ok()?, chunk.short().ok()?, chunk.byte().ok()?);
        chunk.take(9).ok()?;
        let map = Tiles::read(&mut chunk).ok()?;
        let old = Grid::read((x.into(), y.into()), &map, set.pixels.tileset.size)?;
        let mut new = old.over(drawing.whole_extent(at))?;
        if opacity < 255 || !set.pixels.tileset.zero_is_empty {
            return None;
        }
        for row in 0..new.rows {
            for column in 0..new.columns {
                let number = set.cell(drawing, ink, at, &map, (&old, &new), (column, row))?;
                *new.tiles.get_mut((row * new.columns + column) as usize)? = number;
            }
        }
        new.contents(raw)
    }

    /// Returns the chunks of a set with the tiles that were added, in place of those that are carried.
    pub(super) fn grown(&self, carried: &Carried) -> Option<Vec<u8>> {
        let (whole, behind) = carried.bytes.split_at_checked(size_of_chunk(&carried.bytes)?)?;
        let contents = whole.get(6..)?;
        let (id, set) = (Bytes(contents).long().ok()?, contents.len());
        let set_now = self.0.get(&id)?.as_ref()?;
        let count = set_now.pixels.tileset.count;
        if count == set_now.before {
            return None;
        }
        let mut left = Bytes(contents);
        Tileset::read(&mut left).ok()?;
        let packed = {
            let mut head = Bytes(contents);
            let flags = {
                head.take(4).ok()?;
                head.long().ok()?
            };
            head.take(24).ok()?;
            head.text().ok()?;
            head.take(if flags & 1 != 0 { 8 } else { 0 }).ok()?;
            set - head.0.len()
        };
        let mut out = contents.get(..packed)?.to_vec();
        out.get_mut(8..12)?.copy_from_slice(&count.to_le_bytes());
        let tiles = pack(&set_now.pixels.bytes)?;
        out.extend((tiles.len() as u32).to_le_bytes());
        out.extend(tiles);
        out.extend(left.0);
        let mut all = Vec::new();
        chunk(&mut all, 0x2023, &out);
        all.extend(behind);
        Some(all)
    }
}

fn size_of_chunk(bytes: &[u8]) -> Option<usize> {
    Bytes(bytes).long().ok().map(|size| size as usize)
}

fn pack(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).ok()?;
    encoder.finish().ok()
}

/// Returns the contents of a cel without tiles.
fn fresh() -> Vec<u8> {
    let mut raw = vec![0; HEAD];
    raw.splice(6..9, [255, 3, 0]);
    let masks = [0x1fff_ffff_u32, 0x8000_0000, 0x4000_0000, 0x2000_0000];
    raw.splice(20..38, [32, 0].into_iter().chain(masks.into_iter().flat_map(u32::to_le_bytes)));
    raw.extend(pack(&[]).unwrap_or_default());
    raw
}

/// The numbers of a map, as they are in its file.
#[derive(Clone, Debug)]
struct Grid {
    at: (i32, i32),
    tile: (i32, i32),
    columns: i32,
    rows: i32,
    tiles: Vec<u32>,
}

impl Grid {
    fn read(at: (i32, i32), map: &Tiles<'_>, tile: (u32, u32)) -> Option<Grid> {
        let cells = u64::from(map.size.0) * u64::from(map.size.1);
        if cells as i64 > MAX_CELLS || tile.0 == 0 || tile.1 == 0 {
            return None;
        }
        let mut bytes = vec![0; cells as usize * 4];
        let mut reader = Data::Packed(map.data).reader(cells * 4).ok()?;
        reader.fill(&mut bytes).ok()?;
        let tiles = bytes.as_chunks::<4>().0.iter().map(|tile| u32::from_le_bytes(*tile)).collect();
        let (columns, rows) = (map.size.0 as i32, map.size.1 as i32);
        Some(Grid { at, tile: (tile.0 as i32, tile.1 as i32), columns, rows, tiles })
    }

    /// Returns a grid of the same tiles that reaches over a rectangle, with nothing on it.
    fn over(&self, around: Rect) -> Option<Grid> {
        let (left, top) =
            ((around.x - self.at.0).div_euclid(self.tile.0), (around.y - self.at.1).div_euclid(self.tile.1));
        let end = |end: i32, at: i32, tile: i32| (end - at + tile - 1).div_euclid(tile);
        let right = end(around.right(), self.at.0, self.tile.0).max(self.columns);
        let bottom = end(around.bottom(), self.at.1, self.tile.1).max(self.rows);
        let (left, top) = if around.is_empty() { (0, 0) } else { (left.min(0), top.min(0)) };
        let (columns, rows) = (right - left, bottom - top);
        let at = (self.at.0 + left * self.tile.0, self.at.1 + top * self.tile.1);
        let cells = i64::from(columns) * i64::from(rows);
        let fits = cells <= MAX_CELLS && columns <= 0xffff && rows <= 0xffff;
        fits.then(|| Grid { at, columns, rows, tiles: vec![0; cells as usize], ..*self })
    }

    /// Returns the number at a place of the grid, or that of the empty tile beyond it.
    fn tile(&self, (column, row): (i32, i32)) -> u32 {
        let inside = (0..self.columns).contains(&column) && (0..self.rows).contains(&row);
        let at = if inside { self.tiles.get((row * self.columns + column) as usize) } else { None };
        at.copied().unwrap_or(0)
    }

    /// Returns the contents of the chunk of a cel of these tiles.
    fn contents(&self, raw: &[u8]) -> Option<Vec<u8>> {
        let mut out = raw.get(..HEAD)?.to_vec();
        let mut set = |at: usize, word: i32| {
            out.get_mut(at..at + 2)
                .into_iter()
                .for_each(|place| place.copy_from_slice(&(word as u16).to_le_bytes()));
        };
        for (at, word) in [(2, self.at.0), (4, self.at.1), (16, self.columns), (18, self.rows)] {
            set(at, word);
        }
        let bytes: Vec<u8> = self.tiles.iter().flat_map(|tile| tile.to_le_bytes()).collect();
        out.extend(pack(&bytes)?);
        Some(out)
    }
}

impl Set {
    /// Unpacks a set that is carried.
    fn of(drawing: &Drawing<impl Door>, chunks: &Chunks, ink: &Ink, id: u32) -> Option<Set> {
        let mut sets = chunks.loose.iter().filter(|chunk| chunk.kind == 0x2023 && chunk.frame == 0);
        let tileset = sets.find_map(|chunk| {
            let (own, tileset) = Tileset::read(&mut Bytes(chunk.bytes.get(6..)?)).ok()?;
            (own == id).then_some(tileset)
        })?;
        let pixels = tileset.unpack(ink.depth, &mut Canvas::new(drawing.size())).ok()??;
        let len = (tileset.size.0 * tileset.size.1) as usize * ink.depth.bytes();
        let mut looks = HashMap::new();
        for (number, tile) in (0..).zip(pixels.bytes.chunks_exact(len)).skip(1) {
            looks.entry(tile.to_vec()).or_insert(number);
        }
        Some(Set { before: tileset.count, pixels, looks })
    }

    /// Returns the number of the tile that a place of the new grid shows.
    fn cell(
        &mut self,
        drawing: &Drawing<impl Door>,
        ink: &Ink,
        at: Cel,
        map: &Tiles<'_>,
        (old, new): (&Grid, &Grid),
        (column, row): (i32, i32),
    ) -> Option<u32> {
        let ((width, height), size) = (new.tile, ink.depth.bytes());
        let corner = (new.at.0 + column * width, new.at.1 + row * height);
        let was = old.tile(((corner.0 - old.at.0) / width, (corner.1 - old.at.1) / height));
        let (number, flips) = map.decode(was);
        let colors = ink.colors(at.frame);
        let look = Look { depth: ink.depth, colors, transparent: Some(ink.transparent), opacity: 255 };
        let mut bytes = vec![0; (width * height) as usize * size];
        if ink.depth == super::header::Depth::Indexed {
            bytes.fill(ink.transparent);
        }
        let shown = Rect::new(corner.0, corner.1, width, height).intersect(drawing.kept());
        let (mut same, mut line) = (true, vec![Color::TRANSPARENT; shown.width.max(0) as usize]);
        let mut new_bytes = Vec::new();
        for y in 0..height {
            let inside = (shown.y..shown.bottom()).contains(&(corner.1 + y));
            if inside {
                drawing.read_whole(at, shown.x, corner.1 + y, &mut line);
            }
            for x in 0..width {
                let from = place((x as u32, y as u32), (width as u32, height as u32), flips);
                let pixel = self.pixels.pixel(ink.depth, number, from);
                let mut before = [Color::TRANSPARENT];
                pixel.into_iter().for_each(|pixel| look.convert(pixel, &mut before));
                let to = bytes.chunks_exact_mut(size).nth((y * width + x) as usize)?;
                pixel.into_iter().for_each(|pixel| to.copy_from_slice(pixel));
                let column = (corner.0 + x - shown.x) as usize;
                let Some(color) = line.get(column).filter(|_| inside && corner.0 + x >= shown.x) else {
                    continue;
                };
                if *color != before[0] {
                    same = false;
                    new_bytes.clear();
                    if !ink.convert(at.frame, false, std::slice::from_ref(color), &mut new_bytes) {
                        return None;
                    }
                    to.copy_from_slice(&new_bytes);
                }
            }
        }
        if same { Some(was) } else { self.number(ink, map, bytes) }
    }

    /// Returns the number of a tile of a look, which is added if there is none.
    fn number(&mut self, ink: &Ink, map: &Tiles<'_>, bytes: Vec<u8>) -> Option<u32> {
        let mut color = [Color::TRANSPARENT];
        let look = Look { depth: ink.depth, colors: &[], transparent: Some(ink.transparent), opacity: 255 };
        let empty = bytes.chunks_exact(ink.depth.bytes()).all(|pixel| {
            look.convert(pixel, &mut color);
            match *pixel {
                [number] => number == ink.transparent,
                _ => color[0] == Color::TRANSPARENT,
            }
        });
        if empty {
            return Some(0);
        }
        let count = &mut self.pixels.tileset.count;
        let number = *self.looks.entry(bytes).or_insert_with_key(|bytes| {
            self.pixels.bytes.extend_from_slice(bytes);
            *count += 1;
            *count - 1
        });
        let placed = number << map.number.trailing_zeros().min(31);
        (map.decode(placed) == (number, [false; 3])).then_some(placed)
    }
}
