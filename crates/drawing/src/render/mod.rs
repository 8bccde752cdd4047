//! Document and view to device pixels.
//!
//! The page shows what this makes, at the device's own resolution, so no browser
//! scaling can blur it: a document pixel is a square of whole device pixels, or
//! a device pixel shows one of a whole number of document pixels. Transparency
//! is shown over a checkerboard whose cells are whole document pixels, and from
//! 12 device pixels on a grid lies over the first row and column of each pixel, and
//! stronger lines over those of the document's own grid. Lines are lighter or darker than
//! what they lie on, and so are seen on every colour.
//!
//! Zoomed out, a device pixel shows the [average](Quality::Averaged) of the pixels that it stands
//! for; where that takes too long at first, one of them.
//!
//! The invariant: what a rectangle shows does not depend on the rectangle, so
//! repainting only damage gives the same picture as repainting everything.
//!
//! ```
//! use undoodle_drawing::{document::Document, geometry::Rect, render::{Quality, View, Zoom, render}};
//! let document = Document::new(2, 2)?;
//! let mut view = View::new(8, 8);
//! view.zoom = Zoom::times(4);
//! let mut out = Vec::new();
//! render(&document, 0, &view, Rect::new(0, 0, 8, 8), Quality::Averaged, &mut out)?;
//! assert_eq!(out.len(), 8 * 8 * 4);
//! assert_eq!(out[3], 255, "the checkerboard is opaque");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

mod beyond;
mod onion;
mod thumbnail;
mod turn;
mod view;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod average;

pub use onion::{Ghost, MAX_GHOSTS, Onion, Skin};
pub use thumbnail::{Thumbnail, thumbnail};
pub use turn::Turn;
pub use view::{View, Zoom};

use crate::color::{Color, distance, luma};
use crate::document::{Door, Drawing, Picture};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use average::averages;
use onion::Ghosts;

/// Maximum side of a viewport in device pixels: more than any screen has, and its pixels still fit into
/// memory.
pub const MAX_VIEW: i32 = 16384;

/// Minimum side of a checkerboard's cell, in device pixels.
const CELL: i32 = 16;

/// How much lighter or darker than what is below the lines of the pixel grid are, of 255.
const APART: u8 = 26;

/// Minimum zoom at which the grid is shown, in device pixels per pixel.
const GRID_FROM: i32 = 12;

/// Minimum size at which a cell of the document's own grid is shown, in device pixels.
const CELLS_FROM: i32 = 8;

/// Colour of the lines between the document grid's cells, if they are larger than a pixel, where it is seen.
const CELL_GRID: Color = Color::rgba(0x2f, 0x81, 0xf7, 0x80);

/// How a device pixel shows the pixels of the drawing that it stands for, if they are several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// By the one in their middle, which is quick.
    Sampled,
    /// By their average.
    Averaged,
}

/// Renders one frame in a rectangle of the viewport (device pixels) as RGBA, row by row.
///
/// Pixels outside the document are transparent, unless the view repeats it or shows what lies beyond its edge.
///
/// # Errors
/// Returns [`Error::Range`] if a side of the rectangle exceeds [`MAX_VIEW`], and [`Error::OutOfMemory`] if
/// the pixels cannot be allocated.
pub fn render(
    drawing: &Drawing<impl Door>,
    frame: u32,
    view: &View,
    rect: Rect,
    quality: Quality,
    out: &mut Vec<u8>,
) -> Result<()> {
    render_with(drawing, frame, None, view, rect, quality, out)
}

/// Renders one frame like [`render`], with an onion skin if there is one.
///
/// # Errors
/// As [`render`].
pub fn render_with(
    drawing: &Drawing<impl Door>,
    frame: u32,
    skin: Option<&Skin>,
    view: &View,
    rect: Rect,
    quality: Quality,
    out: &mut Vec<u8>,
) -> Result<()> {
    in_range("width of a view", rect.width.into(), 0, MAX_VIEW.into())?;
    in_range("height of a view", rect.height.into(), 0, MAX_VIEW.into())?;
    // Two sides of 2^14 and four bytes a pixel are 2^30: no overflow on any machine.
    let bytes = rect.width as usize * rect.height as usize * 4;
    out.clear();
    let refused = |_| Error::OutOfMemory { what: "view", bytes: bytes as u64, limit: 0 };
    out.try_reserve_exact(bytes).map_err(refused)?;
    out.resize(bytes, 0);
    let (picture, plain) = (drawing.picture(frame), view.plain_rect(rect));
    for view in view.copies(drawing.bounds()) {
        let shown = view.shown(drawing.bounds()).intersect(plain);
        if !shown.is_empty() {
            let ghosts = skin.map(|skin| Ghosts::new(drawing, frame, skin, &view, shown, quality));
            copy(drawing, &picture, ghosts.transpose()?, &view, (plain, shown), quality, out)?;
        }
    }
    if view.beyond && !view.repeated {
        beyond::render_beyond(drawing, frame, view, plain, out);
    }
    if view.turn == Turn::NONE { Ok(()) } else { turn_pixels(out, plain, rect, view.turn) }
}

