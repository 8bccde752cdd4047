//! Previews: an edit that is seen before it is done.
//!
//! A form shows what its values would do while they are chosen. So the edit runs within an
//! action that stays open, and that is cancelled when the values change, when the form is
//! closed, or when something else is done. What ends a preview needs not know which one it is:
//! the draft is all there is of it.
//!
//! The invariant: a preview leaves no step and changes nothing of the desk. A command that is refused
//! leaves it as it was.
//!
//! ```
//! use undoodle::{editor::Editor, value::Value};
//! let mut editor = Editor::new()?;
//! editor.run("select.all", &[], 0)?;
//! editor.run("edit.fill", &[], 0)?;
//! editor.preview("edit.hue", &[("lightness".into(), Value::from(100))])?;
//! assert_eq!(editor.pixel(3, 3)?.to_string(), "#ffffffff");
//! assert!(editor.run("edit.hue", &[("lightness".into(), Value::from(1000))], 0).is_err());
//! assert!(editor.is_previewing(), "as it was");
//! editor.preview_end();
//! assert_eq!(editor.pixel(3, 3)?.to_string(), "#000000ff");
//! assert_eq!(editor.document().history().position(), 2, "a preview is no step");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::joining::InHistory;
use super::params::Args;
use crate::document::Draft;
use crate::editor::Editor;
use crate::editor::commands::{Command, command};
use crate::editor::hand::transform::TRANSFORM;
use crate::error::{Error, Message, Result};
use crate::value::Value;

/// An edit to be shown: the command and its arguments.
type Previewed = (&'static Command, Args);

/// A preview that is shown.
#[derive(Debug)]
pub(in crate::editor) struct Preview {
    draft: Draft,
    edit: Previewed,
}

impl Preview {
    /// Returns the command and its arguments.
    pub(in crate::editor) fn edit(&self) -> (&'static Command, &Args) {
        (self.edit.0, &self.edit.1)
    }
}

impl Session {
    /// Returns the preview that is shown.
    pub(in crate::editor) fn previewed(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// Returns `true` if the open action is a preview.
    pub(in crate::editor) fn is_previewing(&self) -> bool {
        self.preview.is_some() || self.is_merging()
    }
}

impl Editor {
    /// Previews an edit: runs it within an action that is cancelled later. Replaces an earlier preview.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] if there is no such edit or it is disabled, [`Error::Refused`] if it is too
    /// large to be previewed, and the errors of [`run`](Editor::run). Nothing is previewed then.
    pub fn preview(&mut self, id: &str, args: &[(String, Value)]) -> Result<()> {
        self.session.check_game()?;
        self.peek_end();
        if id != TRANSFORM {
            self.settle_transform(None);
        }
        self.settle_presses();
        self.preview_end();
        let found = command(id).filter(|command| command.edits() && self.is_enabled(command));
        let Some(command) = found else {
            return Err(Error::unknown("command", id, "an edit that can be run now"));
        };
        let args = Args::new(self, command.params, args)?;
        self.session.play = None;
        self.show_preview((command, args))
    }

    /// Shows a preview. Nothing else is previewed.
    pub(super) fn show_preview(&mut self, edit: Previewed) -> Result<()> {
        let (command, args) = &edit;
        let sight = self.shown.window.sight(self.session.document.bounds());
        let tried =
            self.session.attempt(command, args, InHistory::Required, sight).map_err(|error| match error {
                Error::OverBudget { .. } => Error::Refused {
                    what: "preview",
                    name: Message::from(command.label).into(),
                    why: "it is too large for a preview; OK applies it",
                },
                other => other,
            });
        let shown = tried.map(|(draft, _)| self.session.preview = Some(Preview { draft, edit }));
        self.document_changed();
        shown
    }

    /// Ends the preview. Returns `true` if there was one.
    pub fn preview_end(&mut self) -> bool {
        let left = self.leave_merge();
        self.hide_preview().is_some() || left
    }

    /// Ends the preview, and returns what it takes to show it again.
    pub(super) fn hide_preview(&mut self) -> Option<Previewed> {
        self.leave_merge();
        let Preview { draft, edit } = self.session.preview.take()?;
        self.session.document.discard(draft);
        self.document_changed();
        Some(edit)
    }
}
