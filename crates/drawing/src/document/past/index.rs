//! An index from tiles to steps: which steps may have touched a page.
//!
//! Problem: a region as it was a thousand steps ago follows from those few steps that touched it, and to find them all thousand would have to be
//! unpacked. Idea: what a step touches never changes, so it is noted once, in an idle moment, while the step is still as it was captured. For each page
//! there is a word of 32 bits: 16 bits of a hash of the page's place, and a bit for each 16th of it, which is a square of 8×8 pixels of a
//! tile or the bases of 32 neighbours. Before the words of a step stands one that counts them. So a hundred thousand steps are looked through in less than a
//! millisecond, from front to back.
//!
//! Whoever asks gets the steps that *may* have touched something: two places may have one hash. A step whose bytes were not in memory counts as
//! one of them until it is, and so does a step that is too large to be noted, and what lies before the index, which has a bound of its own. So
//! nothing that is told depends on the index, but for the time that it takes.
//!
//! The invariant: a step that touches a page is never left out. A step takes 4 bytes, and 4 for each page that it touches. Steps that are gone are
//! forgotten as soon as they are more than an eighth of all.

use crate::document::Footprint;
use crate::document::patch::reading::{CELS, Run, stream};
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId, History, Place};
use crate::memory::{Memory, PageAddress};
use std::cell::Cell;
use std::collections::VecDeque;

/// The most words of a chunk, unless a single step has more.
const CHUNK: usize = 1 << 13;

/// The count of a step that touches everything.
const BROAD: u32 = 0xff_ffff;

/// The widest gap between the numbers of two steps in a chunk.
const GAP: u64 = 0xff;

/// The most pages of a step that are noted.
const PAGES: usize = 1 << 13;

/// The most bytes of a step that are looked at, and of what it changes.
const LARGE: u64 = 1 << 19;

/// Number of hashes of places.
const HASHES: usize = 1 << 16;

/// Bits for all parts of a page.
pub(in crate::document) const WHOLE: u16 = u16::MAX;

/// Number of steps that were not in memory which are looked at again at a time.
const AGAIN: usize = 256;

/// How far from the last number the next one is looked for without a search.
const NEAR: usize = 8;

/// The least work that a step counts for, in bytes.
const STEP: usize = 64;

/// Steps by ascending number, each as a word with the gap from the one before in its upper 8 bits and a count in its lower 24, followed by
/// so many words.
#[derive(Debug, Default)]
struct Chunk {
    first: u64,
    last: u64,
    steps: usize,
    words: Vec<u32>,
}

/// Which steps touch which pages.
#[derive(Debug, Default)]
pub(in crate::document) struct Index {
    chunks: VecDeque<Chunk>,
    /// Steps below this number are not in the index any more.
    first: u64,
    /// Steps from this number on are not in the index yet.
    next: u64,
    /// Steps in between whose bytes were not in memory, ascending.
    missing: Vec<u64>,
    /// The next of them to be looked at again.
    turn: usize,
    /// Number of steps in the chunks.
    steps: usize,
}

/// Returns the hash of a page's place.
fn key(place: PageAddress) -> u16 {
    let PageAddress { tree, level, index } = place;
    let number = if tree < CELS {
        u64::from(tree)
    } else {
        u64::from(tree) << 32 | u64::from(level) << 24 | u64::from(index)
    };
    (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 48) as u16
}

/// Returns the bit of the part of a page that a word lies in.
pub(in crate::document) fn bit(place: PageAddress, word: usize) -> u16 {
    let part = if place.level == 0 { word / 256 * 4 + word % 32 / 8 } else { word / 32 % 16 };
    if place.tree < CELS { WHOLE } else { 1 << part }
}

