//! Who made this pixel: the steps that changed it, newest first, each with the colour that it gave it.
//!
//! A pixel is the XOR of four words, so a step changed it if and only if its exchanges of these words do not cancel out. The
//! [index](super::Index) tells which steps may have touched one of the words, and of these no others are read. The colour that a step gave the pixel
//! is the present one, XORed by what all later steps changed.
//!
//! All visible layers of the frame are looked at, since that is what is seen: whoever points at a pixel does not know on which layer it is. The images
//! are those that these layers show now; what floats is not looked through until it has landed.

use super::index::{Wanted, bit};
use crate::color::Color;
use crate::document::drawing::tiles::{way_to, xor};
use crate::document::patch::reading;
use crate::document::{Cel, Document, Footprint};
use crate::error::{Error, Result, in_range};
use crate::history::{Commit, CommitId};
use crate::memory::{Memory, PAGE, PageAddress};
use std::ops::Range;

/// A step that changed a pixel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Maker {
    /// The step.
    pub step: CommitId,
    /// The cel whose pixel it changed, by the layer's present index and that of the frame that was asked for.
    pub cel: Cel,
    /// The colour that it gave the pixel there.
    pub color: Color,
}

/// A pixel of a plane, while steps are gone back.
struct Pixel {
    tree: u32,
    cel: Cel,
    color: Color,
}

/// Pixels at one place in some planes.
struct Pixels {
    all: Vec<Pixel>,
    ranges: Vec<Range<u64>>,
    wanted: Wanted,
}

impl Pixels {
    fn new(document: &Document, frame: u32, x: u32, y: u32) -> Result<Pixels> {
        let memory = document.history().arena();
        let (mut all, mut ranges, mut wanted) = (Vec::new(), Vec::new(), Wanted::new()?);
        // Topmost first.
        for (layer, tree) in document.planes_of(frame).into_iter().rev() {
            let mut color = Color::TRANSPARENT;
            for (place, word) in way_to(tree, x, y) {
                wanted.page(place, bit(place, word));
                ranges.push(address(place, word)..address(place, word) + 4);
                color = xor(color, Color { bytes: word_of(memory, place, word) });
            }
            let cel = Cel { layer: document.layer_at(layer).unwrap_or(0), frame };
            all.push(Pixel { tree, cel, color });
        }
        ranges.sort_unstable_by_key(|range| range.start);
        Ok(Pixels { all, ranges, wanted })
    }

    /// XORs part of a word into the difference of its plane.
    fn add(&self, run: reading::Run<'_>, by: &mut [[u8; 4]]) {
        for by in self.all.iter().zip(by).filter(|(pixel, _)| pixel.tree == run.place.tree).map(|(_, by)| by)
        {
            (run.at as usize % 4..4).zip(run.bytes).for_each(|(at, byte)| by[at] ^= byte);
        }
    }
}

fn address(place: PageAddress, word: usize) -> u64 {
    place.address() + word as u64 * 4
}

fn word_of(memory: &Memory, place: PageAddress, word: usize) -> [u8; 4] {
    let bytes: Option<&[u8; PAGE]> = memory.page(place).map(bytemuck::cast_ref);
    let word = bytes.and_then(|bytes| bytes[word * 4..].first_chunk::<4>());
    word.copied().unwrap_or_default()
}

impl Document {
    /// Returns the steps done so far that changed a pixel of one of the visible layers of a frame, newest first, at most `most` of them: one
    /// for each layer that a step changed there. What an open action does is no step.
    ///
    /// ```
    /// use undoodle_drawing::{color::Color, document::{Cel, Document}};
    /// let mut document = Document::new(64, 64)?;
    /// for (y, color) in [(3, Color::ADDED), (4, Color::BLACK), (3, Color::REMOVED)] {
    ///     document.begin(1)?;
    ///     document.fill_span(Cel::default(), y, 5..9, color)?;
    ///     document.commit("Pencil", Color::ADDED, 0)?;
    /// }
    /// let colors: Vec<_> = document.makers(0, 6, 3, 10)?.iter().map(|maker| maker.color).collect();
    /// assert_eq!(colors, [Color::REMOVED, Color::ADDED]);
    /// # Ok::<(), undoodle_drawing::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`Error::Range`] when the pixel lies outside the canvas or there is no such frame, and
    /// [`Error::Away`] or [`Error::Unreadable`] when a step that may have changed it is not in memory.
    pub fn makers(&self, frame: u32, x: i32, y: i32, most: usize) -> Result<Vec<Maker>> {
        self.makers_if(frame, (x, y), most, &|_, _| false)
    }

    /// Returns the steps like [`makers`](Document::makers), and those that painted the pixel in the colour that it had; see [`Footprint`].
    ///
    /// # Errors
    /// As [`makers`](Document::makers).
    pub fn painters(&self, frame: u32, x: i32, y: i32, most: usize) -> Result<Vec<Maker>> {
        self.makers_if(frame, (x, y), most, &|step, plane| {
            let (x, y) = self.corner().place(x as u32, y as u32);
            Footprint::of(&step.header()).has(plane, x as i32, y as i32)
        })
    }

    /// Returns the steps that changed a pixel, or of which a function returns `true` for the pixel's plane.
    fn makers_if(
        &self,
        frame: u32,
        (x, y): (i32, i32),
        most: usize,
        also: &dyn Fn(&Commit<'_>, u32) -> bool,
    ) -> Result<Vec<Maker>> {
        let (width, height) = self.size();
        in_range("frame", frame.into(), 0, i64::from(self.frames()) - 1)?;
        in_range("x", x.into(), 0, i64::from(width) - 1)?;
        in_range("y", y.into(), 0, i64::from(height) - 1)?;
        let (x, y) = self.corner().place(x as u32, y as u32);
        let mut pixels = Pixels::new(self, frame, x, y)?;
        let history = self.history();
        let mut by = vec![[0; 4]; pixels.all.len()];
        // What is open is gone back first.
        reading::open_in(history, &pixels.ranges, &mut |run| {
            pixels.add(run, &mut by);
            Ok(())
        })?;
        pixels.all.iter_mut().zip(&mut by).for_each(|(pixel, by)| {
            pixel.color = xor(pixel.color, Color { bytes: std::mem::take(by) });
        });
        let (mut found, mut fresh) = (Vec::new(), Vec::new());
        let touching = self.index.touching(&pixels.wanted);
        for step in history.done().filter(|step| touching.has(step.id())) {
            if let Some(wall) = history.wall_at(step.id()) {
                return Err(wall.into());
            }
            reading::inside(&step, &pixels.ranges, &mut fresh, &mut |run| {
                pixels.add(run, &mut by);
                Ok(())
            })?;
            for (pixel, by) in pixels.all.iter_mut().zip(&mut by) {
                let by = std::mem::take(by);
                if by == [0; 4] && !also(&step, pixel.tree) {
                    continue;
                }
                if found.len() == most {
                    return Ok(found);
                }
                let bytes = (2 * found.len() * size_of::<Maker>()) as u64;
                let refused = |_| Error::OutOfMemory { what: "list of steps", bytes, limit: 0 };
                found.try_reserve(1).map_err(refused)?;
                found.push(Maker { step: step.id(), cel: pixel.cel, color: pixel.color });
                pixel.color = xor(pixel.color, Color { bytes: by });
            }
            if found.len() == most {
                break;
            }
        }
        Ok(found)
    }
}
