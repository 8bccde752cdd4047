//! The one error type: what was asked, and the limit it met.
//!
//! A person reads these sentences on the page, so each is lowercase, names the
//! thing, its value and what was expected; in whose language is decided by [`Error::message`]. An error changes nothing: whoever
//! returns one has left the document and its history as they were.
//!
//! ```
//! let error = undoodle_drawing::Error::Range { what: "width", value: 0, min: 1, max: 32768 };
//! assert_eq!(error.to_string(), "width must be from 1 to 32768, not 0");
//! ```

mod message;

pub use message::{Message, Value};

use crate::history;
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
        /// Accepted texts.
        expected: Message,
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
        name: Value,
        /// Reason.
        why: &'static str,
    },
    /// A layer may not be changed because of its group.
    Grouped {
        /// Name of the layer.
        layer: String,
        /// Name of its group.
        group: String,
        /// Whether the group is hidden; otherwise it is locked.
        hidden: bool,
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
        /// The rule that they break.
        why: Message,
    },
    /// A file is in no known format.
    Foreign {
        /// Formats that can be opened, as a row.
        opens: Message,
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
        why: Message,
    },
}

impl Error {
    /// Creates an [`Error::Unknown`], cutting the text to a length that fits a message.
    pub fn unknown(what: &'static str, value: &str, expected: impl Into<Message>) -> Error {
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
            other => Error::File { format: "history", why: other.to_string().into() },
        }
    }
}

impl Error {
    /// Returns what people read: a code with values.
    pub fn message(&self) -> Message {
        match self {
            Error::Range { what, value, min, max } if min == max => {
                Message::new("{what} must be {min}, not {n}").with_key(*what).with(*min).with(*value)
            }
            Error::Range { what, value, min, max } => Message::new("{what} must be from {min} to {max}, not {n}")
                .with_key(*what)
                .with(*min)
                .with(*max)
                .with(*value),
            Error::Region { start, len, size } => Message::new(
                "a region of {n} bytes at {start} must lie within the arena, in one piece: it has {size} bytes",
            )
            .with(*len)
            .with(*start)
            .with(*size),
            Error::Busy { open, asked } => {
                Message::new("action {n} can't begin: action {open} is still open").with(*asked).with(*open)
            }
            Error::Idle => "no edit is open: the drawing is unchanged".into(),
            Error::Stopped => "stopped: nothing has changed".into(),
            Error::Away { commit } => {
                Message::new("step {n} is still being read: try again in a moment").with(*commit)
            }
            Error::Unreadable { steps, before } => Message::new(match before {
                true => "{n} step before this can't be read | {n} steps before this can't be read",
                false => "{n} step after this can't be read | {n} steps after this can't be read",
            })
            .with(*steps),
            Error::Gone { commit } => Message::new("step {n} is no longer in the history").with(*commit),
            Error::OverBudget { needed, budget } => Message::new(
                "the history needs {amount} and may take {amount2}: set a larger limit, or unpin a state",
            )
            .with(over(*needed))
            .with(within(*budget)),
            Error::Diverged { expected, found } => {
                Message::new("the arena must have {expected} bytes, as its history says, not {n}")
                    .with(*expected)
                    .with(*found)
            }
            Error::OutOfMemory { what, bytes, limit: 0 } => {
                Message::new("{what} needs {amount}, and there is not enough memory")
                    .with_key(*what)
                    .with(over(*bytes))
            }
            Error::OutOfMemory { what, bytes, limit } => {
                Message::new("{what} may take at most {amount}, not {amount2}")
                    .with_key(*what)
                    .with(within(*limit))
                    .with(over(*bytes))
            }
            Error::Unknown { what, value, expected } => {
                Message::new("{what} must be {expected}, not \"{quoted}\"")
                    .with_key(*what)
                    .with(expected.clone())
                    .with(value.as_str())
            }
            Error::Length { what, bytes: 0, max } => {
                Message::new("the {what} is empty: enter 1 to {max} letters").with_key(*what).with(*max)
            }
            Error::Length { what, bytes, max } => Message::new("the {what} must have at most {max} bytes, not {n}")
                .with_key(*what)
                .with(*max)
                .with(*bytes),
            Error::Refused { what, name, why } => {
                Message::new("{what} \"{name}\": {why}").with_key(*what).with(name.clone()).with_key(*why)
            }
            Error::Grouped { layer, group, hidden } => Message::new(match hidden {
                true => "layer \"{layer}\": it is hidden by its group \"{group}\"",
                false => "layer \"{layer}\": it is locked by its group \"{group}\"",
            })
            .with(layer.as_str())
            .with(group.as_str()),
            Error::TagFrames { last, frames, .. } if last >= frames => {
                Message::new("the tag must end at frame {max} or earlier: there is no frame {n}")
                    .with(*frames)
                    .with(u64::from(*last) + 1)
            }
            Error::TagFrames { last, .. } => {
                Message::new("the tag must start at frame {n} or earlier: it ends at frame {n}")
                    .with(u64::from(*last) + 1)
            }
            Error::Invalid { what, why } => {
                Message::new("this {what} can't be opened: {why}").with_key(*what).with(why.clone())
            }
            Error::Foreign { opens } => {
                Message::new("Undoodle can't open this file: it opens {expected}").with(opens.clone())
            }
            Error::Damaged { format, why } => {
                Message::new("this {format} file is damaged: {why}").with_key(*format).with_key(*why)
            }
            Error::File { format, why } => {
                Message::new("{format} file: {why}").with_key(*format).with(why.clone())
            }
        }
    }
}

/// The message in English.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl std::error::Error for Error {}

/// Returns a number of bytes that is needed, rounded up. What exceeds a limit never looks equal to it.
fn over(bytes: u64) -> String {
    amount(bytes, true)
}

/// Returns a limit in bytes, rounded down.
fn within(bytes: u64) -> String {
    amount(bytes, false)
}

/// Returns a number of bytes for people, in units of 1024 as the page shows them.
fn amount(bytes: u64, up: bool) -> String {
    const UNITS: [&str; 5] = ["B", "KB", "MB", "GB", "TB"];
    let (mut unit, mut size) = (0, 1);
    while bytes / size >= 1000 && unit + 1 < UNITS.len() {
        (unit, size) = (unit + 1, size * 1024);
    }
    let (whole, rest) = (bytes / size, bytes % size);
    // Three digits need no tenths.
    let (steps, rest) = if whole < 100 { (10, rest * 10) } else { (1, rest) };
    let count = whole * steps + if up { rest.div_ceil(size) } else { rest / size };
    match (count / steps, count % steps) {
        (whole, 0) => format!("{whole} {}", UNITS[unit]),
        (whole, tenths) => format!("{whole}.{tenths} {}", UNITS[unit]),
    }
}

/// Checks a number against its documented range.
pub fn in_range(what: &'static str, value: i64, min: i64, max: i64) -> Result<()> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::Range { what, value, min, max }) }
}

/// Joins names that are the same in every language: "round, square or custom".
pub fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> Message {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        Some((last, [])) => Message::new("{last}").with(*last),
        Some((last, rest)) => Message::new("{list} or {last}").with(rest.join(", ")).with(*last),
        None => Message::default(),
    }
}

/// Joins labels: "PNG, animated PNG or GIF".
pub fn one_of_labels(labels: impl Iterator<Item = &'static str>) -> Message {
    Message::row_ending(labels.map(Message::from), "{first}, {rest}", "{first} or {last}")
}
