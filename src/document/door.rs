//! The way to bytes that may change: a memory without a history, or one with it.
//!
//! What the document writes is written twice in its life: once plainly, while a
//! file is read and nothing can be undone yet, and from then on under the eyes of
//! a history. Both are a [`Door`], so there is one code for both.
//!
//! A door is also told which tiles were painted on. They are looked at once more
//! when the action ends, and those that came out in one colour give their page back.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let document = Document::load(40, 1, |plane| plane.put_row(0, 0, &[Color::BLACK; 40]))?;
//! assert_eq!(document.history().position(), 0, "what a file brings is not a step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::history::History;
use crate::memory::{Arena, Memory, PAGE, Region};
use bytemuck::Pod;
use std::collections::BTreeSet;

/// A tile by the address of its plane's record, its column and its row.
pub(super) type Painted = BTreeSet<(u64, u32, u32)>;

/// The way to bytes that may change.
pub trait Door {
    /// The bytes, to be read.
    fn arena(&self) -> &Memory;
    /// A region to be changed.
    ///
    /// # Errors
    /// Outside the memory, or when the history can't remember it.
    fn write(&mut self, region: Region) -> Result<&mut [u8]>;
    /// Makes sure that pages are there.
    ///
    /// # Errors
    /// When the memory can't be had.
    fn reserve(&mut self, pages: usize) -> Result<()>;
    /// Notes that pixels of a tile were set one by one.
    fn painted(&mut self, _plane: u64, _tx: u32, _ty: u32) {}
    /// Notes that the tiles of a plane are gone.
    fn forget(&mut self, _plane: u64) {}
}

impl Door for Memory {
    fn arena(&self) -> &Memory {
        self
    }

    fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        let Region { start, len } = region;
        let size = self.size();
        self.get_mut(region).ok_or(Error::Region { start, len, size })
    }

    fn reserve(&mut self, pages: usize) -> Result<()> {
        Memory::reserve(self, pages)
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

    fn reserve(&mut self, pages: usize) -> Result<()> {
        self.history.grow(pages as u64 * PAGE as u64)
    }

    fn painted(&mut self, plane: u64, tx: u32, ty: u32) {
        self.tiles.insert((plane, tx, ty));
    }

    fn forget(&mut self, plane: u64) {
        self.tiles.retain(|(of, ..)| *of != plane);
    }
}

/// The address of a page's byte.
pub(super) const fn address(page: u32, offset: u64) -> u64 {
    page as u64 * PAGE as u64 + offset
}

/// Reads a record; one that lies outside the memory reads as zeros.
pub(super) fn read<T: Pod>(memory: &Memory, at: u64) -> T {
    let bytes = memory.get(Region::new(at, std::mem::size_of::<T>()));
    bytes.map_or(T::zeroed(), bytemuck::pod_read_unaligned)
}

/// Writes a record.
pub(super) fn put<T: Pod>(door: &mut impl Door, at: u64, value: T) -> Result<()> {
    door.write(Region::new(at, std::mem::size_of::<T>()))?.copy_from_slice(bytemuck::bytes_of(&value));
    Ok(())
}

/// Moves the record at one place of a row of them to another; those in between close up.
pub(super) fn shift<D: Door, R>(
    door: &mut D,
    from: u32,
    to: u32,
    record: impl Fn(&Memory, u32) -> R,
    put: impl Fn(&mut D, u32, R) -> Result<()>,
) -> Result<()> {
    let moved = record(door.arena(), from);
    let mut at = from;
    while at != to {
        let next = if to > at { at + 1 } else { at - 1 };
        let neighbour = record(door.arena(), next);
        put(door, at, neighbour)?;
        at = next;
    }
    put(door, to, moved)
}
