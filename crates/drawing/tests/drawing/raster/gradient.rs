//! Tests of `src/raster/gradient.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::geometry::Point;
use undoodle_drawing::raster::{Dither, Gradient, GradientShape, Mixer};

/// Draws tenths, rounded down, and `X` for 1.
fn check(shape: GradientShape, from: (i32, i32), to: (i32, i32), expected: &[&str]) {
    let gradient = Gradient { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), shape };
    let mark = |x, y| match gradient.at(x, y) {
        1.0 => 'X',
        part => char::from(b'0' + (part * 10.0) as u8),
    };
    let row = |y| (0..expected[0].len()).map(|x| mark(x as i32, y as i32)).collect();
    let drawn: Vec<String> = (0..expected.len()).map(row).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn linear_ones_are_stripes_across_the_drag() {
    check(GradientShape::Linear, (1, 0), (5, 0), &["00257XX", "00257XX"]);
    check(GradientShape::Linear, (4, 1), (0, 1), &["X7520"]);
    check(GradientShape::Linear, (0, 0), (2, 2), &["0257", "257X", "57XX", "7XXX"]);
}

#[test]
fn radial_ones_are_rings() {
    // One pixel off is 1/2, a diagonal one √2/2 = 0.707; two off is 1.
    check(GradientShape::Radial, (2, 2), (2, 4), &["XXXXX", "X757X", "X505X", "X757X", "XXXXX"]);
}

#[test]
fn rows_are_mixed_as_pixels_are() {
    let (from, to) = (Point::new(3, 5), Point::new(61, -20));
    let (first, second) = (Color::rgba(250, 3, 90, 255), Color::rgba(0, 200, 91, 17));
    for shape in [GradientShape::Linear, GradientShape::Radial] {
        for dither in [Dither::None, Dither::Bayer2, Dither::Bayer4, Dither::Bayer8] {
            let gradient = Gradient { from, to, shape };
            let mut mixer = Mixer::new(gradient, dither, first, second);
            for (x, y) in [(-7, -30), (0, 5), (13, 6), (2, 40)] {
                let columns: Vec<f64> = (0..150).map(|i| f64::from(x + i - from.x)).collect();
                let mut row = Vec::new();
                mixer.row(&columns, f64::from(y - from.y), (x, y), |i, color| {
                    assert_eq!(i, row.len());
                    row.push(color);
                });
                let pixel = |x| dither.mix(gradient.at(x, y), x, y, first, second);
                assert_eq!(row, (x..x + 150).map(pixel).collect::<Vec<_>>(), "{shape:?} {dither:?}");
            }
        }
    }
}

#[test]
fn one_point_is_an_edge_or_nothing() {
    check(GradientShape::Linear, (1, 1), (1, 1), &["00XX", "00XX"]);
    check(GradientShape::Radial, (1, 1), (1, 1), &["0000", "0000"]);
}

#[test]
fn the_ends_of_the_numbers_are_exact() {
    let (low, high) = (Point::new(i32::MIN, i32::MIN), Point::new(i32::MAX, i32::MAX));
    for shape in [GradientShape::Linear, GradientShape::Radial] {
        let gradient = Gradient { from: low, to: high, shape };
        assert_eq!([gradient.at(low.x, low.y), gradient.at(high.x, high.y)], [0.0, 1.0]);
        assert_eq!(gradient.at(0, 0), 0.5);
    }
}
