//! Moving: takes up what is selected, or the whole cel, and carries it along.
//!
//! What is moved floats above its cel, so nothing is lost at the canvas's edge; while strokes wrap, it goes on at the other side. Without a
//! selection it lands as soon as the pointer goes up. If Alt is held at the press, a copy stays where it was.

use super::gesture::{Drag, Gesture};
use crate::document::{Document, Needs, StepKind};
use crate::error::Result;
use crate::geometry::Point;

/// A move under way.
#[derive(Debug)]
pub(super) struct Move {
    last: Point,
    /// Whether the pixels have left their place.
    lifted: bool,
}

impl Gesture for Move {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        document.check(drag.setup.cel, Needs::Alpha)?;
        Ok(Box::new(Move { last: drag.now.at, lifted: false }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let to = drag.now.at;
        let (dx, dy) = (to.x.saturating_sub(self.last.x), to.y.saturating_sub(self.last.y));
        self.last = to;
        if (dx, dy) == (0, 0) {
            return Ok(());
        }
        if !self.lifted {
            document.lift(drag.setup.cel)?;
            if drag.pressed.held.alt {
                document.stamp_floating()?;
            }
            self.lifted = true;
        }
        document.wrap_floating(drag.setup.options.wrap)?;
        document.move_floating(dx, dy)
    }

    fn finish(&mut self, document: &mut Document, _: &Drag) -> Result<()> {
        // What was moved without being selected has arrived.
        if self.lifted && document.selection().is_none() { document.land() } else { Ok(()) }
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }

    fn kind(&self) -> StepKind {
        StepKind::Moves
    }

    fn label(&self, _: &Drag) -> &'static str {
        "Move"
    }
}
