//! Commits and their tree as bytes that outlive the program.
//!
//! A commit's payload is kept in the form it has in memory, so storing it is a copy: nothing
//! is sorted or packed for it. The tree of commits is a second thing: who came after whom, all
//! headers, where the history stands. It can be read without any payload, so that a drawing of
//! a hundred thousand steps opens at once; its commits are then [away](super::away), and
//! what they hold is supplied when somebody goes there.
//!
//! Numbers are LEB128. What is read is checked, as it may come from a damaged disk or from a
//! stranger: links lead through every commit once, lengths fit, and a step's deltas lie in
//! the arena.
//!
//! The invariant: what is written is read as the same history.

use super::delta::number;
use super::encode::{self, Sink};
use super::node::Node;
use super::piece::{Form, PIECE};
use super::pins::Pin;
use super::saved::Saved;
use super::slabs::{NO_SLABS, Slabs};
use super::tree::{NONE, Tree};
use super::written::Written;
use super::{Arena, CommitId, Header, History, Limits};
use crate::error::{Error, Result};
use crate::pause;
use std::collections::BTreeSet;
use std::mem::size_of;

/// Version of the encoding of a tree.
const VERSION: u64 = 1;

/// The most commits that one list of bytes may hold.
const MOST: u64 = 1 << 24;

/// One more than the bytes that one delta may change: a plane's pixels of the largest canvas, whose number a
/// length in memory need not hold.
pub(super) const FARTHEST: u64 = 1 << 32;

/// The most bytes that the commits of a tree take without their payloads: more than any budget.
const HELD: usize = 1 << 30;

/// The most entries of all commits together: their number may be counted in 32 bits.
const ENTRIES: u64 = 1 << 31;

/// Whether a commit is written with its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Payload {
    Inside,
    Elsewhere,
}

/// Returns the error for bytes that are not as this module writes them.
pub(super) fn damaged(why: &'static str) -> Error {
    Error::Damaged { why }
}

/// Takes a number from the front.
pub(super) fn take(bytes: &mut &[u8]) -> Result<u64> {
    number(bytes).ok_or_else(|| damaged("a number is cut off"))
}

/// Takes so many bytes from the front.
pub(super) fn take_bytes<'a>(bytes: &mut &'a [u8], len: u64) -> Result<&'a [u8]> {
    let len = usize::try_from(len).unwrap_or(usize::MAX);
    let (taken, rest) = bytes.split_at_checked(len).ok_or_else(|| damaged("it is cut off"))?;
    *bytes = rest;
    Ok(taken)
}

/// Returns the number that a form is written as.
pub(super) fn form(form: Form) -> u8 {
    match form {
        Form::Hot => 0,
        Form::Cold => 1,
        Form::Packed => 2,
        Form::Away => u8::MAX,
    }
}

pub(super) const MERGED: u8 = 1;
pub(super) const INSIDE: u8 = 2;
pub(super) const SUMMED: u8 = 4;

/// What a commit says of itself in front of its payload.
#[derive(Clone, Copy, Debug)]
pub(super) struct Head<'a> {
    pub(super) deltas: u32,
    pub(super) least: u64,
    /// The header.
    pub(super) lead: &'a [u8],
}

/// Reads what [`Node::store_head`] has written.
///
/// # Errors
/// [`Error::Damaged`].
pub(super) fn take_head<'a>(bytes: &mut &'a [u8]) -> Result<Head<'a>> {
    let (deltas, least, lead) = (take(bytes)?, take(bytes)?, take(bytes)?);
    let lead = take_bytes(bytes, lead)?;
    let known = Header::read(lead).is_some() && lead.len() < PIECE;
    let deltas = u32::try_from(deltas).ok().filter(|deltas| known && *deltas > 0);
    Ok(Head { deltas: deltas.ok_or_else(|| damaged("a step's header is broken"))?, least, lead })
}

impl Node {
    /// Writes what stands in front of the payload.
    pub(super) fn store_head(&self, slabs: &Slabs, sink: &mut impl Sink) {
        for value in [self.deltas.into(), self.least, self.lead.into()] {
            encode::number(sink, value);
        }
        sink.put(self.first.lead(slabs, self.lead as usize));
    }

