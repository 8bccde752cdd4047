//! A row of the table of tools: everything about a tool but what its gesture does.

use super::TOOLS;
use super::gesture::{Drag, Gesture};
use super::options::{OPTIONS, Options, ToolOption};
use crate::document::Document;
use crate::error::{Error, Result, one_of};
use crate::geometry::{Point, Rect};
use crate::keys::Key;
use std::fmt;

/// How a gesture begins: [`Gesture::begin`] of the type that implements it.
pub type Begin = fn(&mut Document, &Drag) -> Result<Box<dyn Gesture>>;

/// What a press of the pointer does.
#[derive(Clone, Copy)]
pub enum Press {
    /// Changes the drawing: begins a stroke.
    Stroke(Begin),
    /// Takes up the colour under the pointer.
    Pick,
    /// Moves the view with the pointer.
    Pan,
    /// Zooms the view in or out.
    Zoom,
    /// Asks which steps made the pixel under the pointer.
    Probe,
}

impl fmt::Debug for Press {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Press::Stroke(_) => "Stroke",
            Press::Pick => "Pick",
            Press::Pan => "Pan",
            Press::Zoom => "Zoom",
            Press::Probe => "Probe",
        })
    }
}

/// What is outlined under the pointer while a tool is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outline {
    /// Nothing.
    None,
    /// The pixel that a press is about.
    Pixel,
    /// The box around the brush.
    Brush,
}

/// A tool.
#[derive(Clone, Copy, Debug)]
pub struct Tool {
    /// The name that scripts use.
    pub id: &'static str,
    /// The id of the command that chooses it.
    pub command: &'static str,
    /// The name that people read, on its button and in the history.
    pub label: &'static str,
    /// The keys that choose it.
    pub keys: &'static [Key<'static>],
    /// The name of its icon, as `www/icons.js` lists it.
    pub icon: &'static str,
    /// What the pointer looks like: a keyword of CSS for the cursor, "pick" or "fill".
    pub pointer: &'static str,
    /// Whether a line stands before it, where a group of tools begins.
    pub begins: bool,
    /// Whether it puts pixels on the active cel.
    pub paints: bool,
    /// Whether it takes pixels away, whatever the colours and the ink.
    pub erases: bool,
    /// Whether it paints with the pixels of a state of the history, whatever the colours.
    pub restores: bool,
    /// Whether a press on what is selected moves it.
    pub moves: bool,
    /// Whether its presses are about slices, which are seen while it is chosen.
    pub slices: bool,
    /// Whether it goes on from where the last stroke ended while Shift is held.
    pub continues: bool,
    /// Words on how its shapes of several presses go on; empty for tools of one press.
    pub goes_on: &'static str,
    /// Its own id, or that of the tool whose [own](super::OWN) options it shares.
    pub kin: &'static str,
    /// What is outlined under the pointer.
    pub outline: Outline,
    /// What a press does.
    pub press: Press,
    options: &'static [&'static [&'static str]],
}

/// The options of tools that put a brush down.
pub(super) const BRUSH: &[&str] = &["size", "shape"];

/// The options of tools that paint with an ink.
pub(super) const INK: &[&str] = &["ink", "pattern"];

/// The options of tools whose strokes are mirrored and wrap around.
pub(super) const COPIES: &[&str] = &["vertical", "axisX", "horizontal", "axisY", "wrap"];

/// The options of tools that look for a colour's pixels.
pub(super) const AREA: &[&str] = &["contiguous", "tolerance", "diagonal", "sample"];

// The table has each id once.
impl PartialEq for Tool {
    fn eq(&self, other: &Tool) -> bool {
        self.id == other.id
    }
}

