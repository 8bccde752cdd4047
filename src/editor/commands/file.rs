//! Files: new, open, save. The page asks for what only it can give.

use super::{Command, Scope};
use crate::editor::{Ask, Editor, Effect};

/// A stroke under way must end before its document is saved or replaced.
fn idle(editor: &Editor) -> bool {
    !editor.is_painting()
}

pub(super) static TABLE: &[Command] = &[
    Command::session("file.new", "New…", |e, _| {
        e.emit(Effect::Ask(Ask::New));
        Ok(())
    })
    .menu("File")
    .when(idle),
    Command::session("file.open", "Open…", |e, _| {
        e.emit(Effect::Ask(Ask::Open));
        Ok(())
    })
    .menu("File")
    .keys(&[crate::editor::Key::ctrl("o")])
    .when(idle),
    Command::session("file.save", "Save", |e, _| {
        e.emit(Effect::Ask(Ask::Save));
        Ok(())
    })
    .menu("File")
    .keys(&[crate::editor::Key::ctrl("s")])
    .when(idle),
];

/// Undo and redo are no edits: they move along the history.
pub(super) const HISTORY: Scope = Scope::History;
