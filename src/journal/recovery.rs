//! Recovery: from a store's entries back to a drawing with its history.
//!
//! The checkpoint is read first: pages, tree, pins. Then the log is done again, record by
//! record, as long as it is valid: each must follow the one before, and lead to the state whose
//! fingerprint it bears, if it bears one. A record may go back across a step whose bytes lie in a volume. The
//! recovery then stops, says which volume it wants, and goes on when it was supplied.
//!
//! What is not valid is not believed, and what is [damaged](Damage) is not opened without a word: [`finish`](Recovery::finish)
//! refuses it. A person may still want [what can be read](Recovery::finish_readable), in another store, so that this one stays
//! as it is. Without a valid head that is the picture as the sheets have it; with broken sheets it is the picture
//! after the log, with nothing where pages are missing; otherwise it is all up to the last valid record of the log.
//!
//! The invariant: what is finished is a drawing that keeps every rule.

use super::damage::{Damage, sound, understood, unknown};
use super::head::Head;
use super::record::{Chain, Record};
use super::{Contents, EntryKey, EntryKind, Journal, Next, damaged, seal, sheet, volume};
use crate::document::{Document, Drawing, HISTORY, MAX_BYTES};
use crate::error::{Error, Result};
use crate::history::{CommitId, History, MOVED, is_event};
use crate::memory::Memory;
use std::cell::Cell;
use std::collections::BTreeMap;

/// How many times one volume may be asked for.
const PATIENCE: u32 = 3;

/// All entries of a store but its volumes.
type Read<'e> = BTreeMap<EntryKey, &'e [u8]>;

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
    /// What can't be read.
    damage: Damage,
    /// Numbers of the areas whose sheets can't be read.
    lost: Vec<u64>,
    /// Whether no more of the log can be done.
    ended: bool,
    /// How often the volume was asked for that was asked for last.
    asked: (Option<EntryKey>, u32),
    /// Why a volume could not be read.
    refused: Option<Error>,
}

/// Reads sheets into a memory, and returns the numbers of those that can't be read.
fn read_sheets(entries: &Read<'_>, areas: &[u64]) -> Result<(Memory, Vec<u64>)> {
    let (mut memory, mut lost) = (Memory::new(MAX_BYTES), Vec::new());
    for area in areas {
        let entry = entries.get(&EntryKey::new(EntryKind::Sheet, *area)).copied();
        if sound(entry, |bytes| sheet::read(*area, bytes, &mut memory))?.is_none() {
            lost.push(*area);
        }
    }
    Ok((memory, lost))
}

/// Joins the entries of the log up to the first that is not whole, as each is a batch, which is written and acknowledged
/// as one. Returns `true` with them if there is such an entry.
fn join_log(entries: &Read<'_>, mut chain: Chain) -> (Vec<u8>, bool) {
    let mut log = Vec::new();
    for (_, bytes) in entries.range(EntryKey::all(EntryKind::Log)) {
        let (mut rest, mut whole) = (*bytes, !bytes.is_empty());
        while whole && !rest.is_empty() {
            whole = chain.next(&mut rest).is_some();
        }
        if !whole {
            return (log, true);
        }
        log.extend_from_slice(bytes);
    }
    (log, false)
}

