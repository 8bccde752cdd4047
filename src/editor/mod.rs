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
//! assert_eq!(editor.document().pixel(10, 10)?.to_string(), "#000000ff");
//! assert!(editor.run("edit.undo"));
//! assert!(editor.take_effects().iter().any(|e| matches!(e, Effect::Highlight(_))));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod commands;
mod input;
mod keys;

pub use commands::{Command, TABLE};
pub use keys::Key;

use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::formats::png;
use crate::geometry::{Point, Rect};
use crate::history::Step;
use crate::raster::Brush;
use crate::render::{View, render};
use crate::tools::Tool;
use input::Gesture;

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
    /// A short sentence for the person.
    Message(String),
    /// A sentence that says what could not be done.
    Failure(String),
    /// Where undo or redo went.
    Highlight(Highlight),
    /// A command that needs the page.
    Ask(Ask),
}

/// A document being painted.
#[derive(Debug)]
pub struct Editor {
    document: Document,
    name: String,
    view: View,
    tool: Tool,
    brush: Brush,
    primary: Color,
    secondary: Color,
    gesture: Gesture,
    /// The document pixel under the cursor, while it is over the viewport.
    hover: Option<Point>,
    space: bool,
    /// Parts of notches that the wheel has turned so far.
    wheel: f64,
    /// Device pixels that no longer show the document.
    damage: Rect,
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
            view: View::new(0, 0),
            tool: Tool::Pencil,
            brush: Brush::new(1)?,
            primary: Color::BLACK,
            secondary: Color::TRANSPARENT,
            gesture: Gesture::Idle,
            hover: None,
            space: false,
            wheel: 0.0,
            damage: Rect::EMPTY,
            effects: Vec::new(),
            highlight: None,
        })
    }

    /// Spends an idle moment on packing what lies cold in the history; whether there is more to do.
    pub fn idle(&mut self) -> bool {
        !self.is_painting() && self.document.seal(IDLE_SLICE)
    }

    /// The drawing and its history.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// The file's name, without its ending.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What part of the document is shown.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The tool that the next press uses.
    pub fn tool(&self) -> Tool {
        self.tool
    }

    /// The brush that the next stroke uses.
    pub fn brush(&self) -> Brush {
        self.brush.clone()
    }

    /// The colours of the left and the right button.
    pub fn colors(&self) -> (Color, Color) {
        (self.primary, self.secondary)
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
        let news = matches!(effect, Effect::State | Effect::Repaint);
        if !(news && self.effects.contains(&effect)) {
            self.effects.push(effect);
        }
    }

    fn changed(&mut self) {
        self.emit(Effect::State);
    }

    /// Marks a rectangle of the document as not shown as it is.
    fn damage(&mut self, rect: Rect) {
        let shown = self.view.device_rect(rect).intersect(self.view.bounds());
        if !shown.is_empty() {
            self.damage = self.damage.union(shown);
            self.emit(Effect::Repaint);
        }
    }

    /// Marks the whole viewport as not shown as it is.
    pub fn repaint_all(&mut self) {
        self.damage = self.view.bounds();
        self.emit(Effect::Repaint);
        self.changed();
    }

    /// Renders what is damaged, as RGBA; the rectangle in device pixels, empty when nothing is.
    pub fn render(&mut self, out: &mut Vec<u8>) -> Rect {
        let rect = std::mem::take(&mut self.damage);
        render(&self.document, &self.view, rect, out);
        rect
    }

    /// Sets the viewport's size in device pixels; the first time, the document is fitted into it.
    pub fn resize(&mut self, width: i32, height: i32) {
        let first = self.view.width == 0 || self.view.height == 0;
        let (dx, dy) = ((width - self.view.width) / 2, (height - self.view.height) / 2);
        (self.view.width, self.view.height) = (width.max(0), height.max(0));
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
        self.gesture = Gesture::Idle;
        self.highlight = None;
        self.view.fit(self.document.bounds());
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

    /// Opens a PNG file in place of the document.
    ///
    /// # Errors
    /// When the file can't be read; nothing has changed then.
    pub fn open(&mut self, bytes: &[u8], name: &str) -> Result<()> {
        let document = png::decode(bytes)?;
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        self.replace(document, if stem.is_empty() { "untitled" } else { stem });
        Ok(())
    }

    /// The picture as a PNG file.
    ///
    /// # Errors
    /// When memory for it can't be had.
    pub fn png(&self) -> Result<Vec<u8>> {
        png::encode(&self.document)
    }

    /// Says that the document as it is now lies in a file.
    pub fn mark_saved(&mut self) {
        self.document.mark_saved();
        self.changed();
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

    /// Chooses a tool for the next press; a stroke under way goes on as it is.
    ///
    /// # Errors
    /// When there is no such tool.
    pub fn set_tool(&mut self, id: &str) -> Result<()> {
        self.tool = Tool::named(id)?;
        self.changed();
        Ok(())
    }

    /// Chooses a brush for the next stroke; one under way keeps its own.
    ///
    /// # Errors
    /// Outside `1..=64`.
    pub fn set_brush(&mut self, size: u32) -> Result<()> {
        self.brush = Brush::new(size)?;
        self.changed();
        Ok(())
    }

    /// Runs a command by its id; whether there is such a one and it is enabled.
    pub fn run(&mut self, id: &str) -> bool {
        let Some(command) = TABLE.iter().find(|c| c.id == id && (c.enabled)(self)) else {
            return false;
        };
        (command.run)(self);
        self.changed();
        true
    }

    /// The command bound to a key, if any.
    pub fn command_for(&self, pressed: Key<'_>) -> Option<&'static str> {
        TABLE.iter().find(|c| c.keys.iter().any(|key| key.matches(pressed))).map(|c| c.id)
    }

    /// Undo or redo; a stroke under way is cancelled instead, and that is all.
    fn travel(&mut self, direction: Direction) {
        if self.cancel_stroke() {
            return;
        }
        let step = match direction {
            Direction::Undo => self.document.undo(),
            Direction::Redo => self.document.redo(),
        };
        let commit = match step {
            Ok(Step::Moved(commit)) => commit,
            Ok(Step::Nothing | Step::Cancelled) => return,
            Err(error) => return self.emit(Effect::Failure(error.to_string())),
        };
        let header = commit.header();
        let (color, word) = match direction {
            Direction::Undo => (header.color.inverted(), "Undo"),
            Direction::Redo => (header.color, "Redo"),
        };
        let (rect, label) = (header.rect, header.label.to_string());
        self.damage(rect);
        self.emit(Effect::Message(format!("{word}: {label}")));
        let highlight = Highlight { direction, rect, color, label };
        self.highlight = Some(highlight.clone());
        self.emit(Effect::Highlight(highlight));
    }
}
