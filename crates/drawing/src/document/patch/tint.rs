//! The colours that pixels had after a step, wherever the history stands.
//!
//! Problem: a commit holds what it changed as an exchange, `before XOR after`, so by itself it does not say which colour a
//! stroke had, and what it painted may be covered since. Idea: a pixel is the XOR of four words of its plane, and so are the
//! exchanges of all commits between two states. So its colour now, XORed with what the commits on the way changed in these
//! words, is its colour then. Only the few pixels that a thumbnail shows are asked for.
//!
//! The invariant: no more than [`STEPS`] commits and [`READ`] bytes are read. What lies further away has no colour here.

use super::Document;
use super::reading::{self, Run};
use crate::color::Color;
use crate::document::drawing::tiles::{read_row, way_to};
use crate::document::drawing::window::Sight;
use crate::geometry::Point;
use crate::history::Commit;

/// Maximum number of commits on the way to a step.
const STEPS: usize = 256;

/// Maximum number of bytes of these commits that are read.
const READ: u64 = 1 << 20;

/// Returns the numbers of the four words of which a pixel of a plane is the XOR.
fn words(tree: u32, at: Point) -> [u64; 4] {
    way_to(tree, at.x as u32, at.y as u32).map(|(place, word)| place.address() / 4 + word as u64)
}

/// Words, and how they changed.
struct Changes {
    /// In ascending order.
    words: Vec<u64>,
    by: Vec<[u8; 4]>,
}

impl Changes {
    fn of(tree: u32, pixels: &[Point]) -> Changes {
        let mut all: Vec<u64> = pixels.iter().flat_map(|at| words(tree, *at)).collect();
        all.sort_unstable();
        all.dedup();
        Changes { by: vec![[0; 4]; all.len()], words: all }
    }

    /// Adds a run of an exchange.
    fn add(&mut self, Run { at: start, bytes, .. }: Run<'_>) {
        let end = start + bytes.len() as u64;
        let first = self.words.partition_point(|word| word * 4 + 3 < start);
        for (word, by) in self.words[first..].iter().zip(&mut self.by[first..]) {
            if word * 4 >= end {
                break;
            }
            for (at, byte) in (word * 4..).zip(by) {
                // A run may begin and end within a word.
                let read = at.checked_sub(start).and_then(|at| bytes.get(at as usize));
                *byte ^= read.copied().unwrap_or(0);
            }
        }
    }

    /// Returns how a pixel changed.
    fn at(&self, tree: u32, pixel: Point) -> [u8; 4] {
        words(tree, pixel).iter().fold([0; 4], |all, word| {
            let by = self.words.binary_search(word).map_or([0; 4], |at| self.by[at]);
            std::array::from_fn(|i| all[i] ^ by[i])
        })
    }
}

impl Document {
    /// Returns the colours that pixels of a plane, as it is seen from the canvas now, have in the state after a commit, on any branch.
    ///
    /// Returns `None` if the commit is too far away, or if a step on the way lies on a disk only.
    pub(in crate::document) fn colors_after(
        &self,
        commit: &Commit<'_>,
        tree: u32,
        pixels: &[Point],
    ) -> Option<Vec<Color>> {
        let corner = self.corner();
        let places = pixels.iter().map(|at| corner.place(at.x as u32, at.y as u32));
        let pixels: Vec<Point> = places.map(|(x, y)| Point::new(x as i32, y as i32)).collect();
        let mut changes = Changes::of(tree, &pixels);
        let (mut steps, mut left) = (STEPS, READ);
        for step in self.history().way_to(commit.id()) {
            steps = steps.checked_sub(1)?;
            let read = reading::plane(&step, tree, left, &mut |run| {
                changes.add(run);
                Ok(())
            });
            left = left.checked_sub(read.ok()?)?;
        }
        let plane = Sight::plain(self.memory().tree(tree));
        let color = |at: &Point| {
            let mut now = [Color::TRANSPARENT];
            read_row(plane, (at.x as u32, at.y as u32), 1, &mut now);
            let by = changes.at(tree, *at);
            Color { bytes: std::array::from_fn(|i| now[0].bytes[i] ^ by[i]) }
        };
        Some(pixels.iter().map(color).collect())
    }
}
