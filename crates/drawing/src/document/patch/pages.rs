//! Differences of two states as pages: what lies at each address, XORed.
//!
//! A difference of states is the XOR of the exchanges of the steps between them, so it is gathered page by page without looking at
//! either state. Pages of zeros are no difference and are dropped. As many pages as a budget allows are held, and what
//! would take more is refused before it is allocated.
//!
//! The invariant: the pixels of a plane differ where the four words on the way to them, XORed, are not zero. So bases that are
//! put together in other ways, but give the same colours, are no difference of pixels.

use super::reading::{CELS, Run, addresses};
use crate::document::Footprint;
use crate::error::{Error, Result};
use crate::memory::{FAN, Memory, PAGE, Page, PageAddress};
use crate::pause;
use std::collections::BTreeMap;
use std::ops::Range;

/// Number of words in a page.
pub(super) const WORDS: usize = PAGE / 4;

/// Bytes that a page takes with its entry in the table.
const HELD: usize = PAGE + 64;

/// Returns a page's words.
pub(super) fn words(page: &Page) -> &[u32; WORDS] {
    bytemuck::cast_ref(page)
}

/// Returns a page's words for writing.
pub(super) fn words_mut(page: &mut Page) -> &mut [u32; WORDS] {
    bytemuck::cast_mut(page)
}

/// Pages of a difference, by their places.
#[derive(Clone, Debug, Default)]
pub(in crate::document) struct Pages {
    pub(in crate::document) pages: BTreeMap<PageAddress, Box<Page>>,
}

/// Room for pages that are held at a time.
#[derive(Clone, Copy, Debug)]
pub(in crate::document) struct Room {
    pub(in crate::document) budget: usize,
    pub(in crate::document) taken: usize,
}

impl Room {
    /// Takes room for one more page.
    pub(in crate::document) fn take(&mut self) -> Result<()> {
        self.taken += HELD;
        if self.taken > self.budget {
            return Err(Error::OverBudget { needed: self.taken as u64, budget: self.budget as u64 });
        }
        Ok(())
    }
}

/// Allocates a page of zeros, beside so many bytes that are held.
fn empty(held: usize) -> Result<Box<Page>> {
    let refused = || Error::OutOfMemory { what: "list of pages", bytes: held as u64, limit: 0 };
    let mut page: Vec<u64> = Vec::new();
    page.try_reserve_exact(PAGE / 8).map_err(|_| refused())?;
    page.resize(PAGE / 8, 0);
    page.into_boxed_slice().try_into().map_err(|_| refused())
}

/// Returns the tiles below a place: those of a block's page or a quadrant's, or of the root's, or one tile.
fn tiles_below(PageAddress { level, index, .. }: PageAddress) -> Range<u32> {
    let size = 1 << (9 * u32::from(level));
    if level == 3 { 0..1 << 20 } else { index * size..(index + 1) * size }
}

impl Pages {
    /// Returns the page at a place, with one made for it if it has none.
    pub(super) fn entry(&mut self, place: PageAddress, room: &mut Room) -> Result<&mut Page> {
        use std::collections::btree_map::Entry;
        match self.pages.entry(place) {
            Entry::Occupied(held) => Ok(held.into_mut()),
            Entry::Vacant(free) => {
                room.take()?;
                Ok(free.insert(empty(room.taken)?))
            }
        }
    }

    /// XORs a run of bytes into its page, if that is wanted.
    pub(in crate::document) fn add(
        &mut self,
        run: Run<'_>,
        room: &mut Room,
        wanted: &dyn Fn(PageAddress) -> bool,
    ) -> Result<()> {
        if run.changes() && wanted(run.place) {
            let page: &mut [u8; PAGE] = bytemuck::cast_mut(self.entry(run.place, room)?);
            page[run.offset()..].iter_mut().zip(run.bytes).for_each(|(held, byte)| *held ^= byte);
        }
        Ok(())
    }

