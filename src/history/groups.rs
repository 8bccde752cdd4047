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

/// A touched group and the mask of its copied cells; a mask of 0 marks a free slot of the table.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    number: u64,
    cells: u64,
}

/// The most slots of a table that is always kept between actions.
const SHORT: usize = 1024;

/// The groups that an action has touched.
#[derive(Debug, Default)]
pub(super) struct Groups {
    table: Vec<Group>,
    count: usize,
}

impl Groups {
    /// Returns the slot of a group and the cells of it that were copied, or `None` if it has none.
    ///
    /// It may answer `None` for a group that lies elsewhere, but is quick.
    #[inline(always)]
    pub(super) fn find(&self, number: u64) -> Option<(usize, u64)> {
        let slot = self.slot(number);
        let group = self.table.get(slot)?;
        (group.number == number && group.cells != 0).then_some((slot, group.cells))
    }

    /// Returns the numbers of all groups, in no order.
    pub(super) fn numbers(&self) -> impl Iterator<Item = u64> {
        self.table.iter().filter(|group| group.cells != 0).map(|group| group.number)
    }

    /// Returns `true` if a group is in the table.
    pub(super) fn contains(&self, number: u64) -> bool {
        !self.table.is_empty() && self.cells(self.place(number)) != 0
    }

    /// Returns `true` if the table must grow before one more group is added.
    #[inline]
    pub(super) fn is_full(&self) -> bool {
        2 * (self.count + 1) > self.table.len()
    }

    /// Doubles the table. `held` bytes and the new table together must fit the budget.
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

    /// Returns the slot of a group, or the free slot where it belongs; the table must not be full.
    #[inline]
    pub(super) fn place(&self, number: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = self.slot(number);
        while self.table[place].cells != 0 && self.table[place].number != number {
            place = (place + 1) & mask;
        }
        place
    }

    /// Returns the slot where the search for a group begins.
    #[inline]
    fn slot(&self, number: u64) -> usize {
        (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40) as usize & self.table.len().wrapping_sub(1)
    }

    /// Returns the mask of the copied cells of the group at a place.
    #[inline]
    pub(super) fn cells(&self, place: usize) -> u64 {
        self.table[place].cells
    }

    /// Marks cells of the group at a place as copied.
    #[inline]
    pub(super) fn mark(&mut self, place: usize, number: u64, cells: u64) {
        let group = &mut self.table[place];
        self.count += usize::from(group.cells == 0);
        *group = Group { number, cells: group.cells | cells };
    }

    /// Forgets all groups. Frees a long table that was hardly used, as every action pays for clearing it.
    pub(super) fn clear(&mut self) {
        if self.table.len() > SHORT && 8 * self.count < self.table.len() {
            self.table = Vec::new();
        }
        self.table.fill(Group::default());
        self.count = 0;
    }

    /// Returns the number of bytes allocated.
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
        assert!(groups.find(0).is_none());
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
            let found = groups.find(number);
            assert!(
                found.is_none_or(|(place, cells)| there && cells == 0b111 && cells == groups.cells(place))
            );
            told += usize::from(found.is_some());
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
