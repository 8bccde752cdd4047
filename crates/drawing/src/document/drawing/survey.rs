//! A survey: which of some colours the pixels of a drawing have, found a slice at a time.
//!
//! A drawing may have a million tiles, and nobody waits for their pixels to be compared. So a survey keeps its place and
//! goes on from there. Areas of one colour are met once, empty ones not at all, and it ends when every colour was found.
//!
//! The invariant: a drawing that does not change between two slices is met once as a whole, hidden layers and floating
//! pixels included.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document, Drawing}};
//! let mut drawing = Drawing::new(64, 64)?;
//! drawing.fill_span(Cel::default(), 3, 10..20, Color::BLACK)?;
//! let mut survey = drawing.survey(&[Color::ADDED, Color::BLACK]);
//! while drawing.go_on(&mut survey, 16) {}
//! assert_eq!(survey.found(), [false, true]);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::{SELECTION, is_records};
use super::tiles::{base, bounds_where, colors, xor};
use super::{Cel, Drawing};
use crate::color::Color;
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::{FAN, PAGE};
use crate::pause;

/// Number of blocks in a quadrant, and of quadrants in a plane.
const BLOCKS: (usize, usize) = (FAN, 4);

/// A search for colours under way; see [`Drawing::survey`].
#[derive(Clone, Debug)]
pub struct Survey {
    /// The colours, sorted, with the places at which they were given.
    wanted: Vec<([u8; 4], usize)>,
    found: Vec<bool>,
    /// Number of different colours that are still searched for.
    left: usize,
    /// The planes to be looked at, the last one first.
    planes: Vec<u32>,
    /// The next block of the last plane.
    block: usize,
    /// The colour that was looked at last.
    last: Color,
}

impl Survey {
    /// Returns for each colour whether it was found so far. Full transparency never is.
    pub fn found(&self) -> &[bool] {
        &self.found
    }

    fn meet(&mut self, color: Color) {
        if color == self.last {
            return;
        }
        self.last = color;
        let first = self.wanted.partition_point(|(wanted, _)| *wanted < color.bytes);
        for (wanted, place) in &self.wanted[first..] {
            if *wanted != color.bytes {
                break;
            }
            self.left -= usize::from(!self.found[*place]);
            self.found[*place] = true;
        }
    }
}

impl<D: Door> Drawing<D> {
    /// Returns the smallest rectangle around the pixels of a cel that have exactly one colour.
    ///
    /// # Errors
    /// Returns [`Error::Stopped`](crate::Error::Stopped) if somebody stops the work.
    pub fn color_bounds(&self, at: Cel, color: Color) -> Result<Rect> {
        bounds_where(self.sight(at), self.bounds(), |pixel| *pixel == color, || Ok(pause::point(PAGE)?))
    }

    /// Begins to search all cels for some colours.
    pub fn survey(&self, colors: &[Color]) -> Survey {
        let places = colors.iter().enumerate().filter(|(_, color)| !color.is_transparent());
        let mut wanted: Vec<_> = places.map(|(place, color)| (color.bytes, place)).collect();
        wanted.sort_unstable();
        let pixels = |plane: &u32| *plane != SELECTION && !is_records(*plane);
        let planes = self.memory().trees().into_iter().filter(pixels).collect();
        let (left, found) = (wanted.len(), vec![false; colors.len()]);
        Survey { wanted, found, left, planes, block: 0, last: Color::TRANSPARENT }
    }

    /// Goes on with a survey for about as many tiles. Returns `true` if there is more to look at.
    pub fn go_on(&self, survey: &mut Survey, tiles: usize) -> bool {
        let mut work = 0;
        while work < tiles && survey.left > 0 {
            let Some(plane) = survey.planes.last().copied() else { return false };
            let (quadrant, block) = (survey.block / BLOCKS.0, survey.block % BLOCKS.0);
            let Some(tree) = self.memory().tree(plane).filter(|_| quadrant < BLOCKS.1) else {
                survey.planes.pop();
                survey.block = 0;
                continue;
            };
            let above = base(tree.page(), quadrant);
            let Some(branch) = tree.branch(quadrant) else {
                survey.meet(above);
                survey.block += BLOCKS.0;
                work += 1;
                continue;
            };
            survey.block += 1;
            work += usize::from(block % 64 == 0);
            let above = xor(above, base(branch.page(), block));
            let Some(twig) = branch.twig(block) else {
                survey.meet(above);
                continue;
            };
            for tile in 0..FAN {
                let above = xor(above, base(twig.page(), tile));
                match twig.leaf(tile) {
                    None => survey.meet(above),
                    Some(page) => {
                        work += 1;
                        colors(page).iter().for_each(|pixel| survey.meet(xor(above, *pixel)));
                    }
                }
            }
        }
        survey.left > 0 && !survey.planes.is_empty()
    }
}
