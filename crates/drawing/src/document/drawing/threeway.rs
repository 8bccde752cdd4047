//! Three-way merge of records: what one step did to the records of a drawing, done to those of another.
//!
//! Problem: a step that adds a layer or renames a tag is to be done where other steps have been made since. Its bytes won't do: lists,
//! counters and positions have moved. Idea: three sets of records, *before* and *after* the step and *now*, are compared part by part: a
//! field, the members of a list, the place of a member, a link. What is now as it was before becomes what it was after; what is so
//! already stays; everything else is a clash. Frames that a tag names are compared by their ids and not by their
//! positions, and the counters of ids only ever rise, unless nothing has happened since.
//!
//! The parts that may be taken are tried all together first, and must give valid records. If they don't, something that the step takes away
//! is named by something else: then they are tried kind by kind and at last one by one, and those that break a rule are clashes.
//!
//! The invariant: what comes out are valid records, and where nothing has happened since they are those after the step, byte for byte.

use super::info::{Info, LINKS, RECORDS, info};
use super::records::{By, FRAME, Field, KINDS, Kind, LAYER, TAG, view};
use super::validate::{canvas, has_cel, records};
use super::{links, tags};
use crate::error::{Message, Result};
use crate::geometry::Rect;
use crate::memory::{Arena, Memory, PAGE, Region};
use std::collections::BTreeSet;
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

/// A thing with an id: a layer, a frame, a tag, a colour or a group.
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

/// Records of three states: before a step, after it, and now.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Sides<'a> {
    pub(in crate::document) before: &'a Memory,
    pub(in crate::document) after: &'a Memory,
    pub(in crate::document) now: &'a Memory,
}

/// What can be done with a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::document) enum Verdict {
    /// It is as it was before.
    Take,
    /// It is already as it was after.
    Same,
    /// It is otherwise.
    Leave,
}

/// Records that a patch was merged into.
#[derive(Debug)]
pub(in crate::document) struct Merged {
    pub(in crate::document) records: Memory,
    pub(in crate::document) taken: Vec<Part>,
    pub(in crate::document) clashes: Vec<Clash>,
}

/// The fields that a drawing has but one of. The canvas, the selection and the counters are parts of their own.
const SINGLE: [Field; 3] = [
    ("background", offset_of!(Info, background), 4),
    ("grid", offset_of!(Info, grid), 8),
    ("tile", offset_of!(Info, tile), 8),
];

/// The fields of the selection and of what floats.
const SELECTED: [Range<usize>; 2] =
    [offset_of!(Info, selected)..offset_of!(Info, next_group), offset_of!(Info, wrap)..size_of::<Info>()];

/// The fields of a tag that name frames, by their positions.
const ENDS: [&str; 2] = ["from", "to"];

impl Kind {
    /// Returns the thing of this kind with an id.
    pub(in crate::document) fn of(&self, id: u16) -> Thing {
        Thing { kind: self.thing, id }
    }
}

impl Thing {
    /// Returns its kind.
    fn kind(self) -> &'static Kind {
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
            By::Id | By::Membership => u16::try_from(value).ok().filter(|id| *id != 0),
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

/// Returns which things name which others.
fn names(memory: &Memory) -> BTreeSet<(Thing, Thing)> {
    let mut names = BTreeSet::new();
    for kind in KINDS {
        for (id, named) in
            kind.ids(memory).iter().flat_map(|id| kind.names.iter().map(move |named| (*id, named)))
        {
            let value = named.value(memory, kind.address(id));
            let other = match named.by {
                By::Id | By::Membership => u16::try_from(value).ok().filter(|id| *id != 0),
                By::Place => named.to.id(memory, value),
            };
            names.extend(other.map(|other| (kind.of(id), named.to.of(other))));
        }
    }
    names
}

/// Returns bytes of the records.
fn bytes(memory: &Memory, at: u64, len: usize) -> Vec<u8> {
    memory.get(Region::new(at, len)).unwrap_or_default().to_vec()
}

/// Compares a value of three states.
fn verdict<T: PartialEq>([before, after, now]: [T; 3]) -> Verdict {
    if now == after {
        Verdict::Same
    } else if now == before {
        Verdict::Take
    } else {
        Verdict::Leave
    }
}

impl Sides<'_> {
    fn all(&self) -> [&Memory; 3] {
        [self.before, self.after, self.now]
    }

