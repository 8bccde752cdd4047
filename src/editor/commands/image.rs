//! Image: the canvas with all its layers and frames.

use super::edit::scalings;
use super::redrawing::{rescale, shift, turn_half, turn_left, turn_right};
use super::{Command, Condition, Scope};
use crate::color::{Color, Nearest};
use crate::document::{Cel, Drawing, Needs, StepKind, Store};
use crate::editor::Key;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, Kind, Param};
use crate::error::{Error, Message, Result};
use crate::geometry::Rect;
use crate::raster::Scaling;

/// Returns the names and labels of the anchors: which part of the canvas keeps its position when the size
/// changes.
fn anchors() -> Vec<(&'static str, &'static str)> {
    vec![
        ("top-left", "Top left"),
        ("top", "Top"),
        ("top-right", "Top right"),
        ("left", "Left"),
        ("center", "Middle"),
        ("right", "Right"),
        ("bottom-left", "Bottom left"),
        ("bottom", "Bottom"),
        ("bottom-right", "Bottom right"),
    ]
}

fn resize(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")? as i32, args.count("height")? as i32);
    let (across, down) = edit.document.size();
    let anchor = args.text("anchor")?;
    let at = anchors().iter().position(|(id, _)| *id == anchor).unwrap_or(0) as i32;
    let (x, y) = ((across as i32 - width) * (at % 3), (down as i32 - height) * (at / 3));
    crop(edit, Rect::new(x.div_euclid(2), y.div_euclid(2), width, height))?;
    if args.flag("trim")? {
        edit.document.trim()?;
        edit.after.said = None;
    }
    Ok(())
}

/// Moves the canvas's edge, and says what is kept beyond it.
fn crop(edit: &mut Edit<'_>, to: Rect) -> Result<()> {
    edit.document.resize(to)?;
    let kept = edit.document.beyond();
    let said =
        "Pixels outside the canvas are kept in {n} cel | Pixels outside the canvas are kept in {n} cels";
    edit.after.said = (kept > 0).then(|| Message::new(said).with(kept));
    Ok(())
}

/// Clears what lies beyond the canvas's edge.
fn trim(edit: &mut Edit<'_>) -> Result<()> {
    let (cels, (width, height)) = (edit.document.beyond(), edit.document.size());
    if !edit.document.trim()? {
        let (what, name) = ("canvas", format!("{width}×{height}").into());
        return Err(Error::Refused {
            what,
            name,
            why: "nothing lies beyond its edge, so there is nothing to trim",
        });
    }
    edit.after.said = Some(Message::new("Trimmed {n} cel | Trimmed {n} cels").with(cels));
    Ok(())
}

/// Returns a cel for each image of the drawing.
pub(super) fn cels(document: &Drawing<Store>) -> Vec<Cel> {
    let (layers, frames) = (document.layers(), document.frames());
    let all = (0..layers).flat_map(move |layer| (0..frames).map(move |frame| Cel { layer, frame }));
    document.once_per_image(all)
}

/// Returns the smallest rectangle around all painted pixels.
fn content(document: &Drawing<Store>) -> Rect {
    cels(document).into_iter().fold(Rect::EMPTY, |around, cel| around.union(document.cel_bounds(cel)))
}

/// Maps every pixel to the nearest colour of the palette, on all layers that may change.
fn remap(edit: &mut Edit<'_>) -> Result<()> {
    edit.document.land()?;
    let (palette, canvas) = (edit.document.palette(), edit.document.bounds());
    let mut cells = Nearest::new(&palette);
    let mut change = |color: Color| {
        let found = if color.is_transparent() { None } else { cells.find(color) };
        found.map_or(color, |at| palette[at])
    };
    for cel in cels(edit.document) {
        if edit.document.check(cel, Needs::Colors).is_ok() {
            edit.document.map(cel, canvas, &mut change)?;
        }
    }
    Ok(())
}

const SIDE: Kind = Kind::Whole(1, 32768);
const TILE_SIDE: Kind = Kind::Whole(0, 32768);
const WAY: Kind = Kind::Whole(-32768, 32768);

pub(super) static TABLE: &[Command] = &[
    Command::edit("image.resize", "Canvas size", Scope::Document, resize)
        .menu("Image")
        .keys(&[Key::plain("c")])
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document().size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document().size().1.into()),
            Param::new("anchor", "Anchor", Kind::Choice(anchors), |_| "center".into()).in_columns(3),
            Param::new("trim", "Trim content outside the canvas", Kind::Flag, |_| false.into()),
        ])
        .previews(),
    Command::edit("image.scale", "Scale image", Scope::Document, rescale)
        .menu("Image")
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document().size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document().size().1.into()),
            Param::new("method", "Method", Kind::Choice(scalings), |_| Scaling::Nearest.id().into()),
        ])
        .asks(),
    Command::edit("image.rotate-left", "Rotate image 90° left", Scope::Document, |e, _| turn_left(e))
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.rotate-right", "Rotate image 90° right", Scope::Document, |e, _| turn_right(e))
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.rotate-half", "Rotate image 180°", Scope::Document, turn_half)
        .menu("Image")
        .kind(StepKind::Turns),
    Command::edit("image.offset", "Shift with wrap-around", Scope::Document, shift)
        .menu("Image")
        .kind(StepKind::Turns)
        .params(&[
            Param::new("x", "To the right", WAY, |e| (e.document().size().0 as i32 / 2).into()),
            Param::new("y", "Downwards", WAY, |e| (e.document().size().1 as i32 / 2).into()),
        ])
        .previews(),
    Command::edit("image.crop-selection", "Crop to selection", Scope::Document, |e, _| {
        e.document.land()?;
        let around = e.document.selection().unwrap_or(e.document.bounds());
        crop(e, around)
    })
    .menu("Image")
    .removes()
    .when(&[Condition::Selection]),
    Command::edit("image.crop-content", "Crop to content", Scope::Document, |e, _| {
        e.document.land()?;
        let around = content(e.document);
        if around.is_empty() {
            let (width, height) = e.document.size();
            let (what, name) = ("canvas", format!("{width}×{height}").into());
            return Err(Error::Refused {
                what,
                name,
                why: "nothing is painted, so there is nothing to crop to",
            });
        }
        crop(e, around)
    })
    .menu("Image")
    .removes(),
    Command::edit("image.trim", "Trim content outside the canvas", Scope::Document, |e, _| trim(e))
        .menu("Image")
        .removes(),
    Command::edit("image.remap", "Remap to palette", Scope::Layers, |e, _| remap(e)).menu("Image"),
    Command::edit("image.background", "Background", Scope::Document, |e, a| {
        e.document.set_background(a.color("color")?)
    })
    .menu("Image")
    .params(&[Param::new("color", "Colour", Kind::Color, |e| {
        e.document().background().to_string().as_str().into()
    })])
    .previews(),
    Command::edit("image.grid", "Grid size", Scope::Document, |e, a| {
        e.document.set_grid(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width", SIDE, |e| e.document().grid().0.into()),
        Param::new("height", "Height", SIDE, |e| e.document().grid().1.into()),
    ])
    .previews(),
    Command::edit("image.tile", "Tile size", Scope::Document, |e, a| {
        e.document.set_tile(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width (0: as the canvas)", TILE_SIDE, |_| 0.into()),
        Param::new("height", "Height (0: as the canvas)", TILE_SIDE, |_| 0.into()),
    ])
    .asks(),
];
