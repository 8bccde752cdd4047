//! The way to bytes that may change: a memory without a history, or one with it.
//!
//! What a drawing writes is written twice in its life: once plainly, while a file is
//! read and nothing can be undone yet, and from then on under the eyes of a history.
//! Both are a [`Door`], so there is one code for both.
//!
//! A door is also told what follows from a change: which tiles were painted on (they are
//! checked once more when the action ends, and those that came out in one colour become
//! a base), and which pixels are dirty. A plain memory needs none of this.
//!
//! ```
//! use undoodle_drawing::color::Color;
//! use undoodle_drawing::document::{Cel, Document, Drawing};
//! let mut plain = Drawing::new(40, 1)?;
//! plain.fill_span(Cel::default(), 0, 0..40, Color::BLACK)?;
//! plain.compact()?;
//! let mut document = Document::new(40, 1)?;
//! document.begin(1)?;
//! document.fill_span(Cel::default(), 0, 0..40, Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! assert_eq!(plain.door(), document.history().arena(), "both doors lead to the same bytes");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::plane::Plane;
use crate::document::Rows;
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::memory::{Arena, Memory, Region};

/// The way to a drawing's bytes.
pub trait Door {
    /// Returns the bytes for reading.
    fn arena(&self) -> &Memory;

    /// Returns the bytes of a region for writing; absent pages become present.
    ///
    /// # Errors
    /// Returns [`Error::Region`] when the region has no address or crosses a page,
    /// [`Error::OutOfMemory`] when the memory is full, and what a history says that can't remember it.
    fn write(&mut self, region: Region) -> Result<&mut [u8]>;

    /// Collapses the tiles of a plane that were painted on and whose pixels are all equal.
    ///
    /// # Errors
    /// As [`write`](Door::write).
    fn compact(&mut self, plane: u32) -> Result<()>;

    /// Notes that a region became zero.
    fn zeroed(&mut self, _region: Region) {}

    /// Notes that pixels of a tile were set one by one.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] when the list of tiles can't grow.
    fn painted(&mut self, _plane: u32, _tile: u32) -> Result<()> {
        Ok(())
    }

    /// Notes that the tiles of a plane are gone.
    fn forget(&mut self, _plane: u32) {}

    /// Returns `true` if it is noted which pixels were painted that had the colour already; see
    /// [`Footprint`](crate::document::Footprint).
    fn notes_paint(&self) -> bool {
        false
    }

    /// Notes a row of at most 32 pixels of a plane that were painted, as bits: those that had the colour already, and those that had not.
    fn note_paint(&mut self, _plane: u32, _at: (u32, u32), _painted: [u32; 2]) {}

    /// Notes pixels of a tile of a plane that were painted, as [`note_paint`](Door::note_paint) does.
    fn note_tile(&mut self, _plane: u32, _tile: u32, _painted: &[Rows; 2]) {}

    /// Notes that a pixel of a plane that was painted has its colour back.
    fn note_given_back(&mut self, _plane: u32, _at: (u32, u32)) {}

    /// Notes that pixels of the canvas changed.
    fn mark_dirty(&mut self, _rect: Rect) {}

    /// Notes that what is drawn over the whole canvas changed, such as the grid, but no pixel.
    fn mark_overlay_dirty(&mut self) {}

    /// Returns the highest id that was ever given to a record of a kind, by the number of the kind, even if
    /// the record is no longer in the bytes.
    fn highest_id(&self, _kind: usize) -> u32 {
        0
    }
}

impl Door for Memory {
    fn arena(&self) -> &Memory {
        self
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        let Region { start, len } = region;
        let size = self.size();
        self.provide(region)?;
        self.get_mut(region).ok_or(Error::Region { start, len, size })
    }

    fn compact(&mut self, plane: u32) -> Result<()> {
        Plane::new(self, plane).compact_all()
    }

    fn zeroed(&mut self, region: Region) {
        self.trim(region);
    }
}
