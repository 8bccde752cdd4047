//! Chunks: pieces of another program's file that mean nothing here, and are written back to such a file.
//!
//! Problem: who opens a file, paints a pixel and saves it loses whatever the file had and the drawing has not, such as a profile or
//! a layer's user data. Idea: a chunk is a record like any other. It has the bytes as they came, and names the layer, the
//! group, the frame, the tag and the slice that they belong to; so it goes where these go, is there again after undo, and is
//! merged, copied and stored without a line about it. What it means is known to its format alone.
//!
//! A record has room for a short chunk. The rest of a longer one is in *pieces*, records of a whole page that
//! belong to their chunk. Neither ever changes: whoever doubts whether a chunk still holds compares its digest, which was
//! made of what it describes, with what is there now.
//!
//! The invariant: a chunk is there as long as everything that it belongs to, and a piece as long as its chunk.
//!
//! ```
//! use undoodle_drawing::document::{Carried, Drawing};
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.add_layer(1)?;
//! let layer = drawing.layer_id(1).unwrap_or(0);
//! let chunk = Carried { layer, kind: 0x2020, bytes: vec![7; 9000], ..Carried::default() };
//! assert!(drawing.carry(&chunk)?);
//! assert_eq!(drawing.carried(), [chunk]);
//! drawing.remove_layer(1)?;
//! assert!(drawing.carried().is_empty());
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Drawing;
use super::door::Door;
use super::pieces::{self, LONG, Piece, owner, piece};
use super::property::{Blob, Byte, Choice, Id, Number, Whole, properties};
use super::records::{CHUNK, FRAME, Kind, LAYER, PIECE, id_at, put, view};
use crate::error::Result;
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Maximum number of chunks of a drawing.
pub const MAX_CHUNKS: u32 = 2046;

/// Number of bytes that the record of a chunk has room for.
const SHORT: usize = 208;

crate::named! {
    /// The format that a chunk came from.
    #[derive(Default, Hash)]
    pub enum Origin, "format" {
        /// An .aseprite file.
        #[default]
        Aseprite = "aseprite", "Aseprite";
        /// Any: an image that a cel shows at another size. See [`original`](super::original).
        Image = "image", "Image";
    }
}

properties! {
    /// The record of a chunk.
    "chunk" Head, kept in 256 bytes:
    /// Number of its bytes, pieces included.
    len: u32 as Whole<0, { SHORT as u32 + LONG as u32 * MAX_CHUNKS }>,
    /// What its format calls it.
    kind: u32 as Whole<0, { u32::MAX }>,
    /// Digest of what it describes.
    digest: u64 as Number,
    /// The id of the layer that it belongs to, 0 for none.
    layer: u16 as Id,
    /// The id of the group that it belongs to, 0 for none.
    group: u16 as Id,
    /// The id of the frame that it belongs to, 0 for none.
    frame: u16 as Id,
    /// The id of the tag that it belongs to, 0 for none.
    tag: u16 as Id,
    /// The format that it came from.
    origin: Origin as Choice<Origin>,
    /// What part its format gave it.
    role: u8 as Byte,
    /// Its first bytes, and zeros behind them.
    bytes: [u8; SHORT] as Blob<SHORT>,
    /// The id of the slice that it belongs to, 0 for none.
    slice: u16 as Id,
}

// Nobody draws it, and it is written once.
const _: fn(&Record) -> Seen = Record::seen;
const _: fn(&mut Memory, u64, &Record) -> Result<()> = Record::change;
const _: fn() -> Vec<super::property::Row<Head>> = Head::rows;

/// Addresses of a chunk's layer, group, frame, tag and slice in its record.
pub(super) const LAYER_OF: Range<u64> = id_at(offset_of!(Record, layer));
pub(super) const GROUP_OF: Range<u64> = id_at(offset_of!(Record, group));
pub(super) const FRAME_OF: Range<u64> = id_at(offset_of!(Record, frame));
pub(super) const TAG_OF: Range<u64> = id_at(offset_of!(Record, tag));
pub(super) const SLICE_OF: Range<u64> = id_at(offset_of!(Record, slice));

/// Returns the record of a chunk by its id.
pub(super) fn chunk(memory: &Memory, id: u16) -> &Record {
    view(memory, CHUNK.address(id))
}

/// Returns the name of the first field of a chunk's record with bytes that no value has.
pub(super) fn broken(memory: &Memory, id: u16) -> Option<&'static str> {
    let record = chunk(memory, id);
    let behind = record.bytes.get(record.len as usize..).unwrap_or_default();
    record.broken().or_else(|| behind.iter().any(|byte| *byte != 0).then_some("bytes"))
}