impl Tool {
    /// Creates the row of a tool, which a [`tool!`](super::tool!) line of the table begins with.
    pub(super) const fn new(
        id: &'static str,
        command: &'static str,
        label: &'static str,
        press: Press,
    ) -> Tool {
        Tool {
            id,
            command,
            label,
            keys: &[],
            icon: "",
            pointer: "crosshair",
            begins: false,
            paints: false,
            erases: false,
            restores: false,
            moves: false,
            slices: false,
            continues: false,
            goes_on: "",
            kin: id,
            outline: Outline::None,
            press,
            options: &[],
        }
    }

    /// Sets the keys that choose it.
    pub(super) const fn keys(self, keys: &'static [Key<'static>]) -> Tool {
        Tool { keys, ..self }
    }

    /// Sets its icon.
    pub(super) const fn icon(self, icon: &'static str) -> Tool {
        Tool { icon, ..self }
    }

    /// Sets what the pointer looks like.
    pub(super) const fn pointer(self, pointer: &'static str) -> Tool {
        Tool { pointer, ..self }
    }

    /// Begins a group of tools with it.
    pub(super) const fn begins(self) -> Tool {
        Tool { begins: true, ..self }
    }

    /// Sets the options that it minds.
    pub(super) const fn minds(self, options: &'static [&'static [&'static str]]) -> Tool {
        Tool { options, ..self }
    }

    /// Lets it paint on the active cel, and outlines something under the pointer.
    pub(super) const fn paints(self, outline: Outline) -> Tool {
        Tool { paints: true, outline, ..self }
    }

    /// Outlines the pixel that a press is about.
    pub(super) const fn points(self) -> Tool {
        Tool { outline: Outline::Pixel, ..self }
    }

    /// Lets it take pixels away.
    pub(super) const fn erases(self) -> Tool {
        Tool { erases: true, ..self }
    }

    /// Lets it paint with the pixels of a state of the history.
    pub(super) const fn restores(self) -> Tool {
        Tool { restores: true, ..self }
    }

    /// Lets it move what is selected.
    pub(super) const fn moves(self) -> Tool {
        Tool { moves: true, ..self }
    }

    /// Lets its presses be about slices.
    pub(super) const fn slices(self) -> Tool {
        Tool { slices: true, ..self }
    }

    /// Lets it go on from the last stroke while Shift is held.
    pub(super) const fn continues(self) -> Tool {
        Tool { continues: true, ..self }
    }

    /// Sets the words on how its shapes of several presses go on.
    pub(super) const fn goes_on(self, goes_on: &'static str) -> Tool {
        Tool { goes_on, ..self }
    }

    /// Lets it share the options that another tool has for itself.
    pub(super) const fn like(self, kin: &'static str) -> Tool {
        Tool { kin, ..self }
    }

    /// Returns `true` if it minds an option.
    pub fn has(&self, name: &str) -> bool {
        self.options.iter().any(|group| group.contains(&name))
    }

    /// Returns `true` if a press may change the drawing.
    pub fn changes(&self) -> bool {
        matches!(self.press, Press::Stroke(_))
    }

    /// Returns the options that it minds, in the order in which people see them.
    pub fn options(&self) -> impl Iterator<Item = &'static ToolOption> {
        OPTIONS.iter().filter(|option| self.has(option.param.name))
    }

    /// Returns `true` if its presses change the drawing.
    pub fn acts(&self) -> bool {
        matches!(self.press, Press::Stroke(_))
    }

    /// Returns the pixels to outline around a place.
    pub fn outlined(&self, options: &Options, at: Point) -> Option<Rect> {
        match self.outline {
            Outline::None => None,
            Outline::Pixel => Some(Rect::pixel(at)),
            Outline::Brush => Some(options.brush().map_or(Rect::pixel(at), |brush| brush.rect(at))),
        }
    }
}

/// Returns the tool of a name.
///
/// # Errors
/// Returns [`Error::Unknown`], which lists the tools, if there is no such tool.
pub fn tool(id: &str) -> Result<&'static Tool> {
    let names = || one_of(TOOLS.iter().map(|tool| tool.id));
    TOOLS.iter().find(|tool| tool.id == id).ok_or_else(|| Error::unknown("tool", id, names()))
}
