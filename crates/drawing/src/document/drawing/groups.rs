//! Groups of layers: a name, and whether the layers in it are hidden or locked together.
//!
//! Problem: an eye, a body and a shadow are drawn on layers of their own, and are shown, moved and protected
//! together. Idea: a layer's record has the id of its group, and a group has a record that layers pass through: it
//! has no pixels and no blend mode, but what it hides is not seen, and what it locks is not painted on. Both are
//! asked here and nowhere else. How a group is folded in a list is up to who looks at it, and no part of the
//! drawing.
//!
//! A group is made of layers and goes with the last one, within the same step: nobody meets an empty one. Its
//! record is found by an id that never changes, as a layer's is, and its place follows from that of its layers.
//!
//! The invariant: the layers of a group follow each other, and each group has one. Only
//! [`arrange`](Drawing::arrange) and what adds or removes a layer write which layers a group has.
//!
//! ```
//! use undoodle_drawing::document::Drawing;
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.add_layer(1)?;
//! let hero = drawing.group_layers(&[0, 1])?;
//! drawing.change_group(hero, |group| group.visible = false)?;
//! assert!(!drawing.is_visible(1) && drawing.layer(1)?.visible, "it is hidden by its group");
//! drawing.ungroup(hero)?;
//! assert!(!drawing.is_visible(1), "and stays hidden");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::order::{Entry, Join, Order};
use super::property::{Flag, Text, properties};
use super::records::{GROUP, LAYER, put, view};
use super::{Drawing, MAX_NAME, layers};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

properties! {
    /// The properties of a group.
    "group" Group, kept in 128 bytes:
    /// Its name: 1 to [`MAX_NAME`] bytes.
    name: String as Text<1, MAX_NAME>,
    /// Whether its layers are visible, as far as they are themselves.
    visible: bool as Flag => shows,
    /// Whether its layers are protected from every change.
    locked: bool as Flag,
}

/// Returns the record of a group by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, GROUP.address(id))
}

/// Returns the id of a layer's group by the layer's id, 0 for none.
pub(super) fn of(memory: &Memory, layer: u16) -> u16 {
    u16::from_le_bytes(layers::record(memory, layer).group)
}

impl<D: Door> Drawing<D> {
    /// Returns the ids of all groups, in the order in which they were made. A group keeps its id as long as it
    /// exists.
    pub fn groups(&self) -> &[u16] {
        GROUP.ids(self.memory())
    }

    /// Returns the properties of a group by its id.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group.
    pub fn group(&self, id: u16) -> Result<Group> {
        if GROUP.index(self.memory(), id).is_none() {
            return Err(Error::unknown("group", &id.to_string(), "the id of a group"));
        }
        Ok(record(self.memory(), id).decode())
    }

    /// Returns the id of a layer's group, or `None` if it is in none.
    pub fn group_of(&self, layer: u32) -> Option<u16> {
        self.layer_id(layer).map(|id| of(self.memory(), id)).filter(|group| *group != 0)
    }

    /// Returns the layers of a group; none if there is no such group.
    pub fn members(&self, id: u16) -> Range<u32> {
        let within = |layer: &u32| id != 0 && self.group_of(*layer) == Some(id);
        let first = (0..self.layers()).find(within).unwrap_or(0);
        first..first + (first..self.layers()).take_while(within).count() as u32
    }

    /// Returns the record of the group around a layer with an id.
    pub(super) fn around(&self, layer: u16) -> Option<&Record> {
        let group = of(self.memory(), layer);
        (group != 0).then(|| record(self.memory(), group))
    }

    /// Returns `true` if neither a layer, by its id, nor its group is hidden.
    pub(super) fn shows(&self, layer: u16) -> bool {
        let own = layers::record(self.memory(), layer).visible != 0;
        own && self.around(layer).is_none_or(|group| group.visible != 0)
    }

    /// Returns `true` if neither a layer nor its group is hidden.
    pub fn is_visible(&self, layer: u32) -> bool {
        self.layer_id(layer).is_some_and(|id| self.shows(id))
    }

    /// Checks that neither a layer nor its group is hidden.
    pub(super) fn check_visible(&self, layer: u32) -> Result<()> {
        self.check_state(
            layer,
            true,
            "it is hidden, so show it first",
            self.layer_record(layer).visible == 0,
            |group| group.visible == 0,
        )
    }