    /// XORs all pages of a tree of a memory.
    pub(super) fn add_tree(&mut self, memory: &Memory, tree: u32, room: &mut Room) -> Result<()> {
        for place in memory.places(tree) {
            if let Some(page) = memory.page(place) {
                self.add_page(place, page, room)?;
            }
        }
        self.trim();
        Ok(())
    }

    /// Marks the pixels of a footprint in those tiles that a patch may change.
    pub(super) fn add_footprint(
        &mut self,
        footprint: &Footprint,
        patch: &Pages,
        room: &mut Room,
    ) -> Result<()> {
        let mut told = Ok(());
        footprint.visit_rows(|tree, index, row, bits| {
            let place = PageAddress { tree, level: 0, index };
            if told.is_err() || !patch.reaches(place) {
                return;
            }
            match self.entry(place, room) {
                Ok(page) => {
                    let row = words_mut(page)[32 * row..][..32].iter_mut().enumerate();
                    row.for_each(|(x, word)| *word |= bits >> x & 1);
                }
                Err(error) => told = Err(error),
            }
        });
        told
    }

    /// XORs one page.
    pub(in crate::document) fn add_page(
        &mut self,
        place: PageAddress,
        page: &Page,
        room: &mut Room,
    ) -> Result<()> {
        pause::point(PAGE)?;
        let held = self.entry(place, room)?;
        held.iter_mut().zip(page).for_each(|(held, word)| *held ^= word);
        Ok(())
    }

    /// Drops pages of zeros.
    pub(in crate::document) fn trim(&mut self) {
        self.pages.retain(|_, page| page.iter().any(|word| *word != 0));
    }

    /// Returns the trees that have pages, ascending.
    pub(in crate::document) fn trees(&self) -> Vec<u32> {
        let mut trees: Vec<u32> = self.pages.keys().map(|place| place.tree).collect();
        trees.dedup();
        trees
    }

    /// Returns the pages of a tree.
    pub(super) fn tree(&self, tree: u32) -> Pages {
        let pages = self.of(tree).map(|(place, page)| (*place, page.clone())).collect();
        Pages { pages }
    }

    /// Returns the places and pages of a tree.
    pub(super) fn of(&self, tree: u32) -> impl Iterator<Item = (&PageAddress, &Box<Page>)> {
        let place = |tree| PageAddress { tree, level: 0, index: 0 };
        self.pages.range(place(tree)..place(tree + 1))
    }

    /// Returns `true` if a tree has pages.
    pub(super) fn has(&self, tree: u32) -> bool {
        self.of(tree).next().is_some()
    }

    /// Returns the words of a page, or `None` if it is all zeros.
    pub(super) fn words(&self, place: PageAddress) -> Option<&[u32; WORDS]> {
        self.pages.get(&place).map(|page| words(page))
    }

    /// Returns the base of a tile (level 1), a block (2) or a quadrant (3).
    pub(super) fn base(&self, tree: u32, level: u8, index: u32) -> u32 {
        let place = PageAddress { tree, level, index: index >> 9 };
        self.words(place).map_or(0, |words| words[index as usize % FAN])
    }

    /// Returns `true` if there is a page.
    pub(super) fn has_page(&self, tree: u32, level: u8, index: u32) -> bool {
        self.pages.contains_key(&PageAddress { tree, level, index })
    }

    /// Returns the index of the first page of a tree's level that lies at a place or behind it.
    pub(super) fn next(&self, place: PageAddress) -> Option<u32> {
        let end = PageAddress { level: place.level + 1, index: 0, ..place };
        self.pages.range(place..end).next().map(|(place, _)| place.index)
    }

    /// Returns the XOR of the bases of an area: a tile (level 0), a block or a quadrant.
    pub(super) fn total(&self, tree: u32, level: u8, index: u32) -> u32 {
        (level..3).fold(0, |all, up| all ^ self.base(tree, up + 1, index >> (9 * (up - level))))
    }

