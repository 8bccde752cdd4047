//! Groups of layers and of groups: a name, whether what is in them is hidden or locked together, and how it is blended.
//!
//! Problem: an eye, a body and a shadow are drawn on layers of their own, and are shown, moved and protected
//! together. Idea: a layer's record has the id of its group, and a group's that of the group around it. What any
//! of them hides is not seen, and what it locks is not painted on. Both are
//! asked here and nowhere else. How a group is folded in a list is up to who looks at it, and no part of the
//! drawing.
//!
//! Layers pass through a group that is opaque and of normal mode: they blend with what is below it. Any other one is blended
//! [as a whole](Group::is_whole), and so is one that says so: what is in it is laid over nothing first, and then it is one layer.
//!
//! A group is made of layers and goes with the last one, within the same step: nobody meets an empty one. Its
//! record is found by an id that never changes, as a layer's is, and its place follows from that of its layers.
//!
//! The invariant: the layers of a group follow each other, each group has one, and none is within itself. Only
//! what [arranges](super::arranging) layers, and what adds or removes one, writes which layers a group has.
//!
//! ```
//! use undoodle_drawing::document::Drawing;
//! let mut drawing = Drawing::new(8, 8)?;
//! drawing.add_layer(1)?;
//! let hero = drawing.group_layers(&[0, 1])?;
//! let eye = drawing.group_layers(&[1])?;
//! assert_eq!(drawing.groups_of(1), [eye, hero]);
//! drawing.change_group(hero, |group| group.visible = false)?;
//! assert!(!drawing.is_visible(1) && drawing.layer(1)?.visible, "it is hidden by its group");
//! drawing.ungroup(hero)?;
//! assert!(!drawing.is_visible(1), "and stays hidden");
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::palette::Rgba;
use super::property::{Choice, Flag, Id, Share, Text, properties};
use super::records::{GROUP, LAYER, id_at, put, view};
use super::{Drawing, MAX_GROUPS, MAX_NAME, layers};
use crate::color::{Blend, Color};
use crate::error::{Error, Result, in_range};
use crate::memory::Memory;
use std::mem::offset_of;
use std::ops::Range;

/// Maximum number of bytes of a group's note.
pub const MAX_GROUP_NOTE: usize = 40;

properties! {
    /// The properties of a group.
    "group" Group, kept in 128 bytes:
    /// Its name: 1 to [`MAX_NAME`] bytes.
    name: String as Text<1, MAX_NAME>,
    /// Whether its layers are visible, as far as they are themselves.
    visible: bool as Flag => shows,
    /// Whether its layers are protected from every change.
    locked: bool as Flag,
    /// The id of the group around it, 0 for none. It changes where layers are moved and grouped, and nowhere else.
    parent: u16 as Id,
    /// Its opacity: 0 is invisible, 255 opaque.
    opacity: u8 as Share => shows,
    /// How it is blended with what is below it.
    blend: Blend as Choice<Blend> => shows,
    /// Whether it is blended as a whole even if it is opaque and of normal mode.
    isolated: bool as Flag => shows,
    /// The colour of its row in lists, or a transparent one for none.
    label: Color as Rgba,
    /// A note on it, for people: at most [`MAX_GROUP_NOTE`] bytes, or empty.
    note: String as Text<0, MAX_GROUP_NOTE>,
}

impl Group {
    /// Returns a visible group through which layers pass.
    pub fn named(name: String) -> Group {
        Group {
            name,
            visible: true,
            locked: false,
            parent: 0,
            opacity: 255,
            blend: Blend::Normal,
            isolated: false,
            label: Color::TRANSPARENT,
            note: String::new(),
        }
    }

    /// Returns `true` if it is blended as a whole, so that nothing in it blends with what is below it.
    pub fn is_whole(&self) -> bool {
        self.isolated || self.opacity < 255 || self.blend != Blend::Normal
    }
}

/// Address of the group around a group in its record.
pub const PARENT: Range<u64> = id_at(offset_of!(Record, parent));

/// Returns the record of a group by its id.
pub(super) fn record(memory: &Memory, id: u16) -> &Record {
    view(memory, GROUP.address(id))
}

/// Returns the id of a layer's group by the layer's id, 0 for none.
pub(super) fn of(memory: &Memory, layer: u16) -> u16 {
    u16::from_le_bytes(layers::record(memory, layer).group)
}

/// Returns the id of the group around a group, 0 for none.
pub(super) fn parent(memory: &Memory, group: u16) -> u16 {
    u16::from_le_bytes(record(memory, group).parent)
}

