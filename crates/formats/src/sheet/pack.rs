//! Where the pictures of a sheet go.
//!
//! A grid, a row and a column follow from the pictures' order. Packing fills shelves: pictures from the tallest to the
//! lowest are put beside each other until a shelf is full, and the next shelf lies below
//! the tallest picture of the one before. How wide the shelves are is tried out, and the smallest sheet is taken. For pictures
//! of nearly one size, as frames are, that is as good as it gets; it takes `n·log n` steps for any number of them.

use crate::document::MAX_SIDE;
use crate::error::{Result, in_range};
use crate::export::Layout;

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

/// How pictures are to be laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// In which way.
    pub layout: Layout,
    /// Number of columns of a grid; 0 for about as many as rows.
    pub columns: u32,
    /// Whether the sheet's sides are powers of two.
    pub powers: bool,
}

/// Lays out pictures of given columns and rows.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) if the sheet would be larger than a canvas may be.
pub fn lay(sizes: &[(u32, u32)], &Wanted { layout, columns, powers }: &Wanted) -> Result<Places> {
    let (corners, (width, height)) = match layout {
        Layout::Grid => grid(sizes, columns, powers),
        Layout::Row => shelves(sizes, &order(sizes.len()), u64::MAX),
        Layout::Column => shelves(sizes, &order(sizes.len()), 0),
        Layout::Packed => packed(sizes, powers),
    };
    let (width, height) = sides((width, height), powers);
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

/// Returns the sides of a sheet around pictures.
fn sides((width, height): (u64, u64), powers: bool) -> (u64, u64) {
    let side = |side: u64| if powers { side.next_power_of_two() } else { side };
    (side(width), side(height))
}

/// How large a sheet is, to be compared: by its area, and of equal ones by how far it is from a square.
fn extent(size: (u64, u64), powers: bool) -> (u64, u64) {
    let (width, height) = sides(size, powers);
    (width.saturating_mul(height), width.max(height))
}

/// Lays out cells of one size, in so many columns, or for 0 in about as many as rows.
fn grid(sizes: &[(u32, u32)], columns: u32, powers: bool) -> Laid {
    let across = sizes.iter().map(|size| u64::from(size.0)).max().unwrap_or(1);
    let down = sizes.iter().map(|size| u64::from(size.1)).max().unwrap_or(1);
    let count = sizes.len() as u64;
    let root = count.isqrt();
    let rounded = |columns: &u64| {
        // Of grids that are rounded to one size, the one is taken that is nearest to a square.
        let size = (columns * across, count.div_ceil(*columns) * down);
        (extent(size, powers), columns.abs_diff(root))
    };
    let columns = match u64::from(columns) {
        0 if powers => (1..=count).min_by_key(rounded).unwrap_or(1),
        0 if root * root < count => root + 1,
        0 => root.max(1),
        columns => columns.min(count.max(1)),
    };
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

fn packed(sizes: &[(u32, u32)], powers: bool) -> Laid {
    let mut order = order(sizes.len());
    order.sort_by_key(|at| (std::cmp::Reverse(sizes[*at].1), std::cmp::Reverse(sizes[*at].0), *at));
    let area: u64 = sizes.iter().map(|(across, down)| u64::from(*across) * u64::from(*down)).sum();
    let side = area.isqrt().max(1);
    // From three quarters of the square that has the area to twice its side, or powers of two around it; the smaller
    // sheet wins, and of equal ones that which is nearer to a square.
    let near = (0..TRIES).map(|at| side * (3 * TRIES + 5 * at) / (4 * TRIES));
    let power = side.next_power_of_two();
    let widths: Vec<_> = if powers { vec![power / 2, power, 2 * power] } else { near.collect() };
    let tried = widths.into_iter().map(|width| shelves(sizes, &order, width));
    tried.min_by_key(|(_, size)| extent(*size, powers)).unwrap_or_default()
}
