//! Tests of `src/palettes/rows.rs`.

use undoodle_formats::Result;
use undoodle_formats::color::Color;
use undoodle_formats::palettes::{ReadPalette, named};

fn read_gimp(bytes: &[u8]) -> Result<ReadPalette> {
    (named("gpl").unwrap().read)(bytes)
}

fn read_jasc(bytes: &[u8]) -> Result<ReadPalette> {
    (named("jasc-pal").unwrap().read)(bytes)
}

#[test]
fn fields_and_comments_stand_anywhere_among_colours() {
    let text = b"GIMP Palette\n1 2 3\n# 9 9 9\nColumns: 4\nName: A: b\n\n  4\t5   6 two words\n";
    let palette = read_gimp(text).unwrap();
    assert_eq!(palette.colors, [Color::rgba(1, 2, 3, 255), Color::rgba(4, 5, 6, 255)]);
    assert_eq!(palette.name.as_deref(), Some("A: b"));
    assert_eq!(palette.notes, ["the name of 1 colour was left out"]);
}

#[test]
fn a_number_behind_three_is_alpha_only_where_the_file_says_so() {
    let rgb = read_gimp(b"GIMP Palette\n#\n1 2 3 4\n").unwrap();
    assert_eq!((rgb.colors[0], rgb.notes.len()), (Color::rgba(1, 2, 3, 255), 1), "4 is the name");
    let rgba = read_gimp(b"GIMP Palette\nChannels: RGBA\n#\n1 2 3 4 5\n").unwrap();
    assert_eq!(rgba.colors[0], Color::rgba(1, 2, 3, 4));
    assert!(read_gimp(b"GIMP Palette\nChannels: RGBA\n#\n1 2 3 name\n").is_err());
    let jasc = read_jasc(b"JASC-PAL\n0100\n1\n1 2 3 4\n").unwrap();
    assert_eq!(jasc.colors[0], Color::rgba(1, 2, 3, 4));
}

#[test]
fn damage_is_told_by_its_line() {
    let gimp = |text: &str| read_gimp(text.as_bytes()).unwrap_err().to_string();
    let jasc = |text: &str| read_jasc(text.as_bytes()).unwrap_err().to_string();
    assert_eq!(
        gimp("GIMP Palette\r#\r1 2\r"),
        "GIMP palette file: line 3 is not a colour: numbers from 0 to 255 are needed"
    );
    assert_eq!(gimp("GIMP Palette\nred\n"), gimp("GIMP Palette\n1 2 -3\n"));
    assert_eq!(
        gimp("GIMP Palette\nChannels: CMYK\n"),
        "GIMP palette file: line 2 has channels other than RGB and RGBA"
    );
    assert_eq!(gimp("GIMP Palette\nName: x\n"), "this GIMP palette file is damaged: it holds no colour");
    assert_eq!(jasc("JASC-PAL\n0100\n"), "this JASC palette file is damaged: it ends too early");
    assert_eq!(jasc("JASC-PAL\n0100\n2\n1 2 3\n"), "this JASC palette file is damaged: it ends too early");
    assert_eq!(
        jasc("JASC-PAL\n0200\n2\n"),
        "JASC palette file: line 2 has an unknown version: it must be 0100"
    );
    assert_eq!(jasc("JASC-PAL\n0100\n-1\n"), "JASC palette file: line 3 is not a number of colours");
    assert!(jasc("JASC-PAL\n0100\n1\n1 2 3 4 5\n").starts_with("JASC palette file: line 4 is not a colour"));
}

#[test]
fn a_row_past_the_number_of_colours_counts() {
    assert_eq!(read_jasc(b"JASC-PAL\n0100\n1\n1 2 3\n4 5 6\n").unwrap().colors.len(), 2);
}
