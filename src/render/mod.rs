//! Document and view to device pixels.
//!
//! The page shows what this makes, at the device's own resolution, so no browser
//! scaling can blur it: a document pixel is a square of whole device pixels, or
//! a device pixel shows one of a whole number of document pixels. Transparency
//! is shown over a checkerboard whose cells are whole document pixels, and from
//! 8 device pixels on a grid lies over the first row and column of each pixel.
//!
//! The invariant: what a rectangle shows does not depend on the rectangle, so
//! repainting only damage gives the same picture as repainting everything.
//!
//! ```
//! use undoodle::{document::Document, geometry::Rect, render::{View, Zoom, render}};
//! let document = Document::new(2, 2)?;
//! let mut view = View::new(8, 8);
//! view.zoom = Zoom::times(4);
//! let mut out = Vec::new();
//! render(&document, &view, Rect::new(0, 0, 8, 8), &mut out);
//! assert_eq!(out.len(), 8 * 8 * 4);
//! assert_eq!(out[3], 255, "the checkerboard is opaque");
//! # Ok::<(), undoodle::Error>(())
//! ```

mod view;

pub use view::{View, Zoom};

use crate::color::Color;
use crate::document::Document;
use crate::geometry::Rect;

/// The checkerboard's two greys.
const CHECKER: [Color; 2] = [Color::rgba(0xff, 0xff, 0xff, 255), Color::rgba(0xd9, 0xdc, 0xe1, 255)];

/// A checkerboard's cell has at least this many device pixels a side.
const CELL: i32 = 16;

/// The grid's lines, laid over the picture.
const GRID: Color = Color::rgba(0x60, 0x66, 0x70, 0x3c);

/// The least zoom at which the grid is shown, in device pixels per pixel.
const GRID_FROM: i32 = 8;

/// Renders a rectangle of the viewport (device pixels) as RGBA, row by row.
///
/// What lies outside the document is transparent.
pub fn render(document: &Document, view: &View, rect: Rect, out: &mut Vec<u8>) {
    out.clear();
    out.resize(rect.width.max(0) as usize * rect.height.max(0) as usize * 4, 0);
    let shown = view.device_rect(document.bounds()).intersect(rect);
    if shown.is_empty() {
        return;
    }
    let grid = view.grid && view.zoom.up() >= GRID_FROM;
    let columns = columns(document, view, shown);
    let mut pixels = vec![Color::TRANSPARENT; columns.reach];
    let mut line = vec![0u8; shown.width as usize * 4];
    let mut lined = line.clone();
    let mut rendered = None;
    for y in shown.y..shown.bottom() {
        let row = view.sample_y(y).min(document.bounds().height - 1);
        if rendered != Some(row) {
            rendered = Some(row);
            document.read_row(columns.first, row as u32, &mut pixels);
            for ((at, device), lined) in
                columns.at.iter().zip(line.as_chunks_mut::<4>().0).zip(lined.as_chunks_mut::<4>().0)
            {
                let column = columns.first as i32 + *at as i32;
                let cell = (column / columns.cell + row / columns.cell) as usize & 1;
                let color = pixels[*at].over(CHECKER[cell]);
                *device = color.bytes;
                *lined = GRID.over(color).bytes;
            }
            if grid {
                for (x, device) in (shown.x..).zip(line.as_chunks_mut::<4>().0) {
                    if (x - view.origin.x) % view.zoom.up() == 0 {
                        let [r, g, b, a] = *device;
                        *device = GRID.over(Color::rgba(r, g, b, a)).bytes;
                    }
                }
            }
        }
        let edge = grid && (y - view.origin.y) % view.zoom.up() == 0;
        let start = ((y - rect.y) * rect.width + shown.x - rect.x) as usize * 4;
        out[start..start + line.len()].copy_from_slice(if edge { &lined } else { &line });
    }
}

/// Which document pixel each device column shows.
struct Columns {
    /// The first document column that is read.
    first: u32,
    /// By device column: the offset from the first.
    at: Vec<usize>,
    /// The number of document columns that are read.
    reach: usize,
    /// The side of a checkerboard's cell in document pixels.
    cell: i32,
}

fn columns(document: &Document, view: &View, shown: Rect) -> Columns {
    let last = document.bounds().width - 1;
    let first = view.sample_x(shown.x).min(last);
    let at: Vec<usize> =
        (shown.x..shown.right()).map(|x| (view.sample_x(x).min(last) - first) as usize).collect();
    let reach = at.last().map_or(0, |last| last + 1);
    let cell = (CELL * view.zoom.down() + view.zoom.up() - 1) / view.zoom.up();
    Columns { first: first as u32, at, reach, cell }
}
