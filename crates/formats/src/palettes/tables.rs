//! Palettes as tables of bytes: the RIFF `.pal` of Windows and the `.act` of Photoshop.
//!
//! A RIFF file is a list of chunks, of which `data` holds a version, the number of colours, and red, green, blue and flags
//! for each (Microsoft's "Multimedia Programming Interface and Data Specifications 1.0", and
//! `LOGPALETTE`). The flags aren't alpha. A colour table of Photoshop has no signature: it is 768 bytes of red, green and
//! blue, with or without the number of colours and the index of the transparent one behind them
//! (Adobe's "Photoshop File Formats Specification"). Some programs write a colour more, which nobody counts.
//!
//! Invariant: lengths in a file are only ever compared with what is there.
//!
//! ```
//! use undoodle_formats::{color::Color, palettes};
//! let colors = [Color::ADDED, Color::TRANSPARENT];
//! let table = palettes::named("act")?;
//! let bytes = (table.write)(&colors, "");
//! assert_eq!((bytes.len(), palettes::open(&bytes)?.1.colors), (772, colors.to_vec()));
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::gathered::Gathered;
use super::{PaletteFormat, ReadPalette, loses_alpha, transparency};
use crate::color::Color;
use crate::error::{Error, Message, Result};
use crate::parts::counted;

pub(super) const RIFF: PaletteFormat = PaletteFormat {
    id: "riff-pal",
    label: "RIFF palette",
    mime: "application/octet-stream",
    endings: &["pal"],
    is: |bytes| bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"PAL "),
    read: read_riff,
    write: write_riff,
    loses: loses_alpha,
};

pub(super) const COLOR_TABLE: PaletteFormat = PaletteFormat {
    id: "act",
    label: "Adobe colour table",
    mime: "application/octet-stream",
    endings: &["act"],
    is: |bytes| matches!(bytes.len(), TABLE | ONE_MORE | WITH_COUNT),
    read: read_table,
    write: write_table,
    loses: table_loses,
};

/// Number of colours in a colour table, used or not.
const ENTRIES: usize = 256;

/// Number of bytes of a colour table.
const TABLE: usize = 3 * ENTRIES;

/// Number of bytes of a colour table as programs write it that count to 256 from 0.
const ONE_MORE: usize = TABLE + 3;

/// Number of bytes of a colour table with the number of colours and the transparent index.
const WITH_COUNT: usize = TABLE + 4;

/// The transparent index of a colour table in which all colours are opaque.
const OPAQUE: u16 = u16::MAX;

fn damaged<T>(format: &'static str, why: &'static str) -> Result<T> {
    Err(Error::Damaged { format, why })
}

/// Returns the contents of the chunk with a name, among the chunks of a RIFF file.
fn chunk<'a>(mut chunks: &'a [u8], name: &[u8; 4]) -> Option<&'a [u8]> {
    while let Some((head, rest)) = chunks.split_first_chunk::<8>() {
        let [id @ .., a, b, c, d] = head;
        let size = u32::from_le_bytes([*a, *b, *c, *d]) as usize;
        if id == name {
            return rest.get(..size);
        }
        // Chunks begin at even places.
        chunks = rest.get(size.checked_next_multiple_of(2)?..)?;
    }
    None
}

fn read_riff(bytes: &[u8]) -> Result<ReadPalette> {
    let label = RIFF.label;
    let Some(data) = chunk(bytes.get(12..).unwrap_or_default(), b"data") else {
        return damaged(label, "its colours are missing or cut off");
    };
    let Some(([_, version, low, high], entries)) = data.split_first_chunk::<4>() else {
        return damaged(label, "its colours are cut off");
    };
    if *version != 3 {
        return damaged(label, "its version is not 3.0");
    }
    let Some(entries) = entries.get(..4 * usize::from(u16::from_le_bytes([*low, *high]))) else {
        return damaged(label, "it has fewer colours than it says");
    };
    let mut gathered = Gathered::default();
    for entry in entries.chunks_exact(4) {
        if let [r, g, b, _flags] = *entry {
            gathered.push(Color::rgba(r, g, b, 255), "");
        }
    }
    gathered.finish(label)
}

