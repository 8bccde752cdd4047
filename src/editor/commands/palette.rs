//! Palette: its colours, their order, ramps between them; and the two chosen colours.

use super::{Command, Scope};
use crate::color::{Color, Order, ramp, sort};
use crate::document::{Drawing, MAX_COLORS, Store, TILE};
use crate::editor::edit::Edit;
use crate::editor::params::{Args, Kind, List, Param};
use crate::editor::{Editor, Key};
use crate::error::{Result, in_range};
use std::collections::HashSet;

fn orders() -> Vec<(&'static str, &'static str)> {
    Order::ALL.iter().map(|order| (order.id(), order.label())).collect()
}

/// Returns the palette's colour at the argument `index`.
fn color(document: &Drawing<Store>, args: &Args) -> Result<Color> {
    let (palette, index) = (document.palette(), args.count("index")?);
    in_range("index", index.into(), 0, palette.len() as i64 - 1)?;
    Ok(palette[index as usize])
}

/// Applies a function to the palette.
fn change(edit: &mut Edit<'_>, change: impl FnOnce(&mut Vec<Color>) -> Result<()>) -> Result<()> {
    let mut palette = edit.document.palette();
    change(&mut palette)?;
    edit.document.set_palette(&palette)
}

/// Returns the index in the palette that an argument gives.
fn place(args: &Args, name: &'static str, palette: &[Color]) -> Result<usize> {
    let index = args.count(name)?;
    in_range(name, index.into(), 0, palette.len() as i64 - 1)?;
    Ok(index as usize)
}

/// Returns the first and the last index of the chosen run, else of the whole palette.
fn chosen(editor: &Editor) -> (u32, u32) {
    editor.swatch().unwrap_or((0, (editor.document.palette().len() as u32).saturating_sub(1)))
}

/// Returns the colours that a frame shows, tile by tile, at most as many as a palette may have.
fn seen(document: &Drawing<Store>, frame: u32) -> Vec<Color> {
    let (picture, (width, height)) = (document.picture(frame), document.size());
    let (mut colors, mut known) = (Vec::new(), HashSet::new());
    let mut row = [Color::TRANSPARENT; TILE as usize];
    for (ty, tx) in
        (0..height.div_ceil(TILE)).flat_map(|ty| (0..width.div_ceil(TILE)).map(move |tx| (ty, tx)))
    {
        let (x, y) = (tx * TILE, ty * TILE);
        let rows = if picture.solid(x, y).is_some() { 1 } else { TILE.min(height - y) };
        let part = &mut row[..TILE.min(width - x) as usize];
        for y in y..y + rows {
            picture.read(x, y, 1, part);
            for run in part.chunk_by(|a, b| a == b) {
                if !run[0].is_transparent() && known.insert(run[0]) {
                    colors.push(run[0]);
                }
                if colors.len() == MAX_COLORS as usize {
                    return colors;
                }
            }
        }
    }
    colors
}

const PLACE: Kind = Kind::Index(List::Colors);
const INDEX: Param = Param::new("index", "Colour", PLACE, |e| chosen(e).0.into());
const FROM: Param = Param::new("from", "From", PLACE, |e| chosen(e).0.into());
const TO: Param = Param::new("to", "To", PLACE, |e| chosen(e).1.into());
const COLOR: Param = Param::new("color", "Colour", Kind::Color, |e| e.colors().0.to_string().as_str().into());

pub(super) static TABLE: &[Command] = &[
    Command::choose("palette.choose", "Choose colour", |desk, document, a| {
        desk.primary = color(document, a)?;
        desk.swatch = Some((a.count("index")?, a.count("index")?));
        Ok(())
    })
    .params(&[INDEX]),
    Command::choose("palette.choose-secondary", "Choose secondary colour", |desk, document, a| {
        desk.secondary = color(document, a)?;
        Ok(())
    })
    .params(&[INDEX]),
    Command::choose("palette.range", "Choose a run of colours", |desk, document, a| {
        let palette = document.palette();
        let (from, to) = (place(a, "from", &palette)?, place(a, "to", &palette)?);
        desk.swatch = Some((from.min(to) as u32, from.max(to) as u32));
        Ok(())
    })
    .params(&[FROM, TO]),
    Command::edit("palette.add", "Add colour", Scope::Document, |e, a| {
        let color = a.color("color")?;
        change(e, |palette| {
            palette.push(color);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[COLOR]),
    Command::edit("palette.set", "Change colour", Scope::Document, |e, a| {
        let color = a.color("color")?;
        change(e, |palette| {
            let at = place(a, "index", palette)?;
            palette[at] = color;
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[INDEX, COLOR])
    .asks(),
    Command::edit("palette.delete", "Delete colour", Scope::Document, |e, a| {
        change(e, |palette| {
            let at = place(a, "index", palette)?;
            palette.remove(at);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[INDEX])
    .removes()
    .when(|e| e.document().palette().len() > 1),
    Command::edit("palette.move", "Move colour", Scope::Document, |e, a| {
        change(e, |palette| {
            let (from, to) = (place(a, "from", palette)?, place(a, "to", palette)?);
            let moved = palette.remove(from);
            palette.insert(to, moved);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[FROM, TO])
    .asks(),
    Command::edit("palette.sort", "Sort colours", Scope::Document, |e, a| {
        let (order, descending) = (Order::named(a.text("by")?)?, a.flag("descending")?);
        change(e, |palette| {
            sort(palette, order, descending);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[
        Param::new("by", "By", Kind::Choice(orders), |_| Order::Hue.id().into()),
        Param::new("descending", "Descending", Kind::Flag, |_| false.into()),
    ])
    .previews(),
    Command::edit("palette.ramp", "Ramp between colours", Scope::Document, |e, a| {
        change(e, |palette| {
            let (one, other) = (place(a, "from", palette)?, place(a, "to", palette)?);
            let (from, to) = (one.min(other), one.max(other));
            let colors = ramp(palette[from], palette[to], to - from + 1);
            palette[from..=to].copy_from_slice(&colors);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[FROM, TO])
    .previews(),
    Command::edit("palette.from-picture", "Colours of the picture", Scope::Document, |e, _| {
        let colors = seen(e.document, e.cel().frame);
        if colors.is_empty() { Ok(()) } else { e.document.set_palette(&colors) }
    })
    .menu("Palette"),
    Command::choose("color.swap", "Swap colours", |desk, _, _| {
        std::mem::swap(&mut desk.primary, &mut desk.secondary);
        Ok(())
    })
    .menu("Palette")
    .keys(&[Key::plain("x")]),
    Command::choose("color.reset", "Reset colours", |desk, _, _| {
        (desk.primary, desk.secondary) = (Color::BLACK, Color::TRANSPARENT);
        Ok(())
    })
    .menu("Palette")
    .keys(&[Key::plain("d")]),
];
