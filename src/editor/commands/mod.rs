//! The one table of commands: what a person can invoke.
//!
//! Menus, buttons, keys, forms and scripts all come from here, so nothing can be
//! invoked that is not in it, and whatever is in it can be invoked in every way. The
//! tests take their commands from here as well: one that is added is tested.
//!
//! A command either changes the session (the view, the chosen colour) and leaves the
//! document alone, or it edits the document within one action, which is all that undo
//! needs. An editing command says what it may touch, and is held to it.
//!
//! ```
//! use undoodle::editor::{Scope, command, commands};
//! assert!(commands().count() > 100);
//! assert_eq!(command("edit.invert").map(|c| c.scope()), Some(Scope::Cel));
//! ```

mod conditions;
mod cursor;
mod edit;
mod file;
mod frame;
mod group;
mod help;
mod history;
mod image;
mod layer;
mod merge;
mod palette;
mod redrawing;
mod select;
mod slice;
mod tool;
mod view;

use super::session::Session;
use super::session::params::{Args, Param};
use super::{Ask, Desk, Edit, Editor, Key, Window};
use crate::color::Color;
use crate::document::{Drawing, Loss, StepKind, Store};
use crate::error::Result;
use crate::geometry::Rect;
use crate::tools::Tool;
pub(super) use conditions::Condition;
use conditions::Conditions;
pub use conditions::reasons;

/// The part of the editor that a command may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// The view and the person's choices, nothing of the document.
    Session,
    /// Pixels of the active cel, within the selection and the layer's locks.
    Cel,
    /// Pixels of all layers, within the selection and each layer's locks.
    Layers,
    /// The selection mask and the floating selection.
    Selection,
    /// Everything in the document.
    Document,
    /// The history itself: undo and redo.
    History,
}

/// The function behind a command.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// Chooses a tool for the next press.
    Tool(&'static Tool),
    /// Changes a copy of the desk, which replaces the desk on success.
    Choose(fn(&mut Desk, &Drawing<Store>, &Args) -> Result<()>),
    /// Changes the window's view of a canvas.
    Look(fn(&mut Window, Rect)),
    /// Requests something that only the page can do, such as a dialog.
    Request(Ask),
    /// Begins, ends, plays, or travels the history, at a time in milliseconds: what needs several parts of the editor.
    Session(fn(&mut Editor, &Args, u64) -> Result<()>),
    /// Changes the document, within an open action.
    Edit(fn(&mut Edit<'_>, &Args) -> Result<()>),
}

/// How a command's step joins other steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joins {
    /// It is a step of its own.
    Nothing,
    /// It merges with the step before, if that has the same family and target and is recent.
    Before(&'static str),
    /// It keeps the steps that can be redone, by carrying them on top of it.
    Redo,
}

/// Says what of the picture a command would lose with some arguments.
type Loses = fn(&Editor, &Args) -> Result<Vec<Loss>>;

/// A command that people and scripts can run.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name that scripts use.
    pub id: &'static str,
    /// The name that people read in menus and in the history.
    pub label: &'static str,
    /// The menu it is listed in, empty for none.
    pub menu: &'static str,
    /// The keys bound to it.
    pub keys: &'static [Key<'static>],
    /// Its parameters.
    pub params: &'static [Param],
    /// Whether a form asks people for the parameters first.
    pub asks: bool,
    /// Whether the form previews the edit.
    pub previews: bool,
    /// Whether it repeats while its key is held.
    pub repeats: bool,
    /// The colour of its commit.
    pub(super) color: Color,
    pub(super) joins: Joins,
    /// The kind of its step.
    pub(super) kind: StepKind,
    pub(super) scope: Scope,
    pub(super) needs: Conditions,
    /// What it needs if it is told a layer, if that is something else.
    pub(super) told: Option<Conditions>,
    /// For a command that turns something on and off: whether it is on.
    pub checked: Option<fn(&Editor) -> bool>,
    /// For a command that may lose something of the picture: what that is.
    pub(super) loses: Option<Loses>,
    /// For an edit that paints with pixels of the past: looks them up before it begins.
    pub(super) looks_up: Option<fn(&mut Session, &Args) -> Result<()>>,
    pub(super) run: Run,
}

impl Command {
    const fn new(id: &'static str, label: &'static str, scope: Scope, run: Run) -> Command {
        Command {
            id,
            label,
            menu: "",
            keys: &[],
            params: &[],
            asks: false,
            previews: false,
            repeats: false,
            color: Color::ADDED,
            joins: Joins::Nothing,
            kind: StepKind::Plain,
            scope,
            needs: Conditions::NONE,
            told: None,
            checked: None,
            loses: None,
            looks_up: None,
            run,
        }
    }

