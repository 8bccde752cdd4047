//! Tests of `src/palettes/picture.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::palettes::of_picture;
use undoodle_formats::raster::Image;

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
