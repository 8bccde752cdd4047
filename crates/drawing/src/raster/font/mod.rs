//! Pixel fonts: letters as spans, and where they stand in a text of several lines.
//!
//! Problem: text in a pixel drawing has to be whole pixels, and a system's fonts are curves that look different on each
//! system. Idea: a font is a table of glyphs, each a few spans, cut out of a grid of cells: the two [own] fonts out of
//! grids that are drawn as text, any other out of a [picture]. Letters are as wide as their ink, with one pixel
//! between them. A character that the font lacks is a hollow box, so that nobody overlooks it.
//!
//! The invariant: a layout depends on the font, the text and the scale alone. It begins at the top left pixel of the first
//! line's capitals, and what rises above or hangs below them lies within its box.
//!
//! ```
//! use undoodle_drawing::{geometry::{Point, Rect}, raster::{Face, Font}};
//! let font = Font::of(Face::Small);
//! let text = font.layout("Hi!", 1);
//! assert_eq!(text.around(Point::new(10, 10)), Rect::new(10, 9, 9, 10));
//! let top: Vec<_> = text.spans(Point::new(10, 10), 10..11).collect();
//! assert_eq!(top, [(10, 10..11), (10, 14..15), (10, 16..17), (10, 18..19)]);
//! ```

mod own;
mod picture;

use super::Span;
use crate::geometry::{Point, Rect};
use std::ops::Range;
use std::rc::Rc;

/// Largest number of pixels of the drawing for each pixel of a font.
pub const MAX_SCALE: u32 = 8;

/// Farthest place from zero at which a text is drawn, in pixels.
const FAR: i32 = 1 << 20;

crate::named! {
    /// Where a font comes from.
    #[derive(Default)]
    pub enum Face, "face" {
        /// Capitals of 5×7 pixels, with lines of one pixel.
        #[default]
        Small = "5x7", "5×7";
        /// Capitals of 8×8 pixels at most, with upright lines of two pixels.
        Large = "8x8", "8×8";
        /// Letters cut out of a picture.
        Picture = "picture", "From picture";
    }
}

/// The form of a character.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Glyph {
    width: i32,
    /// Its ink, by rows of the cell.
    spans: Vec<Span>,
}

/// The glyphs of a font and their measures.
#[derive(Debug, PartialEq, Eq)]
struct Glyphs {
    /// Sorted by character.
    all: Vec<(char, Glyph)>,
    /// Stands for each character that has no glyph.
    missing: Glyph,
    /// Width of a blank.
    space: i32,
    /// Number of rows of a cell.
    height: i32,
    /// The row in which capitals begin.
    top: i32,
    /// Rows from one line to the next.
    line: i32,
}

/// A font; a clone shares its glyphs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Font(Rc<Glyphs>);

/// The glyphs of a text, each at its place.
#[derive(Clone, Debug)]
pub struct Layout<'a> {
    spots: Vec<(Point, &'a Glyph)>,
    scale: i32,
    /// The box, from the top left pixel of the first capital on, in pixels of the font.
    rect: Rect,
}

impl Glyph {
    /// Creates a hollow box of so many columns, with its top and its end at these rows.
    fn hollow(width: i32, rows: Range<i32>) -> Glyph {
        let edge = |y: i32| y == rows.start || y == rows.end - 1;
        let row = |y: i32| if edge(y) { vec![(y, 0..width)] } else { vec![(y, 0..1), (y, width - 1..width)] };
        Glyph { width, spans: rows.clone().flat_map(row).collect() }
    }

    /// Reads a cell whose left column is 0, and leaves out its empty columns at both sides. Returns `None` if it has no ink.
    fn cut(width: i32, height: i32, ink: impl Fn(i32, i32) -> bool) -> Option<Glyph> {
        let inked = |x: &i32| (0..height).any(|y| ink(*x, y));
        let (first, end) = ((0..width).find(inked)?, (0..width).rev().find(inked)? + 1);
        let mut spans: Vec<Span> = Vec::new();
        for y in 0..height {
            for x in (first..end).filter(|x| ink(*x, y)) {
                let x = x - first;
                match spans.last_mut() {
                    Some((row, columns)) if *row == y && columns.end == x => columns.end += 1,
                    _ => spans.push((y, x..x + 1)),
                }
            }
        }
        Some(Glyph { width: end - first, spans })
    }

