//! The deltas of a payload, one after the other.
//!
//! A payload is hot or cold as a whole, and whoever reads it need not know more: this iterator decodes one [`Delta`] at a time and copies
//! nothing. A payload that is broken ends early, which [`Deltas::finish`] tells.
//!
//! The invariant: what has been decoded is gone from the front, and no delta reaches beyond 2⁶⁴.

use crate::delta::{Delta, Exchange};
use crate::error::{Error, Result};
use crate::hot;
use crate::varint::find_number;

/// Iterator over the deltas of a payload, decoding one at a time.
#[derive(Clone, Debug)]
pub struct Deltas<'a> {
    payload: &'a [u8],
    hot: bool,
    end: u64,
}

impl<'a> Deltas<'a> {
    /// Creates the iterator over a payload that is hot, or cold.
    pub fn decode(payload: &'a [u8], hot: bool) -> Deltas<'a> {
        Deltas { payload, hot, end: 0 }
    }

    /// Creates the iterator over a hot payload.
    pub fn hot(payload: &'a [u8]) -> Deltas<'a> {
        Deltas::decode(payload, true)
    }

    /// Decodes the next delta of a cold payload.
    // Inlined: whoever looks for a few of many deltas does little else.
    #[inline(always)]
    pub(crate) fn next_cold(&mut self) -> Option<Delta<'a>> {
        let mut rest = self.payload;
        let start = self.end.checked_add(number(&mut rest)?)?;
        let kind = number(&mut rest)?;
        let len = kind >> 1;
        let end = start.checked_add(len)?;
        let exchange = if kind & 1 == 1 {
            let (word, after) = rest.split_first_chunk()?;
            rest = after;
            Exchange::Repeated(*word)
        } else {
            let (bytes, after) = rest.split_at_checked(usize::try_from(len).ok()?)?;
            rest = after;
            Exchange::Spelled(bytes)
        };
        self.payload = rest;
        self.end = end;
        Some(Delta { start, len, exchange })
    }

    /// Returns the number of bytes not decoded yet.
    pub(crate) fn left(&self) -> usize {
        self.payload.len()
    }

    /// Returns an error unless the whole payload was decoded.
    pub fn finish(&self) -> Result<()> {
        if self.payload.is_empty() {
            return Ok(());
        }
        Err(Error::Damaged { why: "the end of a step is broken" })
    }
}

/// Decodes a number; a short one without a call.
#[inline(always)]
fn number(bytes: &mut &[u8]) -> Option<u64> {
    match **bytes {
        [one, ref rest @ ..] if one < 0x80 => {
            *bytes = rest;
            Some(u64::from(one))
        }
        [one, two, ref rest @ ..] if two < 0x80 => {
            *bytes = rest;
            Some(u64::from(one & 0x7f) | u64::from(two) << 7)
        }
        _ => find_number(bytes),
    }
}

impl<'a> Iterator for Deltas<'a> {
    type Item = Delta<'a>;

    #[inline]
    fn next(&mut self) -> Option<Delta<'a>> {
        if self.hot {
            let (start, len, exchange) = hot::take_delta(&mut self.payload)?;
            return Some(Delta { start, len: len as u64, exchange });
        }
        self.next_cold()
    }
}
