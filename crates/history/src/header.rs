//! Headers: what a commit says of itself, where people see it.
//!
//! A list of a thousand steps must open none of them. So what it shows is written down in front of a commit's payload, as a few
//! small numbers (LEB128), the label and the caller's note, some thirty bytes together, and is never packed. The engine reads the tag
//! and the time, by which actions are merged; the note it only keeps. The invariant: a header that was written is the header read.

use super::delta::number;
use super::encode::{self, Sink};
use std::borrow::Cow;

/// The most bytes of a label; a longer one is cut at a character boundary.
pub const MAX_LABEL: usize = 120;

/// The most bytes of a note; a longer one is cut.
pub const MAX_NOTE: usize = 40;

/// Bit of the label's length that says that the time stands before the note, as it did not in the first version.
const TIMED: u8 = 0x80;

/// The most bytes of a written header: label, note, the label's length, tag and time.
pub(crate) const LONGEST: usize = MAX_LABEL + MAX_NOTE + 24;

/// Description of a commit: its label, when it happened, and what the caller notes.
///
/// ```
/// use undoodle_history::Header;
/// let header = Header::new("Pencil").timed(1200).noted(&[3, 4]);
/// assert_eq!((header.label.as_ref(), header.time, header.note.as_ref()), ("Pencil", 1200, &[3, 4][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Name of the step, such as `Pencil`; cut to [`MAX_LABEL`] bytes.
    pub label: Cow<'a, str>,
    /// Tag of the action; the commit sets it.
    pub tag: u32,
    /// Time of the commit, in the caller's milliseconds.
    pub time: u64,
    /// Whatever the caller wants to know of a step without opening it; cut to [`MAX_NOTE`] bytes.
    pub note: Cow<'a, [u8]>,
}

impl<'a> Header<'a> {
    /// Creates a header with a label, time 0 and an empty note.
    pub fn new(label: impl Into<Cow<'a, str>>) -> Header<'a> {
        Header { label: label.into(), tag: 0, time: 0, note: Cow::Borrowed(&[]) }
    }

    /// Sets the time in milliseconds.
    pub fn timed(self, time: u64) -> Header<'a> {
        Header { time, ..self }
    }

    /// Sets the caller's note.
    pub fn noted(self, note: &'a [u8]) -> Header<'a> {
        Header { note: Cow::Borrowed(note), ..self }
    }

    /// Copies what is borrowed, so that the header can outlive its history.
    pub fn into_owned(self) -> Header<'static> {
        let (label, note) = (Cow::Owned(self.label.into_owned()), Cow::Owned(self.note.into_owned()));
        Header { label, tag: self.tag, time: self.time, note }
    }

    #[doc(hidden)]
    pub fn write(&self, sink: &mut impl Sink) {
        let label = &self.label[..self.label.floor_char_boundary(MAX_LABEL)];
        sink.put(&[label.len() as u8 | TIMED]);
        sink.put(label.as_bytes());
        encode::number(sink, self.tag.into());
        encode::number(sink, self.time);
        sink.put(&self.note[..self.note.len().min(MAX_NOTE)]);
    }

    /// Decodes a header that [`write`](Header::write) has encoded, or returns `None` for other bytes.
    #[doc(hidden)]
    pub fn read(bytes: &'a [u8]) -> Option<Header<'a>> {
        let (&first, rest) = bytes.split_first()?;
        let (label, mut rest) = rest.split_at_checked((first & !TIMED).into())?;
        let label = Cow::Borrowed(std::str::from_utf8(label).ok()?);
        let tag = number(&mut rest)? as u32;
        let (time, note) = match first & TIMED {
            0 => untimed(rest)?,
            _ => (number(&mut rest)?, Cow::Borrowed(rest)),
        };
        (note.len() <= MAX_NOTE).then_some(Header { label, tag, time, note })
    }
}

/// Reads what follows the tag in a header of the first version, whose note had the time in its midst: behind four numbers and four bytes,
/// and before two numbers.
#[cold]
fn untimed(bytes: &[u8]) -> Option<(u64, Cow<'_, [u8]>)> {
    let mut rest = bytes;
    for _ in 0..4 {
        number(&mut rest)?;
    }
    rest = rest.get(4..)?;
    let before = &bytes[..bytes.len() - rest.len()];
    let time = number(&mut rest)?;
    let after = rest;
    number(&mut rest)?;
    number(&mut rest)?;
    rest.is_empty().then(|| (time, Cow::Owned([before, after].concat())))
}
