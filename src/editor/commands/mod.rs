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

mod edit;
mod file;
mod frame;
mod history;
mod image;
mod layer;
mod palette;
mod select;
mod tool;
mod view;

use super::params::{Args, Param};
use super::{Desk, Edit, Editor, Key, Window};
use crate::color::Color;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Rect;
use crate::tools::Tool;

/// What a command may touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Nothing of the document: what is shown and chosen.
    Session,
    /// Pixels of the active cel, as the selection and the layer's locks let it.
    Cel,
    /// Pixels of all layers, each as the selection and its locks let it.
    Layers,
    /// The selection, and what floats.
    Selection,
    /// Anything.
    Document,
    /// The history itself: undo and redo.
    History,
}

/// What running a command does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Run {
    /// Chooses a tool for the next press.
    Tool(&'static Tool),
    /// Changes a copy of the desk, which replaces the desk if that succeeds.
    Choose(fn(&mut Desk, &Document, &Args) -> Result<()>),
    /// Changes what the window shows of a canvas.
    Look(fn(&mut Window, Rect)),
    /// Asks the page, plays, or travels the history, at a time in milliseconds.
    Session(fn(&mut Editor, &Args, u64) -> Result<()>),
    /// Changes the document, within an open action.
    Edit(fn(&mut Edit<'_>, &Args) -> Result<()>),
}

/// What the step of a command is joined to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Joins {
    /// Nothing.
    Nothing,
    /// The step before, if it is of the same family and target, and not long ago.
    Before(&'static str),
    /// What could be redone, which is carried on top of it.
    Redo,
}

/// Something a person can invoke.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The name that scripts use.
    pub id: &'static str,
    /// The name that people read, in menus and in the history.
    pub label: &'static str,
    /// The menu it stands in, if any.
    pub menu: &'static str,
    /// The keys bound to it.
    pub keys: &'static [Key<'static>],
    /// What it can be told.
    pub params: &'static [Param],
    /// Whether people are asked for that first.
    pub asks: bool,
    /// Whether they see what comes of it while they are asked.
    pub previews: bool,
    /// Whether it is run again and again while its key is held.
    pub repeats: bool,
    /// The colour of its commit.
    pub(super) color: Color,
    pub(super) joins: Joins,
    pub(super) scope: Scope,
    pub(super) enabled: fn(&Editor) -> bool,
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
            scope,
            enabled: |_| true,
            run,
        }
    }

    /// Creates a command that chooses something.
    const fn choose(
        id: &'static str,
        label: &'static str,
        run: fn(&mut Desk, &Document, &Args) -> Result<()>,
    ) -> Command {
        Command::new(id, label, Scope::Session, Run::Choose(run))
    }

    /// Creates a command that changes the view.
    const fn look(id: &'static str, label: &'static str, run: fn(&mut Window, Rect)) -> Command {
        Command::new(id, label, Scope::Session, Run::Look(run))
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
        Command::new(id, label, scope, Run::Edit(run))
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

    /// People are asked for its parameters.
    const fn asks(self) -> Command {
        Command { asks: true, ..self }
    }

    /// People are asked, and see what comes of it meanwhile.
    const fn previews(self) -> Command {
        Command { asks: true, previews: true, ..self }
    }

    /// Runs it again while its key is held.
    const fn repeats(self) -> Command {
        Command { repeats: true, ..self }
    }

    /// Its commit takes away.
    const fn removes(self) -> Command {
        Command { color: Color::REMOVED, ..self }
    }

    /// Lets its step join the step before, if that is of the same family and target, and not long ago.
    const fn merges(self, family: &'static str) -> Command {
        Command { joins: Joins::Before(family), ..self }
    }

    /// It only looks or chooses: what could be redone stays, if it touches nothing of it.
    const fn looks(self) -> Command {
        Command { joins: Joins::Redo, ..self }
    }

    const fn when(self, enabled: fn(&Editor) -> bool) -> Command {
        Command { enabled, ..self }
    }

    /// What it may touch.
    pub fn scope(&self) -> Scope {
        self.scope
    }

    /// Whether it edits the document as one step.
    pub fn edits(&self) -> bool {
        matches!(self.run, Run::Edit(_))
    }
}

/// The commands of each menu.
static TABLES: [&[Command]; 11] = [
    file::TABLE,
    edit::TABLE,
    history::TABLE,
    select::TABLE,
    image::TABLE,
    layer::TABLE,
    frame::TABLE,
    palette::TABLE,
    &tool::CHOOSING,
    tool::TABLE,
    view::TABLE,
];

/// All commands.
pub fn commands() -> impl Iterator<Item = &'static Command> {
    TABLES.iter().copied().flatten()
}

/// The command of a name.
pub fn command(id: &str) -> Option<&'static Command> {
    commands().find(|command| command.id == id)
}
