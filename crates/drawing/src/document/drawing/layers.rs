//! Layers: records in order, from the bottom up.
//!
//! A layer's record has its name and how it is blended, and its id names the planes of
//! its cels. Moving a layer moves its id in the list of layers; its record and its
//! pixels stay where they are. So reordering a stack of huge layers changes a few bytes.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.add_layer(1)?;
//! document.change_layer(1, |layer| layer.opacity = 128)?;
//! document.commit("New layer", Color::ADDED, 0)?;
//! assert_eq!(document.layer(1)?.opacity, 128);
//! document.undo()?;
//! assert_eq!(document.layers(), 1);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::order::Join;
use super::palette::Rgba;
use super::plane::Plane;
use super::property::{Byte, Choice, Flag, Id, Text, properties};
use super::records::{FRAME, LAYER, id_at, put, view};
use super::{Cel, Drawing, Needs};
use crate::color::{Blend, Color};
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::memory::Memory;
use std::mem::offset_of;

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
    opacity: u8 as Byte => shows,
    /// How it is blended with the layers below it.
    blend: Blend as Choice<Blend> => shows,
    /// Whether it is visible.
    visible: bool as Flag => shows,
    /// Whether it is protected from every change.
    locked: bool as Flag,
    /// Whether its pixels keep their alpha.
    alpha_locked: bool as Flag,
    /// A note on it, for people: at most [`MAX_NOTE`] bytes, or empty.
    note: String as Text<0, MAX_NOTE>,
    /// The id of its group, 0 for none. It changes where layers are moved and grouped, and nowhere else.
    group: u16 as Id,
    /// The colour of its row in lists, or a transparent one for none.
    label: Color as Rgba,
    /// Whether it is shown only where its [base](Drawing::clip_base) is.
    clipped: bool as Flag => shows,
    /// Whether it is a model to draw after: it is seen while one edits, and in no export.
    reference: bool as Flag,
    /// Whether it is the [background](Drawing::background_layer), if it is the lowest layer and in no group.
    background: bool as Flag,
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
            group: 0,
            label: Color::TRANSPARENT,
            clipped: false,
            reference: false,
            background: false,
        }
    }
}

/// Returns the name of a copy.
pub(super) fn copied(mut name: String) -> String {
    name.truncate(name.floor_char_boundary(MAX_NAME - " copy".len()));
    name.push_str(" copy");
    name
}

