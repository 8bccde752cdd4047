//! Deltas: the exchange of two states of a run of bytes.
//!
//! A delta holds `before XOR after`. Swapping it in turns either state into
//! the other, so nothing in it ever needs rewriting. In a commit's payload the
//! deltas stand by ascending address, each as two variable-length numbers
//! (LEB128: the gap since the end of the one before, and the length) and its
//! bytes: six bytes for a lone pixel in the neighbourhood of another.
//!
//! The invariant: a delta neither begins nor ends with an unchanged byte, and
//! deltas never overlap.
//!
//! ```
//! use undoodle::history::{Header, History};
//! use undoodle::memory::Region;
//! let mut history = History::new(vec![0b1100u8; 1024]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1024))?[500] = 0b1010;
//! let commit = history.commit(Header::new("Flip"))?.unwrap();
//! let delta = commit.deltas().next().unwrap();
//! assert_eq!((delta.region(), delta.bytes()), (Region::new(500, 1), &[0b0110][..]));
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::error::{Error, Result};
use crate::memory::{Arena, Region};

/// A new run costs two bytes, so an unchanged gap this short is cheaper kept within one.
const GAP: usize = 2;

/// One changed run: its place and the XOR of its two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta<'a> {
    start: u64,
    bytes: &'a [u8],
}

impl<'a> Delta<'a> {
    /// Where the run lies.
    pub fn region(&self) -> Region {
        Region::new(self.start, self.bytes.len())
    }

    /// `before XOR after`.
    pub fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Exchanges the two states: what was after becomes before, and back.
    pub fn swap<A: Arena>(&self, arena: &mut A) {
        if let Some(live) = arena.get_mut(self.region()) {
            for (live, change) in live.iter_mut().zip(self.bytes) {
                *live ^= change;
            }
        }
    }
}

/// The deltas of a commit, decoded one by one.
#[derive(Clone, Debug)]
pub struct Deltas<'a> {
    payload: &'a [u8],
    end: u64,
}

impl<'a> Deltas<'a> {
    pub(super) fn new(payload: &'a [u8]) -> Deltas<'a> {
        Deltas { payload, end: 0 }
    }

    fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = self.payload.split_first()?;
            self.payload = rest;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }
}

impl<'a> Iterator for Deltas<'a> {
    type Item = Delta<'a>;

    fn next(&mut self) -> Option<Delta<'a>> {
        let start = self.end.checked_add(self.number()?)?;
        let len = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.payload.split_at_checked(len)?;
        self.payload = rest;
        self.end = start + len as u64;
        Some(Delta { start, bytes })
    }
}

/// Writes deltas in the order of their addresses.
#[derive(Default)]
pub(super) struct Encoder {
    payload: Vec<u8>,
    deltas: usize,
    end: u64,
}

impl Encoder {
    /// Adds the runs in which a block's two states differ.
    pub(super) fn block(&mut self, start: u64, before: &[u8], after: &[u8]) -> Result<()> {
        // The worst case is a lone changed byte in every four, of three bytes each.
        let room = before.len() + 32;
        let full = |_| Error::OutOfMemory { what: "history", bytes: room as u64, limit: 0 };
        self.payload.try_reserve(room).map_err(full)?;
        let mut at = 0;
        while let Some(skip) = before[at..].iter().zip(&after[at..]).position(|(a, b)| a != b) {
            let first = at + skip;
            let mut last = first;
            for (i, (a, b)) in before.iter().zip(after).enumerate().skip(first + 1) {
                if a != b {
                    last = i;
                } else if i - last > GAP {
                    break;
                }
            }
            at = last + 1;
            let begin = start + first as u64;
            self.number(begin - self.end);
            self.number((at - first) as u64);
            self.payload.extend(before[first..at].iter().zip(&after[first..at]).map(|(a, b)| a ^ b));
            self.end = start + at as u64;
            self.deltas += 1;
        }
        Ok(())
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.payload.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.payload.push(number as u8);
    }

    pub(super) fn finish(self) -> (usize, Box<[u8]>) {
        (self.deltas, self.payload.into_boxed_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes one block and gives its runs as (start, XOR).
    fn runs(start: u64, before: &[u8], after: &[u8]) -> Vec<(u64, Vec<u8>)> {
        let mut encoder = Encoder::default();
        encoder.block(start, before, after).unwrap();
        let (count, payload) = encoder.finish();
        let runs: Vec<_> = Deltas::new(&payload).map(|d| (d.start, d.bytes.to_vec())).collect();
        assert_eq!(runs.len(), count);
        runs
    }

    #[test]
    fn runs_are_trimmed_and_short_gaps_are_kept_within() {
        assert_eq!(runs(0, b"abcd", b"abcd"), []);
        assert_eq!(runs(1000, &[0; 8], &[0, 0, 5, 0, 0, 6, 0, 0]), [(1002, vec![5, 0, 0, 6])]);
        assert_eq!(runs(0, &[0; 8], &[5, 0, 0, 0, 6, 0, 0, 0]), [(0, vec![5]), (4, vec![6])]);
        assert_eq!(runs(1 << 40, &[1], &[3]), [(1 << 40, vec![2])]);
    }

    #[test]
    fn a_cut_payload_ends_the_deltas_and_nothing_else() {
        let mut encoder = Encoder::default();
        encoder.block(300, &[0; 4], &[1, 2, 3, 4]).unwrap();
        let (_, payload) = encoder.finish();
        assert_eq!(Deltas::new(&payload).count(), 1);
        for cut in 0..payload.len() {
            assert_eq!(Deltas::new(&payload[..cut]).count(), 0, "cut at {cut}");
        }
        assert_eq!(Deltas::new(&[0xff; 20]).count(), 0, "an endless number is none");
    }
}
