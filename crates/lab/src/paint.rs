//! Painting for the Lab: a flat picture of RGBA pixels, row by row.
//!
//! The textbook systems keep one run of bytes, so here a picture is just that. The
//! painter turns strokes and fills into spans, parts of rows that get one colour,
//! before any clock runs; then each system is driven by the same writes.
//!
//! ```
//! use undoodle_lab::{color::Color, geometry::Point, raster::Brush};
//! use undoodle_lab::{Commands, Painter, System};
//! let painter = Painter::new(8, 8)?;
//! let mut system = Commands::new(vec![0; painter.bytes()], 1000);
//! let spans = painter.stroke(&Brush::new(1)?, &[Point::new(-2, 3), Point::new(2, 3)]);
//! system.begin(1);
//! painter.write(&mut system, &spans, Color::BLACK);
//! assert!(system.commit("Pencil"));
//! assert_eq!(painter.pixel(system.document(), 2, 3), Color::BLACK);
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::race::TAG;
use super::{Stroke, System};
use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::{Point, Rect};
use crate::raster::{Brush, line};

/// The longest side of a picture in the Lab.
pub const MAX_SIDE: u32 = 4096;

/// Largest coordinate of a stroke's point, either way; points farther away are clamped.
pub const REACH: i32 = MAX_SIDE as i32 * 4;

/// Number of bytes in a pixel.
const PIXEL: usize = 4;

undoodle_drawing::named! {
    /// Tool of a stroke.
    pub enum Tool, "tool" {
        /// Sets the colour.
        Pencil = "pencil", "Pencil";
        /// Sets transparency.
        Eraser = "eraser", "Eraser";
        /// Fills the area of one colour around a pixel; diagonal neighbours are not connected.
        Fill = "fill", "Fill";
    }
}

impl Tool {
    /// Returns the colour that the tool writes when `color` is chosen.
    pub fn ink(self, color: Color) -> Color {
        if self == Tool::Eraser { Color::TRANSPARENT } else { color }
    }

    /// Returns the cursor's colour: [`Color::ADDED`] or [`Color::REMOVED`].
    pub(super) fn cursor(self) -> Color {
        if self == Tool::Eraser { Color::REMOVED } else { Color::ADDED }
    }
}

/// A part of a row: the address of its first byte and its length in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteRange {
    /// Address of the first byte.
    pub at: usize,
    /// Number of bytes.
    pub len: usize,
}

/// Painter of pictures of one size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Painter {
    width: usize,
    height: usize,
}

