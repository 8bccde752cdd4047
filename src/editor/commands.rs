//! The one table of commands: what a person can invoke.
//!
//! Buttons, keys and scripts all come from here, so nothing can be invoked that
//! is not in it, and whatever is in it can be invoked in every way.

use super::{Ask, Direction, Editor, Effect, Key};
use crate::color::Color;
use crate::raster::Brush;
use crate::render::Zoom;
use crate::tools::Tool;

/// Something a person can invoke.
#[derive(Debug)]
pub struct Command {
    /// The name that scripts use.
    pub id: &'static str,
    /// The name that people read.
    pub label: &'static str,
    /// The keys bound to it.
    pub keys: &'static [Key<'static>],
    /// Whether it can be run now.
    pub enabled: fn(&Editor) -> bool,
    /// Runs it.
    pub(super) run: fn(&mut Editor),
}

const fn command(
    id: &'static str,
    label: &'static str,
    keys: &'static [Key<'static>],
    enabled: fn(&Editor) -> bool,
    run: fn(&mut Editor),
) -> Command {
    Command { id, label, keys, enabled, run }
}

fn always(_: &Editor) -> bool {
    true
}

/// A stroke under way must end before its document is saved or replaced.
fn idle(editor: &Editor) -> bool {
    !editor.is_painting()
}

fn can_undo(editor: &Editor) -> bool {
    editor.is_painting() || editor.document.history().position() > 0
}

fn can_redo(editor: &Editor) -> bool {
    let history = editor.document.history();
    idle(editor) && history.ahead() > 0
}

fn grow(editor: &mut Editor, by: i32) {
    if let Ok(brush) = Brush::new(editor.brush.size().saturating_add_signed(by)) {
        editor.brush = brush;
    }
}

fn zoom_to(editor: &mut Editor, zoom: Zoom) {
    let (x, y) = (f64::from(editor.view.width) / 2.0, f64::from(editor.view.height) / 2.0);
    editor.zoom_at(x, y, zoom);
}

/// All commands.
pub static TABLE: &[Command] = &[
    command("file.new", "New…", &[], idle, |e| e.emit(Effect::Ask(Ask::New))),
    command("file.open", "Open…", &[Key::ctrl("o")], idle, |e| e.emit(Effect::Ask(Ask::Open))),
    command("file.save", "Save", &[Key::ctrl("s")], idle, |e| e.emit(Effect::Ask(Ask::Save))),
    command("edit.undo", "Undo", &[Key::ctrl("z")], can_undo, |e| e.travel(Direction::Undo)),
    command("edit.redo", "Redo", &[Key::ctrl_shift("z"), Key::ctrl("y")], can_redo, |e| {
        e.travel(Direction::Redo);
    }),
    command("edit.cancel", "Cancel", &[Key::plain("Escape")], Editor::is_painting, |e| {
        e.cancel_stroke();
    }),
    command("tool.pencil", "Pencil", &[Key::plain("b")], always, |e| e.tool = Tool::Pencil),
    command("tool.eraser", "Eraser", &[Key::plain("e")], always, |e| e.tool = Tool::Eraser),
    command("color.swap", "Swap colours", &[Key::plain("x")], always, |e| {
        std::mem::swap(&mut e.primary, &mut e.secondary);
    }),
    command("color.reset", "Reset colours", &[Key::plain("d")], always, |e| {
        (e.primary, e.secondary) = (Color::BLACK, Color::TRANSPARENT);
    }),
    command("brush.smaller", "Smaller brush", &[Key::plain("[")], always, |e| grow(e, -1)),
    command("brush.larger", "Larger brush", &[Key::plain("]")], always, |e| grow(e, 1)),
    command("view.zoom.in", "Zoom in", &[Key::plain("+"), Key::plain("=")], always, |e| {
        zoom_to(e, e.view.zoom.stepped(1));
    }),
    command("view.zoom.out", "Zoom out", &[Key::plain("-")], always, |e| {
        zoom_to(e, e.view.zoom.stepped(-1));
    }),
    command("view.fit", "Fit to window", &[Key::plain("0")], always, |e| {
        e.view.fit(e.document.bounds());
        e.repaint_all();
    }),
    command("view.zoom.1", "Zoom 1×", &[Key::plain("1")], always, |e| zoom_to(e, Zoom::times(1))),
    command("view.zoom.2", "Zoom 2×", &[Key::plain("2")], always, |e| zoom_to(e, Zoom::times(2))),
    command("view.zoom.3", "Zoom 4×", &[Key::plain("3")], always, |e| zoom_to(e, Zoom::times(4))),
    command("view.zoom.4", "Zoom 8×", &[Key::plain("4")], always, |e| zoom_to(e, Zoom::times(8))),
    command("view.zoom.5", "Zoom 16×", &[Key::plain("5")], always, |e| zoom_to(e, Zoom::times(16))),
    command("view.zoom.6", "Zoom 32×", &[Key::plain("6")], always, |e| zoom_to(e, Zoom::times(32))),
    command("view.grid", "Grid", &[Key::ctrl("'")], always, |e| {
        e.view.grid = !e.view.grid;
        e.repaint_all();
    }),
];
