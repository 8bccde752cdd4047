//! Entries of the file's lists: layers, groups and tags, and the user data of these, of cels and of slices, new or with what the file said of them.
//!
//! An entry that came from a file is written as it came, but for what the drawing says otherwise than was read from
//! it. So a renamed layer keeps its flags, its id and its unknown blend mode.

use super::bytes::{Bytes, plain};
use super::chunks::Digest;
use super::header::{GROUPS, Header};
use super::layers::{BACKGROUND, EDITABLE, FIXED, Kind, Node, REFERENCE, VISIBLE};
use super::modes::{DIRECTIONS, MODES};
use super::notes::Notes;
use super::properties::{self, CLIPPED, MAPPED, THROUGH};
use super::raw::USER_DATA;
use super::slices::tint;
use crate::color::{Blend, Color};
use crate::document::{
    Carried, CelProperties, Group, Layer, MAX_GROUP_NOTE, MAX_NOTE, MAX_TAG_NAME, MAX_TAG_TEXT, Slice, Tag,
    marking,
};
use crate::error::Result;

/// What the drawing says of a layer or a group.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) group: bool,
    pub(super) level: u16,
    pub(super) visible: bool,
    pub(super) locked: bool,
    pub(super) reference: bool,
    pub(super) background: bool,
    pub(super) blend: Blend,
    pub(super) opacity: u8,
    pub(super) name: String,
}

/// Appends a text behind its length. Names and notes are far shorter than a length can say.
pub(super) fn text(out: &mut Vec<u8>, text: &str) {
    words(out, &[text.len() as u16]);
    out.extend(text.as_bytes());
}

/// Appends numbers of 16 bits.
pub(super) fn words(out: &mut Vec<u8>, words: &[u16]) {
    out.extend(words.iter().flat_map(|word| word.to_le_bytes()));
}

/// Appends a chunk.
pub(super) fn chunk(out: &mut Vec<u8>, kind: u16, contents: &[u8]) {
    out.extend((contents.len() as u32 + 6).to_le_bytes());
    words(out, &[kind]);
    out.extend(contents);
}

fn set(flags: u16, flag: u16, on: bool) -> u16 {
    if on { flags | flag } else { flags & !flag }
}

impl Entry {
    /// Returns the contents of a chunk that says no more than the drawing.
    pub(super) fn plain(&self) -> Vec<u8> {
        let flags = set(set(0, VISIBLE, self.visible), EDITABLE, !self.locked);
        let flags = set(set(flags, REFERENCE, self.reference), BACKGROUND | FIXED, self.background);
        let mut out = Vec::new();
        words(&mut out, &[flags, self.group.into(), self.level, 0, 0]);
        words(&mut out, &[MODES.name(self.blend).unwrap_or_default()]);
        out.extend([self.opacity, 0, 0, 0]);
        text(&mut out, &self.name);
        out
    }

