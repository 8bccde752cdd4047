//! Memory for many small pieces, taken in a few large steps.
//!
//! The allocator of WebAssembly asks the browser for 64 KiB at a time. Each time the browser makes a new buffer of the whole
//! memory, and may begin to collect garbage: 0.4 ms, so that a film of 150 MB spent a second on 2,400 of these steps alone.
//! Whoever is about to make many pages says so here. Now and then one large piece is allocated and given back at once: the
//! allocator keeps it, and makes the pages of it. A step grows with what was taken, so that at most a quarter of it is
//! idle, and memory that nobody touches is none of the machine's.
//!
//! Elsewhere than in WebAssembly nothing is allocated for it.
//!
//! The invariant: nothing depends on it. A step that is refused is left out, and the pages are refused by themselves.
//!
//! ```
//! use undoodle_formats::room::Room;
//! let mut room = Room::default();
//! let steps = (0..1000).filter(|_| room.take(4096)).count();
//! assert_eq!(steps, 4, "a megabyte each");
//! ```

use std::hint::black_box;

/// The smallest and the largest step, in bytes.
const STEPS: (u64, u64) = (1 << 20, 64 << 20);

/// What was taken so far, and what of the last step is left.
#[derive(Debug, Default)]
pub struct Room {
    taken: u64,
    left: u64,
}

/// Has the allocator ask for so many bytes at once.
fn grow(step: usize) {
    let mut ahead: Vec<u8> = Vec::new();
    // Looked at, since the compiler leaves out an allocation that nobody sees.
    if ahead.try_reserve_exact(step).is_ok() {
        black_box(&mut ahead);
    }
}

impl Room {
    /// Notes that pieces of so many bytes together are about to be allocated. Returns `true` if a step was made for them.
    pub fn take(&mut self, bytes: u64) -> bool {
        let short = bytes > self.left;
        if short {
            let step = (self.taken / 4).max(bytes).clamp(STEPS.0, STEPS.1);
            if cfg!(target_arch = "wasm32") {
                grow(step as usize);
            }
            self.left = step;
        }
        self.left = self.left.saturating_sub(bytes);
        self.taken = self.taken.saturating_add(bytes);
        short
    }
}
