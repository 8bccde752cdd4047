//! What the session lends: all that the hand, the window and commands may have done to it.
//!
//! Problem: a gesture paints, picks a colour, drags an axis; a command folds a group. None of it should be able to do more
//! than that. Idea: whoever is outside of this folder gets the drawing and the desk to be read, and this list. The drawing
//! to be changed is had for a draft alone, which only its beginner has.
//!
//! The invariant: what is lent here leaves the session whole; there is no `&mut Desk` in it, and no `&mut Document`
//! without a draft.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.run("tool.eyedropper", &[], 0)?;
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! assert_eq!(editor.colors().0.to_string(), "#00000000", "the hand had it picked");
//! assert_eq!(editor.document().history().position(), 0);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::Session;
use super::desk::UNFOLDED;
use crate::color::Color;
use crate::document::{Cel, Document, Draft, Finish};
use crate::editor::commands::Command;
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::history::{Bookmark, CommitId, Limits};
use crate::tools::{Half, Stroke, Tool};
use crate::value::Value;

/// The drawing.
impl Session {
    /// Begins an action on a cel, under a tag.
    ///
    /// # Errors
    /// Returns [`Error::Busy`](crate::Error::Busy) if one is under way.
    pub(in crate::editor) fn begin(&mut self, tag: u32, cel: Cel) -> Result<Draft> {
        self.document.draft(tag, cel)
    }

    /// Returns the drawing, to be changed within an action that is under way.
    pub(in crate::editor) fn within(&mut self, _: &Draft) -> &mut Document {
        &mut self.document
    }

    /// Cancels the action under way, if there is one.
    pub(in crate::editor) fn cancel(&mut self) {
        self.document.cancel();
    }

    /// Takes the rectangles of the drawing that look different.
    pub(in crate::editor) fn take_damage(&mut self) -> impl Iterator<Item = Rect> + use<> {
        self.document.take_damage().into_iter()
    }

    /// Returns steps of the line of undo and redo, from a row on, at most `count` of them.
    pub(in crate::editor) fn line_from(&mut self, index: usize, count: usize) -> Vec<CommitId> {
        self.document.line_from(index, count)
    }

    /// Drops a branch that a step has just set aside. Returns `true` if it was that one, and is gone.
    pub(in crate::editor) fn drop_aside(&mut self, root: CommitId, before: Bookmark) -> bool {
        self.document.drop_aside(root, before)
    }

    /// Lands what floats above a cel, as the step of a command.
    ///
    /// # Errors
    /// Returns an error if the history has no room for it. It floats still then.
    pub(in crate::editor) fn land(&mut self, cel: Cel, command: &Command, time: u64) -> Result<()> {
        let lands = self.document.draft(Stroke::TAG, cel)?;
        self.document.drawing_mut(&lands)?.land()?;
        self.document.keep(lands.of(command.kind), command.label, command.color, time, Finish::Step)?;
        Ok(())
    }

    /// Takes the steps back that were made since a bookmark, as if they had never been.
    ///
    /// # Errors
    /// Returns an error if there is no memory for it.
    pub(in crate::editor) fn return_to(&mut self, mark: Bookmark) -> Result<()> {
        self.document.return_to(mark)
    }

    /// Pins the current state.
    ///
    /// # Errors
    /// Returns an error if the history has no room for it.
    pub(in crate::editor) fn pin(&mut self, name: &str) -> Result<()> {
        self.document.pin(name, 0)?;
        Ok(())
    }

    /// Removes a pin. Returns `false` if there is none.
    pub(in crate::editor) fn unpin(&mut self, id: CommitId) -> bool {
        self.document.unpin(id)
    }
}

/// The desk.
impl Session {
    /// Makes a cel the active one.
    pub(in crate::editor) fn choose(&mut self, cel: Cel) {
        self.desk.choose(&self.document, cel);
    }

    /// Makes the cel active that undo or redo leads to.
    pub(in crate::editor) fn lead(&mut self, cel: Cel) {
        self.desk.lead(&self.document, cel);
    }

    /// Takes the ids of the layer and the frame that undo and redo have led away from.
    pub(in crate::editor) fn take_left(&mut self) -> Option<(u16, u16)> {
        self.desk.left.take()
    }

    /// Sets the primary or the secondary colour.
    pub(in crate::editor) fn pick(&mut self, color: Color, secondary: bool) {
        *(if secondary { &mut self.desk.secondary } else { &mut self.desk.primary }) = color;
    }

    /// Notes a colour that was painted with.
    pub(in crate::editor) fn note_painted(&mut self, color: Color) {
        self.desk.note_painted(color);
    }

    /// Notes where the step that was just made ended.
    pub(in crate::editor) fn note_end(&mut self, at: Point) {
        self.desk.ends.note(self.document.history().here(), self.document.bounds(), at);
    }

    /// Chooses a slice by its id, or none.
    pub(in crate::editor) fn choose_slice(&mut self, slice: Option<u16>) {
        self.desk.slice = slice;
    }

    /// Sets the axes of symmetry.
    pub(in crate::editor) fn set_axes(&mut self, axes: (Half, Half)) {
        self.desk.options.set_axes(axes);
    }

    /// Lays the axes of symmetry through the middle of the canvas.
    pub(in crate::editor) fn center_axes(&mut self) {
        self.desk.options.center_axes(self.document.bounds());
    }

    /// Chooses a tool, if one is given, and some options.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such option, and the error of
    /// [`Param::check`](crate::params::Param::check) if a value is not accepted. Nothing has changed then.
    pub(in crate::editor) fn take_tool(
        &mut self,
        tool: Option<&'static Tool>,
        options: &[(String, Value)],
    ) -> Result<()> {
        let mut desk = self.desk.clone();
        tool.into_iter().for_each(|tool| desk.take(tool));
        options.iter().try_for_each(|(name, value)| desk.options.set(name, value))?;
        self.desk = desk;
        Ok(())
    }

    /// Folds a group of layers in lists, or unfolds it.
    pub(in crate::editor) fn fold(&mut self, group: u16, folded: bool) {
        self.desk.folded.retain(|other| *other != group);
        if folded {
            self.desk.folded.push(group);
        }
    }

    /// Lists the branches that leave a commit beneath its row, or no longer if no row is given.
    pub(in crate::editor) fn unfold(&mut self, commit: u64, row: Option<u64>) {
        let unfolded = &mut self.desk.unfolded;
        unfolded.retain(|(_, other)| *other != commit);
        unfolded.extend(row.map(|row| (row, commit)));
        // The one that was unfolded first is forgotten first.
        let over = unfolded.len().saturating_sub(UNFOLDED);
        unfolded.drain(..over);
    }

    /// Sets the limits of the history, of this drawing and of those that are opened later.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`](crate::Error::OverBudget) if the pins take more. Nothing has changed then.
    pub(in crate::editor) fn set_budget(&mut self, limits: Limits) -> Result<()> {
        self.set_history_limits(limits)?;
        self.desk.budget = limits.budget;
        Ok(())
    }
}

/// What is under way.
impl Session {
    /// Ends the animation, and leaves the frame that it shows. Returns `true` if there was one.
    pub(in crate::editor) fn halt(&mut self) -> bool {
        self.play.take().is_some()
    }

    /// Takes what is done instead of an answer for a no.
    pub(in crate::editor) fn stop_asking(&mut self) {
        self.pending = None;
    }

    /// Returns `true` if a paste may find something: it was copied here, or perhaps elsewhere.
    pub(in crate::editor) fn may_paste(&self) -> bool {
        self.desk.clipboard.is_some() || self.offered
    }
}
