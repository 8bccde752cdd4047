//! Rotation by any angle that invents no colour.
//!
//! Each new pixel takes one old colour: the one that its centre, turned back
//! about the image's centre, falls upon. Alone that leaves slanted edges torn,
//! so pixel art is first enlarged eight times by three passes of Scale2x, which
//! keeps edges smooth, and sampled there. That is the idea of Xenowhirl's
//! RotSprite (2007), without its tolerance for similar colours and its search
//! for single pixels.
//!
//! The enlarged image is never made. A pixel of a double depends on five pixels
//! of what was doubled, so a sample asks back through three doublings for what
//! it needs, mostly no more than eight pixels: no memory, and no image too large.
//!
//! Sine and cosine are rounded to 32 binary digits, and all that follows is whole
//! numbers. Whether a centre lies inside is therefore decided the same everywhere;
//! on a border between two pixels it belongs to the one towards the image's
//! centre, so what is symmetric stays so.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::{Image, Rotation, rotate}};
//! let square = Image::from_pixels(3, 3, vec![Color::BLACK; 9])?;
//! let (diamond, offset) = rotate(&square, 45.0, Rotation::PixelArt)?;
//! assert_eq!((diamond.size(), offset), ((5, 5), (-1, -1)));
//! assert_eq!(diamond.row(0).iter().filter(|c| **c == Color::BLACK).count(), 1);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::scale::{edge, epx};
use super::{Image, rotate_half, rotate_left, rotate_right};
use crate::color::Color;
use crate::error::{Error, Result};

crate::named! {
    /// The ways to rotate an image.
    #[derive(Default, Hash)]
    pub enum Rotation, "rotation" {
        /// Each new pixel is the old one under its centre.
        Nearest = "nearest";
        /// Each new pixel is the one under its centre after three passes of Scale2x.
        #[default]
        PixelArt = "pixel-art";
    }
}

impl Rotation {
    /// Returns how often the image is doubled.
    const fn doublings(self) -> u32 {
        match self {
            Rotation::Nearest => 0,
            Rotation::PixelArt => 3,
        }
    }
}

/// The number 1 in sines, cosines and places.
const ONE: i64 = 1 << 32;

/// Rotates an image clockwise by degrees about its centre. Returns the new image, and where its top
/// left corner lies as seen from that of the old one.
///
/// The new image is the smallest around the same centre that holds every pixel
/// whose centre is not beyond the turned corners. Multiples of 90° are exact;
/// there, where one side is even and the other odd, the centres are half a pixel
/// apart, and two turns to opposite sides come back to the same place.
///
/// # Errors
/// Returns [`Error::Unknown`] if the angle is not finite, and [`Error::OutOfMemory`] if the new image would
/// have more than [`MAX_IMAGE`](super::MAX_IMAGE) pixels or can't be allocated.
pub fn rotate(image: &Image, degrees: f64, rotation: Rotation) -> Result<(Image, (i32, i32))> {
    if !degrees.is_finite() {
        return Err(Error::unknown("angle", &degrees.to_string(), "a finite number of degrees"));
    }
    let fixed = |x: f64| (x * ONE as f64).round() as i64;
    let (sin, cos) = degrees.rem_euclid(360.0).to_radians().sin_cos();
    let (sin, cos) = (fixed(sin), fixed(cos));
    let (width, height) = image.size();
    let quarter = ((width as i32 - height as i32) / 2, (height as i32 - width as i32) / 2);
    match (sin.signum(), cos.signum()) {
        (0, 1) => return Ok((image.copied()?, (0, 0))),
        (1, 0) => return Ok((rotate_right(image)?, quarter)),
        (0, -1) => return Ok((rotate_half(image)?, (0, 0))),
        (-1, 0) => return Ok((rotate_left(image)?, quarter)),
        _ => {}
    }
    let (w, h) = (i64::from(width), i64::from(height));
    let right = outermost(w * cos.abs() + h * sin.abs(), w);
    let bottom = outermost(w * sin.abs() + h * cos.abs(), h);
    let doublings = rotation.doublings();
    let turned = Image::drawn(right as u32 + 1, bottom as u32 + 1, |x, y| {
        // From the centre to the new pixel's centre, in half pixels, then turned back.
        let (x, y) = (2 * i64::from(x) - right, 2 * i64::from(y) - bottom);
        let column = under(x * cos + y * sin, w, doublings);
        let row = under(y * cos - x * sin, h, doublings);
        match (column, row) {
            (Some(column), Some(row)) => enlarged(image, doublings, column, row),
            _ => Color::TRANSPARENT,
        }
    })?;
    Ok((turned, (((w - 1 - right) / 2) as i32, ((h - 1 - bottom) / 2) as i32)))
}

/// Returns the distance of the outermost pixel's centre from the image's, in half pixels:
/// within the reach of the turned corners, and odd or even as the side makes it.
fn outermost(reach: i64, side: i64) -> i64 {
    let most = reach / ONE;
    if (most - (side - 1)) % 2 == 0 { most } else { most - 1 }
}

/// Returns the column or row of the enlarged image at a distance from its centre, given
/// in half pixels of the image. Returns `None` outside.
fn under(distance: i64, side: i64, doublings: u32) -> Option<i32> {
    let place = (distance + side * ONE) << doublings;
    // Half open towards the centre: an exact border belongs to the inner pixel.
    let inner = if distance > 0 { place - 1 } else { place };
    let index = inner.div_euclid(2 * ONE);
    (0..side << doublings).contains(&index).then_some(index as i32)
}

/// Returns a pixel of an image doubled some times by Scale2x.
pub fn enlarged(image: &Image, doublings: u32, x: i32, y: i32) -> Color {
    if doublings == 0 {
        return edge(image, x, y);
    }
    let (width, height) = image.size();
    let (right, bottom) = (((width << (doublings - 1)) - 1) as i32, ((height << (doublings - 1)) - 1) as i32);
    epx(x, y, |x, y| enlarged(image, doublings - 1, x.clamp(0, right), y.clamp(0, bottom)))
}
