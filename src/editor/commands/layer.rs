//! Layer: the stack, from the bottom up.

use super::{Command, Scope};
use crate::color::Blend;
use crate::document::{Layer, MAX_NAME};
use crate::editor::params::{Args, Kind, LAYER, Param};
use crate::editor::{Editor, Key};
use crate::error::Result;
use crate::value::Value;

fn blends() -> Vec<(&'static str, &'static str)> {
    Blend::ALL.iter().map(|blend| (blend.id(), blend.label())).collect()
}

/// Something of the active layer, for a default.
fn active<T>(editor: &Editor, of: impl Fn(Layer) -> T) -> Option<T> {
    editor.document.layer(editor.cel.layer).ok().map(of)
}

fn change(editor: &mut Editor, args: &Args, change: impl FnOnce(&mut Layer)) -> Result<()> {
    let layer = args.count("layer")?;
    editor.document.change_layer(layer, change)
}

fn shift(editor: &mut Editor, from: u32, to: u32) -> Result<()> {
    editor.document.move_layer(from, to)?;
    editor.cel.layer = to;
    Ok(())
}

fn several(editor: &Editor) -> bool {
    editor.document().layers() > 1
}

const PLACE: Kind = Kind::Index(255);

pub(super) static TABLE: &[Command] = &[
    Command::session("layer.choose", "Choose layer", |e, a| {
        let layer = a.count("layer")?;
        e.document.layer(layer)?;
        e.cel.layer = layer;
        Ok(())
    })
    .params(&[LAYER]),
    Command::session("layer.above", "Layer above", |e, _| {
        e.cel.layer = (e.cel.layer + 1).min(e.document.layers() - 1);
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageUp")]),
    Command::session("layer.below", "Layer below", |e, _| {
        e.cel.layer = e.cel.layer.saturating_sub(1);
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageDown")]),
    Command::edit("layer.add", "New layer", Scope::Document, |e, _| {
        let at = e.cel.layer + 1;
        e.document.add_layer(at)?;
        e.cel.layer = at;
        Ok(())
    })
    .menu("Layer"),
    Command::edit("layer.duplicate", "Duplicate layer", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        e.document.duplicate_layer(layer)?;
        e.cel.layer = layer + 1;
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.delete", "Delete layer", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        e.document.remove_layer(layer)?;
        if e.cel.layer >= layer {
            e.cel.layer = e.cel.layer.saturating_sub(1);
        }
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER])
    .removes()
    .when(several),
    Command::edit("layer.merge-down", "Merge down", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        e.document.merge_down(layer)?;
        e.cel.layer = layer - 1;
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER])
    .when(several),
    Command::edit("layer.up", "Move layer up", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        let top = e.document.layers() - 1;
        shift(e, layer, (layer + 1).min(top))
    })
    .menu("Layer")
    .params(&[LAYER])
    .when(several),
    Command::edit("layer.down", "Move layer down", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        shift(e, layer, layer.saturating_sub(1))
    })
    .menu("Layer")
    .params(&[LAYER])
    .when(several),
    Command::edit("layer.move", "Move layer", Scope::Document, |e, a| {
        let (from, to) = (a.count("from")?, a.count("to")?);
        shift(e, from, to)
    })
    .params(&[
        Param::new("from", "From", PLACE, |e| e.cel.layer.into()),
        Param::new("to", "To", PLACE, |e| e.cel.layer.into()),
    ]),
    Command::edit("layer.rename", "Rename layer", Scope::Document, |e, a| {
        let name = a.text("name")?.to_owned();
        change(e, a, |layer| layer.name = name)
    })
    .looks()
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("name", "Name", Kind::Text(MAX_NAME), |e| {
            Value::Text(active(e, |layer| layer.name).unwrap_or_default())
        }),
    ])
    .asks(),
    Command::edit("layer.visible", "Show or hide layer", Scope::Document, |e, a| {
        change(e, a, |layer| layer.visible = !layer.visible)
    })
    .looks()
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.locked", "Lock or unlock layer", Scope::Document, |e, a| {
        change(e, a, |layer| layer.locked = !layer.locked)
    })
    .looks()
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.alpha-locked", "Lock or unlock alpha", Scope::Document, |e, a| {
        change(e, a, |layer| layer.alpha_locked = !layer.alpha_locked)
    })
    .looks()
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.opacity", "Layer opacity", Scope::Document, |e, a| {
        let opacity = a.count("opacity")? as u8;
        change(e, a, |layer| layer.opacity = opacity)
    })
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("opacity", "Opacity", Kind::Whole(0, 255), |e| {
            active(e, |layer| u32::from(layer.opacity)).unwrap_or(255).into()
        }),
    ])
    .previews()
    .merges(),
    Command::edit("layer.blend", "Blend mode", Scope::Document, |e, a| {
        let blend = Blend::named(a.text("blend")?)?;
        change(e, a, |layer| layer.blend = blend)
    })
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("blend", "Blend mode", Kind::Choice(blends), |e| {
            active(e, |layer| layer.blend.id()).unwrap_or("normal").into()
        }),
    ])
    .previews(),
];
