//! Scaling that invents no colour: nearest neighbour, Scale2x and Scale3x.
//!
//! Nearest neighbour takes, for each new pixel, the old one under its centre.
//! Scale2x makes four pixels of one and rounds the stairs of slanted edges off:
//! a corner takes the colour of its two neighbours where they agree and the
//! edge goes on. It is the rule of Eric Johnston's EPX (1992) and of Andrea
//! Mazzoleni's AdvMAME2x (2001), who found the same one; AdvMAME3x is the
//! latter's for nine. Beyond the image's edge its outermost pixels repeat.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::{Image, Scaling, scale}};
//! let mut image = Image::new(2, 2)?;
//! image.set(0, 0, Color::BLACK);
//! let wide = scale(&image, 6, 2, Scaling::Nearest)?;
//! assert_eq!(wide.row(0)[..4], [Color::BLACK, Color::BLACK, Color::BLACK, Color::TRANSPARENT]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Image;
use crate::color::Color;
use crate::error::Result;

crate::named! {
    /// The ways to scale an image.
    #[derive(Default, Hash)]
    pub enum Scaling, "scaling" {
        /// Each new pixel is the old one under its centre.
        #[default]
        Nearest = "nearest";
        /// Doubled by EPX until it is large enough, and then by the nearest.
        Epx = "epx";
    }
}

/// Scales an image to another size, in one of the ways.
///
/// [`Scaling::Epx`] doubles both sides while either is smaller than asked for and
/// the double is still an image (at most [`MAX_IMAGE`](super::MAX_IMAGE) pixels); exactly
/// three times the size is Scale3x.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if no image may have that size, and [`Error::OutOfMemory`](crate::Error::OutOfMemory) if it can't be allocated.
pub fn scale(image: &Image, width: u32, height: u32, scaling: Scaling) -> Result<Image> {
    // The size is checked before anything is done for it.
    Image::check(width, height)?;
    if scaling == Scaling::Nearest {
        return nearest(image, width, height);
    }
    let (across, down) = image.size();
    if (width, height) == (3 * across, 3 * down) {
        return scale3x(image);
    }
    let mut doubled: Option<Image> = None;
    loop {
        let current = doubled.as_ref().unwrap_or(image);
        let (w, h) = current.size();
        if (w >= width && h >= height) || Image::check(2 * w, 2 * h).is_err() {
            return nearest(current, width, height);
        }
        doubled = Some(scale2x(current)?);
    }
}

/// Scales an image to another size. Each new pixel is the old one under its centre.
///
/// Column `i` of `W` is column `⌊(2i + 1) · w / 2W⌋` of `w`, and rows likewise, so
/// whole multiples are exact blocks.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if no image may have that size, and [`Error::OutOfMemory`](crate::Error::OutOfMemory) if it can't be allocated.
pub fn nearest(image: &Image, width: u32, height: u32) -> Result<Image> {
    let (w, h) = image.size();
    let under = |i: i32, from: u32, to: u32| {
        ((2 * u64::from(i.unsigned_abs()) + 1) * u64::from(from) / (2 * u64::from(to))) as i32
    };
    Image::drawn(width, height, |x, y| image.get(under(x, w, width), under(y, h, height)))
}

/// Doubles an image by Scale2x, which is EPX and AdvMAME2x.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) or [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the double is too large for an image or can't be allocated.
pub fn scale2x(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    let at = |x: i32, y: i32| edge(image, x, y);
    Image::drawn(2 * width, 2 * height, |x, y| epx(x, y, at))
}

/// Returns the pixel at (x, y) of an image's double by Scale2x; `at` reads the image, and
/// is asked for places one beyond its edge too.
///
/// Of the four neighbours two are next to the corner; they win when they are
/// equal and each differs from the one opposite.
pub(super) fn epx(x: i32, y: i32, at: impl Fn(i32, i32) -> Color) -> Color {
    let (i, j) = (x >> 1, y >> 1);
    let (side, up) = (2 * (x & 1) - 1, 2 * (y & 1) - 1);
    let (centre, beside) = (at(i, j), at(i + side, j));
    // Most of an image is even, and this is asked for often.
    if beside == centre || beside != at(i, j + up) {
        return centre;
    }
    let across = |color: Color| color == beside;
    if across(at(i - side, j)) || across(at(i, j - up)) { centre } else { beside }
}

/// Returns a pixel, or the nearest one of the edge.
pub(super) fn edge(image: &Image, x: i32, y: i32) -> Color {
    let (width, height) = image.size();
    image.get(x.clamp(0, width as i32 - 1), y.clamp(0, height as i32 - 1))
}

/// Triples an image by Scale3x, which is AdvMAME3x.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) or [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the triple is too large for an image or can't be allocated.
pub fn scale3x(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(3 * width, 3 * height, |x, y| {
        let (i, j) = (x / 3, y / 3);
        let at = |dx: i32, dy: i32| edge(image, i + dx, j + dy);
        let centre = at(0, 0);
        // As in the algorithm's own description: a b c over d e f over g h i.
        let (b, d, f, h) = (at(0, -1), at(-1, 0), at(1, 0), at(0, 1));
        if b == h || d == f {
            return centre;
        }
        let differs = |dx: i32, dy: i32| centre != at(dx, dy);
        let (a, c, g, i) = (|| differs(-1, -1), || differs(1, -1), || differs(-1, 1), || differs(1, 1));
        let (won, by) = match (x % 3, y % 3) {
            (0, 0) => (d == b, d),
            (1, 0) => ((d == b && c()) || (b == f && a()), b),
            (2, 0) => (b == f, f),
            (0, 1) => ((d == b && g()) || (d == h && a()), d),
            (2, 1) => ((b == f && i()) || (h == f && c()), f),
            (0, 2) => (d == h, d),
            (1, 2) => ((d == h && i()) || (h == f && g()), h),
            (2, 2) => (h == f, f),
            _ => (false, centre),
        };
        if won { by } else { centre }
    })
}
