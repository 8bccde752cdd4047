//! What a step stands on besides the bytes it changes.
//!
//! Two steps that touch no common byte do not depend on each other as bytes. As parts of a
//! drawing they may: pixels mean nothing without their layer and their frame, nor outside of
//! the canvas. A step that removes a layer clears the pixels that are there, and so touches no
//! byte that a stroke on an empty spot of that layer writes. If that stroke were
//! [brought back](super::Document::bring_back), there would be pixels of no cel.
//!
//! So a step has a *footing*: the planes it paints on and which of their colours it changes, the layers
//! and frames that it makes or removes, whether it sets the canvas's size, and what else names something
//! without changing its bytes: links say which planes a layer's cels show, tags name frames, what floats names the cel
//! below it, layers name their group and lie together with the others of it, and the list of colours or groups says which
//! of them may have a record. One step gets in another's way if it changes what the
//! other stands on. It does so whichever of the two was made first, and it does not matter whether they
//! are exchanged by [bringing one back](super::Document::bring_back) or by
//! [carrying one](super::Finish::Carrying).

use super::Document;
use super::drawing::info::{Info, LINKS};
use super::drawing::records::{COLOR, FRAME, GROUP, Kind, LAYER, TAG};
use super::drawing::{layers, links};
use super::overlap::{Entries, Paint, entries};
use super::patch::reading::{CELS, stream};
use crate::error::Result;
use crate::history::{Commit, CommitId};
use crate::memory::{Memory, PAGE, PageAddress};
use std::collections::BTreeSet;
use std::mem::offset_of;
use std::ops::Range;

/// Addresses of the canvas's size.
const SIZE: Range<u64> = offset_of!(Info, width) as u64..offset_of!(Info, height) as u64 + 4;

/// Addresses of whether pixels float, and above which cel.
const FLOATING: Range<u64> = offset_of!(Info, floating) as u64..offset_of!(Info, above) as u64 + 4;

/// What some steps stand on, and what they change of what others stand on.
#[derive(Debug, Default)]
struct Footing {
    /// The planes that they paint on.
    planes: BTreeSet<u32>,
    /// Ids of layers, and of frames, that they may make or remove: a step does that only if it writes both
    /// their records and the list of their kind.
    made: [BTreeSet<u16>; 2],
    /// Ids of the layers whose links they change.
    links: BTreeSet<u16>,
    /// Whether they change the number of frames.
    recounts: bool,
    /// Whether they set the canvas's size.
    resizes: bool,
    /// Whether they set what floats, or the cel below it.
    floats: bool,
    /// Whether they write tags, each of which names two frames.
    tags: bool,
    /// Whether they write records of colours, and whether they change the list of colours.
    colors: [bool; 2],
    /// Whether they write records of groups, and whether they change the list of groups.
    groups: [bool; 2],
    /// Whether they change which group a layer is in, and whether they change the list of layers.
    order: [bool; 2],
}

/// Something that a step changes.
enum Change {
    /// The byte of a record at an address.
    Record(u64),
    /// Links of a layer, by its id.
    Links(u16),
    /// Colours of a page of a cel's plane.
    Paint(PageAddress, Entries),
}

/// Visits what a step changes. Colours of a page are told together if their bytes come in a row.
fn changes(commit: &Commit<'_>, mut visit: impl FnMut(Change) -> Result<()>) -> Result<()> {
    let mut last: Option<(PageAddress, Entries)> = None;
    stream(commit, &mut |run| {
        match run.place {
            place if place.tree >= CELS => {
                let found = entries(run.offset(), run.bytes);
                match &mut last {
                    _ if found == Entries::default() => {}
                    Some((page, all)) if *page == place => {
                        all.iter_mut().zip(found).for_each(|(all, found)| *all |= found);
                    }
                    _ => {
                        let page = last.replace((place, found));
                        page.map_or(Ok(()), |(place, all)| visit(Change::Paint(place, all)))?;
                    }
                }
            }
            PageAddress { tree: LINKS, .. } => {
                let layer = links::layer_at(run.at).filter(|_| run.changes());
                layer.map_or(Ok(()), |layer| visit(Change::Links(layer)))?;
            }
            PageAddress { tree: 0, .. } => {
                let mut changed = (run.at..).zip(run.bytes).filter(|(_, byte)| **byte != 0);
                changed.try_for_each(|(at, _)| visit(Change::Record(at)))?;
            }
            _ => {}
        }
        Ok(())
    })?;
    last.map_or(Ok(()), |(place, all)| visit(Change::Paint(place, all)))
}

impl Footing {
    /// Returns the footing of a step, and hands what it paints to `paint`.
    fn of(
        commit: &Commit<'_>,
        mut paint: impl FnMut(PageAddress, &Entries) -> Result<()>,
    ) -> Result<Footing> {
        let (mut footing, mut lists) = (Footing::default(), [false; 2]);
        changes(commit, |change| match change {
            Change::Record(address) => {
                for (kind, number) in [(&LAYER, 0), (&FRAME, 1)] {
                    lists[number] |= kind.lists_at(address);
                    footing.made[number].extend(kind.id_at(address));
                }
                footing.write(address);
                Ok(())
            }
            Change::Links(layer) => {
                footing.links.insert(layer);
                Ok(())
            }
            Change::Paint(place, entries) => {
                footing.planes.insert(place.tree);
                paint(place, &entries)
            }
        })?;
        let unmade = footing.made.iter_mut().zip(lists).filter(|(_, listed)| !listed);
        unmade.for_each(|(made, _)| made.clear());
        Ok(footing)
    }

