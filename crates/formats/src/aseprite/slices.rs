//! Slices of an Aseprite file, in and out.
//!
//! Each has a chunk with its name and its keys, and user data behind it, which has its colour and its text. A chunk has one
//! place for all centres and pivots, so a key without one among others that have one gets an empty centre, or the pivot that
//! stands for none in Aseprite, too.
//!
//! What a chunk says beyond that, such as a key of a frame that does not exist, is [carried](super::chunks) with its slice and
//! written back as long as the slice's name and keys are as they were.

use super::bytes::{Bytes, plain};
use super::chunks::{BEHIND, Chunks, Digest, OWN, bytes};
use super::entries::{self, text};
use super::notes::{Note, Notes};
use crate::color::Color;
use crate::document::{Door, Drawing, FARTHEST, MAX_KEYS, MAX_NAME, MAX_NOTE, MAX_SLICES, Slice, SliceKey};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::memory::Memory;

/// The kind of a slice's chunk.
pub(super) const SLICE: u16 = 0x2022;

/// The flag of a chunk whose keys have centres.
const CENTERED: u32 = 1;
/// The flag of a chunk whose keys have pivots.
const PIVOTED: u32 = 2;

/// The coordinate of a pivot that is none.
const NOWHERE: i32 = i32::MIN;

/// A slice as a file has it.
#[derive(Clone, Debug)]
pub(super) struct Read {
    pub(super) slice: Slice,
    /// The keys, without a slice's id.
    pub(super) keys: Vec<SliceKey>,
}

/// How many slices and keys were read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Count {
    slices: u32,
    keys: u32,
}

impl Count {
    /// Reads a slice of a sprite with so many frames. Returns `None` for one that is cut short, or that there is no room for.
    pub(super) fn read(&mut self, chunk: &[u8], frames: u32, notes: &mut Notes) -> Option<Read> {
        let (read, cut) = read(Bytes(chunk), frames).ok()?;
        let count = Count { slices: self.slices + 1, keys: self.keys + read.keys.len() as u32 };
        let fits = count.slices <= MAX_SLICES && count.keys <= MAX_KEYS;
        notes.note(Note::ManySlices, !fits);
        if !fits {
            return None;
        }
        notes.note(Note::Name, cut);
        *self = count;
        let Read { mut slice, keys } = read;
        if slice.name.is_empty() {
            slice.name = format!("Slice {}", count.slices);
        }
        Some(Read { slice, keys })
    }
}

/// Reads a slice, and whether its name was changed.
fn read(mut chunk: Bytes<'_>, frames: u32) -> Result<(Read, bool)> {
    let (count, flags, _) = (chunk.long()?, chunk.long()?, chunk.long()?);
    let (name, cut) = plain(&chunk.text()?, MAX_NAME);
    let mut keys: Vec<SliceKey> = Vec::new();
    for _ in 0..count {
        let frame = chunk.long()?;
        let bounds = rect(&mut chunk)?;
        let center = if flags & CENTERED != 0 { rect(&mut chunk)? } else { Rect::EMPTY };
        let pivot = if flags & PIVOTED != 0 { spot(&mut chunk)? } else { None };
        if frame < frames {
            keys.retain(|key| key.frame != frame);
            keys.push(SliceKey { center, pivot, ..SliceKey::new(0, frame, bounds) });
        }
    }
    keys.sort_by_key(|key| key.frame);
    Ok((Read { slice: Slice::new(name), keys }, cut))
}

fn signed(chunk: &mut Bytes<'_>) -> Result<i32> {
    Ok(chunk.long()?.cast_signed())
}

/// Reads a rectangle. One that is too far away is brought as near as a slice may be.
fn rect(chunk: &mut Bytes<'_>) -> Result<Rect> {
    let (x, y) = (signed(chunk)?, signed(chunk)?);
    let (width, height) = (chunk.long()?, chunk.long()?);
    let near = |at: i64| at.clamp((-FARTHEST).into(), FARTHEST.into()) as i32;
    let side = |from: i32, len: u32| {
        let start = near(from.into());
        (start, near(i64::from(from) + i64::from(len)) - start)
    };
    let ((x, width), (y, height)) = (side(x, width), side(y, height));
    let rect = Rect::new(x, y, width, height);
    Ok(if rect.is_empty() { Rect::EMPTY } else { rect })
}

