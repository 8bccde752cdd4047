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
//! editor.pointer_up(105.0, 105.0);
//! assert_eq!(editor.pixel(10, 10)?.to_string(), "#000000ff");
//! assert!(editor.run("edit.undo", &[], 0)?);
//! assert!(editor.take_effects().iter().any(|e| matches!(e, Effect::Highlight(_))));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod ants;
mod asking;
mod commands;
mod edits;
mod effects;
mod files;
mod game;
mod input;
mod keys;
mod lines;
mod params;
mod play;
mod session;
mod sights;

pub use commands::{Command, Scope, command, commands};
pub use effects::{Ask, Direction, Effect, Highlight};
pub use keys::Key;
pub use params::{Args, Kind, Param};

use crate::color::Color;
use crate::document::{Cel, Damage, Document};
use crate::error::Result;
use crate::geometry::{Point, Rect};
use crate::history::Limits;
use crate::raster::Image;
use crate::render::{MAX_VIEW, View, render};
use crate::tools::{Held, Options, Tool};
use crate::value::Value;
use edits::Turn;
use game::{Game, SPEED};
use input::Gesture;
use play::Play;
use sights::Sight;
use std::rc::Rc;

/// A document being painted.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    name: String,
    /// The active layer and frame.
    cel: Cel,
    view: View,
    /// What was seen of canvases of other sizes.
    sights: Vec<Sight>,
    tool: Tool,
    options: Options,
    primary: Color,
    secondary: Color,
    /// The chosen part of the palette, by its first and last index.
    swatch: Option<(u32, u32)>,
    /// Shared with the paste under way, as a copy of 256 MiB might not be had.
    clipboard: Option<Rc<Image>>,
    gesture: Gesture,
    held: Held,
    /// Where the last stroke ended, for one that goes on from there.
    last: Option<Point>,
    /// The document pixel under the cursor, while it is over the viewport.
    hover: Option<Point>,
    space: bool,
    /// Parts of notches that the wheel has turned so far.
    wheel: f64,
    /// Whether the open action is only looked at.
    previewing: bool,
    play: Option<Play>,
    /// The game that plays on what is drawn, while the document is suspended.
    game: Option<Game>,
    /// What waits for the answer to a question.
    pending: Option<asking::Pending>,
    /// Device pixels that no longer show the document.
    damage: Damage,
    /// The selection's border as it was last asked for.
    ants: Option<Vec<i32>>,
    effects: Vec<Effect>,
    highlight: Option<Highlight>,
}

/// The side of the document an editor begins with, in pixels.
const FIRST_SIDE: u32 = 64;

/// Bytes of the history looked at in an idle moment: about a tenth of a millisecond's work.
const IDLE_SLICE: usize = 64 << 10;

impl Editor {
    /// An editor with a transparent document of 64×64.
    ///
    /// # Errors
    /// When not even that can be had.
    pub fn new() -> Result<Editor> {
        Ok(Editor {
            document: Document::new(FIRST_SIDE, FIRST_SIDE)?,
            name: "untitled".to_owned(),
            cel: Cel::default(),
            view: View::new(0, 0),
            sights: Vec::new(),
            tool: Tool::Pencil,
            options: Options::default(),
            primary: Color::BLACK,
            secondary: Color::TRANSPARENT,
            swatch: None,
            clipboard: None,
            gesture: Gesture::Idle,
            held: Held::default(),
            last: None,
            hover: None,
            space: false,
            wheel: 0.0,
            previewing: false,
            play: None,
            game: None,
            pending: None,
            damage: Damage::default(),
            ants: None,
            effects: Vec::new(),
            highlight: None,
        })
    }

    /// Spends an idle moment on packing what lies cold in the history; whether there is more to do.
    pub fn idle(&mut self) -> bool {
        if self.document.history().open().is_some() || self.game.is_some() {
            return false;
        }
        if self.document.find_dirt() {
            self.changed();
        }
        self.document.seal(IDLE_SLICE)
    }

    /// The drawing and its history.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The file's name, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cel that is worked on.
    pub fn cel(&self) -> Cel {
        self.cel
    }

    /// The colour that is seen at a pixel of the active frame.
    ///
    /// # Errors
    /// When it lies outside the canvas.
    pub fn pixel(&self, x: i32, y: i32) -> Result<Color> {
        self.document.pixel(self.cel.frame, x, y)
    }

    /// What part of the document is shown.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The tool that the next press uses.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// What is chosen for tools.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The colours of the left and the right button.
    pub fn colors(&self) -> (Color, Color) {
        (self.primary, self.secondary)
    }

    /// The chosen part of the palette, by its first and last index.
    pub fn swatch(&self) -> Option<(u32, u32)> {
        self.swatch
    }

    /// The last highlight that was shown.
    pub fn highlight(&self) -> Option<&Highlight> {
        self.highlight.as_ref()
    }

