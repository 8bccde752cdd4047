//! Records of layers, frames, tags and whatever else has an id: found by ids that never change, shown in an order.
//!
//! If a record stood where its layer is shown, moving one layer would write all
//! those between, and bytes would not say which layer they are about. So each kind
//! has a list of ids in the order in which people see them, and a record for each
//! id at an address that follows from the id. Moving changes the list alone;
//! everything else changes fields of one record.
//!
//! An id is given once. The next one of each kind is a counter in [`Info`], and the
//! document also remembers the highest one it ever committed, so that an id whose
//! making was undone is not given to something else.
//!
//! The invariant: a list's ids are unique and have been given, and the record of an
//! id that is in no list is zero.
//!
//! ```
//! use undoodle_drawing::{color::Color, document::Document};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.add_layer(0)?;
//! document.commit("New layer", Color::ADDED, 0)?;
//! assert_eq!((document.layer_id(0), document.layer_at(1)), (Some(2), Some(1)));
//! # Ok::<(), undoodle_drawing::Error>(())
//! ```

use super::door::Door;
use super::info::{Info, MAX_COLORS, MAX_FRAMES, MAX_GROUPS, MAX_KEYS, MAX_LAYERS, MAX_SLICES, MAX_TAGS};
use super::{
    Cel, Drawing, carried, celrecords, frames, groups, layers, palette, pieces, slicekeys, slices, tags,
};
use crate::error::{Message, Result, in_range};
use crate::memory::{Memory, PAGE, PageAddress, Region};
use bytemuck::Pod;
use std::mem::{offset_of, size_of};
use std::ops::Range;

static ZEROS: [u64; PAGE / 8] = [0; PAGE / 8];

/// Returns the record at an address without copying it; it must not cross a page.
pub(super) fn view<T: Pod>(memory: &Memory, at: u64) -> &T {
    let page = PageAddress::of(at).and_then(|place| memory.page(place)).unwrap_or(&ZEROS);
    let start = (at % PAGE as u64) as usize;
    bytemuck::from_bytes(&bytemuck::cast_slice(page)[start..start + size_of::<T>()])
}

/// Writes a record or a field of one.
pub(super) fn put<T: Pod>(door: &mut impl Door, at: u64, value: T) -> Result<()> {
    door.write(Region::new(at, size_of::<T>()))?.copy_from_slice(bytemuck::bytes_of(&value));
    Ok(())
}

/// Field of a record: its name, where it begins, and how many bytes it has.
pub(super) type Field = (&'static str, usize, usize);

/// How a record names another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// By its id, 0 for none. Without what it names, the record may not have it.
    Id,
    /// By the id of what it is a member of, 0 for none: members of one thing follow each other in their list, and it goes with
    /// the last of them.
    Membership,
    /// By the id of what it belongs to, 0 for none: it is removed with it.
    Owner,
    /// By its place in the list of its kind, which has to be that long; several places of one record must not descend.
    Place,
}

/// Field of a record that names a record.
#[derive(Debug)]
pub struct Reference {
    /// Kind of what it names.
    pub to: &'static Kind,
    /// Bytes of the field in its record.
    pub at: Range<u64>,
    /// How it names it.
    pub by: By,
    /// What is wrong where there is no such record.
    pub(super) missing: &'static str,
}

/// Returns the bytes of a field that holds an id, by the field's address in its record.
pub(super) const fn id_at(at: usize) -> Range<u64> {
    at as u64..at as u64 + 2
}

/// Returns the bytes of a field that holds a place in a list, by the field's address in its record.
pub(super) const fn place_at(at: usize) -> Range<u64> {
    at as u64..at as u64 + 4
}

