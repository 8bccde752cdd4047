//! Frames: their order, and how long each is shown.
//!
//! A frame's id names the planes of its cels. So moving a frame moves its id in the list
//! of frames, and a cel is found without searching.
//!
//! ```
//! use undoodle_drawing::document::Drawing;
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.set_duration(0, 40)?;
//! drawing.duplicate_frame(0)?;
//! assert_eq!((drawing.frames(), drawing.duration(1)?), (2, 40));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::property::{Whole, properties};
use super::records::{FRAME, put, view};
use super::{Cel, Drawing};
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::memory::Memory;

properties! {
    /// The properties of a frame.
    "frame" Frame, kept in 64 bytes:
    /// Its display time in milliseconds: 1 to 65535.
    duration: u32 as Whole<1, 65535>,
}

/// The properties of the first frame of a drawing.
const FIRST: Frame = Frame { duration: 100 };

/// Returns the record of a frame by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, FRAME.address(id))
}

/// Writes the first frame of a new drawing.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let id = FRAME.give(door, 0)?;
    put(door, FRAME.address(id), Record::encode(&FIRST)?)?;
    FRAME.insert(door, 0, id)
}

impl<D: Door> Drawing<D> {
    /// Returns the number of frames, at least 1.
    pub fn frames(&self) -> u32 {
        FRAME.count(self.memory())
    }

    pub(super) fn has_frame(&self, frame: u32) -> Result<()> {
        in_range("frame", frame.into(), 0, i64::from(self.frames()) - 1)
    }

    /// Returns the properties of a frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such frame.
    pub fn frame(&self, frame: u32) -> Result<Frame> {
        self.has_frame(frame)?;
        Ok(record(self.memory(), self.frame_id(frame).unwrap_or(0)).decode())
    }

    /// Changes the properties of a frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such frame, or a property is outside
    /// its range.
    pub fn change_frame(&mut self, frame: u32, change: impl FnOnce(&mut Frame)) -> Result<()> {
        let mut properties = self.frame(frame)?;
        change(&mut properties);
        let id = self.frame_id(frame).unwrap_or(0);
        let (before, new) = (self.stack(), Record::encode(&properties)?);
        Record::change(&mut self.door, FRAME.address(id), &new)?;
        let after = self.stack();
        if before != after {
            let around = self.bounds();
            self.mark_looks([((&before, id), (&after, id), around)]);
        }
        Ok(())
    }

    /// Returns the display time of a frame, in milliseconds.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such frame.
    pub fn duration(&self, frame: u32) -> Result<u32> {
        Ok(self.frame(frame)?.duration)
    }

    /// Sets the display time of a frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) outside `1..=65535` milliseconds, or when there is no
    /// such frame.
    pub fn set_duration(&mut self, frame: u32, milliseconds: u32) -> Result<()> {
        self.change_frame(frame, |frame| frame.duration = milliseconds)
    }

    /// Inserts an empty frame at a position, shown as long as the one before it.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) beyond [`MAX_FRAMES`](super::MAX_FRAMES).
    pub fn add_frame(&mut self, at: u32) -> Result<()> {
        in_range("frame", at.into(), 0, self.frames().into())?;
        let before = self.frame(at.saturating_sub(1))?;
        self.insert_frame(at, &before)
    }

    pub(super) fn insert_frame(&mut self, at: u32, properties: &Frame) -> Result<()> {
        self.land()?;
        let frames = self.frames();
        in_range("number of frames", i64::from(frames) + 1, 1, FRAME.most.into())?;
        let new = Record::encode(properties)?;
        let id = self.give(&FRAME)?;
        put(&mut self.door, FRAME.address(id), new)?;
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
        })?;
        self.make_way_for_frame(at)
    }

    /// Inserts a copy of a frame behind it.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame).
    pub fn duplicate_frame(&mut self, frame: u32) -> Result<()> {
        self.duplicate_frames(&[frame])
    }

    /// Inserts copies of frames behind the last of them, in the order given. Cels of the copies share no images.
    ///
    /// # Errors
    /// As [`add_frame`](Drawing::add_frame).
    pub fn duplicate_frames(&mut self, frames: &[u32]) -> Result<()> {
        frames.iter().try_for_each(|frame| self.has_frame(*frame))?;
        let Some(last) = frames.iter().max() else { return Ok(()) };
        for (to, from) in (last + 1..).zip(frames) {
            let properties = self.frame(*from)?;
            self.insert_frame(to, &properties)?;
            for layer in 0..self.layers() {
                self.copy_cel(Cel { layer, frame: *from }, Cel { layer, frame: to })?;
            }
            let [of, copy] = [*from, to].map(|at| self.frame_id(at).unwrap_or(0));
            self.carry_along(&FRAME, of, copy)?;
            self.copy_all_cel_properties([0, of], [0, copy])?;
            self.mark_dirty(self.frame_bounds(*from));
        }
        Ok(())
    }

    /// Removes a frame and its cels.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such frame, or no other one.
    pub fn remove_frame(&mut self, frame: u32) -> Result<()> {
        self.land()?;
        self.has_frame(frame)?;
        in_range("number of frames", i64::from(self.frames()) - 1, 1, FRAME.most.into())?;
        self.mark_dirty(self.frame_bounds(frame));
        (0..self.layers()).try_for_each(|layer| self.leave_image(Cel { layer, frame }))?;
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
        })?;
        self.close_up_to_frame(frame)
    }

    /// Moves a frame to another position; tags stay at theirs.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when either position does not exist.
    pub fn move_frame(&mut self, from: u32, to: u32) -> Result<()> {
        self.move_frames(&[from], to)
    }

    /// Moves frames together, in their order: the first of them comes to a position, or as near as there is room.
    /// Tags stay at their positions.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when one of the positions does not exist.
    pub fn move_frames(&mut self, frames: &[u32], to: u32) -> Result<()> {
        self.land()?;
        frames.iter().chain([&to]).try_for_each(|frame| self.has_frame(*frame))?;
        let before = FRAME.ids(self.memory()).to_vec();
        let places = (0..).zip(before.iter().copied());
        let (moved, rest): (Vec<_>, Vec<_>) = places.partition(|(place, _)| frames.contains(place));
        let ids = |of: Vec<(u32, u16)>| of.into_iter().map(|(_, id)| id);
        let mut after: Vec<u16> = ids(rest).collect();
        let to = (to as usize).min(after.len());
        after.splice(to..to, ids(moved));
        FRAME.set(&mut self.door, &after)?;
        let stack = self.stack();
        let around = |id| self.frame_at(id).map_or(Rect::EMPTY, |frame| self.frame_bounds(frame));
        // Places that show another frame now.
        let changed = before.iter().zip(&after).filter(|(old, new)| old != new);
        let looks =
            changed.map(|(old, new)| ((&stack, *old), (&stack, *new), around(*old).union(around(*new))));
        let looks: Vec<_> = looks.collect();
        self.mark_looks(looks);
        Ok(())
    }

    /// Returns the smallest rectangle around the pixels of all cels of a frame.
    pub(super) fn frame_bounds(&self, frame: u32) -> Rect {
        let cels = (0..self.layers()).map(|layer| self.cel_bounds(Cel { layer, frame }));
        cels.fold(Rect::EMPTY, Rect::union)
    }
}
