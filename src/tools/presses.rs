//! Gestures of several presses: shapes whose points are set one after another.
//!
//! Problem: a polygon or a curve has more points than one drag can tell. Idea: the gesture goes on
//! after the pointer has gone up. Each press sets a point where it is released, and between presses the
//! next point follows the pointer, so what is seen is what a press would set. The shape is
//! drawn anew with every sample, from its points alone; nothing of it is kept in the document but the
//! latest drawing.
//!
//! The invariant: a shape is told by its points. To take one back, or to draw it on another state of the
//! document, is to draw it again.

use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::snap;
use std::fmt;
use std::marker::PhantomData;

/// A shape of several presses under way.
#[derive(Debug)]
pub(super) struct Presses<F> {
    /// The pen as it was before anything was drawn.
    pen: Pen,
    /// The points that are set; there is at least one.
    points: Vec<Point>,
    /// Whether a button is down, which sets a point when it goes up.
    down: bool,
    /// Whether a button has gone up before.
    released: bool,
    /// Whether it has all its points.
    end: End,
    figure: PhantomData<F>,
}

/// How far a shape has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// It takes more points.
    Open,
    /// It has all of them.
    Ended,
    /// It goes back to its first point.
    Closed,
}

/// What [`Presses`] draw from their points.
pub(super) trait Pointed: fmt::Debug + 'static {
    /// Number of points with which it ends.
    const MOST: usize;

    /// Number of points whose direction from the one before Shift holds.
    const STRAIGHT: usize;

    /// Returns how the shape goes on when the next point is set. `anew` says that this is not the end of the press that set
    /// the first.
    fn next(points: &[Point], at: Point, near: u32, anew: bool) -> End;

    /// Draws the shape.
    fn draw(
        pen: &mut Pen,
        document: &mut Document,
        drag: &Drag,
        points: &[Point],
        closed: bool,
    ) -> Result<()>;
}

impl<F: Pointed> Presses<F> {
    /// Returns where the next point would be set.
    fn ahead(&self, drag: &Drag) -> Point {
        let last = self.points.last().copied().unwrap_or(drag.from);
        let held = drag.now.held.shift && self.points.len() < F::STRAIGHT;
        if held { snap(last, drag.now.at) } else { drag.now.at }
    }

    /// Returns the points and how the shape has come to an end if the next point is set.
    fn grown(&self, drag: &Drag) -> (Vec<Point>, End) {
        let (mut points, at) = (self.points.clone(), self.ahead(drag));
        if self.end != End::Open {
            return (points, self.end);
        }
        let end = F::next(&points, at, drag.setup.near, self.released);
        if end == End::Open && (self.released || points.last() != Some(&at)) {
            points.push(at);
        }
        let full = end == End::Open && points.len() >= F::MOST;
        (points, if full { End::Ended } else { end })
    }

    fn draw(&self, document: &mut Document, drag: &Drag, points: &[Point], end: End) -> Result<()> {
        drag.begin_again(document)?;
        F::draw(&mut self.pen.clone(), document, drag, points, end == End::Closed)
    }

    fn set(&mut self, drag: &Drag) {
        (self.points, self.end) = self.grown(drag);
        (self.down, self.released) = (false, true);
    }
}

impl<F: Pointed> Gesture for Presses<F> {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let points = vec![drag.from];
        let (pen, figure) = (Pen::new(document, &drag.setup, drag.from)?, PhantomData::<F>);
        F::draw(&mut pen.clone(), document, drag, &points, false)?;
        Ok(Box::new(Presses { pen, points, down: true, released: false, end: End::Open, figure }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let (points, end) = self.grown(drag);
        self.draw(document, drag, &points, end)
    }

    fn press(&mut self, _: Point) {
        self.down = true;
    }

    fn release(&mut self, drag: &Drag) -> bool {
        if self.down {
            self.set(drag);
        }
        self.end == End::Open
    }

    fn back(&mut self) -> bool {
        if std::mem::take(&mut self.down) {
            return self.released;
        }
        self.points.pop();
        !self.points.is_empty()
    }

    fn points(&self) -> usize {
        self.points.len()
    }

    fn finish(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        if self.down {
            self.set(drag);
        }
        self.draw(document, drag, &self.points, self.end)
    }

    fn is_redrawn(&self) -> bool {
        true
    }
}
