//! A drawing as an Aseprite file: RGBA, with everything in it that such a file can hold.
//!
//! The first frame has the profile, the palette, the layers and the tags, in the order in which
//! Aseprite writes them, and each frame its cels. A cel is cropped to its pixels and packed; one
//! that shows the image of an earlier frame is a link to it. An image that is empty is not there,
//! unless frames share it: then it is one transparent pixel, for the links to lead to.
//!
//! Sizes stand before what they count. They are written as zeros and replaced when they are known.
//!
//! ```
//! use undoodle_formats::document::Document;
//! use undoodle_formats::{self as formats, Export};
//! let document = Document::new(300, 2)?;
//! let bytes = formats::write(formats::named("aseprite")?, &document, &Export::new(0))?;
//! assert_eq!(bytes[..4], (bytes.len() as u32).to_le_bytes());
//! assert_eq!(bytes[4..10], [0xe0, 0xa5, 1, 0, 44, 1], "the signature, one frame, 300 columns");
//! # Ok::<(), undoodle_formats::Error>(())
//! ```

use super::cels::MAX_PIXELS;
use super::header::OPACITY;
use super::layers::{EDITABLE, VISIBLE};
use super::modes::{DIRECTIONS, MODES};
use super::{FILE_MAGIC, FRAME_MAGIC};
use crate::color::{Blend, Color};
use crate::document::{Cel, Door, Drawing};
use crate::error::{Result, in_range};
use crate::geometry::Rect;
use crate::pause;
use crate::sink::{MAX_FILE, Sink};
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// What is written for a cel.
#[derive(Clone, Copy, Debug)]
enum Plan {
    /// Its pixels in a rectangle.
    Pixels(Rect),
    /// A link to an earlier frame, whose pixels are in a rectangle.
    Link(u32, Rect),
}

/// Encodes a drawing.
///
/// # Errors
/// Returns [`Error::Range`](crate::Error::Range) for more pixels than would be read again, and
/// [`Error::OutOfMemory`](crate::Error::OutOfMemory) when the file's bytes can't be allocated.
pub(super) fn encode(drawing: &Drawing<impl Door>) -> Result<Vec<u8>> {
    let plans = plans(drawing)?;
    let nodes = nodes(drawing)?;
    // Where each layer is among layers and groups.
    let places = (0..).zip(&nodes).filter(|(_, node)| !node.group).map(|(place, _)| place);
    let places: Vec<u16> = places.collect();
    let mut durations = Vec::new();
    for frame in 0..drawing.frames() {
        durations.push(drawing.duration(frame)?);
    }
    let mut sink = Sink::new(MAX_FILE);
    let mut write = || -> io::Result<()> {
        header(&mut sink, drawing)?;
        for (frame, duration) in (0..).zip(&durations) {
            let start = sink.bytes.len();
            let mut count = 0;
            sink.write_all(&[0; 4])?;
            put(&mut sink, &[FRAME_MAGIC, 0, *duration as u16, 0, 0, 0])?;
            if frame == 0 {
                count += first(&mut sink, drawing, &nodes)?;
            }
            for ((_, layer), plan) in plans.range((frame, 0)..=(frame, u32::MAX)) {
                let place = places.get(*layer as usize).copied().unwrap_or(0);
                cel(&mut sink, drawing, Cel { layer: *layer, frame }, place, *plan)?;
                count += 1;
            }
            let size = sink.bytes.len() - start;
            replace(&mut sink, start, &(size as u32).to_le_bytes());
            replace(&mut sink, start + 6, &u16::try_from(count).unwrap_or(u16::MAX).to_le_bytes());
            replace(&mut sink, start + 12, &u32::to_le_bytes(count));
        }
        let size = sink.bytes.len() as u32;
        replace(&mut sink, 0, &size.to_le_bytes());
        Ok(())
    };
    let written = write();
    written.map_err(|_| sink.refusal("Aseprite file"))?;
    Ok(sink.bytes)
}

