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
use super::info::cel_plane;
use super::plane::Plane;
use super::records::{FRAME, LAYER, put, set_field, view};
use super::stamp::{Over, stamp};
use super::{Cel, Drawing, Needs};
use crate::color::Blend;
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use bytemuck::{Pod, Zeroable};

/// The most bytes of a layer's name.
pub const MAX_NAME: usize = 64;

/// A layer's record. Each property has bytes of its own, so that changes of two of them commute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Pod, Zeroable)]
#[repr(C)]
pub(super) struct Record {
    pub(super) name: [u8; MAX_NAME],
    pub(super) opacity: u8,
    pub(super) blend: u8,
    pub(super) visible: u8,
    pub(super) locked: u8,
    pub(super) alpha_locked: u8,
    pub(super) rest: [[u8; 17]; 11],
}

/// What people know of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layer {
    /// Its name, at most [`MAX_NAME`] bytes.
    pub name: String,
    /// How it is laid over the layers below it.
    pub blend: Blend,
    /// How much of it is seen, 0 to 255.
    pub opacity: u8,
    /// Whether it is seen at all.
    pub visible: bool,
    /// Whether nothing may change it.
    pub locked: bool,
    /// Whether its pixels keep their alpha.
    pub alpha_locked: bool,
}

/// A text as a field of fixed size.
///
/// # Errors
/// When it is empty, longer than the field, or has control characters.
pub(super) fn field<const N: usize>(what: &'static str, text: &str) -> Result<[u8; N]> {
    let text = text.trim();
    in_range(what, text.len() as i64, 1, N as i64)?;
    if text.chars().any(char::is_control) {
        return Err(Error::unknown("name", text, "one without control characters"));
    }
    let mut field = [0; N];
    field[..text.len()].copy_from_slice(text.as_bytes());
    Ok(field)
}

/// The text in a field of fixed size.
pub(super) fn text(field: &[u8]) -> String {
    let end = field.iter().position(|byte| *byte == 0).unwrap_or(field.len());
    String::from_utf8_lossy(&field[..end]).into_owned()
}

/// Returns the record of a layer by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, LAYER.address(id))
}

/// Writes the first layer of a new document.
pub(super) fn create(door: &mut impl Door) -> Result<()> {
    let id = LAYER.give(door, 0)?;
    put(door, LAYER.address(id), fresh("Layer 1")?)?;
    LAYER.insert(door, 0, id)
}

fn fresh(name: &str) -> Result<Record> {
    let name = field("bytes of the layer's name", name)?;
    Ok(Record { name, opacity: 255, blend: Blend::Normal.byte(), visible: 1, ..Record::zeroed() })
}

impl<D: Door> Drawing<D> {
    /// The number of layers, at least 1.
    pub fn layers(&self) -> u32 {
        LAYER.count(self.memory())
    }

    /// What is known of a layer, counted from the bottom.
    ///
    /// # Errors
    /// When there is no such layer.
    pub fn layer(&self, layer: u32) -> Result<Layer> {
        in_range("layer", layer.into(), 0, i64::from(self.layers()) - 1)?;
        let Record { name, opacity, blend, visible, locked, alpha_locked, .. } = self.layer_record(layer);
        Ok(Layer {
            name: text(name),
            blend: Blend::from_byte(*blend),
            opacity: *opacity,
            visible: *visible != 0,
            locked: *locked != 0,
            alpha_locked: *alpha_locked != 0,
        })
    }

    /// Returns the record of a layer, counted from the bottom.
    pub(super) fn layer_record(&self, layer: u32) -> &Record {
        record(self.memory(), self.layer_id(layer).unwrap_or(0))
    }

    /// Changes what is known of a layer; what floated is landed before.
    ///
    /// # Errors
    /// When there is no such layer, its new name is empty or longer than [`MAX_NAME`], or memory can't be had.
    pub fn change_layer(&mut self, layer: u32, change: impl FnOnce(&mut Layer)) -> Result<()> {
        let mut known = self.layer(layer)?;
        let old = known.clone();
        self.land()?;
        change(&mut known);
        let at = LAYER.address(self.layer_id(layer).unwrap_or(0));
        let door = &mut self.door;
        if known.name != old.name {
            let name = field("bytes of the layer's name", &known.name)?;
            set_field!(&mut *door, Record, at, name = name)?;
        }
        if known.opacity != old.opacity {
            set_field!(&mut *door, Record, at, opacity = known.opacity)?;
        }
        if known.blend != old.blend {
            set_field!(&mut *door, Record, at, blend = known.blend.byte())?;
        }
        if known.visible != old.visible {
            set_field!(&mut *door, Record, at, visible = known.visible.into())?;
        }
        if known.locked != old.locked {
            set_field!(&mut *door, Record, at, locked = known.locked.into())?;
        }
        if known.alpha_locked != old.alpha_locked {
            set_field!(&mut *door, Record, at, alpha_locked = known.alpha_locked.into())?;
        }
        self.cover_layer(layer);
        Ok(())
    }

