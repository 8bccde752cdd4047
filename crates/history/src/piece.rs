//! Pieces of a commit's payload: hot, cold, or packed.
//!
//! A piece is made hot, which costs no more than copying what was touched. What was
//! done an hour ago is seldom undone, so in quiet moments it becomes cold: its deltas
//! are sorted, joined and encoded as runs, and the runs packed with LZ4 where that
//! pays. It is unpacked into a buffer of zeros of exactly the length it had before,
//! which is never above [`LONGEST`]. (A decoder that writes into a used buffer can be
//! made to give that buffer's old bytes away: RUSTSEC-2026-0041.)
//!
//! The invariant: the exchange that a piece stands for is the same in every form.

use crate::Region;
use crate::cells::GROUP;
use crate::delta::{Delta, Exchange};
use crate::deltas::Deltas;
use crate::encode::{Encoder, bound};
use crate::error::{Error, Result, refused, require};
use crate::hot::PIECE;
use crate::hot::{self, LEAD};
use crate::pause;
use crate::ranges::Ahead;
use crate::slabs::{Run, Slabs};
use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};
use std::mem::size_of;
use std::ops::Range;

/// The longest unpacked piece: [`PIECE`], the last group's deltas, and the first piece's header.
pub(crate) const LONGEST: usize = PIECE + hot::LONGEST + 1024;

/// Smallest payload that LZ4 is tried on, in bytes: a smaller one never becomes shorter.
const SMALL: usize = 40;

/// The most bytes of LZ4's hash table and of small allocations.
const TABLE: usize = 10 << 10;

/// Form of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Form {
    /// Deltas as they were captured.
    #[default]
    Hot,
    /// Runs by ascending address.
    Cold,
    /// Runs, packed.
    Packed,
    /// Not in memory.
    Away,
}

/// A part of a commit's payload that decodes by itself.
#[derive(Debug)]
pub struct Piece {
    pub bytes: Bytes,
    /// Length of the payload before it was packed; 0 if it is not packed.
    pub raw: u32,
    pub form: Form,
}

/// Where the bytes of a piece lie.
#[derive(Debug)]
pub enum Bytes {
    /// In an allocation of their own.
    Own(Box<[u8]>),
    /// In a slab, which a hot piece may.
    Slab(Run),
}

/// Copies bytes into an allocation of exactly their length.
fn exact(bytes: &[u8]) -> Result<Box<[u8]>> {
    joined(&[], bytes)
}

/// Copies two runs of bytes into one of exactly that size.
fn joined(one: &[u8], other: &[u8]) -> Result<Box<[u8]>> {
    let (mut copy, length) = (Vec::new(), one.len() + other.len());
    copy.try_reserve_exact(length).map_err(refused(length))?;
    copy.extend_from_slice(one);
    copy.extend_from_slice(other);
    Ok(copy.into_boxed_slice())
}

/// Where a delta begins and ends.
type Place = (u64, u64);

/// Number of bytes of a place.
pub(crate) const PLACE: usize = size_of::<Place>();

impl Piece {
    /// Creates a piece from a copy of its bytes.
    pub fn new(bytes: &[u8], form: Form) -> Result<Piece> {
        Ok(Piece { bytes: Bytes::Own(exact(bytes)?), raw: 0, form })
    }

    /// Creates a hot piece whose bytes lie in a slab.
    #[inline]
    pub(crate) fn near(run: Run) -> Piece {
        Piece { bytes: Bytes::Slab(run), raw: 0, form: Form::Hot }
    }

    /// Returns the place of its bytes if they lie in a slab.
    #[inline]
    pub(crate) fn run(&self) -> Option<Run> {
        if let Bytes::Slab(run) = self.bytes { Some(run) } else { None }
    }

    /// Returns the lead and the payload.
    #[inline]
    fn all<'a>(&'a self, slabs: &'a Slabs) -> &'a [u8] {
        match &self.bytes {
            Bytes::Own(bytes) => bytes,
            Bytes::Slab(run) => slabs.get(*run),
        }
    }

