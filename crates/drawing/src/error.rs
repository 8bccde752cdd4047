//! The one error type: what was asked, and the limit it met.
//!
//! A person reads these sentences on the page, so each is lowercase, names the
//! thing, its value and what was expected. An error changes nothing: whoever
//! returns one has left the document and its history as they were.
//!
//! ```
//! let error = undoodle_drawing::Error::Range { what: "width", value: 0, min: 1, max: 32768 };
//! assert_eq!(error.to_string(), "width must be from 1 to 32768, not 0");
//! ```

use crate::history;
use std::borrow::Cow;
use std::fmt;

/// Result of every fallible function of this crate.
pub type Result<T> = std::result::Result<T, Error>;

/// Reason why a call failed. A failed call changes nothing unless its documentation says otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number is outside its documented range.
    Range {
        /// Name of the number.
        what: &'static str,
        /// The given number.
        value: i64,
        /// Smallest accepted number.
        min: i64,
        /// Largest accepted number.
        max: i64,
    },
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
    /// The history is suspended, and the call needs it resumed.
    Suspended,
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
    /// A text names nothing, such as an unknown tool or a malformed colour.
    Unknown {
        /// Kind of name that was expected.
        what: &'static str,
        /// The given text, shortened.
        value: String,
        /// Accepted texts, for people.
        expected: Cow<'static, str>,
    },
    /// A text is too short or too long.
    Length {
        /// What the text is, such as a name.
        what: &'static str,
        /// Bytes that it has, without blanks at its ends.
        bytes: usize,
        /// Most bytes that it may have.
        max: usize,
    },
    /// A thing exists, but may not be changed or used in its present state.
    Refused {
        /// Kind of thing.
        what: &'static str,
        /// Name of the thing.
        name: String,
        /// Reason.
        why: &'static str,
    },
    /// A layer may not be changed because of its group.
    Grouped {
        /// Name of the layer.
        layer: String,
        /// Name of its group.
        group: String,
        /// What the group is: hidden or locked.
        is: &'static str,
    },
    /// A tag covers frames that do not exist, or its first frame comes after its last.
    TagFrames {
        /// First frame of the tag, counted from 0.
        first: u32,
        /// Last frame of the tag, counted from 0.
        last: u32,
        /// Number of frames of the drawing.
        frames: u32,
    },
    /// Bytes break a rule of what they should be.
    Invalid {
        /// What the bytes should be.
        what: &'static str,
        /// The rule that they break, as a sentence.
        why: String,
    },
    /// A file is in no known format.
    Foreign {
        /// Formats that can be opened, as a list for people.
        opens: String,
    },
    /// A file breaks the rules of its format.
    Damaged {
        /// Name of the format.
        format: &'static str,
        /// What is wrong with the file.
        why: &'static str,
    },
    /// A file can't be read or written.
    File {
        /// Name of the format.
        format: &'static str,
        /// What is wrong with the file.
        why: String,
    },
}

impl Error {
    /// Creates an [`Error::Unknown`], cutting the text to a length that fits a message.
    pub fn unknown(what: &'static str, value: &str, expected: impl Into<Cow<'static, str>>) -> Error {
        // A line break from a stranger's text would break the sentence.
        let plain = |c: char| if c.is_control() { '\u{fffd}' } else { c };
        let value = value.chars().take(40).map(plain).collect();
        Error::Unknown { what, value, expected: expected.into() }
    }
}

