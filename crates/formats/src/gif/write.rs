//! A drawing's frames as a GIF.
//!
//! Of each picture only the rectangle around what changed is stored. A GIF can't draw transparency over a pixel, so where
//! one vanishes, the picture before is stored with a rectangle that holds it, and that rectangle is cleared before the next
//! one is drawn. Within a rectangle, pixels that have not changed may be left out or not; both are packed, and the shorter
//! one is kept.
//!
//! The invariant: canvas and picture agree in every pixel after each frame.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export, named};
//! let document = Document::new(3, 2)?;
//! let once = formats::write(named("gif")?, &document, &Export { loops: 1, ..Export::new(0) })?;
//! let ever = formats::write(named("gif")?, &document, &Export::new(0))?;
//! // A file that is played once says nothing of it.
//! assert_eq!(ever.len() - once.len(), 19);
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::delays::Delays;
use super::palette::{Numbers, Palette};
use crate::color::Color;
use crate::document::{Drawing, Store};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use crate::raster::MAX_IMAGE;
use crate::sink::{MAX_FILE, Sink};
use crate::{Export, Film};
use gif::{DisposalMethod, Encoder, Frame, Repeat};
use std::borrow::Cow;

/// Numbers of the pixels of a whole picture.
type Plane = Vec<u8>;

/// Encodes the frames of an export.
///
/// # Errors
/// As [`Film::new`], [`Error::OutOfMemory`] when the file's bytes can't be allocated, and [`Error::Stopped`].
pub(super) fn write_gif(drawing: &Drawing<Store>, export: &Export) -> Result<Vec<u8>> {
    let (film, plays) = Film::played(drawing, export)?;
    let (width, height) = film.size();
    in_range("number of pixels", i64::from(width) * i64::from(height), 1, MAX_IMAGE.into())?;
    let palette = Palette::new(drawing, export)?;
    let mut sink = Sink::new(MAX_FILE);
    let written = begin((width, height), &palette, plays, &mut sink).map(|mut encoder| {
        let outcome = add_all(&film, &palette, &mut encoder);
        outcome.and_then(|()| encoder.into_inner().map(|_| ()).map_err(|_| None))
    });
    match written {
        Ok(Ok(())) => Ok(sink.bytes),
        Ok(Err(Some(error))) => Err(error),
        // The encoder does not hand on why the sink has refused.
        Ok(Err(None)) | Err(_) => Err(sink.refusal("GIF file")),
    }
}

fn begin<'a>(
    (width, height): (u32, u32),
    palette: &Palette,
    plays: u16,
    sink: &'a mut Sink,
) -> std::result::Result<Encoder<&'a mut Sink>, gif::EncodingError> {
    // No export has a longer side than 32768.
    let mut encoder = Encoder::new(sink, width as u16, height as u16, &palette.bytes())?;
    encoder.set_repeat(match plays {
        0 => Repeat::Infinite,
        // The file says how often it is repeated after it was played.
        plays => Repeat::Finite(plays - 1),
    })?;
    Ok(encoder)
}

/// Returns the smallest rectangle around the pixels of two planes that fulfil a condition.
fn around(width: usize, one: &[u8], other: &[u8], holds: impl Fn(u8, u8) -> bool) -> Rect {
    let mut found = Rect::EMPTY;
    for (y, (one, other)) in (0..).zip(one.chunks(width).zip(other.chunks(width))) {
        let holds = |(one, other): (&u8, &u8)| holds(*one, *other);
        if let Some(first) = one.iter().zip(other).position(holds) {
            let last = one.iter().zip(other).rposition(holds).unwrap_or(first);
            found = found.union(Rect::new(first as i32, y, (last - first) as i32 + 1, 1));
        }
    }
    found
}

/// Returns the ranges of a rectangle's rows in a plane.
fn rows(width: usize, part: Rect) -> impl Iterator<Item = std::ops::Range<usize>> {
    let (x, length) = (part.x as usize, part.width as usize);
    (part.y as usize..part.bottom() as usize).map(move |y| y * width + x..y * width + x + length)
}

