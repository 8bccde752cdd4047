//! Any picture as a palette: its colours, in the order in which one reads it.
//!
//! Palettes are passed around as pictures of one pixel for each colour, and artists take colours from finished
//! work. Both are the same question. A photograph has millions of colours, so the search ends
//! with the first that has no room.
//!
//! ```
//! use undoodle_formats::color::Color;
//! use undoodle_formats::palettes;
//! use undoodle_formats::raster::Image;
//! let mut strip = Image::new(3, 1)?;
//! strip.set(0, 0, Color::ADDED);
//! strip.set(2, 0, Color::BLACK);
//! assert_eq!(palettes::of_picture(&strip).colors, [Color::ADDED, Color::BLACK]);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::ReadPalette;
use crate::color::Color;
use crate::document::MAX_COLORS;
use crate::error::Message;
use crate::raster::Image;
use std::collections::HashSet;

/// Returns the different colours of a picture row by row, the first [`MAX_COLORS`] of them; none if all of it is
/// transparent. A note says if there are more.
pub fn of_picture(image: &Image) -> ReadPalette {
    let (mut colors, mut known, mut notes) = (Vec::new(), HashSet::new(), Vec::new());
    for run in image.pixels().chunk_by(|a, b| a == b) {
        let color: Color = run[0];
        if color.is_transparent() || !known.insert(color) {
            continue;
        }
        if colors.len() == MAX_COLORS as usize {
            notes.push(Message::new("its colours past the first {max} were left out").with(MAX_COLORS));
            break;
        }
        colors.push(color);
    }
    ReadPalette { colors, name: None, notes }
}
