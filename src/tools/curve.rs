//! Curves: two ends, then two pulls.
//!
//! The first two points are the ends, set by one drag or by two presses. The third bends the whole
//! curve, and the fourth its second half, as painting programs have done for long. Ended early, the curve is what is seen
//! by then: a line, or a bow.

use super::gesture::Drag;
use super::pen::Pen;
use super::presses::{End, Pointed};
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::{Line, curve};

/// A curve.
#[derive(Debug)]
pub(super) struct Bend;

impl Pointed for Bend {
    const MOST: usize = 4;
    const STRAIGHT: usize = 2;

    fn next(_: &[Point], _: Point, _: u32, _: bool) -> End {
        End::Open
    }

    fn draw(pen: &mut Pen, document: &mut Document, _: &Drag, points: &[Point], _: bool) -> Result<()> {
        let (from, to, first, second) = match *points {
            [] => return Ok(()),
            [at] => return pen.dab(document, at),
            [from, to] => return pen.lines(document, [Line::new(from, to)]),
            [from, to, pull] => (from, to, pull, pull),
            [from, to, first, second, ..] => (from, to, first, second),
        };
        pen.lines(document, curve([from, first, second, to]).map(|at| Line::new(at, at)))
    }
}
