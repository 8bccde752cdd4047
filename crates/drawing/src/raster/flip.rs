//! Mirrors, quarter turns and shifts around the edges: each pixel goes to another place, and none is lost.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::{Image, rotate_right}};
//! let row = Image::from_pixels(2, 1, vec![Color::ADDED, Color::REMOVED])?;
//! assert_eq!(rotate_right(&row)?.size(), (1, 2));
//! assert_eq!(rotate_right(&row)?.get(0, 0), Color::ADDED);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Image;
use crate::error::Result;

/// Exchanges left and right.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn flip_horizontal(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(width, height, |x, y| image.get(width as i32 - 1 - x, y))
}

/// Exchanges top and bottom.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn flip_vertical(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(width, height, |x, y| image.get(x, height as i32 - 1 - y))
}

/// Turns an image by a quarter counterclockwise: the right side comes to the top.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn rotate_left(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(height, width, |x, y| image.get(width as i32 - 1 - y, x))
}

/// Turns an image by a quarter clockwise: the left side comes to the top.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn rotate_right(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(height, width, |x, y| image.get(y, height as i32 - 1 - x))
}

/// Turns an image by half.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn rotate_half(image: &Image) -> Result<Image> {
    let (width, height) = image.size();
    Image::drawn(width, height, |x, y| image.get(width as i32 - 1 - x, height as i32 - 1 - y))
}

/// Shifts an image to the right and downwards; what leaves it at one edge comes in at the opposite one.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn offset(image: &Image, dx: i32, dy: i32) -> Result<Image> {
    let (width, height) = image.size();
    let from = |at: i32, by: i32, side: u32| (i64::from(at) - i64::from(by)).rem_euclid(side.into()) as i32;
    Image::drawn(width, height, |x, y| image.get(from(x, dx, width), from(y, dy, height)))
}