    /// Returns a letter with a mark above or below its middle.
    fn with(&self, mark: &Glyph) -> Glyph {
        let width = self.width.max(mark.width);
        let moved = |of: &Glyph| {
            let by = (width - of.width) / 2;
            of.spans.iter().map(move |(y, x)| (*y, x.start + by..x.end + by)).collect::<Vec<_>>()
        };
        Glyph { width, spans: [moved(self), moved(mark)].concat() }
    }
}

impl Font {
    /// Returns a font of our own. One out of a picture has to be [cut](Font::from_picture); the small one stands for it.
    pub fn of(face: Face) -> Font {
        own::font(face == Face::Large)
    }

    /// Creates a font. Of two glyphs of one character the first counts.
    fn new(mut glyphs: Glyphs) -> Font {
        glyphs.all.sort_by_key(|(character, _)| *character);
        glyphs.all.dedup_by_key(|(character, _)| *character);
        Font(Rc::new(glyphs))
    }

    fn glyph(&self, character: char) -> Option<&Glyph> {
        let all = &self.0.all;
        all.get(all.binary_search_by_key(&character, |(of, _)| *of).ok()?).map(|(_, glyph)| glyph)
    }

    /// Returns the glyph of a character, of its other case if the font lacks that, or the hollow box.
    fn shown(&self, character: char) -> &Glyph {
        let other = || self.glyph(character.to_ascii_uppercase());
        let found = self.glyph(character).or_else(other);
        found.or_else(|| self.glyph(character.to_ascii_lowercase())).unwrap_or(&self.0.missing)
    }

    /// Returns the characters that have glyphs, in their order.
    pub fn characters(&self) -> impl Iterator<Item = char> {
        self.0.all.iter().map(|(character, _)| *character)
    }

    /// Lays a text out, each pixel of the font as a square of `scale` pixels. Blanks and characters that nobody sees are
    /// gaps.
    pub fn layout(&self, text: &str, scale: u32) -> Layout<'_> {
        let Glyphs { space, height, top, line, .. } = *self.0;
        let (mut spots, mut width, mut lines) = (Vec::new(), 1, 0);
        for (row, written) in (0..).zip(text.split('\n')) {
            let mut x = 0;
            for character in written.chars().filter(|character| *character != '\r') {
                let glyph = self.shown(character);
                if character.is_whitespace() || character.is_control() {
                    x += space + 1;
                } else {
                    spots.push((Point::new(x, row * line - top), glyph));
                    x += glyph.width + 1;
                }
            }
            (width, lines) = (width.max(x - 1), row);
        }
        let rect = Rect::new(0, -top, width, lines * line + height);
        Layout { spots, scale: scale.clamp(1, MAX_SCALE) as i32, rect }
    }
}

impl Layout<'_> {
    /// Returns the box around the text if it begins at a pixel.
    pub fn around(&self, at: Point) -> Rect {
        let (Rect { x, y, width, height }, scale, at) = (self.rect, self.scale, near(at));
        Rect::new(at.x + x * scale, at.y + y * scale, width * scale, height * scale)
    }

    /// Returns the spans of the text in some rows if it begins at a pixel, glyph by glyph.
    pub fn spans(&self, at: Point, rows: Range<i32>) -> impl Iterator<Item = Span> {
        let (at, scale) = (near(at), self.scale);
        self.spots.iter().flat_map(move |(spot, glyph)| {
            let rows = rows.clone();
            glyph.spans.iter().flat_map(move |(y, x)| {
                let (first, left) = (at.y + (spot.y + y) * scale, at.x + spot.x * scale);
                let columns = left + x.start * scale..left + x.end * scale;
                let within = first.max(rows.start)..(first + scale).min(rows.end);
                within.map(move |row| (row, columns.clone()))
            })
        })
    }
}

/// Returns the place that is nearest to one and not too far away for a text.
fn near(at: Point) -> Point {
    Point::new(at.x.clamp(-FAR, FAR), at.y.clamp(-FAR, FAR))
}
