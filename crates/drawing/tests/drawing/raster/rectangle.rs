//! Tests of `src/raster/rectangle.rs`.

use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{corners, rectangle_edges};

/// Both ends of a drag are cut to this distance from the origin.
const FAR: i32 = 1 << 20;

fn check(rect: Rect, expected: &[&str]) {
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for p in rectangle_edges(rect).flat_map(|edge| edge.points(0..i64::MAX)) {
        let pixel = &mut grid[p.y as usize][p.x as usize];
        // A pixel that comes twice shows as a 2.
        *pixel = if *pixel == b'.' { b'#' } else { b'2' };
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn outlines_have_each_pixel_once() {
    check(Rect::new(1, 0, 1, 1), &[".#."]);
    check(Rect::new(0, 0, 3, 1), &["###."]);
    check(Rect::new(1, 1, 1, 3), &["...", ".#.", ".#.", ".#."]);
    check(Rect::new(0, 0, 2, 3), &["##", "##", "##"]);
    check(Rect::new(1, 1, 5, 4), &[".......", ".#####.", ".#...#.", ".#...#.", ".#####."]);
    check(Rect::EMPTY, &["..."]);
    check(Rect::new(0, 0, -3, 2), &["..."]);
}

#[test]
fn hostile_outlines_stay_in_range() {
    let all = Rect::new(i32::MIN, i32::MIN, i32::MAX, i32::MAX);
    let corner = Rect::new(i32::MAX, i32::MAX, i32::MAX, i32::MAX);
    assert_eq!(rectangle_edges(all).map(|edge| edge.steps() + 1).sum::<i64>(), 4 * (i64::from(i32::MAX) - 1));
    assert!(rectangle_edges(corner).all(|edge| edge.points(0..9).count() > 0));
}

#[test]
fn a_drag_holds_both_its_ends() {
    let check = |from: (i32, i32), to: (i32, i32), square, centre, expected: [i32; 4]| {
        let [x, y, width, height] = expected;
        let found = corners(Point::new(from.0, from.1), Point::new(to.0, to.1), square, centre);
        assert_eq!(found, Rect::new(x, y, width, height), "{from:?} to {to:?}");
    };
    check((5, 5), (5, 5), false, false, [5, 5, 1, 1]);
    check((5, 5), (7, 6), false, false, [5, 5, 3, 2]);
    check((5, 5), (3, 1), false, false, [3, 1, 3, 5]);
    // Square: the side of 5 wins, up and to the left.
    check((5, 5), (3, 1), true, false, [1, 1, 5, 5]);
    check((5, 5), (3, 6), true, false, [3, 5, 3, 3]);
    check((5, 5), (5, 3), true, false, [5, 3, 3, 3]);
    // Around a centre: as far on both sides of it.
    check((5, 5), (7, 4), false, true, [3, 4, 5, 3]);
    check((5, 5), (7, 4), true, true, [3, 3, 5, 5]);
    check((5, 5), (5, 5), true, true, [5, 5, 1, 1]);
    let (low, high) = ((i32::MIN, i32::MIN), (i32::MAX, i32::MAX));
    check(low, high, true, false, [-FAR, -FAR, 2 * FAR + 1, 2 * FAR + 1]);
    check(high, low, false, true, [-FAR, -FAR, 4 * FAR + 1, 4 * FAR + 1]);
}