fn spot(chunk: &mut Bytes<'_>) -> Result<Option<Point>> {
    let (x, y) = (signed(chunk)?, signed(chunk)?);
    let near = |at: i32| at.clamp(-FARTHEST, FARTHEST);
    Ok(((x, y) != (NOWHERE, NOWHERE)).then(|| Point::new(near(x), near(y))))
}

/// Adds the slices of a file to a drawing.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory).
pub(super) fn add(drawing: &mut Drawing<Memory>, slices: &[Read]) -> Result<()> {
    for Read { slice, keys } in slices {
        let id = drawing.add_slice(slice)?;
        keys.iter().try_for_each(|key| drawing.set_slice_key(&SliceKey { slice: id, ..key.clone() }))?;
    }
    Ok(())
}

/// Returns the contents of a slice's chunk that says no more than the drawing.
pub(super) fn contents(drawing: &Drawing<impl Door>, id: u16) -> Result<Vec<u8>> {
    let (slice, keys) = (drawing.slice(id)?, drawing.slice_keys(id));
    let centered = keys.iter().any(|key| !key.center.is_empty());
    let pivoted = keys.iter().any(|key| key.pivot.is_some());
    let mut out = Vec::new();
    let longs = |out: &mut Vec<u8>, all: &[i32]| out.extend(all.iter().flat_map(|n| n.to_le_bytes()));
    let flags = (i32::from(centered) * CENTERED.cast_signed()) | (i32::from(pivoted) * PIVOTED.cast_signed());
    longs(&mut out, &[keys.len() as i32, flags, 0]);
    text(&mut out, &slice.name);
    for SliceKey { frame, bounds, center, pivot, .. } in keys {
        longs(&mut out, &[frame as i32, bounds.x, bounds.y, bounds.width, bounds.height]);
        if centered {
            longs(&mut out, &[center.x, center.y, center.width, center.height]);
        }
        if pivoted {
            let Point { x, y } = pivot.unwrap_or(Point::new(NOWHERE, NOWHERE));
            longs(&mut out, &[x, y]);
        }
    }
    Ok(out)
}

/// Returns the digest of a slice's name and keys, by which it is told whether its chunk still holds.
pub(super) fn digest(contents: &[u8]) -> u64 {
    let mut digest = Digest::new();
    contents.iter().for_each(|byte| digest.add((*byte).into()));
    digest.finish()
}

/// Returns the chunks of all slices, each with what follows it.
pub(super) fn chunks(chunks: &Chunks, drawing: &Drawing<impl Door>) -> Result<Vec<Vec<u8>>> {
    let mut all = Vec::new();
    for id in drawing.slices() {
        let (slice, plain) = (drawing.slice(*id)?, contents(drawing, *id)?);
        let own = chunks.slice(*id, OWN).filter(|own| own.digest == digest(&plain));
        let mut out = Vec::new();
        entries::chunk(&mut out, SLICE, own.map_or(&plain, |own| &own.bytes));
        all.push(out);
        all.push(entries::Words::of_slice(&slice).over(bytes(chunks.slice(*id, BEHIND)), false));
    }
    Ok(all)
}

/// Returns the colour that a thing has by bytes of its user data. One that is not seen is none.
pub(super) fn tint(bytes: &[u8]) -> Color {
    match *bytes {
        [.., 0] | [] => Color::TRANSPARENT,
        _ => Color { bytes: std::array::from_fn(|at| bytes.get(at).copied().unwrap_or(0)) },
    }
}

/// Takes over what user data says of a slice.
pub(super) fn describe(slice: &mut Slice, words: &str, color: Color, notes: &mut Notes) {
    let (text, changed) = plain(words, MAX_NOTE);
    notes.note(Note::Text, changed);
    (slice.text, slice.color) = (text, color);
}
