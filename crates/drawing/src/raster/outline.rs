//! Outlines: a line of one pixel around what a picture shows, or along its rim.
//!
//! A pixel shows something when its alpha is above 0. An outer outline is drawn
//! on the empty pixels that touch such a one; an inner one on the pixels of the
//! picture that touch an empty one, and beyond the image's edge all is empty.
//! The image keeps its size: whoever wants room around it pads it first.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::{Image, outline}};
//! let mut image = Image::new(3, 3)?;
//! image.set(1, 1, Color::ADDED);
//! let outlined = outline(&image, Color::BLACK, false, false)?;
//! assert_eq!(outlined.row(1), [Color::BLACK, Color::ADDED, Color::BLACK]);
//! assert_eq!(outlined.row(0), [Color::TRANSPARENT, Color::BLACK, Color::TRANSPARENT]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Image;
use crate::color::Color;
use crate::error::Result;

/// Neighbours of a pixel, those beside it first and then the diagonal ones.
const NEIGHBOURS: [(i32, i32); 8] = [(0, -1), (-1, 0), (1, 0), (0, 1), (-1, -1), (1, -1), (-1, 1), (1, 1)];

/// Returns an image with an outline of a colour, outside of what it shows or inside.
///
/// With `diagonal`, pixels touch at their corners too, which makes the outline's
/// own corners square.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
pub fn outline(image: &Image, color: Color, diagonal: bool, inside: bool) -> Result<Image> {
    let neighbours = if diagonal { &NEIGHBOURS[..] } else { &NEIGHBOURS[..4] };
    let (width, height) = image.size();
    Image::drawn(width, height, |x, y| {
        let own = image.get(x, y);
        // Drawn where the picture ends: on this side of it or on that.
        let ends = || neighbours.iter().any(|(dx, dy)| image.get(x + dx, y + dy).is_transparent() == inside);
        if own.is_transparent() != inside && ends() { color } else { own }
    })
}
