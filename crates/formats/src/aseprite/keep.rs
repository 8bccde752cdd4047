//! What a drawing carries of its file: all that writing it would not give by itself.
//!
//! The drawing is made first. Then each chunk of the file is compared with what the writer would make of the drawing in its
//! place, and carried if that is something else. So a file of ours, and most of a plain one, leaves nothing behind.

use super::build::Shown;
use super::cels::{Content, Data};
use super::chunks::{
    self, BEFORE, BEHIND, Chunks, EDGE, HEADER, LINK, LOOKS, NUMBERS, OWN, PALETTE, PLACED, READ, SCALED,
    TILES, TREE, of_cel, of_colors, of_link,
};
use super::entries;
use super::header::Depth;
use super::ink::{Ink, is_palette};
use super::layers::{Kind, Layer};
use super::notes::Note;
use super::plans::link_of;
use super::raw::Owned;
use super::slices::{self, SLICE};
use super::sprite::Sprite;
use super::tree;
use super::write::{self, Outline};
use crate::color::Color;
use crate::document::{Carried, Cel, Drawing, Original};
use crate::error::Result;
use crate::geometry::Rect;
use crate::memory::Memory;
use std::collections::BTreeMap;

/// The drawing that chunks are added to.
pub(super) struct Keeper<'a, 'b> {
    pub(super) drawing: &'b mut Drawing<Memory>,
    pub(super) sprite: &'b mut Sprite<'a>,
}

impl Keeper<'_, '_> {
    /// Adds a chunk. One that there is no room for is told.
    fn keep(&mut self, chunk: Carried) -> Result<()> {
        let kept = self.drawing.carry(&chunk)?;
        self.sprite.notes.note(Note::Chunk, !kept && chunk.role != EDGE);
        Ok(())
    }

