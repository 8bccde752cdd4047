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

#[cfg(test)]
mod tests {
    use crate::color::Color;
    use crate::document::{Cel, Document, Finish};
    use crate::geometry::Rect;

    const RED: Color = Color::rgba(255, 0, 0, 255);
    const CANVAS: Rect = Rect { x: 0, y: 0, width: 1024, height: 512 };
    const PIXEL: Rect = Rect { x: 3, y: 3, width: 1, height: 1 };

    fn fill(document: &mut Document, (rect, color): (Rect, Color), finish: Finish) {
        document.begin(1).unwrap();
        document.fill_rect(Cel::default(), rect, color).unwrap();
        document.finish("Fill", Color::ADDED, 0, finish).unwrap().unwrap();
    }

    /// Fills in the order of a list, undoes the last of them, and fills again. Returns whether the one undone
    /// was brought back, and whether it was carried.
    fn exchanged(before: &[(Rect, Color)], undone: (Rect, Color), last: (Rect, Color)) -> (bool, bool) {
        let made = || {
            let mut document = Document::new(1024, 512).unwrap();
            before.iter().chain([&undone]).for_each(|one| fill(&mut document, *one, Finish::Step));
            let id = document.history().here();
            document.undo().unwrap();
            (document, id)
        };
        let (mut document, id) = made();
        fill(&mut document, last, Finish::Step);
        let brought = document.bring_back(id).unwrap().steps == 1;
        document.validate().unwrap();
        let (mut document, id) = made();
        fill(&mut document, last, Finish::Carrying);
        let carried = document.history().ahead() == 1;
        document.goto(id).unwrap();
        document.validate().unwrap();
        (brought, carried)
    }

    #[test]
    fn a_stroke_is_not_put_on_a_fill_that_it_was_not_made_on() {
        let tile = Rect::new(0, 0, 32, 32);
        for fill in [CANVAS, tile] {
            assert_eq!(exchanged(&[], (PIXEL, RED), (fill, Color::BLACK)), (false, false));
            assert_eq!(exchanged(&[], (fill, Color::BLACK), (PIXEL, RED)), (false, false));
        }
        assert_eq!(exchanged(&[], (CANVAS, RED), (tile, Color::BLACK)), (false, false));
        let beside = Rect::new(32, 0, 32, 32);
        assert_eq!(exchanged(&[], (PIXEL, RED), (beside, Color::BLACK)), (true, true));
        assert_eq!(exchanged(&[(CANVAS, Color::BLACK)], (PIXEL, RED), (beside, RED)), (true, true));
    }

    #[test]
    fn the_bytes_of_one_pixel_are_not_mixed() {
        // From red, each of the two changes another byte: together they would make cyan.
        let (green, blue) = (Color::rgba(255, 255, 0, 255), Color::rgba(255, 0, 255, 255));
        assert_eq!(exchanged(&[(PIXEL, RED)], (PIXEL, green), (PIXEL, blue)), (false, false));
    }

    #[test]
    fn two_strokes_do_not_leave_a_tile_of_one_colour_together() {
        let (left, right) = (Rect::new(0, 0, 16, 32), Rect::new(16, 0, 16, 32));
        assert_eq!(exchanged(&[], (left, RED), (right, RED)), (false, false));
        let most = Rect::new(16, 0, 15, 32);
        assert_eq!(exchanged(&[], (left, RED), (most, RED)), (true, true), "some pixels stay transparent");
        // Two pixels of another colour, of which each is painted over.
        let tile = [(Rect::new(0, 0, 32, 31), RED), (Rect::new(0, 31, 32, 1), Color::BLACK)];
        let (some, others) = (Rect::new(0, 31, 9, 1), Rect::new(9, 31, 23, 1));
        assert_eq!(exchanged(&tile, (some, RED), (others, RED)), (false, false));
        assert_eq!(exchanged(&tile, (some, RED), (PIXEL, Color::BLACK)), (true, true));
    }

    #[test]
    fn tiles_of_one_colour_do_not_fill_a_block_together() {
        let tiles = |from: i32| (from..512).map(|i| Rect::new(i % 32 * 32, i / 32 * 32, 32, 32));
        let before: Vec<_> = tiles(2).map(|tile| (tile, RED)).collect();
        let [one, other] = [0, 1].map(|i| (Rect::new(i * 32, 0, 32, 32), RED));
        assert_eq!(exchanged(&before, one, other), (false, false));
        assert_eq!(exchanged(&before[1..], one, other), (true, true));
    }
}
