//! S3: whole copies in a circular buffer.
//!
//! After "How to design simple undo/redo functionality?" of the KaM Remake. A
//! number of slots that the person chooses holds the states, each a whole copy,
//! recorded *after* the change, so that no stroke begins with a pause. Undo and
//! redo copy the slot before or after the current one over the document. A state
//! recorded after undo takes the next slot, and the one after that is marked empty,
//! so that nothing can be redone; so does the buffer's end meet its beginning.

use super::{System, Turn};
use crate::memory::differs;
use std::mem::size_of;

/// Whole copies in a circular buffer.
#[derive(Debug)]
pub struct Snapshots {
    document: Vec<u8>,
    slots: Vec<Option<Box<[u8]>>>,
    /// The slot that the document is a copy of, when no action is under way.
    current: usize,
    turn: Turn,
    steps: (usize, usize),
}

impl Snapshots {
    /// Over these bytes, with at least two slots, one of which is the state as it is.
    pub fn new(document: Vec<u8>, slots: usize) -> Snapshots {
        let mut slots: Vec<_> = (0..slots.max(2)).map(|_| None).collect();
        slots[0] = Some(document.as_slice().into());
        Snapshots { document, slots, current: 0, turn: Turn::default(), steps: (0, 0) }
    }

    fn next(&self) -> usize {
        (self.current + 1) % self.slots.len()
    }

    fn previous(&self) -> usize {
        (self.current + self.slots.len() - 1) % self.slots.len()
    }

    fn restore(&mut self) {
        if let Some(state) = &self.slots[self.current] {
            self.document.copy_from_slice(state);
        }
    }
}

impl System for Snapshots {
    fn id(&self) -> &'static str {
        "snapshots"
    }

    fn name(&self) -> &'static str {
        "S3 · snapshots"
    }

    fn document(&self) -> &[u8] {
        &self.document
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.turn.admits(&self.document, at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let allowed = self.push(at, bytes.len());
        if allowed {
            self.document[at..at + bytes.len()].copy_from_slice(bytes);
        }
        allowed
    }

    fn commit(&mut self, _label: &'static str) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        let current = self.slots[self.current].as_deref();
        if !open || current.is_some_and(|state| !differs(state, &self.document)) {
            return false;
        }
        self.current = self.next();
        // The oldest slot's memory serves again.
        match &mut self.slots[self.current] {
            Some(slot) => slot.copy_from_slice(&self.document),
            empty => *empty = Some(self.document.as_slice().into()),
        }
        self.steps = ((self.steps.0 + 1).min(self.slots.len() - 1), 0);
        true
    }

    fn cancel(&mut self) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        if open {
            self.restore();
        }
        open
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.0 == 0 {
            return false;
        }
        self.current = self.previous();
        self.steps = (self.steps.0 - 1, self.steps.1 + 1);
        self.restore();
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.1 == 0 {
            return false;
        }
        self.current = self.next();
        self.steps = (self.steps.0 + 1, self.steps.1 - 1);
        self.restore();
        true
    }

    fn undo_steps(&self) -> usize {
        self.steps.0
    }

    fn redo_steps(&self) -> usize {
        self.steps.1
    }

    fn bytes(&self) -> usize {
        let copies: usize = self.slots.iter().flatten().map(|slot| slot.len()).sum();
        copies + self.slots.capacity() * size_of::<Option<Box<[u8]>>>()
    }
}
