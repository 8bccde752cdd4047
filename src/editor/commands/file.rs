//! Files: new, open, drawings, save, export. The page shows the dialogs for them.

use super::{Command, Condition};
use crate::editor::{Ask, Effect, Key};

// A stroke must end before its document is saved or replaced.
pub(super) static TABLE: &[Command] = &[
    Command::session("file.new", "New…", |e, _, _| {
        e.emit(Effect::Ask(Ask::New));
        Ok(())
    })
    .menu("File")
    .when(&[Condition::Rest]),
    Command::session("file.open", "Open…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Open));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("o")])
    .when(&[Condition::Rest]),
    Command::session("file.open-sheet", "Open sprite sheet…", |e, _, _| {
        e.emit(Effect::Ask(Ask::OpenSheet));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("i")])
    .when(&[Condition::Rest]),
    Command::session("file.drawings", "Drawings…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Drawings));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl_shift("o")])
    .when(&[Condition::Rest]),
    Command::session("file.save", "Save", |e, _, _| {
        e.emit(Effect::Ask(Ask::Save));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("s")])
    .when(&[Condition::Rest]),
    Command::session("file.save-as", "Save as…", |e, _, _| {
        e.emit(Effect::Ask(Ask::SaveAs));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl_shift("s")])
    .when(&[Condition::Rest]),
    Command::session("file.save-with-history", "Save as, with history…", |e, _, _| {
        e.emit(Effect::Ask(Ask::SaveWithHistory));
        Ok(())
    })
    .menu("File")
    .when(&[Condition::Rest]),
    Command::session("file.export", "Export…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Export));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl("e"), Key::ctrl_shift("e")])
    .when(&[Condition::Rest]),
    Command::session("file.export-again", "Export again", |e, _, _| {
        e.emit(Effect::Ask(Ask::ExportAgain));
        Ok(())
    })
    .menu("File")
    .keys(&[Key::ctrl_shift("x")])
    .when(&[Condition::Rest]),
];
