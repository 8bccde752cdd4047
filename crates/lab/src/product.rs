//! The last of the systems: the product's own engine, [`History`], on the same bytes.
//!
//! A step in the middle is taken back as the editor does it, here by pixels of four bytes. What still is as the step left it
//! becomes what it was before, and all else is left alone; the step's exchange, and the past, say which that is. Nothing later
//! is undone or run again.
//!
//! ```
//! use undoodle_lab::{Product, System};
//! let mut system = Product::new(vec![0; 8], 1 << 20);
//! for (at, color) in [(0, [1; 8].as_slice()), (4, &[2; 4])] {
//!     system.begin(1);
//!     system.write(at, color);
//!     system.commit("Paint");
//! }
//! assert!(system.take_back(1));
//! assert_eq!(system.document(), [0, 0, 0, 0, 2, 2, 2, 2], "what was painted over stays");
//! assert!(system.undo(), "it is a step like any other");
//! assert_eq!(system.document(), [1, 1, 1, 1, 2, 2, 2, 2]);
//! ```

use super::race::TAG;
use super::{Fact, System};
use crate::history::{CommitId, Header, History, Limits, Step};
use crate::memory::Region;
use std::collections::BTreeMap;

/// Number of bytes in a pixel.
const PIXEL: usize = 4;

/// Bytes of commits that are packed in one idle moment.
const SLICE: usize = 64 << 10;

/// Which of at most 64 equal parts of the document each step has touched, a bit for each. It is the product's index of tiles, in small:
/// filled when nothing else is to be done, and whoever takes a step back need not look at what lies elsewhere.
#[derive(Debug)]
struct Index {
    /// By the steps' numbers, which ascend.
    steps: BTreeMap<u64, u64>,
    /// A part is this power of two, in bytes.
    shift: u32,
}

impl Index {
    fn new(size: usize) -> Index {
        let shift = size.next_power_of_two().trailing_zeros().saturating_sub(6);
        Index { steps: BTreeMap::new(), shift }
    }

    /// Returns the parts in which some bytes lie.
    fn parts(&self, start: usize, len: usize) -> u64 {
        let [first, last] = [start, start + len.saturating_sub(1)].map(|at| (at >> self.shift).min(63));
        u64::MAX >> (63 - last) & u64::MAX << first
    }

    /// Notes the newest steps, down to the first that is known, and forgets what the history has dropped.
    fn note(&mut self, history: &History<Vec<u8>>) {
        for step in history.done() {
            if self.steps.contains_key(&step.id().0) {
                break;
            }
            let mut parts = 0;
            let mut add = |region: Region| parts |= self.parts(region.start as usize, region.len);
            // What can't be read is looked at when it is needed.
            if step.visit_regions(1 << self.shift, &mut add).is_ok() {
                self.steps.insert(step.id().0, parts);
            }
        }
        while let Some(oldest) = self.steps.first_entry()
            && history.commit_of(CommitId(*oldest.key())).is_err()
        {
            oldest.remove();
        }
    }
}

/// The product's engine behind the Lab's trait.
#[derive(Debug)]
pub struct Product {
    history: History<Vec<u8>>,
    index: Index,
}

impl Product {
    /// Creates the system over these bytes, with a budget in bytes.
    pub fn new(document: Vec<u8>, budget: usize) -> Product {
        let index = Index::new(document.len());
        Product { history: History::with_limits(document, Limits { budget, ..Limits::default() }), index }
    }