    /// Returns the contents of a chunk as it came, in a file with these flags, with what the drawing says otherwise. `tiled` is
    /// whether a layer of tiles still is one.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if the chunk is cut short.
    pub(super) fn over(&self, raw: &[u8], flags: [u32; 2], tiled: bool) -> Result<Vec<u8>> {
        let old = Node::read(Bytes(raw), flags[0], &mut Notes::default())?;
        let mut chunk = Bytes(raw);
        let (mut bits, mut kind, _) = (chunk.word()?, chunk.word()?, chunk.word()?);
        let size = chunk.take(4)?;
        let (mut blend, mut opacity, rest) = (chunk.word()?, chunk.byte()?, chunk.take(3)?);
        let name = chunk.take(2)?;
        let len = usize::from(Bytes(name).word()?);
        let mut name = chunk.take(len)?;
        if self.visible != old.visible {
            bits = set(bits, VISIBLE, self.visible);
        }
        if self.reference != old.reference {
            bits = set(bits, REFERENCE, self.reference);
        }
        if self.background != old.background {
            bits = set(bits, BACKGROUND | FIXED, self.background);
        }
        if self.locked != old.locked {
            bits = set(bits, EDITABLE, !self.locked);
        }
        // A file that says nothing of groups may have anything there.
        let grouped = self.group && (flags[0] ^ flags[1]) & GROUPS != 0;
        if self.blend != old.blend || grouped {
            blend = MODES.name(self.blend).unwrap_or_default();
        }
        if self.opacity != old.opacity || grouped || !self.group && flags[0] != flags[1] {
            opacity = self.opacity;
        }
        if kind == 2 && !tiled {
            kind = 0;
            chunk.take(4)?;
        }
        let thing = if self.group { "group" } else { "layer" };
        if !(self.name == old.name || old.name.is_empty() && is_given(&self.name, thing)) {
            name = self.name.as_bytes();
        }
        let mut out = Vec::new();
        words(&mut out, &[bits, kind, self.level]);
        out.extend(size);
        words(&mut out, &[blend]);
        out.extend([opacity]);
        out.extend(rest);
        words(&mut out, &[name.len() as u16]);
        out.extend(name);
        out.extend(chunk.0);
        Ok(out)
    }
}

/// Returns `true` if a name may be one that was given to a thing without a name, such as "Layer 1".
fn is_given(name: &str, thing: &str) -> bool {
    name.split_once(' ').is_some_and(|(first, _)| first.eq_ignore_ascii_case(thing))
}

/// Returns what the entry of a layer's or a group's chunk says; see [`Entry::over`].
pub(super) fn said(raw: &[u8], flags: u32) -> Result<Node> {
    Node::read(Bytes(raw), flags, &mut Notes::default())
}

/// Returns the number of the set of an entry that is a layer of tiles.
pub(super) fn tiles_of(raw: &[u8]) -> Option<u32> {
    match said(raw, 0).ok()?.kind {
        Kind::Tiles(set) => Some(set),
        _ => None,
    }
}

/// Returns the entry of a tag that says no more than the drawing.
pub(super) fn tag(tag: &Tag) -> Vec<u8> {
    let mut out = Vec::new();
    words(&mut out, &[tag.from as u16, tag.to as u16]);
    // The direction, how often it is played, six bytes that mean nothing, and the colour of old versions.
    out.push(DIRECTIONS.name(tag.direction).unwrap_or_default());
    words(&mut out, &[tag.repeat, 0, 0, 0]);
    out.extend(written(tag.color));
    text(&mut out, &tag.name);
    out
}

/// Returns the colour of a tag by the first bytes of the file's, which say nothing of alpha in old files.
pub(super) fn opaque(bytes: &[u8]) -> Color {
    let channel = |at: usize| bytes.get(at).copied().unwrap_or(0);
    marking(Color::rgba(channel(0), channel(1), channel(2), 255))
}

/// Returns the bytes of a tag's colour in its entry. None is black.
fn written(color: Color) -> [u8; 4] {
    let [r, g, b, _] = color.bytes;
    [r, g, b, 0]
}

/// Returns the entry of a tag as it came, with what the drawing says otherwise.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if the entry is cut short.
pub(super) fn tag_over(tag: &Tag, raw: &[u8], behind: &[u8]) -> Result<Vec<u8>> {
    let mut entry = Bytes(raw);
    entry.take(4)?;
    let (mut direction, _repeat, rest, mut color) =
        (entry.byte()?, entry.word()?, entry.take(6)?, entry.take(4)?.to_vec());
    let text_of = entry.0;
    let (mut name, read) = (text_of.to_vec(), plain(&entry.text()?, MAX_TAG_NAME).0);
    if tag.direction != DIRECTIONS.value(direction).unwrap_or_default() {
        direction = DIRECTIONS.name(tag.direction).unwrap_or_default();
    }
    if !(tag.name == read || read.is_empty() && is_given(&tag.name, "tag")) {
        name.clear();
        text(&mut name, &tag.name);
    }
    if tag.color != color_of(raw, behind)? {
        color = written(tag.color).into();
    }
    let mut out = Vec::new();
    words(&mut out, &[tag.from as u16, tag.to as u16]);
    out.push(direction);
    words(&mut out, &[tag.repeat]);
    out.extend(rest);
    out.extend(color);
    out.extend(name);
    Ok(out)
}