    /// Returns the bytes of a field as each state has them; a tag's ends as the ids of their frames.
    fn field(&self, kind: &Kind, id: u16, (name, at, len): Field) -> [Vec<u8>; 3] {
        self.all().map(|memory| {
            if kind.index(memory, id).is_none() {
                return Vec::new();
            }
            let found = bytes(memory, kind.address(id) + at as u64, len);
            if kind.number != TAG.number || !ENDS.contains(&name) {
                return found;
            }
            end_of(memory, id, name).map_or(found, |frame| frame.to_le_bytes().to_vec())
        })
    }

    /// Returns all fields of a thing as each state has them.
    fn thing(&self, kind: &Kind, id: u16) -> [Vec<u8>; 3] {
        let mut all = [const { Vec::new() }; 3];
        for field in kind.fields {
            for (all, found) in all.iter_mut().zip(self.field(kind, id, *field)) {
                all.extend(found);
            }
        }
        all
    }

    /// Returns the bytes of a part as each state has them.
    fn part(&self, part: Part) -> [Vec<u8>; 3] {
        match part {
            Part::Canvas => self.all().map(|memory| bytes(memory, offset_of!(Info, width) as u64, 8)),
            Part::Selection => self.all().map(|memory| {
                SELECTED.iter().flat_map(|range| bytes(memory, range.start as u64, range.len())).collect()
            }),
            Part::Drawing(name) => {
                let (_, at, len) = SINGLE.into_iter().find(|field| field.0 == name).unwrap_or(SINGLE[0]);
                self.all().map(|memory| bytes(memory, at as u64, len))
            }
            Part::Member(thing) => self.thing(thing.kind(), thing.id),
            Part::Place(thing) => self.all().map(|memory| {
                let at = thing.kind().index(memory, thing.id);
                at.map_or(Vec::new(), |at| at.to_le_bytes().to_vec())
            }),
            Part::Field(thing, name) => {
                let field = thing.kind().fields.iter().find(|field| field.0 == name);
                field.map_or_else(Default::default, |field| self.field(thing.kind(), thing.id, *field))
            }
            Part::Link(layer, frame) => {
                self.all().map(|memory| bytes(memory, links::address(layer, frame), 2))
            }
        }
    }

    /// Returns the parts that differ before and after, each with what can be done with it.
    fn parts(&self, selection: Option<Verdict>) -> Vec<(Part, Verdict)> {
        let mut parts: Vec<(Part, Verdict)> = Vec::new();
        let single = [Part::Canvas].into_iter().chain(SINGLE.map(|field| Part::Drawing(field.0)));
        parts.extend(single.map(|part| (part, verdict(self.part(part)))));
        for kind in KINDS {
            self.of_kind(kind, &mut parts);
        }
        for (layer, frame) in self.links() {
            parts.push((Part::Link(layer, frame), verdict(self.part(Part::Link(layer, frame)))));
        }
        parts.retain(|(part, _)| {
            // A place is one among others: it may have changed where the number has not.
            let [before, after, _] = self.part(*part);
            matches!(part, Part::Place(_)) || before != after
        });
        parts.extend(selection.map(|verdict| (Part::Selection, verdict)));
        parts
    }

