//! The nearest colour of a palette, for millions of pixels.
//!
//! Looking at all 256 colours for every pixel of a photo takes minutes. Colours are sorted into
//! cells instead: 32 steps each of red, green and blue, and 9 of alpha, of which one is opaque. In
//! a cell only those colours can be the nearest whose least distance to it is not above another's
//! greatest one; they are found once, when the cell is first met, and are a handful. Among them
//! the measure decides exactly as it would among all. Cells are given up when their candidates
//! take more than [`MOST`] bytes, so memory is bounded whatever the picture.
//!
//! ```
//! use undoodle_drawing::color::{Color, Nearest, nearest};
//! let palette = [Color::BLACK, Color::ADDED, Color::rgba(255, 255, 255, 128)];
//! let mut cells = Nearest::new(&palette);
//! let sky = Color::rgba(40, 130, 240, 255);
//! assert_eq!(cells.find(sky), Some(1));
//! assert_eq!(cells.find(sky), nearest(&palette, sky));
//! ```

use super::Color;
use std::collections::HashMap;
use std::ops::Range;

/// Most bytes of candidates that are kept.
pub const MOST: usize = 512 << 10;

/// Most cells that are kept.
pub const CELLS: usize = 32 << 10;

/// Returns the squared distance that [`nearest`] compares, times 255².
pub fn squared_distance(a: Color, b: Color) -> u64 {
    let square = |i: usize| u64::from(a.bytes[i].abs_diff(b.bytes[i])).pow(2);
    let weight = u64::from(a.bytes[3]) * u64::from(b.bytes[3]);
    (square(0) + square(1) + square(2)) * weight + 4 * square(3) * 255 * 255
}

/// Returns the index of the palette's nearest colour, or `None` if the palette is empty.
///
/// Compares the squared distance of red, green and blue, weighted by both
/// alphas (each from 0 to 1), plus four times the squared distance of alpha. So
/// two transparent colours are equal whatever their channels, and an opaque one
/// never finds a transparent one while there is another opaque one. An exact
/// match wins, else the first of several equally near.
pub fn nearest(palette: &[Color], color: Color) -> Option<usize> {
    let exact = palette.iter().position(|c| *c == color);
    exact.or_else(|| (0..palette.len()).min_by_key(|&i| squared_distance(palette[i], color)))
}

/// A palette with a cache for finding nearest colours quickly.
#[derive(Clone, Debug)]
pub struct Nearest<'a> {
    palette: &'a [Color],
    /// Range of each cell's candidates.
    pub cells: HashMap<u32, Range<u32>>,
    /// Indices into the palette, ascending within a cell.
    pub candidates: Vec<u16>,
    /// Least and greatest distance of each colour, while a cell is computed.
    limits: Vec<(u64, u64)>,
    /// Last colour looked up, and its result.
    last: Option<(Color, Option<usize>)>,
}

impl<'a> Nearest<'a> {
    /// Creates an empty cache for a palette.
    pub fn new(palette: &'a [Color]) -> Nearest<'a> {
        Nearest { palette, cells: HashMap::new(), candidates: Vec::new(), limits: Vec::new(), last: None }
    }

    /// Returns the index of the palette's nearest colour, exactly as [`nearest`] does.
    pub fn find(&mut self, color: Color) -> Option<usize> {
        if let Some((last, found)) = self.last
            && last == color
        {
            return found;
        }
        // No document has a palette too long for indices of 16 bits, so it need not be quick.
        let found = match u16::try_from(self.palette.len()) {
            Ok(_) => self.among(color),
            Err(_) => nearest(self.palette, color),
        };
        self.last = Some((color, found));
        found
    }

    fn among(&mut self, color: Color) -> Option<usize> {
        let range = self.cell(color);
        let candidates = &self.candidates[range.start as usize..range.end as usize];
        let place = |index: &u16| self.palette[usize::from(*index)];
        let exact = candidates.iter().find(|index| place(index) == color);
        let found =
            exact.or_else(|| candidates.iter().min_by_key(|index| squared_distance(place(index), color)));
        found.map(|index| usize::from(*index))
    }

    /// Returns the range of the candidates for a colour, computing its cell the first time.
    fn cell(&mut self, color: Color) -> Range<u32> {
        let [r, g, b, a] = color.bytes;
        // Most colours are opaque: their cells have no width in alpha, so they hold fewer candidates.
        let step = if a == 255 { 8 } else { a >> 5 };
        let key =
            [r >> 3, g >> 3, b >> 3].iter().fold(u32::from(step), |key, step| key << 5 | u32::from(*step));
        if let Some(range) = self.cells.get(&key) {
            return range.clone();
        }
        if self.candidates.len() * 2 > MOST || self.cells.len() >= CELLS {
            self.cells.clear();
            self.candidates.clear();
        }
        let box_of = |byte: u8| (byte & !7, byte | 7);
        let alpha = if a == 255 { (255, 255) } else { (a & !31, (a | 31).min(254)) };
        let sides = [box_of(r), box_of(g), box_of(b), alpha];
        self.limits.clear();
        self.limits.extend(self.palette.iter().map(|color| bounds(*color, sides)));
        let most = self.limits.iter().map(|(_, most)| *most).min().unwrap_or(0);
        let start = self.candidates.len() as u32;
        let near = (0..).zip(&self.limits).filter(|(_, (least, _))| *least <= most);
        self.candidates.extend(near.map(|(index, _)| index));
        let range = start..self.candidates.len() as u32;
        self.cells.insert(key, range.clone());
        range
    }
}

/// Returns a lower and an upper bound of the distance between a colour and all colours of a cell.
pub fn bounds(color: Color, sides: [(u8, u8); 4]) -> (u64, u64) {
    let ends = |i: usize| {
        let (low, high) = (i32::from(sides[i].0), i32::from(sides[i].1));
        let (below, above) = (low - i32::from(color.bytes[i]), i32::from(color.bytes[i]) - high);
        let (least, most) = (below.max(above).max(0), (-below).max(-above).max(0));
        ((least * least) as u64, (most * most) as u64)
    };
    let (r, g, b, a) = (ends(0), ends(1), ends(2), ends(3));
    let weight = |alpha: u8| u64::from(alpha) * u64::from(color.bytes[3]);
    let sum = |channels: u64, weight: u64, alpha: u64| channels * weight + 4 * alpha * 255 * 255;
    let (low, high) = sides[3];
    (sum(r.0 + g.0 + b.0, weight(low), a.0), sum(r.1 + g.1 + b.1, weight(high), a.1))
}
