//! View: zoom, scrolling, the grid, and the games that play on what is drawn.

use super::{Command, Run, Scope};
use crate::editor::params::{Args, Kind, Param};
use crate::editor::{Editor, Key};
use crate::error::Result;
use crate::raster::Automaton;
use crate::render::Zoom;

fn zoom_to(editor: &mut Editor, zoom: Zoom) -> Result<()> {
    let (x, y) = (f64::from(editor.view.width) / 2.0, f64::from(editor.view.height) / 2.0);
    editor.zoom_at(x, y, zoom);
    Ok(())
}

/// Scrolls by an eighth of the viewport.
fn scroll(editor: &mut Editor, x: i32, y: i32) -> Result<()> {
    let (dx, dy) = (editor.view.width / 8 * x, editor.view.height / 8 * y);
    editor.view.pan(dx, dy, editor.document.bounds());
    editor.repaint_all();
    Ok(())
}

const SPEED: Param =
    Param::new("speed", "Generations per second", Kind::Whole(1, 60), |_| crate::editor::SPEED.into());

fn play(editor: &mut Editor, rule: Automaton, wrap: bool, args: &Args) -> Result<()> {
    editor.start_game(rule, wrap, args.count("speed")?)
}

fn plays(editor: &Editor) -> bool {
    editor.game().is_some()
}

macro_rules! zoom {
    ($id:literal, $label:literal, $key:literal, $times:literal) => {
        Command::session($id, $label, |e, _| zoom_to(e, Zoom::times($times)))
            .menu("View")
            .keys(&[Key::plain($key)])
    };
}

macro_rules! scroll {
    ($id:literal, $label:literal, $key:literal, $x:literal, $y:literal) => {
        Command::session($id, $label, |e, _| scroll(e, $x, $y)).keys(&[Key::plain($key)])
    };
}

pub(super) static TABLE: &[Command] = &[
    Command::session("view.zoom.in", "Zoom in", |e, _| zoom_to(e, e.view.zoom.stepped(1)))
        .menu("View")
        .keys(&[Key::plain("+"), Key::plain("=")]),
    Command::session("view.zoom.out", "Zoom out", |e, _| zoom_to(e, e.view.zoom.stepped(-1)))
        .menu("View")
        .keys(&[Key::plain("-")]),
    Command::session("view.fit", "Fit to window", |e, _| {
        e.view.fit(e.document.bounds());
        e.repaint_all();
        Ok(())
    })
    .menu("View")
    .keys(&[Key::plain("0")]),
    zoom!("view.zoom.1", "Zoom 1×", "1", 1),
    zoom!("view.zoom.2", "Zoom 2×", "2", 2),
    zoom!("view.zoom.3", "Zoom 4×", "3", 4),
    zoom!("view.zoom.4", "Zoom 8×", "4", 8),
    zoom!("view.zoom.5", "Zoom 16×", "5", 16),
    zoom!("view.zoom.6", "Zoom 32×", "6", 32),
    scroll!("view.scroll-left", "Scroll left", "ArrowLeft", 1, 0),
    scroll!("view.scroll-right", "Scroll right", "ArrowRight", -1, 0),
    scroll!("view.scroll-up", "Scroll up", "ArrowUp", 0, 1),
    scroll!("view.scroll-down", "Scroll down", "ArrowDown", 0, -1),
    Command::session("view.grid", "Grid", |e, _| {
        e.view.grid = !e.view.grid;
        e.repaint_all();
        Ok(())
    })
    .menu("View")
    .keys(&[Key::ctrl("'")]),
    Command::session("view.play-life", "Play Life", |e, a| play(e, Automaton::Life, a.flag("wrap")?, a))
        .menu("View")
        .params(&[SPEED, Param::new("wrap", "Around the edges", Kind::Flag, |e| e.options().wrap.into())])
        .when(|e| !e.is_painting()),
    Command::session("view.play-sand", "Play falling sand", |e, a| play(e, Automaton::Sand, false, a))
        .menu("View")
        .params(&[SPEED])
        .when(|e| !e.is_painting()),
    Command::new(
        "view.play-keep",
        "Keep as a step",
        Scope::History,
        Run::Timed(|e, _, time| e.keep_game(time)),
    )
    .menu("View")
    .keys(&[Key::plain("Enter")])
    .when(plays),
    Command::session("view.play-leave", "Leave Play", |e, _| {
        e.leave_game();
        Ok(())
    })
    .menu("View")
    .keys(&[Key::plain("Escape")])
    .when(plays),
];