/// Returns the bits of the parts of a page in which a run changes a word.
fn bits(run: &Run<'_>) -> u16 {
    if run.place.tree < CELS {
        return if run.changes() { WHOLE } else { 0 };
    }
    let (mut all, mut at) = (0, run.offset());
    let mut rest = run.bytes;
    while !rest.is_empty() {
        // Up to the end of the row of a part: eight words.
        let (part, more) = rest.split_at(rest.len().min(32 - at % 32));
        if part.iter().any(|byte| *byte != 0) {
            all |= bit(run.place, at / 4);
        }
        (at, rest) = (at + part.len(), more);
    }
    all
}

/// Joins the words of one page.
fn join(words: &mut Vec<u32>) {
    words.sort_unstable();
    words.dedup_by(|next, last| {
        let joins = *next >> 16 == *last >> 16;
        *last |= if joins { *next } else { 0 };
        joins
    });
}

/// Returns the words of a step, or `None` if it touches too many pages, or is too large to be looked at in an idle moment.
fn words_of(step: &Commit<'_>) -> Option<Vec<u32>> {
    if step.bytes() as u64 > LARGE || step.covered() > 8 * LARGE {
        return None;
    }
    let (mut words, mut many) = (Vec::<u32>::new(), false);
    let seen = stream(step, &mut |run| {
        let (bits, key) = (u32::from(bits(&run)), u32::from(key(run.place)) << 16);
        if bits == 0 || many {
            return Ok(());
        }
        // Without memory, it counts as one that touches everything.
        many = words.try_reserve(1).is_err();
        match words.last_mut() {
            Some(last) if *last >> 16 == key >> 16 => *last |= bits,
            _ if many => {}
            _ => words.push(key | bits),
        }
        if words.len() > 4 * PAGES {
            join(&mut words);
            many |= words.len() > PAGES;
        }
        Ok(())
    });
    // What it painted and did not change is touched, too.
    Footprint::of(&step.header()).visit_rows(|tree, index, row, row_bits| {
        let place = PageAddress { tree, level: 0, index };
        let bits =
            (0..32).filter(|x| row_bits >> x & 1 == 1).fold(0, |all, x| all | bit(place, 32 * row + x));
        many |= words.len() > PAGES || words.try_reserve(1).is_err();
        if !many {
            words.push(u32::from(key(place)) << 16 | u32::from(bits));
        }
    });
    join(&mut words);
    (seen.is_ok() && !many && words.len() <= PAGES).then_some(words)
}

/// What somebody asks for: parts of pages.
#[derive(Debug)]
pub(in crate::document) struct Wanted {
    /// Bits of parts by the hash of their page.
    table: Vec<u16>,
    /// Whether everything is asked for.
    all: bool,
}

impl Wanted {
    /// Asks for nothing.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`] when the table can't be allocated.
    pub(in crate::document) fn new() -> Result<Wanted> {
        let mut table = Vec::new();
        let bytes = (HASHES * size_of::<u16>()) as u64;
        let refused = |_| Error::OutOfMemory { what: "list of steps", bytes, limit: 0 };
        table.try_reserve_exact(HASHES).map_err(refused)?;
        table.resize(HASHES, 0);
        Ok(Wanted { table, all: false })
    }

    /// Asks for some parts of a page.
    pub(in crate::document) fn page(&mut self, place: PageAddress, bits: u16) {
        self.table[usize::from(key(place))] |= bits;
    }

    /// Asks for all pages of a tree.
    pub(in crate::document) fn tree(&mut self, tree: u32) {
        self.all |= tree >= CELS;
        self.page(PageAddress { tree, level: 0, index: 0 }, WHOLE);
    }
}

impl Chunk {
    /// Calls a function with the number of each step, and its words, or `None` if it touches everything.
    fn visit<'a>(&'a self, mut each: impl FnMut(u64, Option<&'a [u32]>)) {
        let (mut id, mut rest) = (self.first, &self.words[..]);
        while let Some((head, after)) = rest.split_first() {
            id += u64::from(head >> 24);
            let count = head & BROAD;
            let broad = count == BROAD;
            let (words, more) = after.split_at((if broad { 0 } else { count as usize }).min(after.len()));
            each(id, (!broad).then_some(words));
            rest = more;
        }
    }

