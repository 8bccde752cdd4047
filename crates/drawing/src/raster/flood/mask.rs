//! Which pixels of a canvas: one word for each tile of 32×32, and bits where it must be.
//!
//! A region of a large canvas is mostly whole tiles, inside it and outside. So a
//! tile is empty, or full (all of it that lies on the canvas), or refers to 32 rows
//! of 32 bits, bit x for column x. A tile that refers to bits has at least one pixel
//! and lacks at least one, so that equal regions are stored alike. What comes out
//! is areas, coarse first: whoever fills them meets whole blocks of tiles where the
//! region has them, and a tile's bits as they are.
//!
//! ```
//! use undoodle_drawing::geometry::{Area, Point, Rect};
//! use undoodle_drawing::raster::{Match, flood};
//! let mask = flood(2048, 512, Point::new(9, 9), false, |_, _| Match::All)?;
//! let areas: Vec<Area> = mask.areas().collect();
//! let block = |x| Area::Rect(Rect::new(x, 0, 1024, 512));
//! assert_eq!(areas, [block(0), block(1024)]);
//! assert!(mask.contains(2047, 511) && !mask.contains(2048, 0));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::geometry::{Area, Bits, Point, Rect};

/// The side of a tile, in pixels.
pub(super) const SIDE: u32 = 32;

/// Rows of a tile from the top; bit x of each is column x.
pub(super) type Rows = [u32; SIDE as usize];

/// The longest side of a canvas here; longer ones are cut to it.
const MAX_SIDE: u32 = 1 << 16;

/// The size of a block in tiles: 1024×512 pixels.
const BLOCK: (usize, usize) = (32, 16);

/// Word of a tile of which no pixel matches, or that was not looked at yet.
pub(super) const EMPTY: u32 = 0;
/// Word of a tile of which all pixels on the canvas match.
pub(super) const FULL: u32 = 1;
/// Word of the first tile that has bits; those after it count up.
pub(super) const FIRST_PART: u32 = 2;

/// The tiles of a canvas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Grid {
    width: u32,
    height: u32,
    /// Tiles in a row.
    pub across: u32,
    /// Rows of tiles.
    pub down: u32,
}

impl Grid {
    /// Creates the tiles of a canvas of a size in pixels.
    pub fn new(width: u32, height: u32) -> Grid {
        let (width, height) = (width.min(MAX_SIDE), height.min(MAX_SIDE));
        Grid { width, height, across: width.div_ceil(SIDE), down: height.div_ceil(SIDE) }
    }

    /// Returns the number of tiles.
    pub fn len(self) -> usize {
        self.across as usize * self.down as usize
    }

    /// Returns a tile's place in a list of all, row by row.
    pub fn index(self, tx: u32, ty: u32) -> usize {
        ty as usize * self.across as usize + tx as usize
    }

    /// Returns the columns and the rows of a tile that lie on the canvas, as bits.
    pub fn limits(self, tx: u32, ty: u32) -> (u32, u32) {
        let bits = |first: u32, end: u32| u32::MAX >> SIDE.saturating_sub(end.saturating_sub(first));
        (bits(tx * SIDE, self.width), bits(ty * SIDE, self.height))
    }

    /// Returns the rows of a tile that is full.
    pub fn whole(self, tx: u32, ty: u32) -> Rows {
        let (columns, rows) = self.limits(tx, ty);
        std::array::from_fn(|y| if rows >> y & 1 == 1 { columns } else { 0 })
    }

    /// Returns where a pixel of the canvas lies: its tile, and its column and row within it.
    pub fn place(self, p: Point) -> Option<(u32, u32, u32, u32)> {
        let (x, y) = (u32::try_from(p.x).ok()?, u32::try_from(p.y).ok()?);
        let inside = x < self.width && y < self.height;
        inside.then_some((x / SIDE, y / SIDE, x % SIDE, y % SIDE))
    }

