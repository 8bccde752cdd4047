//! Layers: records in order, from the bottom up.
//!
//! A layer's record has its name and how it is blended, and its id names the planes of
//! its cels. Moving a layer moves its id in the list of layers; its record and its
//! pixels stay where they are. So reordering a stack of huge layers changes a few bytes.
//!
//! ```
//! use undoodle::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.add_layer(1)?;
//! document.change_layer(1, |layer| layer.opacity = 128)?;
//! document.commit("New layer", Color::ADDED, 0)?;
//! assert_eq!(document.layer(1)?.opacity, 128);
//! document.undo()?;
//! assert_eq!(document.layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::door::Door;
use super::plane::Plane;
use super::property::{Blending, Byte, Flag, Text, properties};
use super::records::{FRAME, LAYER, put, view};
use super::stamp::{Over, stamp};
use super::{Cel, Drawing, Needs};
use crate::color::Blend;
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;

/// Maximum number of bytes of a layer's name.
pub const MAX_NAME: usize = 64;

/// Maximum number of bytes of a layer's note.
pub const MAX_NOTE: usize = 200;

properties! {
    /// The properties of a layer.
    "layer" Layer, kept in 512 bytes:
    /// Its name: 1 to [`MAX_NAME`] bytes.
    name: String as Text<1, MAX_NAME>,
    /// Its opacity: 0 is invisible, 255 opaque.
    opacity: u8 as Byte,
    /// How it is blended with the layers below it.
    blend: Blend as Blending,
    /// Whether it is visible.
    visible: bool as Flag,
    /// Whether it is protected from every change.
    locked: bool as Flag,
    /// Whether its pixels keep their alpha.
    alpha_locked: bool as Flag,
    /// A note on it, for people: at most [`MAX_NOTE`] bytes, or empty.
    note: String as Text<0, MAX_NOTE>,
}

impl Layer {
    /// Returns a visible layer without locks.
    fn named(name: String) -> Layer {
        Layer {
            name,
            opacity: 255,
            blend: Blend::Normal,
            visible: true,
            locked: false,
            alpha_locked: false,
            note: String::new(),
        }
    }
}

/// Returns the record of a layer by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, LAYER.address(id))
}

/// Writes the first layer of a new drawing.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let id = LAYER.give(door, 0)?;
    put(door, LAYER.address(id), Record::encode(&Layer::named("Layer 1".into()))?)?;
    LAYER.insert(door, 0, id)
}

impl<D: Door> Drawing<D> {
    /// Returns the number of layers, at least 1.
    pub fn layers(&self) -> u32 {
        LAYER.count(self.memory())
    }

    /// Returns the properties of a layer.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer.
    pub fn layer(&self, layer: u32) -> Result<Layer> {
        in_range("layer", layer.into(), 0, i64::from(self.layers()) - 1)?;
        Ok(self.layer_record(layer).decode())
    }

    /// Returns the record of a layer by its position.
    pub(super) fn layer_record(&self, layer: u32) -> &Record {
        record(self.memory(), self.layer_id(layer).unwrap_or(0))
    }

    /// Changes the properties of a layer, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer or a text is too short or too long, and
    /// [`Error::Unknown`] when a text has control characters.
    pub fn change_layer(&mut self, layer: u32, change: impl FnOnce(&mut Layer)) -> Result<()> {
        let mut properties = self.layer(layer)?;
        self.land()?;
        change(&mut properties);
        let at = LAYER.address(self.layer_id(layer).unwrap_or(0));
        let new = Record::encode(&properties)?;
        self.restack(|drawing| Record::change(&mut drawing.door, at, &new).map(|()| layer))
    }

    /// Runs a change of how a layer is stacked and marks dirty the frames that look different after it.
    /// The change returns the new position of the layer.
    fn restack(&mut self, change: impl FnOnce(&mut Self) -> Result<u32>) -> Result<()> {
        let before = self.stack();
        let layer = change(self)?;
        let after = self.stack();
        if before != after {
            let frames = FRAME.ids(self.memory()).to_vec();
            let around = |frame| self.cel_bounds(Cel { layer, frame });
            let looks = (0..).zip(&frames).map(|(at, id)| ((&before, *id), (&after, *id), around(at)));
            let looks: Vec<_> = looks.collect();
            self.mark_looks(looks);
        }
        Ok(())
    }

    /// Marks the pixels of a layer dirty, in all frames.
    pub(super) fn mark_layer_dirty(&mut self, layer: u32) {
        let mut around = crate::geometry::Rect::EMPTY;
        for frame in 0..self.frames() {
            around = around.union(self.cel_bounds(Cel { layer, frame }));
        }
        self.mark_dirty(around);
    }

