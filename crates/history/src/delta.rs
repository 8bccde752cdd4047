//! Deltas: the exchange of two states of a run of bytes.
//!
//! A delta holds `before XOR after`. Swapping it in turns either state into
//! the other, so nothing in it ever needs rewriting. It stands in a payload in one
//! of two forms:
//!
//! * **hot**, as it was captured, in the order of the touch: see `hot`;
//! * **cold**, by ascending address: two variable-length numbers (LEB128: the gap
//!   since the end of the delta before; twice the length, plus one for a repeated
//!   word) and then the bytes. A lone pixel near another takes six bytes, a word of
//!   four bytes that repeats, as when a brush covers an even ground, seven at any
//!   length.
//!
//! The invariant: deltas are never empty, and those of one payload never overlap; a
//! cold one begins and ends with a byte that changed.
//!
//! ```
//! use undoodle_history::{Header, History, Region};
//! let mut history = History::new(vec![0b1100u8; 1024]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1024))?[500] = 0b1010;
//! let commit = history.commit(Header::new("Flip"))?.unwrap();
//! assert_eq!(commit.regions()?, [Region::new(500, 1)]);
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::{Arena, Region};
use std::ops::Range;

/// Number of bytes in a word that may be repeated.
pub(crate) const WORD: usize = 4;

/// The XOR of a run's two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exchange<'a> {
    /// Every byte.
    Spelled(&'a [u8]),
    /// One word, repeated over the run.
    Repeated([u8; WORD]),
}

/// One changed run: its address, its length and its exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delta<'a> {
    pub start: u64,
    pub len: u64,
    pub exchange: Exchange<'a>,
}

impl Delta<'_> {
    pub(crate) fn end(&self) -> u64 {
        self.start + self.len
    }

    /// XORs the exchange from address `from` on into `out`, until either ends.
    pub(crate) fn mix(&self, from: u64, out: &mut [u8]) {
        let skip = (from - self.start) as usize;
        match self.exchange {
            Exchange::Spelled(bytes) => xor(out, &bytes[skip..]),
            Exchange::Repeated(word) => repeat(out, word, skip),
        }
    }

    /// Splits the delta's region at multiples of `block`.
    fn blocks(&self, block: u64) -> impl Iterator<Item = Region> {
        let (mut from, end) = (self.start, self.end());
        std::iter::from_fn(move || {
            let start = from;
            from = end.min((start / block + 1) * block);
            (start < end).then(|| Region::new(start, (from - start) as usize))
        })
    }

    /// Exchanges the two states in the arena.
    ///
    /// Returns `false` if part of it is outside the arena or absent; the rest is exchanged nevertheless.
    #[inline]
    pub fn swap<A: Arena>(&self, arena: &mut A) -> bool {
        if let Some(live) = arena.get_mut(Region::new(self.start, self.len as usize)) {
            self.mix(self.start, live);
            return true;
        }
        // The arena may hold it in several pieces, but each block lies in one.
        let mut complete = true;
        for region in self.blocks(A::BLOCK as u64) {
            match arena.get_mut(region) {
                Some(live) => self.mix(region.start, live),
                None => complete = false,
            }
        }
        complete
    }

    /// Returns the part of the delta that lies in a range of addresses, or `None` if none of it does.
    pub(crate) fn within(&self, range: &Range<u64>) -> Option<Delta<'_>> {
        let (start, end) = (self.start.max(range.start), self.end().min(range.end));
        if start >= end {
            return None;
        }
        let skip = (start - self.start) as usize;
        let exchange = match self.exchange {
            Exchange::Spelled(bytes) => Exchange::Spelled(&bytes[skip..skip + (end - start) as usize]),
            Exchange::Repeated(mut word) => {
                word.rotate_left(skip % WORD);
                Exchange::Repeated(word)
            }
        };
        Some(Delta { start, len: end - start, exchange })
    }

    /// Visits the exchange's bytes, block by block where a word is repeated.
    pub fn spell(&self, visit: &mut dyn FnMut(u64, &[u8])) {
        match self.exchange {
            Exchange::Spelled(bytes) => visit(self.start, bytes),
            Exchange::Repeated(_) => {
                let mut bytes = [0; 256];
                for region in self.blocks(256) {
                    let bytes = &mut bytes[..region.len];
                    bytes.fill(0);
                    self.mix(region.start, bytes);
                    visit(region.start, bytes);
                }
            }
        }
    }
}

/// XORs bytes into `out` up to the shorter length, word by word: most runs are a few words long.
#[inline]
pub fn xor(out: &mut [u8], bytes: &[u8]) {
    let len = out.len().min(bytes.len());
    let (out, bytes) = (&mut out[..len], &bytes[..len]);
    let ((words, rest), (other, other_rest)) = (out.as_chunks_mut::<WORD>(), bytes.as_chunks::<WORD>());
    for (word, other) in words.iter_mut().zip(other) {
        *word = (u32::from_ne_bytes(*word) ^ u32::from_ne_bytes(*other)).to_ne_bytes();
    }
    rest.iter_mut().zip(other_rest).for_each(|(out, byte)| *out ^= byte);
}

pub(crate) fn repeat(out: &mut [u8], mut word: [u8; WORD], skip: usize) {
    word.rotate_left(skip % WORD);
    let wide = [word, word, word, word];
    let (chunks, rest) = out.as_chunks_mut::<16>();
    for chunk in chunks {
        xor(chunk, wide.as_flattened());
    }
    xor(rest, wide.as_flattened());
}