    /// Returns the pixels of a rectangle of tiles that lie on the canvas.
    fn rect(self, tx: usize, ty: usize, across: usize, down: usize) -> Rect {
        let side = |tiles: usize| (tiles * SIDE as usize) as i32;
        Rect::new(side(tx), side(ty), side(across), side(down)).intersect(Rect::new(
            0,
            0,
            self.width as i32,
            self.height as i32,
        ))
    }
}

/// A set of pixels of a canvas.
#[derive(Clone, Debug)]
pub struct TileMask {
    grid: Grid,
    tiles: Vec<u32>,
    parts: Vec<Rows>,
    bounds: Rect,
}

impl TileMask {
    /// Creates the set that tiles' words and bits say; none of the bits lies off the canvas.
    pub(super) fn new(grid: Grid, mut tiles: Vec<u32>, parts: Vec<Rows>) -> TileMask {
        let mut bounds = Rect::EMPTY;
        for ty in 0..grid.down {
            for tx in 0..grid.across {
                let tile = &mut tiles[grid.index(tx, ty)];
                if let Some(rows) = part(&parts, *tile) {
                    if rows.iter().all(|row| *row == 0) {
                        *tile = EMPTY;
                    } else if *rows == grid.whole(tx, ty) {
                        *tile = FULL;
                    } else {
                        let at = Point::new((tx * SIDE) as i32, (ty * SIDE) as i32);
                        bounds = bounds.union(Bits { at, rows: *rows }.bounds());
                    }
                }
                if *tile == FULL {
                    bounds = bounds.union(grid.rect(tx as usize, ty as usize, 1, 1));
                }
            }
        }
        TileMask { grid, tiles, parts, bounds }
    }

    /// Returns `true` if a pixel belongs to it; those off the canvas never do.
    pub fn contains(&self, x: i32, y: i32) -> bool {
        let Some((tx, ty, x, y)) = self.grid.place(Point::new(x, y)) else { return false };
        let tile = self.tiles[self.grid.index(tx, ty)];
        tile == FULL || part(&self.parts, tile).is_some_and(|rows| rows[y as usize] >> x & 1 == 1)
    }

    /// Returns the smallest rectangle around its pixels.
    pub fn bounds(&self) -> Rect {
        self.bounds
    }

    /// Returns `true` if it has no pixel.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// Returns areas that cover exactly its pixels, each once: blocks of 1024×512 pixels that are full,
    /// then rows of full tiles within a block, and bits elsewhere. Only one block's are in memory
    /// at a time.
    pub fn areas(&self) -> impl Iterator<Item = Area> {
        let across = (self.grid.across as usize).div_ceil(BLOCK.0);
        let down = (self.grid.down as usize).div_ceil(BLOCK.1);
        (0..across * down).flat_map(move |block| self.block(block % across, block / across))
    }

    fn block(&self, bx: usize, by: usize) -> Vec<Area> {
        let (left, top) = (bx * BLOCK.0, by * BLOCK.1);
        let right = (left + BLOCK.0).min(self.grid.across as usize);
        let bottom = (top + BLOCK.1).min(self.grid.down as usize);
        let row = |ty: usize| &self.tiles[ty * self.grid.across as usize..][left..right];
        if (top..bottom).all(|ty| row(ty).iter().all(|tile| *tile == FULL)) {
            return vec![Area::Rect(self.grid.rect(left, top, right - left, bottom - top))];
        }
        let mut areas = Vec::new();
        for ty in top..bottom {
            let mut tx = left;
            for run in row(ty).chunk_by(|a, b| *a == FULL && *b == FULL) {
                if run.first() == Some(&FULL) {
                    areas.push(Area::Rect(self.grid.rect(tx, ty, run.len(), 1)));
                } else if let Some(rows) = run.first().and_then(|tile| part(&self.parts, *tile)) {
                    let at = Point::new((tx as u32 * SIDE) as i32, (ty as u32 * SIDE) as i32);
                    areas.push(Area::Bits(Bits { at, rows: *rows }));
                }
                tx += run.len();
            }
        }
        areas
    }
}

/// Returns the bits that a tile's word refers to.
fn part(parts: &[Rows], tile: u32) -> Option<&Rows> {
    parts.get(tile.checked_sub(FIRST_PART)? as usize)
}
