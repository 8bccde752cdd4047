//! The first page: the record that says what the other pages are.
//!
//! Records are plain old data of fixed size, cast from bytes and back, so that
//! a save is a copy of pages and a difference is a difference of bytes.

use super::canvas::Door;
use crate::error::Result;
use crate::memory::{Arena, Region};
use bytemuck::{Pod, Zeroable};

/// The longest side of a canvas, in pixels.
pub const MAX_SIDE: u32 = 32768;

/// Says what the bytes are, to whoever finds them.
pub(super) const MAGIC: [u8; 4] = *b"Undl";

/// The layout's version.
pub(super) const VERSION: u32 = 1;

/// The record at address 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Info {
    pub(super) magic: [u8; 4],
    pub(super) version: u32,
    /// Columns of pixels.
    pub(super) width: u32,
    /// Rows of pixels.
    pub(super) height: u32,
    /// All pages before this one are in use.
    pub(super) lowest_free: u32,
    /// The pages of the tile map's upper level; 0 where there is none yet.
    pub(super) roots: [u32; 2],
}

const PLACE: Region = Region::new(0, std::mem::size_of::<Info>());

/// Reads the record; a memory without pages reads as an empty one.
pub(super) fn read<A: Arena>(arena: &A) -> Info {
    arena.get(PLACE).map_or(Info::zeroed(), bytemuck::pod_read_unaligned)
}

/// Writes the record.
pub(super) fn write(door: &mut impl Door, info: Info) -> Result<()> {
    door.write(PLACE)?.copy_from_slice(bytemuck::bytes_of(&info));
    Ok(())
}
