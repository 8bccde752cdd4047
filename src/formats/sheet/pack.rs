//! Where the pictures of a sheet go.
//!
//! A grid, a row and a column follow from the pictures' order. Packing fills shelves: pictures from the tallest to the
//! lowest are put beside each other until a shelf is full, and the next shelf lies below
//! the tallest picture of the one before. How wide the shelves are is tried out, and the smallest sheet is taken. For pictures
//! of nearly one size, as frames are, that is as good as it gets; it takes `n·log n` steps for any number of them.

use crate::document::MAX_SIDE;
use crate::error::{Result, in_range};
use crate::formats::export::Layout;

/// Number of widths that are tried.
const TRIES: u64 = 12;

/// Places of pictures on a sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// Columns and rows of the sheet.
    pub size: (u32, u32),
    /// The left upper corner of each picture, in the order given.
    pub corners: Vec<(u32, u32)>,
}

/// Lays out pictures of given columns and rows.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if the sheet would be larger than a canvas may be.
pub fn lay(sizes: &[(u32, u32)], layout: Layout) -> Result<Places> {
    let (corners, (width, height)) = match layout {
        Layout::Grid => grid(sizes),
        Layout::Row => shelves(sizes, &order(sizes.len()), u64::MAX),
        Layout::Column => shelves(sizes, &order(sizes.len()), 0),
        Layout::Packed => packed(sizes),
    };
    in_range("width of the sheet", width.try_into().unwrap_or(i64::MAX), 1, MAX_SIDE.into())?;
    in_range("height of the sheet", height.try_into().unwrap_or(i64::MAX), 1, MAX_SIDE.into())?;
    let corners = corners.into_iter().map(|(x, y)| (x as u32, y as u32)).collect();
    Ok(Places { size: (width as u32, height as u32), corners })
}

/// Corners of pictures, and the size of the sheet.
type Laid = (Vec<(u64, u64)>, (u64, u64));

fn order(count: usize) -> Vec<usize> {
    (0..count).collect()
}

/// Lays out cells of one size, in about as many rows as columns.
fn grid(sizes: &[(u32, u32)]) -> Laid {
    let across = sizes.iter().map(|size| u64::from(size.0)).max().unwrap_or(1);
    let down = sizes.iter().map(|size| u64::from(size.1)).max().unwrap_or(1);
    let count = sizes.len() as u64;
    let root = count.isqrt();
    let columns = if root * root < count { root + 1 } else { root.max(1) };
    let corners = (0..count).map(|at| (at % columns * across, at / columns * down)).collect();
    (corners, (columns * across, count.div_ceil(columns) * down))
}

/// Puts pictures beside each other in an order, on shelves of a width that no picture alone has to respect.
fn shelves(sizes: &[(u32, u32)], order: &[usize], width: u64) -> Laid {
    let mut corners = vec![(0, 0); sizes.len()];
    let (mut x, mut y, mut tallest, mut widest) = (0, 0, 0, 0);
    for at in order {
        let (across, down) = (u64::from(sizes[*at].0), u64::from(sizes[*at].1));
        if x > 0 && x + across > width {
            (x, y, tallest) = (0, y + tallest, 0);
        }
        corners[*at] = (x, y);
        x += across;
        tallest = tallest.max(down);
        widest = widest.max(x);
    }
    (corners, (widest, y + tallest))
}

fn packed(sizes: &[(u32, u32)]) -> Laid {
    let mut order = order(sizes.len());
    order.sort_by_key(|at| (std::cmp::Reverse(sizes[*at].1), std::cmp::Reverse(sizes[*at].0), *at));
    let area: u64 = sizes.iter().map(|(across, down)| u64::from(*across) * u64::from(*down)).sum();
    let side = area.isqrt().max(1);
    // From three quarters of the square that has the area to twice its side; the smaller sheet wins, and of equal
    // ones that which is nearer to a square.
    let tried = (0..TRIES).map(|at| shelves(sizes, &order, side * (3 * TRIES + 5 * at) / (4 * TRIES)));
    let best = tried.min_by_key(|(_, (width, height))| (width * height, *width.max(height)));
    best.unwrap_or_default()
}