    /// Checks that neither a layer nor its group is locked.
    pub(super) fn check_unlocked(&self, layer: u32) -> Result<()> {
        self.check_state(
            layer,
            false,
            "it is locked, so unlock it first",
            self.layer_record(layer).locked != 0,
            |group| group.locked != 0,
        )
    }

    /// Returns `true` if neither a layer nor its group is locked.
    pub fn is_unlocked(&self, layer: u32) -> bool {
        self.check_unlocked(layer).is_ok()
    }

    fn check_state(
        &self,
        layer: u32,
        hidden: bool,
        why: &'static str,
        own: bool,
        by: impl FnOnce(&Record) -> bool,
    ) -> Result<()> {
        let name = self.layer(layer)?.name;
        if own {
            return Err(Error::Refused { what: "layer", name: name.into(), why });
        }
        match self.around(self.layer_id(layer).unwrap_or(0)).filter(|group| by(group)) {
            Some(group) => Err(Error::Grouped { layer: name, group: group.decode().name, hidden }),
            None => Ok(()),
        }
    }

    /// Returns the layers from the bottom up, with their groups.
    fn order(&self) -> Order {
        let entry = |layer: &u16| Entry { layer: *layer, group: of(self.memory(), *layer) };
        Order(LAYER.ids(self.memory()).iter().map(entry).collect())
    }

    /// Changes the order of layers and which groups they are in, after what floats was landed. `moved` are the ids
    /// of those that pass others or change their group.
    pub(super) fn arrange(&mut self, moved: &[u16], change: impl FnOnce(&mut Order)) -> Result<()> {
        self.land()?;
        let mut order = self.order();
        change(&mut order);
        self.restack(moved, |drawing| {
            for Entry { layer, group } in &order.0 {
                if of(drawing.memory(), *layer) != *group {
                    let at = LAYER.address(*layer) + offset_of!(layers::Record, group) as u64;
                    put(&mut drawing.door, at, group.to_le_bytes())?;
                }
            }
            let ids: Vec<_> = order.0.iter().map(|entry| entry.layer).collect();
            LAYER.set(&mut drawing.door, &ids)?;
            drawing.drop_empty_groups()
        })
    }

    /// Removes the groups that have no layers.
    pub(super) fn drop_empty_groups(&mut self) -> Result<()> {
        for at in (0..GROUP.count(self.memory())).rev() {
            let id = GROUP.id(self.memory(), at).unwrap_or(0);
            if self.members(id).is_empty() {
                GROUP.remove(&mut self.door, at)?;
            }
        }
        Ok(())
    }

    /// Adds a group that has no layers yet.
    fn add_group(&mut self, group: &Group) -> Result<u16> {
        let id = self.give(&GROUP)?;
        put(&mut self.door, GROUP.address(id), Record::encode(group)?)?;
        let count = GROUP.count(self.memory());
        GROUP.insert(&mut self.door, count, id)?;
        Ok(id)
    }

    /// Returns the ids of layers.
    pub(super) fn layer_ids(&self, layers: impl IntoIterator<Item = u32>) -> Result<Vec<u16>> {
        let id = |layer: u32| self.layer(layer).map(|_| self.layer_id(layer).unwrap_or(0));
        layers.into_iter().map(id).collect()
    }

    /// Makes a visible group of layers, which come together where the topmost of them is. Returns its id.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer, or none is given.
    pub fn group_layers(&mut self, layers: &[u32]) -> Result<u16> {
        in_range("number of layers", layers.len() as i64, 1, self.layers().into())?;
        let ids = self.layer_ids(layers.iter().copied())?;
        let names: Vec<_> = self.groups().iter().map(|id| record(self.memory(), *id).decode().name).collect();
        let free = (1..).map(|n| format!("Group {n}")).find(|name| !names.contains(name));
        let name = free.unwrap_or_default();
        // With as many groups as layers, one may have to go before another can come.
        self.arrange(&ids, |order| order.gather(&ids, 0))?;
        let id = self.add_group(&Group { name, visible: true, locked: false })?;
        self.arrange(&ids, |order| order.gather(&ids, id))?;
        Ok(id)
    }

