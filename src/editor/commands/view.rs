//! View: zoom, scrolling, the grid, and the games that play on the active cel.

use super::{Command, Condition, Run, Scope};
use crate::color::Color;
use crate::editor::session::params::{Args, Kind, Param};
use crate::editor::{Editor, HeatBy, Key, Window};
use crate::error::Result;
use crate::geometry::Rect;
use crate::raster::Automaton;
use crate::render::{MAX_GHOSTS, Onion, Turn, Zoom};
use crate::value::Value;

/// Scrolls by an eighth of the viewport.
fn scroll(window: &mut Window, x: i32, y: i32, canvas: Rect) {
    let (dx, dy) = (window.view().width / 8 * x, window.view().height / 8 * y);
    window.pan(dx, dy, canvas);
}

const SPEED: Param = Param::new("speed", "Generations per second", Kind::Whole(1, 60), |_| {
    crate::editor::session::game::SPEED.into()
});

/// How many neighbouring frames of a side may be shown.
const GHOSTS: Kind = Kind::Whole(0, MAX_GHOSTS as i64);

fn tint(color: Color) -> Value {
    Value::Text(color.to_string())
}

fn play(editor: &mut Editor, rule: Automaton, wrap: bool, args: &Args) -> Result<()> {
    editor.start_game(rule, wrap, args.count("speed")?)
}

macro_rules! zoom {
    ($id:literal, $label:literal, $key:literal, $times:literal) => {
        Command::look($id, $label, |window, canvas| window.zoom(Zoom::times($times), canvas))
            .menu("View")
            .keys(&[Key::plain($key)])
    };
}

macro_rules! scroll {
    ($id:literal, $label:literal, $key:literal, $x:literal, $y:literal) => {
        Command::look($id, $label, |window, canvas| scroll(window, $x, $y, canvas))
            .keys(&[Key::ctrl($key)])
            .repeats()
    };
}

pub(super) static TABLE: &[Command] = &[
    Command::look("view.zoom.in", "Zoom in", |window, canvas| {
        window.zoom(window.view().zoom.stepped(1), canvas)
    })
    .menu("View")
    .keys(&[Key::ctrl("+"), Key::ctrl("=")])
    .repeats(),
    Command::look("view.zoom.out", "Zoom out", |window, canvas| {
        window.zoom(window.view().zoom.stepped(-1), canvas)
    })
    .menu("View")
    .keys(&[Key::ctrl("-")])
    .repeats(),
    Command::look("view.fit", "Fit to window", |window, canvas| window.fit(canvas))
        .menu("View")
        .keys(&[Key::ctrl("0")]),
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
    Command::look("view.grid", "Grid", |window, _| {
        window.toggle_grid();
    })
    .menu("View")
    .keys(&[Key::ctrl("'")])
    .checked(|e| e.view().grid),
    Command::look("view.slices", "Slices", |window, _| window.toggle_slices())
        .menu("View")
        .checked(|e| e.shown.window.shows_slices()),
    Command::look("view.rulers", "Rulers", |window, _| window.toggle_rulers())
        .menu("View")
        .checked(|e| e.shown.window.has_rulers()),
    Command::look("view.beyond", "Content outside the canvas", |window, _| window.toggle_beyond())
        .menu("View")
        .checked(|e| e.view().beyond),
    Command::session("view.heat-often", "Heat: how often changed", |e, _, _| {
        e.session.toggle_heat(HeatBy::Often)
    })
    .menu("View")
    .checked(|e| e.heat_by() == Some(HeatBy::Often)),
    Command::session("view.heat-lately", "Heat: how lately changed", |e, _, _| {
        e.session.toggle_heat(HeatBy::Lately)
    })
    .menu("View")
    .checked(|e| e.heat_by() == Some(HeatBy::Lately)),
    Command::look("view.mirror", "Flip view", |window, canvas| {
        window.turn(window.view().turn.mirrored(), canvas)
    })
    .menu("View")
    .keys(&[Key::shift("f")]),
    Command::look("view.turn-left", "Rotate view left", |window, canvas| {
        window.turn(window.view().turn.rotated(-1), canvas)
    })
    .menu("View"),
    Command::look("view.turn-right", "Rotate view right", |window, canvas| {
        window.turn(window.view().turn.rotated(1), canvas)
    })
    .menu("View"),
    Command::look("view.straight", "Reset view", |window, canvas| window.turn(Turn::NONE, canvas))
        .menu("View")
        .when(&[Condition::Turned]),
    Command::choose("view.onion", "Onion skin", |desk, _, _| {
        desk.shows_onion = !desk.shows_onion;
        Ok(())
    })
    .menu("View")
    .keys(&[Key::plain("F3")])
    .checked(|e| e.onion().1),
    Command::choose("view.onion-settings", "Onion skin settings", |desk, _, a| {
        let colors = (a.color("tintBefore")?, a.color("tintAfter")?);
        desk.onion = Onion {
            before: a.count("before")?,
            after: a.count("after")?,
            opacity: a.count("opacity")?,
            tint_before: colors.0,
            tint_after: colors.1,
            front: a.flag("front")?,
            layer: a.flag("layer")?,
            tag: a.flag("tag")?,
        };
        desk.shows_onion = true;
        Ok(())
    })
    .menu("View")
    .params(&[
        Param::new("before", "Frames before", GHOSTS, |e| e.desk().onion.before.into()),
        Param::new("after", "Frames after", GHOSTS, |e| e.desk().onion.after.into()),
        Param::new("opacity", "Opacity in per cent", Kind::Whole(1, 100), |e| e.desk().onion.opacity.into()),
        Param::new("tintBefore", "Colour before", Kind::Color, |e| tint(e.desk().onion.tint_before)),
        Param::new("tintAfter", "Colour after", Kind::Color, |e| tint(e.desk().onion.tint_after)),
        Param::new("front", "In front of the picture", Kind::Flag, |e| e.desk().onion.front.into()),
        Param::new("layer", "Only the active layer", Kind::Flag, |e| e.desk().onion.layer.into()),
        Param::new("tag", "Within the tag, looping", Kind::Flag, |e| e.desk().onion.tag.into()),
    ])
    .asks(),
    Command::session("view.play-life", "Play Life", |e, a, _| play(e, Automaton::Life, a.flag("wrap")?, a))
        .menu("View")
        .params(&[
            SPEED,
            Param::new("wrap", "Wrap around the edges", Kind::Flag, |e| e.options().wrap.into()),
        ])
        .when(&[Condition::Rest]),
    Command::session("view.play-sand", "Play falling sand", |e, a, _| play(e, Automaton::Sand, false, a))
        .menu("View")
        .params(&[SPEED])
        .when(&[Condition::Rest]),
    Command::new(
        "view.play-keep",
        "Keep as a step",
        Scope::History,
        Run::Session(|e, _, time| e.keep_game(time)),
    )
    .menu("View")
    .keys(&[Key::plain("Enter")])
    .when(&[Condition::Game]),
    Command::session("view.play-leave", "Leave game", |e, _, _| {
        e.leave_game();
        Ok(())
    })
    .menu("View")
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::Game]),
];
