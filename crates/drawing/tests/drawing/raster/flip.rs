//! Tests of `src/raster/flip.rs`.

use crate::raster::image::{image, rows};
use undoodle_drawing::Result;
use undoodle_drawing::raster::{
    Image, flip_horizontal, flip_vertical, offset, rotate_half, rotate_left, rotate_right,
};

#[test]
fn every_pixel_finds_its_place() {
    let check = |turn: fn(&Image) -> Result<Image>, expected: &[&str]| {
        assert_eq!(rows(&turn(&image(&["abc", "def"])).unwrap()), expected);
    };
    check(flip_horizontal, &["cba", "fed"]);
    check(flip_vertical, &["def", "abc"]);
    check(rotate_left, &["cf", "be", "ad"]);
    check(rotate_right, &["da", "eb", "fc"]);
    check(rotate_half, &["fed", "cba"]);
    check(|image| offset(image, 1, 1), &["fde", "cab"]);
    check(|image| offset(image, -32768, 32768), &["cab", "fde"]);
}

#[test]
fn turns_undo_one_another() {
    let source = image(&["ab.", "d.f", "ghi", "..."]);
    let left = rotate_left(&source).unwrap();
    assert_eq!(rotate_right(&left).unwrap(), source);
    assert_eq!(rotate_left(&left).unwrap(), rotate_half(&source).unwrap());
    let mirrored = flip_vertical(&flip_horizontal(&source).unwrap()).unwrap();
    assert_eq!(mirrored, rotate_half(&source).unwrap());
}
