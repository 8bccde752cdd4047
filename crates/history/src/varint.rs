//! Numbers and runs of bytes as they are written and read: LEB128.
//!
//! Problem: headers, deltas, trees and events all consist of numbers that are mostly small, and of bytes. Idea: a number takes seven
//! bits a byte, the low ones first, and the highest bit says that another byte follows. What is read may come from a damaged disk or
//! from a stranger, so whatever is cut off is an error and never a panic.
//!
//! The invariant: a number that was written is the number read, and exactly its bytes are gone from the front.

use crate::error::{Result, damaged};

/// A destination of encoded bytes.
pub trait Sink {
    /// Appends bytes.
    fn put_bytes(&mut self, bytes: &[u8]);
    /// Returns the number of bytes put.
    fn len(&self) -> usize;
}

/// The vector must have the capacity reserved.
impl Sink for Vec<u8> {
    #[inline]
    fn put_bytes(&mut self, bytes: &[u8]) {
        // A single byte is not worth a call to memcpy.
        match bytes {
            [byte] => self.push(*byte),
            _ => self.extend_from_slice(bytes),
        }
    }

    fn len(&self) -> usize {
        Vec::len(self)
    }
}

/// Writes a number as LEB128.
#[inline]
pub(crate) fn put_number(sink: &mut impl Sink, mut number: u64) {
    while number >= 0x80 {
        sink.put_bytes(&[number as u8 | 0x80]);
        number >>= 7;
    }
    sink.put_bytes(&[number as u8]);
}

/// Decodes the LEB128 number at the front and removes it.
pub(crate) fn find_number(bytes: &mut &[u8]) -> Option<u64> {
    let (&first, rest) = bytes.split_first()?;
    *bytes = rest;
    if first < 0x80 {
        return Some(u64::from(first));
    }
    let mut number = u64::from(first & 0x7f);
    for shift in (7..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Takes a number from the front.
pub(crate) fn take_number(bytes: &mut &[u8]) -> Result<u64> {
    find_number(bytes).ok_or_else(|| damaged("a number is cut off"))
}

/// Takes so many bytes from the front.
pub(crate) fn take_bytes<'a>(bytes: &mut &'a [u8], len: u64) -> Result<&'a [u8]> {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let (taken, rest) = bytes.split_at_checked(len).ok_or_else(|| damaged("it is cut off"))?;
    *bytes = rest;
    Ok(taken)
}
