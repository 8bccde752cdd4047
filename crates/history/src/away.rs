//! Commits whose payload lies on a disk.
//!
//! The disk is the history, and memory a cache of it. A payload that a store is said to hold need not be
//! held here too: it is *put away* when its room is wanted. The commit stays in the tree, with
//! its header and its fingerprint, so that lists, marks and branches don't notice. Only who
//! wants to cross it needs its bytes, gets [`Error::Away`] with nothing changed, and comes
//! back when they were [supplied](History::supply).
//!
//! Those that are farthest from the current commit go first. What somebody waits for as a whole is
//! [held](History::hold) until all of it is there. Bytes that nobody waits for yet take only room that is
//! free ([`supply_ahead`](History::supply_ahead)): they push nothing out.
//!
//! A payload that can't be read any more makes its commit a *wall*: nobody crosses it
//! ([`Error::Unreadable`]), and all else goes on.
//!
//! The invariant: only a payload that was said to be kept is put away, and while a store takes payloads no
//! commit is dropped to make room.

use crate::error::{Error, Result};
use crate::node::{NONE, Node};
use crate::slabs::Slabs;
use crate::written::Written;
use crate::{Arena, Commit, CommitId, History};
use std::collections::BTreeSet;

/// The range while no payload may be put away.
pub(super) const NO_SHELF: (u64, u64) = (u64::MAX, 0);

/// Number of bytes that a number in a set takes at the most.
pub(super) const LISTED: usize = 32;

impl<A: Arena> History<A> {
    /// Notes whether a store takes payloads. While it does, commits are not dropped to make room, as they will
    /// be [kept](History::keep_step).
    pub fn hoard(&mut self, hoards: bool) {
        self.hoards = hoards;
    }

    /// Returns `true` while a store takes payloads.
    pub fn hoards(&self) -> bool {
        self.hoards
    }

    /// Notes that a commit's payload lies on a disk, so that it may be put away. Returns `false` if there is
    /// no such commit.
    pub fn keep_step(&mut self, id: CommitId) -> bool {
        let known = self.tree.change(id.0, |node, _| node.kept = true).is_some();
        if known {
            self.shelve(id.0);
        }
        known
    }

    /// Puts payloads away for which the budget has no room, now that a disk holds them.
    pub fn settle(&mut self) {
        while self.over(0) && self.put_away() {}
    }

    /// Notes that no payload lies anywhere else any more, as the disk was lost. Drops the commits whose payloads
    /// are away, with those that lead only through them, and returns how many that were.
    pub fn disown(&mut self) -> usize {
        self.hoards = false;
        let dropped = self.drop_those(Node::is_away);
        let all: Vec<u64> = self.tree.iter().map(|(id, _)| id).collect();
        all.into_iter().for_each(|id| _ = self.tree.change(id, |node, _| node.kept = false));
        self.shelf = NO_SHELF;
        self.make_room(0, 0);
        dropped
    }

    /// Drops the commits whose payloads can't be read, with those that lead only through them, and returns how many that
    /// were. What is left is what can be reached without crossing a wall.
    pub fn drop_lost(&mut self) -> usize {
        self.drop_those(|node| node.lost)
    }

    /// Drops some commits, with those that lead only through them, and returns how many that were.
    fn drop_those(&mut self, gone: fn(&Node) -> bool) -> usize {
        self.release();
        let before = self.tree.len();
        // With a step that was done, all before it go.
        let done = self.done().find(|commit| gone(commit.node)).map(|commit| commit.id);
        while done.is_some_and(|id| self.tree.get(id).is_some()) && self.drop_before(0) {}
        let roots: Vec<u64> = self.tree.iter().filter(|(_, node)| gone(node)).map(|(id, _)| id).collect();
        for root in roots {
            // What stands on it goes first, from the tips down.
            let mut at = root;
            while self.tree.get(root).is_some() {
                while self.tree.child(at) != NONE {
                    at = self.tree.child(at);
                }
                let below = self.tree.parent(at);
                self.drop_leaf(at);
                at = below;
            }
        }
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        before - self.tree.len()
    }