    /// Writes the commit, without its links.
    pub(super) fn store(&self, slabs: &Slabs, payload: Payload, sink: &mut impl Sink) {
        self.store_head(slabs, sink);
        let inside = payload == Payload::Inside && !self.is_away();
        let sum = self.sum.get();
        let flag = |holds: bool, flag: u8| if holds { flag } else { 0 };
        sink.put(&[flag(self.merged, MERGED) | flag(inside, INSIDE) | flag(sum.is_some(), SUMMED)]);
        sum.iter().for_each(|sum| sink.put(&sum.to_le_bytes()));
        if inside {
            encode::number(sink, self.more.len() as u64 + 1);
            for (piece, lead) in self.pieces() {
                let payload = piece.payload(slabs, lead);
                sink.put(&[form(piece.form())]);
                encode::number(sink, piece.opening() as u64);
                encode::number(sink, payload.len() as u64);
                sink.put(payload);
                pause::only(payload.len());
            }
        }
    }

    /// Checks that the deltas ascend and don't overlap, as those of a pin do: going there sets what they say and
    /// clears what lies between them.
    fn ascends(&self) -> Result<()> {
        let (mut end, mut ascend) = (0, true);
        self.visit(&NO_SLABS, &mut Vec::new(), &mut |delta| {
            ascend &= delta.start >= end;
            end = delta.end();
        })?;
        if ascend { Ok(()) } else { Err(damaged("a pinned state is out of order")) }
    }
}

/// Writes a saved mark.
pub(super) fn store_mark(mark: Saved, sink: &mut impl Sink) {
    let (kind, id, sum) = match mark {
        Saved::Near(id, offset) => (0, id, offset),
        Saved::State(state) => (1, 0, state),
        Saved::Lost => (2, 0, 0),
    };
    sink.put(&[kind]);
    encode::number(sink, id);
    sink.put(&sum.to_le_bytes());
}

/// Reads a saved mark.
pub(super) fn restore_mark(bytes: &mut &[u8]) -> Result<Saved> {
    let (kind, id) = (take_bytes(bytes, 1)?[0], take(bytes)?);
    let sum = take_bytes(bytes, 8)?.iter().rfold(0, |sum, byte| sum << 8 | u64::from(*byte));
    match kind {
        0 => Ok(Saved::Near(id, sum)),
        1 => Ok(Saved::State(sum)),
        2 => Ok(Saved::Lost),
        _ => Err(damaged("its saved mark is unknown")),
    }
}

impl<A: Arena> History<A> {
    /// Appends a commit with its payload to `out`. Returns `false` if it is away or not in the history.
    pub fn store_step(&self, id: CommitId, out: &mut Vec<u8>) -> bool {
        let node = self.tree.get(id.0).filter(|node| !node.is_away());
        node.inspect(|node| node.store(&self.tree.slabs, Payload::Inside, out)).is_some()
    }

    /// Appends the tree to `out`: links and headers of all commits, marks, the numbers of the pins. The
    /// payloads of commits are left out: see [`store_step`](History::store_step).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`] if a commit can't be unpacked.
    pub fn store_tree(&self, out: &mut Vec<u8>) -> Result<()> {
        let mut fresh = Vec::new();
        let (base, child) = (self.tree.base, self.tree.base_child);
        for value in [VERSION, self.tree.next(), base, child, self.here, self.aside.unwrap_or(NONE)] {
            encode::number(out, value);
        }
        store_mark(self.saved, out);
        encode::number(out, self.tree.len() as u64);
        let mut last = 0;
        for (id, node) in self.tree.iter() {
            for value in [id - last, node.parent, node.child, node.sibling] {
                encode::number(out, value);
            }
            last = id;
            // A commit that is away is told by its fingerprint.
            node.sum(&self.tree.slabs, &mut fresh)?;
            node.store(&self.tree.slabs, Payload::Elsewhere, out);
        }
        encode::number(out, self.pins.len() as u64);
        self.pins.iter().for_each(|pin| encode::number(out, pin.id));
        Ok(())
    }

