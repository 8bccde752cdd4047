//! Footprints: the pixels that a stroke painted and that had its colour already.
//!
//! Problem: a step is a difference, so where a black stroke crosses another black one it says nothing. When the first one is taken back, the second
//! gets a hole there, though whoever painted it sees one stroke. Idea: the few pixels that a stroke met in its own colour are noted while it paints, and
//! written into the step's header as runs. Whoever takes back an earlier step leaves them alone, and who asks
//! who made a pixel is told of both.
//!
//! Runs stand in the order of rows, each as its distance from the one before. One in the next row, which hardly differs, is a byte, and many
//! alike, as along a straight edge, are two. A crossing of two lines takes about ten bytes. A header has room for some two hundred; what would
//! take more is cut, as is what was met beyond so many tiles. The rest is then as if nobody had noted it.
//!
//! A footprint speaks of pixels of planes, so it holds wherever the canvas's [corner](super::drawing::window) comes to lie.
//!
//! The invariant: a pixel of a footprint was painted by the step and is not changed by it. No footprint is written for a step that met
//! no pixel of its own colour, so such a step takes not a byte more.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Footprint, info::cel_plane}, geometry::{Area, Rect}};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! for rect in [Rect::new(3, 0, 1, 9), Rect::new(0, 5, 9, 1)] {
//!     document.begin(1)?;
//!     document.brush(cel)?.fill(&Area::Rect(rect), Color::BLACK)?;
//!     document.commit("Line", Color::ADDED, 0)?;
//! }
//! let found: Vec<Footprint> = document.history().done().map(|step| Footprint::of(&step.header())).collect();
//! assert!(found[0].has(cel_plane(1, 1), 3, 5) && !found[0].has(cel_plane(1, 1), 3, 6));
//! assert!(found[1].is_empty(), "the first one met nothing");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::drawing::tiles::{area_of, tile_of};
use super::patch::CELS;
use super::trace::{Trace, number32};
use super::{MAX_SIDE, Rows};
use crate::geometry::Rect;
use crate::history::Header;
use std::collections::HashMap;

/// The most tiles in which pixels are noted while a stroke paints.
const TILES: usize = 1 << 10;

/// The most runs of a footprint that are read.
const RUNS: usize = 1 << 12;

/// Pixels of planes that a step painted and did not change, as runs of one row each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Footprint {
    /// Planes with their runs, by rows.
    planes: Vec<(u32, Vec<Rect>)>,
}

impl Footprint {
    /// Returns what a header says.
    pub fn of(header: &Header<'_>) -> Footprint {
        Trace::rest(&header.extra).and_then(Footprint::read).unwrap_or_default()
    }

    /// Returns `true` if it has no pixel.
    pub fn is_empty(&self) -> bool {
        self.planes.is_empty()
    }

    /// Returns `true` if a pixel of a plane is in it.
    pub fn has(&self, plane: u32, x: i32, y: i32) -> bool {
        self.of_plane(plane).any(|run| run.y == y && (run.x..run.right()).contains(&x))
    }

    /// Returns the runs in a plane.
    pub(super) fn of_plane(&self, plane: u32) -> impl Iterator<Item = Rect> {
        self.planes.iter().filter(move |(tree, _)| *tree == plane).flat_map(|(_, runs)| runs.iter().copied())
    }

    /// Calls a function with parts of rows: the plane, the tile, the row in it and its bits.
    pub(super) fn visit_rows(&self, mut visit: impl FnMut(u32, u32, usize, u32)) {
        for (plane, run) in self.planes.iter().flat_map(|(plane, runs)| runs.iter().map(|run| (*plane, run)))
        {
            let mut x = run.x;
            while x < run.right() {
                let end = run.right().min((x / 32 + 1) * 32);
                let bits = u32::MAX >> (32 - (end - x)) << (x % 32);
                visit(plane, tile_of(x as u32, run.y as u32), (run.y % 32) as usize, bits);
                x = end;
            }
        }
    }