/// Addresses of a layer's group in its record.
pub const GROUP: std::ops::Range<u64> = id_at(offset_of!(Record, group));

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
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such layer.
    pub fn layer(&self, layer: u32) -> Result<Layer> {
        in_range("layer", layer.into(), 0, i64::from(self.layers()) - 1)?;
        Ok(self.layer_record(layer).decode())
    }

    /// Returns the record of a layer by its position.
    pub(super) fn layer_record(&self, layer: u32) -> &Record {
        record(self.memory(), self.layer_id(layer).unwrap_or(0))
    }

    /// Changes the properties of a layer, but for its group, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such layer or a text is too short or too
    /// long, [`Error::Unknown`](crate::Error::Unknown) when a text has control characters, and
    /// [`Error::Refused`](crate::Error::Refused) when the background would not be opaque.
    pub fn change_layer(&mut self, layer: u32, change: impl FnOnce(&mut Layer)) -> Result<()> {
        let mut properties = self.layer(layer)?;
        self.land()?;
        let group = properties.group;
        change(&mut properties);
        properties.group = group;
        self.check_opaque(layer, &properties)?;
        let id = self.layer_id(layer).unwrap_or(0);
        let new = Record::encode(&properties)?;
        self.restack(&[id], |drawing| Record::change(&mut drawing.door, LAYER.address(id), &new))
    }

    /// Runs a change of how some layers are stacked, which are given by their ids, and marks dirty the frames
    /// that look different after it.
    pub(super) fn restack(
        &mut self,
        layers: &[u16],
        change: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let before = self.stack();
        change(self)?;
        let after = self.stack();
        if before != after {
            let frames = FRAME.ids(self.memory()).to_vec();
            let mut layers: Vec<_> = layers.iter().filter_map(|id| self.layer_at(*id)).collect();
            // What is below a clipped layer may be another one now.
            layers.extend((0..self.layers()).filter(|layer| self.layer_record(*layer).clipped != 0));
            let around = |frame| {
                let bounds = layers.iter().map(|layer| self.cel_bounds(Cel { layer: *layer, frame }));
                bounds.fold(Rect::EMPTY, Rect::union)
            };
            let looks = (0..).zip(&frames).map(|(at, id)| ((&before, *id), (&after, *id), around(at)));
            let looks: Vec<_> = looks.collect();
            self.mark_looks(looks);
        }
        Ok(())
    }

    /// Returns the layer that a clipped one is shown on: the nearest one below it in its own group that is not clipped.
    /// Returns `None` if it is not clipped, or if a group or nothing lies there: then it is shown as it is.
    pub fn clip_base(&self, layer: u32) -> Option<u32> {
        if self.layer_record(layer).clipped == 0 { None } else { self.base_below(layer) }
    }

    /// Returns the layer that a layer is clipped to if it is clipped, or `None` if there would be none.
    pub fn base_below(&self, layer: u32) -> Option<u32> {
        let (group, mut at) = (self.layer_record(layer).group, layer);
        loop {
            at = at.checked_sub(1).filter(|below| self.layer_record(*below).group == group)?;
            if self.layer_record(at).clipped == 0 {
                return Some(at);
            }
        }
    }

    /// Returns the ids of the layers that are clipped, but to nothing: they are shown as they are.
    pub(super) fn unclipped(&self) -> Vec<u16> {
        let loose = |layer: &u32| self.layer_record(*layer).clipped != 0 && self.clip_base(*layer).is_none();
        (0..self.layers()).filter(loose).filter_map(|layer| self.layer_id(layer)).collect()
    }

    /// Releases those of some layers, by their ids, that are clipped to something now. Within [`restack`](Drawing::restack), which marks what it changes.
    pub(super) fn release(&mut self, unclipped: &[u16]) -> Result<()> {
        for id in unclipped {
            // The layer below may be released itself, and then this one is clipped to it.
            if let Some(layer) = self.layer_at(*id).filter(|layer| self.clip_base(*layer).is_some()) {
                let new = Record::encode(&Layer { clipped: false, ..self.layer(layer)? })?;
                Record::change(&mut self.door, LAYER.address(*id), &new)?;
            }
        }
        Ok(())
    }

    /// Marks the pixels of a layer dirty, in all frames.
    pub(super) fn mark_layer_dirty(&mut self, layer: u32) {
        let cels = (0..self.frames()).map(|frame| self.cel_bounds(Cel { layer, frame }));
        self.mark_dirty(cels.fold(Rect::EMPTY, Rect::union));
    }

    /// Returns `true` if any layer is clipped to this one.
    pub fn is_clip_base(&self, layer: u32) -> bool {
        (layer + 1..self.layers()).any(|above| self.clip_base(above) == Some(layer))
    }

    /// Returns `true` if layers that are put into a group of their own are clipped to one that is not among them, or others to one of them.
    pub fn grouping_unclips(&self, layers: &[u32]) -> bool {
        (0..self.layers()).any(|layer| {
            self.clip_base(layer).is_some_and(|base| layers.contains(&layer) != layers.contains(&base))
        })
    }

    /// Returns the layers right above one that say that they are clipped.
    fn clipped_above(&self, layer: u32) -> impl Iterator<Item = u32> {
        (layer + 1..self.layers()).take_while(|layer| self.layer_record(*layer).clipped != 0)
    }

    /// Marks dirty what is clipped right above a layer and looks different without it, as it is on another one then.
    fn mark_rebased(&mut self, layer: u32) -> Result<()> {
        let frames = FRAME.ids(self.memory()).to_vec();
        let around = |frame| {
            let cels = self.clipped_above(layer).map(|layer| self.cel_bounds(Cel { layer, frame }));
            cels.fold(Rect::EMPTY, Rect::union)
        };
        let around: Vec<Rect> = (0..self.frames()).map(around).collect();
        if around.iter().all(|rect| rect.is_empty()) {
            return Ok(());
        }
        let (before, all) = (self.stack(), LAYER.ids(self.memory()).to_vec());
        let mut others = all.clone();
        others.remove(layer as usize);
        LAYER.set(&mut self.door, &others)?;
        let after = self.stack();
        LAYER.set(&mut self.door, &all)?;
        let looks = frames.iter().zip(around).map(|(id, around)| ((&before, *id), (&after, *id), around));
        self.mark_looks(looks);
        Ok(())
    }

    /// Inserts an empty layer at a position, 0 the bottom. It joins the group of the layer below it, and is clipped if
    /// it comes below a clipped layer of that group, which would be clipped to nothing but this one.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) beyond [`MAX_LAYERS`](super::MAX_LAYERS), and
    /// [`Error::Refused`](crate::Error::Refused) below the background.
    pub fn add_layer(&mut self, at: u32) -> Result<()> {
        self.land()?;
        let names: Vec<_> =
            (0..self.layers()).filter_map(|layer| self.layer(layer).ok()).map(|l| l.name).collect();
        let free = (1..).map(|n| format!("Layer {n}")).find(|name| !names.contains(name));
        let group = at.checked_sub(1).and_then(|below| self.layer(below).ok()).map_or(0, |below| below.group);
        let clipped = self.layer(at).is_ok_and(|above| above.clipped && above.group == group);
        self.insert_layer(at, &Layer { group, clipped, ..Layer::named(free.unwrap_or_default()) })
    }

    pub(super) fn insert_layer(&mut self, at: u32, new: &Layer) -> Result<()> {
        let layers = self.layers();
        in_range("number of layers", i64::from(layers) + 1, 1, LAYER.most.into())?;
        in_range("layer", at.into(), 0, layers.into())?;
        self.check_above(at)?;
        let id = self.give(&LAYER)?;
        put(&mut self.door, LAYER.address(id), Record::encode(new)?)?;
        LAYER.insert(&mut self.door, at, id)
    }

    /// Inserts a copy of a layer above it, in the same group.
    ///
    /// # Errors
    /// As [`add_layer`](Drawing::add_layer).
    pub fn duplicate_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        let mut copy = self.layer(layer)?;
        copy.name = copied(copy.name);
        copy.background = false;
        self.insert_layer(layer + 1, &copy)?;
        self.copy_images(layer, layer + 1)?;
        let [from, to] = [layer, layer + 1].map(|at| self.layer_id(at).unwrap_or(0));
        self.carry_along(&LAYER, from, to)?;
        self.mark_layer_dirty(layer);
        Ok(())
    }

    /// Replaces the pixels of a cel by those of another one, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Refused`](crate::Error::Refused) when the layer that changes is hidden or locked or
    /// keeps its alpha, and [`Error::Range`](crate::Error::Range) when there is no such cel.
    pub fn replace_cel(&mut self, from: Cel, to: Cel) -> Result<()> {
        self.land()?;
        self.plane_of(from)?;
        self.check(to, Needs::Alpha)?;
        self.mark_dirty(self.cel_bounds(to));
        self.copy_cel(from, to)?;
        self.copy_cel_properties(from, to)?;
        for frame in self.linked(to)? {
            self.share_cel_properties(to, Cel { frame, ..to })?;
        }
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

    /// Moves cels by numbers of layers and frames, all of them together, in place of what is there. Where they were is
    /// nothing then, unless `keep` leaves them as well. What frames share stays with the others: a cel takes a copy along.
    ///
    /// # Errors
    /// As [`replace_cel`](Drawing::replace_cel), also for the layers that are left.
    pub fn move_cels(&mut self, cels: &[Cel], by: (i64, i64), keep: bool) -> Result<()> {
        self.land()?;
        let mut moves = Vec::with_capacity(cels.len());
        for from in cels {
            let (layer, frame) = (i64::from(from.layer) + by.0, i64::from(from.frame) + by.1);
            in_range("layer", layer, 0, i64::from(self.layers()) - 1)?;
            in_range("frame", frame, 0, i64::from(self.frames()) - 1)?;
            let to = Cel { layer: layer as u32, frame: frame as u32 };
            self.check(to, Needs::Alpha)?;
            self.plane_of(*from)?;
            if !keep {
                self.check(*from, Needs::Alpha)?;
            }
            moves.push((*from, to));
        }
        // A cel goes before another one comes to its place.
        moves.sort_unstable_by_key(|(from, _)| (from.layer, from.frame));
        if by > (0, 0) {
            moves.reverse();
        }
        for (from, to) in moves.into_iter().filter(|_| by != (0, 0)) {
            if self.cels_differ(from, to) || self.looks_of(from) != self.looks_of(to) {
                self.mark_dirty(self.cel_bounds(from).union(self.cel_bounds(to)));
            }
            self.part(to.layer, &[to.frame])?;
            self.copy_cel(from, to)?;
            self.copy_cel_properties(from, to)?;
            if !keep {
                self.mark_dirty(self.cel_bounds(from));
                self.part(from.layer, &[from.frame])?;
                let plane = self.plane_of(from)?;
                Plane::new(&mut self.door, plane).clear()?;
                self.drop_cel_properties(from)?;
            }
        }
        Ok(())
    }

    /// Removes a layer and its cels.
    ///
    /// # Errors
    /// Returns [`Error::Refused`](crate::Error::Refused) or [`Error::Grouped`](crate::Error::Grouped) when it
    /// or its group is locked, and [`Error::Range`](crate::Error::Range) when there is no such layer, or no
    /// other one.
    pub fn remove_layer(&mut self, layer: u32) -> Result<()> {
        self.land()?;
        self.check_unlocked(layer)?;
        in_range("number of layers", i64::from(self.layers()) - 1, 1, LAYER.most.into())?;
        self.mark_layer_dirty(layer);
        self.mark_rebased(layer)?;
        self.leave_images(layer)?;
        LAYER.remove(&mut self.door, layer)?;
        self.drop_empty_groups()
    }

    /// Moves a layer to another position in the stack. Between two layers of a group it joins that group;
    /// beside its own group it stays in it, and anywhere else it leaves it.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when either position does not exist.
    pub fn move_layer(&mut self, from: u32, to: u32) -> Result<()> {
        self.land()?;
        self.layer(from)?;
        self.layer(to)?;
        self.move_layers(&[from], to, Join::Near, 0)
    }
}
