//! S1: delta swap over an arena.
//!
//! After "Implementing A Simple Undo System" (8 Jan 2024), which builds on rxi's
//! "A Simple Undo System". A delta is a size, a place in the document and a place
//! in an arena of copies. Deltas lie in one array that is three stacks, `undo <=
//! redo <= temp`; their copies lie in the arena in the same order. Marking copies
//! what may change, committing keeps the deltas that did change and puts a header
//! on top that counts them, and undo and redo swap copy and document byte by byte,
//! so that one delta serves both ways. The header also has the cursor's rectangle,
//! which has grown over the action, and its colour, which undo shows inverted.
//!
//! Array and arena are of a fixed size and are taken up front, ten megabytes
//! together in the article. It does not say what happens when they are full; its
//! arena would stop the program. Here the oldest steps are forgotten when a new one
//! finds no room: an eighth of all deltas at once, since all others move down. A
//! step that is too large by itself is done, can't be undone, and takes all earlier
//! steps with it. The action under way has room of its own, enough to mark the
//! whole document, so an action that is cancelled or refused forgets nothing.
//!
//! A region that is marked twice in one action would be restored wrongly if it
//! changed back in between, so, as in the article's own demonstration, each *cell*
//! of the document is marked at most once an action.
//!
//! ```
//! use undoodle_lab::{DeltaSwap, System};
//! let mut system = DeltaSwap::new(vec![0; 4096], 1000)?;
//! for at in 0..20 {
//!     system.begin(1);
//!     system.write(at * 64, &[7; 64]);
//!     assert!(system.commit("Paint"));
//! }
//! assert!(system.undo_steps() < 10, "each step takes more than a hundred bytes");
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::room;
use super::{Cursor, Fact, System, Turn};
use crate::color::Color;
use crate::error::{Message, Result};
use crate::geometry::Rect;
use crate::memory::differs;

/// Number of bytes that are marked together.
const CELL: usize = 64;

/// Number of bytes of deltas and copies that the article allocates up front.
pub(super) const MEMORY: usize = 10 << 20;

/// A place in the document with its copy, or a step's header.
#[derive(Clone, Copy, Debug)]
struct Delta {
    /// Number of bytes copied; in a header, number of deltas.
    size: usize,
    copy: usize,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// A copy of the bytes at this address.
    Change(usize),
    Header(Cursor),
}

/// Undo by delta swap over an arena.
#[derive(Debug)]
pub struct DeltaSwap {
    document: Vec<u8>,
    copies: Vec<u8>,
    /// Three stacks: undo in `[..undo]`, redo in `[undo..redo]`, and the open action from `redo` on.
    deltas: Vec<Delta>,
    undo: usize,
    redo: usize,
    /// Most deltas that are kept.
    most: usize,
    marked: Vec<bool>,
    turn: Turn,
    steps: (usize, usize),
    /// Cursor of the next push.
    cursor: Cursor,
    /// Union of the cursor's rectangles over the open action.
    rect: Rect,
    shown: Option<Cursor>,
    warning: Option<Message>,
}

impl DeltaSwap {
    /// Creates the system over these bytes, with `memory` bytes for the deltas and copies it keeps.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if they can't be allocated.
    pub fn new(document: Vec<u8>, memory: usize) -> Result<DeltaSwap> {
        let most = memory / (CELL + size_of::<Delta>());
        let cells = document.len().div_ceil(CELL);
        let mut marked = room("marks", cells)?;
        marked.resize(cells, false);
        Ok(DeltaSwap {
            copies: room("arena of copies", (most + cells).saturating_mul(CELL))?,
            deltas: room("array of deltas", most + cells + 1)?,
            marked,
            document,
            undo: 0,
            redo: 0,
            most,
            turn: Turn::default(),
            steps: (0, 0),
            cursor: Cursor::default(),
            rect: Rect::EMPTY,
            shown: None,
            warning: None,
        })
    }

    fn swap(&mut self, delta: Delta) {
        let Kind::Change(source) = delta.kind else { return };
        let live = &mut self.document[source..source + delta.size];
        let copy = &mut self.copies[delta.copy..delta.copy + delta.size];
        live.iter_mut().zip(copy).for_each(|(live, copy)| std::mem::swap(live, copy));
    }

    /// Returns the position in the arena of the copies of the deltas from `index` on.
    fn copies_from(&self, index: usize) -> usize {
        self.deltas.get(index).map_or(self.copies.len(), |delta| delta.copy)
    }

