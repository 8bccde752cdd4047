//! The head: where the history stood at the checkpoint, and what the store holds besides.
//!
//! It names its volumes and sheets, so that one that is missing is noticed, and it ends with a
//! checksum. Everything else follows from it: a store without a valid head holds no drawing.

use super::damage::unknown;
use super::record::Chain;
use super::{damaged, seal};
use crate::error::Result;
use crate::history::History;
use crate::memory::Memory;

/// First bytes of a head.
const MAGIC: [u8; 8] = *b"undoodle";

/// Version of the entries of a journal: a reader refuses those of a later one.
const VERSION: u32 = 1;

/// The most volumes and sheets that a head may name.
const MOST: usize = 1 << 22;

/// Where the history stood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The chain at the checkpoint, with a fingerprint.
    pub(super) chain: Chain,
    /// Highest ids that were given to layers, frames and the like.
    pub(super) given: Vec<u32>,
    /// Numbers of the volumes, ascending.
    pub(super) volumes: Vec<u64>,
    /// Numbers of the sheets, ascending.
    pub(super) sheets: Vec<u64>,
}

/// Takes a number of four bytes from the front.
fn take(bytes: &mut &[u8]) -> Result<u32> {
    let (number, rest) = bytes.split_first_chunk().ok_or_else(|| damaged("its head is cut off"))?;
    *bytes = rest;
    Ok(u32::from_le_bytes(*number))
}

fn take_long(bytes: &mut &[u8]) -> Result<u64> {
    Ok(u64::from(take(bytes)?) | u64::from(take(bytes)?) << 32)
}

/// Takes a list of ascending numbers.
fn take_list(bytes: &mut &[u8]) -> Result<Vec<u64>> {
    let count = take(bytes)? as usize;
    // Eight bytes each: a list that claims to be longer than the rest is not begun.
    if count > MOST || count > bytes.len() / 8 {
        return Err(damaged("its head has too long a list"));
    }
    let list: Vec<u64> = (0..count).map(|_| take_long(bytes)).collect::<Result<_>>()?;
    if list.is_sorted_by(|a, b| a < b) { Ok(list) } else { Err(damaged("its head has a list out of order")) }
}

impl Head {
    /// Writes the head and the history's tree.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a step can't be unpacked.
    pub(super) fn write(&self, history: &History<Memory>) -> Result<Vec<u8>> {
        let mut out = MAGIC.to_vec();
        let Chain { sequence, sum, state } = self.chain;
        out.extend_from_slice(&VERSION.to_le_bytes());
        out.extend_from_slice(&sequence.to_le_bytes());
        out.extend_from_slice(&sum.to_le_bytes());
        out.extend_from_slice(&state.unwrap_or(0).to_le_bytes());
        out.extend_from_slice(&(self.given.len() as u32).to_le_bytes());
        self.given.iter().for_each(|id| out.extend_from_slice(&id.to_le_bytes()));
        for list in [&self.volumes, &self.sheets] {
            out.extend_from_slice(&(list.len() as u32).to_le_bytes());
            list.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
        }
        history.store_tree(&mut out)?;
        seal::close(&mut out);
        Ok(out)
    }

    /// Reads a head, and returns it with the tree's bytes.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged), and [`Error::Invalid`](crate::Error::Invalid) for one of a later version.
    pub(super) fn read(bytes: &[u8]) -> Result<(Head, &[u8])> {
        let mut bytes = seal::open(bytes).ok_or_else(|| damaged("its head has a wrong checksum"))?;
        let bytes = &mut bytes;
        if !bytes.starts_with(&MAGIC) {
            return Err(damaged("it has another head"));
        }
        *bytes = &bytes[MAGIC.len()..];
        if take(bytes)? != VERSION {
            return Err(unknown());
        }
        let chain = Chain { sequence: take_long(bytes)?, sum: take(bytes)?, state: Some(take_long(bytes)?) };
        let count = (take(bytes)? as usize).min(64);
        let given = (0..count).map(|_| take(bytes)).collect::<Result<_>>()?;
        let (volumes, sheets) = (take_list(bytes)?, take_list(bytes)?);
        Ok((Head { chain, given, volumes, sheets }, bytes))
    }
}
