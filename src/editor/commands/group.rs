//! Layer, further down: groups of layers. A group is named by any of its layers, and by how many groups further out it is than the
//! innermost one around that.

use super::{Command, Condition, Scope};
use crate::color::{Blend, Color};
use crate::document::{Door, Drawing, Group, Join, Loss, MAX_GROUP_NOTE, MAX_GROUPS, MAX_NAME};
use crate::editor::session::chosen::meant_layers;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, Kind, LAYER, List, Param};
use crate::editor::{Editor, Key};
use crate::error::{Error, Result};
use crate::value::Value;

/// Which group layers join that are moved.
pub(super) const JOIN: Param = Param::new("group", "Group", Kind::choice::<Join>(), |_| "near".into());

/// Returns the value of [`JOIN`].
pub(super) fn join(args: &Args) -> Result<Join> {
    Join::named(args.text("group")?)
}

/// How many groups further out than that group something is moved.
pub(super) const OUT: Param = Param::new("out", "Groups further out", Kind::Whole(0, MOST), |_| 0.into())
    .shown_if(|e| e.document().groups().len() > 1);

/// Which of the groups around a layer is meant: 1 is the innermost, and 0 the one that [`meant`] says.
pub(super) const OUTER: Param =
    Param::new("outer", "Group further out", Kind::Whole(0, MOST), |_| 0.into()).shown_if(|_| false);

const MOST: i64 = MAX_GROUPS as i64;

/// Returns the group that is meant by a layer alone: the outermost one around it whose layers are the chosen ones if there are several, or else
/// the innermost one. Never inlined, as nobody needs it to paint.
#[cold]
#[inline(never)]
fn of_layer<D: Door>(document: &Drawing<D>, chosen: &[u32], layer: u32) -> Option<u16> {
    let around = document.groups_of(layer);
    let is_chosen = |group: &&u16| document.members(**group).eq(chosen.iter().copied());
    let whole = around.iter().rev().find(is_chosen).filter(|_| chosen.len() > 1);
    whole.or(around.first()).copied()
}

/// Returns the group that is meant unless another is named.
pub(super) fn meant(editor: &Editor) -> Option<u16> {
    let (document, layer) = (editor.document(), editor.cel().layer);
    document.group_of(layer)?;
    of_layer(document, &editor.desk().layers(document), layer)
}

/// Returns the group that arguments name, or the outermost one if none is as far out.
fn named<D: Door>(document: &Drawing<D>, chosen: &[u32], args: &Args) -> Result<u16> {
    let layer = args.count("layer")?;
    let name = document.layer(layer)?.name;
    let group = match args.count("outer")? as usize {
        0 => of_layer(document, chosen, layer),
        outer => {
            let around = document.groups_of(layer);
            around.get(outer - 1).or(around.last()).copied()
        }
    };
    group.ok_or(Error::Refused { what: "layer", name: name.into(), why: "it is in no group" })
}

/// Returns the group that is meant.
fn group(edit: &Edit<'_>, args: &Args) -> Result<u16> {
    named(edit.document, &edit.desk.layers(edit.document), args)
}

/// Returns the group that is meant, before anything is done.
fn foreseen(editor: &Editor, args: &Args) -> Result<u16> {
    named(editor.document(), &editor.desk().layers(editor.document()), args)
}

/// Returns a property of the active layer's group, for a default.
fn active<T>(editor: &Editor, of: impl Fn(Group) -> T) -> Option<T> {
    editor.document().group(meant(editor)?).ok().map(of)
}

fn change(edit: &mut Edit<'_>, args: &Args, change: impl FnOnce(&mut Group)) -> Result<()> {
    let group = group(edit, args)?;
    edit.document.change_group(group, change)
}

/// Copies a group, and makes the copy of the active layer the active one.
fn duplicate(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (group, active) = (group(edit, args)?, edit.cel().layer);
    let members = edit.document.members(group);
    let copy = edit.document.duplicate_group(group)?;
    let copies = edit.document.members(copy);
    let last = members.end - 1;
    let from = if members.contains(&active) { active } else { last };
    edit.go_to_layer(copies.start + from - members.start);
    Ok(())
}

