//! Tests of `src/render/thumbnail.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::render::{Thumbnail, thumbnail};

#[test]
fn a_thumbnail_has_the_canvas_in_its_aspect_ratio_whatever_the_size() {
    for size in [(1, 1), (3, 200), (64, 64), (33, 7), (777, 500), (32768, 2), (32768, 32768)] {
        let mut document = Document::new(size.0, size.1).unwrap();
        document.begin(1).unwrap();
        let all = Rect::new(0, 0, size.0 as i32, size.1 as i32);
        document.fill_rect(Cel::default(), all, Color::rgba(9, 8, 7, 255)).unwrap();
        document.commit("Fill", Color::ADDED, 0).unwrap();
        let Thumbnail { width, height, pixels } = thumbnail(&document.picture(0), size, (48, 32));
        assert!(width <= 48 && height <= 32 && (width == 48 || height == 32 || (width, height) == size));
        assert_eq!(pixels.len(), (width * height * 4) as usize, "{size:?}");
        assert!(pixels.chunks(4).all(|pixel| pixel == [9, 8, 7, 255]), "{size:?}");
    }
}

#[test]
fn each_pixel_is_the_average_of_its_block() {
    let mut document = Document::new(96, 64).unwrap();
    document.begin(1).unwrap();
    for x in (0..96).step_by(2) {
        document.fill_rect(Cel::default(), Rect::new(x, 0, 1, 64), Color::BLACK).unwrap();
    }
    document.commit("Fill", Color::ADDED, 0).unwrap();
    let small = thumbnail(&document.picture(0), (96, 64), (48, 32));
    assert!(small.pixels.chunks(4).all(|pixel| pixel == [0, 0, 0, 128]), "no line is lost");
}