    /// Decodes what [`Covered::bytes`] has encoded, or returns `None` for other bytes.
    pub(super) fn read(mut bytes: &[u8]) -> Option<Footprint> {
        let (bytes, mut planes) = (&mut bytes, Vec::new());
        while !bytes.is_empty() {
            let tree = number32(bytes)?;
            let (mut left, mut runs) = (number32(bytes)?, Vec::new());
            let (mut by, mut run) = ([0; 3], Rect::new(0, 0, 0, 1));
            while left > 0 {
                let times = take(bytes, run.width, &mut by)?;
                left = left.checked_sub(times).filter(|_| times > 0)?;
                for _ in 0..times {
                    let [dy, dx, longer] = by;
                    (run.y, run.x) = (run.y.checked_add(dy)?, run.x.checked_add(dx)?);
                    run.width = run.width.checked_add(longer)?;
                    let most = MAX_SIDE as i32;
                    let sound = run.x >= 0 && (0..most).contains(&run.y) && run.width > 0;
                    if !sound || run.width.checked_add(run.x)? > most || runs.len() == RUNS {
                        return None;
                    }
                    runs.push(run);
                }
            }
            if tree < CELS || runs.is_empty() {
                return None;
            }
            planes.push((tree, runs));
        }
        Some(Footprint { planes })
    }
}

/// What an open action has painted: the pixels of a tile that had the colour already, and those that it has changed.
#[derive(Debug, Default)]
struct Tile {
    met: Rows,
    changed: Rows,
}

impl Tile {
    fn add(&mut self, row: usize, [met, changed]: [u32; 2]) {
        self.changed[row] |= changed;
        self.met[row] = (self.met[row] | met) & !self.changed[row];
    }
}

/// The pixels that the open action has painted so far.
#[derive(Debug, Default)]
pub(super) struct Covered {
    /// Tiles by plane and number.
    tiles: HashMap<(u32, u32), Tile>,
    /// Whether any pixel was met.
    any: bool,
}

impl Covered {
    /// Returns `true` if it has room for more tiles.
    pub(super) fn has_room(&self) -> bool {
        self.tiles.len() < TILES
    }

    /// Notes pixels in a row of a tile that were painted: those that had the colour already, and those that had not.
    pub(super) fn add(&mut self, plane: u32, tile: u32, row: usize, [met, changed]: [u32; 2]) {
        if let Some(tile) = self.tile(plane, tile) {
            tile.add(row, [met, changed]);
            self.any |= met != 0;
        }
    }

    /// Notes pixels of a tile that were painted, as [`add`](Covered::add) does those of a row.
    pub(super) fn add_tile(&mut self, plane: u32, tile: u32, [met, changed]: &[Rows; 2]) {
        if let Some(tile) = self.tile(plane, tile) {
            met.iter()
                .zip(changed)
                .enumerate()
                .for_each(|(row, (met, changed))| tile.add(row, [*met, *changed]));
            self.any |= met.iter().any(|row| *row != 0);
        }
    }

    /// Returns what is noted of a tile, if there is room for it. What can't be noted for want of memory is as if it had not been met.
    fn tile(&mut self, plane: u32, tile: u32) -> Option<&mut Tile> {
        if !self.has_room() || self.tiles.try_reserve(1).is_err() {
            return None;
        }
        Some(self.tiles.entry((plane, tile)).or_default())
    }

    /// Forgets pixels in a row of a tile that have their colour back.
    pub(super) fn give_back(&mut self, plane: u32, tile: u32, row: usize, bits: u32) {
        if let Some(tile) = self.tiles.get_mut(&(plane, tile)) {
            tile.met[row] &= !bits;
            tile.changed[row] &= !bits;
        }
    }

    /// Notes a footprint that was written before.
    pub(super) fn add_footprint(&mut self, footprint: &Footprint) {
        footprint.visit_rows(|plane, tile, row, bits| self.add(plane, tile, row, [bits, 0]));
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        if !self.tiles.is_empty() {
            *self = Covered::default();
        }
    }

