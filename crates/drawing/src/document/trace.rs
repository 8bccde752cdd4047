//! Traces: where, in what colour, on which layer and frame a step was made.
//!
//! A list of steps shows where each of them was without opening any. So a commit's header carries in its extra bytes the rectangle of its
//! pixels, the cursor's colour, and the layers and frames. Undo shows the layer and the frame that were worked on before a step, redo
//! those that were worked on after it. Their places in the stack are of no use for that, since the step itself may have moved them;
//! their ids are.
//!
//! The invariant: ids are never given twice, so a trace names one layer or none.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Trace}, geometry::Rect};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.fill_span(Cel::default(), 3, 2..3, Color::BLACK)?;
//! let commit = document.commit("Dot", Color::ADDED, 0)?.ok_or(undoodle_drawing::Error::Idle)?;
//! let trace = Trace::of(&commit.header());
//! assert_eq!((trace.rect, trace.color), (Rect::new(2, 3, 1, 1), Color::ADDED));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::{Cel, Document, Footprint, StepKind};
use crate::color::Color;
use crate::geometry::Rect;
use crate::history::{CommitId, Header};

/// The most bytes of a trace: six numbers of 32 bits, a colour, a kind, and the number of a commit. On any canvas it is at most 37, and
/// a header has room for a footprint behind it.
const MOST: usize = 6 * 5 + 4 + 1 + 10;

/// Ids of a layer and a frame.
pub(super) type Ids = (u16, u16);

/// What a step's header says of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Trace {
    /// Union of the rectangles that the action made dirty, in pixels of the canvas.
    pub rect: Rect,
    /// Cursor colour: blue if the action adds, red if it removes.
    pub color: Color,
    /// What it is to a list of steps.
    pub kind: StepKind,
    /// The step that it is about: the one that it took back, or the last one of the branch that it merged, which is its second parent.
    pub about: Option<CommitId>,
    /// What was worked on before it.
    pub(super) before: Ids,
    /// What is worked on after it.
    pub(super) after: Ids,
}

impl Default for Trace {
    fn default() -> Trace {
        Trace {
            rect: Rect::EMPTY,
            color: Color::ADDED,
            kind: StepKind::Plain,
            about: None,
            before: (0, 0),
            after: (0, 0),
        }
    }
}

impl Trace {
    /// Creates the trace of a rectangle in a colour, on no layer or frame.
    pub fn new(rect: Rect, color: Color) -> Trace {
        Trace { rect, color, ..Trace::default() }
    }

    /// Returns the id of the frame that was worked on before the step.
    pub fn frame_before(&self) -> u16 {
        self.before.1
    }

    /// Returns what a header says, or the default if its extra bytes are no trace.
    pub fn of(header: &Header<'_>) -> Trace {
        Trace::read(&header.extra).unwrap_or_default()
    }

    /// Returns a header's extra bytes behind the trace: a footprint, or nothing.
    pub(super) fn rest(extra: &[u8]) -> Option<&[u8]> {
        Trace::split(extra).map(|(_, rest)| rest)
    }

    fn read(extra: &[u8]) -> Option<Trace> {
        let (trace, rest) = Trace::split(extra)?;
        Footprint::read(rest).map(|_| trace)
    }

    fn split(mut extra: &[u8]) -> Option<(Trace, &[u8])> {
        let extra = &mut extra;
        let mut side = || number32(extra).map(|value| (value >> 1) as i32 ^ -((value & 1) as i32));
        let rect = Rect { x: side()?, y: side()?, width: side()?, height: side()? };
        let (color, rest) = extra.split_first_chunk()?;
        *extra = rest;
        let color = Color { bytes: *color };
        let (layer, frame) = (number32(extra)?, number32(extra)?);
        // A step without a kind is written as it was before there were kinds.
        let kind = StepKind::numbered(if extra.is_empty() { 0 } else { number32(extra)? });
        let about = if kind.is_about_another() { Some(CommitId(number(extra)?)) } else { None };
        let ids = |shift: u32| ((layer >> shift) as u16, (frame >> shift) as u16);
        Some((Trace { rect, color, kind, about, before: ids(0), after: ids(16) }, *extra))
    }

