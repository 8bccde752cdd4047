//! How much a file may unpack to, and what is put from it onto a canvas.
//!
//! An archive of some kilobytes can hold a thousand pictures, each of which claims to be as
//! large as a canvas may be. Each alone would be within the limits. So whoever reads
//! many pictures from one file takes all that is unpacked from one [`Budget`]: a picture's size is read from its first
//! bytes and taken from the budget before the picture is looked at.
//!
//! The invariant: no more is unpacked from a file than a drawing may have bytes.

use super::parts::counted;
use super::png::{self, Area};
use super::room::Room;
use crate::color::Color;
use crate::document::{Cel, Drawing, MAX_BYTES, Plane, TILE};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::memory::{Memory, PAGE};

/// Bytes after which a drawing is compacted while it is read: doing so takes as long as it has pages.
const PART: u64 = 64 << 20;

/// Bytes that may still be unpacked from a file.
#[derive(Debug)]
pub struct Budget {
    limit: u64,
    left: u64,
    /// What was left when the drawing was compacted last.
    compacted: u64,
}

impl Budget {
    /// Creates the budget of a file.
    pub(super) fn new() -> Budget {
        Budget::of(MAX_BYTES)
    }

    /// Creates a budget of so many bytes.
    pub fn of(limit: u64) -> Budget {
        Budget { limit, left: limit, compacted: limit }
    }

    /// Returns the number of bytes that are left.
    pub fn left(&self) -> u64 {
        self.left
    }

    /// Checks that so many bytes are left, and takes none.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] if fewer are left.
    pub(super) fn check(&self, bytes: u64) -> Result<()> {
        let needed = (self.limit - self.left).saturating_add(bytes);
        let refused = Error::OutOfMemory { what: "drawing", bytes: needed, limit: self.limit };
        if bytes <= self.left { Ok(()) } else { Err(refused) }
    }

    /// Takes bytes.
    ///
    /// # Errors
    /// As [`check`](Budget::check).
    pub fn take(&mut self, bytes: u64) -> Result<()> {
        self.check(bytes)?;
        self.left -= bytes;
        Ok(())
    }

    /// Collapses what is of one colour in a drawing, if much was taken since that was done last. Is called after
    /// each picture.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`].
    pub(super) fn settle(&mut self, drawing: &mut Drawing<Memory>) -> Result<()> {
        if self.compacted - self.left < PART {
            return Ok(());
        }
        self.compacted = self.left;
        drawing.compact()
    }

    /// Takes the pixels of a picture.
    ///
    /// # Errors
    /// As [`take`](Budget::take).
    pub fn pixels(&mut self, width: u32, height: u32) -> Result<()> {
        self.take(u64::from(width).saturating_mul(height.into()).saturating_mul(4))
    }

    /// Opens a PNG file whose pixels there is room for. It is not looked through before it is drawn, as a file by itself may
    /// be: all pictures together have no more bytes than a drawing.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`], and what [`png::File::open`] returns for a damaged header.
    pub fn png<'a>(&mut self, bytes: &'a [u8]) -> Result<png::File<'a>> {
        // The header comes first in every PNG file: what has other bytes there is refused when it is opened.
        let side = |at: usize| bytes.get(at..)?.first_chunk().map(|four| u32::from_be_bytes(*four));
        self.pixels(side(16).unwrap_or(0), side(20).unwrap_or(0))?;
        png::File::within(bytes)
    }
}

/// Puts a row of pixels onto a cel from (x, y) to the right. What lies outside the canvas is left out; returns `true`
/// if that was anything but transparency.
///
/// # Errors
/// Returns [`Error::OutOfMemory`].
pub fn put(drawing: &mut Drawing<Memory>, cel: Cel, at: (i64, i64), row: &[Color]) -> Result<bool> {
    let canvas = drawing.size();
    put_within(canvas, &mut drawing.pixels_mut(cel)?, at, row)
}

