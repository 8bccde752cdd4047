//! Palette: its colours, their order, ramps between them, whole palettes; and the two chosen colours.
//!
//! A palette is a list of colours to take from, and pixels keep theirs when it changes. Only who changes one of its colours
//! may have the picture change with it, within the same step.

use super::{Command, Condition, Scope};
use crate::color::{Color, Order, PRESETS, blend_ramp, preset, ramp, read_list, sort};
use crate::document::{Cel, Drawing, MAX_COLORS, Needs, Store, TILE};
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, Kind, List, Param};
use crate::editor::{Ask, Desk, Editor, Key};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use std::collections::HashSet;

/// Most bytes of a list of colours as text: room for a palette with much around it.
const LIST: usize = 16 << 10;

crate::named! {
    /// The pixels that change along with a colour of the palette.
    enum Along, "pixels" {
        Nothing = "none", "Stay as they are";
        Cel = "cel", "Change in this layer and frame";
        Frame = "frame", "Change in all layers of this frame";
        Everything = "all", "Change in all layers and frames";
    }
}

/// Changes the pixels of exactly one colour to another, in those layers that may be painted on.
fn recolor(edit: &mut Edit<'_>, along: Along, from: Color, to: Color) -> Result<()> {
    if along == Along::Nothing || from == to || from.is_transparent() {
        return Ok(());
    }
    edit.document.land()?;
    let here = edit.cel();
    let (layers, frames) = match along {
        Along::Cel => (here.layer..here.layer + 1, here.frame..here.frame + 1),
        Along::Frame => (0..edit.document.layers(), here.frame..here.frame + 1),
        _ => (0..edit.document.layers(), 0..edit.document.frames()),
    };
    for cel in layers.flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame })) {
        if edit.document.check(cel, Needs::Colors).is_err() {
            continue;
        }
        // Where nothing changes nothing is marked as changed.
        let stays = edit.document.layer(cel.layer)?.alpha_locked
            && (to.is_transparent() || from.bytes[..3] == to.bytes[..3]);
        if stays {
            continue;
        }
        let around = edit.document.color_bounds(cel, from)?;
        let mut row = Vec::new();
        let found = edit.document.changeable(around).any(|part| {
            (part.y..part.bottom()).any(|y| {
                row.resize(part.width as usize, Color::TRANSPARENT);
                edit.document.read_row(cel, part.x as u32, y as u32, &mut row);
                row.contains(&from)
            })
        });
        if found {
            edit.document.map(cel, around, &mut |color| if color == from { to } else { color })?;
        }
    }
    Ok(())
}

/// Returns the names and labels of the palettes that ship with the program.
fn presets() -> Vec<(&'static str, &'static str)> {
    PRESETS.iter().map(|preset| (preset.id, preset.label)).collect()
}

