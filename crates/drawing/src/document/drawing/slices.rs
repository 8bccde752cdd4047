//! Slices: named rectangles of the canvas, for what reads the picture afterwards.
//!
//! Problem: a game needs to know where the face of a portrait is, which part of a button may be stretched, and around which
//! point a sword turns, and that may differ from frame to frame. Idea, as Aseprite's: a slice has a name, a colour and a text, and [keys](super::slicekeys),
//! each of which says where it lies from its frame on. It changes no pixel.
//!
//! A key names its frame by the frame's place, as a tag does. It follows when frames come or go before it, and stays where it is when
//! frames are moved. What stands at the first frame stays there: it means "from the beginning".
//!
//! The invariant: a key is there as long as its slice. Of two keys at one frame, which come of two branches that are merged, the later
//! one counts.
//!
//! ```
//! use undoodle_drawing::document::{Drawing, Slice, SliceKey};
//! use undoodle_drawing::geometry::Rect;
//! let mut drawing = Drawing::new(32, 32)?;
//! drawing.add_frame(1)?;
//! let face = drawing.add_slice(&Slice::new("face"))?;
//! drawing.set_slice_key(&SliceKey::new(face, 0, Rect::new(4, 4, 8, 8)))?;
//! drawing.set_slice_key(&SliceKey::new(face, 1, Rect::new(5, 4, 8, 8)))?;
//! drawing.add_frame(1)?;
//! assert_eq!([0, 1, 2].map(|frame| drawing.slice_at(face, frame).map(|key| key.bounds.x)), [Some(4), Some(4), Some(5)]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::palette::Rgba;
use super::property::{Text, properties};
use super::records::{KEY, SLICE, put, view};
use super::slicekeys::{self, SliceKey};
use super::{Drawing, MAX_NAME, MAX_NOTE};
use crate::color::Color;
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::memory::Memory;
use std::collections::BTreeSet;

properties! {
    /// The properties of a slice.
    "slice" Slice, kept in 512 bytes:
    /// Its name: 1 to [`MAX_NAME`] bytes.
    name: String as Text<1, MAX_NAME>,
    /// The colour that it is drawn in, or a transparent one for the usual colour.
    color: Color as Rgba,
    /// A text for programs: at most [`MAX_NOTE`] bytes, or empty.
    text: String as Text<0, MAX_NOTE>,
}

impl Slice {
    /// Returns a slice without a colour and a text.
    pub fn new(name: impl Into<String>) -> Slice {
        Slice { name: name.into(), color: Color::TRANSPARENT, text: String::new() }
    }
}

// No picture asks for what is seen of a slice: it is drawn over all pictures.
const _: fn(&Record) -> Seen = Record::seen;
const _: () = assert!(size_of::<Seen>() == 0, "no property of a slice may show");

/// Returns the record of a slice by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, SLICE.address(id))
}

impl<D: Door> Drawing<D> {
    /// Returns the ids of all slices, in the order in which they were added. A slice keeps its id as long as it exists.
    pub fn slices(&self) -> &[u16] {
        SLICE.ids(self.memory())
    }

    /// Returns the properties of a slice by its id.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such slice.
    pub fn slice(&self, id: u16) -> Result<Slice> {
        self.slice_place(id)?;
        Ok(record(self.memory(), id).decode())
    }

    /// Returns a name for a new slice that no slice has yet, such as "Slice 2".
    pub fn free_slice_name(&self) -> String {
        let memory = self.memory();
        let names: BTreeSet<_> = self.slices().iter().map(|id| record(memory, *id).decode().name).collect();
        // Of one name more than there are slices, one is free.
        let numbers = 1..=names.len() + 1;
        numbers.map(|n| format!("Slice {n}")).find(|name| !names.contains(name)).unwrap_or_default()
    }

    fn slice_place(&self, id: u16) -> Result<u32> {
        let place = SLICE.index(self.memory(), id);
        place.ok_or_else(|| Error::unknown("slice", &id.to_string(), "the id of a slice"))
    }

    /// Adds a slice without keys, which is nowhere yet. Returns its id.
    ///
    /// # Errors
    /// Returns [`Error::Range`] beyond [`MAX_SLICES`](super::MAX_SLICES), and [`Error::Length`] or [`Error::Unknown`] when its name or
    /// its text may not be so.
    pub fn add_slice(&mut self, slice: &Slice) -> Result<u16> {
        let (record, count) = (Record::encode(slice)?, SLICE.count(self.memory()));
        in_range("number of slices", i64::from(count) + 1, 1, SLICE.most.into())?;
        let id = self.give(&SLICE)?;
        put(&mut self.door, SLICE.address(id), record)?;
        SLICE.insert(&mut self.door, count, id)?;
        Ok(id)
    }

    /// Changes the properties of a slice.
    ///
    /// # Errors
    /// As [`slice`](Drawing::slice), and when its name or its text may not be so.
    pub fn change_slice(&mut self, id: u16, change: impl FnOnce(&mut Slice)) -> Result<()> {
        let mut properties = self.slice(id)?;
        change(&mut properties);
        let new = Record::encode(&properties)?;
        self.door.mark_overlay_dirty();
        Record::change(&mut self.door, SLICE.address(id), &new)
    }

