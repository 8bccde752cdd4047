//! The journal: a drawing and its history, as entries of a store that may stop at any time.
//!
//! A tab is closed, a browser is killed, a battery dies. What was drawn must be there
//! afterwards, with every step that led to it. Writing everything after each stroke would take
//! too long, so a journal writes what happened. It is told by the history itself, as a list of
//! [events](crate::history::Event), and becomes *records* in a *log*. Now and then a
//! *checkpoint* takes the log's place:
//!
//! ```text
//! kind 0  head      where the history stands: its tree with all headers, and what else there is
//! kind 1  log       records since the checkpoint, by sequence number
//! kind 2  sheets    the drawing's pages, 256 addresses to a sheet, packed
//! kind 3  volumes   the bytes of steps, some dozens to a volume; read when somebody goes there
//! kind 4  pins      whole states that were pinned
//! kind 5  other     what the drawing's file holds besides, as it was handed over
//! ```
//!
//! This module knows no store. It makes [`Batch`]es, each of which has to be written as a whole
//! or not at all, in order; and it hears [which are there](Journal::kept). It reads entries back
//! as a [`Recovery`]: the checkpoint, and the log behind it. What of these is damaged is [told](Damage), and opened only if
//! somebody says so. So all of it runs, and is tested, without a browser, a clock or a disk.
//!
//! Steps whose bytes lie in a volume need not be held in memory: the history may
//! [put them away](History::keep_step) where it would have dropped them.
//!
//! The invariant: after any number of batches, the entries lead to the state at the last of
//! them, byte for byte, with its steps, branches, pins and saved mark.
//!
//! ```
//! use undoodle::document::{Cel, Document};
//! use undoodle::color::Color;
//! use undoodle::journal::{Journal, Recovery, Entries};
//! let (mut document, mut store) = (Document::new(64, 64)?, Entries::default());
//! let mut journal = Journal::begin(&mut document);
//! store.write(journal.take(&mut document)?.unwrap());
//! document.begin(1)?;
//! document.fill_span(Cel::default(), 3, 10..20, Color::BLACK)?;
//! document.commit("Pencil", Color::ADDED, 0)?;
//! store.write(journal.take(&mut document)?.unwrap());
//!
//! let mut recovery = Recovery::new(store.checkpoint_and_log())?;
//! while let Some(key) = recovery.advance()? {
//!     recovery.supply(key, store.get(key));
//! }
//! let (mut found, _) = recovery.finish()?;
//! assert_eq!(found.pixel(0, 10, 3)?, Color::BLACK);
//! found.undo()?;
//! assert_eq!(found.pixel(0, 10, 3)?, Color::TRANSPARENT);
//! # Ok::<(), undoodle::Error>(())
//! ```

mod damage;
mod entries;
mod head;
mod portable;
mod recovery;
mod sheet;
mod volume;

// Internals: public for the native tests alone, and hidden from the documentation.
#[doc(hidden)]
pub mod record;
#[doc(hidden)]
pub mod seal;

pub use damage::{Damage, unknown};
pub use entries::{Batch, Entries, EntryKey, EntryKind};
pub use portable::{decode_history, encode_history};
pub use recovery::Recovery;

use crate::document::Document;
use crate::error::{Error, Result};
use crate::history::{CommitId, Event, History};
use crate::memory::Memory;
use head::Head;
use record::Chain;
use std::collections::BTreeSet;

/// The fewest records that make a log long.
const RECORDS: u64 = 256;

/// Number of bytes that make a log long.
const LOGGED: usize = 4 << 20;

/// Steps that no volume holds may take one part in `SHARE` of the history's budget.
const SHARE: usize = 4;

/// Number of bytes that a checkpoint writes for each commit, apart from its payload, at the least.
const TOLD: usize = 32;

/// Number of bytes of steps that are told of in less time than it takes a browser to prepare for a pause.
const SMALL: usize = 16 << 10;

/// Returns the error for entries that are not as this module writes them.
fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "journal", why }
}

/// What the store holds besides the log.
#[derive(Clone, Debug, Default)]
struct Contents {
    /// Number of the first commit that no volume holds.
    until: u64,
    /// Numbers of the volumes: the first commit of each, ascending.
    volumes: Vec<u64>,
    /// Numbers of the pins.
    pins: BTreeSet<u64>,
    /// Those of them that were unpinned since. The same commit may have been pinned again, maybe in another state.
    unpinned: BTreeSet<u64>,
}