    /// Adds the parts of one kind: members, places and fields.
    fn of_kind(&self, kind: &Kind, parts: &mut Vec<(Part, Verdict)>) {
        let [before, after, now] = self.all().map(|memory| kind.ids(memory));
        let all: BTreeSet<u16> = before.iter().chain(after).copied().collect();
        let known = |ids: &[u16]| ids.iter().copied().collect::<BTreeSet<u16>>();
        let [was, is, here] = [before, after, now].map(known);
        let stable = stable(before, after);
        for id in all {
            let thing = kind.of(id);
            if !(was.contains(&id) && is.contains(&id)) {
                parts.push((Part::Member(thing), verdict(self.thing(kind, id))));
                continue;
            }
            for field in kind.fields {
                let values = self.field(kind, id, *field);
                if values[0] != values[1] {
                    parts.push((Part::Field(thing, field.0), verdict(values)));
                }
            }
            if !stable.contains(&id) {
                let anchors = |id: &u16| stable.contains(id) && here.contains(id);
                let places = [before, after, now].map(|ids| before_of(ids, id, anchors));
                let found = if here.contains(&id) { verdict(places) } else { Verdict::Leave };
                parts.push((Part::Place(thing), found));
            }
        }
    }

    /// Returns the cels whose links differ before and after, by the ids of their layers and frames.
    fn links(&self) -> Vec<(u16, u16)> {
        let pages = [self.before, self.after].map(|memory| memory.places(LINKS).collect::<BTreeSet<_>>());
        let mut found = Vec::new();
        for place in pages[0].union(&pages[1]).filter(|place| place.level == 0) {
            for position in 0..PAGE / 2 {
                let at = place.address() + position as u64 * 2;
                if view::<u16>(self.before, at) != view::<u16>(self.after, at) {
                    found.push(links::cel_of(place.index, position));
                }
            }
        }
        found
    }

    /// Builds the records of now with some parts as they were after. Returns `None` if a tag would lose one of its frames.
    fn build(&self, chosen: &BTreeSet<Part>) -> Result<Option<Memory>> {
        let mut made = self.now.clone();
        for kind in KINDS {
            self.build_list(&mut made, kind, chosen)?;
        }
        for part in chosen {
            let (at, len) = match *part {
                Part::Canvas => (offset_of!(Info, width) as u64, 8),
                Part::Drawing(name) => {
                    let (_, at, len) = SINGLE.into_iter().find(|field| field.0 == name).unwrap_or(SINGLE[0]);
                    (at as u64, len)
                }
                Part::Field(thing, name) => {
                    let Some(field) = thing.kind().fields.iter().find(|field| field.0 == name) else {
                        continue;
                    };
                    (thing.kind().address(thing.id) + field.1 as u64, field.2)
                }
                Part::Link(layer, frame) => (links::address(layer, frame), 2),
                Part::Selection => {
                    for range in &SELECTED {
                        copy(&mut made, self.after, range.start as u64, range.len())?;
                    }
                    continue;
                }
                Part::Member(_) | Part::Place(_) => continue,
            };
            copy(&mut made, self.after, at, len)?;
        }
        if !self.build_tags(&mut made, chosen) {
            return Ok(None);
        }
        self.build_counters(&mut made)?;
        made.trim_tree(RECORDS);
        made.trim_tree(LINKS);
        Ok(Some(made))
    }

    /// Builds the list of a kind, and makes and removes records.
    fn build_list(&self, made: &mut Memory, kind: &Kind, chosen: &BTreeSet<Part>) -> Result<()> {
        let after = kind.ids(self.after);
        let moves = |id: u16| chosen.contains(&Part::Place(kind.of(id)));
        let changes = |id: u16| chosen.contains(&Part::Member(kind.of(id)));
        if !chosen.iter().any(|part| matches!(part, Part::Place(t) | Part::Member(t) if t.kind == kind.thing))
        {
            return Ok(());
        }
        let mut ids: Vec<u16> = kind.ids(self.now).to_vec();
        let gone: Vec<u16> = ids.iter().copied().filter(|id| changes(*id)).collect();
        ids.retain(|id| !moves(*id) && !changes(*id));
        let stable = stable(kind.ids(self.before), after);
        for (at, id) in after.iter().enumerate().filter(|(_, id)| moves(**id) || changes(**id)) {
            // What others have moved is no mark to go by.
            let mut marks =
                after[..at].iter().rev().filter(|id| stable.contains(id) || moves(**id) || changes(**id));
            let place = marks.find_map(|other| ids.iter().position(|id| id == other));
            ids.insert(place.map_or(0, |place| place + 1), *id);
        }
        ids.truncate(kind.most as usize);
        kind.set(made, &ids)?;
        for id in gone {
            made.provide(Region::new(kind.address(id), kind.size as usize))?;
            made.get_mut(Region::new(kind.address(id), kind.size as usize))
                .into_iter()
                .for_each(|b| b.fill(0));
        }
        for id in after.iter().filter(|id| changes(**id)) {
            copy(made, self.after, kind.address(*id), kind.size as usize)?;
        }
        Ok(())
    }

