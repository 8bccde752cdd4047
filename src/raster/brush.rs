//! Round brushes, 1 to 64 pixels wide.
//!
//! Pixel (i, j) of the `n`×`n` box belongs to the brush when its centre lies
//! within the circle around the box, `(2i+1−n)² + (2j+1−n)² ≤ n²`, all in whole
//! numbers. The box lies so that the pointer's pixel is its centre, or for even
//! sizes the pixel right and below of it.
//!
//! ```
//! use undoodle::{geometry::{Point, Rect}, raster::Brush};
//! let brush = Brush::new(4)?;
//! assert_eq!(brush.rect(Point::new(10, 10)), Rect::new(8, 8, 4, 4));
//! let widths: Vec<usize> = brush.spans(Point::new(10, 10)).map(|(_, x)| x.len()).collect();
//! assert_eq!(widths, [2, 4, 4, 2]);
//! # Ok::<(), undoodle::Error>(())
//! ```

use crate::error::{Result, in_range};
use crate::geometry::{Point, Rect};
use std::ops::Range;

/// The widest brush, in pixels.
pub const MAX_BRUSH: u32 = 64;

/// A round brush.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brush {
    size: i32,
}

impl Brush {
    /// A brush of this width in pixels.
    ///
    /// # Errors
    /// Outside `1..=64`.
    pub fn new(size: u32) -> Result<Brush> {
        in_range("brush size", size.into(), 1, MAX_BRUSH.into())?;
        Ok(Brush { size: size as i32 })
    }

    /// The width in pixels.
    pub fn size(self) -> u32 {
        self.size as u32
    }

    /// The box around a dab at a pixel.
    pub fn rect(self, at: Point) -> Rect {
        Rect::new(at.x - self.size / 2, at.y - self.size / 2, self.size, self.size)
    }

    /// The rows of a dab: each row's y and its columns.
    pub fn spans(self, at: Point) -> impl Iterator<Item = (i32, Range<i32>)> {
        let Rect { x, y, .. } = self.rect(at);
        let n = self.size;
        (0..n).filter_map(move |j| {
            let inside = |i: &i32| (2 * i + 1 - n).pow(2) + (2 * j + 1 - n).pow(2) <= n * n;
            let first = (0..n).find(inside)?;
            Some((y + j, x + first..x + n - first))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(size: u32, expected: &[&str]) {
        let brush = Brush::new(size).unwrap();
        let at = Point::new(size as i32 / 2, size as i32 / 2);
        let mut grid = vec![vec![b'.'; size as usize]; size as usize];
        for (y, columns) in brush.spans(at) {
            columns.for_each(|x| grid[y as usize][x as usize] = b'#');
        }
        let drawn: Vec<_> = grid.iter().map(|row| String::from_utf8_lossy(row)).collect();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn dabs_are_round() {
        check(1, &["#"]);
        check(2, &["##", "##"]);
        check(3, &["###", "###", "###"]);
        check(4, &[".##.", "####", "####", ".##."]);
        check(5, &[".###.", "#####", "#####", "#####", ".###."]);
        check(7, &["..###..", ".#####.", "#######", "#######", "#######", ".#####.", "..###.."]);
    }

    #[test]
    fn sizes_have_limits() {
        assert!(Brush::new(64).is_ok());
        assert_eq!(Brush::new(65).unwrap_err().to_string(), "brush size 65: expected 1..=64");
        assert!(Brush::new(0).is_err());
    }
}
