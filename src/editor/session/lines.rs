//! Branches of the history: what was set aside is offered, and going to any step.

use super::Session;
use crate::color::Color;
use crate::document::Trace;
use crate::editor::hand::following::Led;
use crate::editor::{Direction, Editor, Effect};
use crate::error::{Message, Result};
use crate::history::CommitId;

/// Number of steps set aside from which on an offer stands over the picture. Fewer are what an artist does all day: undo a
/// stroke, and draw it better.
const MANY: usize = 5;

/// Says how many steps were set aside.
pub(super) fn set_aside(steps: usize) -> Message {
    Message::new("{n} step set aside | {n} steps set aside").with(steps)
}

impl Session {
    /// Undoes the steps since something began to float, and returns how many those are. If it floated before the oldest
    /// step that is known, nothing is undone, and `None` is returned.
    ///
    /// # Errors
    /// Returns the error of a step that can't be undone. Nothing has changed then.
    pub(in crate::editor) fn undo_floating(&mut self) -> Result<Option<usize>> {
        let (here, before) = (self.document.history().here(), self.document.history().position());
        while self.document.floating().is_some() && self.document.history().position() > 0 {
            if let Err(error) = self.document.undo() {
                self.document.goto(here)?;
                return Err(error);
            }
        }
        if self.document.floating().is_some() {
            self.document.goto(here)?;
            return Ok(None);
        }
        Ok(Some(before - self.document.history().position()))
    }
}

impl Editor {
    /// Shows that steps were set aside, with a button that brings them back: over the picture if they are many, or else
    /// quietly.
    pub(in crate::editor) fn offer_aside(&mut self, steps: usize) {
        // This takes the place of what was said when the stroke began.
        let back = self.hand.take_back_words();
        let text = Message::row(back.into_iter().chain([set_aside(steps)]), "{first}; {rest}");
        self.session.emit(Effect::Offer {
            text,
            command: "history.bring-back",
            label: "Bring back",
            quiet: steps < MANY,
        });
    }

    /// Ends a shape that waits for its next press, or cancels the stroke, preview or game under way. Returns `true` if something was
    /// cancelled, or the shape could not be kept: then the command does nothing else.
    pub(super) fn interrupted(&mut self) -> bool {
        if self.hand.is_waiting() {
            return !self.settle_presses();
        }
        let interrupted = self.cancel_stroke() || self.preview_end() || self.leave_game();
        if interrupted {
            self.stop_playing();
        }
        interrupted
    }

    /// Restores the state of a commit on any branch, of the base, or of a pin.
    pub(in crate::editor) fn goto(&mut self, commit: u64) -> Result<()> {
        if self.interrupted() {
            return Ok(());
        }
        let history = self.session.document.history();
        let before = history.position();
        let header = |id| history.commit_of(CommitId(id)).ok().map(|commit| commit.header().into_owned());
        let header = header(commit)
            .or_else(|| history.pins().find(|(id, _)| id.0 == commit).map(|(_, header)| header.into_owned()));
        let went = self.session.document.goto(CommitId(commit))?;
        // Who is refused goes on watching.
        self.stop_playing();
        let back = self.session.document.history().position() < before;
        let direction = if back { Direction::Undo } else { Direction::Redo };
        let (said, label, color, cel) = header.map_or_else(
            || ("Went to the beginning".into(), "the beginning".into(), Color::ADDED, self.session.cel()),
            |header| {
                let (label, cel) = (header.label.to_string(), self.session.document.cels_of(&header).1);
                let said = Message::new("Went to {label}").with_key(label.clone());
                (said, label, Trace::of(&header).color, cel)
            },
        );
        if went {
            self.show_step(direction, said, label, color, (cel, Led::ByChoice));
        }
        Ok(())
    }

    /// Goes to a step on the line of undo and redo, counted from 1; 0 is the oldest state.
    pub(in crate::editor) fn goto_step(&mut self, step: i64) -> Result<()> {
        let history = self.session.document.history();
        let (steps, base) = ((history.position() + history.ahead()) as i64, history.base());
        crate::error::in_range("step", step, 0, steps)?;
        let index = (step as usize).checked_sub(1);
        let commit = index.and_then(|index| self.session.document.line_from(index, 1).first().copied());
        self.goto(commit.unwrap_or(base).0)
    }

    /// Goes to the last step of another branch. Branches are counted from 0, by the age of their last step.
    pub(in crate::editor) fn goto_branch(&mut self, index: u64) -> Result<()> {
        let history = self.session.document.history();
        let last = history.branches().count() as i64 - 1;
        crate::error::in_range("set of steps", index as i64, 0, last)?;
        let tip = history.branches().nth(index as usize).map_or(history.here(), |tip| tip.id());
        self.goto(tip.0)
    }
}
