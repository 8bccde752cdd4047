//! Ways: the places of dabs along lines, as far as they can touch the canvas.
//!
//! A pointer may be two billion pixels away, and a brush has up to 64×64 pixels in up to four
//! images; following each step of the way would take minutes. A dab touches the canvas only while
//! its place lies in the canvas seen through one of the images, grown by the brush. So each line
//! is cut to these *windows* first. Where strokes wrap around there is no far away: places are
//! folded into the tile, a straight line ends where it repeats, any other is followed for
//! [`FOLLOWED`] steps, and places that had their dab are passed over.
//!
//! The invariant: every dab that touches the canvas lies on the way, in order.

use super::stencil::Stencil;
use crate::geometry::{Point, Rect};
use crate::raster::{Line, Symmetry, Wrap};
use std::ops::Range;

/// Steps that a line is followed for where strokes wrap around.
const FOLLOWED: i64 = 1 << 16;

/// Squares of pixels with their colours, 4 KiB each, that may lie in memory at a time.
const SQUARES: i64 = 200;

/// Where dabs of one stroke can touch the canvas.
#[derive(Clone, Debug)]
pub(super) struct Way {
    windows: Vec<Rect>,
    tile: Option<Rect>,
    /// Places in the tile that had their dab.
    seen: Stencil,
}

impl Way {
    /// Creates the way of dabs whose box is `dab` at the place (0, 0).
    pub(super) fn new(canvas: Rect, dab: Rect, symmetry: Symmetry, tile: Option<Rect>) -> Way {
        // Columns x to x + side − 1 are mirrored to a − x − side + 1 and those after it.
        let images = |axis: Option<i32>, first: i32, side: i32| {
            [Some(first), axis.map(|axis| axis - first - side + 1)].into_iter().flatten()
        };
        let rows = || images(symmetry.horizontal, canvas.y, canvas.height);
        let columns = images(symmetry.vertical, canvas.x, canvas.width);
        let place = |x: i32, y: i32| {
            let (width, height) = (canvas.width + dab.width - 1, canvas.height + dab.height - 1);
            Rect::new(x - dab.right() + 1, y - dab.bottom() + 1, width, height)
        };
        let windows = columns.flat_map(|x| rows().map(move |y| place(x, y))).collect();
        Way { windows, tile, seen: Stencil::default() }
    }

    /// Returns the rows in which dabs can touch the canvas, without those that come twice.
    pub(super) fn rows(&self) -> Vec<Range<i32>> {
        if self.tile.is_some() {
            return std::iter::once(i32::MIN..i32::MAX).collect();
        }
        joined(self.windows.iter().map(|window| window.y..window.bottom()).collect())
    }

    /// Returns the steps of a line whose dabs can touch the canvas, in order.
    pub(super) fn steps(&self, line: Line) -> Vec<Range<i64>> {
        let Some(tile) = self.tile else {
            return joined(self.windows.iter().map(|window| line.within(*window)).collect());
        };
        let end = line.steps() + 1;
        // Of a straight line the last dabs count, as they lie above those that they repeat.
        let side = i64::from(tile.width.max(tile.height));
        let steps = if line.is_straight() { (end - side).max(0)..end } else { 0..end.min(FOLLOWED) };
        std::iter::once(steps).collect()
    }

    /// Returns how many steps of a colourful stroke are put together before they are painted: all
    /// of them where the tile is so small that it lies in memory as a whole.
    pub(super) fn piece(&self) -> i64 {
        let squares = |side: i32| i64::from(side) / 32 + 2;
        let small = |tile: Rect| squares(tile.width) * squares(tile.height) <= SQUARES;
        if self.tile.is_some_and(small) { FOLLOWED } else { 64 }
    }

    /// Returns a place as it lies in the tile.
    pub(super) fn fold(&self, at: Point) -> Point {
        self.tile.map_or(at, |tile| Wrap { tile }.fold(at))
    }

    /// Notes a place. Returns `true` unless it is known to have had its dab.
    pub(super) fn is_new(&mut self, at: Point) -> bool {
        if self.tile.is_none() {
            return true;
        }
        if self.seen.is_full() {
            self.seen.take();
        }
        self.seen.insert(at.x, at.y)
    }

    /// Forgets which places had their dab.
    pub(super) fn forget(&mut self) {
        self.seen.take();
    }

    /// Calls `take` with the places of a line's steps, those in one row or one column together.
    pub(super) fn runs(&mut self, line: Line, steps: Range<i64>, mut take: impl FnMut(Rect)) {
        let mut open = Rect::EMPTY;
        for at in line.points(steps) {
            let at = self.fold(at);
            if !self.is_new(at) {
                continue;
            }
            let both = open.union(Rect::pixel(at));
            // Next to the run's end, and in its row or column.
            let joins = (both.width == 1 || both.height == 1)
                && both.width + both.height == open.width + open.height + 1;
            if !joins && !open.is_empty() {
                take(open);
            }
            open = if joins { both } else { Rect::pixel(at) };
        }
        if !open.is_empty() {
            take(open);
        }
    }
}

/// Returns ranges sorted, with those that overlap or touch as one.
fn joined<T: Ord + Copy>(mut ranges: Vec<Range<T>>) -> Vec<Range<T>> {
    ranges.retain(|range| !range.is_empty());
    ranges.sort_unstable_by_key(|range| range.start);
    ranges.dedup_by(|next, before| {
        let join = next.start <= before.end;
        if join {
            before.end = before.end.max(next.end);
        }
        join
    });
    ranges
}
