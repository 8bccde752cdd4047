//! The silhouette of a step: the pixels that it changed, scaled to a thumbnail.
//!
//! A commit's bytes say which pixels it changed, so its thumbnail is drawn from these alone,
//! wherever the history stands. Each cell of the thumbnail gets the part of it that is covered. A line
//! one pixel wide stays visible however small it becomes, since no cell that is touched is fainter
//! than [`FAINTEST`].
//!
//! Steps so large that finding their pixels would be a pause are drawn as their header's rectangle.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(5, 5, 2, 4), Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! let commit = document.history().done().next().unwrap();
//! let cells = document.silhouette(&commit, (8, 4))?.unwrap();
//! assert_eq!(cells[..8], [0, 0, 0, 255, 255, 0, 0, 0]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::moved::LARGE;
use super::{Document, Subject};
use crate::error::Result;
use crate::geometry::Rect;
use crate::history::{Commit, Place};

/// Coverage of the faintest cell that is touched, of 1.
const FAINTEST: f64 = 0.5;

/// Number of pixels that the width of a thumbnail shows at least, so that a dot does not fill it.
const WIDEST: f64 = 8.0;

/// Returns the scale and the offsets that fit a rectangle into the middle of a thumbnail.
fn fit(around: Rect, (width, height): (u32, u32)) -> (f64, f64, f64) {
    let (width, height) = (f64::from(width), f64::from(height));
    let (across, down) = (f64::from(around.width), f64::from(around.height));
    let scale = (width / across).min(height / down).min((width / WIDEST).max(1.0));
    // Enlarged pixels are squares of whole cells.
    let scale = if scale > 1.0 { scale.floor() } else { scale };
    let middle = |room: f64, taken: f64| ((room - taken * scale) / 2.0).floor().max(0.0);
    (scale, middle(width, across), middle(height, down))
}

/// Returns the cells that lie between two places at least in part, each with the part.
fn parts(from: f64, to: f64, most: u32) -> impl Iterator<Item = (usize, f64)> + Clone {
    let last = (to.ceil() as usize).min(most as usize);
    (from as usize..last).map(move |cell| (cell, to.min(cell as f64 + 1.0) - from.max(cell as f64)))
}

impl Document {
    /// Draws the pixels that a commit changed into a thumbnail of `size` cells, and returns the coverage of each, from 0 to
    /// 255, row by row. The rectangle around the pixels fills the thumbnail, in its aspect ratio.
    ///
    /// Shows changed pixels of cels or, if there are none, those of the selection and what floats. Returns `None` if the
    /// commit changed no pixel of the canvas, or if its bytes lie on a disk only.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the list of changed pixels can't be allocated or a
    /// packed commit can't be opened.
    pub fn silhouette(&self, commit: &Commit<'_>, size: (u32, u32)) -> Result<Option<Vec<u8>>> {
        if commit.place() == Place::Disk {
            return Ok(None);
        }
        let rects = if commit.bytes() as u64 > LARGE || commit.covered() > LARGE {
            vec![commit.header().rect.intersect(self.bounds())]
        } else {
            let planes = self.exact(commit)?.planes;
            let cels = planes.iter().any(|plane| matches!(plane.subject, Subject::Image { .. }));
            let shown =
                planes.into_iter().filter(|plane| matches!(plane.subject, Subject::Image { .. }) == cels);
            shown.flat_map(|plane| plane.rects).map(|rect| rect.intersect(self.bounds())).collect()
        };
        let around = rects.iter().copied().fold(Rect::EMPTY, Rect::union);
        if around.is_empty() {
            return Ok(None);
        }
        let (scale, left, top) = fit(around, size);
        let mut covered = vec![0.0f64; size.0 as usize * size.1 as usize];
        for rect in rects.iter().filter(|rect| !rect.is_empty()) {
            let place = |at: i32, from: i32, offset: f64| f64::from(at - from) * scale + offset;
            let x = parts(place(rect.x, around.x, left), place(rect.right(), around.x, left), size.0);
            let y = parts(place(rect.y, around.y, top), place(rect.bottom(), around.y, top), size.1);
            for (row, high) in y {
                for (column, wide) in x.clone() {
                    covered[row * size.0 as usize + column] += high * wide;
                }
            }
        }
        let level = |covered: &f64| {
            if *covered > 0.0 { (covered.sqrt().clamp(FAINTEST, 1.0) * 255.0).round() as u8 } else { 0 }
        };
        Ok(Some(covered.iter().map(level).collect()))
    }
}
