//! S3: whole copies in a circular buffer.
//!
//! After "How to design simple undo/redo functionality?" of the KaM Remake. A
//! number of slots that the person chooses holds the states, each a whole copy,
//! recorded *after* the change, so that no stroke begins with a pause. Undo and
//! redo copy the slot before or after the current one over the document. The slot
//! in front of the current one is marked empty when a state is recorded: it ends
//! the chain for redo, and, where the buffer meets its own beginning, for undo. So a
//! buffer of n slots holds a state and the n − 2 before it.
//!
//! No counters say how far undo and redo go; the empty slots do. Slots beyond one may
//! still hold states of a line that was left, which undo and redo can't reach.
//!
//! ```
//! use undoodle_lab::{Snapshots, System};
//! let mut system = Snapshots::new(vec![0; 8], 4)?;
//! for value in 1..9 {
//!     system.begin(1);
//!     system.write(0, &[value]);
//!     system.commit("Set");
//! }
//! assert_eq!(system.undo_steps(), 2);
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::{Slot, zeroed};
use super::{Fact, System, Turn};
use crate::error::Result;
use crate::memory::differs;

/// A slot of the buffer; it keeps its memory when it is marked empty.
#[derive(Debug)]
pub struct Item {
    pub state: Vec<u8>,
    empty: bool,
}

/// Undo by whole copies in a circular buffer.
#[derive(Debug)]
pub struct Snapshots {
    document: Vec<u8>,
    #[doc(hidden)]
    pub slots: Vec<Item>,
    /// Slot that holds the document's state, apart from the open action's changes.
    current: usize,
    turn: Turn,
}

impl Snapshots {
    /// Creates the system over these bytes with a number of slots, at least three.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the slots can't be allocated.
    pub fn new(document: Vec<u8>, slots: usize) -> Result<Snapshots> {
        let slot = |_| Ok(Item { state: zeroed("snapshot", document.len())?, empty: true });
        let mut slots = (0..slots.max(3)).map(slot).collect::<Result<Vec<Item>>>()?;
        slots[0].state.copy_from_slice(&document);
        slots[0].empty = false;
        Ok(Snapshots { document, slots, current: 0, turn: Turn::default() })
    }

    fn next(&self, slot: usize) -> usize {
        (slot + 1) % self.slots.len()
    }

    fn previous(&self, slot: usize) -> usize {
        (slot + self.slots.len() - 1) % self.slots.len()
    }

    /// Counts the states up to the next empty slot in a direction.
    fn count(&self, step: fn(&Snapshots, usize) -> usize) -> usize {
        let slots = std::iter::successors(Some(step(self, self.current)), |slot| Some(step(self, *slot)));
        slots.take_while(|slot| !self.slots[*slot].empty).count()
    }

    /// Restores a slot's state. Returns `false` if it is empty or an action is open.
    fn go(&mut self, slot: usize) -> bool {
        if self.turn.is_open() || self.slots[slot].empty {
            return false;
        }
        self.current = slot;
        self.document.copy_from_slice(&self.slots[slot].state);
        true
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
        if !open || !differs(&self.slots[self.current].state, &self.document) {
            return false;
        }
        self.current = self.next(self.current);
        self.slots[self.current].state.copy_from_slice(&self.document);
        self.slots[self.current].empty = false;
        let front = self.next(self.current);
        self.slots[front].empty = true;
        true
    }

    fn cancel(&mut self) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        open && self.go(self.current)
    }

    fn undo(&mut self) -> bool {
        self.go(self.previous(self.current))
    }

    fn redo(&mut self) -> bool {
        self.go(self.next(self.current))
    }

    fn undo_steps(&self) -> usize {
        self.count(Snapshots::previous)
    }

    fn redo_steps(&self) -> usize {
        self.count(Snapshots::next)
    }

    fn bytes(&self) -> usize {
        let states = 1 + self.undo_steps() + self.redo_steps();
        states * (self.document.len() + size_of::<Item>())
    }

    fn reserved(&self) -> usize {
        let slots: usize = self.slots.iter().map(|slot| slot.state.capacity()).sum();
        slots + self.slots.capacity() * size_of::<Item>()
    }

    fn inside(&self) -> Vec<Fact> {
        let count = self.slots.len();
        let (earlier, later) = (self.undo_steps(), self.redo_steps());
        let slot = |(index, item): (usize, &Item)| {
            let (back, on) = ((self.current + count - index) % count, (index + count - self.current) % count);
            match item.empty {
                true => Slot::Empty,
                false if back == 0 => Slot::Current,
                false if back <= earlier => Slot::Earlier,
                false if on <= later => Slot::Later,
                false => Slot::Stale,
            }
        };
        vec![
            Fact::Ring { name: "ring", slots: self.slots.iter().enumerate().map(slot).collect() },
            Fact::Bytes { name: "each copy", used: self.document.len(), of: None },
        ]
    }
}
