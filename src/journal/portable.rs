//! A history to take along: all of it as one run of bytes, for a drawing's file.
//!
//! A store holds a history in many entries, since it is written bit by bit. A file is written
//! at once, and is read by strangers and years later. So here stands the head of a checkpoint
//! without sheets and volumes, then every step with its bytes, then every pin. The pages
//! are the file's own.
//!
//! What a file says is not believed. Each step must be there with the bytes that its
//! fingerprint says, the records of every state that they lead to must keep
//! [every rule](Document::check_history), and the history stays
//! [distrusted](Document::distrust).
//!
//! Steps that can't be read, and those that are reached only across them, are left out.
//!
//! The invariant: what is encoded is decoded as the same tree but for what is left out, at the same place, with the
//! same pins.
//!
//! ```
//! use undoodle::document::{Document, Door};
//! use undoodle::color::Color;
//! use undoodle::journal::{encode_history, decode_history};
//! let mut document = Document::new(8, 8)?;
//! document.begin(1)?;
//! document.add_layer(1)?;
//! document.commit("New layer", Color::ADDED, 0)?;
//! let (bytes, unread) = encode_history(&document, &[])?;
//! assert_eq!(unread, 0, "all steps can be read");
//! let (mut found, left) = decode_history(document.door().arena().clone(), &bytes)?;
//! assert_eq!((found.layers(), found.history().position(), left), (2, 1, 0));
//! found.undo()?;
//! assert_eq!(found.layers(), 1);
//! # Ok::<(), undoodle::Error>(())
//! ```

use super::head::Head;
use super::record::Chain;
use super::{EntryKey, EntryKind, Journal, seal, volume};
use crate::document::{Document, HISTORY};
use crate::error::{Error, Message, Result};
use crate::history::{CommitId, History};
use crate::memory::Memory;
use crate::pause;
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};

/// The most bytes that all steps of a history in a file may change together: looking at them takes some seconds.
const MAX_SPAN: u64 = 8 << 30;

/// Number of bytes of an entry's kind, number and length.
const LEAD: usize = 1 + 8 + 4;

fn damaged(why: &'static str) -> Error {
    Error::Damaged { format: "Undoodle", why }
}

/// Appends an entry, if there is room for it.
fn put(out: &mut Vec<u8>, kind: EntryKind, number: u64, bytes: &[u8]) -> Result<()> {
    let length = out.len() + LEAD + bytes.len();
    let (what, refused) = ("history in a file", length as u64);
    // Who opens the file has no more room for it.
    if length > HISTORY.budget {
        return Err(Error::OutOfMemory { what, bytes: refused, limit: HISTORY.budget as u64 });
    }
    out.try_reserve(LEAD + bytes.len()).map_err(|_| Error::OutOfMemory { what, bytes: refused, limit: 0 })?;
    out.push(kind as u8);
    out.extend_from_slice(&number.to_le_bytes());
    out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
    out.extend_from_slice(bytes);
    Ok(())
}

