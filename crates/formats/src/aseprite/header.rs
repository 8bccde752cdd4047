//! The first 128 bytes of an Aseprite file, and the 16 before each frame's chunks.
//!
//! Sizes and counts are held against the limits of a drawing before anything else is read.
//!
//! ```
//! use undoodle_formats as formats;
//! let mut bytes = [0; 128];
//! bytes[4..10].copy_from_slice(&[0xe0, 0xa5, 1, 0, 0, 0]);
//! let said = formats::open(&bytes).err().map(|error| error.to_string());
//! assert_eq!(said.as_deref(), Some("this file can't be opened: its width is 0, and a drawing has at least 1"));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::bytes::Bytes;
use super::notes::{Note, Notes};
use super::{FILE_MAGIC, FRAME_MAGIC, damaged};
use crate::document::{MAX_FRAMES, MAX_SIDE};
use crate::error::{Result, in_range};

/// Flag of a header: the opacity of layers counts.
pub(super) const OPACITY: u32 = 1;
/// Flag of a header: the opacity and the blend mode of groups count.
pub(super) const GROUPS: u32 = 2;

/// Milliseconds of a frame in a file that does not say.
const DURATION: u32 = 100;

/// What a pixel is in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// Red, green, blue, alpha.
    Rgba,
    /// Grey value, alpha.
    Grey,
    /// A number of the palette.
    Indexed,
}

impl Depth {
    /// Returns the number of bytes of a pixel.
    pub(super) fn bytes(self) -> usize {
        match self {
            Depth::Rgba => 4,
            Depth::Grey => 2,
            Depth::Indexed => 1,
        }
    }
}

/// What a file says of the whole sprite.
#[derive(Clone, Debug)]
pub(super) struct Header {
    pub(super) size: (u32, u32),
    pub(super) frames: u32,
    pub(super) depth: Depth,
    pub(super) flags: u32,
    /// Milliseconds of frames that don't say how long they are shown.
    speed: u16,
    /// The number that is transparent in all layers but background layers.
    pub(super) transparent: u8,
    /// Number of colours of a palette that is nowhere in the file.
    pub(super) colors: usize,
    /// Columns and rows of the grid's cell, if it has a grid.
    pub(super) grid: Option<(u32, u32)>,
}

impl Header {
    /// Takes the header from the front of a file.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged), and [`Error::Range`](crate::Error::Range) for a size or a
    /// number of frames that a drawing can't have.
    pub(super) fn take(file: &mut Bytes<'_>, notes: &mut Notes) -> Result<Header> {
        let mut header = Bytes(file.take(128)?);
        header.long()?;
        if header.word()? != FILE_MAGIC {
            return Err(damaged("it does not begin like one"));
        }
        let (frames, width, height) = (header.word()?.into(), header.word()?.into(), header.word()?.into());
        in_range("width", i64::from(width), 1, MAX_SIDE.into())?;
        in_range("height", i64::from(height), 1, MAX_SIDE.into())?;
        in_range("number of frames", i64::from(frames), 1, MAX_FRAMES.into())?;
        let depth = match header.word()? {
            32 => Depth::Rgba,
            16 => Depth::Grey,
            8 => Depth::Indexed,
            _ => return Err(damaged("its pixels have neither 8, 16 nor 32 bits")),
        };
        let (flags, speed) = (header.long()?, header.word()?);
        header.take(8)?;
        let transparent = header.byte()?;
        header.take(3)?;
        let colors = match header.word()? {
            0 => 256,
            colors => usize::from(colors).min(256),
        };
        let (across, down) = (header.byte()?, header.byte()?);
        notes.note(Note::PixelRatio, across != down && across > 0 && down > 0);
        let origin = (header.short()?, header.short()?);
        let grid = (u32::from(header.word()?), u32::from(header.word()?));
        let grid = Some(grid).filter(|(x, y)| (1..=MAX_SIDE).contains(x) && (1..=MAX_SIDE).contains(y));
        notes.note(Note::GridOrigin, grid.is_some() && origin != (0, 0));
        Ok(Header { size: (width, height), frames, depth, flags, speed, transparent, colors, grid })
    }

    /// Takes a frame from the front of what follows: how long it is shown, and its chunks.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged).
    pub(super) fn frame<'a>(&self, file: &mut Bytes<'a>) -> Result<(u32, Chunks<'a>)> {
        let len = file.long()?;
        let mut frame =
            Bytes(file.take((len as usize).checked_sub(4).ok_or_else(|| damaged("a frame is too short"))?)?);
        if frame.word()? != FRAME_MAGIC {
            return Err(damaged("a frame does not begin like one"));
        }
        let (old, duration) = (frame.word()?, frame.word()?);
        frame.take(2)?;
        let count = match frame.long()? {
            0 => old.into(),
            count => count,
        };
        let shown = [duration.into(), self.speed.into()].into_iter().find(|time| *time > 0);
        Ok((shown.unwrap_or(DURATION), Chunks { bytes: frame, left: count }))
    }
}

/// The chunks of a frame.
#[derive(Debug)]
pub(super) struct Chunks<'a> {
    bytes: Bytes<'a>,
    /// Number of chunks that are left.
    left: u32,
}

impl<'a> Chunks<'a> {
    /// Takes the next chunk: its kind, its contents, and all of its bytes.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged).
    pub(super) fn take(&mut self) -> Result<Option<(u16, Bytes<'a>, &'a [u8])>> {
        let Some(left) = self.left.checked_sub(1) else { return Ok(None) };
        self.left = left;
        // The size counts its own four bytes and the two of the kind.
        let whole = self.bytes.0;
        let (len, kind) = (self.bytes.long()?, self.bytes.word()?);
        let len = (len as usize).checked_sub(6).ok_or_else(|| damaged("a chunk is too short"))?;
        let contents = self.bytes.take(len)?;
        Ok(Some((kind, Bytes(contents), whole.get(..len + 6).unwrap_or_default())))
    }
}
