//! Seals: a checksum behind an entry's bytes.
//!
//! A disk may give back other bytes than it was given, or fewer. Each entry but the log ends
//! with the CRC-32 of what stands in front of it; the log's records have checksums of their
//! own. Nothing of an entry is read before its seal is found right.

use crate::pause;
use crc::{CRC_32_ISO_HDLC, Crc, Table};
use std::sync::OnceLock;

/// Number of bytes that are summed at a time.
pub const PART: usize = 64 << 10;

/// The tables are made when they are first used, as they would be a fifteenth of what a page downloads to begin.
static CRC: OnceLock<Crc<u32, Table<16>>> = OnceLock::new();

/// Returns the CRC-32 of some bytes, begun with that of the bytes before them.
pub fn checksum(before: u32, bytes: &[u8]) -> u32 {
    let crc = CRC.get_or_init(|| Crc::<u32, Table<16>>::new(&CRC_32_ISO_HDLC));
    // What was summed goes on from the complement of its sum, whose bits the algorithm takes in reverse.
    let mut digest = crc.digest_with_initial((!before).reverse_bits());
    for part in bytes.chunks(PART) {
        digest.update(part);
        pause::only(part.len());
    }
    digest.finalize()
}

/// Appends the checksum of all bytes.
pub(super) fn close(bytes: &mut Vec<u8>) {
    let sum = checksum(0, bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Returns the bytes in front of their checksum, or `None` if that is wrong.
pub(super) fn open(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    (checksum(0, bytes) == u32::from_le_bytes(*sum)).then_some(bytes)
}