/// Returns a plane of a moment's picture.
fn plane(film: &Film<'_>, moment: usize, numbers: &mut Numbers<'_>) -> Result<Plane> {
    let (width, height) = film.size();
    let count = width as usize * height as usize;
    let mut plane = Plane::new();
    let refused = |_| Error::OutOfMemory { what: "GIF file", bytes: count as u64, limit: 0 };
    plane.try_reserve_exact(count).map_err(refused)?;
    let mut row = vec![Color::TRANSPARENT; width as usize];
    for y in 0..height {
        pause::point(4 * row.len())?;
        film.read(moment, y, &mut row);
        plane.extend((0..).zip(&row).map(|(x, color)| numbers.of(*color, x, y as i32)));
    }
    Ok(plane)
}

/// Adds all pictures. An error that is `None` is a refusal of the sink.
fn add_all(
    film: &Film<'_>,
    palette: &Palette,
    encoder: &mut Encoder<&mut Sink>,
) -> std::result::Result<(), Option<Error>> {
    let (width, height) = film.size();
    let wide = width as usize;
    let mut numbers = palette.numbers();
    let clear = palette.clear;
    let mut picture = plane(film, 0, &mut numbers)?;
    let mut canvas = Plane::new();
    let mut delays = Delays::default();
    for moment in 0..film.len() {
        let next = match moment + 1 {
            after if after < film.len() => Some(plane(film, after, &mut numbers)?),
            _ => None,
        };
        let changed = match moment {
            0 => Rect::new(0, 0, width as i32, height as i32),
            _ => around(wide, &canvas, &picture, |before, after| before != after),
        };
        let vanish = next.as_deref().zip(clear).map_or(Rect::EMPTY, |(next, clear)| {
            around(wide, &picture, next, |now, then| now != clear && then == clear)
        });
        let part = changed.union(vanish);
        // A picture has at least one pixel.
        let part = if part.is_empty() { Rect::new(0, 0, 1, 1) } else { part };
        let before = (moment > 0).then_some(canvas.as_slice());
        let mut frame = packed(wide, &picture, before, part, clear);
        frame.delay = delays.next(film.duration(moment));
        frame.dispose = if vanish.is_empty() { DisposalMethod::Keep } else { DisposalMethod::Background };
        pause::point(4 * frame.buffer.len()).map_err(Error::from)?;
        encoder.write_lzw_pre_encoded_frame(&frame).map_err(|_| None)?;
        canvas = picture;
        if let Some(clear) = clear.filter(|_| !vanish.is_empty()) {
            rows(wide, part).for_each(|row| canvas[row].fill(clear));
        }
        let Some(next) = next else { break };
        picture = next;
    }
    Ok(())
}

/// Packs a part of a picture, with or without the pixels that the canvas has already.
fn packed(
    width: usize,
    picture: &[u8],
    canvas: Option<&[u8]>,
    part: Rect,
    clear: Option<u8>,
) -> Frame<'static> {
    let frame = |buffer: Vec<u8>| {
        let mut frame = Frame {
            left: part.x as u16,
            top: part.y as u16,
            width: part.width as u16,
            height: part.height as u16,
            transparent: clear,
            buffer: Cow::Owned(buffer),
            ..Frame::default()
        };
        frame.make_lzw_pre_encoded();
        frame
    };
    let whole = frame(rows(width, part).flat_map(|row| picture[row].iter().copied()).collect());
    let Some((canvas, clear)) = canvas.zip(clear) else { return whole };
    let news = |(now, before): (&u8, &u8)| if now == before { clear } else { *now };
    let pairs = rows(width, part).flat_map(|row| picture[row.clone()].iter().zip(&canvas[row]));
    let news = frame(pairs.map(news).collect());
    if news.buffer.len() < whole.buffer.len() { news } else { whole }
}
