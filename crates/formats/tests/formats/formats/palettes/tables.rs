//! Tests of `src/palettes/tables.rs`.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::palettes::{PaletteFormat, ReadPalette, named};

/// Number of bytes of a table's colours.
const TABLE: usize = 256 * 3;

fn riff_format() -> &'static PaletteFormat {
    named("riff-pal").unwrap()
}

fn table_format() -> &'static PaletteFormat {
    named("act").unwrap()
}

fn read_riff(bytes: &[u8]) -> Result<ReadPalette> {
    (riff_format().read)(bytes)
}

fn read_table(bytes: &[u8]) -> Result<ReadPalette> {
    (table_format().read)(bytes)
}

const RED: Color = Color::rgba(255, 0, 0, 255);

/// Returns a RIFF palette of chunks.
fn riff(chunks: &[(&[u8; 4], &[u8])]) -> Vec<u8> {
    let mut bytes = b"RIFF\0\0\0\0PAL ".to_vec();
    for (name, data) in chunks {
        bytes.extend(*name);
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(*data);
        bytes.resize(bytes.len().next_multiple_of(2), 0);
    }
    bytes
}

#[test]
fn colours_are_found_behind_other_chunks() {
    let file = riff(&[(b"unde", b"odd"), (b"data", &[0, 3, 1, 0, 255, 0, 0, 4]), (b"tran", b"")]);
    assert_eq!(read_riff(&file).unwrap().colors, [RED]);
    assert!((riff_format().is)(&file) && !(riff_format().is)(b"RIFF\0\0\0\0WAVEdata"));
    let again = (riff_format().write)(&[RED], "");
    assert_eq!((again.len(), &again[4..8]), (28, &[20, 0, 0, 0][..]), "all behind the size is in it");
}

#[test]
fn lengths_that_lie_are_refused() {
    let said = |file: &[u8]| read_riff(file).unwrap_err().to_string();
    let good = riff(&[(b"data", &[0, 3, 2, 0, 1, 2, 3, 0, 4, 5, 6, 0])]);
    assert_eq!(read_riff(&good).unwrap().colors.len(), 2);
    for cut in 12..good.len() {
        assert!(said(&good[..cut]).contains("cut off"), "{cut}");
    }
    let few = riff(&[(b"data", &[0, 3, 3, 0, 1, 2, 3, 0])]);
    assert_eq!(said(&few), "this RIFF palette file is damaged: it has fewer colours than it says");
    assert!(said(&riff(&[(b"data", &[0, 2, 1, 0])])).ends_with("its version is not 3.0"));
    assert!(said(&riff(&[(b"data", &[0, 3, 0, 0])])).ends_with("it holds no colour"));
    assert!(said(b"RIFF\0\0\0\0PAL skip\xff\xff\xff\xffdata").ends_with("missing or cut off"));
}

#[test]
fn a_table_counts_its_colours_or_is_filled_with_black() {
    let table = |colors: &[Color], tail: &[u8]| {
        let mut bytes: Vec<u8> = colors.iter().flat_map(|color| color.bytes[..3].to_vec()).collect();
        bytes.resize(TABLE, 0);
        [&bytes, tail].concat()
    };
    let blue = Color::rgba(0, 0, 255, 255);
    let read = |bytes: &[u8]| read_table(bytes).unwrap();
    assert_eq!(read(&table(&[RED, blue, RED], &[0, 2, 255, 255])).colors, [RED, blue]);
    assert_eq!(read(&table(&[RED, blue], &[0, 2, 0, 1])).colors, [RED, Color::rgba(0, 0, 255, 0)]);
    let first = read(&table(&[RED, blue], &[0, 2, 0, 0]));
    assert_eq!((first.colors, first.notes.len()), (vec![RED, blue], 1), "Aseprite marks the first colour");
    let filled = read(&table(&[RED, blue], &[]));
    assert_eq!(filled.colors, [RED, blue, Color::BLACK]);
    assert_eq!(filled.notes, ["253 colours of black at its end were left out"]);
    let black = read(&table(&[RED, Color::BLACK, blue], &[]));
    assert_eq!(black.colors, [RED, Color::BLACK, blue]);
    assert_eq!(read(&table(&[RED; 256], &[])).colors, [RED; 256]);
    assert_eq!(read(&table(&[], &[])).colors, [Color::BLACK]);
    let full: Vec<_> = (0..=255).map(|i| Color::rgba(i, 255 - i, 128, 255)).collect();
    let more = read(&table(&full, &[0, 0, 0]));
    assert_eq!((&more.colors, more.notes.len()), (&full, 0), "a colour more that is none");
    let counted = read(&table(&full, &[1, 2, 3]));
    assert_eq!(counted.colors, full);
    assert_eq!(counted.notes, ["1 colour past 256 was left out"]);
    assert_eq!(read(&table(&[RED, blue], &[0, 0, 0])), filled, "and the rest as without it");
    let said = |tail: &[u8]| read_table(&table(&[RED], tail)).unwrap_err().to_string();
    assert!(said(&[1, 1, 0, 0]).ends_with("it says that it has more than 256 colours"));
    assert!(said(&[0, 0, 0, 0]).ends_with("it holds no colour"));
}

#[test]
fn what_a_table_loses_is_told() {
    let half = Color::rgba(9, 9, 9, 128);
    assert_eq!((table_format().loses)(&[RED, Color::TRANSPARENT, half]), ["the transparency of 1 colour"]);
    assert_eq!((table_format().loses)(&[Color::TRANSPARENT]), ["the transparency of 1 colour"]);
    assert_eq!((table_format().loses)(&[RED; 259]), ["3 colours past 256"]);
    assert_eq!((table_format().write)(&[RED; 259], "").len(), TABLE + 4);
}