    /// Lets each tag name the frames that it named, wherever they lie now. Returns `false` if one of them is gone.
    fn build_tags(&self, made: &mut Memory, chosen: &BTreeSet<Part>) -> bool {
        for id in TAG.ids(made).to_vec() {
            let new = chosen.contains(&Part::Member(TAG.of(id)));
            let ends = ENDS.map(|name| {
                let moved = new || chosen.contains(&Part::Field(TAG.of(id), name));
                let frame = end_of(if moved { self.after } else { self.now }, id, name);
                frame.and_then(|frame| FRAME.index(made, frame))
            });
            let [Some(from), Some(to)] = ends else { return false };
            // Where frames were moved past each other, a tag stays at its place.
            if from <= to {
                for (name, at, len) in tags::Record::FIELDS.iter().filter(|field| ENDS.contains(&field.0)) {
                    let value = if *name == ENDS[0] { from } else { to };
                    let region = Region::new(TAG.address(id) + *at as u64, *len);
                    made.get_mut(region).into_iter().for_each(|b| b.copy_from_slice(&value.to_le_bytes()));
                }
            }
        }
        true
    }

    /// Raises the counters of ids. Only where nothing was given since, they are what they were after.
    fn build_counters(&self, made: &mut Memory) -> Result<()> {
        let named = linked(made);
        for kind in KINDS {
            let [before, after, now] = self.all().map(|memory| kind.next(memory));
            let used = kind
                .ids(made)
                .iter()
                .copied()
                .chain(named.iter().copied().filter(|_| kind.number == FRAME.number));
            let least = used.max().map_or(0, |id| u32::from(id) + 1);
            let next = if now == before {
                after.max(least)
            } else {
                now.max(if after > before { after } else { 0 })
            };
            if next != now {
                kind.set_next(made, next)?;
            }
        }
        Ok(())
    }
}

/// Returns the ids that links name.
fn linked(made: &Memory) -> Vec<u16> {
    let pages = made.places(LINKS).filter_map(|place| made.page(place));
    pages.flat_map(|page| bytemuck::cast_slice::<u64, u16>(page)).copied().filter(|id| *id != 0).collect()
}

/// Returns the id of the frame at an end of a tag.
fn end_of(memory: &Memory, id: u16, name: &str) -> Option<u16> {
    TAG.index(memory, id)?;
    let record = tags::record(memory, id);
    FRAME.id(memory, if name == ENDS[0] { record.from } else { record.to })
}

/// Copies bytes from one memory to another.
fn copy(to: &mut Memory, from: &Memory, at: u64, len: usize) -> Result<()> {
    let bytes = bytes(from, at, len);
    if bytes.iter().all(|byte| *byte == 0) && !to.is_present(Region::new(at, len)) {
        return Ok(());
    }
    to.provide(Region::new(at, len))?;
    to.get_mut(Region::new(at, len)).into_iter().for_each(|live| live.copy_from_slice(&bytes));
    Ok(())
}

/// Returns the id that comes before another one in a list, of those that `anchors`.
fn before_of(ids: &[u16], id: u16, anchors: impl Fn(&u16) -> bool) -> Option<u16> {
    let at = ids.iter().position(|other| *other == id)?;
    ids[..at].iter().rev().copied().find(anchors)
}