impl Recovery {
    /// Reads a checkpoint from all entries of a drawing but its volumes.
    ///
    /// # Errors
    /// [`Error::Damaged`] if there is none of which anything can be read, [`Error::Invalid`] for one of a later version, and
    /// [`Error::OutOfMemory`].
    pub fn new<'e>(entries: impl IntoIterator<Item = (EntryKey, &'e [u8])>) -> Result<Recovery> {
        let entries: Read<'e> = entries.into_iter().collect();
        let mut damage = Damage::default();
        let other = entries.get(&EntryKey::new(EntryKind::Other, 0));
        let found = other.and_then(|bytes| seal::open(bytes));
        damage.other = other.is_some() && found.is_none();
        let other = found.unwrap_or_default().to_vec();
        let Some((head, tree)) = sound(entries.get(&EntryKey::new(EntryKind::Head, 0)).copied(), Head::read)?
        else {
            return Recovery::without_head(&entries, damage, other);
        };
        let (memory, lost) = read_sheets(&entries, &head.sheets)?;
        damage.sheets = !lost.is_empty();
        let lacks = Cell::new(false);
        let pin = |id: CommitId| {
            let entry = entries.get(&EntryKey::new(EntryKind::Pin, id.0));
            let found = entry.and_then(|bytes| seal::open(bytes));
            lacks.set(lacks.get() || found.is_none());
            found
        };
        let mut history = understood(History::restore(memory, tree, pin).map_err(Error::from))?;
        damage.pins = lacks.get();
        // So that the first checkpoint knows what the log has changed.
        history.record(true);
        // Sheets may be whole and not those of this head.
        damage.sheets |= Some(history.fingerprint()?) != head.chain.state;
        let (log, cut) = join_log(&entries, head.chain);
        damage.log = cut;
        let until = history.commits().next_back().map_or(0, |commit| commit.id().0 + 1);
        let pins = history.pins().map(|(id, _)| id.0).collect();
        let contents = Contents { until, volumes: head.volumes, pins, ..Contents::default() };
        let begun = Recovery::begin(history, head.given, head.chain, (damage, lost, other))?;
        Ok(Recovery { contents, log, ..begun })
    }

    /// Reads the pages of a store whose head is broken.
    fn without_head(entries: &Read<'_>, mut damage: Damage, other: Vec<u8>) -> Result<Recovery> {
        let areas: Vec<u64> =
            entries.range(EntryKey::all(EntryKind::Sheet)).map(|(key, _)| key.number).collect();
        if areas.is_empty() {
            return Err(damaged("its head is missing"));
        }
        let (memory, lost) = read_sheets(entries, &areas)?;
        (damage.head, damage.sheets) = (true, !lost.is_empty());
        damage.log = entries.range(EntryKey::all(EntryKind::Log)).next().is_some();
        Recovery::begin(History::new(memory), Vec::new(), Chain::default(), (damage, lost, other))
    }

    /// Creates a recovery before its log is read, unless that would lead to nothing.
    fn begin(
        history: History<Memory>,
        given: Vec<u32>,
        chain: Chain,
        (damage, lost, other): (Damage, Vec<u64>, Vec<u8>),
    ) -> Result<Recovery> {
        if !lost.is_empty() && !Drawing::is_mendable(history.arena()) {
            return Err(damaged("nothing of it can be read"));
        }
        Ok(Recovery {
            history,
            given,
            chain,
            contents: Contents::default(),
            log: Vec::new(),
            other,
            done: 0,
            damage,
            lost,
            ended: false,
            asked: (None, 0),
            refused: None,
        })
    }

    /// Does the log again. Returns the key of a volume that has to be [supplied](Recovery::supply) first, or
    /// `None` at the end of what is valid.
    ///
    /// # Errors
    /// [`Error::Invalid`] if a later version has written a record or a volume, and [`Error::OutOfMemory`].
    pub fn advance(&mut self) -> Result<Option<EntryKey>> {
        match self.refused.take() {
            None => {}
            Some(Error::Damaged { .. }) => self.end(),
            Some(error) => return Err(error),
        }
        while !self.ended && self.done < self.log.len() {
            let (mut chain, mut rest) = (self.chain, &self.log[self.done..]);
            let Some(mut record) = chain.next(&mut rest) else {
                self.end();
                break;
            };
            // Of moves in a row only the last one counts, so that steps that were undone and redone need not be
            // here.
            while moves(&record) {
                let (mut after, mut behind) = (chain, rest);
                let Some(next) = after.next(&mut behind).filter(moves) else { break };
                (record, chain, rest) = (next, after, behind);
            }
            let known = record.is_known() && is_event(record.kind);
            if !known && record.must_be_known() {
                return Err(unknown());
            }
            let replayed = known.then(|| self.history.replay(record.kind, record.body));
            let done = replayed.unwrap_or(Ok(())).map_err(Error::from);
            match done {
                // Without some of the pages no state has the fingerprint that it should have.
                Ok(()) if self.damage.sheets || self.leads_to(chain.state)? => {}
                // It changes more than one that may be skipped.
                Ok(()) if !known => return Err(unknown()),
                Err(Error::Away { commit }) => {
                    let key = self.wanted(CommitId(commit))?;
                    if key.is_none() {
                        self.end();
                    }
                    return Ok(key);
                }
                Err(error @ Error::OutOfMemory { .. }) => return Err(error),
                _ => {
                    self.end();
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

    /// Ends the log here, as what follows is damaged.
    fn end(&mut self) {
        (self.ended, self.damage.log) = (true, true);
    }

    /// Returns `true` if the state has a fingerprint, or nobody knows which it should have.
    fn leads_to(&self, state: Option<u64>) -> Result<bool> {
        state.map_or(Ok(true), |state| Ok(self.history.fingerprint()? == state))
    }

    /// Returns the volume that holds a step, or `None` if there is none.
    ///
    /// # Errors
    /// [`Error::Invalid`] if that volume was supplied and doesn't hold the step.
    fn wanted(&mut self, id: CommitId) -> Result<Option<EntryKey>> {
        let volumes = &self.contents.volumes;
        let Some(index) = volumes.partition_point(|first| *first <= id.0).checked_sub(1) else {
            return Ok(None);
        };
        let key = Some(EntryKey::new(EntryKind::Volume, volumes[index]));
        self.asked = if self.asked.0 == key { (key, self.asked.1 + 1) } else { (key, 1) };
        if self.asked.1 < PATIENCE { Ok(key) } else { Err(unknown()) }
    }

    /// Supplies a volume that was asked for, or `None` if it is not there.
    pub fn supply(&mut self, _key: EntryKey, bytes: Option<&[u8]>) {
        let mut supply = |id, step: &[u8]| Ok(self.history.supply(id, step).map(drop)?);
        let missing = || damaged("a volume is missing");
        self.refused = sound(bytes, |bytes| volume::read(bytes, &mut supply))
            .and_then(|read| read.ok_or_else(missing))
            .err();
    }

    /// Returns what can't be read, once the log was done.
    pub fn damage(&self) -> Damage {
        self.damage
    }

    /// Returns the drawing and the journal that goes on with it.
    ///
    /// # Errors
    /// [`Error::Damaged`] if anything can't be read, and [`Error::Invalid`] if the bytes break a rule of drawings.
    pub fn finish(self) -> Result<(Document, Journal)> {
        self.damage.worst().map_or(Ok(()), |why| Err(damaged(why)))?;
        let next = if self.log.is_empty() { Next::None } else { Next::Due };
        self.go_on(next)
    }

    /// Returns the drawing as far as it can be read, and a journal whose first batch writes all of it. That
    /// goes into a store with the same entries, but not into the one that they were read from.
    ///
    /// # Errors
    /// [`Error::Invalid`] if what can be read is no drawing, and [`Error::OutOfMemory`].
    pub fn finish_readable(self) -> Result<(Document, Journal)> {
        if !self.damage.head && !self.damage.sheets {
            return self.go_on(Next::Whole);
        }
        let Recovery { history, lost, mut given, other, .. } = self;
        let mut memory = history.into_arena();
        // The log has changed what isn't there.
        lost.iter().for_each(|area| sheet::clear(*area, &mut memory));
        let memory = Drawing::mended(memory)?;
        Document::raise(&mut given, &memory);
        let mut document = Document::restore(History::new(memory), &given)?;
        document.set_limits(HISTORY)?;
        let journal = Journal::begin(&mut document).with_other(other);
        Ok((document, journal))
    }

    fn go_on(self, next: Next) -> Result<(Document, Journal)> {
        let mut document = Document::restore(self.history, &self.given)?;
        // The store has taken all of it, so nothing of it need be dropped.
        document.hoard(true);
        document.set_limits(HISTORY)?;
        let journal = Journal::with(self.chain, self.contents, next).with_other(self.other);
        Ok((document, journal))
    }
}

/// Returns `true` if a record tells of a move.
fn moves(record: &Record<'_>) -> bool {
    record.is_known() && record.kind == MOVED
}
