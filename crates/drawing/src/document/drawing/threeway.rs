//! Three-way merge of records: what one step did to the records of a drawing, done to those of another.
//!
//! Problem: a step that adds a layer or renames a tag is to be done where other steps have been made since. Its bytes won't do: lists,
//! counters and positions have moved. Idea: three sets of records, *before* and *after* the step and *now*, are compared part by part: a
//! field, the members of a list, the place of a member, a link. What is now as it was before becomes what it was after; what is so
//! already stays; everything else is a clash. What a record names by its place, as a tag does frames, is compared by its id and not by its
//! position, and the counters of ids only ever rise, unless nothing has happened since.
//!
//! The parts that may be taken are tried all together first, and must give valid records. If they don't, something that the step takes away
//! is named by something else: then they are tried kind by kind and at last one by one, and those that break a rule are clashes.
//!
//! The invariant: what comes out are valid records, and where nothing has happened since they are those after the step, byte for byte.

mod building;
mod order;
mod parts;

pub(in crate::document) use parts::selects_alike;
pub use parts::{Clash, Part, Thing};

use super::background::{backgrounds, property_of};
use super::info::{LINKS, info};
use super::links;
use super::records::{By, FRAME, KINDS, Kind, LAYER, view};
use super::validate::{canvas, has_cel, records};
use super::window::Corner;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::{Memory, PAGE};
use order::{before_of, stable};
use parts::SINGLE;
use std::collections::BTreeSet;

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

/// Returns which things name which others.
fn names(memory: &Memory) -> BTreeSet<(Thing, Thing)> {
    let mut names = BTreeSet::new();
    for kind in KINDS {
        for (id, named) in
            kind.ids(memory).iter().flat_map(|id| kind.names.iter().map(move |named| (*id, named)))
        {
            let value = named.value(memory, kind.address(id));
            let other = match named.by {
                By::Id | By::Membership | By::Owner => u16::try_from(value).ok().filter(|id| *id != 0),
                By::Place => named.to.id(memory, value),
            };
            names.extend(other.map(|other| (kind.of(id), named.to.of(other))));
        }
    }
    names
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

    /// Leaves a layer as it is that would become the background beside another one, which the step does not release.
    fn leave_background(&self, parts: &mut [(Part, Verdict)]) {
        let released =
            |id: &u16| parts.iter().any(|(part, found)| *part == property_of(*id) && *found == Verdict::Take);
        let Some(other) = backgrounds(self.now).find(|id| !released(id)) else { return };
        let goes = Part::Member(LAYER.of(other));
        if parts.iter().any(|(part, found)| *part == goes && *found == Verdict::Take) {
            return;
        }
        for id in backgrounds(self.after).filter(|id| *id != other) {
            let made = parts.iter_mut().find(|(part, _)| *part == property_of(id));
            made.into_iter().for_each(|(_, found)| {
                *found = if *found == Verdict::Take { Verdict::Leave } else { *found };
            });
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
}

/// Number of bundles: one for each kind that names no other, and one for each part that belongs to no kind.
const BUNDLES: usize = KINDS.len() + 3;

/// Returns the number of the parts that a part goes together with: what names a thing goes with it.
fn bundle(part: Part) -> usize {
    fn root(kind: &Kind) -> usize {
        let other = kind.names.iter().find(|named| named.to.number != kind.number);
        other.map_or(kind.number, |named| root(named.to))
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
    sides.leave_background(&mut parts);
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

/// Returns the rectangle of a memory's canvas, and where its corner lies on the planes.
pub(in crate::document) fn canvas_of(memory: &Memory) -> (Rect, Corner) {
    (canvas(memory), Corner::of(info(memory)))
}

/// Returns the planes that cels show.
pub(in crate::document) fn all_shown(memory: &Memory) -> BTreeSet<u32> {
    let (layers, frames) = (LAYER.ids(memory), FRAME.ids(memory));
    let cels = layers.iter().flat_map(|layer| frames.iter().map(move |frame| (*layer, *frame)));
    cels.map(|(layer, frame)| links::plane(memory, layer, frame)).collect()
}
