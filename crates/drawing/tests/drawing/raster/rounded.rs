//! Tests of `src/raster/rounded.rs`.

use undoodle_drawing::geometry::Rect;
use undoodle_drawing::raster::{Ellipse, Rounded};

#[test]
fn the_outline_is_what_the_filled_shape_has_that_touches_its_outside() {
    for (width, height, radius) in
        (1..14).flat_map(|w| (1..14).flat_map(move |h| (0..9).map(move |r| (w, h, r))))
    {
        let rounded = Rounded::new(Rect::new(2, 3, width, height), radius);
        let mut full = vec![vec![false; 20]; 20];
        for (y, columns) in rounded.spans(0..20) {
            columns.for_each(|x| full[y as usize][x as usize] = true);
        }
        let mut edge = vec![vec![false; 20]; 20];
        for (y, columns) in rounded.outline(0..20) {
            for x in columns {
                assert!(!std::mem::replace(&mut edge[y as usize][x as usize], true), "a double pixel");
            }
        }
        for (y, x) in (1..19).flat_map(|y| (1..19).map(move |x| (y, x))) {
            let inner = full[y - 1][x] && full[y + 1][x] && full[y][x - 1] && full[y][x + 1];
            assert_eq!(edge[y][x], full[y][x] && !inner, "{width}×{height} with {radius} at {x}, {y}");
        }
    }
}

#[test]
fn without_a_radius_it_is_the_rectangle_and_all_corners_are_a_circle() {
    let square = Rect::new(0, 0, 10, 10);
    assert!(Rounded::new(square, 0).spans(0..10).eq((0..10).map(|y| (y, 0..10))));
    for radius in [5, 6, 64, u32::MAX] {
        assert!(Rounded::new(square, radius).spans(0..10).eq(Ellipse::new(square).spans(0..10)));
    }
    assert_eq!(Rounded::new(square, 1), Rounded::new(square, 2), "any radius takes a pixel");
    assert_eq!(Rounded::new(Rect::EMPTY, 3).spans(-9..9).count(), 0);
}
