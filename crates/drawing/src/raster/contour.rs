//! The contour of a set of cells: the lines between those that are in it and those that are not.
//!
//! Problem: to show which pixels a step changed, their border is wanted as closed paths, so that the page can
//! both draw and tint them. Idea: each side of a cell that borders on a cell outside the set is an edge with a
//! direction, the set on its right. From a point at most two edges leave; the walk takes
//! the one that turns right, so cells that touch in a corner alone have loops of their own. The invariant: each
//! edge is walked once, so tracing takes time in proportion to the grid, whatever its shapes are.
//!
//! ```
//! use undoodle_drawing::raster::Cells;
//! let mut cells = Cells::new(4, 3);
//! cells.fill(1..3, 1..2);
//! let loops: Vec<_> = cells.contour().collect();
//! assert_eq!(loops, [[(1, 1), (3, 1), (3, 2), (1, 2)]], "two cells beside each other, clockwise");
//! ```

use std::ops::Range;

/// The four directions, clockwise, as steps and as bits.
const STEPS: [(isize, isize); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];

/// A set of cells of a grid.
#[derive(Clone, Debug)]
pub struct Cells {
    width: usize,
    height: usize,
    filled: Vec<bool>,
}

impl Cells {
    /// Creates an empty set of cells of a grid of this size. The caller bounds the size.
    pub fn new(width: usize, height: usize) -> Cells {
        Cells { width, height, filled: vec![false; width * height] }
    }

    /// Adds the cells of some columns and rows; those outside the grid are left out.
    pub fn fill(&mut self, columns: Range<usize>, rows: Range<usize>) {
        let columns = columns.start.min(self.width)..columns.end.min(self.width);
        for row in rows.start..rows.end.min(self.height) {
            if let Some(cells) = self.filled.get_mut(row * self.width..(row + 1) * self.width) {
                cells[columns.clone()].fill(true);
            }
        }
    }

    /// Adds the cells in which pixels of a tile lie, of which each row has a bit for each pixel. A cell is a square of so many
    /// pixels on a side, and the grid begins with the cell of these numbers.
    pub fn fill_tile(&mut self, tile: (i32, i32), rows: &[u32; 32], side: i32, first: (i32, i32)) {
        let mut at = 0;
        while at < 32 {
            let y = tile.1 + at as i32;
            // All rows that lie in the same cells.
            let end = (((y.div_euclid(side) + 1) * side - tile.1) as usize).min(32);
            let mut bits = rows[at..end].iter().fold(0, |bits, row| bits | row);
            at = end;
            let cells = usize::try_from(y.div_euclid(side) - first.1).ok().filter(|row| *row < self.height);
            let Some(row) =
                cells.and_then(|row| self.filled.get_mut(row * self.width..(row + 1) * self.width))
            else {
                continue;
            };
            while bits != 0 {
                let x = (tile.0 + bits.trailing_zeros() as i32).div_euclid(side);
                if let Some(cell) = usize::try_from(x - first.0).ok().and_then(|x| row.get_mut(x)) {
                    *cell = true;
                }
                let next = ((x + 1) * side - tile.0) as u32;
                bits &= u32::MAX.checked_shl(next).unwrap_or(0);
            }
        }
    }

    /// Returns the set in a grid of half the width and height; a cell of it stands for four, and is in the set
    /// if one of them is.
    pub fn halved(&self) -> Cells {
        let mut half = Cells::new(self.width.div_ceil(2), self.height.div_ceil(2));
        for (at, _) in self.filled.iter().enumerate().filter(|(_, filled)| **filled) {
            half.filled[at / self.width / 2 * half.width + at % self.width / 2] = true;
        }
        half
    }

    /// Returns `true` if a cell is in the set. The cells around the grid are not.
    fn has(&self, x: isize, y: isize) -> bool {
        let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { return false };
        x < self.width && y < self.height && self.filled[y * self.width + x]
    }

    /// Returns the edges that leave the points of the grid: a bit for each of [`STEPS`].
    fn edges(&self) -> Vec<u8> {
        let across = self.width + 1;
        let mut edges = vec![0; across * (self.height + 1)];
        for y in 0..=self.height {
            // The cells around a point: left and right of it, above and below.
            let (mut above, mut below) = (false, false);
            for x in 0..across {
                let (over, under) = (self.has(x as isize, y as isize - 1), self.has(x as isize, y as isize));
                let right = !over && under;
                let down = below && !under;
                let left = above && !below;
                let up = over && !above;
                edges[y * across + x] =
                    u8::from(right) | u8::from(down) << 1 | u8::from(left) << 2 | u8::from(up) << 3;
                (above, below) = (over, under);
            }
        }
        edges
    }

    /// Traces the borders of the set as closed loops of corners: clockwise around cells, and counterclockwise
    /// around holes. A point is given by the numbers of the column right of it and the row below it.
    pub fn contour(&self) -> impl Iterator<Item = Vec<(i32, i32)>> + use<> {
        let (across, mut edges) = (self.width + 1, self.edges());
        let mut start = 0;
        std::iter::from_fn(move || {
            while *edges.get(start)? == 0 {
                start += 1;
            }
            let mut corners = Vec::new();
            let (mut at, mut way) = (start, None);
            loop {
                let bits = edges[at];
                // Right first, then straight on, then left; any at the first point.
                let turns = way.map_or([0, 1, 2, 3], |way| [way + 1, way, way + 3, way + 2]);
                let Some(next) = turns.into_iter().map(|turn| turn % 4).find(|turn| bits & 1 << turn != 0)
                else {
                    break;
                };
                if way != Some(next) {
                    corners.push(((at % across) as i32, (at / across) as i32));
                }
                edges[at] &= !(1 << next);
                let (x, y) = STEPS[next];
                at = at.wrapping_add_signed(x + y * across as isize);
                way = Some(next);
            }
            Some(corners)
        })
    }
}