fn delete(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (group, active) = (group(edit, args)?, edit.cel().layer);
    let members = edit.document.members(group);
    if members.len() as u32 == edit.document.layers() {
        let (name, why) = (edit.document.group(group)?.name, "a drawing has at least one layer: add another");
        return Err(Error::Refused { what: "group", name: name.into(), why });
    }
    edit.document.remove_group(group)?;
    if members.contains(&active) {
        edit.go_to_layer(members.start.saturating_sub(1));
    }
    Ok(())
}

/// What a command does to the document.
type Change = fn(&mut Edit<'_>, &Args) -> Result<()>;

/// A command of the group of a layer, which is the active one unless another is meant, in a menu.
const fn of_group(id: &'static str, label: &'static str, run: Change) -> Command {
    let command = Command::edit(id, label, Scope::Document, run).menu("Layer").params(&[LAYER, OUTER]);
    command.when(&[Condition::Grouped]).when_told(&[Condition::Groups])
}

/// What is asked of a group and its id.
type Question = fn(&Editor, u16, &Group) -> bool;

/// Returns whether the group of the active layer is so; of no group it is false.
fn is(editor: &Editor, so: Question) -> bool {
    meant(editor).is_some_and(|id| is_so(editor, id, so))
}

/// Asks something of a group. Never inlined, as nobody needs it to paint.
#[cold]
#[inline(never)]
fn is_so(editor: &Editor, id: u16, so: Question) -> bool {
    editor.document().group(id).is_ok_and(|group| so(editor, id, &group))
}

/// Folds the group of a layer in lists, or unfolds it.
fn fold(editor: &mut Editor, args: &Args, _: u64) -> Result<()> {
    let group = foreseen(editor, args)?;
    editor.session.fold(group, args.flag("folded")?);
    Ok(())
}

pub(super) static TABLE: &[Command] = &[
    Command::edit("group.add", "Group layers", Scope::Document, |e, a| {
        let layers = e.meant(a.count("layer")?);
        if e.document.grouping_unclips(&layers) {
            e.lose(&[Loss::Clipping]);
        }
        e.document.group_layers(&layers)?;
        // Who drags one of them now means that one: the group's row moves all.
        e.choose_alone();
        Ok(())
    })
    .loses(|e, a| {
        let layers = meant_layers(e.desk(), e.document(), a.count("layer")?);
        Ok(if e.document().grouping_unclips(&layers) { vec![Loss::Clipping] } else { Vec::new() })
    })
    .menu("Layer")
    .keys(&[Key::ctrl("g"), Key { shift: true, ..Key::alt("n") }])
    .params(&[LAYER])
    .when(&[Condition::NotGround])
    .when_told(&[]),
    of_group("group.ungroup", "Ungroup layers", |e, a| {
        let group = group(e, a)?;
        e.document.ungroup(group)
    })
    .loses(|e, a| {
        let loses = e.document().ungroup_loses(foreseen(e, a)?);
        Ok(if loses { vec![Loss::Whole] } else { Vec::new() })
    })
    .keys(&[Key::ctrl_shift("g")]),
    Command::edit("group.rename", "Rename group", Scope::Document, |e, a| {
        let name = a.text("name")?.to_owned();
        change(e, a, |group| group.name = name)
    })
    .looks()
    .menu("Layer")
    .params(&[
        LAYER,
        Param::new("name", "Name", Kind::Text(MAX_NAME), |e| {
            Value::Text(active(e, |group| group.name).unwrap_or_else(|| "Group".into()))
        }),
        OUTER,
    ])
    .asks()
    .when(&[Condition::Grouped])
    .when_told(&[Condition::Groups]),
    of_group("group.note", "Note on group", |e, a| {
        let note = a.text("note")?.to_owned();
        change(e, a, |group| group.note = note)
    })
    .looks()
    .params(&[
        LAYER,
        Param::new("note", "Note", Kind::Note(MAX_GROUP_NOTE), |e| {
            Value::Text(active(e, |group| group.note).unwrap_or_default())
        }),
        OUTER,
    ])
    .asks(),
    of_group("group.label", "Label colour of group", |e, a| {
        let label = a.label("color")?;
        change(e, a, |group| group.label = label)
    })
    .looks()
    .params(&[
        LAYER,
        Param::new("color", "Label colour", Kind::Color, |e| {
            Value::Text(active(e, |group| group.label).unwrap_or(Color::TRANSPARENT).to_string())
        }),
        OUTER,
    ])
    .asks(),
    of_group("group.visible", "Show or hide group", |e, a| {
        change(e, a, |group| group.visible = !group.visible)
    })
    .checked(|e| is(e, |_, _, group| group.visible))
    .looks(),
    of_group("group.locked", "Lock or unlock group", |e, a| {
        change(e, a, |group| group.locked = !group.locked)
    })
    .checked(|e| is(e, |_, _, group| group.locked))
    .looks(),
    of_group("group.opacity", "Group opacity", |e, a| {
        let opacity = a.count("opacity")? as u8;
        change(e, a, |group| group.opacity = opacity)
    })
    .params(&[
        LAYER,
        Param::new("opacity", "Opacity", Kind::Whole(0, 255), |e| {
            active(e, |group| u32::from(group.opacity)).unwrap_or(255).into()
        }),
        OUTER,
    ])
    .previews()
    .merges("group-opacity"),
    of_group("group.blend", "Group's blend mode", |e, a| {
        let blend = Blend::named(a.text("blend")?)?;
        change(e, a, |group| group.blend = blend)
    })
    .params(&[
        LAYER,
        Param::new("blend", "Blend mode", Kind::choice::<Blend>(), |e| {
            active(e, |group| group.blend.id()).unwrap_or("normal").into()
        }),
        OUTER,
    ])
    .previews(),
    of_group("group.isolated", "Blend group as a whole", |e, a| {
        change(e, a, |group| group.isolated = !group.isolated)
    })
    .checked(|e| is(e, |_, _, group| group.is_whole())),
    Command::session("group.fold", "Collapse or expand group", fold)
        .keys(&[Key::shift("e")])
        .params(&[
            LAYER,
            Param::new("folded", "Collapsed", Kind::Flag, |e| {
                let group = meant(e);
                group.is_none_or(|group| !e.desk().folded.contains(&group)).into()
            }),
            OUTER,
        ])
        .checked(|e| is(e, |e, id, _| e.desk().folded.contains(&id)))
        .when(&[Condition::Grouped])
        .when_told(&[Condition::Groups]),
    of_group("group.up", "Move group up", |e, a| {
        let group = group(e, a)?;
        e.document.step_group(group, true)
    })
    .when(&[Condition::GroupHigher]),
    of_group("group.down", "Move group down", |e, a| {
        let group = group(e, a)?;
        e.document.step_group(group, false)
    })
    .when(&[Condition::GroupLower]),
    Command::edit("group.move", "Move group", Scope::Document, |e, a| {
        let group = group(e, a)?;
        e.document.move_group(group, a.count("to")?, join(a)?, a.count("out")?)
    })
    .params(&[
        LAYER,
        Param::new("to", "To", Kind::Index(List::Layers), |e| e.cel().layer.into()),
        JOIN,
        OUT,
        OUTER,
    ])
    .when(&[Condition::Grouped])
    .when_told(&[Condition::Groups]),
    of_group("group.duplicate", "Duplicate group", duplicate),
    of_group("group.merge", "Merge group", |e, a| {
        let group = group(e, a)?;
        let merged = e.document.merge_group(group)?;
        e.merged(merged);
        Ok(())
    })
    .loses(|e, a| {
        let group = foreseen(e, a)?;
        let members: Vec<u32> = e.document().members(group).collect();
        let mut lost = if members.len() < 2 { Vec::new() } else { e.document().merge_loss(&members)? };
        if !lost.contains(&Loss::Words) && e.document().group_loses_words(group)? {
            lost.push(Loss::Words);
        }
        Ok(lost)
    }),
    of_group("group.delete", "Delete group", delete).removes(),
];
