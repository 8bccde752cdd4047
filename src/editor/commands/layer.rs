//! Layer: the stack, from the bottom up.

use super::{Command, Scope};
use crate::color::Blend;
use crate::document::{Cel, Layer, MAX_NAME, MAX_NOTE};
use crate::editor::edit::Edit;
use crate::editor::params::{Args, Kind, LAYER, List, Param};
use crate::editor::{Editor, Key};
use crate::error::Result;
use crate::value::Value;

fn blends() -> Vec<(&'static str, &'static str)> {
    Blend::ALL.iter().map(|blend| (blend.id(), blend.label())).collect()
}

/// Returns a property of the active layer, for a default.
fn active<T>(editor: &Editor, of: impl Fn(Layer) -> T) -> Option<T> {
    editor.document.layer(editor.cel().layer).ok().map(of)
}

fn change(edit: &mut Edit<'_>, args: &Args, change: impl FnOnce(&mut Layer)) -> Result<()> {
    let layer = args.count("layer")?;
    edit.document.change_layer(layer, change)
}

fn shift(edit: &mut Edit<'_>, from: u32, to: u32) -> Result<()> {
    edit.document.move_layer(from, to)?;
    edit.go_to_layer(to);
    Ok(())
}

fn several(editor: &Editor) -> bool {
    editor.document().layers() > 1
}

const PLACE: Kind = Kind::Index(List::Layers);

pub(super) static TABLE: &[Command] = &[
    Command::choose("layer.choose", "Choose layer", |desk, document, a| {
        let layer = a.count("layer")?;
        document.layer(layer)?;
        desk.choose(document, Cel { layer, ..desk.cel(document) });
        Ok(())
    })
    .params(&[LAYER]),
    Command::choose("layer.above", "Layer above", |desk, document, _| {
        let cel = desk.cel(document);
        desk.choose(document, Cel { layer: (cel.layer + 1).min(document.layers() - 1), ..cel });
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageUp")]),
    Command::choose("layer.below", "Layer below", |desk, document, _| {
        let cel = desk.cel(document);
        desk.choose(document, Cel { layer: cel.layer.saturating_sub(1), ..cel });
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageDown")]),
    Command::edit("layer.add", "New layer", Scope::Document, |e, _| {
        let at = e.cel().layer + 1;
        e.document.add_layer(at)?;
        e.go_to_layer(at);
        Ok(())
    })
    .menu("Layer"),
    Command::edit("layer.duplicate", "Duplicate layer", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        e.document.duplicate_layer(layer)?;
        e.go_to_layer(layer + 1);
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.delete", "Delete layer", Scope::Document, |e, a| {
        let (layer, active) = (a.count("layer")?, e.cel().layer);
        e.document.remove_layer(layer)?;
        if active == layer {
            e.go_to_layer(layer.saturating_sub(1));
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
        e.go_to_layer(layer - 1);
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
        Param::new("from", "From", PLACE, |e| e.cel().layer.into()),
        Param::new("to", "To", PLACE, |e| e.cel().layer.into()),
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
    Command::edit("layer.note", "Note on layer", Scope::Document, |e, a| {
        let note = a.text("note")?.to_owned();
        change(e, a, |layer| layer.note = note)
    })
    .looks()
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("note", "Note", Kind::Note(MAX_NOTE), |e| {
            Value::Text(active(e, |layer| layer.note).unwrap_or_default())
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
    .merges("opacity"),
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
