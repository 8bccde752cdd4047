//! What is carried of an Aseprite file: which part each chunk of the drawing has in it, and whether it still holds.
//!
//! Problem: a file says more than a drawing can, and what is painted makes some of it untrue. Idea: the drawing
//! carries the [chunks](Carried) that this writer would not write by itself, each with a role. Most are written as they came.
//! Some describe what may change, such as a tilemap the pixels of its cel: they have a digest of that, and hold as
//! long as the same digest is made of what is there.
//!
//! The invariant: reading a file and writing it again gives every chunk back, in content if not in bytes.

use super::header::Depth;
use crate::color::Color;
use crate::document::{Carried, Cel, Door, Drawing, Origin};
use std::collections::BTreeMap;

/// The file's header, and a byte that says whether it had a profile and a palette. Its digest is the palette's.
pub(super) const HEADER: u8 = 0;
/// The tree of layers and groups. Its digest is that of the layers' order and groups.
pub(super) const TREE: u8 = 1;
/// The contents of the chunk of a layer, a group, a cel or a slice, or the entry of a tag. Of a cel, the digest is the picture's, of
/// a slice, that of its name and keys.
pub(super) const OWN: u8 = 2;
/// The chunks that follow that of a thing, such as its user data. The digest is that of the text and the colour that were read in it.
pub(super) const BEHIND: u8 = 3;
/// What a cel's chunk has before its pixels: place and size, and a z-index only if the drawing has it not.
pub(super) const EDGE: u8 = 4;
/// A chunk of a frame before its layers, with those that follow it.
pub(super) const FIRST: u8 = 5;
/// A chunk between layers and cels, with those that follow it.
pub(super) const MIDDLE: u8 = 6;
/// A chunk behind cels, with those that follow it.
pub(super) const LAST: u8 = 7;
/// A palette of the first frame. Its digest is that of the drawing's palette.
pub(super) const PALETTE: u8 = 8;
/// As [`OWN`], of a cel that is a link with a look of its own: it has the id of the frame that it leads to in place of its position.
pub(super) const LINK: u8 = 9;

/// [`Carried::kind`] of a cel that is carried for its place beyond the canvas, or for an opacity that is in the drawing's pixels.
pub(super) const LOOKS: u32 = 1;
/// [`Carried::kind`] of a cel that is carried for numbers of the palette that its colours do not tell.
pub(super) const NUMBERS: u32 = 2;
/// [`Carried::kind`] of a cel of tiles.
pub(super) const TILES: u32 = 3;
/// [`Carried::kind`] of a cel of a reference layer whose image is larger or smaller than it is shown.
pub(super) const SCALED: u32 = 4;
/// As [`SCALED`], without the bytes of the image, which are those of the cel's [original](crate::document::Original).
pub(super) const PLACED: u32 = 5;

/// Number of bytes of a cel's chunk before those of its image.
pub(super) const BEFORE: usize = 20;

/// [`Carried::digest`] of what follows a tag whose text was read, and of a layer's own chunk whose flags were: the drawings of older
/// versions have 0.
pub(super) const READ: u64 = 1;

/// A digest in the making.
#[derive(Clone, Copy, Debug)]
pub(super) struct Digest(u64);

