//! Thumbnails of cels and frames.
//!
//! A list of layers and a timeline show hundreds of small pictures of what may be a huge canvas with many layers. So a
//! thumbnail reads a bounded number of pixels: each of its own is the average of evenly spread ones from the block
//! that it stands for, all of them if there are few. A canvas that fits into the thumbnail is copied, and the page
//! enlarges it.
//!
//! The invariant: a thumbnail takes about as long for any canvas and any number of layers.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect, render::thumbnail};
//! let mut document = Document::new(64, 32)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 32, 32), Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! let small = thumbnail(&document.picture(0), document.size(), (8, 8));
//! assert_eq!((small.width, small.height), (8, 4));
//! assert_eq!((small.pixels[3], small.pixels[4 * 7 + 3]), (255, 0), "the left half is black");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::average::Sum;
use crate::color::Color;
use crate::document::Picture;

/// Maximum side of a thumbnail.
const MAX_SIDE: u32 = 256;

/// About how many pixels of cels a thumbnail reads.
const READ: u64 = 1 << 16;

/// A small picture, as RGBA.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Thumbnail {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The pixels, row by row.
    pub pixels: Vec<u8>,
}

/// Draws a picture of a canvas of `size` into at most `room`, in its aspect ratio.
pub fn thumbnail(picture: &Picture<'_>, size: (u32, u32), room: (u32, u32)) -> Thumbnail {
    let (across, down) = (u64::from(size.0), u64::from(size.1));
    let [wide, high] = [room.0, room.1].map(|side| u64::from(side.clamp(1, MAX_SIDE)));
    // The side that fills the room decides.
    let (width, height) = if across <= wide && down <= high {
        (across, down)
    } else if across * high >= down * wide {
        (wide, (down * wide / across).max(1))
    } else {
        ((across * high / down).max(1), high)
    };
    let each = READ / (width * height * picture.depth().max(1) as u64);
    let samples = each.max(1).isqrt();
    let (step_x, step_y) = ((across / (width * samples)).max(1), (down / (height * samples)).max(1));
    let columns = across.div_ceil(step_x) as usize;
    let mut row = vec![Color::TRANSPARENT; columns];
    let mut sums = vec![(Sum::default(), 0u64); width as usize];
    let mut pixels = Vec::with_capacity((width * height * 4) as usize);
    let mut at = 0;
    let mut flush = |sums: &mut Vec<(Sum, u64)>| {
        for (sum, count) in sums {
            pixels.extend(std::mem::take(sum).average(std::mem::take(count).max(1)).bytes);
        }
    };
    for y in (0..down).step_by(step_y as usize) {
        if y * height / down != at {
            at = y * height / down;
            flush(&mut sums);
        }
        picture.read(0, y as u32, step_x as u32, &mut row);
        for (x, color) in (0..).step_by(step_x as usize).zip(&row) {
            let (sum, count) = &mut sums[(x * width / across) as usize];
            sum.add(*color, 1);
            *count += 1;
        }
    }
    flush(&mut sums);
    Thumbnail { width: width as u32, height: height as u32, pixels }
}