    /// Returns the runs of whole pixels that a step changed and that still are as it left them: their address, and their bytes
    /// before the step.
    fn untouched(&self, back: usize) -> Option<Vec<(usize, Vec<u8>)>> {
        let step = self.history.done().nth(back)?;
        let mut pieces: Vec<(usize, Vec<u8>)> = Vec::new();
        step.exchange(|start, bytes| pieces.push((start as usize, bytes.to_vec()))).ok()?;
        pieces.sort_unstable_by_key(|(start, _)| *start);
        let mut runs = Vec::new();
        pieces.iter().for_each(|(start, bytes)| append(&mut runs, *start, bytes));
        if let Some((at, run)) = runs.last_mut() {
            run.truncate(self.history.arena().len() - *at);
        }
        let ranges: Vec<_> = runs.iter().map(|(at, run)| *at as u64..(at + run.len()) as u64).collect();
        // How the state after the step differs from the live one, there.
        let mut since: Vec<Vec<u8>> = runs.iter().map(|(_, run)| vec![0; run.len()]).collect();
        let mut differ = |start: u64, bytes: &[u8]| {
            let index = ranges.partition_point(|range| range.end <= start);
            let offset = (start - ranges[index].start) as usize;
            since[index][offset..].iter_mut().zip(bytes).for_each(|(since, byte)| *since ^= byte);
        };
        let meant = runs.iter().fold(0, |parts, (at, run)| parts | self.index.parts(*at, run.len()));
        let touches = |id: CommitId| self.index.steps.get(&id.0).is_none_or(|parts| parts & meant != 0);
        self.history.past(step.id(), &ranges, &touches, &mut differ).ok()?;
        let mut found = Vec::new();
        for ((at, exchange), since) in runs.iter().zip(&since) {
            let pixels = exchange.chunks(PIXEL).zip(since.chunks(PIXEL)).enumerate();
            for (index, (exchange, since)) in pixels {
                if is_zero(exchange) || !is_zero(since) {
                    continue;
                }
                let at = at + index * PIXEL;
                let live = &self.history.arena()[at..at + exchange.len()];
                append(
                    &mut found,
                    at,
                    &live.iter().zip(exchange).map(|(live, byte)| live ^ byte).collect::<Vec<_>>(),
                );
            }
        }
        Some(found)
    }

    /// Returns the history.
    pub fn history(&self) -> &History<Vec<u8>> {
        &self.history
    }
}

impl System for Product {
    fn id(&self) -> &'static str {
        "undoodle"
    }

    fn name(&self) -> &'static str {
        "Undoodle"
    }

    fn document(&self) -> &[u8] {
        self.history.arena()
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.history.begin(tag).is_ok()
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.history.push(Region::new(at as u64, len)).is_ok()
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let lent = self.history.write(Region::new(at as u64, bytes.len()));
        lent.map(|lent| lent.copy_from_slice(bytes)).is_ok()
    }

    fn commit(&mut self, label: &'static str) -> bool {
        match self.history.commit(Header::new(label)) {
            Ok(commit) => commit.is_some(),
            Err(_) => {
                self.history.cancel();
                false
            }
        }
    }

    fn cancel(&mut self) -> bool {
        self.history.cancel()
    }

    fn undo(&mut self) -> bool {
        !self.history.is_open() && matches!(self.history.undo(), Ok(Step::Moved(_)))
    }

    fn redo(&mut self) -> bool {
        matches!(self.history.redo(), Ok(Step::Moved(_)))
    }

    fn take_back(&mut self, back: usize) -> bool {
        let runs = if self.history.is_open() { None } else { self.untouched(back) };
        let Some(runs) = runs.filter(|_| self.begin(TAG)) else { return false };
        for (at, before) in &runs {
            self.write(*at, before);
        }
        self.commit("Take back");
        true
    }

    fn undo_steps(&self) -> usize {
        self.history.position()
    }

    fn redo_steps(&self) -> usize {
        self.history.ahead()
    }

    fn bytes(&self) -> usize {
        self.history.stats().bytes + self.index.steps.len() * size_of::<[u64; 2]>()
    }

    fn inside(&self) -> Vec<Fact> {
        let stats = self.history.stats();
        vec![
            Fact::Bytes { name: "history", used: stats.bytes, of: Some(stats.budget) },
            Fact::Bytes { name: "packed", used: stats.sealed, of: None },
            Fact::Count { name: "steps", used: stats.commits, of: None },
            Fact::Count { name: "on branches", used: stats.branched, of: None },
        ]
    }

    fn mark_saved(&mut self) {
        _ = self.history.mark_saved();
    }

    fn is_dirty(&self) -> Option<bool> {
        Some(self.history.is_dirty())
    }

    fn idle(&mut self) -> bool {
        let more = self.history.seal(SLICE);
        if !more {
            self.index.note(&self.history);
        }
        more
    }
}

fn is_zero(bytes: &[u8]) -> bool {
    bytes.iter().all(|byte| *byte == 0)
}

/// Appends bytes at ascending addresses to runs that begin and end with a whole pixel; what lies between is zero.
fn append(runs: &mut Vec<(usize, Vec<u8>)>, start: usize, bytes: &[u8]) {
    let first = start / PIXEL * PIXEL;
    let end = (start + bytes.len()).next_multiple_of(PIXEL);
    if runs.last().is_none_or(|(at, run)| at + run.len() < first) {
        runs.push((first, Vec::new()));
    }
    if let Some((at, run)) = runs.last_mut() {
        run.resize(end - *at, 0);
        run[start - *at..][..bytes.len()].copy_from_slice(bytes);
    }
}
