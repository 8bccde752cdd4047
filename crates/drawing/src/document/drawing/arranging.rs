//! Layers and groups that are moved, grouped and ungrouped.
//!
//! Each is a change of an [`Order`], which is a tree in which nothing can lie apart. What has come out is written here: the list of layers, and
//! of those that have moved the group that they are in.
//!
//! The invariant: groups that have lost their last layer are gone within the same step.
//!
//! ```
//! use undoodle_drawing::document::{Drawing, Join};
//! let mut drawing = Drawing::new(8, 8)?;
//! (1..3).try_for_each(|at| drawing.add_layer(at))?;
//! let group = drawing.group_layers(&[0, 1])?;
//! drawing.move_layers(&[2], 2, Join::Below, 0)?;
//! assert_eq!(drawing.members(group), 0..3);
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::groups::{Group, PARENT, around, of, parent, record};
use super::order::{Join, Order};
use super::records::{GROUP, LAYER, put};
use super::{Drawing, layers};
use crate::color::{Blend, product};
use crate::error::{Result, in_range};
use std::mem::offset_of;

impl<D: Door> Drawing<D> {
    /// Returns the layers from the bottom up, with their groups.
    fn order(&self) -> Order {
        let layer = |layer: &u16| (*layer, around(self.memory(), *layer).collect());
        Order::of(LAYER.ids(self.memory()).iter().map(layer))
    }

    /// Changes the order of layers and which groups they are in, after what floats was landed. `moved` are the ids
    /// of those that pass others or change their group.
    pub(super) fn arrange(&mut self, moved: &[u16], change: impl FnOnce(&mut Order)) -> Result<()> {
        self.arrange_releasing(moved, &[], change)
    }

    /// Arranges layers, and releases those of others, by their ids, that come to be clipped to something by it.
    fn arrange_releasing(
        &mut self,
        moved: &[u16],
        unclipped: &[u16],
        change: impl FnOnce(&mut Order),
    ) -> Result<()> {
        self.land()?;
        let mut order = self.order();
        change(&mut order);
        self.check_lowest(&order)?;
        self.restack(&[moved, unclipped].concat(), |drawing| {
            let layers = order.layers();
            for (layer, groups) in &layers {
                let at = LAYER.address(*layer) + offset_of!(layers::Record, group) as u64;
                drawing.put_group(at, of(drawing.memory(), *layer), groups.first())?;
                for (place, group) in groups.iter().enumerate() {
                    let at = GROUP.address(*group) + PARENT.start;
                    drawing.put_group(at, parent(drawing.memory(), *group), groups.get(place + 1))?;
                }
            }
            let ids: Vec<_> = layers.iter().map(|(layer, _)| *layer).collect();
            LAYER.set(&mut drawing.door, &ids)?;
            drawing.release(unclipped)?;
            drawing.drop_empty_groups()
        })
    }

    /// Writes the id of a group, 0 for none, if it is another one.
    fn put_group(&mut self, at: u64, before: u16, group: Option<&u16>) -> Result<()> {
        let group = group.copied().unwrap_or(0);
        if group == before { Ok(()) } else { put(&mut self.door, at, group.to_le_bytes()) }
    }

    /// Makes a visible group of layers, which come together where the topmost of them is, within the groups that are
    /// around all of them. Groups all of whose layers are among them are in it as a whole. Returns its id.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such layer, or none is given, and beyond [`MAX_GROUPS`](super::MAX_GROUPS).
    pub fn group_layers(&mut self, layers: &[u32]) -> Result<u16> {
        in_range("number of layers", layers.len() as i64, 1, self.layers().into())?;
        let ids = self.layer_ids(layers.iter().copied())?;
        self.land()?;
        let names: Vec<_> = self.groups().iter().map(|id| record(self.memory(), *id).decode().name).collect();
        let free = (1..).map(|n| format!("Group {n}")).find(|name| !names.contains(name));
        let id = self.add_group(&Group::named(free.unwrap_or_default()))?;
        self.arrange(&ids, |order| order.gather(&ids, id))?;
        Ok(id)
    }