/// Returns the colour that a file says a tag has: that of its user data, if there is one, and else that of its entry.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if the entry is cut short.
fn color_of(raw: &[u8], behind: &[u8]) -> Result<Color> {
    for (_, contents) in split(behind).filter(|(kind, _)| *kind == USER_DATA) {
        let data = UserData::read(contents)?;
        if data.flags & COLORED != 0 {
            return Ok(opaque(data.color));
        }
    }
    let mut entry = Bytes(raw);
    entry.take(13)?;
    Ok(opaque(entry.take(4)?))
}

/// Returns the chunks behind a tag, with the drawing's colour in the user data where that differs: Aseprite believes
/// user data more than the entry.
///
/// # Errors
/// Returns [`Error::Damaged`](crate::Error::Damaged) if the chunks are cut short.
pub(super) fn behind_tag(tag: &Tag, raw: &[u8], behind: &[u8]) -> Result<Vec<u8>> {
    if tag.color == color_of(raw, behind)? {
        return Ok(behind.to_vec());
    }
    let color = solid(tag.color);
    Ok(changed(behind, |data| UserData { flags: data.flags | COLORED, color: &color, ..data }.bytes()).0)
}

/// Returns the chunks behind a tag, with the drawing's text in the user data where that differs. `older` is whether they were carried by a
/// drawing whose tags had no texts yet.
pub(super) fn texted(tag: &Tag, behind: Vec<u8>, older: bool) -> Vec<u8> {
    if text_of(&behind, MAX_TAG_TEXT) == tag.text || older && tag.text.is_empty() {
        return behind;
    }
    let words = worded(&tag.text);
    let (mut out, found) = changed(&behind, |data| {
        let flags = data.flags & !WORDED | bit(&words, WORDED);
        UserData { flags, words: &words, ..data }.bytes()
    });
    if !found {
        out.splice(0..0, tag_data(tag));
    }
    out
}

/// Returns the user data of a tag that has a colour, a text and nothing else, or that has nothing.
pub(super) fn tag_data(tag: &Tag) -> Vec<u8> {
    let (mut out, words, solid) = (Vec::new(), worded(&tag.text), solid(tag.color));
    let color = if tag.color.is_transparent() { &[] } else { &solid[..] };
    let flags = bit(&words, WORDED) | bit(color, COLORED);
    chunk(&mut out, USER_DATA, &UserData { flags, words: &words, color, rest: &[] }.bytes());
    out
}

/// Returns the bytes of a tag's colour in its user data. None is black, as in Aseprite.
fn solid(color: Color) -> [u8; 4] {
    let [r, g, b, _] = color.bytes;
    [r, g, b, 255]
}

/// Returns the flags of a carried header; those of a new file if there is none.
pub(super) fn flags(header: &[u8]) -> u32 {
    let read = header.get(..128).map(|bytes| Header::take(&mut Bytes(bytes), &mut Notes::default()));
    read.and_then(Result::ok).map_or(super::header::OPACITY, |header| header.flags)
}

/// Returns the size of the grid's cell that a carried header says, as the drawing has it.
pub(super) fn grid(header: &[u8]) -> (u32, u32) {
    let read = header.get(..128).map(|bytes| Header::take(&mut Bytes(bytes), &mut Notes::default()));
    read.and_then(Result::ok).and_then(|header| header.grid).unwrap_or((1, 1))
}