    /// Adds all that the drawing would not give.
    ///
    /// # Errors
    /// Returns [`Error::OutOfMemory`](crate::Error::OutOfMemory), and what reading cels once more returns.
    pub(super) fn all(
        &mut self,
        layers: &[Layer],
        groups: &[(usize, u16)],
        images: &[Vec<Option<Shown<'_>>>],
    ) -> Result<()> {
        self.loose()?;
        self.header()?;
        let raw = self.sprite.raw.nodes.clone();
        let order = tree::carried(self.drawing, &self.sprite.nodes, &raw, layers);
        if let Some(bytes) = order {
            let digest = chunks::of_order(self.drawing);
            self.keep(Carried { role: TREE, digest, bytes, ..Carried::default() })?;
        }
        for (at, layer) in (0..).zip(layers) {
            let Some(raw) = raw.get(layer.node) else { continue };
            let level = self.sprite.nodes.get(layer.node).map_or(0, |node| node.level);
            let plain = tree::layer_entry(self.drawing, at, level)?.plain();
            let id = self.drawing.layer_id(at).unwrap_or(0);
            // The drawing has one background: what a file says of another one is carried as by older drawings.
            let read = self.drawing.layer(at)?.background == layer.background;
            let of = Carried { layer: id, digest: if read { READ } else { 0 }, ..Carried::default() };
            let layer = self.drawing.layer(at)?;
            let words = entries::Words::of_layer(&layer);
            self.entry(&of, 0x2004, raw, plain != raw.own, (words.data(), words.digest()))?;
        }
        let wholes = write::wholes(self.drawing)?.contains(&true);
        for (node, id) in groups {
            let Some(raw) = raw.get(*node) else { continue };
            let level = self.sprite.nodes.get(*node).map_or(0, |node| node.level);
            let plain = tree::group_entry(self.drawing, *id, level)?.plain();
            let of = Carried { group: *id, ..Carried::default() };
            let group = self.drawing.group(*id)?;
            let words = entries::Words::of_group(&group, wholes);
            self.entry(&of, 0x2004, raw, plain != raw.own, (words.data(), words.digest()))?;
        }
        self.tags()?;
        self.slices()?;
        self.cels(layers, images)
    }

    /// Adds a thing's entry if it says more, and what follows it, with a digest, if the drawing would give something else.
    fn entry(
        &mut self,
        of: &Carried,
        kind: u32,
        raw: &Owned<'_>,
        more: bool,
        (given, digest): (Vec<u8>, u64),
    ) -> Result<()> {
        if more {
            self.keep(Carried { role: OWN, kind, bytes: raw.own.to_vec(), ..of.clone() })?;
        }
        let behind = raw.behind.concat();
        if behind != given {
            self.keep(Carried { role: BEHIND, bytes: behind, digest, ..of.clone() })?;
        }
        Ok(())
    }

    fn tags(&mut self) -> Result<()> {
        let (tags, ids) = (self.drawing.tags(), self.drawing.tag_ids().to_vec());
        let places = self.sprite.tags_at.clone();
        let worded = tags.iter().any(|tag| !tag.text.is_empty());
        for ((tag, id), at) in tags.iter().zip(ids).zip(places) {
            let Some(raw) = self.sprite.raw.tags.get(at).cloned() else { continue };
            let more = entries::tag(tag) != raw.own;
            let given = if worded { entries::tag_data(tag) } else { Vec::new() };
            self.entry(&Carried { tag: id, ..Carried::default() }, 0x2018, &raw, more, (given, READ))?;
        }
        Ok(())
    }

    fn slices(&mut self) -> Result<()> {
        let ids = self.drawing.slices().to_vec();
        for (id, raw) in ids.into_iter().zip(self.sprite.raw.slices.clone()) {
            let plain = slices::contents(self.drawing, id)?;
            let (slice, digest) = (self.drawing.slice(id)?, slices::digest(&plain));
            let of = Carried { slice: id, digest, ..Carried::default() };
            let given = entries::Words::of_slice(&slice).data();
            self.entry(&of, SLICE.into(), &raw, plain != raw.own, (given, digest))?;
        }
        Ok(())
    }

    /// Adds palettes and other chunks that stand for themselves.
    fn loose(&mut self) -> Result<()> {
        let loose = std::mem::take(&mut self.sprite.raw.loose);
        let palette = self.drawing.palette();
        let own: Vec<_> = loose.iter().filter(|it| it.frame == 0 && is_palette(it.kind)).collect();
        let alike = |it: &&super::raw::Loose<'_>| it.owned.own == write::palette(&palette, &BTreeMap::new());
        let plain = own.len() == 1 && own.iter().all(alike);
        let mut behind = Vec::new();
        for it in &loose {
            let kind = it.kind.into();
            let first = it.frame == 0;
            if first && is_palette(it.kind) {
                behind.extend(it.owned.behind.concat());
                if !plain {
                    let (digest, bytes) = (of_colors(&palette), it.owned.own.to_vec());
                    self.keep(Carried { role: PALETTE, kind, digest, bytes, ..Carried::default() })?;
                }
                continue;
            }
            let bytes = [it.owned.own, &it.owned.behind.concat()].concat();
            if first && bytes == write::profile() {
                continue;
            }
            let frame = if first { 0 } else { self.drawing.frame_id(it.frame).unwrap_or(0) };
            let digest = if it.kind == SLICE || it.kind == 0x2016 || it.kind == 0x2017 {
                chunks::of_canvas(self.drawing)
            } else {
                0
            };
            self.keep(Carried { role: it.role, kind, frame, digest, bytes, ..Carried::default() })?;
        }
        if !behind.is_empty() {
            self.keep(Carried { role: BEHIND, kind: 0x2019, bytes: behind, ..Carried::default() })?;
        }
        self.sprite.raw.loose = loose;
        Ok(())
    }

    /// Adds the file's header if the drawing's would be another one.
    fn header(&mut self) -> Result<()> {
        let first =
            |kind: fn(u16) -> bool| self.sprite.raw.loose.iter().any(|it| it.frame == 0 && kind(it.kind));
        let has = u8::from(first(|kind| kind == 0x2007)) | u8::from(first(is_palette)) << 1;
        let plain = write::head(self.drawing, &Outline::of(self.drawing)?);
        let raw = self.sprite.raw.header;
        if has == 3 && plain.get(4..) == raw.get(4..) {
            return Ok(());
        }
        // The file's size is another one each time.
        let bytes = [&[0; 4], raw.get(4..).unwrap_or_default(), &[has]].concat();
        let digest = of_colors(&self.drawing.palette());
        self.keep(Carried { role: HEADER, digest, bytes, ..Carried::default() })
    }

    fn cels(&mut self, layers: &[Layer], images: &[Vec<Option<Shown<'_>>>]) -> Result<()> {
        let chunks = Chunks::of(self.drawing);
        let ink = Ink::of(self.drawing, &chunks);
        let mut edges = Vec::new();
        for ((at, layer), images) in (0..).zip(layers).zip(images) {
            let node = self.sprite.nodes.get(layer.node);
            let background = node.is_some_and(|node| node.background);
            let tiled = node.is_some_and(|node| matches!(node.kind, Kind::Tiles(_)));
            for (frame, shown) in (0..).zip(images) {
                let Some(raw) = self.sprite.raw.cels.get(&(layer.node as u32, frame)).cloned() else {
                    continue;
                };
                let cel = Cel { layer: at, frame };
                let [layer, frame] =
                    [self.drawing.layer_id(at), self.drawing.frame_id(frame)].map(|id| id.unwrap_or(0));
                let of = Carried { layer, frame, ..Carried::default() };
                match self.own(cel, shown.as_ref(), raw.own, &ink, (background, tiled))? {
                    Some(own) => self.keep(Carried { layer, frame, ..own })?,
                    None if self.has_edge(cel, shown.as_ref(), raw.own) => {
                        let mut bytes =
                            raw.own.get(2..20).or(raw.own.get(2..16)).unwrap_or_default().to_vec();
                        // Whether its pixels are packed is no matter.
                        bytes.iter_mut().skip(5).take(2).for_each(|byte| *byte = 0);
                        // The z-index is the drawing's.
                        let z_index = if self.sprite.crowded { 0 } else { 2 };
                        bytes.iter_mut().skip(7).take(z_index).for_each(|byte| *byte = 0);
                        edges.push(Carried { role: EDGE, kind: 0x2005, bytes, ..of.clone() });
                    }
                    None => {}
                }
                // What frames share is said where its image is.
                let shares = shown.as_ref().is_some_and(|shown| shown.image != cel.frame);
                let own = self.drawing.cel_properties(cel);
                let words = entries::Words::of_cel(&own);
                let given = if shares { Vec::new() } else { words.data() };
                let behind = raw.behind.concat();
                if behind != given {
                    // Where there was no room for labels they were not read.
                    let digest = if self.sprite.labelled && !shares { words.digest() } else { 0 };
                    self.keep(Carried { role: BEHIND, kind: 0x2005, bytes: behind, digest, ..of })?;
                }
            }
        }
        // What there is no room for is no more than the place of transparent pixels.
        edges.into_iter().try_for_each(|edge| self.keep(edge))
    }

    /// Returns a cel's chunk if its pixels do not tell it.
    fn own(
        &self,
        cel: Cel,
        shown: Option<&Shown<'_>>,
        raw: &[u8],
        ink: &Ink,
        (background, tiled): (bool, bool),
    ) -> Result<Option<Carried>> {
        let digest = |at: Cel| of_cel(self.drawing, at, ink.depth, ink.colors(at.frame));
        let mut bytes = raw.to_vec();
        if shown.is_some() && !self.sprite.crowded {
            // The opacity and the z-index are the drawing's: what is carried has those of any cel.
            for (at, usual) in [(6, 255), (9, 0), (10, 0)] {
                bytes.get_mut(at).into_iter().for_each(|byte| *byte = usual);
            }
        }
        let own = |kind| Carried {
            role: OWN,
            kind,
            digest: digest(cel),
            bytes: bytes.clone(),
            ..Carried::default()
        };
        let to = link_of(raw);
        // One of an unknown kind, or without pixels, or a link to one that is.
        let Some(shown) = shown else {
            let led = to.filter(|to| *to < cel.frame).map(|frame| Cel { frame, ..cel });
            return Ok(Some(led.map_or(own(NUMBERS), |led| self.link(own(NUMBERS), led, digest(led)))));
        };
        let faint = self.sprite.crowded && shown.cel.opacity < 255;
        let looks = match shown.cel.bounds {
            Some(_) => Some(SCALED),
            None => faint.then_some(LOOKS),
        };
        if let Some(frame) = to {
            let led = Cel { frame, ..cel };
            let link = || self.link(own(looks.unwrap_or(NUMBERS)), led, digest(led));
            return Ok((shown.image == cel.frame).then(link));
        }
        let (Content::Image { data, .. }, Some(whole)) = (shown.cel.content, shown.cel.rect()) else {
            return Ok(Some(own(TILES)));
        };
        if let Some(kind) = looks {
            let mut own = own(kind);
            self.leave_image(cel, data, ink, &mut own);
            return Ok(Some(own));
        }
        if whole.intersect(self.drawing.kept()) != whole {
            return Ok(Some(own(LOOKS)));
        }
        let told = !tiled && (ink.depth == Depth::Rgba || self.tells(cel, whole, data, ink, background)?);
        Ok((!told).then(|| own(NUMBERS)))
    }

    /// Makes a carried cel a link to another one, given that one's digest.
    fn link(&self, mut own: Carried, led: Cel, digest: u64) -> Carried {
        let id = self.drawing.frame_id(led.frame).unwrap_or(0);
        if let Some(word) = own.bytes.get_mut(16..18) {
            word.copy_from_slice(&id.to_le_bytes());
        }
        Carried { role: LINK, digest: of_link(own.digest, digest), ..own }
    }

    /// Takes the bytes of an image out of a chunk if they are kept at its own resolution.
    fn leave_image(&self, cel: Cel, data: Data<'_>, ink: &Ink, own: &mut Carried) {
        let packed = matches!(data, Data::Packed(_)) && ink.depth == Depth::Rgba;
        if packed && own.kind == SCALED && self.drawing.cel_properties(cel).original != Original::NONE {
            own.kind = PLACED;
            own.bytes.truncate(BEFORE);
        }
    }

    /// Returns `true` if a cel's colours give the bytes of its pixels.
    fn tells(&self, cel: Cel, whole: Rect, data: Data<'_>, ink: &Ink, background: bool) -> Result<bool> {
        let bytes = ink.depth.bytes() * whole.width as usize;
        let mut reader = data.reader(bytes as u64 * whole.height as u64)?;
        let mut row = vec![Color::TRANSPARENT; whole.width as usize];
        let (mut old, mut new) = (vec![0; bytes], Vec::new());
        for y in whole.y..whole.bottom() {
            reader.fill(&mut old)?;
            new.clear();
            self.drawing.read_beyond(cel, whole.x, y, &mut row);
            if !ink.convert(cel.frame, background, &row, &mut new) || new != old {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Returns `true` if what stands before a cel's pixels is not what the drawing gives.
    fn has_edge(&self, cel: Cel, shown: Option<&Shown<'_>>, raw: &[u8]) -> bool {
        // The z-index is the drawing's; what comes behind it is of later versions.
        let more = if self.sprite.crowded { 9..16 } else { 11..16 };
        let order = raw.get(more).is_some_and(|rest| rest.iter().any(|byte| *byte != 0));
        let plain = match shown.map(|shown| (shown.cel.at, shown.cel.content)) {
            Some(((x, y), Content::Image { size, .. })) if raw.get(7) != Some(&1) => {
                let around = self.drawing.whole_extent(cel);
                let needed = self.drawing.is_linked(cel) || self.drawing.is_unusual(cel);
                let shared = around.is_empty() && needed;
                let given = if shared { Rect::new(0, 0, 1, 1) } else { around };
                given == Rect::new(x, y, size.0 as i32, size.1 as i32)
            }
            _ => true,
        };
        order || !plain
    }
}
