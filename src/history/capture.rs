//! The temp stack: bytes as they were when an open action first touched them.
//!
//! Copying what is about to change must be cheap for the thousandth dab of a
//! stroke, and must never take the stroke's own paint for the original. So each
//! block of the arena that the action touches has a mask of one bit a word, found
//! through a hash table that knows only this action's blocks: what an action costs
//! does not depend on the arena's size. Only words whose bit is not set yet are
//! copied. Overlapping or repeated pushes can't restore wrongly, since only the
//! first copy exists. Bytes that are absent from a sparse arena are zero, so they
//! are noted and not copied.
//!
//! The copies lie in chunks in the order of their touch, with a list of the runs
//! that they were: one array and one arena, which only grow until the action ends.
//! Room for them has a budget of its own, apart from the history's, so an action
//! that is refused or cancelled costs the history nothing.
//!
//! The invariant: the runs are disjoint, each lies in one block, their bytes are the
//! arena's as they were before the action, and no byte outside of them was lent out.

use super::delta::SHORT;
use super::fingerprint;
use crate::error::{Error, Result};
use crate::memory::{Arena, Region};
use std::collections::TryReserveError;
use std::mem::size_of;

/// Number of bytes in a word, the smallest unit that is copied.
pub(super) const WORD: usize = 4;

/// The largest block an arena may have: one bit of a mask for each word.
pub(super) const LARGEST: usize = 64 * WORD;

/// The most runs that one touch of a block can add: every second word.
const MOST: usize = LARGEST / WORD / 2;

/// Bits of an offset into a chunk.
const OFFSET: u32 = 14;

/// Number of bytes in a chunk; the first two are shorter, for actions that touch little.
const CHUNK: usize = 1 << OFFSET;

/// Original bytes of an absent run.
static ZEROS: [u8; LARGEST] = [0; LARGEST];

/// A run of bytes that was touched, within one block.
#[derive(Clone, Copy, Debug)]
struct Run {
    start: u64,
    /// Chunk and offset of the copy.
    at: u32,
    len: u16,
    /// Whether the bytes were absent, thus zero.
    absent: bool,
}

/// A block that was touched, with a bit for each of its words; a mask of 0 marks a free place.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    number: u64,
    words: u64,
}

#[derive(Debug, Default)]
pub(super) struct Capture {
    runs: Vec<Run>,
    chunks: Vec<Vec<u8>>,
    table: Vec<Block>,
    blocks: usize,
    /// Place in the table that was found last: dabs touch the same block several times in a row.
    last: usize,
    /// Bytes that the chunks hold.
    chunked: usize,
    /// Bytes of all runs.
    touched: usize,
}

pub(super) fn refused(bytes: usize) -> impl Fn(TryReserveError) -> Error {
    move |_| Error::OutOfMemory { what: "history", bytes: bytes as u64, limit: 0 }
}

/// Returns an error if `held` bytes exceed a budget.
pub(super) fn within(held: usize, budget: usize) -> Result<()> {
    let (needed, budget) = (held as u64, budget as u64);
    if needed > budget { Err(Error::OverBudget { needed, budget }) } else { Ok(()) }
}

/// Returns at least how many bytes the list and the table of an action take that touches so many blocks.
pub(super) fn bookkeeping(blocks: u64) -> u64 {
    let (runs, table) = (blocks.next_power_of_two(), (2 * blocks).next_power_of_two());
    runs * size_of::<Run>() as u64 + table * size_of::<Block>() as u64
}