impl Contents {
    /// Notes the pins that were removed, or all of them if nobody knows the events.
    fn note_unpinned(&mut self, events: Option<&[Event]>) {
        match events {
            Some(events) => self.unpinned.extend(events.iter().filter_map(|event| match event {
                Event::Unpinned { id } => Some(id.0).filter(|id| self.pins.contains(id)),
                _ => None,
            })),
            None => self.unpinned.clone_from(&self.pins),
        }
    }
}

/// What came of a volume that was supplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Supplied {
    /// Whether a step had no room that nobody waits for.
    pub full: bool,
    /// Number of steps that can't be read, which was not known before.
    pub lost: usize,
}

/// A checkpoint that was handed out.
#[derive(Debug)]
struct Pending {
    turn: u64,
    contents: Contents,
}

/// The next checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Next {
    /// None is due.
    None,
    /// Writes what has changed since the last one.
    Due,
    /// Writes all, as nothing is known of what the store holds but [`Contents`].
    Whole,
    /// Writes all into a store that may hold another drawing.
    First,
}

/// The writing half of a journal.
#[derive(Debug)]
pub struct Journal {
    /// Number of the next batch.
    turn: u64,
    chain: Chain,
    next: Next,
    /// What the store will hold once all batches are written.
    contents: Contents,
    /// What the store holds for certain.
    certain: Contents,
    pending: Vec<Pending>,
    /// Number of records since the last checkpoint.
    records: u64,
    /// Number of bytes of these records, or of their steps where those are longer: until a checkpoint has written
    /// them to volumes, memory has to hold them.
    logged: usize,
    /// What the drawing's file holds besides; kept as it is.
    other: Vec<u8>,
}

impl Journal {
    /// Begins the journal of a drawing that no store has, or has any more; its first batch holds all of it.
    ///
    /// Steps whose bytes lie in a store alone are dropped, as that store is gone.
    pub fn begin(document: &mut Document) -> Journal {
        document.disown();
        document.record(true);
        Journal::with(Chain::default(), Contents::default(), Next::First)
    }

    fn with(chain: Chain, contents: Contents, next: Next) -> Journal {
        let certain = contents.clone();
        Journal {
            turn: 1,
            chain,
            next,
            contents,
            certain,
            pending: Vec::new(),
            records: 0,
            logged: 0,
            other: Vec::new(),
        }
    }

    /// Sets what the drawing's file holds besides, which every checkpoint of all keeps as it is.
    #[must_use]
    pub fn with_other(self, other: Vec<u8>) -> Journal {
        Journal { other, ..self }
    }

    /// Replaces what the drawing's file holds besides. If it differs, the next batch writes all.
    pub fn replace_other(&mut self, other: Vec<u8>) {
        if self.other != other {
            self.other = other;
            self.next = self.next.max_whole();
        }
    }

    /// Returns what the drawing's file holds besides.
    pub fn other(&self) -> &[u8] {
        &self.other
    }

    /// Asks that the next batch be a checkpoint, which keeps the log short.
    pub fn checkpoint(&mut self) {
        if self.next == Next::None {
            self.next = Next::Due;
        }
    }

    /// Returns `true` if the log has become so long that a checkpoint is worth its time.
    pub fn is_long(&self, document: &Document) -> bool {
        // A checkpoint writes the whole tree, so it may come the seldomer the larger that is.
        let records = (document.history().stats().commits as u64 / 64).max(RECORDS);
        self.records >= records || self.logged >= LOGGED.min(Journal::share(document))
    }

    /// Returns `true` if memory wants the room of steps that no volume holds, so that a checkpoint can't wait for an
    /// idle moment.
    pub fn is_pressed(&self, document: &Document) -> bool {
        self.is_hard_pressed(document) || self.logged >= Journal::share(document)
    }

    /// Returns `true` if the checkpoint for memory's sake has no time for a record before it.
    fn is_hard_pressed(&self, document: &Document) -> bool {
        self.logged > 0 && document.history().owed() > 0 || self.logged >= 2 * Journal::share(document)
    }

    /// Returns the most bytes of steps that memory has to hold since no volume does.
    fn share(document: &Document) -> usize {
        let stats = document.history().stats();
        (stats.budget / SHARE).max(stats.commits * TOLD)
    }

    /// Returns `true` if there is a step that is not known to lie in a volume, so that another batch may give memory room.
    pub fn holds_back(&self) -> bool {
        self.logged > 0 || !self.pending.is_empty() || self.next != Next::None
    }

