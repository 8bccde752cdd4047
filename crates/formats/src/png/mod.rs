//! PNG in every kind, and out as the smallest exact one, or as RGBA.
//!
//! Files come from strangers, and some kilobytes can unpack to gigabytes. So what a file
//! takes is known before memory is taken for it: its size is held against the limits,
//! and against what its bytes can unpack to at all; a large picture in a file that is
//! small for it is then read once to count the tiles that a drawing of it would have, and
//! a second time to draw it. A file that is damaged or too large is refused during the
//! first reading, which needs memory for some rows. WebAssembly never gives memory back
//! to the page: without that, each refusal would cost what the picture claimed to be.
//!
//! Samples of 16 bits are rounded to 8, `v·255/65535`. The file is straight alpha in and
//! out: what is saved is what was painted. What a file says of its light is heeded, but colour profiles are
//! not applied, and an animation is its first picture; [`Notes`] say so.
//!
//! ```
//! use undoodle_formats::{document::Drawing, png};
//! let file = png::encode(&Drawing::new(3, 2)?, 0)?;
//! assert_eq!(png::decode(&file)?.size(), (3, 2));
//! let said = png::decode(b"GIF89a").unwrap_err().to_string();
//! assert_eq!(said, "this PNG file is damaged: it does not begin like one");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

mod areas;
mod filters;
mod indexed;
mod layout;
mod refusals;
mod rows;
mod smallest;
mod write;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod chunks;
#[doc(hidden)]
pub mod encode;
#[doc(hidden)]
pub mod light;

pub use areas::Area;
pub use chunks::Notes;
pub use encode::encode;
pub use encode::encode_image;
pub(super) use encode::encode_rows;
pub use encode::preview;
pub(super) use smallest::encode_smallest;

use super::{Format, Opened, Part, begins};
use crate::color::Color;
use crate::document::{Cel, Drawing, MAX_BYTES, MAX_SIDE, TILE};
use crate::error::{Error, Message, Result, in_range};
use crate::memory::{Memory, PAGE};
use crate::raster::Image;
use crate::room::Room;
use chunks::SIGNATURE;
use light::Conversion;
pub(super) use refusals::damaged;
use rows::Header;

/// Maximum number of pixels of a file, those of 16384×16384: more would be unpacked for minutes.
const MAX_PIXELS: i64 = 1 << 28;

/// Maximum number of bytes that one byte of deflated data can unpack to.
const MAX_RATIO: u64 = 1032;

/// Maximum number of bytes of pixels of a file that is read only once.
const SMALL: u64 = 16 << 20;

/// Bytes of pixels for each byte of a file up to which the file is not small for its picture; photos
/// have two or three.
const PROPORTION: u64 = 8;

/// A PNG file whose size was checked.
///
/// A `PLAIN` one is read as it stands: the numbers of its colours are kept, and what it holds beside its pixels is not told. The page
/// reads what it has copied itself so, and carries no code for the rest.
#[derive(Clone, Debug)]
pub struct File<'a, const PLAIN: bool = false> {
    bytes: &'a [u8],
    header: Header,
}