    /// Removes a group and keeps its layers. What it hid stays hidden, and what it locked stays locked.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group.
    pub fn ungroup(&mut self, id: u16) -> Result<()> {
        let Group { visible, locked, .. } = self.group(id)?;
        let members = self.members(id);
        for layer in members.clone() {
            self.change_layer(layer, |layer| {
                layer.visible &= visible;
                layer.locked |= locked;
            })?;
        }
        let ids = self.layer_ids(members)?;
        let out = |entry: &mut Entry| entry.group = if entry.group == id { 0 } else { entry.group };
        self.arrange(&ids, |order| order.0.iter_mut().for_each(out))
    }

    /// Changes the properties of a group, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group or its name has control characters, and
    /// [`Error::Length`] when the name is empty or too long.
    pub fn change_group(&mut self, id: u16, change: impl FnOnce(&mut Group)) -> Result<()> {
        let mut properties = self.group(id)?;
        self.land()?;
        change(&mut properties);
        let new = Record::encode(&properties)?;
        let ids = self.layer_ids(self.members(id))?;
        self.restack(&ids, |drawing| Record::change(&mut drawing.door, GROUP.address(id), &new))
    }

    /// Moves layers together, so that the lowest comes to a position or as near as there is room. Between two
    /// layers of a group they join it; at other places, `join` says which one.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer.
    pub fn move_layers(&mut self, layers: &[u32], to: u32, join: Join) -> Result<()> {
        let ids = self.layer_ids(layers.iter().copied())?;
        self.arrange(&ids, |order| order.place(&ids, to as usize, join))
    }

    /// Returns `true` if a step moves one of some layers, which all exist. Never inlined, as nobody needs it to paint.
    #[cold]
    #[inline(never)]
    pub fn can_step_layers(&self, layers: &[u32], up: bool) -> bool {
        let Ok(ids) = self.layer_ids(layers.iter().copied()) else { return false };
        let before = self.order();
        let mut order = before.clone();
        order.step(&ids, up);
        order != before
    }

    /// Moves each of some layers up or down by one step: past the next layer, into a group, or out of one. Those
    /// that have no room stay.
    ///
    /// # Errors
    /// Returns [`Error::Range`] when there is no such layer.
    pub fn step_layers(&mut self, layers: &[u32], up: bool) -> Result<()> {
        let ids = self.layer_ids(layers.iter().copied())?;
        self.arrange(&ids, |order| order.step(&ids, up))
    }

    /// Moves a group, so that its lowest layer comes to a position. It never comes between the layers of another
    /// group.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group.
    pub fn move_group(&mut self, id: u16, to: u32) -> Result<()> {
        self.group(id)?;
        let ids = self.layer_ids(self.members(id))?;
        self.arrange(&ids, |order| order.place_group(id, to as usize))
    }

    /// Moves a group past the layer or the group above or below it; it stays if there is none.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group.
    pub fn step_group(&mut self, id: u16, up: bool) -> Result<()> {
        self.group(id)?;
        let ids = self.layer_ids(self.members(id))?;
        self.arrange(&ids, |order| order.step_group(id, up))
    }

    /// Inserts a copy of a group and its layers above it. Returns the copy's id.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group, and [`Error::Range`] beyond
    /// [`MAX_LAYERS`](super::MAX_LAYERS).
    pub fn duplicate_group(&mut self, id: u16) -> Result<u16> {
        let mut group = self.group(id)?;
        self.land()?;
        let members = self.members(id);
        let all = i64::from(self.layers()) + members.len() as i64;
        in_range("number of layers", all, 1, LAYER.most.into())?;
        group.name = layers::copied(group.name);
        let copy = self.add_group(&group)?;
        for (layer, to) in members.clone().zip(members.end..) {
            let properties = layers::Layer { group: copy, ..self.layer(layer)? };
            self.insert_layer(to, &properties)?;
            self.copy_images(layer, to)?;
            self.mark_layer_dirty(to);
        }
        Ok(copy)
    }

    /// Removes a group with its layers.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group, [`Error::Refused`] and [`Error::Grouped`] when one
    /// of its layers or the group itself is locked, and [`Error::Range`] when there is no other layer.
    pub fn remove_group(&mut self, id: u16) -> Result<()> {
        self.group(id)?;
        self.members(id).rev().try_for_each(|layer| self.remove_layer(layer))
    }
}
