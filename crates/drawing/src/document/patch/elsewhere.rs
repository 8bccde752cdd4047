//! Doing what a step did to one image to another image.
//!
//! A step painted on one layer and frame, and the same is wanted on others. A patch tells what each pixel was *before* and what it
//! became, so the rule of [applying](super::apply) one holds there, too: a pixel of the other image that looks as that of the first
//! did before becomes what that one became, and all others are left. The states are not unpacked for it: how the other image
//! differs from the first as it was before is the two images as they are now, XORed, and what has happened to the first since.
//!
//! The invariant: nothing is written here. Whoever paints the pixels that fit does so through the door that minds locks and the
//! selection.

use super::conflicts::{Conflicts, plane, subject};
use super::reading::CELS;
use super::sift::sift;
use super::{Document, Patch, Since};
use crate::document::{Cel, Subject};
use crate::error::Result;
use crate::memory::PageAddress;

impl Patch<'_> {
    /// Returns the images whose pixels it changes.
    ///
    /// # Errors
    /// As [`apply`](Patch::apply).
    pub fn images(&self, document: &Document) -> Result<Vec<Subject>> {
        let mut room = document.room();
        let pages = self.exchange(document, &mut room)?;
        let painted = |tree: &u32| *tree >= CELS && !pages.is_blank(*tree);
        Ok(pages.trees().into_iter().filter(painted).map(subject).collect())
    }

    /// Returns which pixels of a cel would change, and which would be left, if it did there what it did to an image. They are told as pixels of the
    /// canvas.
    ///
    /// # Errors
    /// As [`apply`](Patch::apply), and [`Error::Range`](crate::Error::Range) when there is no such cel.
    pub fn foresee_on(&self, document: &Document, image: Subject, cel: Cel) -> Result<Conflicts> {
        let (from, to) = (plane(image), document.plane_of(cel)?);
        let (mut room, memory) = (document.room(), document.memory());
        let patch = self.exchange(document, &mut room)?.tree(from);
        let Since { pages: mut since, painted } = self.since(document, from..from + 1, &patch, &mut room)?;
        for tree in [from, to].into_iter().filter(|_| from != to) {
            for place in memory.places(tree) {
                let here = PageAddress { tree: from, ..place };
                if let Some(page) = memory.page(place).filter(|_| patch.reaches(here)) {
                    since.add_page(here, page, &mut room)?;
                }
            }
        }
        since.trim();
        let mut sifted = sift(from, &patch, [&since, &painted], true, &mut room)?;
        let mut conflicts = Conflicts::default();
        conflicts.add(to, &mut sifted);
        Ok(conflicts.on(document.window()))
    }
}