/// Turns rendered pixels of a plain viewport as they are seen.
#[inline(never)]
fn turn_pixels(out: &mut Vec<u8>, plain: Rect, rect: Rect, turn: Turn) -> Result<()> {
    let mut turned = Vec::new();
    let refused = |_| Error::OutOfMemory { what: "view", bytes: out.len() as u64, limit: 0 };
    turned.try_reserve_exact(out.len()).map_err(refused)?;
    let pixels = out.as_chunks::<4>().0;
    let last = (plain.width - 1, plain.height - 1);
    for (y, x) in (0..rect.height).flat_map(|y| (0..rect.width).map(move |x| (y, x))) {
        let (x, y) = turn.plain((x, y), last);
        turned.extend_from_slice(&pixels[y as usize * plain.width as usize + x as usize]);
    }
    *out = turned;
    Ok(())
}

/// Renders the part of one copy of the document that the rectangle shows.
fn copy(
    drawing: &Drawing<impl Door>,
    picture: &Picture<'_>,
    ghosts: Option<Ghosts<'_>>,
    view: &View,
    (rect, shown): (Rect, Rect),
    quality: Quality,
    out: &mut [u8],
) -> Result<()> {
    let mut ghosts = ghosts.filter(|ghosts| !ghosts.is_empty());
    let averaged = match quality {
        Quality::Averaged if view.zoom.down() > 1 => Some(averages(picture, drawing.bounds(), view, shown)?),
        _ => None,
    };
    let columns = Columns::new(drawing, view, shown);
    let lines = Lines::new(drawing, view);
    let across: Vec<Line> = if lines.any() {
        let edge = |x: i32| (x - view.origin.x) % view.zoom.up() == 0;
        let line = |(x, at): (i32, &usize)| lines.over(columns.column(*at), edge(x), lines.cell.0);
        (shown.x..).zip(&columns.at).map(line).collect()
    } else {
        Vec::new()
    };
    let edges: Vec<usize> = (0..across.len()).filter(|&at| across[at] != Line::None).collect();
    let mut line = vec![0u8; shown.width as usize * 4];
    let mut pixels = vec![Color::TRANSPARENT; columns.count];
    let mut rendered = None;
    for y in shown.y..shown.bottom() {
        let row = view.sample_y(y).min(drawing.bounds().height - 1);
        let over = lines.over(row, (y - view.origin.y) % view.zoom.up() == 0, lines.cell.1);
        if rendered != Some((row, over)) {
            rendered = Some((row, over));
            match &averaged {
                // Each device column shows a column of blocks.
                Some(averaged) => {
                    let from = (y - shown.y) as usize * shown.width as usize;
                    pixels.copy_from_slice(&averaged[from..from + shown.width as usize]);
                }
                None => columns.read(picture, row, &mut pixels),
            }
            let odd = (row / columns.cell) as usize & 1;
            let devices = line.as_chunks_mut::<4>().0;
            if let Some(ghosts) = &mut ghosts {
                ghosts.read(&columns, row, (y - shown.y) as usize, shown.width as usize);
                ghosts.show_row(&columns, &pixels, |checker| view.checkers[checker ^ odd], devices);
            } else {
                columns.show_row(&pixels, |checker| view.checkers[checker ^ odd], devices);
            }
            if over != Line::None {
                // Where lines cross, the stronger one wins.
                for (device, line) in devices.iter_mut().zip(&across) {
                    *device = (*line).max(over).color(Color { bytes: *device }).bytes;
                }
            } else {
                // Most rows have no line of their own, and most of their pixels none of a column's.
                for &at in &edges {
                    devices[at] = across[at].color(Color { bytes: devices[at] }).bytes;
                }
            }
        }
        let start = ((y - rect.y) * rect.width + shown.x - rect.x) as usize * 4;
        out[start..start + line.len()].copy_from_slice(&line);
    }
    Ok(())
}

/// The grid line over a device pixel, the stronger ones greater.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Line {
    None,
    Pixel,
    Cell,
}

impl Line {
    /// Returns the colour of the line over an opaque one.
    fn color(self, below: Color) -> Color {
        match self {
            Line::None => below,
            Line::Pixel => pushed(below, APART),
            Line::Cell => {
                let line = CELL_GRID.over(below);
                // On a ground like itself it would not be seen.
                if distance(line, below) < u32::from(2 * APART) { pushed(below, 2 * APART) } else { line }
            }
        }
    }
}

