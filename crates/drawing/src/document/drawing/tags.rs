//! Tags: names for runs of frames, which say how they are played.
//!
//! A tag names its frames by their places, not by their ids: "from the second to the
//! fourth". So it follows when frames come or go before it, and stays where it is when
//! frames are moved.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Document, Tag, TagDirection}};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.duplicate_frame(0)?;
//! document.add_tag(&Tag::new("walk", 0, 1, TagDirection::PingPong))?;
//! document.add_frame(0)?;
//! document.commit("Tag", Color::ADDED, 0)?;
//! assert_eq!((document.tags()[0].from, document.tags()[0].to), (1, 2));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::property::{Choice, Codec, Label, Short, Text, Whole, properties};
use super::records::{TAG, place_at, put, view};
use crate::color::Color;
use crate::error::{Error, Message, Result, in_range};
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Maximum number of bytes of a tag's name.
pub const MAX_TAG_NAME: usize = 32;

/// Maximum number of bytes of a tag's text.
pub const MAX_TAG_TEXT: usize = 64;

crate::named! {
    /// Order in which a tag's frames are played.
    #[derive(Default, Hash)]
    pub enum TagDirection, "direction" {
        /// Plays from the first frame to the last.
        #[default]
        Forward = "forward", "Forward";
        /// Plays from the last frame to the first.
        Reverse = "reverse", "Reverse";
        /// Plays forward, then backward.
        PingPong = "ping-pong", "Ping-pong";
        /// Plays backward, then forward.
        PingPongReverse = "ping-pong-reverse", "Ping-pong reverse";
    }
}

impl TagDirection {
    /// Returns the frames of a run in the order in which they are played. The frames where the direction turns are there
    /// once.
    ///
    /// ```
    /// # use undoodle_drawing::document::TagDirection;
    /// assert_eq!(TagDirection::PingPong.played(2, 5), [2, 3, 4, 5, 4, 3]);
    /// ```
    pub fn played(self, from: u32, to: u32) -> Vec<u32> {
        let (up, inner) = (from..=to, from + 1..to.max(from + 1));
        match self {
            TagDirection::Forward => up.collect(),
            TagDirection::Reverse => up.rev().collect(),
            TagDirection::PingPong => up.chain(inner.rev()).collect(),
            TagDirection::PingPongReverse => up.rev().chain(inner).collect(),
        }
    }
}

/// An opaque colour, or none. Black is none, as it is what Aseprite gives to every tag.
pub(super) struct Mark;

impl Codec for Mark {
    type Value = Color;
    type Bytes = Color;

    fn decode(bytes: &Color) -> Color {
        marking(*bytes)
    }

    fn encode(_label: Label, value: &Color) -> Result<Color> {
        Ok(marking(*value))
    }

    fn told(bytes: &Color) -> Message {
        let color = marking(*bytes);
        if color == Color::TRANSPARENT { "none".into() } else { color.to_string().into() }
    }

    fn unusual() -> Vec<Color> {
        [[1, 2, 3, 255], [255; 4], [255, 0, 0, 255], [0; 4]].map(|bytes| Color { bytes }).into()
    }
}

/// Returns the colour of a tag that is given a colour: opaque, or transparent where it is none.
pub fn marking(color: Color) -> Color {
    match color.bytes {
        [0, 0, 0, _] | [_, _, _, 0] => Color::TRANSPARENT,
        [r, g, b, _] => Color::rgba(r, g, b, 255),
    }
}

properties! {
    /// A name for a run of frames.
    "tag" Tag, kept in 128 bytes:
    /// Its name: 1 to [`MAX_TAG_NAME`] bytes.
    name: String as Text<1, MAX_TAG_NAME>,
    /// Its first frame, counted from 0.
    from: u32 as Whole<0, { u32::MAX }>,
    /// Its last frame, not before the first.
    to: u32 as Whole<0, { u32::MAX }>,
    /// The order in which its frames are played.
    direction: TagDirection as Choice<TagDirection>,
    /// The colour that it has in lists: an opaque one, or [`Color::TRANSPARENT`] for none.
    color: Color as Mark,
    /// How often it is played before the frames behind it, or 0 for over and over. Forward and backward are two times.
    repeat: u16 as Short,
    /// A text for programs: at most [`MAX_TAG_TEXT`] bytes, or empty.
    text: String as Text<0, MAX_TAG_TEXT>,
}