fn write_riff(colors: &[Color], _: &str) -> Vec<u8> {
    let colors = &colors[..colors.len().min(u16::MAX as usize)];
    let size = 4 + 4 * colors.len() as u32;
    let mut bytes = b"RIFF".to_vec();
    bytes.extend((4 + 8 + size).to_le_bytes());
    bytes.extend(b"PAL data");
    bytes.extend(size.to_le_bytes());
    bytes.extend([0, 3]);
    bytes.extend((colors.len() as u16).to_le_bytes());
    for Color { bytes: [r, g, b, _] } in colors {
        bytes.extend([*r, *g, *b, 0]);
    }
    bytes
}

/// Returns how many colours of a table without a number of colours are meant: programs fill the table with black.
/// One black entry remains if no other colour is black.
fn meant(colors: &[Color]) -> usize {
    let used = colors.iter().rposition(|color| *color != Color::BLACK).map_or(0, |last| last + 1);
    let black = colors[..used].contains(&Color::BLACK);
    if black { used } else { colors.len().min(used + 1) }
}

fn read_table(bytes: &[u8]) -> Result<ReadPalette> {
    let label = COLOR_TABLE.label;
    let mut colors: Vec<_> = bytes
        .get(..TABLE)
        .unwrap_or_default()
        .chunks_exact(3)
        .filter_map(|entry| if let [r, g, b] = *entry { Some(Color::rgba(r, g, b, 255)) } else { None })
        .collect();
    let mut gathered = Gathered::default();
    match bytes.get(TABLE..) {
        Some([a, b, c, d]) => {
            let (count, index) = (u16::from_be_bytes([*a, *b]), u16::from_be_bytes([*c, *d]));
            if usize::from(count) > ENTRIES {
                return damaged(label, "it says that it has more than 256 colours");
            }
            colors.truncate(usize::from(count));
            match colors.get_mut(usize::from(index)) {
                // Aseprite marks the first colour in every file, which is most often an opaque black.
                Some(_) if index == 0 => {
                    gathered.notes.push("that the first colour is transparent was left out".into());
                }
                Some(color) => color.bytes[3] = 0,
                None => {}
            }
        }
        more => {
            if let Some([r, g, b]) = more.filter(|more| more.iter().any(|part| *part > 0)) {
                colors.push(Color::rgba(*r, *g, *b, 255));
            }
            let (used, all) = (meant(&colors), colors.len());
            colors.truncate(used);
            let code = "{n} colour of black at its end was left out \
                        | {n} colours of black at its end were left out";
            gathered.notes.extend(counted((all - used) as u32, code));
        }
    }
    colors.into_iter().for_each(|color| gathered.push(color, ""));
    gathered.finish(label)
}

/// Returns the index of the one colour that a table can mark as transparent.
fn marked(colors: &[Color]) -> Option<usize> {
    colors.iter().take(ENTRIES).position(|color| color.is_transparent())
}

fn write_table(colors: &[Color], _: &str) -> Vec<u8> {
    let colors = &colors[..colors.len().min(ENTRIES)];
    let mut bytes: Vec<u8> = colors.iter().flat_map(|color| color.bytes.into_iter().take(3)).collect();
    bytes.resize(TABLE, 0);
    bytes.extend((colors.len() as u16).to_be_bytes());
    bytes.extend(marked(colors).map_or(OPAQUE, |index| index as u16).to_be_bytes());
    bytes
}

fn table_loses(colors: &[Color]) -> Vec<Message> {
    // The first colour can be marked, but a mark there is not trusted when it is read.
    let kept = usize::from(marked(colors).is_some_and(|index| index > 0));
    let mut lost = transparency(colors.iter().filter(|color| color.bytes[3] < 255).count() - kept);
    let past = colors.len().saturating_sub(ENTRIES) as u32;
    lost.extend(
        counted(
            past,
            "{n} colour past {max} \
         | {n} colours past {max}",
        )
        .map(|past| past.with(ENTRIES)),
    );
    lost
}
