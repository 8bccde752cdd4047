//! Bytes with addresses: what a history can be kept of.
//!
//! The engine must know nothing of pixels, so all it asks of a document is this:
//! bytes addressed from 0, in which a small aligned block always lies in one
//! piece. A `Vec<u8>` is such an arena; so is [`Memory`], which holds only the
//! pages that are not all zero. An arena says which of its bytes it holds; those it
//! doesn't hold are zero.
//!
//! ```
//! use undoodle_history::memory::{Arena, Region};
//! let bytes = vec![1u8, 2, 3];
//! assert_eq!(bytes.get(Region::new(1, 2)), Some(&[2u8, 3][..]));
//! assert_eq!(Arena::get(&bytes, Region::new(2, 2)), None);
//!
//! // Bytes that belong to someone else can be lent to a history.
//! let mut level = [0u8; 64];
//! let mut history = undoodle_history::History::new(&mut level[..]);
//! history.begin(1)?;
//! history.write(Region::new(9, 1))?[0] = 5;
//! history.commit(undoodle_history::Header::new("Set"))?;
//! drop(history);
//! assert_eq!(level[9], 5);
//! # Ok::<(), undoodle_history::Error>(())
//! ```

mod compare;
mod held;
mod holding;
mod pages;
mod radix;
mod trees;

pub use compare::differs;
pub use pages::{Memory, SPECIAL_TREES};
pub use radix::{Branch, FAN, PageAddress, Tree, Twig};

use crate::error::{Error, Result};

/// What [`Error::OutOfMemory`] calls that which a [`Memory`] has no room for.
pub const PAGES: &str = "pages";

/// Number of bytes in a page.
pub const PAGE: usize = 4096;

/// A page as words, which aligns it, so that records in it may be cast without a copy.
pub type Page = [u64; PAGE / 8];

/// A run of bytes: its address and its length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Region {
    /// Address of the first byte.
    pub start: u64,
    /// Number of bytes.
    pub len: usize,
}

impl Region {
    /// Creates the region of `len` bytes from `start` on.
    pub const fn new(start: u64, len: usize) -> Region {
        Region { start, len }
    }

    /// Returns the address after its last byte.
    pub const fn end(self) -> u64 {
        self.start.saturating_add(self.len as u64)
    }
}

/// Addressed bytes whose changes a [`History`](crate::History) can undo.
///
/// Two promises make an arena: a block of [`BLOCK`](Arena::BLOCK) bytes at a
/// multiple of that size is contiguous (the last may be cut short by the
/// end), and an arena may grow by zeros at its end but never shrinks. A `Vec<u8>`,
/// a slice, boxed or lent, and an array of bytes are arenas.
///
/// Several runs of bytes are one arena if each begins at a multiple of the block,
/// as `examples/block_level.rs` shows. Records may be cast from what a [`Memory`]
/// lends out, whose pages are aligned; bytes of a `Vec<u8>` may lie anywhere.
pub trait Arena {
    /// Number of bytes that are contiguous at every multiple of this number.
    ///
    /// A power of two from 4 to 256. The history captures 64 bytes at a first touch, or a block if that is
    /// smaller.
    const BLOCK: usize = 256;

    /// Number of bytes that are present or absent together, or 0 if all bytes are always present.
    ///
    /// A power of two, at least a block. With 0, leave the methods about presence at their defaults.
    const GRAIN: u64 = 0;

    /// Returns the number of bytes, absent ones included.
    fn size(&self) -> u64;

    /// Returns the bytes of a region, absent ones as zeros, or `None` if it is outside the arena or not
    /// contiguous.
    fn get(&self, region: Region) -> Option<&[u8]>;

    /// Returns the bytes of a region for writing, or `None` if it is absent, outside the arena or not
    /// contiguous.
    fn get_mut(&mut self, region: Region) -> Option<&mut [u8]>;

    /// Returns `true` if all bytes of a region are present.
    fn is_present(&self, _region: Region) -> bool {
        true
    }

    /// Makes the bytes of a region present; new ones are zero.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if the arena's limit is reached or the allocation fails.
    fn provide(&mut self, _region: Region) -> Result<()> {
        Ok(())
    }

    /// Frees the memory around a region where it holds only zeros.
    fn trim(&mut self, _region: Region) {}

    /// Returns the regions that are present, by ascending address.
    fn present(&self) -> impl Iterator<Item = Region> + '_ {
        std::iter::once(Region::new(0, usize::try_from(self.size()).unwrap_or(usize::MAX)))
    }

    /// Returns the number of the atom that the block of 256 bytes at an address belongs to, if it has one.
    ///
    /// An atom is a group of blocks, such as a record. Two commits that touch one atom count as dependent,
    /// even where they change different bytes. Numbers are below 2⁶³; by default there are no atoms.
    fn atom(_address: u64) -> Option<u64> {
        None
    }

    /// Makes the arena at least this long; new bytes are zero.
    ///
    /// # Errors
    /// [`Error::Region`] if the arena is of a fixed size,
    /// [`Error::OutOfMemory`] if the allocation fails.
    fn grow(&mut self, size: u64) -> Result<()> {
        let found = self.size();
        if size <= found {
            Ok(())
        } else {
            Err(Error::Region { start: found, len: (size - found) as usize, size: found })
        }
    }
}

/// Methods shared by all arenas that are slices of bytes.
macro_rules! slice {
    () => {
        fn size(&self) -> u64 {
            self.len() as u64
        }

        #[inline]
        fn get(&self, region: Region) -> Option<&[u8]> {
            // No sum that may overflow: this is asked for each pixel.
            self[..].get(usize::try_from(region.start).ok()?..)?.get(..region.len)
        }

        #[inline]
        fn get_mut(&mut self, region: Region) -> Option<&mut [u8]> {
            self[..].get_mut(usize::try_from(region.start).ok()?..)?.get_mut(..region.len)
        }
    };
}

impl Arena for Box<[u8]> {
    slice!();
}

impl Arena for &mut [u8] {
    slice!();
}

impl<const N: usize> Arena for [u8; N] {
    slice!();
}

impl Arena for Vec<u8> {
    slice!();

    fn grow(&mut self, size: u64) -> Result<()> {
        let refused = Error::OutOfMemory { what: "arena", bytes: size, limit: 0 };
        let more = usize::try_from(size.saturating_sub(self.len() as u64));
        match more.map(|more| (more, self.try_reserve_exact(more))) {
            Ok((more, Ok(()))) => {
                self.resize(self.len() + more, 0);
                Ok(())
            }
            _ => Err(refused),
        }
    }
}
