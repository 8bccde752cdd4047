//! S4: XOR differences of arenas.
//!
//! After the article on undo for arenas ("write it once and never touch it again").
//! A second copy of the arena is kept. When a step is pushed, both are compared in
//! words of 64 bits; each word that differs is stored as its offset and the XOR of
//! its two values, under a description, and the second copy is brought up to date.
//! XOR is its own inverse, so undo and redo are the same. The states lie in a
//! circular buffer; one pushed after undo clears those that follow.

use super::{System, Turn};
use std::collections::VecDeque;
use std::mem::size_of;

/// The bytes of a word.
const WORD: usize = 8;

/// The states that the buffer holds.
const STATES: usize = 2048;

/// A word that differs.
#[derive(Clone, Copy, Debug)]
struct Diff {
    offset: u64,
    xor: u64,
}

/// A step.
#[derive(Debug)]
struct State {
    #[expect(dead_code, reason = "it is what a person would be shown, and it takes its room")]
    description: &'static str,
    diffs: Vec<Diff>,
}

/// XOR differences of arenas.
#[derive(Debug)]
pub struct XorDiffs {
    arena: Vec<u8>,
    /// The arena as it was when the last step was pushed.
    copy: Vec<u8>,
    states: VecDeque<State>,
    /// The states before this one are done.
    index: usize,
    turn: Turn,
}

fn word(bytes: &[u8]) -> u64 {
    let mut padded = [0; WORD];
    padded[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(padded)
}

impl XorDiffs {
    /// Over these bytes.
    pub fn new(document: Vec<u8>) -> XorDiffs {
        let copy = document.clone();
        XorDiffs { arena: document, copy, states: VecDeque::new(), index: 0, turn: Turn::default() }
    }

    fn diffs(&self) -> Vec<Diff> {
        let words = self.arena.chunks(WORD).zip(self.copy.chunks(WORD)).enumerate();
        let diffs = words.filter_map(|(i, (now, before))| {
            let xor = word(now) ^ word(before);
            (xor != 0).then_some(Diff { offset: (i * WORD) as u64, xor })
        });
        diffs.collect()
    }

    fn apply(&mut self, index: usize) {
        for Diff { offset, xor } in &self.states[index].diffs {
            let at = *offset as usize;
            let end = (at + WORD).min(self.arena.len());
            for (byte, change) in self.arena[at..end].iter_mut().zip(xor.to_le_bytes()) {
                *byte ^= change;
            }
            self.copy[at..end].copy_from_slice(&self.arena[at..end]);
        }
    }
}

impl System for XorDiffs {
    fn id(&self) -> &'static str {
        "xor-diffs"
    }

    fn name(&self) -> &'static str {
        "S4 · XOR diffs"
    }

    fn document(&self) -> &[u8] {
        &self.arena
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.turn.admits(&self.arena, at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let allowed = self.push(at, bytes.len());
        if allowed {
            self.arena[at..at + bytes.len()].copy_from_slice(bytes);
        }
        allowed
    }

    fn commit(&mut self, label: &'static str) -> bool {
        if !std::mem::take(&mut self.turn).is_open() {
            return false;
        }
        let diffs = self.diffs();
        if diffs.is_empty() {
            return false;
        }
        self.states.truncate(self.index);
        if self.states.len() == STATES {
            self.states.pop_front();
        }
        self.states.push_back(State { description: label, diffs });
        self.index = self.states.len();
        self.copy.copy_from_slice(&self.arena);
        true
    }

    fn cancel(&mut self) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        if open {
            self.arena.copy_from_slice(&self.copy);
        }
        open
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.index == 0 {
            return false;
        }
        self.index -= 1;
        self.apply(self.index);
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.index == self.states.len() {
            return false;
        }
        self.apply(self.index);
        self.index += 1;
        true
    }

    fn undo_steps(&self) -> usize {
        self.index
    }

    fn redo_steps(&self) -> usize {
        self.states.len() - self.index
    }

    fn bytes(&self) -> usize {
        let diffs: usize = self.states.iter().map(|state| state.diffs.capacity()).sum();
        self.copy.capacity() + self.states.capacity() * size_of::<State>() + diffs * size_of::<Diff>()
    }
}
