//! Events as bytes, and the way back: a history that does again what was done.
//!
//! A journal is a list of these. An event is written right after it happened, while the
//! commit it speaks of is there. Doing it again goes through the very functions that did it
//! the first time, but for the bytes, which come from the event and not from a pen.
//!
//! The invariant: an event that does not fit the history is an error that changes nothing
//! but, at worst, the order of branches.

use crate::error::{Error, Result, damaged};
use crate::memory::Region;
use crate::node::{NONE, Node};
use crate::saved::Mark;
use crate::slabs::NO_SLABS;
use crate::stored::Payload;
use crate::varint::{put_number, take_number};
use crate::written::Written;
use crate::{Arena, Commit, CommitId, Event, Header, History};

/// The most bytes of an event's numbers, and of a checksum behind it.
const ROOM: usize = 128;

const COMMITTED: u8 = 1;
const MERGED: u8 = 2;

/// Number of the kind of [`Event::Moved`].
pub const MOVED: u8 = 3;

const CHOSEN: u8 = 4;
const CARRIED: u8 = 5;
const DROPPED: u8 = 6;
const ADVANCED: u8 = 7;
const PINNED: u8 = 8;
const UNPINNED: u8 = 9;
const MARKED: u8 = 10;
const ASIDE: u8 = 11;

/// Kind of an [`Event::Committed`] whose commit is told by its [after-image](crate::image).
const IMAGED: u8 = 12;

/// Returns `true` if [`History::replay`] knows events of a kind.
pub fn is_event(kind: u8) -> bool {
    (COMMITTED..=IMAGED).contains(&kind)
}

/// Returns the error for an event that does not fit.
fn misfit() -> Error {
    damaged("an event does not fit the steps before it")
}

/// Writes numbers, and returns the kind of their event.
fn numbers(out: &mut Vec<u8>, kind: u8, numbers: &[u64]) -> Option<u8> {
    numbers.iter().for_each(|number| put_number(out, *number));
    Some(kind)
}

/// Returns the number of a commit that may be missing.
fn number_of(id: Option<CommitId>) -> u64 {
    id.map_or(NONE, |CommitId(id)| id)
}

impl<A: Arena> History<A> {
    /// Appends an event that has just been taken to `out`, and returns the number of its kind; `None` if its
    /// commit is no longer there.
    pub fn store_event(&self, event: &Event, out: &mut Vec<u8>) -> Option<u8> {
        match event {
            Event::Committed { id, carried } => {
                let node = self.tree.get(id.0).filter(|node| !node.is_away())?;
                let links = [id.0, node.parent, number_of(*carried)];
                if let Some(image) = self.image(id.0) {
                    numbers(out, IMAGED, &links)?;
                    return image.store(out).map(|()| IMAGED);
                }
                out.try_reserve(node.bytes_held() + ROOM).ok()?;
                numbers(out, COMMITTED, &links)?;
                node.store(self.tree.slabs(), Payload::Inside, out);
                Some(COMMITTED)
            }
            Event::Merged { from, id, part } => {
                out.try_reserve(part.0.bytes_held() + ROOM).ok()?;
                numbers(out, MERGED, &[from.0, number_of(*id)])?;
                part.0.store(&NO_SLABS, Payload::Inside, out);
                Some(MERGED)
            }
            Event::Moved { to } => numbers(out, MOVED, &[to.0]),
            Event::Chosen { to } => numbers(out, CHOSEN, &[to.0]),
            Event::Carried { root, onto } => numbers(out, CARRIED, &[root.0, onto.0]),
            Event::Aside { root } => numbers(out, ASIDE, &[number_of(*root)]),
            Event::Dropped { id } => numbers(out, DROPPED, &[id.0]),
            Event::Advanced => Some(ADVANCED),
            Event::Pinned { id } => {
                let header = self.pins().find(|(pin, _)| pin == id)?.1;
                numbers(out, PINNED, &[id.0])?;
                header.encode(out);
                Some(PINNED)
            }
            Event::Unpinned { id } => numbers(out, UNPINNED, &[id.0]),
            Event::Marked(mark) => {
                mark.0.store(out);
                Some(MARKED)
            }
        }
    }

