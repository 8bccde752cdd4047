//! The background layer: the lowest one, in which nothing is transparent.
//!
//! Problem: dozens of edits make pixels transparent: erasing, cutting, moving a selection, adding a frame, growing the canvas. If each asked what
//! kind of layer it is on, one would forget. Idea: an edit does on the background what it does elsewhere, and before its action ends,
//! [`fill_background`](Drawing::fill_background) finds out where the action has changed the background's pixels, and
//! lays them over a colour there. So no edit knows of it, and a drawing without a background pays nothing.
//!
//! The invariant: an edit of the background leaves it the lowest layer, in no group, opaque and in normal mode. Patches and files may say
//! otherwise: a layer that has the property, but not this place, is a layer as any other. No two layers have the property: of two that are
//! brought together from two states, the one of now keeps it.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::{Cel, Document}, geometry::Rect};
//! let (mut document, white) = (Document::new(8, 8)?, Color::rgba(255, 255, 255, 255));
//! document.begin(1)?;
//! document.make_background(0, white)?;
//! document.commit("Background from layer", Color::ADDED, 0)?;
//! document.begin(1)?;
//! document.fill_rect(Cel::default(), Rect::new(2, 2, 2, 2), Color::TRANSPARENT)?;
//! document.fill_background(Color::BLACK)?;
//! document.commit("Eraser", Color::REMOVED, 0)?;
//! assert_eq!([2, 4].map(|x| document.pixel(0, x, 2)), [Ok(Color::BLACK), Ok(white)]);
//! assert!(document.layer(0)?.background);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::order::{Join, Order};
use super::plane::Plane;
use super::records::LAYER;
use super::tiles::{Segment, TILE, read_row, segments};
use super::window::Sight;
use super::{Cel, CelProperties, Drawing, Layer, Needs, Part, layers};
use crate::color::{Blend, Color, product};
use crate::error::{Error, Result};
use crate::geometry::Rect;
use crate::memory::{Arena, Memory};
use std::collections::BTreeSet;

/// Name of the layer's property.
const PROPERTY: &str = "background";

/// Returns the layers that have the property of the background, by their ids, from the bottom up.
pub(super) fn backgrounds(memory: &Memory) -> impl Iterator<Item = u16> {
    LAYER.ids(memory).iter().copied().filter(|id| layers::record(memory, *id).background != 0)
}

/// Returns the part of a drawing that is a layer's property of the background.
pub(super) fn property_of(layer: u16) -> Part {
    Part::Field(LAYER.of(layer), PROPERTY)
}

/// Takes the property of the background from a layer.
pub(super) fn clear(memory: &mut Memory, layer: u16) {
    for region in property_of(layer).lies_at() {
        memory.get_mut(region).into_iter().for_each(|bytes| bytes.fill(0));
    }
}

/// Why something is refused to the background.
const LOWEST: &str = "it is the background, which stays below all other layers and groups";
const OPAQUE: &str = "it is the background, which stays opaque, in normal mode and in all exports";

impl<D: Door> Drawing<D> {
    /// Returns the position of the background layer, which is 0, or `None` if there is no background.
    pub fn background_layer(&self) -> Option<u32> {
        let lowest = self.layer_record(0);
        (lowest.background != 0 && self.group_of(0).is_none()).then_some(0)
    }

    /// Returns `true` if a layer has the property of the background, wherever it is.
    pub fn has_background(&self) -> bool {
        (0..self.layers()).any(|layer| self.layer_record(layer).background != 0)
    }

    fn refuse<T>(&self, layer: u32, why: &'static str) -> Result<T> {
        Err(Error::Refused { what: "layer", name: self.layer(layer)?.name.into(), why })
    }

    /// Checks that a change of a layer's properties leaves the background opaque. What a file says otherwise may stay.
    pub(super) fn check_opaque(&self, layer: u32, new: &Layer) -> Result<()> {
        let Layer { background, opacity, blend, reference, clipped, .. } = *new;
        let old = self.layer(layer)?;
        let fainter = opacity < 255 && opacity != old.opacity
            || blend != Blend::Normal && blend != old.blend
            || reference && !old.reference;
        if background && fainter && self.background_layer() == Some(layer) {
            return self.refuse(layer, OPAQUE);
        }
        if background && clipped && !old.clipped && self.background_layer() == Some(layer) {
            return self.refuse(layer, "it is the background, below which there is nothing");
        }
        Ok(())
    }