    /// Returns a copy of the piece whose lead of `old` bytes is replaced with `new`.
    pub fn with_lead(&self, slabs: &Slabs, old: usize, new: &[u8]) -> Result<Piece> {
        let payload = self.payload(slabs, old);
        let mut bytes = Vec::new();
        let len = new.len() + payload.len();
        bytes.try_reserve_exact(len).map_err(refused(len))?;
        bytes.extend_from_slice(new);
        bytes.extend_from_slice(payload);
        Ok(Piece { bytes: Bytes::Own(bytes.into_boxed_slice()), raw: self.raw, form: self.form })
    }

    /// Creates a piece from bytes that were stored; `raw` is the length of its payload before packing.
    ///
    /// # Errors
    /// [`Error::Damaged`] if no piece has such a form.
    pub(crate) fn restored(lead: &[u8], payload: &[u8], form: u8, raw: u64) -> Result<Piece> {
        let form = match form {
            0 => Form::Hot,
            1 => Form::Cold,
            2 => Form::Packed,
            _ => return Err(crate::error::damaged("a step has an unknown form")),
        };
        let longest = LONGEST as u64;
        if raw > longest || (raw > 0) != (form == Form::Packed) {
            return Err(crate::error::damaged("a step has a wrong length"));
        }
        Ok(Piece { bytes: Bytes::Own(joined(lead, payload)?), raw: raw as u32, form })
    }

    /// Returns a piece that has only the lead of this one.
    pub(crate) fn put_away(&self, slabs: &Slabs, lead: usize) -> Result<Piece> {
        Piece::new(self.lead(slabs, lead), Form::Away)
    }

    /// Returns the number of its bytes.
    #[inline]
    pub fn stored(&self) -> usize {
        match &self.bytes {
            Bytes::Own(bytes) => bytes.len(),
            Bytes::Slab(run) => run.len(),
        }
    }

    pub(crate) fn form(&self) -> Form {
        self.form
    }

    /// Returns the number of bytes that unpacking takes, 0 if it is not packed.
    pub(crate) fn opening(&self) -> usize {
        self.raw as usize
    }

    /// Returns the lead in front of the payload, which is never packed.
    pub fn lead<'a>(&'a self, slabs: &'a Slabs, lead: usize) -> &'a [u8] {
        &self.all(slabs)[..lead]
    }

    /// Returns the stored payload, packed or not: all after the first `lead` bytes.
    #[inline]
    pub(crate) fn payload<'a>(&'a self, slabs: &'a Slabs, lead: usize) -> &'a [u8] {
        &self.all(slabs)[lead..]
    }

    /// Returns the number of temporary bytes that cooling and packing take.
    pub(crate) fn packing(&self) -> usize {
        let len = self.stored();
        // The list of deltas, the encoded runs, the bytes kept, LZ4's output, and its table.
        len / LEAD * 2 * size_of::<(u64, u32)>() + 3 * len + get_maximum_output_size(len) + TABLE
    }

