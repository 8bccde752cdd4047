//! Stencils: pixels gathered as bits before they are painted.
//!
//! A stroke's dabs overlap nearly everywhere. Gathered as bits in squares of 32×32, a pixel costs
//! the same however often it is met, and each row of a square is painted by one call. A stencil
//! holds at most [`MOST`] squares: whoever fills one looks at [`Stencil::is_full`] now and then,
//! and paints what it has, so memory is bounded whatever the stroke.
//!
//! The squares come out sorted, so that equal strokes write in the same order.

use crate::geometry::{Area, Bits, Point, Rect};
use crate::raster::Span;
use std::collections::HashMap;

/// Squares that a stencil holds before it is full: 272 KiB.
const MOST: usize = 2048;

/// Side of a square, in pixels.
pub(super) const SIDE: i32 = 32;

/// A set of pixels.
#[derive(Clone, Debug, Default)]
pub struct Stencil {
    squares: Vec<Bits>,
    index: HashMap<(i32, i32), usize>,
    recent: Recent,
}

/// A small cache of the squares that were asked for last. A wide span and its images go through several in turns.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Recent {
    squares: [usize; 16],
}

impl Recent {
    /// Returns the slot that may hold the index of a pixel's square.
    pub(super) fn of(&mut self, x: i32, y: i32) -> &mut usize {
        &mut self.squares[(x >> 5 & 7 | (y >> 5 & 1) << 3) as usize]
    }
}

impl Stencil {
    /// Returns the square around a pixel, made if there is none.
    fn square(&mut self, x: i32, y: i32) -> &mut Bits {
        let at = Point::new(x & !(SIDE - 1), y & !(SIDE - 1));
        let recent = self.recent.of(x, y);
        if self.squares.get(*recent).is_none_or(|square| square.at != at) {
            let next = self.squares.len();
            *recent = *self.index.entry((at.x, at.y)).or_insert(next);
            if *recent == next {
                self.squares.push(Bits { at, rows: [0; 32] });
            }
        }
        &mut self.squares[*recent]
    }

    /// Adds the part of a span that lies in a rectangle.
    pub fn add(&mut self, (y, columns): Span, clip: Rect) {
        let (mut x, end) = (columns.start.max(clip.x), columns.end.min(clip.right()));
        if y < clip.y || y >= clip.bottom() {
            return;
        }
        while x < end {
            let first = x & (SIDE - 1);
            let count = (SIDE - first).min(end - x);
            self.square(x, y).rows[(y & (SIDE - 1)) as usize] |= u32::MAX >> (SIDE - count) << first;
            x += count;
        }
    }

    /// Adds a pixel. Returns `true` if it was not there before.
    pub fn insert(&mut self, x: i32, y: i32) -> bool {
        let row = &mut self.square(x, y).rows[(y & (SIDE - 1)) as usize];
        let bit = 1 << (x & (SIDE - 1));
        let new = *row & bit == 0;
        *row |= bit;
        new
    }

    /// Returns `true` if it is time to paint what there is.
    pub(super) fn is_full(&self) -> bool {
        self.squares.len() >= MOST
    }

    /// Takes all squares out, row by row.
    pub fn take(&mut self) -> Vec<Bits> {
        self.index.clear();
        let mut squares = std::mem::take(&mut self.squares);
        squares.sort_unstable_by_key(|square| (square.at.y, square.at.x));
        squares
    }
}

/// Returns spans sorted by row as areas, a row of squares at a time. The spans must lie on a canvas.
pub fn areas(spans: impl Iterator<Item = Span>) -> impl Iterator<Item = Area> {
    let mut spans = spans.peekable();
    let mut stencil = Stencil::default();
    std::iter::from_fn(move || {
        let row = spans.peek()?.0 & !(SIDE - 1);
        while let Some((y, columns)) = spans.next_if(|(y, _)| y & !(SIDE - 1) == row) {
            let clip = Rect::new(columns.start, y, columns.end - columns.start, 1);
            stencil.add((y, columns), clip);
        }
        Some(stencil.take())
    })
    .flat_map(|squares| squares.into_iter().map(Area::Bits))
}
