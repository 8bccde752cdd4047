//! What the engine refuses, and which limit was met.
//!
//! Problem: a program that keeps a history has to tell a refusal that it can answer, such as [`Error::Away`], from one that only a
//! person can. Idea: each reason is a variant with its values, and its sentence is for whoever writes the program; a program that
//! speaks to people has sentences of its own. The invariant: an error changes nothing, unless the call's documentation says otherwise.
//!
//! ```
//! use undoodle_history::{Error, History, Region};
//! let mut history = History::new(vec![0u8; 16]);
//! let refused = history.write(Region::new(0, 4)).unwrap_err();
//! assert_eq!((refused.to_string(), refused), ("no action is open".into(), Error::Idle));
//! ```

use std::collections::TryReserveError;
use std::fmt;

/// Result of every fallible function of this crate.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Reason why a call failed.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// A region is outside the arena, or not contiguous in it.
    Region {
        /// Address of the first byte.
        start: u64,
        /// Number of bytes.
        len: usize,
        /// Number of bytes in the arena.
        size: u64,
    },
    /// Another action is open.
    Busy {
        /// Tag of the open action.
        open: u32,
        /// Tag of the call.
        asked: u32,
    },
    /// No action is open, and the call needs one.
    Idle,
    /// Somebody has stopped the work.
    Stopped,
    /// The commit is not, or no longer, in the history.
    Gone {
        /// Number of the commit.
        commit: u64,
    },
    /// The commit's bytes lie on a disk and have to be supplied first.
    Away {
        /// Number of the commit.
        commit: u64,
    },
    /// The bytes of a commit that has to be crossed can't be read any more.
    Unreadable {
        /// Number of steps that can't be reached for it.
        steps: u64,
        /// Whether they lie before the current state.
        before: bool,
    },
    /// The commit, pin or action does not fit the budget, even after dropping every commit that may be
    /// dropped.
    OverBudget {
        /// Bytes that would be needed in total.
        needed: u64,
        /// Bytes that the history may take.
        budget: u64,
    },
    /// The arena has lost bytes that its history refers to.
    Diverged {
        /// Number of bytes that the arena should have.
        expected: u64,
        /// Number of bytes that it has.
        found: u64,
    },
    /// An allocation failed, or would exceed a limit.
    OutOfMemory {
        /// What the memory was for.
        what: &'static str,
        /// Bytes needed in total.
        bytes: u64,
        /// Limit in bytes, or 0 if the machine itself is out of memory.
        limit: u64,
    },
    /// Bytes that should be a history's, a step's or an event's are not.
    Damaged {
        /// What is wrong with them.
        why: &'static str,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Region { start, len, size } => {
                write!(f, "region of {len} bytes at {start}: expected one piece within {size} bytes")
            }
            Error::Busy { open, asked } => {
                write!(f, "action {asked} can't begin: action {open} is still open")
            }
            Error::Idle => write!(f, "no action is open"),
            Error::Stopped => write!(f, "the work was stopped, and nothing has changed"),
            Error::Gone { commit } => write!(f, "commit {commit} is no longer in the history"),
            Error::Away { commit } => write!(f, "the bytes of commit {commit} have to be supplied first"),
            Error::Unreadable { steps, before } => {
                let side = if *before { "before" } else { "after" };
                write!(
                    f,
                    "{steps} commits {side} the current state can't be reached: the bytes of one can't be read"
                )
            }
            Error::OverBudget { needed, budget } => {
                write!(f, "{needed} bytes of history: expected at most {budget}")
            }
            Error::Diverged { expected, found } => {
                write!(f, "arena of {found} bytes: expected the {expected} that the history was kept of")
            }
            Error::OutOfMemory { what, bytes, limit: 0 } => {
                write!(f, "{what} of {bytes} bytes: the machine has no room for it")
            }
            Error::OutOfMemory { what, bytes, limit } => {
                write!(f, "{what} of {bytes} bytes: expected at most {limit}")
            }
            Error::Damaged { why } => write!(f, "these bytes are no history's: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Returns a conversion to [`Error::OutOfMemory`] for a failed allocation of `bytes` bytes.
pub(crate) fn refused(bytes: usize) -> impl Fn(TryReserveError) -> Error {
    move |_| Error::OutOfMemory { what: "history", bytes: bytes as u64, limit: 0 }
}

/// Returns an error if `held` bytes exceed a budget.
pub(crate) fn within(held: usize, budget: usize) -> Result<()> {
    let (needed, budget) = (held as u64, budget as u64);
    if needed > budget { Err(Error::OverBudget { needed, budget }) } else { Ok(()) }
}

/// Returns the error for bytes that are not as this crate writes them.
pub(crate) fn damaged(why: &'static str) -> Error {
    Error::Damaged { why }
}

/// Returns an error that names what does not hold, unless it holds.
pub(crate) fn require(holds: bool, what: &str) -> Result<(), String> {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}
