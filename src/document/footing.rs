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
//! without changing its bytes: tags name frames, what floats names the cel below it, and the list of
//! colours says which colours may have a record. One step gets in another's way if it changes what the
//! other stands on. It does so whichever of the two was made first, and it does not matter whether they
//! are exchanged by [bringing one back](super::Document::bring_back) or by
//! [carrying one](super::Finish::Carrying).

use super::Document;
use super::drawing::info::Info;
use super::drawing::records::{COLOR, FRAME, Kind, LAYER, TAG};
use super::overlap::{Entries, Paint, entries};
use crate::error::Result;
use crate::history::{Commit, CommitId};
use crate::memory::{Memory, PAGE, PageAddress};
use std::collections::BTreeSet;
use std::mem::offset_of;
use std::ops::Range;

/// Trees below this number are no cels' planes.
const CELS: u32 = 16;

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
}

/// Something that a step changes.
enum Change {
    /// The byte of a record at an address.
    Record(u64),
    /// Colours of a page of a cel's plane.
    Paint(PageAddress, Entries),
}

/// Visits what a step changes. Colours of a page are told together if their bytes come in a row.
fn changes(commit: &Commit<'_>, mut visit: impl FnMut(Change) -> Result<()>) -> Result<()> {
    let mut told = Ok(());
    let mut last: Option<(PageAddress, Entries)> = None;
    commit.exchange(|start, bytes| {
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() && told.is_ok() {
            let offset = (at % PAGE as u64) as usize;
            let (part, more) = rest.split_at(rest.len().min(PAGE - offset));
            match PageAddress::of(at - offset as u64) {
                Some(place) if place.tree >= CELS => {
                    let found = entries(offset, part);
                    match &mut last {
                        _ if found == Entries::default() => {}
                        Some((page, all)) if *page == place => {
                            all.iter_mut().zip(found).for_each(|(all, found)| *all |= found);
                        }
                        _ => {
                            let page = last.replace((place, found));
                            told = page.map_or(Ok(()), |(place, all)| visit(Change::Paint(place, all)));
                        }
                    }
                }
                Some(PageAddress { tree: 0, .. }) => {
                    for (at, _) in (at..).zip(part).filter(|(_, byte)| **byte != 0) {
                        told = std::mem::replace(&mut told, Ok(())).and_then(|()| visit(Change::Record(at)));
                    }
                }
                _ => {}
            }
            (at, rest) = (at + part.len() as u64, more);
        }
    })?;
    told?;
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
        self.colors[0] |= COLOR.id_at(address).is_some();
        self.colors[1] |= COLOR.lists_at(address);
    }

    /// Adds the footing of another step.
    fn join(&mut self, other: Footing) {
        self.planes.extend(other.planes);
        self.made.iter_mut().zip(other.made).for_each(|(made, more)| made.extend(more));
        self.recounts |= other.recounts;
        self.resizes |= other.resizes;
        self.floats |= other.floats;
        self.tags |= other.tags;
        self.colors = [self.colors[0] || other.colors[0], self.colors[1] || other.colors[1]];
    }

    /// Returns `true` if layers or frames may be made or removed.
    fn makes(&self) -> bool {
        self.made.iter().any(|made| !made.is_empty())
    }

    /// Returns `true` if nothing can get in the way of these steps without changing a byte in common.
    fn is_plain(&self) -> bool {
        let named = self.recounts || self.resizes || self.floats || self.tags;
        self.planes.is_empty() && !named && self.colors == [false; 2] && !self.makes()
    }

    /// Returns `true` if one changes what the other stands on.
    fn meets(&self, other: &Footing) -> bool {
        self.undermines(other) || other.undermines(self)
    }

    fn undermines(&self, other: &Footing) -> bool {
        let [layers, frames] = &self.made;
        let made =
            |plane: &u32| layers.contains(&((plane >> 16) as u16)) || frames.contains(&(*plane as u16));
        other.planes.iter().any(made)
            || self.resizes && !other.planes.is_empty()
            || other.floats && self.makes()
            || other.tags && self.recounts
            || other.colors[0] && self.colors[1]
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
        Ok(!meets && !other.meets(&self.footing))
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::document::{Cel, Finish, Mode, Tag, TagDirection};
    use crate::geometry::Rect;

    const SECOND: Cel = Cel { layer: 1, frame: 0 };

    fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> CommitId {
        document.begin(1).unwrap();
        act(document).unwrap();
        document.commit("Act", Color::ADDED, 0).unwrap().unwrap().id()
    }

    fn paint(document: &mut Document, at: i32) -> CommitId {
        act(document, |d| d.fill_rect(SECOND, Rect::new(at, at, 1, 1), Color::BLACK))
    }

    /// A drawing whose second layer has a pixel, with a stroke elsewhere on that layer undone.
    fn undone() -> (Document, CommitId) {
        let mut document = Document::new(200, 200).unwrap();
        act(&mut document, |d| d.add_layer(1));
        paint(&mut document, 1);
        let stroke = paint(&mut document, 150);
        document.undo().unwrap();
        (document, stroke)
    }

    #[test]
    fn a_stroke_is_not_brought_back_without_its_layer_or_outside_of_the_canvas() {
        let undermining: [fn(&mut Document) -> Result<()>; 2] =
            [|d| d.remove_layer(1), |d| d.resize(Rect::new(0, 0, 100, 100))];
        for undermine in undermining {
            let (mut document, stroke) = undone();
            act(&mut document, undermine);
            let brought = document.bring_back(stroke).unwrap();
            assert_eq!((brought.steps, brought.blocked), (0, Some(stroke)));
            document.validate().unwrap();
        }
    }

    #[test]
    fn what_does_not_undermine_a_stroke_lets_it_be_brought_back() {
        let others: [fn(&mut Document) -> Result<()>; 4] = [
            |d| d.add_layer(0),
            |d| d.move_layer(0, 1),
            |d| d.change_layer(1, |layer| layer.name = "Ink".to_owned()),
            |d| d.fill_rect(Cel::default(), Rect::new(0, 0, 200, 200), Color::BLACK),
        ];
        for other in others {
            let (mut document, stroke) = undone();
            act(&mut document, |d| d.change_layer(1, |layer| layer.opacity = 9));
            act(&mut document, other);
            assert_eq!(document.bring_back(stroke).unwrap().steps, 1);
            document.validate().unwrap();
        }
    }

    /// Two acts on a drawing with two layers and two frames.
    type Acts = [fn(&mut Document) -> Result<()>; 2];

    /// Acts that change no byte in common, where one stands on what the other changes.
    const DEPENDENT: [Acts; 6] = [
        [|d| d.remove_layer(1), |d| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK)],
        [
            |d| d.remove_frame(1),
            |d| d.fill_rect(Cel { layer: 0, frame: 1 }, Rect::new(9, 9, 1, 1), Color::BLACK),
        ],
        [|d| d.resize(Rect::new(0, 0, 5, 5)), |d| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK)],
        [|d| d.remove_frame(1), |d| d.add_tag(&tag())],
        [|d| d.remove_layer(1), |d| d.float(SECOND, Rect::new(0, 0, 2, 1), |_| &[Color::BLACK; 2])],
        [|d| d.set_palette(&[Color::BLACK]), |d| d.set_palette(&[Color::BLACK, Color::ADDED])],
    ];

    fn tag() -> Tag {
        Tag { name: "Walk".to_owned(), from: 0, to: 1, direction: TagDirection::Forward }
    }

    /// A drawing with two layers and two frames, where an act was undone.
    fn with_undone(undone: fn(&mut Document) -> Result<()>) -> (Document, CommitId) {
        let mut document = Document::new(200, 200).unwrap();
        act(&mut document, |d| d.add_layer(1));
        act(&mut document, |d| d.add_frame(1));
        act(&mut document, |d| d.set_palette(&[Color::BLACK, Color::TRANSPARENT]));
        let undone = act(&mut document, undone);
        document.undo().unwrap();
        (document, undone)
    }

    /// Ends an act, and carries what could be redone on top of it. Returns `true` if it was carried.
    fn carry(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> bool {
        document.begin(1).unwrap();
        act(document).unwrap();
        document.finish("Act", Color::ADDED, 0, Finish::Carrying).unwrap().unwrap();
        document.history().ahead() > 0
    }

    #[test]
    fn what_does_not_go_together_is_neither_brought_back_nor_carried() {
        for (number, [one, other]) in DEPENDENT.into_iter().enumerate() {
            for [first, second] in [[one, other], [other, one]] {
                let (mut document, undone) = with_undone(first);
                act(&mut document, second);
                let brought = document.bring_back(undone).unwrap();
                assert_eq!((brought.steps, brought.blocked), (0, Some(undone)), "acts {number}");
                let (mut document, undone) = with_undone(first);
                assert!(!carry(&mut document, second), "acts {number}");
                assert_eq!(document.history().aside(), Some((undone, 1)));
                document.validate().unwrap();
            }
        }
    }

    #[test]
    fn a_removed_layer_stays_away_from_a_stroke_that_would_carry_its_removal() {
        // Carried, the removal would be redone on top of pixels that it has never seen.
        let (mut document, removal) = with_undone(|d| d.remove_layer(1));
        carry(&mut document, |d| d.fill_rect(SECOND, Rect::new(9, 9, 1, 1), Color::BLACK));
        document.goto(removal).unwrap();
        document.validate().unwrap();
    }

    #[test]
    fn what_only_chooses_or_looks_carries_anything() {
        let looks: [fn(&mut Document) -> Result<()>; 3] = [
            |d| d.select(&[Rect::new(2, 2, 9, 9)], Mode::Replace),
            |d| d.change_layer(0, |layer| layer.visible = false),
            |d| d.fill_rect(Cel::default(), Rect::new(0, 0, 200, 200), Color::BLACK),
        ];
        for look in looks {
            let removals: [fn(&mut Document) -> Result<()>; 2] =
                [|d| d.remove_layer(1), |d| d.remove_frame(1)];
            for undone in removals {
                let (mut document, undone) = with_undone(undone);
                assert!(carry(&mut document, look));
                assert_eq!(document.history().line().last().map(|commit| commit.id()), Some(undone));
                document.redo().unwrap();
                document.validate().unwrap();
            }
        }
    }
}