    /// What has come out since the last call.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    fn emit(&mut self, effect: Effect) {
        let news = matches!(effect, Effect::State | Effect::Repaint | Effect::Drawing);
        if !(news && self.effects.contains(&effect)) {
            self.effects.push(effect);
        }
    }

    fn changed(&mut self) {
        self.emit(Effect::State);
    }

    /// Marks a rectangle of the document as not shown as it is.
    fn stale(&mut self, rect: Rect) {
        for view in self.view.copies(self.document.bounds()) {
            let shown = view.device_rect(rect).intersect(view.bounds());
            if !shown.is_empty() {
                self.damage.add(shown);
                self.emit(Effect::Repaint);
            }
        }
    }

    /// Takes over what the document says has changed.
    fn refresh(&mut self) {
        // Strokes that wrap around the whole canvas are drawn on what is seen all around it.
        let repeated = self.options.wrap && self.document.tile() == self.document.size();
        if repeated != self.view.repeated {
            self.view.repeated = repeated;
            self.repaint_all();
        }
        for rect in self.document.take_damage() {
            self.ants = None;
            self.stale(rect);
        }
        self.changed();
    }

    /// Marks the whole viewport as not shown as it is.
    pub fn repaint_all(&mut self) {
        self.document.take_damage();
        self.damage.add(self.view.bounds());
        self.ants = None;
        self.emit(Effect::Repaint);
        self.changed();
    }

    /// Takes the rectangles of the viewport that are to be rendered anew, in device pixels.
    pub fn take_damage(&mut self) -> Vec<Rect> {
        let bounds = self.view.bounds();
        let damage = self.damage.take().into_iter().map(|rect| rect.intersect(bounds));
        damage.filter(|rect| !rect.is_empty()).collect()
    }

    /// Renders a rectangle of the viewport as RGBA.
    ///
    /// # Errors
    /// When memory for it can't be had.
    pub fn render(&self, rect: Rect, out: &mut Vec<u8>) -> Result<()> {
        render(&self.document, self.cel.frame, &self.view, rect, out)
    }

    /// Sets the viewport's size in device pixels, at most [`MAX_VIEW`] a side; the first time, the document
    /// is fitted into it.
    pub fn resize(&mut self, width: i32, height: i32) {
        let first = self.view.width == 0 || self.view.height == 0;
        let (width, height) = (width.clamp(0, MAX_VIEW), height.clamp(0, MAX_VIEW));
        let (dx, dy) = ((width - self.view.width) / 2, (height - self.view.height) / 2);
        (self.view.width, self.view.height) = (width, height);
        if first {
            self.view.fit(self.document.bounds());
        } else {
            self.view.pan(dx, dy, self.document.bounds());
        }
        self.repaint_all();
    }

    fn replace(&mut self, document: Document, name: &str) {
        self.document = document;
        self.name = name.to_owned();
        self.cel = Cel::default();
        self.gesture = Gesture::Idle;
        self.previewing = false;
        (self.pending, self.game) = (None, None);
        (self.play, self.last, self.swatch, self.highlight) = (None, None, None, None);
        self.sights.clear();
        self.options.center_axes(self.document.bounds());
        self.view.fit(self.document.bounds());
        self.emit(Effect::Drawing);
        self.repaint_all();
    }

    /// Begins a new, transparent document with a history of its own.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`; nothing has changed then.
    pub fn new_document(&mut self, width: i64, height: i64) -> Result<()> {
        let side = i64::from(crate::document::MAX_SIDE);
        crate::error::in_range("width", width, 1, side)?;
        crate::error::in_range("height", height, 1, side)?;
        let document = Document::new(width as u32, height as u32)?;
        self.replace(document, "untitled");
        Ok(())
    }

    /// Sets the limits of the document's history. A document that is created or opened later
    /// starts with [`HISTORY`](crate::document::HISTORY) again.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`](crate::Error::OverBudget) when an open action or the pins take
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
        self.changed();
        Ok(())
    }

    /// Sets the left button's colour.
    ///
    /// # Errors
    /// When the text is no colour.
    pub fn set_primary(&mut self, color: &str) -> Result<()> {
        self.primary = color.parse()?;
        self.changed();
        Ok(())
    }

    /// Sets the right button's colour.
    ///
    /// # Errors
    /// When the text is no colour.
    pub fn set_secondary(&mut self, color: &str) -> Result<()> {
        self.secondary = color.parse()?;
        self.changed();
        Ok(())
    }

    /// Chooses a tool and some of its options for the next press; a stroke under way goes on as it is.
    ///
    /// # Errors
    /// When there is no such tool or option, or a value is none for it; nothing has changed then.
    pub fn set_tool(&mut self, id: &str, options: &[(String, Value)]) -> Result<()> {
        let tool = Tool::named(id)?;
        self.set_options(options)?;
        self.tool = tool;
        self.changed();
        Ok(())
    }

    /// Chooses some options for the next stroke; one under way keeps its own.
    ///
    /// # Errors
    /// When there is no such option, or a value is none for it; nothing has changed then.
    pub fn set_options(&mut self, options: &[(String, Value)]) -> Result<()> {
        let mut chosen = self.options.clone();
        options.iter().try_for_each(|(name, value)| chosen.set(name, value))?;
        self.options = chosen;
        self.refresh();
        Ok(())
    }

    /// The command bound to a key: the first that can be run, or else any.
    pub fn command_for(&self, pressed: Key<'_>) -> Option<&'static str> {
        let bound = || commands().filter(|command| command.keys.iter().any(|key| key.matches(pressed)));
        bound().find(|command| self.is_enabled(command)).or_else(|| bound().next()).map(|command| command.id)
    }
}
