//! A whole history as one run of bytes: for a file, or for the next start of the program.
//!
//! Problem: who closes a program loses its undo, unless the history goes into the file with the document. Idea: the arena's present bytes,
//! the tree of steps, each step and each pin are written one after another, in the form in which a journal stores them one by one. What is
//! read is not believed: each step must have the bytes that its fingerprint says, and the arena those of its state.
//!
//! The invariant: what was saved is loaded as the same tree at the same place, with the same pins and the same saved mark.
//!
//! ```
//! use undoodle_history::{Header, History, Limits, Region};
//! let mut history = History::new(vec![0u8; 16]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1))?[0] = 7;
//! history.commit(Header::new("Set"))?;
//! let bytes = history.save()?;
//!
//! let mut again = History::load(Vec::new(), &bytes, Limits::default())?;
//! assert_eq!((again.arena()[0], again.position()), (7, 1));
//! again.undo()?;
//! assert_eq!(again.arena()[0], 0);
//! # Ok::<(), undoodle_history::Error>(())
//! ```

use crate::error::{Error, Result, damaged};
use crate::memory::Region;
use crate::varint::{put_number, take_bytes, take_number};
use crate::{Arena, CommitId, History, Limits, Place};
use std::collections::BTreeMap;

/// What the bytes begin with; the last is the version.
const MAGIC: &[u8; 8] = b"undohis\x01";

/// Appends a run of bytes with its length in front.
fn put_run(out: &mut Vec<u8>, bytes: &[u8]) {
    put_number(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

/// Takes a run of bytes with its length in front.
fn take_run<'a>(bytes: &mut &'a [u8]) -> Result<&'a [u8]> {
    let len = take_number(bytes)?;
    take_bytes(bytes, len)
}

impl<A: Arena> History<A> {
    /// Writes the arena and all of its history as one run of bytes.
    ///
    /// # Errors
    /// [`Error::Busy`] while an action is open, [`Error::Away`] if a step's bytes lie on a disk only.
    pub fn save(&self) -> Result<Vec<u8>> {
        if let Some(open) = self.open() {
            return Err(Error::Busy { open, asked: open });
        }
        let mut out = MAGIC.to_vec();
        put_number(&mut out, self.arena.size());
        put_number(&mut out, self.arena.present().count() as u64);
        for region in self.arena.present() {
            put_number(&mut out, region.start);
            put_number(&mut out, region.len as u64);
            let mut at = region.start;
            while at < region.end() {
                let end = (at - at % A::BLOCK as u64 + A::BLOCK as u64).min(region.end());
                let part = Region::new(at, (end - at) as usize);
                out.extend_from_slice(
                    self.arena.get(part).ok_or(Error::Diverged { expected: end, found: at })?,
                );
                at = end;
            }
        }
        out.extend_from_slice(&self.fingerprint()?.to_le_bytes());
        let mut part = Vec::new();
        self.store_tree(&mut part)?;
        put_run(&mut out, &part);
        put_number(&mut out, self.commits().count() as u64);
        for commit in self.commits() {
            let CommitId(id) = commit.id();
            if commit.place() == Place::Disk {
                return Err(Error::Away { commit: id });
            }
            part.clear();
            self.store_step(commit.id(), &mut part);
            put_number(&mut out, id);
            put_run(&mut out, &part);
        }
        put_number(&mut out, self.pins().count() as u64);
        for (CommitId(id), _) in self.pins() {
            part.clear();
            self.store_pin(CommitId(id), &mut part);
            put_number(&mut out, id);
            put_run(&mut out, &part);
        }
        Ok(out)
    }

    /// Reads what [`save`](History::save) has written into an arena that is empty, or all zeros. Steps that the limits have no room for are
    /// dropped, oldest first.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the bytes are not those of a history or not of this arena, [`Error::Region`] if the arena can't
    /// grow to its size, and [`Error::OutOfMemory`].
    pub fn load(mut arena: A, bytes: &[u8], limits: Limits) -> Result<History<A>> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or_else(|| damaged("they don't begin as one"))?;
        let bytes = &mut rest;
        let size = take_number(bytes)?;
        // An arena whose bytes are all present has each of them here: what a stranger claims beyond is not allocated.
        if A::GRAIN == 0 && size > bytes.len() as u64 {
            return Err(damaged("it is cut off"));
        }
        arena.grow(size)?;
        for _ in 0..take_number(bytes)? {
            let (start, len) = (take_number(bytes)?, take_number(bytes)?);
            let mut from = take_bytes(bytes, len)?;
            let mut at = start;
            while !from.is_empty() {
                let block = (A::BLOCK as u64 - at % A::BLOCK as u64).min(from.len() as u64);
                let (part, more) = from.split_at(block as usize);
                let region = Region::new(at, part.len());
                arena.provide(region)?;
                let place =
                    arena.get_mut(region).ok_or_else(|| damaged("a region lies outside of the arena"))?;
                place.copy_from_slice(part);
                (at, from) = (at.saturating_add(block), more);
            }
        }
        let state = take_bytes(bytes, 8)?.iter().rfold(0, |state, byte| state << 8 | u64::from(*byte));
        let tree = take_run(bytes)?;
        let steps = take_list(bytes)?;
        let pins = take_list(bytes)?;
        if !bytes.is_empty() {
            return Err(damaged("they are too long"));
        }
        let mut history = History::restore(arena, tree, |CommitId(id)| pins.get(&id).copied())?;
        if history.fingerprint()? != state {
            return Err(damaged("the arena has other bytes than its history says"));
        }
        for (id, step) in steps {
            history.supply(CommitId(id), step)?;
        }
        // No store has them.
        if history.commits().any(|commit| commit.place() == Place::Disk) {
            return Err(damaged("a step has no bytes"));
        }
        history.disown();
        history.set_limits(limits)?;
        Ok(history)
    }
}

/// Takes a list of runs by number.
fn take_list<'a>(bytes: &mut &'a [u8]) -> Result<BTreeMap<u64, &'a [u8]>> {
    let mut list = BTreeMap::new();
    for _ in 0..take_number(bytes)? {
        let id = take_number(bytes)?;
        list.insert(id, take_run(bytes)?);
    }
    Ok(list)
}
