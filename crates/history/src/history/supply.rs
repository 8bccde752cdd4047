//! Payloads that come from a disk, and what waits for them.
//!
//! A store says which payloads it holds, so that they may be [put away](crate::away), and brings those that somebody asks for.
//! What it brings is not believed: it must have the fingerprint that its commit has.
//!
//! The invariant: bytes that nobody waits for take only room that is free.

use crate::error::{Error, Result, damaged, within};
use crate::node::{LEAST, Node};
use crate::passage::LISTED;
use crate::slabs::Slabs;
use crate::written::Written;
use crate::{Arena, Commit, CommitId, History};
use std::collections::BTreeSet;

impl<A: Arena> History<A> {
    /// Notes whether a store takes payloads. While it does, commits are not dropped to make room, as they will
    /// be [kept](History::keep_step).
    pub fn hoard(&mut self, hoards: bool) {
        self.away.set_hoards(hoards);
    }

    /// Returns `true` while a store takes payloads.
    pub fn hoards(&self) -> bool {
        self.away.hoards()
    }

    /// Notes that a commit's payload lies on a disk, so that it may be put away. Returns `false` if there is
    /// no such commit.
    pub fn keep_step(&mut self, id: CommitId) -> bool {
        let known = self.tree.change(id.0, |node, _| node.kept = true).is_some();
        if known {
            self.away.shelve(id.0);
        }
        known
    }

    /// Returns `true` if a commit's payload is not in memory.
    pub fn is_away(&self, id: CommitId) -> bool {
        self.tree.get(id.0).is_some_and(Node::is_away)
    }

    /// Notes that a payload that is away can't be read. Returns `false` if it is not away, or that is known.
    pub fn lose(&mut self, id: CommitId) -> bool {
        let lost = |node: &mut Node, _: &Slabs| node.is_away() && !std::mem::replace(&mut node.lost, true);
        let lost = self.tree.change(id.0, lost).unwrap_or(false);
        if lost && self.awaits(id) {
            self.away.release();
        }
        lost
    }

    /// Returns `true` if somebody waits for a commit's payload: a long way, or a line to be brought back.
    pub fn awaits(&self, id: CommitId) -> bool {
        self.is_away(id) && self.away.holds(id.0) || self.away.passage_lacks(id.0)
    }

    /// Puts a commit's payload in its place again, from what [`store_step`](History::store_step) has written,
    /// and puts others away if there is no room. For a long way it is only looked at if it has no room.
    /// Returns `false`, changing nothing, if it is not away.
    ///
    /// # Errors
    /// [`Error::Damaged`] if these are not the commit's bytes; [`Error::OverBudget`] and
    /// [`Error::OutOfMemory`] if there is no room for them.
    pub fn supply(&mut self, id: CommitId, bytes: &[u8]) -> Result<bool> {
        let Some(written) = self.read_away(id, bytes)? else { return Ok(false) };
        let passes = self.away.passage_lacks(id.0);
        if passes && !self.has_free_room(&written) {
            return self.pass(id.0, &written).map(|()| true);
        }
        let more = written.bytes_once_read() + self.budget.lack(written.opening());
        while self.over(more) && self.away.put_away(&mut self.tree, self.line.here()) {}
        let lent = if self.is_open() {
            0
        } else {
            self.budget.limits().working.saturating_sub(self.working() - self.owed())
        };
        let lent = if self.away.hoards() { lent } else { 0 };
        within(self.bytes_held() + more, self.budget.limits().budget.saturating_add(lent))?;
        self.place(id.0, *written.node()?);
        Ok(true)
    }

    /// Puts a commit's payload in its place again like [`supply`](History::supply), if that takes nothing but
    /// room that is free. Returns `false`, changing nothing, if it does not, and if it is not away.
    ///
    /// # Errors
    /// [`Error::Damaged`] and [`Error::OutOfMemory`] as [`supply`](History::supply).
    pub fn supply_ahead(&mut self, id: CommitId, bytes: &[u8]) -> Result<bool> {
        let Some(written) = self.read_away(id, bytes)? else { return Ok(false) };
        let fits = self.has_free_room(&written);
        if fits {
            self.place(id.0, *written.node()?);
        }
        Ok(fits)
    }

