//! The list of layers and groups as a file has it, which the drawing's groups are made of.
//!
//! It is carried if the drawing alone would not give it: if it has empty groups. It holds as long as the layers' order and groups are
//! what they were. Otherwise the groups that the drawing has are written.

use super::bytes::Bytes;
use super::chunks::{Chunks, of_order};
use super::entries::Entry;
use super::layers::{Kind, Layer, Node};
use super::raw::Owned;
use crate::document::{Door, Drawing};
use crate::error::Result;

/// An entry of the file's list.
#[derive(Clone, Debug)]
pub(super) enum Branch {
    /// The layer at a position of the drawing.
    Layer(u32),
    /// The group with an id.
    Group(u16),
    /// An empty group, which the drawing has not: its chunk's contents, and what follows that.
    Other(Vec<u8>, Vec<u8>),
}

/// A list of layers and groups, each with its level.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) list: Vec<(u16, Branch)>,
    /// Whether it is the file's.
    pub(super) kept: bool,
}

/// Returns what the drawing says of a layer.
pub(super) fn layer_entry(drawing: &Drawing<impl Door>, at: u32, level: u16) -> Result<Entry> {
    let layer = drawing.layer(at)?;
    Ok(Entry {
        group: false,
        level,
        visible: layer.visible,
        locked: layer.locked,
        reference: layer.reference,
        background: layer.background,
        blend: layer.blend,
        opacity: layer.opacity,
        name: layer.name,
    })
}

/// Returns what the drawing says of a group.
pub(super) fn group_entry(drawing: &Drawing<impl Door>, id: u16, level: u16) -> Result<Entry> {
    let group = drawing.group(id)?;
    Ok(Entry {
        group: true,
        level,
        visible: group.visible,
        locked: group.locked,
        reference: false,
        background: false,
        blend: group.blend,
        opacity: group.opacity,
        name: group.name,
    })
}

/// Returns the tree that the drawing gives by itself: layers from the bottom up, each group before what is in it.
pub(super) fn own(drawing: &Drawing<impl Door>) -> Tree {
    let (mut list, mut open): (Vec<(u16, Branch)>, Vec<u16>) = (Vec::new(), Vec::new());
    for at in 0..drawing.layers() {
        let mut around = drawing.groups_of(at);
        around.reverse();
        let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
        let new = (common..).zip(&around[common..]);
        list.extend(new.map(|(level, id)| (level as u16, Branch::Group(*id))));
        list.push((around.len() as u16, Branch::Layer(at)));
        open = around;
    }
    Tree { list, kept: false }
}

/// Returns of each entry whether it is a group without layers.
fn empty(nodes: &[Node]) -> Vec<bool> {
    let of = |at: usize, node: &Node| {
        let inner = nodes[at + 1..].iter().take_while(|inner| inner.level > node.level);
        node.kind == Kind::Group && inner.into_iter().all(|inner| inner.kind == Kind::Group)
    };
    nodes.iter().enumerate().map(|(at, node)| of(at, node)).collect()
}

/// Returns the bytes that a file's list is carried as, or `None` if the drawing gives it by itself.
pub(super) fn carried(
    drawing: &Drawing<impl Door>,
    nodes: &[Node],
    raw: &[Owned<'_>],
    layers: &[Layer],
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for ((node, raw), empty) in nodes.iter().zip(raw).zip(empty(nodes)) {
        out.push(u8::from(node.kind == Kind::Group) + u8::from(empty));
        out.extend(node.level.to_le_bytes());
        if empty {
            let behind = raw.behind.concat();
            for part in [raw.own, &behind] {
                out.extend((part.len() as u32).to_le_bytes());
                out.extend(part);
            }
        }
    }
    let own = own(drawing);
    let alike = |((level, branch), node): (&(u16, Branch), &Node)| {
        *level == node.level && matches!(branch, Branch::Group(_)) == (node.kind == Kind::Group)
    };
    let plain = own.list.len() == nodes.len() && own.list.iter().zip(nodes).all(alike);
    let any = layers.len() as u32 == drawing.layers();
    (any && !plain).then_some(out)
}

/// Reads the list that is carried.
fn read(drawing: &Drawing<impl Door>, carried: &[u8]) -> Result<Option<Vec<(u16, Branch)>>> {
    let (mut left, mut list, mut layer) = (Bytes(carried), Vec::new(), 0);
    // The groups around the current entry, each with its level, and whether it is empty.
    let mut around: Vec<(u16, bool)> = Vec::new();
    while !left.0.is_empty() {
        let (known, level) = (left.byte()?, left.word()?);
        while around.last().is_some_and(|(outer, _)| *outer >= level) {
            around.pop();
        }
        let is_within = around.iter().any(|(_, empty)| *empty);
        let branch = match known {
            0 | 1 if is_within => return Ok(None),
            0 => {
                layer += 1;
                Branch::Layer(layer - 1)
            }
            1 => {
                let Some(id) = drawing.groups_of(layer).iter().rev().nth(around.len()).copied() else {
                    return Ok(None);
                };
                around.push((level, false));
                Branch::Group(id)
            }
            _ => {
                let mut part = || {
                    let len = left.long()?;
                    left.take(len as usize).map(<[u8]>::to_vec)
                };
                around.push((level, true));
                Branch::Other(part()?, part()?)
            }
        };
        list.push((level, branch));
    }
    Ok(Some(list).filter(|_| layer == drawing.layers()))
}

/// Returns the tree to be written.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for chunks that no file has given.
pub(super) fn of(drawing: &Drawing<impl Door>, chunks: &Chunks) -> Result<Tree> {
    let carried = chunks.tree.as_ref().filter(|chunk| chunk.digest == of_order(drawing));
    let list = carried.map_or(Ok(None), |chunk| read(drawing, &chunk.bytes))?;
    Ok(list.map_or_else(|| own(drawing), |list| Tree { list, kept: true }))
}
