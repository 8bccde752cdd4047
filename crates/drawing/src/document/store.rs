//! A memory under its history: the door through which a document's drawing is changed.
//!
//! Every write goes to the history first, which refuses it outside an open action.
//!
//! The store also gathers what the open action did besides writing: the tiles that it
//! painted on, which are compacted when it ends, and the pixels that are dirty.

use super::damage::Damage;
use super::drawing::door::Door;
use super::drawing::info::info;
use super::drawing::plane::Plane;
use super::drawing::records::Given;
use super::drawing::tiles::split_row;
use super::footprint::Covered;
use super::{Drawing, Rows};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::{History, Limits};
use crate::memory::{Memory, Region};
use crate::pause;

/// A memory and its history.
#[derive(Debug)]
pub struct Store {
    pub(super) history: History<Memory>,
    painted: Painted,
    /// What the open action has painted, for its footprint.
    pub(super) covered: Covered,
    pub(super) given: Given,
    /// Union of all dirty rectangles of the open action, for its header.
    rect: Rect,
    /// Whether the open action changed what is drawn over the canvas.
    overlay: bool,
    /// Rectangles to be repainted.
    pub(super) damage: Damage,
}

impl Door for Store {
    fn arena(&self) -> &Memory {
        self.history.arena()
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        pause::point(region.len)?;
        Ok(self.history.write(region)?)
    }

    fn compact(&mut self, plane: u32) -> Result<()> {
        let tiles = self.painted.take();
        let start = tiles.partition_point(|tile| plane_of(*tile) < plane);
        let end = tiles.partition_point(|tile| plane_of(*tile) <= plane);
        let compacted = Plane::new(self, plane).compact(&tiles[start..end]);
        self.painted.tiles = tiles;
        self.painted.tiles.drain(start..end);
        compacted
    }

    fn painted(&mut self, plane: u32, tile: u32) -> Result<()> {
        self.painted.add(plane, tile)
    }

    fn forget(&mut self, plane: u32) {
        self.painted.tiles.retain(|tile| plane_of(*tile) != plane);
    }

    fn notes_paint(&self) -> bool {
        self.covered.has_room()
    }

    fn note_paint(&mut self, plane: u32, at: (u32, u32), painted: [u32; 2]) {
        split_row(at, painted, |tile, row, painted| self.covered.add(plane, tile, row, painted));
    }

    fn note_tile(&mut self, plane: u32, tile: u32, painted: &[Rows; 2]) {
        self.covered.add_tile(plane, tile, painted);
    }

    fn note_given_back(&mut self, plane: u32, at: (u32, u32)) {
        split_row(at, [1], |tile, row, [bits]| self.covered.give_back(plane, tile, row, bits));
    }

    fn mark_dirty(&mut self, rect: Rect) {
        self.rect = self.rect.union(rect);
        self.damage.add(rect);
    }

    fn mark_overlay_dirty(&mut self) {
        self.overlay = true;
        let all = self.canvas();
        self.damage.add(all);
    }

    fn highest_id(&self, kind: usize) -> u32 {
        self.given.highest(kind)
    }
}

impl Drawing<Store> {
    /// Checks that the open action could keep so many more bytes; see [`History::foresee`].
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`].
    pub fn foresee(&self, bytes: u64) -> Result<()> {
        Ok(self.door.history.foresee(bytes)?)
    }
}

impl Store {
    /// Begins a history of a memory.
    pub(super) fn new(memory: Memory, limits: Limits) -> Store {
        Store::over(History::with_limits(memory, limits))
    }

    /// Continues a history.
    pub(super) fn over(history: History<Memory>) -> Store {
        let mut given = Given::default();
        given.raise(history.arena());
        Store {
            history,
            painted: Painted::default(),
            covered: Covered::default(),
            given,
            rect: Rect::EMPTY,
            overlay: false,
            damage: Damage::default(),
        }
    }

    /// Collapses all painted tiles whose pixels are all equal.
    pub(super) fn compact_all(&mut self) -> Result<()> {
        let tiles = self.painted.take();
        for tiles in tiles.chunk_by(|a, b| plane_of(*a) == plane_of(*b)) {
            Plane::new(self, plane_of(tiles[0])).compact(tiles)?;
        }
        Ok(())
    }

    /// Returns the union of what the open action marked dirty.
    pub(super) fn dirty(&self) -> Rect {
        self.rect
    }

    /// Forgets what the action gathered, and returns the rectangle that it marked dirty.
    pub(super) fn end(&mut self) -> Rect {
        self.painted.clear();
        self.covered.clear();
        self.overlay = false;
        std::mem::take(&mut self.rect)
    }

    /// Ends an action whose changes are taken back: what it marked dirty is to be repainted.
    pub(super) fn revert(&mut self) {
        let overlay = self.overlay;
        let rect = self.end();
        self.damage.add(if overlay { self.canvas() } else { rect });
    }

    /// Returns the rectangle of all pixels.
    fn canvas(&self) -> Rect {
        let info = info(self.arena());
        Rect::new(0, 0, info.width as i32, info.height as i32)
    }
}

fn plane_of(tile: u64) -> u32 {
    (tile >> 20) as u32
}

/// Tiles that were painted on: the plane from bit 20 on, the index below.
#[derive(Debug, Default)]
struct Painted {
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
            self.sort();
            let more = self.tiles.len().max(64);
            let bytes = (self.tiles.len() + more) as u64 * 8;
            let refused = |_| Error::OutOfMemory { what: "list of tiles", bytes, limit: 0 };
            self.tiles.try_reserve(more).map_err(refused)?;
        }
        self.tiles.push(tile);
        Ok(())
    }

    fn sort(&mut self) {
        self.tiles.sort_unstable();
        self.tiles.dedup();
    }

    /// Takes all tiles in ascending order, each once.
    fn take(&mut self) -> Vec<u64> {
        self.sort();
        std::mem::take(&mut self.tiles)
    }

    fn clear(&mut self) {
        self.tiles.clear();
        self.tiles.shrink_to(4096);
    }
}
