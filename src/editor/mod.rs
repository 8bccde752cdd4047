//! The editor: input becomes tools, tools become actions, actions become commits.
//!
//! The page forwards what the hand does and shows what comes out. All state is
//! here, and what comes out is a list of [`Effect`]s: repaint, show a message,
//! show where undo went, ask the person. So the whole editor runs, and is
//! tested, without a browser.
//!
//! It is four parts, each in a folder of its own. `session` has the drawing and the desk, `hand` the
//! gesture under way, `shown` the window and what panels were told; `commands` are a table. No part names a field
//! of another: the first three are types whose fields are private to their folders, and what one of them may do to another is a list
//! of methods. What needs several of them, such as a press that ends a preview and begins a stroke, is a method of [`Editor`], which
//! stands in the folder of the part that it is about.
//!
//! ```
//! use undoodle::editor::{Editor, Effect};
//! let mut editor = Editor::new()?;
//! editor.resize(640, 640);
//! editor.pointer_down(105.0, 105.0, 0, 0);
//! editor.pointer_up(105.0, 105.0, 0);
//! assert_eq!(editor.pixel(10, 10)?.to_string(), "#000000ff");
//! assert!(editor.run("edit.undo", &[], 0)?);
//! assert!(editor.take_effects().iter().any(|e| matches!(e, Effect::Highlight(_))));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod commands;
mod effects;
mod face;
mod hand;
mod session;
mod shown;

pub use crate::keys::Key;
pub use commands::{Command, Scope, command, commands, reasons};
pub use effects::{Ask, Direction, Effect, Highlight};
pub use hand::transform::TransformBox;
pub use session::again::DONE_AGAIN;
pub use session::bindings::{Bindings, OwnKey};
pub use session::clipboard::{Copied, Handed, MOST_COPIED};
pub use session::comparing::Compared;
pub use session::desk::Desk;
pub use session::foreseen::Foreseen;
pub use session::heat::{Heat, HeatBy, RAMP};
pub use session::losing::losses;
pub use session::merging::{MERGED, MergeConflict, MergedBranch};
pub use session::newer::{NEWER, NUMBERS};
pub use session::params::{Args, Kind, List, Param};
pub use session::peeking::Standing;
pub use session::probe::Made;
pub use session::probing::{MOST_LISTED, Probed};
pub use session::searching::{FoundRow, Searched};
pub use session::taking_back::{TAKEN_BACK, TakenBack};
pub use shown::backlog::Shift;
pub use shown::miniature::Glimpse;
pub use shown::moves::Fold;
pub use shown::panels::{Drawing, LayerInfo, Selected, State, TYPESCRIPT};
pub use shown::showing::Shows;
pub use shown::steps::{MOST_ASIDE, StepRow};
pub use shown::window::Window;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use hand::transform::{Handle, Pull};
#[doc(hidden)]
pub use session::clipboard::close;

use crate::document::Document;
use crate::error::Result;
use crate::formats::{self, Formats};
use crate::render::View;
use crate::tools::tool;
use crate::value::Value;
use hand::Hand;
use session::Session;
use session::edit::Edit;
use shown::Shown;

/// An editor of one drawing: the session, the hand, and what is shown.
#[derive(Debug)]
pub struct Editor {
    session: Session,
    hand: Hand,
    shown: Shown,
}

impl Editor {
    /// Creates an editor with a transparent document of 64×64 pixels.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the document cannot be allocated.
    pub fn new() -> Result<Editor> {
        Editor::knowing(&formats::OWN)
    }

    /// Creates an editor as [`new`](Editor::new) does, which opens and encodes files of the given formats.
    ///
    /// # Errors
    /// As [`new`](Editor::new).
    pub fn knowing(formats: &'static Formats) -> Result<Editor> {
        Ok(Editor { session: Session::knowing(formats)?, hand: Hand::default(), shown: Shown::new() })
    }

    /// Takes the effects that have gathered since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        let mut effects = self.shown.window.take_effects();
        effects.extend(self.session.take_effects());
        effects
    }

    /// Marks the changed parts of the document dirty, and tells the page to update its panels.
    fn show_changes(&mut self) {
        self.show_damage();
        self.session.state_changed();
    }

    /// Marks the changed parts of the document dirty.
    fn show_damage(&mut self) {
        let damage = self.session.take_damage();
        self.shown.mark_dirty(&self.session, damage);
    }

    /// Marks the whole viewport dirty.
    pub fn repaint(&mut self) {
        self.session.take_damage().for_each(drop);
        self.shown.window.render_anew();
    }

    /// Sets the viewport's size in device pixels, at most [`MAX_VIEW`](crate::render::MAX_VIEW) a side.
    /// The first call fits the canvas into it.
    pub fn resize(&mut self, width: i32, height: i32) {
        self.shown.window.resize(width, height, self.session.document().bounds());
    }

    /// Replaces the document and everything that belongs to it.
    fn replace(&mut self, document: Document, name: &str) {
        self.session.replace(document, name);
        self.hand.turn_away();
        self.shown.turn_to(self.document().bounds());
        self.repaint();
    }

    /// Replaces the drawing by an empty one and every choice by that of a new editor. The viewport keeps its size.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if the document cannot be allocated. Nothing has changed then.
    ///
    /// ```
    /// use undoodle::editor::Editor;
    /// let mut editor = Editor::new()?;
    /// editor.set_tool("eraser", &[])?;
    /// editor.start_over()?;
    /// assert_eq!(editor.tool().id, "pencil");
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    pub fn start_over(&mut self) -> Result<()> {
        let mut fresh = Editor::new()?;
        fresh.session.follow(&self.session);
        fresh.hand.follow(&self.hand);
        fresh.shown.follow(&mut self.shown);
        let View { width, height, .. } = *self.view();
        fresh.resize(width, height);
        *self = fresh;
        self.tell_everything();
        Ok(())
    }

    /// Chooses a tool and some options for the next stroke. A stroke under way keeps its own.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such tool or option, and the error of
    /// [`Param::check`](crate::params::Param::check) if a value is not accepted. Nothing has changed then.
    pub fn set_tool(&mut self, id: &str, options: &[(String, Value)]) -> Result<()> {
        self.session.take_tool(Some(tool(id)?), options)?;
        self.choose_for_text();
        self.show_changes();
        Ok(())
    }

    /// Chooses some options for the next stroke. A stroke under way keeps its own.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such option, and the error of
    /// [`Param::check`](crate::params::Param::check) if a value is not accepted. Nothing has changed then.
    pub fn set_options(&mut self, options: &[(String, Value)]) -> Result<()> {
        self.session.take_tool(None, options)?;
        self.choose_for_text();
        self.show_changes();
        Ok(())
    }
}
