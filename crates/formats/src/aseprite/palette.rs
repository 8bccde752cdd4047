//! Palettes: one for each frame that changes it, in three kinds of chunks.
//!
//! Today's chunk has colours with alpha. The two old ones have none, and count only in files
//! without today's chunk: Aseprite once wrote both for old readers, and now writes only the old one
//! if it has room for the colours. So both kinds are kept until the whole file was read.

use super::bytes::Bytes;
use super::notes::{Note, Notes};
use crate::color::Color;
use crate::document::MAX_COLORS;
use crate::error::Result;
use std::collections::BTreeMap;

/// Colours of a palette, and how many there would be without the limit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Palette {
    pub(super) colors: Vec<Color>,
    size: u32,
    /// Names of colours, by their numbers.
    pub(super) names: BTreeMap<u32, Vec<u8>>,
}

impl Palette {
    /// Sets a colour, with black before it where there is none.
    fn set(&mut self, index: u32, color: Color) {
        self.size = self.size.max(index.saturating_add(1));
        if index < MAX_COLORS {
            self.resize(self.colors.len().max(index as usize + 1));
            if let Some(known) = self.colors.get_mut(index as usize) {
                *known = color;
            }
        }
    }

    fn resize(&mut self, len: usize) {
        self.colors.resize(len.min(MAX_COLORS as usize), Color::BLACK);
    }
}

/// Palettes by the frames from which on they apply.
type Run = Vec<(u32, Palette)>;

/// Returns the palette of a frame, which begins as the one before it.
fn last(run: &mut Run, frame: u32) -> &mut Palette {
    if run.last().is_none_or(|(of, _)| *of != frame) {
        let before = run.last().map(|(_, palette)| palette.clone()).unwrap_or_default();
        run.push((frame, before));
    }
    // There is one: it was added if it was missing.
    let at = run.len() - 1;
    &mut run[at].1
}

/// All palettes of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Palettes {
    new: Run,
    old: Run,
}

impl Palettes {
    /// Begins with colours that no chunk has.
    pub(super) fn begin(&mut self, colors: Vec<Color>) {
        let size = colors.len() as u32;
        self.new.push((0, Palette { colors, size, names: BTreeMap::new() }));
    }

    /// Reads today's chunk.
    pub(super) fn read(&mut self, frame: u32, mut chunk: Bytes<'_>) -> Result<()> {
        let palette = last(&mut self.new, frame);
        let (size, from, to) = (chunk.long()?, chunk.long()?, chunk.long()?);
        chunk.take(8)?;
        if size > 0 {
            palette.size = size;
            palette.resize(size as usize);
        }
        for index in from..=to {
            let (flags, [r, g, b, a]) = (chunk.word()?, chunk.array()?);
            if flags & 1 != 0 {
                let len = chunk.word()?;
                palette.names.insert(index, chunk.take(len.into())?.to_vec());
            }
            palette.set(index, Color::rgba(r, g, b, a));
        }
        Ok(())
    }

    /// Reads an old chunk, whose channels have 8 bits, or 6 in the oldest one.
    pub(super) fn read_old(&mut self, frame: u32, oldest: bool, mut chunk: Bytes<'_>) -> Result<()> {
        let palette = last(&mut self.old, frame);
        let wide = |channel: u8| if oldest { channel << 2 | channel >> 4 & 3 } else { channel };
        let mut skipped = 0;
        for _ in 0..chunk.word()? {
            skipped += u32::from(chunk.byte()?);
            let count = match chunk.byte()? {
                0 => 256,
                count => count.into(),
            };
            for index in skipped..skipped + count {
                let [r, g, b] = chunk.array()?.map(wide);
                palette.set(index, Color::rgba(r, g, b, 255));
            }
        }
        Ok(())
    }

    /// Returns the palettes that count, by ascending frames, and notes what the drawing won't keep of them.
    pub(super) fn finish(self, notes: &mut Notes) -> Run {
        let mut run = if self.new.is_empty() { self.old } else { self.new };
        run.dedup_by(|later, before| (&later.1.colors, later.1.size) == (&before.1.colors, before.1.size));
        run.retain(|(_, palette)| !palette.colors.is_empty());
        notes.add(Note::Color, run.first().map_or(0, |(_, first)| first.size.saturating_sub(MAX_COLORS)));
        run
    }
}
