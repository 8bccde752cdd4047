//! Swatches of Adobe's programs: `.ase`, the "Adobe Swatch Exchange".
//!
//! The file begins with `ASEF`, a version and the number of blocks; everything is big-endian. A block is a colour with a name and
//! one of four models, or begins or ends a group (there is no document of Adobe's; the layout
//! is as Kuler, Illustrator, Krita and GIMP agree on it). Aseprite's sprites share the ending and nothing else.
//!
//! Greys are taken as they are. CMYK has no meaning without a printer's profile, so each of its inks takes away
//! its part of the light. LAB is relative to the white of D50, adapted to that of sRGB by Bradford's matrix
//! (Bruce Lindbloom's equations). Both are told, as such colours rarely come out as they were.
//!
//! ```
//! use undoodle_formats::{color::Color, palettes};
//! let swatches = (palettes::named("adobe-ase")?.write)(&[Color::ADDED], "Sea");
//! assert!(swatches.starts_with(b"ASEF\0\x01\0\0"));
//! let (_, palette) = palettes::open(&swatches)?;
//! assert_eq!((palette.colors, palette.name.as_deref()), (vec![Color::ADDED], Some("Sea")));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::gathered::{Gathered, plain_name};
use super::{PaletteFormat, ReadPalette, loses_alpha};
use crate::color::Color;
use crate::error::{Error, Message, Result};
use crate::parts::counted;

pub(super) const FORMAT: PaletteFormat = PaletteFormat {
    id: "adobe-ase",
    label: "Adobe swatches",
    mime: "application/octet-stream",
    endings: &["ase"],
    is: |bytes| bytes.starts_with(b"ASEF"),
    read: read_adobe,
    write: write_adobe,
    loses: loses_alpha,
};

const GROUP: u16 = 0xc001;
const GROUP_END: u16 = 0xc002;
const SWATCH: u16 = 1;

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: FORMAT.label, why }
}

/// Bytes that are read from the front.
pub(super) struct Bytes<'a> {
    pub(super) rest: &'a [u8],
    /// Name of the format, for errors.
    pub(super) format: &'static str,
}

impl<'a> Bytes<'a> {
    pub(super) fn take(&mut self, len: usize) -> Result<&'a [u8]> {
        let early = Error::Damaged { format: self.format, why: "it ends too early" };
        let (part, rest) = self.rest.split_at_checked(len).ok_or(early)?;
        self.rest = rest;
        Ok(part)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let early = Error::Damaged { format: self.format, why: "it ends too early" };
        self.take(N)?.try_into().map_err(|_| early)
    }

    pub(super) fn u16(&mut self) -> Result<u16> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    fn u32(&mut self) -> Result<u32> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    /// Reads `N` numbers, which must be finite.
    fn numbers<const N: usize>(&mut self) -> Result<[f64; N]> {
        let mut found = [0.0; N];
        for number in &mut found {
            *number = f64::from(f32::from_be_bytes(self.array()?));
            if !number.is_finite() {
                return Err(damaged("a colour is not made of numbers"));
            }
        }
        Ok(found)
    }

    /// Reads a text of UTF-16 with its length before it and a zero at its end.
    pub(super) fn name(&mut self) -> Result<String> {
        let len = 2 * usize::from(self.u16()?);
        let units = self.take(len)?.chunks_exact(2).map(|unit| u16::from_be_bytes([unit[0], unit[1]]));
        let letters = char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER));
        Ok(letters.take_while(|c| *c != '\0').collect())
    }
}

/// Returns the byte of a part from 0 to 1.
pub(super) fn byte(part: f64) -> u8 {
    (part.clamp(0.0, 1.0) * 255.0).round() as u8
}

/// Converts lightness from 0 to 1 and two opponent axes, relative to D50, to sRGB.
pub(super) fn from_lab([lightness, a, b]: [f64; 3]) -> [u8; 3] {
    let fy = (lightness.clamp(0.0, 1.0) * 100.0 + 16.0) / 116.0;
    let (fx, fz) = (fy + a / 500.0, fy - b / 200.0);
    let inverse = |f: f64| if f > 6.0 / 29.0 { f * f * f } else { (f - 4.0 / 29.0) * 108.0 / 841.0 };
    let (x, y, z) = (0.96422 * inverse(fx), inverse(fy), 0.82521 * inverse(fz));
    // From D50 to linear sRGB, with Bradford's adaptation to D65.
    let linear = [
        3.133_856_1 * x - 1.616_866_7 * y - 0.490_614_6 * z,
        -0.978_768_4 * x + 1.916_141_5 * y + 0.033_454_0 * z,
        0.071_945_3 * x - 0.228_991_4 * y + 1.405_242_7 * z,
    ];
    linear.map(|v| byte(if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 }))
}

