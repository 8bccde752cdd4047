//! Tests of `src/raster/rotate.rs`.

use crate::raster::image::{image, letter, rows};
use undoodle_drawing::Error;
use undoodle_drawing::raster::{
    Image, Rotation, bounds, crop, enlarged, flip_horizontal, flip_vertical, rotate, rotate_half,
    rotate_left, rotate_right, scale2x,
};

fn turned(from: &[&str], degrees: f64, rotation: Rotation) -> (Vec<String>, (i32, i32)) {
    let (image, offset) = rotate(&image(from), degrees, rotation).unwrap();
    (rows(&image), offset)
}

/// A round blob in the middle, of two colours.
fn blob() -> Image {
    Image::drawn(20, 18, |x, y| {
        let far = (2 * x - 19).pow(2) + (2 * y - 17).pow(2);
        letter(if far > 250 { '.' } else { if (x + y) % 7 < 3 { 'a' } else { 'b' } })
    })
    .unwrap()
}

fn area(image: &Image) -> usize {
    image.pixels().iter().filter(|c| !c.is_transparent()).count()
}

#[test]
fn forty_five_degrees_bring_the_corner_to_the_top() {
    // With u = (x + y)/√2 and v = (y − x)/√2 around the centre: up to a half is
    // the middle, and 1/√2 and √2 are the outer pixels.
    let expected = ["..a..", ".dab.", "ggecc", ".hif.", "..i.."];
    let found = turned(&["abc", "def", "ghi"], 45.0, Rotation::Nearest);
    assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
    let back = ["..c..", ".bcf.", "aaeii", ".dgh.", "..g.."];
    assert_eq!(turned(&["abc", "def", "ghi"], -45.0, Rotation::Nearest).0, back);
}

#[test]
fn thirty_degrees_are_decided_at_half_a_pixel() {
    // b, d, f and h fall on a border, at u or v = ±1/2, and go to the inner pixel;
    // the corners' pixels are beyond the square.
    let expected = [".....", ".dbb.", ".def.", ".hhf.", "....."];
    let found = turned(&["abc", "def", "ghi"], 30.0, Rotation::Nearest);
    assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
    // Straight edges are the same in both ways: |u| ≤ 2, |v| ≤ 2, a where u < 0.
    let expected = ["..a...", "..aa..", ".aabbb", "aaabb.", "..bb..", "...b.."];
    for rotation in Rotation::ALL {
        let found = turned(&["aabb"; 4], 30.0, rotation);
        assert_eq!(found, (expected.map(String::from).to_vec(), (-1, -1)));
        let found = turned(&["aabb"; 4], 390.0, rotation);
        assert_eq!(found.0, expected);
    }
}

#[test]
fn pixel_art_keeps_joints_that_the_nearest_tears() {
    let plus = ["...a...", "...a...", "...a...", "aaaaaaa", "...a...", "...a...", "...a..."];
    // On the diagonals |x − y|/√2 is 1.4 and 2.8 of 3.5; beside them 0.7 is off the arm.
    let torn = [
        ".........",
        ".........",
        "..a...a..",
        "...a.a...",
        "....a....",
        "...a.a...",
        "..a...a..",
        ".........",
        ".........",
    ];
    assert_eq!(turned(&plus, 45.0, Rotation::Nearest), (torn.map(String::from).to_vec(), (-1, -1)));
    // Scale2x fills the arms' inner corners, where (±0.7, ±0.7) lies.
    let joined = [
        ".........",
        ".........",
        "..a...a..",
        "...aaa...",
        "...aaa...",
        "...aaa...",
        "..a...a..",
        ".........",
        ".........",
    ];
    assert_eq!(turned(&plus, 45.0, Rotation::PixelArt), (joined.map(String::from).to_vec(), (-1, -1)));
}

