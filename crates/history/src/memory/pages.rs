//! Sparse memory: pages of 4 KiB whose address is their meaning.
//!
//! If a page had the number that happened to be free, every change would write an
//! allocator, two changes that have nothing to do with each other would touch the
//! same bytes, and bytes would not say what they stand for. So a page stands at a
//! fixed [`PageAddress`]: in a tree, at a level, at an index. A tree has 2²⁰ leaf pages,
//! found by a radix of 2, 9 and 9 bits, and one page at each inner node of that
//! radix. One walk from the root meets all four pages around a leaf.
//!
//! An absent page reads as zeros, and a page that became all zero is given back.
//! What a memory holds therefore follows from its bytes alone.
//!
//! The invariant: between actions no page that is held is all zero, and no inner
//! node is empty.
//!
//! ```
//! use undoodle_history::memory::{Arena, Memory, PageAddress, Region};
//! let mut memory = Memory::new(1 << 20);
//! let leaf = PageAddress { tree: 7, level: 0, index: 513 };
//! let region = Region::new(leaf.address() + 8, 1);
//! assert_eq!(memory.get(region), Some(&[0][..]), "an absent page reads as zeros");
//! memory.provide(region)?;
//! memory.get_mut(region).unwrap()[0] = 1;
//! assert_eq!(memory.present().collect::<Vec<_>>(), [Region::new(leaf.address(), 4096)]);
//! memory.get_mut(region).unwrap()[0] = 0;
//! memory.trim(region);
//! assert_eq!(memory.bytes(), 0);
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use super::held::Held;
use super::holding::Spare;
use super::radix::{FAN, PageAddress, Tree, split};
use super::trees::Trees;
use super::{Arena, PAGE, PAGES, Page, Region};
use crate::error::{Error, Result};
use std::ops::Range;

/// Bits of a page's number that tell it from the others of its tree.
const TREE: u32 = 21;

/// Trees below this number hold records, masks and the like.
const SPECIAL: u64 = 16;

/// Addresses of the trees that hold records, masks and the like, and no layer's pixels.
pub const SPECIAL_TREES: Range<u64> = 0..(SPECIAL << TREE) * PAGE as u64;

static ZEROS: Page = [0; PAGE / 8];

/// Sparse arena: pages of bytes at fixed places, up to a limit of memory.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pub(super) trees: Trees,
    pub(super) held: u64,
    pub(super) limit: u64,
    pub(super) spare: Spare,
}

impl Memory {
    /// Creates an empty memory that may hold up to `limit` bytes, inner nodes included.
    pub fn new(limit: u64) -> Memory {
        Memory { limit, ..Memory::default() }
    }

    /// Returns the number of bytes held by pages and inner nodes; a page that several places share counts for each of them.
    pub fn bytes(&self) -> u64 {
        self.held
    }

    /// Returns a tree, or `None` while it is empty.
    pub fn tree(&self, tree: u32) -> Option<&Tree> {
        self.trees.get(tree)
    }

    /// Returns a page, or `None` while it is absent.
    pub fn page(&self, place: PageAddress) -> Option<&Page> {
        let tree = self.trees.get(place.tree)?;
        let (branch, twig, leaf) = split(place.index << (9 * u32::from(place.level)));
        match place.level {
            0 => tree.branch(branch)?.twig(twig)?.leaf(leaf),
            1 => tree.branch(branch)?.twig(twig)?.page(),
            2 => tree.branch(branch)?.page(),
            _ => tree.page(),
        }
    }

    fn held_mut(&mut self, place: PageAddress) -> Option<&mut Held> {
        let tree = self.trees.get_mut(place.tree)?;
        let (branch, twig, leaf) = split(place.index << (9 * u32::from(place.level)));
        if place.level == 3 {
            return tree.page.as_mut();
        }
        let branch = tree.branches[branch].as_mut()?;
        if place.level == 2 {
            return branch.page.as_mut();
        }
        let twig = branch.twigs[twig].as_mut()?;
        if place.level == 1 { twig.page.as_mut() } else { twig.leaves[leaf].as_mut() }
    }

