//! From what a file says to a drawing: structure first, pixels last.
//!
//! Frames, layers, links and groups are made while the drawing is empty, since each change of them
//! costs what there is to be looked through. Then the cels are drawn, those of one layer after
//! another, so that the tiles of one set are in memory at a time.
//!
//! Frames that are linked show one image if nothing tells them apart. A cel that has a place, an
//! opacity or a palette of its own gets a copy, as in Aseprite.

use super::bounds::Bounds;
use super::cels::{Canvas, Cel, Content, Look};
use super::header::Depth;
use super::keep::Keeper;
use super::layers::{Kind, Layer, parted};
use super::notes::{Note, Notes};
use super::slices;
use super::sprite::Sprite;
use super::tiles::Pixels;
use crate::color::Color;
use crate::document::{self, Drawing, MAX_CELS, Plane};
use crate::error::Result;
use crate::folders;
use crate::geometry::Rect;
use crate::memory::Memory;
use std::collections::BTreeMap;

/// The image that a frame of a layer shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown<'a> {
    pub(super) cel: Cel<'a>,
    /// Position of the frame's palette.
    palette: usize,
    /// The first frame that shows the image.
    pub(super) image: u32,
}

/// Finds the images that the frames of a layer show, by its position in the file's list.
fn images<'a>(sprite: &mut Sprite<'a>, layer: u32) -> Vec<Option<Shown<'a>>> {
    let mut images: Vec<Option<Shown<'a>>> = Vec::new();
    let mut stray = 0;
    for frame in 0..sprite.header.frames {
        let palette = sprite.palettes.partition_point(|(from, _)| *from <= frame);
        let cel = sprite.cels.get(&(layer, frame)).copied();
        images.push(cel.and_then(|cel| {
            let Content::Link(to) = cel.content else { return Some(Shown { cel, palette, image: frame }) };
            let Some(found) = images.get(to as usize).copied().flatten() else {
                stray += 1;
                return None;
            };
            let bounds = linked_bounds(&cel, &found.cel);
            let copy = Cel { content: found.cel.content, bounds, ..cel };
            let same =
                (copy.at, copy.opacity, copy.bounds) == (found.cel.at, found.cel.opacity, found.cel.bounds);
            let look = sprite.header.depth != Depth::Indexed || palette == found.palette;
            let image = if same && look { found.image } else { frame };
            Some(Shown { cel: copy, palette, image })
        }));
    }
    sprite.notes.add(Note::StrayCel, stray);
    images
}

/// Returns the bounds of a cel that shows another one's image: its own, if it has some other than those of the image as it is.
fn linked_bounds(cel: &Cel<'_>, image: &Cel<'_>) -> Option<Bounds> {
    let own = image.rect().map(|rect| Bounds::of(Rect { x: cel.at.0, y: cel.at.1, ..rect }));
    cel.bounds.map_or(image.bounds, Some).filter(|bounds| Some(*bounds) != own)
}

/// Builds the drawing of a sprite. Returns it with notes on what it lacks.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) for cels that can't be unpacked, and
/// [`Error::Range`](crate::Error::Range) or [`Error::OutOfMemory`](crate::Error::OutOfMemory) for too much.
pub(super) fn build(mut sprite: Sprite<'_>) -> Result<(Drawing<Memory>, Notes)> {
    let (width, height) = sprite.header.size;
    let mut drawing = Drawing::new(width, height)?;
    for (frame, duration) in (0..).zip(&sprite.durations) {
        if frame > 0 {
            drawing.add_frame(frame)?;
        }
        drawing.set_duration(frame, *duration)?;
    }
    let (layers, groups) = parted(&sprite.nodes, &mut sprite.notes);
    for layer in 1..layers.len() as u32 {
        drawing.add_layer(layer)?;
    }
    let images: Vec<_> = layers.iter().map(|layer| images(&mut sprite, layer.node as u32)).collect();
    for (layer, images) in (0..).zip(&images) {
        link(&mut drawing, layer, images)?;
    }
    for (at, layer) in (0..).zip(&layers) {
        drawing.change_layer(at, |properties| {
            if !layer.name.is_empty() {
                properties.name.clone_from(&layer.name);
            }
            properties.note.clone_from(&layer.note);
            properties.label = layer.label;
            (properties.visible, properties.locked) = (layer.visible, layer.locked);
            (properties.opacity, properties.blend) = (layer.opacity, layer.blend);
            properties.clipped = layer.clipped;
            properties.reference = layer.reference;
        })?;
    }
    let around: Vec<_> = layers.iter().map(|layer| layer.group).collect();
    let all: Vec<_> = groups.iter().map(|group| group.folder.clone()).collect();
    let ids = folders::group(&mut drawing, &all, &around)?;
    // The background goes into no group, but a file may say that it is in one, or that there are several.
    let ground = layers.iter().position(|layer| layer.background);
    if let Some(at) = ground {
        drawing.change_layer(at as u32, |layer| layer.background = true)?;
    }
    let groups: Vec<_> = groups.iter().zip(ids).filter_map(|(group, id)| Some((group.node, id?))).collect();
    sprite.tags.iter().try_for_each(|tag| drawing.add_tag(tag))?;
    slices::add(&mut drawing, &sprite.slices)?;
    if let Some((_, palette)) = sprite.palettes.first() {
        drawing.set_palette(&palette.colors)?;
    }
    if let Some((width, height)) = sprite.header.grid {
        drawing.set_grid(width, height)?;
    }
    looks(&mut drawing, &mut sprite, &images)?;
    labels(&mut drawing, &mut sprite, &layers, &images)?;
    let mut painter = Painter { canvas: Canvas::new(sprite.header.size), sprite };
    for ((at, layer), images) in (0..).zip(&layers).zip(&images) {
        painter.layer(&mut drawing, at, layer.node, images)?;
    }
    drawing.compact()?;
    Keeper { drawing: &mut drawing, sprite: &mut painter.sprite }.all(&layers, &groups, &images)?;
    Ok((drawing, painter.sprite.notes))
}

