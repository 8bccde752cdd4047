//! Frame: the animation's pictures, how long each is shown, their tags.

use super::{Command, Condition, Scope};
use crate::color::Color;
use crate::document::{Cel, Drawing, MAX_NOTE, MAX_TAG_NAME, MAX_TAG_TEXT, Needs, Store, Tag, TagDirection};
use crate::editor::session::chosen::Pick;
use crate::editor::session::edit::Edit;
use crate::editor::session::params::{Args, FRAME, Kind, LAYER, List, Param};
use crate::editor::session::reach::Reach;
use crate::editor::{Desk, Editor, Key};
use crate::error::{Error, Result};
use crate::value::Value;

fn tag(args: &Args) -> Result<Tag> {
    let (from, to) = (args.count("from")?, args.count("to")?);
    let direction = TagDirection::named(args.text("direction")?)?;
    let tag = Tag::new(args.text("name")?, from, to, direction);
    let (color, text) = (args.color("color")?, args.text("text")?.to_owned());
    Ok(Tag { color, repeat: args.count("repeat")? as u16, text, ..tag })
}

/// Copies a frame, or all that are chosen if it is one of them, behind the last of them. The copies are chosen then.
fn copy(edit: &mut Edit<'_>, args: &Args, run: fn(&mut Drawing<Store>, &[u32]) -> Result<()>) -> Result<()> {
    let frames = edit.meant_frames(args.count("frame")?);
    run(edit.document, &frames)?;
    let to = frames[frames.len() - 1] + 1;
    let active = edit.desk.cel(edit.document).frame;
    let place = frames.iter().position(|frame| *frame == active).unwrap_or(0);
    edit.go_to_frame(to + place as u32);
    edit.after.frames = (to..to + frames.len() as u32).collect();
    Ok(())
}

/// Deletes a frame, or all that are chosen if it is one of them.
fn delete(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let active = edit.cel().frame;
    let frames = edit.meant_frames(args.count("frame")?);
    for frame in frames.iter().rev() {
        edit.document.remove_frame(*frame)?;
    }
    if frames.contains(&active) {
        edit.go_to_frame(frames[0].saturating_sub(1));
    }
    Ok(())
}

/// Moves a frame to a place, or all that are chosen if it is one of them: they end up side by side, the first at that
/// place or as near as there is room.
fn shift(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let (from, to) = (args.count("from")?, args.count("to")?);
    let frames = edit.meant_frames(from);
    edit.document.move_frames(&frames, to)?;
    // Of several, the active one stays active.
    edit.go_to_frame(if frames.len() == 1 { to } else { edit.cel().frame });
    Ok(())
}

/// Returns the cel that a command on cels is told.
fn cel(args: &Args) -> Result<Cel> {
    Ok(Cel { layer: args.count("layer")?, frame: args.count("frame")? })
}

/// Moves or copies a cel to a place, or all that are chosen if it is one of them.
fn carry(edit: &mut Edit<'_>, args: &Args, keep: bool) -> Result<()> {
    let to = Cel { layer: args.count("toLayer")?, frame: args.count("toFrame")? };
    edit.move_cels(cel(args)?, to, keep)
}

/// Erases a cel, or all that are chosen if it is one of them. Those of hidden and locked layers stay as they are.
fn clear(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let at = cel(args)?;
    edit.document.land()?;
    let mut cels = edit.meant_cels(at);
    cels.retain(|cel| edit.document.check(*cel, Needs::Alpha).is_ok());
    if cels.is_empty() {
        edit.document.check(at, Needs::Alpha)?;
    }
    edit.document.once_per_image(cels).into_iter().try_for_each(|cel| edit.document.erase(cel))
}

