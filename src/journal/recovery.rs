//! Recovery: from a store's entries back to a drawing with its history.
//!
//! The checkpoint is read first: pages, tree, pins. Then the log is done again, record by
//! record, as long as it is valid: each must follow the one before, and lead to the state whose
//! fingerprint it bears, if it bears one. A record may go back across a step whose bytes lie in a volume. The
//! recovery then stops, says which volume it wants, and goes on when it was supplied.
//!
//! What is not valid is not believed. A store without a valid checkpoint is an error; one whose
//! log ends early leads to the state at its last valid record, and says so.

use super::head::Head;
use super::record::Chain;
use super::{Contents, EntryKey, EntryKind, Journal, Next, damaged, seal, sheet, volume};
use crate::document::{Document, HISTORY, MAX_BYTES};
use crate::error::{Error, Result};
use crate::history::{CommitId, History, MOVED};
use crate::memory::Memory;
use std::collections::BTreeMap;

/// How many times one volume may be asked for.
const PATIENCE: u32 = 3;

/// The reading half of a journal.
#[derive(Debug)]
pub struct Recovery {
    history: History<Memory>,
    given: Vec<u32>,
    chain: Chain,
    contents: Contents,
    log: Vec<u8>,
    /// What the drawing's file holds besides.
    other: Vec<u8>,
    /// Number of bytes of the log that were done.
    done: usize,
    /// Whether the log goes on behind what is valid.
    broken: bool,
    /// How often the volume was asked for that was asked for last.
    asked: (Option<EntryKey>, u32),
    /// Why a volume could not be read.
    refused: Option<Error>,
}

impl Recovery {
    /// Reads a checkpoint from all entries of a drawing but its volumes.
    ///
    /// # Errors
    /// [`Error::Damaged`] if there is no valid one, [`Error::Invalid`] for one of a later version, and
    /// [`Error::OutOfMemory`].
    pub fn new<'e>(entries: impl IntoIterator<Item = (EntryKey, &'e [u8])>) -> Result<Recovery> {
        let entries: BTreeMap<EntryKey, &[u8]> = entries.into_iter().collect();
        let head =
            entries.get(&EntryKey::new(EntryKind::Head, 0)).ok_or_else(|| damaged("its head is missing"))?;
        let (head, tree) = Head::read(head)?;
        let mut memory = Memory::new(MAX_BYTES);
        for area in &head.sheets {
            let missing = || damaged("a sheet is missing");
            sheet::read(
                *area,
                entries.get(&EntryKey::new(EntryKind::Sheet, *area)).ok_or_else(missing)?,
                &mut memory,
            )?;
        }
        let pin = |id: CommitId| {
            entries.get(&EntryKey::new(EntryKind::Pin, id.0)).and_then(|bytes| seal::open(bytes))
        };
        let mut history = History::restore(memory, tree, pin)?;
        // So that the first checkpoint knows what the log has changed.
        history.record(true);
        if Some(history.fingerprint()?) != head.chain.state {
            return Err(damaged("its pages are not those that were kept"));
        }
        let log = entries
            .range(EntryKey::all(EntryKind::Log))
            .flat_map(|(_, bytes)| bytes.iter().copied())
            .collect();
        let other = entries.get(&EntryKey::new(EntryKind::Other, 0)).and_then(|bytes| seal::open(bytes));
        let until = history.commits().next_back().map_or(0, |commit| commit.id().0 + 1);
        let pins = history.pins().map(|(id, _)| id.0).collect();
        let contents = Contents { until, volumes: head.volumes, pins, ..Contents::default() };
        Ok(Recovery {
            history,
            given: head.given,
            chain: head.chain,
            contents,
            log,
            other: other.unwrap_or_default().to_vec(),
            done: 0,
            broken: false,
            asked: (None, 0),
            refused: None,
        })
    }

    /// Does the log again. Returns the key of a volume that has to be [supplied](Recovery::supply) first, or
    /// `None` at the end of what is valid.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`].
    pub fn advance(&mut self) -> Result<Option<EntryKey>> {
        while !self.broken && self.done < self.log.len() {
            let (mut chain, mut rest) = (self.chain, &self.log[self.done..]);
            let Some(mut record) = chain.next(&mut rest) else {
                self.broken = true;
                break;
            };
            // Of moves in a row only the last one counts, so that steps that were undone and redone need not be
            // here.
            while record.kind == MOVED {
                let (mut after, mut behind) = (chain, rest);
                let Some(next) = after.next(&mut behind).filter(|next| next.kind == MOVED) else { break };
                (record, chain, rest) = (next, after, behind);
            }
            let done = self.history.replay(record.kind, record.body);
            let leads = |state| Ok(self.history.fingerprint()? == state);
            match done {
                Ok(()) if chain.state.map_or(Ok(true), leads)? => {}
                Err(Error::Away { commit }) => {
                    let key = self.wanted(CommitId(commit));
                    self.broken |= key.is_none();
                    return Ok(key);
                }
                Err(error @ Error::OutOfMemory { .. }) => return Err(error),
                _ => {
                    self.broken = true;
                    break;
                }
            }
            self.contents.note_unpinned(self.history.take_events().as_deref());
            Document::raise(&mut self.given, self.history.arena());
            self.done = self.log.len() - rest.len();
            self.chain = chain;
        }
        Ok(None)
    }

    /// Returns the volume that holds a step, unless it was asked for in vain.
    fn wanted(&mut self, id: CommitId) -> Option<EntryKey> {
        let index = self.contents.volumes.partition_point(|first| *first <= id.0).checked_sub(1)?;
        let key = Some(EntryKey::new(EntryKind::Volume, self.contents.volumes[index]));
        self.asked = if self.asked.0 == key { (key, self.asked.1 + 1) } else { (key, 1) };
        key.filter(|_| self.asked.1 < PATIENCE && self.refused.is_none())
    }

    /// Supplies a volume that was asked for, or `None` if it is not there.
    pub fn supply(&mut self, _key: EntryKey, bytes: Option<&[u8]>) {
        let bytes = bytes.ok_or_else(|| damaged("a volume is missing"));
        let read =
            bytes.and_then(|bytes| volume::read(bytes, |id, step| self.history.supply(id, step).map(|_| ())));
        self.refused = read.err();
    }

    /// Returns the drawing, the journal that goes on with it, and whether the end of the log was lost.
    ///
    /// # Errors
    /// [`Error::Invalid`] if the bytes break a rule of drawings.
    pub fn finish(self) -> Result<(Document, Journal, bool)> {
        let mut document = Document::restore(self.history, &self.given)?;
        document.set_limits(HISTORY)?;
        let next = match (self.broken, self.log.is_empty()) {
            (true, _) => Next::Whole,
            (false, false) => Next::Due,
            (false, true) => Next::None,
        };
        let journal = Journal::with(self.chain, self.contents, next).with_other(self.other);
        Ok((document, journal, self.broken))
    }
}
