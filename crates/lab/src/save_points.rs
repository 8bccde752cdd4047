//! S2: save points in two ring queues.
//!
//! After "Simple Undo/Redo System in Odin". The level is grouped, by size and
//! importance, into info, cells and detail cells; here these are the colour in
//! hand, the document in chunks, and the colours used so far. Before a part is
//! changed it is pushed, as it is, onto the undo queue. Undo pops it, pushes the
//! live part onto the redo queue and puts the popped one in its place; redo is the
//! same the other way. A full queue still takes a push, by dropping its oldest.
//!
//! An item is one of the three kinds, so each takes as much as the largest, and both
//! queues are taken up front: the worst case is all there ever is.
//!
//! Where this deviates, and why:
//! - In the article a push after undo leaves the redo queue as it is. Redo would then
//!   put a part of one line of states into another, so a commit clears it.
//! - A step may touch several chunks, so items carry their step's number, and a step
//!   that has lost an item to the limit is forgotten as a whole.
//! - An action may be cancelled, or change nothing. The undo queue therefore has room
//!   for one action that touches everything, and drops its oldest when that ends.
//!
//! ```
//! use undoodle_lab::{SavePoints, System, color::Color};
//! let mut system = SavePoints::new(vec![0; 64])?;
//! let before = system.reserved();
//! system.begin(1);
//! system.aim(Default::default(), Color::BLACK);
//! system.write(0, &[1]);
//! system.commit("Paint");
//! assert_eq!(system.colors(), [Color::BLACK]);
//! system.undo();
//! assert_eq!(system.colors(), []);
//! assert_eq!(system.reserved(), before);
//! # Ok::<(), undoodle_lab::Error>(())
//! ```

use super::inside::room;
use super::queue::{Part, Queue, Tag};
use super::{Cursor, Fact, System, Turn};
use crate::color::Color;
use crate::error::{Message, Result};
use crate::memory::differs;

/// Number of bytes in a chunk of cells.
const CELLS: usize = 16 << 10;

/// Number of items in a queue.
const QUEUE: usize = 2048;

/// Number of bytes in a colour.
const COLOR: usize = 4;

/// Number of bytes in the detail cells: 256 colours, the unused ones transparent.
const DETAILS: usize = 256 * COLOR;

/// The level: all that can be edited.
#[derive(Debug)]
struct Level {
    /// Current colour.
    info: [u8; COLOR],
    cells: Vec<u8>,
    details: [u8; DETAILS],
    /// Number of bytes in a chunk of cells.
    chunk: usize,
}

impl Level {
    fn part(&mut self, part: Part) -> &mut [u8] {
        match part {
            Part::Info => &mut self.info,
            Part::Details => &mut self.details,
            Part::Cells(index) => {
                let end = ((index + 1) * self.chunk).min(self.cells.len());
                &mut self.cells[index * self.chunk..end]
            }
        }
    }

    /// Returns the size of every item: that of the largest part.
    fn item(&self) -> usize {
        self.chunk.min(self.cells.len()).max(DETAILS)
    }

    fn chunks(&self) -> usize {
        self.cells.len().div_ceil(self.chunk)
    }
}

/// Undo by save points in two ring queues.
#[derive(Debug)]
pub struct SavePoints {
    level: Level,
    undo: Queue,
    redo: Queue,
    /// Most items that a queue keeps.
    most: usize,
    /// Number of the open action's save points, which are the last in the undo queue.
    open: usize,
    /// Whether the open action has pushed a chunk, by chunk.
    marked: Vec<bool>,
    ink: Option<Color>,
    turn: Turn,
    step: u64,
    steps: (usize, usize),
    warning: Option<Message>,
}

impl SavePoints {
    /// Creates the system over these bytes.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the queues can't be allocated.
    pub fn new(document: Vec<u8>) -> Result<SavePoints> {
        SavePoints::with_sizes(document, CELLS, QUEUE)
    }

    /// Creates the system with chunks of `chunk` bytes and queues of `items` items.
    ///
    /// # Errors
    /// As [`new`](SavePoints::new).
    pub fn with_sizes(document: Vec<u8>, chunk: usize, items: usize) -> Result<SavePoints> {
        let level = Level { info: [0; COLOR], cells: document, details: [0; DETAILS], chunk: chunk.max(1) };
        let (item, chunks) = (level.item(), level.chunks());
        let mut marked = room("marks", chunks)?;
        marked.resize(chunks, false);
        Ok(SavePoints {
            undo: Queue::new(items + chunks + 2, item)?,
            redo: Queue::new(items, item)?,
            level,
            most: items,
            open: 0,
            marked,
            ink: None,
            turn: Turn::default(),
            step: 0,
            steps: (0, 0),
            warning: None,
        })
    }

    /// Returns the colours used so far.
    pub fn colors(&self) -> Vec<Color> {
        let color = |bytes: &[u8]| bytes.first_chunk().map(|bytes| Color { bytes: *bytes });
        let colors = self.level.details.chunks(COLOR).filter_map(color);
        colors.take_while(|color| *color != Color::TRANSPARENT).collect()
    }

    fn save(&mut self, part: Part) {
        self.undo.push(Tag { step: self.step, part }, self.level.part(part));
        self.open += 1;
    }

