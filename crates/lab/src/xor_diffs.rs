//! S4: XOR differences of arenas.
//!
//! After the article on undo for arenas ("write it once and never touch it again").
//! A second copy of each arena is kept. When a step is pushed, both are compared in
//! words of 64 bits; each word that differs is stored as its offset and the XOR of
//! its two values, under a description, and the second copy is brought up to date.
//! XOR is its own inverse, so undo and redo are the same. The states lie in a
//! circular buffer; one pushed after undo clears those that follow.
//!
//! Arenas grow and shrink, so a state also has each arena's size before and after.
//! Bytes beyond an arena's end count as zeros. The Lab's document is one arena, and
//! the colours used so far are another, which grows by one colour at a time.
//!
//! A block of memory is all that is asked for, so any plain struct can be an arena:
//!
//! ```
//! use undoodle_lab::{System, XorDiffs};
//! #[derive(Clone, Copy, Debug, PartialEq, bytemuck::Pod, bytemuck::Zeroable)]
//! #[repr(C)]
//! struct Camera {
//!     at: [f32; 2],
//!     zoom: f32,
//! }
//! let camera = Camera { at: [0.0, 0.0], zoom: 1.0 };
//! let mut system = XorDiffs::new(vec![0; 64])?;
//! let arena = system.track("camera", bytemuck::bytes_of(&camera))?;
//! let now = |system: &XorDiffs| *bytemuck::from_bytes::<Camera>(system.arena(arena));
//!
//! system.begin(1);
//! system.write(0, &[7; 4]);
//! system.arena_mut(arena).copy_from_slice(bytemuck::bytes_of(&Camera { zoom: 2.0, ..camera }));
//! assert!(system.commit("Paint and zoom"));
//! assert_eq!(now(&system).zoom, 2.0);
//! assert!(system.undo());
//! assert_eq!(now(&system), camera);
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::{DESCRIBED, copied};
use super::{Cursor, Fact, System, Turn};
use crate::color::Color;
use crate::error::Result;
use std::collections::VecDeque;

/// Number of bytes in a word.
const WORD: usize = 8;

/// Most states that the buffer holds.
const STATES: usize = 2048;

/// Most colours that are noted.
const COLORS: usize = 256;

/// Handle of an arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArenaId(usize);

/// Index of the arena that holds the document.
const DOCUMENT: usize = 0;

/// Index of the arena that holds the colours used so far.
const PALETTE: usize = 1;

/// A word that differs: its offset, and the XOR of its two values.
#[derive(Clone, Copy, Debug)]
struct Diff {
    offset: u64,
    xor: u64,
}

/// Memory whose changes are recorded.
#[derive(Debug)]
struct Arena {
    name: &'static str,
    bytes: Vec<u8>,
    /// Second copy: the arena's bytes when the last step was pushed.
    copy: Vec<u8>,
}

/// Changes of a step to one arena.
#[derive(Debug, Default)]
struct Change {
    diffs: Vec<Diff>,
    /// Sizes of the arena before and after the step.
    sizes: (usize, usize),
}

/// A step: its description, and its changes to each arena.
#[derive(Debug)]
struct State {
    description: &'static str,
    changes: Vec<Change>,
}

impl State {
    fn bytes(&self) -> usize {
        let diffs: usize = self.changes.iter().map(|change| change.diffs.capacity()).sum();
        self.changes.capacity() * size_of::<Change>() + diffs * size_of::<Diff>()
    }
}

fn word(bytes: &[u8]) -> u64 {
    let mut padded = [0; WORD];
    padded[..bytes.len()].copy_from_slice(bytes);
    u64::from_le_bytes(padded)
}

impl Arena {
    fn new(name: &'static str, bytes: Vec<u8>) -> Result<Arena> {
        Ok(Arena { name, copy: copied("arena", &bytes)?, bytes })
    }

    fn change(&mut self) -> Change {
        let sizes = (self.copy.len(), self.bytes.len());
        // Both as long as the longer one while they are compared.
        let len = sizes.0.max(sizes.1);
        self.bytes.resize(len, 0);
        self.copy.resize(len, 0);
        let words = self.bytes.chunks(WORD).zip(self.copy.chunks(WORD)).enumerate();
        let diffs = words.filter_map(|(i, (now, before))| {
            let xor = word(now) ^ word(before);
            (xor != 0).then_some(Diff { offset: (i * WORD) as u64, xor })
        });
        let diffs = diffs.collect();
        self.bytes.truncate(sizes.1);
        self.copy.truncate(sizes.0);
        Change { diffs, sizes }
    }

    fn apply(&mut self, change: &Change, size: usize) {
        let len = change.sizes.0.max(change.sizes.1);
        self.bytes.resize(len, 0);
        self.copy.resize(len, 0);
        for Diff { offset, xor } in &change.diffs {
            let at = *offset as usize;
            let end = (at + WORD).min(len);
            for (byte, change) in self.bytes[at..end].iter_mut().zip(xor.to_le_bytes()) {
                *byte ^= change;
            }
            self.copy[at..end].copy_from_slice(&self.bytes[at..end]);
        }
        self.bytes.truncate(size);
        self.copy.truncate(size);
    }

    /// Restores the bytes of the last step.
    fn restore(&mut self) {
        self.bytes.resize(self.copy.len(), 0);
        self.bytes.copy_from_slice(&self.copy);
    }