    /// Sorts a hot piece's deltas and encodes them as runs; the lead is kept.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; the piece is unchanged then.
    pub fn cool(&mut self, slabs: &Slabs, lead: usize) -> Result<()> {
        if self.form != Form::Hot {
            return Ok(());
        }
        let payload = self.payload(slabs, lead);
        let (mut order, mut left) = (Vec::new(), payload.len());
        let mut deltas = Deltas::hot(payload);
        while let Some(delta) = deltas.next() {
            if order.len() == order.capacity() {
                let more = order.capacity().max(64);
                order.try_reserve_exact(more).map_err(refused(more))?;
            }
            order.push((delta.start, (payload.len() - left) as u32));
            left = deltas.left();
        }
        // A hand moves up and down: its deltas form a few sorted runs, and often one.
        if !order.is_sorted() {
            order.sort_unstable();
        }
        let most = bound(0) * order.len() + payload.len() + lead;
        let (mut bytes, mut joined) = (Vec::new(), Vec::new());
        bytes.try_reserve_exact(most).map_err(refused(most))?;
        joined.try_reserve_exact(payload.len()).map_err(refused(payload.len()))?;
        bytes.extend_from_slice(self.lead(slabs, lead));
        let mut encoder = Encoder::new(bytes);
        let mut start = 0;
        for (address, at) in order {
            let Some(delta) = Deltas::hot(&payload[at as usize..]).next() else { continue };
            let spelled = matches!(delta.exchange, Exchange::Spelled(_));
            if !joined.is_empty() && (address != start + joined.len() as u64 || !spelled) {
                encoder.block(start, &joined);
                joined.clear();
            }
            if joined.is_empty() {
                start = address;
            }
            match delta.exchange {
                Exchange::Spelled(bytes) => joined.extend_from_slice(bytes),
                // The encoder itself joins neighbours that repeat one word.
                Exchange::Repeated(_) => delta.spell(&mut |start, bytes| encoder.block(start, bytes)),
            }
        }
        encoder.block(start, &joined);
        *self = Piece::new(&encoder.finish(), Form::Cold)?;
        Ok(())
    }

    /// Packs a cold piece if that saves at least an eighth. Returns `true` if it did.
    pub fn pack(&mut self, lead: usize) -> bool {
        self.pack_if(lead, |_, _| true)
    }

    /// Packs a cold piece like [`pack`](Piece::pack), if `worth` returns `true` for the number of bytes that
    /// packing saves and the number that unpacking takes.
    pub(crate) fn pack_if(&mut self, lead: usize, worth: impl FnOnce(usize, usize) -> bool) -> bool {
        let Bytes::Own(bytes) = &self.bytes else { return false };
        let payload = &bytes[lead..];
        if self.form != Form::Cold || payload.len() < SMALL || payload.len() > LONGEST {
            return false;
        }
        let mut packed = Vec::new();
        if packed.try_reserve_exact(lead + get_maximum_output_size(payload.len())).is_err() {
            return false;
        }
        packed.extend_from_slice(&bytes[..lead]);
        packed.resize(lead + get_maximum_output_size(payload.len()), 0);
        let Ok(len) = compress_into(payload, &mut packed[lead..]) else { return false };
        if len >= payload.len() - payload.len() / 8 || !worth(payload.len() - len, payload.len()) {
            return false;
        }
        let Ok(bytes) = exact(&packed[..lead + len]) else { return false };
        *self = Piece { raw: payload.len() as u32, bytes: Bytes::Own(bytes), form: Form::Packed };
        true
    }

