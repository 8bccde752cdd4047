//! Slice: named rectangles of the canvas, and where they lie from which frame on.
//!
//! A slice that is made is there in all frames. Whoever changes it changes what holds for the active frame; a key is added by a command
//! of its own, and what is changed from there on is changed from that frame on.

use super::{Command, Condition, Scope};
use crate::color::Color;
use crate::document::{Drawing, FARTHEST, MAX_NAME, MAX_NOTE, Slice, SliceKey, StepKind, Store};
use crate::editor::Editor;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, FRAME, Kind, List, Param};
use crate::error::{Error, Result, in_range};
use crate::geometry::{Point, Rect};
use crate::value::Value;

/// Returns the id of the slice that a command is told.
fn told(document: &Drawing<Store>, args: &Args) -> Result<u16> {
    let (at, slices) = (args.count("slice")?, document.slices());
    in_range("slice", at.into(), 0, slices.len() as i64 - 1)?;
    Ok(slices[at as usize])
}

/// Returns the rectangle whose sides have these names.
fn rect(args: &Args, [x, y, width, height]: [&'static str; 4]) -> Result<Rect> {
    let side = |name| args.whole(name).map(|side| side as i32);
    Ok(Rect::new(side(x)?, side(y)?, side(width)?, side(height)?))
}

/// Makes a slice that is there in all frames.
fn add(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (name, bounds) = (args.text("name")?, rect(args, BOUNDS)?);
    let id = edit.document.add_slice(&Slice::new(name))?;
    edit.document.set_slice_key(&SliceKey::new(id, 0, bounds))
}

/// Changes a slice, and its key that holds for a frame. Where none does yet, it begins there.
fn change(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (id, frame) = (told(edit.document, args)?, args.count("frame")?);
    let (name, text) = (args.text("name")?.to_owned(), args.text("text")?.to_owned());
    let color = args.label("color")?;
    let key = edit.document.slice_at(id, frame).unwrap_or(SliceKey::new(id, frame, Rect::EMPTY));
    let center = if args.flag("nine")? { rect(args, CENTER)? } else { Rect::EMPTY };
    if args.flag("nine")? && center.is_empty() {
        let why = "its 9-slices need a centre with a width and a height";
        return Err(Error::Refused { what: "slice", name: name.into(), why });
    }
    let spot = Point::new(args.whole("pivotX")? as i32, args.whole("pivotY")? as i32);
    let pivot = args.flag("pivot")?.then_some(spot);
    edit.document.change_slice(id, |slice| *slice = Slice { name, color, text })?;
    edit.document.set_slice_key(&SliceKey { bounds: rect(args, BOUNDS)?, center, pivot, ..key })
}

/// Adds a key to a slice at a frame, which says there what held before.
fn add_key(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (id, frame) = (told(edit.document, args)?, args.count("frame")?);
    let key = edit.document.slice_at(id, frame).unwrap_or(SliceKey::new(id, frame, Rect::EMPTY));
    edit.document.set_slice_key(&SliceKey { frame, ..key })
}

/// Removes the key of a slice at a frame.
fn remove_key(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (id, frame) = (told(edit.document, args)?, args.count("frame")?);
    let keys = edit.document.slice_keys(id);
    let refused = |why| {
        let name = edit.document.slice(id)?.name;
        Err(Error::Refused { what: "slice", name: name.into(), why })
    };
    if !keys.iter().any(|key| key.frame == frame) {
        return refused("it has no key at this frame");
    }
    if keys.len() == 1 {
        return refused("this is its only key: delete the slice instead");
    }
    edit.document.remove_slice_key(id, frame)
}

const BOUNDS: [&str; 4] = ["x", "y", "width", "height"];
const CENTER: [&str; 4] = ["centerX", "centerY", "centerWidth", "centerHeight"];

const SLICE: Param =
    Param::new("slice", "Slice", Kind::Index(List::Slices), |e| e.chosen_slice().unwrap_or(0).into());
const NAME: Kind = Kind::Text(MAX_NAME);
const PLACE: Kind = Kind::Whole(-(FARTHEST as i64), FARTHEST as i64);
const SIDE: Kind = Kind::Whole(1, FARTHEST as i64);
const LENGTH: Kind = Kind::Whole(0, FARTHEST as i64);

/// Returns a name that no slice has yet.
fn free_name(editor: &Editor) -> Value {
    Value::Text(editor.document().free_slice_name())
}

/// Returns where a new slice lies: around what is selected, or else all of the canvas.
fn place(editor: &Editor) -> Rect {
    let document = editor.document();
    document.selection().filter(|selected| !selected.is_empty()).unwrap_or(document.bounds())
}

/// Returns the chosen slice, or else the first one, for defaults.
fn meant(editor: &Editor) -> Option<u16> {
    let slices = editor.document().slices();
    slices.get(editor.chosen_slice().unwrap_or(0) as usize).copied()
}

/// Returns the properties of the slice that is meant.
fn meant_slice(editor: &Editor) -> Option<Slice> {
    meant(editor).and_then(|id| editor.document().slice(id).ok())
}

/// Returns what holds of the slice that is meant at the active frame, for defaults.
fn meant_key(editor: &Editor) -> SliceKey {
    let (document, frame) = (editor.document(), editor.cel().frame);
    let key = meant(editor).and_then(|id| document.slice_at(id, frame));
    key.unwrap_or(SliceKey::new(0, frame, Rect::EMPTY))
}

fn meant_pivot(editor: &Editor) -> Point {
    meant_key(editor).pivot.unwrap_or_default()
}

pub(super) static TABLE: &[Command] = &[
    Command::choose("slice.choose", "Choose slice", |desk, document, a| {
        desk.slice = Some(told(document, a)?);
        Ok(())
    })
    .params(&[SLICE])
    .when(&[Condition::Slices]),
    Command::edit("slice.add", "New slice", Scope::Document, add)
        .kind(StepKind::Slices)
        .looks()
        .menu("Image")
        .params(&[
            Param::new("name", "Name", NAME, free_name),
            Param::new("x", "Left", PLACE, |e| place(e).x.into()),
            Param::new("y", "Top", PLACE, |e| place(e).y.into()),
            Param::new("width", "Width", SIDE, |e| place(e).width.into()),
            Param::new("height", "Height", SIDE, |e| place(e).height.into()),
        ])
        .asks(),
    Command::edit("slice.edit", "Slice properties", Scope::Document, change)
        .kind(StepKind::Slices)
        .looks()
        .menu("Image")
        .params(&[
            SLICE,
            FRAME,
            Param::new("name", "Name", NAME, |e| {
                Value::Text(meant_slice(e).map_or("Slice".into(), |slice| slice.name))
            }),
            Param::new("x", "Left", PLACE, |e| meant_key(e).bounds.x.into()),
            Param::new("y", "Top", PLACE, |e| meant_key(e).bounds.y.into()),
            Param::new("width", "Width (0: not there)", LENGTH, |e| meant_key(e).bounds.width.into()),
            Param::new("height", "Height", LENGTH, |e| meant_key(e).bounds.height.into()),
            Param::new("nine", "9-slices", Kind::Flag, |e| (!meant_key(e).center.is_empty()).into()),
            Param::new("centerX", "Centre’s left", PLACE, |e| meant_key(e).center.x.into()),
            Param::new("centerY", "Centre’s top", PLACE, |e| meant_key(e).center.y.into()),
            Param::new("centerWidth", "Centre’s width", LENGTH, |e| meant_key(e).center.width.into()),
            Param::new("centerHeight", "Centre’s height", LENGTH, |e| meant_key(e).center.height.into()),
            Param::new("pivot", "Pivot", Kind::Flag, |e| meant_key(e).pivot.is_some().into()),
            Param::new("pivotX", "Pivot’s column", PLACE, |e| meant_pivot(e).x.into()),
            Param::new("pivotY", "Pivot’s row", PLACE, |e| meant_pivot(e).y.into()),
            Param::new("color", "Colour", Kind::Color, |e| {
                Value::Text(meant_slice(e).map_or(Color::TRANSPARENT, |slice| slice.color).to_string())
            }),
            Param::new("text", "User text", Kind::Note(MAX_NOTE), |e| {
                Value::Text(meant_slice(e).map_or(String::new(), |slice| slice.text))
            }),
        ])
        .asks()
        .when(&[Condition::Slices]),
    Command::edit("slice.add-key", "New key of a slice", Scope::Document, add_key)
        .kind(StepKind::Slices)
        .looks()
        .menu("Image")
        .params(&[SLICE, FRAME])
        .asks()
        .when(&[Condition::Slices, Condition::Frames]),
    Command::edit("slice.delete-key", "Delete key of a slice", Scope::Document, remove_key)
        .kind(StepKind::Slices)
        .looks()
        .menu("Image")
        .params(&[SLICE, FRAME])
        .asks()
        .removes()
        .when(&[Condition::Slices, Condition::Frames]),
    Command::edit("slice.delete", "Delete slice", Scope::Document, |e, a| {
        let id = told(e.document, a)?;
        e.document.remove_slice(id)
    })
    .kind(StepKind::Slices)
    .looks()
    .menu("Image")
    .params(&[SLICE])
    .asks()
    .removes()
    .when(&[Condition::Slices]),
];
