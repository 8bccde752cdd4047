//! Ten coloured squares over the history engine: its smallest user.
//!
//! The page of the same name shows the engine at work, so here is nothing but
//! the arena (ten colours), a drag and the history. Each square has the first bytes
//! of a cell of its own, so that each one touched is one entry on the stack, and each
//! one changed is one delta.
//!
//! A drag after undo does not overwrite what could be redone: that becomes a branch,
//! which can be gone to. Undo and redo show a cursor over the squares they change.
//!
//! ```
//! use undoodle_lab::squares::Squares;
//! let mut squares = Squares::new(1);
//! let before = squares.colors();
//! squares.touch(3);
//! squares.touch(3);
//! squares.release();
//! assert_eq!(squares.history().stats().undo, 2, "one delta and its header");
//! squares.run("edit.undo");
//! assert_eq!(squares.colors(), before);
//! ```

use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Commit, CommitId, Header, History, Step};
use crate::memory::{Arena, Region};
use fastrand::Rng;
use std::collections::BTreeSet;
use undoodle_drawing::document::Trace;

/// Number of squares.
pub const COUNT: usize = 10;

/// Number of bytes in a square's colour.
const SQUARE: usize = 4;

/// Distance of two squares in the arena: the history copies this many bytes together.
pub const CELL: usize = 64;

/// Tag of a drag's action.
const DRAG: u32 = 1;

/// The last thing that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Nothing yet.
    Start,
    /// A drag was committed.
    Commit,
    /// A commit was undone.
    Undo,
    /// A commit was redone.
    Redo,
}

/// Cursor over the squares that undo or redo has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor {
    /// Squares it covers, one pixel each.
    pub rect: Rect,
    /// Colour of the commit, inverted after undo.
    pub color: Color,
}

/// A branch: steps that undo and redo don't lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Branch {
    /// Number of steps of the line before it; `None` if it forks off another branch.
    pub after: Option<usize>,
    /// Steps of the branch, oldest first.
    pub steps: Vec<CommitId>,
}

/// Ten squares and their history.
#[derive(Debug)]
pub struct Squares {
    history: History<Vec<u8>>,
    changed: [bool; COUNT],
    rect: Rect,
    random: Rng,
    event: (Event, u32),
    cursor: Option<Cursor>,
}

impl Squares {
    /// Creates ten squares whose colours follow from the seed.
    pub fn new(seed: u64) -> Squares {
        let mut random = Rng::with_seed(seed);
        let mut bytes = vec![0; COUNT * CELL];
        for cell in bytes.chunks_mut(CELL) {
            cell[..SQUARE].copy_from_slice(&fresh(&mut random, None).bytes);
        }
        Squares {
            history: History::new(bytes),
            changed: [false; COUNT],
            rect: Rect::EMPTY,
            random,
            event: (Event::Start, 0),
            cursor: None,
        }
    }

    /// Returns the colours, from left to right.
    pub fn colors(&self) -> [Color; COUNT] {
        std::array::from_fn(|i| self.color(i))
    }

    fn color(&self, index: usize) -> Color {
        let bytes = Arena::get(self.history.arena(), place(index));
        bytes.map_or(Color::TRANSPARENT, bytemuck::pod_read_unaligned)
    }

    /// Returns `true` for each square that the drag under way has changed.
    pub fn changed(&self) -> [bool; COUNT] {
        self.changed
    }

    /// Returns the history.
    pub fn history(&self) -> &History<Vec<u8>> {
        &self.history
    }

    /// Returns the last event and the number of events so far.
    pub fn event(&self) -> (Event, u32) {
        self.event
    }

    /// Drags over a square, beginning a drag if there is none: the first time, the square changes colour.
    pub fn touch(&mut self, index: usize) {
        if index >= COUNT || self.changed[index] || self.history.begin(DRAG).is_err() {
            return;
        }
        let before = self.color(index);
        let color = fresh(&mut self.random, Some(before));
        if let Ok(bytes) = self.history.write(place(index)) {
            bytes.copy_from_slice(&color.bytes);
            self.changed[index] = true;
            self.rect = self.rect.union(Rect::new(index as i32, 0, 1, 1));
        }
    }

