//! Records: what happened, each sealed onto the one before.
//!
//! ```text
//! length u32 · kind u8 · version u8 · author u32 · session u32 · sequence u64
//!        · fingerprint before u64 · fingerprint after u64 · body · checksum u32
//! ```
//!
//! Numbers have their lowest byte first; the length is that of the body. The version's second highest
//! bit says that the fingerprint after the record is left out, and zero stands there: summing a big step takes
//! time, and a record is written while a person draws. A later record has it again. The checksum is the CRC-32
//! of the record, begun with the checksum of the record before. So a record is valid only where it
//! was written: a cut, a flipped bit, an exchanged or a missing record ends the valid prefix. The
//! version's highest bit says what a reader does that knows neither the version nor the kind: with it, the reader must
//! refuse the whole drawing; without it, the record changes nothing of the drawing and may be skipped.
//!
//! The frame of a record, which is all but its body, is the same in every version.
//!
//! The invariant: the fingerprint before a record is the one after the record before it, or left out with it.

use super::seal::checksum;

/// Version of the records.
const VERSION: u8 = 1;

/// Marks a record that can't be skipped.
const MUST_KNOW: u8 = 0x80;

/// Marks a record without the fingerprint of the state after it.
const UNSUMMED: u8 = 0x40;

/// Number of bytes in front of the body.
pub const LEAD: usize = 4 + 1 + 1 + 4 + 4 + 8 + 8 + 8;

/// Where a log stands: what the next record must go on from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chain {
    /// Sequence number of the next record.
    pub sequence: u64,
    /// Checksum of the last record.
    pub sum: u32,
    /// Fingerprint of the state, or `None` if the last record left it out.
    pub state: Option<u64>,
}

/// A record without what follows from its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record<'a> {
    /// Kind of the event, by the history's numbers.
    pub kind: u8,
    /// Version, with its marks.
    version: u8,
    pub(super) body: &'a [u8],
}

impl Record<'_> {
    /// Returns `true` if the record's version is the one that is written here.
    pub fn is_known(&self) -> bool {
        self.version & !(MUST_KNOW | UNSUMMED) == VERSION
    }

    /// Returns `true` if a reader that doesn't know the record has to refuse the drawing.
    pub fn must_be_known(&self) -> bool {
        self.version & MUST_KNOW != 0
    }
}

/// Takes so many bytes from the front.
fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (taken, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*taken)
}

impl Chain {
    /// Appends a record to `out` and goes on behind it. `body` appends the body and returns its kind.
    ///
    /// Returns `None`, with any bytes appended, if `body` does, or for a body of 4 GiB or more.
    pub fn append(
        &mut self,
        after: Option<u64>,
        out: &mut Vec<u8>,
        body: impl FnOnce(&mut Vec<u8>) -> Option<u8>,
    ) -> Option<()> {
        let from = out.len();
        // The length and the kind are known when the body is written. One author and one session: there is
        // nobody else yet.
        let version = VERSION | MUST_KNOW | if after.is_some() { 0 } else { UNSUMMED };
        out.extend_from_slice(&[0, 0, 0, 0, 0, version, 0, 0, 0, 0, 0, 0, 0, 0]);
        for number in [self.sequence, self.state.unwrap_or(0), after.unwrap_or(0)] {
            out.extend_from_slice(&number.to_le_bytes());
        }
        let kind = body(out)?;
        let length = u32::try_from(out.len() - from - LEAD).ok()?;
        out[from..from + 4].copy_from_slice(&length.to_le_bytes());
        out[from + 4] = kind;
        let sum = checksum(self.sum, &out[from..]);
        out.extend_from_slice(&sum.to_le_bytes());
        *self = Chain { sequence: self.sequence + 1, sum, state: after };
        Some(())
    }

    /// Takes the next record from the front of a log and goes on behind it, or returns `None`, leaving both
    /// as they are, if the log's valid prefix ends here. The record may be of [another version](Record::is_known).
    pub fn next<'a>(&mut self, log: &mut &'a [u8]) -> Option<Record<'a>> {
        let mut rest = *log;
        let length = u32::from_le_bytes(take(&mut rest)?) as usize;
        let [kind, version] = take(&mut rest)?;
        let [_, _] = [take::<4>(&mut rest)?, take::<4>(&mut rest)?];
        let mut number = || take(&mut rest).map(u64::from_le_bytes);
        let (sequence, before, after) = (number()?, number()?, number()?);
        let (body, mut rest) = rest.split_at_checked(length)?;
        let expected = u32::from_le_bytes(take(&mut rest)?);
        let valid = sequence == self.sequence && before == self.state.unwrap_or(0);
        let sum = checksum(self.sum, &log[..LEAD + length]);
        if !valid || sum != expected {
            return None;
        }
        let state = (version & UNSUMMED == 0).then_some(after);
        *self = Chain { sequence: sequence.wrapping_add(1), sum, state };
        *log = rest;
        Some(Record { kind, version, body })
    }
}
