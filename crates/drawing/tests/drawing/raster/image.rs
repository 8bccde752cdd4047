//! Tests of `src/raster/image.rs`.

use undoodle_drawing::Error;
use undoodle_drawing::color::Color;
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::raster::{Image, bounds, crop};

/// Returns the colour of a letter; a full stop is transparent.
pub fn letter(c: char) -> Color {
    if c == '.' { Color::TRANSPARENT } else { Color::rgba(c as u8, 0, 0, 255) }
}

/// Creates an image of rows of letters.
pub fn image(rows: &[&str]) -> Image {
    let pixels = rows.iter().flat_map(|row| row.chars().map(letter)).collect();
    Image::from_pixels(rows[0].len() as u32, rows.len() as u32, pixels).unwrap()
}

/// Returns an image as rows of letters.
pub fn rows(image: &Image) -> Vec<String> {
    let of = |c: &Color| if c.is_transparent() { '.' } else { c.bytes[0] as char };
    (0..image.size().1).map(|y| image.row(y).iter().map(of).collect()).collect()
}

#[test]
fn parts_are_cut_and_padded() {
    let source = image(&["abc", "def"]);
    let check = |rect: Rect, expected: &[&str]| {
        assert_eq!(rows(&crop(&source, rect).unwrap()), expected, "{rect:?}");
    };
    check(Rect::new(0, 0, 3, 2), &["abc", "def"]);
    check(Rect::new(1, 0, 1, 2), &["b", "e"]);
    check(Rect::new(-1, -1, 5, 4), &[".....", ".abc.", ".def.", "....."]);
    check(Rect::new(2, 1, 2, 2), &["f.", ".."]);
    check(Rect::new(i32::MAX, i32::MIN, 2, 1), &[".."]);
    assert_eq!(
        crop(&source, Rect::new(0, 0, -1, 1)).unwrap_err().to_string(),
        "width must be from 1 to 32768, not -1"
    );
    assert!(crop(&source, Rect::EMPTY).is_err());
}

#[test]
fn bounds_hold_all_that_covers_something() {
    let check = |rows: &[&str], expected: Rect| assert_eq!(bounds(&image(rows)), expected);
    check(&["...", "..."], Rect::EMPTY);
    check(&["....", "..a.", ".b..", "...."], Rect::new(1, 1, 2, 2));
    check(&["a..", "..."], Rect::new(0, 0, 1, 1));
    check(&["a...", "....", "...b"], Rect::new(0, 0, 4, 3));
}

#[test]
fn sizes_have_limits() {
    assert_eq!(Image::new(0, 5).unwrap_err().to_string(), "width must be from 1 to 32768, not 0");
    assert_eq!(Image::new(5, 32769).unwrap_err().to_string(), "height must be from 1 to 32768, not 32769");
    assert!(Image::new(32768, 1).is_ok());
    let wide = Error::OutOfMemory { what: "image", bytes: 4 << 30, limit: 4 << 26 };
    assert_eq!(Image::new(32768, 32768), Err(wide));
    assert_eq!(
        Image::from_pixels(2, 2, vec![Color::BLACK; 3]).unwrap_err().to_string(),
        "number of pixels must be 4, not 3"
    );
}

#[test]
fn outside_there_is_nothing() {
    let mut image = image(&["ab", "cd"]);
    for (x, y) in [(-1, 0), (0, -1), (2, 0), (0, 2), (i32::MIN, i32::MAX), (i32::MAX, 1)] {
        image.set(x, y, Color::BLACK);
        assert_eq!(image.get(x, y), Color::TRANSPARENT);
    }
    image.row_mut(1)[0] = letter('x');
    assert_eq!(rows(&image), ["ab", "xd"]);
    assert!(image.row(2).is_empty() && image.row_mut(u32::MAX).is_empty());
    assert_eq!(image.pixels().len(), image.clone().into_pixels().len());
}
