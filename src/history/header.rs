//! Headers: what a commit says of itself, where people see it.
//!
//! A header is written down in front of its commit's payload as a few small
//! numbers (LEB128, signed ones zigzag) and its label, some thirty bytes together,
//! and is never sealed, so that a list of a thousand steps opens none of them.

use super::delta::number;
use super::encode::{self, Sink};
use crate::color::Color;
use crate::geometry::Rect;
use std::borrow::Cow;

/// The most bytes of a label; a longer one is cut at a character boundary.
pub const MAX_LABEL: usize = 120;

/// Description of a commit for people: its label, and where and when it happened.
///
/// ```
/// use undoodle::{color::Color, geometry::Rect, history::Header};
/// let header = Header::new("Pencil").at(Rect::new(3, 4, 5, 1)).colored(Color::ADDED).timed(1200);
/// assert_eq!((header.label.as_ref(), header.time), ("Pencil", 1200));
/// assert_eq!(header.on(2, 7).layer, 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header<'a> {
    /// Name of the step, such as `Pencil`; cut to [`MAX_LABEL`] bytes.
    pub label: Cow<'a, str>,
    /// Tag of the action; the commit sets it.
    pub tag: u32,
    /// What kind of step it is, as the caller counts them; 0 for none.
    pub kind: u32,
    /// Union of the cursor's rectangles over the action, in the caller's units.
    pub rect: Rect,
    /// Cursor colour: blue if the action adds, red if it removes.
    pub color: Color,
    /// Time of the commit, in the caller's milliseconds.
    pub time: u64,
    /// Number of the layer, as the caller counts them.
    pub layer: u32,
    /// Number of the frame, as the caller counts them.
    pub frame: u32,
}

impl<'a> Header<'a> {
    /// Creates a header with a label, an empty rectangle, [`Color::ADDED`], time 0, layer and frame 0.
    pub fn new(label: impl Into<Cow<'a, str>>) -> Header<'a> {
        let (label, rect, color) = (label.into(), Rect::EMPTY, Color::ADDED);
        Header { label, tag: 0, kind: 0, rect, color, time: 0, layer: 0, frame: 0 }
    }

    /// Sets the cursor's rectangle.
    pub fn at(self, rect: Rect) -> Header<'a> {
        Header { rect, ..self }
    }

    /// Sets the cursor's colour.
    pub fn colored(self, color: Color) -> Header<'a> {
        Header { color, ..self }
    }

    /// Sets the time in milliseconds.
    pub fn timed(self, time: u64) -> Header<'a> {
        Header { time, ..self }
    }

    /// Sets the layer and the frame.
    pub fn on(self, layer: u32, frame: u32) -> Header<'a> {
        Header { layer, frame, ..self }
    }

    /// Sets the kind of step.
    pub fn kind(self, kind: u32) -> Header<'a> {
        Header { kind, ..self }
    }

    /// Copies a borrowed label, so that the header can outlive its history.
    pub fn into_owned(self) -> Header<'static> {
        Header { label: Cow::Owned(self.label.into_owned()), ..self }
    }

    #[doc(hidden)]
    pub fn write(&self, sink: &mut impl Sink) {
        let label = &self.label[..self.label.floor_char_boundary(MAX_LABEL)];
        sink.put(&[label.len() as u8]);
        sink.put(label.as_bytes());
        // Steps without a kind are as they were before there were kinds.
        encode::number(sink, u64::from(self.kind) << 32 | u64::from(self.tag));
        let Rect { x, y, width, height } = self.rect;
        for side in [x, y, width, height] {
            encode::number(sink, zigzag(side));
        }
        sink.put(&self.color.bytes);
        for value in [self.time, self.layer.into(), self.frame.into()] {
            encode::number(sink, value);
        }
    }

    /// Decodes a header that [`write`](Header::write) has encoded, or returns `None` for other bytes.
    #[doc(hidden)]
    pub fn read(mut bytes: &'a [u8]) -> Option<Header<'a>> {
        let (&len, rest) = bytes.split_first()?;
        let (label, rest) = rest.split_at_checked(len.into())?;
        bytes = rest;
        let label = Cow::Borrowed(std::str::from_utf8(label).ok()?);
        let tagged = number(&mut bytes)?;
        let mut side = || number(&mut bytes).map(unzigzag);
        let rect = Rect { x: side()?, y: side()?, width: side()?, height: side()? };
        let (color, rest) = bytes.split_first_chunk()?;
        bytes = rest;
        let color = Color { bytes: *color };
        let (time, layer, frame) = (number(&mut bytes)?, number(&mut bytes)?, number(&mut bytes)?);
        let (tag, kind) = (tagged as u32, (tagged >> 32) as u32);
        Some(Header { label, tag, kind, rect, color, time, layer: layer as u32, frame: frame as u32 })
    }
}

fn zigzag(value: i32) -> u64 {
    u64::from((value << 1 ^ value >> 31) as u32)
}

fn unzigzag(value: u64) -> i32 {
    let value = value as u32;
    (value >> 1) as i32 ^ -((value & 1) as i32)
}
