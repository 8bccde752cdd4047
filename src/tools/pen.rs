//! The pen: from shapes to pixels of a cel, through symmetry, wrap-around and ink.
//!
//! Tools speak of dabs, spans and areas; the pen multiplies them by the axes, folds
//! them into the tile, and lets the ink decide what each pixel becomes. The document
//! keeps it within the canvas, the selection and the layer's locks.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Point};
//! use undoodle::tools::{Ink, Options, Pen};
//! let mut document = Document::new(8, 8)?;
//! let options = Options { mirrored: (true, false), axes: (8, 8), ..Options::default() };
//! document.begin(1)?;
//! let mut pen = Pen::new(&document, &options, Cel::default(), Ink::Plain(Color::BLACK), Point::new(1, 2))?;
//! pen.dabs(&mut document, &[Point::new(1, 2)])?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(Cel::default(), 6, 2)?, Color::BLACK, "8 columns, mirrored in the middle");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::ink::{Ink, Visited};
use super::options::Options;
use crate::color::Color;
use crate::document::{Cel, Document};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::raster::{Brush, Span, Symmetry, copies};

/// What puts pixels on a cel for one stroke.
#[derive(Clone, Debug)]
pub struct Pen {
    cel: Cel,
    ink: Ink,
    brush: Brush,
    symmetry: Symmetry,
    wrap: Option<Rect>,
    /// Whether the brush's own colours are painted.
    colorful: bool,
    visited: Option<Visited>,
}

/// The spans of many shapes as disjoint ones, sorted by rows.
pub(super) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.retain(|(_, columns)| !columns.is_empty());
    spans.sort_unstable_by_key(|(y, columns)| (*y, columns.start));
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for (y, columns) in spans {
        match merged.last_mut() {
            Some((last, of)) if *last == y && of.end >= columns.start => of.end = of.end.max(columns.end),
            _ => merged.push((y, columns)),
        }
    }
    merged
}

impl Pen {
    /// A pen for a stroke that begins at a pixel, which decides in which tile it wraps around.
    ///
    /// # Errors
    /// When the brush can't be had.
    pub fn new(document: &Document, options: &Options, cel: Cel, ink: Ink, at: Point) -> Result<Pen> {
        let (width, height) = document.tile();
        let (width, height) = (width as i32, height as i32);
        // A stroke may begin beside the canvas, where its neighbours are seen.
        let (across, down) = document.size();
        let at = Point::new(at.x.rem_euclid(across as i32), at.y.rem_euclid(down as i32));
        let tile = Rect::new(at.x.div_euclid(width) * width, at.y.div_euclid(height) * height, width, height);
        let brush = options.brush()?;
        let shading = matches!(ink, Ink::Shade { .. });
        Ok(Pen {
            cel,
            colorful: brush.is_custom() && matches!(ink, Ink::Plain(color) if !color.is_transparent()),
            visited: shading.then(Visited::default),
            ink,
            brush,
            symmetry: options.symmetry(),
            wrap: options.wrap.then_some(tile),
        })
    }

    /// The cel that it paints on.
    pub fn cel(&self) -> Cel {
        self.cel
    }

    /// What it paints with.
    pub fn ink(&self) -> &Ink {
        &self.ink
    }

    /// The brush's width.
    pub fn size(&self) -> u32 {
        if self.brush.is_custom() { 2 } else { self.brush.size() }
    }

    /// Puts the brush down at pixels, which may lie anywhere.
    ///
    /// # Errors
    /// When the cel may not change, or memory can't be had; the caller cancels the action then.
    pub fn dabs(&mut self, document: &mut Document, at: &[Point]) -> Result<()> {
        if self.colorful {
            return at.iter().try_for_each(|at| self.stamp(document, *at));
        }
        let near: Vec<_> = at.iter().filter(|at| self.reaches(document, **at)).collect();
        let spans = near.iter().flat_map(|at| self.brush.spans(**at)).collect();
        self.spans(document, spans)
    }

