//! A commit: one undo step, with a header that people see.
//!
//! The payload never changes once it is made. That is what a difference of two
//! states buys over a copy of one: the same bytes lead there and back, so they
//! can be shared, compressed and stored once.

use super::delta::Deltas;
use crate::color::Color;
use crate::geometry::Rect;
use crate::memory::Arena;
use std::borrow::Cow;

/// What a commit says of itself: where to look, in which colour, under what name.
///
/// ```
/// use undoodle::{color::Color, geometry::Rect, history::Header};
/// let header = Header::new("Pencil").at(Rect::new(3, 4, 5, 1)).colored(Color::ADDED).timed(1200);
/// assert_eq!((header.label.as_ref(), header.time), ("Pencil", 1200));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// What people call it, such as `Pencil`.
    pub label: Cow<'static, str>,
    /// The tag the action was begun with; set by the commit.
    pub tag: u32,
    /// The union of the cursor's rectangles over the action, in the caller's units.
    pub rect: Rect,
    /// Blue for what adds, red for what removes.
    pub color: Color,
    /// When it was done, in the caller's milliseconds.
    pub time: u64,
}

impl Header {
    /// A header with a label, an empty rectangle, the added colour and time 0.
    pub fn new(label: impl Into<Cow<'static, str>>) -> Header {
        Header { label: label.into(), tag: 0, rect: Rect::EMPTY, color: Color::ADDED, time: 0 }
    }

    /// The same with the cursor's rectangle.
    pub fn at(self, rect: Rect) -> Header {
        Header { rect, ..self }
    }

    /// The same with the cursor's colour.
    pub fn colored(self, color: Color) -> Header {
        Header { color, ..self }
    }

    /// The same with a time in milliseconds.
    pub fn timed(self, time: u64) -> Header {
        Header { time, ..self }
    }

    /// What the label takes on the heap: nothing for a name known beforehand.
    pub(super) fn label_bytes(&self) -> usize {
        match &self.label {
            Cow::Borrowed(_) => 0,
            Cow::Owned(label) => label.capacity(),
        }
    }
}

/// One undo step: a header and the deltas it stands for.
#[derive(Clone, Debug)]
pub struct Commit {
    pub(super) header: Header,
    pub(super) deltas: usize,
    pub(super) payload: Box<[u8]>,
    /// Entries (deltas and headers) up to and with this commit.
    pub(super) end: usize,
    /// Never given twice in one history.
    pub(super) serial: u64,
}

impl Commit {
    /// What the commit says of itself.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The runs that changed, by ascending address.
    pub fn deltas(&self) -> Deltas<'_> {
        Deltas::new(&self.payload)
    }

    /// The bytes that this commit takes, header and all.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<Commit>() + self.payload.len() + self.header.label_bytes()
    }

    /// Exchanges the two states; runs are apart, so their order is of no matter.
    pub(super) fn swap<A: Arena>(&self, arena: &mut A) {
        for delta in self.deltas() {
            delta.swap(arena);
        }
    }
}