    /// Takes what has happened since the last call, or `None` if nothing has, or an action is open.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`]: nothing is taken then, and the next batch holds all.
    pub fn take(&mut self, document: &mut Document) -> Result<Option<Batch>> {
        let history = document.history();
        if history.is_open() {
            return Ok(None);
        }
        if self.next == Next::None && !history.has_events() {
            if !self.is_pressed(document) {
                return Ok(None);
            }
            // What was done is on its way already. What it takes of memory follows.
            self.next = Next::Due;
        } else if self.next == Next::None && self.is_hard_pressed(document) {
            self.next = Next::Due;
        }
        let events = document.take_events();
        self.contents.note_unpinned(events.as_deref());
        if events.is_none() {
            self.next = self.next.max_whole();
        }
        let told = events.filter(|_| self.next == Next::None);
        let batch = match told.and_then(|events| self.records(document, &events)) {
            Some(batch) => batch,
            None => {
                // What can't be told is written whole.
                if self.next == Next::None {
                    self.next = Next::Whole;
                }
                self.write_checkpoint(document).inspect_err(|_| self.next = self.next.max_whole())?
            }
        };
        self.turn += 1;
        Ok(Some(batch))
    }

    /// Returns `true` if the next batch tells of small steps only, so that it takes no time to make.
    pub fn is_small(&self, document: &Document) -> bool {
        self.next == Next::None && document.history().told_bytes().is_some_and(|bytes| bytes <= SMALL)
    }

    /// Notes that a batch and all before it are written: the store takes what it is given.
    pub fn kept(&mut self, turn: u64, document: &mut Document) {
        document.hoard(true);
        while self.pending.first().is_some_and(|pending| pending.turn <= turn) {
            let Pending { contents, .. } = self.pending.remove(0);
            document.keep_steps(CommitId(self.certain.until)..CommitId(contents.until));
            self.certain = contents;
        }
    }

    /// Notes that a batch was not written, nor any after it: the next one holds all. Until a batch is written again
    /// the history may drop its oldest steps.
    pub fn lost(&mut self, document: &mut Document) {
        document.hoard(false);
        self.pending.clear();
        self.contents = self.certain.clone();
        self.contents.note_unpinned(None);
        self.next = self.next.max_whole();
    }

    /// Returns the volume that holds a commit's bytes.
    pub fn volume_of(&self, id: CommitId) -> Option<EntryKey> {
        let index = self.certain.volumes.partition_point(|first| *first <= id.0).checked_sub(1)?;
        Some(EntryKey::new(EntryKind::Volume, self.certain.volumes[index]))
    }

