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

use super::budget::refused;
use super::delta::{Delta, Deltas, Exchange};
use super::encode::{Encoder, bound};
use super::hot::{self, LEAD};
use crate::error::{Error, Result};
use crate::memory::Arena;
use lz4_flex::block::{compress_into, decompress_into, get_maximum_output_size};
use std::mem::size_of;

/// Number of bytes from which a hot piece is ended.
pub(super) const PIECE: usize = 32 << 10;

/// The longest unpacked piece: [`PIECE`], the last group's deltas, and the first piece's header.
pub(super) const LONGEST: usize = PIECE + hot::LONGEST + 1024;

/// The fewest bytes that are packed: for fewer, packing can't pay for itself.
const SMALL: usize = 40;

/// The most bytes of LZ4's hash table and of small allocations.
const TABLE: usize = 10 << 10;

/// Form of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Form {
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
#[derive(Clone, Debug, Default)]
pub(super) struct Piece {
    bytes: Box<[u8]>,
    /// Length of the payload before it was packed; 0 if it is not packed.
    raw: u32,
    form: Form,
}

/// Copies bytes into an allocation of exactly their length.
fn exact(bytes: &[u8]) -> Result<Box<[u8]>> {
    let mut copy = Vec::new();
    copy.try_reserve_exact(bytes.len()).map_err(refused(bytes.len()))?;
    copy.extend_from_slice(bytes);
    Ok(copy.into_boxed_slice())
}

impl Piece {
    /// Creates a piece from a copy of its bytes.
    pub(super) fn new(bytes: &[u8], form: Form) -> Result<Piece> {
        Ok(Piece { bytes: exact(bytes)?, raw: 0, form })
    }

    /// Returns a copy of the piece whose lead of `old` bytes is replaced with `new`.
    pub(super) fn with_lead(&self, old: usize, new: &[u8]) -> Result<Piece> {
        let payload = self.payload(old);
        let mut bytes = Vec::new();
        let len = new.len() + payload.len();
        bytes.try_reserve_exact(len).map_err(refused(len))?;
        bytes.extend_from_slice(new);
        bytes.extend_from_slice(payload);
        Ok(Piece { bytes: bytes.into_boxed_slice(), ..*self })
    }

    /// Creates a piece from bytes that were stored; `raw` is the length of its payload before packing.
    ///
    /// # Errors
    /// [`Error::Damaged`] if no piece has such a form.
    pub(super) fn restored(bytes: &[u8], form: u8, raw: u64) -> Result<Piece> {
        let form = match form {
            0 => Form::Hot,
            1 => Form::Cold,
            2 => Form::Packed,
            _ => return Err(super::stored::damaged("a step has an unknown form")),
        };
        let longest = LONGEST as u64;
        if raw > longest || (raw > 0) != (form == Form::Packed) {
            return Err(super::stored::damaged("a step has a wrong length"));
        }
        Ok(Piece { bytes: exact(bytes)?, raw: raw as u32, form })
    }

    /// Returns a piece that has only the lead of this one.
    pub(super) fn put_away(&self, lead: usize) -> Result<Piece> {
        Piece::new(self.lead(lead), Form::Away)
    }

    /// Returns the number of bytes on the heap.
    pub(super) fn stored(&self) -> usize {
        self.bytes.len()
    }

    pub(super) fn form(&self) -> Form {
        self.form
    }

    /// Returns the number of bytes that unpacking takes, 0 if it is not packed.
    pub(super) fn opening(&self) -> usize {
        self.raw as usize
    }

    /// Returns the lead in front of the payload, which is never packed.
    pub(super) fn lead(&self, lead: usize) -> &[u8] {
        &self.bytes[..lead]
    }

    /// Returns the stored payload, packed or not: all after the first `lead` bytes.
    pub(super) fn payload(&self, lead: usize) -> &[u8] {
        &self.bytes[lead..]
    }

    /// Returns the number of temporary bytes that cooling and packing take.
    pub(super) fn packing(&self) -> usize {
        let len = self.bytes.len();
        // The list of deltas, the encoded runs, the bytes kept, LZ4's output, and its table.
        len / LEAD * 2 * size_of::<(u64, u32)>() + 3 * len + get_maximum_output_size(len) + TABLE
    }