    /// Adds the byte of a record, but for what is made or removed.
    fn write(&mut self, address: u64) {
        self.resizes |= SIZE.contains(&address);
        self.floats |= FLOATING.contains(&address);
        self.recounts |= (FRAME.count_address()..FRAME.count_address() + 4).contains(&address);
        self.tags |= TAG.lists_at(address) || TAG.id_at(address).is_some();
        self.groups[0] |= GROUP.id_at(address).is_some();
        self.groups[1] |= GROUP.lists_at(address);
        let within = |address| (address - LAYER.address(0)) % u64::from(LAYER.size);
        self.order[0] |= LAYER.id_at(address).is_some() && layers::GROUP.contains(&within(address));
        self.order[1] |= LAYER.lists_at(address);
        self.colors[0] |= COLOR.id_at(address).is_some();
        self.colors[1] |= COLOR.lists_at(address);
    }

    /// Adds the footing of another step.
    fn join(&mut self, other: Footing) {
        self.planes.extend(other.planes);
        self.links.extend(other.links);
        self.made.iter_mut().zip(other.made).for_each(|(made, more)| made.extend(more));
        self.recounts |= other.recounts;
        self.resizes |= other.resizes;
        self.floats |= other.floats;
        self.tags |= other.tags;
        for (flags, more) in [
            (&mut self.colors, other.colors),
            (&mut self.groups, other.groups),
            (&mut self.order, other.order),
        ] {
            *flags = [flags[0] || more[0], flags[1] || more[1]];
        }
    }

    /// Returns `true` if layers or frames may be made or removed.
    fn makes(&self) -> bool {
        self.made.iter().any(|made| !made.is_empty())
    }

    /// Returns `true` if nothing can get in the way of these steps without changing a byte in common.
    fn is_plain(&self) -> bool {
        let named = self.recounts || self.resizes || self.floats || self.tags;
        let listed = [self.colors, self.groups, self.order] != [[false; 2]; 3];
        self.planes.is_empty() && self.links.is_empty() && !named && !listed && !self.makes()
    }

    /// Returns `true` if one changes what the other stands on.
    fn meets(&self, other: &Footing) -> bool {
        self.undermines(other) || other.undermines(self)
    }

    fn undermines(&self, other: &Footing) -> bool {
        let [layers, frames] = &self.made;
        let made =
            |plane: &u32| layers.contains(&((plane >> 16) as u16)) || frames.contains(&(*plane as u16));
        // A plane that is freed by one step must not be painted on by another.
        let linked = |plane: &u32| self.links.contains(&((plane >> 16) as u16));
        other.planes.iter().any(|plane| made(plane) || linked(plane))
            || !frames.is_empty() && !other.links.is_empty()
            || other.links.iter().any(|layer| layers.contains(layer))
            || self.resizes && !other.planes.is_empty()
            || other.floats && self.makes()
            || other.tags && self.recounts
            || other.colors[0] && self.colors[1]
            || other.groups[0] && self.groups[1]
            || other.order[0] && (self.order != [false; 2] || self.groups[1])
    }
}

/// Steps that others are to be exchanged with.
#[derive(Debug)]
pub(super) struct Ground {
    footing: Footing,
    paint: Paint,
    /// What the others change of the pages that these steps touch.
    others: Paint,
    /// The most bytes that each of the two tables may take.
    budget: usize,
}

impl Ground {
    /// Creates a ground of no steps, whose tables take at most so many bytes together.
    pub(super) fn new(budget: usize) -> Ground {
        let (footing, paint, others) = (Footing::default(), Paint::default(), Paint::default());
        Ground { footing, paint, others, budget: budget / 2 }
    }

    /// Adds a step.
    pub(super) fn add(&mut self, commit: &Commit<'_>) -> Result<()> {
        let footing = Footing::of(commit, |place, entries| self.paint.add(place, entries, self.budget))?;
        self.footing.join(footing);
        Ok(())
    }

    /// Returns `true` if another step may be exchanged with these, after all others that were asked for.
    ///
    /// `memory` is as these steps left it.
    pub(super) fn admits(&mut self, memory: &Memory, commit: &Commit<'_>) -> Result<bool> {
        if self.footing.is_plain() {
            return Ok(true);
        }
        let mut meets = false;
        let other = Footing::of(commit, |place, entries| {
            meets = meets
                || self.paint.overlaps(place, entries)
                || self.others.completes(&self.paint, memory, (place, entries), self.budget)?;
            Ok(())
        })?;
        // Two steps may each keep the layers of a group together, and not both of them.
        let orders = self.footing.order[1] && other.order[1] && GROUP.count(memory) > 0;
        Ok(!meets && !orders && !other.meets(&self.footing))
    }
}

impl Kind {
    /// Returns `true` if a byte of the list of ids, or of their number, lies at an address.
    fn lists_at(&self, address: u64) -> bool {
        (self.count_address()..self.count_address() + PAGE as u64).contains(&address)
    }

    /// Returns the id whose record has a byte at an address.
    fn id_at(&self, address: u64) -> Option<u16> {
        let (first, last) = (self.address(0), self.address(self.last as u16));
        (first..last + u64::from(self.size))
            .contains(&address)
            .then(|| ((address - first) / u64::from(self.size)) as u16)
    }
}

impl Document {
    /// Returns the ground of the steps between the current commit and its nearest common ancestor with
    /// another.
    pub(super) fn ground_since(&self, to: CommitId) -> Result<Ground> {
        let history = self.history();
        let parents = |from: CommitId| {
            std::iter::successors(history.commit_of(from).ok(), |c| history.commit_of(c.parent()).ok())
        };
        let on_the_way: BTreeSet<CommitId> = parents(to).map(|commit| commit.id()).collect();
        let mut ground = Ground::new(history.spare() / 4);
        for commit in parents(history.here()).take_while(|commit| !on_the_way.contains(&commit.id())) {
            ground.add(&commit)?;
        }
        Ok(ground)
    }
}
