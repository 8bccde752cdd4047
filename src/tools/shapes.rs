//! Shapes between two corners: lines, rectangles, ellipses.
//!
//! A shape is drawn anew with every sample: the action is taken back and begun again, so
//! only the latest shape is there, and no shape has to know how to rub out its own preview.

use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Ellipse, Line, Span, corners, rectangle_edges, snap};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A shape under way.
#[derive(Debug)]
pub(super) struct Shape<F> {
    /// The pen as it was before anything was drawn.
    pen: Pen,
    figure: PhantomData<F>,
}

/// What a [`Shape`] draws between its corners.
pub(super) trait Figure: fmt::Debug + 'static {
    fn draw(pen: &mut Pen, document: &mut Document, drag: &Drag) -> Result<()>;
}

/// A line from corner to corner.
#[derive(Debug)]
pub(super) struct Straight;

/// A rectangle.
#[derive(Debug)]
pub(super) struct Boxed;

/// An ellipse.
#[derive(Debug)]
pub(super) struct Round;

impl<F: Figure> Gesture for Shape<F> {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let pen = Pen::new(document, &drag.setup, drag.from)?;
        F::draw(&mut pen.clone(), document, drag)?;
        Ok(Box::new(Shape { pen, figure: PhantomData::<F> }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        drag.begin_again(document)?;
        F::draw(&mut self.pen.clone(), document, drag)
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }
}

impl Figure for Straight {
    fn draw(pen: &mut Pen, document: &mut Document, drag: &Drag) -> Result<()> {
        // Shift at the press means that the line goes on from the last one; later it holds the angle.
        let continued = drag.pressed.held.shift && drag.setup.last.is_some();
        let to = drag.now.at;
        let to = if drag.now.held.shift && !continued { snap(drag.from, to) } else { to };
        pen.lines(document, [Line::new(drag.from, to)])
    }
}

/// Returns the box around a shape, by what is chosen and what is held now.
pub(super) fn around(drag: &Drag) -> Rect {
    let held = drag.now.held;
    corners(drag.from, drag.now.at, held.shift, drag.setup.options.centre || held.ctrl)
}

impl Figure for Boxed {
    fn draw(pen: &mut Pen, document: &mut Document, drag: &Drag) -> Result<()> {
        match drag.setup.options.filled {
            true => pen.rect(document, around(drag)),
            false => pen.lines(document, rectangle_edges(around(drag))),
        }
    }
}

impl Figure for Round {
    fn draw(pen: &mut Pen, document: &mut Document, drag: &Drag) -> Result<()> {
        let ellipse = Ellipse::new(around(drag));
        if drag.setup.options.filled {
            return pen.ellipse(document, ellipse);
        }
        edges(pen, document, |rows| ellipse.outline(rows))
    }
}

/// Draws an outline that is told row by row, as far as it can touch the canvas.
pub(super) fn edges<S: Iterator<Item = Span>>(
    pen: &mut Pen,
    document: &mut Document,
    outline: impl Fn(Range<i32>) -> S,
) -> Result<()> {
    let rows = pen.way(document).rows();
    let edge = |(y, columns): Span| Line::new(Point::new(columns.start, y), Point::new(columns.end - 1, y));
    pen.lines(document, rows.into_iter().flat_map(outline).map(edge))
}