/// Returns the ids of both lists that keep their order: as many as there can be.
fn stable(before: &[u16], after: &[u16]) -> BTreeSet<u16> {
    let places: std::collections::HashMap<u16, usize> = before.iter().copied().zip(0..).collect();
    let common: Vec<(u16, usize)> = after.iter().filter_map(|id| Some((*id, *places.get(id)?))).collect();
    // The longest ascending run of places: for each length the lowest place that one ends with, and what came before each.
    let (mut ends, mut before): (Vec<usize>, Vec<Option<usize>>) = (Vec::new(), Vec::new());
    for (at, (_, place)) in common.iter().enumerate() {
        let length = ends.partition_point(|end| common[*end].1 < *place);
        before.push(length.checked_sub(1).map(|last| ends[last]));
        if length == ends.len() {
            ends.push(at);
        } else {
            ends[length] = at;
        }
    }
    std::iter::successors(ends.last().copied(), |at| before[*at]).map(|at| common[at].0).collect()
}

/// Number of bundles: one for each kind that names no other, and one for each part that belongs to no kind.
const BUNDLES: usize = KINDS.len() + 3;

/// Returns the number of the parts that a part goes together with: what names a thing goes with it.
fn bundle(part: Part) -> usize {
    fn root(kind: &Kind) -> usize {
        kind.names.first().map_or(kind.number, |named| root(named.to))
    }
    match part {
        Part::Member(thing) | Part::Place(thing) | Part::Field(thing, _) => root(thing.kind()),
        Part::Link(..) => root(&FRAME),
        Part::Canvas => KINDS.len(),
        Part::Selection => KINDS.len() + 1,
        Part::Drawing(_) => KINDS.len() + 2,
    }
}

/// Merges a step into records. `selection` is what can be done with the selection, if the step changes it. `theirs` are parts that are
/// taken in spite of what they are now, if they go together with all others. `fits` says if records go together with the pixels that
/// there will be.
///
/// # Errors
/// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory), and what `fits` returns.
pub(in crate::document) fn merge(
    sides: Sides<'_>,
    selection: Option<Verdict>,
    theirs: &BTreeSet<Part>,
    mut fits: impl FnMut(&Memory) -> Result<bool>,
) -> Result<Merged> {
    let mut parts = sides.parts(selection);
    for (part, verdict) in &mut parts {
        let over = *verdict == Verdict::Leave && is_chosen(*part, theirs);
        *verdict = if over { Verdict::Take } else { *verdict };
    }
    let wanted: Vec<Part> =
        parts.iter().filter(|(_, verdict)| *verdict == Verdict::Take).map(|it| it.0).collect();
    let mut sound = |chosen: &BTreeSet<Part>| -> Result<Option<Memory>> {
        let Some(made) = sides.build(chosen)? else { return Ok(None) };
        let sound = records(&made).is_ok() && is_above_a_cel(&made) && fits(&made)?;
        Ok(sound.then_some(made))
    };
    let mut chosen: BTreeSet<Part> = wanted.iter().copied().collect();
    // Of most patches nothing but pixels is taken: what is there now is sound.
    let mut made = if chosen.is_empty() { Some(sides.now.clone()) } else { sound(&chosen)? };
    // A step that sets the canvas's rectangle moves everything along with it, or nothing.
    let sized = parts.iter().find(|(part, _)| *part == Part::Canvas).map(|(_, verdict)| *verdict);
    let refused = sized == Some(Verdict::Leave) || sized == Some(Verdict::Take) && made.is_none();
    if refused {
        (chosen, made) = (BTreeSet::new(), Some(sides.now.clone()));
    }
    let records = match made {
        Some(made) => made,
        None => {
            chosen.clear();
            choose(&wanted, &mut chosen, &mut sound)?.unwrap_or_else(|| sides.now.clone())
        }
    };
    let clash = |(part, found): &(Part, Verdict)| {
        let left = *found == Verdict::Leave || *found == Verdict::Take && !chosen.contains(part);
        left.then(|| {
            let [before, after, now] = sides.part(*part);
            Clash { part: *part, sides: [before, now, after], dependants: dependants(&sides, *part) }
        })
    };
    let clashes = parts.iter().filter_map(clash).collect();
    Ok(Merged { records, taken: chosen.into_iter().collect(), clashes })
}

