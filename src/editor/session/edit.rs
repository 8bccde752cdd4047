//! An edit: the arguments of a command that changes the drawing.
//!
//! It may change the document, and read the desk, which part of the canvas is seen and how it is turned. It
//! notes its changes to the desk in [`After`]. They are applied once the commit has succeeded,
//! and not for a preview. So an edit has no way to leave the session half changed: the borrow
//! checker holds it.

use super::desk::After;
use super::losing::said_of;
use crate::color::Color;
use crate::document::{Cel, Drawing, Loss, Merged, Store, Then};
use crate::editor::Desk;
use crate::error::{Message, Result};
use crate::geometry::Rect;
use crate::render::Turn;

/// Everything an edit may read and change.
#[derive(Debug)]
pub(in crate::editor) struct Edit<'a> {
    /// The drawing, within an open action.
    pub(in crate::editor) document: &'a mut Drawing<Store>,
    /// What the person has chosen.
    pub(in crate::editor) desk: &'a Desk,
    /// The part of the canvas that the window shows.
    pub(in crate::editor) seen: Rect,
    /// How the window is turned.
    pub(in crate::editor) turn: Turn,
    /// The cel that the edit is run for, if it is not the active one alone.
    pub(in crate::editor) at: Option<Cel>,
    /// What the command has looked up of the past.
    pub(in crate::editor) then: Option<&'a Then>,
    /// Changes to the desk that wait for the commit.
    pub(in crate::editor) after: After,
}

impl Edit<'_> {
    /// Returns the cel that the edit is run for: the active one, or another one within its reach.
    pub(in crate::editor) fn cel(&self) -> Cel {
        self.at.unwrap_or_else(|| self.desk.cel(self.document))
    }

    /// Lets what floats go on at the other side of the tile if strokes do.
    pub(in crate::editor) fn wrap_floating(&mut self) -> Result<()> {
        self.document.wrap_floating(self.desk.options.wrap)
    }

    /// Returns the primary and the secondary colour.
    pub(in crate::editor) fn colors(&self) -> (Color, Color) {
        (self.desk.primary, self.desk.secondary)
    }

    /// Returns the colour that is left where the background would be transparent.
    pub(in crate::editor) fn ground(&self) -> Color {
        self.desk.ground()
    }

    /// Makes another layer active after the commit.
    pub(in crate::editor) fn go_to_layer(&mut self, layer: u32) {
        self.after.cel = Some(Cel { layer, ..self.after.cel.unwrap_or(self.cel()) });
    }

    /// Makes a layer active that others were merged into, and has the person told what was lost.
    pub(in crate::editor) fn merged(&mut self, merged: Merged) {
        self.go_to_layer(merged.layer);
        self.lose(&merged.lost);
    }

    /// Has the person told what is lost.
    pub(in crate::editor) fn lose(&mut self, lost: &[Loss]) {
        self.after.said = said_of(lost).map(Message::from);
    }

    /// Leaves only the active layer chosen after the commit.
    pub(in crate::editor) fn choose_alone(&mut self) {
        self.after.alone = true;
    }

    /// Makes another frame active after the commit.
    pub(in crate::editor) fn go_to_frame(&mut self, frame: u32) {
        self.after.cel = Some(Cel { frame, ..self.after.cel.unwrap_or(self.cel()) });
    }
}
