//! Peeking: the drawing as it was before a step, for as long as a key is held.
//!
//! Problem: who looks through a list of steps wants to see what one of them did, and not lose their place by going there.
//! Idea: the history travels there and back. Whatever else is done meanwhile is done after the way back, so
//! nobody paints on a drawing that they only look at.
//!
//! The invariant: after a peek the drawing, the line of undo and redo, and the active cel are what they were.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! let first = editor.document().history().here().0;
//! editor.run("layer.add", &[], 1)?;
//! editor.run("history.peek", &[("commit".into(), Value::from(first as i64))], 2)?;
//! assert_eq!(editor.document().layers(), 1, "before the first step");
//! editor.run("history.peek-end", &[], 3)?;
//! assert_eq!(editor.document().layers(), 3);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use crate::document::Cel;
use crate::editor::{Editor, Effect};
use crate::error::{Error, Message, Result};
use crate::history::{Commit, CommitId};

/// Where the drawing stands on its line of undo and redo.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Standing {
    /// Number of steps that can be undone.
    pub position: usize,
    /// Number of steps that can be redone.
    pub ahead: usize,
    /// Number of steps on the line that was set aside last.
    pub aside: usize,
    /// Label of the step that undo takes back, or empty.
    pub undo: String,
    /// Label of the step that redo brings back, or empty.
    pub redo: String,
    /// Words for the state that is shown instead while a peek goes on: "step 3", "the beginning" or "a branch".
    pub looking: Option<Message>,
}

/// Where a peek leads back to.
#[derive(Clone, Debug)]
pub(in crate::editor) struct Peek {
    here: CommitId,
    /// Where the drawing stands, and what is shown instead.
    standing: Standing,
    /// The last commit of the line of undo and redo.
    tip: CommitId,
    /// The active cel.
    cel: Cel,
    /// What undo had led away from.
    left: Option<(u16, u16)>,
}

impl Session {
    /// Returns words for the current state, as seen from where a peek was begun.
    fn words_for_here(&self, back: &Peek) -> Message {
        let history = self.document.history();
        let position = history.position();
        let parent = |id: CommitId| history.commit_of(id).ok().map(|commit| commit.parent());
        let above = (back.standing.position + back.standing.ahead).checked_sub(position);
        let on_line = above.and_then(|steps| (0..steps).try_fold(back.tip, |id, _| parent(id)));
        match position {
            0 => "the beginning".into(),
            _ if on_line == Some(history.here()) => Message::new("step {count}").with(position),
            _ => "steps set aside".into(),
        }
    }

    /// Returns the last commit of the line of undo and redo, or the base if it has none.
    pub(in crate::editor) fn tip(&mut self) -> CommitId {
        let history = self.document.history();
        let (steps, base) = (history.position() + history.ahead(), history.base());
        let last = steps.checked_sub(1).and_then(|last| self.document.line_from(last, 1).first().copied());
        last.unwrap_or(base)
    }

    /// Returns `true` while the drawing is shown as it was before a step.
    pub(in crate::editor) fn is_peeking(&self) -> bool {
        self.peeked.is_some()
    }

    /// Returns where the drawing stands on its line of undo and redo. A peek does not move it.
    pub(in crate::editor) fn standing(&self) -> Standing {
        if let Some(peek) = &self.peeked {
            return peek.standing.clone();
        }
        let history = self.document.history();
        let label = |commit: Option<Commit<'_>>| {
            commit.map(|commit| commit.header().label.to_string()).unwrap_or_default()
        };
        Standing {
            position: history.position(),
            ahead: history.ahead(),
            aside: history.aside().map_or(0, |(_, steps)| steps),
            undo: label(history.done().next()),
            redo: label(history.undone().next()),
            looking: None,
        }
    }
}

impl Editor {
    /// Shows the drawing as it was before a step on any branch, until the [end](Editor::peek_end).
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such step, [`Error::Away`] if one on the way there is on a disk, and
    /// [`Error::Refused`] while a stroke is under way.
    pub(in crate::editor) fn peek(&mut self, commit: u64) -> Result<()> {
        if self.hand.is_painting() {
            let name = self.session.desk.tool.id.to_owned();
            return Err(Error::Refused { what: "tool", name: name.into(), why: "end its stroke first" });
        }
        self.session.document.history().commit_of(CommitId(commit))?;
        self.keep_transform(false, None)?;
        self.preview_end();
        self.leave_game();
        let (before, label, cel) = {
            let commit = self.session.document.history().commit_of(CommitId(commit))?;
            let header = commit.header();
            (commit.parent(), header.label.to_string(), self.session.document.cels_of(&header).0)
        };
        let mut back = match &self.session.peeked {
            Some(peek) => peek.clone(),
            None => Peek {
                here: self.session.document.history().here(),
                standing: self.session.standing(),
                tip: self.session.tip(),
                cel: self.session.cel(),
                left: self.session.desk.left,
            },
        };
        let went = self.session.document.goto(before);
        self.shown.note_steps(&[]);
        // The state before the next step is the current one, and still the active cel is to be led back to.
        if went.is_ok()
            || self.session.document.history().here() != back.here
            || self.session.peeked.is_some()
        {
            back.standing.looking = Some(self.session.words_for_here(&back));
            self.session.peeked = Some(back);
        }
        went?;
        self.session.desk.choose(&self.session.document, cel);
        self.document_changed();
        self.session.emit(Effect::Message(Message::new("Before {label}").with_key(label)));
        Ok(())
    }

    /// Goes back to where a peek was begun. Returns `true` if there was one.
    ///
    /// # Errors
    /// Returns [`Error::Away`] if a step on the way back is on a disk. The peek goes on then.
    pub(in crate::editor) fn peek_end(&mut self) -> Result<bool> {
        let Some(peek) = self.session.peeked.clone() else { return Ok(false) };
        self.shown.note_steps(&[]);
        self.session.document.goto(peek.here)?;
        // A look at another branch has made that one the line.
        self.session.document.prefer(peek.tip);
        self.session.peeked = None;
        self.session.desk.choose(&self.session.document, peek.cel);
        self.session.desk.left = peek.left;
        self.document_changed();
        Ok(true)
    }
}
