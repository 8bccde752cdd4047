//! Tests of `src/tools/spray.rs`.

use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::Point;
use undoodle::raster::{Brush, Line};
use undoodle::tools::{Held, Options, Sample, Setup, Stroke, random, tool};

const SIDE: i32 = 64;

fn setup(options: Options, seed: u64) -> Setup {
    Setup { options, seed, ..Setup::new(tool("spray").unwrap()) }
}

/// Sprays along samples (x, y, time), told the time every `every` milliseconds, if at all.
fn spray(setup: Setup, way: &[(i32, i32, u64)], every: Option<usize>) -> Vec<Color> {
    let mut document = Document::new(SIDE as u32, SIDE as u32).unwrap();
    let sample = |(x, y, time)| Sample::new(Point::new(x, y), Held::default(), time);
    document.begin(Stroke::TAG).unwrap();
    let mut stroke = Stroke::begin(&mut document, setup, sample(way[0])).unwrap();
    assert!(stroke.is_timed() && stroke.ends().is_none());
    for pair in way.windows(2) {
        let ticks = (pair[0].2..pair[1].2).step_by(every.unwrap_or(usize::MAX)).skip(1);
        ticks.for_each(|time| stroke.rest(&mut document, time).unwrap());
        stroke.extend(&mut document, sample(pair[1])).unwrap();
    }
    stroke.finish(&mut document).unwrap();
    document.validate().unwrap();
    let pixel = |i: i32| document.cel_pixel(Cel::default(), i % SIDE, i / SIDE).unwrap();
    (0..SIDE * SIDE).map(pixel).collect()
}

fn painted(pixels: &[Color]) -> usize {
    pixels.iter().filter(|pixel| !pixel.is_transparent()).count()
}

#[test]
fn the_same_seed_and_times_give_the_same_picture() {
    let way = [(9, 9, 5), (9, 9, 300), (50, 30, 420), (50, 30, 700), (20, 60, 900)];
    let custom = Brush::custom(2, 2, [1, 2, 3, 4].map(|red| Color::rgba(red, 0, 0, 255)).to_vec()).unwrap();
    for options in [
        Options { size: 15, density: 7, ..Options::default() },
        Options { size: 8, vertical: true, wrap: true, ..Options::default() },
        Options { shape: None, custom: Some(custom), density: 60, ..Options::default() },
    ] {
        let first = spray(setup(options.clone(), 7), &way, None);
        for every in [1, 4, 16, 99] {
            assert!(spray(setup(options.clone(), 7), &way, Some(every)) == first, "told every {every} ms");
        }
        assert!(spray(setup(options, 8), &way, None) != first, "another seed");
    }
}

#[test]
fn dots_lie_within_the_brush_and_grow_with_time_and_density() {
    let count = |density, time| {
        let options = Options { size: 9, density, ..Options::default() };
        let pixels = spray(setup(options, 1), &[(20, 20, 0), (20, 20, time)], None);
        let within = Brush::new(9).unwrap().spans(Point::new(20, 20));
        let inside = |i: i32| within.iter().any(|(y, x)| *y == i / SIDE && x.contains(&(i % SIDE)));
        assert!((0..SIDE * SIDE).all(|i| pixels[i as usize].is_transparent() || inside(i)));
        painted(&pixels)
    };
    let area = Brush::new(9).unwrap().rows().iter().map(|(_, x)| x.len()).sum::<usize>();
    let first = count(10, 0);
    assert!((1..=area / 10).contains(&first), "one puff, in which dots may meet");
    assert!(count(10, 400) > 2 * first && count(40, 0) > 2 * first);
    assert_eq!(count(100, 1000), area, "ten times the brush covers it");
}

#[test]
fn a_brush_of_one_pixel_leaves_no_gap_on_its_way() {
    let pixels = spray(setup(Options::default(), 3), &[(3, 3, 0), (43, 13, 10)], None);
    let line = Line::new(Point::new(3, 3), Point::new(43, 13));
    assert!(line.points(0..41).all(|at| !pixels[(at.y * SIDE + at.x) as usize].is_transparent()));
    assert_eq!(painted(&pixels), 41);
}

#[test]
fn neither_far_places_nor_a_clock_that_leaps_take_long() {
    let far = (i32::MAX, i32::MIN);
    let way = [(9, 9, 5), (far.0, far.1, 6), (far.1, far.0, u64::MAX), (9, 9, 0), (30, 9, u64::MAX)];
    for wrap in [false, true] {
        let options = Options { size: 24, density: 100, wrap, horizontal: true, ..Options::default() };
        assert!(painted(&spray(setup(options, 1), &way, None)) > 0);
    }
}

#[test]
fn the_numbers_are_those_of_splitmix64() {
    // The first three that the reference implementation gives for the seed 1234567.
    let first: [u64; 3] = [6457827717110365317, 3203168211198807973, 9817491932198370423];
    assert_eq!([0, 1, 2].map(|dot| random(1234567, dot)), first);
}
