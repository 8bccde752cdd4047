//! Layers and groups of an Aseprite file: a tree there, a list with groups of one level here.
//!
//! The file lists a group before what is in it, from the bottom up, and says how deep each entry
//! lies. The outermost group is kept. What groups within it hide and lock is hidden and locked in
//! the layers themselves, so that the sprite looks as it did.

use super::bytes::{Bytes, plain};
use super::header::{GROUPS, OPACITY};
use super::modes::MODES;
use super::notes::{Note, Notes};
use crate::color::Blend;
use crate::document::{MAX_NAME, MAX_NOTE};
use crate::error::Result;

/// Flags of a layer's chunk.
pub(super) const VISIBLE: u16 = 1;
pub(super) const EDITABLE: u16 = 2;
pub(super) const BACKGROUND: u16 = 8;
pub(super) const REFERENCE: u16 = 64;

/// What an entry of the file's list of layers is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Image,
    Group,
    /// A layer of tiles, with the number of its tileset.
    Tiles(u32),
}

/// An entry of the file's list of layers.
#[derive(Clone, Debug)]
pub struct Node {
    pub kind: Kind,
    /// How many groups it is in, as far as there are so many around it.
    pub level: u16,
    pub name: String,
    pub note: String,
    pub visible: bool,
    pub locked: bool,
    pub opacity: u8,
    pub blend: Blend,
    /// Whether it is a background layer, in which no colour is transparent.
    pub background: bool,
}

impl Node {
    /// Reads a layer's chunk, in a file with these flags.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if the chunk is cut short.
    pub(super) fn read(mut chunk: Bytes<'_>, header: u32, notes: &mut Notes) -> Result<Node> {
        let (flags, kind, level) = (chunk.word()?, chunk.word()?, chunk.word()?);
        chunk.take(4)?;
        let (blend, opacity) = (chunk.word()?, chunk.byte()?);
        chunk.take(3)?;
        let name = chunk.text()?;
        let kind = match kind {
            1 => Kind::Group,
            2 => Kind::Tiles(chunk.long()?),
            _ => Kind::Image,
        };
        let group = kind == Kind::Group;
        let known = MODES.value(blend);
        let looks = if group { header & GROUPS != 0 } else { header & OPACITY != 0 };
        let opacity = if looks { opacity } else { 255 };
        // Without the flag, a group's blend mode means nothing.
        let blend = if group && !looks { Blend::Normal } else { known.unwrap_or_default() };
        let reference = !group && flags & REFERENCE != 0;
        let background = !group && flags & BACKGROUND != 0;
        notes.note(Note::UnknownBlend, !group && known.is_none());
        notes.note(Note::GroupBlend, group && (blend != Blend::Normal || looks && known.is_none()));
        notes.note(Note::GroupOpacity, group && opacity < 255);
        notes.note(Note::Reference, reference);
        let (name, cut) = plain(&name, MAX_NAME);
        notes.note(Note::Name, cut);
        let visible = flags & VISIBLE != 0 && !reference;
        let locked = flags & EDITABLE == 0;
        Ok(Node { kind, level, name, note: String::new(), visible, locked, opacity, blend, background })
    }
}

/// A layer of the drawing.
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its position in the file's list.
    pub(super) node: usize,
    /// Its name, or empty if it has none.
    pub name: String,
    pub(super) note: String,
    pub visible: bool,
    pub locked: bool,
    pub opacity: u8,
    pub(super) blend: Blend,
    /// The position of its group in the file's list.
    pub group: Option<usize>,
}

/// A group of the drawing.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its position in the file's list.
    pub(super) node: usize,
    /// Its name, or empty if it has none.
    pub(super) name: String,
    pub visible: bool,
    pub(super) locked: bool,
    /// Positions of its layers in the drawing.
    pub layers: Vec<u32>,
}

/// Returns the product of two opacities, rounded.
pub fn product(one: u8, other: u8) -> u8 {
    let product = u32::from(one) * u32::from(other) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// Turns the file's tree into layers, and groups of one level in their order.
pub fn flatten(nodes: &[Node], notes: &mut Notes) -> (Vec<Layer>, Vec<Group>) {
    let mut layers: Vec<Layer> = Vec::new();
    // The groups around the current entry, the outermost first.
    let mut around: Vec<(usize, &Node)> = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        while around.last().is_some_and(|(_, group)| group.level >= node.level) {
            around.pop();
        }
        if node.kind == Kind::Group {
            notes.note(Note::NestedGroup, !around.is_empty());
            around.push((at, node));
            continue;
        }
        let inner = || around.iter().skip(1).map(|(_, group)| group);
        let (note, cut) = plain(&node.note, MAX_NOTE);
        notes.note(Note::Remark, cut);
        layers.push(Layer {
            node: at,
            name: node.name.clone(),
            note,
            visible: node.visible && inner().all(|group| group.visible),
            locked: node.locked || inner().any(|group| group.locked),
            opacity: around.iter().fold(node.opacity, |opacity, (_, group)| product(opacity, group.opacity)),
            blend: node.blend,
            group: around.first().map(|(at, _)| *at),
        });
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut last = None;
    for (layer, Layer { group, .. }) in (0..).zip(&layers) {
        if let Some((at, node)) = group.and_then(|at| Some((at, nodes.get(at)?))) {
            if last != Some(at) {
                let (name, visible, locked) = (node.name.clone(), node.visible, node.locked);
                groups.push(Group { node: at, name, visible, locked, layers: Vec::new() });
                last = Some(at);
            }
            if let Some(group) = groups.last_mut() {
                group.layers.push(layer);
            }
        }
    }
    let outer = outer_groups(nodes);
    notes.add(Note::EmptyGroup, outer.saturating_sub(groups.len() as u32));
    (layers, groups)
}

/// Returns the number of groups that are in no other one.
fn outer_groups(nodes: &[Node]) -> u32 {
    let (mut count, mut outer) = (0, None);
    for node in nodes {
        if outer.is_some_and(|level| level >= node.level) {
            outer = None;
        }
        if node.kind == Kind::Group && outer.is_none() {
            outer = Some(node.level);
            count += 1;
        }
    }
    count
}
