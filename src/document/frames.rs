//! Frames: their order, how long each is shown, and tags over runs of them.
//!
//! A frame's record has a slot: the number under which each layer keeps its cel. So
//! moving a frame moves four bytes, and a cel is found without searching. Tags name
//! runs of frames by their places; they follow when frames come, go or move.
//!
//! ```
//! use undoodle::{color::Color, document::{Document, Direction, Tag}};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.duplicate_frame(0)?;
//! document.add_tag(&Tag { name: "walk".into(), from: 0, to: 1, direction: Direction::PingPong })?;
//! document.commit("Tag", Color::ADDED, 0)?;
//! assert_eq!((document.frames(), document.duration(1)?), (2, 100));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::{Door, address, put, read, shift};
use super::info::{MAX_FRAMES, MAX_TAGS, change, info};
use super::layers::{clear_cel, field, text};
use super::{Cel, Document};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use bytemuck::{Pod, Zeroable};

/// The most bytes of a tag's name.
pub const MAX_TAG_NAME: usize = 32;

/// A frame's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct Record {
    /// Where layers keep its cels.
    slot: u16,
    /// How long it is shown.
    milliseconds: u16,
}

/// In which order a tag's frames are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Direction {
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

impl Direction {
    /// All of them.
    pub const ALL: [Direction; 4] =
        [Direction::Forward, Direction::Reverse, Direction::PingPong, Direction::PingPongReverse];

    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Direction::Forward => "forward",
            Direction::Reverse => "reverse",
            Direction::PingPong => "ping-pong",
            Direction::PingPongReverse => "ping-pong-reverse",
        }
    }

    /// The direction of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<Direction> {
        let expected = "forward, reverse, ping-pong or ping-pong-reverse";
        let found = Direction::ALL.into_iter().find(|direction| direction.id() == id);
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
    pub direction: Direction,
}

/// A tag's record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
struct TagRecord {
    name: [u8; MAX_TAG_NAME],
    from: u16,
    to: u16,
    direction: u32,
}

const TAG: u64 = std::mem::size_of::<TagRecord>() as u64;

fn place(memory: &Memory, frame: u32) -> u64 {
    address(info(memory).frame_page, u64::from(frame) * 4)
}

fn record(memory: &Memory, frame: u32) -> Record {
    read(memory, place(memory, frame))
}

fn put_record(door: &mut impl Door, frame: u32, record: Record) -> Result<()> {
    let at = place(door.arena(), frame);
    put(door, at, record)
}

/// Writes the first frame of a new document.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let page = super::space::allocate(door)?;
    change(door, |info| (info.frame_page, info.frames) = (page, 1))?;
    put_record(door, 0, Record { slot: 0, milliseconds: 100 })
}

/// Where layers keep a frame's cels.
pub(super) fn slot(memory: &Memory, frame: u32) -> u32 {
    record(memory, frame).slot.into()
}

/// That every slot is used once, and every tag lies within the frames.
pub(super) fn validate(memory: &Memory) -> std::result::Result<(), String> {
    let info = info(memory);
    let mut slots: Vec<_> = (0..info.frames).map(|frame| slot(memory, frame)).collect();
    slots.sort_unstable();
    slots.dedup();
    if slots.len() != info.frames as usize || slots.last() >= Some(&MAX_FRAMES) {
        return Err("a frame has a slot of its own".into());
    }
    for tag in 0..info.tags {
        let TagRecord { from, to, .. } = read(memory, address(info.tag_page, u64::from(tag) * TAG));
        if from > to || u32::from(to) >= info.frames {
            return Err("a tag lies within the frames".into());
        }
    }
    Ok(())
}

impl Document {
    /// The number of frames, at least 1.
    pub fn frames(&self) -> u32 {
        self.info().frames
    }

    pub(super) fn slot(&self, frame: u32) -> u32 {
        slot(self.memory(), frame)
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
        Ok(record(self.memory(), frame).milliseconds.into())
    }

    /// Sets how long a frame is shown.
    ///
    /// # Errors
    /// Outside `1..=65535` milliseconds, or when there is no such frame.
    pub fn set_duration(&mut self, frame: u32, milliseconds: u32) -> Result<()> {
        self.has_frame(frame)?;
        in_range("frame duration", milliseconds.into(), 1, u16::MAX.into())?;
        let slot = record(self.memory(), frame).slot;
        put_record(&mut self.store, frame, Record { slot, milliseconds: milliseconds as u16 })
    }

    /// Puts an empty frame at a place, shown as long as the one before it.
    ///
    /// # Errors
    /// Beyond [`MAX_FRAMES`], or when memory can't be had.
    pub fn add_frame(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let frames = self.frames();
        in_range("number of frames", i64::from(frames) + 1, 1, MAX_FRAMES.into())?;
        in_range("frame", at.into(), 0, frames.into())?;
        let mut used = [false; MAX_FRAMES as usize];
        (0..frames).for_each(|frame| used[self.slot(frame) as usize % MAX_FRAMES as usize] = true);
        let slot = used.iter().position(|used| !used).unwrap_or(0) as u16;
        let milliseconds = record(self.memory(), at.saturating_sub(1)).milliseconds;
        for frame in (at..frames).rev() {
            let moved = record(self.memory(), frame);
            put_record(&mut self.store, frame + 1, moved)?;
        }
        put_record(&mut self.store, at, Record { slot, milliseconds })?;
        change(&mut self.store, |info| info.frames += 1)?;
        // A frame that comes within a tag belongs to it.
        self.change_tags(|tag| {
            if at <= tag.from.into() {
                tag.from += 1;
            }
            if at <= tag.to.into() {
                tag.to += 1;
            }
            true
        })
    }

