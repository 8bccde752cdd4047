//! A drawing under a history: what an action on it is.
//!
//! What the bytes mean is a [`Drawing`]'s matter, and it is the same with and without a
//! history. A [`Document`] is a drawing whose every change belongs to an action: begun,
//! committed as one undo step or cancelled. It dereferences to its drawing, so whatever
//! can be asked of a drawing or done to it can be asked of a document or done to it;
//! outside an open action the history refuses every write.
//!
//! An action collects the rectangle of all the pixels that it changes; its commit says so
//! in its header.
//!
//! The invariant: [`validate`](Document::validate) holds after every commit, cancel, undo
//! and redo.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! assert!(document.fill_span(cel, 3, 10..20, Color::BLACK).is_err(), "no action is open");
//! document.begin(1)?;
//! document.fill_span(cel, 3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! assert_eq!(document.pixel(0, 10, 3)?, Color::BLACK);
//! document.undo()?;
//! assert_eq!(document.pixel(0, 10, 3)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod changed;
mod damage;
mod draft;
mod drawing;
mod footprint;
mod kinds;
mod merged;
mod moved;
mod past;
mod patch;
pub mod playing;
mod recorded;
mod silhouette;
mod store;
mod strange;
mod trace;
mod travel;

pub use damage::Damage;
pub use draft::Draft;
pub use drawing::*;
pub use footprint::Footprint;
pub use kinds::StepKind;
pub use moved::{Mask, Moved};
pub use past::{Colored, Maker, Painted, Past, Then};
pub use patch::{
    Brought, Choices, Conflicts, Exact, MarkedPixels, Patch, Place as ConflictPlace, Side, Subject, Told,
    Touched,
};
pub use store::Store;
pub use trace::{Extra, Trace};
pub use travel::Finish;
// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use travel::{BOXES, gathered};

use crate::color::Color;
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::history::{Commit, CommitId, Header, History, Limits, MAX_EXTRA};
use crate::memory::{Memory, PAGE};
use draft::Given;
use past::Index;
use patch::Rows;
use patch::beside::Beside;
use std::ops::{Deref, DerefMut};

/// Bounds of a document's history: 256 MiB for its steps and 256 MiB for the open action, so that all
/// together stay well below what a browser gives a page.
pub const HISTORY: Limits = Limits { budget: 256 << 20, depth: 1, working: 256 << 20 };

/// A drawing and its history.
#[derive(Debug)]
pub struct Document {
    drawing: Drawing<Store>,
    /// The layer and frame worked on before the open action, and those worked on after it.
    /// Ids of the layer and the frame that are worked on before and after the open action.
    marks: [trace::Ids; 2],
    /// The draft that the open action was begun with.
    given: Given,
    /// Whether steps were carried or brought onto others than they were made on.
    rearranged: bool,
    /// Whether a stranger has made the history.
    strange: bool,
    /// Number of frames when the damage was last taken.
    shown: u32,
    /// What the last undo, redo or travel changed.
    moved: Moved,
    /// Which steps touch which tiles.
    index: Index,
}

impl Deref for Document {
    type Target = Drawing<Store>;

    fn deref(&self) -> &Drawing<Store> {
        &self.drawing
    }
}

impl DerefMut for Document {
    fn deref_mut(&mut self) -> &mut Drawing<Store> {
        self.sweep();
        &mut self.drawing
    }
}

impl Document {
    /// Creates a transparent canvas of the given size in pixels, with one layer, one frame and a palette.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when a side is outside `1..=32768`.
    pub fn new(width: u32, height: u32) -> Result<Document> {
        Ok(Document::with_history(Drawing::new(width, height)?))
    }

    /// Begins the history of a finished drawing, after it was compacted and validated: it may come from a
    /// stranger.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] when the drawing's bytes break a rule, and [`Error::OutOfMemory`] when they
    /// can't be compacted.
    pub fn open(drawing: Drawing<Memory>) -> Result<Document> {
        Ok(Document::with_history(drawing.checked()?))
    }

