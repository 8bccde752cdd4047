//! Conflicts in words: what they are about, and what each side has made of it.
//!
//! A conflict of pixels is seen. One of a name, a removed layer or a moved frame is not, so it is told: the thing by its name, and
//! both values. Of a thing that one side has removed and the other has changed, the words say which side did what.
//!
//! The invariant: each part of a drawing has words; a property that has none of its own is called by the name of its field.

use super::conflicts::plane;
use super::places::Place;
use crate::document::drawing::records::{FRAME, LAYER};
use crate::document::drawing::{Door, Drawing};
use crate::document::{Cel, Clash, Part, Subject, Thing};
use crate::error::Message;

/// What a conflict is about, and what each side has made of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Told {
    /// What it is about.
    pub what: Message,
    /// What this side has made of it.
    pub mine: Message,
    /// What the other side has made of it.
    pub theirs: Message,
}

impl Place {
    /// Returns the conflict in words, by the drawings of both sides.
    pub fn told<M: Door, T: Door>(&self, mine: &Drawing<M>, theirs: &Drawing<T>) -> Told {
        let told = |what, mine: &'static str, theirs: &'static str| Told {
            what,
            mine: mine.into(),
            theirs: theirs.into(),
        };
        match self {
            Place::Pixels { plane, count, can, .. } => {
                let Subject::Image { layer, name } = *plane else { return told("selection".into(), "", "") };
                let which =
                    if mine.layer_at(layer).is_some() && !can { FRAME.of(name) } else { LAYER.of(layer) };
                let of =
                    which.called(mine.memory()).or_else(|| which.called(theirs.memory())).unwrap_or_default();
                let code = "{n} pixel on {what} | {n} pixels on {what}";
                let what = Message::new(code).with(*count).with_key(of);
                if *can {
                    told(what, "painted here", "painted there")
                } else {
                    told(what, "removed here", "painted there")
                }
            }
            Place::Part { clash, .. } => part(clash, mine, theirs),
        }
    }
}

fn part<M: Door, T: Door>(clash: &Clash, mine: &Drawing<M>, theirs: &Drawing<T>) -> Told {
    let name = |which: Thing| {
        which.called(mine.memory()).or_else(|| which.called(theirs.memory())).unwrap_or_default()
    };
    let [is_here, is_there] = [!clash.sides[1].is_empty(), !clash.sides[2].is_empty()];
    let plain = |what, mine: &'static str, theirs: &'static str| Told {
        what,
        mine: mine.into(),
        theirs: theirs.into(),
    };
    match clash.part {
        Part::Selection => plain("selection".into(), "as it is here", "as it is there"),
        Part::Member(of) => match (is_here, is_there) {
            (true, false) => plain(name(of), "changed here", "removed there"),
            (false, true) => plain(name(of), "not here", "added there"),
            _ => plain(name(of), "changed here", "changed there"),
        },
        Part::Field(of, _) | Part::Place(of) if !is_here => plain(name(of), "removed here", "changed there"),
        Part::Link(layer, frame) => {
            let what = Message::new("{what}, {other}")
                .with_key(name(LAYER.of(layer)))
                .with_key(name(FRAME.of(frame)));
            plain(what, "linked as here", "linked as there")
        }
        Part::Canvas => valued("size of the canvas".into(), size(mine.size()), size(theirs.size())),
        Part::Drawing("background") => {
            let color = |color: crate::color::Color| color.to_string().into();
            valued("background colour".into(), color(mine.background()), color(theirs.background()))
        }
        Part::Drawing("grid") => valued("grid".into(), size(mine.grid()), size(theirs.grid())),
        Part::Drawing(_) => valued("tile".into(), size(mine.tile()), size(theirs.tile())),
        Part::Place(of) => {
            let what = Message::new("{what}: {name}").with_key(name(of)).with_key("place");
            valued(what, place(mine, of), place(theirs, of))
        }
        Part::Field(of, field) => {
            let what = Message::new("{what}: {name}").with_key(name(of)).with_key(field.replace('_', " "));
            let value = |memory| of.told(memory, field).unwrap_or("changed".into());
            valued(what, value(mine.memory()), value(theirs.memory()))
        }
    }
}

fn valued(what: Message, mine: Message, theirs: Message) -> Told {
    Told { what, mine, theirs }
}

fn size((width, height): (u32, u32)) -> Message {
    Message::new("{width} × {height}").with(width).with(height)
}

fn place<D: Door>(drawing: &Drawing<D>, thing: Thing) -> Message {
    thing.index(drawing.memory()).map_or("removed".into(), |at| Message::new("place {n}").with(at + 1))
}

impl<D: Door> Drawing<D> {
    /// Returns a cel that shows an image: in a frame rather than in others. Returns `None` if none does.
    pub fn cel_showing(&self, image: Subject, frame: u32) -> Option<Cel> {
        let Subject::Image { layer, .. } = image else { return None };
        let layer = self.layer_at(layer)?;
        let shows = |cel: &Cel| self.plane_of(*cel).is_ok_and(|shown| shown == plane(image));
        [frame].into_iter().chain(0..self.frames()).map(|frame| Cel { layer, frame }).find(shows)
    }
}
