//! Layer: the stack, from the bottom up.

use super::group::{JOIN, OUT, OUTER, join};
use super::{Command, Condition, Scope};
use crate::color::{Blend, Color};
use crate::document::{Cel, Drawing, Layer, MAX_NAME, MAX_NOTE, Needs, Store};
use crate::editor::session::chosen::Pick;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, FRAME, Kind, LAYER, List, Param};
use crate::editor::session::reach::Reach;
use crate::editor::{Desk, Editor, Key};
use crate::error::{Error, Result};
use crate::value::Value;

/// Returns a property of the active layer, for a default.
fn active<T>(editor: &Editor, of: impl Fn(Layer) -> T) -> Option<T> {
    editor.document().layer(editor.cel().layer).ok().map(of)
}

/// Returns whether the active layer is so.
#[inline(never)]
fn is(editor: &Editor, so: fn(&Layer) -> bool) -> bool {
    editor.document().layer(editor.cel().layer).is_ok_and(|layer| so(&layer))
}

fn change(edit: &mut Edit<'_>, args: &Args, change: impl FnOnce(&mut Layer)) -> Result<()> {
    let layer = args.count("layer")?;
    edit.document.change_layer(layer, change)
}

/// Moves a layer by one step, or all that are chosen if it is one of them; those that have no room stay.
fn step(edit: &mut Edit<'_>, args: &Args, up: bool) -> Result<()> {
    let layers = edit.meant(args.count("layer")?);
    let id = edit.document.layer_id(layers[0]);
    edit.document.step_layers(&layers, up)?;
    follow(edit, &layers, id);
    Ok(())
}

/// Moves a layer to a place, or all that are chosen if it is one of them: they end up one above the other, the lowest
/// at that place or as near as there is room.
fn shift(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (layer, to) = (args.count("from")?, args.count("to")?);
    edit.document.layer(to)?;
    let layers = edit.meant(layer);
    let id = edit.document.layer_id(layers[0]);
    edit.document.move_layers(&layers, to, join(args)?, args.count("out")?)?;
    follow(edit, &layers, id);
    Ok(())
}

/// Makes a layer that has moved the active one, by its id; of several, the active one stays active.
fn follow(edit: &mut Edit<'_>, moved: &[u32], id: Option<u16>) {
    let to = id.and_then(|id| edit.document.layer_at(id)).filter(|_| moved.len() == 1);
    edit.go_to_layer(to.unwrap_or(edit.cel().layer));
}

/// Returns the layers that merging one means: all that are chosen if it is one of several, or else it and the one below.
fn together(desk: &Desk, document: &Drawing<Store>, layer: u32) -> Result<Vec<u32>> {
    let chosen = desk.layers(document);
    if chosen.len() > 1 && chosen.contains(&layer) {
        return Ok(chosen);
    }
    Ok(vec![document.below(layer)?, layer])
}

/// Returns `true` if a layer would be clipped to a reference layer, and be seen in no export.
pub(super) fn on_reference(document: &Drawing<Store>, layer: u32) -> bool {
    let base = document.base_below(layer).and_then(|base| document.layer(base).ok());
    base.is_some_and(|base| base.reference)
}

/// Merges a layer with the one below, or all that are chosen if it is one of several.
fn merge(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let layers = together(edit.desk, edit.document, args.count("layer")?)?;
    let merged = edit.document.merge_layers(&layers)?;
    edit.merged(merged);
    Ok(())
}

/// Copies a cel to other frames of its layer, in place of what is there.
fn clone(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let from = Cel { layer: args.count("layer")?, frame: args.count("frame")? };
    edit.document.frame(from.frame)?;
    edit.document.check(from, Needs::Alpha)?;
    let tag = match args.flag("tag")? {
        true => edit.document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&from.frame)),
        false => None,
    };
    let (first, last) = tag.map_or((0, edit.document.frames() - 1), |tag| (tag.from, tag.to));
    for frame in (first..=last).filter(|frame| *frame != from.frame) {
        edit.document.replace_cel(from, Cel { frame, ..from })?;
    }
    Ok(())
}

