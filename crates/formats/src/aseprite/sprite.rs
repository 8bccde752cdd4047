//! A file's chunks, gathered to what they say of the sprite; pixels stay packed for now.
//!
//! Chunks of unknown kinds are skipped, and so is what stands in a chunk behind what is known.
//! User data belongs to whatever chunk came before it, other than those that own none: the text and the colour of layers, groups,
//! cels, tags and slices are theirs here, too. Behind a chunk of tags there is one for each of them.

use super::bounds;
use super::bytes::{Bytes, plain};
use super::cels::Cel;
use super::damaged;
use super::entries;
use super::header::Header;
use super::layers::{Kind, Node};
use super::modes::DIRECTIONS;
use super::notes::{Note, Notes};
use super::palette::{Palette, Palettes};
use super::properties::{self, CLIPPED, MAPPED, THROUGH};
use super::raw::{EXTRA, Raw, STANDS_ALONE};
use super::slices::{self, SLICE};
use super::tiles::Tileset;
use crate::color::Color;
use crate::document::{Bounds, MAX_LAYERS, MAX_NOTE, MAX_TAG_NAME, MAX_TAG_TEXT, MAX_TAGS, Tag};
use crate::error::{Result, in_range};
use std::collections::BTreeMap;

/// What a file says of a sprite.
#[derive(Debug)]
pub(super) struct Sprite<'a> {
    pub(super) header: Header,
    /// Whether more cels have an opacity or a z-index than a drawing has room for.
    pub(super) crowded: bool,
    pub(super) durations: Vec<u32>,
    /// Layers and groups in the order of the file.
    pub(super) nodes: Vec<Node>,
    /// Number of layers among the nodes.
    images: u32,
    /// Cels by the positions of their layers among the nodes, and their frames.
    pub(super) cels: BTreeMap<(u32, u32), Cel<'a>>,
    /// The label colours and texts of cels, by the same.
    pub(super) labels: BTreeMap<(u32, u32), (Color, String)>,
    /// Whether the drawing has them.
    pub(super) labelled: bool,
    pub(super) palettes: Vec<(u32, Palette)>,
    pub(super) tilesets: BTreeMap<u32, Tileset<'a>>,
    pub(super) tags: Vec<Tag>,
    /// The positions of those tags among all that the file has.
    pub(super) tags_at: Vec<usize>,
    pub(super) slices: Vec<slices::Read>,
    sliced: slices::Count,
    pub(super) notes: Notes,
    /// The chunks as they came.
    pub(super) raw: Raw<'a>,
}

