//! S2: save points in two ring queues.
//!
//! After "Simple Undo/Redo System in Odin". The document is grouped in chunks, by
//! size and importance: some information, and cells. Before a chunk is changed it
//! is pushed, as it is, onto the undo queue. Undo pops it, pushes the live chunk
//! onto the redo queue and puts the popped one in its place; redo is the same the
//! other way. A full queue still takes a push, by dropping its oldest. Every item
//! has the size of the largest chunk, so the worst case is known up front.
//!
//! A stroke may touch several chunks, so items carry their step's number; a step
//! that has lost an item to the limit is forgotten as a whole.

use super::{System, Turn};
use crate::memory::differs;
use std::collections::VecDeque;
use std::mem::size_of;
use std::ops::Range;

/// The bytes of information at the document's start.
const INFO: usize = 64;

/// The bytes of a chunk of cells.
const CELLS: usize = 16 << 10;

/// The items that a queue takes.
const QUEUE: usize = 2048;

/// A chunk as it was.
#[derive(Debug)]
struct Item {
    step: u64,
    chunk: usize,
    bytes: Box<[u8]>,
}

/// Where a chunk lies in a document of this length.
fn bounds(chunk: usize, len: usize) -> Range<usize> {
    let start = if chunk == 0 { 0 } else { INFO + (chunk - 1) * CELLS };
    let end = if chunk == 0 { INFO } else { start + CELLS };
    start.min(len)..end.min(len)
}

/// Save points in two ring queues.
#[derive(Debug)]
pub struct SavePoints {
    document: Vec<u8>,
    undo: VecDeque<Item>,
    redo: VecDeque<Item>,
    /// The save points of the action under way.
    open: Vec<Item>,
    turn: Turn,
    step: u64,
    steps: (usize, usize),
}

impl SavePoints {
    /// Over these bytes.
    pub fn new(document: Vec<u8>) -> SavePoints {
        let (undo, redo, turn) = (VecDeque::new(), VecDeque::new(), Turn::default());
        SavePoints { document, undo, redo, open: Vec::new(), turn, step: 0, steps: (0, 0) }
    }

    fn chunk_at(at: usize) -> usize {
        if at < INFO { 0 } else { 1 + (at - INFO) / CELLS }
    }

    fn range(&self, chunk: usize) -> Range<usize> {
        bounds(chunk, self.document.len())
    }

    /// The size of every item: that of the largest chunk.
    fn item(&self) -> usize {
        size_of::<Item>() + (0..3).map(|chunk| self.range(chunk).len()).max().unwrap_or(0)
    }

    /// Pushes even onto a full queue; the steps that are lost by that.
    fn force(queue: &mut VecDeque<Item>, item: Item) -> usize {
        let mut lost = 0;
        if queue.len() == QUEUE {
            let step = queue.front().map_or(0, |oldest| oldest.step);
            while queue.front().is_some_and(|oldest| oldest.step == step) {
                queue.pop_front();
            }
            lost = 1;
        }
        queue.push_back(item);
        lost
    }

    /// Takes all items of the topmost step from one queue to the other; the steps that are lost by that.
    fn exchange(document: &mut [u8], from: &mut VecDeque<Item>, to: &mut VecDeque<Item>) -> usize {
        let mut lost = 0;
        let step = from.back().map(|item| item.step);
        while from.back().is_some_and(|item| Some(item.step) == step) {
            let Some(mut item) = from.pop_back() else { break };
            let range = bounds(item.chunk, document.len());
            document[range].swap_with_slice(&mut item.bytes);
            lost += SavePoints::force(to, item);
        }
        lost
    }
}

impl System for SavePoints {
    fn id(&self) -> &'static str {
        "save-points"
    }

    fn name(&self) -> &'static str {
        "S2 · save points"
    }

    fn document(&self) -> &[u8] {
        &self.document
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        if !self.turn.admits(&self.document, at, len) {
            return false;
        }
        if len > 0 {
            for chunk in SavePoints::chunk_at(at)..=SavePoints::chunk_at(at + len - 1) {
                if self.open.iter().all(|item| item.chunk != chunk) {
                    let bytes = self.document[self.range(chunk)].into();
                    self.open.push(Item { step: self.step, chunk, bytes });
                }
            }
        }
        true
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let pushed = self.push(at, bytes.len());
        if pushed {
            self.document[at..at + bytes.len()].copy_from_slice(bytes);
        }
        pushed
    }

    fn commit(&mut self, _label: &'static str) -> bool {
        if !self.turn.is_open() {
            return false;
        }
        self.turn = Turn::default();
        let mut open = std::mem::take(&mut self.open);
        open.retain(|item| differs(&self.document[self.range(item.chunk)], &item.bytes));
        if open.is_empty() {
            return false;
        }
        // A step of more chunks than a queue holds can't be kept at all.
        let fits = open.len() <= QUEUE;
        let mut lost = 0;
        for item in open.into_iter().filter(|_| fits) {
            lost += SavePoints::force(&mut self.undo, item);
        }
        if !fits {
            self.undo.clear();
        }
        self.steps.0 = if fits { self.steps.0 + 1 - lost } else { 0 };
        self.redo.clear();
        self.steps.1 = 0;
        self.step += 1;
        true
    }

    fn cancel(&mut self) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        for item in std::mem::take(&mut self.open) {
            let range = self.range(item.chunk);
            self.document[range].copy_from_slice(&item.bytes);
        }
        open
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.0 == 0 {
            return false;
        }
        let lost = SavePoints::exchange(&mut self.document, &mut self.undo, &mut self.redo);
        self.steps = (self.steps.0 - 1, self.steps.1 + 1 - lost);
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.1 == 0 {
            return false;
        }
        let lost = SavePoints::exchange(&mut self.document, &mut self.redo, &mut self.undo);
        self.steps = (self.steps.0 + 1 - lost, self.steps.1 - 1);
        true
    }

    fn undo_steps(&self) -> usize {
        self.steps.0
    }

    fn redo_steps(&self) -> usize {
        self.steps.1
    }

    fn bytes(&self) -> usize {
        (self.undo.len() + self.redo.len() + self.open.len()) * self.item()
    }
}
