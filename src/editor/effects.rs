//! What comes out of the editor, for the page to show.

use crate::color::Color;
use crate::geometry::Rect;

/// Undo or redo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Back.
    Undo,
    /// Forward again.
    Redo,
}

impl Direction {
    /// The word that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Direction::Undo => "undo",
            Direction::Redo => "redo",
        }
    }
}

/// Where undo or redo went, to be shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Which of the two it was.
    pub direction: Direction,
    /// The commit's rectangle, in document pixels.
    pub rect: Rect,
    /// The commit's colour, inverted for undo.
    pub color: Color,
    /// The commit's label.
    pub label: String,
}

/// What the page is to ask or do for a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ask {
    /// The size of a new document.
    New,
    /// A file to open.
    Open,
    /// A place to save to.
    Save,
}

impl Ask {
    /// The word that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Ask::New => "new",
            Ask::Open => "open",
            Ask::Save => "save",
        }
    }
}

/// Something that came of an input, for the page to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Damage waits to be painted.
    Repaint,
    /// Something that panels show has changed.
    State,
    /// Layers, frames, tags, the palette or another property of the document may have changed.
    Drawing,
    /// A short sentence for the person.
    Message(String),
    /// A sentence that says what could not be done.
    Failure(String),
    /// Where undo or redo went.
    Highlight(Highlight),
    /// A command that needs the page.
    Ask(Ask),
    /// A question about what can't be undone; [`Editor::answer`](super::Editor::answer) takes the answer.
    Confirm(String),
    /// A short sentence with a command that may follow it.
    Offer {
        /// The sentence.
        text: String,
        /// The command's name for scripts.
        command: &'static str,
        /// What the button says.
        label: &'static str,
    },
}
