//! Bytes of a file being written, in memory that may be refused.
//!
//! The largest drawings make files of a gigabyte. Where the machine has no room for
//! one, saving must be refused in a sentence while the drawing stays open. So encoders
//! write into a sink that asks for memory before it takes any, and that knows afterwards
//! how many bytes it was that it refused.

use crate::error::Error;
use std::io::{self, Write};

/// Maximum number of bytes of a file: what is written here must open here.
pub(super) const MAX_FILE: u64 = 1 << 30;

/// Bytes being written, up to a limit.
#[derive(Debug)]
pub struct Sink {
    pub bytes: Vec<u8>,
    limit: u64,
    /// Number of bytes that were needed when the sink refused.
    needed: u64,
}

impl Sink {
    /// Creates an empty sink that takes at most `limit` bytes.
    pub fn new(limit: u64) -> Sink {
        Sink { bytes: Vec::new(), limit, needed: 0 }
    }

    /// Makes room for so many bytes at once, within the limit. Growing by and by copies what is there. Without room nothing changes: what
    /// is written is refused then.
    pub(super) fn expect(&mut self, bytes: usize) {
        if bytes as u64 <= self.limit {
            _ = self.bytes.try_reserve_exact(bytes);
        }
    }

    /// Returns the error for an encoder that has failed: memory is all that a drawing's file can lack.
    pub(super) fn refusal(&self, what: &'static str) -> Error {
        let limit = if self.needed > self.limit { self.limit } else { 0 };
        Error::OutOfMemory { what, bytes: self.needed, limit }
    }
}

impl Write for Sink {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        let size = (self.bytes.len() + part.len()) as u64;
        if size > self.limit || self.bytes.try_reserve(part.len()).is_err() {
            self.needed = self.needed.max(size);
            return Err(io::ErrorKind::OutOfMemory.into());
        }
        self.bytes.extend_from_slice(part);
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