/// Returns what is written for each cel that is written, by frame and layer.
fn plans(drawing: &Drawing<impl Door>) -> Result<BTreeMap<(u32, u32), Plan>> {
    let (mut plans, mut pixels) = (BTreeMap::new(), 0);
    for layer in 0..drawing.layers() {
        let mut linked = BTreeMap::new();
        for group in drawing.links(layer) {
            let first = group.first().copied().unwrap_or(0);
            linked.extend(group.into_iter().map(|frame| (frame, first)));
        }
        for frame in 0..drawing.frames() {
            let at = Cel { layer, frame };
            let first = linked.get(&frame);
            let mut around = drawing.cel_bounds(at);
            if drawing.floats_above(at) {
                // The picture of a cel shows them as if they had landed.
                around = around.union(drawing.floating_around().intersect(drawing.bounds()));
            }
            let around = match first {
                Some(_) if around.is_empty() => Rect::new(0, 0, 1, 1),
                None if around.is_empty() => continue,
                _ => around,
            };
            let plan = match first {
                Some(first) if *first < frame => Plan::Link(*first, around),
                _ => {
                    pixels += i64::from(around.width) * i64::from(around.height);
                    in_range("number of pixels of all cels", pixels, 0, MAX_PIXELS as i64)?;
                    Plan::Pixels(around)
                }
            };
            plans.insert((frame, layer), plan);
        }
    }
    Ok(plans)
}

/// An entry of the file's list of layers and groups.
#[derive(Clone, Debug)]
struct Node {
    group: bool,
    level: u16,
    flags: u16,
    blend: Blend,
    opacity: u8,
    name: String,
    note: String,
}

/// Returns the layers from the bottom up, each group before its layers.
fn nodes(drawing: &Drawing<impl Door>) -> Result<Vec<Node>> {
    let flags =
        |visible: bool, locked: bool| (u16::from(visible) * VISIBLE) | (u16::from(!locked) * EDITABLE);
    let (mut nodes, mut last) = (Vec::new(), None);
    for at in 0..drawing.layers() {
        let (layer, group) = (drawing.layer(at)?, drawing.group_of(at));
        if let Some(id) = group.filter(|_| group != last) {
            let group = drawing.group(id)?;
            let flags = flags(group.visible, group.locked);
            let (name, note) = (group.name, String::new());
            nodes.push(Node { group: true, level: 0, flags, blend: Blend::Normal, opacity: 255, name, note });
        }
        last = group;
        nodes.push(Node {
            group: false,
            level: group.is_some().into(),
            flags: flags(layer.visible, layer.locked),
            blend: layer.blend,
            opacity: layer.opacity,
            name: layer.name,
            note: layer.note,
        });
    }
    Ok(nodes)
}

/// Writes numbers of 16 bits.
fn put(out: &mut Sink, words: &[u16]) -> io::Result<()> {
    words.iter().try_for_each(|word| out.write_all(&word.to_le_bytes()))
}

/// Writes a text behind its length. Names and notes are far shorter than a length can say.
fn text(out: &mut Sink, text: &str) -> io::Result<()> {
    put(out, &[text.len() as u16])?;
    out.write_all(text.as_bytes())
}

/// Replaces bytes that were written before.
fn replace(out: &mut Sink, at: usize, bytes: &[u8]) {
    if let Some(place) = out.bytes.get_mut(at..at + bytes.len()) {
        place.copy_from_slice(bytes);
    }
}

/// Writes a chunk.
fn chunk(out: &mut Sink, kind: u16, contents: impl FnOnce(&mut Sink) -> io::Result<()>) -> io::Result<()> {
    let start = out.bytes.len();
    out.write_all(&[0; 4])?;
    put(out, &[kind])?;
    contents(out)?;
    let size = out.bytes.len() - start;
    replace(out, start, &(size as u32).to_le_bytes());
    Ok(())
}