/// Gives cels their opacities and z-indices. If there are more than a drawing has room for, none gets any.
fn looks(
    drawing: &mut Drawing<Memory>,
    sprite: &mut Sprite<'_>,
    images: &[Vec<Option<Shown<'_>>>],
) -> Result<()> {
    let mut unusual = Vec::new();
    for (layer, images) in (0..).zip(images) {
        let cels = (0..).zip(images).filter_map(|(frame, shown)| Some((frame, shown.as_ref()?.cel)));
        let cels = cels.filter(|(_, cel)| (cel.opacity, cel.z_index) != (255, 0));
        unusual.extend(cels.map(|(frame, cel)| (document::Cel { layer, frame }, cel)));
    }
    sprite.crowded = unusual.len() > MAX_CELS as usize;
    if sprite.crowded {
        sprite.notes.add(Note::CrowdedCel, unusual.len() as u32);
        return Ok(());
    }
    unusual.into_iter().try_for_each(|(at, cel)| drawing.set_cel_look(at, cel.opacity, cel.z_index))
}

/// Gives cels their label colours and texts, and those of an image to all frames that show it. If there are more than a drawing has room for, none
/// gets any.
fn labels(
    drawing: &mut Drawing<Memory>,
    sprite: &mut Sprite<'_>,
    layers: &[Layer],
    images: &[Vec<Option<Shown<'_>>>],
) -> Result<()> {
    let (mut own, mut more) = (Vec::new(), drawing.unusual_cels().len());
    for ((layer, Layer { node, .. }), images) in (0..).zip(layers).zip(images) {
        let shown = (0..).zip(images).filter_map(|(frame, shown)| Some((frame, shown.as_ref()?.image)));
        for (frame, image) in shown {
            let said = sprite.labels.get(&(*node as u32, image));
            if let Some((color, text)) =
                said.filter(|(color, text)| !color.is_transparent() || !text.is_empty())
            {
                let at = document::Cel { layer, frame };
                more += usize::from(!drawing.is_unusual(at));
                own.push((at, *color, text));
            }
        }
    }
    sprite.labelled = more <= MAX_CELS as usize;
    if !sprite.labelled {
        return Ok(());
    }
    own.into_iter().try_for_each(|(at, color, text)| drawing.set_cel_label(at, color, text))
}

/// Links the frames of a layer that show one image.
fn link(drawing: &mut Drawing<Memory>, layer: u32, images: &[Option<Shown<'_>>]) -> Result<()> {
    let mut linked: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (frame, shown) in (0..).zip(images) {
        if let Some(shown) = shown.filter(|shown| shown.image != frame) {
            linked.entry(shown.image).or_default().push(frame);
        }
    }
    let mut linked = linked.into_iter();
    linked.try_for_each(|(frame, others)| drawing.link(document::Cel { layer, frame }, others))
}

/// What is needed to draw cels.
struct Painter<'a> {
    sprite: Sprite<'a>,
    canvas: Canvas,
}

impl Painter<'_> {
    /// Draws the cels of a layer, by its positions in the drawing and in the file's list.
    fn layer(
        &mut self,
        drawing: &mut Drawing<Memory>,
        layer: u32,
        node: usize,
        images: &[Option<Shown<'_>>],
    ) -> Result<()> {
        let Some(node) = self.sprite.nodes.get(node) else { return Ok(()) };
        let background = node.background;
        let own = (0..).zip(images).filter_map(|(frame, shown)| Some((frame, (*shown)?)));
        let own: Vec<_> = own.filter(|(frame, shown)| shown.image == *frame).collect();
        let any = own.iter().any(|(_, shown)| matches!(shown.cel.content, Content::Tiles(_)));
        let mut tiles = None;
        if let Kind::Tiles(id) = node.kind
            && any
        {
            let set = self.sprite.tilesets.get(&id);
            let depth = self.sprite.header.depth;
            tiles = set.map(|set| set.unpack(depth, &mut self.canvas)).transpose()?.flatten();
        }
        self.sprite.notes.note(Note::MissingTiles, any && tiles.is_none());
        for (frame, shown) in own {
            let mut plane = drawing.pixels_mut(document::Cel { layer, frame })?;
            self.cel(&mut plane, &shown, background, tiles.as_ref())?;
        }
        Ok(())
    }

    fn cel(
        &mut self,
        plane: &mut Plane<'_, Memory>,
        shown: &Shown<'_>,
        background: bool,
        tiles: Option<&Pixels>,
    ) -> Result<()> {
        let header = &self.sprite.header;
        // A file without a palette has one that is black.
        let black = vec![Color::BLACK; header.colors];
        let before = shown.palette.checked_sub(1).and_then(|at| self.sprite.palettes.get(at));
        let colors = before.map_or(&black, |(_, palette)| &palette.colors);
        let transparent = (!background).then_some(header.transparent);
        let opacity = if self.sprite.crowded { shown.cel.opacity } else { 255 };
        let look = Look { depth: header.depth, colors, transparent, opacity };
        self.canvas.draw(plane, &shown.cel, look, tiles)
    }
}
