//! What is written for each cel: its pixels, a link to another frame, or the chunk that it came in.
//!
//! A cel that is [carried](super::chunks::OWN) is written as it came while its digest holds. A layer of tiles stays one
//! while all of its cels do; once one was painted on, all become pixels, as a layer has cels of one sort.

use super::bounds;
use super::bytes::Bytes;
use super::cels::MAX_PIXELS;
use super::chunks::{BEFORE, BEHIND, Chunks, EDGE, LINK, OWN, PLACED, READ, SCALED, TILES, of_cel, of_link};
use super::entries::{said, tiles_of};
use super::header::Depth;
use super::ink::Ink;
use super::retile::Sets;
use crate::color::Color;
use crate::document::{Carried, Cel, Door, Drawing, Original};
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use std::collections::{BTreeMap, BTreeSet};

/// What is written for a cel.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Plan {
    /// Its pixels in a rectangle.
    Pixels(Rect),
    /// A link to an earlier frame.
    Link(u32),
    /// The contents of its chunk.
    Raw(Vec<u8>),
    /// The image that it shows, at its own resolution.
    Image(Original),
}

/// What is written for all cels.
#[derive(Debug)]
pub(super) struct Plans {
    /// By frame and layer.
    pub(super) cels: BTreeMap<(u32, u32), Plan>,
    /// The layers of tiles that stay what they are.
    pub(super) tiled: BTreeSet<u32>,
    /// The sets of tiles, with those that were painted.
    pub(super) sets: Sets,
    /// Number of layers of tiles that become pixels.
    pub(super) drawn: u32,
    /// The kinds of the cels that are no longer what was carried of them.
    pub(super) lost: Vec<u32>,
}

/// Returns the rectangle that a cel had in its file, from its carried edge.
pub(super) fn edge_of(edge: &[u8]) -> Option<Rect> {
    let mut edge = Bytes(edge);
    let (x, y) = (edge.short().ok()?, edge.short().ok()?);
    edge.take(10).ok()?;
    let (width, height) = (edge.word().ok()?, edge.word().ok()?);
    Some(Rect::new(x.into(), y.into(), width.into(), height.into()))
}

/// Returns the frames of a layer that show the image of an earlier one, each with the first that does.
fn linked(drawing: &Drawing<impl Door>, layer: u32) -> BTreeMap<u32, u32> {
    let mut linked = BTreeMap::new();
    for group in drawing.links(layer) {
        let first = group.first().copied().unwrap_or(0);
        linked.extend(group.into_iter().map(|frame| (frame, first)));
    }
    linked
}

/// Returns `true` for the kinds of cels whose image is larger or smaller than it is shown.
fn is_scaled(kind: u32) -> bool {
    [SCALED, PLACED].contains(&kind)
}

/// Returns the contents of a carried chunk with the image that it is to be completed by. Returns `None` if that is not there.
fn whole(drawing: &Drawing<impl Door>, at: Cel, own: &Carried) -> Option<Vec<u8>> {
    let mut bytes = own.bytes.clone();
    if own.kind == PLACED {
        let image = drawing.packed_image(at.layer, drawing.cel_properties(at).original.image)?;
        let size =
            bytes.get(BEFORE - 4..).and_then(|size| size.first_chunk().copied()).map(u32::from_le_bytes)?;
        if (size & 0xffff, size >> 16) != image.size {
            return None;
        }
        bytes.extend(&image.bytes);
    }
    Some(bytes)
}

/// Returns the kinds of what a plan for a cel loses, given whether an image is kept for it at its own resolution, and what is carried of it.
fn lost(plan: Option<&Plan>, original: bool, carried: Option<&Carried>) -> impl Iterator<Item = u32> {
    let raw = matches!(plan, Some(Plan::Raw(_)));
    // What a link leads to is told there.
    let image = original && !matches!(plan, Some(Plan::Raw(_) | Plan::Image(_) | Plan::Link(_)));
    let kind = carried.map(|own| own.kind).filter(|kind| !(raw || original && is_scaled(*kind)));
    image.then_some(SCALED).into_iter().chain(kind)
}