/// Returns a colour pushed away from itself by a fixed distance: a light one darker and a dark one lighter, so that no
/// ground has the colour of its lines.
fn pushed(color: Color, by: u8) -> Color {
    let light = luma(color) > 127;
    let [r, g, b, a] = color.bytes;
    let push = |channel: u8| if light { channel.saturating_sub(by) } else { channel.saturating_add(by) };
    Color::rgba(push(r), push(g), push(b), a)
}

/// Which grid lines a view shows.
struct Lines {
    pixels: bool,
    cells: bool,
    cell: (i32, i32),
}

impl Lines {
    fn new(drawing: &Drawing<impl Door>, view: &View) -> Lines {
        let (width, height) = drawing.grid();
        let cell = (width as i32, height as i32);
        let pixels = view.grid && view.zoom.up() >= GRID_FROM;
        let side = cell.0.max(cell.1) * view.zoom.up() / view.zoom.down();
        let cells = view.grid && cell != (1, 1) && side >= CELLS_FROM && view.zoom.down() == 1;
        Lines { pixels, cells, cell }
    }

    /// Returns `true` if the view shows any lines.
    fn any(&self) -> bool {
        self.pixels || self.cells
    }

    /// Returns the line over a device pixel of the row or column `at`. `edge` says that it is the first one
    /// there.
    fn over(&self, at: i32, edge: bool, cell: i32) -> Line {
        match edge {
            true if self.cells && at % cell == 0 => Line::Cell,
            true if self.pixels => Line::Pixel,
            _ => Line::None,
        }
    }
}

/// Maps device columns to document columns.
struct Columns {
    /// The first document column that is read.
    first: i32,
    /// Distance between two columns that are read.
    step: i32,
    /// The last column of the document.
    last: i32,
    /// For each device column, the index of the read column that it shows.
    at: Vec<usize>,
    /// Number of document columns that are read.
    count: usize,
    /// Side of a checkerboard's cell, in document pixels.
    cell: i32,
    /// For each device column, the index of its grey in the checkerboard's first row of cells.
    checkers: Vec<usize>,
    /// For each read column, the device column after its last one.
    ends: Vec<usize>,
}

impl Columns {
    fn new(drawing: &Drawing<impl Door>, view: &View, shown: Rect) -> Columns {
        let (last, step) = (drawing.bounds().width - 1, view.zoom.down());
        let first = view.sample_x(shown.x);
        let at: Vec<usize> =
            (shown.x..shown.right()).map(|x| ((view.sample_x(x) - first) / step) as usize).collect();
        let count = at.last().map_or(0, |last| last + 1);
        let cell = (CELL * view.zoom.down() + view.zoom.up() - 1) / view.zoom.up();
        let column = |at: &usize| (first + *at as i32 * step).min(last);
        let checkers = at.iter().map(|at| (column(at) / cell) as usize & 1).collect();
        let ends = (0..count).map(|column| at.partition_point(|of| *of <= column)).collect();
        Columns { first, step, last, at, count, cell, checkers, ends }
    }

    /// Writes the device pixels of a row over its checkerboard, whose greys `checker` returns by their indices.
    fn show_row(&self, pixels: &[Color], checker: impl Fn(usize) -> Color, devices: &mut [[u8; 4]]) {
        let shown = |color: Color, at: usize| match color.bytes[3] {
            255 => color.bytes,
            0 => checker(at).bytes,
            _ => color.over(checker(at)).bytes,
        };
        if self.count == devices.len() {
            for ((color, at), device) in pixels.iter().zip(&self.checkers).zip(devices) {
                *device = shown(*color, *at);
            }
            return;
        }
        // A column of the document is many device columns wide: each is looked at once.
        let mut from = 0;
        for (color, &end) in pixels.iter().zip(&self.ends) {
            if let Some(&at) = self.checkers.get(from) {
                devices[from..end].fill(shown(*color, at));
            }
            from = end;
        }
    }

    /// Returns the document column of a read column, at most the document's last.
    fn column(&self, at: usize) -> i32 {
        (self.first + at as i32 * self.step).min(self.last)
    }

    fn read(&self, picture: &Picture<'_>, row: i32, out: &mut [Color]) {
        let within = out.len() - usize::from(self.first + (self.count as i32 - 1) * self.step > self.last);
        let (out, beyond) = out.split_at_mut(within);
        if !out.is_empty() {
            picture.read(self.first as u32, row as u32, self.step as u32, out);
        }
        beyond.iter_mut().for_each(|pixel| *pixel = picture.pixel(self.last as u32, row as u32));
    }
}