    /// Removes a group and keeps what is in it, at its place. What it hid stays hidden, what it locked stays locked, and what is in it
    /// gets its share of opacity.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) when there is no such group.
    pub fn ungroup(&mut self, id: u16) -> Result<()> {
        let group = self.group(id)?;
        let members = self.members(id);
        let (layers, groups) = self.children(id);
        let unclipped = self.unclipped();
        let alone = self.is_one(&layers, &groups) && group.is_whole();
        let blend = |own: Blend| if alone { group.blend } else { own };
        for layer in layers {
            let clipped = self.clip_base(layer).is_some();
            self.change_layer(layer, |layer| {
                layer.visible &= group.visible;
                layer.locked |= group.locked;
                // What is clipped is as opaque as its base.
                if !clipped {
                    (layer.opacity, layer.blend) =
                        (product(layer.opacity, group.opacity), blend(layer.blend));
                }
            })?;
        }
        for inner in groups {
            self.change_group(inner, |inner| {
                inner.visible &= group.visible;
                inner.locked |= group.locked;
                inner.isolated |= alone;
                (inner.opacity, inner.blend) = (product(inner.opacity, group.opacity), blend(inner.blend));
            })?;
        }
        let ids = self.layer_ids(members)?;
        self.arrange_releasing(&ids, &unclipped, |order| order.dissolve(id))
    }

    /// Moves layers together, so that the lowest comes to a position or as near as there is room. Between two
    /// layers of a group they join it; at other places, `join` says which one, or the one `out` groups further out.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such layer.
    pub fn move_layers(&mut self, layers: &[u32], to: u32, join: Join, out: u32) -> Result<()> {
        let ids = self.layer_ids(layers.iter().copied())?;
        self.arrange(&ids, |order| order.place(&ids, to as usize, join, out as usize))
    }

    /// Returns `true` if a step moves one of some layers, which all exist. Never inlined, as nobody needs it to paint.
    #[cold]
    #[inline(never)]
    pub fn can_step_layers(&self, layers: &[u32], up: bool) -> bool {
        let Ok(ids) = self.layer_ids(layers.iter().copied()) else { return false };
        let before = self.order();
        let mut order = before.clone();
        order.step(&ids, up);
        order != before && self.check_lowest(&order).is_ok()
    }

    /// Moves each of some layers up or down by one step: past the next layer, into a group, or out of one. Those
    /// that have no room stay.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) when there is no such layer.
    pub fn step_layers(&mut self, layers: &[u32], up: bool) -> Result<()> {
        let ids = self.layer_ids(layers.iter().copied())?;
        self.arrange(&ids, |order| order.step(&ids, up))
    }

    /// Moves a group, so that its lowest layer comes to a position, into the group that [`move_layers`](Drawing::move_layers) would
    /// move a layer to.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) when there is no such group.
    pub fn move_group(&mut self, id: u16, to: u32, join: Join, out: u32) -> Result<()> {
        self.group(id)?;
        let ids = self.layer_ids(self.members(id))?;
        self.arrange(&ids, |order| order.place_group(id, to as usize, join, out as usize))
    }

    /// Returns `true` if [`step_group`](Drawing::step_group) moves a group. Never inlined, as nobody needs it to paint.
    #[cold]
    #[inline(never)]
    pub fn can_step_group(&self, id: u16, up: bool) -> bool {
        let members = self.members(id);
        let lowest = self.background_layer().map_or(0, |ground| ground + 1);
        let room = if up { members.end < self.layers() } else { members.start > lowest };
        room || self.parent_of(id).is_some()
    }

    /// Moves a group past the layer or the group above or below it, or out of the group around it where there is none. It stays if there is
    /// no such group either.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`](crate::Error::Unknown) when there is no such group.
    pub fn step_group(&mut self, id: u16, up: bool) -> Result<()> {
        self.group(id)?;
        let ids = self.layer_ids(self.members(id))?;
        self.arrange(&ids, |order| order.step_group(id, up))
    }
}
