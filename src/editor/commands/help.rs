//! Help: finding a command by its name, and the keys. The page shows the dialogs for them.

use super::{Command, Condition};
use crate::editor::{Ask, Key};

pub(super) static TABLE: &[Command] = &[
    Command::request("help.commands", "Commands…", Ask::Commands)
        .menu("Help")
        .keys(&[Key::ctrl("k"), Key::plain("/")])
        .when(&[Condition::Rest]),
    Command::request("help.keys", "Keyboard shortcuts…", Ask::Keys)
        .menu("Help")
        .keys(&[Key::plain("?")])
        .when(&[Condition::Rest]),
];
