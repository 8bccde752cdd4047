//! Which later steps stand on what a patch would take away.
//!
//! A patch that had to leave something says what, but not whose it is now. So the steps since are looked at from the newest back: one that
//! changed or painted a pixel that was left, or changed a part that was left, stands on what the patch is about. If a thing can't go, so does whatever
//! paints on it, changes it, or has come to name it. Whoever takes these steps back first can take back the patch as a whole.
//!
//! The invariant: a step that nothing was left for is not listed.

use super::apply::{exchanged, records_of};
use super::asking::marked;
use super::conflicts::{Conflicts, plane};
use super::pages::{Pages, Room, WORDS};
use super::reading;
use super::sift::Marked;
use crate::document::drawing::records::{FRAME, LAYER};
use crate::document::drawing::threeway::{Sides, changed};
use crate::document::drawing::tiles::tile_of;
use crate::document::{Clash, Document, Footprint, Part};
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Commit, CommitId};
use crate::memory::{Memory, PageAddress};

/// Returns `true` if a step changes pixels that are marked in a plane.
fn meets(step: &Pages, tree: u32, marked: &Marked) -> bool {
    let around = marked.around();
    let tile = tile_of(around.x as u32, around.y as u32);
    match marked {
        Marked::Area(rect, _) => {
            let level = if rect.width > 1024 { 2 } else { u8::from(rect.width > 32) };
            let index = tile >> (9 * u32::from(level));
            step.total(tree, level, index) != 0 || step.any_below(tree, level, index)
        }
        Marked::Tile(_, rows, _) => {
            let total = step.total(tree, 0, tile);
            let words = step.words(PageAddress { tree, level: 0, index: tile }).unwrap_or(&[0; WORDS]);
            let is_marked = |at: usize| rows[at / 32] >> (at % 32) & 1 == 1;
            (0..WORDS).any(|at| is_marked(at) && words[at] ^ total != 0)
        }
    }
}

/// Returns `true` if a step painted pixels that are marked in a plane, and did not change them.
fn covers(footprint: &Footprint, (tree, marked): &(u32, &[Marked])) -> bool {
    let meets = |run: Rect, marked: &Marked| {
        let part = run.intersect(marked.around());
        (part.x..part.right()).any(|x| marked.by(x, part.y).is_some())
    };
    footprint.of_plane(*tree).any(|run| marked.iter().any(|marked| meets(run, marked)))
}

/// Returns `true` if a step has changed a part that was left, or what has come to name it.
fn touches(clash: &Clash, parts: &[Part], step: &Pages) -> bool {
    let Part::Member(thing) = clash.part else { return parts.contains(&clash.part) };
    let owns = |layer: u16, frame: u16| thing == LAYER.of(layer) || thing == FRAME.of(frame);
    let about = |part: &Part| match part {
        Part::Member(other) | Part::Field(other, _) => *other == thing || clash.dependants.contains(other),
        Part::Link(layer, frame) => owns(*layer, *frame),
        _ => *part == clash.part,
    };
    let paints = |tree: &u32| owns((tree >> 16) as u16, *tree as u16);
    parts.iter().any(about) || step.trees().iter().filter(|tree| **tree >= reading::CELS).any(paints)
}

impl Document {
    /// Returns the steps after a commit, up to the current state, that stand on what a patch had to leave, newest first.
    ///
    /// # Errors
    /// As [`Patch::apply`](super::Patch::apply).
    pub fn standing_on(&self, conflicts: &Conflicts, since: CommitId) -> Result<Vec<CommitId>> {
        let mut found = Vec::new();
        if conflicts.is_whole() {
            return Ok(found);
        }
        let mut after = if conflicts.clashes.is_empty() { None } else { Some(self.records_before_open()?) };
        let planes: Vec<(u32, &[Marked])> =
            conflicts.left.iter().map(|(subject, marked)| (plane(*subject), &marked[..])).collect();
        let later = self.history().done().take_while(|step| step.id() != since);
        // Whether a step has changed a record is told by its records alone.
        let touching = if after.is_some() { None } else { self.touching(since, || marked(&planes))? };
        let near = |step: &Commit<'_>| touching.as_ref().is_none_or(|touching| touching.has(step.id()));
        for step in later.filter(near) {
            // Of most steps nothing is asked but the planes in which pixels were left.
            let (mut pages, mut room, all) = (Pages::default(), self.room(), after.is_some());
            reading::stream(&step, &mut |run| {
                pages.add(run, &mut room, &|place| all || planes.iter().any(|(tree, _)| *tree == place.tree))
            })?;
            pages.trim();
            let paints = |(tree, marked): &(u32, &[Marked])| {
                pages.has(*tree) && marked.iter().any(|marked| meets(&pages, *tree, marked))
            };
            let footprint = Footprint::of(&step.header());
            let mut stands =
                planes.iter().any(paints) || planes.iter().any(|plane| covers(&footprint, plane));
            if let Some(now) = &after {
                let before = exchanged(now, &pages)?;
                let parts = changed(Sides { before: &before, after: now, now });
                stands |= conflicts.clashes.iter().any(|clash| touches(clash, &parts, &pages));
                after = Some(before);
            }
            if stands {
                found.push(step.id());
            }
        }
        Ok(found)
    }

    /// Returns the records as they were before the open action, if there is one.
    fn records_before_open(&self) -> Result<Memory> {
        let (mut pages, mut room) = (Pages::default(), self.room());
        reading::open(self.history(), 0..reading::CELS, &mut |run| pages.add(run, &mut room, &|_| true))?;
        exchanged(&records_of(self.memory())?, &pages)
    }

    /// Returns the room that pages may take.
    pub(super) fn room(&self) -> Room {
        Room { budget: self.history().spare() / 2, taken: 0 }
    }
}