    /// Looks at the bytes of a commit that is away, piece by piece, or returns `None` if it is not.
    fn read_away<'a>(&self, CommitId(id): CommitId, mut bytes: &'a [u8]) -> Result<Option<Written<'a>>> {
        let Some(place) = self.tree.get(id).filter(|node| node.is_away()) else { return Ok(None) };
        let written = Written::parse(&mut bytes)?;
        if written.is_away() || !bytes.is_empty() {
            return Err(damaged("a step has no bytes"));
        }
        let room = self.budget.limits().budget.saturating_sub(self.bytes_held()) + self.spare();
        within(written.longest(), room)?;
        written.fits(&self.arena)?;
        if Some(written.sum()?) != place.sum.get() {
            return Err(damaged("a step has the wrong bytes"));
        }
        Ok(Some(written))
    }

    /// Returns `true` if a payload that comes back takes free room only. There is none while an action is open.
    fn has_free_room(&self, written: &Written<'_>) -> bool {
        let more = written.bytes_once_read() + self.budget.lack(written.opening());
        !self.is_open() && more <= self.free()
    }

    /// Puts a payload in its place.
    fn place(&mut self, id: u64, node: Node) {
        self.budget.reserve(node.opening());
        self.tree.change(id, |place, _| {
            (place.first, place.more, place.lead, place.lost) = (node.first, node.more, node.lead, false);
        });
        self.away.arrived(id);
        self.give_way();
    }

    /// Returns how many bytes a step changes that [`store_step`](History::store_step) has written: the work
    /// that supplying it takes, which may be far more than its own bytes. Short runs count as longer ones.
    ///
    /// # Errors
    /// [`Error::Damaged`] if these are not a step's bytes, and [`Error::OutOfMemory`].
    pub fn span_of(&self, mut bytes: &[u8]) -> Result<u64> {
        let written = Written::parse(&mut bytes)?;
        written.fits(&self.arena)?;
        let mut span = 0u64;
        written.visit(&mut Vec::new(), &mut |delta| span = span.saturating_add(delta.len.max(LEAST)))?;
        Ok(span)
    }

    /// Notes how many bytes a commit [spans](History::span_of), where what it says of itself is not believed.
    pub fn note_span(&mut self, id: CommitId, span: u64) {
        self.tree.change(id.0, |node, _| node.least = span);
    }

    /// Returns the commit nearest to the current one on its way back and forth that is away and can be had: at most
    /// `steps` on each side are looked at, and none behind a wall.
    pub fn away_nearby(&self, steps: usize) -> Option<CommitId> {
        let next = |commit: &Commit<'_>| self.commit_at(commit.node.child);
        let first = self.commit_at(self.tree.child(self.line.here()));
        let mut back = self.done().take(steps).take_while(|commit| !commit.node.lost);
        let mut forth = std::iter::successors(first, next).take(steps).take_while(|commit| !commit.node.lost);
        loop {
            let pair = [back.next(), forth.next()];
            if let Some(commit) = pair.iter().flatten().find(|commit| commit.node.is_away()) {
                return Some(commit.id());
            }
            if pair.iter().all(Option::is_none) {
                return None;
            }
        }
    }

    /// Keeps payloads in memory, all of which somebody needs, until they are [released](History::release).
    ///
    /// # Errors
    /// [`Error::Away`] if one of them is not there yet; [`Error::Unreadable`] if it can't be read;
    /// [`Error::OverBudget`] if there is no room for the list.
    pub(super) fn hold(&mut self, ids: impl Iterator<Item = u64>) -> Result<()> {
        let mut held = BTreeSet::new();
        for id in ids {
            within(LISTED * (held.len() + 1), self.spare() / 4)?;
            held.insert(id);
        }
        self.away.hold(held);
        let missing = self.away.held().find(|id| self.at_hand(*id).is_err());
        let found = missing.map_or(Ok(()), |id| self.at_hand(id));
        if matches!(found, Err(Error::Unreadable { .. })) {
            self.away.release();
        }
        found
    }

    /// Ends all waiting for payloads: those that came may be put away, and a long way is begun anew.
    pub fn release(&mut self) {
        self.away.release();
    }

    /// Returns the error for a way across a commit, if that is a wall: which steps can't be reached.
    pub fn wall_at(&self, id: CommitId) -> Option<Error> {
        self.tree.get(id.0).filter(|node| node.lost).map(|_| self.unreadable(id.0))
    }

    /// Returns `true` if a commit's payload can't be read.
    pub fn is_lost(&self, id: CommitId) -> bool {
        self.tree.get(id.0).is_some_and(|node| node.lost)
    }

    /// Returns the nearest wall on the way back, or else on the way forth.
    pub fn wall(&self) -> Option<CommitId> {
        self.done().chain(self.undone()).find(|commit| commit.node.lost).map(|commit| commit.id())
    }
}