    /// Begins the history of a drawing that is sound.
    fn with_history(drawing: Drawing<Memory>) -> Document {
        let shown = drawing.frames();
        let drawing = Drawing::from_door(Store::new(drawing.into_door(), HISTORY));
        let (marks, given) = (Default::default(), Given::default());
        Document {
            drawing,
            marks,
            given,
            rearranged: false,
            strange: false,
            shown,
            moved: Moved::default(),
            index: Index::default(),
        }
    }

    fn store(&mut self) -> &mut Store {
        self.sweep();
        &mut self.drawing.door
    }

    /// Cancels the open action if its draft was dropped.
    fn sweep(&mut self) {
        if self.given.is_dropped() {
            self.given = Given::default();
            self.drawing.door.revert();
            self.drawing.door.history.cancel();
        }
    }

    /// Returns the history for reading.
    pub fn history(&self) -> &History<Memory> {
        &self.drawing.door.history
    }

    /// Sets the limits of the history; see [`History::set_limits`].
    ///
    /// A new document starts with [`HISTORY`].
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`] when an open action or the pins take more than the new budget. Nothing
    /// has changed then.
    pub fn set_limits(&mut self, limits: Limits) -> Result<()> {
        Ok(self.store().history.set_limits(limits)?)
    }

    /// Sets the saved mark at the current state.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] while an action is open.
    pub fn mark_saved(&mut self) -> Result<()> {
        Ok(self.store().history.mark_saved()?)
    }

    /// Notes that the present bytes are being written to a file; see [`History::begin_saving`].
    ///
    /// # Errors
    /// Returns [`Error::Busy`] while an action is open.
    pub fn begin_saving(&mut self) -> Result<()> {
        Ok(self.store().history.begin_saving()?)
    }

    /// Sets the saved mark at what was being written; see [`History::finish_saving`].
    pub fn finish_saving(&mut self) -> bool {
        self.store().history.finish_saving()
    }

    /// Takes back the note that bytes are being written to a file; see [`History::forget_saving`].
    pub fn forget_saving(&mut self) {
        self.store().history.forget_saving();
    }

    /// Allows the history to forget everything for the sake of the open action; see [`History::barrier`].
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an open action.
    pub fn barrier(&mut self) -> Result<()> {
        Ok(self.store().history.barrier()?)
    }

    /// Begins an action that ends with [`commit`](Document::commit) or [`cancel`](Document::cancel); see
    /// [`History::begin`]. [`draft`](Document::draft) begins one that can't be forgotten.
    ///
    /// # Errors
    /// Returns [`Error::Busy`] while an action with another tag is open.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        let history = &mut self.store().history;
        let goes_on = history.open().is_some();
        history.begin(tag)?;
        if !goes_on {
            self.given = Given::default();
        }
        Ok(())
    }

    /// Takes the rectangles whose pixels look different since the last call.
    pub fn take_damage(&mut self) -> Vec<Rect> {
        // Where frames came or went, every place behind them shows another one.
        let (frames, all) = (self.frames(), self.bounds());
        if std::mem::replace(&mut self.shown, frames) != frames {
            self.store().damage.add(all);
        }
        self.store().damage.take()
    }

    /// Ends the action as one undo step. Returns `None` when it changed nothing.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an action, and [`Error::OutOfMemory`] or [`Error::OverBudget`] when
    /// the step can't be kept: the action is then cancelled.
    pub fn commit(&mut self, label: &'static str, color: Color, time: u64) -> Result<Option<Commit<'_>>> {
        self.finish(label, color, time, Finish::Step)
    }

    /// Ends the action as one undo step that is joined to the steps before or after it; see [`Finish`].
    ///
    /// # Errors
    /// As [`commit`](Document::commit).
    pub fn finish(
        &mut self,
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<Option<Commit<'_>>> {
        self.finish_of((StepKind::Plain, None), label, color, time, finish)
    }

    /// Ends the action as one undo step of a kind; see [`finish`](Document::finish).
    fn finish_of(
        &mut self,
        (kind, about): (StepKind, Option<CommitId>),
        label: &'static str,
        color: Color,
        time: u64,
        finish: Finish,
    ) -> Result<Option<Commit<'_>>> {
        let [before, after] = self.marks;
        let trace = Trace { color, kind, about, before, after, ..Trace::default() };
        self.end(trace, label, time, finish)
    }

    /// Ends the action as one undo step with a trace, whose rectangle is found here; see [`finish`](Document::finish).
    fn end(
        &mut self,
        mut trace: Trace,
        label: &str,
        time: u64,
        finish: Finish,
    ) -> Result<Option<Commit<'_>>> {
        self.sweep();
        self.given = Given::default();
        self.rearranged |= finish == Finish::Carrying && self.history().ahead() > 0;
        let store = &mut self.drawing.door;
        trace.rect = store.dirty();
        if let Finish::Merging(window) = finish
            && let Some(before) = store.history.merging_into(time, window)
        {
            let before = before.header().into_owned();
            trace.rect = trace.rect.union(Trace::of(&before).rect);
            store.covered.add_footprint(&Footprint::of(&before));
        }
        let extra = trace.extra();
        let footprint = store.covered.bytes(MAX_EXTRA - extra.len() - 1);
        let long = if footprint.is_empty() { Vec::new() } else { trace.extra_with(&footprint) };
        let extra: &[u8] = if footprint.is_empty() { &extra } else { &long };
        let header = Header::new(label).timed(time).with(extra);
        let compacted = store.compact_all();
        let history = &mut store.history;
        let result = compacted.and_then(|()| {
            let commit = match finish {
                Finish::Step => history.commit(header),
                Finish::Carrying => {
                    let (budget, mut beside) = (history.spare() / 4, None);
                    let mut free = |memory: &Memory, new: Commit<'_>, step: Commit<'_>| -> Result<bool> {
                        if beside.is_none() {
                            beside.insert(Beside::new(budget)).add(&new)?;
                        }
                        beside.as_mut().map_or(Ok(true), |beside| beside.admits(memory, &step))
                    };
                    // What can't be told is set aside, as it would be without carrying.
                    history.commit_carrying_if(header, |memory, new, step| {
                        free(memory, new, step).unwrap_or(false)
                    })
                }
                Finish::Merging(window) => history.commit_merging(header, window),
            };
            Ok(commit?.is_some())
        });
        match result {
            Ok(kept) => {
                store.end();
                store.given.raise(store.history.arena());
                Ok(store.history.done().next().filter(|_| kept))
            }
            Err(error) => {
                store.history.cancel();
                store.revert();
                Err(error)
            }
        }
    }

    /// Cancels the open action and restores what it changed. Returns `true` if there was one.
    pub fn cancel(&mut self) -> bool {
        self.given = Given::default();
        self.store().revert();
        self.store().history.cancel()
    }

    /// Takes back what the open action has done so far, and goes on with it; its draft stays valid.
    ///
    /// # Errors
    /// Returns [`Error::Idle`] without an action.
    pub fn restart(&mut self) -> Result<()> {
        let open = self.history().open().ok_or(Error::Idle)?;
        self.store().revert();
        self.store().history.cancel();
        Ok(self.store().history.begin(open)?)
    }

    /// Compresses about `work` bytes of cold commits; see [`History::seal`]. Returns `true` if work remains.
    pub fn seal(&mut self, work: usize) -> bool {
        self.store().history.seal(work)
    }

    /// Compresses about `work` bytes of all commits; see [`History::seal_all`]. Returns `true` if work remains.
    pub fn seal_all(&mut self, work: usize) -> bool {
        self.store().history.seal_all(work)
    }

    /// Checks every invariant of the drawing and of its history.
    ///
    /// # Errors
    /// Returns a sentence that names the invariant that does not hold.
    pub fn validate(&self) -> std::result::Result<(), Message> {
        self.history().validate()?;
        if self.history().open().is_some() {
            return self.drawing.validate_open();
        }
        let memory = self.memory();
        let mut held = memory.trees().into_iter().flat_map(|tree| memory.places(tree));
        let zero = |page: &[u64; PAGE / 8]| page.iter().all(|word| *word == 0);
        if held.any(|place| memory.page(place).is_some_and(zero)) {
            return Err("a page of zeros is held between actions".into());
        }
        self.drawing.validate()
    }
}
