//! Palettes as rows of numbers: GIMP's `.gpl` and Paint Shop Pro's `.pal`.
//!
//! A `.gpl` file begins with `GIMP Palette`, has fields such as `Name:`, and a row of red, green, blue and a name for each
//! colour (GIMP's developer documentation, "GPL file format"). Aseprite writes
//! `Channels: RGBA` and a fourth number where colours are not opaque (its `gpl-palette-extension.md`). A `.pal` file of
//! Paint Shop Pro begins with `JASC-PAL`, its version and the number of colours; Aseprite appends alpha there, too.
//! The number of columns says how one program shows the colours, and means nothing here.
//!
//! Invariant: a row that isn't read refuses the file, and the error says which line it is.
//!
//! ```
//! use undoodle_formats::{color::Color, palettes};
//! let half = Color::rgba(255, 0, 0, 128);
//! let text = (palettes::named("gpl")?.write)(&[half], "Glass");
//! assert_eq!(text, b"GIMP Palette\nName: Glass\nChannels: RGBA\n#\n255   0   0 128\tff000080\n");
//! let said = palettes::open(b"JASC-PAL\n0100\n1\n0 256 0\n").err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("JASC palette file: line 4 is not a colour: numbers from 0 to 255 are needed"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::gathered::{Gathered, first_line, lines, plain_name, text, wrong_line};
use super::{PaletteFormat, ReadPalette, loses_alpha};
use crate::color::Color;
use crate::error::{Error, Result};

pub(super) const GIMP: PaletteFormat = PaletteFormat {
    id: "gpl",
    label: "GIMP palette",
    mime: "text/plain",
    endings: &["gpl"],
    is: |bytes| first_line(bytes) == "GIMP Palette",
    read: read_gimp,
    write: write_gimp,
    loses: |_| Vec::new(),
};

pub(super) const JASC: PaletteFormat = PaletteFormat {
    id: "jasc-pal",
    label: "JASC palette",
    mime: "text/plain",
    endings: &["pal"],
    is: |bytes| first_line(bytes) == "JASC-PAL",
    read: read_jasc,
    write: write_jasc,
    loses: loses_alpha,
};

const NO_COLOR: &str = "is not a colour: numbers from 0 to 255 are needed";

/// Returns the numbers at the beginning of a row, at most four, and the rest of it.
fn numbers(row: &str, most: usize) -> Option<(Vec<u8>, &str)> {
    let (mut found, mut rest) = (Vec::new(), row);
    while found.len() < most {
        let (word, more) = rest.split_at(rest.find(char::is_whitespace).unwrap_or(rest.len()));
        if word.is_empty() {
            break;
        }
        found.push(word.parse().ok()?);
        rest = more.trim_start();
    }
    Some((found, rest))
}

/// Reads a row of three or four numbers; a colour without a fourth is opaque.
fn color(found: &[u8]) -> Option<Color> {
    match *found {
        [r, g, b] => Some(Color::rgba(r, g, b, 255)),
        [r, g, b, a] => Some(Color::rgba(r, g, b, a)),
        _ => None,
    }
}

fn read_gimp(bytes: &[u8]) -> Result<ReadPalette> {
    let (text, mut gathered, mut channels) = (text(bytes), Gathered::default(), 3);
    for (number, line) in lines(&text).skip(1) {
        if let Some(comment) = line.strip_prefix('#') {
            // Lospec's files have their name in a comment.
            let name = comment.trim_start().strip_prefix("Palette Name:");
            gathered.name = gathered.name.take().or_else(|| plain_name(name?));
            continue;
        }
        if line.starts_with(|c: char| c.is_ascii_digit()) {
            let row = numbers(line, channels).filter(|(found, _)| found.len() == channels);
            let row = row.and_then(|(found, name)| Some((color(&found)?, name)));
            let (color, name) = row.ok_or_else(|| wrong_line(GIMP.label, number, NO_COLOR))?;
            gathered.push(color, name);
            continue;
        }
        match line.split_once(':').map(|(field, value)| (field.trim(), value.trim())) {
            Some(("Name", name)) => gathered.name = plain_name(name).or(gathered.name.take()),
            Some(("Channels", value)) => {
                channels = match value {
                    "RGBA" => 4,
                    "RGB" => 3,
                    _ => return Err(wrong_line(GIMP.label, number, "has channels other than RGB and RGBA")),
                }
            }
            // Fields of programs to come say nothing about colours.
            Some(_) => {}
            None => return Err(wrong_line(GIMP.label, number, NO_COLOR)),
        }
    }
    gathered.finish(GIMP.label)
}

fn write_gimp(colors: &[Color], name: &str) -> Vec<u8> {
    let alpha = colors.iter().any(|color| color.bytes[3] < 255);
    let mut text = String::from("GIMP Palette\n");
    // GIMP looks for the name on the second line.
    let name = plain_name(name).unwrap_or_else(|| "Untitled".into());
    text += &format!("Name: {name}\n{}#\n", if alpha { "Channels: RGBA\n" } else { "" });
    for color in colors {
        let ([r, g, b, a], digits) = (color.bytes, color.to_string());
        let (alpha, digits) =
            if alpha { (format!(" {a:>3}"), &digits[1..9]) } else { (String::new(), &digits[1..7]) };
        text += &format!("{r:>3} {g:>3} {b:>3}{alpha}\t{digits}\n");
    }
    text.into_bytes()
}

fn read_jasc(bytes: &[u8]) -> Result<ReadPalette> {
    let (text, mut gathered) = (text(bytes), Gathered::default());
    let mut lines = lines(&text).skip(1);
    let early = || Error::Damaged { format: JASC.label, why: "it ends too early" };
    let (number, version) = lines.next().ok_or_else(early)?;
    if version != "0100" {
        return Err(wrong_line(JASC.label, number, "has an unknown version: it must be 0100"));
    }
    let (number, count) = lines.next().ok_or_else(early)?;
    let count: usize =
        count.parse().map_err(|_| wrong_line(JASC.label, number, "is not a number of colours"))?;
    for (number, line) in lines {
        let row = numbers(line, 4).filter(|(_, rest)| rest.is_empty());
        let color = row.and_then(|(found, _)| color(&found));
        gathered.push(color.ok_or_else(|| wrong_line(JASC.label, number, NO_COLOR))?, "");
    }
    // Who adds a row by hand may forget the number; a file that ends too early is cut off.
    if gathered.count() < count {
        return Err(early());
    }
    gathered.finish(JASC.label)
}

fn write_jasc(colors: &[Color], _: &str) -> Vec<u8> {
    let mut text = format!("JASC-PAL\r\n0100\r\n{}\r\n", colors.len());
    for Color { bytes: [r, g, b, _] } in colors {
        text += &format!("{r} {g} {b}\r\n");
    }
    text.into_bytes()
}
