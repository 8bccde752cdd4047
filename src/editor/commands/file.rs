//! Files: new, open, drawings, save, export. The page shows the dialogs for them.

use super::{Command, Condition};
use crate::editor::{Ask, Key};

// A stroke must end before its document is saved or replaced.
pub(super) static TABLE: &[Command] = &[
    Command::request("file.new", "New…", Ask::New).menu("File").when(&[Condition::Rest]),
    Command::request("file.open", "Open…", Ask::Open)
        .menu("File")
        .keys(&[Key::ctrl("o")])
        .when(&[Condition::Rest]),
    Command::request("file.open-sheet", "Open sprite sheet…", Ask::OpenSheet)
        .menu("File")
        .keys(&[Key::ctrl("i")])
        .when(&[Condition::Rest]),
    Command::request("file.drawings", "Drawings…", Ask::Drawings)
        .menu("File")
        .keys(&[Key::ctrl_shift("o")])
        .when(&[Condition::Rest]),
    Command::request("file.save", "Save", Ask::Save)
        .menu("File")
        .keys(&[Key::ctrl("s")])
        .when(&[Condition::Rest]),
    Command::request("file.save-as", "Save as…", Ask::SaveAs)
        .menu("File")
        .keys(&[Key::ctrl_shift("s")])
        .when(&[Condition::Rest]),
    Command::request("file.save-with-history", "Save as, with history…", Ask::SaveWithHistory)
        .menu("File")
        .when(&[Condition::Rest]),
    Command::request("file.export", "Export…", Ask::Export)
        .menu("File")
        .keys(&[Key::ctrl("e"), Key::ctrl_shift("e")])
        .when(&[Condition::Rest]),
    Command::request("file.export-again", "Export again", Ask::ExportAgain)
        .menu("File")
        .keys(&[Key::ctrl_shift("x")])
        .when(&[Condition::Rest]),
];
