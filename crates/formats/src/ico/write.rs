//! Icons, out: a picture for each frame.
//!
//! A picture of 256 columns or rows is PNG, as in every icon that Windows draws that large. Smaller ones are bitmaps of 32 bits
//! with a mask, which programs of any age read.

use super::{ENTRY, HEAD, MOST, name_of, size_in};
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::{Message, Result, in_range};
use crate::parts::counted;
use crate::pause;
use crate::pictures::ascending;
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, Film, png};
use std::io::Write;

/// Number of bytes of a bitmap's head.
const HEADER: u32 = 40;

/// Returns the size of the picture of a frame: what a tag around it says, or the canvas.
fn size_of(drawing: &Drawing<Store>, frame: u32) -> (u32, u32) {
    let canvas = drawing.size();
    let within = |(width, height): &(u32, u32)| *width <= canvas.0 && *height <= canvas.1;
    let tags = drawing.tags().into_iter().filter(|tag| (tag.from..=tag.to).contains(&frame));
    tags.filter_map(|tag| size_in(&tag.name)).find(within).unwrap_or(canvas)
}

/// Encodes a moment's picture as a bitmap without a file's head.
fn bitmap(
    film: &Film<'_>,
    moment: usize,
    (width, height): (u32, u32),
    sink: &mut Sink,
) -> std::io::Result<()> {
    let mask_stride = width.div_ceil(32) * 4;
    for number in [HEADER, width, 2 * height, 1 | 32 << 16, 0, 4 * width * height + mask_stride * height] {
        sink.write_all(&number.to_le_bytes())?;
    }
    sink.write_all(&[0; 16])?;
    let mut row = vec![Color::TRANSPARENT; film.size().0 as usize];
    let mut mask = Vec::new();
    for y in (0..height).rev() {
        film.read(moment, y, &mut row);
        let mut bits = vec![0u8; mask_stride as usize];
        for (x, Color { bytes: [r, g, b, a] }) in row.iter().take(width as usize).enumerate() {
            sink.write_all(&[*b, *g, *r, *a])?;
            bits[x / 8] |= u8::from(*a == 0) << (7 - x % 8);
        }
        mask.extend(bits);
    }
    sink.write_all(&mask)
}

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for a picture past 256 columns or rows,
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory), and what [`Film::new`] returns.
pub(super) fn write_ico(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let film = Film::new(drawing, &ascending(drawing, export))?;
    let scaled = |(width, height): (u32, u32)| (width * export.scale, height * export.scale);
    let sizes: Vec<_> = (0..film.len()).map(|moment| scaled(size_of(drawing, film.frame(moment)))).collect();
    for (width, height) in &sizes {
        in_range("width of an icon", (*width).into(), 1, MOST.into())?;
        in_range("height of an icon", (*height).into(), 1, MOST.into())?;
    }
    let (mut sink, mut entries) = (Sink::new(MAX_FILE), Vec::new());
    let refused = |sink: &Sink| sink.refusal("icon file");
    let directory = HEAD + ENTRY * sizes.len();
    sink.write_all(&vec![0; directory]).map_err(|_| refused(&sink))?;
    for (moment, (width, height)) in sizes.iter().copied().enumerate() {
        pause::point((width * height) as usize)?;
        let at = sink.bytes.len() as u32;
        if width.max(height) == MOST {
            let mut whole = vec![Color::TRANSPARENT; film.size().0 as usize];
            let png = png::encode_rows(width, height, |y, row| {
                film.read(moment, y, &mut whole);
                row.copy_from_slice(&whole[..row.len()]);
                Ok(())
            })?;
            sink.write_all(&png).map_err(|_| refused(&sink))?;
        } else {
            bitmap(&film, moment, (width, height), &mut sink).map_err(|_| refused(&sink))?;
        }
        // A side of 256 is a 0 here.
        let mut entry = vec![width as u8, height as u8, 0, 0, 1, 0, 32, 0];
        entry.extend((sink.bytes.len() as u32 - at).to_le_bytes());
        entry.extend(at.to_le_bytes());
        entries.extend(entry);
    }
    let count = (sizes.len() as u16).to_le_bytes();
    let head = [&[0, 0, 1, 0, count[0], count[1]], &entries[..]].concat();
    sink.bytes.iter_mut().zip(head).for_each(|(place, byte)| *place = byte);
    Ok(sink.bytes)
}

/// Lists what a file would lose besides.
///
/// # Errors
/// As [`Film::new`].
pub(super) fn losses(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<Message>> {
    let film = Film::new(drawing, &ascending(drawing, export))?;
    // A tag that says the size of its one frame is there again when the icon is opened.
    let kept = |tag: &crate::document::Tag| {
        tag.from == tag.to && name_of(size_of(drawing, tag.from)) == tag.name && film.len() > 1
    };
    let tags = drawing.tags().iter().filter(|tag| !kept(tag)).count() as u32;
    let durations = (film.len() > 1)
        .then(|| Message::new("the duration of {n} frame | the durations of {n} frames").with(film.len()));
    let others = counted(drawing.frames() - film.len() as u32, "{n} other frame | {n} other frames");
    Ok(durations.into_iter().chain(counted(tags, "{n} tag | {n} tags")).chain(others).collect())
}
