//! Tests of `src/lab/paint.rs`.

use undoodle_lab::System;
use undoodle_lab::color::Color;
use undoodle_lab::geometry::{Point, Rect};
use undoodle_lab::raster::Brush;
use undoodle_lab::{Commands, Painter, REACH, clamped};

fn check(rows: &[&str], seed: (i32, i32), expected: &[&str]) {
    let painter = Painter::new(rows[0].len() as u32, rows.len() as u32).unwrap();
    let document: Vec<u8> = rows.concat().bytes().flat_map(|b| [b, b, b, 255]).collect();
    let mut system = Commands::new(document, 1000);
    system.begin(1);
    let color = Color { bytes: [b'o', b'o', b'o', 255] };
    let spans = painter.fill(system.document(), Point::new(seed.0, seed.1), color);
    painter.write(&mut system, &spans, color);
    let drawn: Vec<u8> = system.document().iter().step_by(4).copied().collect();
    let drawn: Vec<_> = drawn.chunks(rows[0].len()).map(String::from_utf8_lossy).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn the_way_to_a_far_point_is_cut_to_where_a_hand_goes() {
    let painter = Painter::new(8, 4).unwrap();
    let brush = Brush::new(1).unwrap();
    let far = Point::new(i32::MAX, i32::MIN);
    assert_eq!(clamped(far), Point::new(REACH, -REACH));
    let there = painter.extend(&brush, Point::new(3, 2), far);
    assert_eq!(painter.bounds(&there), Rect::new(4, 0, 2, 2), "two pixels up the diagonal");
    assert_eq!(painter.extend(&brush, far, far), []);
    let across = painter.extend(&brush, Point::new(i32::MIN, 1), Point::new(i32::MAX, 1));
    assert_eq!(painter.bounds(&across), Rect::new(0, 1, 8, 1));
}

#[test]
fn a_fill_stops_at_borders_and_at_corners() {
    check(&["..#.", ".##.", "#...", "...#"], (3, 0), &["..#o", ".##o", "#ooo", "ooo#"]);
    check(&[".#.", "#.#", ".#."], (1, 1), &[".#.", "#o#", ".#."]);
    check(&["#...#", "#.#.#", "#.#.."], (1, 2), &["#ooo#", "#o#o#", "#o#oo"]);
    check(&["ooo"], (1, 0), &["ooo"]);
    check(&["..."], (5, 0), &["..."]);
}
