//! What comes out of the editor, for the page to show.

use super::shown::showing::Shows;
use crate::color::Color;
use crate::error::{Error, Message};
use crate::geometry::Rect;

crate::named! {
    /// Undo or redo.
    pub enum Direction, "direction" {
        /// One step back.
        Undo = "undo";
        /// One step forward again.
        Redo = "redo";
    }
}

/// The rectangle that undo or redo has changed, for the page to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Highlight {
    /// Whether it was undo or redo.
    pub direction: Direction,
    /// The commit's rectangle, in document pixels.
    pub rect: Rect,
    /// The colour of what happened: it came, it was taken back, or it went.
    pub color: Color,
    /// What the person wants to see of it.
    pub shows: Shows,
    /// The commit's label.
    pub label: String,
}

crate::named! {
    /// A request to the page that a command makes.
    pub enum Ask, "request" {
        /// Ask for the size of a new document.
        New = "new";
        /// Ask for a file to open.
        Open = "open";
        /// Ask for a sprite sheet to open as frames.
        OpenSheet = "open-sheet";
        /// Show the drawings that are kept in the browser.
        Drawings = "drawings";
        /// Save the drawing to its file, or to a new one.
        Save = "save";
        /// Save the drawing to a new file, without its history.
        SaveAs = "save-as";
        /// Save the drawing to a new file, with its history.
        SaveWithHistory = "save-with-history";
        /// Show the commands, to choose one.
        Commands = "commands";
        /// Show the keys, to change them.
        Keys = "keys";
        /// Show the form that exports the drawing as a file of another format.
        Export = "export";
        /// Export once more as the last time.
        ExportAgain = "export-again";
        /// Ask for a file whose colours become the palette.
        OpenPalette = "open-palette";
        /// Save the palette to a file.
        SavePalette = "save-palette";
        /// Show what taking back a step would leave, and ask whether it shall go, too.
        TakeBack = "take-back";
        /// Show the field that the history is searched by.
        Search = "search";
        /// Show what of steps that were brought back was left alone.
        BroughtBack = "brought-back";
        /// Show the bar by which a merge is walked through.
        Merge = "merge";
        /// Show two states beside each other.
        Compare = "compare";
    }
}

impl Effect {
    /// Returns what the person is told of an error. To have stopped something is no failure.
    pub(super) fn failure(error: &Error) -> Effect {
        match error {
            Error::Stopped => Effect::Message(error.message()),
            _ => Effect::Failure(error.message()),
        }
    }
}

/// A result of an input, for the page to show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Dirty rectangles wait to be painted.
    Repaint,
    /// Something that panels show has changed; [`Editor::news`](super::Editor::news) says what.
    State,
    /// The pixel under the cursor or the stroke under way has changed, and of what panels show at most the
    /// pixel's place and the counters of the history; or an animation that plays shows its next frame.
    Moved,
    /// A short sentence for the person.
    Message(Message),
    /// A sentence that says what could not be done.
    Failure(Message),
    /// The rectangle that undo or redo has changed.
    Highlight(Highlight),
    /// Undo, redo or travel has changed something, which panels show.
    Flash {
        /// The colour that panels show it in.
        color: Color,
        /// The layer whose row shows it too: one that is hidden, or that another one was left for.
        layer: Option<u32>,
        /// The frame that another one was left for.
        frame: Option<u32>,
    },
    /// A request that only the page can fulfil.
    Ask(Ask),
    /// A question about an edit that can't be undone; [`Editor::answer`](super::Editor::answer) takes the
    /// answer.
    Confirm(Message),
    /// A short sentence with a button that runs a command.
    Offer {
        /// The sentence.
        text: Message,
        /// The command's id.
        command: &'static str,
        /// The button's label.
        label: &'static str,
        /// Whether it is worth no more than words in the status line.
        quiet: bool,
    },
}

/// Effects that the page has not taken yet.
#[derive(Debug, Default)]
pub(super) struct Outbox(Vec<Effect>);

impl Outbox {
    /// Adds an effect. Effects that only announce a change are kept once.
    pub(super) fn emit(&mut self, effect: Effect) {
        let news = matches!(effect, Effect::State | Effect::Moved | Effect::Repaint);
        if !(news && self.0.contains(&effect)) {
            self.0.push(effect);
        }
    }

    /// Takes the effects that have gathered since the last call.
    pub(super) fn take(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.0)
    }
}
