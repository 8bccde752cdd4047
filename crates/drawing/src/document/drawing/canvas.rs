//! The canvas's size: growing, cropping, and all cels made anew.
//!
//! Pixels [beyond the canvas's edge](super::beyond) are kept, so growing it uncovers what cropping had
//! put there. Whichever of its edges move, the record of the size and of the [corner](super::window) changes and no tile does. What is scaled or turned
//! is made anew at the same corner.
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
//! document.begin(1)?;
//! document.resize(Rect::new(3, 1, 4, 4))?;
//! let cropped = document.commit("Canvas size", Color::ADDED, 0)?.map(|commit| commit.bytes());
//! assert!(cropped < Some(320), "the edges and the corner alone have moved");
//! document.begin(1)?;
//! document.resize(Rect::new(-3, -1, 12, 8))?;
//! document.commit("Canvas size", Color::ADDED, 0)?;
//! assert_eq!(document.cel_pixel(cel, 9, 7)?, Color::BLACK);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::beyond::{around, kept};
use super::door::Door;
use super::info::{MAX_SIDE, set_info};
use super::plane::Plane;
use super::stamp::shifted;
use super::window::Corner;
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

/// New pixels of a cel beyond the canvas's edge; see [`Drawing::remake`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Where the pixels lie, in pixels of the new canvas. What of it lies on the canvas is not used.
    pub rect: Rect,
    /// All pixels of the rectangle, row by row.
    pub pixels: Vec<Color>,
}

impl<D: Door> Drawing<D> {
    /// Crops or extends the canvas to a rectangle, and selects nothing.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`, or the corner more than 32768 pixels
    /// from the canvas's.
    pub fn resize(&mut self, frame: Rect) -> Result<()> {
        in_range("width", frame.width.into(), 1, MAX_SIDE.into())?;
        in_range("height", frame.height.into(), 1, MAX_SIDE.into())?;
        for (name, at) in [("x", frame.x), ("y", frame.y)] {
            in_range(name, at.into(), -i64::from(MAX_SIDE), MAX_SIDE.into())?;
        }
        self.deselect()?;
        let old = self.bounds();
        self.mark_dirty(old);
        let (by, size) = ((-frame.x, -frame.y), (frame.width as u32, frame.height as u32));
        let kept = shifted(kept(size), (frame.x, frame.y));
        let (x, y) = self.corner().place(frame.x as u32, frame.y as u32);
        let corner = Corner::at(x as i32, y as i32);
        let fitting = corner.fitting(size);
        for cel in self.once_per_image(self.all_cels()) {
            let Some(plane) = self.plane(cel) else { continue };
            self.forget_around(plane, kept)?;
            if fitting != corner {
                self.relay(plane, [corner, fitting], shifted(kept, by))?;
            }
        }
        self.place_slices(|rect| Rect { x: rect.x + by.0, y: rect.y + by.1, ..rect })?;
        self.set_window(size, fitting)
    }

    /// Returns every cel, empty or not.
    pub fn all_cels(&self) -> impl Iterator<Item = Cel> + use<D> {
        let (layers, frames) = (self.layers(), self.frames());
        (0..layers).flat_map(move |layer| (0..frames).map(move |frame| Cel { layer, frame }))
    }

    fn set_window(&mut self, (width, height): (u32, u32), corner: Corner) -> Result<()> {
        if ((width, height), corner) != (self.size(), self.corner()) {
            set_info!(&mut self.door, width = width, height = height, corner = corner.numbers());
            self.mark_dirty(self.bounds());
        }
        Ok(())
    }

    /// Changes the canvas's size and the content of every cel.
    ///
    /// `make` gets the old drawing and a cel, and returns the cel's new content, and what lies beyond the edge if something does.
    /// It is called once for frames that share an image.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when a side is outside `1..=32768`, or what `make`
    /// returns.
    pub fn remake(
        &mut self,
        width: u32,
        height: u32,
        mut make: impl FnMut(&Drawing<D>, Cel) -> Result<(Remade, Option<Surroundings>)>,
    ) -> Result<()> {
        in_range("width", width.into(), 1, MAX_SIDE.into())?;
        in_range("height", height.into(), 1, MAX_SIDE.into())?;
        self.deselect()?;
        if (width, height) != self.size() {
            self.mark_dirty(self.bounds());
        }
        let corner = self.corner().fitting((width, height));
        for cel in self.once_per_image(self.all_cels()) {
            let Some(plane) = self.plane(cel) else { continue };
            let (made, beyond) = make(self, cel)?;
            // One colour all over looks as before.
            if matches!(made, Remade::Pixels(_)) {
                self.mark_dirty(self.bounds());
            }
            let mut drawn = Plane { door: &mut self.door, plane, corner };
            drawn.clear()?;
            match made {
                Remade::Plain(color) => {
                    drawn.fill_rect(Rect::new(0, 0, width as i32, height as i32), color)?
                }
                Remade::Pixels(pixels) => drawn.draw(width, &pixels)?,
            }
            if let Some(beyond) = beyond {
                drawn.surround((width, height), &beyond)?;
            }
            self.door.compact(plane)?;
        }
        self.set_window((width, height), corner)
    }
}

impl<D: Door> Plane<'_, D> {
    /// Draws what lies beyond the edge of a canvas of this size.
    fn surround(&mut self, (width, height): (u32, u32), beyond: &Surroundings) -> Result<()> {
        let (rect, canvas) = (beyond.rect, Rect::new(0, 0, width as i32, height as i32));
        let parts = around(rect.intersect(kept((width, height))), canvas);
        for part in parts {
            for y in part.y..part.bottom() {
                let start = (y - rect.y) as usize * rect.width as usize + (part.x - rect.x) as usize;
                let row = &beyond.pixels[start..start + part.width as usize];
                self.put_row(part.x as u32, y as u32, row)?;
            }
        }
        Ok(())
    }
}
