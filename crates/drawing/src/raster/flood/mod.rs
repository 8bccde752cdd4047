//! Floods: the region of a pixel, found in tiles of 32×32 and 32 pixels at a time.
//!
//! Who asks says of each tile what of it matches. A tile of which all does is
//! flooded as soon as one pixel beside it is, so empty space costs a word for each
//! tile. Elsewhere a row is a word: an addition carries the flood up through a run
//! of set bits, and five steps of a parallel prefix (Kogge and Stone 1973) bring it
//! down again; a row that has changed passes it to those above and below it, until none
//! has changed. A tile's edges then go to its neighbours. Each tile waits in the queue
//! at most once, and what it has passed on it never passes on again.
//!
//! ```
//! use undoodle_drawing::geometry::{Point, Rect};
//! use undoodle_drawing::raster::{Match, flood};
//! // A wall of one pixel down the middle of the only tile.
//! let walled = |_, _| Match::Some([!(1 << 4); 32]);
//! let mask = flood(9, 2, Point::new(0, 0), false, walled)?;
//! assert_eq!(mask.bounds(), Rect::new(0, 0, 4, 2));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod mask;

pub use mask::TileMask;

use crate::error::{Error, Result};
use crate::geometry::Point;
use crate::pause;
use mask::{EMPTY, FIRST_PART, FULL, Grid, Rows, SIDE};
use std::collections::VecDeque;

/// The word of a tile that nobody has asked about.
const UNSEEN: u32 = u32::MAX;

/// Work that a tile counts for in a pause's terms, in bytes.
const TILE_WORK: usize = 4096;

/// The part of a tile of 32×32 pixels that matches. What lies off the canvas is never looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Match {
    /// Nothing.
    None,
    /// All of it.
    All,
    /// The pixels whose bits are set: bit x of row y.
    Some([u32; 32]),
}

impl Match {
    /// Restricts a match to the part of the tile on the canvas, with bits only if some pixels match but not all.
    fn on(self, grid: Grid, tx: u32, ty: u32) -> Match {
        let Match::Some(mut rows) = self else { return self };
        let whole = grid.whole(tx, ty);
        rows.iter_mut().zip(&whole).for_each(|(row, whole)| *row &= whole);
        if rows == whole {
            Match::All
        } else if rows == [0; SIDE as usize] {
            Match::None
        } else {
            Match::Some(rows)
        }
    }
}

/// Returns all pixels that match, joined or not. Sides are in pixels, cut to 65536; `matches`
/// is asked once about each tile, by its column and row among the tiles.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if the set can't be allocated.
pub fn everywhere(width: u32, height: u32, mut matches: impl FnMut(u32, u32) -> Match) -> Result<TileMask> {
    let grid = Grid::new(width, height);
    let (mut tiles, mut parts) = (room(grid.len())?, Vec::new());
    for (tx, ty) in (0..grid.down).flat_map(|ty| (0..grid.across).map(move |tx| (tx, ty))) {
        pause::point(TILE_WORK)?;
        tiles.push(match matches(tx, ty).on(grid, tx, ty) {
            Match::None => EMPTY,
            Match::All => FULL,
            Match::Some(rows) => {
                push(&mut parts, rows)?;
                FIRST_PART + parts.len() as u32 - 1
            }
        });
    }
    Ok(TileMask::new(grid, tiles, parts))
}

/// Allocates a list with room for so many items.
fn room<T>(count: usize) -> Result<Vec<T>> {
    let mut items = Vec::new();
    items.try_reserve_exact(count).map_err(|_| refused::<T>(count))?;
    Ok(items)
}

fn push<T>(items: &mut Vec<T>, item: T) -> Result<()> {
    items.try_reserve(1).map_err(|_| refused::<T>(items.len() + 1))?;
    items.push(item);
    Ok(())
}

fn refused<T>(count: usize) -> Error {
    Error::OutOfMemory { what: "area of a colour", bytes: (count * size_of::<T>()) as u64, limit: 0 }
}