/// Returns `true` if a part was chosen, or goes with a layer or a frame that was.
fn is_chosen(part: Part, theirs: &BTreeSet<Part>) -> bool {
    let has = |thing| theirs.contains(&Part::Member(thing));
    let goes_along = matches!(part, Part::Link(layer, frame) if has(LAYER.of(layer)) || has(FRAME.of(frame)));
    goes_along || theirs.contains(&part)
}

/// Chooses parts that go together: all that are left, then kind by kind, and then one by one, until no more can be added.
fn choose(
    wanted: &[Part],
    chosen: &mut BTreeSet<Part>,
    sound: &mut impl FnMut(&BTreeSet<Part>) -> Result<Option<Memory>>,
) -> Result<Option<Memory>> {
    let mut made = None;
    loop {
        let left: Vec<Part> = wanted.iter().copied().filter(|part| !chosen.contains(part)).collect();
        let of = |number| left.iter().copied().filter(|part| bundle(*part) == number).collect();
        let bundles = (0..BUNDLES).map(of);
        let tries = [left.clone()].into_iter().chain(bundles).chain(left.iter().map(|part| vec![*part]));
        let before = chosen.len();
        for bundle in tries {
            let with: BTreeSet<Part> = chosen.iter().copied().chain(bundle).collect();
            if with.len() > chosen.len()
                && let Some(found) = sound(&with)?
            {
                (made, *chosen) = (Some(found), with);
            }
        }
        if chosen.len() == before {
            return Ok(made);
        }
    }
}

/// Returns the parts that differ before and after a step; its selection by the fields alone.
pub(in crate::document) fn changed(sides: Sides<'_>) -> Vec<Part> {
    let selection = (!selects_alike(sides.before, sides.after)).then_some(Verdict::Take);
    sides.parts(selection).into_iter().map(|(part, _)| part).collect()
}

/// Returns the things that name one which a patch would take away.
fn dependants(sides: &Sides<'_>, part: Part) -> Vec<Thing> {
    let Part::Member(thing) = part else { return Vec::new() };
    let before = names(sides.before);
    let named = names(sides.now).into_iter().filter(|(_, named)| *named == thing);
    named.filter(|pair| !before.contains(pair)).map(|(by, _)| by).collect()
}

/// Returns `true` if pixels that float do so above a cel that there is.
fn is_above_a_cel(memory: &Memory) -> bool {
    let info = info(memory);
    let [layer, frame] = info.above;
    let [x, y, width, height] = info.bounds;
    let inside = Rect::new(x, y, width, height).intersect(canvas(memory)) == Rect::new(x, y, width, height);
    if info.floating == 1 { has_cel(memory, layer, frame) } else { info.selected == 0 || inside }
}

/// Returns `true` if the fields of the selection and of what floats are equal in two memories.
pub(in crate::document) fn selects_alike(one: &Memory, other: &Memory) -> bool {
    SELECTED.iter().all(|range| {
        bytes(one, range.start as u64, range.len()) == bytes(other, range.start as u64, range.len())
    })
}

/// Which planes cels show.
#[derive(Debug, Default)]
pub(in crate::document) struct Shows(links::Shown);

impl Shows {
    /// Returns `true` if a cel shows the image in a plane, by the records of one memory. Planes of one layer are asked for one after
    /// the other.
    pub(in crate::document) fn has(&mut self, memory: &Memory, tree: u32) -> bool {
        self.0.has(memory, tree)
    }
}

/// Returns the rectangle of a memory's canvas.
pub(in crate::document) fn canvas_of(memory: &Memory) -> Rect {
    canvas(memory)
}
