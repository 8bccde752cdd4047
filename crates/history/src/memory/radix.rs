//! The radix of a tree of pages: places, and the nodes on the way to them.
//!
//! A tree has 2²⁰ leaf pages, found by 2, 9 and 9 bits, and one page at each inner
//! node, so that whoever walks to a leaf meets the pages of all levels above it.
//!
//! The invariant: the addresses of a tree's pages ascend from the leaves up, level by
//! level, and no two places have the same address.
//!
//! ```
//! use undoodle_history::memory::PageAddress;
//! let twig = PageAddress { tree: 3, level: 1, index: 5 };
//! assert_eq!(PageAddress::of(twig.address() + 4095), Some(twig));
//! ```

use super::held::Held;
use super::{PAGE, Page};

/// Fan-out of the radix: leaves below a twig, and twigs below a branch.
pub const FAN: usize = 512;

/// Position of a page: its tree, its level and its index among the pages of that level.
///
/// Level 0 has the leaves, with an index of 20 bits; level 1 has a page for each
/// 512 leaves, level 2 one for each 512 of those, and level 3 has one page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PageAddress {
    /// Number of the tree, below 2³¹.
    pub tree: u32,
    /// Level in the tree, 0 to 3.
    pub level: u8,
    /// Index among the pages of the level.
    pub index: u32,
}

/// Number of low bits of a page's number that identify it within its tree.
const CODE: u32 = 21;

/// Codes of the first page of each level; the leaves come first.
const LEVELS: [u32; 4] = [0, 1 << 20, 1 << 20 | 1 << 11, 1 << 20 | 1 << 12];

impl PageAddress {
    /// Returns the address of the page's first byte.
    pub const fn address(self) -> u64 {
        let code = LEVELS[self.level as usize] | self.index;
        ((self.tree as u64) << CODE | code as u64) * PAGE as u64
    }

    /// Returns the place of the page at an address, or `None` for an address that belongs to no page.
    pub const fn of(address: u64) -> Option<PageAddress> {
        let number = address / PAGE as u64;
        let (tree, code) = ((number >> CODE) as u32, number as u32 & ((1 << CODE) - 1));
        let (level, index) = match code {
            0..0x10_0000 => (0, code),
            0x10_0000..0x10_0800 => (1, code - LEVELS[1]),
            0x10_0800..0x10_0804 => (2, code - LEVELS[2]),
            0x10_1000 => (3, 0),
            _ => return None,
        };
        Some(PageAddress { tree, level, index })
    }
}

/// The root of a tree: its own page and four branches.
#[derive(Clone, Debug, Default)]
pub struct Tree {
    pub(super) page: Option<Held>,
    pub(super) branches: [Option<Branch>; 4],
}

/// An inner node: its own page and 512 twigs.
#[derive(Clone, Debug)]
pub struct Branch {
    pub(super) page: Option<Held>,
    pub(super) twigs: Box<[Option<Twig>; FAN]>,
    pub(super) count: u16,
}

/// The lowest inner node: its own page and 512 leaves.
#[derive(Clone, Debug)]
pub struct Twig {
    pub(super) page: Option<Held>,
    pub(super) leaves: Box<[Option<Held>; FAN]>,
    pub(super) count: u16,
}

impl Tree {
    /// Returns the root's own page.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref().map(Held::page)
    }

    /// Returns one of the four branches, or `None` while it is empty.
    pub fn branch(&self, index: usize) -> Option<&Branch> {
        self.branches.get(index)?.as_ref()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_none() && self.branches.iter().all(Option::is_none)
    }
}

impl Branch {
    /// Returns the branch's own page.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref().map(Held::page)
    }

    /// Returns one of the 512 twigs, or `None` while it is empty.
    pub fn twig(&self, index: usize) -> Option<&Twig> {
        self.twigs.get(index)?.as_ref()
    }

    /// Returns the number of present twigs.
    pub fn twigs(&self) -> usize {
        self.count.into()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_none() && self.count == 0
    }
}

impl Twig {
    /// Returns the twig's own page.
    pub fn page(&self) -> Option<&Page> {
        self.page.as_ref().map(Held::page)
    }

    /// Returns one of the 512 leaves, or `None` while it is absent.
    pub fn leaf(&self, index: usize) -> Option<&Page> {
        self.leaves.get(index)?.as_ref().map(Held::page)
    }

    /// Returns the number of present leaves.
    pub fn leaves(&self) -> usize {
        self.count.into()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_none() && self.count == 0
    }
}

/// Splits a leaf's index into the indices of its branch, its twig and itself.
pub(super) const fn split(index: u32) -> (usize, usize, usize) {
    ((index >> 18) as usize & 3, (index >> 9) as usize & (FAN - 1), index as usize & (FAN - 1))
}
