//! A global allocator that refuses large allocations when a test asks it to.
//!
//! Code that recovers from a refused allocation is only tested where one is refused. This allocator
//! passes everything to the system's, except on a thread inside of [`refuse`]: there some of the
//! allocations above a size fail. Smaller ones always succeed, because the standard library aborts
//! the process when one of its own is refused.
//!
//! A package of its own, as it holds the only unsafe code of the repository: a global allocator
//! can't be written without.
//!
//! ```ignore
//! #[global_allocator]
//! static ALLOCATOR: Refusing = Refusing;
//! let which = Which { above: 1000, first: 0, count: 1 };
//! let (result, refused) = refuse(which, || Vec::<u8>::new().try_reserve(2000));
//! assert!(result.is_err() && refused == 1);
//! ```

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

/// The allocations that are refused.
#[derive(Clone, Copy, Debug)]
pub struct Which {
    /// Only allocations of more bytes than this count.
    pub above: usize,
    /// Number of these that are granted first.
    pub first: usize,
    /// Number of these that are then refused; all others are granted.
    pub count: usize,
}

/// Grants everything.
pub const NONE: Which = Which { above: usize::MAX, first: 0, count: 0 };

thread_local! {
    /// Initialised at compile time and never dropped, so reading it allocates nothing.
    static ARMED: Cell<Which> = const { Cell::new(NONE) };
}

/// The system's allocator, refusing what [`refuse`] tells it to.
pub struct Refusing;

/// Runs `act` with some allocations of this thread refused. Returns its result, and how many were.
pub fn refuse<T>(which: Which, act: impl FnOnce() -> T) -> (T, usize) {
    /// Disarms even if `act` panics.
    struct Disarm;
    impl Drop for Disarm {
        fn drop(&mut self) {
            ARMED.set(NONE);
        }
    }
    let disarm = Disarm;
    ARMED.set(which);
    let result = act();
    let refused = which.count - ARMED.get().count;
    drop(disarm);
    (result, refused)
}

/// Decides over an allocation of so many bytes.
fn refuses(size: usize) -> bool {
    // Where a thread ends, its state may be gone: nothing is refused there.
    let Ok(mut armed) = ARMED.try_with(Cell::get) else { return false };
    if size <= armed.above || armed.count == 0 {
        return false;
    }
    let granted = armed.first > 0;
    if granted {
        armed.first -= 1;
    } else {
        armed.count -= 1;
    }
    ARMED.set(armed);
    !granted
}

// SAFETY: every method passes its arguments to the system's allocator unchanged, or returns null,
// which means that there is no memory.
unsafe impl GlobalAlloc for Refusing {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract, which is the system's.
        if refuses(layout.size()) { std::ptr::null_mut() } else { unsafe { System.alloc(layout) } }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        if refuses(layout.size()) { std::ptr::null_mut() } else { unsafe { System.alloc_zeroed(layout) } }
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: as above; the memory came from the system's allocator.
        unsafe { System.dealloc(memory, layout) }
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // Shrinking in place is never refused.
        let grows = size > layout.size();
        // SAFETY: as above.
        if grows && refuses(size) {
            std::ptr::null_mut()
        } else {
            unsafe { System.realloc(memory, layout, size) }
        }
    }
}
