//! A GIF's pictures, with what it says becomes of each before the next.
//!
//! A file is walked twice: its headers alone tell how many pictures there are and how large, so that it is refused before
//! any is unpacked; then each is unpacked and drawn on the canvas. What programs in use do counts more than the letter of
//! the format: cleared is transparent, a picture may reach over the canvas, and the end of the file may be missing.
//!
//! ```
//! use undoodle_formats as formats;
//! // One pixel, as short as a file can be that all programs read.
//! let file = b"GIF89a\x01\0\x01\0\x80\0\0\x12\x34\x56\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
//! let (format, read) = formats::open(file)?;
//! assert_eq!((format.id, read.size()), ("gif", (1, 1)));
//! assert_eq!(read.drawing()?.pixel(0, 0, 0)?.to_string(), "#123456ff");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::extras::extras;
use crate::color::Color;
use crate::document::{MAX_COLORS, MAX_FRAMES, MAX_SIDE};
use crate::error::{Error, Message, Result, in_range};
use crate::geometry::Rect;
use crate::raster::MAX_IMAGE;
use crate::reel::{self, Dispose, Reel};
use crate::{Opened, Whole};
use gif::{DecodeOptions, Decoder, DecodingError, DisposalMethod, Frame, MemoryLimit, Repeat};
use std::num::NonZeroU64;

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "GIF", why }
}

/// Translates the decoder's error.
fn refused(error: DecodingError) -> Error {
    match error {
        DecodingError::UnexpectedEof | DecodingError::Io(_) => damaged("it ends too early"),
        DecodingError::OutOfMemory | DecodingError::MemoryLimit => {
            damaged("a picture in it is far too large")
        }
        DecodingError::LzwError(_) | DecodingError::EndCodeNotFound => {
            damaged("its pixels can't be unpacked")
        }
        DecodingError::Format(error) => match error.to_string().as_str() {
            "image truncated" => damaged("it has too few pixels"),
            "no color table available for current frame" => damaged("its palette is missing"),
            "file does not contain any image data" => damaged("it has no pixels"),
            _ => damaged("its parts are out of order"),
        },
        _ => damaged("it can't be read"),
    }
}

/// Opens a file, to unpack its pictures or to pass over them.
fn decoder(bytes: &[u8], skip: bool) -> Result<Decoder<&[u8]>> {
    let mut options = DecodeOptions::new();
    options.set_memory_limit(
        NonZeroU64::new(MAX_IMAGE.into()).map_or(MemoryLimit::Unlimited, MemoryLimit::Bytes),
    );
    options.skip_frame_decoding(skip);
    options.allow_unknown_blocks(true);
    options.read_info(bytes).map_err(refused)
}

/// What the headers say.
#[derive(Debug, Default)]
struct Headers {
    pictures: u32,
    /// Columns and rows of the canvas.
    size: (u32, u32),
    /// Whether the end of the file is missing.
    cut: bool,
}

impl Headers {
    fn read(bytes: &[u8]) -> Result<Headers> {
        let mut decoder = decoder(bytes, true)?;
        let mut headers =
            Headers { size: (decoder.width().into(), decoder.height().into()), ..Headers::default() };
        loop {
            match decoder.next_frame_info() {
                Ok(None) => break,
                Ok(Some(frame)) => {
                    headers.pictures = headers.pictures.saturating_add(1);
                    // Some files leave the canvas to the first picture.
                    let (right, bottom) = (
                        u32::from(frame.left) + u32::from(frame.width),
                        u32::from(frame.top) + u32::from(frame.height),
                    );
                    if headers.pictures == 1 && (headers.size.0 == 0 || headers.size.1 == 0) {
                        headers.size = (right, bottom);
                    }
                }
                // What was read up to here is whole pictures, or all but the end of the last.
                Err(DecodingError::UnexpectedEof) if headers.pictures > 0 => {
                    headers.cut = true;
                    break;
                }
                Err(error) => {
                    if headers.pictures == 0 {
                        in_range("width", headers.size.0.into(), 1, MAX_SIDE.into())?;
                        in_range("height", headers.size.1.into(), 1, MAX_SIDE.into())?;
                    }
                    return Err(refused(error));
                }
            }
        }
        if headers.pictures == 0 {
            return Err(damaged("it has no pixels"));
        }
        Ok(headers)
    }
}

/// The colours of a file in the order of its palettes.
#[derive(Debug, Default)]
struct Colors {
    found: Vec<Color>,
    /// Whether there are more of them than a drawing's palette holds.
    full: bool,
}

impl Colors {
    fn add(&mut self, color: Color) {
        if self.found.contains(&color) {
            return;
        }
        self.full |= self.found.len() >= MAX_COLORS as usize;
        if !self.full {
            self.found.push(color);
        }
    }

