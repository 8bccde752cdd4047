//! Planes that are mostly like the one before: the frames of a film.
//!
//! A film of 200 frames has 40,000 pages, all but some thousand of which name an earlier page. To make each of them by itself, zeros
//! first, found from the root of its tree twice, takes several times as long as to copy the plane before with all of its pages. So as
//! soon as most pages of a plane were those of the plane before it in their places, the next plane begins as a copy, and only
//! pages that differ are written or taken away.
//!
//! The invariant: whether a plane was copied or not, its pages are those that the file names. A copy that is refused is not made.

use super::damaged;
use super::pages::{Content, NUMBER};
use crate::error::{Error, Result};
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region};
use crate::room::Room;

/// A page of a plane: its place in a plane's pages, and the address of the first page with its bytes.
type Origin = (u64, u64);

/// Number of addresses in a tree, in bytes.
const TREE: u64 = (PageAddress { tree: 1, level: 0, index: 0 }).address();

/// A memory that is filled page by page, by ascending address.
#[derive(Debug)]
pub(super) struct Filling {
    memory: Memory,
    room: Room,
    /// Number of the tree whose pages come, those that have come, and how many were those of the tree before.
    tree: u64,
    pages: Vec<Origin>,
    same: usize,
    /// The pages of the tree before, and how many of them were passed.
    before: Vec<Origin>,
    passed: usize,
    /// Whether the tree began as a copy of the one before.
    copied: bool,
}

impl Filling {
    /// Creates an empty memory of at most so many bytes.
    pub(super) fn new(limit: u64) -> Filling {
        Filling {
            memory: Memory::new(limit),
            room: Room::default(),
            tree: 0,
            pages: Vec::new(),
            same: 0,
            before: Vec::new(),
            passed: 0,
            copied: false,
        }
    }

    /// Puts a page at an address.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it names a page that is not there, and [`Error::OutOfMemory`].
    pub(super) fn put(&mut self, address: u64, content: Content<'_>) -> Result<()> {
        if address / TREE != self.tree {
            self.begin(address / TREE);
        }
        let place = address % TREE;
        self.pass(place);
        let origin = match content {
            Content::Bytes(_) => address,
            Content::Same(earlier) => earlier,
        };
        let there =
            self.before.get(self.passed).filter(|(other, _)| *other == place).map(|(_, origin)| *origin);
        let same = there == Some(origin);
        self.passed += usize::from(there.is_some());
        self.same += usize::from(same);
        let refused = |_| Error::OutOfMemory { what: "file", bytes: NUMBER as u64, limit: 0 };
        self.pages.try_reserve(1).map_err(refused)?;
        self.pages.push((place, origin));
        if same && self.copied {
            return Ok(());
        }
        if !self.copied {
            self.room.take(PAGE as u64);
        }
        let mut page = [0; PAGE];
        let bytes = match content {
            Content::Bytes(bytes) => bytes,
            Content::Same(earlier) => {
                let bytes = self.memory.get(Region::new(earlier, PAGE));
                page.copy_from_slice(bytes.ok_or_else(|| damaged("its pages can't be read"))?);
                &page
            }
        };
        let region = Region::new(address, PAGE);
        self.memory.provide(region)?;
        self.memory.get_mut(region).into_iter().for_each(|live| live.copy_from_slice(bytes));
        Ok(())
    }

    /// Begins another tree, as a copy of the last one if most of that one's pages were those of the tree before it.
    fn begin(&mut self, tree: u64) {
        self.end();
        let alike = 2 * self.same > self.pages.len();
        std::mem::swap(&mut self.before, &mut self.pages);
        self.pages.clear();
        (self.same, self.passed) = (0, 0);
        self.copied = false;
        if alike {
            self.room.take(self.before.len() as u64 * PAGE as u64);
            self.copied = self.memory.copy_tree(self.tree as u32, tree as u32).is_ok();
        }
        self.tree = tree;
    }

    /// Passes the pages of the tree before that lie before a place. The tree's own file has none there.
    fn pass(&mut self, place: u64) {
        while let Some((other, _)) = self.before.get(self.passed).filter(|(other, _)| *other < place) {
            if self.copied {
                let region = Region::new(self.tree * TREE + other, PAGE);
                self.memory.get_mut(region).into_iter().for_each(|live| live.fill(0));
                self.memory.trim(region);
            }
            self.passed += 1;
        }
    }

    /// Ends a tree: what follows in the tree before is not in this one.
    fn end(&mut self) {
        self.pass(TREE);
    }

    /// Returns the memory.
    pub(super) fn finish(mut self) -> Memory {
        self.end();
        self.memory
    }
}