/// A piece of another program's file, with all its bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Carried {
    /// The format that it came from.
    pub origin: Origin,
    /// What its format calls it.
    pub kind: u32,
    /// What part its format gave it.
    pub role: u8,
    /// The id of the layer that it belongs to, 0 for none.
    pub layer: u16,
    /// The id of the group that it belongs to, 0 for none.
    pub group: u16,
    /// The id of the frame that it belongs to, 0 for none.
    pub frame: u16,
    /// The id of the tag that it belongs to, 0 for none.
    pub tag: u16,
    /// The id of the slice that it belongs to, 0 for none.
    pub slice: u16,
    /// Digest of what it describes.
    pub digest: u64,
    /// Its bytes as they came.
    pub bytes: Vec<u8>,
}

impl Carried {
    fn head(&self) -> Head {
        let mut bytes = [0; SHORT];
        let short = self.bytes.len().min(SHORT);
        bytes[..short].copy_from_slice(&self.bytes[..short]);
        let Carried { origin, kind, role, layer, group, frame, tag, slice, digest, .. } = *self;
        let len = self.bytes.len() as u32;
        Head { len, kind, digest, layer, group, frame, tag, origin, role, bytes, slice }
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the chunks, in the order in which they were added.
    pub fn carried(&self) -> Vec<Carried> {
        let pieces = self.sorted_pieces();
        CHUNK.ids(self.memory()).iter().map(|id| self.with_pieces(*id, &pieces)).collect()
    }

    /// Returns all pieces, those of a chunk one after the other.
    fn sorted_pieces(&self) -> Vec<&pieces::Record> {
        let memory = self.memory();
        let mut pieces: Vec<_> = PIECE.ids(memory).iter().map(|id| piece(memory, *id)).collect();
        pieces.sort_by_key(|piece| owner(piece));
        pieces
    }

    /// Returns a chunk by its id.
    fn with_pieces(&self, id: u16, pieces: &[&pieces::Record]) -> Carried {
        let Head { len, kind, digest, layer, group, frame, tag, origin, role, bytes, slice } =
            chunk(self.memory(), id).decode();
        let mut bytes = bytes[..SHORT.min(len as usize)].to_vec();
        let first = pieces.partition_point(|piece| owner(piece) < id);
        let own = pieces[first..].iter().take_while(|piece| owner(piece) == id);
        own.for_each(|piece| bytes.extend(&piece.bytes[..LONG.min(piece.len as usize)]));
        Carried { origin, kind, role, layer, group, frame, tag, slice, digest, bytes }
    }

    /// Returns the image with a number: one that is carried for a layer, by its id, or else for another one.
    pub(super) fn carried_image(&self, layer: u16, number: u64) -> Option<Carried> {
        let memory = self.memory();
        let ids = CHUNK.ids(memory).iter().copied();
        let is = |id: &u16| {
            let head = chunk(memory, *id);
            head.digest == number && head.decode().origin == Origin::Image
        };
        let id = ids.filter(is).min_by_key(|id| chunk(memory, *id).layer != layer.to_le_bytes())?;
        Some(self.with_pieces(id, &self.sorted_pieces()))
    }

    /// Returns `true` if there is any chunk.
    pub fn carries(&self) -> bool {
        CHUNK.count(self.memory()) > 0
    }

    /// Adds a chunk behind the others. Returns `false` and changes nothing if there is no room for it.
    ///
    /// # Errors
    /// As [`Door::write`].
    pub fn carry(&mut self, carried: &Carried) -> Result<bool> {
        let rest = carried.bytes.get(SHORT..).unwrap_or_default();
        let count = rest.len().div_ceil(LONG) as u32;
        let fits = |kind: &Kind, more: u32| {
            let next = kind.next(self.memory()).max(self.door.highest_id(kind.number) + 1);
            kind.count(self.memory()) + more <= kind.most && next + more <= kind.last
        };
        if !fits(&CHUNK, 1) || !fits(&PIECE, count) {
            return Ok(false);
        }
        let id = self.give(&CHUNK)?;
        put(&mut self.door, CHUNK.address(id), Record::encode(&carried.head())?)?;
        let last = CHUNK.count(self.memory());
        CHUNK.insert(&mut self.door, last, id)?;
        for part in rest.chunks(LONG) {
            let mut bytes = [0; LONG];
            bytes[..part.len()].copy_from_slice(part);
            let new = pieces::Record::encode(&Piece { len: part.len() as u32, chunk: id, bytes })?;
            let of = self.give(&PIECE)?;
            put(&mut self.door, PIECE.address(of), new)?;
            let last = PIECE.count(self.memory());
            PIECE.insert(&mut self.door, last, of)?;
        }
        Ok(true)
    }

    /// Gives copies of a thing's chunks to another one of its kind, as far as there is room.
    pub(super) fn carry_along(&mut self, kind: &Kind, from: u16, to: u16) -> Result<()> {
        if from == 0 || !self.carries() {
            return Ok(());
        }
        for mut chunk in self.carried() {
            let mut names = [(&LAYER, &mut chunk.layer), (&FRAME, &mut chunk.frame)];
            let named = names.iter_mut().find(|(of, id)| of.number == kind.number && **id == from);
            if let Some((_, id)) = named {
                **id = to;
                self.carry(&chunk)?;
            }
        }
        Ok(())
    }
}
