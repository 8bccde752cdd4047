//! A file's chunks, gathered to what they say of the sprite; pixels stay packed for now.
//!
//! Chunks of unknown kinds are skipped, and so is what stands in a chunk behind what is known.
//! User data belongs to whatever chunk came before it, other than those that own none: a layer's text
//! becomes its note, and all else is counted as left out. Behind a chunk of tags there is one for
//! each of them.

use super::bytes::{Bytes, plain};
use super::cels::Cel;
use super::damaged;
use super::header::{Depth, Header};
use super::layers::{Kind, Node};
use super::modes::DIRECTIONS;
use super::notes::{Note, Notes};
use super::palette::{Palette, Palettes};
use super::tiles::Tileset;
use crate::document::{MAX_LAYERS, MAX_TAG_NAME, MAX_TAGS, Tag};
use crate::error::{Result, in_range};
use std::collections::BTreeMap;

/// What the next user data belongs to.
#[derive(Debug)]
enum Owner {
    Layer,
    /// The next tag; whether the colours of those that are left need no more to be told.
    Tags(std::vec::IntoIter<bool>),
    Other,
}

/// What a file says of a sprite.
#[derive(Debug)]
pub(super) struct Sprite<'a> {
    pub(super) header: Header,
    pub(super) durations: Vec<u32>,
    /// Layers and groups in the order of the file.
    pub(super) nodes: Vec<Node>,
    /// Number of layers among the nodes.
    images: u32,
    /// Cels by the positions of their layers among the nodes, and their frames.
    pub(super) cels: BTreeMap<(u32, u32), Cel<'a>>,
    pub(super) palettes: Vec<(u32, Palette)>,
    pub(super) tilesets: BTreeMap<u32, Tileset<'a>>,
    pub(super) tags: Vec<Tag>,
    pub(super) notes: Notes,
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
        let (durations, nodes, cels) = (Vec::new(), Vec::new(), BTreeMap::new());
        let (palettes, tilesets, tags) = (Vec::new(), BTreeMap::new(), Vec::new());
        let mut sprite =
            Sprite { header, durations, nodes, images: 0, cels, palettes, tilesets, tags, notes };
        let (mut colors, mut owner) = (Palettes::default(), Owner::Other);
        for frame in 0..sprite.header.frames {
            let (duration, mut chunks) = sprite.header.frame(&mut file)?;
            sprite.durations.push(duration);
            while let Some((kind, chunk)) = chunks.take()? {
                sprite.chunk(frame, kind, chunk, &mut colors, &mut owner)?;
            }
        }
        sprite.palettes = colors.finish(&mut sprite.notes);
        let first = sprite.palettes.first().map_or(sprite.header.colors, |(_, first)| first.colors.len());
        match sprite.header.depth {
            Depth::Rgba => {}
            Depth::Grey => sprite.notes.add(Note::Grey, 1),
            Depth::Indexed => sprite.notes.add(Note::Indexed, first as u32),
        }
        Ok(sprite)
    }

    fn chunk(
        &mut self,
        frame: u32,
        kind: u16,
        mut chunk: Bytes<'a>,
        colors: &mut Palettes,
        owner: &mut Owner,
    ) -> Result<()> {
        match kind {
            0x0004 | 0x0011 => {
                *owner = Owner::Other;
                colors.read_old(frame, kind == 0x0011, chunk)
            }
            0x2019 => {
                *owner = Owner::Other;
                colors.read(frame, chunk)
            }
            0x2004 => {
                *owner = Owner::Layer;
                self.layer(chunk)
            }
            0x2005 => {
                *owner = Owner::Other;
                self.cel(frame, chunk)
            }
            0x2018 => {
                let colored = self.tags(chunk)?;
                *owner = Owner::Tags(colored.into_iter());
                Ok(())
            }
            0x2022 => {
                *owner = Owner::Other;
                self.notes.add(Note::Slice, 1);
                Ok(())
            }
            0x2023 => {
                *owner = Owner::Other;
                let (id, tileset) = Tileset::read(&mut chunk)?;
                self.tilesets.insert(id, tileset);
                Ok(())
            }
            0x2007 => {
                // Of the three types of profiles, sRGB and none are what pixels are here.
                self.notes.note(Note::Profile, chunk.word()? == 2);
                Ok(())
            }
            0x2020 => self.user_data(chunk, owner),
            _ => {
                self.notes.add(Note::Chunk, 1);
                Ok(())
            }
        }
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
        let layer = u32::from(chunk.word()?);
        let cel = Cel::read(&mut chunk, self.header.depth, &mut self.notes)?;
        let known = self.nodes.get(layer as usize).is_some_and(|node| node.kind != Kind::Group);
        self.notes.note(Note::StrayCel, !known);
        if let Some(cel) = cel.filter(|_| known) {
            let double = self.cels.insert((layer, frame), cel).is_some();
            if double {
                return Err(damaged("a layer has two cels in one frame"));
            }
        }
        Ok(())
    }

    /// Reads tags, and returns of each whether its colour needs no more to be told.
    fn tags(&mut self, mut chunk: Bytes<'_>) -> Result<Vec<bool>> {
        let count = chunk.word()?;
        let mut colored = Vec::new();
        chunk.take(8)?;
        for _ in 0..count {
            let (from, to) = (u32::from(chunk.word()?), u32::from(chunk.word()?));
            let direction = chunk.byte()?;
            self.notes.note(Note::Repeat, chunk.word()? != 0);
            chunk.take(6)?;
            // Old files have the colour here, and today's have it in user data as well. Without one it is black.
            let color = chunk.array()? != [0; 4];
            let (name, tags) = (chunk.text()?, self.tags.len());
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
                self.tags.push(Tag { name, from, to, direction });
            }
            // Of a tag that is left out, that is told.
            let kept = self.tags.len() > tags;
            self.notes.note(Note::TagColor, color && kept);
            colored.push(color || !kept);
        }
        Ok(colored)
    }

    fn user_data(&mut self, mut chunk: Bytes<'_>, owner: &mut Owner) -> Result<()> {
        let flags = chunk.long()?;
        let text = if flags & 1 != 0 { chunk.text()? } else { String::new() };
        let color = flags & 2 != 0;
        let lost = match owner {
            Owner::Layer => {
                let layer = self.nodes.last_mut().filter(|node| node.kind != Kind::Group);
                let kept = layer.map(|node| node.note = text.clone()).is_some();
                !kept && !text.is_empty() || color || flags & 4 != 0
            }
            Owner::Tags(colored) => {
                // The colour may stand in the tag itself as well.
                let told = colored.next().unwrap_or(false);
                self.notes.note(Note::TagColor, color && !told);
                !text.is_empty() || flags & 4 != 0
            }
            Owner::Other => flags & 7 != 0,
        };
        self.notes.note(Note::UserData, lost);
        Ok(())
    }
}