    /// Says that the action changed how a layer is seen.
    pub(super) fn cover_layer(&mut self, layer: u32) {
        let mut around = crate::geometry::Rect::EMPTY;
        for frame in 0..self.frames() {
            around = around.union(self.cel_bounds(Cel { layer, frame }));
        }
        self.mark_dirty(around);
    }

    /// Puts an empty layer at a place in the stack, 0 the bottom.
    ///
    /// # Errors
    /// Beyond [`MAX_LAYERS`](super::MAX_LAYERS), or when memory can't be had.
    pub fn add_layer(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let names: Vec<_> =
            (0..self.layers()).filter_map(|layer| self.layer(layer).ok()).map(|l| l.name).collect();
        let free = (1..).map(|n| format!("Layer {n}")).find(|name| !names.contains(name));
        self.insert_layer(at, fresh(&free.unwrap_or_default())?)
    }

    fn insert_layer(&mut self, at: u32, new: Record) -> Result<()> {
        let layers = self.layers();
        in_range("number of layers", i64::from(layers) + 1, 1, LAYER.most.into())?;
        in_range("layer", at.into(), 0, layers.into())?;
        let id = self.give(&LAYER)?;
        put(&mut self.door, LAYER.address(id), new)?;
        LAYER.insert(&mut self.door, at, id)
    }

    /// Puts a copy of a layer above it.
    ///
    /// # Errors
    /// As [`add_layer`](Drawing::add_layer).
    pub fn duplicate_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let name = self.layer(layer)?.name;
        let mut copy = *self.layer_record(layer);
        let longest = name.floor_char_boundary(MAX_NAME - " copy".len());
        copy.name = field("bytes of the layer's name", &format!("{} copy", &name[..longest]))?;
        self.insert_layer(layer + 1, copy)?;
        for frame in 0..self.frames() {
            self.copy_cel(Cel { layer, frame }, Cel { layer: layer + 1, frame })?;
        }
        self.cover_layer(layer);
        Ok(())
    }

    /// Copies one cel's pixels over another's.
    pub(super) fn copy_cel(&mut self, from: Cel, to: Cel) -> Result<()> {
        let target = self.plane_of(to)?;
        match self.plane(from) {
            Some(source) => {
                self.door.compact(source)?;
                Plane::new(&mut self.door, target).copy_from(source)
            }
            None => Plane::new(&mut self.door, target).clear(),
        }
    }

    /// Takes a layer away.
    ///
    /// # Errors
    /// When it is locked or the last one, or memory can't be had.
    pub fn remove_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let Layer { name, locked, .. } = self.layer(layer)?;
        if locked {
            return Err(Error::Refused { what: "layer", name, why: "it is locked" });
        }
        in_range("number of layers", i64::from(self.layers()) - 1, 1, LAYER.most.into())?;
        self.cover_layer(layer);
        let id = self.layer_id(layer).unwrap_or(0);
        for frame in FRAME.ids(self.memory()).to_vec() {
            Plane::new(&mut self.door, cel_plane(id, frame)).clear()?;
        }
        LAYER.remove(&mut self.door, layer)
    }

    /// Moves a layer to another place in the stack.
    ///
    /// # Errors
    /// When either is no place in it.
    pub fn move_layer(&mut self, from: u32, to: u32) -> Result<()> {
        self.land()?;
        self.layer(from)?;
        self.layer(to)?;
        LAYER.shift(&mut self.door, from, to)?;
        self.cover_layer(to);
        Ok(())
    }

    /// Lays a layer's pixels onto the layer below as they are seen, and takes it away.
    ///
    /// # Errors
    /// When it is the lowest, either of the two is locked or hidden, or memory can't be had.
    pub fn merge_down(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        in_range("layer to merge", layer.into(), 1, i64::from(self.layers()) - 1)?;
        let upper = self.layer(layer)?;
        for frame in 0..self.frames() {
            let (from, to) = (Cel { layer, frame }, Cel { layer: layer - 1, frame });
            self.check(from, Needs::Colors)?;
            self.check(to, Needs::Alpha)?;
            let Some(source) = self.plane(from) else { continue };
            let (target, around) = (self.plane_of(to)?, self.cel_bounds(from));
            let over = Over { blend: upper.blend, opacity: upper.opacity };
            stamp(&mut self.door, source, target, around, (0, 0), over)?;
        }
        self.cover_layer(layer - 1);
        self.remove_layer(layer)
    }
}
