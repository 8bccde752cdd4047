//! Images: a rectangle of colours held in one piece, to be turned and scaled.
//!
//! A document's canvas is tiles in pages; what is cut from it to be transformed
//! is an image. Its pixels lie row by row, it is never empty, and it never has
//! more than [`MAX_IMAGE`] pixels: whoever asks for more is refused before any
//! memory is taken, and where the machine has none left that is an error too.
//! Reading outside it gives transparency and writing there does nothing, so
//! transforms need no border cases.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::Image};
//! let mut image = Image::new(3, 2)?;
//! image.set(2, 1, Color::BLACK);
//! image.set(3, 1, Color::BLACK);
//! assert_eq!(image.row(1), [Color::TRANSPARENT, Color::TRANSPARENT, Color::BLACK]);
//! assert_eq!(image.get(-1, 0), Color::TRANSPARENT);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use std::ops::Range;

/// Largest number of pixels of an image, 2²⁶: 256 MiB, such as 8192 by 8192.
pub const MAX_IMAGE: u32 = 1 << 26;

/// Work that a pixel which a function chooses counts for in a pause's terms, in bytes.
const PIXEL: usize = 16;

/// Longest side of an image in pixels, as of a canvas.
const MAX_SIDE: u32 = 32768;

/// A rectangle of colours, row by row from the top left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    width: u32,
    height: u32,
    pixels: Vec<Color>,
}

impl Image {
    /// Creates a transparent image of so many columns and rows.
    ///
    /// # Errors
    /// Returns [`Error::Range`] if a side is outside `1..=32768`, and [`Error::OutOfMemory`] if there are
    /// more than [`MAX_IMAGE`] pixels or they can't be allocated.
    pub fn new(width: u32, height: u32) -> Result<Image> {
        let mut image = Image::unfilled(width, height)?;
        image.pixels.resize(Image::check(width, height)?, Color::TRANSPARENT);
        Ok(image)
    }

    /// Creates an image of given pixels, row by row from the top left.
    ///
    /// # Errors
    /// As [`Image::new`], and [`Error::Range`] if their number is not `width` times `height`.
    pub fn from_pixels(width: u32, height: u32, pixels: Vec<Color>) -> Result<Image> {
        let area = Image::check(width, height)? as i64;
        in_range("number of pixels", i64::try_from(pixels.len()).unwrap_or(i64::MAX), area, area)?;
        Ok(Image { width, height, pixels })
    }

    /// Creates an image whose pixels a function chooses by column and row.
    pub fn drawn(width: u32, height: u32, color: impl Fn(i32, i32) -> Color) -> Result<Image> {
        let mut image = Image::unfilled(width, height)?;
        for y in 0..height as i32 {
            pause::point(PIXEL * width as usize)?;
            image.pixels.extend((0..width as i32).map(|x| color(x, y)));
        }
        Ok(image)
    }

    /// Allocates the pixels of an image without filling them in.
    fn unfilled(width: u32, height: u32) -> Result<Image> {
        let area = Image::check(width, height)?;
        let mut pixels = Vec::new();
        let refused = |_| Error::OutOfMemory { what: "image", bytes: 4 * area as u64, limit: 0 };
        pixels.try_reserve_exact(area).map_err(refused)?;
        Ok(Image { width, height, pixels })
    }

    /// Copies the image.
    pub fn copied(&self) -> Result<Image> {
        let mut image = Image::unfilled(self.width, self.height)?;
        image.pixels.extend_from_slice(&self.pixels);
        Ok(image)
    }

    /// Returns the number of pixels of a size, if an image may have that size.
    pub(super) fn check(width: u32, height: u32) -> Result<usize> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        // Two sides of 2^15 are 2^30 pixels, which is no overflow.
        if width * height > MAX_IMAGE {
            let (bytes, limit) = (4 * u64::from(width * height), 4 * u64::from(MAX_IMAGE));
            return Err(Error::OutOfMemory { what: "image", bytes, limit });
        }
        Ok((width * height) as usize)
    }

    /// Returns the number of columns and of rows.
    pub const fn size(&self) -> (u32, u32) {
        (self.width, self.height)
    }

    /// Returns the colour of a pixel, which is transparent outside the image.
    pub fn get(&self, x: i32, y: i32) -> Color {
        self.index(x, y).map_or(Color::TRANSPARENT, |i| self.pixels[i])
    }

    /// Changes a pixel. Does nothing outside the image.
    pub fn set(&mut self, x: i32, y: i32, color: Color) {
        if let Some(i) = self.index(x, y) {
            self.pixels[i] = color;
        }
    }

    fn index(&self, x: i32, y: i32) -> Option<usize> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        (x < self.width && y < self.height).then(|| (y * self.width + x) as usize)
    }

    /// Returns the pixels of a row from the left; none outside the image.
    pub fn row(&self, y: u32) -> &[Color] {
        &self.pixels[self.row_range(y)]
    }

    /// Returns the pixels of a row to be changed; none outside the image.
    pub fn row_mut(&mut self, y: u32) -> &mut [Color] {
        let range = self.row_range(y);
        &mut self.pixels[range]
    }

    fn row_range(&self, y: u32) -> Range<usize> {
        if y >= self.height {
            return 0..0;
        }
        let (y, width) = (y as usize, self.width as usize);
        y * width..(y + 1) * width
    }

    /// Returns all pixels, row by row from the top left.
    pub fn pixels(&self) -> &[Color] {
        &self.pixels
    }

    /// Returns the pixels and drops the image.
    pub fn into_pixels(self) -> Vec<Color> {
        self.pixels
    }
}

/// Returns the part of an image that lies in a rectangle. What lies outside the image is
/// transparent there, so a larger rectangle pads.
///
/// # Errors
/// As [`Image::new`] for the rectangle's size.
pub fn crop(image: &Image, rect: Rect) -> Result<Image> {
    let side = |what, side: i32| -> Result<u32> {
        in_range(what, side.into(), 1, MAX_SIDE.into())?;
        Ok(side.unsigned_abs())
    };
    let (width, height) = (side("width", rect.width)?, side("height", rect.height)?);
    Image::drawn(width, height, |x, y| image.get(rect.x.saturating_add(x), rect.y.saturating_add(y)))
}

/// Returns the smallest rectangle around the pixels that aren't transparent.
pub fn bounds(image: &Image) -> Rect {
    let mut found = Rect::EMPTY;
    for y in 0..image.height {
        let row = image.row(y);
        let first = row.iter().position(|c| !c.is_transparent());
        let last = row.iter().rposition(|c| !c.is_transparent());
        if let (Some(first), Some(last)) = (first, last) {
            found = found.union(Rect::new(first as i32, y as i32, (last + 1 - first) as i32, 1));
        }
    }
    found
}
