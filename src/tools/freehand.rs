//! Freehand strokes: the pencil and the eraser.
//!
//! A stroke keeps the brush and the ink it began with, whatever is chosen while
//! it goes on. Samples are joined pixel by pixel. A line of one pixel may leave out
//! the corners of its steps: a pixel that turns out to be one is put back before the
//! next is painted, so the stroke under the hand is always the one that stays. Between two samples
//! of a pen the pressure changes evenly.

use super::gesture::Sample;
use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use super::pressure::Pressure;
use super::stroke::Setup;
use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::{Line, is_corner};

/// A freehand stroke under way.
#[derive(Debug)]
pub(super) struct Freehand {
    pen: Pen,
    last: Point,
    /// Pressure at the last pixel.
    pressure: Pressure,
    /// What a stroke that leaves out corners may have to put back.
    trail: Option<Trail>,
}

/// What is needed to take the last pixel back.
#[derive(Debug)]
struct Trail {
    /// The pixel before the last.
    before: Option<Point>,
    /// What lay under the last, and under its mirror images.
    under: Vec<(Point, Color)>,
}

impl Gesture for Freehand {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let Drag { setup, from, now, .. } = drag;
        let mut pen = Pen::new(document, setup, *from)?;
        let thin = setup.options.perfect && pen.size() == 1;
        let trail = thin.then(|| Trail { before: None, under: pen.under(document, *from) });
        if now.pressure != Pressure::FULL {
            pen.press(setup, now.pressure)?;
        }
        pen.dab(document, *from)?;
        let mut freehand = Freehand { pen, last: *from, pressure: now.pressure, trail };
        freehand.go_on(document, now.at)?;
        Ok(Box::new(freehand))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        if drag.now.pressure != self.pressure {
            return self.press_on(document, &drag.setup, drag.now);
        }
        self.go_on(document, drag.now.at)
    }

    fn label(&self, drag: &Drag) -> &'static str {
        if drag.setup.erasing { "Eraser" } else { drag.setup.tool.label }
    }
}

impl Freehand {
    /// Paints the line from the last pixel to another.
    fn go_on(&mut self, document: &mut Document, to: Point) -> Result<()> {
        let line = Line::new(self.last, to);
        if self.trail.is_none() {
            self.last = to;
            return self.pen.lines(document, [line]);
        }
        let steps = line.steps();
        if steps > 2 {
            // A line has no corners within; only where it goes on from the last one there may be one.
            self.step(document, line.point(1))?;
            self.pen.part(document, line, 2..steps)?;
            self.last = line.point(steps - 1);
            self.trail = Some(Trail { before: Some(line.point(steps - 2)), under: Vec::new() });
            return self.step(document, to);
        }
        (1..=steps).try_for_each(|step| self.step(document, line.point(step)))
    }

    /// Paints the line to a sample of another pressure, in pieces of one pressure each.
    #[cold]
    #[inline(never)]
    fn press_on(&mut self, document: &mut Document, setup: &Setup, to: Sample) -> Result<()> {
        let from = std::mem::replace(&mut self.pressure, to.pressure);
        if self.trail.is_some() {
            self.pen.press(setup, to.pressure)?;
            return self.go_on(document, to.at);
        }
        let line = Line::new(self.last, to.at);
        let places = line.steps() + 1;
        let pieces = places.min(from.0.abs_diff(to.pressure.0).into());
        for piece in 0..pieces {
            self.pen.press(setup, from.towards(to.pressure, piece + 1, pieces))?;
            self.pen.part(document, line, places * piece / pieces..places * (piece + 1) / pieces)?;
        }
        self.last = to.at;
        Ok(())
    }

    /// Paints the next pixel, and puts the one before back if it was a corner.
    fn step(&mut self, document: &mut Document, to: Point) -> Result<()> {
        let Some(Trail { before, under }) = &mut self.trail else { return Ok(()) };
        if before.is_some_and(|before| is_corner(before, self.last, to)) {
            self.pen.put_back(document, under)?;
        } else {
            *before = Some(self.last);
        }
        *under = self.pen.under(document, to);
        self.last = to;
        self.pen.dab(document, to)
    }
}
