//! The one error type: what was asked, and the limit it met.
//!
//! A person reads these sentences on the page, so each is lowercase, names the
//! thing, its value and what was expected. An error changes nothing: whoever
//! returns one has left the document and its history as they were.
//!
//! ```
//! let error = undoodle::Error::Range { what: "width", value: 0, min: 1, max: 32768 };
//! assert_eq!(error.to_string(), "width 0: expected 1..=32768");
//! ```

use std::borrow::Cow;
use std::fmt;

/// What every fallible function of this crate returns.
pub type Result<T> = std::result::Result<T, Error>;

/// Something asked for that can't be done; nothing has changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Error {
    /// A number outside its documented range.
    Range {
        /// The name of the number.
        what: &'static str,
        /// The number that was given.
        value: i64,
        /// The smallest that is accepted.
        min: i64,
        /// The largest that is accepted.
        max: i64,
    },
    /// A region that does not lie in the arena, or crosses a border it may not cross.
    Region {
        /// The first byte's address.
        start: u64,
        /// The number of bytes.
        len: usize,
        /// The number of bytes in the arena.
        size: u64,
    },
    /// Another action is under way.
    Busy {
        /// The tag of the action under way.
        open: u32,
        /// The tag that asked.
        asked: u32,
    },
    /// No action is under way, and the call needs one.
    Idle,
    /// The history is suspended, and the call needs it resumed.
    Suspended,
    /// A commit that is not, or no longer, in the history.
    Gone {
        /// The commit's number.
        commit: u64,
    },
    /// The history's budget has no room for it, even with all that may go gone.
    OverBudget {
        /// The bytes that it would take altogether.
        needed: u64,
        /// The bytes that the history may take.
        budget: u64,
    },
    /// The bytes are no longer those that the history was kept of.
    Diverged {
        /// How many bytes there have been.
        expected: u64,
        /// How many bytes there are.
        found: u64,
    },
    /// Memory that can't be had.
    OutOfMemory {
        /// What needed it.
        what: &'static str,
        /// The bytes that it needed altogether.
        bytes: u64,
        /// The bytes that it may have, or 0 where the machine itself refused.
        limit: u64,
    },
    /// A text that names nothing, such as an unknown tool or a malformed colour.
    Unknown {
        /// What kind of name was expected.
        what: &'static str,
        /// The text that was given, shortened.
        value: String,
        /// What would have been accepted.
        expected: Cow<'static, str>,
    },
    /// Something that is there, but may not be changed or used as it is.
    Refused {
        /// What kind of thing it is.
        what: &'static str,
        /// Its name.
        name: String,
        /// Why not.
        why: &'static str,
    },
    /// A tag over frames that do not exist, or whose first frame comes after its last.
    TagFrames {
        /// The tag's first frame, counted from 0.
        first: u32,
        /// The tag's last frame, counted from 0.
        last: u32,
        /// Number of frames of the drawing.
        frames: u32,
    },
    /// Bytes that break a rule of what they should be.
    Invalid {
        /// What they should be.
        what: &'static str,
        /// The rule that they break, as a sentence.
        why: String,
    },
    /// A file in no format that is read.
    Foreign {
        /// The formats that are read, as a list for people.
        opens: String,
    },
    /// A file that breaks the rules of its format.
    Damaged {
        /// The format.
        format: &'static str,
        /// What is wrong with it.
        why: &'static str,
    },
    /// A file that can't be read or written.
    File {
        /// The format.
        format: &'static str,
        /// What is wrong with it.
        why: String,
    },
}

impl Error {
    /// An [`Error::Unknown`] with the text cut to a length that fits a message.
    pub fn unknown(what: &'static str, value: &str, expected: impl Into<Cow<'static, str>>) -> Error {
        let value = value.chars().take(40).collect();
        Error::Unknown { what, value, expected: expected.into() }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Range { what, value, min, max } => {
                write!(f, "{what} {value}: expected {min}..={max}")
            }
            Error::Region { start, len, size } => {
                write!(f, "region of {len} bytes at {start}: expected one piece within {size} bytes")
            }
            Error::Busy { open, asked } => {
                write!(f, "action {asked}: expected no other under way, but {open} is")
            }
            Error::Idle => write!(f, "expected an action under way, but there is none"),
            Error::Suspended => write!(f, "history: expected it resumed, but it is suspended"),
            Error::Gone { commit } => write!(f, "commit {commit}: expected one that is in the history"),
            Error::OverBudget { needed, budget } => {
                write!(f, "history of {needed} bytes: expected at most {budget}")
            }
            Error::Diverged { expected, found } => {
                write!(f, "{found} bytes: expected the {expected} that the history was kept of")
            }
            Error::OutOfMemory { what, bytes, limit: 0 } => {
                write!(f, "{what} of {bytes} bytes: the machine has no room for it")
            }
            Error::OutOfMemory { what, bytes, limit } => {
                write!(f, "{what} of {bytes} bytes: expected at most {limit}")
            }
            Error::Unknown { what, value, expected } => {
                write!(f, "{what} \"{value}\": expected {expected}")
            }
            Error::Refused { what, name, why } => write!(f, "{what} \"{name}\": {why}"),
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
                write!(f, "this is not a file that Undoodle opens: it opens {opens}")
            }
            Error::Damaged { format, why } => write!(f, "this {format} file is damaged: {why}"),
            Error::File { format, why } => write!(f, "{format} file: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// Checks a number against its documented range.
pub(crate) fn in_range(what: &'static str, value: i64, min: i64, max: i64) -> Result<()> {
    if (min..=max).contains(&value) { Ok(()) } else { Err(Error::Range { what, value, min, max }) }
}

/// Joins names for a sentence: "round, square or custom".
pub(crate) fn one_of<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<_> = names.collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, rest)) => format!("{} or {last}", rest.join(", ")),
        None => String::new(),
    }
}
