//! S1: delta swap over an arena.
//!
//! After "Implementing A Simple Undo System" (8 Jan 2024), which builds on rxi's
//! "A Simple Undo System". A delta is a size, a place in the document and a place
//! in an arena of copies. Deltas lie in one array that is three stacks, `undo <=
//! redo <= temp`; their copies lie in the arena in the same order. Marking copies
//! what may change, committing keeps the deltas that did change and puts a header
//! on top that counts them, and undo and redo swap copy and document byte by byte,
//! so that one delta serves both ways.
//!
//! A region that is marked twice in one action would be restored wrongly if it
//! changed back in between, so, as in the article's own demonstration, each *cell*
//! of the document is marked at most once an action.

use super::{System, Turn};
use crate::memory::differs;
use std::mem::size_of;

/// The bytes that are marked at a time.
const CELL: usize = 64;

/// A place in the document and its copy; a header has no place, and counts deltas.
#[derive(Clone, Copy, Debug)]
struct Delta {
    size: usize,
    copy: usize,
    source: Option<usize>,
}

/// Delta swap over an arena.
#[derive(Debug)]
pub struct DeltaSwap {
    document: Vec<u8>,
    copies: Vec<u8>,
    /// `[..undo]`, `[undo..redo]`, and the action under way from `redo` on.
    deltas: Vec<Delta>,
    undo: usize,
    redo: usize,
    marked: Vec<bool>,
    turn: Turn,
    steps: (usize, usize),
}

impl DeltaSwap {
    /// Over these bytes.
    pub fn new(document: Vec<u8>) -> DeltaSwap {
        let marked = vec![false; document.len().div_ceil(CELL)];
        let turn = Turn::default();
        DeltaSwap {
            document,
            copies: Vec::new(),
            deltas: Vec::new(),
            undo: 0,
            redo: 0,
            marked,
            turn,
            steps: (0, 0),
        }
    }

    fn swap(&mut self, delta: Delta) {
        let Some(source) = delta.source else { return };
        let live = &mut self.document[source..source + delta.size];
        let copy = &mut self.copies[delta.copy..delta.copy + delta.size];
        live.iter_mut().zip(copy).for_each(|(live, copy)| std::mem::swap(live, copy));
    }

    /// Where the copies of the deltas from this one on begin.
    fn copies_from(&self, index: usize) -> usize {
        self.deltas.get(index).map_or(self.copies.len(), |delta| delta.copy)
    }

    fn end(&mut self) {
        for delta in &self.deltas[self.redo..] {
            self.marked[delta.source.unwrap_or(0) / CELL] = false;
        }
        self.turn = Turn::default();
    }
}

impl System for DeltaSwap {
    fn id(&self) -> &'static str {
        "delta-swap"
    }

    fn name(&self) -> &'static str {
        "S1 · delta swap"
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
        for cell in at / CELL..(at + len).div_ceil(CELL) {
            if !std::mem::replace(&mut self.marked[cell], true) {
                let source = cell * CELL;
                let size = CELL.min(self.document.len() - source);
                self.deltas.push(Delta { size, copy: self.copies.len(), source: Some(source) });
                self.copies.extend_from_slice(&self.document[source..source + size]);
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
        self.end();
        let (mut top, mut copy) = (self.undo, self.copies_from(self.undo));
        let temp = self.redo;
        let same = |this: &DeltaSwap, Delta { size, copy, source }: Delta| {
            let source = source.unwrap_or(0);
            !differs(&this.copies[copy..copy + size], &this.document[source..source + size])
        };
        if (temp..self.deltas.len()).all(|i| same(self, self.deltas[i])) {
            self.copies.truncate(self.copies_from(temp));
            self.deltas.truncate(temp);
            return false;
        }
        for i in temp..self.deltas.len() {
            let delta = self.deltas[i];
            if !same(self, delta) {
                // What could be redone is overwritten.
                self.copies.copy_within(delta.copy..delta.copy + delta.size, copy);
                self.deltas[top] = Delta { copy, ..delta };
                top += 1;
                copy += delta.size;
            }
        }
        let header = Delta { size: top - self.undo, copy, source: None };
        self.deltas.truncate(top);
        self.deltas.push(header);
        self.copies.truncate(copy);
        self.undo = self.deltas.len();
        self.redo = self.undo;
        self.steps = (self.steps.0 + 1, 0);
        true
    }

    fn cancel(&mut self) -> bool {
        if !self.turn.is_open() {
            return false;
        }
        self.end();
        for i in self.redo..self.deltas.len() {
            self.swap(self.deltas[i]);
        }
        self.copies.truncate(self.copies_from(self.redo));
        self.deltas.truncate(self.redo);
        true
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.undo == 0 {
            return false;
        }
        let header = self.undo - 1;
        let first = header - self.deltas[header].size;
        for i in (first..header).rev() {
            self.swap(self.deltas[i]);
        }
        self.undo = first;
        self.steps = (self.steps.0 - 1, self.steps.1 + 1);
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.undo == self.redo {
            return false;
        }
        let mut i = self.undo;
        while self.deltas[i].source.is_some() {
            self.swap(self.deltas[i]);
            i += 1;
        }
        self.undo = i + 1;
        self.steps = (self.steps.0 + 1, self.steps.1 - 1);
        true
    }

    fn undo_steps(&self) -> usize {
        self.steps.0
    }

    fn redo_steps(&self) -> usize {
        self.steps.1
    }

    fn bytes(&self) -> usize {
        self.copies.capacity() + self.deltas.capacity() * size_of::<Delta>() + self.marked.capacity()
    }
}
