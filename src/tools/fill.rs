//! Fill: paints the area of the pressed pixel's colour, and of its mirror images, as far as the selection reaches.

use super::area::filled;
use super::gesture::{Drag, Gesture};
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::raster::TileMask;

/// A fill, which is done with the press.
#[derive(Debug)]
pub(super) struct Fill;

impl Gesture for Fill {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let (setup, at) = (&drag.setup, drag.now.at);
        let pen = Pen::new(document, setup, at)?;
        // All areas are found before any is painted, or the second would find the first one's colour.
        let mut areas: Vec<TileMask> = Vec::new();
        for at in pen.images(at) {
            if !areas.iter().any(|area| area.contains(at.x, at.y)) {
                areas.extend(filled(document, setup.cel, &setup.options, at)?);
            }
        }
        pen.areas(document, areas.iter().flat_map(|area| area.areas()))?;
        Ok(Box::new(Fill))
    }

    fn extend(&mut self, _: &mut Document, _: &Drag) -> Result<()> {
        Ok(())
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }
}
