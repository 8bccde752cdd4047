//! Precise bounds: where Aseprite shows the image of a reference layer, and how large.
//!
//! A model to draw after is kept as large as it came, a photo of 300 pixels a side on a canvas of 64, say, and its cel is followed by a chunk
//! that says in which rectangle it is seen. The cel here has the pixels that are seen there, each that of the image at its middle, as
//! Aseprite shows it. The image itself is [carried](super::chunks::SCALED), and written back as long as the cel shows what it gives.
//!
//! The invariant: a cel that is written with its own pixels is followed by bounds that say these, so that no program scales them once more.

use super::raw::EXTRA;
use crate::geometry::Rect;

/// One pixel.
const PIXEL: i64 = 1 << 16;

/// The flag of bounds that count.
const PRECISE: u32 = 1;

/// A rectangle whose left, top, width and height have 16 bits behind the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Bounds([i32; 4]);

impl Bounds {
    /// Reads the contents of a chunk. Returns `None` if it has no bounds, or those of a rectangle without a pixel.
    pub(super) fn read(chunk: &[u8]) -> Option<Bounds> {
        let long = |at: usize| chunk.get(4 * at..)?.first_chunk().copied();
        let precise = u32::from_le_bytes(long(0)?) & PRECISE != 0;
        let [left, top, width, height] = [1, 2, 3, 4].map(|at| long(at).map(i32::from_le_bytes));
        let bounds = [left?, top?, width?, height?];
        (precise && bounds[2] > 0 && bounds[3] > 0).then_some(Bounds(bounds))
    }

    /// Returns the bounds of an image that is shown as it is.
    pub(super) fn of(rect: Rect) -> Bounds {
        // A side of 32768 pixels is 2⁻¹⁶ of a pixel more than the numbers hold.
        let fixed = |side: i32| (i64::from(side) * PIXEL).clamp(i32::MIN.into(), i32::MAX.into()) as i32;
        Bounds([rect.x, rect.y, rect.width, rect.height].map(fixed))
    }

    /// Returns the first pixel in a direction (0 across, 1 down), and their number, of those whose middles are within the bounds.
    pub(super) fn span(self, direction: usize) -> (i32, u64) {
        let (start, length) = self.side(direction);
        let from = |edge: i64| (edge - PIXEL / 2 + PIXEL - 1).div_euclid(PIXEL);
        let (first, end) = (from(start), from(start + length));
        (first as i32, (end - first) as u64)
    }

    /// Returns which of an image's columns (0) or rows (1) a pixel within the bounds shows.
    pub(super) fn shown(self, direction: usize, pixel: i32, count: u32) -> u32 {
        let (start, length) = self.side(direction);
        let middle = i64::from(pixel) * PIXEL + PIXEL / 2 - start;
        let at = middle * i64::from(count) / length;
        at.clamp(0, i64::from(count) - 1) as u32
    }

    fn side(self, direction: usize) -> (i64, i64) {
        let [left, top, width, height] = self.0.map(i64::from);
        if direction == 0 { (left, width) } else { (top, height) }
    }
}

/// Returns the chunks behind a cel with the bounds of a rectangle in place of those that they have.
pub(super) fn replaced(behind: &[u8], rect: Rect) -> Vec<u8> {
    let mut out = behind.to_vec();
    let mut at = 0;
    while let Some(size) = out.get(at..).and_then(|left| left.first_chunk().copied()).map(u32::from_le_bytes)
    {
        let end = at.saturating_add((size as usize).max(6));
        let kind = out.get(at + 4..at + 6);
        if kind == Some(&EXTRA.to_le_bytes())
            && out.get(at + 6..end).and_then(Bounds::read).is_some()
            && let Some(own) = out.get_mut(at + 10..at + 26)
        {
            own.copy_from_slice(Bounds::of(rect).0.map(i32::to_le_bytes).as_flattened());
        }
        at = end;
    }
    out
}