    /// Inserts an empty layer at a position, 0 the bottom.
    ///
    /// # Errors
    /// Returns [`Error::Range`] beyond [`MAX_LAYERS`](super::MAX_LAYERS).
    pub fn add_layer(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let names: Vec<_> =
            (0..self.layers()).filter_map(|layer| self.layer(layer).ok()).map(|l| l.name).collect();
        let free = (1..).map(|n| format!("Layer {n}")).find(|name| !names.contains(name));
        self.insert_layer(at, &Layer::named(free.unwrap_or_default()))
    }

    fn insert_layer(&mut self, at: u32, new: &Layer) -> Result<()> {
        let layers = self.layers();
        in_range("number of layers", i64::from(layers) + 1, 1, LAYER.most.into())?;
        in_range("layer", at.into(), 0, layers.into())?;
        let id = self.give(&LAYER)?;
        put(&mut self.door, LAYER.address(id), Record::encode(new)?)?;
        LAYER.insert(&mut self.door, at, id)
    }

    /// Inserts a copy of a layer above it.
    ///
    /// # Errors
    /// As [`add_layer`](Drawing::add_layer).
    pub fn duplicate_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let mut copy = self.layer(layer)?;
        copy.name.truncate(copy.name.floor_char_boundary(MAX_NAME - " copy".len()));
        copy.name.push_str(" copy");
        self.insert_layer(layer + 1, &copy)?;
        self.copy_images(layer, layer + 1)?;
        self.mark_layer_dirty(layer);
        Ok(())
    }

    /// Replaces the pixels of a cel by those of another one, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when the layer that changes is hidden or locked or keeps its alpha, and
    /// [`Error::Range`] when there is no such cel.
    pub fn replace_cel(&mut self, from: Cel, to: Cel) -> Result<()> {
        self.land()?;
        self.plane_of(from)?;
        self.check(to, Needs::Alpha)?;
        self.mark_dirty(self.cel_bounds(to));
        self.copy_cel(from, to)?;
        self.mark_dirty(self.cel_bounds(to));
        Ok(())
    }

    /// Replaces the pixels of a cel by those of another one.
    pub(super) fn copy_cel(&mut self, from: Cel, to: Cel) -> Result<()> {
        let target = self.plane_of(to)?;
        match self.plane(from) {
            Some(source) if source == target => Ok(()),
            Some(source) => {
                self.door.compact(source)?;
                Plane::new(&mut self.door, target).copy_from(source)
            }
            None => Plane::new(&mut self.door, target).clear(),
        }
    }

    /// Removes a layer and its cels.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] when it is locked, and [`Error::Range`] when there is no such layer,
    /// or no other one.
    pub fn remove_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let Layer { name, locked, .. } = self.layer(layer)?;
        if locked {
            return Err(Error::Refused { what: "layer", name, why: "it is locked" });
        }
        in_range("number of layers", i64::from(self.layers()) - 1, 1, LAYER.most.into())?;
        self.mark_layer_dirty(layer);
        self.leave_images(layer)?;
        LAYER.remove(&mut self.door, layer)
    }

    /// Moves a layer to another position in the stack.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when either position does not exist.
    pub fn move_layer(&mut self, from: u32, to: u32) -> Result<()> {
        self.land()?;
        self.layer(from)?;
        self.layer(to)?;
        self.restack(|drawing| LAYER.shift(&mut drawing.door, from, to).map(|()| to))
    }

    /// Blends a layer's pixels onto the layer below, and removes it.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when it is the lowest, and [`Error::Refused`] when one of the two is
    /// locked or hidden.
    pub fn merge_down(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        in_range("layer to merge", layer.into(), 1, i64::from(self.layers()) - 1)?;
        let upper = self.layer(layer)?;
        self.check(Cel { layer, frame: 0 }, Needs::Colors)?;
        self.check(Cel { layer: layer - 1, frame: 0 }, Needs::Alpha)?;
        for frame in self.part_by(layer - 1, layer)? {
            let (from, to) = (Cel { layer, frame }, Cel { layer: layer - 1, frame });
            let Some(source) = self.plane(from) else { continue };
            let (target, around) = (self.plane_of(to)?, self.cel_bounds(from));
            let over = Over { blend: upper.blend, opacity: upper.opacity };
            stamp(&mut self.door, source, target, around, (0, 0), over)?;
        }
        // That marks dirty where the upper layer has pixels: nothing else looks different.
        self.remove_layer(layer)
    }
}
