//! Gradients: both colours over all that is selected, one passing into the other along the drag.

use super::gesture::{Drag, Gesture};
use super::ink::Ink;
use super::pen::Pen;
use crate::document::Document;
use crate::error::Result;
use crate::geometry::Point;
use crate::raster::{Gradient, Mixer, snap};

/// A gradient under way.
#[derive(Debug)]
pub(super) struct Grade {
    /// Tells which place a mirrored or wrapped pixel stands for.
    pen: Pen,
    mixer: Mixer,
}

impl Gesture for Grade {
    fn begin(document: &mut Document, drag: &Drag) -> Result<Box<dyn Gesture>> {
        let (options, (first, second)) = (&drag.setup.options, drag.setup.colors);
        let gradient = Gradient { from: drag.from, to: drag.from, shape: options.gradient };
        let mixer = Mixer::new(gradient, options.dither, first, second);
        let mut grade = Grade { pen: Pen::new(document, &drag.setup, drag.from)?, mixer };
        grade.draw(document, drag)?;
        Ok(Box::new(grade))
    }

    fn extend(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        if !covers_itself(document, drag) {
            drag.begin_again(document)?;
        }
        self.draw(document, drag)
    }

    fn is_told_by_ends(&self) -> bool {
        true
    }
}

/// Returns `true` if drawing once more hides what the sample before drew, so that nothing need be taken
/// back.
///
/// A gradient covers the pixels that it covered before. Only on a layer that keeps its alpha a colour
/// without any leaves what is there, which must be what was there at the beginning.
fn covers_itself(document: &Document, drag: &Drag) -> bool {
    let (first, second) = drag.setup.colors;
    let seen = !first.is_transparent() && !second.is_transparent();
    let keeps = document.layer(drag.setup.cel.layer).is_ok_and(|layer| layer.alpha_locked);
    !drag.is_click() && (seen || !keeps)
}

impl Grade {
    fn draw(&mut self, document: &mut Document, drag: &Drag) -> Result<()> {
        let (from, options) = (drag.from, &drag.setup.options);
        let to = if drag.now.held.shift { snap(from, drag.now.at) } else { drag.now.at };
        if from == to {
            return Ok(());
        }
        let Grade { pen, mixer } = self;
        mixer.turn(Gradient { from, to, shape: options.gradient });
        let around = document.selection().unwrap_or(document.bounds());
        // Axes and tiles fold columns and rows each by themselves.
        let place = |x: i32, y: i32| {
            let at = pen.original(Point::new(x, y), from);
            (f64::from(at.x) - f64::from(from.x), f64::from(at.y) - f64::from(from.y))
        };
        let columns: Vec<f64> = (around.x..around.right()).map(|x| place(x, around.y).0).collect();
        document.edit_rows(drag.setup.cel, around, &mut |x, y, row| {
            let columns = &columns[(x - around.x) as usize..][..row.len()];
            mixer.row(columns, place(around.x, y).1, (x, y), |i, color| {
                row[i] = if options.lock_alpha { Ink::LockAlpha(color).apply(x, y, row[i]) } else { color };
            });
        })
    }
}
