//! The canvas's size: growing, cropping, and all cels made anew.
//!
//! Pixels beyond the canvas's edge are always transparent, so growing it uncovers
//! nothing that was cut away before. Where only the edge moves, the tiles stay where
//! they are; where the corner moves, every cel is laid anew.
//!
//! ```
//! use undoodle::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(8, 8)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(7, 7, 1, 1), Color::BLACK)?;
//! document.resize(Rect::new(-2, 0, 12, 8))?;
//! document.commit("Canvas size", Color::ADDED, 0)?;
//! assert_eq!(document.size(), (12, 8));
//! assert_eq!(document.cel_pixel(cel, 9, 7)?, Color::BLACK);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::info::{MAX_SIDE, SPARE, change};
use super::layers::{cel, make_cel};
use super::plane::Plane;
use super::stamp::{Over, stamp};
use super::tiles::bounds;
use super::{Cel, Document};
use crate::color::{Blend, Color};
use crate::error::{Result, in_range};
use crate::geometry::Rect;

impl Document {
    /// Makes a rectangle, which may reach beyond the canvas, the canvas. Nothing is selected then.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`, or memory can't be had.
    pub fn resize(&mut self, frame: Rect) -> Result<()> {
        in_range("width", frame.width.into(), 1, MAX_SIDE.into())?;
        in_range("height", frame.height.into(), 1, MAX_SIDE.into())?;
        self.deselect()?;
        let old = self.bounds();
        self.cover(old);
        let by = (-frame.x, -frame.y);
        for (layer, slot) in self.all_cels() {
            let Some(plane) = cel(self.memory(), layer, slot) else { continue };
            self.settle(plane)?;
            let kept = bounds(self.memory(), plane).intersect(frame);
            if by == (0, 0) {
                self.cut(plane, old, frame)?;
                continue;
            }
            let over = Over { blend: Blend::Normal, opacity: 255 };
            if !kept.is_empty() {
                stamp(&mut self.store, plane, SPARE, kept, by, over)?;
            }
            self.settle(SPARE)?;
            Plane::new(&mut self.store, plane).take_from(SPARE)?;
        }
        self.set_size(frame.width as u32, frame.height as u32)
    }

    /// Clears what of a plane lies in a rectangle, but not in another that shares its corner.
    fn cut(&mut self, plane: u64, old: Rect, kept: Rect) -> Result<()> {
        let right = Rect::new(kept.width, 0, old.width - kept.width, old.height);
        let below = Rect::new(0, kept.height, old.width, old.height - kept.height);
        for beyond in [right, below].into_iter().filter(|beyond| !beyond.is_empty()) {
            Plane::new(&mut self.store, plane).fill_rect(beyond, Color::TRANSPARENT)?;
        }
        Ok(())
    }

    /// Every layer with every frame's slot.
    pub(super) fn all_cels(&self) -> Vec<(u32, u32)> {
        let slots: Vec<_> = (0..self.frames()).map(|frame| self.slot(frame)).collect();
        (0..self.layers()).flat_map(|layer| slots.iter().map(move |slot| (layer, *slot))).collect()
    }

    fn set_size(&mut self, width: u32, height: u32) -> Result<()> {
        change(&mut self.store, |info| (info.width, info.height) = (width, height))?;
        self.cover(self.bounds());
        Ok(())
    }

    /// Gives the canvas another size and every cel other pixels, made from the old ones by `make`.
    ///
    /// `make` gets the cel and answers with the new rows' pixels, all of them, or `None` for an empty one.
    ///
    /// # Errors
    /// When a side is outside `1..=32768`, what `make` says, or when memory can't be had.
    pub fn remake(
        &mut self,
        width: u32,
        height: u32,
        mut make: impl FnMut(&Document, Cel) -> Result<Option<Vec<Color>>>,
    ) -> Result<()> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        self.deselect()?;
        self.cover(self.bounds());
        for layer in 0..self.layers() {
            for frame in 0..self.frames() {
                let slot = self.slot(frame);
                if cel(self.memory(), layer, slot).is_none() {
                    continue;
                }
                let pixels = make(self, Cel { layer, frame })?;
                super::layers::clear_cel(&mut self.store, layer, slot)?;
                let Some(pixels) = pixels else { continue };
                let plane = make_cel(&mut self.store, layer, slot)?;
                for (y, row) in (0..height).zip(pixels.chunks_exact(width as usize)) {
                    Plane::new(&mut self.store, plane).put_row(0, y, row)?;
                }
                self.settle(plane)?;
            }
        }
        self.set_size(width, height)
    }
}
