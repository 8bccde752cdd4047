//! Tests of `src/raster/outline.rs`.

use crate::raster::image::{image, letter, rows};
use undoodle_drawing::raster::outline;

fn check(from: &[&str], diagonal: bool, inside: bool, expected: &[&str]) {
    let outlined = outline(&image(from), letter('o'), diagonal, inside).unwrap();
    assert_eq!(rows(&outlined), expected, "diagonal: {diagonal}, inside: {inside}");
}

#[test]
fn outside_it_surrounds_the_picture() {
    let dots = ["......", ".a....", "..b...", "......", ".....c"];
    check(&dots, false, false, &[".o....", "oao...", ".obo..", "..o..o", "....oc"]);
    check(&dots, true, false, &["ooo...", "oaoo..", "oobo..", ".ooooo", "....oc"]);
    check(&["...", "..."], true, false, &["...", "..."]);
    check(&["aaa", "aaa"], true, false, &["aaa", "aaa"]);
}

#[test]
fn a_hole_is_outside_too() {
    let ring = ["aaaa", "a..a", "a..a", "aaaa"];
    check(&ring, false, false, &["aaaa", "aooa", "aooa", "aaaa"]);
}

#[test]
fn inside_it_follows_the_rim_and_the_border() {
    let notched = ["......", ".aaaa.", ".aaaa.", ".aaaa.", ".aaa..", "......"];
    check(&notched, false, true, &["......", ".oooo.", ".oaao.", ".oaao.", ".ooo..", "......"]);
    check(&notched, true, true, &["......", ".oooo.", ".oaao.", ".oaoo.", ".ooo..", "......"]);
    check(&["aaa", "aaa", "aaa"], false, true, &["ooo", "oao", "ooo"]);
    check(&["a"], true, true, &["o"]);
}
