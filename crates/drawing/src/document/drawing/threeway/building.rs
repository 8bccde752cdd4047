//! Records put together from those of now and some parts as they were after a step.
//!
//! Lists come first, since what a record names by its place lies where the new list has it; then fields, links and the rest, each copied from where
//! it [lies](Part::lies_at); then places and the counters of ids, which no part is copied to.

use super::order::stable;
use super::parts::bytes;
use super::{Part, Sides};
use crate::document::drawing::background::{backgrounds, clear, property_of};
use crate::document::drawing::info::{LINKS, RECORDS};
use crate::document::drawing::records::{FRAME, Field, KINDS, Kind};
use crate::error::Result;
use crate::memory::{Arena, Memory, Region};
use std::collections::BTreeSet;

impl Sides<'_> {
    /// Builds the records of now with some parts as they were after. Returns `None` if something would lose what it names by its
    /// place.
    pub(super) fn build(&self, chosen: &BTreeSet<Part>) -> Result<Option<Memory>> {
        let mut made = self.now.clone();
        for kind in KINDS {
            self.build_list(&mut made, kind, chosen)?;
        }
        for part in chosen {
            for region in part.lies_at() {
                copy(&mut made, self.after, region)?;
            }
        }
        if !self.build_places(&mut made, chosen) {
            return Ok(None);
        }
        self.build_counters(&mut made)?;
        self.build_background(&mut made, chosen);
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
            copy(made, self.after, Region::new(kind.address(*id), kind.size as usize))?;
        }
        Ok(())
    }

    /// Lets each record name by place what it named, wherever that lies now. Returns `false` if it is gone.
    fn build_places(&self, made: &mut Memory, chosen: &BTreeSet<Part>) -> bool {
        for kind in KINDS.iter().filter(|kind| kind.places().next().is_some()) {
            for id in kind.ids(made).to_vec() {
                let new = chosen.contains(&Part::Member(kind.of(id)));
                let places = kind.places().map(|named| {
                    let field = kind.fields.iter().find(|field| field.1 as u64 == named.at.start);
                    let is_chosen = |field: &Field| chosen.contains(&Part::Field(kind.of(id), field.0));
                    let side = if new || field.is_some_and(is_chosen) { self.after } else { self.now };
                    named.to.index(made, named.at_place(side, kind, id)?)
                });
                let Some(places) = places.collect::<Option<Vec<u32>>>() else { return false };
                // Where what it names was moved past each other, it stays at its place.
                if !places.is_sorted() {
                    continue;
                }
                for (named, place) in kind.places().zip(places) {
                    let len = (named.at.end - named.at.start) as usize;
                    let field = made.get_mut(Region::new(kind.address(id) + named.at.start, len));
                    field.into_iter().for_each(|bytes| bytes.copy_from_slice(&place.to_le_bytes()[..len]));
                }
            }
        }
        true
    }

    /// Leaves one background of several: the one that a chosen part makes one, or else that of now.
    fn build_background(&self, made: &mut Memory, chosen: &BTreeSet<Part>) {
        let all: Vec<u16> = backgrounds(made).collect();
        let of_now: Vec<u16> = backgrounds(self.now).collect();
        let wanted = all.iter().find(|id| chosen.contains(&property_of(**id)));
        let kept = wanted.or(all.iter().find(|id| of_now.contains(id))).or(all.first()).copied();
        all.into_iter().filter(|id| Some(*id) != kept).for_each(|id| clear(made, id));
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

/// Copies bytes from one memory to another.
fn copy(to: &mut Memory, from: &Memory, region: Region) -> Result<()> {
    let bytes = bytes(from, region);
    if bytes.iter().all(|byte| *byte == 0) && !to.is_present(region) {
        return Ok(());
    }
    to.provide(region)?;
    to.get_mut(region).into_iter().for_each(|live| live.copy_from_slice(&bytes));
    Ok(())
}