    /// Returns `true` if pages below an area's base differ: within a tile (level 0), a block or a quadrant.
    pub(super) fn any_below(&self, tree: u32, level: u8, index: u32) -> bool {
        (0..=level).any(|down| {
            let shift = 9 * u32::from(level - down);
            let place = |index| PageAddress { tree, level: down, index };
            self.pages.range(place(index << shift)..place((index + 1) << shift)).next().is_some()
        })
    }

    /// Returns `true` if the pixels that a page stands for may differ.
    pub(super) fn reaches(&self, place: PageAddress) -> bool {
        if self.pages.contains_key(&place) || place.level > 0 && self.has(place.tree) {
            return true;
        }
        place.level == 0 && self.total(place.tree, 0, tiles_below(place).start) != 0
    }

    /// Returns the addresses in some trees that may matter to this difference: all of those that are no cel's, and of a cel's plane the
    /// bases and the tiles that [`reaches`](Pages::reaches) may be true for. They ascend and are apart.
    pub(super) fn reach(&self, trees: Range<u32>) -> Vec<Range<u64>> {
        let tile = |tree, index| PageAddress { tree, level: 0, index }.address();
        let mut ranges = Vec::new();
        if trees.start < CELS {
            ranges.push(addresses(trees.start..CELS.min(trees.end)));
        }
        for (place, page) in
            self.pages.range(PageAddress { tree: trees.start.max(CELS), level: 0, index: 0 }..)
        {
            let PageAddress { tree, level, index } = *place;
            match level {
                _ if tree >= trees.end => break,
                0 => ranges.push(tile(tree, index)..tile(tree, index + 1)),
                _ => {
                    let size = 1 << (9 * u32::from(level - 1));
                    // The root has four areas below it.
                    let fan = if level == 3 { 4 } else { FAN };
                    let bases = words(page).iter().take(fan).enumerate().filter(|(_, base)| **base != 0);
                    let below = bases.map(|(child, _)| (index << 9 | child as u32) * size);
                    ranges.extend(below.map(|first| tile(tree, first)..tile(tree, first + size)));
                }
            }
        }
        let planes = self.trees().into_iter().filter(|tree| *tree >= CELS && trees.contains(tree));
        ranges.extend(planes.map(|tree| tile(tree, 1 << 20)..addresses(tree..tree + 1).end));
        ranges.sort_unstable_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let meets = next.start <= last.end;
            if meets {
                last.end = last.end.max(next.end);
            }
            meets
        });
        ranges
    }

    /// Returns `true` if no pixel of a plane differs.
    pub(super) fn is_blank(&self, tree: u32) -> bool {
        (0..4).all(|quadrant| all_pixels([self, self], (tree, 2, quadrant), &|word, _| word == 0))
    }

    /// Returns `true` if every pixel of a plane is either transparent or just what a patch takes away. The plane is given as its difference
    /// from an empty one.
    pub(super) fn is_taken_by(&self, patch: &Pages, tree: u32) -> bool {
        let goes = |now: u32, by: u32| now == 0 || now == by;
        (0..4).all(|quadrant| all_pixels([self, patch], (tree, 2, quadrant), &goes))
    }
}

/// Returns `true` if two differences keep a rule in all pixels of an area.
fn all_pixels(
    both: [&Pages; 2],
    (tree, level, index): (u32, u8, u32),
    rule: &impl Fn(u32, u32) -> bool,
) -> bool {
    let [one, other] = both.map(|pages| pages.total(tree, level, index));
    if !both.iter().any(|pages| pages.any_below(tree, level, index)) {
        return rule(one, other);
    }
    if level > 0 {
        let mut children = index << 9..(index + 1) << 9;
        return children.all(|child| all_pixels(both, (tree, level - 1, child), rule));
    }
    let place = PageAddress { tree, level: 0, index };
    let [ones, others] = both.map(|pages| pages.words(place).unwrap_or(&[0; WORDS]));
    ones.iter().zip(others).all(|(now, by)| rule(now ^ one, by ^ other))
}
