//! Tests of `src/palettes/photoshop.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::palettes::{self, PaletteFormat, named};

fn format() -> &'static PaletteFormat {
    named("aco").unwrap()
}

/// A list of colours: a model and four parts each, with names in the second version.
fn list(version: u16, colors: &[([u16; 5], &str)]) -> Vec<u8> {
    let mut numbers = vec![version, colors.len() as u16];
    for (color, name) in colors {
        numbers.extend(color);
        if version == 2 {
            let letters: Vec<u16> = name.encode_utf16().chain([0]).collect();
            numbers.extend([0, letters.len() as u16]);
            numbers.extend(letters);
        }
    }
    numbers.into_iter().flat_map(u16::to_be_bytes).collect()
}

const FULL: u16 = 65535;

#[test]
fn every_model_is_converted_and_the_inexact_ones_are_told() {
    let colors = [
        ([0, FULL, 32896, 0, 0], "#ff8000ff"),
        // A third of the circle is green, a sixth yellow; half as bright, half as strong.
        ([1, 21845, FULL, FULL, 0], "#00ff00ff"),
        ([1, 10923, FULL, 32896, 0], "#808000ff"),
        ([1, 0, 32639, FULL, 0], "#ff8080ff"),
        ([1, FULL, FULL, FULL, 0], "#ff0000ff"),
        // No magenta and no yellow, and all of the cyan.
        ([2, 0, FULL, FULL, FULL], "#00ffffff"),
        ([9, 10000, 0, 10000, 5000], "#800080ff"),
        ([7, 10000, 0, 0, 0], "#ffffffff"),
        // Bruce Lindbloom's calculator: sRGB's blue is 29.57, 68.30, -112.03 relative to D50.
        ([7, 2957, 6830, 11203u16.wrapping_neg(), 0], "#0000ffff"),
        ([8, 2000, 0, 0, 0], "#333333ff"),
    ];
    let file = list(1, &colors.map(|(color, _)| (color, "")));
    let (told, palette) = palettes::open(&file).unwrap();
    assert_eq!(told.id, "aco");
    let found: Vec<_> = palette.colors.iter().map(Color::to_string).collect();
    assert_eq!(found, colors.map(|(_, color)| color));
    let notes = ["2 colours of CMYK were", "2 colours of LAB were", "1 colour of grey was"];
    assert_eq!(palette.notes, notes.map(|note| format!("{note} converted and may look different")));
}

#[test]
fn names_come_from_the_second_list_and_its_colours_count() {
    let red = |name| ([0, FULL, 0, 0, 0], name);
    let both =
        [list(1, &[red(""), red("")]), list(2, &[red("signal"), ([0, 0, FULL, 0, 0], "leaf")])].concat();
    let palette = palettes::open(&both).unwrap().1;
    assert_eq!(palette.colors, [Color::rgba(255, 0, 0, 255), Color::rgba(0, 255, 0, 255)]);
    assert_eq!(palette.notes, ["the names of 2 colours were left out"]);
    // Some programs write the second list alone.
    assert_eq!(palettes::open(&both[24..]).unwrap().1, palette);
}

#[test]
fn numbers_of_inks_are_left_out_and_told() {
    let file = list(1, &[([3, 1, 2, 3, 4], ""), ([0, 0, 0, FULL, 0], ""), ([10, 1, 2, 3, 4], "")]);
    let palette = palettes::open(&file).unwrap().1;
    assert_eq!(palette.colors, [Color::rgba(0, 0, 255, 255)]);
    assert_eq!(palette.notes, ["2 ink numbers left out"]);
    let said = palettes::open(&list(1, &[([3, 1, 2, 3, 4], "")])).unwrap_err().to_string();
    assert_eq!(said, "this Photoshop swatches file is damaged: it holds no colour");
}

#[test]
fn what_is_no_list_is_not_taken_for_one() {
    let whole = list(2, &[([0; 5], "ink"), ([0; 5], "")]);
    assert!((format().is)(&whole));
    for cut in 0..whole.len() {
        assert!(!(format().is)(&whole[..cut]), "{cut}");
    }
    // A picture of Targa, a font and a cursor begin alike.
    for begin in [&b"\0\0\x02\0\0\0\0\0"[..], b"\0\x01\0\0\0\x0c\0\x80", b"\0\0\x02\0\x01\0"] {
        assert!(!(format().is)(begin), "{begin:?}");
    }
    let broken = [list(1, &[([0; 5], "")]), whole[..20].to_vec()].concat();
    let said = palettes::open(&broken).unwrap_err().to_string();
    assert_eq!(said, "this Photoshop swatches file is damaged: it ends too early");
}
