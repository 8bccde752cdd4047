//! A WebP file's picture or pictures, with what becomes of each before the next.
//!
//! A still picture is an animation of one. The background that a file names is for programs that have none of their own;
//! what is cleared is transparent, as in browsers.
//!
//! ```
//! use undoodle_formats as formats;
//! let said = formats::open(b"RIFF\x04\0\0\0WEBP").err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this WebP file is damaged: it has no pixels"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::chunks::{Packed, chunk, damaged, number};
use crate::color::Color;
use crate::document::MAX_FRAMES;
use crate::error::{Error, Result};
use crate::extras::Extras;
use crate::geometry::Rect;
use crate::raster::MAX_IMAGE;
use crate::reel::{self, Dispose, Reel};
use crate::{Opened, Whole};
use image_webp::{DecodingError, WebPDecoder};
use std::io::Cursor;

/// A picture: where it lies, how it is drawn and shown, and its packed pixels.
#[derive(Clone, Copy, Debug)]
struct Frame<'a> {
    x: u32,
    y: u32,
    size: (u32, u32),
    milliseconds: u32,
    dispose: Dispose,
    over: bool,
    packed: Packed<'a>,
}

impl<'a> Frame<'a> {
    /// Reads the chunk of a frame on a canvas.
    fn read(data: &'a [u8], (width, height): (u32, u32)) -> Result<Frame<'a>> {
        let at = |place| number(data, place);
        let flags = data.get(15).copied().unwrap_or(0);
        let frame = Frame {
            x: at(0)? * 2,
            y: at(3)? * 2,
            size: (at(6)? + 1, at(9)? + 1),
            milliseconds: at(12)?,
            dispose: if flags & 1 == 1 { Dispose::Clear } else { Dispose::Keep },
            over: flags & 2 == 0,
            packed: Packed::find(data.get(16..).unwrap_or_default())?,
        };
        // No number of 3 bytes is too large to be added.
        if frame.x + frame.size.0 > width || frame.y + frame.size.1 > height {
            return Err(damaged("a frame lies outside the picture"));
        }
        Ok(frame)
    }
}

/// What a file holds.
#[derive(Debug, Default)]
struct Pictures<'a> {
    size: (u32, u32),
    frames: Vec<Frame<'a>>,
    /// Number of frames, including those that were left out.
    count: u32,
    /// Number of rounds; 0 for without end.
    plays: u32,
    /// Whether the file has a colour profile.
    profile: bool,
}

impl<'a> Pictures<'a> {
    fn read(file: &'a [u8]) -> Result<Pictures<'a>> {
        let whole = file.get(12..).unwrap_or_default();
        let mut list = whole;
        let mut found = Pictures::default();
        let mut animated = false;
        while let Some((kind, data)) = chunk(&mut list)? {
            match &kind {
                b"VP8X" => {
                    found.size = (number(data, 4)? + 1, number(data, 7)? + 1);
                    animated = data.first().is_some_and(|flags| flags & 2 == 2);
                }
                b"ICCP" => found.profile = true,
                b"ANIM" => {
                    found.plays = data.get(4..6).map_or(0, |two| u32::from(two[0]) | u32::from(two[1]) << 8)
                }
                b"ANMF" if animated => {
                    found.count = found.count.saturating_add(1);
                    if found.frames.len() < MAX_FRAMES as usize {
                        found.frames.push(Frame::read(data, found.size)?);
                    }
                }
                // What is behind the pixels of a still picture changes none of them.
                b"VP8 " | b"VP8L" if !animated => break,
                _ => {}
            }
        }
        if !animated {
            found.add_still(whole)?;
        }
        if found.frames.is_empty() {
            return Err(damaged("it has no pixels"));
        }
        Ok(found)
    }

    fn add_still(&mut self, whole: &'a [u8]) -> Result<()> {
        let packed = Packed::find(whole)?;
        let size = packed.size()?;
        if self.size == (0, 0) {
            self.size = size;
        }
        let (milliseconds, dispose) = (0, Dispose::Keep);
        self.frames.push(Frame { x: 0, y: 0, size: self.size, milliseconds, dispose, over: false, packed });
        (self.count, self.plays) = (1, 0);
        Ok(())
    }
}

/// Translates the decoder's error.
fn refused(error: DecodingError) -> Error {
    match error {
        DecodingError::IoError(_) => damaged("it ends too early"),
        _ => damaged("its pixels can't be unpacked"),
    }
}

/// Unpacks a picture of some columns and rows and hands on each row, from top to bottom.
fn each_row(
    packed: &Packed<'_>,
    (width, height): (u32, u32),
    mut put: impl FnMut(u32, &[Color]),
) -> Result<()> {
    if packed.size()? != (width, height) {
        return Err(damaged("its sizes contradict each other"));
    }
    // Neither side is longer than 16383.
    if width * height > MAX_IMAGE {
        let bytes = 4 * u64::from(width * height);
        return Err(Error::OutOfMemory { what: "picture", bytes, limit: 4 * u64::from(MAX_IMAGE) });
    }
    let mut decoder = WebPDecoder::new(Cursor::new(packed.file()?)).map_err(refused)?;
    let depth = if decoder.has_alpha() { 4 } else { 3 };
    let length = width as usize * depth;
    let mut bytes = Vec::new();
    let count = length * height as usize;
    let full = |_| Error::OutOfMemory { what: "picture", bytes: count as u64, limit: 0 };
    bytes.try_reserve_exact(count).map_err(full)?;
    bytes.resize(count, 0);
    decoder.read_image(&mut bytes).map_err(refused)?;
    let mut row = Vec::with_capacity(width as usize);
    for (y, line) in (0..).zip(bytes.chunks_exact(length)) {
        row.clear();
        row.extend(line.chunks_exact(depth).map(|pixel| match pixel {
            [r, g, b, a] => Color::rgba(*r, *g, *b, *a),
            [r, g, b] => Color::rgba(*r, *g, *b, 255),
            _ => Color::TRANSPARENT,
        }));
        put(y, &row);
    }
    Ok(())
}

/// Returns what a file says beside its pictures, as far as it is whole.
fn extras(file: &[u8]) -> Extras {
    let mut extras = Extras::default();
    let mut list = file.get(12..).unwrap_or_default();
    while let Ok(Some((kind, _))) = chunk(&mut list) {
        match &kind {
            b"EXIF" => extras.camera = true,
            b"XMP " => extras.texts += 1,
            b"VP8X" | b"VP8 " | b"VP8L" | b"ALPH" | b"ANIM" | b"ANMF" | b"ICCP" => {}
            _ => extras.parts += 1,
        }
    }
    extras
}

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`], and as [`Reel::new`].
pub(super) fn open(bytes: &[u8]) -> Result<Box<dyn Opened + '_>> {
    let pictures = Pictures::read(bytes)?;
    let mut reel = Reel::new(pictures.size.0, pictures.size.1, pictures.count)?;
    for frame in &pictures.frames {
        let (width, height) = frame.size;
        reel.begin(Rect::new(frame.x as i32, frame.y as i32, width as i32, height as i32), frame.dispose)?;
        each_row(&frame.packed, frame.size, |y, row| reel.draw(frame.x, frame.y + y, row, frame.over))?;
        reel.show(frame.milliseconds)?;
    }
    let (drawing, mut notes) = reel.finish()?;
    notes.extend(reel::past(pictures.count));
    notes.extend(reel::rounds(pictures.plays, pictures.count));
    if pictures.profile {
        notes.push("without its colour profile".into());
    }
    notes.extend(extras(bytes).phrases());
    Ok(Box::new(Whole::new(drawing, notes)))
}
