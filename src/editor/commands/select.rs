//! Select: everything, nothing, the inverse, the painted pixels.

use super::{Command, Condition, Scope};
use crate::document::{Mode, StepKind};
use crate::editor::Key;

pub(super) static TABLE: &[Command] = &[
    Command::edit("select.all", "Select all", Scope::Selection, |e, _| {
        let canvas = e.document.bounds();
        e.document.select(&[canvas], Mode::Replace)
    })
    .looks()
    .kind(StepKind::Selects)
    .menu("Select")
    .keys(&[Key::ctrl("a")]),
    Command::edit("select.none", "Deselect", Scope::Selection, |e, _| e.document.deselect())
        .looks()
        .kind(StepKind::Selects)
        .menu("Select")
        .keys(&[Key::ctrl("d"), Key::plain("Escape")])
        .when(&[Condition::Selected, Condition::NoGame]),
    Command::edit("select.invert", "Invert selection", Scope::Selection, |e, _| e.document.select_inverse())
        .looks()
        .kind(StepKind::Selects)
        .menu("Select")
        .keys(&[Key::ctrl_shift("i")]),
    Command::edit("select.content", "Select painted pixels", Scope::Selection, |e, _| {
        let cel = e.cel();
        e.document.select_content(cel)
    })
    .looks()
    .kind(StepKind::Selects)
    .menu("Select"),
];
