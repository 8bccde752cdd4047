//! Seals: a checksum behind an entry's bytes.
//!
//! A disk may give back other bytes than it was given, or fewer. Each entry but the log ends
//! with the CRC-32 of what stands in front of it; the log's records have checksums of their
//! own. Nothing of an entry is read before its seal is found right.

use crc32fast::hash;

/// Appends the checksum of all bytes.
pub(super) fn close(bytes: &mut Vec<u8>) {
    let sum = hash(bytes);
    bytes.extend_from_slice(&sum.to_le_bytes());
}

/// Returns the bytes in front of their checksum, or `None` if that is wrong.
pub(super) fn open(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, sum) = bytes.split_last_chunk()?;
    (hash(bytes) == u32::from_le_bytes(*sum)).then_some(bytes)
}