impl<'a> File<'a> {
    /// Checks a file as [`plain`](File::plain) does.
    ///
    /// # Errors
    /// As [`plain`](File::plain).
    pub fn open(bytes: &'a [u8]) -> Result<File<'a>> {
        File::checked(bytes)
    }
}

impl<'a> File<'a, true> {
    /// Checks a file's header, and reads the whole file if it could take far more memory than it has bytes.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] for a file that is not PNG or is damaged, and [`Error::Range`] or
    /// [`Error::OutOfMemory`] for one that is too large.
    pub fn plain(bytes: &'a [u8]) -> Result<File<'a, true>> {
        File::checked(bytes)
    }
}

impl<'a, const PLAIN: bool> File<'a, PLAIN> {
    fn checked(bytes: &'a [u8]) -> Result<File<'a, PLAIN>> {
        let file = File::within(bytes)?;
        let (width, height) = file.size();
        let most = u64::from(width) * u64::from(height) * 4;
        let fits = most <= bytes.len() as u64 * PROPORTION && most <= MAX_BYTES / 2;
        if most > SMALL && !fits {
            file.survey()?;
        }
        Ok(file)
    }

    /// Checks a file's header alone, for whoever has room for all of its pixels.
    ///
    /// # Errors
    /// As [`open`](File::open), but only what the header and the list of chunks tell.
    pub(super) fn within(bytes: &'a [u8]) -> Result<File<'a, PLAIN>> {
        if bytes.is_empty() {
            return Err(damaged("it is empty"));
        }
        if !SIGNATURE.starts_with(&bytes[..bytes.len().min(SIGNATURE.len())]) {
            return Err(damaged("it does not begin like one"));
        }
        let header = Header::read(bytes)?;
        if !chunks::has_whole_colors(bytes) {
            return Err(damaged("a part of it has a wrong length"));
        }
        let (width, height) = (header.width, header.height);
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        in_range("number of pixels", i64::from(width) * i64::from(height), 1, MAX_PIXELS)?;
        if header.unpacked() > (bytes.len() as u64).saturating_mul(MAX_RATIO) {
            return Err(damaged("it has too few pixels"));
        }
        Ok(File { bytes, header })
    }

    /// Returns the number of columns and rows.
    pub fn size(&self) -> (u32, u32) {
        (self.header.width, self.header.height)
    }

    /// Returns what is left out or changed when the file is opened.
    pub fn notes(&self) -> Notes {
        let notes = Notes { rounded: self.header.deep, ..chunks::notes(self.bytes, !PLAIN) };
        // Samples are converted only if nothing but their light is said, which is then heeded in full.
        let converted = self.conversion().is_some();
        Notes { profile: notes.profile && !converted, converted, ..notes }
    }

    /// Calls a function with the number and the pixels of each row, from top to bottom.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] or [`Error::File`] when the file is damaged, or what the function
    /// returns.
    pub fn each_row(&self, mut put: impl FnMut(u32, &[Color]) -> Result<()>) -> Result<()> {
        let Some(mut conversion) = self.conversion() else {
            return rows::each_row(self.bytes, &self.header, put);
        };
        let mut converted = Vec::new();
        rows::each_row(self.bytes, &self.header, |y, row| {
            converted.clear();
            converted.extend(row.iter().map(|color| conversion.convert(*color)));
            put(y, &converted)
        })
    }

    /// Calls a function with each area of the picture. `offset` is where its first pixel stands in a tile of the drawing that it is
    /// put onto.
    ///
    /// # Errors
    /// As [`each_row`](File::each_row).
    pub fn each_area(&self, offset: (u32, u32), mut put: impl FnMut(Area<'_>) -> Result<()>) -> Result<()> {
        let Some(mut conversion) = self.conversion() else {
            return areas::each_area(self.bytes, &self.header, offset, put);
        };
        let mut converted = Vec::new();
        areas::each_area(self.bytes, &self.header, offset, |area| match area {
            Area::Solid { rect, color } => put(Area::Solid { rect, color: conversion.convert(color) }),
            Area::Row { x, y, pixels } => {
                converted.clear();
                converted.extend(pixels.iter().map(|color| conversion.convert(*color)));
                put(Area::Row { x, y, pixels: &converted })
            }
        })
    }

    /// Returns what brings the file's colours to sRGB, if they need it. A plain file's stay as they are.
    fn conversion(&self) -> Option<Conversion> {
        if PLAIN { None } else { Conversion::of(self.bytes) }
    }

    /// Reads the whole file and checks that a drawing has room for its tiles of several colours.
    fn survey(&self) -> Result<()> {
        let side = TILE as usize;
        let columns = (self.header.width as usize).div_ceil(side);
        let mut first = vec![Color::TRANSPARENT; columns];
        let mut mixed = vec![false; columns];
        let mut pages = 0;
        self.each_row(|y, row| {
            let begins = y.is_multiple_of(TILE);
            for ((part, first), mixed) in row.chunks(side).zip(&mut first).zip(&mut mixed) {
                if begins {
                    (*first, *mixed) = (part[0], false);
                }
                if !*mixed && part.iter().any(|pixel| pixel != first) {
                    *mixed = true;
                    pages += 1;
                }
            }
            let bytes = pages * PAGE as u64;
            if bytes <= MAX_BYTES { Ok(()) } else { Err(too_large(bytes)) }
        })?;
        // While it is drawn, a row of tiles has pages in any case.
        let bytes = (pages + columns as u64) * PAGE as u64;
        if bytes <= MAX_BYTES { Ok(()) } else { Err(too_large(bytes)) }
    }

    /// Builds a drawing of the picture, with one layer and one frame.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] when the file is damaged, and [`Error::OutOfMemory`].
    pub fn drawing(&self) -> Result<Drawing<Memory>> {
        let (width, height) = self.size();
        let mut drawing = Drawing::new(width, height)?;
        let mut pixels = drawing.pixels_mut(Cel::default())?;
        let mut room = Room::default();
        self.each_area((0, 0), |area| match area {
            Area::Solid { rect, color } => pixels.fill_rect(rect, color),
            Area::Row { x, y, pixels: row } => {
                if y.is_multiple_of(TILE) {
                    room.take(row.len().div_ceil(TILE as usize) as u64 * PAGE as u64);
                }
                pixels.put_row(x, y, row)?;
                // Tiles of one colour give their pages back, so that they cost a row of tiles at most.
                let ended = (y + 1).is_multiple_of(TILE);
                if ended { pixels.compact_row(y / TILE, width) } else { Ok(()) }
            }
        })?;
        drawing.compact()?;
        Ok(drawing)
    }
}

/// PNG as people save and open it.
pub(super) const FORMAT: Format = Format {
    read: Some(|bytes| Ok(Box::new(File::open(bytes)?))),
    write: Some(write::write_png),
    options: &["scale", "background", "indexed"],
    losses: Some(write::losses),
    ..PLAIN
};

/// PNG as the page copies pictures: without options, so that scales and palettes stay out of its code.
pub(super) const PLAIN: Format = Format {
    id: "png",
    label: "PNG",
    mime: "image/png",
    endings: &["png"],
    is: |bytes| begins(bytes, &SIGNATURE) && !chunks::is_animated(bytes),
    read: Some(|bytes| Ok(Box::new(File::plain(bytes)?))),
    write: Some(|drawing, export| encode(drawing, export.shown)),
    lacks: &Part::ALL,
    options: &[],
    losses: None,
    names: None,
};

impl<const PLAIN: bool> Opened for File<'_, PLAIN> {
    fn size(&self) -> (u32, u32) {
        File::size(self)
    }

    fn notes(&self) -> Message {
        File::notes(self).message()
    }

    fn drawing(&self) -> Result<Drawing<Memory>> {
        File::drawing(self)
    }

    fn image(&self) -> Result<Image> {
        let (width, height) = File::size(self);
        let mut image = Image::new(width, height)?;
        self.each_row(|y, row| {
            image.row_mut(y).copy_from_slice(row);
            Ok(())
        })?;
        Ok(image)
    }
}

fn too_large(bytes: u64) -> Error {
    Error::OutOfMemory { what: "drawing", bytes, limit: MAX_BYTES }
}

/// Decodes a PNG file of any kind to a drawing.
///
/// # Errors
/// As [`File::open`] and [`File::drawing`].
pub fn decode(bytes: &[u8]) -> Result<Drawing<Memory>> {
    File::open(bytes)?.drawing()
}
