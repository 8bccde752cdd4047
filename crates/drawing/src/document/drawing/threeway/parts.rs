//! The parts of a drawing that are not pixels, and where each lies.
//!
//! A part changes as a whole: a field of a record, a member of a list, a link. Where its bytes lie is said here once, for comparing them and for
//! copying them. What names another record by its place in a list is read as that record's id, since places move; which fields do so is
//! said in the rows of [`KINDS`].

use super::Sides;
use crate::document::drawing::info::Info;
use crate::document::drawing::links;
use crate::document::drawing::records::{By, Field, KINDS, Kind, LAYER, Reference};
use crate::error::Message;
use crate::memory::{Arena, Memory, Region};
use std::mem::{offset_of, size_of};
use std::ops::Range;

/// A part of a drawing that is not pixels, and changes as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// The canvas's rectangle.
    Canvas,
    /// The selection, and what floats.
    Selection,
    /// A field that the drawing has but one of, by its name.
    Drawing(&'static str),
    /// A member of a list: whether there is such a thing.
    Member(Thing),
    /// The place of a thing among the others of its kind.
    Place(Thing),
    /// A field of a thing, by its name.
    Field(Thing, &'static str),
    /// Which image a cel shows, by the ids of its layer and its frame.
    Link(u16, u16),
}

/// A thing with an id: a record of any kind, such as a layer or a tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Thing {
    /// Name of its kind.
    pub kind: &'static str,
    /// Its id.
    pub id: u16,
}

/// A part that a patch can't change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The part.
    pub part: Part,
    /// Its bytes as the patch found them, as they are now, and as the patch would have left them; empty for what is not there.
    pub sides: [Vec<u8>; 3],
    /// What names it now and did not name it before, if it would be taken away.
    pub dependants: Vec<Thing>,
}

/// The fields that a drawing has but one of. The canvas, the selection and the counters are parts of their own.
pub(super) const SINGLE: [Field; 3] = [
    ("background", offset_of!(Info, background), 4),
    ("grid", offset_of!(Info, grid), 8),
    ("tile", offset_of!(Info, tile), 8),
];

/// The fields of the selection and of what floats. What lies behind them is not theirs.
const SELECTED: [Range<usize>; 2] = [
    offset_of!(Info, selected)..offset_of!(Info, next_group),
    offset_of!(Info, wrap)..offset_of!(Info, wrap) + size_of::<[i32; 4]>(),
];

impl Kind {
    /// Returns the thing of this kind with an id.
    pub(in crate::document) fn of(&self, id: u16) -> Thing {
        Thing { kind: self.thing, id }
    }
}

impl Thing {
    /// Returns its kind.
    pub(super) fn kind(self) -> &'static Kind {
        KINDS.iter().find(|kind| kind.thing == self.kind).unwrap_or(&&LAYER)
    }

    /// Returns the value of a property in words: what it names, if it names something. Returns `None` if there is none.
    pub(in crate::document) fn told(self, memory: &Memory, field: &str) -> Option<Message> {
        let (kind, at) = (self.kind(), self.kind().fields.iter().find(|known| known.0 == field)?.1 as u64);
        kind.index(memory, self.id)?;
        let Some(named) = kind.names.iter().find(|named| named.at.start == at) else {
            return (kind.told)(memory, self.id, field);
        };
        let value = named.value(memory, kind.address(self.id));
        let other = match named.by {
            By::Id | By::Membership | By::Owner => u16::try_from(value).ok().filter(|id| *id != 0),
            By::Place => named.to.id(memory, value),
        };
        Some(other.and_then(|id| named.to.of(id).called(memory)).unwrap_or("none".into()))
    }

    /// Returns what people call it: by its kind, and its name or its number. Returns `None` if it is not there.
    pub(in crate::document) fn called(self, memory: &Memory) -> Option<Message> {
        let (at, kind) = (self.index(memory)?, self.kind());
        Some(match (kind.told)(memory, self.id, "name") {
            Some(name) => Message::new("{what} {name}").with_key(self.kind).with_key(name),
            None => Message::new("{what} {n}").with_key(self.kind).with(at + 1),
        })
    }

    /// Returns its index among those of its kind, or `None` if it is not there.
    pub(in crate::document) fn index(self, memory: &Memory) -> Option<u32> {
        self.kind().index(memory, self.id)
    }
}