/// Puts a row of pixels as [`put`] does, given the canvas's size and the cel's pixels.
fn put_within(
    (width, height): (u32, u32),
    pixels: &mut Plane<'_, Memory>,
    (x, y): (i64, i64),
    row: &[Color],
) -> Result<bool> {
    let first = usize::try_from(-x).unwrap_or(0).min(row.len());
    let room = usize::try_from(i64::from(width) - x).unwrap_or(0);
    let last = if (0..i64::from(height)).contains(&y) { room.clamp(first, row.len()) } else { first };
    let seen = |part: &[Color]| part.iter().any(|color| !color.is_transparent());
    if first < last {
        pixels.put_row(x.max(0) as u32, y as u32, &row[first..last])?;
    }
    Ok(seen(&row[..first]) || seen(&row[last..]))
}

/// Distance of a picture from the canvas that counts as the greatest.
const FAR: i64 = 1 << 24;

/// Puts a PNG picture onto a cel that is empty, with its first pixel at (x, y), on the canvas and beyond it. Returns `true` if
/// anything but transparency was left out, as it is too far away.
///
/// # Errors
/// As [`png::File::each_area`], and [`Error::OutOfMemory`].
pub(super) fn put_picture(
    drawing: &mut Drawing<Memory>,
    cel: Cel,
    at: (i64, i64),
    picture: &png::File<'_>,
    room: &mut Room,
) -> Result<bool> {
    let kept = drawing.kept();
    let side = i64::from(TILE);
    let offset = (at.0.rem_euclid(side) as u32, at.1.rem_euclid(side) as u32);
    let within = |from: i64, length: i32, least: i32, most: i32| {
        let limit = |at: i64| at.clamp(least.into(), most.into()) as i32;
        (limit(from), limit(from + i64::from(length)) - limit(from))
    };
    let (mut cut, mut plane) = (false, drawing.pixels_mut(cel)?);
    picture.each_area(offset, |area| match area {
        Area::Solid { rect, color } => {
            let (x, w) = within(at.0 + i64::from(rect.x), rect.width, kept.x, kept.right());
            let (y, h) = within(at.1 + i64::from(rect.y), rect.height, kept.y, kept.bottom());
            cut |= (w, h) != (rect.width, rect.height) && !color.is_transparent();
            if w == 0 || h == 0 || color == Color::TRANSPARENT {
                return Ok(());
            }
            plane.fill_beyond(Rect::new(x, y, w, h), color)
        }
        Area::Row { x, y, pixels } => {
            let (x, y) = (at.0 + i64::from(x), at.1 + i64::from(y));
            if y.rem_euclid(side) == 0 {
                room.take(pixels.len().div_ceil(TILE as usize) as u64 * PAGE as u64);
            }
            let far = |at: i64| at.clamp(-FAR, FAR) as i32;
            let around = Rect::new(far(x), far(y), pixels.len() as i32, 1);
            cut |= around.intersect(kept) != around && pixels.iter().any(|color| !color.is_transparent());
            plane.put_beyond(around.x, around.y, pixels)
        }
    })?;
    Ok(cut)
}

/// Adds what is left out or changed of a PNG picture to the notes on a file of many, each once.
pub(super) fn tell(notes: &mut Vec<Message>, picture: &png::File<'_>) {
    let note = picture.notes().message();
    if !note.is_empty() && !notes.contains(&note) {
        notes.push(note);
    }
}

/// Returns a name from a file as one that a drawing may have: without control characters and blanks at its ends, and not
/// longer than `most` bytes; `None` if nothing of it is left. What has to be changed for that is counted.
pub fn named(name: &str, most: usize, changed: &mut u32) -> Option<String> {
    let plain: String = name.chars().filter(|c| !c.is_control()).take(most).collect();
    let plain = plain.trim();
    let cut = plain[..plain.floor_char_boundary(most)].trim_end();
    *changed = changed.saturating_add(u32::from(cut != name));
    (!cut.is_empty()).then(|| cut.to_owned())
}

/// Returns the note on names that were changed.
pub(super) fn renamed(changed: u32) -> Option<Message> {
    counted(changed, "{n} name changed to fit | {n} names changed to fit")
}
