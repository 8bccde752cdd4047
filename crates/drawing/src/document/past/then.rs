//! A cel as it was at a state: what a region is given back from, and what the history brush paints with.
//!
//! Both want pixels of one cel alone, square by square as they come to them, and both can only have them where a pixel of then has its place
//! now: on a canvas of the same size and at the same place, on the same layer and in the same frame, wherever these have been moved since. So whether that is so is asked once, when it
//! is looked at, and what was not asked for yet is read in blocks.
//!
//! The invariant: a pixel that was asked for is what was seen of the cel then, with what floated above it.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(64, 64)?, Cel::default());
//! for color in [Color::ADDED, Color::BLACK] {
//!     document.begin(1)?;
//!     document.fill_rect(cel, Rect::new(3, 3, 9, 9), color)?;
//!     document.commit("Fill", color, 0)?;
//! }
//! let first = document.history().done().last().map(|step| step.id()).unwrap();
//! let mut then = document.then(first, cel)?;
//! then.ask(&document, Rect::new(4, 4, 1, 1))?;
//! assert_eq!(then.picture().pixel(4, 4), Color::ADDED);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::{Asked, Past};
use crate::document::drawing::info::{FLOATING, info};
use crate::document::{Cel, Document, Picture};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::history::CommitId;

/// Side of the blocks that are asked for, in pixels.
const BLOCK: i32 = 128;

/// A cel as it was at a state of a history, as far as it was asked for.
#[derive(Debug)]
pub struct Then {
    past: Past,
    /// The cel by its place among the layers and frames of that time.
    cel: Cel,
}

impl Document {
    /// Looks at a cel as it was at a state.
    ///
    /// # Errors
    /// As [`past`](Document::past), [`Error::Range`] when there is no such cel now, and [`Error::Refused`] when its layer or its frame did not
    /// exist then, or the canvas had another size or lay elsewhere.
    pub fn then(&self, at: CommitId, cel: Cel) -> Result<Then> {
        self.then_of(self.past(at)?, cel)
    }

    fn then_of(&self, past: Past, cel: Cel) -> Result<Then> {
        self.plane_of(cel)?;
        let (drawing, [layer, frame]) = (past.drawing(), self.ids_of(cel));
        let refused = |what, name, why| Error::Refused { what, name, why };
        let gone = "it did not exist then";
        let name = || Ok::<_, Error>(self.layer(cel.layer)?.name.as_str().into());
        let Some(layer) = drawing.layer_at(layer) else { return Err(refused("layer", name()?, gone)) };
        let Some(frame) = drawing.frame_at(frame) else {
            return Err(refused("frame", (cel.frame + 1).into(), gone));
        };
        let (width, height) = drawing.size();
        let size = || format!("{width}×{height}").as_str().into();
        if drawing.size() != self.size() {
            return Err(refused("canvas", size(), "it had this size then, and has another one now"));
        }
        if drawing.corner() != self.corner() {
            return Err(refused("canvas", size(), "its edges lay elsewhere then"));
        }
        Ok(Then { past, cel: Cel { layer, frame } })
    }
}

impl Then {
    /// Returns the number of the commit that led to the state.
    pub fn at(&self) -> CommitId {
        self.past.at()
    }

    /// Returns the number of bytes that it holds.
    pub fn bytes(&self) -> usize {
        self.past.bytes()
    }

    /// Goes on to a cel at another state. What was asked for of the same plane is there again.
    ///
    /// # Errors
    /// As [`Document::then`].
    pub fn turn(mut self, document: &Document, at: CommitId, cel: Cel) -> Result<Then> {
        self.past.turn(document, at)?;
        document.then_of(self.past, cel)
    }

    /// Asks for the pixels in a rectangle, which is clipped to the canvas, and for those around it.
    ///
    /// # Errors
    /// As [`Document::past`]. Nothing has changed then.
    pub fn ask(&mut self, document: &Document, rect: Rect) -> Result<()> {
        let rect = rect.intersect(document.bounds());
        if rect.is_empty() {
            return Ok(());
        }
        let (x, y) = (rect.x / BLOCK * BLOCK, rect.y / BLOCK * BLOCK);
        let end = |at: i32| (at + BLOCK - 1) / BLOCK * BLOCK;
        let around = Rect::new(x, y, end(rect.right()) - x, end(rect.bottom()) - y);
        self.past.show_cel(document, self.cel, around)
    }

    /// Checks that all of the cel can be had from memory, whichever pixels will be asked for.
    ///
    /// # Errors
    /// Returns [`Error::Away`] or [`Error::Unreadable`] when a step that matters is not in memory, [`Error::Gone`] when the state is not in
    /// the history any more, and [`Error::OutOfMemory`].
    pub fn check(&self, document: &Document) -> Result<()> {
        let mut asked = Asked::default();
        let drawing = self.past.drawing();
        asked.plane(drawing.plane_of(self.cel)?, drawing.bounds(), drawing.window(), &Asked::default());
        if info(&drawing.door).floating == 1 {
            asked.trees.insert(FLOATING);
        }
        let (_, wanted) = asked.told()?;
        let touching = document.index.touching(&wanted);
        document.history().origin_of(self.at(), &|id| touching.has(id))?;
        Ok(())
    }

    /// Returns the cel as it was. Only what was asked for may be read.
    pub fn picture(&self) -> Picture<'_> {
        self.past.drawing().cel_picture(self.cel)
    }
}
