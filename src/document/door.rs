//! The way to bytes that may change: a memory without a history, or one with it.
//!
//! What the document writes is written twice in its life: once plainly, while a
//! file is read and nothing can be undone yet, and from then on under the eyes of
//! a history. Both are a [`Door`], so there is one code for both.
//!
//! A door is also told which tiles were painted on. They are looked at once more
//! when the action ends, and those that came out in one colour become a base.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let document = Document::load(40, 1, |plane| plane.put_row(0, 0, &[Color::BLACK; 40]))?;
//! assert_eq!(document.history().position(), 0, "what a file brings is not a step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::plane::Plane;
use crate::error::{Error, Result};
use crate::history::History;
use crate::memory::{Arena, Memory, Region};

/// The way to bytes that may change.
pub trait Door {
    /// Returns the bytes, to be read.
    fn arena(&self) -> &Memory;
    /// Returns a region to be changed; absent pages become present.
    ///
    /// # Errors
    /// When the region has no address, the memory is full, or the history can't remember it.
    fn write(&mut self, region: Region) -> Result<&mut [u8]>;
    /// Notes that a region became zero.
    fn zeroed(&mut self, _region: Region) {}
    /// Notes that pixels of a tile were set one by one.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when the list of tiles can't grow.
    fn painted(&mut self, _plane: u32, _tile: u32) -> Result<()> {
        Ok(())
    }
    /// Notes that the tiles of a plane are gone.
    fn forget(&mut self, _plane: u32) {}
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

    fn zeroed(&mut self, region: Region) {
        self.trim(region);
    }
}

/// A memory under its history, and the tiles that the open action has painted on.
#[derive(Debug)]
pub(super) struct Store {
    pub(super) history: History<Memory>,
    pub(super) tiles: Painted,
}

impl Door for Store {
    fn arena(&self) -> &Memory {
        self.history.arena()
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        self.history.write(region)
    }

    fn painted(&mut self, plane: u32, tile: u32) -> Result<()> {
        self.tiles.add(plane, tile)
    }

    fn forget(&mut self, plane: u32) {
        self.tiles.tiles.retain(|tile| plane_of(*tile) != plane);
    }
}

impl Store {
    /// Collapses painted tiles of one plane whose pixels are all equal.
    pub(super) fn settle(&mut self, plane: u32) -> Result<()> {
        self.tiles.tidy();
        let tiles = std::mem::take(&mut self.tiles.tiles);
        let start = tiles.partition_point(|tile| plane_of(*tile) < plane);
        let end = tiles.partition_point(|tile| plane_of(*tile) <= plane);
        let settled = Plane::new(self, plane).settle(&tiles[start..end]);
        self.tiles.tiles = tiles;
        self.tiles.tiles.drain(start..end);
        settled
    }

    /// Collapses all painted tiles whose pixels are all equal.
    pub(super) fn settle_all(&mut self) -> Result<()> {
        self.tiles.tidy();
        let tiles = std::mem::take(&mut self.tiles.tiles);
        for tiles in tiles.chunk_by(|a, b| plane_of(*a) == plane_of(*b)) {
            Plane::new(self, plane_of(tiles[0])).settle(tiles)?;
        }
        Ok(())
    }
}

fn plane_of(tile: u64) -> u32 {
    (tile >> 20) as u32
}

/// Tiles that were painted on: the plane from bit 20 on, the index below.
#[derive(Debug, Default)]
pub(super) struct Painted {
    tiles: Vec<u64>,
}

impl Painted {
    fn add(&mut self, plane: u32, tile: u32) -> Result<()> {
        let tile = u64::from(plane) << 20 | u64::from(tile);
        // A stroke stays on a tile for a while.
        if self.tiles.last() == Some(&tile) {
            return Ok(());
        }
        if self.tiles.len() == self.tiles.capacity() {
            self.tidy();
            let more = self.tiles.len().max(64);
            let bytes = (self.tiles.len() + more) as u64 * 8;
            let refused = |_| Error::OutOfMemory { what: "list of tiles", bytes, limit: 0 };
            self.tiles.try_reserve(more).map_err(refused)?;
        }
        self.tiles.push(tile);
        Ok(())
    }

    fn tidy(&mut self) {
        self.tiles.sort_unstable();
        self.tiles.dedup();
    }

    pub(super) fn clear(&mut self) {
        self.tiles.clear();
        self.tiles.shrink_to(4096);
    }
}