    /// Ends the drag and commits its changes as one step.
    pub fn release(&mut self) {
        let extra = Trace::new(self.rect, Color::ADDED).extra();
        let header = Header::new("Recolour").with(&extra);
        if let Ok(Some(_)) = self.history.commit(header) {
            self.happened(Event::Commit);
        }
        self.end();
    }

    /// Cancels the drag and restores the colours.
    pub fn cancel(&mut self) {
        self.history.cancel();
        self.end();
    }

    fn end(&mut self) {
        self.changed = [false; COUNT];
        self.rect = Rect::EMPTY;
    }

    fn happened(&mut self, event: Event) {
        self.event = (event, self.event.1 + 1);
    }

    /// Runs `edit.undo`, `edit.redo` or `edit.cancel`. Returns `true` if it did anything.
    pub fn run(&mut self, id: &str) -> bool {
        let (step, event) = match id {
            "edit.undo" => (self.history.undo(), Event::Undo),
            "edit.redo" => (self.history.redo(), Event::Redo),
            "edit.cancel" if self.history.open().is_some() => {
                self.cancel();
                return true;
            }
            _ => return false,
        };
        match step {
            Ok(Step::Moved(commit)) => {
                self.cursor = Some(cursor(commit, event == Event::Undo));
                self.happened(event);
            }
            Ok(Step::Cancelled) => self.end(),
            Ok(Step::Nothing) | Err(_) => return false,
        }
        true
    }

    /// Returns the cursor of the last undo or redo.
    pub fn cursor(&self) -> Option<Cursor> {
        self.cursor
    }

    /// Returns the branches beside the line that undo and redo follow.
    pub fn branches(&self) -> Vec<Branch> {
        let line: Vec<CommitId> = self.history.line().map(|commit| commit.id()).collect();
        let known: BTreeSet<CommitId> = line.iter().copied().collect();
        let mut branches: Vec<Branch> = Vec::new();
        for commit in self.history.commits().filter(|commit| !known.contains(&commit.id())) {
            let parent = commit.parent();
            if let Some(branch) = branches.iter_mut().find(|branch| branch.steps.last() == Some(&parent)) {
                branch.steps.push(commit.id());
                continue;
            }
            let at = line.iter().position(|id| *id == parent).map(|index| index + 1);
            let after = if parent == self.history.base() { Some(0) } else { at };
            branches.push(Branch { after, steps: vec![commit.id()] });
        }
        branches
    }

    /// Goes to a step on any branch. Returns `false` if it is the current one already.
    ///
    /// # Errors
    /// [`Error::Gone`](crate::Error::Gone) if there is no such step;
    /// [`Error::Busy`](crate::Error::Busy) during a drag.
    pub fn go_to(&mut self, id: CommitId) -> Result<bool> {
        let mut last = None;
        let moved = self.history.goto(id, |commit, back| last = Some((cursor(commit, back), back)))?;
        if let Some((cursor, back)) = last {
            self.cursor = Some(cursor);
            self.happened(if back { Event::Undo } else { Event::Redo });
        }
        Ok(moved)
    }

    /// Returns the command bound to a key, if the squares know it. The key is the browser's name for it.
    pub fn command_for(&self, key: &str, ctrl: bool, shift: bool, alt: bool) -> Option<&'static str> {
        match (key.to_lowercase().as_str(), ctrl, shift, alt) {
            ("z", true, false, false) => Some("edit.undo"),
            ("z", true, true, false) | ("y", true, false, false) => Some("edit.redo"),
            ("escape", false, false, false) => Some("edit.cancel"),
            _ => None,
        }
    }
}

fn cursor(commit: Commit<'_>, back: bool) -> Cursor {
    let Trace { rect, color, .. } = Trace::of(&commit.header());
    Cursor { rect, color: if back { color.inverted() } else { color } }
}

fn place(index: usize) -> Region {
    Region::new((index * CELL) as u64, SQUARE)
}

/// Returns a random opaque colour that stands out from the page and differs from `before`.
fn fresh(random: &mut Rng, before: Option<Color>) -> Color {
    loop {
        let color = Color::rgba(random.u8(48..), random.u8(48..), random.u8(48..), 255);
        if Some(color) != before {
            return color;
        }
    }
}