/// Returns `true` if a cel shows its image at the bounds that the file says, the way it came. Of a small picture its pixels do not tell it.
fn is_as_it_came(drawing: &Drawing<impl Door>, chunks: &Chunks, at: Cel, [layer, frame]: [u16; 2]) -> bool {
    let original = drawing.cel_properties(at).original;
    let said = chunks.cel([layer, frame], BEHIND).and_then(|behind| bounds::said(&behind.bytes));
    // A link that says nothing has the bounds of the image that it leads to.
    let led = || {
        let frame = drawing.frame_at(leads_to(chunks.cel([layer, frame], LINK)?)?)?;
        Some(drawing.cel_properties(Cel { frame, ..at }).original.bounds)
    };
    original == Original::NONE || original.turn.is_upright() && said.or_else(led) == Some(original.bounds)
}

/// Returns the frame that a cel's chunk leads to, if it is a link.
pub(super) fn link_of(chunk: &[u8]) -> Option<u32> {
    let to = chunk.get(16..18).filter(|_| chunk.get(7..9) == Some(&[1, 0]))?;
    Bytes(to).word().ok().map(u32::from)
}

/// Returns the id of the frame that a carried link leads to.
fn leads_to(link: &Carried) -> Option<u16> {
    link.bytes.get(16..18).and_then(|word| Bytes(word).word().ok())
}

/// Returns a carried chunk's contents, if it still holds.
fn raw(drawing: &Drawing<impl Door>, chunks: &Chunks, ink: &Ink, at: Cel) -> Option<Vec<u8>> {
    let ids = [drawing.layer_id(at.layer)?, drawing.frame_id(at.frame)?];
    let digest = |at: Cel| of_cel(drawing, at, ink.depth, ink.colors(at.frame));
    let scaled = [OWN, LINK].iter().any(|role| chunks.cel(ids, *role).is_some_and(|own| is_scaled(own.kind)));
    // No other layer's image is scaled.
    let refers = drawing.layer(at.layer).is_ok_and(|layer| layer.reference);
    if scaled && !(refers && is_as_it_came(drawing, chunks, at, ids)) {
        return None;
    }
    if let Some(own) = chunks.cel(ids, OWN) {
        // A link to nothing stays one as long as the frame that it names does not come before.
        let stray = link_of(&own.bytes).is_none_or(|to| to >= at.frame);
        return if stray && own.digest == digest(at) { whole(drawing, at, own) } else { None };
    }
    let mut link = chunks.cel(ids, LINK)?.clone();
    let frame = drawing.frame_at(leads_to(&link)?)?;
    let (own, led) = (digest(at), digest(Cel { frame, ..at }));
    let holds = frame < at.frame && link.digest == of_link(own, led);
    link.bytes.get_mut(16..18)?.copy_from_slice(&(frame as u16).to_le_bytes());
    (holds && leads(drawing, chunks, ink, [at, Cel { frame, ..at }])).then_some(link.bytes)
}

/// Returns `true` if the image that a link leads to is the one that it led to in its file. Of links that lead to links with bounds of their own, which
/// Aseprite does not write, none does: a file may have a thousand, each leading to the one before.
fn leads(drawing: &Drawing<impl Door>, chunks: &Chunks, ink: &Ink, [from, to]: [Cel; 2]) -> bool {
    let [own, led] = [from, to].map(|at| drawing.cel_properties(at).original);
    // What several frames show is written for the first of them.
    let first = drawing.linked(to).ok().and_then(|frames| frames.first().copied()).unwrap_or(to.frame);
    let to = Cel { frame: first, ..to };
    let Some(ids) = drawing.layer_id(to.layer).zip(drawing.frame_id(first)) else { return false };
    match chunks.cel([ids.0, ids.1], OWN) {
        Some(chunk) if is_scaled(chunk.kind) => {
            [0, led.image].contains(&own.image) && raw(drawing, chunks, ink, to).is_some()
        }
        _ => led == Original::NONE,
    }
}

