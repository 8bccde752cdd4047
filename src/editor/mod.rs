//! The session: input becomes tools, tools become actions, actions become commits.
//!
//! The page forwards what the hand does and shows what comes out. All state is
//! here, and what comes out is a list of [`Effect`]s: repaint, show a message,
//! show where undo went, ask the person. So the whole editor runs, and is
//! tested, without a browser.
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

mod again;
mod ants;
mod as_it_was;
mod asking;
mod backlog;
mod bindings;
mod bringing_back;
mod chosen;
mod clipboard;
mod clock;
mod commands;
mod comparing;
mod deciding;
mod desk;
mod edit;
mod edits;
mod effects;
mod files;
mod following;
mod foreseen;
mod game;
mod heat;
mod hovering;
mod input;
mod keeping;
mod keyed;
mod landing;
mod lines;
mod losing;
mod merging;
mod miniature;
mod moves;
mod newer;
mod news;
mod params;
mod peeking;
mod play;
mod presses;
mod preview;
mod probe;
mod probing;
mod reach;
mod remembered;
mod restoring;
mod run;
mod searching;
mod showing;
mod shown;
mod sights;
mod skin;
mod source;
mod stamps;
mod steps;
mod taking_back;
mod transform;
mod used;
mod window;
mod zooming;

pub use crate::keys::Key;
pub use again::DONE_AGAIN;
pub use backlog::Shift;
pub use bindings::{Bindings, OwnKey};
pub use clipboard::{Copied, Handed, MOST_COPIED};
pub use commands::{Command, Scope, command, commands, reasons};
pub use comparing::Compared;
pub use desk::Desk;
pub use effects::{Ask, Direction, Effect, Highlight};
pub use foreseen::Foreseen;
pub use heat::{Heat, HeatBy, RAMP};
pub use losing::losses;
pub use merging::{MERGED, MergeConflict, MergedBranch};
pub use miniature::Glimpse;
pub use moves::Fold;
pub use newer::{NEWER, NUMBERS};
pub use params::{Args, Kind, List, Param};
pub use peeking::Standing;
pub use probe::Made;
pub use probing::{MOST_LISTED, Probed};
pub use searching::{FoundRow, Searched};
pub use showing::Shows;
pub use shown::{Drawing, LayerInfo, Selected, State, TYPESCRIPT};
pub use steps::{MOST_ASIDE, StepRow};
pub use taking_back::{TAKEN_BACK, TakenBack};
pub use transform::TransformBox;
pub use window::Window;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub use clipboard::close;
#[doc(hidden)]
pub use transform::{Handle, Pull};

use crate::color::Color;
use crate::document::{Brought, Cel, Document, Past, Then};
use crate::error::Result;
use crate::formats::{self, Formats};
use crate::geometry::Rect;
use crate::history::{CommitId, Limits};
use crate::render::{Quality, View};
use crate::tools::{Options, Tool, tool};
use crate::value::Value;
use comparing::Comparing;
use edit::Edit;
use game::{Game, SPEED};
use input::Hand;
use keeping::Keeping;
use merging::Merging;
use moves::Moves;
use news::Told;
use peeking::Peek;
use play::Play;
use preview::Preview;
use probing::Probing;
use run::Joined;
use searching::Searching;
use stamps::Stamps;

/// An editing session: a drawing, the desk, the window and the gesture under way.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    /// The file's name without its ending.
    name: String,
    /// Number of drawings that were open before this one.
    serial: u32,
    desk: Desk,
    window: Window,
    hand: Hand,
    /// The preview that is shown.
    preview: Option<Preview>,
    /// The merge that is walked through.
    merging: Option<Merging>,
    /// The animation being played.
    play: Option<Play>,
    /// The game being played on the active cel, while the history is suspended.
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
    /// The moves on the line of undo and redo.
    moves: Moves,
    /// Which colours of the palette the drawing uses, as far as it was looked through.
    used: used::Used,
    /// Whether a paste may find something that was not copied here.
    offered: bool,
    /// What panels were told last.
    told: Told,
    /// Which cels have changed since their thumbnails were drawn.
    stamps: Stamps,
    /// Number of bytes of the history when nothing was left to compress.
    rested: usize,
    /// Images of which people know that other frames show them: drawing, layer, first frame.
    told_linked: Vec<(u32, u32, u32)>,
    /// The formats of files that it opens and encodes.
    formats: &'static Formats,
}

