//! Deltas: the exchange of two states of a run of bytes.
//!
//! A delta holds `before XOR after`. Swapping it in turns either state into
//! the other, so nothing in it ever needs rewriting. A run is spelled out, or
//! it is one word of four bytes repeated, as when a brush covers an even ground:
//! then it takes seven bytes at any length, and swapping it reads no memory but
//! the document's.
//!
//! In a commit's payload the deltas stand by ascending address, each as two
//! variable-length numbers (LEB128: the gap since the end of the one before;
//! twice the length, plus one for a repeated word) and then the bytes: six bytes
//! for a lone pixel in the neighbourhood of another.
//!
//! The invariant: deltas are never empty and never overlap; the bytes of a
//! spelled run begin and end with a change.
//!
//! ```
//! use undoodle::history::{Header, History};
//! use undoodle::memory::Region;
//! let mut history = History::new(vec![0b1100u8; 1024]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1024))?[500] = 0b1010;
//! let commit = history.commit(Header::new("Flip"))?.unwrap();
//! assert_eq!(commit.regions().collect::<Vec<_>>(), [Region::new(500, 1)]);
//! assert_eq!(commit.deltas(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::memory::{Arena, Region};

/// The bytes in a word that may be repeated.
pub(super) const WORD: usize = 4;

/// The XOR of a run's two states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Run<'a> {
    /// Every byte.
    Spelled(&'a [u8]),
    /// A word that is repeated over the run.
    Repeated([u8; WORD]),
}

/// One run that changed: its place and its exchange.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delta<'a> {
    pub(super) start: u64,
    pub(super) len: u64,
    pub(super) run: Run<'a>,
}

impl Delta<'_> {
    pub(super) fn end(&self) -> u64 {
        self.start + self.len
    }

    /// XORs the part of the exchange from `from` on into `out`, as far as it reaches.
    pub(super) fn mix(&self, from: u64, out: &mut [u8]) {
        let skip = (from - self.start) as usize;
        match self.run {
            Run::Spelled(bytes) => xor(out, &bytes[skip..]),
            Run::Repeated(word) => repeat(out, word, skip),
        }
    }

    /// Exchanges the two states: what was after becomes before, and back.
    pub(super) fn swap<A: Arena>(&self, arena: &mut A) {
        let whole = Region::new(self.start, self.len as usize);
        if let Some(live) = arena.get_mut(whole) {
            return self.mix(self.start, live);
        }
        // It lies in more than one piece, but each block of it in one.
        let block = A::BLOCK as u64;
        let mut from = self.start;
        while from < self.end() {
            let to = self.end().min((from / block + 1) * block);
            if let Some(live) = arena.get_mut(Region::new(from, (to - from) as usize)) {
                self.mix(from, live);
            }
            from = to;
        }
    }
}

fn xor(out: &mut [u8], bytes: &[u8]) {
    out.iter_mut().zip(bytes).for_each(|(out, byte)| *out ^= byte);
}

fn repeat(out: &mut [u8], mut word: [u8; WORD], skip: usize) {
    word.rotate_left(skip % WORD);
    let wide = [word, word, word, word];
    let (chunks, rest) = out.as_chunks_mut::<16>();
    for chunk in chunks {
        xor(chunk, wide.as_flattened());
    }
    xor(rest, wide.as_flattened());
}

/// The deltas of a payload, decoded one by one; a broken payload just ends.
#[derive(Clone, Debug)]
pub(super) struct Deltas<'a> {
    payload: &'a [u8],
    end: u64,
}

impl<'a> Deltas<'a> {
    pub(super) fn new(payload: &'a [u8]) -> Deltas<'a> {
        Deltas { payload, end: 0 }
    }

    /// Goes on where another has stopped, with what it had left.
    pub(super) fn resume(payload: &'a [u8], end: u64) -> Deltas<'a> {
        Deltas { payload, end }
    }

    /// How many bytes are left, and where the last delta ended.
    pub(super) fn place(&self) -> (usize, u64) {
        (self.payload.len(), self.end)
    }
}

/// Takes a LEB128 number off the front.
pub(super) fn number(bytes: &mut &[u8]) -> Option<u64> {
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

impl<'a> Iterator for Deltas<'a> {
    type Item = Delta<'a>;

    #[inline]
    fn next(&mut self) -> Option<Delta<'a>> {
        let mut rest = self.payload;
        let start = self.end.checked_add(number(&mut rest)?)?;
        let kind = number(&mut rest)?;
        let len = kind >> 1;
        let end = start.checked_add(len)?;
        let run = if kind & 1 == 1 {
            let (word, after) = rest.split_first_chunk()?;
            rest = after;
            Run::Repeated(*word)
        } else {
            let (bytes, after) = rest.split_at_checked(usize::try_from(len).ok()?)?;
            rest = after;
            Run::Spelled(bytes)
        };
        self.payload = rest;
        self.end = end;
        Some(Delta { start, len, run })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_word_keeps_its_step_across_blocks() {
        let delta = Delta { start: 254, len: 300, run: Run::Repeated([1, 2, 3, 4]) };
        let mut arena = vec![0u8; 1024];
        delta.swap(&mut arena);
        let expected = |i: usize| if (254..554).contains(&i) { ((i - 254) % 4 + 1) as u8 } else { 0 };
        assert!(arena.iter().enumerate().all(|(i, byte)| *byte == expected(i)));
        let mut pages = crate::memory::Memory::new(1 << 20);
        pages.reserve(3).unwrap();
        let across = Delta { start: 4094, len: 300, run: Run::Repeated([1, 2, 3, 4]) };
        across.swap(&mut pages);
        assert_eq!(pages.page(0).map(|p| &p[4093..]), Some(&[0, 1, 2][..]));
        assert_eq!(pages.page(1).map(|p| &p[..3]), Some(&[3, 4, 1][..]));
        across.swap(&mut pages);
        assert!(pages.page(1).is_some_and(|p| p.iter().all(|byte| *byte == 0)));
    }

    #[test]
    fn a_cut_payload_ends_the_deltas_and_nothing_else() {
        // A gap of 300, three bytes; a gap of 1, eight bytes of a repeated word.
        let payload = [0xac, 0x02, 6, 1, 2, 3, 1, 17, 9, 9, 9, 9];
        let all: Vec<_> = Deltas::new(&payload).map(|d| (d.start, d.len)).collect();
        assert_eq!(all, [(300, 3), (304, 8)]);
        for cut in 0..payload.len() {
            let expected = usize::from(cut >= 6);
            assert_eq!(Deltas::new(&payload[..cut]).count(), expected, "cut at {cut}");
        }
        assert_eq!(Deltas::new(&[0xff; 20]).count(), 0, "an endless number is none");
    }
}