/// Returns `true` if a layer is no longer the background that its carried chunk says, or is one now: its numbers have other colours.
fn is_turned(drawing: &Drawing<impl Door>, chunks: &Chunks, layer: u32) -> bool {
    let own = chunks.layer(drawing.layer_id(layer).unwrap_or(0), OWN);
    let was = own.and_then(|own| said(&own.bytes, 0).ok()).map(|node| node.background);
    let is = drawing.layer(layer).is_ok_and(|layer| layer.background);
    was.is_some_and(|was| was != (is || unread(drawing, chunks, layer).0))
}

/// Returns whether a layer is a background, and a reference layer, by what a drawing of before it could say so carries of it.
pub(super) fn unread(drawing: &Drawing<impl Door>, chunks: &Chunks, layer: u32) -> (bool, bool) {
    let own = chunks.layer(drawing.layer_id(layer).unwrap_or(0), OWN).filter(|own| own.digest != READ);
    let node = own.and_then(|own| said(&own.bytes, 0).ok());
    node.map_or((false, false), |node| (node.background, node.reference))
}

impl Plans {
    /// Plans all cels, with pixels of a kind. `depth` is what the file that the drawing came from had.
    ///
    /// # Errors
    /// Returns [`Error::Range`](crate::Error::Range) for more pixels than would be read again.
    pub(super) fn of(
        drawing: &Drawing<impl Door>,
        chunks: &Chunks,
        ink: &Ink,
        depth: Depth,
    ) -> Result<Plans> {
        let mut plans = Plans {
            cels: BTreeMap::new(),
            tiled: BTreeSet::new(),
            sets: Sets::default(),
            drawn: 0,
            lost: Vec::new(),
        };
        for layer in 0..drawing.layers() {
            plans.layer(drawing, chunks, ink, layer, depth);
        }
        let area = |((_, layer), plan): (&(u32, u32), &Plan)| match plan {
            Plan::Pixels(rect) => i64::from(rect.width) * i64::from(rect.height),
            Plan::Image(original) => drawing
                .packed_image(*layer, original.image)
                .map_or(0, |image| i64::from(image.size.0) * i64::from(image.size.1)),
            _ => 0,
        };
        let pixels = plans.cels.iter().map(area).sum();
        in_range("number of pixels of all cels", pixels, 0, MAX_PIXELS as i64)?;
        Ok(plans)
    }

