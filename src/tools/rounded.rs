//! Rectangles with rounded corners, by one drag.

use super::gesture::Drag;
use super::pen::Pen;
use super::shapes::{Figure, around, edges};
use crate::document::Document;
use crate::error::Result;
use crate::raster::Rounded;

/// A rounded rectangle.
#[derive(Debug)]
pub(super) struct Softened;

impl Figure for Softened {
    fn draw(pen: &mut Pen, document: &mut Document, drag: &Drag) -> Result<()> {
        let rounded = Rounded::new(around(drag), drag.setup.options.radius);
        match drag.setup.options.filled {
            true => pen.spans(document, |rows| Ok(rounded.spans(rows))),
            false => edges(pen, document, |rows| rounded.outline(rows)),
        }
    }
}