/// Returns the ids of the groups around a layer, by its id, from the innermost outwards. Of bytes from outside it returns as many as there
/// may be groups.
pub(super) fn around(memory: &Memory, layer: u16) -> impl Iterator<Item = u16> {
    let some = |id: u16| (id != 0).then_some(id);
    std::iter::successors(some(of(memory, layer)), move |id| some(parent(memory, *id)))
        .take(MAX_GROUPS as usize)
}

/// All groups by their ids, each with the place here of the one around it: read once for whoever asks for those around many layers.
#[derive(Debug)]
pub(super) struct Nesting<'a>(Vec<(u16, &'a Record, Option<usize>)>);

impl<'a> Nesting<'a> {
    pub(super) fn of(memory: &'a Memory) -> Nesting<'a> {
        let groups = GROUP.ids(memory).iter().map(|id| (*id, record(memory, *id), None));
        let mut nesting = Nesting(groups.collect());
        nesting.0.sort_unstable_by_key(|(id, ..)| *id);
        for at in 0..nesting.0.len() {
            nesting.0[at].2 = nesting.find(nesting.0[at].1.parent);
        }
        nesting
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, id: [u8; 2]) -> Option<usize> {
        self.0.binary_search_by_key(&u16::from_le_bytes(id), |(id, ..)| *id).ok()
    }

    /// Returns the groups around a layer, by its record, from the innermost outwards. Of bytes from outside it returns as many as
    /// there are groups.
    pub(super) fn around(&self, layer: &layers::Record) -> impl Iterator<Item = (u16, &'a Record)> {
        let places = std::iter::successors(self.find(layer.group), |at| self.0[*at].2);
        places.take(self.0.len()).map(|at| (self.0[at].0, self.0[at].1))
    }
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

    /// Returns the ids of the groups around a layer, from the innermost outwards.
    pub fn groups_of(&self, layer: u32) -> Vec<u16> {
        self.layer_id(layer).map_or(Vec::new(), |id| around(self.memory(), id).collect())
    }

    /// Returns the id of the group around a group, or `None` if it is in none.
    pub fn parent_of(&self, group: u16) -> Option<u16> {
        GROUP.index(self.memory(), group)?;
        Some(parent(self.memory(), group)).filter(|id| *id != 0)
    }

    /// Returns the layers of a group and of those within it; none if there is no such group.
    pub fn members(&self, id: u16) -> Range<u32> {
        let within = |layer: &u32| {
            let layer = self.layer_id(*layer).unwrap_or(0);
            around(self.memory(), layer).any(|group| group == id)
        };
        let first = (0..self.layers()).find(within).unwrap_or(0);
        first..first + (first..self.layers()).take_while(within).count() as u32
    }

    /// Returns what lies in a group and in none within it: positions of layers, and ids of groups.
    pub fn children(&self, id: u16) -> (Vec<u32>, Vec<u16>) {
        let layers = self.members(id).filter(|layer| self.group_of(*layer) == Some(id)).collect();
        let groups = self.groups().iter().copied().filter(|group| parent(self.memory(), *group) == id);
        (layers, groups.collect())
    }

    /// Returns `true` if ungrouping changes how layers are blended.
    pub fn ungroup_loses(&self, id: u16) -> bool {
        let (layers, groups) = self.children(id);
        !self.is_one(&layers, &groups) && self.group(id).is_ok_and(|group| group.is_whole())
    }

    /// Returns `true` if layers and groups that lie directly in a group are blended as one: one of them, or one with layers that are clipped to it.
    pub(super) fn is_one(&self, layers: &[u32], groups: &[u16]) -> bool {
        layers.iter().filter(|layer| self.clip_base(**layer).is_none()).count() + groups.len() == 1
    }

    /// Returns the innermost group around all of some layers that is blended as a whole, or 0 if there is none.
    pub(super) fn whole_around(&self, layers: &[u32]) -> u16 {
        let whole = |id: &u16| self.group(*id).is_ok_and(|group| group.is_whole());
        let mut around = layers.first().map_or(Vec::new(), |layer| self.groups_of(*layer));
        around.retain(whole);
        around
            .into_iter()
            .find(|id| {
                let members = self.members(*id);
                layers.iter().all(|layer| members.contains(layer))
            })
            .unwrap_or(0)
    }

    /// Returns the outermost group around a layer, within another one or 0, that is blended as a whole.
    pub(super) fn whole_within(&self, layer: u32, within: u16) -> Option<u16> {
        let whole = |id: &u16| self.group(*id).is_ok_and(|group| group.is_whole());
        self.groups_of(layer).into_iter().take_while(|id| *id != within).filter(whole).last()
    }

    /// Returns the records of the groups around a layer with an id, from the innermost outwards.
    pub(super) fn around(&self, layer: u16) -> impl Iterator<Item = &Record> {
        around(self.memory(), layer).map(|id| record(self.memory(), id))
    }

    /// Returns `true` if neither a layer, by its id, nor a group around it is hidden.
    pub(super) fn shows(&self, layer: u16) -> bool {
        let own = layers::record(self.memory(), layer).visible != 0;
        own && self.around(layer).all(|group| group.visible != 0)
    }

    /// Returns `true` if neither a layer nor a group around it is hidden.
    pub fn is_visible(&self, layer: u32) -> bool {
        self.layer_id(layer).is_some_and(|id| self.shows(id))
    }

    /// Returns `true` if exports show a layer: it is visible and no reference layer.
    pub fn is_exported(&self, layer: u32) -> bool {
        self.is_visible(layer) && self.layer_record(layer).reference == 0
    }

    /// Checks that neither a layer nor a group around it is hidden.
    pub(super) fn check_visible(&self, layer: u32) -> Result<()> {
        self.check_state(
            layer,
            true,
            "it is hidden, so show it first",
            self.layer_record(layer).visible == 0,
            |group| group.visible == 0,
        )
    }

    /// Checks that neither a layer nor a group around it is locked.
    pub(super) fn check_unlocked(&self, layer: u32) -> Result<()> {
        self.check_state(
            layer,
            false,
            "it is locked, so unlock it first",
            self.layer_record(layer).locked != 0,
            |group| group.locked != 0,
        )
    }

    /// Returns `true` if neither a layer nor a group around it is locked.
    pub fn is_unlocked(&self, layer: u32) -> bool {
        self.check_unlocked(layer).is_ok()
    }

    fn check_state(
        &self,
        layer: u32,
        hidden: bool,
        why: &'static str,
        own: bool,
        by: impl Fn(&Record) -> bool,
    ) -> Result<()> {
        // Whoever paints asks this many times, so no name is decoded before it is said.
        let group = match self.layer_id(layer) {
            Some(id) if !own => self.around(id).find(|group| by(group)),
            _ => None,
        };
        if group.is_none() && !own && self.layer_id(layer).is_some() {
            return Ok(());
        }
        let name = self.layer(layer)?.name;
        match group {
            Some(group) => Err(Error::Grouped { layer: name, group: group.decode().name, hidden }),
            None => Err(Error::Refused { what: "layer", name: name.into(), why }),
        }
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
    pub(super) fn add_group(&mut self, group: &Group) -> Result<u16> {
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

    /// Changes the properties of a group, but for the group around it, after what floats was landed.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group or its name has control characters, and
    /// [`Error::Length`] when the name is empty or too long.
    pub fn change_group(&mut self, id: u16, change: impl FnOnce(&mut Group)) -> Result<()> {
        let mut properties = self.group(id)?;
        self.land()?;
        let parent = properties.parent;
        change(&mut properties);
        properties.parent = parent;
        let new = Record::encode(&properties)?;
        let ids = self.layer_ids(self.members(id))?;
        self.restack(&ids, |drawing| Record::change(&mut drawing.door, GROUP.address(id), &new))
    }

    /// Inserts a copy of a group and all that is in it above it. Returns the copy's id.
    ///
    /// # Errors
    /// Returns [`Error::Unknown`] when there is no such group, and [`Error::Range`] beyond
    /// [`MAX_LAYERS`](super::MAX_LAYERS) or [`MAX_GROUPS`].
    pub fn duplicate_group(&mut self, id: u16) -> Result<u16> {
        let mut group = self.group(id)?;
        self.land()?;
        let members = self.members(id);
        let all = i64::from(self.layers()) + members.len() as i64;
        in_range("number of layers", all, 1, LAYER.most.into())?;
        group.name = layers::copied(group.name);
        let mut copies = vec![(id, self.add_group(&group)?)];
        for (layer, to) in members.clone().zip(members.end..) {
            let within: Vec<u16> =
                self.groups_of(layer).into_iter().take_while(|other| *other != id).collect();
            for inner in within.into_iter().rev() {
                if copies.iter().all(|(from, _)| *from != inner) {
                    let parent = copy_of(&copies, parent(self.memory(), inner));
                    let group = Group { parent, ..self.group(inner)? };
                    copies.push((inner, self.add_group(&group)?));
                }
            }
            let mut properties = self.layer(layer)?;
            properties.group = copy_of(&copies, properties.group);
            self.insert_layer(to, &properties)?;
            self.copy_images(layer, to)?;
            self.mark_layer_dirty(to);
        }
        Ok(copy_of(&copies, id))
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

/// Returns the copy of a group, by pairs of groups and their copies.
fn copy_of(copies: &[(u16, u16)], group: u16) -> u16 {
    copies.iter().find(|(from, _)| *from == group).map_or(group, |(_, copy)| *copy)
}
