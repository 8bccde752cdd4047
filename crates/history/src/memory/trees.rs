//! The trees of a memory, by their numbers.
//!
//! Nearly every look into a memory is one at its records, which lie in the first few trees. These are found without hashing, and any of
//! the others, which are as many as there are planes of pixels, by a map.
//!
//! The invariant: a tree that is held is found under its number alone.
//!
//! ```
//! use undoodle_history::memory::{Arena, Memory, PageAddress, Region};
//! let mut memory = Memory::new(1 << 20);
//! for tree in [70_000, 2] {
//!     memory.provide(Region::new(PageAddress { tree, level: 0, index: 0 }.address(), 8))?;
//! }
//! assert_eq!(memory.trees(), [2, 70_000]);
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use super::radix::Tree;
use std::collections::{HashMap, TryReserveError};
use std::hash::{BuildHasherDefault, Hasher};

/// Number of trees that are found without hashing.
const NEAR: usize = 4;

/// Hasher of tree numbers: one multiplication.
#[derive(Clone, Debug, Default)]
pub(super) struct Spread(u64);

impl Hasher for Spread {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.write_u32((*byte).into()));
    }

    fn write_u32(&mut self, number: u32) {
        self.0 = (self.0 ^ u64::from(number)).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }
}

/// Trees by their numbers.
#[derive(Clone, Debug, Default)]
pub(super) struct Trees {
    near: [Option<Tree>; NEAR],
    far: HashMap<u32, Tree, BuildHasherDefault<Spread>>,
}

impl Trees {
    /// Returns a tree, if it is held.
    #[inline]
    pub(super) fn get(&self, number: u32) -> Option<&Tree> {
        match self.near.get(number as usize) {
            Some(near) => near.as_ref(),
            None => self.far.get(&number),
        }
    }

    /// Returns a tree for changes, if it is held.
    #[inline]
    pub(super) fn get_mut(&mut self, number: u32) -> Option<&mut Tree> {
        match self.near.get_mut(number as usize) {
            Some(near) => near.as_mut(),
            None => self.far.get_mut(&number),
        }
    }

    /// Makes room for one more tree.
    ///
    /// # Errors
    /// Returns what the allocator says.
    pub(super) fn try_reserve(&mut self) -> Result<(), TryReserveError> {
        self.far.try_reserve(1)
    }

    /// Returns a tree for changes, which is made if it is not held. There has to be room for it.
    pub(super) fn provide(&mut self, number: u32) -> &mut Tree {
        match self.near.get_mut(number as usize) {
            Some(near) => near.get_or_insert_default(),
            None => self.far.entry(number).or_default(),
        }
    }

    /// Drops a tree.
    pub(super) fn remove(&mut self, number: u32) {
        match self.near.get_mut(number as usize) {
            Some(near) => *near = None,
            None => _ = self.far.remove(&number),
        }
    }

    /// Returns the numbers of all trees that are held, ascending.
    pub(super) fn numbers(&self) -> Vec<u32> {
        let near = self.near.iter().enumerate().filter(|(_, tree)| tree.is_some());
        let mut numbers: Vec<u32> = self.far.keys().copied().collect();
        numbers.sort_unstable();
        numbers.splice(..0, near.map(|(number, _)| number as u32));
        numbers
    }
}
