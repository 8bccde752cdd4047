//! The session: the drawing, the desk, and what is done with both.
//!
//! Problem: whoever runs a command, keeps a journal or answers a question needs the drawing and what the person has
//! chosen, and none of it has to do with where the pointer is or what a canvas shows. Idea: all of that is one type,
//! [`Session`], whose fields no file outside of this folder can name. The hand and the window ask it, by what its
//! methods return, and get at the drawing's bytes only within an action that they have begun.
//!
//! What the session has to say lies in its [outbox](super::effects::Outbox). It knows neither the hand nor the window: what
//! needs them, such as a command that ends a stroke, is the [`Editor`](super::Editor)'s.
//!
//! The invariant: a method of [`Session`] leaves what is seen to whoever called it. The drawing gathers its damage, which
//! [`show_changes`](super::Editor::show_changes) takes.
//!
//! ```
//! use undoodle::editor::Editor;
//! let mut editor = Editor::new()?;
//! editor.run("layer.add", &[], 0)?;
//! assert_eq!((editor.document().layers(), editor.cel().layer), (2, 1), "the drawing, and the desk");
//! # Ok::<(), undoodle::Error>(())
//! ```

pub(super) mod again;
pub(super) mod as_it_was;
pub(super) mod asking;
pub(super) mod bindings;
pub(super) mod bringing_back;
pub(super) mod chosen;
pub(super) mod clipboard;
pub(super) mod comparing;
pub(super) mod deciding;
pub(super) mod desk;
pub(super) mod edit;
pub(super) mod edits;
pub(super) mod files;
pub(super) mod foreseen;
pub(super) mod game;
pub(super) mod heat;
pub(super) mod joining;
pub(super) mod keeping;
mod lent;
pub(super) mod lines;
pub(super) mod losing;
pub(super) mod merging;
pub(super) mod newer;
pub(super) mod params;
pub(super) mod peeking;
pub(super) mod play;
pub(super) mod preview;
pub(super) mod probe;
pub(super) mod probing;
pub(super) mod reach;
pub(super) mod remembered;
pub(super) mod restoring;
pub(super) mod run;
pub(super) mod searching;
pub(super) mod source;
pub(super) mod taking_back;

use super::effects::{Effect, Outbox};
use crate::color::Color;
use crate::document::{Brought, Cel, Document, Past, Then};
use crate::error::Result;
use crate::formats::Formats;
use crate::history::{CommitId, Limits};
use crate::tools::{Options, Tool};
use comparing::Comparing;
use desk::Desk;
use game::Game;
use heat::Heat;
use joining::Joined;
use keeping::Keeping;
use merging::Merging;
use peeking::Peek;
use play::Play;
use preview::Preview;
use probing::Probing;
use searching::Searching;

/// Side of the first document, in pixels.
const FIRST_SIDE: u32 = 64;

/// Bytes of the history that one idle slice visits: about a tenth of a millisecond's work.
const IDLE_SLICE: usize = 64 << 10;

/// A drawing with its history, the desk, and what is under way with them.
#[derive(Debug)]
pub(in crate::editor) struct Session {
    document: Document,
    /// The file's name without its ending.
    name: String,
    /// Number of drawings that were open before this one.
    serial: u32,
    desk: Desk,
    /// The preview that is shown.
    preview: Option<Preview>,
    /// The merge that is walked through.
    merging: Option<Merging>,
    /// The animation being played.
    play: Option<Play>,
    /// The game being played on a cel, within an open action.
    game: Option<Game>,
    /// The edit that waits for the answer to a question.
    pending: Option<asking::Pending>,
    /// The earlier state that is shown in place of the drawing.
    peeked: Option<Peek>,
    /// The step that the person was asked about last whether later steps shall be taken back with it.
    asked_back: Option<CommitId>,
    /// What came of the steps that were brought back last.
    brought_back: Option<Brought>,
    /// The states that are compared.
    comparing: Option<Comparing>,
    /// The last look into the past, for the next one.
    past: Option<Past>,
    /// The cel as it was that an edit looked up last, for the next preview.
    then: Option<Then>,
    /// Which pixel is probed.
    probing: Probing,
    /// What of the history is searched.
    searching: Searching,
    /// The heat that is shown.
    heat: Option<Heat>,
    /// The last step, if edits of the same kind may join it.
    joined: Option<Joined>,
    /// The journal of the drawing.
    keeping: Keeping,
    /// Whether a paste may find something that was not copied here.
    offered: bool,
    /// Number of bytes of the history when nothing was left to compress.
    rested: usize,
    /// The formats of files that it opens and encodes.
    formats: &'static Formats,
    /// What the page has to be told.
    outbox: Outbox,
}

impl Session {
    /// Creates a session with a transparent document of 64×64 pixels, which opens and encodes files of the given formats.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the document cannot be allocated.
    pub(in crate::editor) fn knowing(formats: &'static Formats) -> Result<Session> {
        Ok(Session {
            formats,
            document: Document::new(FIRST_SIDE, FIRST_SIDE)?,
            name: "untitled".to_owned(),
            serial: 0,
            desk: Desk::new(),
            preview: None,
            merging: None,
            play: None,
            game: None,
            pending: None,
            peeked: None,
            asked_back: None,
            brought_back: None,
            comparing: None,
            past: None,
            then: None,
            probing: Probing::default(),
            searching: Searching::default(),
            heat: None,
            joined: None,
            keeping: Keeping::default(),
            offered: false,
            rested: 0,
            outbox: Outbox::default(),
        })
    }

