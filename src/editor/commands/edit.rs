//! Edit: the history, the clipboard, and transforms and colours of the selected pixels.
//!
//! Selected pixels are turned, scaled and moved as a floating selection. Without a
//! selection the whole cel is, about the middle of the canvas.

use super::{Command, Condition, Run, Scope};
use crate::color::{Color, brightness_contrast, distance, hue_saturation, invert};
use crate::document::{Needs, StepKind};
use crate::editor::hand::transform::transform;
use crate::editor::session::edit::Edit;
use crate::editor::session::edits::{Source, Turn, copied};
use crate::editor::session::params::{Args, Kind, Param};
use crate::editor::session::reach::{REACH, Reach};
use crate::editor::{Direction, Editor, Key};
use crate::error::Result;
use crate::geometry::Rect;
use crate::raster::{
    Image, Rotation, Scaling, flip_horizontal, flip_vertical, outline, rotate, rotate_half, rotate_left,
    rotate_right, scale,
};

/// Moves the selected pixels by steps to a side of the screen, as the floating selection; with the Move tool also the
/// whole cel.
fn nudge(edit: &mut Edit<'_>, args: &Args, x: i32, y: i32) -> Result<()> {
    let (x, y) = edit.turn.plain((x, y), (0, 0));
    let (step, cel) = (args.whole("step")? as i32, edit.cel());
    let whole = edit.document.selection().is_none() && edit.document.floating().is_none();
    edit.document.lift(cel)?;
    edit.wrap_floating()?;
    edit.document.move_floating(x * step, y * step)?;
    if whole { edit.document.land() } else { Ok(()) }
}

/// Most bytes of a text that is set.
const MOST_TEXT: usize = 1024;

const STEP: &[Param] = &[Param::new("step", "Pixels", Kind::Whole(1, 4096), |_| 1.into())];

/// The steps while Shift is held.
const LARGER: &[Param] = &[Param::new("step", "Pixels", Kind::Whole(1, 4096), |_| 8.into())];

/// Where a transformed selection may lie.
const PLACE: Kind = Kind::Whole(-65536, 65536);

macro_rules! nudge {
    ($id:literal, $label:literal, $key:expr, $step:expr, $x:literal, $y:literal) => {
        Command::edit($id, $label, Scope::Selection, |e, a| nudge(e, a, $x, $y))
            .keys(&[$key])
            .repeats()
            .params($step)
            .merges("nudge")
            .kind(StepKind::Moves)
            // Who paints by keys moves the cursor with arrows, unless something floats.
            .when(&[Condition::Movable])
    };
}

/// Returns the names and labels of the rotation methods.
pub(super) fn rotations() -> Vec<(&'static str, &'static str)> {
    vec![(Rotation::PixelArt.id(), "Smooth edges (RotSprite)"), (Rotation::Nearest.id(), "Nearest pixel")]
}

/// Returns the names and labels of the scaling methods.
pub(super) fn scalings() -> Vec<(&'static str, &'static str)> {
    vec![(Scaling::Nearest.id(), "Nearest pixel"), (Scaling::Epx.id(), "Smooth edges (Scale2x)")]
}

/// Returns the size of the floating selection, else of the selection, else of all that is kept of the cel, as that is what is changed.
fn size(editor: &Editor) -> (u32, u32) {
    let document = editor.document();
    let around = document.floating().map(|(_, around)| around).or(document.selection());
    let around = around.unwrap_or_else(|| document.whole_extent(editor.cel()));
    (around.width.max(1) as u32, around.height.max(1) as u32)
}

/// Maps the colours of all pixels of the active cel that may change.
fn adjust(edit: &mut Edit<'_>, args: &Args, mut change: impl FnMut(Color) -> Color) -> Result<()> {
    let canvas = edit.document.bounds();
    edit.each(args, |edit| {
        edit.document.land()?;
        edit.document.map(edit.cel(), canvas, &mut change)
    })
}

