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
//! use undoodle::color::{Color, Nearest, nearest};
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
const MOST: usize = 512 << 10;

/// Most cells that are kept.
const CELLS: usize = 32 << 10;

/// Returns the squared distance that [`nearest`] compares, times 255².
fn squared_distance(a: Color, b: Color) -> u64 {
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
    cells: HashMap<u32, Range<u32>>,
    /// Indices into the palette, ascending within a cell.
    candidates: Vec<u16>,
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
fn bounds(color: Color, sides: [(u8, u8); 4]) -> (u64, u64) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(palette: &[Color], colors: impl Iterator<Item = Color>) {
        let mut cells = Nearest::new(palette);
        for color in colors {
            assert_eq!(cells.find(color), nearest(palette, color), "{color}");
        }
        assert!(cells.cells.len() <= CELLS && cells.candidates.len() * 2 <= MOST + 2 * palette.len());
    }

    /// Returns pseudo-random colours, the same each time; every third is opaque.
    fn mixed(seed: u32) -> impl Iterator<Item = Color> {
        let mut state = seed;
        std::iter::from_fn(move || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, g, r] = (state ^ state >> 15).to_be_bytes();
            Some(Color::rgba(r, g, b, if a % 3 == 0 { 255 } else { a }))
        })
    }

    #[test]
    fn the_nearest_is_the_first_of_equals_unless_one_is_exact() {
        let check = |palette: &str, color: &str, expected: usize| {
            let palette_of: Vec<Color> = palette.split(' ').map(|text| text.parse().unwrap()).collect();
            let found = nearest(&palette_of, color.parse().unwrap());
            assert_eq!(found, Some(expected), "{color} in {palette}");
        };
        check("#000 #fff #f00", "#e01010", 2);
        check("#646464 #666666", "#656565", 0);
        check("#11223300 #00000000", "#00000000", 1);
        check("#11223300 #00000000", "#99999900", 0);
        check("#00000000 #00f", "#ff0000", 1);
        check("#00000000 #000", "#ffffff", 1);
        check("#00000000 #c8c8c8 #fff", "#ffffffc8", 2);
        check("#00000000 #000", "#00000020", 0);
        assert_eq!(nearest(&[], Color::BLACK), None);
    }

    #[test]
    fn cells_find_what_all_colours_would() {
        for size in [0, 1, 2, 7, 64, 256] {
            let palette: Vec<Color> = mixed(size).take(size as usize).collect();
            check(&palette, mixed(99).take(6000));
            // Neighbours of the palette's own colours, where ties are.
            check(&palette, palette.iter().map(|color| Color { bytes: color.bytes.map(|b| b ^ 1) }));
            check(&palette, palette.iter().copied());
        }
    }

    #[test]
    fn equal_and_transparent_colours_keep_their_order() {
        let twice = [Color::BLACK, Color::ADDED, Color::BLACK, Color::ADDED];
        check(&twice, mixed(5).take(500));
        let clear: Vec<Color> =
            (0..9).map(|i| Color::rgba(i * 20, 0, 0, if i % 2 == 0 { 0 } else { 1 })).collect();
        check(&clear, (0..=255).map(|a| Color::rgba(90, 3, 9, a)));
        check(&clear, clear.iter().copied());
        // A ladder of greys, in steps that lie across the cells' borders.
        let greys: Vec<Color> = (0..=255).step_by(5).map(|v| Color::rgba(v, v, v, 255)).collect();
        check(&greys, (0..=255).map(|v| Color::rgba(v, v, v, 255)));
    }

    #[test]
    fn the_limits_hold_for_every_colour_of_a_cell() {
        for (one, other) in mixed(1).zip(mixed(2)).take(3000) {
            let cell = other.bytes.map(|byte| (byte & !7, byte | 7));
            let (least, most) = bounds(one, cell);
            assert!((least..=most).contains(&squared_distance(one, other)), "{one} {other}");
        }
    }

    #[test]
    fn memory_is_bounded_whatever_the_picture() {
        // Nothing can be told apart at alpha 0, so every cell has all candidates.
        let palette: Vec<Color> = (0..=255).map(|i| Color::rgba(i, 0, 0, 0)).collect();
        let cells = (0..32u32).flat_map(|r| (0..32).map(move |g| (r, g)));
        check(&palette, cells.map(|(r, g)| Color::rgba((r * 8) as u8, (g * 8) as u8, 77, 9)));
    }
}