    /// Does again what an event that [`store_event`](History::store_event) has written tells.
    ///
    /// # Errors
    /// [`Error::Away`] if a payload has to be supplied first: call it again then. [`Error::Damaged`] if the
    /// event is broken or does not fit, [`Error::OutOfMemory`].
    pub fn replay(&mut self, kind: u8, mut bytes: &[u8]) -> Result<()> {
        self.action.check_idle()?;
        let bytes = &mut bytes;
        match kind {
            COMMITTED => {
                let (id, parent, carried) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
                let written = Written::parse(bytes)?;
                self.ended(bytes)?;
                if written.is_away() {
                    return Err(misfit());
                }
                written.fits(&self.arena)?;
                self.replay_commit(id, parent, carried, *written.node()?)
            }
            IMAGED => {
                let (id, parent, carried) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
                if parent != self.line.here() {
                    return Err(misfit());
                }
                let node = self.restore_image(bytes)?;
                self.replay_commit(id, parent, carried, *node)
            }
            MERGED => {
                let (from, id) = (take_number(bytes)?, take_number(bytes)?);
                let part = Written::parse(bytes)?;
                self.ended(bytes)?;
                self.replay_merge(from, id, &part)
            }
            MOVED => {
                let to = self.known(bytes)?;
                self.replay_move(to)
            }
            CHOSEN => {
                let to = self.known(bytes)?;
                let ancestor = self.tree.ancestor(self.line.here(), to);
                self.prefer_way(to, ancestor);
                Ok(())
            }
            CARRIED => {
                let (root, onto) = (take_number(bytes)?, take_number(bytes)?);
                self.ended(bytes)?;
                self.replay_carry(root, onto)
            }
            ASIDE => {
                let root = take_number(bytes)?;
                self.ended(bytes)?;
                self.line.set_aside(Some(root).filter(|root| *root != NONE));
                Ok(())
            }
            DROPPED => {
                let id = self.known(bytes)?;
                let free = id != self.line.here() && id != self.tree.base() && self.tree.child(id) == NONE;
                if !free {
                    return Err(misfit());
                }
                self.drop_leaf(id);
                self.line.reshape();
                self.line.count_ahead(&self.tree);
                Ok(())
            }
            ADVANCED => {
                self.ended(bytes)?;
                if self.line.depth() == 0 || self.tree.children(self.tree.base()).nth(1).is_some() {
                    return Err(misfit());
                }
                self.drop_oldest();
                Ok(())
            }
            PINNED => {
                let id = take_number(bytes)?;
                let header = Header::decode(bytes).ok_or_else(misfit)?.into_owned();
                let same = id == self.line.here() && !self.pins.contains(id);
                if same { self.pin(header).map(|_| ()) } else { Err(misfit()) }
            }
            UNPINNED => {
                let id = take_number(bytes)?;
                self.ended(bytes)?;
                if self.unpin(CommitId(id)) { Ok(()) } else { Err(misfit()) }
            }
            MARKED => {
                let mark = Mark::restore(bytes)?;
                self.ended(bytes)?;
                self.saved.set_mark(mark);
                Ok(())
            }
            _ => Err(damaged("an event is of an unknown kind")),
        }
    }

    /// Returns an error if bytes are left.
    fn ended(&self, bytes: &[u8]) -> Result<()> {
        if bytes.is_empty() { Ok(()) } else { Err(damaged("an event is too long")) }
    }

    /// Reads the number of a commit that is there, or of the base.
    fn known(&self, bytes: &mut &[u8]) -> Result<u64> {
        let id = take_number(bytes)?;
        let there = self.tree.get(id).is_some() || id == self.tree.base();
        if there && bytes.is_empty() { Ok(id) } else { Err(misfit()) }
    }

