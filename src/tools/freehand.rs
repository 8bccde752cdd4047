//! Freehand strokes: the pencil and the eraser.
//!
//! A stroke keeps the brush and the ink it began with, whatever is chosen while
//! it goes on. Samples are joined pixel by pixel. A pixel becomes exactly the
//! ink's colour, alpha and all, so a transparent ink erases and what is painted
//! is what was chosen.
//!
//! ```
//! use undoodle::{color::Color, document::Document, geometry::{Point, Rect}};
//! use undoodle::{raster::Brush, tools::{Freehand, Ink}};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! let ink = Ink { label: "Pencil", color: Color::BLACK };
//! let (mut stroke, _) = Freehand::begin(&mut document, Brush::new(1)?, ink, Point::new(1, 1))?;
//! let damage = stroke.extend(&mut document, Point::new(4, 1))?;
//! assert_eq!(damage, Rect::new(1, 1, 4, 1));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Brush, line};

/// What a stroke leaves behind, and what its commit is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ink {
    /// The commit's label.
    pub label: &'static str,
    /// What pixels become.
    pub color: Color,
}

impl Ink {
    /// The colour of the commit: red where the ink takes away, blue where it adds.
    pub fn commit_color(self) -> Color {
        if self.color.is_transparent() { Color::REMOVED } else { Color::ADDED }
    }
}

/// A stroke under way.
#[derive(Clone, Debug)]
pub struct Freehand {
    brush: Brush,
    ink: Ink,
    last: Point,
}

impl Freehand {
    /// Puts down the first dab, within an open action; the stroke and its damage.
    ///
    /// # Errors
    /// When memory can't be had; the caller cancels the action then.
    pub fn begin(document: &mut Document, brush: Brush, ink: Ink, at: Point) -> Result<(Freehand, Rect)> {
        let stroke = Freehand { brush, ink, last: at };
        let damage = stroke.dab(document, at)?;
        Ok((stroke, damage))
    }

    /// Goes on to a pixel, which may lie outside the canvas; the damage.
    ///
    /// # Errors
    /// When memory can't be had; the caller cancels the action then.
    pub fn extend(&mut self, document: &mut Document, to: Point) -> Result<Rect> {
        let mut damage = Rect::EMPTY;
        for at in line(self.last, to) {
            damage = damage.union(self.dab(document, at)?);
        }
        self.last = to;
        Ok(damage)
    }

    /// What the stroke leaves.
    pub fn ink(&self) -> Ink {
        self.ink
    }

    fn dab(&self, document: &mut Document, at: Point) -> Result<Rect> {
        let damage = self.brush.rect(at).intersect(document.bounds());
        if !damage.is_empty() {
            document.cover(damage);
            for (y, columns) in self.brush.spans(at) {
                document.fill_span(y, columns, self.ink.color)?;
            }
        }
        Ok(damage)
    }
}
