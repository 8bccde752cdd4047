//! Commits whose payload lies on a disk.
//!
//! The disk is the history, and memory a cache of it. A payload that a store is said to hold need not be
//! held here too: it is *put away* when its room is wanted. The commit stays in the tree, with
//! its header and its fingerprint, so that lists, marks and branches don't notice. Only who
//! wants to cross it needs its bytes, gets [`Error::Away`](crate::Error::Away) with nothing changed, and comes
//! back when they were [supplied](crate::History::supply).
//!
//! Those that are farthest from the current commit go first. What somebody waits for as a whole is
//! [held](Away::hold) until all of it is there. Bytes that nobody waits for yet take only room that is
//! free ([`supply_ahead`](crate::History::supply_ahead)): they push nothing out.
//!
//! A payload that can't be read any more makes its commit a *wall*: nobody crosses it
//! ([`Error::Unreadable`](crate::Error::Unreadable)), and all else goes on.
//!
//! The invariant: only a payload that was said to be kept is put away, and while a store takes payloads no
//! commit is dropped to make room.

use crate::error::Result;
use crate::node::Node;
use crate::passage::Passage;
use crate::slabs::Slabs;
use crate::tree::Tree;
use std::collections::BTreeSet;

/// The range while no payload may be put away.
const NO_SHELF: (u64, u64) = (u64::MAX, 0);

/// Which payloads may be put away, and which somebody waits for.
#[derive(Debug)]
pub(crate) struct Away {
    /// Lower and upper bound of the commits whose payloads may be put away.
    shelf: (u64, u64),
    /// Whether a store takes payloads, so that nothing is dropped to make room.
    hoards: bool,
    /// Commits whose payloads stay in memory, since somebody waits for all of them.
    held: BTreeSet<u64>,
    /// A long way that waits for steps on a disk.
    passage: Option<Passage>,
}

impl Default for Away {
    /// Returns that there is no store.
    fn default() -> Away {
        Away { shelf: NO_SHELF, hoards: false, held: BTreeSet::new(), passage: None }
    }
}

impl Away {
    /// Notes whether a store takes payloads.
    pub(crate) fn set_hoards(&mut self, hoards: bool) {
        self.hoards = hoards;
    }

    /// Returns `true` while a store takes payloads.
    #[inline]
    pub(crate) fn hoards(&self) -> bool {
        self.hoards
    }

    /// Returns `true` if no payload may be put away, since none was said to be kept.
    pub(crate) fn is_empty(&self) -> bool {
        self.shelf == NO_SHELF
    }

    /// Notes that a payload may be put away.
    pub(crate) fn shelve(&mut self, id: u64) {
        self.shelf = (self.shelf.0.min(id), self.shelf.1.max(id));
    }

    /// Notes that no payload may be put away any more.
    pub(crate) fn clear(&mut self) {
        self.shelf = NO_SHELF;
    }

    /// Keeps payloads in memory, all of which somebody needs, until they are [released](Away::release).
    pub(crate) fn hold(&mut self, held: BTreeSet<u64>) {
        self.held = held;
    }

    /// Returns the commits whose payloads are held.
    pub(crate) fn held(&self) -> impl Iterator<Item = u64> {
        self.held.iter().copied()
    }

    /// Returns `true` if a payload is held, or is to be as soon as it comes.
    pub(crate) fn holds(&self, id: u64) -> bool {
        self.held.contains(&id)
    }

    /// Returns `true` if a long way waits for a payload.
    pub(crate) fn passage_lacks(&self, id: u64) -> bool {
        self.passage.as_ref().is_some_and(|passage| passage.lacks(id))
    }

    /// Notes that a payload lies in memory again.
    pub(crate) fn arrived(&mut self, id: u64) {
        self.passage.iter_mut().for_each(|passage| passage.found(id));
        self.shelve(id);
    }

    /// Takes the long way that waits.
    pub(crate) fn take_passage(&mut self) -> Option<Passage> {
        self.passage.take()
    }

    /// Sets or forgets the long way that waits.
    pub(crate) fn set_passage(&mut self, passage: Option<Passage>) {
        self.passage = passage;
    }

    /// Returns the number of bytes of the long way that waits.
    pub(crate) fn bytes_held(&self) -> usize {
        self.passage.as_ref().map_or(0, Passage::bytes_held)
    }

    /// Ends all waiting for payloads: those that came may be put away, and a long way is begun anew.
    pub(crate) fn release(&mut self) {
        if !self.held.is_empty() {
            self.held.clear();
        }
        if self.passage.is_some() {
            self.passage = None;
        }
    }

    /// Puts the payload away that is kept and farthest from the current commit, of which that commit's and the next one's
    /// go last. Returns `false` if there is none.
    pub(crate) fn put_away(&mut self, tree: &mut Tree, here: u64) -> bool {
        if self.shelf == NO_SHELF {
            return false;
        }
        let next = tree.child(here);
        let mut from = self.shelf.0.max(tree.oldest());
        let mut to = self.shelf.1.min(tree.next().saturating_sub(1));
        // Whether the bounds follow, since nothing that may be put away was passed over.
        let (mut low, mut high) = (true, true);
        while from <= to {
            // From the end that is farther.
            let below = here.saturating_sub(from) >= to.saturating_sub(here);
            let id = if below { from } else { to };
            let spared = id == here || id == next || self.is_needed(id);
            if below {
                (from, low) = (from + 1, low && !spared);
                self.shelf.0 = if low { from } else { self.shelf.0 };
            } else {
                (to, high) = (to.saturating_sub(1), high && !spared);
                self.shelf.1 = if high { to } else { self.shelf.1 };
            }
            if !spared && put_away(tree, id) {
                return true;
            }
            if id == 0 {
                break;
            }
        }
        [next, here].into_iter().any(|id| !self.is_needed(id) && put_away(tree, id))
    }

    /// Returns `true` if a payload would have to be read again at once: it is held, or lies on a long way on which others
    /// are waited for.
    fn is_needed(&self, id: u64) -> bool {
        self.held.contains(&id) || self.passage.as_ref().is_some_and(|passage| passage.needs(id))
    }
}

/// Puts a commit's payload away if it is kept. Returns `false` if it is not, or lies on a disk alone already.
fn put_away(tree: &mut Tree, id: u64) -> bool {
    let may = tree.get(id).is_some_and(|node| node.kept && !node.is_away());
    let put = |node: &mut Node, slabs: &Slabs| -> Result<()> {
        node.sum(slabs, &mut Vec::new())?;
        let first = node.first.put_away(slabs, node.lead as usize)?;
        (node.first, node.more) = (first, Vec::new());
        Ok(())
    };
    may && matches!(tree.change(id, put), Some(Ok(())))
}