    /// Sorts a hot piece's deltas and encodes them as runs; the lead is kept.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]; the piece is unchanged then.
    pub(super) fn cool(&mut self, lead: usize) -> Result<()> {
        if self.form != Form::Hot {
            return Ok(());
        }
        let payload = self.payload(lead);
        let (mut order, mut left) = (Vec::new(), payload.len());
        let mut deltas = Deltas::new(payload, true);
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
        bytes.extend_from_slice(self.lead(lead));
        let mut encoder = Encoder::new(bytes);
        let mut start = 0;
        for (address, at) in order {
            let Some(delta) = Deltas::new(&payload[at as usize..], true).next() else { continue };
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
    pub(super) fn pack(&mut self, lead: usize) -> bool {
        self.pack_if(lead, |_, _| true)
    }

    /// Packs a cold piece like [`pack`](Piece::pack), if `worth` returns `true` for the number of bytes that
    /// packing saves and the number that unpacking takes.
    pub(super) fn pack_if(&mut self, lead: usize, worth: impl FnOnce(usize, usize) -> bool) -> bool {
        let payload = &self.bytes[lead..];
        if self.form != Form::Cold || payload.len() < SMALL || payload.len() > LONGEST {
            return false;
        }
        let mut packed = Vec::new();
        if packed.try_reserve_exact(lead + get_maximum_output_size(payload.len())).is_err() {
            return false;
        }
        packed.extend_from_slice(&self.bytes[..lead]);
        packed.resize(lead + get_maximum_output_size(payload.len()), 0);
        let Ok(len) = compress_into(payload, &mut packed[lead..]) else { return false };
        if len >= payload.len() - payload.len() / 8 || !worth(payload.len() - len, payload.len()) {
            return false;
        }
        let Ok(bytes) = exact(&packed[..lead + len]) else { return false };
        *self = Piece { raw: payload.len() as u32, bytes, form: Form::Packed };
        true
    }

    /// Returns the unpacked payload: borrowed, or unpacked into `fresh`, which is cleared first.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or [`Error::File`] for a broken piece.
    pub(super) fn open<'a>(&'a self, lead: usize, fresh: &'a mut Vec<u8>) -> Result<&'a [u8]> {
        match self.form {
            Form::Hot | Form::Cold => return Ok(self.payload(lead)),
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
        match decompress_into(self.payload(lead), fresh) {
            Ok(len) if len == raw => Ok(fresh),
            _ => Err(Error::File { format: "lz4", why: "a packed step is broken".into() }),
        }
    }

    /// Visits the deltas.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`], or [`Error::File`] for a broken piece.
    #[inline]
    pub(super) fn visit(
        &self,
        lead: usize,
        fresh: &mut Vec<u8>,
        visit: &mut dyn FnMut(Delta<'_>),
    ) -> Result<()> {
        let hot = self.form == Form::Hot;
        let mut deltas = Deltas::new(self.open(lead, fresh)?, hot);
        deltas.by_ref().for_each(visit);
        deltas.finish()
    }

    /// Exchanges the two states of the deltas. Returns `false` if some do not lie in the arena.
    ///
    /// # Errors
    /// As [`visit`](Piece::visit).
    #[inline]
    pub(super) fn swap<A: Arena>(&self, lead: usize, fresh: &mut Vec<u8>, arena: &mut A) -> Result<bool> {
        if self.form == Form::Hot {
            return Ok(hot::swap(self.payload(lead), arena));
        }
        let mut complete = true;
        self.visit(lead, fresh, &mut |delta| complete &= delta.swap(arena))?;
        Ok(complete)
    }

    /// Checks the invariant of the piece's form; see [`super::delta`].
    pub(super) fn validate(&self, lead: usize) -> std::result::Result<(), String> {
        let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        let mut fresh = Vec::new();
        let payload = self.open(lead, &mut fresh).map_err(|error| error.to_string())?;
        let (mut end, mut places) = (0, Vec::new());
        let mut deltas = Deltas::new(payload, self.form == Form::Hot);
        for delta in deltas.by_ref() {
            check(delta.len > 0, "a delta is not empty")?;
            check(self.form == Form::Hot || delta.start >= end, "cold deltas are sorted and apart")?;
            let changes = match (delta.exchange, self.form) {
                (Exchange::Repeated(word), _) => word != [0; 4],
                (Exchange::Spelled(bytes), Form::Hot) => bytes.iter().any(|byte| *byte != 0),
                (Exchange::Spelled(bytes), _) => bytes[0] != 0 && bytes[bytes.len() - 1] != 0,
            };
            check(changes, "a delta changes something, and a cold one at both its ends")?;
            end = delta.start.saturating_add(delta.len);
            if self.form == Form::Hot {
                places.push((delta.start, end));
            }
        }
        // Cooling sorts them, and can't tell those that overlap.
        places.sort_unstable();
        check(places.is_sorted_by(|one, other| one.1 <= other.0), "hot deltas are apart")?;
        deltas.finish().map_err(|error| error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Encodes deltas as a hot payload.
    fn hot(deltas: &[(u64, &[u8])]) -> Vec<u8> {
        let delta = |(start, bytes): &(u64, &[u8])| {
            [&start.to_le_bytes(), &(bytes.len() as u16).to_le_bytes()[..], bytes].concat()
        };
        deltas.iter().flat_map(delta).collect()
    }

    fn spelled(piece: &Piece, lead: usize) -> Vec<(u64, u8)> {
        let mut found = Vec::new();
        let mut each = |delta: Delta<'_>| {
            delta.spell(&mut |start, bytes| found.extend((start..).zip(bytes.iter().copied())));
        };
        piece.visit(lead, &mut Vec::new(), &mut each).unwrap();
        found.retain(|(_, byte)| *byte != 0);
        found.sort_unstable();
        found
    }

    #[test]
    fn cooling_and_packing_keep_the_lead_and_the_exchange() {
        let pixels: Vec<u8> = (0..200).map(|i| (i % 5 + 1) as u8).collect();
        let deltas: &[(u64, &[u8])] =
            &[(4096, &pixels), (512, &[0, 7, 0, 0]), (508, &[1, 0, 0, 2]), (1 << 50, &[9; 64])];
        let mut piece = Piece::new(&[b"label".to_vec(), hot(deltas)].concat(), Form::Hot).unwrap();
        let expected = spelled(&piece, 5);
        piece.validate(5).unwrap();
        let before = piece.stored();
        piece.cool(5).unwrap();
        piece.validate(5).unwrap();
        assert_eq!((piece.lead(5), spelled(&piece, 5)), (&b"label"[..], expected.clone()));
        assert!(piece.stored() < before, "a repeated word is written once, and neighbours are one run");
        assert!(piece.pack(5));
        piece.validate(5).unwrap();
        assert_eq!((piece.lead(5), spelled(&piece, 5)), (&b"label"[..], expected));
        assert!(!piece.pack(5), "packing twice is packing once");
    }

    #[test]
    fn what_would_not_shrink_stays_as_it_is() {
        let mut state = 1u32;
        let noise = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as u8 | 1
        });
        let noise: Vec<u8> = noise.take(2000).collect();
        let mut piece = Piece::new(&hot(&[(0, &noise)]), Form::Hot).unwrap();
        piece.cool(0).unwrap();
        assert!(!piece.pack(0));
        assert_eq!(spelled(&piece, 0).len(), 2000);
    }

    #[test]
    fn a_crafted_piece_is_an_error_and_leaks_nothing() {
        let bytes: Vec<u8> = (0..500).map(|i| (i % 10) as u8 + 1).collect();
        let mut piece = Piece::new(&hot(&[(0, &bytes)]), Form::Hot).unwrap();
        piece.cool(0).unwrap();
        assert!(piece.pack(0));
        // A match that points before the output's first byte, and lengths that are not the right ones.
        let crafted = [0x1f, 0x41, 0xff, 0xff, 0xff, 0x10, 0x00];
        let crafted = Piece { bytes: crafted.into(), raw: 300, form: Form::Packed };
        let long = Piece { raw: u32::MAX, ..piece.clone() };
        let short = Piece { raw: 10, ..piece.clone() };
        for broken in [crafted, long, short] {
            let mut fresh = vec![0xaa; 600];
            assert!(broken.open(0, &mut fresh).is_err());
            assert!(fresh.iter().all(|byte| *byte != 0xaa), "the used buffer is not used again");
        }
        let cut = Piece::new(&hot(&[(0, &bytes)])[..300], Form::Hot).unwrap();
        assert!(cut.visit(0, &mut Vec::new(), &mut |_| ()).is_err(), "a cut payload is an error");
    }
}