/// Number of colours that were converted from another model.
#[derive(Default)]
struct Converted {
    inks: usize,
    lab: usize,
}

/// Reads the model and the parts of a colour.
fn color(block: &mut Bytes<'_>, converted: &mut Converted) -> Result<Color> {
    let [r, g, b] = match &block.array()? {
        b"RGB " => block.numbers::<3>()?.map(byte),
        b"Gray" => [byte(block.numbers::<1>()?[0]); 3],
        b"CMYK" => {
            converted.inks += 1;
            let [c, m, y, k] = block.numbers()?;
            [c, m, y].map(|ink: f64| byte((1.0 - ink.clamp(0.0, 1.0)) * (1.0 - k.clamp(0.0, 1.0))))
        }
        b"LAB " => {
            converted.lab += 1;
            from_lab(block.numbers()?)
        }
        _ => return Err(damaged("a colour has an unknown model: it must be RGB, Gray, CMYK or LAB")),
    };
    Ok(Color::rgba(r, g, b, 255))
}

/// Returns the note on colours that another model was converted from, if there are any.
pub(super) fn converted_from(model: &'static str, count: usize) -> Option<Message> {
    let code = "{n} colour of {model} was converted and may look different \
                | {n} colours of {model} were converted and may look different";
    counted(count as u32, code).map(|converted| converted.with_key(model))
}

fn read_adobe(bytes: &[u8]) -> Result<ReadPalette> {
    let mut file = Bytes { rest: bytes, format: FORMAT.label };
    file.take(4)?;
    if file.u16()? != 1 {
        return Err(damaged("its version is not 1"));
    }
    file.u16()?;
    let (mut gathered, mut converted, mut groups) = (Gathered::default(), Converted::default(), Vec::new());
    // The number of blocks is never believed: each takes six bytes at least.
    for _ in 0..file.u32()? {
        let kind = file.u16()?;
        let len = usize::try_from(file.u32()?).unwrap_or(usize::MAX);
        let mut block = Bytes { rest: file.take(len)?, format: FORMAT.label };
        match kind {
            SWATCH => {
                let name = block.name()?;
                gathered.push(color(&mut block, &mut converted)?, &name);
            }
            // A group that begins before any colour may be the palette itself.
            GROUP => groups.push((gathered.count(), block.name()?)),
            GROUP_END => {}
            _ => return Err(damaged("a block is of an unknown kind")),
        }
    }
    match &groups[..] {
        [] => {}
        [(0, name)] => gathered.name = plain_name(name),
        _ => gathered.notes.extend(counted(
            groups.len() as u32,
            "{n} group was joined \
             | {n} groups were joined",
        )),
    }
    gathered.notes.extend(converted_from("CMYK", converted.inks));
    gathered.notes.extend(converted_from("LAB", converted.lab));
    gathered.finish(FORMAT.label)
}

/// Appends a text of UTF-16 with its length before it and a zero at its end.
pub(super) fn put_name(block: &mut Vec<u8>, name: &str) {
    let units: Vec<u16> = name.encode_utf16().chain([0]).collect();
    block.extend((units.len() as u16).to_be_bytes());
    block.extend(units.iter().flat_map(|unit| unit.to_be_bytes()));
}

fn write_adobe(colors: &[Color], name: &str) -> Vec<u8> {
    let mut blocks = Vec::new();
    let name = plain_name(name);
    if let Some(name) = &name {
        let mut block = Vec::new();
        put_name(&mut block, name);
        blocks.push((GROUP, block));
    }
    for color in colors {
        let mut block = Vec::new();
        put_name(&mut block, &color.to_string()[..7]);
        block.extend(b"RGB ");
        block.extend(color.bytes[..3].iter().flat_map(|part| (f32::from(*part) / 255.0).to_be_bytes()));
        // A normal colour: neither global nor a spot colour.
        block.extend(2u16.to_be_bytes());
        blocks.push((SWATCH, block));
    }
    if name.is_some() {
        blocks.push((GROUP_END, Vec::new()));
    }
    let mut bytes = b"ASEF\0\x01\0\0".to_vec();
    bytes.extend((blocks.len() as u32).to_be_bytes());
    for (kind, block) in blocks {
        bytes.extend(kind.to_be_bytes());
        bytes.extend((block.len() as u32).to_be_bytes());
        bytes.extend(block);
    }
    bytes
}