/// Gives a cel an opacity, a z-index, a label colour and a text. Others that are chosen with it get what is not what this one had: who
/// makes five cels faint leaves each in its place. Those of locked layers stay as they are.
fn set_cel(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let at = cel(args)?;
    let (opacity, z_index) = (args.count("opacity")? as u8, args.whole("zIndex")? as i16);
    let (label, text) = (args.label("label")?, args.text("text")?);
    let old = edit.document.cel_properties(at);
    let mut cels = edit.meant_cels(at);
    cels.retain(|cel| edit.document.is_unlocked(cel.layer));
    if cels.is_empty() {
        // It is refused, with the reason.
        cels.push(at);
    }
    cels.into_iter().try_for_each(|cel| {
        edit.document.change_cel(cel, |own| {
            own.opacity = if opacity == old.opacity { own.opacity } else { opacity };
            own.z_index = if z_index == old.z_index { own.z_index } else { z_index };
            own.label = if label == old.label { own.label } else { label };
            if text != old.text {
                own.text = text.to_owned();
            }
        })
    })
}

/// Moves the active frame by steps, wrapping around at the ends.
fn step(desk: &mut Desk, document: &Drawing<Store>, by: i32) -> Result<()> {
    let (cel, frames) = (desk.cel(document), document.frames() as i32);
    desk.choose(document, Cel { frame: (cel.frame as i32 + by).rem_euclid(frames) as u32, ..cel });
    Ok(())
}

/// Makes a frame the active one.
fn go(desk: &mut Desk, document: &Drawing<Store>, frame: u32) -> Result<()> {
    let cel = desk.cel(document);
    desk.choose(document, Cel { frame, ..cel });
    Ok(())
}

crate::named! {
    /// The frames that are linked to the active one.
    enum Links, "with" {
        /// The one behind it.
        Next = "next", "The next frame";
        /// Those that are chosen with it.
        Chosen = "chosen", "The chosen frames";
        /// Those of the first tag around it.
        Tag = "tag", "The frames of the tag";
        /// All frames.
        All = "all", "All frames";
    }
}

/// Returns what links as far as edits reach.
fn links(reach: Reach) -> Links {
    match reach {
        Reach::Tag => Links::Tag,
        Reach::Frames | Reach::All => Links::All,
        Reach::Cel | Reach::Chosen | Reach::Layers => Links::Next,
    }
}

/// Lets other frames show the image of a cel.
fn link(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let at = cel(args)?;
    let (name, last) = (args.text("with")?, edit.document.frames() - 1);
    let with = Links::named(name)?;
    let tag = edit.document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&at.frame));
    let refused = |why| Err(Error::Refused { what: "frame", name: (at.frame + 1).into(), why });
    let frames = match (with, tag) {
        (Links::Next, _) if at.frame >= last => return refused("there is no frame behind it to be linked"),
        (Links::Next, _) => at.frame..=at.frame + 1,
        (Links::Chosen, _) => {
            let frames = edit.meant_frames(at.frame);
            if frames.len() == 1 {
                return refused("no other frame is chosen with it: Ctrl or Shift chooses several");
            }
            return edit.document.link(at, frames);
        }
        (Links::Tag, None) => {
            return refused("it has no tag: choose a frame that has one, or link all frames");
        }
        (Links::Tag, Some(tag)) => tag.from..=tag.to,
        (Links::All, _) => 0..=last,
    };
    edit.document.link(at, frames)
}

const PLACE: Kind = Kind::Index(List::Frames);
const NAME: Kind = Kind::Text(MAX_TAG_NAME);
const WAY: Kind = Kind::choice::<TagDirection>();
const REPEATS: Kind = Kind::Whole(0, u16::MAX as i64);
const TAG: Param = Param::new("tag", "Tag", Kind::Index(List::Tags), |_| 0.into());

/// Which cels are moved or copied, and where the one that is told comes to.
const CARRIED: &[Param] = &[
    LAYER,
    FRAME,
    Param::new("toLayer", "To layer", Kind::Index(List::Layers), |e| e.cel().layer.into()),
    Param::new("toFrame", "To frame", PLACE, |e| e.cel().frame.into()),
];

/// Returns the first tag, for defaults.
fn first(editor: &Editor) -> Option<Tag> {
    editor.document().tags().into_iter().next()
}

/// Returns the colour of a tag as forms show it: black for none.
fn color_of(tag: Option<Tag>) -> Value {
    let color = tag.map(|tag| tag.color).filter(|color| !color.is_transparent());
    Value::Text(color.unwrap_or(Color::BLACK).to_string())
}