impl<'a> Sprite<'a> {
    /// Reads all chunks of a file.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged), and [`Error::Range`](crate::Error::Range) for more than a
    /// drawing can have.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Sprite<'a>> {
        let (mut file, mut notes) = (Bytes(bytes), Notes::default());
        let header = Header::take(&mut file, &mut notes)?;
        let raw = Raw::new(bytes.get(..128).unwrap_or_default());
        let (durations, nodes, cels) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (palettes, tilesets, tags) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut sprite = Sprite {
            crowded: false,
            header,
            durations,
            nodes,
            images: 0,
            cels,
            labels: BTreeMap::new(),
            labelled: false,
            palettes,
            tilesets,
            tags,
            tags_at: Vec::new(),
            slices: Vec::new(),
            sliced: slices::Count::default(),
            notes,
            raw,
        };
        let mut colors = Palettes::default();
        for frame in 0..sprite.header.frames {
            let (duration, mut chunks) = sprite.header.frame(&mut file)?;
            sprite.durations.push(duration);
            sprite.raw.begin(frame);
            while let Some((kind, chunk, whole)) = chunks.take()? {
                sprite.chunk(frame, kind, chunk, whole, &mut colors)?;
            }
        }
        sprite.palettes = colors.finish(&mut sprite.notes);
        Ok(sprite)
    }

    fn chunk(
        &mut self,
        frame: u32,
        kind: u16,
        mut chunk: Bytes<'a>,
        whole: &'a [u8],
        colors: &mut Palettes,
    ) -> Result<()> {
        match kind {
            0x2004 => {
                self.raw.node(chunk.0);
                return self.layer(chunk);
            }
            0x2005 => return self.cel(frame, chunk),
            0x2018 => {
                let entries = self.tags(chunk)?;
                self.raw.tags(entries);
                return Ok(());
            }
            SLICE => {
                let frames = self.header.frames;
                if let Some(slice) = self.sliced.read(chunk.0, frames, &mut self.notes) {
                    self.slices.push(slice);
                    self.raw.slice(chunk.0);
                    return Ok(());
                }
            }
            0x2020 => self.user_data(&mut chunk)?,
            EXTRA => self.bounds(chunk.0),
            0x0004 | 0x0011 => colors.read_old(frame, kind == 0x0011, chunk)?,
            0x2019 => colors.read(frame, chunk)?,
            0x2023 => {
                let (id, tileset) = Tileset::read(&mut chunk)?;
                self.tilesets.insert(id, tileset);
            }
            // Of the three types of profiles, sRGB and none are what pixels are here.
            0x2007 => self.notes.note(Note::Profile, chunk.word()? == 2),
            _ => {}
        }
        if STANDS_ALONE.contains(&kind) {
            self.raw.loose(kind, whole);
        } else {
            self.raw.behind(kind, whole);
        }
        Ok(())
    }

    fn layer(&mut self, chunk: Bytes<'_>) -> Result<()> {
        let node = Node::read(chunk, self.header.flags, &mut self.notes)?;
        self.images += u32::from(node.kind != Kind::Group);
        self.nodes.push(node);
        in_range("number of layers", self.images.into(), 0, MAX_LAYERS.into())?;
        // A layer has its number in a cel in 16 bits.
        in_range("number of layers and groups", self.nodes.len() as i64, 1, 1 << 16)
    }

    fn cel(&mut self, frame: u32, mut chunk: Bytes<'a>) -> Result<()> {
        let own = chunk.0;
        let layer = u32::from(chunk.word()?);
        let cel = Cel::read(&mut chunk, self.header.depth, &mut self.notes)?;
        let known = self.nodes.get(layer as usize).is_some_and(|node| node.kind != Kind::Group);
        self.notes.note(Note::StrayCel, !known);
        self.raw.cel(Some(layer).filter(|_| known), own);
        if let Some(cel) = cel.filter(|_| known) {
            let double = self.cels.insert((layer, frame), cel).is_some();
            if double {
                return Err(damaged("a layer has two cels in one frame"));
            }
        }
        Ok(())
    }

    /// Reads where the image of the last cel is shown, if that is a reference layer's.
    fn bounds(&mut self, chunk: &[u8]) {
        let Some(at) = self.raw.cel_at() else { return };
        let refers = self.nodes.get(at.0 as usize).is_some_and(|node| node.reference);
        if let Some(cel) = self.cels.get_mut(&at).filter(|_| refers) {
            let own = cel.rect().map(Bounds::of);
            cel.bounds = bounds::read(chunk).filter(|bounds| own != Some(*bounds));
        }
    }

    /// Reads tags, and returns the entries of those that there are.
    fn tags(&mut self, mut chunk: Bytes<'a>) -> Result<Vec<&'a [u8]>> {
        let count = chunk.word()?;
        let mut entries = Vec::new();
        chunk.take(8)?;
        for _ in 0..count {
            let entry = chunk.0;
            let (from, to) = (u32::from(chunk.word()?), u32::from(chunk.word()?));
            let direction = chunk.byte()?;
            let repeat = chunk.word()?;
            chunk.take(6)?;
            let color = entries::opaque(chunk.take(4)?);
            let name = chunk.text()?;
            let entry = entry.get(..entry.len() - chunk.0.len()).unwrap_or_default();
            if from > to || to >= self.header.frames {
                self.notes.add(Note::StrayTag, 1);
            } else if self.tags.len() >= MAX_TAGS as usize {
                self.notes.add(Note::ManyTags, 1);
            } else {
                let (mut name, cut) = plain(&name, MAX_TAG_NAME);
                self.notes.note(Note::Name, cut);
                if name.is_empty() {
                    name = format!("Tag {}", self.tags.len() + 1);
                }
                let direction = DIRECTIONS.value(direction);
                self.notes.note(Note::Direction, direction.is_none());
                let direction = direction.unwrap_or_default();
                self.tags_at.push(self.raw.tags.len() + entries.len());
                self.tags.push(Tag { color, repeat, ..Tag::new(name, from, to, direction) });
            }
            entries.push(entry);
        }
        Ok(entries)
    }

    /// Reads the text and the colour of user data; the text of a layer's or a group's is its note here.
    fn user_data(&mut self, chunk: &mut Bytes<'_>) -> Result<()> {
        let flags = chunk.long()?;
        let text = if flags & 1 != 0 { chunk.text()? } else { String::new() };
        let bytes = if flags & 2 != 0 { chunk.take(4)? } else { &[] };
        let color = slices::tint(bytes);
        let tag = self.raw.next_tag().and_then(|at| self.tags_at.iter().position(|tag| *tag == at));
        if let Some(tag) = tag.and_then(|at| self.tags.get_mut(at)) {
            if !bytes.is_empty() {
                tag.color = entries::opaque(bytes);
            }
            let (text, cut) = plain(&text, MAX_TAG_TEXT);
            self.notes.note(Note::Text, cut);
            tag.text = text;
        } else if let Some(slice) = self.slices.last_mut().filter(|_| self.raw.is_slice()) {
            slices::describe(&mut slice.slice, &text, color, &mut self.notes);
        } else if let Some(at) = self.raw.cel_at() {
            let (text, cut) = plain(&text, MAX_NOTE);
            self.notes.note(Note::Text, cut);
            self.labels.insert(at, (color, text));
        } else if let Some(node) = self.nodes.last_mut().filter(|_| self.raw.is_layer()) {
            (node.note, node.label) = (text, color);
            let has = |name| flags & MAPPED != 0 && properties::has(chunk.0, name);
            if node.kind == Kind::Group {
                node.isolated &= !has(THROUGH);
            } else {
                node.clipped = has(CLIPPED);
            }
        }
        Ok(())
    }
}
