//! Tests of `src/raster/scale.rs`.

use crate::raster::image::{image, rows};
use undoodle_drawing::raster::{Image, Scaling, nearest, scale, scale2x, scale3x};

#[test]
fn the_nearest_lies_under_the_centre() {
    let check = |from: &[&str], expected: &[&str]| {
        let (width, height) = (expected[0].len() as u32, expected.len() as u32);
        assert_eq!(rows(&nearest(&image(from), width, height).unwrap()), expected);
    };
    check(&["ab", "cd"], &["ab", "cd"]);
    check(&["ab", "cd"], &["aaabbb", "aaabbb", "cccddd", "cccddd"]);
    check(&["abcd"], &["bd"]);
    check(&["abc"], &["b"]);
    check(&["abcdef"], &["be"]);
    // Centres at 1/3, 1 and 5/3 of the old pixels' width: the middle one is the right one's.
    check(&["ab"], &["abb"]);
    check(&["abcde"], &["ace"]);
    check(&["abc"], &["aabcc"]);
}

#[test]
fn scale2x_rounds_stairs_and_leaves_the_rest() {
    let check = |from: &[&str], expected: &[&str]| {
        assert_eq!(rows(&scale2x(&image(from)).unwrap()), expected);
    };
    check(&["ab", "cd"], &["aabb", "aabb", "ccdd", "ccdd"]);
    // A lone pixel stays, and so does what touches straight edges only.
    check(&["...", ".a.", "..."], &["......", "......", "..aa..", "..aa..", "......", "......"]);
    check(&["aa..", "aa.."], &["aaaa....", "aaaa....", "aaaa....", "aaaa...."]);
    // A stair's inner corners are filled, its outer ones cut.
    check(&["a..", "aa.", "aaa"], &["aa....", "aaa...", "aaa...", "aaaaa.", "aaaaaa", "aaaaaa"]);
    // The arms lie between equals and stay; the corners between them are filled.
    check(&[".a.", "aba", ".a."], &["..aa..", ".aaaa.", "aabbaa", "aabbaa", ".aaaa.", "..aa.."]);
}

#[test]
fn three_times_the_size_by_smooth_edges_is_scale3x() {
    let stair = image(&["a..", "aa.", "aaa"]);
    assert_eq!(scale(&stair, 9, 9, Scaling::Epx), scale3x(&stair));
    assert_ne!(scale(&stair, 9, 9, Scaling::Epx), scale(&stair, 9, 9, Scaling::Nearest));
}

#[test]
fn scale3x_rounds_stairs_and_leaves_the_rest() {
    let check = |from: &[&str], expected: &[&str]| {
        assert_eq!(rows(&scale3x(&image(from)).unwrap()), expected);
    };
    check(&["ab"], &["aaabbb", "aaabbb", "aaabbb"]);
    check(&[".a", "a."], &["...aaa", "..a.aa", ".aa..a", "a..aa.", "aa.a..", "aaa..."]);
    check(
        &["a..", "aa.", "aaa"],
        &[
            "aaa......",
            "aaaa.....",
            "aaaa.....",
            "aaaaa....",
            "aaaaaa...",
            "aaaaaaaa.",
            "aaaaaaaaa",
            "aaaaaaaaa",
            "aaaaaaaaa",
        ],
    );
}

#[test]
fn scaling_by_epx_ends_at_any_size() {
    let source = image(&["a..", "aa.", "aaa"]);
    let check = |width: u32, height: u32, expected: &Image| {
        assert_eq!(&scale(&source, width, height, Scaling::Epx).unwrap(), expected);
    };
    let double = scale2x(&source).unwrap();
    let fourfold = scale2x(&double).unwrap();
    check(3, 3, &source);
    check(2, 1, &nearest(&source, 2, 1).unwrap());
    check(6, 6, &double);
    check(5, 4, &nearest(&double, 5, 4).unwrap());
    check(7, 2, &nearest(&fourfold, 7, 2).unwrap());
    check(12, 12, &fourfold);
    // Doubling ends where a side would be too long.
    let long = Image::new(20_000, 2).unwrap();
    assert_eq!(scale(&long, 20_000, 9, Scaling::Epx).unwrap().size(), (20_000, 9));
    assert!(scale(&source, 0, 5, Scaling::Epx).is_err());
    assert!(scale(&source, 32768, 32768, Scaling::Epx).is_err());
}

#[test]
fn names_go_both_ways() {
    assert!(Scaling::ALL.into_iter().all(|scaling| Scaling::named(scaling.id()) == Ok(scaling)));
    assert!(Scaling::named("cubic").is_err());
}
