//! Stamps: dabs of a brush that has colours of its own.
//!
//! Where such dabs overlap, the later one covers the earlier, and within one dab and its images
//! the pixel that lies lower, then farther right in the brush. So a piece of a stroke is put
//! together from its end to its beginning, in squares of 32×32 pixels with their colours: a pixel
//! that is there stays. What comes out is written row by row.

use super::stencil::Recent;
use super::way::Way;
use crate::color::Color;
use crate::document::{Cel, Document};
use crate::error::Result;
use crate::geometry::{Area, Bits, Point, Rect};
use crate::raster::{Brush, Symmetry, Wrap};
use std::collections::HashMap;

/// A brush with colours of its own, and where its images lie.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stamps<'a> {
    pub(super) brush: &'a Brush,
    pub(super) symmetry: Symmetry,
    pub(super) wrap: Option<Rect>,
}

/// A square of pixels, of which some have a colour.
#[derive(Debug)]
struct Square {
    bits: Bits,
    colors: Box<[Color; 1024]>,
}

/// Pixels with their colours.
#[derive(Debug)]
struct Sheet {
    canvas: Rect,
    squares: Vec<Square>,
    index: HashMap<(i32, i32), usize>,
    recent: Recent,
}

impl Sheet {
    /// Gives a pixel a colour, unless it has one.
    fn put(&mut self, at: Point, color: Color) {
        if !self.canvas.contains(at) {
            return;
        }
        let corner = Point::new(at.x & !31, at.y & !31);
        let recent = self.recent.of(at.x, at.y);
        if self.squares.get(*recent).is_none_or(|square| square.bits.at != corner) {
            let next = self.squares.len();
            *recent = *self.index.entry((corner.x, corner.y)).or_insert(next);
            if *recent == next {
                let bits = Bits { at: corner, rows: [0; 32] };
                self.squares.push(Square { bits, colors: Box::new([Color::TRANSPARENT; 1024]) });
            }
        }
        let Square { bits, colors } = &mut self.squares[*recent];
        let (x, y) = ((at.x & 31) as usize, (at.y & 31) as usize);
        if bits.rows[y] >> x & 1 == 0 {
            bits.rows[y] |= 1 << x;
            colors[y * 32 + x] = color;
        }
    }
}

impl Stamps<'_> {
    /// Puts dabs down at places on the way, and takes these out of the list.
    ///
    /// # Errors
    /// Returns an error if the cel may not change, or memory or the budget don't suffice. The caller cancels
    /// the action then.
    pub(super) fn put(
        &self,
        document: &mut Document,
        cel: Cel,
        way: &mut Way,
        places: &mut Vec<Point>,
    ) -> Result<()> {
        if places.is_empty() {
            return Ok(());
        }
        let (canvas, squares, index) = (document.bounds(), Vec::new(), HashMap::new());
        let mut sheet = Sheet { canvas, squares, index, recent: Recent::default() };
        // A dab here hides an earlier one at the same place, but only among those put down now.
        way.forget();
        for at in places.drain(..).rev() {
            if way.is_new(at) {
                self.dab(&mut sheet, at);
            }
        }
        sheet.squares.sort_unstable_by_key(|square| (square.bits.at.y, square.bits.at.x));
        let mut brush = document.brush(cel)?;
        for Square { bits, colors } in &sheet.squares {
            brush.paint(&Area::Bits(*bits), &mut |x, y, row| {
                let first = ((y & 31) * 32 + (x & 31)) as usize;
                row.copy_from_slice(&colors[first..first + row.len()]);
            })?;
        }
        Ok(())
    }

    /// Puts a dab and its images under what is there.
    fn dab(&self, sheet: &mut Sheet, at: Point) {
        let Symmetry { vertical, horizontal } = self.symmetry;
        let dab = self.brush.rect(at);
        let flipped = |x: i32| vertical.map(|axis| axis.wrapping_sub(x));
        let fold = |at: Point| self.wrap.map_or(at, |tile| Wrap { tile }.fold(at));
        // Where a row and its image overlap, each pixel's images come before the next pixel.
        let meets = |x: i32| x < dab.right() && x > dab.x - dab.width;
        let mixed = self.wrap.is_some() || flipped(dab.right() - 1).is_some_and(meets);
        for (row, columns) in self.brush.rows().iter().rev() {
            let (y, colors) = (dab.y + row, self.brush.colors(*row));
            let run = || {
                columns.clone().rev().zip(colors[columns.start as usize..columns.end as usize].iter().rev())
            };
            for y in [Some(y), horizontal.map(|axis| axis.wrapping_sub(y))].into_iter().flatten() {
                let mut put = |x: i32, color: Color| sheet.put(fold(Point::new(x, y)), color);
                if mixed {
                    for (x, color) in run() {
                        let x = dab.x + x;
                        put(x, *color);
                        flipped(x).into_iter().for_each(|x| put(x, *color));
                    }
                } else {
                    run().for_each(|(x, color)| put(dab.x + x, *color));
                    if vertical.is_some() {
                        run().for_each(|(x, color)| {
                            flipped(dab.x + x).into_iter().for_each(|x| put(x, *color));
                        });
                    }
                }
            }
        }
    }
}
