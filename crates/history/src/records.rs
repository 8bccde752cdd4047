//! Records, strings and lists as bytes: a typed face for the arena, and how to lay things out.
//!
//! Problem: a program thinks in records, and the history in bytes. Idea: a record is plain old data (`bytemuck::Pod`), which is its
//! bytes, so that reading is a cast and writing goes through the history like any other change. The invariant: nothing here writes
//! by another door.
//!
//! # How to lay things out
//!
//! * **Records** of one kind stand in [`Slots`]: a row of places of the same size, by number. A record keeps its place as long as it
//!   lives, so a step that changes one touches no other, and steps that touch none in common don't depend on each other.
//! * **What is not there** is zeros. Give a record a byte that says that it is used, and let zero mean that it isn't: a new arena is
//!   then a valid one, and a record that is removed is [written](History::write_pod) as zeros.
//! * **Names of records** are their numbers, given once and never again: whoever holds the number of a record that is gone must not
//!   find another one in its place. Keep the next number in a record of its own.
//! * **Strings** have a bound, as everything here: an array of bytes of that length and, in front, how many are used. Zero the rest, so
//!   that equal strings are equal bytes. A long text goes into blocks of 256 bytes, each a record with the number of the next.
//! * **Lists** whose order people change: an array of numbers in one record, if it is short; else a number in each record that says
//!   where it stands, with gaps, so that a move changes one record.
//! * **Padding** does not exist in plain old data: fill it with named bytes, and leave them zero.
//! * **Versions**: the first bytes of the arena say which layout it has. The history goes with it, so an old layout is read as it
//!   is, or brought to the new one as one step.
//!
//! ```
//! use bytemuck::{Pod, Zeroable};
//! use undoodle_history::{Header, History, records::Slots};
//!
//! #[derive(Clone, Copy, Debug, PartialEq, Pod, Zeroable)]
//! #[repr(C)]
//! struct Note { used: u8, len: u8, pitch: u16, name: [u8; 12] }
//!
//! const NOTES: Slots<Note> = Slots::new(16, 100);
//! let mut history = History::new(vec![0u8; NOTES.end() as usize]);
//! let mut note = Note { used: 1, len: 1, pitch: 440, ..Note::zeroed() };
//! note.name[0] = b'A';
//!
//! history.begin(1)?;
//! NOTES.write(&mut history, 3, &note)?;
//! history.commit(Header::new("Add note"))?;
//! assert_eq!(NOTES.read(&history, 3)?.pitch, 440);
//! history.undo()?;
//! assert_eq!(NOTES.read(&history, 3)?, Note::zeroed(), "it is not there any more");
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::memory::Region;
use crate::{Arena, History};
use bytemuck::{AnyBitPattern, NoUninit, bytes_of, pod_read_unaligned};
use std::marker::PhantomData;
use std::mem::size_of;

impl<A: Arena> History<A> {
    /// Returns a copy of the record at an address.
    ///
    /// # Errors
    /// [`Error::Region`] if it lies outside of the arena, or not in one piece.
    pub fn read_pod<T: AnyBitPattern>(&self, at: u64) -> Result<T> {
        let region = Region::new(at, size_of::<T>());
        let outside = || Error::Region { start: at, len: region.len, size: self.arena().size() };
        self.arena().get(region).map(pod_read_unaligned).ok_or_else(outside)
    }

    /// Writes a record at an address within the open action.
    ///
    /// # Errors
    /// As [`write`](History::write).
    pub fn write_pod<T: NoUninit>(&mut self, at: u64, record: &T) -> Result<()> {
        let bytes = bytes_of(record);
        self.write(Region::new(at, bytes.len()))?.copy_from_slice(bytes);
        Ok(())
    }
}

/// A row of places for records of one kind.
#[derive(Debug)]
pub struct Slots<T> {
    start: u64,
    len: usize,
    record: PhantomData<T>,
}

impl<T> Clone for Slots<T> {
    fn clone(&self) -> Slots<T> {
        *self
    }
}

impl<T> Copy for Slots<T> {}

impl<T> Slots<T> {
    /// Creates a row of `len` places from an address on.
    pub const fn new(start: u64, len: usize) -> Slots<T> {
        Slots { start, len, record: PhantomData }
    }

    /// Returns the number of places.
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Returns `true` if there is no place.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the address after the last place: where the next row can begin.
    pub const fn end(&self) -> u64 {
        self.start + (self.len * size_of::<T>()) as u64
    }

    /// Returns the address of a place, or `None` if there is no such place.
    pub fn at(&self, index: usize) -> Option<u64> {
        (index < self.len).then(|| self.start + (index * size_of::<T>()) as u64)
    }

    /// Returns the place that an address lies in, or `None` if it lies in none.
    pub fn place_of(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(self.start)?;
        let size = size_of::<T>().max(1) as u64;
        usize::try_from(offset / size).ok().filter(|index| *index < self.len)
    }

    fn address<A: Arena>(&self, history: &History<A>, index: usize) -> Result<u64> {
        let size = history.arena().size();
        let start = self.start.saturating_add((index as u64).saturating_mul(size_of::<T>() as u64));
        self.at(index).ok_or(Error::Region { start, len: size_of::<T>(), size })
    }
}

impl<T: AnyBitPattern> Slots<T> {
    /// Returns a copy of a record.
    ///
    /// # Errors
    /// [`Error::Region`] if there is no such place, or it lies outside of the arena.
    pub fn read<A: Arena>(&self, history: &History<A>, index: usize) -> Result<T> {
        history.read_pod(self.address(history, index)?)
    }
}

impl<T: NoUninit> Slots<T> {
    /// Writes a record within the open action.
    ///
    /// # Errors
    /// [`Error::Region`] if there is no such place, else as [`History::write`].
    pub fn write<A: Arena>(&self, history: &mut History<A>, index: usize, record: &T) -> Result<()> {
        history.write_pod(self.address(history, index)?, record)
    }
}
