//! Travelling through a document's history, and what is to be repainted after it.
//!
//! A commit's bytes say which pixels they are, so undo and redo repaint exactly what
//! they changed. Where a step is so large that finding its pixels would be a pause, or
//! where it changed what is not pixels, such as a layer's opacity, its header's
//! rectangle is repainted instead.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! document.begin(1)?;
//! document.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.fill_span(cel, 40, 5..6, Color::TRANSPARENT)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! document.take_damage();
//! document.undo()?;
//! assert_eq!(document.moved().rect, Rect::new(10, 3, 10, 1), "what was transparent before did not change");
//! assert_eq!(document.take_damage(), [Rect::new(10, 3, 10, 1)]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Trace;
use super::changed::Before;
use super::drawing::tiles::TILE;
use super::moved::Moved;
use super::{Document, Stack};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Bookmark, CommitId, Header, History, Step};
use crate::memory::Memory;
use std::cmp::Ordering;

/// Number of boxes around changed pixels that are repainted each by itself: as many as the [damage](super::damage) keeps apart, as each one
/// more is held against all of these.
pub const BOXES: usize = super::damage::KEPT;

/// What decides how pixels are seen.
#[derive(Debug, PartialEq)]
struct Look {
    /// The cells of the grid and of the tile, which are drawn over the canvas.
    cells: [(u32, u32); 2],
    /// How frames are composed.
    stack: Stack,
}

/// How a new step is joined to other steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finish {
    /// The step stands on its own, and sets the redo line aside.
    Step,
    /// The redo line is carried on top of the step, if its steps' patches would do there what they did, to the byte.
    Carrying,
    /// The step is merged into the one before, if that has the same tag and is at most so many
    /// milliseconds older.
    Merging(u64),
}

/// Returns the id of the commit that a step moved across.
fn crossed(step: &Step<'_>) -> Option<CommitId> {
    match step {
        Step::Moved(commit) => Some(commit.id()),
        _ => None,
    }
}

/// Joins boxes that begin in the same square of the canvas, so that few are left: each one that is added to the damage
/// is held against others, and thousands would take longer than their exchange. Exact pixels come tile by tile, so most are
/// joined before anything is sorted.
pub fn gathered(boxes: impl Iterator<Item = Rect> + Clone) -> Vec<Rect> {
    if boxes.clone().nth(BOXES).is_none() {
        return boxes.collect();
    }
    let square = |rect: &Rect, side: i32| (rect.y.div_euclid(side), rect.x.div_euclid(side));
    let mut side = TILE as i32;
    let mut joined: Vec<Rect> = Vec::new();
    for rect in boxes {
        match joined.last_mut() {
            Some(last) if square(last, side) == square(&rect, side) => *last = last.union(rect),
            _ => joined.push(rect),
        }
    }
    let many = joined.len();
    while many > BOXES && (side / TILE as i32) < many.div_ceil(BOXES) as i32 {
        side *= 2;
    }
    joined.sort_unstable_by_key(|rect| square(rect, side));
    let same = joined.chunk_by(|a, b| square(a, side) == square(b, side));
    same.map(|same| same.iter().copied().fold(Rect::EMPTY, Rect::union)).collect()
}

