//! What can't be kept asks first.
//!
//! An edit may be too large for the history to remember. It is refused while nothing
//! is lost yet, and the person is asked whether it shall be done all the same, at the
//! price of the steps before it. If they agree, it is done again behind the engine's
//! barrier. Whatever else is done instead of an answer is a no.
//!
//! The invariant: until the answer is yes, the drawing and its history are as they were.
//!
//! ```
//! use undoodle::{document::HISTORY, editor::{Editor, Effect}, history::Limits};
//! let mut editor = Editor::new()?;
//! editor.run("select.all", &[], 0)?;
//! editor.set_history_limits(Limits { working: 0, ..HISTORY })?;
//! assert!(!editor.run("edit.fill", &[], 0)?, "not yet");
//! let asked = editor.take_effects().into_iter().find(|effect| matches!(effect, Effect::Confirm(_)));
//! let question = "This edit is too large to undo, and removes 1 earlier step from the history. Continue?";
//! assert!(matches!(asked, Some(Effect::Confirm(asked)) if asked == question));
//! assert!(editor.answer(true)?);
//! assert_eq!((editor.pixel(3, 3)?.to_string(), editor.document().history().position()), ("#000000ff".into(), 0));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::joining::InHistory;
use super::keeping::Asked;
use super::newer::Newer;
use super::params::Args;
use crate::document::Finish;
use crate::editor::commands::Command;
use crate::editor::{Editor, Effect};
use crate::error::{Message, Result};
use crate::geometry::Point;
use crate::tools::{Held, Sample, Setup, Stroke};

/// The edit that waits for the answer to a question.
#[derive(Clone, Debug)]
pub(in crate::editor) enum Pending {
    /// A command.
    Command { command: &'static Command, args: Args, time: u64 },
    /// A stroke, by its setup and its two ends.
    Stroke { setup: Box<Setup>, from: Point, to: Point, held: (Held, Held), time: u64 },
    /// A newer version of the drawing.
    Newer(Box<Newer>),
}

impl Session {
    /// Has an edit run for which there is no room: when the last steps are stored, or if the person agrees to do it without
    /// undo.
    pub(in crate::editor) fn ask_for(&mut self, command: &'static Command, time: u64) {
        let asked = Asked { command, args: Args::default(), time, times: 1 };
        if let Some(Asked { command, args, time, .. }) = self.wait_for_room(asked) {
            self.ask(Pending::Command { command, args, time });
        }
    }

    /// Asks whether to do an edit that can't be undone.
    pub(in crate::editor) fn ask(&mut self, pending: Pending) {
        self.pending = Some(pending);
        self.emit(Effect::Confirm(self.question()));
        self.state_changed();
    }

    pub(in crate::editor) fn question(&self) -> Message {
        match self.document.history().stats().commits {
            0 => "This edit is too large to undo. Continue?".into(),
            steps => {
                let code = "This edit is too large to undo, and removes {n} earlier step from the history. Continue? \
                            | This edit is too large to undo, and removes {n} earlier steps from the history. Continue?";
                Message::new(code).with(steps)
            }
        }
    }

    /// Returns the question that waits for an answer, or `None` if there is none.
    pub(in crate::editor) fn asked(&self) -> Option<Message> {
        self.is_asking().then(|| self.question())
    }

    /// Returns `true` if a question waits for an answer.
    pub(in crate::editor) fn is_asking(&self) -> bool {
        self.pending.is_some()
    }
}

impl Editor {
    /// Answers the question that waits. Returns `true` if the edit was done.
    ///
    /// # Errors
    /// Returns the edit's own error. The edit is then cancelled, unless its copies did not fit into memory.
    pub fn answer(&mut self, yes: bool) -> Result<bool> {
        let pending = self.session.pending.take();
        self.session.state_changed();
        let Some(pending) = pending.filter(|_| yes) else { return Ok(false) };
        self.cancel_stroke();
        self.settle_transform(None);
        self.preview_end();
        self.session.play = None;
        let done = match pending {
            Pending::Command { command, args, time } => self.perform(command, &args, time, InHistory::Waived),
            Pending::Stroke { setup, from, to, held, time } => {
                self.stroke_again(*setup, (from, to), held, time)
            }
            Pending::Newer(newer) => self.renew(&newer, InHistory::Waived),
        };
        self.document_changed();
        done.map(|()| true)
    }

    /// Repeats a stroke as a straight one between its ends, behind a barrier: it can't be undone.
    fn stroke_again(
        &mut self,
        setup: Setup,
        (from, to): (Point, Point),
        held: (Held, Held),
        time: u64,
    ) -> Result<()> {
        let draft = self.session.document.draft(Stroke::TAG, setup.cel)?;
        let begun = self.session.document.barrier();
        let made = begun.and_then(|()| {
            let mut stroke =
                Stroke::begin(&mut self.session.document, setup, Sample::new(from, held.0, time))?;
            stroke.extend(&mut self.session.document, Sample::new(to, held.1, time))?;
            stroke.finish(&mut self.session.document)?;
            Ok(stroke)
        });
        match made {
            Ok(stroke) => {
                let draft = draft.of(stroke.kind());
                self.session.fill_background(&draft, stroke.ground())?;
                self.keep(draft, stroke.label(), stroke.color(), time, Finish::Step).map(drop)
            }
            Err(error) => {
                self.session.document.discard(draft);
                Err(error)
            }
        }
    }
}
