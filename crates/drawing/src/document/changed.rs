//! The pixels that undo or redo is about to change.
//!
//! Problem: a stroke over a large canvas is thousands of runs of pixels, and to list, count and repaint each of them takes longer
//! than its exchange. Idea: what changes no bases is kept as bits, a word for each row of a tile, of which numbers and boxes
//! come by counting bits. What changes bases, such as a fill, is few rectangles.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(30, 5, 4, 2), Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! document.undo()?;
//! assert_eq!((document.moved().pixels, document.moved().rect), (Some(8), Rect::new(30, 5, 4, 2)), "in two tiles");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::exact::{Exact, Marked, Marks, Subject, Touched, is_image};
use super::moved::area;
use super::travel::gathered;
use crate::geometry::Rect;

/// The pixels that a step changes: tiles, or rectangles if it changes bases, too.
#[derive(Debug)]
pub(super) enum Changed {
    Tiles(Marks),
    Rects(Exact),
}

impl Changed {
    /// Whether links change.
    pub fn links(&self) -> bool {
        match self {
            Changed::Tiles(marks) => marks.links,
            Changed::Rects(exact) => exact.links,
        }
    }

    /// Returns the number of changed pixels of cels.
    pub fn pixels(&self) -> u64 {
        match self {
            Changed::Tiles(marks) => {
                marks.tiles.iter().filter(|marked| is_image(marked.tree)).map(Marked::count).sum()
            }
            Changed::Rects(exact) => {
                let cels = |plane: &&Touched| matches!(plane.subject, Subject::Image { .. });
                exact.planes.iter().filter(cels).flat_map(|plane| &plane.rects).copied().map(area).sum()
            }
        }
    }

    /// Returns few boxes around all changed pixels, or `None` if anything else than pixels of cels changes.
    pub fn boxes(&self) -> Option<Vec<Rect>> {
        match self {
            Changed::Tiles(marks) => {
                let cels = !marks.records && marks.tiles.iter().all(|marked| is_image(marked.tree));
                cels.then(|| gathered(marks.tiles.iter().map(Marked::around)))
            }
            Changed::Rects(exact) => {
                let image = |plane: &Touched| matches!(plane.subject, Subject::Image { .. });
                let cels = !exact.records && exact.planes.iter().all(image);
                cels.then(|| gathered(exact.planes.iter().flat_map(|plane| plane.rects.iter().copied())))
            }
        }
    }
}
