//! From what a file says to a drawing: structure first, pixels last.
//!
//! Frames, layers, links and groups are made while the drawing is empty, since each change of them
//! costs what there is to be looked through. Then the cels are drawn, those of one layer after
//! another, so that the tiles of one set are in memory at a time.
//!
//! Frames that are linked show one image if nothing tells them apart. A cel that has a place, an
//! opacity or a palette of its own gets a copy, as in Aseprite.

use super::cels::{Canvas, Cel, Content, Data, Look};
use super::chunks::Digest;
use super::damaged;
use super::header::Depth;
use super::keep::Keeper;
use super::layers::{Kind, Layer, parted};
use super::notes::{Note, Notes};
use super::slices;
use super::sprite::Sprite;
use crate::color::Color;
use crate::document::{self, Bounds, Drawing, MAX_CELS, MAX_ORIGINAL, Original};
use crate::error::Result;
use crate::folders;
use crate::geometry::Rect;
use crate::memory::Memory;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

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
    let mut painter = Painter { canvas: Canvas::new(sprite.header.size), sprite, originals: BTreeMap::new() };
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
    /// Numbers of the images that are kept at their own resolution, by where they lie in the file and the palette that they are seen in.
    originals: BTreeMap<(usize, usize), u64>,
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
            let at = document::Cel { layer, frame };
            let black = vec![Color::BLACK; self.sprite.header.colors];
            let look = look(&self.sprite, &black, &shown, background);
            let mut plane = drawing.pixels_mut(at)?;
            self.canvas.draw(&mut plane, &shown.cel, look, tiles.as_ref())?;
            let original = self.original(drawing, at, &shown, background)?;
            let sharing =
                (0..).zip(images).filter(|(_, other)| other.is_some_and(|other| other.image == frame));
            if original != Original::NONE {
                give(drawing, layer, sharing.map(|(frame, _)| frame), original)?;
            }
        }
        Ok(())
    }

    /// Keeps the image of a cel that shows it at another size, if there is room for it. Returns what the cel shows of it.
    fn original(
        &mut self,
        drawing: &mut Drawing<Memory>,
        at: document::Cel,
        shown: &Shown<'_>,
        background: bool,
    ) -> Result<Original> {
        let (Content::Image { size, data }, Some(bounds)) = (shown.cel.content, shown.cel.bounds) else {
            return Ok(Original::NONE);
        };
        let pixels = u64::from(size.0) * u64::from(size.1);
        let drawn = bounds.span(0).1.saturating_mul(bounds.span(1).1);
        if self.sprite.crowded || pixels > MAX_ORIGINAL || drawn > MAX_ORIGINAL {
            return Ok(Original::NONE);
        }
        let (Data::Raw(bytes) | Data::Packed(bytes)) = data;
        let palette = if self.sprite.header.depth == Depth::Indexed { shown.palette } else { 0 };
        let key = (bytes.as_ptr() as usize, palette);
        let known = self.originals.get(&key).copied();
        let original = |image| Original { image, bounds, ..Original::NONE };
        if let Some(image) = known {
            return Ok(original(image));
        }
        let packed = match data {
            Data::Packed(bytes) if self.sprite.header.depth == Depth::Rgba => Cow::Borrowed(bytes),
            _ => {
                self.canvas.count(pixels)?;
                let black = vec![Color::BLACK; self.sprite.header.colors];
                Cow::Owned(deflated(size, data, look(&self.sprite, &black, shown, background))?)
            }
        };
        let mut digest = Digest::new();
        [self.originals.len() as u32, size.0, size.1].into_iter().for_each(|word| digest.add(word));
        packed.iter().for_each(|byte| digest.add((*byte).into()));
        let (image, layer) = (digest.finish(), drawing.layer_id(at.layer).unwrap_or(0));
        if !drawing.carry_image(layer, image, size, bounds, &packed)? {
            return Ok(Original::NONE);
        }
        self.originals.insert(key, image);
        Ok(original(image))
    }
}

/// Says of the cels in some frames of a layer which image they show. That of those that there is no room for is carried as it came.
fn give(
    drawing: &mut Drawing<Memory>,
    layer: u32,
    frames: impl Iterator<Item = u32>,
    original: Original,
) -> Result<()> {
    let mut room = (MAX_CELS as usize).saturating_sub(drawing.unusual_cels().len());
    for at in frames.map(|frame| document::Cel { layer, frame }) {
        let known = drawing.is_unusual(at);
        if known || room > 0 {
            room -= usize::from(!known);
            drawing.set_cel_original(at, original)?;
        }
    }
    Ok(())
}

/// Returns what the bytes of a cel's pixels mean. A file without a palette has one that is black.
fn look<'a>(sprite: &'a Sprite<'_>, black: &'a [Color], shown: &Shown<'_>, background: bool) -> Look<'a> {
    let header = &sprite.header;
    let before = shown.palette.checked_sub(1).and_then(|at| sprite.palettes.get(at));
    let colors = before.map_or(black, |(_, palette)| &palette.colors);
    let transparent = (!background).then_some(header.transparent);
    let opacity = if sprite.crowded { shown.cel.opacity } else { 255 };
    Look { depth: header.depth, colors, transparent, opacity }
}

/// Returns the pixels of an image, four bytes each, deflated.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if they can't be unpacked.
fn deflated(size: (u32, u32), data: Data<'_>, look: Look<'_>) -> Result<Vec<u8>> {
    let bytes = look.depth.bytes() * size.0 as usize;
    let mut reader = data.reader(bytes as u64 * u64::from(size.1))?;
    let (mut packed, mut row) = (vec![0; bytes], vec![Color::TRANSPARENT; size.0 as usize]);
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    let refused = |_| damaged("a cel's pixels can't be unpacked");
    for _ in 0..size.1 {
        reader.fill(&mut packed)?;
        look.convert(&packed, &mut row);
        encoder
            .write_all(row.iter().map(|color| color.bytes).collect::<Vec<_>>().as_flattened())
            .map_err(refused)?;
    }
    encoder.finish().map_err(refused)
}
