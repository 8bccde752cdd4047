//! Which cells an open action has copied: a hash table of masks.
//!
//! A flat array of marks, as the textbook has it, would take a byte for each cell of a
//! document of a gigabyte, and could not be made for sparse addresses at all. So a
//! group of 64 cells in a row has a mask of one bit a cell, and only groups that the
//! action has touched are in the table: what it takes, and what forgetting it costs,
//! follows from the action alone.
//!
//! The invariant: at least half of the places are free, so a search ends soon.

use super::budget::{refused, within};
use crate::error::Result;
use std::mem::size_of;

/// A group that was touched, with a bit for each of its cells; a mask of 0 marks a free place.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    number: u64,
    cells: u64,
}

/// The most places of a table that is always kept.
const SHORT: usize = 1024;

/// The groups that an action has touched.
#[derive(Debug, Default)]
pub(super) struct Groups {
    table: Vec<Group>,
    count: usize,
}

impl Groups {
    /// Returns `true` if these cells of a group are known to be in the table.
    ///
    /// It may answer `false` of some that are, but is quick.
    #[inline]
    pub(super) fn knows(&self, number: u64, cells: u64) -> bool {
        let known = self.table.get(self.slot(number));
        known.is_some_and(|group| group.number == number && cells & !group.cells == 0)
    }

    /// Returns `true` if a group is in the table.
    pub(super) fn contains(&self, number: u64) -> bool {
        !self.table.is_empty() && self.cells(self.place(number)) != 0
    }

    /// Returns `true` if there may be no place for one more group.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        2 * (self.count + 1) > self.table.len()
    }

    /// Makes the table longer, so that `held` bytes and it stay within a budget.
    ///
    /// # Errors
    /// [`Error::OverBudget`](crate::Error::OverBudget) or [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    #[cold]
    pub(super) fn enlarge(&mut self, held: usize, budget: usize) -> Result<()> {
        let len = (2 * self.table.len()).max(8);
        within(held + len * size_of::<Group>(), budget)?;
        let mut table = Vec::new();
        table.try_reserve_exact(len).map_err(refused(len * size_of::<Group>()))?;
        table.resize(len, Group::default());
        let old = std::mem::replace(&mut self.table, table);
        for group in old.into_iter().filter(|group| group.cells != 0) {
            let place = self.place(group.number);
            self.table[place] = group;
        }
        Ok(())
    }

    /// Returns the place of a group in the table, or the free place where it belongs; it must not be full.
    #[inline]
    pub(super) fn place(&self, number: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = self.slot(number);
        while self.table[place].cells != 0 && self.table[place].number != number {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the place in the table where the search for a group begins.
    #[inline]
    fn slot(&self, number: u64) -> usize {
        (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & self.table.len().wrapping_sub(1)
    }

    /// Returns the cells of the group at a place that have been copied.
    #[inline]
    pub(super) fn cells(&self, place: usize) -> u64 {
        self.table[place].cells
    }

    /// Notes that cells of a group, whose place this is, have been copied.
    #[inline]
    pub(super) fn mark(&mut self, place: usize, number: u64, cells: u64) {
        let group = &mut self.table[place];
        self.count += usize::from(group.cells == 0);
        *group = Group { number, cells: group.cells | cells };
    }

    /// Forgets all groups, and gives a long table back that was hardly used, as each action pays for
    /// clearing it.
    pub(super) fn clear(&mut self) {
        if self.table.len() > SHORT && 8 * self.count < self.table.len() {
            self.table = Vec::new();
        }
        self.table.fill(Group::default());
        self.count = 0;
    }

    /// Bytes allocated.
    #[inline]
    pub(super) fn bytes(&self) -> usize {
        self.table.len() * size_of::<Group>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Error;

    #[test]
    fn groups_are_found_again_after_the_table_has_grown() {
        let mut groups = Groups::default();
        assert!(!groups.knows(0, 1));
        for number in (0..5000).map(|i| i * i) {
            if groups.is_full() {
                groups.enlarge(0, usize::MAX).unwrap();
            }
            let place = groups.place(number);
            assert_eq!(groups.cells(place), 0);
            groups.mark(place, number, 0b101);
            groups.mark(place, number, 0b010);
        }
        let mut told = 0;
        for number in 0..5000 * 5000 {
            let root = (number as f64).sqrt() as u64;
            let there = root * root == number;
            assert_eq!(groups.cells(groups.place(number)) == 0b111, there);
            assert!(!groups.knows(number, 0b1000) && !groups.knows(number, 1) | there);
            told += usize::from(groups.knows(number, 0b111));
        }
        assert!((2500..=5000).contains(&told), "{told} at the first look");
        let refused = groups.enlarge(1000, 16_384 * 32);
        assert!(matches!(refused, Err(Error::OverBudget { .. })));
        groups.clear();
        assert_eq!((groups.bytes(), groups.contains(0)), (16_384 * 16, false), "it was used");
        groups.mark(groups.place(7), 7, 1);
        groups.clear();
        assert_eq!(groups.bytes(), 0, "only one action clears a table that it does not use");
        groups.enlarge(0, 1000).unwrap();
        groups.mark(groups.place(7), 7, 1);
        groups.clear();
        assert_eq!((groups.bytes(), groups.contains(7)), (8 * 16, false));
    }
}
