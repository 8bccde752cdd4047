//! Stipple: single pixels, as far apart as an option says. What a newcomer would write to add a tool of one press.

use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;

/// Pixels that are set under way.
#[derive(Debug)]
pub(super) struct Stipple {
    pen: Pen,
    /// The last pixel that was set.
    last: Point,
    apart: u32,
}

impl Gesture for Stipple {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let mut pen = Pen::new(document, &drag.setup, drag.from)?;
        pen.dab(document, drag.from)?;
        Ok(Box::new(Stipple { pen, last: drag.from, apart: drag.setup.options.gap }))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let at = drag.now.at;
        if at.x.abs_diff(self.last.x).max(at.y.abs_diff(self.last.y)) < self.apart {
            return Ok(());
        }
        self.last = at;
        self.pen.dab(document, at)
    }
}
