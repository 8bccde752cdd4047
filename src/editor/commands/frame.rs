//! Frame: the animation's pictures, how long each is shown, their tags.

use super::{Command, Condition, Scope};
use crate::document::{Cel, Drawing, MAX_TAG_NAME, Store, Tag, TagDirection};
use crate::editor::edit::Edit;
use crate::editor::params::{Args, FRAME, Kind, LAYER, List, Param};
use crate::editor::reach::Reach;
use crate::editor::{Desk, Editor, Key};
use crate::error::{Error, Result};
use crate::params::Named;
use crate::value::Value;

fn directions() -> Vec<(&'static str, &'static str)> {
    let labels = ["Forward", "Reverse", "Ping-pong", "Ping-pong reverse"];
    TagDirection::ALL.iter().zip(labels).map(|(direction, label)| (direction.id(), label)).collect()
}

fn tag(args: &Args) -> Result<Tag> {
    let (from, to) = (args.count("from")?, args.count("to")?);
    let direction = TagDirection::named(args.text("direction")?)?;
    Ok(Tag { name: args.text("name")?.to_owned(), from, to, direction })
}

fn shift(edit: &mut Edit<'_>, from: u32, to: u32) -> Result<()> {
    edit.document.move_frame(from, to)?;
    edit.go_to_frame(to);
    Ok(())
}

/// Moves the active frame by steps, wrapping around at the ends.
fn step(desk: &mut Desk, document: &Drawing<Store>, by: i32) -> Result<()> {
    let (cel, frames) = (desk.cel(document), document.frames() as i32);
    desk.choose(document, Cel { frame: (cel.frame as i32 + by).rem_euclid(frames) as u32, ..cel });
    Ok(())
}

/// The frames that are linked to the active one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Links {
    /// The one behind it.
    Next,
    /// Those of the first tag around it.
    Tag,
    /// All frames.
    All,
}

impl Named for Links {
    const NAMES: &'static [(Links, &'static str, &'static str)] = &[
        (Links::Next, "next", "The next frame"),
        (Links::Tag, "tag", "The frames of the tag"),
        (Links::All, "all", "All frames"),
    ];
}

/// Returns what links as far as edits reach.
fn links(reach: Reach) -> Links {
    match reach {
        Reach::Tag => Links::Tag,
        Reach::Frames | Reach::All => Links::All,
        Reach::Cel | Reach::Layers => Links::Next,
    }
}

/// Lets other frames show the image of a cel.
fn link(edit: &mut Edit<'_>, args: &Args) -> Result<()> {
    let at = Cel { layer: args.count("layer")?, frame: args.count("frame")? };
    let (name, last) = (args.text("with")?, edit.document.frames() - 1);
    let with = Links::named(name).ok_or_else(|| Error::unknown("with", name, "next, tag or all"))?;
    let tag = edit.document.tags().into_iter().find(|tag| (tag.from..=tag.to).contains(&at.frame));
    let refused = |why| Err(Error::Refused { what: "frame", name: (at.frame + 1).to_string(), why });
    let frames = match (with, tag) {
        (Links::Next, _) if at.frame >= last => return refused("there is no frame behind it to be linked"),
        (Links::Next, _) => at.frame..=at.frame + 1,
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
const WAY: Kind = Kind::Choice(directions);
const TAG: Param = Param::new("tag", "Tag", Kind::Index(List::Tags), |_| 0.into());

/// Returns the first tag, for defaults.
fn first(editor: &Editor) -> Option<Tag> {
    editor.document.tags().into_iter().next()
}

pub(super) static TABLE: &[Command] = &[
    Command::choose("frame.choose", "Choose frame", |desk, document, a| {
        let frame = a.count("frame")?;
        document.duration(frame)?;
        desk.choose(document, Cel { frame, ..desk.cel(document) });
        Ok(())
    })
    .params(&[FRAME]),
    Command::choose("frame.next", "Next frame", |desk, document, _| step(desk, document, 1))
        .menu("Frame")
        .keys(&[Key::plain(".")])
        .repeats()
        .when(&[Condition::Frames]),
    Command::choose("frame.previous", "Previous frame", |desk, document, _| step(desk, document, -1))
        .menu("Frame")
        .keys(&[Key::plain(",")])
        .repeats()
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
    .menu("Frame"),
    Command::edit("frame.duplicate", "Duplicate frame", Scope::Document, |e, a| {
        let frame = a.count("frame")?;
        e.document.duplicate_frame(frame)?;
        e.go_to_frame(frame + 1);
        Ok(())
    })
    .menu("Frame")
    .params(&[FRAME]),
    Command::edit("frame.add-linked", "New linked frame", Scope::Document, |e, a| {
        let frame = a.count("frame")?;
        e.document.add_linked_frame(frame)?;
        e.go_to_frame(frame + 1);
        Ok(())
    })
    .menu("Frame")
    .keys(&[Key::shift("n")])
    .params(&[FRAME]),
    Command::edit("frame.link", "Link cels", Scope::Document, link)
        .menu("Frame")
        .params(&[
            LAYER,
            FRAME,
            Param::new("with", "The image is shown by", Kind::choice::<Links>(), |e| {
                links(e.desk.reach).id().into()
            }),
        ])
        .asks()
        .when(&[Condition::Frames]),
    Command::edit("frame.unlink", "Unlink cel", Scope::Document, |e, a| {
        e.document.unlink(Cel { layer: a.count("layer")?, frame: a.count("frame")? })
    })
    .menu("Frame")
    .params(&[LAYER, FRAME])
    .when(&[Condition::Linked]),
    Command::edit("frame.delete", "Delete frame", Scope::Document, |e, a| {
        let (frame, active) = (a.count("frame")?, e.cel().frame);
        e.document.remove_frame(frame)?;
        if active == frame {
            e.go_to_frame(frame.saturating_sub(1));
        }
        Ok(())
    })
    .menu("Frame")
    .params(&[FRAME])
    .removes()
    .when(&[Condition::Frames]),
    Command::edit("frame.move", "Move frame", Scope::Document, |e, a| {
        let (from, to) = (a.count("from")?, a.count("to")?);
        shift(e, from, to)
    })
    .params(&[
        Param::new("from", "From", PLACE, |e| e.cel().frame.into()),
        Param::new("to", "To", PLACE, |e| e.cel().frame.into()),
    ]),
    Command::edit("frame.duration", "Frame duration", Scope::Document, |e, a| {
        let (frame, milliseconds) = (a.count("frame")?, a.count("milliseconds")?);
        e.document.set_duration(frame, milliseconds)
    })
    .menu("Frame")
    .params(&[
        FRAME,
        Param::new("milliseconds", "Milliseconds", Kind::Whole(1, 65535), |e| {
            e.document.duration(e.cel().frame).unwrap_or(100).into()
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
        Param::new("to", "Last frame", PLACE, |e| (e.document.frames() - 1).into()),
        Param::new("direction", "Played", WAY, |_| "forward".into()),
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
        Param::new("direction", "Played", WAY, |e| {
            first(e).map_or("forward", |tag| tag.direction.id()).into()
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
