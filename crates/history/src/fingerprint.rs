//! Fingerprints: whether two states are equal, without keeping either.
//!
//! A document is dirty exactly when its bytes differ from the saved ones, but a
//! second copy of a gigabyte just to compare is too dear. So every state has a
//! number of 64 bits. It is *linear*: the number of `a XOR b` is the number of `a`
//! XOR that of `b`. A commit holds the XOR of two states, so its own number leads
//! from the number of one to that of the other, in any order, and nobody needs the
//! states for it. It is absolute: it follows from the bytes and their addresses.
//!
//! The bytes are words of eight in windows of 32 words. A step of xorshift64
//! (Marsaglia 2003, shifts 13, 7, 17) is a linear map whose powers run through all
//! 2⁶⁴−1 non-zero words, so its polynomials are a field. Within a window the words
//! are the coefficients of a polynomial in that map (Horner's rule), as in a CRC. A
//! window's number is then multiplied by an element of the field that a hash of its
//! address picks, and all are XORed. Two different states share a number by
//! accident once in 2⁶⁴ comparisons.
//!
//! The invariant: zeros count as zero, so absent bytes and an arena that grows leave
//! the number as it is.

use crate::pause;
use crate::{Arena, Region};

/// Number of bytes in a window.
const WINDOW: u64 = 256;

/// Applies the linear map of which the field's elements are polynomials: one xorshift64 step.
#[inline]
pub fn step(mut word: u64) -> u64 {
    word ^= word << 13;
    word ^= word >> 7;
    word ^ (word << 17)
}

/// Multiplies two elements of the field.
pub fn multiply(key: u64, number: u64) -> u64 {
    (0..64).rev().fold(0, |sum, bit| step(sum) ^ (number & (key >> bit & 1).wrapping_neg()))
}

/// Returns the field element of a window, by splitmix64 (Steele, Lea, Flood 2014).
pub fn key(window: u64) -> u64 {
    let mut mixed = window.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31) | 1
}

/// Returns the fingerprint of a state whose only non-zero bytes are these at this address.
pub fn of_run(start: u64, bytes: &[u8]) -> u64 {
    let (mut at, mut rest, mut sum) = (start, bytes, 0);
    while !rest.is_empty() {
        let left = (WINDOW - at % WINDOW) as usize;
        let (part, more) = rest.split_at(left.min(rest.len()));
        sum ^= window(at, part);
        (at, rest) = (at + part.len() as u64, more);
    }
    sum
}

/// Returns the fingerprint of bytes that lie in one window.
fn window(at: u64, bytes: &[u8]) -> u64 {
    let mut padded = [0; WINDOW as usize];
    let offset = (at % WINDOW) as usize;
    let (first, last) = (offset / 8, (offset + bytes.len()).div_ceil(8));
    padded[offset..offset + bytes.len()].copy_from_slice(bytes);
    let words = &padded.as_chunks::<8>().0[first..last];
    let number = words.iter().fold(0, |sum, word| step(sum) ^ u64::from_le_bytes(*word));
    if number == 0 {
        return 0;
    }
    // The words after the last one are zero, but they are coefficients too.
    let number = (last..WINDOW as usize / 8).fold(number, |sum, _| step(sum));
    multiply(key(at / WINDOW), number)
}

/// Number of windows whose numbers are computed side by side: each step of one waits for the step before.
const LANES: usize = 4;

/// Number of words of eight bytes in as many windows.
const WORDS: usize = LANES * WINDOW as usize / 8;

/// The fingerprint of runs that come one after the other, mostly in a row.
#[derive(Debug)]
pub struct Sum {
    sum: u64,
    /// Address of the first word that waits.
    start: u64,
    /// Number of the words that wait.
    count: usize,
    words: [u64; WORDS],
}

impl Sum {
    pub fn new() -> Sum {
        Sum { sum: 0, start: 0, count: 0, words: [0; WORDS] }
    }

    /// Adds a run, which must not overlap the others.
    pub fn add_run(&mut self, start: u64, bytes: &[u8]) {
        let (words, rest) = bytes.as_chunks::<8>();
        if !start.is_multiple_of(8) || !rest.is_empty() {
            self.sum ^= of_run(start, bytes);
            return;
        }
        if start != self.start + 8 * self.count as u64 {
            self.settle();
        }
        let mut at = start;
        let mut words = words;
        // Whole windows at their places need not wait.
        while self.count == 0
            && at.is_multiple_of(8 * WORDS as u64)
            && let Some((whole, rest)) = words.split_first_chunk::<WORDS>()
        {
            self.words = whole.map(u64::from_le_bytes);
            (self.start, self.count) = (at, WORDS);
            self.settle();
            (words, at) = (rest, at + 8 * WORDS as u64);
        }
        for word in words {
            if self.count == 0 {
                self.start = at;
            }
            self.words[self.count] = u64::from_le_bytes(*word);
            (self.count, at) = (self.count + 1, at + 8);
            if at.is_multiple_of(8 * WORDS as u64) {
                self.settle();
            }
        }
    }

    /// Adds the words that wait.
    fn settle(&mut self) {
        let count = std::mem::take(&mut self.count);
        if count < WORDS {
            self.sum ^= of_run(self.start, bytemuck::cast_slice(&self.words.map(u64::to_le)[..count]));
            return;
        }
        let (mut numbers, mut sums) = ([0; LANES], [0; LANES]);
        let windows = self.words.as_chunks::<{ WORDS / LANES }>().0;
        for index in 0..WORDS / LANES {
            for (number, window) in numbers.iter_mut().zip(windows) {
                *number = step(*number) ^ window[index];
            }
        }
        let keys: [u64; LANES] = std::array::from_fn(|lane| key(self.start / WINDOW + lane as u64));
        for bit in (0..64).rev() {
            for ((sum, number), key) in sums.iter_mut().zip(numbers).zip(keys) {
                *sum = step(*sum) ^ (number & (key >> bit & 1).wrapping_neg());
            }
        }
        self.sum ^= sums.iter().fold(0, |all, sum| all ^ sum);
    }

    /// Returns the fingerprint of all runs.
    pub fn finish(mut self) -> u64 {
        self.settle();
        self.sum
    }
}

/// Returns the fingerprint of a whole arena.
pub fn whole<A: Arena>(arena: &A) -> u64 {
    let mut sum = Sum::new();
    for region in arena.present() {
        // What is present together mostly lies in one piece, which is found once.
        match (A::GRAIN == region.len as u64).then(|| arena.get(region)).flatten() {
            Some(bytes) => {
                sum.add_run(region.start, bytes);
                pause::only(region.len);
            }
            None => add_blocks(arena, region, &mut sum),
        }
    }
    sum.finish()
}

/// Adds the bytes of a region block by block.
fn add_blocks<A: Arena>(arena: &A, region: Region, sum: &mut Sum) {
    let mut at = region.start;
    while at < region.end() {
        // A block lies in one piece.
        let end = (at - at % A::BLOCK as u64 + A::BLOCK as u64).min(region.end());
        let len = (end - at) as usize;
        arena.get(Region::new(at, len)).into_iter().for_each(|bytes| sum.add_run(at, bytes));
        pause::only(len);
        at = end;
    }
}
