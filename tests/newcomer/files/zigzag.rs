//! Zigzag: lines between three points. What a newcomer would write to add a tool of several presses.

use super::gesture::Drag;
use super::pen::Pen;
use super::presses::{End, Pointed};
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::Line;

/// A zigzag.
#[derive(Debug)]
pub(super) struct Zigzag;

impl Pointed for Zigzag {
    const MOST: usize = 3;
    const STRAIGHT: usize = 3;

    fn next(_: &[Point], _: Point, _: u32, _: bool) -> End {
        End::Open
    }

    fn draw(pen: &mut Pen, document: &mut Document, _: &Drag, points: &[Point], _: bool) -> Result<()> {
        match points {
            [at] => pen.dab(document, *at),
            _ => pen.lines(document, points.windows(2).map(|pair| Line::new(pair[0], pair[1]))),
        }
    }
}
