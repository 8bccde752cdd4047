//! A sheet without a description: cells of one size, cut from a picture row by row.

use super::LABEL;
use super::read::Sheet;
use crate::Whole;
use crate::budget::Budget;
use crate::document::{MAX_FRAMES, MAX_SIDE};
use crate::error::{Error, Result, in_range};
use crate::geometry::Rect;
use crate::parts::counted;

/// Cells of a sheet that has no description. All numbers are pixels of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Columns and rows of a cell.
    pub size: (u32, u32),
    /// Where the first cell begins: pixels to its left, and above it.
    pub offset: (u32, u32),
    /// Pixels between cells, beside each other and below each other.
    pub spacing: (u32, u32),
    /// Whether transparent cells at the sheet's end are frames, too.
    pub keep_empty: bool,
}

impl Cells {
    /// Creates cells without any room between them, from the left upper corner.
    pub const fn new(width: u32, height: u32) -> Cells {
        Cells { size: (width, height), offset: (0, 0), spacing: (0, 0), keep_empty: false }
    }
}

/// Returns how many cells fit into a side, checking what is asked for.
fn fit(what: &'static str, side: u32, cell: u32, offset: u32, spacing: u32) -> Result<u32> {
    in_range(what, cell.into(), 1, MAX_SIDE.min(side).into())?;
    in_range("offset", offset.into(), 0, (side - cell).into())?;
    in_range("spacing", spacing.into(), 0, MAX_SIDE.into())?;
    Ok((side - offset - cell) / (cell + spacing) + 1)
}

/// Cuts a PNG picture into cells, which are the frames of a drawing, row by row from the left. Cells that reach beyond
/// the picture are left out.
///
/// # Errors
/// Returns [`Error::Range`] for cells that do not fit into the picture and for more of them than a drawing may have
/// frames, and what [`png::File::open`](crate::png::File::open) returns.
pub fn cut(png: &[u8], cells: &Cells) -> Result<Whole> {
    let mut budget = Budget::new();
    let sheet = Sheet::open(png, &mut budget)?;
    let (width, height) = sheet.size();
    let columns = fit("cell width", width, cells.size.0, cells.offset.0, cells.spacing.0)?;
    let rows = fit("cell height", height, cells.size.1, cells.offset.1, cells.spacing.1)?;
    let place = |at: u32| {
        let (column, row) = (at % columns, at / columns);
        let x = cells.offset.0 + column * (cells.size.0 + cells.spacing.0);
        let y = cells.offset.1 + row * (cells.size.1 + cells.spacing.1);
        Rect::new(x as i32, y as i32, cells.size.0 as i32, cells.size.1 as i32)
    };
    let all = columns.saturating_mul(rows);
    let mut count = all;
    if !cells.keep_empty {
        // Below its last pixel there are only empty cells, however many they are.
        let end = (sheet.bounds().bottom().max(0) as u32).saturating_sub(cells.offset.1);
        count = count.min(end.div_ceil(cells.size.1 + cells.spacing.1).max(1) * columns);
    }
    in_range("number of cells", count.into(), 1, i64::from(MAX_FRAMES) + i64::from(columns))?;
    while !cells.keep_empty && count > 1 && sheet.is_empty(place(count - 1)) {
        count -= 1;
    }
    in_range("number of cells", count.into(), 1, MAX_FRAMES.into())?;
    let mut drawing = sheet.drawing(cells.size, count)?;
    for frame in 0..count {
        let place = place(frame);
        sheet.put(&mut drawing, frame, place, (0, 0), false, &mut budget)?;
    }
    drawing.compact()?;
    let empty = counted(
        all - count,
        "{n} empty cell at the end left out \
         | {n} empty cells at the end left out",
    );
    Ok(Whole::new(drawing, empty.into_iter().chain(sheet.said).collect()))
}

/// Returns the error of a sheet that lacks something.
pub(super) fn lacks(why: &'static str) -> Error {
    Error::File { format: LABEL, why: why.into() }
}
