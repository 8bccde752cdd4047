//! Frames: their order, how long each is shown, and tags over runs of them.
//!
//! A frame's id names the planes of its cels. So moving a frame moves its id in the list
//! of frames, and a cel is found without searching. Tags name runs of frames by their
//! places; they follow when frames come, go or move.
//!
//! ```
//! use undoodle::{color::Color, document::{Document, Tag, TagDirection}};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.duplicate_frame(0)?;
//! document.add_tag(&Tag { name: "walk".into(), from: 0, to: 1, direction: TagDirection::PingPong })?;
//! document.commit("Tag", Color::ADDED, 0)?;
//! assert_eq!((document.frames(), document.duration(1)?), (2, 100));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::Door;
use super::info::cel_plane;
use super::layers::{field, text};
use super::plane::Plane;
use super::records::{FRAME, LAYER, TAG, put, set_field, view};
use super::{Cel, Drawing};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use bytemuck::{Pod, Zeroable};

/// The most bytes of a tag's name.
pub const MAX_TAG_NAME: usize = 32;

/// A frame's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Record {
    /// Display time, in milliseconds.
    pub(super) milliseconds: u32,
    pub(super) rest: [u32; 3],
}

/// In which order a tag's frames are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum TagDirection {
    /// From the first to the last.
    #[default]
    Forward,
    /// From the last to the first.
    Reverse,
    /// Forth and back.
    PingPong,
    /// Back and forth.
    PingPongReverse,
}

impl TagDirection {
    /// All of them.
    pub const ALL: [TagDirection; 4] =
        [TagDirection::Forward, TagDirection::Reverse, TagDirection::PingPong, TagDirection::PingPongReverse];

    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            TagDirection::Forward => "forward",
            TagDirection::Reverse => "reverse",
            TagDirection::PingPong => "ping-pong",
            TagDirection::PingPongReverse => "ping-pong-reverse",
        }
    }

    /// The direction of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<TagDirection> {
        let expected = "forward, reverse, ping-pong or ping-pong-reverse";
        let found = TagDirection::ALL.into_iter().find(|direction| direction.id() == id);
        found.ok_or_else(|| Error::unknown("direction", id, expected))
    }
}

/// A name for a run of frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name, at most [`MAX_TAG_NAME`] bytes.
    pub name: String,
    /// Its first frame.
    pub from: u32,
    /// Its last frame, not before the first.
    pub to: u32,
    /// The order in which they are shown.
    pub direction: TagDirection,
}

/// A tag's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct TagRecord {
    pub(super) name: [u8; MAX_TAG_NAME],
    /// Its first and its last frame, by their places.
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) direction: u32,
    pub(super) rest: [u32; 5],
}

/// Returns the record of a frame by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, FRAME.address(id))
}

/// Returns the record of a tag by its id.
pub(super) fn tag_record(memory: &Memory, id: u16) -> &TagRecord {
    view(memory, TAG.address(id))
}

/// Writes the first frame of a new document.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let id = FRAME.give(door, 0)?;
    put(door, FRAME.address(id), Record { milliseconds: 100, ..Record::zeroed() })?;
    FRAME.insert(door, 0, id)
}

impl<D: Door> Drawing<D> {
    /// The number of frames, at least 1.
    pub fn frames(&self) -> u32 {
        FRAME.count(self.memory())
    }

    fn has_frame(&self, frame: u32) -> Result<()> {
        in_range("frame", frame.into(), 0, i64::from(self.frames()) - 1)
    }

    /// How long a frame is shown, in milliseconds.
    ///
    /// # Errors
    /// When there is no such frame.
    pub fn duration(&self, frame: u32) -> Result<u32> {
        self.has_frame(frame)?;
        Ok(record(self.memory(), self.frame_id(frame).unwrap_or(0)).milliseconds)
    }

    /// Sets how long a frame is shown.
    ///
    /// # Errors
    /// Outside `1..=65535` milliseconds, or when there is no such frame.
    pub fn set_duration(&mut self, frame: u32, milliseconds: u32) -> Result<()> {
        self.has_frame(frame)?;
        in_range("frame duration", milliseconds.into(), 1, u16::MAX.into())?;
        let at = FRAME.address(self.frame_id(frame).unwrap_or(0));
        set_field!(&mut self.door, Record, at, milliseconds = milliseconds)
    }

    /// Puts an empty frame at a place, shown as long as the one before it.
    ///
    /// # Errors
    /// Beyond [`MAX_FRAMES`](super::MAX_FRAMES), or when memory can't be had.
    pub fn add_frame(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let frames = self.frames();
        in_range("number of frames", i64::from(frames) + 1, 1, FRAME.most.into())?;
        in_range("frame", at.into(), 0, frames.into())?;
        let milliseconds = self.duration(at.saturating_sub(1))?;
        let id = self.give(&FRAME)?;
        put(&mut self.door, FRAME.address(id), Record { milliseconds, ..Record::zeroed() })?;
        FRAME.insert(&mut self.door, at, id)?;
        // A frame that comes within a tag belongs to it.
        self.change_tags(|tag| {
            if at <= tag.from {
                tag.from += 1;
            }
            if at <= tag.to {
                tag.to += 1;
            }
            true
        })
    }

