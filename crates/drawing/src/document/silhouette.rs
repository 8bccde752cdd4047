//! The silhouette of a step: the pixels that it changed, scaled to a thumbnail.
//!
//! A commit's bytes say which pixels it changed, so its thumbnail is drawn from these alone,
//! wherever the history stands. Each cell of the thumbnail gets the part of it that is covered. A line
//! one pixel wide stays visible however small it becomes, since no cell that is touched is fainter
//! than [`FAINTEST`].
//!
//! A cell has the colour that the step gave to one of its pixels. What the step erased, what only selects, and what is too
//! far away in the history has the step's own colour. Steps so large that finding their pixels would be a pause are drawn
//! as their header's rectangle.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(64, 64)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(5, 5, 2, 4), Color::BLACK)?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! let commit = document.history().done().next().unwrap();
//! let cells = document.silhouette(&commit, (8, 4))?.unwrap();
//! assert_eq!(cells[2..4], [Color::TRANSPARENT, Color::BLACK]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Trace;
use super::drawing::info::cel_plane;
use super::moved::LARGE;
use super::{Document, Subject};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::{Point, Rect};
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

/// A cell of a thumbnail: how much of it is covered, and a pixel of it with the plane that this lies in.
#[derive(Clone, Copy, Default)]
struct Cell {
    covered: f64,
    /// How much of the cell the pixel's rectangle covers.
    most: f64,
    pixel: Option<(u32, Point)>,
}

/// Returns the number of a plane, if it is an image.
fn image(subject: Subject) -> Option<u32> {
    match subject {
        Subject::Image { layer, name } => Some(cel_plane(layer, name)),
        _ => None,
    }
}

/// Covers the cells of a thumbnail that a rectangle lies in.
fn cover(cells: &mut [Cell], size: (u32, u32), around: Rect, (plane, rect): (Option<u32>, Rect)) {
    let (scale, left, top) = fit(around, size);
    let place = |at: i32, from: i32, offset: f64| f64::from(at - from) * scale + offset;
    let x = parts(place(rect.x, around.x, left), place(rect.right(), around.x, left), size.0);
    let y = parts(place(rect.y, around.y, top), place(rect.bottom(), around.y, top), size.1);
    let pixel = |cell: usize, offset: f64, from: i32| ((cell as f64 + 0.5 - offset) / scale) as i32 + from;
    for (row, high) in y {
        for (column, wide) in x.clone() {
            let cell = &mut cells[row * size.0 as usize + column];
            cell.covered += high * wide;
            if high * wide > cell.most {
                let at = (pixel(column, left, around.x), pixel(row, top, around.y));
                let (x, y) = (at.0.clamp(rect.x, rect.right() - 1), at.1.clamp(rect.y, rect.bottom() - 1));
                (cell.most, cell.pixel) = (high * wide, plane.map(|plane| (plane, Point { x, y })));
            }
        }
    }
}

impl Document {
    /// Draws the pixels that a commit changed into a thumbnail of `size` cells, row by row. The rectangle around the pixels
    /// fills the thumbnail, in its aspect ratio; the alpha of a cell is how much of it is covered.
    ///
    /// Shows changed pixels of cels or, if there are none, those of the selection and what floats. Returns `None` if the
    /// commit changed no pixel of the canvas, or if its bytes lie on a disk only.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the list of changed pixels can't be allocated or a
    /// packed commit can't be opened.
    pub fn silhouette(&self, commit: &Commit<'_>, size: (u32, u32)) -> Result<Option<Vec<Color>>> {
        if commit.place() == Place::Disk {
            return Ok(None);
        }
        let trace = Trace::of(&commit.header());
        let inside = |rect: Rect| Some(rect.intersect(self.bounds())).filter(|rect| !rect.is_empty());
        let rects: Vec<(Option<u32>, Rect)> = if commit.bytes() as u64 > LARGE || commit.covered() > LARGE {
            inside(trace.rect).map(|rect| (None, rect)).into_iter().collect()
        } else {
            let planes = self.exact(commit)?.planes;
            let cels = planes.iter().any(|plane| image(plane.subject).is_some());
            let shown = planes.into_iter().map(|plane| (image(plane.subject), plane.rects));
            let shown = shown.filter(|(plane, _)| plane.is_some() == cels);
            shown
                .flat_map(|(plane, rects)| {
                    rects.into_iter().filter_map(inside).map(move |rect| (plane, rect))
                })
                .collect()
        };
        let around = rects.iter().fold(Rect::EMPTY, |around, (_, rect)| around.union(*rect));
        if around.is_empty() {
            return Ok(None);
        }
        let mut cells = vec![Cell::default(); size.0 as usize * size.1 as usize];
        rects.into_iter().for_each(|rect| cover(&mut cells, size, around, rect));
        Ok(Some(self.colored(commit, trace.color, &cells)))
    }

    /// Gives cells the colours that a step gave to their pixels, or else its own.
    fn colored(&self, commit: &Commit<'_>, own: Color, cells: &[Cell]) -> Vec<Color> {
        let level = |covered: f64| (covered.sqrt().clamp(FAINTEST, 1.0) * 255.0).round() as u8;
        let faded = |cell: &Cell, Color { bytes: [r, g, b, _] }| match cell.covered > 0.0 {
            true => Color::rgba(r, g, b, level(cell.covered)),
            false => Color::TRANSPARENT,
        };
        let mut drawn: Vec<Color> = cells.iter().map(|cell| faded(cell, own)).collect();
        let mut planes: Vec<u32> =
            cells.iter().filter_map(|cell| cell.pixel).map(|(plane, _)| plane).collect();
        planes.sort_unstable();
        planes.dedup();
        for plane in planes {
            let places = || (0..).zip(cells).filter_map(|(i, cell)| Some((i, cell.pixel?)));
            let (at, pixels): (Vec<usize>, Vec<Point>) =
                places().filter(|(_, (other, _))| *other == plane).map(|(i, (_, pixel))| (i, pixel)).unzip();
            let Some(colors) = self.colors_after(commit, plane, &pixels) else { continue };
            for (i, color) in at.into_iter().zip(colors) {
                if !color.is_transparent() {
                    drawn[i] = faded(&cells[i], color);
                }
            }
        }
        drawn
    }
}
