//! Image: the canvas with all its layers and frames.

use super::edit::scalings;
use super::{Command, Scope};
use crate::color::{Color, nearest};
use crate::document::{Cel, Document};
use crate::editor::Editor;
use crate::editor::params::{Args, Kind, Param};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::raster::{Image, Scaling, scale};

/// Where the picture stays when the canvas grows, by the names that scripts use.
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

fn resize(editor: &mut Editor, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")? as i32, args.count("height")? as i32);
    let (across, down) = editor.document.size();
    let anchor = args.text("anchor")?;
    let at = anchors().iter().position(|(id, _)| *id == anchor).unwrap_or(0) as i32;
    let (x, y) = ((across as i32 - width) * (at % 3), (down as i32 - height) * (at / 3));
    editor.document.resize(Rect::new(x.div_euclid(2), y.div_euclid(2), width, height))
}

/// The smallest rectangle around everything that is painted.
fn content(document: &Document) -> Rect {
    let cels = (0..document.layers())
        .flat_map(|layer| (0..document.frames()).map(move |frame| Cel { layer, frame }));
    cels.fold(Rect::EMPTY, |around, cel| around.union(document.cel_bounds(cel)))
}

/// A cel's pixels as an image of the canvas's size.
fn image_of(document: &Document, cel: Cel) -> Result<Image> {
    let (width, height) = document.size();
    let mut image = Image::new(width, height)?;
    for y in 0..height {
        document.read_row(cel, 0, y, image.row_mut(y));
    }
    Ok(image)
}

fn rescale(editor: &mut Editor, args: &Args) -> Result<()> {
    let (width, height) = (args.count("width")?, args.count("height")?);
    let method = Scaling::named(args.text("method")?)?;
    // What a cel's image may not be is known before any is made.
    Image::new(width, height)?;
    editor.document.remake(width, height, |document, cel| {
        Ok(Some(scale(&image_of(document, cel)?, width, height, method)?.into_pixels()))
    })
}

/// Gives every pixel the nearest colour of the palette, on all layers that may change.
fn remap(editor: &mut Editor) -> Result<()> {
    editor.document.land()?;
    let (palette, canvas) = (editor.document.palette(), editor.document.bounds());
    // Pictures have few colours and many pixels.
    let mut known = std::collections::HashMap::new();
    let mut change = |color: Color| {
        let found = || nearest(&palette, color).map_or(color, |at| palette[at]);
        if color.is_transparent() { color } else { *known.entry(color).or_insert_with(found) }
    };
    for layer in 0..editor.document.layers() {
        for frame in 0..editor.document.frames() {
            let cel = Cel { layer, frame };
            if editor.document.check(cel, false).is_ok() {
                editor.document.map(cel, canvas, &mut change)?;
            }
        }
    }
    Ok(())
}

const SIDE: Kind = Kind::Whole(1, 32768);
const TILE_SIDE: Kind = Kind::Whole(0, 32768);

pub(super) static TABLE: &[Command] = &[
    Command::edit("image.resize", "Canvas size", Scope::Document, resize)
        .menu("Image")
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document.size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document.size().1.into()),
            Param::new("anchor", "The picture stays", Kind::Choice(anchors), |_| "center".into()),
        ])
        .asks(),
    Command::edit("image.scale", "Image scale", Scope::Document, rescale)
        .menu("Image")
        .params(&[
            Param::new("width", "Width", SIDE, |e| e.document.size().0.into()),
            Param::new("height", "Height", SIDE, |e| e.document.size().1.into()),
            Param::new("method", "Method", Kind::Choice(scalings), |_| Scaling::Nearest.id().into()),
        ])
        .asks(),
    Command::edit("image.crop-selection", "Crop to selection", Scope::Document, |e, _| {
        e.document.land()?;
        let around = e.document.selection().unwrap_or(e.document.bounds());
        e.document.resize(around)
    })
    .menu("Image")
    .removes()
    .when(|e| e.document().selection().is_some()),
    Command::edit("image.crop-content", "Crop to content", Scope::Document, |e, _| {
        e.document.land()?;
        let around = content(&e.document);
        if around.is_empty() {
            let (what, name) = ("document", e.name.clone());
            return Err(Error::Refused { what, name, why: "nothing is painted to crop to" });
        }
        e.document.resize(around)
    })
    .menu("Image")
    .removes(),
    Command::edit("image.remap", "Remap to palette", Scope::Layers, |e, _| remap(e)).menu("Image"),
    Command::edit("image.background", "Background", Scope::Document, |e, a| {
        e.document.set_background(a.color("color")?)
    })
    .menu("Image")
    .params(&[Param::new("color", "Colour", Kind::Color, |e| {
        e.document.background().to_string().as_str().into()
    })])
    .previews(),
    Command::edit("image.grid", "Grid size", Scope::Document, |e, a| {
        e.document.set_grid(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width", SIDE, |e| e.document.grid().0.into()),
        Param::new("height", "Height", SIDE, |e| e.document.grid().1.into()),
    ])
    .previews(),
    Command::edit("image.tile", "Tile size", Scope::Document, |e, a| {
        e.document.set_tile(a.count("width")?, a.count("height")?)
    })
    .menu("Image")
    .params(&[
        Param::new("width", "Width (0: the canvas)", TILE_SIDE, |_| 0.into()),
        Param::new("height", "Height (0: the canvas)", TILE_SIDE, |_| 0.into()),
    ])
    .asks(),
];