/// A kind of record: where its list and its records stand, and what they name.
///
/// Whoever checks a drawing, or merges what steps did to it, asks the rows in [`KINDS`], and knows no kind by its name.
#[derive(Debug)]
pub struct Kind {
    /// Name of an id of this kind, for messages.
    name: &'static str,
    /// Name of a thing of this kind, for messages.
    pub(super) thing: &'static str,
    /// Position among [`KINDS`].
    pub(in crate::document) number: usize,
    /// Address of its counter of ids.
    counter: usize,
    /// Minimum number in a drawing.
    pub(super) least: u32,
    /// Maximum number in a drawing.
    pub(super) most: u32,
    /// Leaf of the list: the number of ids, 4 bytes, and the ids, 2 bytes each.
    pub list: u32,
    /// First leaf of the records.
    pub(super) first: u32,
    /// Bytes of a record, a divisor of the page's. All of a record lies within one atom of the memory.
    pub(in crate::document) size: u32,
    /// The last id that can be given.
    pub last: u32,
    /// The fields of a record.
    pub(super) fields: &'static [Field],
    /// The fields that name other records.
    pub names: &'static [Reference],
    /// Returns the name of the first field of an id's record with bytes that no value has.
    pub(super) broken: fn(&Memory, u16) -> Option<&'static str>,
    /// Returns the value of a field of an id's record in words, or `None` if it has no such field.
    pub(super) told: fn(&Memory, u16, &str) -> Option<Message>,
}

const NO_OWNER: &str = "a chunk belongs to something that does not exist";
const NO_CEL: &str = "there are properties of a cel that does not exist";
const NO_FRAMES: &str = "a tag has frames that do not exist";
const NO_SLICE: &str = "a key belongs to a slice that does not exist";
const NO_KEY: &str = "a key of a slice has a frame that does not exist";

pub const LAYER: Kind = Kind {
    name: "layer's id",
    thing: "layer",
    number: 0,
    counter: counter(0),
    least: 1,
    most: MAX_LAYERS,
    list: 1,
    first: 0x1000,
    size: 512,
    last: 0x7fff,
    fields: layers::Record::FIELDS,
    names: &[Reference {
        to: &GROUP,
        at: layers::GROUP,
        by: By::Membership,
        missing: "a layer is in a group that does not exist",
    }],
    broken: |memory, id| layers::record(memory, id).broken(),
    told: |memory, id, field| layers::record(memory, id).told(field),
};
pub const FRAME: Kind = Kind {
    name: "frame's id",
    thing: "frame",
    number: 1,
    counter: counter(1),
    least: 1,
    most: MAX_FRAMES,
    list: 2,
    first: 0x2000,
    size: 64,
    last: 0xffff,
    fields: frames::Record::FIELDS,
    names: &[],
    broken: |memory, id| frames::record(memory, id).broken(),
    told: |memory, id, field| frames::record(memory, id).told(field),
};
pub const TAG: Kind = Kind {
    name: "tag's id",
    thing: "tag",
    number: 2,
    counter: counter(2),
    least: 0,
    most: MAX_TAGS,
    list: 3,
    first: 0x3000,
    size: 128,
    last: 0xffff,
    fields: tags::Record::FIELDS,
    names: &[
        Reference { to: &FRAME, at: tags::FROM, by: By::Place, missing: NO_FRAMES },
        Reference { to: &FRAME, at: tags::TO, by: By::Place, missing: NO_FRAMES },
    ],
    broken: |memory, id| tags::record(memory, id).broken(),
    told: |memory, id, field| tags::record(memory, id).told(field),
};
pub const COLOR: Kind = Kind {
    name: "colour's id",
    thing: "colour",
    number: 3,
    counter: counter(3),
    least: 1,
    most: MAX_COLORS,
    list: 4,
    first: 0x4000,
    size: 16,
    last: 0xffff,
    fields: palette::Record::FIELDS,
    names: &[],
    broken: |memory, id| palette::record(memory, id).broken(),
    told: |memory, id, field| palette::record(memory, id).told(field),
};

// A static and no constant, as its row names itself.
pub static GROUP: Kind = Kind {
    name: "group's id",
    thing: "group",
    number: 4,
    counter: offset_of!(Info, next_group),
    least: 0,
    most: MAX_GROUPS,
    list: 5,
    first: 0x5000,
    size: 128,
    last: 0xffff,
    fields: groups::Record::FIELDS,
    names: &[Reference {
        to: &GROUP,
        at: groups::PARENT,
        by: By::Membership,
        missing: "a group is in a group that does not exist",
    }],
    broken: |memory, id| groups::record(memory, id).broken(),
    told: |memory, id, field| groups::record(memory, id).told(field),
};

