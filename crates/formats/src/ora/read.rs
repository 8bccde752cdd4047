//! OpenRaster, in: the pictures of the list, each put onto a layer at its place.

use super::LABEL;
use super::stack::{Group, Layer, Stack};
use crate::Whole;
use crate::archive::Index;
use crate::budget::{Budget, put_picture, renamed, tell};
use crate::document::{Cel, Drawing};
use crate::error::Result;
use crate::folders::{self, Folder};
use crate::kinds::ends;
use crate::memory::Memory;
use crate::parts::{counted, mixed};
use crate::room::Room;

/// Maximum number of bytes of the list of layers.
const MAX_LIST: u64 = 8 << 20;

/// Reads a file.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged), [`Error::Range`](crate::Error::Range) and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) for one that is too large, and what
/// [`png::File::open`](crate::png::File::open) returns.
pub(super) fn read_ora(bytes: &[u8]) -> Result<Whole> {
    let (index, mut budget) = (Index::open(LABEL, bytes)?, Budget::new());
    let mut stack = Stack::parse(&index.read("stack.xml", MAX_LIST, &mut budget)?)?;
    let all = stack.layers.len();
    // Krita keeps some layers in formats of its own.
    stack.layers.retain(|layer| ends(&layer.src, ".png"));
    stack.layers.reverse();
    let mut drawing = Drawing::new(stack.size.0, stack.size.1)?;
    for (at, layer) in (0..).zip(&stack.layers) {
        if at > 0 {
            drawing.add_layer(at)?;
        }
        describe(&mut drawing, at, layer)?;
    }
    group(&mut drawing, &stack)?;
    let (mut outside, mut said, mut room) = (0, Vec::new(), Room::default());
    for (layer, from) in (0..).zip(&stack.layers) {
        let bytes = index.read(&from.src, u64::MAX, &mut budget)?;
        let (png, cel) = (budget.png(&bytes)?, Cel { layer, frame: 0 });
        tell(&mut said, &png);
        let cut = put_picture(&mut drawing, cel, from.at, &png, &mut room)?;
        budget.settle(&mut drawing)?;
        outside += u32::from(cut);
    }
    drawing.compact()?;
    let foreign = (all - stack.layers.len()) as u32 + stack.others;
    let notes = [
        counted(
            outside,
            "{n} layer cut off too far from the canvas | {n} layers cut off too far from the canvas",
        ),
        counted(
            foreign,
            "{n} layer without a PNG picture left out \
             | {n} layers without a PNG picture left out",
        ),
        counted(
            stack.unknown,
            "{n} unknown blend mode replaced by Normal \
             | {n} unknown blend modes replaced by Normal",
        ),
        mixed(&drawing),
        renamed(stack.renamed),
        stack.strange.note(),
    ];
    Ok(Whole::new(drawing, notes.into_iter().flatten().chain(said).collect()))
}

fn describe(drawing: &mut Drawing<Memory>, at: u32, layer: &Layer) -> Result<()> {
    drawing.change_layer(at, |properties| {
        properties.name = layer.name.clone().unwrap_or_else(|| format!("Layer {}", at + 1));
        properties.opacity = (layer.opacity * 255.0).round() as u8;
        properties.blend = layer.blend;
        properties.visible = layer.visible;
        properties.locked = layer.locked;
        properties.alpha_locked = layer.alpha_locked;
    })
}

/// Makes the groups that have layers.
fn group(drawing: &mut Drawing<Memory>, stack: &Stack) -> Result<()> {
    let folder = |from: &Group| {
        let mut folder = Folder::new(from.parent);
        let group = &mut folder.group;
        group.name = from.name.clone().unwrap_or_default();
        (group.visible, group.locked, group.isolated) = (from.visible, from.locked, from.isolated);
        (group.opacity, group.blend) = ((from.opacity * 255.0).round() as u8, from.blend);
        folder
    };
    let all: Vec<_> = stack.groups.iter().map(folder).collect();
    let of: Vec<_> = stack.layers.iter().map(|layer| layer.group).collect();
    folders::group(drawing, &all, &of).map(drop)
}
