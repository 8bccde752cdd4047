//! Help: finding a command by its name, and the keys. The page shows the dialogs for them.

use super::{Command, Condition};
use crate::editor::{Ask, Effect, Key};

pub(super) static TABLE: &[Command] = &[
    Command::session("help.commands", "Commands…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Commands));
        Ok(())
    })
    .menu("Help")
    .keys(&[Key::ctrl("k"), Key::plain("/")])
    .when(&[Condition::Rest]),
    Command::session("help.keys", "Keyboard shortcuts…", |e, _, _| {
        e.emit(Effect::Ask(Ask::Keys));
        Ok(())
    })
    .menu("Help")
    .keys(&[Key::plain("?")])
    .when(&[Condition::Rest]),
];
