//! Whether steps that paint on one plane may be exchanged, told by which of its colours they change.
//!
//! A pixel is the XOR of the colours on the way to it: those of its quadrant, its block and its tile, and
//! its own. A fill changes one of the upper ones, and a stroke in the same place one of the lowest: they
//! touch no common byte, but with both of them the pixel has a colour that nobody chose. And two strokes
//! that each paint half of a tile together leave a tile of one colour, whose pixels would have been
//! given back as a page if one stroke had made them.
//!
//! So two steps *overlap* if they change the same colour, or one changes a colour above what the other
//! changes. And they may *complete* an area that both touch if all colours that neither of them changes
//! are the same there, and not zero.
//!
//! The invariant: whatever order of steps is allowed here, each pixel that a step changed has the colour
//! that it gave it, and no page is left that an action would have given back.

use super::drawing::tiles::colors;
use crate::color::Color;
use crate::error::{Error, Result};
use crate::memory::{FAN, Memory, PAGE, PageAddress};
use std::collections::HashMap;

/// Set of a page's colours: one bit each.
pub(super) type Entries = [u64; PAGE / 4 / 64];

/// The most bytes that the table takes per page while it grows: two tables are held, one half empty.
const ENTRY: usize = 480;

/// Returns the colours of a page that have a non-zero byte, given bytes from an offset on.
pub(super) fn entries(offset: usize, bytes: &[u8]) -> Entries {
    let mut entries = Entries::default();
    for (at, _) in (offset..).zip(bytes).filter(|(_, byte)| **byte != 0) {
        entries[at / 256] |= 1 << (at / 4 % 64);
    }
    entries
}

fn has(entries: &Entries, index: usize) -> bool {
    entries[index / 64] >> (index % 64) & 1 == 1
}

/// Returns the page that has the base of a page's area, and the position of that base.
fn above(place: PageAddress) -> Option<(PageAddress, usize)> {
    let PageAddress { tree, level, index } = place;
    (level < 3).then(|| (PageAddress { tree, level: level + 1, index: index >> 9 }, index as usize % FAN))
}

/// Returns a page and those above it.
fn upwards(place: PageAddress) -> impl Iterator<Item = PageAddress> {
    std::iter::successors(Some(place), |place| Some(above(*place)?.0))
}

/// Which colours of cels' planes some steps change.
#[derive(Debug, Default)]
pub(super) struct Paint {
    /// The colours of each page, with an entry, maybe empty, for every page above one that is changed.
    pages: HashMap<PageAddress, Entries>,
}

impl Paint {
    /// Returns `true` if something of a page or of the area below it is changed.
    fn touches(&self, place: PageAddress) -> bool {
        self.pages.contains_key(&place)
    }

    fn at(&self, place: PageAddress) -> Entries {
        self.pages.get(&place).copied().unwrap_or_default()
    }

    /// Adds colours of a page.
    ///
    /// # Errors
    /// Returns [`Error::OverBudget`] when the table would take more than `budget` bytes, and
    /// [`Error::OutOfMemory`].
    pub(super) fn add(&mut self, place: PageAddress, entries: &Entries, budget: usize) -> Result<()> {
        for (up, place) in upwards(place).enumerate() {
            if !self.touches(place) {
                let bytes = ENTRY * (self.pages.len() + 4);
                if bytes > budget {
                    return Err(Error::OverBudget { needed: bytes as u64, budget: budget as u64 });
                }
                let refused = |_| Error::OutOfMemory { what: "list of pages", bytes: bytes as u64, limit: 0 };
                self.pages.try_reserve(1).map_err(refused)?;
            }
            let known = self.pages.entry(place).or_default();
            if up == 0 {
                known.iter_mut().zip(entries).for_each(|(known, more)| *known |= more);
            }
        }
        Ok(())
    }

    /// Returns `true` if one of these colours of a page is changed, or one above or below it.
    pub(super) fn overlaps(&self, place: PageAddress, entries: &Entries) -> bool {
        let PageAddress { tree, level, index } = place;
        if self.at(place).iter().zip(entries).any(|(a, b)| a & b != 0) {
            return true;
        }
        if upwards(place).filter_map(above).any(|(place, base)| has(&self.at(place), base)) {
            return true;
        }
        let below = |base: usize| PageAddress { tree, level: level - 1, index: index << 9 | base as u32 };
        level > 0 && (0..FAN).any(|base| has(entries, base) && self.touches(below(base)))
    }

    /// Adds colours of a page to those that `self` has of the pages that `other` touches, too. Returns
    /// `true` if both together may complete one of these pages: make all of its colours equal.
    ///
    /// # Errors
    /// As [`add`](Paint::add).
    pub(super) fn completes(
        &mut self,
        other: &Paint,
        memory: &Memory,
        (place, entries): (PageAddress, &Entries),
        budget: usize,
    ) -> Result<bool> {
        if other.touches(place) {
            self.add(place, entries, budget)?;
        }
        // The colours of the four quadrants may be equal.
        let mut common = upwards(place).filter(|place| place.level < 3 && other.touches(*place));
        Ok(common.any(|place| {
            let (mine, others) = (self.at(place), other.at(place));
            let count = if place.level == 0 { PAGE / 4 } else { FAN };
            let page = memory.page(place).map(colors);
            let mut rest = (0..count)
                .filter(|index| !has(&mine, *index) && !has(&others, *index))
                .map(|index| page.map_or(Color::TRANSPARENT, |page| page[index]));
            let first = rest.next();
            first != Some(Color::TRANSPARENT) && rest.all(|color| Some(color) == first)
        }))
    }
}
