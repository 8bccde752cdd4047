//! A file's chunks as they came, by what each belongs to.
//!
//! What follows a chunk and means nothing by itself, such as user data and what no version knew yet, belongs to it. Behind the
//! chunk of tags there is user data for each of them, in their order.

use super::chunks::{FIRST, LAST, MIDDLE};
use std::collections::BTreeMap;

/// The contents of a thing's chunk, and the chunks that follow it.
#[derive(Clone, Debug, Default)]
pub(super) struct Owned<'a> {
    pub(super) own: &'a [u8],
    pub(super) behind: Vec<&'a [u8]>,
}

impl<'a> Owned<'a> {
    pub(super) fn new(own: &'a [u8]) -> Owned<'a> {
        Owned { own, behind: Vec::new() }
    }
}

/// A chunk that stands for itself.
#[derive(Clone, Debug)]
pub(super) struct Loose<'a> {
    pub(super) frame: u32,
    /// Where it stands among those of its frame: [`FIRST`], [`MIDDLE`] or [`LAST`].
    pub(super) role: u8,
    pub(super) kind: u16,
    pub(super) owned: Owned<'a>,
}

/// What the next chunk that means nothing by itself belongs to.
#[derive(Clone, Copy, Debug, Default)]
enum Owner {
    /// Something that is left out.
    #[default]
    None,
    Layer,
    Cel(u32, u32),
    /// A tag, and the last one.
    Tag(usize),
    Slice,
    Loose,
}

/// All chunks of a file.
#[derive(Clone, Debug, Default)]
pub(super) struct Raw<'a> {
    pub(super) header: &'a [u8],
    /// Those of layers and groups, in the order of the file.
    pub(super) nodes: Vec<Owned<'a>>,
    pub(super) cels: BTreeMap<(u32, u32), Owned<'a>>,
    /// The entries of tags, those that are left out as well.
    pub(super) tags: Vec<Owned<'a>>,
    /// Those of slices that were read.
    pub(super) slices: Vec<Owned<'a>>,
    pub(super) loose: Vec<Loose<'a>>,
    owner: Owner,
    /// The frame whose chunks are read, and whether there was a cel in it.
    frame: (u32, bool),
}

impl<'a> Raw<'a> {
    /// Begins with a file's header.
    pub(super) fn new(header: &'a [u8]) -> Raw<'a> {
        Raw { header, ..Raw::default() }
    }

    /// Goes on with another frame.
    pub(super) fn begin(&mut self, frame: u32) {
        (self.frame, self.owner) = ((frame, false), Owner::None);
    }

    pub(super) fn node(&mut self, own: &'a [u8]) {
        self.nodes.push(Owned::new(own));
        self.owner = Owner::Layer;
    }

    /// Adds the cel of a layer, or notes that one is left out.
    pub(super) fn cel(&mut self, layer: Option<u32>, own: &'a [u8]) {
        self.frame.1 = true;
        self.owner = layer.map_or(Owner::None, |layer| Owner::Cel(layer, self.frame.0));
        if let Some(layer) = layer {
            self.cels.insert((layer, self.frame.0), Owned::new(own));
        }
    }

    /// Adds the entries of tags.
    pub(super) fn tags(&mut self, entries: Vec<&'a [u8]>) {
        self.owner = Owner::Tag(self.tags.len());
        self.tags.extend(entries.into_iter().map(Owned::new));
    }

    /// Adds the chunk of a slice.
    pub(super) fn slice(&mut self, own: &'a [u8]) {
        self.slices.push(Owned::new(own));
        self.owner = Owner::Slice;
    }

    /// Adds a chunk that stands for itself.
    pub(super) fn loose(&mut self, kind: u16, whole: &'a [u8]) {
        let role = match self.frame {
            (_, true) => LAST,
            (0, false) if !self.nodes.is_empty() => MIDDLE,
            _ => FIRST,
        };
        self.loose.push(Loose { frame: self.frame.0, role, kind, owned: Owned::new(whole) });
        self.owner = Owner::Loose;
    }

    /// Adds a chunk that follows another one, and is left out with it.
    pub(super) fn behind(&mut self, kind: u16, whole: &'a [u8]) {
        let owned = match &mut self.owner {
            Owner::None if self.frame.1 => None,
            Owner::None => return self.loose(kind, whole),
            Owner::Layer => self.nodes.last_mut(),
            Owner::Cel(layer, frame) => self.cels.get_mut(&(*layer, *frame)),
            Owner::Tag(at) => {
                let own = (*at).min(self.tags.len().saturating_sub(1));
                *at += usize::from(kind == USER_DATA);
                self.tags.get_mut(own)
            }
            Owner::Slice => self.slices.last_mut(),
            Owner::Loose => self.loose.last_mut().map(|loose| &mut loose.owned),
        };
        owned.into_iter().for_each(|owned| owned.behind.push(whole));
    }

    /// Returns the place of the tag that user data would belong to now.
    pub(super) fn next_tag(&self) -> Option<usize> {
        match self.owner {
            Owner::Tag(at) if at < self.tags.len() => Some(at),
            _ => None,
        }
    }

    /// Returns `true` if what follows belongs to a slice.
    pub(super) fn is_slice(&self) -> bool {
        matches!(self.owner, Owner::Slice)
    }

    /// Returns the cel that what follows belongs to, by its layer and its frame.
    pub(super) fn cel_at(&self) -> Option<(u32, u32)> {
        match self.owner {
            Owner::Cel(layer, frame) => Some((layer, frame)),
            _ => None,
        }
    }

    /// Returns `true` if what follows belongs to a layer or a group.
    pub(super) fn is_layer(&self) -> bool {
        matches!(self.owner, Owner::Layer)
    }
}

/// The kind of chunks that say where the image of a cel is shown.
pub(super) const EXTRA: u16 = 0x2006;

/// The kind of chunks of user data.
pub(super) const USER_DATA: u16 = 0x2020;

/// Kinds of chunks that stand for themselves: palettes, external files, profiles, masks, paths, slices that can't be read, and tilesets.
pub(super) const STANDS_ALONE: [u16; 9] =
    [0x0004, 0x0011, 0x2019, 0x2007, 0x2008, 0x2016, 0x2017, 0x2022, 0x2023];