const PLACE: Kind = Kind::Index(List::Layers);

pub(super) static TABLE: &[Command] = &[
    Command::choose("layer.choose", "Choose layer", |desk, document, a| {
        let (layer, how) = (a.count("layer")?, a.text("how")?);
        document.layer(layer)?;
        let how = Pick::named(how)?;
        desk.pick_layer(document, layer, how, a.count("outer")?);
        Ok(())
    })
    .params(&[LAYER, Param::new("how", "How", Kind::choice::<Pick>(), |_| "only".into()), OUTER]),
    Command::choose("layer.above", "Layer above", |desk, document, _| {
        let cel = desk.cel(document);
        desk.choose(document, Cel { layer: (cel.layer + 1).min(document.layers() - 1), ..cel });
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageUp"), Key::plain("ArrowUp")]),
    Command::choose("layer.below", "Layer below", |desk, document, _| {
        let cel = desk.cel(document);
        desk.choose(document, Cel { layer: cel.layer.saturating_sub(1), ..cel });
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::plain("PageDown"), Key::plain("ArrowDown")]),
    Command::edit("layer.add", "New layer", Scope::Document, |e, _| {
        let at = e.cel().layer + 1;
        e.document.add_layer(at)?;
        e.go_to_layer(at);
        Ok(())
    })
    .menu("Layer")
    .keys(&[Key::shift("n")]),
    Command::edit("layer.duplicate", "Duplicate layer", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        e.document.duplicate_layer(layer)?;
        e.go_to_layer(layer + 1);
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.delete", "Delete layer", Scope::Document, |e, a| {
        let active = e.cel().layer;
        let layers = e.meant(a.count("layer")?);
        for layer in layers.iter().rev() {
            e.document.remove_layer(*layer)?;
        }
        if layers.contains(&active) {
            e.go_to_layer(layers[0].saturating_sub(1));
        }
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER])
    .removes()
    .when(&[Condition::Layers]),
    Command::edit("layer.merge-down", "Merge down", Scope::Document, merge)
        .menu("Layer")
        .params(&[LAYER])
        .when(&[Condition::Layers, Condition::Below])
        .when_told(&[Condition::Layers])
        .loses(|e, a| e.document().merge_loss(&together(e.desk(), e.document(), a.count("layer")?)?)),
    Command::edit("layer.flatten", "Flatten", Scope::Document, |e, _| {
        let merged = e.document.flatten()?;
        e.merged(merged);
        Ok(())
    })
    .menu("Layer")
    .when(&[Condition::Layers])
    .loses(|e, _| e.document().merge_loss(&e.document().exported_layers())),
    Command::edit("layer.up", "Move layer up", Scope::Document, |e, a| step(e, a, true))
        .menu("Layer")
        .params(&[LAYER])
        .when(&[Condition::Layers, Condition::NotGround, Condition::Higher])
        .when_told(&[Condition::Layers]),
    Command::edit("layer.down", "Move layer down", Scope::Document, |e, a| step(e, a, false))
        .menu("Layer")
        .params(&[LAYER])
        .when(&[Condition::Layers, Condition::NotGround, Condition::OverGround, Condition::Lower])
        .when_told(&[Condition::Layers]),
    Command::edit("layer.clone", "Copy to all frames", Scope::Document, clone)
        .menu("Layer")
        .params(&[
            LAYER,
            FRAME,
            Param::new("tag", "Only the frames of the tag", Kind::Flag, |e| {
                (e.desk().reach == Reach::Tag).into()
            }),
        ])
        .when(&[Condition::Frames]),
    Command::edit("layer.move", "Move layer", Scope::Document, shift).params(&[
        Param::new("from", "From", PLACE, |e| e.cel().layer.into()),
        Param::new("to", "To", PLACE, |e| e.cel().layer.into()),
        JOIN,
        OUT,
    ]),
    Command::edit("layer.rename", "Rename layer", Scope::Document, |e, a| {
        let name = a.text("name")?.to_owned();
        change(e, a, |layer| layer.name = name)
    })
    .looks()
    .menu("Layer")
    .keys(&[Key::shift("p")])
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
    Command::edit("layer.label", "Label colour of layer", Scope::Document, |e, a| {
        let label = a.label("color")?;
        let layers = e.meant(a.count("layer")?);
        layers.into_iter().try_for_each(|layer| e.document.change_layer(layer, |own| own.label = label))
    })
    .looks()
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("color", "Label colour", Kind::Color, |e| {
            Value::Text(active(e, |layer| layer.label).unwrap_or(Color::TRANSPARENT).to_string())
        }),
    ])
    .asks(),
    Command::edit("layer.visible", "Show or hide layer", Scope::Document, |e, a| {
        change(e, a, |layer| layer.visible = !layer.visible)
    })
    .checked(|e| is(e, |layer| layer.visible))
    .looks()
    .menu("Layer")
    .keys(&[Key::shift("x")])
    .params(&[LAYER]),
    Command::edit("layer.locked", "Lock or unlock layer", Scope::Document, |e, a| {
        change(e, a, |layer| layer.locked = !layer.locked)
    })
    .checked(|e| is(e, |layer| layer.locked))
    .looks()
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.alpha-locked", "Lock or unlock alpha", Scope::Document, |e, a| {
        change(e, a, |layer| layer.alpha_locked = !layer.alpha_locked)
    })
    .checked(|e| is(e, |layer| layer.alpha_locked))
    .looks()
    .menu("Layer")
    .params(&[LAYER]),
    Command::edit("layer.clipped", "Clip to layer below", Scope::Document, |e, a| {
        let (at, layer) = (a.count("layer")?, e.document.layer(a.count("layer")?)?);
        // Of the background the drawing says why.
        if !layer.clipped && !layer.background && e.document.base_below(at).is_none() {
            let why = "there is no layer right below it, in the same group, to clip it to";
            return Err(Error::Refused { what: "layer", name: layer.name.into(), why });
        }
        if !layer.clipped && on_reference(e.document, at) {
            let why = "the layer below is a reference layer, which no export shows";
            return Err(Error::Refused { what: "layer", name: layer.name.into(), why });
        }
        change(e, a, |layer| layer.clipped = !layer.clipped)
    })
    .checked(|e| is(e, |layer| layer.clipped))
    .menu("Layer")
    .params(&[LAYER])
    .when(&[Condition::Clippable, Condition::Exported])
    .when_told(&[]),
    Command::edit("layer.to-background", "Background from layer", Scope::Document, |e, a| {
        e.document.make_background(a.count("layer")?, e.ground())?;
        e.go_to_layer(0);
        Ok(())
    })
    .menu("Layer")
    .params(&[LAYER])
    .when(&[Condition::NoBackground]),
    Command::edit("layer.from-background", "Layer from background", Scope::Document, |e, _| {
        e.document.release_background()
    })
    .menu("Layer")
    .when(&[Condition::Background]),
    Command::edit("layer.reference", "Reference layer", Scope::Document, |e, a| {
        let (at, layer) = (a.count("layer")?, e.document.layer(a.count("layer")?)?);
        if !layer.reference && e.document.is_clip_base(at) {
            let why = "layers are clipped to it, and no export would show them";
            return Err(Error::Refused { what: "layer", name: layer.name.into(), why });
        }
        change(e, a, |layer| layer.reference = !layer.reference)
    })
    .checked(|e| is(e, |layer| layer.reference))
    .menu("Layer")
    .params(&[LAYER])
    .when(&[Condition::Baseless])
    .when_told(&[]),
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
    .when(&[Condition::Faint])
    .when_told(&[])
    .previews()
    .merges("opacity"),
    Command::edit("layer.blend", "Blend mode", Scope::Document, |e, a| {
        let blend = Blend::named(a.text("blend")?)?;
        change(e, a, |layer| layer.blend = blend)
    })
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("blend", "Blend mode", Kind::choice::<Blend>(), |e| {
            active(e, |layer| layer.blend.id()).unwrap_or("normal").into()
        }),
    ])
    .when(&[Condition::Blended])
    .when_told(&[])
    .previews(),
];
