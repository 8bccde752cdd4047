//! Tests of `src/raster/font/`: the two fonts of our own as they look, layouts, and fonts cut out of pictures.

use std::collections::HashMap;
use undoodle_drawing::color::Color;
use undoodle_drawing::geometry::{Point, Rect};
use undoodle_drawing::raster::{Face, Font, Image, Span};

const FACES: [(Face, i32, i32); 2] = [(Face::Small, 5, 7), (Face::Large, 8, 8)];

/// A text as rows of `#`, with all of its box.
fn rows(font: &Font, text: &str, scale: u32) -> Vec<String> {
    let layout = font.layout(text, scale);
    let Rect { x, y, width, height } = layout.around(Point::default());
    let mut rows = vec![vec!['.'; width as usize]; height as usize];
    for (row, columns) in layout.spans(Point::default(), y..y + height) {
        for column in columns {
            rows[(row - y) as usize][(column - x) as usize] = '#';
        }
    }
    rows.into_iter().map(String::from_iter).collect()
}

fn spans(font: &Font, text: &str) -> Vec<Span> {
    font.layout(text, 1).spans(Point::default(), -100..100).collect()
}

#[test]
fn every_letter_of_english_and_german_is_there_and_looks_like_no_other() {
    let letters: String = ('!'..='~').chain("ÄÖÜäöüß„“”‚‘’€–—…«»§°×ÉÈÀÇÑéèàçêôûîñï".chars()).collect();
    for (face, wide, high) in FACES {
        let font = Font::of(face);
        for letter in letters.chars() {
            assert!(font.characters().any(|known| known == letter), "{face:?} has no {letter}");
        }
        let mut seen = HashMap::new();
        for letter in font.characters() {
            let text = letter.to_string();
            let around = font.layout(&text, 1).around(Point::default());
            assert!((1..=wide).contains(&around.width), "{face:?} {letter}: {around:?}");
            assert_eq!((around.y, around.height), (-1, high + 3), "a row for marks, two below the baseline");
            let inside = |(y, x): &Span| {
                (around.y..around.bottom()).contains(y)
                    && x.start >= 0
                    && x.end <= around.width
                    && x.start < x.end
            };
            assert!(spans(&font, &text).iter().all(inside), "{face:?} {letter}");
            if let Some(other) = seen.insert(rows(&font, &text, 1), letter) {
                panic!("{face:?}: {letter} looks like {other}");
            }
        }
        let width = |text: &str| font.layout(text, 1).around(Point::default()).width;
        assert!(('0'..='9').all(|digit| width(&digit.to_string()) == width("0")), "{face:?}: digits");
        for capital in 'A'..='Z' {
            let shape = spans(&font, &capital.to_string());
            let (first, last) = (shape.first().map(|(y, _)| *y), shape.last().map(|(y, _)| *y));
            assert_eq!((first, last), (Some(0), Some(high - 1)), "{face:?} {capital} is {high} pixels high");
        }
    }
}

#[test]
fn the_small_font_is_legible() {
    let font = Font::of(Face::Small);
    assert_eq!(rows(&font, "g", 1)[3..], [".###", "#..#", "#..#", "#..#", ".###", "...#", ".##."]);
    assert_eq!(
        rows(&font, "Ä", 1)[..8],
        [".#.#.", ".....", ".###.", "#...#", "#...#", "#####", "#...#", "#...#"]
    );
    assert_eq!(rows(&font, "ü", 1)[1..8], ["#.#.", "....", "#..#", "#..#", "#..#", "#..#", ".###"]);
    assert_eq!(rows(&font, "ß", 1)[1..8], [".##.", "#..#", "#..#", "#.#.", "#..#", "#..#", "#.#."]);
    assert_eq!(rows(&font, "é", 1)[..4], ["..#.", ".#..", "....", ".##."]);
}

#[test]
fn the_large_font_is_legible() {
    let font = Font::of(Face::Large);
    let s = [".####.", "##..##", "##....", ".###..", "..###.", "....##", "##..##", ".####."];
    assert_eq!(rows(&font, "S", 1)[1..9], s);
    assert_eq!(rows(&font, "a", 1)[3..9], [".####.", "....##", ".#####", "##..##", "##..##", ".#####"]);
    assert_eq!(rows(&font, "7", 1)[1..4], ["######", "....##", "....##"]);
}