    /// Appends a pin with its payload to `out`. Returns `false` if there is no such pin.
    pub fn store_pin(&self, id: CommitId, out: &mut Vec<u8>) -> bool {
        let pin = self.pins.iter().find(|pin| pin.id == id.0);
        pin.and_then(|pin| pin.node.as_ref())
            .inspect(|node| node.store(&NO_SLABS, Payload::Inside, out))
            .is_some()
    }

    /// Reads a history of an arena's present bytes from what [`store_tree`](History::store_tree) has
    /// written. `pin` returns the bytes of a pin; one for which it returns none is left out. All payloads are away, and
    /// count as kept.
    ///
    /// Its limits are unbounded, so that [`replay`](History::replay) drops nothing: set them afterwards.
    ///
    /// # Errors
    /// [`Error::Damaged`] if the bytes are not a tree's, and [`Error::OutOfMemory`].
    pub fn restore<'p>(
        arena: A,
        mut bytes: &[u8],
        pin: impl Fn(CommitId) -> Option<&'p [u8]>,
    ) -> Result<History<A>> {
        let bytes = &mut bytes;
        let limits = Limits { budget: usize::MAX / 4, depth: 0, working: usize::MAX / 4 };
        let mut history = History::with_limits(arena, limits);
        if take(bytes)? != VERSION {
            return Err(damaged("a later version wrote it"));
        }
        let (next, base, child) = (take(bytes)?, take(bytes)?, take(bytes)?);
        let (here, aside) = (take(bytes)?, take(bytes)?);
        history.saved = restore_mark(bytes)?;
        let count = take(bytes)?.min(MOST);
        history.tree = Tree::restored(base, child);
        let (mut id, mut entries) = (0u64, 0u64);
        for _ in 0..count {
            id = id.saturating_add(take(bytes)?);
            let (parent, child, sibling) = (take(bytes)?, take(bytes)?, take(bytes)?);
            let mut node = Node::restore(bytes)?;
            if !node.is_away() {
                return Err(damaged("a step of its tree has bytes"));
            }
            (node.parent, node.child, node.sibling, node.kept) = (parent, child, sibling, true);
            entries += node.entries() as u64;
            history.tree.restore(id, *node)?;
            if id == base || entries > ENTRIES || history.tree.bytes() > HELD {
                return Err(damaged("the saved undo history is invalid: the numbers of its steps"));
            }
        }
        history.tree.finish(next)?;
        (history.here, history.aside) = (here, Some(aside).filter(|aside| *aside != NONE));
        history.count_all()?;
        let mut seen = BTreeSet::new();
        for _ in 0..take(bytes)?.min(MOST) {
            let id = take(bytes)?;
            if id >= next {
                return Err(damaged("a pinned state belongs to no step"));
            }
            // Each would be a copy of the same bytes.
            if !seen.insert(id) {
                return Err(damaged("a pinned state is listed twice"));
            }
            let Some(mut stored) = pin(CommitId(id)) else { continue };
            let written = Written::take(&mut stored)?;
            written.fits(&history.arena)?;
            let node = written.node()?;
            node.ascends()?;
            let opening = node.opening();
            history.opening = history.opening.max(opening);
            history.pins.try_reserve(1).map_err(super::budget::refused(size_of::<Pin>()))?;
            history.pins.push(Pin { id, node: Some(node), opening });
        }
        history.count_pins();
        if !bytes.is_empty() {
            return Err(damaged("its tree is too long"));
        }
        Ok(history)
    }

    /// Counts what can be undone and redone, after the tree was read.
    fn count_all(&mut self) -> Result<()> {
        let (mut id, mut depth, mut entries) = (self.here, 0, 0);
        while let Some(node) = self.tree.get(id) {
            if self.tree.child(node.parent) != id {
                return Err(damaged("its steps are out of order"));
            }
            (depth, entries, id) = (depth + 1, entries + node.entries(), node.parent);
        }
        if id != self.tree.base {
            return Err(damaged("the saved undo history does not match the saved drawing"));
        }
        (self.depth, self.undo_entries) = (depth, entries);
        self.count_line();
        Ok(())
    }
}