    /// Forgets the oldest commits, with the branches that grew from before them, until none is numbered below
    /// `id`, but for the current one. Returns how many those were; none while an action is open.
    ///
    /// ```
    /// use undoodle_history::{CommitId, Header, History, Region};
    /// let mut history = History::new(vec![0u8; 100]);
    /// for value in 1..6 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new("Set"))?;
    /// }
    /// assert_eq!((history.forget_before(CommitId(3)), history.position()), (2, 3));
    /// assert_eq!((history.forget_before(CommitId(99)), history.position()), (2, 1));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn forget_before(&mut self, id: CommitId) -> usize {
        let before = self.tree.len();
        if !self.is_open() {
            self.release();
        }
        while !self.is_open() && self.tree.len() > 0 && self.tree.oldest() < id.0 && self.drop_before(1) {}
        self.line.reshape();
        before - self.tree.len()
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
            self.release();
        }
        lost
    }

    /// Returns `true` if somebody waits for a commit's payload: a long way, or a line to be brought back.
    pub fn awaits(&self, id: CommitId) -> bool {
        self.is_away(id) && self.held.contains(&id.0)
            || self.passage.as_ref().is_some_and(|passage| passage.lacks(id.0))
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
        let passes = self.passage.as_ref().is_some_and(|passage| passage.lacks(id.0));
        if passes && !self.has_free_room(&written) {
            return self.pass(id.0, &written).map(|()| true);
        }
        let more = written.bytes() + self.budget.lack(written.opening());
        while self.over(more) && self.put_away() {}
        let lent = if self.is_open() {
            0
        } else {
            self.budget.limits().working.saturating_sub(self.working() - self.owed())
        };
        let lent = if self.hoards { lent } else { 0 };
        crate::error::within(self.bytes() + more, self.budget.limits().budget.saturating_add(lent))?;
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
            return Err(crate::error::damaged("a step has no bytes"));
        }
        let room = self.budget.limits().budget.saturating_sub(self.bytes()) + self.spare();
        crate::error::within(written.longest(), room)?;
        written.fits(&self.arena)?;
        if Some(written.sum()?) != place.sum.get() {
            return Err(crate::error::damaged("a step has the wrong bytes"));
        }
        Ok(Some(written))
    }

    /// Returns `true` if a payload that comes back takes free room only. There is none while an action is open.
    fn has_free_room(&self, written: &Written<'_>) -> bool {
        let more = written.bytes() + self.budget.lack(written.opening());
        !self.is_open() && more <= self.free()
    }

    /// Puts a payload in its place.
    fn place(&mut self, id: u64, node: Node) {
        self.budget.reserve(node.opening());
        self.tree.change(id, |place, _| {
            (place.first, place.more, place.lead, place.lost) = (node.first, node.more, node.lead, false);
        });
        self.passage.iter_mut().for_each(|passage| passage.found(id));
        self.shelve(id);
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
        written.visit(&mut Vec::new(), &mut |delta| {
            span = span.saturating_add(delta.len.max(crate::node::LEAST))
        })?;
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
            crate::error::within(LISTED * (held.len() + 1), self.spare() / 4)?;
            held.insert(id);
        }
        self.held = held;
        let missing = self.held.iter().copied().find(|id| self.at_hand(*id).is_err());
        let found = missing.map_or(Ok(()), |id| self.at_hand(id));
        if matches!(found, Err(Error::Unreadable { .. })) {
            self.release();
        }
        found
    }

    /// Ends all waiting for payloads: those that came may be put away, and a long way is begun anew.
    pub fn release(&mut self) {
        if !self.held.is_empty() {
            self.held.clear();
        }
        if self.passage.is_some() {
            self.passage = None;
        }
    }

    /// Notes that a payload may be put away.
    fn shelve(&mut self, id: u64) {
        self.shelf = (self.shelf.0.min(id), self.shelf.1.max(id));
    }

    /// Puts the payload away that is kept and farthest from the current commit, of which that commit's and the next one's
    /// go last. Returns `false` if there is none.
    pub(super) fn put_away(&mut self) -> bool {
        if self.shelf == NO_SHELF {
            return false;
        }
        let next = self.tree.child(self.line.here());
        let mut from = self.shelf.0.max(self.tree.oldest());
        let mut to = self.shelf.1.min(self.tree.next().saturating_sub(1));
        // Whether the bounds follow, since nothing that may be put away was passed over.
        let (mut low, mut high) = (true, true);
        while from <= to {
            // From the end that is farther.
            let below = self.line.here().saturating_sub(from) >= to.saturating_sub(self.line.here());
            let id = if below { from } else { to };
            let spared = id == self.line.here() || id == next || self.is_needed(id);
            if below {
                (from, low) = (from + 1, low && !spared);
                self.shelf.0 = if low { from } else { self.shelf.0 };
            } else {
                (to, high) = (to.saturating_sub(1), high && !spared);
                self.shelf.1 = if high { to } else { self.shelf.1 };
            }
            if !spared && self.put_away_one(id) {
                return true;
            }
            if id == 0 {
                break;
            }
        }
        [next, self.line.here()].into_iter().any(|id| !self.is_needed(id) && self.put_away_one(id))
    }

    /// Returns `true` if a payload would have to be read again at once: it is held, or lies on a long way on which others
    /// are waited for.
    fn is_needed(&self, id: u64) -> bool {
        self.held.contains(&id) || self.passage.as_ref().is_some_and(|passage| passage.needs(id))
    }

    fn put_away_one(&mut self, id: u64) -> bool {
        let may = self.tree.get(id).is_some_and(|node| node.kept && !node.is_away());
        let put = |node: &mut Node, slabs: &Slabs| -> Result<()> {
            node.sum(slabs, &mut Vec::new())?;
            let first = node.first.put_away(slabs, node.lead as usize)?;
            (node.first, node.more) = (first, Vec::new());
            Ok(())
        };
        may && matches!(self.tree.change(id, put), Some(Ok(())))
    }

    /// Returns an error if a commit's payload is away.
    pub(super) fn at_hand(&self, id: u64) -> Result<()> {
        match self.tree.get(id) {
            Some(node) if node.lost => Err(self.unreadable(id)),
            Some(node) if node.is_away() => Err(Error::Away { commit: id }),
            _ => Ok(()),
        }
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

    /// Returns the error for a way across a wall.
    fn unreadable(&self, id: u64) -> Error {
        let before = self.tree.ancestor(self.line.here(), id) == id;
        let mut steps = if before { self.tree.depth(id) as u64 } else { 0 };
        if !before {
            self.tree.all_below(id, |_, _| {
                steps += 1;
                true
            });
        }
        Error::Unreadable { steps, before }
    }
}
