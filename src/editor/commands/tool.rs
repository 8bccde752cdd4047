//! Tools and their brush: what the next press does.

use super::{Command, Condition, Run, Scope};
use crate::document::{Drawing, Store};
use crate::editor::session::edits::{Source, grid, taken};
use crate::editor::{Args, Desk, Key, Kind, Param};
use crate::error::Result;
use crate::raster::{Brush, Face, Font, MAX_BRUSH};
use crate::tools::{TOOLS, Tool, tool};
use crate::value::Value;

fn grow(desk: &mut Desk, by: i32) -> Result<()> {
    desk.options.size = desk.options.size.saturating_add_signed(by).clamp(1, MAX_BRUSH);
    Ok(())
}

/// Makes a custom brush of the selected pixels.
fn cut(desk: &mut Desk, document: &Drawing<Store>) -> Result<()> {
    let (image, _) = taken(document, desk.cel(document), Source::Layer)?;
    let (width, height) = image.size();
    desk.options.custom = Some(Brush::custom(width, height, image.into_pixels())?);
    desk.options.shape = None;
    Ok(())
}

/// Makes a font of the selected pixels, or of the whole cel.
fn cut_font(desk: &mut Desk, document: &Drawing<Store>, args: &Args) -> Result<()> {
    let (columns, characters) = (args.count("columns")?, args.text("characters")?);
    let around = document.floating().map(|(_, around)| around).or_else(|| document.selection());
    let around = around.unwrap_or(document.bounds());
    // A picture that is no grid is refused before memory is taken for it.
    Font::cell((around.width as u32, around.height as u32), columns, characters.chars().count())?;
    let image = grid(document, desk.cel(document), around)?;
    desk.options.letters = Some(Font::from_picture(&image, columns, characters)?);
    desk.options.font = Face::Picture;
    desk.take(tool("text")?);
    Ok(())
}

/// Commands that choose a tool, one for each row of the table of tools.
pub(super) static CHOOSING: [Command; TOOLS.len()] = {
    let mut commands = [choosing(&TOOLS[0]); TOOLS.len()];
    let mut i = 0;
    while i < TOOLS.len() {
        commands[i] = choosing(&TOOLS[i]);
        i += 1;
    }
    commands
};

const fn choosing(tool: &'static Tool) -> Command {
    Command::new(tool.command, tool.label, Scope::Session, Run::Tool(tool)).menu("Tool").keys(tool.keys)
}

pub(super) static TABLE: &[Command] = &[
    Command::choose("tool.painter", "Back to the painting tool", |desk, _, _| {
        desk.take_painter();
        Ok(())
    })
    .menu("")
    .keys(&[Key::plain("Escape")])
    .when(&[Condition::NotPainting, Condition::Rest, Condition::NoPreview, Condition::NoGame]),
    Command::choose("brush.smaller", "Smaller brush", |desk, _, _| grow(desk, -1))
        .menu("Tool")
        .keys(&[Key::plain("-")])
        .repeats()
        .when(&[Condition::Size]),
    Command::choose("brush.larger", "Larger brush", |desk, _, _| grow(desk, 1))
        .menu("Tool")
        .keys(&[Key::plain("+"), Key::plain("=")])
        .repeats()
        .when(&[Condition::Size]),
    Command::choose("brush.from-selection", "Brush from selection", |desk, document, _| cut(desk, document))
        .menu("Tool")
        .keys(&[Key::ctrl("b")])
        .when(&[Condition::Selection]),
    Command::choose("font.from-picture", "Use as font", cut_font)
        .menu("Tool")
        .params(&[
            Param::new("columns", "Columns", Kind::Whole(1, 256), |_| 16.into()),
            Param::new("characters", "Letters, row by row", Kind::Text(1024), |_| {
                Value::Text((' '..='~').collect())
            }),
        ])
        .asks()
        .when(&[Condition::Rest]),
    Command::choose("symmetry.vertical", "Mirror left and right", |desk, _, _| {
        desk.options.vertical = !desk.options.vertical;
        Ok(())
    })
    .menu("Tool")
    .checked(|e| e.options().vertical),
    Command::choose("symmetry.horizontal", "Mirror top and bottom", |desk, _, _| {
        desk.options.horizontal = !desk.options.horizontal;
        Ok(())
    })
    .menu("Tool")
    .checked(|e| e.options().horizontal),
    Command::choose("symmetry.center", "Centre the mirror axes", |desk, document, _| {
        desk.options.center_axes(document.bounds());
        Ok(())
    })
    .menu("Tool"),
    Command::choose("view.wrap", "Wrap around the tile", |desk, _, _| {
        desk.options.wrap = !desk.options.wrap;
        Ok(())
    })
    .menu("Tool")
    .checked(|e| e.options().wrap),
];