    /// Puts a copy of a frame behind it.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame).
    pub fn duplicate_frame(&mut self, frame: u32) -> Result<()> {
        self.has_frame(frame)?;
        let milliseconds = self.duration(frame)?;
        self.add_frame(frame + 1)?;
        self.set_duration(frame + 1, milliseconds)?;
        for layer in 0..self.layers() {
            self.copy_cel(Cel { layer, frame }, Cel { layer, frame: frame + 1 })?;
        }
        self.cover_frame(frame);
        Ok(())
    }

    /// Takes a frame away.
    ///
    /// # Errors
    /// When it is the last one, or memory can't be had.
    pub fn remove_frame(&mut self, frame: u32) -> Result<()> {
        self.land()?;
        self.has_frame(frame)?;
        in_range("number of frames", i64::from(self.frames()) - 1, 1, FRAME.most.into())?;
        self.cover_frame(frame);
        let id = self.frame_id(frame).unwrap_or(0);
        for layer in LAYER.ids(self.memory()).to_vec() {
            Plane::new(&mut self.door, cel_plane(layer, id)).clear()?;
        }
        FRAME.remove(&mut self.door, frame)?;
        self.change_tags(|tag| {
            let only = tag.from == tag.to && tag.from == frame;
            if frame < tag.from {
                tag.from -= 1;
            }
            if frame <= tag.to {
                tag.to = tag.to.saturating_sub(1);
            }
            !only
        })
    }

    /// Moves a frame to another place; tags stay where they are.
    ///
    /// # Errors
    /// When either is no place.
    pub fn move_frame(&mut self, from: u32, to: u32) -> Result<()> {
        self.land()?;
        self.has_frame(from)?;
        self.has_frame(to)?;
        FRAME.shift(&mut self.door, from, to)?;
        // Every place in between shows another frame now.
        (from.min(to)..=from.max(to)).for_each(|frame| self.cover_frame(frame));
        Ok(())
    }

    /// Says that the action changed a frame.
    fn cover_frame(&mut self, frame: u32) {
        for layer in 0..self.layers() {
            let around = self.cel_bounds(Cel { layer, frame });
            self.mark_dirty(around);
        }
    }

    /// All tags, in the order in which they were added.
    pub fn tags(&self) -> Vec<Tag> {
        let tag = |id: &u16| {
            let TagRecord { name, from, to, direction, .. } = tag_record(self.memory(), *id);
            let direction = TagDirection::ALL.get(*direction as usize).copied().unwrap_or_default();
            Tag { name: text(name), from: *from, to: *to, direction }
        };
        TAG.ids(self.memory()).iter().map(tag).collect()
    }

    fn tag_record(&self, tag: &Tag) -> Result<TagRecord> {
        let name = field("bytes of the tag's name", &tag.name)?;
        let last = i64::from(self.frames()) - 1;
        in_range("tag's last frame", tag.to.into(), 0, last)?;
        in_range("tag's first frame", tag.from.into(), 0, tag.to.into())?;
        let direction = TagDirection::ALL.iter().position(|d| *d == tag.direction).unwrap_or(0) as u32;
        Ok(TagRecord { name, from: tag.from, to: tag.to, direction, rest: [0; 5] })
    }

    /// Adds a tag.
    ///
    /// # Errors
    /// Beyond [`MAX_TAGS`](super::MAX_TAGS), when its frames are not there, or its name is empty or too long.
    pub fn add_tag(&mut self, tag: &Tag) -> Result<()> {
        let record = self.tag_record(tag)?;
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

    /// Replaces a tag by another.
    ///
    /// # Errors
    /// When there is none, or as [`add_tag`](Drawing::add_tag).
    pub fn set_tag(&mut self, index: u32, tag: &Tag) -> Result<()> {
        let record = self.tag_record(tag)?;
        let id = self.tag_id(index)?;
        self.put_tag(id, &record)
    }

    /// Writes the fields of a tag that differ.
    fn put_tag(&mut self, id: u16, new: &TagRecord) -> Result<()> {
        let (at, old) = (TAG.address(id), *tag_record(self.memory(), id));
        if old.name != new.name {
            set_field!(&mut self.door, TagRecord, at, name = new.name)?;
        }
        if old.from != new.from {
            set_field!(&mut self.door, TagRecord, at, from = new.from)?;
        }
        if old.to != new.to {
            set_field!(&mut self.door, TagRecord, at, to = new.to)?;
        }
        if old.direction != new.direction {
            set_field!(&mut self.door, TagRecord, at, direction = new.direction)?;
        }
        Ok(())
    }

    /// Takes a tag away; its frames stay.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_tag(&mut self, index: u32) -> Result<()> {
        self.tag_id(index)?;
        TAG.remove(&mut self.door, index)
    }

    /// Changes every tag, and removes those for which the function returns `false`.
    fn change_tags(&mut self, mut keep: impl FnMut(&mut TagRecord) -> bool) -> Result<()> {
        for (i, id) in TAG.ids(self.memory()).to_vec().into_iter().enumerate().rev() {
            let mut tag = *tag_record(self.memory(), id);
            if keep(&mut tag) {
                self.put_tag(id, &tag)?;
            } else {
                TAG.remove(&mut self.door, i as u32)?;
            }
        }
        Ok(())
    }
}
