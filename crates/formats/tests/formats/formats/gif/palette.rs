//! Tests of `src/gif/palette.rs`.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Document, Drawing};
use undoodle_formats::error::Message;
use undoodle_formats::gif::palette::Palette;
use undoodle_formats::{self as formats, Export};

fn document(colors: &[Color], palette: &[Color]) -> Document {
    let mut drawing = Drawing::new(colors.len() as u32, 1).unwrap();
    drawing.set_palette(palette).unwrap();
    drawing.pixels_mut(Cel::default()).unwrap().put_row(0, 0, colors).unwrap();
    Document::open(drawing).unwrap()
}

fn losses(document: &Document, export: &Export) -> Result<Vec<Message>> {
    formats::named("gif").unwrap().losses.unwrap()(document, export)
}

fn grey(v: u8) -> Color {
    Color::rgba(v, v, v, 255)
}

#[test]
fn the_drawings_colours_keep_their_numbers_while_all_fit() {
    let few = document(&[grey(9), grey(7)], &[grey(1), grey(7), grey(2)]);
    let palette = Palette::new(&few, &Export::new(0)).unwrap();
    assert_eq!(palette.colors, [1, 7, 2, 9].map(grey));
    let mut numbers = palette.numbers();
    assert_eq!([9, 7].map(|v| numbers.of(grey(v), 0, 0)), [3, 1]);
    assert_eq!((palette.clear, palette.bytes().len()), (Some(4), 3 * 8));
    assert!(losses(&few, &Export::new(0)).unwrap().is_empty());
    // 256 colours of the picture leave no room for another.
    let all: Vec<_> = (0..=255).map(grey).collect();
    let full = document(&all, &[Color::rgba(1, 2, 3, 255), grey(200)]);
    let palette = Palette::new(&full, &Export::new(0)).unwrap();
    assert_eq!((palette.colors.len(), palette.colors[0], palette.clear), (256, grey(200), None));
    assert_eq!(palette.numbers().of(grey(255), 0, 0), 255);
    assert_eq!(losses(&full, &Export::new(0)).unwrap(), ["the palette"]);
}

#[test]
fn what_does_not_fit_is_told() {
    let mut colors: Vec<_> = (0..=255).map(grey).collect();
    colors.push(Color::rgba(0, 0, 0, 90));
    let document = document(&colors, &[grey(0)]);
    let said = losses(&document, &Export::new(0)).unwrap();
    assert_eq!(said, ["partial transparency", "1 colour past 255", "the palette"]);
}

#[test]
fn dithering_mixes_two_colours_in_the_share_of_each() {
    let palette = Palette { colors: vec![grey(0), grey(100)], exact: None, clear: None, dither: true };
    let mut numbers = palette.numbers();
    for v in [0u8, 25, 40, 50, 75, 100] {
        let second = (0..64).filter(|i| numbers.of(grey(v), i % 8, i / 8) == 1).count();
        // Of the 64 places, a share as large as the colour's way from 0 to 100.
        let expected = (f64::from(v) * 0.64).round() as usize;
        assert!(second.abs_diff(expected) <= 1, "{v}: {second}");
    }
    let plain = Palette { dither: false, ..palette };
    assert!((0..64).all(|i| plain.numbers().of(grey(40), i % 8, i / 8) == 0));
}