/// Returns the pixels that match and are joined to the seed through such pixels: by their
/// edges, or with `diagonal` by their corners too. The set is empty if the seed doesn't match
/// or lies off the canvas. Sides are in pixels, cut to 65536; `matches` is asked at
/// most once about each tile, by its column and row among the tiles.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if the set can't be allocated.
pub fn flood(
    width: u32,
    height: u32,
    seed: Point,
    diagonal: bool,
    matches: impl FnMut(u32, u32) -> Match,
) -> Result<TileMask> {
    let grid = Grid::new(width, height);
    let mut tiles = room(grid.len())?;
    tiles.resize(grid.len(), UNSEEN);
    let (parts, filled, queue) = (Vec::new(), Vec::new(), VecDeque::new());
    let mut flood = Flood { grid, diagonal, matches, tiles, parts, filled, queue };
    if let Some((tx, ty, x, y)) = grid.place(seed) {
        flood.enter(tx, ty, Seeds::Row(y as usize, 1 << x))?;
    }
    while let Some((tx, ty)) = flood.queue.pop_front() {
        pause::point(TILE_WORK)?;
        flood.leave(tx, ty)?;
    }
    flood.tiles.iter_mut().filter(|tile| **tile == UNSEEN).for_each(|tile| *tile = EMPTY);
    Ok(TileMask::new(grid, flood.tiles, flood.filled))
}

/// Pixels through which a flood enters a tile.
#[derive(Clone, Copy)]
enum Seeds {
    /// Bits of a row.
    Row(usize, u32),
    /// Bits of a column; bit y is row y.
    Column(u32, u32),
}

/// A tile of which some matches.
struct Part {
    open: Rows,
    /// What has gone to the neighbours: the edges as [`edges`] gives them.
    passed: [u32; 4],
    /// Rows that have changed since the tile was last left, as bits. If there are any, it is in the queue.
    changed: u32,
}

struct Flood<M> {
    grid: Grid,
    diagonal: bool,
    matches: M,
    tiles: Vec<u32>,
    parts: Vec<Part>,
    /// What of each part is flooded; runs of a row are always flooded as a whole.
    filled: Vec<Rows>,
    queue: VecDeque<(u32, u32)>,
}

impl<M: FnMut(u32, u32) -> Match> Flood<M> {
    /// Lets the flood reach pixels of a tile, and queues the tile if they match.
    fn enter(&mut self, tx: u32, ty: u32, seeds: Seeds) -> Result<()> {
        let index = self.grid.index(tx, ty);
        if self.tiles[index] == UNSEEN {
            self.tiles[index] = match (self.matches)(tx, ty).on(self.grid, tx, ty) {
                Match::None => EMPTY,
                Match::All => {
                    self.wait(tx, ty)?;
                    FULL
                }
                Match::Some(open) => {
                    push(&mut self.parts, Part { open, passed: [0; 4], changed: 0 })?;
                    push(&mut self.filled, [0; SIDE as usize])?;
                    FIRST_PART + self.parts.len() as u32 - 1
                }
            };
        }
        let Some(part) = self.tiles[index].checked_sub(FIRST_PART) else { return Ok(()) };
        let (part, filled) = (&mut self.parts[part as usize], &mut self.filled[part as usize]);
        let waits = part.changed != 0;
        let mut seed = |y: usize, bits: u32| {
            part.changed |= u32::from(reach(&part.open, filled, y, bits)) << y;
        };
        match seeds {
            Seeds::Row(y, bits) => seed(y, bits),
            Seeds::Column(x, bits) => ones(bits).for_each(|y| seed(y, 1 << x)),
        }
        if part.changed != 0 && !waits { self.wait(tx, ty) } else { Ok(()) }
    }

    /// Queues a tile.
    fn wait(&mut self, tx: u32, ty: u32) -> Result<()> {
        let count = self.queue.len() + 1;
        self.queue.try_reserve(1).map_err(|_| refused::<(u32, u32)>(count))?;
        self.queue.push_back((tx, ty));
        Ok(())
    }

