//! Painting by keys: the mode, and the steps of its cursor.

use super::{Command, Condition};
use crate::editor::Key;

macro_rules! step {
    ($id:literal, $label:literal, $key:expr, $move:ident, $x:literal, $y:literal) => {
        Command::session($id, $label, |e, _, time| {
            e.$move($x, $y, time);
            Ok(())
        })
        .keys(&[$key])
        .repeats()
        .when(&[Condition::ByKeys])
    };
}

pub(super) static TABLE: &[Command] = &[
    Command::session("view.by-keys", "Paint with the keyboard", |e, _, _| {
        e.set_by_keys(!e.is_by_keys());
        Ok(())
    })
    .menu("View")
    .keys(&[Key::plain("k")])
    .checked(|e| e.is_by_keys()),
    Command::session("cursor.end", "Stop painting with the keyboard", |e, _, _| {
        e.set_by_keys(false);
        Ok(())
    })
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::ByKeys]),
    step!("cursor.left", "Cursor left", Key::plain("ArrowLeft"), step_cursor, -1, 0),
    step!("cursor.right", "Cursor right", Key::plain("ArrowRight"), step_cursor, 1, 0),
    step!("cursor.up", "Cursor up", Key::plain("ArrowUp"), step_cursor, 0, -1),
    step!("cursor.down", "Cursor down", Key::plain("ArrowDown"), step_cursor, 0, 1),
    step!("cursor.far-left", "Cursor left by the grid", Key::shift("ArrowLeft"), leap_cursor, -1, 0),
    step!("cursor.far-right", "Cursor right by the grid", Key::shift("ArrowRight"), leap_cursor, 1, 0),
    step!("cursor.far-up", "Cursor up by the grid", Key::shift("ArrowUp"), leap_cursor, 0, -1),
    step!("cursor.far-down", "Cursor down by the grid", Key::shift("ArrowDown"), leap_cursor, 0, 1),
];