    fn replay_commit(&mut self, id: u64, parent: u64, carried: u64, node: Node) -> Result<()> {
        let line = self.tree.child(self.line.here());
        if parent != self.line.here() || carried != NONE && carried != line {
            return Err(misfit());
        }
        let sum = node.sum(&NO_SLABS, &mut Vec::new())?;
        self.budget.reserve(node.opening());
        self.tree.skip_to(id)?;
        let weight = node.weight();
        self.tree.insert(parent, node, weight);
        if let Err(error) = self.cross(id, false, &mut Vec::new(), &mut |_| ()) {
            self.tree.remove(id);
            return Err(error);
        }
        if carried != NONE {
            self.saved.shift(&self.tree, line, sum);
            self.tree.adopt(line, id);
        }
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        Ok(())
    }

    fn replay_merge(&mut self, from: u64, id: u64, part: &Written<'_>) -> Result<()> {
        if from != self.line.here() || self.line.depth() == 0 || self.line.ahead() > 0 || part.is_away() {
            return Err(misfit());
        }
        self.at_hand(from)?;
        part.fits(&self.arena)?;
        let part = part.node()?;
        let header = Commit { id: 0, node: &part, slabs: &NO_SLABS }.header().into_owned();
        self.budget.reserve(part.opening());
        if id != NONE {
            self.tree.skip_to(id)?;
        }
        self.exchange(&part, &mut Vec::new())?;
        match self.merge(from, part, &header) {
            Ok(made) if made.unwrap_or(NONE) == id => Ok(()),
            Ok(_) => Err(misfit()),
            Err(part) => {
                self.exchange(&part, &mut Vec::new())?;
                Err(misfit())
            }
        }
    }

    fn replay_move(&mut self, to: u64) -> Result<()> {
        let ancestor = self.tree.ancestor(self.line.here(), to);
        // All bytes first, so that nothing is done by halves.
        for end in [self.line.here(), to] {
            let mut id = end;
            while id != ancestor {
                self.at_hand(id)?;
                id = self.tree.parent(id);
            }
        }
        while self.line.here() != ancestor {
            self.cross(self.line.here(), true, &mut Vec::new(), &mut |_| ())?;
        }
        let mut id = to;
        while id != ancestor {
            if self.tree.child(self.tree.parent(id)) != id {
                return Err(misfit());
            }
            id = self.tree.parent(id);
        }
        while self.line.here() != to {
            self.cross(self.tree.child(self.line.here()), false, &mut Vec::new(), &mut |_| ())?;
        }
        Ok(())
    }

    fn replay_carry(&mut self, root: u64, onto: u64) -> Result<()> {
        let there = self.tree.get(root).is_some() && onto == self.line.here();
        if !there || self.tree.ancestor(root, onto) == root {
            return Err(misfit());
        }
        let by = self.tree.between(self.tree.parent(root), onto)?;
        self.saved.shift(&self.tree, root, by);
        self.tree.adopt(root, onto);
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        Ok(())
    }

    /// Exchanges the two states of a commit that is not in the tree.
    fn exchange(&mut self, node: &Node, fresh: &mut Vec<u8>) -> Result<()> {
        let mut had = Ok(());
        node.visit(&NO_SLABS, fresh, &mut |delta| {
            let region = Region::new(delta.start, delta.len as usize);
            if had.is_ok() {
                had = self.arena.provide(region);
            }
            self.events.touch(region);
        })?;
        had?;
        let mut complete = true;
        node.visit(&NO_SLABS, fresh, &mut |delta| complete &= delta.swap(&mut self.arena))?;
        node.visit(&NO_SLABS, fresh, &mut |delta| {
            self.arena.trim(Region::new(delta.start, delta.len as usize))
        })?;
        if complete { Ok(()) } else { Err(misfit()) }
    }
}
