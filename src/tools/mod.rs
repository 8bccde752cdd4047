//! Tools: small state machines over pointer samples.
//!
//! A tool that is idle is nothing but a name; an active one is a [`Stroke`] that takes
//! samples. It writes into the document's open action and never thinks of undo: commit,
//! cancel and everything after are the history's.

mod area;
mod freehand;
mod ink;
mod options;
mod pen;
mod stamps;
mod stencil;
mod stroke;
mod way;

pub use area::area;
pub use freehand::Freehand;
pub use ink::Ink;
pub use options::{InkKind, NAMES, Options};
pub use pen::Pen;
pub use stroke::{Ends, Setup, Stroke};

use crate::error::{Error, Result};

/// Which keys are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Holds angles, makes squares, goes on from the last stroke, adds to the selection.
    pub shift: bool,
    /// Draws from the centre, takes away from the selection.
    pub ctrl: bool,
    /// Picks a colour, whatever the tool.
    pub alt: bool,
}

/// What a press of the pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Paints with the primary colour, or the secondary by the right button.
    Pencil,
    /// Takes away with either button.
    Eraser,
    /// Draws straight lines.
    Line,
    /// Draws rectangles.
    Rectangle,
    /// Draws ellipses.
    Ellipse,
    /// Fills areas of a colour.
    Fill,
    /// Fills with both colours, one passing into the other.
    Gradient,
    /// Takes up a colour.
    Eyedropper,
    /// Selects rectangles.
    SelectRectangle,
    /// Selects ellipses.
    SelectEllipse,
    /// Selects what the hand goes round.
    Lasso,
    /// Selects areas of a colour.
    Wand,
    /// Moves what is selected, or the whole cel.
    Move,
    /// Moves the view.
    Hand,
    /// Zooms the view.
    Zoom,
}

/// What brushes and symmetry add to the options of painting tools.
const BRUSH: [&str; 3] = ["size", "shape", "ink"];
const MIRROR: [&str; 5] = ["vertical", "horizontal", "axisX", "axisY", "wrap"];

impl Tool {
    /// All tools, in the order in which people see them.
    pub const ALL: [Tool; 15] = [
        Tool::Pencil,
        Tool::Eraser,
        Tool::Line,
        Tool::Rectangle,
        Tool::Ellipse,
        Tool::Fill,
        Tool::Gradient,
        Tool::Eyedropper,
        Tool::SelectRectangle,
        Tool::SelectEllipse,
        Tool::Lasso,
        Tool::Wand,
        Tool::Move,
        Tool::Hand,
        Tool::Zoom,
    ];

    /// The name that scripts use.
    pub fn id(self) -> &'static str {
        match self {
            Tool::Pencil => "pencil",
            Tool::Eraser => "eraser",
            Tool::Line => "line",
            Tool::Rectangle => "rectangle",
            Tool::Ellipse => "ellipse",
            Tool::Fill => "fill",
            Tool::Gradient => "gradient",
            Tool::Eyedropper => "eyedropper",
            Tool::SelectRectangle => "select-rectangle",
            Tool::SelectEllipse => "select-ellipse",
            Tool::Lasso => "lasso",
            Tool::Wand => "wand",
            Tool::Move => "move",
            Tool::Hand => "hand",
            Tool::Zoom => "zoom",
        }
    }

    /// The name that people read, on its button and in the history.
    pub fn label(self) -> &'static str {
        match self {
            Tool::Pencil => "Pencil",
            Tool::Eraser => "Eraser",
            Tool::Line => "Line",
            Tool::Rectangle => "Rectangle",
            Tool::Ellipse => "Ellipse",
            Tool::Fill => "Fill",
            Tool::Gradient => "Gradient",
            Tool::Eyedropper => "Eyedropper",
            Tool::SelectRectangle => "Select rectangle",
            Tool::SelectEllipse => "Select ellipse",
            Tool::Lasso => "Lasso",
            Tool::Wand => "Magic wand",
            Tool::Move => "Move",
            Tool::Hand => "Hand",
            Tool::Zoom => "Zoom",
        }
    }

    /// The tool of a name.
    ///
    /// # Errors
    /// When there is none.
    pub fn named(id: &str) -> Result<Tool> {
        let found = Tool::ALL.into_iter().find(|tool| tool.id() == id);
        let expected = "pencil, eraser, line, rectangle, ellipse, fill, gradient, eyedropper, \
            select-rectangle, select-ellipse, lasso, wand, move, hand or zoom";
        found.ok_or_else(|| Error::unknown("tool", id, expected))
    }

    /// Whether it puts pixels on a cel.
    pub fn paints(self) -> bool {
        matches!(
            self,
            Tool::Pencil
                | Tool::Eraser
                | Tool::Line
                | Tool::Rectangle
                | Tool::Ellipse
                | Tool::Fill
                | Tool::Gradient
        )
    }

    /// Whether it changes the document at all.
    pub fn acts(self) -> bool {
        !matches!(self, Tool::Eyedropper | Tool::Hand | Tool::Zoom)
    }

    /// Whether it puts a brush down.
    pub fn brushes(self) -> bool {
        matches!(self, Tool::Pencil | Tool::Eraser | Tool::Line | Tool::Rectangle | Tool::Ellipse)
    }

    /// Whether it goes on from where the last stroke ended while Shift is held.
    pub fn continues(self) -> bool {
        matches!(self, Tool::Pencil | Tool::Eraser | Tool::Line)
    }

    /// The names of the options that it minds, in the order in which people see them.
    pub fn options(self) -> Vec<&'static str> {
        let brush = BRUSH.as_slice();
        let own: &[&'static str] = match self {
            Tool::Pencil => &["perfect", "dither"],
            Tool::Eraser => &["size", "shape", "perfect"],
            Tool::Line => &["dither"],
            Tool::Rectangle | Tool::Ellipse => &["filled", "centre", "dither"],
            Tool::Fill => &["contiguous", "tolerance", "diagonal", "sample", "ink", "dither"],
            Tool::Gradient => &["gradient", "dither", "ink"],
            Tool::Eyedropper => &["sample"],
            Tool::SelectRectangle | Tool::SelectEllipse => &["mode", "centre"],
            Tool::Lasso => &["mode"],
            Tool::Wand => &["mode", "contiguous", "tolerance", "diagonal", "sample"],
            Tool::Move | Tool::Hand | Tool::Zoom => &[],
        };
        let brush = if self.brushes() && self != Tool::Eraser { brush } else { &[] };
        let mirror = if self.paints() { MIRROR.as_slice() } else { &[] };
        [brush, own, mirror].concat()
    }
}