pub const CHUNK: Kind = Kind {
    name: "chunk's id",
    thing: "chunk",
    number: 5,
    counter: offset_of!(Info, next_chunk),
    least: 0,
    most: carried::MAX_CHUNKS,
    list: 6,
    first: 0x8000,
    size: 256,
    last: 0xffff,
    fields: carried::Record::FIELDS,
    names: &[
        Reference { to: &LAYER, at: carried::LAYER_OF, by: By::Owner, missing: NO_OWNER },
        Reference { to: &GROUP, at: carried::GROUP_OF, by: By::Owner, missing: NO_OWNER },
        Reference { to: &FRAME, at: carried::FRAME_OF, by: By::Owner, missing: NO_OWNER },
        Reference { to: &TAG, at: carried::TAG_OF, by: By::Owner, missing: NO_OWNER },
        Reference { to: &SLICE, at: carried::SLICE_OF, by: By::Owner, missing: NO_OWNER },
    ],
    broken: carried::broken,
    told: |memory, id, field| carried::chunk(memory, id).told(field),
};
// A record of it is larger than an atom. It never changes, so no two steps change different parts of it.
pub const PIECE: Kind = Kind {
    name: "piece's id",
    thing: "piece",
    number: 6,
    counter: offset_of!(Info, next_piece),
    least: 0,
    most: carried::MAX_CHUNKS,
    list: 7,
    first: 0x1_0000,
    size: PAGE as u32,
    last: 0xffff,
    fields: pieces::Record::FIELDS,
    names: &[Reference { to: &CHUNK, at: pieces::CHUNK_OF, by: By::Owner, missing: NO_OWNER }],
    broken: pieces::broken,
    told: |memory, id, field| pieces::piece(memory, id).told(field),
};

pub const CEL: Kind = Kind {
    name: "cel's id",
    thing: "cel",
    number: 7,
    counter: offset_of!(Info, next_cel),
    least: 0,
    most: celrecords::MAX_CELS,
    list: 9,
    first: 0xa000,
    size: 256,
    last: 0xffff,
    fields: celrecords::Record::FIELDS,
    names: &[
        Reference { to: &LAYER, at: celrecords::LAYER_OF, by: By::Owner, missing: NO_CEL },
        Reference { to: &FRAME, at: celrecords::FRAME_OF, by: By::Owner, missing: NO_CEL },
    ],
    broken: celrecords::broken,
    told: |memory, id, field| celrecords::record(memory, id).told(field),
};
pub const SLICE: Kind = Kind {
    name: "slice's id",
    thing: "slice",
    number: 8,
    counter: offset_of!(Info, next_slice),
    least: 0,
    most: MAX_SLICES,
    list: 16,
    first: 0x9000,
    size: 512,
    last: 0x7fff,
    fields: slices::Record::FIELDS,
    names: &[],
    broken: |memory, id| slices::record(memory, id).broken(),
    told: |memory, id, field| slices::record(memory, id).told(field),
};
pub const KEY: Kind = Kind {
    name: "slice key's id",
    thing: "slice key",
    number: 9,
    counter: offset_of!(Info, next_key),
    least: 0,
    most: MAX_KEYS,
    list: 17,
    first: 0xb000,
    size: 64,
    last: 0xffff,
    fields: slicekeys::Record::FIELDS,
    names: &[
        Reference { to: &SLICE, at: slicekeys::SLICE_OF, by: By::Owner, missing: NO_SLICE },
        Reference { to: &FRAME, at: slicekeys::FRAME_OF, by: By::Place, missing: NO_KEY },
    ],
    broken: |memory, id| slicekeys::record(memory, id).broken(),
    told: |memory, id, field| slicekeys::record(memory, id).told(field),
};

/// All kinds.
pub(in crate::document) const KINDS: &[&Kind] =
    &[&LAYER, &FRAME, &TAG, &COLOR, &GROUP, &CHUNK, &PIECE, &CEL, &SLICE, &KEY];

// Each stands where its number says, and no field that names a record is beyond its own.
const _: () = {
    let mut number = 0;
    while number < KINDS.len() {
        let kind = KINDS[number];
        assert!(kind.number == number, "a kind has the number of another one");
        let mut field = 0;
        while field < kind.names.len() {
            let Range { start, end } = kind.names[field].at;
            assert!(end <= kind.size as u64, "a field lies beyond its record");
            assert!(end - start == 2 || end - start == 4, "a field is neither an id nor a place");
            field += 1;
        }
        number += 1;
    }
};

