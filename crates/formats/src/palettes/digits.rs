//! Palettes as hexadecimal digits, a colour on each line: `.hex` files and Paint.NET's `.txt`.
//!
//! A `.hex` file has `rrggbb` on each line, as Lospec and Aseprite write it; `#` before it and `rrggbbaa`
//! are read, too. Paint.NET has `aarrggbb` and comments behind `;` (its documentation, "Palette files"). A line of eight
//! digits alone doesn't say which it is. So a text is Paint.NET's if it has a comment, or if all lines have eight
//! digits and at least as many begin with `ff` as end with it: most colours of most palettes are opaque.
//!
//! ```
//! use undoodle_formats::{color::Color, palettes};
//! let (hex, found) = palettes::open(b"1a1c2c\r\n5d275d\r\n")?;
//! assert_eq!((hex.id, found.colors[1]), ("hex", Color::rgba(0x5d, 0x27, 0x5d, 255)));
//! let (paint_net, found) = palettes::open(b"; my palette\n801A1C2C\n")?;
//! assert_eq!((paint_net.id, found.colors[0]), ("paint-net", Color::rgba(0x1a, 0x1c, 0x2c, 0x80)));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::gathered::{Gathered, lines, plain_name, text, wrong_line};
use super::{MAX_PALETTE_FILE, PaletteFormat, ReadPalette, loses_alpha};
use crate::color::Color;
use crate::error::Result;

pub(super) const PAINT_NET: PaletteFormat = PaletteFormat {
    id: "paint-net",
    label: "Paint.NET palette",
    mime: "text/plain",
    endings: &["txt"],
    is: |bytes| told(bytes) == Some(true),
    read: read_paint_net,
    write: write_paint_net,
    loses: |_| Vec::new(),
};

pub(super) const HEX: PaletteFormat = PaletteFormat {
    id: "hex",
    label: "HEX palette",
    mime: "text/plain",
    endings: &["hex"],
    is: |bytes| told(bytes) == Some(false),
    read: read_hex,
    write: write_hex,
    loses: loses_alpha,
};

/// Field in a comment that Lospec writes for the palette's name.
const NAME: &str = "Palette Name:";

/// Returns `true` if a text is a colour. Words such as "add" are too many to take three letters for one.
fn is_color(line: &str) -> bool {
    let digits = line.strip_prefix('#').unwrap_or(line);
    matches!(digits.len(), 6 | 8) && digits.bytes().all(|digit| digit.is_ascii_hexdigit())
}

/// Returns the colour at the beginning of a line, without a comment behind it.
fn before_comment(line: &str) -> &str {
    line.split(';').next().unwrap_or(line).trim_end()
}

/// Tells Paint.NET's palettes (`true`) from others of hexadecimal digits (`false`) by the first colour, the
/// comments and the alphas; `None` if the text begins otherwise.
fn told(bytes: &[u8]) -> Option<bool> {
    // No text that is larger is read; a binary file has no use for being decoded.
    if bytes.len() > MAX_PALETTE_FILE || bytes.iter().take(64).any(|byte| matches!(byte, 1..=8 | 14..=31)) {
        return None;
    }
    let text = text(bytes);
    let trimmed = lines(&text).map(|(_, line)| before_comment(line));
    let mut colors = trimmed.filter(|line| !line.is_empty()).peekable();
    if !is_color(colors.peek()?) {
        return None;
    }
    let (mut eight, mut first, mut last) = (true, 0, 0);
    for line in colors {
        let ends = |at| line.get(at..at + 2).is_some_and(|two| two.eq_ignore_ascii_case("ff"));
        eight &= line.len() == 8;
        first += u32::from(ends(0));
        last += u32::from(ends(6));
    }
    Some(text.contains(';') || eight && first >= last)
}

fn read_hex(bytes: &[u8]) -> Result<ReadPalette> {
    let (text, mut gathered) = (text(bytes), Gathered::default());
    for (number, line) in lines(&text) {
        let color = if is_color(line) { line.parse().ok() } else { None };
        let wrong =
            || wrong_line(HEX.label, number, "is not a colour: six or eight hexadecimal digits are needed");
        gathered.push(color.ok_or_else(wrong)?, "");
    }
    gathered.finish(HEX.label)
}

fn write_hex(colors: &[Color], _: &str) -> Vec<u8> {
    let line = |color: &Color| color.to_string()[1..7].to_owned() + "\n";
    colors.iter().map(line).collect::<String>().into_bytes()
}

fn read_paint_net(bytes: &[u8]) -> Result<ReadPalette> {
    let (text, mut gathered) = (text(bytes), Gathered::default());
    for (number, line) in lines(&text) {
        if let Some(name) = line.strip_prefix(';').and_then(|line| line.trim_start().strip_prefix(NAME)) {
            gathered.name = plain_name(name);
        }
        let digits = before_comment(line);
        if digits.is_empty() {
            continue;
        }
        let wrong =
            || wrong_line(PAINT_NET.label, number, "is not a colour: eight hexadecimal digits are needed");
        let color: Color = digits.parse().ok().filter(|_| is_color(digits)).ok_or_else(wrong)?;
        // Eight digits have alpha before red; six have none.
        let [a, r, g, b] = color.bytes;
        let eight = digits.trim_start_matches('#').len() == 8;
        gathered.push(if eight { Color::rgba(r, g, b, a) } else { color }, "");
    }
    gathered.finish(PAINT_NET.label)
}

fn write_paint_net(colors: &[Color], name: &str) -> Vec<u8> {
    let mut text = String::from(";paint.net Palette File\r\n");
    if let Some(name) = plain_name(name) {
        text += &format!(";{NAME} {name}\r\n");
    }
    for Color { bytes: [r, g, b, a] } in colors {
        text += &format!("{a:02X}{r:02X}{g:02X}{b:02X}\r\n");
    }
    text.into_bytes()
}
