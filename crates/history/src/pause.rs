//! Pauses: where long work lets its host do something else.
//!
//! Problem: while the editor works, a page can't answer. Idea: a loop that may run long passes a
//! [`point`] with the amount that it has done since the last one, in bytes or pixels. A host that
//! wants to pause is known for the length of one call, by [`hosted`]; after every 64 Ki of that
//! amount it is asked, may take as long as it likes, and says if the work goes on. So no algorithm
//! is torn into steps, and what takes long can still be shown and stopped.
//!
//! The invariant: without a host a point does nothing, so results never depend on it; and a host
//! is never asked while it is being asked, whatever it does meanwhile.
//!
//! ```
//! use std::sync::atomic::{AtomicU32, Ordering};
//! use undoodle_history::{Error, pause};
//! static ASKED: AtomicU32 = AtomicU32::new(0);
//! // A host that stops the work when it is asked for the third time.
//! let host = |_: pause::Stoppable| ASKED.fetch_add(1, Ordering::Relaxed) == 2;
//! let work = || (1..=1000).try_for_each(|_| pause::point(1 << 10));
//! assert_eq!(pause::hosted(host, work), Err(Error::Stopped));
//! assert_eq!(ASKED.load(Ordering::Relaxed), 3);
//! assert_eq!(work(), Ok(()), "nobody asks without a host");
//! ```

use crate::error::{Error, Result};
use std::cell::Cell;

/// Amount of work after which the host is asked: less than a millisecond's on a slow machine.
pub const OFTEN: usize = 64 << 10;

/// Whether the work can be stopped where it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stoppable {
    /// It can: all that it has done so far is taken back.
    Yes,
    /// It can't: an exchange of bytes is complete or it is damage.
    No,
}

/// Who is asked in long work. Returns `true` to stop it, which it may only where that is possible.
pub type Host = fn(Stoppable) -> bool;

thread_local! {
    /// Who is asked, if anyone is.
    static HOST: Cell<Option<Host>> = const { Cell::new(None) };
    /// Amount of work that is left until then.
    static LEFT: Cell<usize> = const { Cell::new(OFTEN) };
}

/// Does some work, in the course of which a host is asked at the points that it passes.
pub fn hosted<T>(host: Host, work: impl FnOnce() -> T) -> T {
    let before = HOST.replace(Some(host));
    LEFT.set(OFTEN);
    let result = work();
    HOST.set(before);
    result
}

/// Marks a point of long work at which it may be paused or stopped, after an amount of work in bytes or
/// pixels.
///
/// # Errors
/// Returns [`Error::Stopped`] if the host stops the work. The caller takes back what it has done.
#[inline]
pub fn point(done: usize) -> Result<()> {
    if is_due(done) && ask(Stoppable::Yes) { Err(Error::Stopped) } else { Ok(()) }
}

/// Marks a point of long work at which it may be paused, but not stopped.
#[inline]
pub fn only(done: usize) {
    if is_due(done) {
        ask(Stoppable::No);
    }
}

/// Counts the work, and returns `true` if it is time to ask.
#[inline]
fn is_due(done: usize) -> bool {
    LEFT.with(|left| {
        let rest = left.get().saturating_sub(done);
        left.set(rest);
        rest == 0
    })
}

#[cold]
#[inline(never)]
fn ask(stoppable: Stoppable) -> bool {
    LEFT.set(OFTEN);
    let Some(host) = HOST.take() else { return false };
    let stop = host(stoppable);
    HOST.set(Some(host));
    stop && stoppable == Stoppable::Yes
}
