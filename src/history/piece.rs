//! Pieces of a commit's payload, as they are or sealed.
//!
//! What was done an hour ago is seldom undone, so it may as well be packed. A
//! piece is packed with LZ4 once, and only where that pays; it is unpacked into a
//! buffer of zeros of exactly the length it had before, which is never above
//! [`LONGEST`]. (A decoder that writes into a used buffer can be made to give that
//! buffer's old bytes away: RUSTSEC-2026-0041.)
//!
//! The invariant: unsealing gives the bytes that were sealed, or an error.

use crate::error::{Error, Result};
use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};

/// The bytes after which a piece is ended.
pub(super) const PIECE: usize = 32 << 10;

/// A piece longer than this can't be: the last block and the header of the first are on top.
pub(super) const LONGEST: usize = PIECE + 1024;

/// Below this many bytes, packing can't pay for itself.
const SMALL: usize = 40;

/// A part of a payload that decodes by itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    bytes: Box<[u8]>,
    /// The payload's length before it was sealed; 0 while it is not.
    raw: u32,
}

impl Piece {
    /// A copy of the bytes, unless the machine refuses it.
    pub(super) fn new(bytes: &[u8]) -> Option<Piece> {
        let mut copy = Vec::new();
        copy.try_reserve_exact(bytes.len()).ok()?;
        copy.extend_from_slice(bytes);
        Some(Piece { bytes: copy.into_boxed_slice(), raw: 0 })
    }

    /// The bytes that it holds on the heap.
    pub(super) fn stored(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn is_sealed(&self) -> bool {
        self.raw > 0
    }

    /// The room that opening it takes.
    pub(super) fn opening(&self) -> usize {
        self.raw as usize
    }

    /// What stands before the payload and is never sealed.
    pub(super) fn lead(&self, lead: usize) -> &[u8] {
        &self.bytes[..lead]
    }

    /// What stands after the first `lead` bytes, sealed or not.
    pub(super) fn payload(&self, lead: usize) -> &[u8] {
        &self.bytes[lead..]
    }

    /// The room that sealing it takes for a while.
    pub(super) fn sealing(&self) -> usize {
        get_maximum_output_size(self.bytes.len()) + self.bytes.len()
    }

    /// Packs what stands after the first `lead` bytes, if that makes it smaller by an eighth.
    pub(super) fn seal(&mut self, lead: usize) {
        let payload = &self.bytes[lead..];
        if self.is_sealed() || payload.len() < SMALL || payload.len() > LONGEST {
            return;
        }
        let mut packed = Vec::new();
        if packed.try_reserve_exact(lead + get_maximum_output_size(payload.len())).is_err() {
            return;
        }
        packed.extend_from_slice(&self.bytes[..lead]);
        packed.resize(lead + get_maximum_output_size(payload.len()), 0);
        let Ok(len) = compress_into(payload, &mut packed[lead..]) else { return };
        if len < payload.len() - payload.len() / 8 {
            self.raw = payload.len() as u32;
            self.bytes = packed[..lead + len].into();
        }
    }

    /// The payload as it was before sealing: lent, or unpacked into a buffer that is emptied first.
    pub(super) fn open<'a>(&'a self, lead: usize, fresh: &'a mut Vec<u8>) -> Result<&'a [u8]> {
        if !self.is_sealed() {
            return Ok(self.payload(lead));
        }
        let raw = self.raw as usize;
        // Nothing of what the buffer held before is left for a broken piece to copy.
        fresh.clear();
        let refused = Error::OutOfMemory { what: "history", bytes: raw as u64, limit: 0 };
        if raw > LONGEST || fresh.try_reserve_exact(raw).is_err() {
            return Err(refused);
        }
        fresh.resize(raw, 0);
        match decompress_into(self.payload(lead), fresh) {
            Ok(len) if len == raw => Ok(fresh),
            _ => Err(Error::File { format: "lz4", why: "a sealed piece is broken".into() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sealing_keeps_the_lead_and_gives_the_payload_back() {
        let bytes: Vec<u8> = (0..2000).map(|i| (i % 10) as u8).collect();
        let mut piece = Piece::new(&bytes).unwrap();
        piece.seal(7);
        assert!(piece.is_sealed() && piece.stored() < 200);
        assert_eq!(piece.lead(7), &bytes[..7]);
        assert_eq!(piece.open(7, &mut Vec::new()).unwrap(), &bytes[7..]);
        let sealed = piece.stored();
        piece.seal(7);
        assert_eq!(piece.stored(), sealed, "sealing twice is sealing once");
    }

    #[test]
    fn what_would_not_shrink_stays_as_it_is() {
        let mut state = 1u32;
        let noise = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as u8
        });
        let noise: Vec<u8> = noise.take(2000).collect();
        let mut piece = Piece::new(&noise).unwrap();
        piece.seal(0);
        assert!(!piece.is_sealed());
        assert_eq!(piece.open(0, &mut Vec::new()).unwrap(), noise);
    }

    #[test]
    fn a_crafted_piece_is_an_error_and_leaks_nothing() {
        let bytes: Vec<u8> = (0..500).map(|i| (i % 10) as u8).collect();
        let mut piece = Piece::new(&bytes).unwrap();
        piece.seal(0);
        // A match that points before the output's first byte, and lengths that are not the right ones.
        let crafted = Piece { bytes: [0x1f, 0x41, 0xff, 0xff, 0xff, 0x10, 0x00].into(), raw: 300 };
        let long = Piece { raw: u32::MAX, ..piece.clone() };
        let short = Piece { raw: 10, ..piece.clone() };
        for broken in [crafted, long, short] {
            let mut fresh = vec![0xaa; 400];
            assert!(broken.open(0, &mut fresh).is_err());
            assert!(fresh.iter().all(|byte| *byte != 0xaa), "the used buffer is not used again");
        }
    }
}
