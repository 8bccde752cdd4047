//! Tags of an Aseprite file: names for runs of frames, in the four directions that are known here.

use super::bytes::{Bytes, plain};
use super::notes::{Note, Notes};
use crate::document::{MAX_TAG_NAME, MAX_TAGS, Tag, TagDirection};
use crate::error::Result;

/// Reads a chunk of tags.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if the chunk is cut short.
pub(super) fn read(mut chunk: Bytes<'_>, frames: u32, tags: &mut Vec<Tag>, notes: &mut Notes) -> Result<()> {
    let count = chunk.word()?;
    chunk.take(8)?;
    for _ in 0..count {
        let (from, to) = (u32::from(chunk.word()?), u32::from(chunk.word()?));
        let direction = chunk.byte()?;
        notes.note(Note::Repeat, chunk.word()? != 0);
        chunk.take(6)?;
        // Old files have the colour here, and today's have it in user data as well.
        chunk.take(4)?;
        let name = chunk.text()?;
        if from > to || to >= frames {
            notes.add(Note::StrayTag, 1);
        } else if tags.len() >= MAX_TAGS as usize {
            notes.add(Note::ManyTags, 1);
        } else {
            let (mut name, cut) = plain(&name, MAX_TAG_NAME);
            notes.note(Note::Name, cut);
            if name.is_empty() {
                name = format!("Tag {}", tags.len() + 1);
            }
            let direction = TagDirection::ALL.get(usize::from(direction)).copied().unwrap_or_default();
            tags.push(Tag { name, from, to, direction });
        }
    }
    Ok(())
}
