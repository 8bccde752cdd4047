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
use super::{Document, Ends, Patch};
use crate::color::Color;
use crate::document::drawing::Door;
use crate::document::drawing::tiles::{TILE, area_of, read_row};
use crate::document::drawing::window::Sight;
use crate::document::{Footprint, Subject};
use crate::error::Result;
use crate::geometry::Bits;
use crate::memory::PageAddress;

impl Document {
    /// Notes pixels that have their colour already, other than transparent ones: nobody sees that nothing was erased.
    pub(super) fn note_met(&mut self, met: &[(Subject, Vec<Bits>)]) {
        let mut row = [Color::TRANSPARENT; TILE as usize];
        let images = met.iter().map(|(of, met)| (plane(*of), met)).filter(|(tree, _)| *tree >= CELS);
        for (tree, bits) in images.flat_map(|(tree, met)| met.iter().map(move |bits| (tree, bits))) {
            for (y, x, line) in bits.lines() {
                let row = &mut row[..32 - line.leading_zeros() as usize];
                let place = (x as u32, y as u32);
                read_row(Sight::plain(self.memory().tree(tree)), place, 1, row);
                let seen = row.iter().enumerate().filter(|(_, color)| !color.is_transparent());
                let seen = seen.fold(0, |all, (i, _)| all | 1 << i);
                self.drawing.door.note_paint(tree, place, [line & seen, 0]);
            }
        }
    }
}

impl Patch<'_> {
    /// Notes the pixels that its steps painted in the colour that they had, and which look here as there. Those of locked layers are left
    /// out.
    ///
    /// # Errors
    /// As [`apply`](Patch::apply).
    pub fn note_footprints(&self, document: &mut Document) -> Result<()> {
        let Ends::Steps(from, to) = self.ends else { return Ok(()) };
        let mut found: Vec<(PageAddress, usize, u32)> = Vec::new();
        for step in document.history().way_between(from, to) {
            Footprint::of(&step.header()).visit_rows(|tree, index, row, bits| {
                found.push((PageAddress { tree, level: 0, index }, row, bits));
            });
        }
        found.retain(|(PageAddress { tree, .. }, ..)| {
            document.layer_at((tree >> 16) as u16).is_some_and(|layer| document.is_unlocked(layer))
        });
        if found.is_empty() {
            return Ok(());
        }
        let differs =
            Patch::between(document.history().here(), to).exchange(document, &mut document.room())?;
        for (place, row, bits) in found {
            let area = area_of(0, place.index);
            let alike = bits & alike(&differs, place, row);
            let at = (area.x as u32, area.y as u32 + row as u32);
            document.drawing.door.note_paint(place.tree, at, [alike, 0]);
        }
        Ok(())
    }
}

/// Returns which pixels in a row of a tile a difference leaves alone.
fn alike(differs: &Pages, place: PageAddress, row: usize) -> u32 {
    let base = differs.total(place.tree, 0, place.index);
    let words = differs.words(place).unwrap_or(&[0; WORDS])[32 * row..][..32].iter().enumerate();
    words.filter(|(_, word)| **word == base).fold(0, |all, (x, _)| all | 1 << x)
}