impl Painter {
    /// Creates a painter of pictures of this size.
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) if a side is outside `1..=4096`.
    pub fn new(width: u32, height: u32) -> Result<Painter> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        Ok(Painter { width: width as usize, height: height as usize })
    }

    /// Returns the number of columns and of rows.
    pub fn size(self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Returns the number of bytes in a picture.
    pub fn bytes(self) -> usize {
        self.width * self.height * PIXEL
    }

    /// Returns the colour of a pixel, which must lie in the picture.
    pub fn pixel(self, document: &[u8], x: usize, y: usize) -> Color {
        let at = (y * self.width + x) * PIXEL;
        document[at..].first_chunk().map_or(Color::TRANSPARENT, |bytes| Color { bytes: *bytes })
    }

    /// Returns the part of row `y` from column `first` up to `end` that lies in the picture.
    fn row(self, y: i32, first: i32, end: i32) -> Option<ByteRange> {
        let (first, end) = (first.max(0), end.min(self.width as i32));
        let inside = y >= 0 && y < self.height as i32 && first < end;
        let at = || (y as usize * self.width + first as usize) * PIXEL;
        inside.then(|| ByteRange { at: at(), len: (end - first) as usize * PIXEL })
    }

    /// Returns the smallest rectangle around all spans.
    pub fn bounds(self, spans: &[ByteRange]) -> Rect {
        let pixels = |span: &ByteRange| {
            let (first, len) = (span.at / PIXEL, span.len / PIXEL);
            Rect::new((first % self.width) as i32, (first / self.width) as i32, len as i32, 1)
        };
        spans.iter().map(pixels).fold(Rect::EMPTY, Rect::union)
    }

    fn dab(self, brush: &Brush, at: Point) -> impl Iterator<Item = ByteRange> {
        brush.spans(at).into_iter().filter_map(move |(y, columns)| self.row(y, columns.start, columns.end))
    }

    /// Returns the spans of a stroke through all points.
    pub fn stroke(self, brush: &Brush, points: &[Point]) -> Vec<ByteRange> {
        let Some(first) = points.first() else { return Vec::new() };
        let mut spans: Vec<ByteRange> = self.dab(brush, *first).collect();
        for pair in points.windows(2) {
            spans.extend(self.extend(brush, pair[0], pair[1]));
        }
        spans
    }

    /// Returns the spans of a stroke from one point, which is painted already, to the next.
    pub fn extend(self, brush: &Brush, from: Point, to: Point) -> Vec<ByteRange> {
        let canvas = Rect::new(0, 0, self.width as i32, self.height as i32);
        let seen = |at: &Point| !brush.rect(*at).intersect(canvas).is_empty();
        let way = line(clamped(from), clamped(to)).skip(1);
        way.filter(seen).flat_map(|at| self.dab(brush, at)).collect()
    }

    /// Returns the spans of a flood fill from a pixel; diagonal neighbours are not connected.
    ///
    /// Returns no spans if the pixel has the fill's colour already.
    pub fn fill(self, document: &[u8], at: Point, color: Color) -> Vec<ByteRange> {
        let (Ok(x), Ok(y)) = (usize::try_from(at.x), usize::try_from(at.y)) else { return Vec::new() };
        if x >= self.width || y >= self.height || self.pixel(document, x, y) == color {
            return Vec::new();
        }
        let ground = self.pixel(document, x, y);
        let mut left: Vec<bool> = document.chunks(PIXEL).map(|pixel| pixel == ground.bytes).collect();
        let (mut spans, mut seeds) = (Vec::new(), vec![(x, y)]);
        while let Some((x, y)) = seeds.pop() {
            let row = &left[y * self.width..][..self.width];
            if !row[x] {
                continue;
            }
            let first = row[..x].iter().rposition(|same| !same).map_or(0, |x| x + 1);
            let end = row[x..].iter().position(|same| !same).map_or(self.width, |len| x + len);
            for next in [y.checked_sub(1), Some(y + 1).filter(|y| *y < self.height)].into_iter().flatten() {
                // One seed for each run of the pixel's colour in the rows above and below.
                let row = &left[next * self.width..][..self.width];
                let runs = (first..end).filter(|x| row[*x] && (*x == first || !row[*x - 1]));
                seeds.extend(runs.map(|x| (x, next)));
            }
            left[y * self.width + first..y * self.width + end].fill(false);
            spans.extend(self.row(y as i32, first as i32, end as i32));
        }
        spans
    }

    /// Returns the spans that a tool paints with a brush through these points.
    pub fn spans(
        self,
        document: &[u8],
        tool: Tool,
        brush: &Brush,
        color: Color,
        points: &[Point],
    ) -> Vec<ByteRange> {
        match (tool, points.first()) {
            (Tool::Fill, Some(at)) => self.fill(document, *at, color),
            _ => self.stroke(brush, points),
        }
    }

    /// Returns enough bytes of a colour for the longest of these spans.
    pub fn bytes_for(self, spans: &[ByteRange], color: Color) -> Vec<u8> {
        color.bytes.repeat(spans.iter().map(|span| span.len / PIXEL).max().unwrap_or(0))
    }

    /// Does a stroke in one system, as a step. Returns `false` if it changed nothing.
    ///
    /// # Errors
    /// [`Error::Range`](crate::Error::Range) if the brush is out of range.
    pub fn act(self, system: &mut dyn System, stroke: &Stroke) -> Result<bool> {
        let (brush, color) = (Brush::new(stroke.size)?, stroke.tool.ink(stroke.color));
        let spans = self.spans(system.document(), stroke.tool, &brush, color, &stroke.points);
        system.begin(TAG);
        self.write(system, &spans, color);
        system.intend(self, stroke, &brush);
        Ok(system.commit(stroke.tool.label()))
    }

    /// Writes all spans in one colour, within an open action.
    pub fn write(self, system: &mut dyn System, spans: &[ByteRange], color: Color) {
        write(system, spans, &self.bytes_for(spans, color));
    }
}

/// Returns the nearest point that a recording can have.
pub fn clamped(Point { x, y }: Point) -> Point {
    Point::new(x.clamp(-REACH, REACH), y.clamp(-REACH, REACH))
}

/// Writes all spans from `bytes`, which must be as long as the longest.
pub(super) fn write(system: &mut dyn System, spans: &[ByteRange], bytes: &[u8]) {
    for span in spans {
        system.write(span.at, &bytes[..span.len]);
    }
}
