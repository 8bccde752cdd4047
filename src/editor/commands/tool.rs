//! Tools and their brush: what the next press does.

use super::Command;
use crate::editor::{Editor, Key};
use crate::error::Result;
use crate::raster::{Brush, MAX_BRUSH};
use crate::tools::Tool;

fn choose(editor: &mut Editor, tool: Tool) -> Result<()> {
    editor.tool = tool;
    Ok(())
}

fn grow(editor: &mut Editor, by: i32) -> Result<()> {
    editor.options.size = editor.options.size.saturating_add_signed(by).clamp(1, MAX_BRUSH);
    Ok(())
}

/// Makes a brush of what is selected.
fn cut(editor: &mut Editor) -> Result<()> {
    let image = editor.copied(false)?;
    let (width, height) = image.size();
    editor.options.custom = Some(Brush::custom(width, height, image.into_pixels())?);
    editor.options.shape = None;
    Ok(())
}

fn mirror(editor: &mut Editor, change: impl FnOnce(&mut (bool, bool))) -> Result<()> {
    change(&mut editor.options.mirrored);
    Ok(())
}

macro_rules! tool {
    ($tool:expr, $id:literal, $label:literal, $keys:expr) => {
        Command::session($id, $label, |e, _| choose(e, $tool)).menu("Tool").keys($keys)
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
    Command::session("brush.smaller", "Smaller brush", |e, _| grow(e, -1))
        .menu("Tool")
        .keys(&[Key::plain("[")]),
    Command::session("brush.larger", "Larger brush", |e, _| grow(e, 1)).menu("Tool").keys(&[Key::plain("]")]),
    Command::session("brush.from-selection", "Brush from selection", |e, _| cut(e))
        .menu("Tool")
        .keys(&[Key::ctrl("b")])
        .when(|e| e.document().selection().is_some()),
    Command::session("symmetry.vertical", "Mirror left and right", |e, _| {
        mirror(e, |mirrored| mirrored.0 = !mirrored.0)
    })
    .menu("Tool"),
    Command::session("symmetry.horizontal", "Mirror top and bottom", |e, _| {
        mirror(e, |mirrored| mirrored.1 = !mirrored.1)
    })
    .menu("Tool"),
    Command::session("symmetry.center", "Axes to the middle", |e, _| {
        e.options.center_axes(e.document.bounds());
        Ok(())
    })
    .menu("Tool"),
    Command::session("view.wrap", "Wrap around the tile", |e, _| {
        e.options.wrap = !e.options.wrap;
        Ok(())
    })
    .menu("Tool"),
];
