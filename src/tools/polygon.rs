//! Polygons and polylines: lines from point to point, open or closed, or what they enclose.
//!
//! A press on the first point closes the polygon. A press on the last one ends it as it is, as
//! a double press does. Filled, it is what a lasso along the same points would hold.

use super::gesture::Drag;
use super::pen::Pen;
use super::presses::{End, Pointed};
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::Line;

/// A polygon.
#[derive(Debug)]
pub(super) struct Polygon;

impl Pointed for Polygon {
    const MOST: usize = 1 << 10;
    const STRAIGHT: usize = usize::MAX;

    fn next(points: &[Point], at: Point, near: u32, anew: bool) -> End {
        let meets = |point: Option<&Point>, within: u32| {
            point.is_some_and(|point| point.x.abs_diff(at.x).max(point.y.abs_diff(at.y)) <= within)
        };
        match points {
            _ if !anew => End::Open,
            [_, _, _, ..] if meets(points.first(), near) => End::Closed,
            _ if meets(points.last(), near) => End::Ended,
            _ => End::Open,
        }
    }

    fn draw(
        pen: &mut Pen,
        document: &mut Document,
        drag: &Drag,
        points: &[Point],
        closed: bool,
    ) -> Result<()> {
        if drag.setup.options.filled {
            return pen.polygon(document, points);
        }
        let ends = |pair: &[Point]| Line::new(pair[0], pair[1]);
        let dot = points.first().filter(|_| points.len() == 1).map(|at| Line::new(*at, *at));
        let back = points
            .last()
            .zip(points.first())
            .filter(|_| closed)
            .map(|(last, first)| Line::new(*last, *first));
        pen.lines(document, points.windows(2).map(ends).chain(dot).chain(back))
    }
}
