//! Layers and groups of an Aseprite file: a list there, in which each entry says how deep it lies.
//!
//! The file lists a group before what is in it, from the bottom up. Whether groups have an opacity and a blend mode, and are blended as a whole,
//! is said once for all of them in the file's header: else layers pass through them. Where they are, a property of ours says which of them layers pass
//! through [here](super::properties). A group that has no layers is none here.

use super::bytes::{Bytes, plain};
use super::header::{GROUPS, OPACITY};
use super::modes::MODES;
use super::notes::{Note, Notes};
use crate::color::{Blend, Color};
use crate::document::{self, MAX_GROUP_NOTE, MAX_NAME, MAX_NOTE};
use crate::error::Result;
use crate::folders::Folder;

/// Flags of a layer's chunk.
pub(super) const VISIBLE: u16 = 1;
pub(super) const EDITABLE: u16 = 2;
pub(super) const FIXED: u16 = 4;
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
    pub label: Color,
    pub visible: bool,
    pub locked: bool,
    pub opacity: u8,
    pub blend: Blend,
    /// Whether it is a background layer, in which no colour is transparent.
    pub background: bool,
    /// Whether it is a model to draw after, which no export shows.
    pub reference: bool,
    /// Whether it is a group that is blended as a whole.
    pub isolated: bool,
    /// Whether it is shown only where the layer below is.
    pub clipped: bool,
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
        notes.note(Note::UnknownBlend, (!group || looks) && known.is_none());
        let (name, cut) = plain(&name, MAX_NAME);
        notes.note(Note::Name, cut);
        let visible = flags & VISIBLE != 0;
        let locked = flags & EDITABLE == 0;
        let (isolated, note, label) = (group && looks, String::new(), Color::TRANSPARENT);
        let clipped = false;
        Ok(Node {
            kind,
            level,
            name,
            note,
            label,
            visible,
            locked,
            opacity,
            blend,
            background,
            reference,
            isolated,
            clipped,
        })
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
    pub(super) label: Color,
    pub visible: bool,
    pub locked: bool,
    pub opacity: u8,
    pub(super) blend: Blend,
    pub(super) clipped: bool,
    pub(super) reference: bool,
    pub(super) background: bool,
    /// The position of its group among the groups.
    pub group: Option<usize>,
}

/// A group of the drawing.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its position in the file's list.
    pub(super) node: usize,
    /// What it is, and which of the groups it is in.
    pub folder: Folder,
}

/// Returns the product of two opacities, rounded.
pub fn product(one: u8, other: u8) -> u8 {
    let product = u32::from(one) * u32::from(other) + 128;
    ((product + (product >> 8)) >> 8) as u8
}

/// Turns the file's list into layers, and groups in their order.
pub fn parted(nodes: &[Node], notes: &mut Notes) -> (Vec<Layer>, Vec<Group>) {
    let (mut layers, mut groups): (Vec<Layer>, Vec<Group>) = (Vec::new(), Vec::new());
    // The groups around the current entry, the outermost first, each with its level.
    let mut around: Vec<(usize, u16)> = Vec::new();
    let mut filled = Vec::new();
    for (at, node) in nodes.iter().enumerate() {
        while around.last().is_some_and(|(_, level)| *level >= node.level) {
            around.pop();
        }
        let parent = around.last().map(|(group, _)| *group);
        if node.kind == Kind::Group {
            around.push((groups.len(), node.level));
            filled.push(false);
            let Node { visible, locked, opacity, blend, isolated, label, .. } = *node;
            let (note, cut) = plain(&node.note, MAX_GROUP_NOTE);
            notes.note(Note::Text, cut);
            let named = document::Group::named(node.name.clone());
            let group = document::Group { visible, locked, opacity, blend, isolated, label, note, ..named };
            groups.push(Group { node: at, folder: Folder { group, parent } });
            continue;
        }
        around.iter().for_each(|(group, _)| filled[*group] = true);
        let (note, cut) = plain(&node.note, MAX_NOTE);
        notes.note(Note::Remark, cut);
        layers.push(Layer {
            node: at,
            name: node.name.clone(),
            note,
            label: node.label,
            visible: node.visible,
            locked: node.locked,
            opacity: node.opacity,
            blend: node.blend,
            clipped: node.clipped,
            reference: node.reference,
            background: node.background,
            group: parent,
        });
    }
    notes.add(Note::EmptyGroup, filled.iter().filter(|filled| !**filled).count() as u32);
    (layers, groups)
}
