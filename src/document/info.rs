//! The first page: the record that says what the other pages are.
//!
//! Records are plain old data of fixed size, cast from bytes and back, so that
//! a save is a copy of pages and a difference is a difference of bytes. What a
//! document has but one of stands in this record; layers, frames, colours and tags
//! have pages of records of their own, made when the first of them is needed.

use super::door::{Door, put, read};
use super::tiles::Roots;
use crate::color::Color;
use crate::error::Result;
use crate::memory::Memory;
use bytemuck::{Pod, Zeroable};

/// The longest side of a canvas, in pixels.
pub const MAX_SIDE: u32 = 32768;
/// The most layers a document may have.
pub const MAX_LAYERS: u32 = 256;
/// The most frames a document may have.
pub const MAX_FRAMES: u32 = 1024;
/// The most colours a palette may have.
pub const MAX_COLORS: u32 = 256;
/// The most tags a document may have.
pub const MAX_TAGS: u32 = 64;

/// Says what the bytes are, to whoever finds them.
pub(super) const MAGIC: [u8; 4] = *b"Undl";

/// The layout's version.
pub(super) const VERSION: u32 = 2;

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
    /// How many there are of each.
    pub(super) layers: u32,
    pub(super) frames: u32,
    pub(super) colors: u32,
    pub(super) tags: u32,
    /// What lies below all layers.
    pub(super) background: Color,
    /// The grid's cell, in pixels.
    pub(super) grid: [u32; 2],
    /// The tile that wrap-around repeats, in pixels; 0 for the whole canvas.
    pub(super) tile: [u32; 2],
    /// The pages of the records; 0 where there are none yet.
    pub(super) layer_pages: [u32; 8],
    pub(super) frame_page: u32,
    pub(super) color_page: u32,
    pub(super) tag_page: u32,
    /// 0 nothing is selected, 1 something is, 2 something moves that was not selected.
    pub(super) selected: u32,
    /// 1 while pixels float above a layer.
    pub(super) floating: u32,
    /// The cel that they float above.
    pub(super) floating_layer: u32,
    pub(super) floating_frame: u32,
    /// Where the planes' (0, 0) lies on the canvas.
    pub(super) offset: [i32; 2],
    /// The rectangle of the selection, in its plane.
    pub(super) bounds: [i32; 4],
    /// White where it is selected.
    pub(super) selection: Roots,
    /// The pixels that float.
    pub(super) pixels: Roots,
    /// Used while one of the others is made anew; empty between actions.
    pub(super) spare: Roots,
}

/// The addresses of the planes that stand in this record.
pub(super) const SELECTION: u64 = std::mem::offset_of!(Info, selection) as u64;
pub(super) const FLOATING: u64 = std::mem::offset_of!(Info, pixels) as u64;
pub(super) const SPARE: u64 = std::mem::offset_of!(Info, spare) as u64;

/// Reads the record; a memory without pages reads as an empty one.
pub(super) fn info(memory: &Memory) -> Info {
    read(memory, 0)
}

/// Changes the record.
pub(super) fn change(door: &mut impl Door, change: impl FnOnce(&mut Info)) -> Result<()> {
    let mut record = info(door.arena());
    change(&mut record);
    put(door, 0, record)
}