    /// Appends a step, if it has room for it and its number follows. Returns `false` if not, or without memory.
    fn push(&mut self, id: u64, words: Option<&[u32]>) -> bool {
        let more = 1 + words.map_or(0, <[u32]>::len);
        let fits = self.words.is_empty() || self.words.len() + more <= CHUNK;
        let gap = if self.words.is_empty() { Some(0) } else { id.checked_sub(self.last) };
        let Some(gap) = gap.filter(|gap| *gap <= GAP && fits) else { return false };
        if self.words.try_reserve(more).is_err() {
            return false;
        }
        if self.words.is_empty() {
            self.first = id;
        }
        self.last = id;
        self.steps += 1;
        self.words.push((gap as u32) << 24 | words.map_or(BROAD, |words| words.len() as u32));
        self.words.extend_from_slice(words.unwrap_or_default());
        true
    }

    fn bytes(&self) -> usize {
        size_of::<Chunk>() + self.words.capacity() * size_of::<u32>()
    }
}

impl Index {
    /// Returns the number of bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.chunks.iter().map(Chunk::bytes).sum::<usize>() + self.missing.capacity() * size_of::<u64>()
    }

    /// Returns how many steps it knows, and the sum of how many pages each of them touches.
    pub(super) fn counts(&self) -> (usize, usize) {
        (self.steps, self.chunks.iter().map(|chunk| chunk.words.len() - chunk.steps).sum())
    }

    /// Notes what steps touch that have come, and forgets those that are gone: about so many bytes of work. Returns `true` if work remains.
    pub(super) fn sync(&mut self, history: &History<Memory>, work: usize) -> bool {
        self.forget_gone(history);
        let end = history.commits().next_back().map_or(0, |step| step.id().0 + 1);
        let oldest = history.commits().next().map_or(end, |step| step.id().0);
        self.next = self.next.max(oldest);
        let mut left = work;
        while self.next < end {
            if left == 0 {
                return true;
            }
            let step = history.commit_of(CommitId(self.next));
            left = left.saturating_sub(step.as_ref().map_or(1, |step| step.bytes().max(STEP)));
            match step {
                Ok(step) if step.place() == Place::Disk => {
                    if self.missing.try_reserve(1).is_err() {
                        return false;
                    }
                    self.missing.push(self.next);
                }
                Ok(step) => self.take(&step),
                Err(_) => {}
            }
            self.next += 1;
        }
        self.look_again(history);
        self.bound(history.limits().budget / 16);
        false
    }

    /// Appends what a step touches.
    fn take(&mut self, step: &Commit<'_>) {
        let words = words_of(step);
        self.push(step.id().0, words.as_deref());
    }

    fn push(&mut self, id: u64, words: Option<&[u32]>) {
        if self.chunks.back_mut().is_none_or(|chunk| !chunk.push(id, words)) {
            self.chunks.back_mut().into_iter().for_each(|chunk| chunk.words.shrink_to_fit());
            let mut chunk = Chunk::default();
            if !chunk.push(id, words) {
                // Without memory, all up to here is to be looked at.
                return self.forget_all(id + 1);
            }
            self.chunks.push_back(chunk);
        }
        self.steps += 1;
    }

    fn forget_all(&mut self, first: u64) {
        (self.chunks, self.missing, self.steps) = (VecDeque::new(), Vec::new(), 0);
        self.first = self.first.max(first);
    }

    /// Notes some of the steps whose bytes have come.
    fn look_again(&mut self, history: &History<Memory>) {
        let from = if self.turn < self.missing.len() { self.turn } else { 0 };
        let end = self.missing.len().min(from + AGAIN);
        let some: Vec<u64> = self.missing.drain(from..end).collect();
        let mut still = Vec::new();
        for id in some {
            match history.commit_of(CommitId(id)) {
                Ok(step) if step.place() == Place::Disk => still.push(id),
                Ok(step) => self.take(&step),
                Err(_) => {}
            }
        }
        self.turn = from + still.len();
        self.missing.splice(from..from, still);
    }

    /// Forgets steps that are not in the history any more, if they are many.
    fn forget_gone(&mut self, history: &History<Memory>) {
        let oldest = history.commits().next().map_or(u64::MAX, |step| step.id().0);
        self.drop_chunks(|chunk| chunk.last < oldest);
        let passed = self.missing.partition_point(|id| *id < oldest);
        self.missing.drain(..passed);
        let held = history.stats().commits;
        if self.steps + self.missing.len() <= held + held / 8 {
            return;
        }
        self.missing.retain(|id| history.commit_of(CommitId(*id)).is_ok());
        let before = std::mem::take(&mut self.chunks);
        self.steps = 0;
        for chunk in before {
            chunk.visit(|id, words| {
                if history.commit_of(CommitId(id)).is_ok() {
                    self.push(id, words);
                }
            });
        }
    }

    fn drop_chunks(&mut self, gone: impl Fn(&Chunk) -> bool) {
        let steps = &mut self.steps;
        self.chunks.retain(|chunk| {
            let goes = gone(chunk);
            *steps -= if goes { chunk.steps } else { 0 };
            !goes
        });
    }

    /// Forgets the oldest steps if it takes more than so many bytes.
    fn bound(&mut self, most: usize) {
        while self.bytes() > most {
            let Some(last) = self.chunks.iter().map(|chunk| chunk.last).min() else {
                return self.forget_all(self.next);
            };
            self.first = self.first.max(last + 1);
            self.drop_chunks(|chunk| chunk.last == last);
        }
    }

    /// Returns the steps that may touch what is wanted.
    pub(in crate::document) fn touching(&self, wanted: &Wanted) -> Touching<'_> {
        let (mut steps, mut all) = (Vec::new(), wanted.all);
        let meets = |word: &u32| wanted.table[(word >> 16) as usize] & *word as u16 != 0;
        for chunk in self.chunks.iter().take_while(|_| !wanted.all) {
            chunk.visit(|id, words| {
                if words.is_none_or(|words| words.iter().any(meets)) {
                    // Without memory for the list, all of them may.
                    all |= steps.try_reserve(1).is_err();
                    steps.extend((!all).then_some(id));
                }
            });
        }
        if !steps.is_sorted() {
            steps.sort_unstable();
        }
        Touching { index: self, all, cursor: Cell::new(steps.len()), steps }
    }
}

/// Steps that may touch what is wanted.
#[derive(Debug)]
pub(in crate::document) struct Touching<'a> {
    index: &'a Index,
    all: bool,
    /// Their numbers, ascending.
    steps: Vec<u64>,
    /// Number of those that are not above the one that was asked for last.
    cursor: Cell<usize>,
}

impl Touching<'_> {
    /// Returns `false` for a step that surely does not.
    pub(in crate::document) fn has(&self, CommitId(id): CommitId) -> bool {
        let known = (self.index.first..self.index.next).contains(&id);
        self.all || !known || self.lists(id) || self.index.missing.binary_search(&id).is_ok()
    }

    /// Returns `true` if a number is in the list. On a way back numbers mostly descend, so the next is near the one before.
    fn lists(&self, id: u64) -> bool {
        let (steps, mut at) = (&self.steps, self.cursor.get());
        let near = at.saturating_sub(NEAR);
        if steps.get(at).is_some_and(|above| *above <= id)
            || steps[near..at].first().is_some_and(|low| *low > id)
        {
            at = steps.partition_point(|step| *step <= id);
        }
        while at > 0 && steps[at - 1] > id {
            at -= 1;
        }
        self.cursor.set(at);
        at > 0 && steps[at - 1] == id
    }
}
