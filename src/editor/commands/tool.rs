//! Tools and their brush: what the next press does.

use super::Command;
use crate::document::Document;
use crate::editor::edits::{Source, copied};
use crate::editor::{Desk, Key};
use crate::error::Result;
use crate::raster::{Brush, MAX_BRUSH};
use crate::tools::Tool;

fn choose(desk: &mut Desk, tool: Tool) -> Result<()> {
    desk.tool = tool;
    Ok(())
}

fn grow(desk: &mut Desk, by: i32) -> Result<()> {
    desk.options.size = desk.options.size.saturating_add_signed(by).clamp(1, MAX_BRUSH);
    Ok(())
}

/// Makes a brush of what is selected.
fn cut(desk: &mut Desk, document: &Document) -> Result<()> {
    let image = copied(document, desk.cel(document), Source::Layer)?;
    let (width, height) = image.size();
    desk.options.custom = Some(Brush::custom(width, height, image.into_pixels())?);
    desk.options.shape = None;
    Ok(())
}

fn mirror(desk: &mut Desk, change: impl FnOnce(&mut (bool, bool))) -> Result<()> {
    change(&mut desk.options.mirrored);
    Ok(())
}

macro_rules! tool {
    ($tool:expr, $id:literal, $label:literal, $keys:expr) => {
        Command::choose($id, $label, |desk, _, _| choose(desk, $tool)).menu("Tool").keys($keys)
    };
}

pub(super) static TABLE: &[Command] = &[
    tool!(Tool::Pencil, "tool.pencil", "Pencil", &[Key::plain("b")]),
    tool!(Tool::Eraser, "tool.eraser", "Eraser", &[Key::plain("e")]),
    tool!(Tool::Line, "tool.line", "Line", &[Key::plain("l")]),
    tool!(Tool::Rectangle, "tool.rectangle", "Rectangle", &[Key::plain("u")]),
    tool!(Tool::Ellipse, "tool.ellipse", "Ellipse", &[Key::shift("u")]),
    tool!(Tool::Fill, "tool.fill", "Fill", &[Key::plain("g")]),
    tool!(Tool::Gradient, "tool.gradient", "Gradient", &[Key::shift("g")]),
    tool!(Tool::Eyedropper, "tool.eyedropper", "Eyedropper", &[Key::plain("i")]),
    tool!(Tool::SelectRectangle, "tool.select-rectangle", "Select rectangle", &[Key::plain("m")]),
    tool!(Tool::SelectEllipse, "tool.select-ellipse", "Select ellipse", &[Key::shift("m")]),
    tool!(Tool::Lasso, "tool.lasso", "Lasso", &[Key::plain("q")]),
    tool!(Tool::Wand, "tool.wand", "Magic wand", &[Key::plain("w")]),
    tool!(Tool::Move, "tool.move", "Move", &[Key::plain("v")]),
    tool!(Tool::Hand, "tool.hand", "Hand", &[Key::plain("h")]),
    tool!(Tool::Zoom, "tool.zoom", "Zoom", &[Key::plain("z")]),
    Command::choose("brush.smaller", "Smaller brush", |desk, _, _| grow(desk, -1))
        .menu("Tool")
        .keys(&[Key::plain("[")]),
    Command::choose("brush.larger", "Larger brush", |desk, _, _| grow(desk, 1))
        .menu("Tool")
        .keys(&[Key::plain("]")]),
    Command::choose("brush.from-selection", "Brush from selection", |desk, document, _| cut(desk, document))
        .menu("Tool")
        .keys(&[Key::ctrl("b")])
        .when(|e| e.document().selection().is_some()),
    Command::choose("symmetry.vertical", "Mirror left and right", |desk, _, _| {
        mirror(desk, |mirrored| mirrored.0 = !mirrored.0)
    })
    .menu("Tool"),
    Command::choose("symmetry.horizontal", "Mirror top and bottom", |desk, _, _| {
        mirror(desk, |mirrored| mirrored.1 = !mirrored.1)
    })
    .menu("Tool"),
    Command::choose("symmetry.center", "Axes to the middle", |desk, document, _| {
        desk.options.center_axes(document.bounds());
        Ok(())
    })
    .menu("Tool"),
    Command::choose("view.wrap", "Wrap around the tile", |desk, _, _| {
        desk.options.wrap = !desk.options.wrap;
        Ok(())
    })
    .menu("Tool"),
];