    /// Removes a slice with its keys.
    ///
    /// # Errors
    /// As [`slice`](Drawing::slice).
    pub fn remove_slice(&mut self, id: u16) -> Result<()> {
        let place = self.slice_place(id)?;
        self.door.mark_overlay_dirty();
        SLICE.remove(&mut self.door, place)
    }

    /// Returns the ids of a slice's keys that count, by their frames.
    fn key_ids(&self, slice: u16) -> Vec<(u32, u16)> {
        let memory = self.memory();
        let own =
            KEY.ids(memory).iter().filter(|id| slicekeys::owner(slicekeys::record(memory, **id)) == slice);
        let mut keys: Vec<_> = own.map(|id| (slicekeys::record(memory, *id).frame, *id)).collect();
        // Of those at one frame the later one counts.
        keys.reverse();
        keys.sort_by_key(|(frame, _)| *frame);
        keys.dedup_by_key(|(frame, _)| *frame);
        keys
    }

    /// Returns the keys of a slice, by their frames.
    pub fn slice_keys(&self, slice: u16) -> Vec<SliceKey> {
        let decode = |(_, id): (u32, u16)| slicekeys::record(self.memory(), id).decode();
        self.key_ids(slice).into_iter().map(decode).collect()
    }

    /// Returns the key that holds for a frame: the last one at it or before it. The slice is not there if its rectangle is empty.
    pub fn slice_at(&self, slice: u16, frame: u32) -> Option<SliceKey> {
        self.slice_keys(slice).into_iter().take_while(|key| key.frame <= frame).last()
    }

    /// Adds a key to its slice, in place of the one at the same frame.
    ///
    /// # Errors
    /// As [`slice`](Drawing::slice), and [`Error::Range`] when there is no such frame, when it lies too far away, or beyond
    /// [`MAX_KEYS`](super::MAX_KEYS).
    pub fn set_slice_key(&mut self, key: &SliceKey) -> Result<()> {
        self.slice_place(key.slice)?;
        self.has_frame(key.frame)?;
        let record = slicekeys::Record::encode(key)?;
        self.door.mark_overlay_dirty();
        if let Some((_, id)) = self.key_ids(key.slice).into_iter().find(|(frame, _)| *frame == key.frame) {
            return slicekeys::Record::change(&mut self.door, KEY.address(id), &record);
        }
        let count = KEY.count(self.memory());
        in_range("number of keys of slices", i64::from(count) + 1, 1, KEY.most.into())?;
        let id = self.give(&KEY)?;
        put(&mut self.door, KEY.address(id), record)?;
        KEY.insert(&mut self.door, count, id)
    }

    /// Removes the keys of a slice at a frame; what was said before holds there then.
    ///
    /// # Errors
    /// As [`slice`](Drawing::slice).
    pub fn remove_slice_key(&mut self, slice: u16, frame: u32) -> Result<()> {
        self.slice_place(slice)?;
        self.door.mark_overlay_dirty();
        self.change_keys(|key| key.slice != slice || key.frame != frame)
    }

    /// Changes every key, and removes those for which the function returns `false`.
    fn change_keys(&mut self, mut keep: impl FnMut(&mut SliceKey) -> bool) -> Result<()> {
        for (at, id) in KEY.ids(self.memory()).to_vec().into_iter().enumerate().rev() {
            let mut key = slicekeys::record(self.memory(), id).decode();
            if keep(&mut key) {
                let new = slicekeys::Record::encode(&key)?;
                slicekeys::Record::change(&mut self.door, KEY.address(id), &new)?;
            } else {
                KEY.remove(&mut self.door, at as u32)?;
            }
        }
        Ok(())
    }

    /// Has keys follow a frame that came. Those of the first frame stay there.
    pub(super) fn make_way_for_frame(&mut self, at: u32) -> Result<()> {
        self.change_keys(|key| {
            key.frame += u32::from(key.frame > 0 && key.frame >= at);
            true
        })
    }

    /// Has keys follow a frame that is gone. What was said at it holds from the next one on, unless that has a key of its own; at
    /// the end, from the one before on, if nothing is said of the slice before.
    pub(super) fn close_up_to_frame(&mut self, gone: u32) -> Result<()> {
        let (frames, mut others) = (self.frames(), BTreeSet::new());
        for slice in self.slices() {
            let keys = self.key_ids(*slice);
            let within =
                |(frame, _): &(u32, u16)| if gone < frames { *frame == gone + 1 } else { *frame < gone };
            if keys.iter().any(within) {
                others.insert(*slice);
            }
        }
        self.change_keys(|key| {
            if key.frame == gone && others.contains(&key.slice) {
                return false;
            }
            key.frame -= u32::from(key.frame > gone || key.frame == gone && gone == frames);
            true
        })
    }

    /// Changes the rectangles of all keys, with their centres and pivots. `place` says where a rectangle of the old canvas comes to,
    /// and a pivot is taken along as the pixel that it is.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn place_slices(&mut self, place: impl Fn(Rect) -> Rect) -> Result<()> {
        if self.slices().is_empty() {
            return Ok(());
        }
        self.door.mark_overlay_dirty();
        self.change_keys(|key| {
            *key = key.placed(&place);
            true
        })
    }
}