/// The flag of user data that has a text.
const WORDED: u32 = 1;
/// The flag of user data that has a colour.
const COLORED: u32 = 2;

/// The parts of a chunk of user data.
#[derive(Clone, Copy)]
struct UserData<'a> {
    flags: u32,
    /// The text, with its length before it; empty without one.
    words: &'a [u8],
    /// The colour's bytes; empty without one.
    color: &'a [u8],
    /// What comes behind: maps of properties.
    rest: &'a [u8],
}

impl<'a> UserData<'a> {
    /// Takes the contents of a chunk apart.
    ///
    /// # Errors
    /// Returns [`Error::Damaged`](crate::Error::Damaged) if they are cut short.
    fn read(contents: &'a [u8]) -> Result<Self> {
        let mut data = Bytes(contents);
        let flags = data.long()?;
        let before = data.0;
        if flags & WORDED != 0 {
            data.text()?;
        }
        let words = before.get(..before.len() - data.0.len()).unwrap_or_default();
        let color = if flags & COLORED != 0 { data.take(4)? } else { &[] };
        Ok(UserData { flags, words, color, rest: data.0 })
    }

    /// Returns the contents of its chunk.
    fn bytes(self) -> Vec<u8> {
        [&self.flags.to_le_bytes(), self.words, self.color, self.rest].concat()
    }
}