/// Moves what is painted within the reach to the middle of the canvas, all of it by the same distance.
fn center(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (reach, canvas) = (edit.reach(args)?, edit.document.bounds());
    let middle = |around: Rect| {
        let by = |side: i32, from: i32, length: i32| (side - length).div_euclid(2) - from;
        (by(canvas.width, around.x, around.width), by(canvas.height, around.y, around.height))
    };
    if reach == Reach::Cel {
        let (cel, whole) = (edit.cel(), edit.document.selection().is_none());
        edit.document.lift(cel)?;
        let around = edit.document.floating().map_or(Rect::EMPTY, |(_, around)| around);
        let (x, y) = middle(around);
        edit.document.move_floating(x, y)?;
        return if whole { edit.document.land() } else { Ok(()) };
    }
    edit.check_unselected(reach)?;
    let cels = edit.reached(reach, Needs::Alpha)?;
    let around = cels.iter().fold(Rect::EMPTY, |around, cel| around.union(edit.document.extent(*cel)));
    let (x, y) = middle(around);
    for cel in cels.into_iter().filter(|_| (x, y) != (0, 0)) {
        if !edit.document.extent(cel).is_empty() {
            edit.document.lift(cel)?;
            edit.document.move_floating(x, y)?;
            edit.document.land()?;
        }
    }
    Ok(())
}

fn scaled(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")?, args.count("height")?);
    let (method, cel) = (Scaling::named(args.text("method")?)?, edit.cel());
    edit.document.check(cel, Needs::Alpha)?;
    let floating =
        edit.document.floating().filter(|_| edit.document.floats_above(cel)).map(|(_, around)| around);
    let around = floating.or(edit.document.selection()).unwrap_or_else(|| edit.document.whole_extent(cel));
    // At its own size it would be lifted and put back, which nobody sees.
    if !around.is_empty() && (around.width as u32, around.height as u32) == (width, height) {
        return Ok(());
    }
    edit.turn(Turn::Keep, |image: &Image| {
        Ok((scale(image, width, height, method)?, centred(image.size(), (width, height))))
    })
}

/// Returns the offset of an image's top-left corner that keeps its centre when its size changes.
///
/// Halves are rounded towards 0, so that changing the size and back restores the position.
fn centred(from: (u32, u32), to: (u32, u32)) -> (i32, i32) {
    ((from.0 as i32 - to.0 as i32) / 2, (from.1 as i32 - to.1 as i32) / 2)
}

/// Returns a rotated image with the offset of its top-left corner.
fn turned(image: &Image, made: Image) -> Result<(Image, (i32, i32))> {
    let by = centred(image.size(), made.size());
    Ok((made, by))
}

