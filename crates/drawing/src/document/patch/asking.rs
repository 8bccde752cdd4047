//! Which steps a patch has to read: those that may touch what it changes.
//!
//! Problem: how the drawing has changed since a step is the XOR of all steps since, and of a thousand strokes nearly all lie elsewhere. Their pages are
//! often the same, as a stroke crosses many, so each would be unpacked for nothing. Idea: the [index](crate::document::past) knows of a step which squares of
//! 8×8 pixels it touches. So it is asked for the squares in which the patch changes a pixel, and for the bases on the way to them.
//!
//! Of a page that was not asked for as a whole, what is gathered is right in these squares alone, and nobody looks at the others. A look through
//! the index costs as much as a few steps, so a short way is read as it is.
//!
//! The invariant: a step that touches a pixel that the patch changes, a base above one, or a record is never left out.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Patch}, geometry::Rect};
//! let mut document = Document::new(512, 512)?;
//! for step in 0..100 {
//!     document.begin(1)?;
//!     document.fill_rect(Cel::default(), Rect::new(5 * step, 5 * step, 9, 9), Color::BLACK)?;
//!     document.commit("Fill", Color::ADDED, 0)?;
//! }
//! while document.index_steps(1 << 20) {}
//! let first = document.history().done().last().map(|commit| Patch::of(&commit)).unwrap();
//! assert_eq!(first.reversed().foresee(&document)?.taken(), 81, "of a hundred steps, the few near it were read");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::pages::{Pages, words};
use super::reading::CELS;
use super::sift::Marked;
use crate::document::Document;
use crate::document::drawing::tiles::{TILE, area_of, tile_of, way_to};
use crate::document::past::{Touching, WHOLE, Wanted, bit};
use crate::error::Result;
use crate::history::CommitId;
use crate::memory::{FAN, PageAddress};
use std::ops::Range;

/// The most steps that are read without a look at the index.
const SHORT: usize = 8;

/// Asks for the bases on the way to a tile.
fn want_bases(wanted: &mut Wanted, tree: u32, tile: u32) {
    let corner = area_of(0, tile);
    for (place, word) in way_to(tree, corner.x as u32, corner.y as u32).into_iter().skip(1) {
        wanted.page(place, bit(place, word));
    }
}

impl Pages {
    /// Returns what the index is asked for by a patch with this difference: all that decides about its pixels in some trees, and all
    /// records there.
    pub(super) fn wanted(&self, trees: &Range<u32>) -> Result<Wanted> {
        let mut wanted = Wanted::new()?;
        (trees.start..trees.end.min(CELS)).for_each(|tree| wanted.tree(tree));
        let first = PageAddress { tree: trees.start.max(CELS), level: 0, index: 0 };
        for (place, page) in self.pages.range(first..).take_while(|(place, _)| place.tree < trees.end) {
            let PageAddress { tree, level, index } = *place;
            let page = words(page);
            if level == 0 {
                let even = self.total(tree, 0, index) == 0;
                let changes = page.iter().enumerate().filter(|(_, word)| **word != 0);
                let bits = if even { changes.fold(0, |all, (at, _)| all | bit(*place, at)) } else { WHOLE };
                wanted.page(*place, bits);
                want_bases(&mut wanted, tree, index);
                continue;
            }
            wanted.page(*place, WHOLE);
            let bases = page.iter().take(FAN).enumerate().filter(|(_, base)| **base != 0);
            for (child, _) in bases {
                // Below other bases than a tile's lie more pages than the index tells apart.
                if level > 1 {
                    wanted.tree(tree);
                    return Ok(wanted);
                }
                let tile = index << 9 | child as u32;
                wanted.page(PageAddress { tree, level: 0, index: tile }, WHOLE);
                want_bases(&mut wanted, tree, tile);
            }
        }
        Ok(wanted)
    }
}

/// Returns what the index is asked for by pixels of some planes.
pub(super) fn marked(planes: &[(u32, &[Marked])]) -> Result<Wanted> {
    let mut wanted = Wanted::new()?;
    for (tree, marked) in planes.iter().flat_map(|(tree, all)| all.iter().map(|one| (*tree, one))) {
        let around = marked.around();
        let index = tile_of(around.x as u32, around.y as u32);
        match marked {
            Marked::Area(rect, _) if rect.width > TILE as i32 => wanted.tree(tree),
            Marked::Area(..) => wanted.page(PageAddress { tree, level: 0, index }, WHOLE),
            Marked::Tile(_, rows, _) => {
                let place = PageAddress { tree, level: 0, index };
                let is_marked = |at: &usize| rows[at / 32] >> (at % 32) & 1 == 1;
                let bits = (0..1024).filter(is_marked).fold(0, |all, at| all | bit(place, at));
                wanted.page(place, bits);
            }
        }
        want_bases(&mut wanted, tree, index);
    }
    Ok(wanted)
}

impl Document {
    /// Returns which steps may touch what is wanted, or `None` if there are so few steps up to a state that each is read.
    pub(super) fn touching(
        &self,
        to: CommitId,
        wanted: impl FnOnce() -> Result<Wanted>,
    ) -> Result<Option<Touching<'_>>> {
        if self.history().way_to(to).nth(SHORT).is_none() {
            return Ok(None);
        }
        Ok(Some(self.index().touching(&wanted()?)))
    }
}