    /// Checks that a cel of the background keeps its usual look, or that of a file.
    pub(super) fn check_usual(&self, at: Cel, new: &CelProperties) -> Result<()> {
        let old = self.cel_properties(at);
        let usual = (new.opacity == 255 || new.opacity == old.opacity)
            && (new.z_index == 0 || new.z_index == old.z_index);
        if !usual && self.background_layer() == Some(at.layer) {
            return self.refuse(at.layer, OPAQUE);
        }
        Ok(())
    }

    /// Checks that an order of layers has the background below all others.
    pub(super) fn check_lowest(&self, order: &Order) -> Result<()> {
        let Some(layer) = self.background_layer() else { return Ok(()) };
        let lowest = order.layers().into_iter().next();
        if lowest.is_some_and(|(id, around)| self.layer_id(layer) == Some(id) && around.is_empty()) {
            return Ok(());
        }
        self.refuse(layer, LOWEST)
    }

    /// Checks that a layer may be inserted at a position.
    pub(super) fn check_above(&self, at: u32) -> Result<()> {
        match self.background_layer().filter(|layer| at <= *layer) {
            Some(layer) => self.refuse(layer, LOWEST),
            None => Ok(()),
        }
    }

    /// Makes a layer the background: it becomes the lowest, opaque and in normal mode, and its pixels are laid over a
    /// colour in all frames, with the opacities that the layer and its cels had.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] and [`Error::Grouped`] when there is a background already, or the layer is hidden or locked or
    /// keeps its alpha, and [`Error::Range`] when there is no such layer.
    pub fn make_background(&mut self, layer: u32, color: Color) -> Result<()> {
        self.land()?;
        self.check(Cel { layer, frame: 0 }, Needs::Alpha)?;
        if let Some(other) = (0..self.layers()).find(|layer| self.layer_record(*layer).background != 0) {
            return self.refuse(other, "it is the background, and there can be only one");
        }
        let (opacity, canvas) = (self.layer(layer)?.opacity, self.bounds());
        let mut filled = BTreeSet::new();
        for frame in 0..self.frames() {
            let cel = Cel { layer, frame };
            let plane = self.plane_of(cel)?;
            if filled.insert(plane) {
                let own = self.cel_properties(cel).opacity;
                self.lay_over_color(plane, canvas, product(opacity, own), color)?;
            }
        }
        for frame in 0..self.frames() {
            let cel = Cel { layer, frame };
            let own = self.cel_properties(cel);
            self.put_cel(cel, &CelProperties { opacity: 255, z_index: 0, ..own })?;
        }
        let id = self.layer_id(layer).unwrap_or(0);
        self.arrange(&[id], |order| order.place(&[id], 0, Join::Nothing, 0))?;
        self.change_layer(0, |layer| {
            (layer.opacity, layer.blend) = (255, Blend::Normal);
            (layer.clipped, layer.reference, layer.background) = (false, false, true);
        })?;
        self.mark_dirty(canvas);
        Ok(())
    }

    /// Makes the background a layer as any other. Its pixels stay as they are.
    ///
    /// # Errors
    /// None for a drawing.
    pub fn release_background(&mut self) -> Result<()> {
        (0..self.layers()).try_for_each(|layer| self.change_layer(layer, |layer| layer.background = false))
    }

    /// Lays what a rectangle of a plane shows at an opacity over a colour, where it is not opaque.
    pub(in crate::document) fn lay_over_color(
        &mut self,
        plane: u32,
        rect: Rect,
        opacity: u8,
        color: Color,
    ) -> Result<()> {
        let ground = Color::rgba(color.bytes[0], color.bytes[1], color.bytes[2], 255);
        let over = |pixel: Color| {
            let stays = opacity == 255 && pixel.bytes[3] == 255;
            if stays { pixel } else { Blend::Normal.composite(pixel, opacity, ground) }
        };
        let parts: Vec<_> = segments(Sight::of(self.memory(), plane), rect).collect();
        let mut rows = [[Color::TRANSPARENT; TILE as usize]; 2];
        for Segment { rect, solid } in parts {
            if let Some(color) = solid {
                if over(color) != color {
                    Plane::new(&mut self.door, plane).fill_rect(rect, over(color))?;
                    self.mark_dirty(rect);
                }
                continue;
            }
            let [old, new] = rows.each_mut().map(|row| &mut row[..rect.width as usize]);
            let mut changed = false;
            for y in rect.y..rect.bottom() {
                read_row(Sight::of(self.memory(), plane), (rect.x as u32, y as u32), 1, old);
                new.iter_mut().zip(&*old).for_each(|(new, old)| *new = over(*old));
                if new != old {
                    Plane::new(&mut self.door, plane).put_row(rect.x as u32, y as u32, new)?;
                    changed = true;
                }
            }
            self.mark_dirty(if changed { rect } else { Rect::EMPTY });
        }
        Ok(())
    }
}