impl Document {
    /// Undoes the last step, or cancels the open action; see
    /// [`History::undo`](crate::history::History::undo).
    ///
    /// # Errors
    /// As [`History::undo`](crate::history::History::undo).
    pub fn undo(&mut self) -> Result<Step<'_>> {
        self.store().revert();
        let look = self.look();
        let (mut before, size) = (self.before(self.history().done().next()), self.size());
        let step = self.store().history.undo_visiting(&mut |region| before.meet(region))?;
        match (crossed(&step), step) {
            (Some(id), _) => {
                if self.strange {
                    self.trust(id, size, History::redo)?;
                }
                self.across(id, &look, before)
            }
            (None, Step::Cancelled) => Ok(Step::Cancelled),
            _ => Ok(Step::Nothing),
        }
    }

    /// Redoes the step that was undone last.
    ///
    /// # Errors
    /// As [`History::redo`](crate::history::History::redo).
    pub fn redo(&mut self) -> Result<Step<'_>> {
        let look = self.look();
        let (mut before, size) = (self.before(self.history().undone().next()), self.size());
        let step = self.store().history.redo_visiting(&mut |region| before.meet(region))?;
        match crossed(&step) {
            Some(id) => {
                if self.strange {
                    self.trust(id, size, History::undo)?;
                }
                self.across(id, &look, before)
            }
            None => Ok(Step::Nothing),
        }
    }

    /// Returns what decides how pixels are seen without being pixels.
    fn look(&self) -> Look {
        Look { cells: [self.grid(), self.tile()], stack: self.stack() }
    }

    /// Returns `true` if the grid or the tile differs from a look before.
    fn grid_or_tile_changed(&self, before: &Look) -> bool {
        [self.grid(), self.tile()] != before.cells
    }

    /// Marks dirty what moving across a commit changed, given the look and the pixels before.
    fn across(&mut self, id: CommitId, look: &Look, before: Before) -> Result<Step<'_>> {
        let (mut pixels, mut balance) = (before.pixels, self.balance_since(&before));
        let (commit, canvas) = (self.history().commit_of(id)?, self.bounds());
        let rect = Trace::of(&commit.header()).rect;
        let links = before.marks.as_ref().is_some_and(|marks| marks.links);
        // A cel that is given a copy of the image that it showed looks as it did.
        if links && rect.is_empty() {
            (pixels, balance) = (None, balance.map(|_| Ordering::Equal));
        }
        let boxes = match &before.marks {
            Some(marks) => marks.boxes(self.window()),
            // If these can't be found, all of the rectangle is repainted.
            None => {
                let covered = before.cover.and_then(|cover| cover.into_rects().unwrap_or(None));
                covered.map(|boxes| gathered(boxes.into_iter()))
            }
        };
        // A stranger's header may say anything. A step that was carried or brought here was made where its layer may
        // have had other pixels.
        let looks = || self.look() != *look && (self.rearranged || self.grid_or_tile_changed(look));
        if self.strange && boxes.is_none() || looks() {
            self.store().damage.add(canvas);
        }
        let boxes = boxes.unwrap_or_else(|| vec![rect]);
        let moved = boxes.iter().copied().fold(Rect::EMPTY, Rect::union);
        boxes.into_iter().for_each(|rect| self.store().damage.add(rect));
        self.moved = Moved { rect: moved, pixels, balance, links, commits: vec![id] };
        Ok(self.store().history.commit_of(id).map_or(Step::Nothing, Step::Moved))
    }

    /// Returns what the last undo, redo or travel changed.
    pub fn moved(&self) -> &Moved {
        &self.moved
    }

    /// Goes to any commit, to the base, or to a pin. Returns `true` if there was a way to go.
    ///
    /// # Errors
    /// As [`History::goto`](crate::history::History::goto), and [`Error::Invalid`](crate::Error::Invalid) if a stranger's history leads to no
    /// drawing there. Nothing has changed then.
    pub fn goto(&mut self, to: CommitId) -> Result<bool> {
        let (mut moved, before, strange) = (Moved::default(), self.history().here(), self.strange);
        let accept = |memory: &Memory| if strange { Document::check_state(memory) } else { Ok(()) };
        let went = self.store().history.goto_if(to, accept, |commit, _| moved.cross(&commit));
        // Without the memory for the way back it may stand between.
        if went.is_ok() || self.history().here() != before {
            self.arrive(moved);
        }
        went
    }

    /// Returns a bookmark at the current step; see [`History::bookmark`](crate::history::History::bookmark).
    pub fn bookmark(&self) -> Bookmark {
        self.history().bookmark()
    }

    /// Takes the steps since a bookmark back for good; see
    /// [`History::return_to`](crate::history::History::return_to).
    ///
    /// # Errors
    /// As [`History::return_to`](crate::history::History::return_to).
    pub fn return_to(&mut self, mark: Bookmark) -> Result<()> {
        let returned = self.store().history.return_to(mark);
        self.arrive(Moved::default());
        Ok(returned?)
    }

    /// Drops the line that was set aside last, if it is that of a cancelled action; see
    /// [`History::drop_aside`](crate::history::History::drop_aside).
    pub fn drop_aside(&mut self, root: CommitId, mark: Bookmark) -> bool {
        self.store().history.drop_aside(root, mark)
    }

    /// Marks the whole canvas dirty: layers, frames and the canvas's size may have changed.
    pub(super) fn arrive(&mut self, moved: Moved) {
        self.moved = moved;
        let all = self.bounds();
        self.store().damage.add(all);
    }

    /// Pins the current state under a name, and returns its id.
    ///
    /// # Errors
    /// As [`History::pin`](crate::history::History::pin).
    pub fn pin(&mut self, name: &str, time: u64) -> Result<CommitId> {
        let extra = Trace::new(self.bounds(), Color::ADDED).extra();
        Ok(self.store().history.pin(Header::new(name).timed(time).with(&extra))?)
    }

    /// Returns the numbers of at most `count` commits of the line of undo and redo, from an index on; see
    /// [`History::line_from`](crate::history::History::line_from).
    pub fn line_from(&mut self, index: usize, count: usize) -> Vec<CommitId> {
        self.store().history.line_from(index).take(count).map(|commit| commit.id()).collect()
    }

    /// Removes a pin. Returns `true` if it existed.
    pub fn unpin(&mut self, pin: CommitId) -> bool {
        self.store().history.unpin(pin)
    }

    /// Compares the drawing with the saved one for a short time slice; see
    /// [`History::find_dirt`](crate::history::History::find_dirt).
    pub fn find_dirt(&mut self, work: usize) -> Option<bool> {
        self.store().history.find_dirt(work)
    }
}
