//! Tools: small state machines over pointer samples.
//!
//! A tool that is idle is nothing; an active one is a value that takes samples.
//! It writes into the document's open action and never thinks of undo: commit,
//! cancel and everything after are the history's.

mod freehand;

pub use freehand::{Freehand, Ink};

use crate::error::{Error, Result};

/// What a press of the pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Paints with the primary colour, or the secondary by the right button.
    Pencil,
    /// Takes away with either button.
    Eraser,
}

impl Tool {
    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Tool::Pencil => "pencil",
            Tool::Eraser => "eraser",
        }
    }

    /// The tool of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<Tool> {
        let found = [Tool::Pencil, Tool::Eraser].into_iter().find(|tool| tool.id() == id);
        found.ok_or_else(|| Error::unknown("tool", id, "pencil or eraser"))
    }
}