    fn layer(&mut self, drawing: &Drawing<impl Door>, chunks: &Chunks, ink: &Ink, layer: u32, depth: Depth) {
        let linked = linked(drawing, layer);
        let own = drawing.unusual_cels().into_iter().filter(|(cel, _)| cel.layer == layer);
        let unusual: BTreeMap<u32, Original> = own.map(|(cel, own)| (cel.frame, own.original)).collect();
        let refers =
            drawing.layer(layer).is_ok_and(|layer| layer.reference) || unread(drawing, chunks, layer).1;
        let id = drawing.layer_id(layer).unwrap_or(0);
        let tiled = chunks.layer(id, OWN).and_then(|own| tiles_of(&own.bytes));
        let holds = ink.depth == depth && !(depth == Depth::Indexed && is_turned(drawing, chunks, layer));
        let sound = holds && (ink.kept || depth != Depth::Indexed);
        let mut own = BTreeMap::new();
        for frame in 0..drawing.frames() {
            let at = Cel { layer, frame };
            let ids = [id, drawing.frame_id(frame).unwrap_or(0)];
            let first = linked.get(&frame).copied().filter(|first| *first < frame);
            let kept = if holds { raw(drawing, chunks, ink, at) } else { None };
            let plan = match (kept, first) {
                (Some(raw), _) => Some(Plan::Raw(raw)),
                (None, Some(first)) => Some(Plan::Link(first)),
                (None, None) => {
                    let needed = linked.contains_key(&frame) || unusual.contains_key(&frame);
                    let original = if refers { drawing.original(at) } else { None };
                    original.map(Plan::Image).or_else(|| pixels(drawing, chunks, at, needed))
                }
            };
            let maps = tiled.filter(|_| sound && matches!(plan, Some(Plan::Pixels(_))));
            let map = maps.and_then(|set| {
                let was = chunks.cel(ids, OWN).filter(|own| own.kind == TILES).map(|own| &own.bytes[..]);
                self.sets.retile(drawing, chunks, ink, at, (set, was))
            });
            let plan = map.map(Plan::Raw).or(plan);
            let original = unusual.get(&frame).is_some_and(|original| *original != Original::NONE);
            let carried = [OWN, LINK].into_iter().find_map(|role| chunks.cel(ids, role));
            self.lost.extend(lost(plan.as_ref(), original, carried));
            own.extend(plan.map(|plan| (frame, plan)));
        }
        let is_map = |plan: &Plan| match plan {
            Plan::Pixels(_) | Plan::Image(_) => false,
            Plan::Link(to) => matches!(own.get(to), Some(Plan::Raw(_))),
            Plan::Raw(_) => true,
        };
        if tiled.is_some() && own.values().all(is_map) {
            self.tiled.insert(layer);
        } else if tiled.is_some() {
            self.drawn += 1;
            self.lost.retain(|kind| *kind != TILES);
            for (frame, plan) in &mut own {
                if matches!(plan, Plan::Raw(_)) {
                    let at = Cel { layer, frame: *frame };
                    let first = linked.get(frame).copied().filter(|first| first < frame);
                    let pixels = pixels(drawing, chunks, at, true).unwrap_or(Plan::Pixels(Rect::EMPTY));
                    *plan = first.map_or(pixels, Plan::Link);
                }
            }
        }
        self.cels.extend(own.into_iter().map(|(frame, plan)| ((frame, layer), plan)));
    }

    /// Returns `true` if all pixels that are to be written have a value of a kind.
    pub(super) fn fits(&self, drawing: &Drawing<impl Door>, ink: &Ink, background: &[bool]) -> bool {
        let mut bytes = Vec::new();
        ink.depth == Depth::Rgba
            || self.cels.iter().all(|((frame, layer), plan)| {
                let background = background.get(*layer as usize).copied().unwrap_or(false);
                let at = Cel { layer: *layer, frame: *frame };
                if let Plan::Image(original) = plan {
                    return drawing.original_image(*layer, original).is_some_and(|image| {
                        (0..image.size().1).all(|y| {
                            bytes.clear();
                            ink.convert(*frame, background, image.row(y), &mut bytes)
                        })
                    });
                }
                let Plan::Pixels(rect) = plan else { return true };
                let mut row = vec![Color::TRANSPARENT; rect.width as usize];
                (rect.y..rect.bottom()).all(|y| {
                    bytes.clear();
                    drawing.read_whole(at, rect.x, y, &mut row);
                    ink.convert(*frame, background, &row, &mut bytes)
                })
            })
    }
}

/// Returns the plan of a cel's pixels: in the rectangle that it had in its file, if that has room for them. `None` for an empty one
/// that need not be there.
fn pixels(drawing: &Drawing<impl Door>, chunks: &Chunks, at: Cel, needed: bool) -> Option<Plan> {
    let around = drawing.whole_extent(at);
    let ids = [drawing.layer_id(at.layer)?, drawing.frame_id(at.frame)?];
    let edge = chunks.cel(ids, EDGE).and_then(|edge| edge_of(&edge.bytes));
    let on = |edge: &Rect| !edge.is_empty() && edge.intersect(drawing.kept()) == *edge;
    let edge = edge.filter(|edge| on(edge) && (around.is_empty() || around.intersect(*edge) == around));
    match edge {
        Some(edge) => Some(Plan::Pixels(edge)),
        None if !around.is_empty() => Some(Plan::Pixels(around)),
        None => needed.then_some(Plan::Pixels(Rect::new(0, 0, 1, 1))),
    }
}