/// Returns bytes of the records.
pub(super) fn bytes(memory: &Memory, region: Region) -> Vec<u8> {
    memory.get(region).unwrap_or_default().to_vec()
}

impl Part {
    /// Returns where its bytes lie; a member and a place have none of their own.
    pub(in crate::document) fn lies_at(self) -> Vec<Region> {
        match self {
            Part::Canvas => vec![
                Region::new(offset_of!(Info, width) as u64, 8),
                Region::new(offset_of!(Info, corner) as u64, 8),
            ],
            Part::Selection => {
                SELECTED.iter().map(|range| Region::new(range.start as u64, range.len())).collect()
            }
            Part::Drawing(name) => {
                let field = SINGLE.iter().find(|field| field.0 == name);
                field.map(|(_, at, len)| Region::new(*at as u64, *len)).into_iter().collect()
            }
            Part::Field(thing, name) => {
                let (kind, field) = (thing.kind(), thing.kind().fields.iter().find(|field| field.0 == name));
                let region = |(_, at, len): &Field| Region::new(kind.address(thing.id) + *at as u64, *len);
                field.map(region).into_iter().collect()
            }
            Part::Link(layer, frame) => vec![Region::new(links::address(layer, frame), 2)],
            Part::Member(_) | Part::Place(_) => Vec::new(),
        }
    }
}

impl Reference {
    /// Returns the id of what a record names by its place, if there is such a record.
    pub(super) fn at_place(&self, memory: &Memory, kind: &Kind, id: u16) -> Option<u16> {
        kind.index(memory, id)?;
        self.to.id(memory, self.value(memory, kind.address(id)))
    }
}

impl Kind {
    /// Returns the fields that name other records by their places.
    pub(super) fn places(&self) -> impl Iterator<Item = &'static Reference> {
        self.names.iter().filter(|named| named.by == By::Place)
    }
}

impl Sides<'_> {
    pub(super) fn all(&self) -> [&Memory; 3] {
        [self.before, self.after, self.now]
    }

    /// Returns the bytes of a field as each state has them, or the id of what it names by its place.
    pub(super) fn field(&self, kind: &Kind, id: u16, (_, at, len): Field) -> [Vec<u8>; 3] {
        let place = kind.places().find(|named| named.at.start == at as u64);
        self.all().map(|memory| {
            if kind.index(memory, id).is_none() {
                return Vec::new();
            }
            let named = place.and_then(|named| named.at_place(memory, kind, id));
            let found = || bytes(memory, Region::new(kind.address(id) + at as u64, len));
            named.map_or_else(found, |named| named.to_le_bytes().to_vec())
        })
    }

    /// Returns all fields of a thing as each state has them.
    pub(super) fn thing(&self, kind: &Kind, id: u16) -> [Vec<u8>; 3] {
        let mut all = [const { Vec::new() }; 3];
        for field in kind.fields {
            for (all, found) in all.iter_mut().zip(self.field(kind, id, *field)) {
                all.extend(found);
            }
        }
        all
    }

    /// Returns the bytes of a part as each state has them.
    pub(super) fn part(&self, part: Part) -> [Vec<u8>; 3] {
        match part {
            Part::Member(thing) => self.thing(thing.kind(), thing.id),
            Part::Place(thing) => self.all().map(|memory| {
                let at = thing.kind().index(memory, thing.id);
                at.map_or(Vec::new(), |at| at.to_le_bytes().to_vec())
            }),
            Part::Field(thing, name) => {
                let field = thing.kind().fields.iter().find(|field| field.0 == name);
                field.map_or_else(Default::default, |field| self.field(thing.kind(), thing.id, *field))
            }
            _ => self
                .all()
                .map(|memory| part.lies_at().into_iter().flat_map(|region| bytes(memory, region)).collect()),
        }
    }
}

/// Returns `true` if the fields of the selection and of what floats are equal in two memories.
pub(in crate::document) fn selects_alike(one: &Memory, other: &Memory) -> bool {
    Part::Selection.lies_at().into_iter().all(|region| bytes(one, region) == bytes(other, region))
}
