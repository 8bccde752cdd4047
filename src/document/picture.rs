//! What a frame looks like: its visible layers laid over each other and the background.
//!
//! Rows are composed only where layers have something: a stretch that is empty in a
//! layer is passed over in one step. Zoomed out, only the pixels that are shown are
//! read. What floats is seen as if it had landed.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.set_background(Color::rgba(255, 255, 255, 255))?;
//! document.fill_rect(Cel::default(), Rect::new(0, 0, 2, 2), Color::rgba(0, 0, 0, 128))?;
//! document.commit("Fill", Color::ADDED, 0)?;
//! assert_eq!(document.pixel(0, 1, 1)?, Color::rgba(127, 127, 127, 255));
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::info::FLOATING;
use super::layers::cel;
use super::tiles::{Roots, Run, along, find, read_row, xor};
use super::{Cel, Document};
use crate::color::{Blend, Color};
use crate::geometry::{Point, Rect};
use crate::memory::Memory;

/// A layer that is seen.
#[derive(Clone, Copy, Debug)]
struct Shown {
    /// The address of its cel's plane; `None` where only what floats is seen.
    plane: Option<u64>,
    blend: Blend,
    opacity: u8,
    /// Whether something floats above it.
    floating: bool,
}

/// A frame as it is seen, or one cel of it, to be read row by row.
#[derive(Debug)]
pub struct Picture<'a> {
    memory: &'a Memory,
    background: Color,
    layers: Vec<Shown>,
    floating: Rect,
    offset: (i32, i32),
}

impl Document {
    /// A frame as it is seen.
    pub fn picture(&self, frame: u32) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.background = self.background();
        for layer in 0..self.layers() {
            let Ok(known) = self.layer(layer) else { continue };
            if known.visible && known.opacity > 0 {
                picture.add(self, Cel { layer, frame }, known.blend, known.opacity);
            }
        }
        picture
    }

    /// One cel as it is, with what floats above it, over nothing.
    pub fn cel_picture(&self, cel: Cel) -> Picture<'_> {
        let mut picture = self.empty_picture();
        picture.add(self, cel, Blend::Normal, 255);
        picture
    }

    fn empty_picture(&self) -> Picture<'_> {
        let floating = self.floating().map_or(Rect::EMPTY, |(_, around)| around.intersect(self.bounds()));
        let (memory, background, offset) = (self.memory(), Color::TRANSPARENT, self.offset());
        Picture { memory, background, layers: Vec::new(), floating, offset }
    }
}

impl Picture<'_> {
    fn add(&mut self, document: &Document, at: Cel, blend: Blend, opacity: u8) {
        let plane = cel(self.memory, at.layer, document.slot(at.frame));
        let plane = plane.filter(|at| super::door::read::<Roots>(self.memory, *at) != Roots::default());
        let floating = document.floating().is_some_and(|(above, _)| above == at);
        if plane.is_some() || floating {
            self.layers.push(Shown { plane, blend, opacity, floating });
        }
    }

    /// Reads every `step`-th pixel to the right of (x, y); all of them must lie on the canvas.
    pub fn read(&self, x: u32, y: u32, step: u32, out: &mut [Color]) {
        let mut layers = self.layers.iter();
        match self.ground() {
            // The lowest layer alone is what was painted, to the bit, invisible colours included.
            Some(plane) => {
                layers.next();
                read_row(self.memory, plane, (x, y), step, out);
            }
            None => out.fill(self.background),
        }
        for layer in layers {
            let lifted = self.floating;
            let (first, last) = (x as i32, (x + (out.len() as u32).saturating_sub(1) * step) as i32);
            let across = layer.floating && lifted.y <= y as i32 && (y as i32) < lifted.bottom();
            if across && first < lifted.right() && last >= lifted.x {
                self.read_floating(*layer, (x, y), step, out);
            } else if let Some(plane) = layer.plane {
                lay(self.memory, plane, *layer, (x, y), step, out);
            }
        }
    }

    /// The lowest layer's plane, if it can be taken as it is.
    fn ground(&self) -> Option<u64> {
        let first = self.layers.first().filter(|_| self.background == Color::TRANSPARENT)?;
        first.plane.filter(|_| first.blend == Blend::Normal && first.opacity == 255 && !first.floating)
    }

    /// A layer's row with what floats landed on it.
    fn read_floating(&self, layer: Shown, (x, y): (u32, u32), step: u32, out: &mut [Color]) {
        let mut row = vec![Color::TRANSPARENT; out.len()];
        if let Some(plane) = layer.plane {
            read_row(self.memory, plane, (x, y), step, &mut row);
        }
        let (dx, dy) = self.offset;
        for (i, pixel) in row.iter_mut().enumerate() {
            let at = Point::new((x + i as u32 * step) as i32, y as i32);
            if self.floating.contains(at) {
                let mut color = [Color::TRANSPARENT];
                let place = ((at.x - dx) as u32, (at.y - dy) as u32);
                read_row(self.memory, FLOATING, place, 1, &mut color);
                *pixel = Blend::Normal.composite(color[0], 255, *pixel);
            }
        }
        for (top, below) in row.iter().zip(out) {
            *below = layer.blend.composite(*top, layer.opacity, *below);
        }
    }

    /// The colour of one pixel, which must lie on the canvas.
    pub fn pixel(&self, x: u32, y: u32) -> Color {
        let mut color = [Color::TRANSPARENT];
        self.read(x, y, 1, &mut color);
        color[0]
    }

    /// The colour around a pixel of the canvas and the aligned area that surely has it, or `None`
    /// where pixels differ within its tile.
    pub fn solid(&self, x: u32, y: u32) -> Option<(Color, Rect)> {
        let mut area = Rect::new(0, 0, i32::MAX, i32::MAX);
        let mut color = self.background;
        for layer in &self.layers {
            if layer.floating {
                return None;
            }
            let Some(plane) = layer.plane else { continue };
            let found = find(self.memory, plane, x, y);
            if found.page != 0 {
                return None;
            }
            area = area.intersect(found.area);
            let ground = self.ground() == Some(plane);
            color = if ground { found.base } else { layer.blend.composite(found.base, layer.opacity, color) };
        }
        Some((color, area))
    }
}

/// Lays a layer's row over what is there.
fn lay(memory: &Memory, plane: u64, layer: Shown, at: (u32, u32), step: u32, out: &mut [Color]) {
    let Shown { blend, opacity, .. } = layer;
    let count = out.len();
    along(memory, plane, at, step, count, |from, length, run| {
        let part = &mut out[from..from + length];
        match run {
            Run::Solid(color) if color.is_transparent() => {}
            Run::Solid(color) => {
                part.iter_mut().for_each(|below| *below = blend.composite(color, opacity, *below));
            }
            Run::Tile { row, first, base } => {
                let picked = row[first..].iter().step_by(step as usize);
                for (below, pixel) in part.iter_mut().zip(picked) {
                    let top = xor(base, *pixel);
                    if !top.is_transparent() {
                        *below = blend.composite(top, opacity, *below);
                    }
                }
            }
        }
    });
}
