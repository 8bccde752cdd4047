//! The tree of layers and groups as a file has it, which a drawing's groups of one level are made of.
//!
//! It is carried if the drawing alone would not give it: groups within groups, empty ones, and those whose opacity was given to
//! their layers. It holds as long as the layers' order and groups are what they were, and as long as what such
//! a group passes on to its layers is what they have. Otherwise the groups that the drawing has are written.

use super::bytes::Bytes;
use super::chunks::{Chunks, OWN, bytes, of_order};
use super::entries::{Entry, said};
use super::layers::{Group, Kind, Layer, Node, flatten};
use super::notes::Notes;
use super::raw::Owned;
use crate::color::Blend;
use crate::document::{Door, Drawing};
use crate::error::Result;

/// An entry of the file's list.
#[derive(Clone, Debug)]
pub(super) enum Branch {
    /// The layer at a position of the drawing.
    Layer(u32),
    /// The group with an id.
    Group(u16),
    /// A group that the drawing has not: its chunk's contents, and what follows that.
    Other(Vec<u8>, Vec<u8>),
}

/// A list of layers and groups, each with its level.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    pub(super) list: Vec<(u16, Branch)>,
    /// Whether it is the file's.
    pub(super) kept: bool,
    /// Of each layer, whether it has to be written as it came: what its groups pass on is in what the drawing says of it.
    pub(super) passed: Vec<bool>,
}

/// Returns what the drawing says of a layer.
pub(super) fn layer_entry(drawing: &Drawing<impl Door>, at: u32, level: u16) -> Result<Entry> {
    let layer = drawing.layer(at)?;
    Ok(Entry {
        group: false,
        level,
        visible: layer.visible,
        locked: layer.locked,
        blend: layer.blend,
        opacity: layer.opacity,
        name: layer.name,
    })
}

/// Returns what the drawing says of a group.
pub(super) fn group_entry(drawing: &Drawing<impl Door>, id: u16, level: u16) -> Result<Entry> {
    let group = drawing.group(id)?;
    let (visible, locked) = (group.visible, group.locked);
    Ok(Entry { group: true, level, visible, locked, blend: Blend::Normal, opacity: 255, name: group.name })
}

/// Returns the tree that the drawing gives by itself: layers from the bottom up, each group before its layers.
pub(super) fn own(drawing: &Drawing<impl Door>) -> Tree {
    let (mut list, mut last) = (Vec::new(), None);
    for at in 0..drawing.layers() {
        let group = drawing.group_of(at);
        if let Some(id) = group.filter(|_| group != last) {
            list.push((0, Branch::Group(id)));
        }
        last = group;
        list.push((group.is_some().into(), Branch::Layer(at)));
    }
    Tree { list, kept: false, passed: vec![false; drawing.layers() as usize] }
}

/// Returns of each layer whether groups pass something on to it that is not told of the group itself.
pub(super) fn passed(nodes: &[Node]) -> Vec<bool> {
    let (mut around, mut all): (Vec<&Node>, Vec<bool>) = (Vec::new(), Vec::new());
    for node in nodes {
        while around.last().is_some_and(|group| group.level >= node.level) {
            around.pop();
        }
        if node.kind == Kind::Group {
            around.push(node);
        } else {
            all.push(around.len() > 1 || around.first().is_some_and(|group| group.opacity < 255));
        }
    }
    all
}

/// Returns the bytes that a file's tree is carried as, or `None` if the drawing gives it by itself.
pub(super) fn carried(
    drawing: &Drawing<impl Door>,
    nodes: &[Node],
    raw: &[Owned<'_>],
    layers: &[Layer],
    groups: &[Group],
) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    for (at, (node, raw)) in nodes.iter().zip(raw).enumerate() {
        let known = if node.kind == Kind::Group { 1 } else { 0 };
        let known = if known == 1 && groups.iter().all(|group| group.node != at) { 2 } else { known };
        out.push(known);
        out.extend(node.level.to_le_bytes());
        if known == 2 {
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
    (any && (!plain || passed(nodes).contains(&true))).then_some(out)
}

/// Reads the tree that is carried.
fn read(drawing: &Drawing<impl Door>, carried: &[u8]) -> Result<Option<Vec<(u16, Branch)>>> {
    let (mut left, mut list, mut layer) = (Bytes(carried), Vec::new(), 0);
    while !left.0.is_empty() {
        let (known, level) = (left.byte()?, left.word()?);
        let branch = match known {
            0 => {
                layer += 1;
                Branch::Layer(layer - 1)
            }
            1 => {
                let Some(id) = drawing.group_of(layer) else { return Ok(None) };
                Branch::Group(id)
            }
            _ => {
                let mut part = || {
                    let len = left.long()?;
                    left.take(len as usize).map(<[u8]>::to_vec)
                };
                Branch::Other(part()?, part()?)
            }
        };
        list.push((level, branch));
    }
    Ok(Some(list).filter(|_| layer == drawing.layers()))
}

/// Returns the tree to be written, in a file with these flags.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for chunks that no file has given.
pub(super) fn of(drawing: &Drawing<impl Door>, chunks: &Chunks, flags: u32) -> Result<Tree> {
    let own = own(drawing);
    let Some(carried) = chunks.tree.as_ref().filter(|chunk| chunk.digest == of_order(drawing)) else {
        return Ok(own);
    };
    let Some(list) = read(drawing, &carried.bytes)? else { return Ok(own) };
    let mut nodes = Vec::new();
    for (level, branch) in &list {
        let (raw, entry) = match branch {
            Branch::Layer(at) => {
                let id = drawing.layer_id(*at).unwrap_or(0);
                (bytes(chunks.layer(id, OWN)), layer_entry(drawing, *at, *level)?)
            }
            Branch::Group(id) => (bytes(chunks.group(*id, OWN)), group_entry(drawing, *id, *level)?),
            Branch::Other(raw, _) => (&raw[..], group_entry(drawing, 0, *level).unwrap_or_else(|_| none())),
        };
        let plain = entry.plain();
        let mut node = said(if raw.is_empty() { &plain } else { raw }, flags)?;
        node.level = *level;
        if node.kind == Kind::Group && !raw.is_empty() && matches!(branch, Branch::Group(_)) {
            (node.visible, node.locked) = (entry.visible, entry.locked);
        }
        nodes.push(node);
    }
    let (passed, (layers, _)) = (passed(&nodes), flatten(&nodes, &mut Notes::default()));
    for ((at, layer), passed) in (0..).zip(&layers).zip(&passed) {
        let now = drawing.layer(at)?;
        let same = (now.visible, now.locked, now.opacity) == (layer.visible, layer.locked, layer.opacity);
        if *passed && !same {
            return Ok(own);
        }
    }
    Ok(Tree { list, kept: true, passed })
}

/// What is said of a group that the drawing has not.
fn none() -> Entry {
    let (visible, locked, name) = (true, false, String::new());
    Entry { group: true, level: 0, visible, locked, blend: Blend::Normal, opacity: 255, name }
}