    /// Puts the steps of a volume that are away in their places again: those that somebody waits for, and that which is
    /// `wanted`, with all the room that can be made, then the others, nearest first, as far as room is free.
    ///
    /// A step that is not in the volume, or is broken, is [lost](History::lose), and so are all if there is no volume.
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] if memory has no room for a step that somebody waits for.
    pub fn supply(
        &self,
        document: &mut Document,
        key: EntryKey,
        volume: Option<&[u8]>,
        wanted: Option<CommitId>,
    ) -> Result<Supplied> {
        let (mut steps, mut supplied) = (Vec::new(), Supplied::default());
        // Of a volume that is broken nothing is believed.
        let read = volume.map(|bytes| {
            volume::read(bytes, |id, step| {
                steps.push((id, step));
                Ok(())
            })
        });
        if !matches!(read, Some(Ok(()))) {
            steps.clear();
        }
        let here = document.history().here().0;
        let waits = |document: &Document, id: CommitId| wanted == Some(id) || document.history().awaits(id);
        steps.sort_by_key(|(id, _)| (!waits(document, *id), id.0.abs_diff(here)));
        for (id, step) in &steps {
            let done = match waits(document, *id) {
                true => document.supply(*id, step).map(|_| true),
                false => {
                    document.supply_ahead(*id, step).map(|fits| fits || !document.history().is_away(*id))
                }
            };
            match done {
                Ok(fits) => supplied.full |= !fits,
                Err(Error::Damaged { .. } | Error::File { .. }) => {
                    supplied.lost += usize::from(document.lose(*id))
                }
                Err(error) if waits(document, *id) => return Err(error),
                Err(_) => supplied.full = true,
            }
        }
        let there = steps.iter().map(|(id, _)| *id).collect();
        supplied.lost += self.lose_but(document, key, &there);
        Ok(supplied)
    }

    /// Looks whether a volume holds the steps that it should, and [loses](History::lose) those that it does not: all of them, if
    /// there is no volume or it is broken. Returns `true` if it can be read.
    pub fn examine(&self, document: &mut Document, key: EntryKey, volume: Option<&[u8]>) -> bool {
        let mut there = BTreeSet::new();
        let read = volume.map(|bytes| {
            volume::read(bytes, |id, _| {
                there.insert(id);
                Ok(())
            })
        });
        let whole = matches!(read, Some(Ok(())));
        if !whole {
            there.clear();
        }
        self.lose_but(document, key, &there);
        whole
    }

    /// Notes that the steps of a volume that are away can't be read, but for some. Returns of how many that was not known.
    fn lose_but(&self, document: &mut Document, key: EntryKey, there: &BTreeSet<CommitId>) -> usize {
        let missing = self.steps_in(document, key).filter(|id| !there.contains(id));
        missing.filter(|id| document.lose(*id)).count()
    }

    /// Returns the commits that are away and that a volume holds.
    fn steps_in(&self, document: &Document, key: EntryKey) -> impl Iterator<Item = CommitId> + use<> {
        let history = document.history();
        let last = self.certain.volumes.partition_point(|first| *first <= key.number);
        let end = self.certain.volumes.get(last).copied().unwrap_or(self.certain.until);
        let within = |id: &CommitId| (key.number..end).contains(&id.0) && history.is_away(*id);
        let all: Vec<CommitId> = history.commits().map(|commit| commit.id()).filter(within).collect();
        all.into_iter()
    }

    /// Writes events as records, or returns `None` if they can't be told.
    fn records(&mut self, document: &Document, events: &[Event]) -> Option<Batch> {
        let history = document.history();
        let mut chain = self.chain;
        let (first, state) = (chain.sequence, history.fingerprint_at_hand());
        let (mut log, mut logged) = (Vec::new(), self.logged);
        for (index, event) in events.iter().enumerate() {
            let (from, last) = (log.len(), index + 1 == events.len());
            // Of a state between two events nobody knows the fingerprint any more.
            chain.append(state.filter(|_| last), &mut log, |body| history.store_event(event, body))?;
            logged += step_of(history, event).max(log.len() - from);
        }
        self.chain = chain;
        (self.records, self.logged) = (self.records + events.len() as u64, logged);
        let puts = vec![(EntryKey::new(EntryKind::Log, first), log)];
        let due = self.is_long(document);
        Some(Batch { turn: self.turn, drops: Vec::new(), puts, whole: false, due })
    }

    /// Writes a checkpoint.
    fn write_checkpoint(&mut self, document: &mut Document) -> Result<Batch> {
        let areas = document.take_areas();
        let history = document.history();
        let mut batch =
            Batch { turn: self.turn, drops: Vec::new(), puts: Vec::new(), whole: true, due: false };
        batch.drops.push(EntryKey::all(EntryKind::Log));
        let mut contents = self.contents.clone();
        if self.next == Next::First {
            contents = Contents::default();
            batch.drops.extend([EntryKey::all(EntryKind::Volume), EntryKey::all(EntryKind::Pin)]);
        }
        if self.next == Next::Due {
            sheet::write(history.arena(), areas, &mut batch)?;
        } else {
            batch.drops.push(EntryKey::all(EntryKind::Sheet));
            sheet::write(history.arena(), sheet::areas(history.arena()), &mut batch)?;
        }
        if self.next != Next::Due {
            batch.drops.push(EntryKey::all(EntryKind::Other));
            if !self.other.is_empty() {
                let mut other = self.other.clone();
                seal::close(&mut other);
                batch.puts.push((EntryKey::new(EntryKind::Other, 0), other));
            }
        }
        volume::write(history, &mut contents, &mut batch)?;
        volume::write_pins(history, &mut contents, &mut batch);
        let chain = Chain { state: Some(history.fingerprint()?), ..self.chain };
        let sheets = sheet::areas(history.arena());
        let head = Head { chain, given: document.given(), volumes: contents.volumes.clone(), sheets };
        batch.puts.push((EntryKey::new(EntryKind::Head, 0), head.write(history)?));
        (self.chain, self.next, self.contents) = (chain, Next::None, contents.clone());
        (self.records, self.logged) = (0, 0);
        self.pending.push(Pending { turn: self.turn, contents });
        Ok(batch)
    }
}

impl Next {
    /// Returns the checkpoint that writes all, whatever was due.
    fn max_whole(self) -> Next {
        if self == Next::First { Next::First } else { Next::Whole }
    }
}

/// Returns the number of bytes of the step that an event has made.
fn step_of(history: &History<Memory>, event: &Event) -> usize {
    match event {
        Event::Committed { id, .. } => history.commit_of(*id).map_or(0, |commit| commit.bytes()),
        _ => 0,
    }
}