    fn end(&mut self) {
        for delta in &self.deltas[self.redo..] {
            if let Kind::Change(source) = delta.kind {
                self.marked[source / CELL] = false;
            }
        }
        self.turn = Turn::default();
        self.rect = Rect::EMPTY;
    }

    /// Forgets the oldest steps if the array of deltas is full.
    fn forget(&mut self) {
        if self.undo <= self.most {
            return;
        }
        let newest = self.undo - 1 - self.deltas[self.undo - 1].size;
        let (mut first, mut lost) = (0, 0);
        for (index, delta) in self.deltas.iter().enumerate() {
            if matches!(delta.kind, Kind::Header(_)) {
                (first, lost) = (index + 1, lost + 1);
                let left = self.undo - first;
                if left <= self.most - self.most / 8 || (first == newest && left <= self.most) {
                    break;
                }
            }
        }
        let copy = self.copies_from(first);
        self.copies.drain(..copy);
        self.deltas.drain(..first);
        self.deltas.iter_mut().for_each(|delta| delta.copy -= copy);
        (self.undo, self.redo) = (self.deltas.len(), self.deltas.len());
        self.steps.0 -= lost;
        self.warning = Some(match self.steps.0 {
            0 => {
                "a step of more deltas than there is room for can't be undone; all steps are forgotten".into()
            }
            _ => Message::new("the arena is full; its oldest steps are forgotten, {n} of them").with(lost),
        });
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
        if !self.turn.is_open() {
            self.warning = None;
        }
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
                self.deltas.push(Delta { size, copy: self.copies.len(), kind: Kind::Change(source) });
                self.copies.extend_from_slice(&self.document[source..source + size]);
            }
        }
        self.rect = self.rect.union(self.cursor.rect);
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
        let header = Cursor { rect: self.rect, ..self.cursor };
        self.end();
        let (mut top, mut copy) = (self.undo, self.copies_from(self.undo));
        let temp = self.redo;
        let same = |this: &DeltaSwap, Delta { size, copy, kind }: Delta| match kind {
            Kind::Change(at) => !differs(&this.copies[copy..copy + size], &this.document[at..at + size]),
            Kind::Header(_) => true,
        };
        if (temp..self.deltas.len()).all(|i| same(self, self.deltas[i])) {
            self.copies.truncate(self.copies_from(temp));
            self.deltas.truncate(temp);
            return false;
        }
        for i in temp..self.deltas.len() {
            let delta = self.deltas[i];
            if !same(self, delta) {
                // Overwrites the copies of what could be redone.
                self.copies.copy_within(delta.copy..delta.copy + delta.size, copy);
                self.deltas[top] = Delta { copy, ..delta };
                top += 1;
                copy += delta.size;
            }
        }
        let header = Delta { size: top - self.undo, copy, kind: Kind::Header(header) };
        self.deltas.truncate(top);
        self.deltas.push(header);
        self.copies.truncate(copy);
        self.undo = self.deltas.len();
        self.redo = self.undo;
        self.steps = (self.steps.0 + 1, 0);
        self.forget();
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
        if let Kind::Header(Cursor { rect, color }) = self.deltas[header].kind {
            self.shown = Some(Cursor { rect, color: color.inverted() });
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
        self.shown = loop {
            if let Kind::Header(cursor) = self.deltas[i].kind {
                break Some(cursor);
            }
            self.swap(self.deltas[i]);
            i += 1;
        };
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
        self.copies.len() + self.deltas.len() * size_of::<Delta>() + self.marked.len()
    }

    fn reserved(&self) -> usize {
        self.copies.capacity() + self.deltas.capacity() * size_of::<Delta>() + self.marked.capacity()
    }

    fn aim(&mut self, cursor: Cursor, _ink: Color) {
        self.cursor = cursor;
    }

    fn shown(&self) -> Option<Cursor> {
        self.shown
    }

    fn warning(&self) -> Option<&Message> {
        self.warning.as_ref()
    }

    fn inside(&self) -> Vec<Fact> {
        let kept = self.copies_from(self.redo);
        vec![
            Fact::Bytes { name: "copies", used: kept, of: Some(self.most * CELL) },
            Fact::Count { name: "deltas", used: self.redo, of: Some(self.most) },
            Fact::Count { name: "undo", used: self.undo, of: None },
            Fact::Count { name: "redo", used: self.redo, of: None },
            Fact::Count { name: "temp", used: self.deltas.len(), of: None },
        ]
    }
}
