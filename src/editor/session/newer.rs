//! A newer version of the drawing's file, or the same file read in another way, opened as a step of the drawing.
//!
//! Problem: another program has written the file of a drawing that is open. Opened as a drawing of its own, it would leave
//! the history behind, and who only wants to see what is new could not go back and forth. Idea: the drawing
//! [becomes](crate::document::Drawing::renew) what the file holds, as one step like any other. The file's own history is not
//! taken over. What the file holds besides the drawing is, and undo does not bring back what was there before.
//!
//! The invariant: a file that can't be read, and a step that is refused, change nothing.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! let theirs = editor.encode_project(None)?;
//! editor.run("edit.undo", &[], 0)?;
//! editor.open_newer(&theirs, 0)?;
//! assert!(editor.mark_saved() && !editor.document().history().is_dirty(), "it is what the file holds");
//! assert_eq!(editor.document().layers(), 2);
//! editor.run("edit.undo", &[], 0)?;
//! assert_eq!(editor.document().layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::asking::Pending;
use super::joining::InHistory;
use crate::color::Color;
use crate::document::{Drawing, Finish, StepKind, Trace};
use crate::editor::{Editor, Effect};
use crate::error::{Error, Result};
use crate::formats::Other;
use crate::memory::Memory;

/// Name of the step in the history.
pub const NEWER: &str = "Newer version";

/// Name of the step by which the colours of a picture become the numbers that its file has.
pub const NUMBERS: &str = "Colour values of the file";

/// Tag of the action: none of a command's.
const TAG: u32 = u32::MAX;

/// What a file holds that the drawing is to become.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Newer {
    drawing: Drawing<Memory>,
    /// What it holds besides, encoded.
    others: Vec<u8>,
    /// Name of the step.
    label: &'static str,
    time: u64,
}

impl Session {
    /// Returns `true` if the drawing is older than its file: the file holds a newer version that was opened as a step, or what
    /// came after it, and that step is undone. Saving would lose what others have done.
    ///
    /// ```
    /// use undoodle::editor::Editor;
    /// let mut editor = Editor::new()?;
    /// editor.run("layer.add", &[], 0)?;
    /// let theirs = editor.encode_project(None)?;
    /// editor.run("edit.undo", &[], 0)?;
    /// editor.open_newer(&theirs, 0)?;
    /// assert!(editor.mark_saved() && !editor.is_behind_file());
    /// editor.run("edit.undo", &[], 0)?;
    /// assert!(editor.is_behind_file());
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub(in crate::editor) fn is_behind_file(&self) -> bool {
        let history = self.document.history();
        let undone = history.saved().into_iter().flat_map(|saved| history.beyond(saved));
        undone.into_iter().any(|commit| Trace::of(&commit.header()).kind == StepKind::Newer)
    }
}

impl Editor {
    /// Makes the drawing what a file holds, as one step, and notes that this is the state of the file, so that it can be
    /// [marked saved](Editor::mark_saved). What was left out or changed of the file is shown as a message.
    ///
    /// Returns `false` if the step is too large for the history: the person is asked first, and no state is noted until
    /// the answer is yes.
    ///
    /// # Errors
    /// Returns the decoder's error if the file can't be read, [`Error::Refused`] while a stroke is under way, and
    /// [`Error::OutOfMemory`] if there is no room for both drawings. The drawing is unchanged then.
    pub fn open_newer(&mut self, bytes: &[u8], time: u64) -> Result<bool> {
        self.become_file(bytes, NEWER, time)
    }

    /// Makes the drawing the picture that it was opened from, with the numbers of its colours as the file has them, as one
    /// step.
    ///
    /// # Errors
    /// As [`open_newer`](Editor::open_newer).
    pub fn keep_numbers(&mut self, bytes: &[u8], time: u64) -> Result<bool> {
        self.become_file(bytes, NUMBERS, time)
    }

    fn become_file(&mut self, bytes: &[u8], label: &'static str, time: u64) -> Result<bool> {
        let (_, file) = self.session.formats.open(bytes)?;
        let drawing = file.drawing()?.checked()?;
        let newer = Newer { drawing, others: Other::encode(&file.others()?), label, time };
        self.end_for_file()?;
        (self.session.play, self.session.pending) = (None, None);
        self.session.end_waiting();
        self.session.document.forget_saving();
        let done = self.renew(&newer, InHistory::Required);
        self.document_changed();
        if let Err(Error::OverBudget { .. }) = done {
            self.session.ask(Pending::Newer(Box::new(newer)));
            return Ok(false);
        }
        let notes = file.notes();
        if done.is_ok() && !notes.is_empty() {
            self.session.emit(Effect::Message(notes));
        }
        done.map(|()| true)
    }

    /// Makes the drawing what was read, as one step.
    pub(super) fn renew(&mut self, newer: &Newer, place: InHistory) -> Result<()> {
        let draft = self.session.document.draft(TAG, self.session.cel())?;
        let allowed = if place == InHistory::Waived { self.session.document.barrier() } else { Ok(()) };
        let renewed = allowed.and_then(|()| self.session.document.drawing_mut(&draft)?.renew(&newer.drawing));
        if let Err(error) = renewed {
            self.session.document.discard(draft);
            return Err(error);
        }
        let cel = self.session.cel();
        self.session.document.lead_to(cel);
        // Other numbers for the same picture are no version that saving would lose.
        let kind = if newer.label == NEWER { StepKind::Newer } else { StepKind::Plain };
        self.keep(draft.of(kind), newer.label, Color::ADDED, newer.time, Finish::Step)?;
        self.session.desk.choose(&self.session.document, cel);
        self.session.document.begin_saving()?;
        self.session.keeping.saves_history = self.session.desk.with_history;
        if let Some(journal) = &mut self.session.keeping.journal {
            journal.replace_other(newer.others.clone());
        }
        self.session.keeping.others = Other::decode(&newer.others);
        Ok(())
    }
}