    /// Returns the places of a tree's present pages by ascending address.
    pub fn places(&self, tree: u32) -> impl Iterator<Item = PageAddress> + '_ {
        self.pages(tree).map(|(place, _)| place)
    }

    /// Returns a tree's present pages with their places, by ascending address.
    pub fn pages(&self, tree: u32) -> impl Iterator<Item = (PageAddress, &Page)> + '_ {
        let root = self.trees.get(tree);
        let branches = move || {
            let all = root.into_iter().flat_map(|root| root.branches.iter().enumerate());
            all.filter_map(|(i, branch)| Some((i as u32, branch.as_ref()?)))
        };
        let twigs = move || {
            branches().flat_map(|(i, branch)| {
                let all = branch.twigs.iter().enumerate();
                all.filter_map(move |(j, twig)| Some((i << 9 | j as u32, twig.as_ref()?)))
            })
        };
        let leaves = twigs().flat_map(|(i, twig)| {
            let all = twig.leaves.iter().enumerate();
            all.filter_map(move |(j, leaf)| Some((0, i << 9 | j as u32, leaf.as_ref()?.page())))
        });
        let level1 = twigs().filter_map(|(i, twig)| Some((1, i, twig.page()?)));
        let level2 = branches().filter_map(|(i, branch)| Some((2, i, branch.page()?)));
        let level3 = root.and_then(Tree::page).map(|page| (3, 0, page));
        let all = leaves.chain(level1).chain(level2).chain(level3);
        all.map(move |(level, index, page)| (PageAddress { tree, level, index }, page))
    }

    /// Returns the numbers of all trees that are not empty, ascending.
    pub fn trees(&self) -> Vec<u32> {
        self.trees.numbers()
    }

    /// Frees every page of a tree that is all zero.
    pub fn trim_tree(&mut self, tree: u32) {
        let zero: Vec<_> =
            self.pages(tree).filter(|(_, page)| is_zero(page)).map(|(place, _)| place).collect();
        zero.into_iter().for_each(|place| self.remove(place));
    }
}

fn is_zero(page: &Page) -> bool {
    // No exit within a chunk, so that the compiler vectorises the loop.
    page.as_chunks::<16>().0.iter().all(|chunk| chunk.iter().fold(0, |any, word| any | word) == 0)
}

impl PartialEq for Memory {
    /// Compares bytes; absent pages count as zeros.
    fn eq(&self, other: &Memory) -> bool {
        let covers = |a: &Memory, b: &Memory| a.present().all(|region| a.get(region) == b.get(region));
        covers(self, other) && covers(other, self)
    }
}

impl Eq for Memory {}

/// Splits a region into its page and the range within that page.
fn locate(region: Region) -> Option<(PageAddress, std::ops::Range<usize>)> {
    let start = (region.start % PAGE as u64) as usize;
    let end = start.checked_add(region.len)?;
    (end <= PAGE).then_some((PageAddress::of(region.start)?, start..end))
}

/// Returns the places of the pages that a region touches, skipping addresses that belong to no page.
fn touched(region: Region) -> impl Iterator<Item = PageAddress> {
    let (first, last) = (region.start / PAGE as u64, region.end().saturating_sub(1) / PAGE as u64);
    let end = if region.len == 0 { first } else { last + 1 };
    (first..end).filter_map(|number| PageAddress::of(number * PAGE as u64))
}

impl Arena for Memory {
    const GRAIN: u64 = PAGE as u64;

    fn size(&self) -> u64 {
        u64::MAX
    }

    #[inline]
    fn get(&self, region: Region) -> Option<&[u8]> {
        let (place, range) = locate(region)?;
        Some(&bytemuck::cast_slice(self.page(place).unwrap_or(&ZEROS))[range])
    }

    #[inline]
    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        let (place, range) = locate(region)?;
        Some(&mut bytemuck::cast_slice_mut(self.held_mut(place)?.page_mut()?)[range])
    }

    fn is_present(&self, region: Region) -> bool {
        touched(region).all(|place| self.page(place).is_some())
    }

    fn provide(&mut self, region: Region) -> Result<()> {
        for place in touched(region) {
            match self.held_mut(place).map(|held| held.page_mut().is_some()) {
                Some(true) => {}
                // It is shared, and there is no room for a copy.
                Some(false) => {
                    return Err(Error::OutOfMemory { what: PAGES, bytes: self.held, limit: 0 });
                }
                None => {
                    if let Err(error) = self.insert(place) {
                        // Frees the inner nodes made on the way to the page.
                        self.remove(place);
                        return Err(error);
                    }
                }
            }
        }
        Ok(())
    }

    fn trim(&mut self, region: Region) {
        // For a very large region, visiting the present pages is faster than visiting every number.
        if region.len > FAN * FAN * PAGE {
            return self.trees().into_iter().for_each(|tree| self.trim_tree(tree));
        }
        for place in touched(region) {
            if self.page(place).is_some_and(is_zero) {
                self.remove(place);
            }
        }
    }

    fn atom(address: u64) -> Option<u64> {
        // Tree 0 holds records of at most 512 bytes. They keep values derived from the other special trees,
        // so each of those trees is one atom.
        match (address / PAGE as u64) >> TREE {
            0 => Some(address / 512),
            tree @ 1..SPECIAL => Some(1 << 62 | tree),
            _ => None,
        }
    }

    fn present(&self) -> impl Iterator<Item = Region> + '_ {
        let all = self.trees().into_iter().flat_map(|tree| self.places(tree));
        all.map(|place| Region::new(place.address(), PAGE))
    }
}
