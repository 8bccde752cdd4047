//! The pen: from shapes to pixels of a cel, through symmetry, wrap-around and ink.
//!
//! Tools speak of lines, shapes and areas; the pen cuts them to where their images can
//! touch the canvas, multiplies them by the axes, folds them into the tile, and lets the
//! ink decide what each pixel becomes. What overlaps is gathered before it is painted, so
//! work is bounded by canvas and brush, not by the length of the way. The document keeps
//! the pen within the selection and the layer's locks.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Point};
//! use undoodle::tools::{Half, Options, Pen, Setup, tool};
//! let mut document = Document::new(8, 8)?;
//! let options = Options { vertical: true, axis_x: Half(8), ..Options::default() };
//! document.begin(1)?;
//! let mut pen = Pen::new(&document, &Setup { options, ..Setup::new(tool("pencil")?) }, Point::new(1, 2))?;
//! pen.dab(&mut document, Point::new(1, 2))?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(Cel::default(), 6, 2)?, Color::BLACK, "8 columns, mirrored in the middle");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::ink::{Ink, Visited};
use super::pressure::{Dynamics, Pressure};
use super::stamps::Stamps;
use super::stencil::Stencil;
use super::stroke::Setup;
use super::way::Way;
use crate::color::Color;
use crate::document::{Cel, Document, Then};
use crate::error::Result;
use crate::geometry::{Area, Point, Rect};
use crate::raster::{Brush, Ellipse, Line, MAX_EXTENT, Span, Symmetry, Wrap, copies, each_copy, polygon};
use std::cell::RefCell;
use std::ops::Range;
use std::rc::Rc;

/// Brush, ink and symmetry of one stroke, which put pixels on a cel.
#[derive(Clone, Debug)]
pub struct Pen {
    cel: Cel,
    ink: Ink,
    brush: Brush,
    symmetry: Symmetry,
    wrap: Option<Rect>,
    /// Whether the brush paints with its own colours.
    colorful: bool,
    visited: Option<Visited>,
    /// What the cel was at a state of the history, if that is what it paints with.
    then: Option<Rc<RefCell<Then>>>,
}

/// Dabs that are gathered before they are painted.
struct Gathered {
    way: Way,
    stencil: Stencil,
    /// Places at which a brush with colours of its own will be put down.
    places: Vec<Point>,
}

/// Steps of a line that are gathered before it is asked whether that is enough.
const PIECE: i64 = 1024;

impl Pen {
    /// Creates the pen of a stroke that begins at a pixel, which decides in which tile it wraps around.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the brush's size is out of range.
    pub fn new(document: &Document, setup: &Setup, at: Point) -> Result<Pen> {
        let (width, height) = document.tile();
        let (width, height) = (width as i32, height as i32);
        // A stroke may begin beside the canvas, where its neighbours are seen.
        let (across, down) = document.size();
        let at = Point::new(at.x.rem_euclid(across as i32), at.y.rem_euclid(down as i32));
        let tile = Rect::new(at.x.div_euclid(width) * width, at.y.div_euclid(height) * height, width, height);
        let (options, ink) = (&setup.options, setup.ink());
        let brush = options.brush()?;
        let shading = matches!(ink, Ink::Shade { .. });
        let then = if setup.restores() { Some(looked_up(document, setup)?) } else { None };
        Ok(Pen {
            cel: setup.cel,
            colorful: brush.is_custom()
                && then.is_none()
                && matches!(ink, Ink::Plain(color) if !color.is_transparent()),
            visited: shading.then(Visited::default),
            ink,
            then,
            brush,
            symmetry: options.symmetry(),
            wrap: options.wrap.then_some(tile),
        })
    }

    /// Replaces the brush by one of a single pixel.
    ///
    /// # Errors
    /// Never; making a brush can fail for other sizes.
    pub(super) fn pointed(self) -> Result<Pen> {
        Ok(Pen { brush: Brush::new(1)?, colorful: false, ..self })
    }

    /// Paints from now on as a stroke does at a pressure.
    ///
    /// # Errors
    /// Never; making a brush can fail for other sizes.
    #[cold]
    #[inline(never)]
    pub(super) fn press(&mut self, setup: &Setup, pressure: Pressure) -> Result<()> {
        match (setup.dynamics(), &mut self.ink) {
            (Dynamics::Size, _) => self.brush = setup.brush(pressure)?,
            (Dynamics::Dither, Ink::Dither { level, .. }) => *level = pressure,
            _ => {}
        }
        Ok(())
    }

