//! The canvas's size: growing, cropping, and all cels made anew.
//!
//! Pixels beyond the canvas's edge are always transparent, so growing it uncovers
//! nothing that was cut away before. Where only the edge moves, the tiles stay where
//! they are; where the corner moves, every cel is laid anew.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, cel) = (Document::new(8, 8)?, Cel::default());
//! document.begin(1)?;
//! document.fill_rect(cel, Rect::new(7, 7, 1, 1), Color::BLACK)?;
//! document.resize(Rect::new(-2, 0, 12, 8))?;
//! document.commit("Canvas size", Color::ADDED, 0)?;
//! assert_eq!(document.size(), (12, 8));
//! assert_eq!(document.cel_pixel(cel, 9, 7)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::{MAX_SIDE, set_info};
use super::plane::Plane;
use super::stamp::moved;
use super::tiles::bounds;
use super::{Cel, Drawing};
use crate::color::Color;
use crate::error::{Result, in_range};
use crate::geometry::Rect;

/// New content of a cel; see [`Drawing::remake`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Remade {
    /// One colour in all pixels.
    Plain(Color),
    /// All pixels, row by row.
    Pixels(Vec<Color>),
}

impl<D: Door> Drawing<D> {
    /// Crops or extends the canvas to a rectangle, and selects nothing.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`.
    pub fn resize(&mut self, frame: Rect) -> Result<()> {
        in_range("width", frame.width.into(), 1, MAX_SIDE.into())?;
        in_range("height", frame.height.into(), 1, MAX_SIDE.into())?;
        self.deselect()?;
        let old = self.bounds();
        self.mark_dirty(old);
        let by = (-frame.x, -frame.y);
        for cel in self.once_per_image(self.all_cels()) {
            let Some(plane) = self.plane(cel) else { continue };
            if by == (0, 0) {
                self.cut(plane, old, frame)?;
                continue;
            }
            let kept = bounds(self.memory().tree(plane)).intersect(frame);
            let made = moved(self.memory(), plane, [(kept, by)])?;
            Plane::new(&mut self.door, plane).replace(&made)?;
        }
        self.place_slices(|rect| Rect { x: rect.x + by.0, y: rect.y + by.1, ..rect })?;
        self.set_size(frame.width as u32, frame.height as u32)
    }

    /// Clears the pixels inside `old` that lie outside `kept`; both share their top left corner.
    fn cut(&mut self, plane: u32, old: Rect, kept: Rect) -> Result<()> {
        let right = Rect::new(kept.width, 0, old.width - kept.width, old.height);
        let below = Rect::new(0, kept.height, old.width, old.height - kept.height);
        for beyond in [right, below].into_iter().filter(|beyond| !beyond.is_empty()) {
            Plane::new(&mut self.door, plane).fill_rect(beyond, Color::TRANSPARENT)?;
        }
        Ok(())
    }

    /// Returns every cel, empty or not.
    pub fn all_cels(&self) -> impl Iterator<Item = Cel> + use<D> {
        let (layers, frames) = (self.layers(), self.frames());
        (0..layers).flat_map(move |layer| (0..frames).map(move |frame| Cel { layer, frame }))
    }

    fn set_size(&mut self, width: u32, height: u32) -> Result<()> {
        set_info!(&mut self.door, width = width, height = height);
        self.mark_dirty(self.bounds());
        Ok(())
    }

    /// Changes the canvas's size and the content of every cel.
    ///
    /// `make` gets the old drawing and a cel, and returns the cel's new content. It is called once for frames that share an image.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`, or what `make`
    /// returns.
    pub fn remake(
        &mut self,
        width: u32,
        height: u32,
        mut make: impl FnMut(&Drawing<D>, Cel) -> Result<Remade>,
    ) -> Result<()> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        self.deselect()?;
        self.mark_dirty(self.bounds());
        for cel in self.once_per_image(self.all_cels()) {
            let Some(plane) = self.plane(cel) else { continue };
            let made = make(self, cel)?;
            let mut drawn = Plane::new(&mut self.door, plane);
            drawn.clear()?;
            match made {
                Remade::Plain(color) => {
                    drawn.fill_rect(Rect::new(0, 0, width as i32, height as i32), color)?
                }
                Remade::Pixels(pixels) => drawn.draw(width, &pixels)?,
            }
            self.door.compact(plane)?;
        }
        self.set_size(width, height)
    }
}
