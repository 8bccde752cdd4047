//! Averages of pixels, for views in which a device pixel shows many.
//!
//! A pixel taken from each block would miss a line that is one pixel wide, and a dither would
//! become stripes. So a block is shown by the average of its pixels, each of which counts as much
//! as it is opaque. Areas of one colour are not read pixel by pixel.
//!
//! The invariant: a block whose pixels are equal shows their colour to the bit.

use super::View;
use crate::color::Color;
use crate::document::{Picture, TILE, cells};
use crate::error::{Error, Result};
use crate::geometry::Rect;

/// Sums of colours, weighted by their alpha, and of alpha.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sum {
    rgb: [u64; 3],
    alpha: u64,
}

impl Sum {
    /// Adds a number of pixels of a colour.
    #[inline]
    pub fn add(&mut self, color: Color, count: u64) {
        let [r, g, b, a] = color.bytes;
        let weight = u64::from(a) * count;
        self.alpha += weight;
        for (sum, channel) in self.rgb.iter_mut().zip([r, g, b]) {
            *sum += u64::from(channel) * weight;
        }
    }

    /// Adds the pixels of a part of a row, at most those of a tile's.
    #[inline]
    fn add_row(&mut self, row: &[Color]) {
        let mut all = [0u32; 4];
        for color in row {
            let [r, g, b, a] = color.bytes.map(u32::from);
            all = [all[0] + r * a, all[1] + g * a, all[2] + b * a, all[3] + a];
        }
        let [r, g, b, a] = all.map(u64::from);
        self.alpha += a;
        self.rgb = [self.rgb[0] + r, self.rgb[1] + g, self.rgb[2] + b];
    }

    /// Returns the average of so many pixels.
    pub fn average(self, count: u64) -> Color {
        if self.alpha == 0 {
            return Color::TRANSPARENT;
        }
        let [r, g, b] = self.rgb.map(|sum| ((sum + self.alpha / 2) / self.alpha) as u8);
        Color::rgba(r, g, b, ((self.alpha + count / 2) / count) as u8)
    }
}

/// Returns the average for each device pixel of a rectangle that lies on the canvas of the given bounds, row by row.
///
/// # Errors
/// Returns [`Error::OutOfMemory`] if the averages cannot be allocated.
pub fn averages(picture: &Picture<'_>, bounds: Rect, view: &View, shown: Rect) -> Result<Vec<Color>> {
    let side = view.zoom.down();
    let count = shown.width as usize * shown.height as usize;
    let bytes = (count * size_of::<Sum>()) as u64;
    let refused = |_| Error::OutOfMemory { what: "averages of a view", bytes, limit: 0 };
    let (mut sums, mut averages) = (Vec::new(), Vec::new());
    sums.try_reserve_exact(count).map_err(refused)?;
    averages.try_reserve_exact(count).map_err(refused)?;
    sums.resize(count, Sum::default());
    // The blocks' place on the canvas; those at its edges may be cut.
    let (left, top) = ((shown.x - view.origin.x) * side, (shown.y - view.origin.y) * side);
    // How many columns of a part of the canvas lie in a block, and how many rows.
    let shared = |at: i32, (from, end): (i32, i32)| ((at + side).min(end) - at.max(from)) as u64;
    let across = |x: i32, part: Rect| shared(left + x * side, (part.x, part.right()));
    let down = |y: i32, part: Rect| shared(top + y * side, (part.y, part.bottom()));
    let all = Rect::new(left, top, shown.width * side, shown.height * side).intersect(bounds);
    let width = shown.width as usize;
    let mut row = [Color::TRANSPARENT; TILE as usize];
    for (part, _) in cells(all, TILE, TILE) {
        let (first, last) = ((part.x - left) / side, (part.right() - 1 - left) / side);
        let (upper, lower) = ((part.y - top) / side, (part.bottom() - 1 - top) / side);
        if let Some(color) = picture.solid_in(part) {
            if color.bytes[3] == 0 {
                continue;
            }
            for y in upper..=lower {
                let (sums, down) = (&mut sums[y as usize * width..][..width], down(y, part));
                (first..=last).for_each(|x| sums[x as usize].add(color, across(x, part) * down));
            }
            continue;
        }
        let picture = picture.within(part);
        for y in part.y..part.bottom() {
            let row = &mut row[..part.width as usize];
            picture.read(part.x as u32, y as u32, 1, row);
            let sums = &mut sums[((y - top) / side) as usize * width..][..width];
            // The part of the first block may be cut.
            let (mut at, mut length, mut rest) = (first as usize, side - (part.x - left) % side, &row[..]);
            while !rest.is_empty() {
                let (pixels, more) = rest.split_at((length as usize).min(rest.len()));
                sums[at].add_row(pixels);
                (at, length, rest) = (at + 1, side, more);
            }
        }
    }
    for (y, sums) in (0..).zip(sums.chunks_exact(width.max(1))) {
        let down = down(y, bounds);
        averages.extend((0..).zip(sums).map(|(x, sum)| sum.average(across(x, bounds) * down)));
    }
    Ok(averages)
}
