//! The temp stack: blocks as they were when an open action first touched them.
//!
//! Copying what is about to change must be cheap for the thousandth dab of a
//! stroke, and must never take the stroke's own paint for the original. So the
//! unit is a block, and a stamp per block says whether this action has copied it
//! already: O(1) for every later touch, and overlapping or repeated pushes can't
//! restore wrongly, since only the first copy exists.
//!
//! The invariant: a stamp equals the generation exactly when the block is in the list.

use super::delta::Encoder;
use crate::error::{Error, Result};
use crate::memory::{Arena, Region};
use std::collections::TryReserveError;

#[derive(Debug, Default)]
pub(super) struct Capture {
    /// By block: the generation of the action that copied it last.
    stamps: Vec<u32>,
    /// One less than the current action's stamp, so that a fresh 0 means "never".
    generation: u32,
    /// The copied regions, in the order of their first touch.
    regions: Vec<Region>,
    /// Their bytes, one after the other.
    copies: Vec<u8>,
}

fn full(bytes: usize) -> impl Fn(TryReserveError) -> Error {
    move |_| Error::OutOfMemory { what: "history", bytes: bytes as u64, limit: 0 }
}

impl Capture {
    /// Copies the blocks of a region that this action has not touched yet.
    pub(super) fn touch<A: Arena>(&mut self, arena: &A, region: Region) -> Result<()> {
        if region.len == 0 {
            return Ok(());
        }
        let block_size = A::BLOCK as u64;
        for block in region.start / block_size..=(region.end() - 1) / block_size {
            let index = block as usize;
            if index >= self.stamps.len() {
                let more = index + 1 - self.stamps.len();
                self.stamps.try_reserve(more).map_err(full(more * 4))?;
                self.stamps.resize(index + 1, 0);
            }
            if self.stamps[index] > self.generation {
                continue;
            }
            let start = block * block_size;
            let len = (arena.size() - start).min(block_size) as usize;
            let source = Region::new(start, len);
            let outside = Error::Region { start, len, size: arena.size() };
            let bytes = arena.get(source).ok_or(outside)?;
            self.regions.try_reserve(1).map_err(full(len))?;
            self.copies.try_reserve(len).map_err(full(len))?;
            self.regions.push(source);
            self.copies.extend_from_slice(bytes);
            self.stamps[index] = self.generation + 1;
        }
        Ok(())
    }

    /// Regions with their bytes as they were before the action.
    fn originals(&self) -> impl Iterator<Item = (Region, &[u8])> {
        self.regions.iter().scan(0, |at, region| {
            let start = *at;
            *at += region.len;
            Some((*region, &self.copies[start..*at]))
        })
    }

    /// What has changed since the first touches: the number of deltas and their encoding.
    pub(super) fn difference<A: Arena>(&self, arena: &A) -> Result<(usize, Box<[u8]>)> {
        let mut changed = Vec::new();
        changed.try_reserve(self.regions.len()).map_err(full(self.copies.len()))?;
        for (region, before) in self.originals() {
            if let Some(after) = arena.get(region).filter(|after| differs(before, after)) {
                changed.push((region.start, before, after));
            }
        }
        changed.sort_unstable_by_key(|(start, ..)| *start);
        let mut encoder = Encoder::default();
        for (start, before, after) in changed {
            encoder.block(start, before, after)?;
        }
        Ok(encoder.finish())
    }

    /// Puts every copied byte back.
    pub(super) fn restore<A: Arena>(&self, arena: &mut A) {
        for (region, before) in self.originals() {
            if let Some(live) = arena.get_mut(region) {
                live.copy_from_slice(before);
            }
        }
    }

    /// Forgets all copies; the next action begins with a new generation.
    pub(super) fn clear(&mut self) {
        self.regions.clear();
        self.copies.clear();
        // After four thousand million actions the stamps start over, all "never".
        self.generation = match self.generation.checked_add(1) {
            Some(next) if next < u32::MAX => next,
            _ => {
                self.stamps.fill(0);
                0
            }
        };
    }

    pub(super) fn len(&self) -> usize {
        self.regions.len()
    }

    pub(super) fn regions(&self) -> impl Iterator<Item = Region> + '_ {
        self.regions.iter().copied()
    }

    /// The bytes held, spare room included.
    pub(super) fn bytes(&self) -> usize {
        self.stamps.capacity() * 4
            + self.regions.capacity() * std::mem::size_of::<Region>()
            + self.copies.capacity()
    }
}

/// Whether two blocks differ, by an OR over their XOR.
///
/// Slice equality is a call to `memcmp`, which WebAssembly runs byte by byte;
/// this loop has no exit within a chunk, so the compiler vectorises it.
fn differs(a: &[u8], b: &[u8]) -> bool {
    let (a_chunks, a_rest) = a.as_chunks::<64>();
    let (b_chunks, b_rest) = b.as_chunks::<64>();
    let any = |a: &[u8], b: &[u8]| a.iter().zip(b).fold(0, |any, (a, b)| any | (a ^ b)) != 0;
    a_chunks.iter().zip(b_chunks).any(|(a, b)| any(a, b)) || any(a_rest, b_rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differs_sees_every_byte() {
        for len in [0, 1, 63, 64, 65, 256] {
            let a = vec![9u8; len];
            assert!(!differs(&a, &a));
            for at in 0..len {
                let mut b = a.clone();
                b[at] ^= 0x80;
                assert!(differs(&a, &b), "length {len}, byte {at}");
            }
        }
    }

    #[test]
    fn stamps_start_over_when_generations_run_out() {
        let arena = vec![1u8; 8];
        let mut capture = Capture { generation: u32::MAX - 1, ..Capture::default() };
        capture.touch(&arena, Region::new(0, 1)).unwrap();
        assert_eq!(capture.len(), 1);
        capture.clear();
        assert_eq!(capture.generation, 0);
        capture.touch(&arena, Region::new(0, 1)).unwrap();
        capture.touch(&arena, Region::new(0, 8)).unwrap();
        assert_eq!(capture.len(), 1, "copied once, and not taken for copied before");
    }
}