    /// Puts a copy of a frame behind it.
    ///
    /// # Errors
    /// As [`add_frame`](Document::add_frame).
    pub fn duplicate_frame(&mut self, frame: u32) -> Result<()> {
        self.has_frame(frame)?;
        let milliseconds = self.duration(frame)?;
        self.add_frame(frame + 1)?;
        self.set_duration(frame + 1, milliseconds)?;
        let (from, to) = (self.slot(frame), self.slot(frame + 1));
        for layer in 0..self.layers() {
            self.copy_plane((layer, from), (layer, to))?;
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
        let frames = self.frames();
        in_range("number of frames", i64::from(frames) - 1, 1, MAX_FRAMES.into())?;
        self.cover_frame(frame);
        let slot = self.slot(frame);
        for layer in 0..self.layers() {
            clear_cel(&mut self.store, layer, slot)?;
        }
        for behind in frame + 1..frames {
            let moved = record(self.memory(), behind);
            put_record(&mut self.store, behind - 1, moved)?;
        }
        put_record(&mut self.store, frames - 1, Record::zeroed())?;
        change(&mut self.store, |info| info.frames -= 1)?;
        self.change_tags(|tag| {
            let only = tag.from == tag.to && u32::from(tag.from) == frame;
            if frame < tag.from.into() {
                tag.from -= 1;
            }
            if frame <= tag.to.into() {
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
        shift(&mut self.store, from, to, record, put_record)?;
        // Every place in between shows another frame now.
        (from.min(to)..=from.max(to)).for_each(|frame| self.cover_frame(frame));
        Ok(())
    }

    /// Says that the action changed a frame.
    fn cover_frame(&mut self, frame: u32) {
        for layer in 0..self.layers() {
            let around = self.cel_bounds(Cel { layer, frame });
            self.cover(around);
        }
    }

    /// All tags, in the order in which they were added.
    pub fn tags(&self) -> Vec<Tag> {
        let info = self.info();
        let tag = |i| {
            let TagRecord { name, from, to, direction } =
                read(self.memory(), address(info.tag_page, u64::from(i) * TAG));
            let direction = Direction::ALL.get(direction as usize).copied().unwrap_or_default();
            Tag { name: text(&name), from: from.into(), to: to.into(), direction }
        };
        (0..info.tags).map(tag).collect()
    }

    fn tag_record(&self, tag: &Tag) -> Result<TagRecord> {
        let name = field("bytes of the tag's name", &tag.name)?;
        let last = i64::from(self.frames()) - 1;
        in_range("tag's last frame", tag.to.into(), 0, last)?;
        in_range("tag's first frame", tag.from.into(), 0, tag.to.into())?;
        let direction = Direction::ALL.iter().position(|d| *d == tag.direction).unwrap_or(0) as u32;
        Ok(TagRecord { name, from: tag.from as u16, to: tag.to as u16, direction })
    }

    /// Adds a tag.
    ///
    /// # Errors
    /// Beyond [`MAX_TAGS`], when its frames are not there, or its name is empty or too long.
    pub fn add_tag(&mut self, tag: &Tag) -> Result<()> {
        let record = self.tag_record(tag)?;
        let tags = self.info().tags;
        in_range("number of tags", i64::from(tags) + 1, 1, MAX_TAGS.into())?;
        if self.info().tag_page == 0 {
            let page = super::space::allocate(&mut self.store)?;
            change(&mut self.store, |info| info.tag_page = page)?;
        }
        let at = address(self.info().tag_page, u64::from(tags) * TAG);
        put(&mut self.store, at, record)?;
        change(&mut self.store, |info| info.tags += 1)
    }

    /// Replaces a tag by another.
    ///
    /// # Errors
    /// When there is none, or as [`add_tag`](Document::add_tag).
    pub fn set_tag(&mut self, index: u32, tag: &Tag) -> Result<()> {
        let record = self.tag_record(tag)?;
        in_range("tag", index.into(), 0, i64::from(self.info().tags) - 1)?;
        let at = address(self.info().tag_page, u64::from(index) * TAG);
        put(&mut self.store, at, record)
    }

    /// Takes a tag away; its frames stay.
    ///
    /// # Errors
    /// When there is none.
    pub fn remove_tag(&mut self, index: u32) -> Result<()> {
        in_range("tag", index.into(), 0, i64::from(self.info().tags) - 1)?;
        let mut at = 0;
        self.change_tags(|_| {
            at += 1;
            at - 1 != index
        })
    }

    /// Changes every tag, and keeps those for which the function says so.
    fn change_tags(&mut self, mut keep: impl FnMut(&mut TagRecord) -> bool) -> Result<()> {
        let info = self.info();
        let at = |i: u32| address(info.tag_page, u64::from(i) * TAG);
        let mut kept = 0;
        for i in 0..info.tags {
            let mut tag: TagRecord = read(self.memory(), at(i));
            if keep(&mut tag) {
                put(&mut self.store, at(kept), tag)?;
                kept += 1;
            }
        }
        for i in kept..info.tags {
            put(&mut self.store, at(i), TagRecord::zeroed())?;
        }
        change(&mut self.store, |info| info.tags = kept)
    }
}