    /// Updates the second copy.
    fn keep(&mut self) {
        self.copy.resize(self.bytes.len(), 0);
        self.copy.copy_from_slice(&self.bytes);
    }
}

/// Undo by XOR differences of arenas.
#[derive(Debug)]
pub struct XorDiffs {
    arenas: Vec<Arena>,
    states: VecDeque<State>,
    /// Number of states that are done; the others are undone.
    index: usize,
    turn: Turn,
    ink: Option<Color>,
}

impl XorDiffs {
    /// Creates the system over these bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a second copy can't be allocated.
    pub fn new(document: Vec<u8>) -> Result<XorDiffs> {
        let arenas = vec![Arena::new("document", document)?, Arena::new("colours", Vec::new())?];
        Ok(XorDiffs { arenas, states: VecDeque::new(), index: 0, turn: Turn::default(), ink: None })
    }

    /// Adds an arena with these bytes; must be called before the first step.
    ///
    /// # Errors
    /// As [`new`](XorDiffs::new).
    pub fn track(&mut self, name: &'static str, bytes: &[u8]) -> Result<ArenaId> {
        self.arenas.push(Arena::new(name, copied("arena", bytes)?)?);
        Ok(ArenaId(self.arenas.len() - 1))
    }

    /// Returns an arena's bytes.
    pub fn arena(&self, ArenaId(index): ArenaId) -> &[u8] {
        &self.arenas[index].bytes
    }

    /// Returns an arena's bytes for writing; call it only within an action.
    pub fn arena_mut(&mut self, ArenaId(index): ArenaId) -> &mut [u8] {
        &mut self.arenas[index].bytes
    }

    /// Resizes an arena, padding it with zeros; call it only within an action.
    pub fn resize(&mut self, ArenaId(index): ArenaId, size: usize) {
        self.arenas[index].bytes.resize(size, 0);
    }

    /// Returns the colours used so far.
    pub fn colors(&self) -> Vec<Color> {
        let (colors, _) = self.arenas[PALETTE].bytes.as_chunks::<4>();
        colors.iter().map(|bytes| Color { bytes: *bytes }).collect()
    }

    /// Adds the action's colour to those used so far.
    fn note_color(&mut self) {
        let new = |ink: &Color| *ink != Color::TRANSPARENT && !self.colors().contains(ink);
        if let Some(ink) = self.ink.filter(new)
            && self.colors().len() < COLORS
        {
            self.arenas[PALETTE].bytes.extend_from_slice(&ink.bytes);
        }
    }

    /// Applies a state to all arenas: undoes it if `back`, else redoes it.
    fn apply(&mut self, index: usize, back: bool) {
        for (arena, change) in self.arenas.iter_mut().zip(&self.states[index].changes) {
            arena.apply(change, if back { change.sizes.0 } else { change.sizes.1 });
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
        &self.arenas[DOCUMENT].bytes
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.turn.admits(self.document(), at, len)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let allowed = self.push(at, bytes.len());
        if allowed {
            self.arenas[DOCUMENT].bytes[at..at + bytes.len()].copy_from_slice(bytes);
        }
        allowed
    }

    fn aim(&mut self, _cursor: Cursor, ink: Color) {
        self.ink = Some(ink);
    }

    fn commit(&mut self, label: &'static str) -> bool {
        if !std::mem::take(&mut self.turn).is_open() {
            return false;
        }
        let document = self.arenas[DOCUMENT].change();
        if !document.diffs.is_empty() {
            self.note_color();
        }
        self.ink = None;
        let rest = self.arenas.iter_mut().skip(1).map(Arena::change);
        let changes: Vec<Change> = std::iter::once(document).chain(rest).collect();
        if changes.iter().all(|change| change.diffs.is_empty() && change.sizes.0 == change.sizes.1) {
            return false;
        }
        self.states.truncate(self.index);
        if self.states.len() == STATES {
            self.states.pop_front();
        }
        self.states.push_back(State { description: label, changes });
        self.index = self.states.len();
        self.arenas.iter_mut().for_each(Arena::keep);
        true
    }

    fn cancel(&mut self) -> bool {
        let open = std::mem::take(&mut self.turn).is_open();
        if open {
            self.arenas.iter_mut().for_each(Arena::restore);
            self.ink = None;
        }
        open
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.index == 0 {
            return false;
        }
        self.index -= 1;
        self.apply(self.index, true);
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.index == self.states.len() {
            return false;
        }
        self.apply(self.index, false);
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
        let copies: usize = self.arenas.iter().map(|arena| arena.copy.len()).sum();
        let states: usize = self.states.iter().map(State::bytes).sum();
        copies + self.states.capacity() * size_of::<State>() + states
    }

    fn inside(&self) -> Vec<Fact> {
        let arena = |arena: &Arena| Fact::Bytes { name: arena.name, used: arena.bytes.len(), of: None };
        let mut facts: Vec<Fact> = self.arenas.iter().map(arena).collect();
        let first = self.states.len().saturating_sub(DESCRIBED).min(self.index.saturating_sub(1));
        let step = |state: &State| {
            let diffs: usize = state.changes.iter().map(|change| change.diffs.len()).sum();
            (state.description, diffs * size_of::<Diff>())
        };
        facts.push(Fact::Steps {
            name: "steps",
            steps: self.states.iter().skip(first).take(DESCRIBED).map(step).collect(),
            done: self.index - first,
        });
        facts.push(Fact::Colors { name: "colours used", colors: self.colors() });
        facts
    }
}