    /// Returns `true` if the brush paints with colours of its own.
    pub(super) fn is_colorful(&self) -> bool {
        self.colorful
    }

    /// Returns the brush's width, which is never 1 for a brush cut out of a picture.
    pub fn size(&self) -> u32 {
        if self.brush.is_custom() { 2 } else { self.brush.size() }
    }

    /// Puts the brush down at one pixel, which may lie anywhere.
    ///
    /// # Errors
    /// Returns an error if the cel may not change, or memory or the budget don't suffice. The caller cancels
    /// the action then.
    pub fn dab(&mut self, document: &mut Document, at: Point) -> Result<()> {
        self.lines(document, [Line::new(at, at)])
    }

    /// Puts the brush down at one pixel, in a colour of that dab's own.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub(super) fn dot(&mut self, document: &mut Document, at: Point, color: Color) -> Result<()> {
        let ink = std::mem::replace(&mut self.ink, Ink::Plain(color));
        let done = self.dab(document, at);
        self.ink = ink;
        done
    }

    /// Puts the brush down at every pixel of lines, which may lie anywhere.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub fn lines(&mut self, document: &mut Document, lines: impl IntoIterator<Item = Line>) -> Result<()> {
        let mut gathered = self.gathered(document);
        for line in lines {
            self.follow(document, &mut gathered, line, 0..i64::MAX)?;
        }
        self.paint_all(document, gathered)
    }

    /// Puts the brush down at the pixels of some steps of a line.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub(super) fn part(&mut self, document: &mut Document, line: Line, steps: Range<i64>) -> Result<()> {
        let mut gathered = self.gathered(document);
        self.follow(document, &mut gathered, line, steps)?;
        self.paint_all(document, gathered)
    }

    fn gathered(&self, document: &Document) -> Gathered {
        Gathered { way: self.way(document), stencil: Stencil::default(), places: Vec::new() }
    }

    /// Gathers a part of a line, and paints as often as there is enough.
    fn follow(
        &mut self,
        document: &mut Document,
        gathered: &mut Gathered,
        line: Line,
        steps: Range<i64>,
    ) -> Result<()> {
        let (canvas, Gathered { way, stencil, places }) = (document.bounds(), gathered);
        for near in way.steps(line) {
            let (mut start, end) = (near.start.max(steps.start), near.end.min(steps.end));
            while start < end {
                let most = if self.colorful { way.piece() - places.len() as i64 } else { PIECE };
                let piece = start..end.min(start + most);
                start = piece.end;
                if !self.colorful {
                    way.runs(line, piece, |run| self.gather(stencil, canvas, run));
                    self.paint_when_full(document, stencil)?;
                    continue;
                }
                places.extend(line.points(piece).map(|at| way.fold(at)));
                if places.len() as i64 >= way.piece() {
                    self.stamps().put(document, self.cel, way, places)?;
                }
            }
        }
        Ok(())
    }

    fn paint_all(&mut self, document: &mut Document, mut gathered: Gathered) -> Result<()> {
        let Gathered { way, stencil, places } = &mut gathered;
        self.stamps().put(document, self.cel, way, places)?;
        self.paint(document, stencil)
    }

    /// Returns where dabs can touch the canvas.
    pub(super) fn way(&self, document: &Document) -> Way {
        self.way_of(document, self.brush.rect(Point::default()))
    }

    /// Returns where dabs of another brush can touch the canvas, by its box at the place (0, 0).
    pub(super) fn way_of(&self, document: &Document, dab: Rect) -> Way {
        Way::new(document.bounds(), dab, self.symmetry, self.wrap)
    }

    fn stamps(&self) -> Stamps<'_> {
        Stamps { brush: &self.brush, symmetry: self.symmetry, wrap: self.wrap }
    }

    /// Adds the dabs at the places of a run, and their images. Dabs side by side overlap, so each of
    /// the brush's rows is one span; and so do dabs one below the other, of a brush without gaps.
    fn gather(&self, stencil: &mut Stencil, canvas: Rect, run: Rect) {
        let dab = self.brush.rect(Point::new(run.x, run.y));
        let (rows, more) = (self.brush.rows(), run.width - 1);
        let mut add = |y: i32, columns: Range<i32>| {
            let span = (dab.y + y, dab.x + columns.start..dab.x + columns.end + more);
            each_copy(span, self.symmetry, self.wrap, |span| stencil.add(span, canvas));
        };
        if run.height > 1 && !self.brush.is_custom() {
            for y in 0..dab.height + run.height - 1 {
                let met = &rows[(y - run.height + 1).max(0) as usize..(y + 1).min(dab.height) as usize];
                let start = met.iter().map(|(_, columns)| columns.start).min().unwrap_or(0);
                let end = met.iter().map(|(_, columns)| columns.end).max().unwrap_or(0);
                add(y, start..end);
            }
            return;
        }
        for down in 0..run.height {
            rows.iter().for_each(|(y, columns)| add(y + down, columns.clone()));
        }
    }

    /// Paints a rectangle and its images.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub fn rect(&mut self, document: &mut Document, rect: Rect) -> Result<()> {
        let (Symmetry { vertical, horizontal }, mut across, mut down) = (self.symmetry, vec![], vec![]);
        let turned = self.wrap.map(|tile| Rect::new(tile.y, 0, tile.height, 1));
        let columns = self.wrap.map(|tile| Rect::new(tile.x, 0, tile.width, 1));
        let along = |axis| Symmetry { vertical: axis, horizontal: None };
        each_copy((0, rect.x..rect.right()), along(vertical), columns, |(_, part)| across.push(part));
        each_copy((0, rect.y..rect.bottom()), along(horizontal), turned, |(_, part)| down.push(part));
        let mut painted: Vec<Rect> = Vec::new();
        for (columns, rows) in across.iter().flat_map(|columns| down.iter().map(move |rows| (columns, rows)))
        {
            let (width, height) = (columns.end - columns.start, rows.end - rows.start);
            let mut parts =
                vec![Rect::new(columns.start, rows.start, width, height).intersect(document.bounds())];
            for before in &painted {
                parts = parts.into_iter().flat_map(|part| without(part, *before)).collect();
            }
            painted.extend(parts.into_iter().filter(|part| !part.is_empty()));
        }
        self.areas(document, painted.into_iter().map(Area::Rect))
    }

    /// Paints a filled ellipse and its images.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub fn ellipse(&mut self, document: &mut Document, ellipse: Ellipse) -> Result<()> {
        self.spans(document, |rows| Ok(ellipse.spans(rows)))
    }

    /// Paints what a polygon encloses, its outline too, and its images.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub(super) fn polygon(&mut self, document: &mut Document, corners: &[Point]) -> Result<()> {
        self.spans(document, |rows| {
            let (first, end) = (rows.start.max(-MAX_EXTENT), rows.end.min(MAX_EXTENT));
            polygon(corners, Rect::new(-MAX_EXTENT, first, 2 * MAX_EXTENT, (end - first).max(0)))
        })
    }

    /// Paints a shape that is told row by row, and its images.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab), and that of the shape.
    pub(super) fn spans<S: Iterator<Item = Span>>(
        &mut self,
        document: &mut Document,
        shape: impl Fn(Range<i32>) -> Result<S>,
    ) -> Result<()> {
        let canvas = document.bounds();
        let way = Way::new(canvas, Rect::new(0, 0, 1, 1), self.symmetry, self.wrap);
        let mut stencil = Stencil::default();
        for rows in way.rows() {
            for span in shape(rows)? {
                each_copy(span, self.symmetry, self.wrap, |span| stencil.add(span, canvas));
                self.paint_when_full(document, &mut stencil)?;
            }
        }
        self.paint(document, &mut stencil)
    }

    fn paint_when_full(&mut self, document: &mut Document, stencil: &mut Stencil) -> Result<()> {
        if stencil.is_full() { self.paint(document, stencil) } else { Ok(()) }
    }

    /// Paints what has been gathered; with an ink that depends on what was there, each pixel once in the whole
    /// stroke.
    fn paint(&mut self, document: &mut Document, stencil: &mut Stencil) -> Result<()> {
        let mut squares = stencil.take();
        if let Some(visited) = &mut self.visited {
            squares.iter_mut().try_for_each(|bits| visited.visit(bits).map(|new| *bits = new))?;
        }
        self.areas(document, squares.into_iter().map(Area::Bits))
    }

    /// Paints areas as they are, without copies of them.
    ///
    /// # Errors
    /// As [`dab`](Pen::dab).
    pub fn areas(&self, document: &mut Document, areas: impl IntoIterator<Item = Area>) -> Result<()> {
        if let Some(then) = &self.then {
            return self.restore(document, &mut then.borrow_mut(), areas.into_iter().collect());
        }
        let (ink, mut brush) = (&self.ink, document.brush(self.cel)?);
        let mut apply = |x: i32, y: i32, row: &mut [Color]| {
            for (x, pixel) in (x..).zip(row) {
                *pixel = ink.apply(x, y, *pixel);
            }
        };
        areas.into_iter().try_for_each(|area| match ink {
            Ink::Plain(color) => brush.fill(&area, *color),
            _ => brush.edit(&area, &mut apply),
        })
    }

    /// Paints areas with what was there at a state of the history.
    #[cold]
    #[inline(never)]
    fn restore(&self, document: &mut Document, then: &mut Then, areas: Vec<Area>) -> Result<()> {
        for area in &areas {
            let around = match area {
                Area::Rect(rect) => *rect,
                Area::Bits(bits) => bits.bounds(),
            };
            then.ask(document, around)?;
        }
        let (picture, mut before) = (then.picture(), Vec::new());
        let mut brush = document.brush(self.cel)?;
        let mut apply = |x: i32, y: i32, row: &mut [Color]| {
            before.resize(row.len(), Color::TRANSPARENT);
            picture.read(x as u32, y as u32, 1, &mut before);
            for ((x, pixel), before) in (x..).zip(row).zip(&before) {
                *pixel = self.ink.apply_as(*before, x, y, *pixel);
            }
        };
        areas.iter().try_for_each(|area| brush.edit(area, &mut apply))
    }

    /// Returns the pixels that a dab of one pixel and its copies would cover, with their colours now.
    pub(super) fn under(&self, document: &Document, at: Point) -> Vec<(Point, Color)> {
        let places = copies((at.y, at.x..at.x.saturating_add(1)), self.symmetry, self.wrap);
        let pixel = |(y, columns): Span| {
            let at = Point::new(columns.start, y);
            document.cel_pixel(self.cel, at.x, at.y).ok().map(|color| (at, color))
        };
        places.into_iter().filter_map(pixel).collect()
    }

    /// Gives pixels back the colours that they had.
    pub(super) fn put_back(&mut self, document: &mut Document, pixels: &[(Point, Color)]) -> Result<()> {
        let mut brush = document.brush(self.cel)?;
        for (at, color) in pixels {
            brush.give_back(at.x, at.y, *color)?;
            if let Some(visited) = &mut self.visited {
                visited.leave(at.x, at.y);
            }
        }
        Ok(())
    }

    /// Returns the pixel in the stroke's own tile, and on its own side of the axes, that this one is a copy of.
    pub(super) fn original(&self, at: Point, from: Point) -> Point {
        let tiled = self.wrap.map_or(at, |tile| Wrap { tile }.fold(at));
        let side = |at: i32, axis: i32| (2 * i64::from(at) - i64::from(axis)).signum();
        let folded = |at: i32, from: i32, axis: Option<i32>| match axis {
            Some(axis) if side(at, axis) * side(from, axis) < 0 => axis - at,
            _ => at,
        };
        let Symmetry { vertical, horizontal } = self.symmetry;
        Point::new(folded(tiled.x, from.x, vertical), folded(tiled.y, from.y, horizontal))
    }

    /// Returns a pixel and its mirror images, as places to begin a fill at.
    pub(super) fn images(&self, at: Point) -> Vec<Point> {
        let spans = copies((at.y, at.x..at.x.saturating_add(1)), self.symmetry, self.wrap);
        spans.into_iter().map(|(y, columns)| Point::new(columns.start, y)).collect()
    }
}

/// Looks at what a stroke's cel was at the state that it paints from.
#[cold]
#[inline(never)]
fn looked_up(document: &Document, setup: &Setup) -> Result<Rc<RefCell<Then>>> {
    let at = setup.source.unwrap_or(document.history().base());
    Ok(Rc::new(RefCell::new(document.then(at, setup.cel)?)))
}

/// Returns the parts of a rectangle that do not lie in another: above, below, left and right of it.
fn without(rect: Rect, hole: Rect) -> impl Iterator<Item = Rect> {
    let inner = rect.intersect(hole);
    let (above, below) = (inner.y - rect.y, rect.bottom() - inner.bottom());
    let (left, right) = (inner.x - rect.x, rect.right() - inner.right());
    let around = [
        Rect::new(rect.x, rect.y, rect.width, above),
        Rect::new(rect.x, inner.bottom(), rect.width, below),
        Rect::new(rect.x, inner.y, left, inner.height),
        Rect::new(inner.right(), inner.y, right, inner.height),
    ];
    let parts = if inner.is_empty() { [rect, Rect::EMPTY, Rect::EMPTY, Rect::EMPTY] } else { around };
    parts.into_iter().filter(|part| !part.is_empty())
}
