//! Which pages are in use: one bit each, in pages themselves.
//!
//! Allocation must be undone like anything else, so it is bytes too. The pages
//! come in groups of 32768; the bits of a group fill one page of it, the group's
//! first (the second in group 0, whose first page is the document's record).
//! The lowest free page is taken first, which keeps memory short and makes the
//! same actions give the same bytes.
//!
//! The invariant: a bit is set exactly when the page is in use, a free page is
//! all zero, and every page below the record's `lowest_free` is in use.

use super::door::Door;
use super::info::{change, info};
use crate::error::{Error, Result};
use crate::memory::{Arena, PAGE, Region};

/// Pages in a group: the bits in a page.
const GROUP: u32 = PAGE as u32 * 8;

/// No drawing has more pages; the memory's own limit is met long before.
const MAX_PAGES: u32 = 1 << 20;

/// The page that holds the bits of a page's group.
fn bits_of(page: u32) -> u32 {
    let group = page / GROUP * GROUP;
    if group == 0 { 1 } else { group }
}

/// Pages that are in use without a bit: the record and the bits themselves.
pub(super) fn is_reserved(page: u32) -> bool {
    page == 0 || page == bits_of(page)
}

/// The byte that holds a page's bit, and the bit's mask.
fn bit(page: u32) -> (Region, u8) {
    let within = page % GROUP;
    let start = u64::from(bits_of(page)) * PAGE as u64 + u64::from(within / 8);
    (Region::new(start, 1), 1 << (within % 8))
}

/// Whether the page is in use.
pub(super) fn is_used<A: Arena>(arena: &A, page: u32) -> bool {
    let (place, mask) = bit(page);
    is_reserved(page) || arena.get(place).is_some_and(|byte| byte[0] & mask != 0)
}

/// Takes a page; its bytes are zero.
pub(super) fn allocate(door: &mut impl Door) -> Result<u32> {
    let lowest = info(door.arena()).lowest_free;
    let free = (lowest..MAX_PAGES).find(|page| !is_used(door.arena(), *page));
    let refused = Error::OutOfMemory { what: "drawing", bytes: u64::from(MAX_PAGES) * PAGE as u64, limit: 0 };
    let page = free.ok_or(refused)?;
    door.reserve(page as usize + 1)?;
    let (place, mask) = bit(page);
    door.write(place)?[0] |= mask;
    change(door, |record| record.lowest_free = page + 1)?;
    Ok(page)
}

/// Gives a page back, emptied.
pub(super) fn free(door: &mut impl Door, page: u32) -> Result<()> {
    door.write(Region::new(u64::from(page) * PAGE as u64, PAGE))?.fill(0);
    let (place, mask) = bit(page);
    door.write(place)?[0] &= !mask;
    if page < info(door.arena()).lowest_free {
        change(door, |record| record.lowest_free = page)?;
    }
    Ok(())
}