    /// Whether a dab there could touch the canvas; without it, a far pointer would cost for nothing.
    fn reaches(&self, document: &Document, at: Point) -> bool {
        let mirrored = self.symmetry.vertical.is_some() || self.symmetry.horizontal.is_some();
        self.wrap.is_some() || mirrored || !self.brush.rect(at).intersect(document.bounds()).is_empty()
    }

    /// Puts down a brush that has colours of its own.
    fn stamp(&mut self, document: &mut Document, at: Point) -> Result<()> {
        for (y, columns) in self.brush.spans(at) {
            for x in columns {
                let color = self.brush.pixel(at, x, y).unwrap_or(Color::TRANSPARENT);
                for (y, columns) in copies((y, x..x + 1), self.symmetry, self.wrap) {
                    document.fill_span(self.cel, y, columns, color)?;
                }
            }
        }
        Ok(())
    }

    /// Paints spans, overlapping ones once.
    ///
    /// # Errors
    /// As [`dabs`](Pen::dabs).
    pub fn spans(&mut self, document: &mut Document, spans: Vec<Span>) -> Result<()> {
        let all = spans.into_iter().flat_map(|span| copies(span, self.symmetry, self.wrap)).collect();
        for (y, columns) in merged(all) {
            let width = columns.end.saturating_sub(columns.start);
            self.area(document, Rect::new(columns.start, y, width, 1))?;
        }
        Ok(())
    }

    /// Paints a rectangle as it is, without copies of it.
    ///
    /// # Errors
    /// As [`dabs`](Pen::dabs).
    pub fn area(&mut self, document: &mut Document, rect: Rect) -> Result<()> {
        let (ink, visited) = (&self.ink, &mut self.visited);
        match (ink, visited) {
            (Ink::Plain(color), _) => document.fill_rect(self.cel, rect, *color),
            (ink, None) => document.edit(self.cel, rect, &mut |x, y, old| ink.apply(x, y, old)),
            (ink, Some(visited)) => document.edit(self.cel, rect, &mut |x, y, old| {
                if visited.visit(x, y) { ink.apply(x, y, old) } else { old }
            }),
        }
    }

    /// What lies where a dab of one pixel and its copies would be.
    pub(super) fn under(&self, document: &Document, at: Point) -> Vec<(Point, Color)> {
        let places = copies((at.y, at.x..at.x.saturating_add(1)), self.symmetry, self.wrap);
        let pixel = |(y, columns): Span| {
            let at = Point::new(columns.start, y);
            document.cel_pixel(self.cel, at.x, at.y).ok().map(|color| (at, color))
        };
        places.into_iter().filter_map(pixel).collect()
    }

    /// Puts pixels back to what they were.
    pub(super) fn put_back(&mut self, document: &mut Document, pixels: &[(Point, Color)]) -> Result<()> {
        for (at, color) in pixels {
            document.fill_rect(self.cel, Rect::pixel(*at), *color)?;
            if let Some(visited) = &mut self.visited {
                visited.leave(at.x, at.y);
            }
        }
        Ok(())
    }

    /// The pixel in the stroke's own tile, and on its own side of the axes, that this one is a copy of.
    pub(super) fn original(&self, at: Point, from: Point) -> Point {
        let within = |at: i32, first: i32, side: i32| first + (at - first).rem_euclid(side.max(1));
        let tiled = self.wrap.map_or(at, |tile| {
            Point::new(within(at.x, tile.x, tile.width), within(at.y, tile.y, tile.height))
        });
        let side = |at: i32, axis: i32| (2 * i64::from(at) - i64::from(axis)).signum();
        let folded = |at: i32, from: i32, axis: Option<i32>| match axis {
            Some(axis) if side(at, axis) * side(from, axis) < 0 => axis - at,
            _ => at,
        };
        let Symmetry { vertical, horizontal } = self.symmetry;
        Point::new(folded(tiled.x, from.x, vertical), folded(tiled.y, from.y, horizontal))
    }

    /// A pixel and its mirror images, as places to begin a fill at.
    pub(super) fn images(&self, at: Point) -> Vec<Point> {
        let spans = copies((at.y, at.x..at.x.saturating_add(1)), self.symmetry, self.wrap);
        spans.into_iter().map(|(y, columns)| Point::new(columns.start, y)).collect()
    }
}
