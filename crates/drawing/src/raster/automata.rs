//! Cellular automata: Conway's Life and falling sand, played with the pixels of an image.
//!
//! One step makes the next generation of a whole image from the one before and from the
//! number of the step, so the same image always plays the same game. What is not
//! transparent is alive, or a grain. Pixels that must stay as they are stand still: in Life
//! they go on counting as neighbours, to sand they are walls.
//!
//! The invariant: sand only trades places with what is empty, so no grain is ever lost.
//!
//! ```
//! use undoodle_drawing::{color::Color, raster::{Automaton, Image}};
//! let mut image = Image::new(3, 3)?;
//! (0..3).for_each(|y| image.set(1, y, Color::BLACK));
//! let next = Automaton::Life.step(&image, 0, false, |_, _| false)?;
//! assert_eq!(next.row(1), [Color::BLACK; 3], "a blinker turns");
//! assert_eq!(Automaton::Life.step(&next, 1, false, |_, _| false)?, image);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::Image;
use crate::color::Color;
use crate::error::Result;

crate::named! {
    /// A game that an image plays by itself.
    pub enum Automaton, "game" {
        /// Conway's Life: a cell is born of three neighbours and lives on with two or three.
        Life = "life", "Life";
        /// Falling sand: a grain falls down, or else slides down to one side.
        Sand = "sand", "falling sand";
    }
}

impl Automaton {
    /// Returns the generation after an image, for the step of this number.
    ///
    /// Beyond the image's edges nothing lives, or with `wrap` its opposite edge begins; sand
    /// has its floor there either way. Pixels for which `still` returns `true` don't change.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory) if another image can't be allocated.
    pub fn step(
        self,
        image: &Image,
        step: u64,
        wrap: bool,
        still: impl Fn(i32, i32) -> bool,
    ) -> Result<Image> {
        match self {
            Automaton::Life => life(image, wrap, still),
            Automaton::Sand => sand(image, step, still),
        }
    }
}

/// Returns the place of a neighbour along a side, or `None` beyond its end.
fn beside(at: usize, by: isize, side: usize, wrap: bool) -> Option<usize> {
    match at.checked_add_signed(by) {
        Some(at) if at < side => Some(at),
        Some(_) if wrap => Some(0),
        None if wrap => Some(side - 1),
        _ => None,
    }
}

fn life(image: &Image, wrap: bool, still: impl Fn(i32, i32) -> bool) -> Result<Image> {
    let (width, height) = image.size();
    let (width, height) = (width as usize, height as usize);
    let mut next = image.copied()?;
    // Number of living cells above each other in three rows, with a column more at either end.
    let mut columns = vec![0u8; width + 2];
    for y in 0..height {
        let rows = [-1, 0, 1].map(|dy| beside(y, dy, height, wrap).map(|y| image.row(y as u32)));
        columns.fill(0);
        for row in rows.into_iter().flatten() {
            for (count, color) in columns[1..].iter_mut().zip(row) {
                *count += u8::from(!color.is_transparent());
            }
        }
        if wrap {
            (columns[0], columns[width + 1]) = (columns[width], columns[1]);
        }
        let own = image.row(y as u32);
        for (x, (color, around)) in next.row_mut(y as u32).iter_mut().zip(columns.windows(3)).enumerate() {
            let alive = !own[x].is_transparent();
            // The cell itself is counted too.
            let count = around[0] + around[1] + around[2];
            let changed = match (alive, count) {
                (true, 3 | 4) => continue,
                (true, _) => Color::TRANSPARENT,
                (false, 3) => child(rows, x, width, wrap),
                (false, _) => continue,
            };
            if !still(x as i32, y as i32) {
                *color = changed;
            }
        }
    }
    Ok(next)
}

/// Returns the colour of a cell that is born between three rows at a column.
fn child(rows: [Option<&[Color]>; 3], x: usize, width: usize, wrap: bool) -> Color {
    let columns = [-1, 0, 1].map(|dx| beside(x, dx, width, wrap));
    let around = rows.into_iter().flatten().flat_map(|row| columns.into_iter().flatten().map(|x| row[x]));
    let mut parents = around.filter(|color| !color.is_transparent());
    let mut parent = || parents.next().unwrap_or_default();
    blend([parent(), parent(), parent()])
}

/// Returns the colour that at least two of three have, or their mean weighted by alpha.
fn blend([a, b, c]: [Color; 3]) -> Color {
    if a == b || a == c {
        return a;
    }
    if b == c {
        return b;
    }
    let all = [a, b, c].map(|color| color.bytes.map(u32::from));
    let alpha: u32 = all.iter().map(|bytes| bytes[3]).sum();
    let mean = |i: usize| {
        let sum: u32 = all.iter().map(|bytes| bytes[i] * bytes[3]).sum();
        (sum + alpha / 2).checked_div(alpha).unwrap_or(0) as u8
    };
    Color::rgba(mean(0), mean(1), mean(2), ((alpha + 1) / 3) as u8)
}

fn sand(image: &Image, step: u64, still: impl Fn(i32, i32) -> bool) -> Result<Image> {
    let (width, height) = image.size();
    let row = width as usize;
    let mut pixels = image.copied()?.into_pixels();
    let side = if step.is_multiple_of(2) { -1 } else { 1 };
    // From the floor up, so that a grain falls by one row only. Straight falls come first; then of
    // all that slide in one direction no two meet.
    for y in (0..row * height.saturating_sub(1) as usize).step_by(row.max(1)).rev() {
        let (upper, lower) = pixels[y..y + 2 * row].split_at_mut(row);
        let at = (y / row) as i32;
        for by in [0, side, -side] {
            for (x, grain) in upper.iter_mut().enumerate().filter(|(_, color)| !color.is_transparent()) {
                let Some(to) = beside(x, by, row, false).filter(|to| lower[*to].is_transparent()) else {
                    continue;
                };
                if !still(x as i32, at) && !still(to as i32, at + 1) {
                    std::mem::swap(grain, &mut lower[to]);
                }
            }
        }
    }
    Image::from_pixels(width, height, pixels)
}
