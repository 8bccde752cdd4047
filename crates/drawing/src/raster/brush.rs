//! Brushes, 1 to 64 pixels wide: round, square, or cut out of a picture.
//!
//! Pixel (i, j) of the `n`×`n` box belongs to a round brush when its centre lies
//! within the circle around the box, `(2i+1−n)² + (2j+1−n)² ≤ n²`, all in whole
//! numbers. The box lies so that the pointer's pixel is its centre, or for even
//! sizes the pixel right and below of it. Which pixels belong to a brush is
//! worked out once, when it is made; a dab only moves them, and copies share them.
//!
//! ```
//! use undoodle_drawing::{geometry::{Point, Rect}, raster::Brush};
//! let brush = Brush::new(4)?;
//! assert_eq!(brush.rect(Point::new(10, 10)), Rect::new(8, 8, 4, 4));
//! let widths: Vec<usize> = brush.spans(Point::new(10, 10)).iter().map(|(_, x)| x.len()).collect();
//! assert_eq!(widths, [2, 4, 4, 2]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Span;
use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::{Point, Rect};
use crate::named::Named;
use std::rc::Rc;

/// The widest brush, in pixels.
pub const MAX_BRUSH: u32 = 64;

/// Form of a brush that isn't cut out of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A disc.
    #[default]
    Round,
    /// Every pixel of the box.
    Square,
}

/// A brush has one of these forms, or was cut out of a picture.
impl Named for Option<Shape> {
    const WHAT: &'static str = "brush";

    const NAMES: &'static [(Option<Shape>, &'static str, &'static str)] = &[
        (Some(Shape::Round), "round", "Round"),
        (Some(Shape::Square), "square", "Square"),
        (None, "custom", "Custom"),
    ];
}

/// A brush; a clone shares its pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brush {
    width: i32,
    height: i32,
    shape: Shape,
    /// The rows of a dab, from the box's top left pixel on.
    rows: Rc<[Span]>,
    /// The colours of a custom brush, row by row.
    pixels: Option<Rc<[Color]>>,
}

impl Brush {
    /// Creates a round brush of a width in pixels.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) for a width outside `1..=64`.
    pub fn new(size: u32) -> Result<Brush> {
        Brush::shaped(size, Shape::Round)
    }

    /// Creates a brush of a shape and of a width in pixels.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) for a width outside `1..=64`.
    pub fn shaped(size: u32, shape: Shape) -> Result<Brush> {
        in_range("brush size", size.into(), 1, MAX_BRUSH.into())?;
        let n = size as i32;
        let row = |j: i32| {
            let inside = |i: &i32| (2 * i + 1 - n).pow(2) + (2 * j + 1 - n).pow(2) <= n * n;
            let first = if shape == Shape::Square { 0 } else { (0..n).find(inside)? };
            Some((j, first..n - first))
        };
        Ok(Brush { width: n, height: n, shape, rows: (0..n).filter_map(row).collect(), pixels: None })
    }

    /// Creates a brush of given pixels, row by row, each of which leaves its own colour.
    /// Pixels of alpha 0 are not part of it.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if a side is outside `1..=64`, there are not width × height
    /// pixels, or all of them are transparent.
    pub fn custom(width: u32, height: u32, pixels: Vec<Color>) -> Result<Brush> {
        in_range("brush width", width.into(), 1, MAX_BRUSH.into())?;
        in_range("brush height", height.into(), 1, MAX_BRUSH.into())?;
        let area = i64::from(width * height);
        in_range("number of brush pixels", pixels.len() as i64, area, area)?;
        let mut rows = Vec::new();
        for (y, row) in (0..).zip(pixels.chunks(width as usize)) {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a.is_transparent() == b.is_transparent()) {
                let end = x + run.len() as i32;
                if run.iter().any(|pixel| !pixel.is_transparent()) {
                    rows.push((y, x..end));
                }
                x = end;
            }
        }
        in_range("number of brush pixels that aren't transparent", rows.len() as i64, 1, area)?;
        Ok(Brush {
            width: width as i32,
            height: height as i32,
            shape: Shape::Square,
            rows: rows.into(),
            pixels: Some(pixels.into()),
        })
    }

    /// Returns the width in pixels, or the longer side of a custom brush.
    pub fn size(&self) -> u32 {
        self.width.max(self.height) as u32
    }

    /// Returns the shape; `Square` for a custom brush, which has its own.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns `true` if it was cut out of a picture.
    pub fn is_custom(&self) -> bool {
        self.pixels.is_some()
    }

    /// Returns the box around a dab at a pixel. At the ends of the number range it is
    /// moved as far as it has to be to lie within it.
    pub fn rect(&self, at: Point) -> Rect {
        let first = |at: i32, side: i32| at.saturating_sub(side / 2).min(i32::MAX - side);
        Rect::new(first(at.x, self.width), first(at.y, self.height), self.width, self.height)
    }

    /// Returns the spans of a dab relative to its box's top left pixel, by row, then column.
    pub fn rows(&self) -> &[Span] {
        &self.rows
    }

    /// Returns a row of a custom brush's colours, counted from the top of its box; others have none.
    pub fn colors(&self, row: i32) -> &[Color] {
        let row = (row * self.width) as usize;
        let pixels = self.pixels.as_deref().and_then(|pixels| pixels.get(row..row + self.width as usize));
        pixels.unwrap_or_default()
    }

    /// Returns the rows of a dab: each row's y and its columns. Those of a custom brush
    /// are runs of the pixels that are part of it, so a row may have several, or none.
    pub fn spans(&self, at: Point) -> Vec<Span> {
        let Rect { x, y, .. } = self.rect(at);
        self.rows.iter().map(|(j, i)| (y + j, x + i.start..x + i.end)).collect()
    }

    /// Returns the colour that a dab of a custom brush at a pixel leaves at column `x` of row `y`.
    /// Returns `None` where it leaves none, and for brushes without colours of their own.
    pub fn pixel(&self, at: Point, x: i32, y: i32) -> Option<Color> {
        let (pixels, rect) = (self.pixels.as_ref()?, self.rect(at));
        let inside = rect.contains(Point::new(x, y));
        // Only inside the box are the differences small, and not negative.
        let index = inside.then(|| (y - rect.y) * self.width + x - rect.x)?;
        pixels.get(index as usize).copied().filter(|color| !color.is_transparent())
    }
}
