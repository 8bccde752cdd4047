//! Fingerprints: whether two states are equal, without keeping either.
//!
//! A document is dirty exactly when its bytes differ from the saved ones, but a
//! second copy of a gigabyte just to compare is too dear. So every state has a
//! number: the sum, over all words of eight bytes, of a mix of the word and its
//! address. A sum can be carried on by what changed alone, so a commit costs as
//! much as it changes, and undo merely goes back to the number before.
//!
//! Two different states share a number by accident once in 2⁶⁴ comparisons. The
//! mixing is that of splitmix64 (Steele, Lea, Flood 2014), twice multiplied.
//!
//! The invariant: a zero word counts as zero, so an arena that grows by zeros
//! stays the same state.

use crate::memory::{Arena, Region};

/// The bytes in a word.
pub(super) const WORD: usize = 8;

/// The addresses' keys are that far apart from byte to byte.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

#[inline]
fn mix(key: u64, word: u64) -> u64 {
    let mixed = (word ^ key ^ (key >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 32)).wrapping_mul(0x94d0_49bb_1331_11eb)
}

fn word(bytes: &[u8]) -> u64 {
    let mut padded = [0; WORD];
    padded[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(padded)
}

/// What a state's number grows by when these bytes change, which begin at a word; `out` gets
/// their exchange, `before XOR after`.
#[inline]
pub(super) fn change(start: u64, before: &[u8], after: &[u8], out: &mut [u8]) -> u64 {
    let (before_words, before_rest) = before.as_chunks::<WORD>();
    let (after_words, after_rest) = after.as_chunks::<WORD>();
    let (out_words, out_rest) = out.as_chunks_mut::<WORD>();
    let mut sum = 0u64;
    let mut key = start.wrapping_mul(STEP);
    for ((before, after), out) in before_words.iter().zip(after_words).zip(out_words) {
        let (before, after) = (u64::from_le_bytes(*before), u64::from_le_bytes(*after));
        // Of equal words the difference is zero, so there is no need to ask.
        sum = sum.wrapping_add(mix(key, after).wrapping_sub(mix(key, before)));
        key = key.wrapping_add(STEP.wrapping_mul(WORD as u64));
        *out = (before ^ after).to_le_bytes();
    }
    if !before_rest.is_empty() {
        let after = mix(key, word(after_rest));
        sum = sum.wrapping_add(after).wrapping_sub(mix(key, word(before_rest)));
        out_rest.iter_mut().zip(before_rest).zip(after_rest).for_each(|((out, b), a)| *out = b ^ a);
    }
    sum
}

/// The number of a whole arena.
pub(super) fn whole<A: Arena>(arena: &A) -> u64 {
    let (zeros, mut out) = ([0; 256], [0; 256]);
    let blocks = (0..arena.size()).step_by(A::BLOCK).filter_map(|start| {
        let len = (arena.size() - start).min(A::BLOCK as u64) as usize;
        arena.get(Region::new(start, len)).map(|bytes| change(start, &zeros[..len], bytes, &mut out[..len]))
    });
    blocks.fold(0, u64::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_carried_on_is_the_sum_of_the_whole() {
        let mut bytes: Vec<u8> = (0..1003).map(|i| (i * 7 % 251) as u8).collect();
        let before = whole(&bytes);
        let old = bytes[296..320].to_vec();
        bytes[297] ^= 1;
        bytes[310..319].fill(0);
        let carried = before.wrapping_add(change(296, &old, &bytes[296..320], &mut [0; 24]));
        assert_eq!(carried, whole(&bytes));
        assert_ne!(carried, before);
        bytes[296..320].copy_from_slice(&old);
        assert_eq!(whole(&bytes), before);
    }

    #[test]
    fn zeros_at_the_end_change_nothing_and_places_matter() {
        let bytes = vec![5u8; 100];
        let mut longer = bytes.clone();
        longer.resize(3000, 0);
        assert_eq!(whole(&bytes), whole(&longer));
        let (mut one, mut other) = (vec![0u8; 64], vec![0u8; 64]);
        one[0] = 0x80;
        other[8] = 0x80;
        assert_ne!(whole(&one), whole(&other));
        one[8] = 0x80;
        assert_ne!(whole(&one), whole(&vec![0u8; 64]));
    }
}
