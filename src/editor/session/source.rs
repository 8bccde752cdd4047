//! The source of the history brush: the state whose pixels it paints with.
//!
//! A person chooses a step or a pin. Until then it is the last pin, as somebody wanted to keep that state, or else the state before the newest step that the brush
//! has not made itself: who paints back a part of a stroke goes on with the same state at the next place.
//!
//! The invariant: a source that was chosen stays chosen, even if its state is gone; the stroke says so then.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! let base = editor.document().history().base();
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!(editor.source(), base, "before the newest step");
//! let added = editor.document().history().here();
//! editor.run("history.paint-from", &[("commit".into(), (added.0 as i64).into())], 0)?;
//! assert_eq!((editor.source(), editor.tool().id), (added, "history-brush"));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::probe::NOTED;
use crate::editor::shown::panels::SourceInfo;
use crate::error::{Error, Message, Result};
use crate::history::{Commit, CommitId};
use crate::tools::{Setup, tool};

/// Id of the tool.
pub(in crate::editor) const TOOL: &str = "history-brush";

impl Session {
    /// Returns the state that the history brush paints from.
    pub(in crate::editor) fn source(&self) -> CommitId {
        let history = self.document.history();
        let pin = || history.pins().last().map(|(id, _)| id);
        self.desk.source.or_else(pin).unwrap_or_else(|| self.before_newest().0)
    }

    /// Returns the state before the newest step that the brush has not made, and that step's label.
    fn before_newest(&self) -> (CommitId, Option<String>) {
        let history = self.document.history();
        let own = tool(TOOL).map_or("", |tool| tool.label);
        let newest = history.done().find(|step| step.header().label != own);
        newest.map_or((history.base(), None), |step| (step.parent(), Some(step.header().label.to_string())))
    }

    /// Chooses the state that the history brush paints from, and takes the brush in hand.
    ///
    /// # Errors
    /// Returns [`Error::Gone`] if there is no such state.
    pub(in crate::editor) fn paint_from(&mut self, commit: u64) -> Result<()> {
        let (at, brush) = (CommitId(commit), tool(TOOL)?);
        if self.place_of(at).is_none() {
            self.document.history().commit_of(at)?;
        }
        self.desk.source = Some(at);
        self.desk.take(brush);
        self.state_changed();
        Ok(())
    }

    /// Returns the setup of a stroke with the state that its tool paints from, which is read from the disk first where it lies there.
    ///
    /// # Errors
    /// Returns [`Error::Away`] while it is read, and [`Error::Gone`] or [`Error::Unreadable`] if it can't be had any more.
    #[cold]
    #[inline(never)]
    pub(in crate::editor) fn with_source(&mut self, setup: Setup) -> Result<Setup> {
        self.document.index_steps(NOTED);
        let (at, cel) = (self.source(), setup.cel);
        let found = self.document.then(at, cel).and_then(|then| then.check(&self.document));
        if let Err(error @ Error::Away { .. }) = &found {
            _ = self.document.await_past(at, cel.frame, self.document.bounds());
            self.lacks(error);
        }
        found.map(|()| Setup { source: Some(at), ..setup })
    }

    /// Returns the number of steps that lead to a state on the line of undo and redo, or `None` if it lies on another branch or is gone.
    pub(in crate::editor) fn place_of(&self, state: CommitId) -> Option<usize> {
        let history = self.document.history();
        if state == history.base() {
            return Some(0);
        }
        let is = |commit: Commit<'_>| commit.id() == state;
        let done = history.done().position(is).map(|steps| history.position() - steps);
        done.or_else(|| history.undone().position(is).map(|steps| history.position() + steps + 1))
    }

    /// Returns words for a state, and when the step that led to it was made.
    pub(in crate::editor) fn state_words(&self, state: CommitId) -> (Message, u64) {
        let history = self.document.history();
        if let Some((_, header)) = history.pins().find(|(id, _)| *id == state) {
            return (Message::new("at the pin “{label}”").with_key(header.label.to_string()), header.time);
        }
        match history.commit_of(state) {
            _ if state == history.base() => ("at the beginning".into(), 0),
            Ok(commit) => {
                let header = commit.header();
                (Message::new("after “{label}”").with_key(header.label.to_string()), header.time)
            }
            Err(_) => ("in a state that is gone".into(), 0),
        }
    }

    /// Returns what is shown of the source while the brush is in hand.
    pub(in crate::editor) fn source_info(&self) -> Option<SourceInfo> {
        self.desk.tool.restores.then(|| self.told_source())
    }

    #[cold]
    #[inline(never)]
    fn told_source(&self) -> SourceInfo {
        let CommitId(id) = self.source();
        let chosen = self.desk.source.is_some();
        let is_newest = !chosen && self.document.history().pins().next().is_none();
        let (words, time) = match self.before_newest() {
            (_, Some(label)) if is_newest => (Message::new("before “{label}”").with_key(label), 0),
            _ => self.state_words(CommitId(id)),
        };
        SourceInfo { id, words, chosen, time }
    }
}
