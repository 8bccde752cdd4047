//! Any picture as a palette: its colours, in the order in which one reads it.
//!
//! Palettes are passed around as pictures of one pixel for each colour, and artists take colours from finished
//! work. Both are the same question. A photograph has millions of colours, so the search ends
//! with the first that has no room.
//!
//! ```
//! use undoodle::color::Color;
//! use undoodle::formats::palettes;
//! use undoodle::raster::Image;
//! let mut strip = Image::new(3, 1)?;
//! strip.set(0, 0, Color::ADDED);
//! strip.set(2, 0, Color::BLACK);
//! assert_eq!(palettes::of_picture(&strip).colors, [Color::ADDED, Color::BLACK]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::ReadPalette;
use crate::color::Color;
use crate::document::MAX_COLORS;
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
            notes.push(format!("its colours past the first {MAX_COLORS} were left out"));
            break;
        }
        colors.push(color);
    }
    ReadPalette { colors, name: None, notes }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a picture of `count` different colours, each four pixels wide, with every other row transparent.
    fn picture(count: u32) -> Image {
        let mut image = Image::new(64, 2 * count.div_ceil(16).max(1)).unwrap();
        for i in 0..count {
            let color = Color::rgba((i % 256) as u8, (i / 256) as u8, 7, 255 - (i % 3) as u8);
            (0..4).for_each(|x| image.set((4 * (i % 16) + x) as i32, (2 * (i / 16)) as i32, color));
        }
        image
    }

    #[test]
    fn colours_come_once_in_reading_order_up_to_the_limit() {
        let mut twice = picture(20);
        twice.set(0, 1, Color::rgba(1, 0, 7, 254));
        let found = of_picture(&twice);
        let expected: Vec<_> = (0..20u8).map(|i| Color::rgba(i, 0, 7, 255 - i % 3)).collect();
        assert_eq!((found.colors, found.notes.len()), (expected, 0));
        assert_eq!(of_picture(&picture(256)).notes, Vec::<String>::new());
        let many = of_picture(&picture(257));
        assert_eq!((many.colors.len(), many.colors[255]), (256, Color::rgba(255, 0, 7, 255)));
        assert_eq!(many.notes, ["its colours past the first 256 were left out"]);
        assert!(of_picture(&picture(0)).colors.is_empty(), "a transparent picture");
    }
}