/// Address of the counter of one of the first four kinds.
const fn counter(number: usize) -> usize {
    offset_of!(Info, next) + number * size_of::<u32>()
}

impl Reference {
    /// Returns the id or the place that a record at an address has in the field.
    pub(in crate::document) fn value(&self, memory: &Memory, record: u64) -> u32 {
        let at = record + self.at.start;
        match self.at.end - self.at.start {
            2 => u16::from_le_bytes(*view(memory, at)).into(),
            _ => u32::from_le_bytes(*view(memory, at)),
        }
    }
}

impl Kind {
    /// Returns the ids in their order.
    pub fn ids<'a>(&self, memory: &'a Memory) -> &'a [u16] {
        let place = PageAddress { tree: super::info::RECORDS, level: 0, index: self.list };
        let words: &[u16] = bytemuck::cast_slice(memory.page(place).unwrap_or(&ZEROS));
        &words[2..2 + self.count(memory) as usize]
    }

    /// Returns the number of ids in the list.
    pub(in crate::document) fn count(&self, memory: &Memory) -> u32 {
        *view::<u32>(memory, self.at_list(0) - 4).min(&self.most)
    }

    /// Returns the id at a position of the list.
    pub(super) fn id(&self, memory: &Memory, index: u32) -> Option<u16> {
        self.ids(memory).get(index as usize).copied()
    }

    /// Returns the position of an id in the list.
    pub(super) fn index(&self, memory: &Memory, id: u16) -> Option<u32> {
        self.ids(memory).iter().position(|other| *other == id).map(|index| index as u32)
    }

    /// Returns the address of an id's record.
    pub const fn address(&self, id: u16) -> u64 {
        let id = id as u64 & self.last as u64;
        self.first as u64 * PAGE as u64 + id * self.size as u64
    }

    /// Returns the ids whose records stand in a leaf, or `None` if it holds no records of this kind.
    pub(super) fn ids_in(&self, leaf: u32) -> Option<Range<u32>> {
        let each = PAGE as u32 / self.size;
        let leaves = (self.last + 1) / each;
        let first = leaf.checked_sub(self.first).filter(|index| *index < leaves)? * each;
        Some(first..first + each)
    }

    /// Returns the address of a position in the list.
    pub const fn at_list(&self, index: usize) -> u64 {
        self.list as u64 * PAGE as u64 + 4 + index as u64 * 2
    }

    /// Writes the part of the list from a position on.
    fn write(&self, door: &mut impl Door, from: usize, ids: &[u16]) -> Result<()> {
        let bytes: &[u8] = bytemuck::cast_slice(ids);
        door.write(Region::new(self.at_list(from), bytes.len()))?.copy_from_slice(bytes);
        Ok(())
    }

    fn set_count(&self, door: &mut impl Door, count: usize) -> Result<()> {
        put(door, self.at_list(0) - 4, count as u32)
    }

    /// Replaces the list, and writes only the positions that differ.
    pub(super) fn set(&self, door: &mut impl Door, ids: &[u16]) -> Result<()> {
        let old = self.ids(door.arena()).to_vec();
        let mut new = ids.to_vec();
        new.resize(ids.len().max(old.len()), 0);
        let differs = |i: &usize| old.get(*i).copied().unwrap_or(0) != new[*i];
        let changed = (0..new.len()).find(differs).zip((0..new.len()).rfind(differs));
        if let Some((first, last)) = changed {
            self.write(door, first, &new[first..=last])?;
        }
        if ids.len() == old.len() { Ok(()) } else { self.set_count(door, ids.len()) }
    }

    /// Inserts an id at a position, which must be at most the list's length.
    pub(super) fn insert(&self, door: &mut impl Door, at: u32, id: u16) -> Result<()> {
        let mut ids = self.ids(door.arena()).to_vec();
        in_range(self.name, ids.len() as i64 + 1, 1, self.most.into())?;
        ids.insert((at as usize).min(ids.len()), id);
        self.set(door, &ids)
    }

    /// Removes the id at a position with all that belongs to it, and zeroes its record.
    pub(super) fn remove(&self, door: &mut impl Door, at: u32) -> Result<()> {
        let mut ids = self.ids(door.arena()).to_vec();
        if at as usize >= ids.len() {
            return Ok(());
        }
        let id = ids.remove(at as usize);
        self.set(door, &ids)?;
        door.write(Region::new(self.address(id), self.size as usize))?.fill(0);
        self.remove_owned(door, id)
    }

    /// Removes what belongs to an id that is gone.
    fn remove_owned(&self, door: &mut impl Door, id: u16) -> Result<()> {
        for kind in KINDS {
            let mut owners = kind.names.iter().filter(|named| named.by == By::Owner);
            let Some(owner) = owners.find(|named| named.to.number == self.number) else { continue };
            for at in (0..kind.count(door.arena())).rev() {
                let of = kind.id(door.arena(), at).unwrap_or(0);
                if owner.value(door.arena(), kind.address(of)) == u32::from(id) {
                    kind.remove(door, at)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the id that its counter says is the next.
    pub(super) fn next(&self, memory: &Memory) -> u32 {
        *view(memory, self.counter as u64)
    }

    /// Sets the id that its counter says is the next.
    pub(super) fn set_next(&self, door: &mut impl Door, next: u32) -> Result<()> {
        put(door, self.counter as u64, next)
    }

    /// Takes the next id, which is above `used`.
    pub(super) fn give(&self, door: &mut impl Door, used: u32) -> Result<u16> {
        let id = self.next(door.arena()).max(used.saturating_add(1));
        in_range(self.name, id.into(), 1, self.last.into())?;
        put(door, self.counter as u64, id + 1)?;
        Ok(id as u16)
    }
}

/// Highest committed id of each kind.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::document) struct Given([u32; KINDS.len()]);

impl Given {
    /// Returns the highest id of a kind, by the number of the kind.
    pub(in crate::document) fn highest(&self, kind: usize) -> u32 {
        self.0[kind]
    }

    /// Raises the ids to those of a list, by the number of the kind.
    pub(in crate::document) fn raise_to(&mut self, list: &[u32]) {
        self.0.iter_mut().zip(list).for_each(|(given, id)| *given = (*given).max(*id));
    }

    /// Raises the ids to those of a stranger's list, but for those that would leave few ids to be given.
    pub(in crate::document) fn raise_to_plausible(&mut self, list: &[u32]) {
        let plausible: Vec<u32> =
            list.iter().zip(KINDS).map(|(id, kind)| if *id <= kind.last / 2 { *id } else { 0 }).collect();
        self.raise_to(&plausible);
    }

    /// Returns the highest ids, by the number of the kind.
    pub(in crate::document) fn list(&self) -> Vec<u32> {
        self.0.to_vec()
    }

    /// Raises the ids to those of a committed state.
    pub(in crate::document) fn raise(&mut self, memory: &Memory) {
        for (given, kind) in self.0.iter_mut().zip(KINDS) {
            *given = (*given).max(kind.next(memory).saturating_sub(1));
        }
    }
}

impl<D: Door> Drawing<D> {
    /// Takes an id that no record of the kind has, nor had before it was undone.
    pub(super) fn give(&mut self, kind: &Kind) -> Result<u16> {
        let used = self.door.highest_id(kind.number);
        kind.give(&mut self.door, used)
    }

    /// Returns the id of a layer by its position. A layer keeps its id as long as it exists.
    pub fn layer_id(&self, layer: u32) -> Option<u16> {
        LAYER.id(self.memory(), layer)
    }

    /// Returns the position of the layer with an id.
    pub fn layer_at(&self, id: u16) -> Option<u32> {
        LAYER.index(self.memory(), id)
    }

    /// Returns the id of a frame by its position. A frame keeps its id as long as it exists.
    pub fn frame_id(&self, frame: u32) -> Option<u16> {
        FRAME.id(self.memory(), frame)
    }

    /// Returns the position of the frame with an id.
    pub fn frame_at(&self, id: u16) -> Option<u32> {
        FRAME.index(self.memory(), id)
    }

    /// Returns the ids of a cel's layer and frame, or zeros for what does not exist.
    pub(in crate::document) fn ids_of(&self, cel: Cel) -> [u16; 2] {
        [self.layer_id(cel.layer), self.frame_id(cel.frame)].map(Option::unwrap_or_default)
    }

    /// Returns the cel with the ids of a layer and a frame.
    pub(in crate::document) fn cel_at(&self, layer: u16, frame: u16) -> Option<Cel> {
        Some(Cel { layer: self.layer_at(layer)?, frame: self.frame_at(frame)? })
    }
}