    /// Adds a palette, given which of its colours pixels have. Palettes are filled up with black, which is no colour of theirs
    /// unless a pixel has it.
    fn add_all(&mut self, table: &[Color], used: &[bool; 256], clear: Option<u8>) {
        let filled = |(number, color): &(usize, &Color)| used[*number & 255] || **color != Color::BLACK;
        let end = table.iter().enumerate().rfind(filled).map_or(0, |(number, _)| number + 1);
        for (number, color) in table.iter().enumerate().take(end) {
            if used[number & 255] || clear.is_none_or(|clear| usize::from(clear) != number) {
                self.add(*color);
            }
        }
    }
}

fn table(bytes: &[u8]) -> Vec<Color> {
    bytes.as_chunks::<3>().0.iter().take(256).map(|[r, g, b]| Color::rgba(*r, *g, *b, 255)).collect()
}

/// Draws a picture's pixels on the canvas, and marks the colours that they have.
fn draw(frame: &Frame<'_>, table: &[Color], used: &mut [bool; 256], reel: &mut Reel) {
    let (mut colors, mut met) = ([Color::TRANSPARENT; 256], [false; 256]);
    let clear = |number: usize| frame.transparent.map(usize::from) == Some(number);
    for (number, color) in table.iter().enumerate().filter(|(number, _)| !clear(*number)) {
        colors[number & 255] = *color;
    }
    for (y, numbers) in (0..).zip(frame.buffer.chunks(usize::from(frame.width).max(1))) {
        let pixels = numbers.iter().map(|number| {
            met[usize::from(*number)] = true;
            colors[usize::from(*number)]
        });
        reel.draw(frame.left.into(), u32::from(frame.top) + y, pixels, true);
    }
    let known = |number: usize| number < table.len() && !clear(number);
    used.iter_mut().zip(met).enumerate().for_each(|(number, (used, met))| *used |= met && known(number));
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`], and as [`Reel::new`].
pub(super) fn open(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    let headers = Headers::read(bytes)?;
    let mut reel = Reel::new(headers.size.0, headers.size.1, headers.pictures)?;
    let mut decoder = decoder(bytes, false)?;
    let global = table(decoder.global_palette().unwrap_or_default());
    let (mut colors, mut used, mut clear, mut locals) = (Colors::default(), [false; 256], None, Vec::new());
    let mut waits = false;
    for _ in 0..headers.pictures.min(MAX_FRAMES) {
        let Some(frame) = decoder.read_next_frame().map_err(refused)? else { break };
        waits |= frame.needs_user_input;
        let dispose = match frame.dispose {
            DisposalMethod::Any | DisposalMethod::Keep => Dispose::Keep,
            DisposalMethod::Background => Dispose::Clear,
            DisposalMethod::Previous => Dispose::Restore,
        };
        let part = Rect::new(frame.left.into(), frame.top.into(), frame.width.into(), frame.height.into());
        reel.begin(part, dispose)?;
        match &frame.palette {
            Some(local) => {
                let (local, mut used) = (table(local), [false; 256]);
                draw(frame, &local, &mut used, &mut reel);
                let mut own = Colors::default();
                own.add_all(&local, &used, frame.transparent);
                locals.push(own.found);
            }
            None => {
                draw(frame, &global, &mut used, &mut reel);
                clear = clear.or(frame.transparent);
            }
        }
        reel.show(duration(frame.delay))?;
    }
    // Browsers repeat a file so many times after it was played.
    let plays = match decoder.repeat() {
        Repeat::Infinite => 0,
        Repeat::Finite(repeats) => u32::from(repeats) + 1,
    };
    colors.add_all(&global, &used, clear);
    locals.into_iter().flatten().for_each(|color| colors.add(color));
    let (mut drawing, mut notes) = reel.finish()?;
    if !colors.found.is_empty() {
        drawing.set_palette(&colors.found)?;
    }
    let said = [
        (colors.full, Message::new("the palette keeps the first {max} colours").with(MAX_COLORS)),
        (waits, "waiting for a key press was left out".into()),
        (headers.cut, "its end is missing".into()),
    ];
    notes.extend(reel::past(headers.pictures));
    notes.extend(reel::rounds(plays, headers.pictures));
    notes.extend(said.into_iter().filter(|(so, _)| *so).map(|(_, what)| what));
    notes.extend(extras(bytes).phrases());
    Ok(Box::new(Whole::new(drawing, notes)))
}

/// Returns a picture's duration in milliseconds; 0 for one that browsers take for a picture without.
fn duration(hundredths: u16) -> u32 {
    if hundredths < 2 { 0 } else { u32::from(hundredths) * 10 }
}