pub(super) static TABLE: &[Command] = &[
    Command::choose("frame.choose", "Choose frame", |desk, document, a| {
        let (frame, how) = (a.count("frame")?, a.text("how")?);
        document.duration(frame)?;
        let how = Pick::named(how)?;
        desk.pick_frame(document, frame, how);
        Ok(())
    })
    .params(&[FRAME, Param::new("how", "How", Kind::choice::<Pick>(), |_| "only".into())]),
    Command::choose("frame.next", "Next frame", |desk, document, _| step(desk, document, 1))
        .menu("Frame")
        .keys(&[Key::plain("."), Key::plain("ArrowRight")])
        .repeats()
        .when(&[Condition::Frames]),
    Command::choose("frame.previous", "Previous frame", |desk, document, _| step(desk, document, -1))
        .menu("Frame")
        .keys(&[Key::plain(","), Key::plain("ArrowLeft")])
        .repeats()
        .when(&[Condition::Frames]),
    Command::choose("frame.first", "First frame", |desk, document, _| go(desk, document, 0))
        .menu("Frame")
        .keys(&[Key::plain("Home")])
        .when(&[Condition::Frames]),
    Command::choose("frame.last", "Last frame", |desk, document, _| {
        go(desk, document, document.frames() - 1)
    })
    .menu("Frame")
    .keys(&[Key::plain("End")])
    .when(&[Condition::Frames]),
    Command::session("frame.play", "Play or stop", |e, _, _| {
        e.play();
        Ok(())
    })
    .menu("Frame")
    .keys(&[Key::plain("Enter")])
    .when(&[Condition::Frames, Condition::Rest, Condition::NoGame]),
    Command::edit("frame.add", "New frame", Scope::Document, |e, _| {
        let at = e.cel().frame + 1;
        e.document.add_frame(at)?;
        e.go_to_frame(at);
        Ok(())
    })
    .menu("Frame")
    .keys(&[Key::alt("b")]),
    Command::edit("frame.duplicate", "Duplicate frame", Scope::Document, |e, a| {
        copy(e, a, Drawing::duplicate_frames)
    })
    .menu("Frame")
    .keys(&[Key::alt("n"), Key::alt("d")])
    .params(&[FRAME]),
    Command::edit("frame.add-linked", "New linked frame", Scope::Document, |e, a| {
        copy(e, a, Drawing::add_linked_frames)
    })
    .menu("Frame")
    .keys(&[Key::alt("m"), Key { shift: true, ..Key::alt("d") }])
    .params(&[FRAME]),
    Command::edit("frame.link", "Link cels", Scope::Document, link)
        .menu("Frame")
        .params(&[
            LAYER,
            FRAME,
            Param::new("with", "Link with", Kind::choice::<Links>(), |e| {
                let several = e.desk().frames(e.document()).len() > 1;
                if several { Links::Chosen } else { links(e.desk().reach) }.id().into()
            }),
        ])
        .asks()
        .when(&[Condition::Frames]),
    Command::edit("frame.unlink", "Unlink cel", Scope::Document, |e, a| {
        let layer = a.count("layer")?;
        let frames = e.meant_frames(a.count("frame")?);
        frames.into_iter().try_for_each(|frame| e.document.unlink(Cel { layer, frame }))
    })
    .menu("Frame")
    .params(&[LAYER, FRAME])
    .when(&[Condition::Linked]),
    Command::edit("frame.cel-properties", "Cel properties", Scope::Document, set_cel)
        .menu("Frame")
        .params(&[
            LAYER,
            FRAME,
            Param::new("opacity", "Opacity", Kind::Whole(0, 255), |e| {
                u32::from(e.document().cel_properties(e.cel()).opacity).into()
            }),
            Param::new("zIndex", "Z-index", Kind::Whole(i16::MIN as i64, i16::MAX as i64), |e| {
                f64::from(e.document().cel_properties(e.cel()).z_index).into()
            }),
            Param::new("label", "Label colour", Kind::Color, |e| {
                Value::Text(e.document().cel_properties(e.cel()).label.to_string())
            }),
            Param::new("text", "User text", Kind::Note(MAX_NOTE), |e| {
                Value::Text(e.document().cel_properties(e.cel()).text)
            }),
        ])
        .previews()
        .merges("cel"),
    Command::edit("frame.clear-cels", "Clear cels", Scope::Document, clear)
        .menu("Frame")
        .params(&[LAYER, FRAME])
        .removes(),
    Command::edit("frame.move-cels", "Move cels", Scope::Document, |e, a| carry(e, a, false)).params(CARRIED),
    Command::edit("frame.copy-cels", "Copy cels", Scope::Document, |e, a| carry(e, a, true)).params(CARRIED),
    Command::edit("frame.delete", "Delete frame", Scope::Document, delete)
        .menu("Frame")
        .keys(&[Key::alt("c")])
        .params(&[FRAME])
        .removes()
        .when(&[Condition::Frames]),
    Command::edit("frame.move", "Move frame", Scope::Document, shift).params(&[
        Param::new("from", "From", PLACE, |e| e.cel().frame.into()),
        Param::new("to", "To", PLACE, |e| e.cel().frame.into()),
    ]),
    Command::edit("frame.duration", "Frame duration", Scope::Document, |e, a| {
        let (frame, milliseconds) = (a.count("frame")?, a.count("milliseconds")?);
        let frames = e.meant_frames(frame);
        frames.into_iter().try_for_each(|frame| e.document.set_duration(frame, milliseconds))
    })
    .menu("Frame")
    .keys(&[Key::plain("p")])
    .params(&[
        FRAME,
        Param::new("milliseconds", "Milliseconds", Kind::Whole(1, 65535), |e| {
            e.document().duration(e.cel().frame).unwrap_or(100).into()
        }),
    ])
    .asks()
    .merges("duration"),
    Command::edit("frame.tag", "Tag frames", Scope::Document, |e, a| {
        let tag = tag(a)?;
        e.document.add_tag(&tag)
    })
    .looks()
    .menu("Frame")
    .params(&[
        Param::new("name", "Name", NAME, |_| "Tag".into()),
        Param::new("from", "First frame", PLACE, |_| 0.into()),
        Param::new("to", "Last frame", PLACE, |e| (e.document().frames() - 1).into()),
        Param::new("direction", "Direction", WAY, |_| "forward".into()),
        Param::new("color", "Colour (black: none)", Kind::Color, |_| color_of(None)),
        Param::new("repeat", "Repeats (0: forever)", REPEATS, |_| 0.into()),
        Param::new("text", "User text", Kind::Note(MAX_TAG_TEXT), |_| "".into()),
    ])
    .asks(),
    Command::edit("frame.edit-tag", "Edit tag", Scope::Document, |e, a| {
        let (index, tag) = (a.count("tag")?, tag(a)?);
        e.document.set_tag(index, &tag)
    })
    .looks()
    .menu("Frame")
    .params(&[
        TAG,
        Param::new("name", "Name", NAME, |e| first(e).map_or("Tag".into(), |tag| Value::Text(tag.name))),
        Param::new("from", "First frame", PLACE, |e| first(e).map_or(0, |tag| tag.from).into()),
        Param::new("to", "Last frame", PLACE, |e| first(e).map_or(0, |tag| tag.to).into()),
        Param::new("direction", "Direction", WAY, |e| {
            first(e).map_or("forward", |tag| tag.direction.id()).into()
        }),
        Param::new("color", "Colour (black: none)", Kind::Color, |e| color_of(first(e))),
        Param::new("repeat", "Repeats (0: forever)", REPEATS, |e| {
            first(e).map_or(0, |tag| u32::from(tag.repeat)).into()
        }),
        Param::new("text", "User text", Kind::Note(MAX_TAG_TEXT), |e| {
            Value::Text(first(e).map_or(String::new(), |tag| tag.text))
        }),
    ])
    .asks()
    .when(&[Condition::Tags]),
    Command::edit("frame.delete-tag", "Delete tag", Scope::Document, |e, a| {
        let tag = a.count("tag")?;
        e.document.remove_tag(tag)
    })
    .looks()
    .menu("Frame")
    .params(&[TAG])
    .asks()
    .removes()
    .when(&[Condition::Tags]),
];
