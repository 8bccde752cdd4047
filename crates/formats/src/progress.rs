//! How far the writing or reading of a file is.
//!
//! A film of a thousand frames takes a while, and whoever waits wants to see that it goes on. Who
//! works tells here which of how many parts it has begun; who is asked at a [pause](crate::pause) reads it. Nothing
//! else depends on it.
//!
//! ```
//! use undoodle_formats::progress;
//! progress::begin();
//! assert_eq!(progress::share(), 0.0);
//! progress::reach(3, 4);
//! assert_eq!(progress::share(), 0.75);
//! ```

use std::cell::Cell;

thread_local! {
    /// The part that was begun last, and the number of parts.
    static REACHED: Cell<(usize, usize)> = const { Cell::new((0, 1)) };
}

/// Notes that nothing is done yet.
pub fn begin() {
    REACHED.set((0, 1));
}

/// Notes that a part begins, counted from 0.
pub fn reach(part: usize, of: usize) {
    REACHED.set((part, of.max(1)));
}

/// Returns how much is done, from 0 to 1.
pub fn share() -> f64 {
    let (part, of) = REACHED.get();
    (part as f64 / of as f64).min(1.0)
}
