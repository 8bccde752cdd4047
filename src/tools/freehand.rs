//! Freehand strokes: the pencil and the eraser.
//!
//! A stroke keeps the brush and the ink it began with, whatever is chosen while
//! it goes on. Samples are joined pixel by pixel. A line of one pixel may leave out
//! the corners of its steps: a pixel that turns out to be one is put back before the
//! next is painted, so the stroke under the hand is always the one that stays.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Point};
//! use undoodle::tools::{Freehand, Ink, Options, Pen};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! let (options, ink) = (Options::default(), Ink::Plain(Color::BLACK));
//! let pen = Pen::new(&document, &options, Cel::default(), ink, Point::new(1, 1))?;
//! let mut stroke = Freehand::begin(&mut document, pen, false, Point::new(1, 1))?;
//! stroke.extend(&mut document, Point::new(4, 1))?;
//! assert_eq!(document.cel_pixel(Cel::default(), 3, 1)?, Color::BLACK);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::pen::Pen;
use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::{Line, is_corner};

/// A stroke under way.
#[derive(Clone, Debug)]
pub struct Freehand {
    pen: Pen,
    last: Point,
    /// In a stroke without corners.
    trail: Option<Trail>,
}

/// What is needed to take the last pixel back.
#[derive(Clone, Debug)]
struct Trail {
    /// The pixel before the last.
    before: Option<Point>,
    /// What lay under the last, and under its mirror images.
    under: Vec<(Point, Color)>,
}

impl Freehand {
    /// Puts down the first dab, within an open action.
    ///
    /// # Errors
    /// When the cel may not change, or memory can't be had; the caller cancels the action then.
    pub fn begin(document: &mut Document, mut pen: Pen, perfect: bool, at: Point) -> Result<Freehand> {
        let trail =
            (perfect && pen.size() == 1).then(|| Trail { before: None, under: pen.under(document, at) });
        pen.dab(document, at)?;
        Ok(Freehand { pen, last: at, trail })
    }

    /// Goes on to a pixel, which may lie outside the canvas.
    ///
    /// # Errors
    /// As [`begin`](Freehand::begin).
    pub fn extend(&mut self, document: &mut Document, to: Point) -> Result<()> {
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

    /// One pixel further, without a corner behind it.
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

    /// Where it is.
    pub fn last(&self) -> Point {
        self.last
    }
}