fn header(out: &mut Sink, drawing: &Drawing<impl Door>) -> io::Result<()> {
    let ((width, height), colors) = (drawing.size(), drawing.colors() as u16);
    // No grid here is one of single pixels, and a cell without a width there.
    let (across, down) = match drawing.grid() {
        (1, 1) => (0, 0),
        (across, down) => (across as u16, down as u16),
    };
    out.write_all(&[0; 4])?;
    put(out, &[FILE_MAGIC, drawing.frames() as u16, width as u16, height as u16, 32])?;
    out.write_all(&OPACITY.to_le_bytes())?;
    // The duration of old files, eight zeros, the transparent number and three bytes that mean nothing.
    put(out, &[100, 0, 0, 0, 0, 0, 0, colors])?;
    out.write_all(&[1, 1])?;
    put(out, &[0, 0, across, down])?;
    out.write_all(&[0; 84])
}

/// Writes the chunks that only the first frame has. Returns their number.
fn first(out: &mut Sink, drawing: &Drawing<impl Door>, nodes: &[Node]) -> io::Result<u32> {
    let mut count = 2;
    // sRGB, without a gamma of its own.
    chunk(out, 0x2007, |out| put(out, &[1, 0, 0, 0, 0, 0, 0, 0]))?;
    chunk(out, 0x2019, |out| {
        let palette = drawing.palette();
        let len = palette.len() as u32;
        [len, 0, len - 1, 0, 0].into_iter().try_for_each(|number| out.write_all(&number.to_le_bytes()))?;
        palette.iter().try_for_each(|color| {
            put(out, &[0])?;
            out.write_all(&color.bytes)
        })
    })?;
    for node in nodes {
        count += 1;
        chunk(out, 0x2004, |out| {
            let kind = u16::from(node.group);
            put(out, &[node.flags, kind, node.level, 0, 0, MODES.name(node.blend).unwrap_or_default()])?;
            out.write_all(&[node.opacity, 0, 0, 0])?;
            text(out, &node.name)
        })?;
        if !node.note.is_empty() {
            count += 1;
            chunk(out, 0x2020, |out| {
                out.write_all(&1_u32.to_le_bytes())?;
                text(out, &node.note)
            })?;
        }
    }
    let tags = drawing.tags();
    if !tags.is_empty() {
        count += 1;
        chunk(out, 0x2018, |out| {
            put(out, &[tags.len() as u16, 0, 0, 0, 0])?;
            tags.iter().try_for_each(|tag| {
                let direction = DIRECTIONS.name(tag.direction).unwrap_or_default();
                put(out, &[tag.from as u16, tag.to as u16])?;
                // The direction, how often it is played, six bytes that mean nothing, and a colour.
                out.write_all(&[direction, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0])?;
                text(out, &tag.name)
            })
        })?;
    }
    Ok(count)
}

fn cel(out: &mut Sink, drawing: &Drawing<impl Door>, at: Cel, node: u16, plan: Plan) -> io::Result<()> {
    chunk(out, 0x2005, |out| {
        let (Plan::Pixels(around) | Plan::Link(_, around)) = plan;
        put(out, &[node, around.x as u16, around.y as u16])?;
        let kind = if matches!(plan, Plan::Link(..)) { 1 } else { 2 };
        out.write_all(&[255, kind, 0, 0, 0, 0, 0, 0, 0, 0])?;
        if let Plan::Link(frame, _) = plan {
            return put(out, &[frame as u16]);
        }
        put(out, &[around.width as u16, around.height as u16])?;
        let mut encoder = ZlibEncoder::new(out, Compression::default());
        let picture = drawing.cel_picture(at);
        let mut row = vec![Color::TRANSPARENT; around.width as usize];
        for y in around.y..around.bottom() {
            picture.read(around.x as u32, y as u32, 1, &mut row);
            let bytes: &[u8] = bytemuck::cast_slice(&row);
            encoder.write_all(bytes)?;
            pause::only(4 * bytes.len());
        }
        encoder.finish().map(|_| ())
    })
}
