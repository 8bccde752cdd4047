//! Pixels that are painted by a patch and have their colour already.
//!
//! Problem: a patch changes nothing where the picture is as it would make it. But whoever merges a line, or does a stroke again, sees all of it
//! painted, and does not expect a hole when an earlier step of the same colour is taken back. Idea: these pixels are noted in the step's
//! [footprint](crate::document::Footprint), as those are that a brush meets in its own colour; and so are those that the steps of a line had met.
//!
//! The invariant: nothing is written to the drawing here.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Footprint, Patch, info::cel_plane}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! let mut line = |document: &mut Document, rect| -> Result<_, undoodle_drawing::Error> {
//!     let draft = document.draft(1, cel)?;
//!     document.drawing_mut(&draft)?.fill_rect(cel, rect, Color::BLACK)?;
//!     document.keep(draft, "Line", Color::ADDED, 0, undoodle_drawing::document::Finish::Step)?;
//!     Ok(document.history().here())
//! };
//! let theirs = line(&mut document, Rect::new(3, 0, 1, 9))?;
//! document.undo()?;
//! line(&mut document, Rect::new(0, 5, 9, 1))?;
//! let patch = Patch::of(&document.history().commit_of(theirs)?).painting();
//! let draft = document.draft(1, cel)?;
//! patch.apply(&mut document, &draft)?;
//! let merged = document.keep(draft, "Merge", Color::ADDED, 0, undoodle_drawing::document::Finish::Step)?.expect("a step");
//! assert!(Footprint::of(&merged.header()).has(cel_plane(1, 1), 3, 5), "where the two cross");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::conflicts::plane;
use super::pages::{Pages, WORDS};
use super::reading::CELS;
use super::sift::Rows;
use super::{Document, Patch};
use crate::color::Color;
use crate::document::drawing::Door;
use crate::document::drawing::tiles::{TILE, area_of, read_row};
use crate::document::{Footprint, Subject};
use crate::error::Result;
use crate::geometry::Bits;
use crate::history::CommitId;
use crate::memory::PageAddress;

impl Document {
    /// Notes pixels that have their colour already, other than transparent ones: nobody sees that nothing was erased.
    pub(super) fn note_met(&mut self, met: &[(Subject, Vec<Bits>)]) {
        let mut row = [Color::TRANSPARENT; TILE as usize];
        let images = met.iter().map(|(of, met)| (plane(*of), met)).filter(|(tree, _)| *tree >= CELS);
        for (tree, bits) in images.flat_map(|(tree, met)| met.iter().map(move |bits| (tree, bits))) {
            for (y, x, line) in bits.lines() {
                let row = &mut row[..32 - line.leading_zeros() as usize];
                read_row(self.memory().tree(tree), (x as u32, y as u32), 1, row);
                let seen = row.iter().enumerate().filter(|(_, color)| !color.is_transparent());
                let seen = seen.fold(0, |all, (i, _)| all | 1 << i);
                self.drawing.door.note_paint(tree, (x, y), [line & seen, 0]);
            }
        }
    }

    /// Notes the pixels that the steps from one state to another painted in the colour that they had, and which look here as there. Those
    /// of locked layers are left out.
    ///
    /// # Errors
    /// As [`Patch::apply`].
    pub fn note_footprints(&mut self, from: CommitId, to: CommitId) -> Result<()> {
        let mut found: Vec<(PageAddress, usize, u32)> = Vec::new();
        for step in self.history().way_between(from, to) {
            Footprint::of(&step.header()).visit_rows(|tree, index, row, bits| {
                found.push((PageAddress { tree, level: 0, index }, row, bits));
            });
        }
        found.retain(|(PageAddress { tree, .. }, ..)| {
            self.layer_at((tree >> 16) as u16).is_some_and(|layer| self.is_unlocked(layer))
        });
        if found.is_empty() {
            return Ok(());
        }
        let differs = Patch::between(self.history().here(), to).exchange(self, &mut self.room())?;
        for (place, row, bits) in found {
            let area = area_of(0, place.index);
            let alike = bits & alike(&differs, place)[row];
            self.drawing.door.note_paint(place.tree, (area.x, area.y + row as i32), [alike, 0]);
        }
        Ok(())
    }
}

/// Returns which pixels of a tile a difference leaves alone.
fn alike(differs: &Pages, place: PageAddress) -> Rows {
    let base = differs.total(place.tree, 0, place.index);
    let words = differs.words(place).unwrap_or(&[0; WORDS]);
    let mut rows = [0; TILE as usize];
    for (at, _) in words.iter().enumerate().filter(|(_, word)| **word == base) {
        rows[at / 32] |= 1 << (at % 32);
    }
    rows
}
