//! Select: all, none, the rest, what is painted.

use super::{Command, Scope};
use crate::document::Mode;
use crate::editor::{Editor, Key};
use crate::error::Result;
use crate::geometry::Rect;

/// Selects the pixels of the active cel that are not transparent.
fn content(editor: &mut Editor) -> Result<()> {
    editor.document.land()?;
    let cel = editor.cel();
    let around = editor.document.cel_bounds(cel);
    let mut rects = Vec::new();
    let mut row = vec![crate::color::Color::TRANSPARENT; around.width as usize];
    for y in around.y..around.bottom() {
        editor.document.read_row(cel, around.x as u32, y as u32, &mut row);
        let mut x = around.x;
        for run in row.chunk_by(|a, b| a.is_transparent() == b.is_transparent()) {
            if !run[0].is_transparent() {
                rects.push(Rect::new(x, y, run.len() as i32, 1));
            }
            x += run.len() as i32;
        }
    }
    editor.document.select(&rects, Mode::Replace)
}

pub(super) static TABLE: &[Command] = &[
    Command::edit("select.all", "Select all", Scope::Selection, |e, _| {
        let canvas = e.document.bounds();
        e.document.select(&[canvas], Mode::Replace)
    })
    .menu("Select")
    .keys(&[Key::ctrl("a")]),
    Command::edit("select.none", "Deselect", Scope::Selection, |e, _| e.document.deselect())
        .menu("Select")
        .keys(&[Key::ctrl("d")])
        .when(|e| e.document().selection().is_some() || e.document().floating().is_some()),
    Command::edit("select.invert", "Invert selection", Scope::Selection, |e, _| e.document.select_inverse())
        .menu("Select")
        .keys(&[Key::ctrl_shift("i")]),
    Command::edit("select.content", "Select painted pixels", Scope::Selection, |e, _| content(e))
        .menu("Select"),
];
