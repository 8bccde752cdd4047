//! Memory in pages of 4 KiB that only grows.
//!
//! A drawing's size is not known beforehand, and moving a gigabyte to make it
//! larger would be a pause that an artist feels. So memory is a list of pages,
//! each allocated by itself: growing appends zero pages and moves none. A page
//! is 4 KiB because that is also one tile of 32×32 RGBA pixels.
//!
//! The invariant: bytes beyond what was ever written are zero, so two memories
//! of different length are equal when the longer one ends in zeros.
//!
//! ```
//! use undoodle::memory::{Arena, Memory, PAGE, Region};
//! let mut memory = Memory::new(8 * PAGE as u64);
//! memory.reserve(2)?;
//! assert_eq!(memory.size(), 2 * 4096);
//! assert!(memory.reserve(9).is_err(), "the limit holds");
//! assert_eq!(memory.get(Region::new(4090, 10)), None, "a region never crosses pages");
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::{Arena, Region};
use crate::error::{Error, Result};

/// The bytes in a page.
pub const PAGE: usize = 4096;

/// Pages are kept as words so that records in them may be cast without a copy.
type Page = Vec<u64>;

/// Pages of bytes, up to a limit given at the start.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    pages: Vec<Page>,
    limit: u64,
}

impl Memory {
    /// A memory without pages that may grow to `limit` bytes.
    pub fn new(limit: u64) -> Memory {
        Memory { pages: Vec::new(), limit }
    }

    /// The number of pages there are.
    pub fn pages(&self) -> usize {
        self.pages.len()
    }

    /// Makes sure that at least `pages` pages are there; new ones are zero.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] when the limit or the machine refuses. Pages that
    /// were had before the refusal stay: they are zero and mean nothing.
    pub fn reserve(&mut self, pages: usize) -> Result<()> {
        let bytes = pages as u64 * PAGE as u64;
        if bytes > self.limit {
            return Err(Error::OutOfMemory { what: "drawing", bytes, limit: self.limit });
        }
        let refused = |_| Error::OutOfMemory { what: "drawing", bytes, limit: 0 };
        while self.pages.len() < pages {
            let mut page = Page::new();
            page.try_reserve_exact(PAGE / 8).map_err(refused)?;
            page.resize(PAGE / 8, 0);
            self.pages.try_reserve(1).map_err(refused)?;
            self.pages.push(page);
        }
        Ok(())
    }

    /// The bytes of a page; a page that is not there yet is `None`.
    pub fn page(&self, index: u32) -> Option<&[u8]> {
        self.pages.get(index as usize).map(|page| bytemuck::cast_slice(page))
    }
}

impl PartialEq for Memory {
    /// Equal bytes, where bytes beyond the end count as zero.
    fn eq(&self, other: &Memory) -> bool {
        let shared = self.pages.len().min(other.pages.len());
        let (head, tail) = self.pages.split_at(shared);
        let (other_head, other_tail) = other.pages.split_at(shared);
        let zero = |page: &Page| page.iter().all(|word| *word == 0);
        head == other_head && tail.iter().all(zero) && other_tail.iter().all(zero)
    }
}

impl Eq for Memory {}

/// Splits a region into its page and the range within that page.
fn locate(region: Region) -> Option<(usize, std::ops::Range<usize>)> {
    let page = usize::try_from(region.start / PAGE as u64).ok()?;
    let start = (region.start % PAGE as u64) as usize;
    let end = start.checked_add(region.len)?;
    (end <= PAGE).then_some((page, start..end))
}

impl Arena for Memory {
    fn size(&self) -> u64 {
        self.pages.len() as u64 * PAGE as u64
    }

    fn get(&self, region: Region) -> Option<&[u8]> {
        let (page, range) = locate(region)?;
        Some(&bytemuck::cast_slice(self.pages.get(page)?)[range])
    }

    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
        let (page, range) = locate(region)?;
        Some(&mut bytemuck::cast_slice_mut(self.pages.get_mut(page)?)[range])
    }

    fn grow(&mut self, size: u64) -> Result<()> {
        self.reserve(size.div_ceil(PAGE as u64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_keeps_bytes_and_equality() {
        let mut memory = Memory::new(u64::MAX);
        memory.reserve(1).unwrap();
        memory.get_mut(Region::new(5, 1)).unwrap()[0] = 7;
        let small = memory.clone();
        memory.reserve(3).unwrap();
        assert_eq!(memory, small, "zero pages at the end mean nothing");
        memory.get_mut(Region::new(2 * 4096, 1)).unwrap()[0] = 1;
        assert_ne!(memory, small);
        assert_ne!(small, memory);
    }
}
