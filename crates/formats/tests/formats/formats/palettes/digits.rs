//! Tests of `src/palettes/digits.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::palettes::{named, open};

fn read(text: &str) -> (&'static str, String) {
    match open(text.as_bytes()) {
        Ok((format, found)) => {
            let colors = found.colors.iter().map(|color| color.to_string()[1..].to_owned());
            (format.id, colors.collect::<Vec<_>>().join(" "))
        }
        Err(error) => ("", error.to_string()),
    }
}

#[test]
fn eight_digits_are_told_by_comments_and_by_what_is_opaque() {
    assert_eq!(read("FF010203\n80040506\n"), ("paint-net", "010203ff 04050680".into()));
    assert_eq!(read("010203ff\n04050680\n"), ("hex", "010203ff 04050680".into()));
    assert_eq!(read("; x\n010203ff"), ("paint-net", "0203ff01".into()), "a comment decides");
    assert_eq!(read("#ff010280"), ("hex", "ff010280".into()), "Paint.NET writes no #");
    assert_eq!(read("ff010280\n040506"), ("hex", "ff010280 040506ff".into()), "nor six digits");
    assert_eq!(read("ff010280 ; red\n040506"), ("paint-net", "010280ff 040506ff".into()));
    assert_eq!(read("80010203"), ("paint-net", "01020380".into()), "neither is opaque");
}

#[test]
fn any_line_ends_are_read_and_other_words_are_refused() {
    for ends in ["\n", "\r\n", "\r", " \r\n\r\n"] {
        let text = ["\u{feff}1a1c2c", "#5D275D", "b13e53", ""].join(ends);
        assert_eq!(read(&text), ("hex", "1a1c2cff 5d275dff b13e53ff".into()), "{ends:?}");
    }
    let hex = "HEX palette file: line 3 is not a colour: six or eight hexadecimal digits are needed";
    assert_eq!(read("010203\n\n0102\n"), ("", hex.into()));
    assert_eq!(read("010203\n\n01020\u{e9}\n").1, hex, "seven bytes are no six digits");
    let paint_net = "Paint.NET palette file: line 2 is not a colour: eight hexadecimal digits are needed";
    assert_eq!(read("ff010203\n+f010203;\n"), ("", paint_net.into()));
    for other in ["added", "add", "; only a comment", "decade of", "0x123456"] {
        assert!(read(other).1.starts_with("Undoodle can't open this file"), "{other}");
    }
}

#[test]
fn paint_net_keeps_alpha_and_the_name() {
    let colors = [Color::TRANSPARENT, Color::rgba(1, 2, 3, 4)];
    let paint_net = named("paint-net").unwrap();
    let bytes = (paint_net.write)(&colors, "Dusk\nand dawn");
    assert_eq!(
        String::from_utf8_lossy(&bytes),
        ";paint.net Palette File\r\n;Palette Name: Dusk and dawn\r\n00000000\r\n04010203\r\n"
    );
    let again = (paint_net.read)(&bytes).unwrap();
    assert_eq!((again.colors, again.name.as_deref()), (colors.to_vec(), Some("Dusk and dawn")));
    assert_eq!((named("hex").unwrap().loses)(&colors), ["the transparency of 2 colours"]);
}