/// What the engine refuses is said to a painter as any other refusal.
impl From<history::Error> for Error {
    fn from(error: history::Error) -> Error {
        match error {
            history::Error::Region { start, len, size } => Error::Region { start, len, size },
            history::Error::Busy { open, asked } => Error::Busy { open, asked },
            history::Error::Idle => Error::Idle,
            history::Error::Stopped => Error::Stopped,
            history::Error::Suspended => Error::Suspended,
            history::Error::Gone { commit } => Error::Gone { commit },
            history::Error::Away { commit } => Error::Away { commit },
            history::Error::Unreadable { steps, before } => Error::Unreadable { steps, before },
            history::Error::OverBudget { needed, budget } => Error::OverBudget { needed, budget },
            history::Error::Diverged { expected, found } => Error::Diverged { expected, found },
            history::Error::OutOfMemory { what, bytes, limit } => {
                // What the engine calls pages is all of a drawing.
                let what = if what == history::memory::PAGES { "drawing" } else { what };
                Error::OutOfMemory { what, bytes, limit }
            }
            history::Error::Damaged { why } => Error::Damaged { format: "history", why },
            other => Error::File { format: "history", why: other.to_string() },
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Range { what, value, min, max } if min == max => {
                write!(f, "{what} must be {min}, not {value}")
            }
            Error::Range { what, value, min, max } => {
                write!(f, "{what} must be from {min} to {max}, not {value}")
            }
            Error::Region { start, len, size } => {
                write!(
                    f,
                    "a region of {len} bytes at {start} must lie within the arena, in one piece: it has {size} bytes"
                )
            }
            Error::Busy { open, asked } => {
                write!(f, "action {asked} can't begin: action {open} is still open")
            }
            Error::Idle => write!(f, "no edit is open: the drawing is unchanged"),
            Error::Stopped => write!(f, "stopped: nothing has changed"),
            Error::Suspended => write!(f, "the history is suspended: resume it first"),
            Error::Away { commit } => write!(f, "step {commit} is still being read: try again in a moment"),
            Error::Unreadable { steps: 1, before: true } => write!(f, "1 step before this can't be read"),
            Error::Unreadable { steps: 1, .. } => write!(f, "1 step after this can't be read"),
            Error::Unreadable { steps, before: true } => write!(f, "{steps} steps before this can't be read"),
            Error::Unreadable { steps, .. } => write!(f, "{steps} steps after this can't be read"),
            Error::Gone { commit } => write!(f, "step {commit} is no longer in the history"),
            Error::OverBudget { needed, budget } => {
                write!(
                    f,
                    "the history needs {} and may take {}: set a larger limit, or unpin a state",
                    Amount::over(*needed),
                    Amount::within(*budget)
                )
            }
            Error::Diverged { expected, found } => {
                write!(f, "the arena must have {expected} bytes, as its history says, not {found}")
            }
            Error::OutOfMemory { what, bytes, limit: 0 } => {
                write!(f, "{what} needs {}, and there is not enough memory", Amount::over(*bytes))
            }
            Error::OutOfMemory { what, bytes, limit } => {
                let (needed, limit) = (Amount::over(*bytes), Amount::within(*limit));
                write!(f, "{what} may take at most {limit}, not {needed}")
            }
            Error::Unknown { what, value, expected } => {
                write!(f, "{what} must be {expected}, not \"{value}\"")
            }
            Error::Length { what, bytes: 0, max } => {
                write!(f, "the {what} is empty: enter 1 to {max} letters")
            }
            Error::Length { what, bytes, max } => {
                write!(f, "the {what} must have at most {max} bytes, not {bytes}")
            }
            Error::Refused { what, name, why } => write!(f, "{what} \"{name}\": {why}"),
            Error::Grouped { layer, group, is } => {
                write!(f, "layer \"{layer}\": it is {is} by its group \"{group}\"")
            }
            Error::TagFrames { last, frames, .. } if last >= frames => {
                write!(
                    f,
                    "the tag must end at frame {frames} or earlier: there is no frame {}",
                    u64::from(*last) + 1
                )
            }
            Error::TagFrames { last, .. } => {
                let last = u64::from(*last) + 1;
                write!(f, "the tag must start at frame {last} or earlier: it ends at frame {last}")
            }
            Error::Invalid { what, why } => write!(f, "this {what} can't be opened: {why}"),
            Error::Foreign { opens } => {
                write!(f, "Undoodle can't open this file: it opens {opens}")
            }
            Error::Damaged { format, why } => write!(f, "this {format} file is damaged: {why}"),
            Error::File { format, why } => write!(f, "{format} file: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// A number of bytes for people, in units of 1024 as the page shows them. What is needed is rounded up and a limit down, so
/// that what exceeds a limit never looks equal to it.
struct Amount {
    bytes: u64,
    up: bool,
}

impl Amount {
    fn over(bytes: u64) -> Amount {
        Amount { bytes, up: true }
    }

    fn within(bytes: u64) -> Amount {
        Amount { bytes, up: false }
    }
}

impl fmt::Display for Amount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];
        let (mut unit, mut size) = (0, 1);
        while self.bytes / size >= 1000 && unit + 1 < UNITS.len() {
            (unit, size) = (unit + 1, size * 1024);
        }
        let (whole, rest) = (self.bytes / size, self.bytes % size);
        // Three digits need no tenths.
        let (steps, rest) = if whole < 100 { (10, rest * 10) } else { (1, rest) };
        let count = whole * steps + if self.up { rest.div_ceil(size) } else { rest / size };
        match (count / steps, count % steps) {
            (whole, 0) => write!(f, "{whole} {}", UNITS[unit]),
            (whole, tenths) => write!(f, "{whole}.{tenths} {}", UNITS[unit]),
        }
    }
}

/// Checks a number against its documented range.
pub fn in_range(what: &'static str, value: i64, min: i64, max: i64) -> Result<()> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::Range { what, value, min, max }) }
}

/// Joins names for a sentence: "round, square or custom".
pub fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
