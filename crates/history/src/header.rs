//! Headers: what a commit says of itself, where people see it.
//!
//! A list of a thousand steps must open none of them. So what it shows is written down in front of a commit's payload, as a few
//! small numbers (LEB128), the label and extra bytes of the caller's, some thirty bytes together, and is never packed. The engine reads the tag
//! and the time, by which actions are merged; the extra bytes it only keeps. The invariant: a header that was written is the header read.

use crate::varint::{Sink, find_number, put_number};
use std::borrow::Cow;

/// The most bytes of a label; a longer one is cut at a character boundary.
pub const MAX_LABEL: usize = 120;

/// The most extra bytes; more are cut.
pub const MAX_EXTRA: usize = 250;

/// Bit of the label's length that says that the time stands before the extra bytes, as it did not in the first version.
const TIMED: u8 = 0x80;

/// The most bytes of a written header: label, extra bytes, the label's length, tag and time.
pub(crate) const LONGEST: usize = MAX_LABEL + MAX_EXTRA + 24;

/// Description of a commit: its label, when it happened, and what the caller adds.
///
/// ```
/// use undoodle_history::Header;
/// let header = Header::new("Pencil").timed(1200).with(&[3, 4]);
/// assert_eq!((header.label.as_ref(), header.time, header.extra.as_ref()), ("Pencil", 1200, &[3, 4][..]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Name of the step, such as `Pencil`; cut to [`MAX_LABEL`] bytes.
    pub label: Cow<'a, str>,
    /// Tag of the action; the commit sets it.
    pub tag: u32,
    /// Time of the commit, in the caller's milliseconds.
    pub time: u64,
    /// Whatever the caller wants to know of a step without opening it; cut to [`MAX_EXTRA`] bytes.
    pub extra: Cow<'a, [u8]>,
}

impl<'a> Header<'a> {
    /// Creates a header with a label, time 0 and no extra bytes.
    pub fn new(label: impl Into<Cow<'a, str>>) -> Header<'a> {
        Header { label: label.into(), tag: 0, time: 0, extra: Cow::Borrowed(&[]) }
    }

    /// Sets the time in milliseconds.
    pub fn timed(self, time: u64) -> Header<'a> {
        Header { time, ..self }
    }

    /// Sets the extra bytes.
    pub fn with(self, extra: &'a [u8]) -> Header<'a> {
        Header { extra: Cow::Borrowed(extra), ..self }
    }

    /// Copies what is borrowed, so that the header can outlive its history.
    pub fn into_owned(self) -> Header<'static> {
        let (label, extra) = (Cow::Owned(self.label.into_owned()), Cow::Owned(self.extra.into_owned()));
        Header { label, tag: self.tag, time: self.time, extra }
    }

    /// Returns the most bytes that it is written in.
    pub(crate) fn most(&self) -> usize {
        LONGEST - MAX_LABEL - MAX_EXTRA + self.label.len().min(MAX_LABEL) + self.extra.len().min(MAX_EXTRA)
    }

    #[doc(hidden)]
    pub fn encode(&self, sink: &mut impl Sink) {
        let label = &self.label[..self.label.floor_char_boundary(MAX_LABEL)];
        sink.put_bytes(&[label.len() as u8 | TIMED]);
        sink.put_bytes(label.as_bytes());
        put_number(sink, self.tag.into());
        put_number(sink, self.time);
        sink.put_bytes(&self.extra[..self.extra.len().min(MAX_EXTRA)]);
    }

    /// Decodes a header that [`encode`](Header::encode) has encoded, or returns `None` for other bytes.
    #[doc(hidden)]
    pub fn decode(bytes: &'a [u8]) -> Option<Header<'a>> {
        let (&first, rest) = bytes.split_first()?;
        let (label, mut rest) = rest.split_at_checked((first & !TIMED).into())?;
        let label = Cow::Borrowed(std::str::from_utf8(label).ok()?);
        let tag = find_number(&mut rest)? as u32;
        let (time, extra) = match first & TIMED {
            0 => untimed(rest)?,
            _ => (find_number(&mut rest)?, Cow::Borrowed(rest)),
        };
        (extra.len() <= MAX_EXTRA).then_some(Header { label, tag, time, extra })
    }
}

/// Reads what follows the tag in a header of the first version, whose extra bytes had the time in their midst: behind four numbers and four bytes,
/// and before two numbers.
#[cold]
fn untimed(bytes: &[u8]) -> Option<(u64, Cow<'_, [u8]>)> {
    let mut rest = bytes;
    for _ in 0..4 {
        find_number(&mut rest)?;
    }
    rest = rest.get(4..)?;
    let before = &bytes[..bytes.len() - rest.len()];
    let time = find_number(&mut rest)?;
    let after = rest;
    find_number(&mut rest)?;
    find_number(&mut rest)?;
    rest.is_empty().then(|| (time, Cow::Owned([before, after].concat())))
}
