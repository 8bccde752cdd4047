//! Marks on layers, a kind of record that no drawing has: what a newcomer would write to add one.

use super::Drawing;
use super::door::Door;
use super::property::{Byte, Id, properties};
use super::records::{MARK, NOTE, put, view};
use crate::error::Result;
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

properties! {
    /// The properties of a mark, and of a note.
    "mark" Mark, kept in 16 bytes:
    /// The id of the layer that a mark is on.
    layer: u16 as Id,
    /// How a note looks.
    look: u8 as Byte,
}

// Nobody changes or lists them.
const _: fn(&Record) -> Seen = Record::seen;
const _: fn(&Record) -> Mark = Record::decode;

/// Addresses of a mark's layer in its record.
pub(super) const LAYER_OF: Range<u64> = offset_of!(Record, layer) as u64..offset_of!(Record, layer) as u64 + 2;

/// Returns the record of a mark by its id.
pub(super) fn mark(memory: &Memory, id: u16) -> &Record {
    view(memory, MARK.address(id))
}

/// Returns the record of a note by its id.
pub(super) fn note(memory: &Memory, id: u16) -> &Record {
    view(memory, NOTE.address(id))
}

impl<D: Door> Drawing<D> {
    /// Adds a mark on a layer.
    pub fn add_mark(&mut self, layer: u32) -> Result<()> {
        let (id, layer) = (self.give(&MARK)?, self.layer_id(layer).unwrap_or(0));
        put(&mut self.door, MARK.address(id), Record::encode(&Mark { layer, look: 1 })?)?;
        let last = MARK.count(self.memory());
        MARK.insert(&mut self.door, last, id)
    }

    /// Adds a note with the same bytes, which name nothing.
    pub fn add_note(&mut self, layer: u32) -> Result<()> {
        let (id, layer) = (self.give(&NOTE)?, self.layer_id(layer).unwrap_or(0));
        put(&mut self.door, NOTE.address(id), Record::encode(&Mark { layer, look: 1 })?)?;
        let last = NOTE.count(self.memory());
        NOTE.insert(&mut self.door, last, id)
    }

    /// Returns the numbers of marks and of notes.
    pub fn marks(&self) -> [u32; 2] {
        [MARK.count(self.memory()), NOTE.count(self.memory())]
    }
}
