//! Tests of `src/raster/brush.rs`.

use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::geometry::Point;
use undoodle_drawing::raster::{Brush, Shape, Span};

fn check(brush: &Brush, expected: &[&str]) {
    let at = Point::new(expected[0].len() as i32 / 2, expected.len() as i32 / 2);
    let mut grid: Vec<Vec<u8>> = expected.iter().map(|row| vec![b'.'; row.len()]).collect();
    for (y, columns) in brush.spans(at) {
        columns.for_each(|x| grid[y as usize][x as usize] = b'#');
    }
    let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn dabs_are_round() {
    let check = |size, expected: &[&str]| check(&Brush::new(size).unwrap(), expected);
    check(1, &["#"]);
    check(2, &["##", "##"]);
    check(3, &["###", "###", "###"]);
    check(4, &[".##.", "####", "####", ".##."]);
    check(5, &[".###.", "#####", "#####", "#####", ".###."]);
    check(7, &["..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."]);
}

#[test]
fn dabs_are_square() {
    let check = |size, expected: &[&str]| check(&Brush::shaped(size, Shape::Square).unwrap(), expected);
    check(1, &["#"]);
    check(4, &["####", "####", "####", "####"]);
    check(5, &["#####", "#####", "#####", "#####", "#####"]);
}

/// A brush whose pixels say where they are from; dots are transparent.
fn cut(rows: &[&str]) -> Result<Brush> {
    let color = |b: u8| if b == b'.' { Color::TRANSPARENT } else { Color::rgba(b, 1, 2, 128) };
    let pixels = rows.concat().bytes().map(color).collect();
    Brush::custom(rows[0].len() as u32, rows.len() as u32, pixels)
}

#[test]
fn dabs_are_cut_out_of_pictures() {
    check(&cut(&["#.##", "....", ".##."]).unwrap(), &["#.##", "....", ".##."]);
    check(&cut(&["#"]).unwrap(), &["#"]);
    let brush = cut(&["a.bc"]).unwrap();
    assert_eq!(brush.spans(Point::new(12, 5)), [(5, 10..11), (5, 12..14)]);
    assert_eq!((brush.size(), brush.is_custom()), (4, true));
}

#[test]
fn custom_pixels_keep_their_colours() {
    let (brush, at) = (cut(&["ab", ".d"]).unwrap(), Point::new(-4, 9));
    let found = |x, y| brush.pixel(at, x, y).map(|color| color.bytes[0]);
    assert_eq!(
        [found(-5, 8), found(-4, 8), found(-5, 9), found(-4, 9)],
        [Some(b'a'), Some(b'b'), None, Some(b'd')]
    );
    assert_eq!([found(-6, 8), found(-5, 7), found(-3, 9), found(i32::MAX, i32::MIN)], [None; 4]);
    assert_eq!(Brush::new(3).unwrap().pixel(at, -4, 9), None);
}

#[test]
fn dabs_at_the_ends_of_the_numbers_lie_within_them() {
    for brush in [Brush::new(64).unwrap(), cut(&["ab"]).unwrap()] {
        for at in [Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN)] {
            let rect = brush.rect(at);
            let inside = |(y, x): &Span| {
                rect.contains(Point::new(x.start, *y)) && rect.contains(Point::new(x.end - 1, *y))
            };
            assert!(brush.spans(at).iter().all(inside));
        }
    }
}

#[test]
fn sizes_have_limits() {
    assert!(Brush::new(64).is_ok());
    assert_eq!(Brush::new(65).unwrap_err().to_string(), "brush size must be from 1 to 64, not 65");
    assert!(Brush::shaped(0, Shape::Square).is_err());
    let custom = |width, height, len| Brush::custom(width, height, vec![Color::BLACK; len]);
    assert!(custom(64, 64, 4096).is_ok());
    assert!(custom(65, 1, 65).is_err() && custom(1, 0, 0).is_err());
    assert_eq!(custom(2, 2, 3).unwrap_err().to_string(), "number of brush pixels must be 4, not 3");
    assert_eq!(
        cut(&["..", ".."]).unwrap_err().to_string(),
        "number of brush pixels that aren't transparent must be from 1 to 4, not 0"
    );
}
