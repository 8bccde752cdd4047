//! Durations of frames in hundredths of a second.
//!
//! Problem: ten frames of 25 ms last 250 ms. If each is rounded by itself, they last 300 ms, and the animation is a fifth too
//! slow. Idea: what rounding adds to one frame is taken from the next, so that the times at which frames begin are rounded and
//! not their lengths. Browsers show what is shorter than two hundredths for ten, so no frame is; frames after such a one
//! make up for it, each by at most half of its duration.
//!
//! The invariant: while no frame is shorter than 20 ms, all begin within 5 ms of when they begin in the drawing.
//!
//! ```
//! use undoodle_formats::gif::delays::Delays;
//! let mut delays = Delays::default();
//! assert_eq!([25; 4].map(|time| delays.next(time)), [3, 2, 3, 2]);
//! ```

/// Least delay that browsers heed, in hundredths of a second.
const LEAST: i64 = 2;

/// The delays of frames, one after the other.
#[derive(Clone, Copy, Debug, Default)]
pub struct Delays {
    /// Milliseconds by which the frames so far are too short; negative if they are too long.
    missing: i64,
}

impl Delays {
    /// Returns the delay of the next frame in hundredths of a second, for a duration in milliseconds.
    pub fn next(&mut self, duration: u32) -> u16 {
        let own = i64::from(duration);
        let due = own + self.missing;
        let delay = (due + 5).div_euclid(10).max((own + 19) / 20).clamp(LEAST, u16::MAX.into());
        self.missing = due - 10 * delay;
        delay as u16
    }
}

/// Returns `true` if a delay can be exactly this duration in milliseconds.
pub fn is_exact(duration: u32) -> bool {
    duration.is_multiple_of(10) && i64::from(duration) >= 10 * LEAST
}