    /// Creates a command that chooses something.
    const fn choose(
        id: &'static str,
        label: &'static str,
        run: fn(&mut Desk, &Drawing<Store>, &Args) -> Result<()>,
    ) -> Command {
        Command::new(id, label, Scope::Session, Run::Choose(run))
    }

    /// Creates a command that changes the view.
    const fn look(id: &'static str, label: &'static str, run: fn(&mut Window, Rect)) -> Command {
        Command::new(id, label, Scope::Session, Run::Look(run))
    }

    /// Creates a command that requests something of the page.
    const fn request(id: &'static str, label: &'static str, ask: Ask) -> Command {
        Command::new(id, label, Scope::Session, Run::Request(ask))
    }

    /// Creates a command that begins or ends something, and leaves the document alone.
    const fn session(
        id: &'static str,
        label: &'static str,
        run: fn(&mut Editor, &Args, u64) -> Result<()>,
    ) -> Command {
        Command::new(id, label, Scope::Session, Run::Session(run))
    }

    /// Creates a command that edits.
    const fn edit(
        id: &'static str,
        label: &'static str,
        scope: Scope,
        run: fn(&mut Edit<'_>, &Args) -> Result<()>,
    ) -> Command {
        // A stroke ends before anything else is edited.
        Command::new(id, label, scope, Run::Edit(run)).when(&[Condition::Rest])
    }

    const fn menu(self, menu: &'static str) -> Command {
        Command { menu, ..self }
    }

    const fn keys(self, keys: &'static [Key<'static>]) -> Command {
        Command { keys, ..self }
    }

    const fn params(self, params: &'static [Param]) -> Command {
        Command { params, ..self }
    }

    /// Asks people for its parameters in a form.
    const fn asks(self) -> Command {
        Command { asks: true, ..self }
    }

    /// Asks people for its parameters in a form that previews the edit.
    const fn previews(self) -> Command {
        Command { asks: true, previews: true, ..self }
    }

    /// Repeats it while its key is held.
    const fn repeats(self) -> Command {
        Command { repeats: true, ..self }
    }

    /// Marks its commit as one that removes something.
    const fn removes(self) -> Command {
        Command { color: Color::REMOVED, ..self }
    }

    /// Says what kind of step its commit is.
    const fn kind(self, kind: StepKind) -> Command {
        Command { kind, ..self }
    }

    /// Merges its step with the step before, if that has the same family and target and is recent.
    const fn merges(self, family: &'static str) -> Command {
        Command { joins: Joins::Before(family), ..self }
    }

    /// Keeps the steps that can be redone, unless it touches what they touch.
    const fn looks(self) -> Command {
        Command { joins: Joins::Redo, ..self }
    }

    /// Disables it unless conditions hold, which say why.
    const fn when(self, all: &[Condition]) -> Command {
        Command { needs: self.needs.and(all), ..self }
    }

    /// Sets what it needs if it is told a layer, which need not be the active one.
    const fn when_told(self, all: &[Condition]) -> Command {
        Command { told: Some(Conditions::NONE.and(&[Condition::Rest]).and(all)), ..self }
    }

    /// Has menus show whether what it turns on and off is on.
    const fn checked(self, checked: fn(&Editor) -> bool) -> Command {
        Command { checked: Some(checked), ..self }
    }

    /// Has it say beforehand what it would lose.
    const fn loses(self, loses: fn(&Editor, &Args) -> Result<Vec<Loss>>) -> Command {
        Command { loses: Some(loses), ..self }
    }

    /// Has it look up pixels of the past before it begins.
    const fn looks_up(self, look_up: fn(&mut Session, &Args) -> Result<()>) -> Command {
        Command { looks_up: Some(look_up), ..self }
    }

    /// Returns the part of the editor that the command may change.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Returns `true` if the command edits the document, as one step.
    pub fn edits(&self) -> bool {
        matches!(self.run, Run::Edit(_))
    }
}

/// The commands of each menu.
static TABLES: [&[Command]; 17] = [
    file::TABLE,
    // While a merge is walked through, keys mean that.
    merge::TABLE,
    edit::TABLE,
    merge::END,
    history::TABLE,
    select::TABLE,
    image::TABLE,
    slice::TABLE,
    // Whoever paints by keys moves the cursor by the arrows that go to layers and frames otherwise.
    cursor::TABLE,
    layer::TABLE,
    group::TABLE,
    frame::TABLE,
    palette::TABLE,
    &tool::CHOOSING,
    tool::TABLE,
    view::TABLE,
    help::TABLE,
];

/// Returns all commands.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    TABLES.iter().copied().flatten()
}

/// Returns the command with an id, or `None` if there is none.
pub fn command(id: &str) -> Option<&'static Command> {
    commands().find(|command| command.id == id)
}