/// Returns the palette as text, a colour on each line.
fn listed(editor: &Editor) -> String {
    let line = |color: &Color| {
        let mut text = color.to_string();
        if color.bytes[3] == 255 {
            text.truncate(7);
        }
        text
    };
    editor.document().palette().iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Returns the list of colours in the argument `list`, as many as a palette may have.
fn list(args: &Args) -> Result<Vec<Color>> {
    read_list(args.text("list")?, MAX_COLORS as usize)
}

/// Returns the palette's colour at the argument `index`.
fn color(document: &Drawing<Store>, args: &Args) -> Result<Color> {
    let (palette, index) = (document.palette(), args.count("index")?);
    in_range("index", index.into(), 0, palette.len() as i64 - 1)?;
    Ok(palette[index as usize])
}

/// Chooses the colour that is some places further in the palette, around its ends.
///
/// From a primary colour that is not in the palette it leads to the first one. Where a colour comes twice, the swatch
/// that was chosen says which of the two it is.
fn step(desk: &mut Desk, document: &Drawing<Store>, by: isize) -> Result<()> {
    let palette = document.palette();
    let chosen = desk.swatch(document).map(|(first, _)| first as usize);
    let chosen = chosen.filter(|index| palette[*index] == desk.primary);
    let here = chosen.or_else(|| palette.iter().position(|color| *color == desk.primary));
    let to = here.map_or(0, |here| (here as isize + by).rem_euclid(palette.len() as isize) as usize);
    desk.primary = palette[to];
    desk.swatch = Some((to as u32, to as u32));
    Ok(())
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
    editor.swatch().unwrap_or((0, (editor.document().palette().len() as u32).saturating_sub(1)))
}

/// Returns the colours that a frame shows, tile by tile, at most as many as a palette may have.
fn seen(document: &Drawing<Store>, frame: u32) -> Vec<Color> {
    let (picture, (width, height)) = (document.exported_picture(frame), document.size());
    let (mut colors, mut known) = (Vec::new(), HashSet::new());
    let mut row = [Color::TRANSPARENT; TILE as usize];
    for (ty, tx) in
        (0..height.div_ceil(TILE)).flat_map(|ty| (0..width.div_ceil(TILE)).map(move |tx| (ty, tx)))
    {
        let (x, y) = (tx * TILE, ty * TILE);
        let (columns, rows) = (TILE.min(width - x), TILE.min(height - y));
        let tile = Rect::new(x as i32, y as i32, columns as i32, rows as i32);
        let rows = if picture.solid_in(tile).is_some() { 1 } else { rows };
        let part = &mut row[..columns as usize];
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
const INDEX: Param = Param::new("index", "Number", PLACE, |e| chosen(e).0.into());
const FROM: Param = Param::new("from", "First colour", PLACE, |e| chosen(e).0.into());
const TO: Param = Param::new("to", "Last colour", PLACE, |e| chosen(e).1.into());
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
    Command::choose("palette.previous", "Previous colour", |desk, document, _| step(desk, document, -1))
        .menu("Palette")
        .keys(&[Key::plain("["), Key::plain("9")])
        .repeats()
        .when(&[Condition::Colors]),
    Command::choose("palette.next", "Next colour", |desk, document, _| step(desk, document, 1))
        .menu("Palette")
        .keys(&[Key::plain("]"), Key::plain("0")])
        .repeats()
        .when(&[Condition::Colors]),
    Command::choose("palette.range", "Choose a range of colours", |desk, document, a| {
        let palette = document.palette();
        let (from, to) = (place(a, "from", &palette)?, place(a, "to", &palette)?);
        desk.swatch = Some((from.min(to) as u32, from.max(to) as u32));
        Ok(())
    })
    .params(&[FROM, TO]),
    Command::edit("palette.add", "Add colour", Scope::Document, |e, a| {
        let color = a.color("color")?;
        change(e, |palette| {
            if palette.contains(&color) {
                let why = "it is in the palette already";
                return Err(Error::Refused { what: "colour", name: color.to_string().into(), why });
            }
            palette.push(color);
            Ok(())
        })?;
        e.after.swatch = Some((e.document.colors() - 1, e.document.colors() - 1));
        Ok(())
    })
    .menu("Palette")
    .params(&[COLOR]),
    Command::edit("palette.extend", "Add colours", Scope::Document, |e, a| {
        let colors = list(a)?;
        change(e, |palette| {
            for color in colors {
                if !palette.contains(&color) {
                    palette.push(color);
                }
            }
            Ok(())
        })
    })
    .params(&[Param::new("list", "Colours", Kind::Lines(LIST), |e| {
        e.colors().0.to_string().as_str().into()
    })]),
    Command::edit("palette.set", "Change colour", Scope::Document, |e, a| {
        let (color, along) = (a.color("color")?, Along::named(a.text("pixels")?));
        let mut before = color;
        change(e, |palette| {
            let at = place(a, "index", palette)?;
            before = std::mem::replace(&mut palette[at], color);
            Ok(())
        })?;
        recolor(e, along.unwrap_or(Along::Nothing), before, color)
    })
    .menu("Palette")
    .keys(&[Key::plain("F4")])
    .params(&[
        INDEX,
        COLOR,
        Param::new("pixels", "Painted pixels", Kind::choice::<Along>(), |_| Along::Nothing.id().into())
            .hint("Changes pixels of exactly this colour, but none on hidden or locked layers or outside the selection"),
    ])
    .previews(),
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
    .when(&[Condition::Colors]),
    Command::edit("palette.move", "Move colour", Scope::Document, |e, a| {
        change(e, |palette| {
            let (from, to) = (place(a, "from", palette)?, place(a, "to", palette)?);
            let moved = palette.remove(from);
            palette.insert(to, moved);
            Ok(())
        })?;
        // What is chosen goes along.
        let to = a.count("to")?;
        e.after.swatch = e.desk.swatch(e.document).map(|_| (to, to));
        Ok(())
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
        Param::new("by", "By", Kind::choice::<Order>(), |_| Order::Hue.id().into()),
        Param::new("descending", "Descending", Kind::Flag, |_| false.into()),
    ])
    .previews(),
    Command::edit("palette.ramp", "Ramp between colours", Scope::Document, |e, a| {
        change(e, |palette| {
            let (one, other) = (place(a, "from", palette)?, place(a, "to", palette)?);
            let (from, to) = (one.min(other), one.max(other));
            let (first, last, steps) = (palette[from], palette[to], to - from + 1);
            let colors = match a.text("by")? {
                "rgb" => ramp(first, last, steps),
                _ => blend_ramp(first, last, steps, a.whole("turn")? as i32),
            };
            palette[from..=to].copy_from_slice(&colors);
            Ok(())
        })
    })
    .menu("Palette")
    .params(&[
        FROM,
        TO,
        Param::new(
            "by",
            "Colour space",
            Kind::Choice(|| vec![("look", "OKLab (perceptual)"), ("rgb", "RGB")]),
            |_| "look".into(),
        ),
        Param::new("turn", "Hue shift", Kind::Whole(-180, 180), |_| 0.into())
            .hint("Hue shift in the middle of the ramp, in degrees"),
    ])
    .previews(),
    Command::edit("palette.preset", "Preset palette", Scope::Document, |e, a| {
        let colors = preset(a.text("palette")?)?.colors();
        e.document.set_palette(&colors)
    })
    .menu("Palette")
    .params(&[Param::new("palette", "Palette", Kind::Choice(presets), |_| PRESETS[0].id.into())])
    .previews(),
    Command::edit("palette.paste", "Paste colours", Scope::Document, |e, a| {
        e.document.set_palette(&list(a)?)
    })
    .menu("Palette")
    .params(&[Param::new("list", "Colours", Kind::Lines(LIST), |e| listed(e).as_str().into())
        .hint("Hexadecimal colours, one per line or separated by commas")])
    .previews(),
    Command::request("palette.open", "Open palette…", Ask::OpenPalette)
    .menu("Palette")
    .when(&[Condition::Rest]),
    Command::request("palette.save", "Save palette…", Ask::SavePalette)
    .menu("Palette")
    .when(&[Condition::Rest]),
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
