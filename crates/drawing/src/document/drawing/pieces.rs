//! Pieces: the bytes of a [chunk](super::carried) that its own record has no room for.
//!
//! A piece fills a page and belongs to its chunk, so both are removed, restored and merged together. A chunk's pieces lie in the
//! order in which they were added.

use super::property::{Blob, Id, Whole, properties};
use super::records::{PIECE, id_at, view};
use crate::error::Result;
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Number of bytes of a piece.
pub(super) const LONG: usize = 4090;

properties! {
    /// The record of a piece.
    "piece" Piece, kept in 4096 bytes:
    /// Number of its bytes.
    len: u32 as Whole<1, { LONG as u32 }>,
    /// The id of its chunk.
    chunk: u16 as Id,
    /// Its bytes, and zeros behind them.
    bytes: [u8; LONG] as Blob<LONG>,
}

// Nobody draws it, and it is read in place.
const _: fn(&Record) -> Seen = Record::seen;
const _: fn(&mut Memory, u64, &Record) -> Result<()> = Record::change;
const _: fn(&Record) -> Piece = Record::decode;
const _: fn() -> Vec<super::property::Row<Piece>> = Piece::rows;

/// Addresses of a piece's chunk in its record.
pub(super) const CHUNK_OF: Range<u64> = id_at(offset_of!(Record, chunk));

/// Returns the record of a piece by its id.
pub(super) fn piece(memory: &Memory, id: u16) -> &Record {
    view(memory, PIECE.address(id))
}

/// Returns the id of a piece's chunk.
pub(super) fn owner(piece: &Record) -> u16 {
    u16::from_le_bytes(piece.chunk)
}

/// Returns the name of the first field of a piece's record with bytes that no value has.
pub(super) fn broken(memory: &Memory, id: u16) -> Option<&'static str> {
    let record = piece(memory, id);
    let behind = record.bytes.get(record.len as usize..).unwrap_or_default();
    record.broken().or_else(|| behind.iter().any(|byte| *byte != 0).then_some("bytes"))
}
