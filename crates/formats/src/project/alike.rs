//! Planes that are mostly like the one before: the frames of a film, as they are read.
//!
//! A film of 200 frames has 40,000 pages, all but some thousand of which name an earlier page. To make each of them by itself, zeros
//! first, found from the root of its tree twice, takes many times as long as to share those of the plane before. So as
//! soon as most pages of a plane were those of the plane before it in their places, the next plane begins with all of that one's, and only
//! pages that differ are written or taken away.
//!
//! The invariant: whether a plane began so or not, its pages are those that the file names. Without room for it, none does.

use super::damaged;
use super::pages::{Content, NUMBER};
use crate::error::{Error, Result};
use crate::memory::{Arena, Memory, PAGE, PageAddress, Region};
use crate::room::Room;

/// A page of a plane: its place in a plane's pages, and the address of the first page with its bytes.
type Origin = (u64, u64);

/// Number of addresses in a tree, in bytes.
pub(super) const TREE: u64 = (PageAddress { tree: 1, level: 0, index: 0 }).address();

/// Pages of two planes, one after the other, by ascending address.
#[derive(Debug, Default)]
struct Planes {
    /// Number of the tree whose pages come, and those that have come.
    tree: u64,
    pages: Vec<Origin>,
    /// Number of the tree before, its pages, and how many of them were passed.
    last: u64,
    before: Vec<Origin>,
    passed: usize,
}

impl Planes {
    /// Makes room for so many pages. Returns `false` if there is none.
    fn reserve(&mut self, count: usize) -> bool {
        self.pages.try_reserve(count).is_ok() && self.before.try_reserve(count).is_ok()
    }

    /// Begins another tree.
    fn begin(&mut self, tree: u64) {
        std::mem::swap(&mut self.before, &mut self.pages);
        self.pages.clear();
        (self.last, self.tree, self.passed) = (self.tree, tree, 0);
    }

    /// Passes the pages of the tree before that lie before a place, and returns them.
    fn pass(&mut self, place: u64) -> &[Origin] {
        let rest = &self.before[self.passed..];
        let count = rest.iter().take_while(|(other, _)| *other < place).count();
        self.passed += count;
        &rest[..count]
    }

    /// Passes the page of the tree before in a place, and returns the address of the first page with its bytes.
    fn there(&mut self, place: u64) -> Option<u64> {
        let (_, origin) = self.before.get(self.passed).filter(|(other, _)| *other == place)?;
        self.passed += 1;
        Some(*origin)
    }

    /// Adds a page of the tree that was begun last, with the address of the first page with its bytes.
    fn add(&mut self, address: u64, origin: u64) {
        self.pages.push((address % TREE, origin));
    }
}

/// A memory that is filled page by page, by ascending address.
#[derive(Debug)]
pub(super) struct Filling {
    memory: Memory,
    room: Room,
    planes: Planes,
    /// How many pages of the tree were those of the tree before.
    same: usize,
    /// Whether the tree began with the pages of the one before.
    shared: bool,
}

impl Filling {
    /// Creates an empty memory of at most so many bytes.
    pub(super) fn new(limit: u64) -> Filling {
        let (room, planes) = (Room::default(), Planes::default());
        Filling { memory: Memory::new(limit), room, planes, same: 0, shared: false }
    }

    /// Puts a page at an address.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`] if it names a page that is not there, and [`Error::OutOfMemory`].
    pub(super) fn put(&mut self, address: u64, content: Content<'_>) -> Result<()> {
        if address / TREE != self.planes.tree {
            self.begin(address / TREE);
        }
        self.pass(address % TREE);
        let origin = match content {
            Content::Bytes(_) => address,
            Content::Same(earlier) => earlier,
        };
        let same = self.planes.there(address % TREE) == Some(origin);
        self.same += usize::from(same);
        if !self.planes.reserve(1) {
            return Err(Error::OutOfMemory { what: "file", bytes: NUMBER as u64, limit: 0 });
        }
        self.planes.add(address, origin);
        if same && self.shared {
            return Ok(());
        }
        self.room.take(PAGE as u64);
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

    /// Begins another tree, with the pages of the last one if most of that one's were those of the tree before it.
    fn begin(&mut self, tree: u64) {
        self.pass(TREE);
        let alike = 2 * self.same > self.planes.pages.len();
        self.planes.begin(tree);
        (self.same, self.shared) = (0, false);
        if alike {
            self.shared = self.memory.copy_tree(self.planes.last as u32, tree as u32).is_ok();
        }
    }

    /// Passes the pages of the tree before that lie before a place. The file has none there in this tree.
    fn pass(&mut self, place: u64) {
        let tree = self.planes.tree;
        let gone = self.planes.pass(place).iter().filter(|_| self.shared);
        let gone = gone.filter_map(|(other, _)| PageAddress::of(tree * TREE + other));
        gone.for_each(|page| self.memory.remove(page));
    }

    /// Returns the memory.
    pub(super) fn finish(mut self) -> Memory {
        self.pass(TREE);
        self.memory
    }
}