/// Returns chunks with other contents for their first user data, and whether there is any. User data that can't be read is left out.
fn changed(chunks: &[u8], mut change: impl FnMut(UserData<'_>) -> Vec<u8>) -> (Vec<u8>, bool) {
    let (mut out, mut found) = (Vec::new(), false);
    for (kind, contents) in split(chunks) {
        if kind != USER_DATA || found {
            chunk(&mut out, kind, contents);
        } else if let Ok(data) = UserData::read(contents) {
            found = true;
            chunk(&mut out, kind, &change(data));
        }
    }
    (out, found)
}

/// Returns the text that a drawing reads in the chunks behind a thing, cut to so many bytes.
fn text_of(behind: &[u8], most: usize) -> String {
    let mut found = String::new();
    for (_, contents) in split(behind).filter(|(kind, _)| *kind == USER_DATA) {
        let mut data = Bytes(contents);
        let has_text = data.long().is_ok_and(|flags| flags & WORDED != 0);
        found = if has_text { data.text().unwrap_or_default() } else { String::new() };
    }
    plain(&found, most).0
}

/// Returns a text with its length before it, or nothing for none.
fn worded(words: &str) -> Vec<u8> {
    let mut out = Vec::new();
    if !words.is_empty() {
        text(&mut out, words);
    }
    out
}

/// Returns a flag for a part of user data that is there.
fn bit(part: &[u8], flag: u32) -> u32 {
    if part.is_empty() { 0 } else { flag }
}

/// What the drawing says of a layer, a group, a cel or a slice that stands in user data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words<'a> {
    pub(super) text: &'a str,
    pub(super) color: Color,
    /// Maximum number of bytes of such a text.
    pub(super) most: usize,
    /// Whether drawings had such texts as long as they carry user data.
    pub(super) always: bool,
    /// A property of ours, and whether the thing has it.
    pub(super) property: (&'static str, bool),
}

impl<'a> Words<'a> {
    /// What is said of a cel without properties.
    pub(super) const NONE: Words<'static> =
        Words { text: "", color: Color::TRANSPARENT, most: MAX_NOTE, always: false, property: ("", false) };

    /// Returns what is said of a layer.
    pub(super) fn of_layer(layer: &'a Layer) -> Words<'a> {
        let (text, color, property) = (&layer.note, layer.label, (CLIPPED, layer.clipped));
        Words { text, color, most: MAX_NOTE, always: true, property }
    }

    /// Returns what is said of a group, in a file whose groups are blended as a whole or not.
    pub(super) fn of_group(group: &'a Group, wholes: bool) -> Words<'a> {
        let property = (THROUGH, wholes && !group.isolated);
        Words { text: &group.note, color: group.label, most: MAX_GROUP_NOTE, property, ..Words::NONE }
    }

    /// Returns what is said of a cel.
    pub(super) fn of_cel(cel: &'a CelProperties) -> Words<'a> {
        Words { text: &cel.text, color: cel.label, ..Words::NONE }
    }

    /// Returns what is said of a slice.
    pub(super) fn of_slice(slice: &'a Slice) -> Words<'a> {
        Words { text: &slice.text, color: slice.color, always: true, ..Words::NONE }
    }

    /// Returns the chunk of user data that says it, or nothing if there is nothing to be said.
    pub(super) fn data(self) -> Vec<u8> {
        let (mut out, words) = (Vec::new(), worded(self.text));
        let color = if self.color.is_transparent() { &[] } else { &self.color.bytes[..] };
        let rest = properties::with(&[], self.property.0, self.property.1);
        let flags = bit(&words, WORDED) | bit(color, COLORED) | bit(&rest, MAPPED);
        if flags != 0 {
            chunk(&mut out, USER_DATA, &UserData { flags, words: &words, color, rest: &rest }.bytes());
        }
        out
    }

    /// Returns the digest of what is said, which tells whether the chunks that were read hold.
    pub(super) fn digest(self) -> u64 {
        let mut digest = Digest::new();
        digest.colors(&[self.color]);
        self.text.bytes().for_each(|byte| digest.add(byte.into()));
        // Drawings of before have digests without it.
        if self.property.1 {
            digest.add(1);
        }
        digest.finish()
    }

    /// Returns the chunks behind a thing: those that are carried, with another text and another colour where the drawing says something
    /// else. Those of older drawings have a colour, and many a text, that was never read: they stay unless there is another one.
    pub(super) fn behind(self, carried: Option<&Carried>) -> Vec<u8> {
        let Some(carried) = carried else { return self.data() };
        if carried.digest == self.digest() {
            return carried.bytes.clone();
        }
        self.over(&carried.bytes, carried.digest == 0)
    }

    /// Returns chunks with what the drawing says otherwise in their user data.
    pub(super) fn over(self, behind: &[u8], older: bool) -> Vec<u8> {
        let own = worded(self.text);
        let kept = older && !self.always && self.text.is_empty();
        let colored = older && self.color.is_transparent();
        let (mut out, found) = changed(behind, |data| {
            let text = Bytes(data.words).text().unwrap_or_default();
            let words = if kept || plain(&text, self.most).0 == self.text { data.words } else { &own };
            let color = match tint(data.color) == self.color || colored {
                true => data.color,
                false if self.color.is_transparent() => &[],
                false => &self.color.bytes,
            };
            let maps = if data.flags & MAPPED == 0 { &[] } else { data.rest };
            let (mut flags, mut rest) = (data.flags & !(WORDED | COLORED), data.rest.to_vec());
            let (name, so) = self.property;
            if properties::has(maps, name) != so {
                rest = properties::with(maps, name, so);
                flags = flags & !MAPPED | bit(&rest, MAPPED);
            }
            let flags = flags | bit(words, WORDED) | bit(color, COLORED);
            UserData { flags, words, color, rest: &rest }.bytes()
        });
        if !found {
            out.splice(0..0, self.data());
        }
        out
    }
}

/// Takes chunks apart: the kind and the contents of each.
fn split(mut chunks: &[u8]) -> impl Iterator<Item = (u16, &[u8])> {
    std::iter::from_fn(move || {
        let (size, rest) = chunks.split_first_chunk::<4>()?;
        let (kind, _) = rest.split_first_chunk::<2>()?;
        let contents = chunks.get(6..u32::from_le_bytes(*size) as usize)?;
        chunks = chunks.get(6 + contents.len()..)?;
        Some((u16::from_le_bytes(*kind), contents))
    })
}
