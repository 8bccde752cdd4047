//! Tests of `src/document/drawing/plane.rs`, and of copies of whole planes.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Drawing};
use undoodle_drawing::geometry::Rect;

#[test]
fn rows_are_what_was_put_whatever_the_map_says_below() {
    // Rows that begin, end and change within tiles, blocks of 1024 columns, and areas of one colour.
    let (width, mut random) = (2100u32, fastrand::Rng::with_seed(6));
    let (red, none) = (Color::rgba(255, 0, 0, 255), Color::TRANSPARENT);
    let mut drawing = Drawing::new(width, 3).unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(40, 0, 1500, 3), red).unwrap();
    let mut model = vec![none; 3 * width as usize];
    (0..3).for_each(|y| model[y * 2100 + 40..y * 2100 + 1540].fill(red));
    for _ in 0..200 {
        let (x, y) = (random.u32(..width), random.u32(..3));
        let mut row = vec![if random.bool() { red } else { none }; random.usize(..=(width - x) as usize)];
        for _ in 0..random.usize(..3).min(row.len()) {
            let at = random.usize(..row.len());
            row[at] = Color::rgba(random.u8(..), 0, 0, 255);
        }
        drawing.pixels_mut(Cel::default()).unwrap().put_row(x, y, &row).unwrap();
        let from = (y * width + x) as usize;
        model[from..from + row.len()].copy_from_slice(&row);
        if random.u8(..8) == 0 {
            drawing.compact().unwrap();
        }
        let mut found = vec![none; model.len()];
        for (y, row) in (0..).zip(found.chunks_mut(width as usize)) {
            drawing.read_row(Cel::default(), 0, y, row);
        }
        assert!(found == model, "{} pixels at {x}, {y}", row.len());
    }
    drawing.validate().unwrap();
}

#[test]
fn pixels_that_are_there_already_take_no_memory() {
    let mut drawing = Drawing::new(3000, 64).unwrap();
    let empty = drawing.door().bytes();
    let mut row = vec![Color::TRANSPARENT; 3000];
    (0..64).for_each(|y| drawing.pixels_mut(Cel::default()).unwrap().put_row(0, y, &row).unwrap());
    assert_eq!(drawing.door().bytes(), empty);
    row[2999] = Color::BLACK;
    drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 0, &row).unwrap();
    // An entry says whether its page is shared.
    let nodes = 512 * 2 * size_of::<Option<Box<u8>>>() as u64;
    assert!(drawing.door().bytes() < empty + 4096 + 5 * nodes, "one tile, and the nodes above it");
}

#[test]
fn a_repeated_frame_has_copies_of_all_images() {
    let mut drawing = Drawing::new(1100, 40).unwrap();
    drawing.add_layer(1).unwrap();
    drawing.add_layer(2).unwrap();
    let cel = |layer, frame| Cel { layer, frame };
    drawing.fill_rect(cel(0, 0), Rect::new(0, 0, 1100, 40), Color::BLACK).unwrap();
    for x in [3, 40, 1090] {
        drawing.fill_rect(cel(1, 0), Rect::new(x, x % 40, 3, 2), Color::ADDED).unwrap();
    }
    drawing.compact().unwrap();
    let mut copied = drawing.clone();
    copied.duplicate_frame(0).unwrap();
    drawing.repeat_frame().unwrap();
    assert_eq!(drawing.door(), copied.door(), "as the copy that is made by pages");
    assert_eq!(drawing.door().bytes(), copied.door().bytes(), "every byte is counted");
    // Neither image changes with the other.
    drawing.fill_rect(cel(1, 1), Rect::new(0, 0, 9, 9), Color::BLACK).unwrap();
    assert_eq!(drawing.cel_pixel(cel(1, 0), 3, 3), Ok(Color::ADDED));
    assert_eq!(drawing.cel_pixel(cel(1, 1), 1090, 1090 % 40), Ok(Color::ADDED));
    drawing.validate().unwrap();
}