    /// Returns what a header keeps of it, in at most so many bytes.
    pub(super) fn bytes(&self, most: usize) -> Vec<u8> {
        let mut bytes = Vec::new();
        if !self.any {
            return bytes;
        }
        let mut planes: Vec<u32> = self.tiles.keys().map(|(plane, _)| *plane).collect();
        planes.sort_unstable();
        planes.dedup();
        for plane in planes {
            let (runs, mut written, mut count) = (self.runs(plane), Vec::new(), 0);
            // Room for the plane and for the count of runs.
            let room = most.saturating_sub(bytes.len() + 8);
            let (mut lead, mut len) = (Vec::new(), 0);
            for same in steps(&runs).chunk_by(|one, other| one == other) {
                let from = written.len();
                put_steps(&mut written, same, len);
                if written.len() > room || count + same.len() > RUNS {
                    written.truncate(from);
                    break;
                }
                count += same.len();
                len += same[0][2] * same.len() as i32;
            }
            if count > 0 {
                put(&mut lead, plane);
                put(&mut lead, count as u32);
                bytes.append(&mut lead);
                bytes.append(&mut written);
            }
        }
        bytes
    }

    /// Returns the runs of pixels that were met in a plane, row by row.
    fn runs(&self, plane: u32) -> Vec<Rect> {
        let mut runs = Vec::new();
        for ((_, tile), Tile { met, .. }) in self.tiles.iter().filter(|((tree, _), _)| *tree == plane) {
            let area = area_of(0, *tile);
            for (y, row) in (area.y..).zip(met) {
                let (mut rest, mut x) = (*row, area.x);
                while rest != 0 {
                    let gap = rest.trailing_zeros();
                    let len = (rest >> gap).trailing_ones();
                    runs.push(Rect::new(x + gap as i32, y, len as i32, 1));
                    rest = rest.checked_shr(gap + len).unwrap_or(0);
                    x += (gap + len) as i32;
                }
            }
        }
        runs.sort_unstable_by_key(|run| (run.y, run.x));
        runs.dedup_by(|next, last| {
            let joins = next.y == last.y && next.x == last.right();
            last.width += if joins { next.width } else { 0 };
            joins
        });
        runs
    }
}

/// From one run to the next: rows, columns, and by how much the next is longer.
type Way = [i32; 3];

/// Bit of a number that says that it is one of a step to the next row, by few columns, and hardly longer or shorter.
const SHORT: u32 = 1;

/// Bit of another number that says that it is how often the last step is repeated.
const AGAIN: u32 = 2;

/// Returns the steps from each run to the next.
fn steps(runs: &[Rect]) -> Vec<Way> {
    let mut last = Rect::new(0, 0, 0, 1);
    let step = |run: &Rect| {
        let by = [run.y - last.y, run.x - last.x, run.width - last.width];
        last = *run;
        by
    };
    runs.iter().map(step).collect()
}

/// Writes steps that are all alike, given the length of the run before them.
fn put_steps(bytes: &mut Vec<u8>, same: &[Way], len: i32) {
    let [dy, dx, longer] = same[0];
    let short = dy == 1 && (-4..4).contains(&dx) && (-4..4).contains(&longer);
    if short {
        put(bytes, SHORT | ((dx + 4) << 1 | (longer + 4) << 4) as u32);
    } else {
        put(bytes, (dy as u32) << 2);
        put(bytes, (dx << 1 ^ dx >> 31) as u32);
        put(bytes, (len + longer) as u32);
    }
    if same.len() > 1 {
        put(bytes, (same.len() as u32 - 1) << 2 | AGAIN);
    }
}

/// Decodes a step, given the length of the run before it and the last step, and returns how often it is made.
fn take(bytes: &mut &[u8], len: i32, by: &mut Way) -> Option<u32> {
    let first = number32(bytes)?;
    if first & SHORT != 0 {
        *by = [1, (first >> 1 & 7) as i32 - 4, (first >> 4 & 7) as i32 - 4];
    } else if first & AGAIN != 0 {
        return Some(first >> 2);
    } else {
        let dx = number32(bytes)?;
        let longer = i32::try_from(number32(bytes)?).ok()?.checked_sub(len)?;
        *by = [(first >> 2) as i32, (dx >> 1) as i32 ^ -((dx & 1) as i32), longer];
    }
    Some(1)
}

/// Writes a number as LEB128.
fn put(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}
