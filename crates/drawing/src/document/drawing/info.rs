//! The first record: what a document has but one of, and the numbers of its planes.
//!
//! Records are plain old data of fixed size at fixed addresses. They are read in
//! place, and written field by field: two properties share no byte, so a change
//! of one never touches the other. Layers, groups, frames, tags and colours have
//! [records of their own](super::records).
//!
//! A plane (the pixels of a cel, of the selection, of the floating selection) is a
//! tree of the memory. A cel's tree is named by the ids of its layer and of a frame: its own,
//! unless it [shares an image](super::links).

use super::door::Door;
use super::records::{put, view};
use crate::color::Color;
use crate::error::Result;
use crate::memory::Memory;
use bytemuck::{Pod, Zeroable};

/// Maximum length of a canvas's side, in pixels.
pub const MAX_SIDE: u32 = 32768;
/// Maximum number of layers.
pub const MAX_LAYERS: u32 = 256;
/// Maximum number of frames.
pub const MAX_FRAMES: u32 = 1024;
/// Maximum number of colours of a palette.
pub const MAX_COLORS: u32 = 256;
/// Maximum number of tags.
pub const MAX_TAGS: u32 = 64;
/// Maximum number of slices.
pub const MAX_SLICES: u32 = 1024;
/// Maximum number of keys of all slices.
pub const MAX_KEYS: u32 = 2046;
/// Maximum number of groups: two for each layer, as groups may be in groups.
pub const MAX_GROUPS: u32 = 2 * MAX_LAYERS;

/// Signature of a drawing's bytes.
pub(super) const MAGIC: [u8; 4] = *b"Undl";

/// Version of the layout. [`validate`](super::Drawing::validate) refuses others.
///
/// It has not changed with [`LINKS`], groups, [tiles for what floats](Info::wrap) and a [corner](Info::corner): a drawing without them has the same bytes as
/// before, and who does not know them refuses one with them, as it does whatever lies where nothing may.
pub(super) const VERSION: u32 = 4;

/// Tree of the records.
pub(in crate::document) const RECORDS: u32 = 0;
/// Plane of the selection mask.
pub const SELECTION: u32 = 1;
/// Plane of the floating selection.
pub(in crate::document) const FLOATING: u32 = 2;

/// Tree of the table of images that frames share.
pub const LINKS: u32 = 3;

/// [`Info::selected`] when nothing is selected, and there is no mask.
pub(super) const UNSELECTED: u32 = 0;
/// [`Info::selected`] when the mask is the selection.
pub(super) const SELECTION_SHOWN: u32 = 1;
/// [`Info::selected`] when a cel was lifted without a selection: the mask covers it, but nothing is selected.
pub(super) const LIFTED_WHOLE: u32 = 2;

/// Returns `true` if a tree holds records or links, and no pixels.
pub(in crate::document) const fn is_records(tree: u32) -> bool {
    matches!(tree, RECORDS | LINKS)
}

/// Returns the plane of an image, by the ids of its layer (at most 15 bits) and of the frame that names it.
pub const fn cel_plane(layer: u16, frame: u16) -> u32 {
    (layer as u32) << 16 | frame as u32
}

/// Defines the record, and lists the names of its fields, so that none can be added without those who have to know of it.
macro_rules! listed {
    ($(#[$doc:meta])* pub struct $name:ident { $($(#[$of:meta])* $sees:vis $field:ident: $type:ty,)+ }) => {
        $(#[$doc])*
        pub struct $name { $($(#[$of])* $sees $field: $type,)+ }

        impl $name {
            /// Names of the fields.
            #[doc(hidden)]
            pub const FIELDS: &[&str] = &[$(stringify!($field)),+];
        }
    };
}

listed! {
    /// The record at address 0.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
    #[repr(C)]
    pub struct Info {
        pub(super) magic: [u8; 4],
        pub(super) version: u32,
        /// Number of columns of pixels.
        pub(in crate::document) width: u32,
        /// Number of rows of pixels.
        pub(in crate::document) height: u32,
        /// The next ids of layers, frames, tags and colours.
        pub next: [u32; 4],
        /// Colour below all layers.
        pub(super) background: Color,
        /// Columns and rows of the grid's cell, in pixels.
        pub(super) grid: [u32; 2],
        /// Columns and rows of the tile that wrap-around repeats, in pixels; 0 for those of the canvas.
        pub(super) tile: [u32; 2],
        /// What the mask means: one of [`UNSELECTED`], [`SELECTION_SHOWN`] and [`LIFTED_WHOLE`].
        pub(super) selected: u32,
        /// 1 if every pixel of the selection's rectangle is selected.
        pub full: u32,
        /// 1 if pixels float above a cel.
        pub(in crate::document) floating: u32,
        /// Ids of the layer and the frame of the cel below the floating pixels.
        pub(in crate::document) above: [u16; 2],
        /// Position of (0, 0) of the selection's and the floating plane on the canvas.
        pub(super) offset: [i32; 2],
        /// Rectangle of the selection, in its plane.
        pub(super) bounds: [i32; 4],
        /// The next id of a group, or 0 before there was one.
        pub(super) next_group: u32,
        /// The tile around whose edges floating pixels go on at the other side; all 0 if they don't.
        pub(super) wrap: [i32; 4],
        /// The next id of a chunk, or 0 before there was one.
        pub(super) next_chunk: u32,
        /// The next id of a piece, or 0 before there was one.
        pub(super) next_piece: u32,
        /// The next id of a cel's properties, or 0 before there were any.
        pub(super) next_cel: u32,
        /// The next id of a slice, or 0 before there was one.
        pub(super) next_slice: u32,
        /// The next id of a slice's key, or 0 before there was one.
        pub(super) next_key: u32,
        /// Column and row of the planes of images that the canvas's (0, 0) is.
        pub(in crate::document) corner: [u32; 2],
    }
}

/// Returns the record; that of a memory without pages is all zeros.
pub fn info(memory: &Memory) -> &Info {
    view(memory, 0)
}

/// Writes fields of the record, and no other byte of it.
macro_rules! set_info {
    ($door:expr, $($field:ident = $value:expr),+ $(,)?) => {{
        let door = $door;
        let mut record = *$crate::document::drawing::info::info($crate::document::drawing::door::Door::arena(door));
        $(
            record.$field = $value;
            let at = std::mem::offset_of!($crate::document::drawing::info::Info, $field) as u64;
            $crate::document::drawing::records::put(door, at, record.$field)?;
        )+
    }};
}
pub(super) use set_info;

/// Writes the record of a new drawing.
pub(super) fn create(door: &mut impl Door, width: u32, height: u32) -> Result<()> {
    let (magic, version, grid) = (MAGIC, VERSION, [1, 1]);
    put(door, 0, Info { magic, version, width, height, grid, next: [1; 4], ..Info::zeroed() })
}
