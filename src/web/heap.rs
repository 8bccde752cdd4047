//! Room on the heap, taken in idle moments.
//!
//! The module's memory grows by 64 KiB whenever its allocator runs out of it, and each time the browser
//! takes a tenth of a millisecond or more. A large action allocates thousands of such pieces, while
//! somebody waits for it. So idle moments let the memory grow in one go, by a block that is freed at
//! once: the allocator keeps it for whoever comes next.
//!
//! Memory that nobody has written to takes a number in a table and no more. A browser that refuses the
//! block changes nothing.

use std::hint::black_box;

/// Size of the block, in bytes: what an action on 2048×2048 pixels of many colours takes.
const READY: usize = 64 << 20;

/// Lets the memory grow until the allocator has a free block of 64 MiB, if it has none.
pub(super) fn make_ready() {
    let mut block: Vec<u8> = Vec::new();
    let made = block.try_reserve_exact(READY);
    // A block that nobody looks at would never be allocated.
    let _ = black_box((made, block.as_ptr()));
}
