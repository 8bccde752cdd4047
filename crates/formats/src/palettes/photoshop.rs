//! Swatches of Photoshop: `.aco`.
//!
//! The file is one list of colours or two of the same ones, of which the second has names (Adobe's "Photoshop File Formats
//! Specification"). A list begins with its version and the number of colours, a colour with the number of its model;
//! everything is big-endian and of 16 bits. There is no signature, so a file is told by its lengths.
//!
//! Inks and axes are converted as in [`adobe`](super::adobe). Programs disagree whether a grey counts light or ink; the
//! specification's "gray value" is taken for light, and told.
//!
//! ```
//! use undoodle_formats::{color::Color, palettes};
//! let swatches = (palettes::named("aco")?.write)(&[Color::ADDED], "");
//! assert!(swatches.starts_with(&[0, 1, 0, 1, 0, 0]));
//! let (format, palette) = palettes::open(&swatches)?;
//! assert_eq!((format.id, palette.colors), ("aco", vec![Color::ADDED]));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::adobe::{Bytes, byte, converted_from, from_lab, put_name};
use super::gathered::Gathered;
use super::{PaletteFormat, ReadPalette, loses_alpha};
use crate::color::Color;
use crate::error::Result;
use crate::parts::counted;

pub(super) const FORMAT: PaletteFormat = PaletteFormat {
    id: "aco",
    label: "Photoshop swatches",
    mime: "application/octet-stream",
    endings: &["aco"],
    is: |bytes| list(bytes).is_some(),
    read: read_photoshop,
    write: write_photoshop,
    loses: loses_alpha,
};

/// Number of bytes of a list's head.
const HEAD: usize = 4;

/// Number of bytes of a colour without its name.
const COLOR: usize = 10;

/// Maximum of most parts.
const FULL: f64 = 65535.0;

/// Maximum of a part that is counted in hundredths of a per cent.
const HUNDREDTHS: f64 = 10_000.0;

/// Returns the version of a list, the number of its colours, and what follows.
fn head(bytes: &[u8]) -> Option<(u8, usize, &[u8])> {
    let ([0, version, high, low], rest) = bytes.split_first_chunk::<HEAD>()? else { return None };
    let count = usize::from(u16::from_be_bytes([*high, *low]));
    (count > 0).then_some((*version, count, rest))
}

/// Returns `true` if so many colours with names are exactly as long as a list.
fn fills(count: usize, mut list: &[u8]) -> bool {
    for _ in 0..count {
        let length = list.get(COLOR + 2..COLOR + 4).map_or(0, |two| u16::from_be_bytes([two[0], two[1]]));
        let Some(rest) = list.get(COLOR + 4 + 2 * usize::from(length)..) else { return false };
        list = rest;
    }
    list.is_empty()
}

/// Finds the best list of a file: whether its colours have names, how many there are, and where they lie.
fn list(bytes: &[u8]) -> Option<(bool, usize, &[u8])> {
    match head(bytes)? {
        (1, count, rest) => match (rest.len() == count * COLOR, head(rest.get(count * COLOR..)?)) {
            (true, _) => Some((false, count, rest)),
            (_, Some((2, count, named))) => Some((true, count, named)),
            _ => None,
        },
        (2, count, named) => fills(count, named).then_some((true, count, named)),
        _ => None,
    }
}

/// Converts hue, saturation and brightness, each from 0 to 1.
fn from_hsb([hue, saturation, brightness]: [f64; 3]) -> [u8; 3] {
    // How far each of the three is from the hue, around the circle.
    [5.0, 3.0, 1.0].map(|primary| {
        let around: f64 = (primary + hue * 6.0) % 6.0;
        let away = around.min(4.0 - around).clamp(0.0, 1.0);
        byte(brightness * (1.0 - saturation * away))
    })
}

/// Number of colours that were converted from another model, or left out.
#[derive(Default)]
struct Told {
    inks: usize,
    lab: usize,
    greys: usize,
    unknown: u32,
}

/// Converts a colour; `None` if its model is that of a book of inks.
fn color([model, parts @ ..]: [u16; 5], told: &mut Told) -> Option<Color> {
    let of = |most: f64| parts.map(|part| f64::from(part) / most);
    let [first, second, third, black] = of(FULL);
    let inks =
        |[cyan, magenta, yellow, black]: [f64; 4]| [cyan, magenta, yellow].map(|light| byte(light * black));
    let [r, g, b] = match model {
        0 => [first, second, third].map(byte),
        1 => from_hsb([first, second, third]),
        2 | 9 => {
            told.inks += 1;
            // No ink is the most there is.
            inks(if model == 2 {
                [first, second, third, black]
            } else {
                of(HUNDREDTHS).map(|light| light.min(1.0))
            })
        }
        7 => {
            told.lab += 1;
            let axis = |at: usize| f64::from(parts[at].cast_signed()) / 100.0;
            from_lab([f64::from(parts[0]) / HUNDREDTHS, axis(1), axis(2)])
        }
        8 => {
            told.greys += 1;
            [byte(f64::from(parts[0]) / HUNDREDTHS); 3]
        }
        _ => {
            told.unknown += 1;
            return None;
        }
    };
    Some(Color::rgba(r, g, b, 255))
}

fn read_photoshop(bytes: &[u8]) -> Result<ReadPalette> {
    let (mut gathered, mut told) = (Gathered::default(), Told::default());
    let (named, count, list) = list(bytes).unwrap_or_default();
    let mut file = Bytes { rest: list, format: FORMAT.label };
    for _ in 0..count {
        let mut numbers = [0; 5];
        for number in &mut numbers {
            *number = file.u16()?;
        }
        let name = if named {
            file.take(2)?;
            file.name()?
        } else {
            String::new()
        };
        if let Some(color) = color(numbers, &mut told) {
            gathered.push(color, &name);
        }
    }
    gathered.notes.extend(converted_from("CMYK", told.inks));
    gathered.notes.extend(converted_from("LAB", told.lab));
    gathered.notes.extend(converted_from("grey", told.greys));
    gathered.notes.extend(counted(told.unknown, "{n} ink number left out | {n} ink numbers left out"));
    gathered.finish(FORMAT.label)
}

fn write_photoshop(colors: &[Color], _: &str) -> Vec<u8> {
    let colors = &colors[..colors.len().min(u16::MAX as usize)];
    let mut bytes = Vec::new();
    for version in [1u16, 2] {
        bytes.extend(version.to_be_bytes());
        bytes.extend((colors.len() as u16).to_be_bytes());
        for color in colors {
            bytes.extend([0, 0]);
            // 255 becomes 65535.
            bytes.extend(color.bytes[..3].iter().flat_map(|part| [*part, *part]));
            bytes.extend([0, 0]);
            if version == 2 {
                bytes.extend([0, 0]);
                put_name(&mut bytes, &color.to_string()[..7]);
            }
        }
    }
    bytes
}