#[test]
fn what_is_symmetric_stays_so() {
    for size in [8, 9, 15, 16] {
        let arm = |d: i32| (2 * d + 1 - size).abs() <= 3;
        let plus =
            Image::drawn(size as u32, size as u32, |x, y| letter(if arm(x) || arm(y) { 'a' } else { '.' }));
        for rotation in Rotation::ALL {
            let (image, _) = rotate(plus.as_ref().unwrap(), 45.0, rotation).unwrap();
            assert_eq!(flip_horizontal(&image).unwrap(), image);
            assert_eq!(flip_vertical(&image).unwrap(), image);
            assert_eq!(rotate_left(&image).unwrap(), image);
        }
    }
}

#[test]
fn quarter_turns_are_exact_and_come_back() {
    let source = image(&["abc", "de."]);
    for rotation in Rotation::ALL {
        let once = rotate(&source, 90.0, rotation).unwrap();
        assert_eq!(once, (rotate_right(&source).unwrap(), (0, 0)));
        assert_eq!(rotate(&source, 180.0, rotation).unwrap(), (rotate_half(&source).unwrap(), (0, 0)));
        assert_eq!(rotate(&source, -90.0, rotation).unwrap().0, rotate_left(&source).unwrap());
        assert_eq!(rotate(&source, -7200.0, rotation).unwrap(), (source.copied().unwrap(), (0, 0)));
        assert_eq!(rotate(&source, 1e-300, rotation).unwrap().0, source);
        let (mut image, mut place) = (crop(&source, bounds(&source)).unwrap(), (0, 0));
        for _ in 0..4 {
            let (next, (x, y)) = rotate(&image, 90.0, rotation).unwrap();
            (image, place) = (next, (place.0 + x, place.1 + y));
        }
        assert_eq!((&image, place), (&source, (0, 0)));
    }
    assert_eq!(rotate(&image(&["a"; 5]), 90.0, Rotation::Nearest).unwrap().1, (-2, 2));
}

#[test]
fn every_angle_keeps_the_colours_and_the_area() {
    let source = blob();
    let before = area(&source) as f64;
    for degrees in 0..360 {
        for rotation in Rotation::ALL {
            let (image, (x, y)) = rotate(&source, f64::from(degrees), rotation).unwrap();
            assert!(image.pixels().iter().all(|color| source.pixels().contains(color)));
            let change = (area(&image) as f64 - before) / before;
            assert!(change.abs() < 0.05, "{degrees}° {rotation:?}: {change}");
            // The blob lies in the middle, and the offset keeps it there.
            let around = bounds(&image);
            let (left, top) = (around.x + x, around.y + y);
            assert!((1..=3).contains(&left) && (0..=2).contains(&top), "{degrees}° {left} {top}");
        }
    }
}

#[test]
fn samples_are_those_of_three_passes_of_scale2x() {
    let mut random = fastrand::Rng::with_seed(8);
    for (width, height) in [(1, 1), (5, 3), (4, 7)] {
        let letters = (0..width * height).map(|_| letter(*random.choice(&['.', 'a', 'b']).unwrap()));
        let mut image = Image::from_pixels(width, height, letters.collect()).unwrap();
        let source = image.copied().unwrap();
        for doublings in 1..=3 {
            image = scale2x(&image).unwrap();
            let (w, h) = image.size();
            let sampled = Image::drawn(w, h, |x, y| enlarged(&source, doublings, x, y)).unwrap();
            assert_eq!(rows(&sampled), rows(&image));
        }
    }
}

#[test]
fn angles_and_sizes_that_cannot_be_are_refused() {
    let source = image(&["a"]);
    for degrees in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        let error = rotate(&source, degrees, Rotation::Nearest).unwrap_err().to_string();
        assert!(error.contains("must be a finite number of degrees, not "), "{error}");
    }
    assert_eq!(turned(&["a"], f64::MAX, Rotation::PixelArt).0, ["a"]);
    // A line as long as can be would need 23171 pixels a side.
    let long = Image::new(32768, 1).unwrap();
    assert!(matches!(rotate(&long, 45.0, Rotation::Nearest), Err(Error::OutOfMemory { .. })));
    assert!(Rotation::ALL.into_iter().all(|rotation| Rotation::named(rotation.id()) == Ok(rotation)));
    assert!(Rotation::named("best").is_err());
}