    /// Returns the unpacked payload: borrowed, or unpacked into `fresh`, which is cleared first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or [`Error::Damaged`] for a broken piece.
    pub fn open<'a>(&'a self, slabs: &'a Slabs, lead: usize, fresh: &'a mut Vec<u8>) -> Result<&'a [u8]> {
        match self.form {
            Form::Hot | Form::Cold => return Ok(self.payload(slabs, lead)),
            Form::Away => return Err(Error::Away { commit: 0 }),
            Form::Packed => {}
        }
        let raw = self.raw as usize;
        // A broken piece must not be able to copy the buffer's old bytes.
        fresh.clear();
        if raw > LONGEST {
            return Err(Error::OutOfMemory { what: "history", bytes: raw as u64, limit: LONGEST as u64 });
        }
        fresh.try_reserve_exact(raw).map_err(refused(raw))?;
        fresh.resize(raw, 0);
        match decompress_into(self.payload(slabs, lead), fresh) {
            Ok(len) if len == raw => Ok(fresh),
            _ => Err(Error::Damaged { why: "a packed step is broken" }),
        }
    }

    /// Visits the deltas.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or [`Error::Damaged`] for a broken piece.
    #[inline]
    pub fn visit(
        &self,
        slabs: &Slabs,
        lead: usize,
        fresh: &mut Vec<u8>,
        visit: &mut dyn FnMut(Delta<'_>),
    ) -> Result<()> {
        let hot = self.form == Form::Hot;
        pause::only(self.stored().max(self.raw as usize));
        let mut deltas = Deltas::decode(self.open(slabs, lead, fresh)?, hot);
        deltas.by_ref().for_each(visit);
        deltas.finish()
    }

    /// Visits the bytes of the deltas in some ranges of addresses, which ascend and are apart. Of what lies outside of them, no byte is
    /// looked at.
    ///
    /// # Errors
    /// As [`visit`](Piece::visit).
    pub(crate) fn visit_in(
        &self,
        slabs: &Slabs,
        lead: usize,
        fresh: &mut Vec<u8>,
        ranges: &[Range<u64>],
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<()> {
        let hot = self.form == Form::Hot;
        pause::only(self.stored().max(self.raw as usize));
        let mut deltas = Deltas::decode(self.open(slabs, lead, fresh)?, hot);
        let mut ahead = Ahead::of(ranges);
        if hot {
            deltas.by_ref().for_each(|delta| ahead.visit(&delta, visit));
        } else {
            while let Some(delta) = deltas.next_cold() {
                ahead.visit(&delta, visit);
            }
        }
        deltas.finish()
    }

    /// Visits regions that cover the deltas: those in a row that lie in the same `grain` bytes, a power of two, are covered by one
    /// region.
    ///
    /// # Errors
    /// As [`visit`](Piece::visit).
    pub(crate) fn visit_regions(
        &self,
        slabs: &Slabs,
        lead: usize,
        fresh: &mut Vec<u8>,
        grain: u64,
        visit: &mut dyn FnMut(Region),
    ) -> Result<()> {
        if self.form == Form::Hot {
            pause::only(self.stored());
            if hot::visit_regions(self.payload(slabs, lead), grain, visit) {
                return Ok(());
            }
        }
        let (mut start, mut end) = (0, 0u64);
        let visited = self.visit(slabs, lead, fresh, &mut |delta| {
            let joins = end > start && (start ^ delta.end().saturating_sub(1)) & !(grain - 1) == 0;
            if !joins {
                if end > start {
                    visit(Region::new(start, (end - start) as usize));
                }
                start = delta.start;
            }
            end = delta.end();
        });
        if end > start {
            visit(Region::new(start, (end - start) as usize));
        }
        visited
    }

    /// Checks the invariant of the piece's form; see [`crate::delta`].
    pub fn validate(&self, slabs: &Slabs, lead: usize) -> std::result::Result<(), String> {
        let mut fresh = Vec::new();
        let payload = self.open(slabs, lead, &mut fresh).map_err(|error| error.to_string())?;
        let (mut end, mut places) = (0, Vec::<Place>::new());
        let count = if self.form == Form::Hot { Deltas::hot(payload).count() } else { 0 };
        places.try_reserve_exact(count).map_err(|error| error.to_string())?;
        let mut deltas = Deltas::decode(payload, self.form == Form::Hot);
        for delta in deltas.by_ref() {
            require(delta.len > 0, "a delta is not empty")?;
            require(self.form == Form::Hot || delta.start >= end, "cold deltas are sorted and apart")?;
            let changes = match (delta.exchange, self.form) {
                (Exchange::Repeated(word), _) => word != [0; 4],
                (Exchange::Spelled(bytes), Form::Hot) => bytes.iter().any(|byte| *byte != 0),
                (Exchange::Spelled(bytes), _) => bytes[0] != 0 && bytes[bytes.len() - 1] != 0,
            };
            require(changes, "a delta changes something, and a cold one at both its ends")?;
            end = delta.start.saturating_add(delta.len);
            if self.form == Form::Hot {
                let group = |at: u64| at / GROUP as u64;
                require(group(delta.start) == group(end.saturating_sub(1)), "a hot delta lies in one group")?;
                places.push((delta.start, end));
            }
        }
        // Cooling sorts them, and can't tell those that overlap.
        places.sort_unstable();
        require(places.is_sorted_by(|one, other| one.1 <= other.0), "hot deltas are apart")?;
        deltas.finish().map_err(|error| error.to_string())
    }
}
