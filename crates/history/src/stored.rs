//! A commit as bytes that outlive the program.
//!
//! A commit's payload is kept in the form it has in memory, so storing it is a copy: nothing
//! is sorted or packed for it. In front of it stands what the commit says of itself, which can be read
//! without the payload. How such bytes are looked at before memory has room for them tells [`crate::written`].
//!
//! The invariant: what is written is read as the same commit, without its links.

use crate::Header;
use crate::error::{Result, damaged};
use crate::hot::PIECE;
use crate::node::Node;
use crate::pause;
use crate::piece::Form;
use crate::slabs::{NO_SLABS, Slabs};
use crate::varint::{Sink, put_number, take_bytes, take_number};

/// One more than the bytes that one delta may change: a plane's pixels of the largest canvas, whose number a
/// length in memory need not hold.
pub(crate) const FARTHEST: u64 = 1 << 32;

/// Whether a commit is written with its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Payload {
    Inside,
    Elsewhere,
}

/// Returns the number that a form is written as.
pub(crate) fn form(form: Form) -> u8 {
    match form {
        Form::Hot => 0,
        Form::Cold => 1,
        Form::Packed => 2,
        Form::Away => u8::MAX,
    }
}

pub(crate) const MERGED: u8 = 1;
pub(crate) const INSIDE: u8 = 2;
pub(crate) const SUMMED: u8 = 4;

/// What a commit says of itself in front of its payload.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head<'a> {
    pub(crate) deltas: u32,
    pub(crate) least: u64,
    /// The header.
    pub(crate) lead: &'a [u8],
}

/// Reads what [`Node::store_head`] has written.
///
/// # Errors
/// [`Error::Damaged`](crate::Error::Damaged).
pub(crate) fn take_head<'a>(bytes: &mut &'a [u8]) -> Result<Head<'a>> {
    let (deltas, least, lead) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
    let lead = take_bytes(bytes, lead)?;
    let known = Header::decode(lead).is_some() && lead.len() < PIECE;
    let deltas = u32::try_from(deltas).ok().filter(|deltas| known && *deltas > 0);
    Ok(Head { deltas: deltas.ok_or_else(|| damaged("a step's header is broken"))?, least, lead })
}

impl Node {
    /// Writes what stands in front of the payload.
    pub(crate) fn store_head(&self, slabs: &Slabs, sink: &mut impl Sink) {
        for value in [self.deltas.into(), self.least, self.lead.into()] {
            put_number(sink, value);
        }
        sink.put_bytes(self.first.lead(slabs, self.lead as usize));
    }

    /// Writes the commit, without its links.
    pub(crate) fn store(&self, slabs: &Slabs, payload: Payload, sink: &mut impl Sink) {
        self.store_head(slabs, sink);
        let inside = payload == Payload::Inside && !self.is_away();
        let sum = self.sum.get();
        let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
        sink.put_bytes(&[flag(self.merged, MERGED) | flag(inside, INSIDE) | flag(sum.is_some(), SUMMED)]);
        sum.iter().for_each(|sum| sink.put_bytes(&sum.to_le_bytes()));
        if inside {
            put_number(sink, self.more.len() as u64 + 1);
            for (piece, lead) in self.pieces() {
                let payload = piece.payload(slabs, lead);
                sink.put_bytes(&[form(piece.form())]);
                put_number(sink, piece.opening() as u64);
                put_number(sink, payload.len() as u64);
                sink.put_bytes(payload);
                pause::only(payload.len());
            }
        }
    }

    /// Checks that the deltas ascend and don't overlap, as those of a pin do: going there sets what they say and
    /// clears what lies between them.
    pub(crate) fn ascends(&self) -> Result<()> {
        let (mut end, mut ascend) = (0, true);
        self.visit(&NO_SLABS, &mut Vec::new(), &mut |delta| {
            ascend &= delta.start >= end;
            end = delta.end();
        })?;
        if ascend { Ok(()) } else { Err(damaged("a pinned state is out of order")) }
    }
}