/// Side of the first document, in pixels.
const FIRST_SIDE: u32 = 64;

/// Bytes of the history that one idle slice visits: about a tenth of a millisecond's work.
const IDLE_SLICE: usize = 64 << 10;

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
        Ok(Editor {
            formats,
            document: Document::new(FIRST_SIDE, FIRST_SIDE)?,
            name: "untitled".to_owned(),
            serial: 0,
            desk: Desk::new(),
            window: Window::new(),
            hand: Hand::default(),
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
            moves: Moves::default(),
            used: used::Used::default(),
            offered: false,
            told: Told::default(),
            stamps: Stamps::default(),
            rested: 0,
            told_linked: Vec::new(),
        })
    }

    /// Compresses cold commits for a short time slice. Returns `true` if work remains.
    pub fn idle(&mut self) -> bool {
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
    pub fn rest(&mut self) -> bool {
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
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the person's choices: the tool, its options, the colours, the active cel.
    pub fn desk(&self) -> &Desk {
        &self.desk
    }

    /// Returns the number of drawings that were open before this one: who does something for a drawing that
    /// takes a while can tell by it whether that drawing is still open.
    pub fn serial(&self) -> u32 {
        self.serial
    }

    /// Returns the file's name without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the active cel.
    pub fn cel(&self) -> Cel {
        self.desk.cel(&self.document)
    }

    /// Returns the colour that all layers together show at a pixel of the active frame.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) if the pixel lies outside the canvas.
    pub fn pixel(&self, x: i32, y: i32) -> Result<Color> {
        self.document.pixel(self.cel().frame, x, y)
    }

    /// Returns the view: which part of the canvas is shown, and at which zoom.
    pub fn view(&self) -> &View {
        &self.window.view
    }

    /// Returns the tool that the next press uses.
    pub fn tool(&self) -> &'static Tool {
        self.desk.tool
    }

    /// Returns the options of all tools.
    pub fn options(&self) -> &Options {
        &self.desk.options
    }

    /// Returns the primary and the secondary colour.
    pub fn colors(&self) -> (Color, Color) {
        (self.desk.primary, self.desk.secondary)
    }

    /// Returns the first and the last index of the chosen run of the palette, if there is one.
    pub fn swatch(&self) -> Option<(u32, u32)> {
        self.desk.swatch(&self.document)
    }

    /// Returns the highlight that undo or redo showed last.
    pub fn highlight(&self) -> Option<&Highlight> {
        self.window.highlight.as_ref()
    }

    /// Takes the effects that have gathered since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        self.window.take_effects()
    }

    fn emit(&mut self, effect: Effect) {
        self.window.emit(effect);
    }

    /// Tells the page to update its panels.
    fn state_changed(&mut self) {
        self.emit(Effect::State);
    }

    /// Marks the changed parts of the document dirty, and tells the page to update its panels.
    fn show_changes(&mut self) {
        self.show_damage();
        self.state_changed();
    }

    /// Marks the changed parts of the document dirty.
    fn show_damage(&mut self) {
        let canvas = self.document.bounds();
        // While strokes wrap around the whole canvas, the view repeats it on all sides.
        let repeated = self.desk.options.wrap && self.document.tile() == self.document.size();
        if repeated != self.window.view.repeated {
            self.window.view.repeated = repeated;
            self.window.repaint();
        }
        for rect in self.document.take_damage() {
            self.window.ants = None;
            self.window.mark_dirty(canvas, rect);
            self.window.miniature.mark_dirty(rect);
        }
        let shown = self.shown();
        self.window.show(shown, canvas);
    }

    /// Marks the whole viewport dirty.
    pub fn repaint(&mut self) {
        self.document.take_damage();
        self.window.miniature.forget();
        self.window.repaint();
    }

    /// Takes how what the viewport shows is to be moved, if it is, before the next patch is painted.
    pub fn take_shift(&mut self) -> Option<Shift> {
        self.window.backlog.take_shift()
    }

    /// Takes the next part of the viewport that is to be painted, in device pixels, or `None` if it shows the drawing,
    /// though perhaps [coarsely](Editor::is_coarse).
    pub fn next_patch(&mut self) -> Option<(Rect, Quality)> {
        if self.peeked.is_some() {
            self.widen_look();
        }
        let Window { backlog, view, .. } = &mut self.window;
        backlog.next(view)
    }

    /// Returns `true` if parts of the viewport show one of several pixels of the drawing where their average belongs.
    pub fn is_coarse(&self) -> bool {
        self.window.backlog.is_coarse()
    }

    /// Takes the next of those parts, to be painted with [`Quality::Averaged`], or `None` as long as others are dirty or to be shifted.
    pub fn next_finer_patch(&mut self) -> Option<Rect> {
        let Window { backlog, view, .. } = &mut self.window;
        backlog.next_finer(view)
    }

    /// Sets the viewport's size in device pixels, at most [`MAX_VIEW`](crate::render::MAX_VIEW) a side.
    /// The first call fits the canvas into it.
    pub fn resize(&mut self, width: i32, height: i32) {
        self.window.resize(width, height, self.document.bounds());
    }

    /// Replaces the document and everything that belongs to it.
    fn replace(&mut self, document: Document, name: &str) {
        self.document = document;
        self.limit_history();
        self.name = files::readable(name);
        self.serial += 1;
        self.hand.let_go();
        self.hand.cancelled = None;
        self.moves = Moves::default();
        self.preview = None;
        self.merging = None;
        self.peeked = None;
        (self.past, self.then, self.heat, self.comparing) = (None, None, None, None);
        self.end_probe();
        self.end_search();
        (self.pending, self.game, self.play, self.joined) = (None, None, None, None);
        self.keeping = Keeping::default();
        self.stamps.forget();
        self.desk.turn_to(&self.document);
        self.window.highlight = None;
        self.window.sights.clear();
        self.window.fit(self.document.bounds());
        self.told.document = true;
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
        (fresh.serial, fresh.hand.seed) = (self.serial + 1, self.hand.seed);
        // Other programs' copies are still there, and no thumbnail of before may pass for one of now.
        fresh.offered = self.offered;
        std::mem::swap(&mut fresh.stamps, &mut self.stamps);
        fresh.stamps.forget();
        let (width, height) = (self.window.view.width, self.window.view.height);
        fresh.resize(width, height);
        *self = fresh;
        self.tell_everything();
        Ok(())
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
    pub fn set_history_limits(&mut self, limits: Limits) -> Result<()> {
        self.document.set_limits(limits)?;
        self.state_changed();
        Ok(())
    }

    /// Chooses a tool and some options for the next stroke. A stroke under way keeps its own.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such tool or option, and the error of
    /// [`Param::check`](crate::params::Param::check) if a value is not accepted. Nothing has changed then.
    pub fn set_tool(&mut self, id: &str, options: &[(String, Value)]) -> Result<()> {
        let mut desk = self.desk.clone();
        desk.take(tool(id)?);
        options.iter().try_for_each(|(name, value)| desk.options.set(name, value))?;
        self.desk = desk;
        self.choose_for_text();
        self.show_changes();
        Ok(())
    }

    /// Sets the seed of the next stroke's random numbers. Each stroke after it uses the next seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.hand.seed = seed;
    }

    /// Chooses some options for the next stroke. A stroke under way keeps its own.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) if there is no such option, and the error of
    /// [`Param::check`](crate::params::Param::check) if a value is not accepted. Nothing has changed then.
    pub fn set_options(&mut self, options: &[(String, Value)]) -> Result<()> {
        let mut chosen = self.desk.options.clone();
        options.iter().try_for_each(|(name, value)| chosen.set(name, value))?;
        self.desk.options = chosen;
        self.choose_for_text();
        self.show_changes();
        Ok(())
    }
}
