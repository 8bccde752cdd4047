//! Which cells an open action has copied: a hash table of masks.
//!
//! A flat array of marks, as the textbook has it, would take a byte for each cell of a
//! document of a gigabyte, and could not be made for sparse addresses at all. So a
//! group of 64 cells in a row has a mask of one bit a cell, and only groups that the
//! action has touched are in the table: what it takes, and what forgetting it costs,
//! follows from the action alone.
//!
//! An action ends by counting up a *generation*, which every entry bears: those of another
//! generation are free. So forgetting takes no longer for a long table than for a short one.
//!
//! The invariant: at least half of the places are free, so a search ends soon.

use crate::error::{Result, refused, within};
use std::mem::size_of;

/// A touched group and the mask of its copied cells.
#[derive(Clone, Copy, Debug, Default)]
struct Group {
    /// Generation and number; the slot is free unless the generation is the present one.
    key: u64,
    cells: u64,
}

/// What a look at one slot told of a group.
#[derive(Clone, Copy, Debug)]
pub struct Found {
    pub slot: usize,
    /// Mask of the group's copied cells, 0 unless the slot is this group's.
    pub cells: u64,
}

/// The first generation, above the bits of a group's number: a group has 256 bytes at least.
const FIRST: u64 = 1 << 56;

/// The groups that an action has touched.
#[derive(Debug)]
pub struct Groups {
    table: Vec<Group>,
    count: usize,
    /// The present generation, a multiple of [`FIRST`] that is not 0.
    generation: u64,
}

impl Default for Groups {
    fn default() -> Groups {
        Groups { table: Vec::new(), count: 0, generation: FIRST }
    }
}

impl Groups {
    /// Looks for a group in the slot where the search for it begins, and nowhere else.
    #[inline(always)]
    pub fn find(&self, number: u64) -> Found {
        let slot = self.slot(number);
        let group = self.table.get(slot).filter(|group| group.key == self.generation | number);
        Found { slot, cells: group.map_or(0, |group| group.cells) }
    }

    /// Returns `true` if a slot is free; the table must not be empty.
    #[inline]
    pub fn is_free(&self, slot: usize) -> bool {
        !self.holds(&self.table[slot])
    }

    /// Returns `true` if a slot is not free.
    #[inline]
    fn holds(&self, group: &Group) -> bool {
        group.key ^ self.generation < FIRST
    }

    /// Returns the numbers of all groups, in no order.
    pub fn numbers(&self) -> impl Iterator<Item = u64> {
        self.table.iter().filter(|group| self.holds(group)).map(|group| group.key ^ self.generation)
    }

    /// Returns `true` if a group is in the table.
    pub fn contains(&self, number: u64) -> bool {
        !self.table.is_empty() && self.cells(self.place(number)) != 0
    }

    /// Returns `true` if the table must grow before one more group is added.
    #[inline]
    pub fn is_full(&self) -> bool {
        2 * (self.count + 1) > self.table.len()
    }

    /// Doubles the table. `held` bytes and the new table together must fit the budget.
    #[cold]
    pub fn enlarge(&mut self, held: usize, budget: usize) -> Result<()> {
        let len = (2 * self.table.len()).max(8);
        within(held + len * size_of::<Group>(), budget)?;
        let mut table = Vec::new();
        table.try_reserve_exact(len).map_err(refused(len * size_of::<Group>()))?;
        table.resize(len, Group::default());
        let old = std::mem::replace(&mut self.table, table);
        for group in old {
            if self.holds(&group) {
                let place = self.place(group.key ^ self.generation);
                self.table[place] = group;
            }
        }
        Ok(())
    }

    /// Returns the slot of a group, or the free slot where it belongs; the table must not be full.
    #[inline]
    pub fn place(&self, number: u64) -> usize {
        let mask = self.table.len() - 1;
        let mut place = self.slot(number);
        while self.holds(&self.table[place]) && self.table[place].key != self.generation | number {
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
    pub fn cells(&self, place: usize) -> u64 {
        let group = &self.table[place];
        if self.holds(group) { group.cells } else { 0 }
    }

    /// Marks cells, at least one, of the group at a place as copied, besides those that are known to be.
    #[inline]
    pub fn mark(&mut self, place: usize, number: u64, known: u64, cells: u64) {
        self.count += usize::from(known == 0);
        self.table[place] = Group { key: self.generation | number, cells: known | cells };
    }

    /// Forgets all groups. Keeps the table.
    #[inline]
    pub fn clear(&mut self) {
        self.count = 0;
        self.generation = self.generation.wrapping_add(FIRST);
        if self.generation == 0 {
            // Entries of long ago would count as present.
            self.table.fill(Group::default());
            self.generation = FIRST;
        }
    }

    /// Returns the number of bytes allocated.
    #[inline]
    pub fn bytes_held(&self) -> usize {
        self.table.len() * size_of::<Group>()
    }
}
