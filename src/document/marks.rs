//! Marks: on which layer and frame a step was made, and which it led to.
//!
//! Undo shows the layer and the frame that were worked on before a step, redo those that
//! were worked on after it. Their places in the stack are of no use for that, since the step
//! itself may have moved them. So a commit's header has their ids, two in each of its
//! numbers: the one before in the lower half, the one after in the upper.
//!
//! The invariant: ids are never given twice, so a mark names one layer or none.

use super::{Cel, Document};
use crate::history::Header;

/// Ids of layers and frames, before and after an action.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Marks {
    before: (u16, u16),
    after: (u16, u16),
}

/// Returns the ids of a cel's layer and frame.
fn ids(document: &Document, cel: Cel) -> (u16, u16) {
    (document.layer_id(cel.layer).unwrap_or(0), document.frame_id(cel.frame).unwrap_or(0))
}

impl Marks {
    /// Returns the marks of an action that stays on its cel.
    pub(super) fn at(document: &Document, cel: Cel) -> Marks {
        let ids = ids(document, cel);
        Marks { before: ids, after: ids }
    }

    /// Returns them as a header keeps them: layers, then frames.
    pub(super) fn packed(self) -> (u32, u32) {
        let pack = |before: u16, after: u16| u32::from(after) << 16 | u32::from(before);
        (pack(self.before.0, self.after.0), pack(self.before.1, self.after.1))
    }
}

impl Document {
    /// Notes on which cel the open action is made.
    pub fn about(&mut self, cel: Cel) {
        self.marks = Marks::at(self, cel);
    }

    /// Notes which cel is worked on after the open action.
    pub fn lead_to(&mut self, cel: Cel) {
        self.marks.after = ids(self, cel);
    }

    /// Returns the indices of the layer and the frame that were worked on after a step, each `None` if it is gone.
    pub fn layer_and_frame_of(&self, header: &Header<'_>) -> (Option<u32>, Option<u32>) {
        (self.layer_at((header.layer >> 16) as u16), self.frame_at((header.frame >> 16) as u16))
    }

    /// Returns the cels that were worked on before and after a step, as far as they exist; the first
    /// layer or frame stands in for those that don't.
    pub fn cels_of(&self, header: &Header<'_>) -> (Cel, Cel) {
        let cel = |layer: u32, frame: u32| Cel {
            layer: self.layer_at(layer as u16).unwrap_or(0),
            frame: self.frame_at(frame as u16).unwrap_or(0),
        };
        (cel(header.layer, header.frame), cel(header.layer >> 16, header.frame >> 16))
    }
}