impl Digest {
    pub(super) fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    pub(super) fn add(&mut self, word: u32) {
        self.0 = (self.0 ^ u64::from(word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        self.0 ^= self.0 >> 29;
    }

    pub(super) fn colors(&mut self, colors: &[Color]) {
        colors.iter().for_each(|color| self.add(u32::from_le_bytes(color.bytes)));
    }

    /// Returns the digest. It is not 0, which stands for none.
    pub(super) fn finish(self) -> u64 {
        self.0.max(1)
    }
}

/// Returns the digest of a list of colours.
pub(super) fn of_colors(colors: &[Color]) -> u64 {
    let mut digest = Digest::new();
    digest.colors(colors);
    digest.finish()
}

/// Adds what a cel has to a digest, on the canvas and beyond it.
fn add_cel(digest: &mut Digest, drawing: &Drawing<impl Door>, at: Cel) {
    let around = drawing.whole_extent(at);
    [around.x, around.y, around.width, around.height].iter().for_each(|side| digest.add(*side as u32));
    let mut row = vec![Color::TRANSPARENT; around.width as usize];
    for y in around.y..around.bottom() {
        drawing.read_whole(at, around.x, y, &mut row);
        digest.colors(&row);
    }
}

/// Returns the digest of what a cel shows, and of the colours that its numbers stand for where it has numbers: one of them is
/// transparent, but not on a background.
pub(super) fn of_cel(drawing: &Drawing<impl Door>, at: Cel, depth: Depth, colors: &[Color]) -> u64 {
    let mut digest = Digest::new();
    let (width, height) = drawing.size();
    [width, height].iter().for_each(|side| digest.add(*side));
    add_cel(&mut digest, drawing, at);
    if depth == Depth::Indexed {
        digest.colors(colors);
        if drawing.layer(at.layer).is_ok_and(|layer| layer.background) {
            digest.add(1);
        }
    }
    digest.finish()
}

/// Returns the digest of a cel that is a link with a look of its own, from its own and that of the one that it leads to.
pub(super) fn of_link(own: u64, led: u64) -> u64 {
    let mut digest = Digest::new();
    [own, led].iter().flat_map(|it| [*it as u32, (it >> 32) as u32]).for_each(|word| digest.add(word));
    digest.finish()
}

/// Returns the digest of a canvas and its frames, which slices that could not be read are told by.
pub(super) fn of_canvas(drawing: &Drawing<impl Door>) -> u64 {
    let mut digest = Digest::new();
    let (width, height) = drawing.size();
    [width, height].iter().for_each(|side| digest.add(*side));
    (0..drawing.frames()).for_each(|frame| digest.add(drawing.frame_id(frame).unwrap_or(0).into()));
    digest.finish()
}

/// Returns the digest of the layers' order and groups.
pub(super) fn of_order(drawing: &Drawing<impl Door>) -> u64 {
    let mut digest = Digest::new();
    for layer in 0..drawing.layers() {
        digest.add(drawing.layer_id(layer).unwrap_or(0).into());
        digest.add(drawing.group_of(layer).unwrap_or(0).into());
        drawing.groups_of(layer).iter().skip(1).for_each(|outer| digest.add((*outer).into()));
    }
    digest.finish()
}

/// The chunks of a drawing that came from Aseprite files, by what they belong to.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    pub(super) header: Option<Carried>,
    pub(super) tree: Option<Carried>,
    /// Those of the drawing and of frames that stand for themselves, palettes among them, in the order of the file.
    pub(super) loose: Vec<Carried>,
    /// Those of layers, groups, frames with layers, tags and slices, by ids and role.
    of: BTreeMap<([u16; 5], u8), Carried>,
}

impl Chunks {
    pub(super) fn of(drawing: &Drawing<impl Door>) -> Chunks {
        let mut chunks = Chunks::default();
        for chunk in drawing.carried().into_iter().filter(|chunk| chunk.origin == Origin::Aseprite) {
            match chunk.role {
                HEADER => chunks.header = Some(chunk),
                TREE => chunks.tree = Some(chunk),
                PALETTE | FIRST | MIDDLE | LAST => chunks.loose.push(chunk),
                role => {
                    let Carried { layer, group, frame, tag, slice, .. } = chunk;
                    chunks.of.insert(([layer, group, frame, tag, slice], role), chunk);
                }
            }
        }
        chunks
    }

    /// Returns the palettes of the first frame.
    pub(super) fn palettes(&self) -> impl Iterator<Item = &Carried> {
        self.loose.iter().filter(|chunk| chunk.role == PALETTE)
    }

    pub(super) fn layer(&self, layer: u16, role: u8) -> Option<&Carried> {
        self.of.get(&([layer, 0, 0, 0, 0], role))
    }

    pub(super) fn group(&self, group: u16, role: u8) -> Option<&Carried> {
        self.of.get(&([0, group, 0, 0, 0], role))
    }

    pub(super) fn cel(&self, [layer, frame]: [u16; 2], role: u8) -> Option<&Carried> {
        self.of.get(&([layer, 0, frame, 0, 0], role))
    }

    pub(super) fn tag(&self, tag: u16, role: u8) -> Option<&Carried> {
        self.of.get(&([0, 0, 0, tag, 0], role))
    }

    pub(super) fn slice(&self, slice: u16, role: u8) -> Option<&Carried> {
        self.of.get(&([0, 0, 0, 0, slice], role))
    }

    /// Returns the chunks that follow the palettes.
    pub(super) fn behind_palettes(&self) -> Option<&Carried> {
        self.of.get(&([0; 5], BEHIND))
    }
}

/// Returns the bytes of a chunk, or none.
pub(super) fn bytes(chunk: Option<&Carried>) -> &[u8] {
    chunk.map_or(&[], |chunk| &chunk.bytes)
}