/// Takes an entry from the front: its kind, its number and its bytes.
fn take<'a>(bytes: &mut &'a [u8]) -> Result<(u8, u64, &'a [u8])> {
    let cut = || damaged("its history is cut off");
    let (kind, rest) = bytes.split_first().ok_or_else(cut)?;
    let (number, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    let (length, rest) = rest.split_first_chunk().ok_or_else(cut)?;
    let (found, rest) = rest.split_at_checked(u32::from_le_bytes(*length) as usize).ok_or_else(cut)?;
    *bytes = rest;
    Ok((*kind, u64::from_le_bytes(*number), found))
}

impl Journal {
    /// Returns the volumes that hold steps whose bytes are not in memory and can be read: [`encode_history`] needs them.
    pub fn volumes_away(&self, document: &Document) -> Vec<EntryKey> {
        let history = document.history();
        let wanted = |id: &CommitId| history.is_away(*id) && !history.is_lost(*id);
        let away = history.commits().map(|commit| commit.id()).filter(wanted);
        let volumes: BTreeSet<EntryKey> = away.filter_map(|id| self.volume_of(id)).collect();
        volumes.into_iter().collect()
    }
}

/// Returns a copy of a history's tree, without bytes, from which the steps are gone that can't be read; and how many those are.
fn readable(history: &History<Memory>) -> Result<(History<Memory>, usize)> {
    let (mut tree, mut pins) = (Vec::new(), BTreeMap::new());
    history.store_tree(&mut tree)?;
    for (id, _) in history.pins() {
        let mut pin = Vec::new();
        history.store_pin(id, &mut pin);
        pins.insert(id, pin);
    }
    let mut bare = History::restore(Memory::new(0), &tree, |id| pins.get(&id).map(|pin| &pin[..]))?;
    let lost = history.commits().map(|commit| commit.id()).filter(|id| history.is_lost(*id));
    lost.for_each(|id| _ = bare.lose(id));
    let left = bare.drop_lost();
    Ok((bare, left))
}

/// Encodes a document's history, with the volumes that hold steps whose bytes are not in memory. Returns it with the number of
/// steps that are left out, as they can't be read or reached.
///
/// # Errors
/// [`Error::Away`] if a step is neither in memory nor in a volume, [`Error::Damaged`] for a broken volume, and
/// [`Error::OutOfMemory`] beyond the budget of a [`HISTORY`].
pub fn encode_history(document: &Document, volumes: &[Vec<u8>]) -> Result<(Vec<u8>, usize)> {
    let history = document.history();
    let mut lent: BTreeMap<CommitId, &[u8]> = BTreeMap::new();
    for bytes in volumes {
        let sealed = seal::open(bytes).ok_or_else(|| damaged("a volume has a wrong checksum"))?;
        volume::visit_steps(sealed, |id, step| {
            lent.insert(id, step);
            Ok(())
        })?;
    }
    let walled = history.commits().any(|commit| history.is_lost(commit.id()));
    let (bare, left) =
        if walled { readable(history).map(|(bare, left)| (Some(bare), left))? } else { (None, 0) };
    let tree = bare.as_ref().unwrap_or(history);
    let chain = Chain { state: Some(history.fingerprint()?), ..Chain::default() };
    let head = Head { chain, given: document.given(), volumes: Vec::new(), sheets: Vec::new() };
    let mut out = Vec::new();
    put(&mut out, EntryKind::Head, 0, &head.write(tree)?)?;
    let mut step = Vec::new();
    for commit in tree.commits() {
        let id = commit.id();
        let most = history.commit_of(id)?.bytes();
        step.clear();
        let refused = |_| Error::OutOfMemory { what: "history", bytes: most as u64, limit: 0 };
        step.try_reserve(most).map_err(refused)?;
        if history.store_step(id, &mut step) {
            put(&mut out, EntryKind::Volume, id.0, &step)?;
        } else {
            put(&mut out, EntryKind::Volume, id.0, lent.get(&id).ok_or(Error::Away { commit: id.0 })?)?;
        }
    }
    for (id, _) in history.pins() {
        step.clear();
        history.store_pin(id, &mut step);
        put(&mut out, EntryKind::Pin, id.0, &step)?;
    }
    Ok((out, left))
}

/// Decodes a history of a drawing with these pages, and returns the document and how many of its steps had no
/// room in memory. The present state counts as saved.
///
/// # Errors
/// [`Error::Damaged`] and [`Error::Invalid`] for what [`encode_history`] has not written, and
/// [`Error::OutOfMemory`].
pub fn decode_history(pages: Memory, mut bytes: &[u8]) -> Result<(Document, usize)> {
    let bytes = &mut bytes;
    let (kind, _, head) = take(bytes)?;
    if kind != EntryKind::Head as u8 {
        return Err(damaged("its history does not begin with its head"));
    }
    let (head, tree) = Head::read(head)?;
    let (mut steps, mut pins) = (Vec::new(), BTreeMap::new());
    while !bytes.is_empty() {
        match take(bytes)? {
            (kind, id, step) if kind == EntryKind::Volume as u8 => steps.push((id, step)),
            (kind, id, pin) if kind == EntryKind::Pin as u8 => _ = pins.insert(CommitId(id), pin),
            _ => return Err(damaged("its history has an entry of an unknown kind")),
        }
    }
    let lacks = Cell::new(false);
    let pin = |id: CommitId| {
        let found = pins.get(&id).copied();
        lacks.set(lacks.get() || found.is_none());
        found
    };
    let mut history = History::restore(pages, tree, pin)?;
    if lacks.get() {
        return Err(damaged("its history lacks a pinned state"));
    }
    if Some(history.fingerprint()?) != head.chain.state {
        return Err(damaged("its history is that of other pages"));
    }
    if !history.commits().map(|commit| commit.id().0).eq(steps.iter().map(|(id, _)| *id)) {
        return Err(damaged("its history lacks steps"));
    }
    history.set_limits(HISTORY)?;
    // Should there be no room for all, those that are farthest from the current one are left out.
    let here = history.here().0;
    steps.sort_by_key(|(id, _)| id.abs_diff(here));
    let mut span = 0u64;
    for (id, step) in steps {
        let own = history.span_of(step)?;
        pause::point(4 * step.len())?;
        span = span.saturating_add(own);
        if span > MAX_SPAN {
            let code = "its steps change more than {n} GB, which takes too long to check";
            let why = Message::new(code).with(MAX_SPAN >> 30);
            return Err(Error::Invalid { what: "history", why });
        }
        if !history.supply_ahead(CommitId(id), step)? {
            break;
        }
        history.note_span(CommitId(id), own);
    }
    let left = history.disown();
    // Steps that were dropped may have given ids too, which the file names. It must not say that none is left.
    let given = Document::plausible(&Document::check_history(&history)?, &head.given);
    history.mark_saved()?;
    let mut document = Document::restore(history, &given)?;
    document.distrust();
    Ok((document, left))
}
