//! What a step stands on besides the bytes it changes.
//!
//! Two steps that touch no common byte do not depend on each other as bytes. As parts of a
//! drawing they may: pixels mean nothing without their layer and their frame, nor outside of
//! the canvas. A step that removes a layer clears the pixels that are there, and so touches no
//! byte that a stroke on an empty spot of that layer writes. If that stroke were
//! [brought back](super::Document::bring_back), there would be pixels of no cel.
//!
//! So a step has a *footing*: the planes it paints on and which of their colours it changes, whether it sets the canvas's size,
//! and of each kind of record which ones it makes or removes and which fields that name others it writes. What names what is
//! said in the rows of [`KINDS`] and asked of them here, so a kind that is added there has a footing. Beside records three
//! things name some: a plane its layer and its frame, links the layer whose cels they are and frames, and what floats the cel
//! below it. One step gets in another's way if it changes what the
//! other stands on. It does so whichever of the two was made first, and it does not matter whether they
//! are exchanged by [bringing one back](super::Document::bring_back) or by
//! [carrying one](super::Finish::Carrying).

use super::Document;
use super::drawing::info::{Info, LINKS};
use super::drawing::links;
use super::drawing::records::{By, FRAME, KINDS, Kind, LAYER, Reference};
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

/// What some steps do to records of one kind.
#[derive(Debug, Default)]
struct Records {
    /// Whether they write records, and whether they change the list, and its length.
    written: bool,
    lists: bool,
    counts: bool,
    /// Ids of those that they may make or remove: a step does that only if it writes both their records and the list.
    made: BTreeSet<u16>,
    /// Whether they write each of the fields that name other records.
    names: [bool; MOST_NAMES],
}

/// The most fields of a kind that name other records.
const MOST_NAMES: usize = {
    let (mut most, mut number) = (0, 0);
    while number < KINDS.len() {
        let count = KINDS[number].names.len();
        most = if count > most { count } else { most };
        number += 1;
    }
    most
};

/// What some steps stand on, and what they change of what others stand on.
#[derive(Debug, Default)]
struct Footing {
    /// The planes that they paint on.
    planes: BTreeSet<u32>,
    /// Ids of the layers whose links they change.
    links: BTreeSet<u16>,
    /// Whether they set the canvas's size.
    resizes: bool,
    /// Whether they set what floats, or the cel below it.
    floats: bool,
    /// What they do to records, by the numbers of their kinds.
    records: [Records; KINDS.len()],
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
        let mut footing = Footing::default();
        changes(commit, |change| match change {
            Change::Record(address) => {
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
        footing.records.iter_mut().filter(|of| !of.lists).for_each(|of| of.made.clear());
        Ok(footing)
    }

    /// Adds a byte of the tree of records. Those that are written may be made or removed.
    fn write(&mut self, address: u64) {
        self.resizes |= SIZE.contains(&address);
        self.floats |= FLOATING.contains(&address);
        for (kind, of) in KINDS.iter().zip(&mut self.records) {
            of.lists |= kind.lists_at(address);
            of.counts |= (kind.count_address()..kind.count_address() + 4).contains(&address);
            let Some(id) = kind.id_at(address) else { continue };
            of.written = true;
            of.made.insert(id);
            let within = address - kind.address(id);
            for (written, field) in of.names.iter_mut().zip(kind.names) {
                *written |= field.at.contains(&within);
            }
        }
    }

    /// Adds the footing of another step.
    fn join(&mut self, other: Footing) {
        self.planes.extend(other.planes);
        self.links.extend(other.links);
        self.resizes |= other.resizes;
        self.floats |= other.floats;
        for (of, more) in self.records.iter_mut().zip(other.records) {
            of.written |= more.written;
            of.lists |= more.lists;
            of.counts |= more.counts;
            of.made.extend(more.made);
            of.names.iter_mut().zip(more.names).for_each(|(written, more)| *written |= more);
        }
    }

    /// Returns what the steps do to records of a kind.
    fn of_kind(&self, kind: &Kind) -> &Records {
        &self.records[kind.number]
    }

    /// Returns `true` if records of a kind may be made or removed.
    fn makes(&self, kind: &Kind) -> bool {
        let of = self.of_kind(kind);
        !of.made.is_empty() || kind.may_be_zero && of.lists
    }

    /// Returns `true` if nothing can get in the way of these steps without changing a byte in common.
    fn is_plain(&self) -> bool {
        let plain = |(kind, of): (&&Kind, &Records)| {
            !(of.lists || of.names.contains(&true) || kind.may_be_zero && of.written)
        };
        let bare = self.planes.is_empty() && self.links.is_empty() && !self.resizes && !self.floats;
        bare && KINDS.iter().zip(&self.records).all(plain)
    }

    /// Returns `true` if one changes what the other stands on.
    fn meets(&self, other: &Footing) -> bool {
        self.undermines(other) || other.undermines(self)
    }

    fn undermines(&self, other: &Footing) -> bool {
        let [layers, frames] = [&LAYER, &FRAME].map(|kind| &self.of_kind(kind).made);
        let made =
            |plane: &u32| layers.contains(&((plane >> 16) as u16)) || frames.contains(&(*plane as u16));
        // A plane that is freed by one step must not be painted on by another.
        let linked = |plane: &u32| self.links.contains(&((plane >> 16) as u16));
        other.planes.iter().any(|plane| made(plane) || linked(plane))
            || !frames.is_empty() && !other.links.is_empty()
            || other.links.iter().any(|layer| layers.contains(layer))
            || self.resizes && !other.planes.is_empty()
            || other.floats && (self.makes(&LAYER) || self.makes(&FRAME))
            || KINDS.iter().any(|kind| self.unnames(kind, other.of_kind(kind)))
    }

    /// Returns `true` if records of a kind that others wrote may no longer be there, or may name something that is not
    /// there.
    fn unnames(&self, kind: &Kind, other: &Records) -> bool {
        let mine = self.of_kind(kind);
        // All else of a record and what makes or removes it has a byte in common.
        let gone = kind.may_be_zero && other.written && mine.lists;
        let fields = kind.names.iter().zip(other.names.iter().zip(&mine.names));
        let mut written = fields.filter(|(_, (other, _))| **other);
        gone || written.any(|(field, (_, written))| match field.by {
            By::Id => self.makes(field.to),
            By::Place => self.of_kind(field.to).counts,
            By::Membership => self.makes(field.to) || *written || mine.lists,
        })
    }

    /// Returns `true` if both reorder members of something, which each of them alone keeps together.
    fn reorders(&self, other: &Footing, memory: &Memory) -> bool {
        KINDS.iter().any(|kind| {
            let both = self.of_kind(kind).lists && other.of_kind(kind).lists;
            let members = |field: &Reference| field.by == By::Membership && field.to.count(memory) > 0;
            both && kind.names.iter().any(members)
        })
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
        Ok(!meets && !self.footing.reorders(&other, memory) && !other.meets(&self.footing))
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
