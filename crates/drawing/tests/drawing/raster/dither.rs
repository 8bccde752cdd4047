//! Tests of `src/raster/dither.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::geometry::Point;
use undoodle_drawing::raster::{Dither, Gradient, GradientShape, Mixtures};

const WHITE: Color = Color::rgba(255, 255, 255, 255);

/// Draws `#` where the second colour is, of what `part` says of each column.
fn check(dither: Dither, part: impl Fn(i32) -> f32, expected: &[&str]) {
    let mark = |x: i32, y: i32| match dither.mix(part(x), x, y, Color::BLACK, WHITE) {
        Color::BLACK => '.',
        WHITE => '#',
        _ => '?',
    };
    let row = |y| (0..expected[0].len()).map(|x| mark(x as i32, y as i32)).collect();
    let drawn: Vec<String> = (0..expected.len()).map(row).collect();
    assert_eq!(drawn, expected);
}

#[test]
fn levels_are_even() {
    check(Dither::Bayer2, |_| 0.25, &["#.#.", "....", "#.#.", "...."]);
    check(Dither::Bayer2, |_| 0.5, &["#.#.", ".#.#", "#.#.", ".#.#"]);
    check(Dither::Bayer2, |_| 0.75, &["####", ".#.#", "####", ".#.#"]);
    check(Dither::Bayer4, |_| 1.0 / 8.0, &["#...", "....", "..#.", "...."]);
    check(Dither::Bayer4, |_| 0.25, &["#.#.", "....", "#.#.", "...."]);
    check(Dither::Bayer4, |_| 0.5, &["#.#.", ".#.#", "#.#.", ".#.#"]);
    check(
        Dither::Bayer8,
        |_| 1.0 / 32.0,
        &["#.......", "........", "........", "........", "....#...", "........", "........", "........"],
    );
}

#[test]
fn gradients_go_from_one_colour_to_the_other() {
    let (from, to) = (Point::new(0, 0), Point::new(7, 0));
    let gradient = Gradient { from, to, shape: GradientShape::Linear };
    check(Dither::Bayer2, |x| gradient.at(x, 0), &["..#.####", "...#.#.#"]);
    check(Dither::Bayer4, |x| gradient.at(x, 0), &["..#.####", "...#.#.#", "..#.#.##", "...#.###"]);
}

#[test]
fn matrices_are_bayers() {
    let four = [[0, 8, 2, 10], [12, 4, 14, 6], [3, 11, 1, 9], [15, 7, 13, 5]];
    for (x, y) in (-8..8i32).flat_map(|x| (-8..8i32).map(move |y| (x, y))) {
        let place = four[y.rem_euclid(4) as usize][x.rem_euclid(4) as usize] as f32;
        assert_eq!(Dither::Bayer4.threshold(x, y), (place + 0.5) / 16.0);
    }
    assert_eq!(Dither::None.threshold(3, 4), 0.5);
    let mut places: Vec<u32> =
        (0..64).map(|i| (Dither::Bayer8.threshold(i % 8, i / 8) * 64.0) as u32).collect();
    places.sort_unstable();
    assert!(places.into_iter().eq(0..64), "each step once");
}

#[test]
fn both_ends_are_exact() {
    let (from, to) = (Color::rgba(200, 7, 3, 0), Color::rgba(1, 2, 3, 9));
    for dither in [Dither::None, Dither::Bayer2, Dither::Bayer4, Dither::Bayer8] {
        for (x, y) in [(0, 0), (1, 1), (i32::MIN, i32::MAX), (-1, -3)] {
            for t in [0.0, -1.0, f32::NEG_INFINITY, f32::NAN] {
                assert_eq!(dither.mix(t, x, y, from, to), from);
            }
            assert_eq!([1.0, 2.0].map(|t| dither.mix(t, x, y, from, to)), [to; 2]);
        }
    }
}

#[test]
fn mixtures_in_a_table_are_those_worked_out() {
    let mut random = fastrand::Rng::with_seed(4);
    let ends =
        [[9, 9, 9, 0], [0, 0, 0, 0], [255, 0, 7, 1], [200, 200, 201, 255]].map(|bytes| Color { bytes });
    for round in 0..40 {
        let color = |random: &mut fastrand::Rng| match random.usize(..8) {
            end @ 0..4 => ends[end],
            _ => Color { bytes: random.u32(..).to_ne_bytes() },
        };
        let (from, to) = (color(&mut random), color(&mut random));
        let mut mixtures = Mixtures::new(from, to);
        for _ in 0..5000 {
            let t = match round % 3 {
                0 => random.f32(),
                // Where channels change, and beside it.
                1 => (random.u32(..512) as f32 / 510.0).clamp(0.0, 1.0),
                _ => f32::from_bits(random.u32(0x3300_0000..0x3f80_0001)),
            };
            assert_eq!(mixtures.mix(t), Dither::None.mix(t, 0, 0, from, to), "{t} of {to} in {from}");
        }
        for t in [0.0, 1.0, -1.0, 2.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, -0.0] {
            assert_eq!(mixtures.mix(t), Dither::None.mix(t, 0, 0, from, to));
        }
    }
}

#[test]
fn smooth_mixtures_keep_their_hue() {
    let mix = |t, from, to| Dither::None.mix(t, 0, 0, from, to);
    assert_eq!(mix(0.25, Color::BLACK, WHITE), Color::rgba(64, 64, 64, 255));
    // To transparent black, red stays red; only its alpha goes.
    let red = Color::rgba(255, 0, 0, 255);
    assert_eq!(mix(0.5, red, Color::TRANSPARENT), Color::rgba(255, 0, 0, 128));
    // 64 of 255 parts of white and 128 of black cover: a third of the light.
    let white = Color::rgba(255, 255, 255, 128);
    assert_eq!(mix(0.5, white, Color::BLACK), Color::rgba(85, 85, 85, 192));
    assert_eq!(mix(0.5, Color::rgba(9, 9, 9, 0), Color::rgba(7, 0, 0, 0)), Color::TRANSPARENT);
}