    /// Replaces the document and everything that belongs to it.
    pub(in crate::editor) fn replace(&mut self, document: Document, name: &str) {
        self.document = document;
        self.limit_history();
        self.name = files::readable(name);
        self.serial += 1;
        (self.preview, self.merging, self.peeked) = (None, None, None);
        (self.past, self.then, self.heat, self.comparing) = (None, None, None, None);
        self.end_probe();
        self.end_search();
        (self.pending, self.game, self.play, self.joined) = (None, None, None, None);
        self.keeping = Keeping::default();
        self.desk.turn_to(&self.document);
    }

    /// Goes on from another session: its drawing was open before this one, and other programs' copies are still there.
    pub(in crate::editor) fn follow(&mut self, before: &Session) {
        (self.serial, self.offered) = (before.serial + 1, before.offered);
    }

    /// Takes the effects that have gathered since the last call.
    pub(in crate::editor) fn take_effects(&mut self) -> Vec<Effect> {
        self.outbox.take()
    }

    /// Compresses cold commits for a short time slice. Returns `true` if work remains.
    pub(in crate::editor) fn idle(&mut self) -> bool {
        if self.document.history().open().is_some() || self.game.is_some() {
            return false;
        }
        match self.document.find_dirt(IDLE_SLICE) {
            None => return true,
            Some(true) => self.state_changed(),
            Some(false) => {}
        }
        // A step is noted while it is as it was captured: later it would have to be unpacked.
        if self.document.index_steps(IDLE_SLICE) {
            return true;
        }
        self.document.seal(IDLE_SLICE)
    }

    /// Compresses all commits for a short time slice, once nothing has happened for a while. Returns `true` if work remains.
    pub(in crate::editor) fn rest(&mut self) -> bool {
        if self.document.history().open().is_some() || self.game.is_some() {
            return false;
        }
        let remains = self.document.seal_all(IDLE_SLICE);
        let bytes = self.document.history().stats().bytes;
        // People see what the newest steps take from now on.
        if !remains && std::mem::replace(&mut self.rested, bytes) != bytes {
            self.state_changed();
        }
        remains
    }

    /// Returns the drawing and its history.
    pub(in crate::editor) fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the person's choices: the tool, its options, the colours, the active cel.
    pub(in crate::editor) fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Returns the number of drawings that were open before this one: who does something for a drawing that
    /// takes a while can tell by it whether that drawing is still open.
    pub(in crate::editor) fn serial(&self) -> u32 {
        self.serial
    }

    /// Returns the file's name without its ending.
    pub(in crate::editor) fn name(&self) -> &str {
        &self.name
    }

    /// Returns the active cel.
    pub(in crate::editor) fn cel(&self) -> Cel {
        self.desk.cel(&self.document)
    }

    /// Returns the colour that all layers together show at a pixel of the active frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the pixel lies outside the canvas.
    pub(in crate::editor) fn pixel(&self, x: i32, y: i32) -> Result<Color> {
        self.document.pixel(self.cel().frame, x, y)
    }

    /// Returns the tool that the next press uses.
    pub(in crate::editor) fn tool(&self) -> &'static Tool {
        self.desk.tool
    }

    /// Returns the options of all tools.
    pub(in crate::editor) fn options(&self) -> &Options {
        &self.desk.options
    }

    /// Returns the primary and the secondary colour.
    pub(in crate::editor) fn colors(&self) -> (Color, Color) {
        (self.desk.primary, self.desk.secondary)
    }

    /// Returns the first and the last index of the chosen run of the palette, if there is one.
    pub(in crate::editor) fn swatch(&self) -> Option<(u32, u32)> {
        self.desk.swatch(&self.document)
    }

    /// Returns the place of the chosen slice in the list of slices, or `None` if none is chosen.
    pub(in crate::editor) fn chosen_slice(&self) -> Option<u32> {
        self.desk.slice(&self.document)
    }

    /// Adds an effect for the page.
    pub(in crate::editor) fn emit(&mut self, effect: Effect) {
        self.outbox.emit(effect);
    }

    /// Tells the page to update its panels.
    pub(in crate::editor) fn state_changed(&mut self) {
        self.emit(Effect::State);
    }

    /// Sets the limits of the document's history. A document that is created or opened later
    /// starts with [`HISTORY`](crate::document::HISTORY) again, but for the memory that was chosen by a command.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`](crate::Error::OverBudget) if an open action or the pins take
    /// more than the new budget. Nothing has changed then.
    ///
    /// ```
    /// use undoodle::{document::HISTORY, editor::Editor, history::Limits};
    /// let mut editor = Editor::new()?;
    /// editor.set_history_limits(Limits { budget: 20_000, ..HISTORY })?;
    /// assert_eq!(editor.document().history().stats().budget, 20_000);
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub(in crate::editor) fn set_history_limits(&mut self, limits: Limits) -> Result<()> {
        self.document.set_limits(limits)?;
        self.state_changed();
        Ok(())
    }
}
