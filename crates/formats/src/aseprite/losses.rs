//! What an Aseprite file would lose of a drawing: what it can't hold, and what edits made untrue of a file that it came from.

use super::chunks::{LOOKS, PALETTE, SCALED};
use super::header::Depth;
use super::ink::names;
use super::modes;
use super::slices::SLICE;
use super::write::{Outline, wholes};
use crate::color::Blend;
use crate::document::{Door, Drawing, Original};
use crate::error::{Message, Result};
use crate::names::{directions_lost, modes_lost};
use crate::parts::counted;

/// Returns what a file loses of the layers' and tags' properties, and of what is carried.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for more pixels than would be read again.
pub(super) fn losses(drawing: &Drawing<impl Door>) -> Result<Vec<Message>> {
    let (mut locks, mut clipped) = (0, 0);
    for layer in 0..drawing.layers() {
        locks += u32::from(drawing.layer(layer)?.alpha_locked);
        clipped += u32::from(drawing.layer(layer)?.clipped);
    }
    let mut found = vec![
        counted(locks, "{n} alpha lock | {n} alpha locks"),
        counted(
            clipped,
            "the look of {n} clipped layer, which other programs show whole \
             | the look of {n} clipped layers, which other programs show whole",
        ),
        modes_lost(&modes::MODES, drawing)?,
        directions_lost(&modes::DIRECTIONS, drawing),
        counted(
            passed(drawing)?,
            "the look of {n} group that layers blend through, which other programs blend as a whole \
             | the look of {n} groups that layers blend through, which other programs blend as a whole",
        ),
    ];
    let originals = drawing.unusual_cels().iter().any(|(_, cel)| cel.original != Original::NONE);
    if drawing.carries() || originals {
        found.extend(untrue(drawing)?);
    }
    Ok(found.into_iter().flatten().collect())
}

/// Returns how many groups blended layers pass through, if a file has to say that all groups are blended as a whole.
fn passed(drawing: &Drawing<impl Door>) -> Result<u32> {
    let wholes = wholes(drawing)?;
    let mut count = 0;
    for (id, whole) in drawing.groups().iter().zip(&wholes).filter(|_| wholes.contains(&true)) {
        let (layers, groups) = drawing.children(*id);
        let mut blended = false;
        for layer in layers {
            blended |= drawing.layer(layer)?.blend != Blend::Normal;
        }
        for group in groups {
            blended |= drawing.group(group)?.blend != Blend::Normal;
        }
        count += u32::from(blended && !whole);
    }
    Ok(count)
}

/// Returns what edits made untrue of what is carried.
fn untrue(drawing: &Drawing<impl Door>) -> Result<Vec<Option<Message>>> {
    let outline = Outline::of(drawing)?;
    let (chunks, plans) = (&outline.chunks, &outline.plans);
    let so = |so: bool, what: &'static str| so.then(|| Message::new(what));
    let mixed = outline.ink.depth != outline.depth;
    let [looks, scaled] =
        [LOOKS, SCALED].map(|kind| plans.lost.iter().filter(|lost| **lost == kind).count() as u32);
    let gone = chunks.loose.iter().filter(|chunk| chunk.role != PALETTE && !outline.holds(chunk));
    let (slices, others): (Vec<_>, Vec<_>) = gone.partition(|chunk| chunk.kind == SLICE.into());
    let left = if outline.ink.kept { 0 } else { names(drawing, chunks).1 };
    Ok(vec![
        so(mixed && outline.depth == Depth::Indexed, "the indexed colours, as some are not in the palette"),
        so(mixed && outline.depth == Depth::Grey, "the grey values, as some pixels have a colour"),
        counted(plans.drawn, "the tiles of {n} tilemap | the tiles of {n} tilemaps"),
        counted(
            looks,
            "the opacity or the pixels beyond the canvas of {n} changed cel \
             | the opacity or the pixels beyond the canvas of {n} changed cels",
        ),
        counted(
            scaled,
            "the pixels that {n} changed reference image had in its own size \
             | the pixels that {n} changed reference images had in their own sizes",
        ),
        so(chunks.tree.is_some() && !outline.tree.kept, "the empty groups"),
        counted(slices.len() as u32, "{n} slice | {n} slices"),
        counted(left, "the name of {n} colour | the names of {n} colours"),
        counted(
            others.len() as u32,
            "{n} part of the file that no longer fits | {n} parts of the file that no longer fit",
        ),
    ])
}