pub(super) static TABLE: &[Command] = &[
    Command::new("edit.undo", "Undo", Scope::History, Run::Session(|e, _, _| e.travel(Direction::Undo)))
        .menu("Edit")
        .keys(&[Key::ctrl("z")])
        .repeats()
        .when(&[Condition::Undo, Condition::Undoable]),
    Command::new(
        "edit.undo-here",
        "Undo here only",
        Scope::History,
        Run::Session(|e, _, time| e.undo_here(time)),
    )
    .menu("Edit")
    .keys(&[Key::alt("z")])
    .when(&[Condition::Rest, Condition::NoGame, Condition::Undo, Condition::Undoable])
    .repeats(),
    Command::new("edit.redo", "Redo", Scope::History, Run::Session(|e, _, _| e.travel(Direction::Redo)))
        .menu("Edit")
        .keys(&[Key::ctrl_shift("z"), Key::ctrl("y")])
        .repeats()
        .when(&[Condition::Still, Condition::Redo, Condition::Redoable]),
    Command::session("edit.end-shape", "End the shape", |e, _, _| {
        e.end_presses();
        Ok(())
    })
    .keys(&[Key::plain("Enter"), Key::ctrl("Enter")])
    .when(&[Condition::Waiting]),
    Command::session("edit.set-text", "Set the text", |e, args, _| {
        e.write_text(args.text("text")?);
        Ok(())
    })
    .params(&[Param::new("text", "Text", Kind::Note(MOST_TEXT), |e: &Editor| {
        e.text().map_or("", |(letters, _)| letters).into()
    })])
    .when(&[Condition::Waiting]),
    Command::session("edit.point-back", "Remove the last point", |e, _, _| {
        e.point_back();
        Ok(())
    })
    .keys(&[Key::plain("Backspace")])
    .repeats()
    .when(&[Condition::Points]),
    Command::session("edit.cancel", "Cancel", |e, _, _| {
        e.take_stroke_back();
        e.preview_end();
        e.stop_playing();
        Ok(())
    })
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::UnderWay]),
    Command::new(
        "edit.transform-box",
        "Free transform",
        Scope::History,
        Run::Session(|e, _, _| e.begin_transform()),
    )
    .menu("Edit")
    .keys(&[Key::shift("t")])
    .when(&[Condition::Rest, Condition::NoGame]),
    Command::new(
        "edit.transform-apply",
        "Apply the transform",
        Scope::History,
        Run::Session(|e, _, time| e.keep_transform(true, Some(time))),
    )
    .keys(&[Key::plain("Enter")])
    .when(&[Condition::Transform]),
    Command::edit("edit.transform", "Transform", Scope::Selection, transform).params(&[
        Param::new("x", "Column", PLACE, |e| e.session.first_box().x.into()),
        Param::new("y", "Row", PLACE, |e| e.session.first_box().y.into()),
        Param::new("width", "Width", Kind::Whole(1, 32768), |e| e.session.first_box().width.into()),
        Param::new("height", "Height", Kind::Whole(1, 32768), |e| e.session.first_box().height.into()),
        Param::new("angle", "Degrees clockwise", Kind::Number(-360.0, 360.0), |_| 0.into()),
        Param::new("method", "Method", Kind::Choice(rotations), |_| Rotation::PixelArt.id().into()),
        Param::new("land", "Place it", Kind::Flag, |_| false.into()),
    ]),
    Command::new(
        "edit.cancel-floating",
        "Cancel move or paste",
        Scope::History,
        Run::Session(|e, _, _| e.cancel_floating()),
    )
    .menu("Edit")
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::Floating, Condition::Rest, Condition::NoPreview, Condition::NoGame]),
    Command::edit("edit.cut", "Cut", Scope::Selection, |e, _| {
        let cel = e.cel();
        let image = copied(e.document, cel, Source::Layer)?;
        e.document.erase(cel)?;
        e.after.clipboard = Some(image);
        Ok(())
    })
    .menu("Edit")
    .keys(&[Key::ctrl("x"), Key::shift("Delete")])
    .removes(),
    Command::choose("edit.copy", "Copy", |desk, document, _| {
        desk.clipboard = Some(copied(document, desk.cel(document), Source::Layer)?);
        Ok(())
    })
    .menu("Edit")
    .keys(&[Key::ctrl("c"), Key::ctrl("Insert")]),
    Command::choose("edit.copy-merged", "Copy merged", |desk, document, _| {
        desk.clipboard = Some(copied(document, desk.cel(document), Source::Picture)?);
        Ok(())
    })
    .menu("Edit")
    .keys(&[Key::ctrl_shift("c")]),
    Command::edit("edit.paste", "Paste", Scope::Selection, |e, _| match e.desk.clipboard.clone() {
        Some(clip) => e.float(&clip),
        None => Ok(()),
    })
    .menu("Edit")
    .keys(&[Key::ctrl("v"), Key::shift("Insert")])
    .kind(StepKind::Pastes)
    .when(&[Condition::Clipboard]),
    Command::edit("edit.delete-slice", "Delete slice", Scope::Document, |e, _| {
        let (chosen, slices) = (e.desk.slice(e.document), e.document.slices());
        match chosen.and_then(|at| slices.get(at as usize).copied()) {
            Some(id) => e.document.remove_slice(id),
            None => Ok(()),
        }
    })
    .looks()
    .keys(&[Key::plain("Delete"), Key::plain("Backspace")])
    .removes()
    .when(&[Condition::HeldSlice]),
    Command::edit("edit.delete", "Delete", Scope::Selection, |e, _| {
        let cel = e.cel();
        e.document.erase(cel)
    })
    .menu("Edit")
    .keys(&[Key::plain("Delete"), Key::plain("Backspace")])
    .removes(),
    Command::edit("edit.fill", "Fill selection", Scope::Cel, |e, a| {
        let (color, canvas) = (e.colors().0, e.document.bounds());
        e.after.painted = Some(color);
        e.each(a, |e| {
            e.document.land()?;
            e.document.fill_rect(e.cel(), canvas, color)
        })
    })
    .menu("Edit")
    .keys(&[Key::plain("f")])
    .params(&[REACH])
    .when(&[Condition::Selected]),
    Command::edit("edit.land", "Place selection", Scope::Selection, |e, _| e.document.land())
        .menu("Edit")
        .keys(&[Key::plain("Enter")])
        .kind(StepKind::Places)
        .when(&[Condition::Floating]),
    nudge!("edit.nudge-left", "Nudge left", Key::plain("ArrowLeft"), STEP, -1, 0),
    nudge!("edit.nudge-right", "Nudge right", Key::plain("ArrowRight"), STEP, 1, 0),
    nudge!("edit.nudge-up", "Nudge up", Key::plain("ArrowUp"), STEP, 0, -1),
    nudge!("edit.nudge-down", "Nudge down", Key::plain("ArrowDown"), STEP, 0, 1),
    nudge!("edit.jump-left", "Nudge far left", Key::shift("ArrowLeft"), LARGER, -1, 0),
    nudge!("edit.jump-right", "Nudge far right", Key::shift("ArrowRight"), LARGER, 1, 0),
    nudge!("edit.jump-up", "Nudge far up", Key::shift("ArrowUp"), LARGER, 0, -1),
    nudge!("edit.jump-down", "Nudge far down", Key::shift("ArrowDown"), LARGER, 0, 1),
    Command::edit("edit.flip-horizontal", "Flip horizontally", Scope::Selection, |e, a| {
        e.each_whole(a, |e| e.turn(Turn::FlipHorizontal, |image| Ok((flip_horizontal(image)?, (0, 0)))))
    })
    .menu("Edit")
    .params(&[REACH])
    .keys(&[Key::shift("h")]),
    Command::edit("edit.flip-vertical", "Flip vertically", Scope::Selection, |e, a| {
        e.each_whole(a, |e| e.turn(Turn::FlipVertical, |image| Ok((flip_vertical(image)?, (0, 0)))))
    })
    .menu("Edit")
    .params(&[REACH])
    .keys(&[Key::shift("v")]),
    Command::edit("edit.rotate-left", "Rotate 90° left", Scope::Selection, |e, a| {
        e.each_whole(a, |e| e.turn(Turn::Rotate(-90.0), |image| turned(image, rotate_left(image)?)))
    })
    .menu("Edit")
    .params(&[REACH]),
    Command::edit("edit.rotate-right", "Rotate 90° right", Scope::Selection, |e, a| {
        e.each_whole(a, |e| e.turn(Turn::Rotate(90.0), |image| turned(image, rotate_right(image)?)))
    })
    .menu("Edit")
    .params(&[REACH]),
    Command::edit("edit.rotate-half", "Rotate 180°", Scope::Selection, |e, a| {
        e.each_whole(a, |e| e.turn(Turn::Rotate(180.0), |image| turned(image, rotate_half(image)?)))
    })
    .menu("Edit")
    .params(&[REACH]),
    Command::edit("edit.center", "Centre", Scope::Selection, center).menu("Edit").params(&[REACH]),
    Command::choose("edit.reach", "Which cels edits apply to", |desk, _, a| {
        desk.reach = Reach::of(a)?;
        Ok(())
    })
    .params(&[REACH]),
    Command::edit("edit.rotate", "Rotate", Scope::Selection, |e, a| {
        let (angle, method) = (a.number("angle")?, Rotation::named(a.text("method")?)?);
        e.turn(Turn::Rotate(angle), |image| rotate(image, angle, method))
    })
    .menu("Edit")
    .params(&[
        Param::new("angle", "Degrees clockwise", Kind::Number(-360.0, 360.0), |_| 45.into()),
        Param::new("method", "Method", Kind::Choice(rotations), |_| Rotation::PixelArt.id().into()),
    ])
    .previews(),
    Command::edit("edit.scale", "Scale", Scope::Selection, scaled)
        .menu("Edit")
        .params(&[
            Param::new("width", "Width", Kind::Whole(1, 32768), |e| size(e).0.into()),
            Param::new("height", "Height", Kind::Whole(1, 32768), |e| size(e).1.into()),
            Param::new("method", "Method", Kind::Choice(scalings), |_| Scaling::Nearest.id().into()),
        ])
        .previews(),
    Command::edit("edit.outline", "Outline", Scope::Cel, |e, a| {
        let (color, diagonal, inside) = (a.color("color")?, a.flag("diagonal")?, a.flag("inside")?);
        e.each(a, |e| e.redraw(|image| outline(image, color, diagonal, inside)))
    })
    .menu("Edit")
    .keys(&[Key::shift("o")])
    .params(&[
        Param::new("color", "Colour", Kind::Color, |e| e.colors().0.to_string().as_str().into()),
        Param::new("diagonal", "Include diagonals", Kind::Flag, |_| false.into()),
        Param::new("inside", "Inside", Kind::Flag, |_| false.into()),
        REACH,
    ])
    .previews(),
    Command::edit("edit.replace-color", "Replace colour", Scope::Cel, |e, a| {
        let (from, to) = (a.color("from")?, a.color("to")?);
        let tolerance = a.count("tolerance")?;
        adjust(e, a, |color| if distance(color, from) <= tolerance { to } else { color })
    })
    .menu("Edit")
    .keys(&[Key::shift("r")])
    .params(&[
        Param::new("from", "Colour", Kind::Color, |e| e.colors().0.to_string().as_str().into()),
        Param::new("to", "New colour", Kind::Color, |e| e.colors().1.to_string().as_str().into()),
        Param::new("tolerance", "Tolerance", Kind::Whole(0, 255), |_| 0.into()),
        REACH,
    ])
    .previews(),
    Command::edit("edit.invert", "Invert colours", Scope::Cel, |e, a| adjust(e, a, invert))
        .menu("Edit")
        .params(&[REACH]),
    Command::edit("edit.brightness", "Brightness and contrast", Scope::Cel, |e, a| {
        let (brightness, contrast) = (a.whole("brightness")? as i32, a.whole("contrast")? as i32);
        adjust(e, a, |color| brightness_contrast(color, brightness, contrast))
    })
    .menu("Edit")
    .params(&[
        Param::new("brightness", "Brightness", Kind::Whole(-100, 100), |_| 0.into()),
        Param::new("contrast", "Contrast", Kind::Whole(-100, 100), |_| 0.into()),
        REACH,
    ])
    .previews(),
    Command::edit("edit.hue", "Hue and saturation", Scope::Cel, |e, a| {
        let (hue, saturation) = (a.whole("hue")? as i32, a.whole("saturation")? as i32);
        let lightness = a.whole("lightness")? as i32;
        adjust(e, a, |color| hue_saturation(color, hue, saturation, lightness))
    })
    .menu("Edit")
    .keys(&[Key::ctrl("u")])
    .params(&[
        Param::new("hue", "Hue", Kind::Whole(-180, 180), |_| 0.into()),
        Param::new("saturation", "Saturation", Kind::Whole(-100, 100), |_| 0.into()),
        Param::new("lightness", "Lightness", Kind::Whole(-100, 100), |_| 0.into()),
        REACH,
    ])
    .previews(),
];
