//! Projects of Pixelorama before 1.0: a line of JSON and the pixels of all cels behind it, packed by Godot.
//!
//! Godot cuts a file into blocks and packs each by itself, here by Zstandard: `GCPF`, how it is packed, the size of a block and
//! of the whole, then the packed size of each block, then the blocks (`FileAccessCompressed` in its source). Whoever
//! turned packing off has the line and the pixels as they are.
//!
//! Invariant: a block is unpacked into as many bytes as it must have and no more, so that a file of some kilobytes
//! that claims a gigabyte is refused at its first block that is not there.

use super::damaged;
use crate::budget::Budget;
use crate::error::{Error, Result};
use ruzstd::decoding::FrameDecoder;

/// What Godot puts before a file that it has packed.
const PACKED: &[u8] = b"GCPF";

/// What a project begins with that is not packed.
const PLAIN: &[u8] = b"{\"pixelorama_version\"";

/// Godot's number of Zstandard.
const ZSTANDARD: u32 = 2;

/// Maximum number of bytes of a block; Godot makes blocks of 4096.
const MAX_BLOCK: u32 = 1 << 20;

/// How far back a block may refer, at most.
const WINDOW: u64 = 8 << 20;

/// Returns `true` for a project of a Pixelorama before 1.0.
pub(super) fn is(bytes: &[u8]) -> bool {
    bytes.starts_with(PACKED) || bytes.starts_with(PLAIN)
}

/// Returns the error of a file that is older than what this reads.
pub(super) fn too_old() -> Error {
    let why = "it is from a Pixelorama before 0.8: save it again with a later version".into();
    Error::Invalid { what: "file", why }
}

/// Unpacks a project to its line of JSON and its pixels.
///
/// # Errors
/// Returns [`Error::Damaged`], and [`Error::OutOfMemory`] if a budget has no room for it.
pub(super) fn unpacked(bytes: &[u8], budget: &Budget) -> Result<Vec<u8>> {
    let Some(head) = bytes.strip_prefix(PACKED) else { return Ok(bytes.to_vec()) };
    let number = |at: usize| {
        let four = head.get(4 * at..).and_then(|rest| rest.first_chunk());
        four.map(|four| u32::from_le_bytes(*four)).ok_or_else(|| damaged("it ends too early"))
    };
    let (way, block, total) = (number(0)?, number(1)?, number(2)?);
    if way != ZSTANDARD || !(1..=MAX_BLOCK).contains(&block) {
        return Err(damaged("its compression is unknown"));
    }
    budget.check(total.into())?;
    // There is a last block even if nothing is left for it.
    let count = (total / block) as usize + 1;
    let mut packed = head.get(4 * (3 + count)..).ok_or_else(|| damaged("it ends too early"))?;
    let mut decoder = FrameDecoder::new();
    decoder.set_max_window_size(WINDOW);
    let mut run = Vec::new();
    for at in 0..count {
        let (one, rest) =
            packed.split_at_checked(number(3 + at)? as usize).ok_or_else(|| damaged("it ends too early"))?;
        packed = rest;
        let (from, length) = (run.len(), block.min(total - run.len() as u32) as usize);
        let refused = |_| Error::OutOfMemory { what: "file", bytes: total.into(), limit: 0 };
        run.try_reserve(length).map_err(refused)?;
        run.resize(from + length, 0);
        if length > 0 && decoder.decode_all(one, &mut run[from..]).ok() != Some(length) {
            return Err(damaged("one of its blocks can't be unpacked"));
        }
    }
    Ok(run)
}
