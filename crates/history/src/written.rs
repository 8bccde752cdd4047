//! A commit as it is written, before memory has room for it.
//!
//! Problem: a step that comes from a disk may be as large as all memory that a history has left. To look at it, one would
//! read all of it, and then learn that it has no room. Idea: its pieces are read one after the other, each for as long
//! as it is looked at. So bytes are checked, and added to a long way, that never lie in memory as a whole; and what
//! they will take there is known before.
//!
//! The invariant: reading takes one piece at a time, and its unpacked bytes: [`longest`](Written::longest).

use crate::Arena;
use crate::delta::Delta;
use crate::deltas::Deltas;
use crate::error::{Result, damaged};
use crate::fingerprint::Sum;
use crate::node::Node;
use crate::pause;
use crate::piece::{Form, LONGEST, PLACE, Piece};
use crate::slabs::NO_SLABS;
use crate::stored::{FARTHEST, Head, INSIDE, MERGED, SUMMED, form, take_head};
use crate::varint::{take_bytes, take_number};
use std::cell::Cell;
use std::mem::size_of;

/// The most bytes of a piece that is not packed, with room to spare.
const LONG: u64 = 2 * LONGEST as u64;

/// A commit that is written, checked as far as its lengths go.
#[derive(Debug)]
pub(crate) struct Written<'a> {
    head: Head<'a>,
    merged: bool,
    sum: Option<u64>,
    /// Number of pieces, 0 if the payload lies elsewhere.
    count: u64,
    /// The pieces, and whatever follows them.
    pieces: &'a [u8],
    payload: usize,
    opening: usize,
    longest: usize,
}

/// A piece that is written.
struct Part<'a> {
    form: u8,
    raw: u64,
    payload: &'a [u8],
}