    /// Returns it as a header's extra bytes with those of a footprint behind it.
    pub(super) fn extra_with(&self, footprint: &[u8]) -> Vec<u8> {
        let mut bytes = self.extra().to_vec();
        // What stands behind the ids is a kind.
        bytes.extend((self.kind == StepKind::Plain).then_some(0));
        bytes.extend_from_slice(footprint);
        bytes
    }

    /// Returns it as a header's extra bytes: the rectangle's four sides, whose sign is their last bit, the colour, and the ids of layers and
    /// frames, those before in the lower half of a number, those after in the upper, the kind, if it has one, and the step that it is
    /// about, if its kind is about another one; numbers as LEB128.
    pub fn extra(&self) -> Extra {
        let Trace { rect: Rect { x, y, width, height }, color, kind, about, before, after } = *self;
        let mut extra = Extra { bytes: [0; MOST], len: 0 };
        for side in [x, y, width, height] {
            extra.number(((side << 1 ^ side >> 31) as u32).into());
        }
        color.bytes.into_iter().for_each(|byte| extra.put(byte));
        for (before, after) in [(before.0, after.0), (before.1, after.1)] {
            extra.number(u64::from(after) << 16 | u64::from(before));
        }
        if kind != StepKind::Plain {
            extra.number(kind as u64);
        }
        if kind.is_about_another() {
            extra.number(about.map_or(0, |CommitId(id)| id));
        }
        extra
    }
}

/// A trace as bytes, for a header.
#[derive(Clone, Copy, Debug)]
pub struct Extra {
    bytes: [u8; MOST],
    len: usize,
}

impl Extra {
    fn put(&mut self, byte: u8) {
        self.bytes[self.len] = byte;
        self.len += 1;
    }

    fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.put(number as u8 | 0x80);
            number >>= 7;
        }
        self.put(number as u8);
    }
}

impl std::ops::Deref for Extra {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.bytes[..self.len]
    }
}

/// Decodes the LEB128 number of 64 bits at the front and removes it.
fn number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..70).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Decodes a number of 32 bits at the front and removes it. Bits beyond are cut.
pub(super) fn number32(bytes: &mut &[u8]) -> Option<u32> {
    let before = bytes.len();
    let found = number(bytes)?;
    (before - bytes.len() <= 5).then_some(found as u32)
}

/// Returns the ids of a cel's layer and frame.
pub(super) fn ids(document: &Document, cel: Cel) -> Ids {
    (document.layer_id(cel.layer).unwrap_or(0), document.frame_id(cel.frame).unwrap_or(0))
}

impl Document {
    /// Notes on which cel the open action is made.
    pub fn about(&mut self, cel: Cel) {
        let ids = ids(self, cel);
        self.marks = [ids, ids];
    }

    /// Notes which cel is worked on after the open action.
    pub fn lead_to(&mut self, cel: Cel) {
        self.marks[1] = ids(self, cel);
    }

    /// Returns the indices of the layer and the frame that were worked on after a step, each `None` if it is gone. A step that changes slices is on no
    /// layer.
    pub fn layer_and_frame_of(&self, header: &Header<'_>) -> (Option<u32>, Option<u32>) {
        let Trace { after: (layer, frame), kind, .. } = Trace::of(header);
        (self.layer_at(layer).filter(|_| kind != StepKind::Slices), self.frame_at(frame))
    }

    /// Returns the cels that were worked on before and after a step, as far as they exist; the first
    /// layer or frame stands in for those that don't.
    pub fn cels_of(&self, header: &Header<'_>) -> (Cel, Cel) {
        let cel = |(layer, frame): Ids| Cel {
            layer: self.layer_at(layer).unwrap_or(0),
            frame: self.frame_at(frame).unwrap_or(0),
        };
        let Trace { before, after, .. } = Trace::of(header);
        (cel(before), cel(after))
    }
}
