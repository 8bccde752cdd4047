//! The frame of a packed history, as the journal writes it: numbers, the front of its head, its entries.
//!
//! Shared by what forges histories. The editor's own writer can't be asked: it writes nothing that is wrong.

use undoodle::history::History;
use undoodle::memory::Memory;

/// Appends a LEB128 number.
pub fn number(out: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        out.push(value as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

/// Appends a side of a rectangle: a number whose sign is its last bit.
pub fn side(out: &mut Vec<u8>, side: i32) {
    number(out, u64::from((side << 1 ^ side >> 31) as u32));
}

/// The front of a head over these pages, up to where the tree begins.
pub fn front(pages: &Memory, given: &[u32]) -> Vec<u8> {
    let state = History::new(pages.clone()).fingerprint().unwrap();
    let mut head = b"undoodle".to_vec();
    head.extend_from_slice(&1u32.to_le_bytes());
    head.extend_from_slice(&[0; 12]);
    head.extend_from_slice(&state.to_le_bytes());
    head.extend_from_slice(&(given.len() as u32).to_le_bytes());
    given.iter().for_each(|id| head.extend_from_slice(&id.to_le_bytes()));
    head.extend_from_slice(&[0; 8]);
    head
}

/// Appends an entry of a kind: 0 the head, 3 a step, 4 a pin.
pub fn entry(out: &mut Vec<u8>, kind: u8, id: u64, bytes: &[u8]) {
    out.push(kind);
    out.extend_from_slice(&id.to_le_bytes());
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
}

/// Begins a packed history with its head, under a right checksum.
pub fn begin(mut head: Vec<u8>) -> Vec<u8> {
    let sum = crc32fast::hash(&head);
    head.extend_from_slice(&sum.to_le_bytes());
    let mut out = Vec::new();
    entry(&mut out, 0, 0, &head);
    out
}