impl<'a> Part<'a> {
    /// Parses a piece from the front, which has `least` bytes at least.
    fn parse(bytes: &mut &'a [u8], least: u64) -> Result<Part<'a>> {
        let (form, raw, len) = (take_bytes(bytes, 1)?[0], take_number(bytes)?, take_number(bytes)?);
        if !(least..=LONG).contains(&len) || raw > LONGEST as u64 {
            return Err(damaged("a step has a wrong length"));
        }
        Ok(Part { form, raw, payload: take_bytes(bytes, len)? })
    }

    /// Returns the most bytes that looking at the piece takes: its copy, what it is unpacked to, and the list of places
    /// that tells whether hot deltas are apart.
    fn room(&self) -> usize {
        let places = if self.form == form(Form::Hot) { Deltas::hot(self.payload).count() } else { 0 };
        self.payload.len() + self.raw as usize + places * PLACE
    }

    /// Reads the piece, with a lead in front of its payload.
    fn piece(&self, lead: &[u8]) -> Result<Piece> {
        Piece::restored(lead, self.payload, self.form, self.raw)
    }
}

impl<'a> Written<'a> {
    /// Parses a commit from the front that [`store`](Node::store) has written.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged).
    pub(crate) fn parse(bytes: &mut &'a [u8]) -> Result<Written<'a>> {
        let head = take_head(bytes)?;
        let flags = take_bytes(bytes, 1)?[0];
        if flags > (MERGED | INSIDE | SUMMED) {
            return Err(damaged("a step's header is broken"));
        }
        let sum = if flags & SUMMED == 0 {
            None
        } else {
            Some(take_bytes(bytes, 8)?.iter().rfold(0, |sum, byte| sum << 8 | u64::from(*byte)))
        };
        let inside = flags & INSIDE != 0;
        let count = if inside { take_number(bytes)? } else { 0 };
        // A list of pieces takes a few times the bytes that they were written in, and not many times.
        if count > 100 && count > (bytes.len() / 10) as u64 {
            return Err(damaged("a step is in too many pieces"));
        }
        match (inside, sum) {
            (true, _) if count == 0 => return Err(damaged("a step is empty")),
            (false, None) => return Err(damaged("a step has no fingerprint")),
            _ => {}
        }
        let pieces = *bytes;
        let (mut payload, mut opening, mut longest) = (0, 0, 0);
        for _ in 0..count {
            // A pin of a state of zeros is one piece without bytes.
            let part = Part::parse(bytes, u64::from(count > 1))?;
            let (stored, raw) = (part.payload.len(), part.raw as usize);
            (payload, opening, longest) = (payload + stored, opening.max(raw), longest.max(part.room()));
        }
        let merged = flags & MERGED != 0;
        Ok(Written { head, merged, sum, count, pieces, payload, opening, longest })
    }

    /// Returns `true` if the payload is not there.
    pub(crate) fn is_away(&self) -> bool {
        self.count == 0
    }

    /// Returns the number of bytes that the commit takes once it is [read](Written::node).
    pub(crate) fn bytes_once_read(&self) -> usize {
        let list = self.count.saturating_sub(1) as usize * size_of::<Piece>();
        Node::SIZE + list + self.head.lead.len() + self.payload
    }

    /// Returns the number of bytes that unpacking the longest packed piece takes.
    pub(crate) fn opening(&self) -> usize {
        self.opening
    }

    /// Returns the most bytes that looking at a piece takes.
    pub(crate) fn longest(&self) -> usize {
        self.longest
    }

    fn parts(&self) -> impl Iterator<Item = Result<Part<'a>>> + use<'a> {
        let mut rest = self.pieces;
        (0..self.count).map(move |_| Part::parse(&mut rest, 0))
    }

    /// Visits the deltas piece by piece, unpacking them into `fresh`.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) for a piece that is broken, and
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory); the deltas before that have been visited then.
    pub(crate) fn visit(&self, fresh: &mut Vec<u8>, visit: &mut dyn FnMut(Delta<'_>)) -> Result<()> {
        self.parts().try_for_each(|part| {
            let part = part?;
            pause::only(part.payload.len());
            part.piece(&[])?.visit(&NO_SLABS, 0, fresh, visit)
        })
    }

    /// Checks that the deltas are whole and lie in an arena.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged), and as [`visit`](Written::visit).
    pub(crate) fn fits<A: Arena>(&self, arena: &A) -> Result<()> {
        let mut inside = true;
        for part in self.parts() {
            let part = part?;
            pause::only(part.payload.len());
            let piece = part.piece(&[])?;
            let broken = |_| damaged("a step's bytes are not as they are written");
            piece.validate(&NO_SLABS, 0).map_err(broken)?;
            piece.visit(&NO_SLABS, 0, &mut Vec::new(), &mut |delta| {
                let end = delta.start.checked_add(delta.len);
                inside &= delta.len > 0 && delta.len < FARTHEST && end.is_some_and(|end| end <= arena.size());
            })?;
        }
        if inside { Ok(()) } else { Err(damaged("a step lies outside of the drawing")) }
    }

    /// Returns the fingerprint of the exchange, whatever the commit says of itself.
    ///
    /// # Errors
    /// As [`visit`](Written::visit).
    pub(crate) fn sum(&self) -> Result<u64> {
        let mut sum = Sum::new();
        self.visit(&mut Vec::new(), &mut |delta| {
            // What was packed is far longer than its payload.
            delta.spell(&mut |start, bytes| {
                pause::only(bytes.len());
                sum.add_run(start, bytes);
            });
        })?;
        Ok(sum.finish())
    }

    /// Reads the commit.
    ///
    /// # Errors
    /// As [`visit`](Written::visit).
    pub(crate) fn node(&self) -> Result<Box<Node>> {
        let Head { deltas, least, lead } = self.head;
        let (mut first, mut more) = (None, Vec::new());
        let list = self.count.saturating_sub(1) as usize;
        more.try_reserve_exact(list).map_err(crate::error::refused(list * size_of::<Piece>()))?;
        for part in self.parts() {
            let part = part?;
            pause::only(part.payload.len());
            match first {
                None => first = Some(part.piece(lead)?),
                Some(_) => more.push(part.piece(&[])?),
            }
        }
        let first = first.map_or_else(|| Piece::new(lead, Form::Away), Ok)?;
        let sum = Cell::new(self.sum);
        Ok(Box::new(Node {
            sum,
            merged: self.merged,
            ..Node::unlinked(lead.len(), first, more, deltas, least)
        }))
    }
}

impl Node {
    /// Reads a commit that [`store`](Node::store) has written.
    ///
    /// # Errors
    /// As [`Written::parse`] and [`Written::node`].
    pub(crate) fn restore(bytes: &mut &[u8]) -> Result<Box<Node>> {
        Written::parse(bytes)?.node()
    }
}