impl Capture {
    /// Copies what this action has not copied yet of a region, within a budget in bytes.
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`]. Words that were copied before that stay copied,
    /// which is harmless: they are the originals.
    #[inline]
    pub(super) fn touch<A: Arena>(&mut self, arena: &A, region: Region, budget: usize) -> Result<()> {
        if region.len == 0 {
            return Ok(());
        }
        let size = A::BLOCK as u64;
        for number in region.start / size..=(region.end() - 1) / size {
            let start = number * size;
            let low = region.start.saturating_sub(start) as usize / WORD;
            let high = ((region.end() - start).min(size) as usize).div_ceil(WORD);
            let wanted = (u64::MAX >> (64 - (high - low))) << low;
            let known = self.table.get(self.last).filter(|block| block.number == number);
            if known.is_none_or(|block| wanted & !block.words != 0) {
                self.touch_block(arena, number, wanted, budget)?;
            }
        }
        Ok(())
    }

    fn touch_block<A: Arena>(&mut self, arena: &A, number: u64, wanted: u64, budget: usize) -> Result<()> {
        if self.is_short() {
            self.make_room(budget)?;
        }
        let start = number * A::BLOCK as u64;
        if A::GRAIN > 0 && !arena.is_present(Region::new(start, 1)) {
            return self.touch_absent::<A>(number, budget);
        }
        let place = self.place(number);
        let Block { words, .. } = self.table[place];
        self.blocks += usize::from(words == 0);
        self.table[place] = Block { number, words: words | wanted };
        self.last = place;
        let mut fresh = wanted & !words;
        while fresh != 0 {
            let low = fresh.trailing_zeros();
            let count = (fresh >> low).trailing_ones();
            let at = start + u64::from(low) * WORD as u64;
            let len = (count as usize * WORD).min((arena.size() - at) as usize);
            self.copy(arena, Region::new(at, len), start);
            fresh &= u64::MAX.checked_shl(low + count).unwrap_or(0);
        }
        Ok(())
    }

    /// Notes all blocks around an absent one that are absent with it, at once: they are present as soon as
    /// one of them is written, and would be copied then.
    fn touch_absent<A: Arena>(&mut self, number: u64, budget: usize) -> Result<()> {
        let blocks = A::GRAIN / A::BLOCK as u64;
        let first = number / blocks * blocks;
        for number in first..first + blocks {
            if self.is_short() {
                self.make_room(budget)?;
            }
            let place = self.place(number);
            if self.table[place].words == 0 {
                self.blocks += 1;
                self.table[place] = Block { number, words: u64::MAX >> (64 - A::BLOCK / WORD) };
                self.touched += A::BLOCK;
                let start = number * A::BLOCK as u64;
                self.runs.push(Run { start, at: 0, len: A::BLOCK as u16, absent: true });
            }
        }
        Ok(())
    }

    /// Appends a run, or goes on with the last one of the same block.
    fn copy<A: Arena>(&mut self, arena: &A, region: Region, block: u64) {
        let chunk = self.chunks.len() - 1;
        let end = self.chunks[chunk].len();
        if let Some(bytes) = arena.get(region) {
            let (words, rest) = bytes.as_chunks::<WORD>();
            if words.len() < SHORT && rest.is_empty() {
                // A call to copy would take longer than the copy.
                words.iter().for_each(|word| self.chunks[chunk].extend_from_slice(word));
            } else {
                self.chunks[chunk].extend_from_slice(bytes);
            }
        }
        self.touched += region.len;
        let at = (chunk << OFFSET | end) as u32;
        if let Some(run) = self.runs.last_mut()
            && run.start >= block
            && run.start + u64::from(run.len) == region.start
            && !run.absent
            && run.at + u32::from(run.len) == at
        {
            run.len += region.len as u16;
            return;
        }
        self.runs.push(Run { start: region.start, at, len: region.len as u16, absent: false });
    }

    /// Returns `true` if one more touch of a block may need more room.
    #[inline]
    fn is_short(&self) -> bool {
        self.runs.capacity() - self.runs.len() <= MOST
            || 2 * (self.blocks + 1) > self.table.len()
            || self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < LARGEST)
    }

    /// Makes room for one more touch of a block.
    fn make_room(&mut self, budget: usize) -> Result<()> {
        if self.runs.capacity() - self.runs.len() <= MOST {
            let more = self.runs.capacity().max(2 * MOST);
            let bytes = (self.runs.capacity() + more) * size_of::<Run>();
            within(self.bytes() + bytes, budget)?;
            let wanted = self.runs.capacity() + more - self.runs.len();
            self.runs.try_reserve_exact(wanted).map_err(refused(bytes))?;
        }
        if 2 * (self.blocks + 1) > self.table.len() {
            let len = (2 * self.table.len()).max(2 * MOST);
            within(self.bytes() + len * size_of::<Block>(), budget)?;
            let mut table = Vec::new();
            table.try_reserve_exact(len).map_err(refused(len * size_of::<Block>()))?;
            table.resize(len, Block::default());
            let old = std::mem::replace(&mut self.table, table);
            for block in old.into_iter().filter(|block| block.words != 0) {
                let place = self.place(block.number);
                self.table[place] = block;
            }
            self.last = 0;
        }
        if self.chunks.last().is_none_or(|chunk| chunk.capacity() - chunk.len() < LARGEST) {
            let list = if self.chunks.len() == self.chunks.capacity() { self.chunks.len().max(4) } else { 0 };
            let wanted = CHUNK >> (4 - 2 * self.chunks.len().min(2));
            // Near the budget's end chunks are short, so that it is used up.
            let fits = self.bytes() + wanted + list * size_of::<Vec<u8>>() <= budget;
            let len = if fits { wanted } else { 4 * LARGEST };
            let bytes = len + list * size_of::<Vec<u8>>();
            within(self.bytes() + bytes, budget)?;
            self.chunks.try_reserve_exact(list).map_err(refused(bytes))?;
            let mut chunk = Vec::new();
            chunk.try_reserve_exact(len).map_err(refused(bytes))?;
            self.chunked += len;
            self.chunks.push(chunk);
        }
        Ok(())
    }

    /// Returns the place of a block in the table, or the free place where it belongs.
    #[inline]
    fn place(&self, number: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & mask;
        while self.table[place].words != 0 && self.table[place].number != number {
            place = (place + 1) & mask;
        }
        place
    }

    fn original(&self, run: Run) -> &[u8] {
        if run.absent {
            return &ZEROS[..run.len.into()];
        }
        let (chunk, offset) = (run.at >> OFFSET, run.at as usize & (CHUNK - 1));
        &self.chunks[chunk as usize][offset..offset + usize::from(run.len)]
    }

    /// Visits each touched run: its address, its bytes before the action, and its bytes now.
    #[inline]
    pub(super) fn visit<A: Arena>(&self, arena: &A, mut visit: impl FnMut(u64, &[u8], &[u8])) {
        for run in &self.runs {
            if let Some(now) = arena.get(Region::new(run.start, run.len.into())) {
                visit(run.start, self.original(*run), now);
            }
        }
    }

    /// Returns the fingerprint of the difference that the action has made so far.
    pub(super) fn fingerprint<A: Arena>(&self, arena: &A) -> u64 {
        let mut sum = 0;
        self.visit(arena, |start, before, after| {
            sum ^= fingerprint::of(start, before) ^ fingerprint::of(start, after);
        });
        sum
    }

    /// Puts every copied byte back.
    pub(super) fn restore<A: Arena>(&self, arena: &mut A) {
        for run in &self.runs {
            if let Some(live) = arena.get_mut(Region::new(run.start, run.len.into())) {
                live.copy_from_slice(self.original(*run));
            }
        }
    }

    /// Forgets all copies, and keeps what is little room for the next action.
    pub(super) fn clear(&mut self) {
        if self.chunks.len() > 2 || self.blocks * 4 > self.table.len() && self.table.len() > 4096 {
            *self = Capture::default();
            return;
        }
        self.runs.clear();
        self.table.fill(Block::default());
        // The longest chunk is worth keeping; it may be written from its beginning.
        self.chunks.iter_mut().for_each(Vec::clear);
        while self.chunks.len() > 1 {
            self.chunked -= self.chunks.remove(0).capacity();
        }
        (self.blocks, self.last, self.touched) = (0, 0, 0);
    }

    /// Gives all its room back; nothing may be under way.
    pub(super) fn release(&mut self) {
        *self = Capture::default();
    }

    /// Number of runs.
    pub(super) fn len(&self) -> usize {
        self.runs.len()
    }

    /// Bytes of all runs.
    pub(super) fn touched(&self) -> usize {
        self.touched
    }

    /// Touched regions in the order of their first touch.
    pub(super) fn regions(&self) -> impl Iterator<Item = Region> + '_ {
        self.runs.iter().map(|run| Region::new(run.start, run.len.into()))
    }

    /// Bytes allocated.
    pub(super) fn bytes(&self) -> usize {
        self.runs.capacity() * size_of::<Run>()
            + self.table.len() * size_of::<Block>()
            + self.chunks.capacity() * size_of::<Vec<u8>>()
            + self.chunked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLENTY: usize = usize::MAX;

    #[test]
    fn touching_again_keeps_the_first_copy_word_by_word() {
        let mut arena: Vec<u8> = (0..1002).map(|i| i as u8).collect();
        let original = arena.clone();
        let mut capture = Capture::default();
        for (start, len) in [(300, 4), (310, 4), (290, 30), (256, 256), (301, 1), (990, 12), (250, 12)] {
            capture.touch(&arena, Region::new(start, len), PLENTY).unwrap();
            arena[start as usize..start as usize + len].fill(0xee);
        }
        assert_eq!(capture.touched(), 256 + 8 + 14, "each word once: a block, 248..256 and 988..1002");
        capture.restore(&mut arena);
        assert_eq!(arena, original);
    }

    #[test]
    fn runs_go_on_in_their_block_and_in_no_other() {
        let arena = vec![1u8; 1024];
        let mut capture = Capture::default();
        for start in (240..280).step_by(4) {
            capture.touch(&arena, Region::new(start, 4), PLENTY).unwrap();
        }
        let runs: Vec<_> = capture.regions().collect();
        assert_eq!(runs, [Region::new(240, 16), Region::new(256, 24)]);
    }

    #[test]
    fn what_is_absent_is_noted_and_not_copied() {
        use crate::memory::Memory;
        let mut memory = Memory::new(1 << 20);
        let mut capture = Capture::default();
        let page = Region::new(1 << 30, 4096);
        capture.touch(&memory, page, PLENTY).unwrap();
        let held = capture.chunked;
        assert!(held <= CHUNK, "one chunk is there, and empty");
        memory.provide(page).unwrap();
        memory.get_mut(page).unwrap().fill(7);
        capture.restore(&mut memory);
        memory.trim(page);
        assert_eq!(memory.bytes(), 0);
    }

    #[test]
    fn nothing_is_allocated_beyond_the_budget() {
        let arena = vec![1u8; 4 << 20];
        for budget in [0, 1000, 5000, 30_000, 300_000] {
            let mut capture = Capture::default();
            let mut refusal = None;
            for start in (0..4 << 20).step_by(997) {
                if let Err(error) = capture.touch(&arena, Region::new(start, 8), budget) {
                    refusal = Some(error);
                    break;
                }
                assert!(capture.bytes() <= budget);
            }
            assert!(matches!(refusal, Some(Error::OverBudget { .. })), "budget {budget}");
            assert!(capture.bytes() <= budget);
            capture.clear();
            assert!(capture.bytes() <= budget);
            capture.release();
            assert_eq!(capture.bytes(), 0);
        }
    }
}
