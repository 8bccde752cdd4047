//! Tests of `src/raster/mirror.rs`.

use undoodle_drawing::geometry::Rect;
use undoodle_drawing::raster::{Span, Symmetry, copies};

/// Draws the copies of a span; a pixel that comes twice shows as a 2.
fn check(span: Span, axes: (Option<i32>, Option<i32>), wrap: Option<Rect>, expected: &[&str]) {
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for (y, columns) in copies(span, Symmetry { vertical: axes.0, horizontal: axes.1 }, wrap) {
        for pixel in &mut grid[y as usize][columns.start as usize..columns.end as usize] {
            *pixel = if *pixel == b'.' { b'#' } else { b'2' };
        }
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn axes_mirror() {
    check((0, 1..3), (None, None), None, &[".##....", "......."]);
    // Through column 3, and between columns 2 and 3.
    check((0, 1..3), (Some(6), None), None, &[".##.##."]);
    check((0, 1..3), (Some(5), None), None, &[".####."]);
    check((0, 0..2), (None, Some(2)), None, &["##.", "...", "##."]);
    check((0, 0..2), (Some(4), Some(2)), None, &["##.##", ".....", "##.##"]);
}

#[test]
fn images_that_coincide_are_one() {
    check((1, 2..5), (Some(6), None), None, &[".......", "..###.."]);
    check((1, 0..2), (Some(4), Some(2)), None, &[".....", "##.##", "....."]);
    check((1, 1..4), (Some(4), Some(2)), None, &[".....", ".###.", "....."]);
    // Those that only overlap stay two.
    check((0, 1..4), (Some(5), None), None, &[".#22#."]);
}

#[test]
fn wrapped_spans_come_in_on_the_other_side() {
    let tile = |x, y, width, height| Some(Rect::new(x, y, width, height));
    check((1, 3..6), (None, None), tile(0, 0, 4, 2), &["....", "##.#"]);
    check((-1, -1..1), (None, None), tile(0, 0, 4, 3), &["....", "....", "#..#"]);
    check((5, 9..11), (None, None), tile(1, 1, 4, 2), &[".....", ".##..", "....."]);
    check((0, -7..-3), (None, None), tile(0, 0, 4, 1), &["####"]);
    check((0, 2..90), (None, None), tile(1, 0, 3, 1), &[".###."]);
    check((0, 2..4), (None, None), tile(0, 0, 4, 1), &["..##"]);
    check((0, 2..4), (None, None), tile(0, 0, 0, 1), &["...."]);
}

#[test]
fn images_are_wrapped() {
    let tile = Some(Rect::new(0, 0, 6, 3));
    check((0, 0..1), (Some(-2), Some(7)), tile, &["#...#.", "#...#.", "......"]);
    // The image lies a tile farther and so comes to the same place.
    check((0, 1..3), (Some(9), None), tile, &[".##..."]);
}

#[test]
fn hostile_numbers_stay_in_range() {
    let ends = [i32::MIN, i32::MIN + 1, -1, 0, 1, i32::MAX - 1, i32::MAX];
    for (a, b) in ends.into_iter().flat_map(|a| ends.map(|b| (a, b))) {
        let symmetry = Symmetry { vertical: Some(a), horizontal: Some(b) };
        for tile in [None, Some(Rect::new(a, b, i32::MAX, 5)), Some(Rect::new(b, a, 7, i32::MAX))] {
            let spans = copies((a, a.min(b)..a.max(b)), symmetry, tile);
            assert!(spans.len() <= 8 && spans.iter().all(|(_, columns)| !columns.is_empty()));
        }
    }
    assert_eq!(copies((0, 3..3), Symmetry::default(), None), []);
}