    /// Floods a tile from what has entered it, and passes its edges on.
    fn leave(&mut self, tx: u32, ty: u32) -> Result<()> {
        let new = match self.tiles[self.grid.index(tx, ty)].checked_sub(FIRST_PART) {
            None => edges(&self.grid.whole(tx, ty)),
            Some(part) => {
                let (part, filled) = (&mut self.parts[part as usize], &mut self.filled[part as usize]);
                spread(&part.open, filled, std::mem::take(&mut part.changed), self.diagonal);
                let passed = std::mem::replace(&mut part.passed, edges(filled));
                std::array::from_fn(|side| part.passed[side] & !passed[side])
            }
        };
        let [top, bottom, left, right] = new;
        let last = SIDE - 1;
        self.pass(tx, ty, (0, -1), Seeds::Row(last as usize, self.widened(top)))?;
        self.pass(tx, ty, (0, 1), Seeds::Row(0, self.widened(bottom)))?;
        self.pass(tx, ty, (-1, 0), Seeds::Column(last, self.widened(left)))?;
        self.pass(tx, ty, (1, 0), Seeds::Column(0, self.widened(right)))?;
        if self.diagonal {
            self.pass(tx, ty, (-1, -1), Seeds::Row(last as usize, top << last))?;
            self.pass(tx, ty, (1, -1), Seeds::Row(last as usize, top >> last))?;
            self.pass(tx, ty, (-1, 1), Seeds::Row(0, bottom << last))?;
            self.pass(tx, ty, (1, 1), Seeds::Row(0, bottom >> last))?;
        }
        Ok(())
    }

    /// Returns an edge's bits as they reach the tile beside it.
    fn widened(&self, bits: u32) -> u32 {
        if self.diagonal { bits | bits << 1 | bits >> 1 } else { bits }
    }

    /// Enters a neighbour, if there is one and anything to enter with.
    fn pass(&mut self, tx: u32, ty: u32, by: (i32, i32), seeds: Seeds) -> Result<()> {
        let (Seeds::Row(_, bits) | Seeds::Column(_, bits)) = seeds;
        let tile = (tx.checked_add_signed(by.0), ty.checked_add_signed(by.1));
        if let (Some(tx), Some(ty)) = tile
            && (bits != 0 && tx < self.grid.across && ty < self.grid.down)
        {
            self.enter(tx, ty, seeds)?;
        }
        Ok(())
    }
}

/// Returns the top and bottom row of a tile, and its left and right column (bit y is row y).
fn edges(rows: &Rows) -> [u32; 4] {
    let last = SIDE - 1;
    let column = |x: u32| (0..SIDE).fold(0, |bits, y| bits | (rows[y as usize] >> x & 1) << y);
    [rows[0], rows[last as usize], column(0), column(last)]
}

/// Returns the runs of `open` bits that have at least one of `bits`, which are all open.
fn along(bits: u32, open: u32) -> u32 {
    // From the lowest of a run's bits, the sum carries to the run's end and flips what it passes.
    let mut flooded = (open.wrapping_add(bits) ^ open) & open | bits;
    // Downwards: each step joins twice as many neighbours, through open bits alone.
    let mut through = open;
    for step in [1, 2, 4, 8, 16] {
        flooded |= through & flooded >> step;
        through &= through >> step;
    }
    flooded
}

/// Returns the numbers of the bits that are set, from the lowest.
fn ones(bits: u32) -> impl Iterator<Item = usize> {
    let rest = std::iter::successors(Some(bits), |bits| Some(bits & bits.wrapping_sub(1)));
    rest.take_while(|bits| *bits != 0).map(|bits| bits.trailing_zeros() as usize)
}

/// Floods the runs of a row that `bits` reach. Returns `true` if that has changed the row.
fn reach(open: &Rows, filled: &mut Rows, y: usize, bits: u32) -> bool {
    let new = bits & open[y] & !filled[y];
    if new != 0 {
        filled[y] = along(filled[y] | new, open[y]);
    }
    new != 0
}

/// Floods a tile from the rows that have changed to those above and below, until nothing changes.
fn spread(open: &Rows, filled: &mut Rows, mut changed: u32, diagonal: bool) {
    while changed != 0 {
        let y = changed.trailing_zeros();
        changed &= changed - 1;
        let bits = filled[y as usize];
        let bits = if diagonal { bits | bits << 1 | bits >> 1 } else { bits };
        for to in [y.wrapping_sub(1), y + 1].into_iter().filter(|to| *to < SIDE) {
            changed |= u32::from(reach(open, filled, to as usize, bits)) << to;
        }
    }
}
