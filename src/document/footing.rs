//! What a step stands on besides the bytes it changes.
//!
//! Two steps that touch no common byte do not depend on each other as bytes. As parts of a
//! drawing they may: pixels mean nothing without their layer and their frame, nor outside of
//! the canvas. A step that removes a layer clears the pixels that are there, and so touches no
//! byte that a stroke on an empty spot of that layer writes. If that stroke were
//! [brought back](super::Document::bring_back), there would be pixels of no cel.
//!
//! So a step has a *footing*: the planes it paints on, the layers and frames that it makes or
//! removes, and whether it sets the canvas's size. One step gets in another's way if it changes
//! what the other stands on.

use super::Document;
use super::drawing::info::Info;
use super::drawing::records::{FRAME, Kind, LAYER};
use crate::error::Result;
use crate::history::{Commit, CommitId};
use crate::memory::{PAGE, PageAddress};
use std::collections::BTreeSet;
use std::mem::offset_of;
use std::ops::Range;

/// Trees below this number are no cels' planes.
const CELS: u32 = 16;

/// What some steps stand on, and what they change of what others stand on.
#[derive(Debug, Default)]
pub(super) struct Footing {
    /// The planes that they paint on.
    planes: BTreeSet<u32>,
    /// Ids of layers whose records they write, and ids of frames.
    records: [BTreeSet<u16>; 2],
    /// Whether they make or remove layers, and frames.
    counts: [bool; 2],
    /// Whether they set the canvas's size.
    resizes: bool,
}

/// Addresses of the canvas's size.
const SIZE: Range<u64> = offset_of!(Info, width) as u64..offset_of!(Info, height) as u64 + 4;

impl Footing {
    /// Adds a step.
    pub(super) fn add(&mut self, commit: &Commit<'_>) -> Result<()> {
        commit.exchange(|start, bytes| {
            let Some(first) = bytes.iter().position(|byte| *byte != 0) else { return };
            let last = bytes.iter().rposition(|byte| *byte != 0).unwrap_or(first);
            // A run of cells may reach over several records, whose bytes may be unchanged.
            for at in (first..=last).filter(|at| bytes[*at] != 0) {
                if !self.touch(start + at as u64) {
                    break;
                }
            }
        })
    }

    /// Adds the byte at an address. Returns `false` if the bytes behind it add nothing.
    fn touch(&mut self, address: u64) -> bool {
        let Some(PageAddress { tree, .. }) = PageAddress::of(address - address % PAGE as u64) else {
            return true;
        };
        if tree >= CELS {
            self.planes.insert(tree);
            return false;
        }
        if tree == 0 {
            self.resizes |= SIZE.contains(&address);
            for (kind, number) in [(&LAYER, 0), (&FRAME, 1)] {
                self.counts[number] |= kind.counts_at(address);
                self.records[number].extend(kind.id_at(address));
            }
        }
        true
    }

    /// Returns `true` if one changes what the other stands on.
    pub(super) fn meets(&self, other: &Footing) -> bool {
        self.undermines(other) || other.undermines(self)
    }

    fn undermines(&self, other: &Footing) -> bool {
        if self.resizes && !other.planes.is_empty() {
            return true;
        }
        let gone = |number: usize, id: u16| self.counts[number] && self.records[number].contains(&id);
        other.planes.iter().any(|plane| gone(0, (plane >> 16) as u16) || gone(1, *plane as u16))
    }
}

impl Kind {
    /// Returns `true` if a byte of the number of ids lies at an address.
    fn counts_at(&self, address: u64) -> bool {
        (self.count_address()..self.count_address() + 4).contains(&address)
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
    /// Returns the footing of the steps between the current commit and its nearest common ancestor with
    /// another.
    pub(super) fn footing_since(&self, to: CommitId) -> Result<Footing> {
        let history = self.history();
        let parents = |from: CommitId| {
            std::iter::successors(history.commit_of(from).ok(), |c| history.commit_of(c.parent()).ok())
        };
        let on_the_way: BTreeSet<CommitId> = parents(to).map(|commit| commit.id()).collect();
        let mut footing = Footing::default();
        for commit in parents(history.here()).take_while(|commit| !on_the_way.contains(&commit.id())) {
            footing.add(&commit)?;
        }
        Ok(footing)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Color;
    use crate::document::Cel;
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
    fn a_layer_that_was_painted_on_is_not_removed_by_what_is_brought_back() {
        let mut document = Document::new(200, 200).unwrap();
        act(&mut document, |d| d.add_layer(1));
        let removal = act(&mut document, |d| d.remove_layer(1));
        document.undo().unwrap();
        paint(&mut document, 150);
        assert_eq!(document.bring_back(removal).unwrap().blocked, Some(removal));
        document.validate().unwrap();
    }

    #[test]
    fn what_does_not_undermine_a_stroke_lets_it_be_brought_back() {
        let others: [fn(&mut Document) -> Result<()>; 3] = [
            |d| d.add_layer(0),
            |d| d.change_layer(1, |layer| layer.name = "Ink".to_owned()),
            |d| d.fill_rect(Cel::default(), Rect::new(0, 0, 200, 200), Color::BLACK),
        ];
        for other in others {
            let (mut document, stroke) = undone();
            act(&mut document, other);
            assert_eq!(document.bring_back(stroke).unwrap().steps, 1);
            document.validate().unwrap();
        }
    }
}
