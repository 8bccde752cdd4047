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
pub(super) struct Sum {
    rgb: [u64; 3],
    alpha: u64,
}

impl Sum {
    /// Adds a number of pixels of a colour.
    #[inline]
    pub(super) fn add(&mut self, color: Color, count: u64) {
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
    pub(super) fn average(self, count: u64) -> Color {
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
pub(super) fn averages(picture: &Picture<'_>, bounds: Rect, view: &View, shown: Rect) -> Result<Vec<Color>> {
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
    let block = |x: i32, y: i32| Rect::new(left + x * side, top + y * side, side, side).intersect(bounds);
    let all = Rect::new(left, top, shown.width * side, shown.height * side).intersect(bounds);
    let width = shown.width as usize;
    let mut row = [Color::TRANSPARENT; TILE as usize];
    for (part, _) in cells(all, TILE, TILE) {
        let (first, last) = ((part.x - left) / side, (part.right() - 1 - left) / side);
        let (upper, lower) = ((part.y - top) / side, (part.bottom() - 1 - top) / side);
        let solid = picture.solid(part.x as u32, part.y as u32);
        if let Some((color, _)) = solid.filter(|(_, area)| area.intersect(part) == part) {
            for (x, y) in (upper..=lower).flat_map(|y| (first..=last).map(move |x| (x, y))) {
                let shared = block(x, y).intersect(part);
                sums[y as usize * width + x as usize].add(color, shared.width as u64 * shared.height as u64);
            }
            continue;
        }
        let picture = picture.within_tile(part.x as u32, part.y as u32);
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
    for (i, sum) in sums.into_iter().enumerate() {
        let Rect { width: across, height: down, .. } = block((i % width) as i32, (i / width) as i32);
        averages.push(sum.average(across as u64 * down as u64));
    }
    Ok(averages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::color::Blend;
    use crate::document::{Cel, Document};
    use crate::render::Zoom;

    #[test]
    fn every_pixel_of_a_block_counts_as_much_as_it_is_opaque() {
        let mut document = Document::new(100, 70).unwrap();
        document.begin(1).unwrap();
        let mut paint = |rect, color| document.fill_rect(Cel::default(), rect, color).unwrap();
        paint(Rect::new(0, 0, 100, 70), Color::rgba(10, 20, 30, 255));
        // A line of one pixel, a hole, and a half opaque corner.
        paint(Rect::new(0, 33, 100, 1), Color::rgba(255, 255, 255, 255));
        paint(Rect::new(6, 0, 3, 3), Color::TRANSPARENT);
        paint(Rect::new(98, 68, 2, 2), Color::rgba(200, 100, 0, 100));
        document.commit("Paint", Color::ADDED, 0).unwrap();
        let mut view = View::new(40, 30);
        view.zoom = Zoom::part(3);
        view.origin = crate::geometry::Point::new(2, 1);
        let shown = view.shown(document.bounds());
        let found = averages(&document.picture(0), document.bounds(), &view, shown).unwrap();
        let at = |x: i32, y: i32| found[(y * shown.width + x) as usize];
        for (y, x) in (0..shown.height).flat_map(|y| (0..shown.width).map(move |x| (y, x))) {
            let block = Rect::new(x * 3, y * 3, 3, 3).intersect(document.bounds());
            let pixels: Vec<[f64; 4]> = (block.y..block.bottom())
                .flat_map(|y| (block.x..block.right()).map(move |x| (x, y)))
                .map(|(x, y)| document.pixel(0, x, y).unwrap().bytes.map(f64::from))
                .collect();
            let alpha: f64 = pixels.iter().map(|pixel| pixel[3]).sum();
            let mean =
                |i: usize| pixels.iter().map(|pixel| pixel[i] * pixel[3]).sum::<f64>() / alpha.max(1.0);
            let truth =
                [mean(0), mean(1), mean(2), alpha / pixels.len() as f64].map(|mean| (mean + 0.5) as u8);
            assert_eq!(at(x, y).bytes, truth, "{x} {y}");
        }
        assert_eq!((at(2, 0).bytes[3], at(33, 11).bytes[3] < 255), (0, false));
        assert!(at(5, 11).bytes[0] > 80, "the line is seen");
    }

    #[test]
    fn layers_of_one_colour_count_as_they_are_seen_below_others_and_above() {
        let mut document = Document::new(96, 64).unwrap();
        let paint = |document: &mut Document, layer, rect, color| {
            document.fill_rect(Cel { layer, frame: 0 }, rect, color).unwrap();
        };
        document.begin(1).unwrap();
        (1..4).for_each(|at| document.add_layer(at).unwrap());
        document.change_layer(1, |layer| (layer.opacity, layer.blend) = (100, Blend::Multiply)).unwrap();
        document.change_layer(2, |layer| layer.opacity = 128).unwrap();
        // The lowest layer has one colour in some tiles; what lies above has pixels in others, and in some both have.
        paint(&mut document, 0, Rect::new(0, 0, 96, 64), Color::rgba(200, 120, 40, 180));
        paint(&mut document, 0, Rect::new(70, 3, 9, 1), Color::rgba(9, 8, 7, 255));
        paint(&mut document, 1, Rect::new(0, 0, 64, 64), Color::rgba(90, 210, 250, 255));
        paint(&mut document, 2, Rect::new(5, 5, 60, 1), Color::rgba(255, 0, 60, 255));
        paint(&mut document, 3, Rect::new(32, 0, 32, 32), Color::rgba(0, 40, 0, 77));
        document.commit("Paint", Color::ADDED, 0).unwrap();
        let mut view = View::new(50, 40);
        view.zoom = Zoom::part(2);
        let shown = view.shown(document.bounds());
        let found = averages(&document.picture(0), document.bounds(), &view, shown).unwrap();
        for (y, x) in (0..shown.height).flat_map(|y| (0..shown.width).map(move |x| (y, x))) {
            let mut sum = Sum::default();
            for (i, j) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
                sum.add(document.pixel(0, 2 * x + i, 2 * y + j).unwrap(), 1);
            }
            assert_eq!(found[(y * shown.width + x) as usize], sum.average(4), "{x} {y}");
        }
    }
}