    /// Sets info and details to the action's colour, saving both before they change.
    fn note_color(&mut self) {
        let Some(ink) = self.ink.filter(|ink| *ink != Color::TRANSPARENT) else { return };
        if self.level.info != ink.bytes {
            self.save(Part::Info);
            self.level.info = ink.bytes;
        }
        let used = self.colors();
        if !used.contains(&ink) && used.len() * COLOR < DETAILS {
            self.save(Part::Details);
            self.level.details[used.len() * COLOR..][..COLOR].copy_from_slice(&ink.bytes);
        }
    }

    /// Moves the last step's items from one queue to the other, swapping them with the live parts.
    fn exchange(level: &mut Level, from: &mut Queue, to: &mut Queue) {
        let step = from.tag(from.len.wrapping_sub(1)).map(|tag| tag.step);
        while let Some(tag) = from.tag(from.len.wrapping_sub(1)).filter(|tag| Some(tag.step) == step) {
            let live = level.part(tag.part);
            to.push(tag, live);
            live.copy_from_slice(&from.bytes(from.len - 1)[..live.len()]);
            from.len -= 1;
        }
    }

    /// Drops the oldest steps from a full undo queue; even the newest one if it is too large by itself.
    fn drop_oldest(&mut self) {
        let lost = self.undo.shrink_to(self.most);
        self.steps.0 -= lost;
        self.warning = match (lost, self.steps.0) {
            (0, _) => None,
            (_, 0) => Some(
                "a step of more parts than a queue has items can't be undone; all steps are forgotten".into(),
            ),
            _ => Some(
                Message::new("the queue is full; its oldest steps are forgotten, {n} of them").with(lost),
            ),
        };
    }

    fn end(&mut self) -> bool {
        self.marked.fill(false);
        self.ink = None;
        std::mem::take(&mut self.turn).is_open()
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
        &self.level.cells
    }

    fn begin(&mut self, tag: u32) -> bool {
        if !self.turn.is_open() {
            self.warning = None;
        }
        self.turn.begin(tag)
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        if !self.turn.admits(&self.level.cells, at, len) {
            return false;
        }
        if len > 0 {
            for chunk in at / self.level.chunk..=(at + len - 1) / self.level.chunk {
                if !std::mem::replace(&mut self.marked[chunk], true) {
                    self.save(Part::Cells(chunk));
                }
            }
        }
        true
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let pushed = self.push(at, bytes.len());
        if pushed {
            self.level.cells[at..at + bytes.len()].copy_from_slice(bytes);
        }
        pushed
    }

    fn aim(&mut self, _cursor: Cursor, ink: Color) {
        self.ink = Some(ink);
    }

    fn commit(&mut self, _label: &'static str) -> bool {
        if !self.turn.is_open() {
            return false;
        }
        // Drops the save points of parts that were pushed but not changed.
        let first = self.undo.len - self.open;
        let mut kept = first;
        for index in first..self.undo.len {
            let part = self.undo.tag(index).map_or(Part::Info, |tag| tag.part);
            let live = self.level.part(part);
            if differs(live, &self.undo.bytes(index)[..live.len()]) {
                self.undo.relocate(index, kept);
                kept += 1;
            }
        }
        (self.undo.len, self.open) = (kept, kept - first);
        if self.open > 0 {
            self.note_color();
            self.redo.len = 0;
            self.steps = (self.steps.0 + 1, 0);
            self.step += 1;
            self.drop_oldest();
        }
        self.end();
        std::mem::take(&mut self.open) > 0
    }

    fn cancel(&mut self) -> bool {
        for _ in 0..std::mem::take(&mut self.open) {
            let last = self.undo.len - 1;
            let live = self.level.part(self.undo.tag(last).map_or(Part::Info, |tag| tag.part));
            live.copy_from_slice(&self.undo.bytes(last)[..live.len()]);
            self.undo.len = last;
        }
        self.end()
    }

    fn undo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.0 == 0 {
            return false;
        }
        SavePoints::exchange(&mut self.level, &mut self.undo, &mut self.redo);
        self.steps = (self.steps.0 - 1, self.steps.1 + 1);
        true
    }

    fn redo(&mut self) -> bool {
        if self.turn.is_open() || self.steps.1 == 0 {
            return false;
        }
        SavePoints::exchange(&mut self.level, &mut self.redo, &mut self.undo);
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
        (self.undo.len + self.redo.len) * (self.undo.item + size_of::<Tag>())
    }

    fn reserved(&self) -> usize {
        self.undo.reserved() + self.redo.reserved() + self.marked.capacity()
    }

    fn warning(&self) -> Option<&Message> {
        self.warning.as_ref()
    }

    fn inside(&self) -> Vec<Fact> {
        vec![
            Fact::Count { name: "undo queue", used: self.undo.len, of: Some(self.most) },
            Fact::Count { name: "redo queue", used: self.redo.len, of: Some(self.most) },
            Fact::Bytes { name: "each item", used: self.undo.item, of: None },
            Fact::Colors { name: "info", colors: vec![Color { bytes: self.level.info }] },
            Fact::Colors { name: "details", colors: self.colors() },
        ]
    }
}