impl Tag {
    /// Returns a tag without a colour and a text, which is played over and over.
    pub fn new(name: impl Into<String>, from: u32, to: u32, direction: TagDirection) -> Tag {
        let (name, text) = (name.into(), String::new());
        Tag { name, from, to, direction, color: Color::TRANSPARENT, repeat: 0, text }
    }
}

// No picture asks for what is seen of a tag.
const _: fn(&Record) -> Seen = Record::seen;
const _: () = assert!(size_of::<Seen>() == 0, "no property of a tag may show");

/// Addresses of a tag's first frame in its record.
pub(super) const FROM: Range<u64> = place_at(offset_of!(Record, from));

/// Addresses of a tag's last frame in its record.
pub(super) const TO: Range<u64> = place_at(offset_of!(Record, to));

/// Returns the record of a tag by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, TAG.address(id))
}

impl<D: Door> Drawing<D> {
    /// Returns all tags, in the order in which they were added.
    pub fn tags(&self) -> Vec<Tag> {
        TAG.ids(self.memory()).iter().map(|id| record(self.memory(), *id).decode()).collect()
    }

    /// Returns the ids of all tags, in the same order. A tag keeps its id as long as it exists.
    pub fn tag_ids(&self) -> &[u16] {
        TAG.ids(self.memory())
    }

    /// Checks that a tag's frames exist, and returns its record.
    fn encode_tag(&self, tag: &Tag) -> Result<Record> {
        let (first, last, frames) = (tag.from, tag.to, self.frames());
        if first > last || last >= frames {
            return Err(Error::TagFrames { first, last, frames });
        }
        Record::encode(tag)
    }

    /// Adds a tag.
    ///
    /// # Errors
    /// Returns [`Error::TagFrames`] when its frames do not exist, and [`Error::Range`] beyond
    /// [`MAX_TAGS`](super::MAX_TAGS) or when its name is empty or too long.
    pub fn add_tag(&mut self, tag: &Tag) -> Result<()> {
        let record = self.encode_tag(tag)?;
        let tags = TAG.count(self.memory());
        in_range("number of tags", i64::from(tags) + 1, 1, TAG.most.into())?;
        let id = self.give(&TAG)?;
        put(&mut self.door, TAG.address(id), record)?;
        TAG.insert(&mut self.door, tags, id)
    }

    /// Returns the id of a tag.
    fn tag_id(&self, index: u32) -> Result<u16> {
        let last = i64::from(TAG.count(self.memory())) - 1;
        in_range("tag", index.into(), 0, last)?;
        Ok(TAG.id(self.memory(), index).unwrap_or(0))
    }

    /// Replaces the properties of a tag.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such tag, or what [`add_tag`](Drawing::add_tag) returns.
    pub fn set_tag(&mut self, index: u32, tag: &Tag) -> Result<()> {
        let record = self.encode_tag(tag)?;
        let id = self.tag_id(index)?;
        Record::change(&mut self.door, TAG.address(id), &record)
    }

    /// Removes a tag and keeps its frames.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such tag.
    pub fn remove_tag(&mut self, index: u32) -> Result<()> {
        self.tag_id(index)?;
        TAG.remove(&mut self.door, index)
    }

    /// Changes every tag, and removes those for which the function returns `false`.
    pub(super) fn change_tags(&mut self, mut keep: impl FnMut(&mut Tag) -> bool) -> Result<()> {
        for (i, id) in TAG.ids(self.memory()).to_vec().into_iter().enumerate().rev() {
            let mut tag = record(self.memory(), id).decode();
            if keep(&mut tag) {
                Record::change(&mut self.door, TAG.address(id), &Record::encode(&tag)?)?;
            } else {
                TAG.remove(&mut self.door, i as u32)?;
            }
        }
        Ok(())
    }
}