#[test]
fn lines_and_blanks_are_laid_out_and_what_is_missing_is_a_hollow_box() {
    let font = Font::of(Face::Small);
    let width = |text: &str| font.layout(text, 1).around(Point::default()).width;
    assert_eq!([width("i"), width("ii"), width("i i"), width("")], [1, 3, 7, 1]);
    assert_eq!(width("i\ti"), width("i i"), "a tab is a blank");
    let box_of = |text: &str, scale| font.layout(text, scale).around(Point::new(4, 4));
    assert_eq!(box_of("A\nii\r\n", 1), Rect::new(4, 3, 5, 30), "the last line is empty");
    assert_eq!(box_of("A", 3), Rect::new(4, 1, 15, 30));
    let missing = ["#####", "#...#", "#...#", "#...#", "#...#", "#...#", "#####"];
    assert_eq!(rows(&font, "Ж", 1)[1..8], missing);
    let big = rows(&font, "T", 2);
    assert_eq!(
        (big[2].as_str(), big[3].as_str(), big[4].as_str()),
        ("##########", "##########", "....##....")
    );
    // At the ends of the number range nothing overflows.
    for at in [Point::new(i32::MIN, i32::MAX), Point::new(i32::MAX, i32::MIN)] {
        let layout = font.layout(&"W".repeat(1024), 8);
        assert!(layout.around(at).width > 0 && layout.spans(at, 0..64).next().is_none());
    }
}

/// A picture of letters as rows of characters, `#` in black on a background.
fn picture(rows: &[&str], paper: Color) -> Image {
    let ink = |x: i32, y: i32| rows[y as usize].as_bytes()[x as usize] == b'#';
    let (width, height) = (rows[0].len() as u32, rows.len() as u32);
    Image::drawn(width, height, |x, y| if ink(x, y) { Color::BLACK } else { paper }).unwrap()
}

const GRID: [&str; 8] =
    ["........", ".##..##.", ".#...###", "........", "........", "...#....", ".#.#....", "........"];

#[test]
fn a_picture_is_cut_into_letters_by_its_paper() {
    for paper in [Color::TRANSPARENT, Color::rgba(255, 255, 255, 255)] {
        let font = Font::from_picture(&picture(&GRID, paper), 2, "abc ").unwrap();
        assert_eq!(font.characters().collect::<String>(), "abc", "a blank is no letter");
        // Rows that are empty in all cells are left out; a letter is as wide as its ink.
        assert_eq!(rows(&font, "ab", 1), ["##.##.", "#..###"]);
        assert_eq!(rows(&font, "c a", 1), ["..#...##", "#.#...#."]);
        assert_eq!(rows(&font, "C", 1), ["..#", "#.#"], "the other case stands for a letter that is missing");
        assert_eq!(rows(&font, "a\na", 1), ["##", "#.", "..", "##", "#."]);
        assert_eq!(rows(&font, "?", 1), ["###", "###"], "as wide as the widest letter");
    }
    // Paper that is not opaque may be ink elsewhere.
    let glass = Font::from_picture(&picture(&GRID, Color::rgba(0, 0, 255, 99)), 2, "abc ").unwrap();
    assert_eq!(glass.layout("a", 1).around(Point::default()), Rect::new(0, 0, 4, 4));
}

#[test]
fn a_picture_that_is_no_grid_of_letters_is_refused_with_a_way_out() {
    let image = |width, height| Image::new(width, height).unwrap();
    let why = |image: &Image, columns, characters: &str| {
        Font::from_picture(image, columns, characters).unwrap_err().to_string()
    };
    let uneven = |size: &str| {
        format!(
            "grid \"{size}\": it can't be divided into so many columns and rows: select the letters alone"
        )
    };
    assert_eq!(why(&image(30, 8), 16, "abc"), uneven("30×8"));
    assert_eq!(why(&image(32, 9), 2, "abc"), uneven("32×9"));
    for (width, height) in [(130, 8), (8, 65)] {
        let large = "side of a letter must be from 1 to 64, not 65";
        assert_eq!(why(&image(width, height), 2, "ab"), large);
    }
    let empty = "grid \"32×8\": no pixel of it differs from the top left one";
    assert_eq!(why(&image(32, 8), 16, "ab"), empty);
    assert_eq!(why(&picture(&["##"; 2], Color::BLACK), 2, "ab"), empty.replace("32×8", "2×2"));
}
