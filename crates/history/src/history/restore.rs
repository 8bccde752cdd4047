//! The tree of commits as bytes, and a history from them.
//!
//! Commits are stored one by one, with their payloads. The tree is a second thing: who came after whom, all
//! headers, where the history stands. It can be read without any payload, so that a drawing of
//! a hundred thousand steps opens at once; its commits are then [away](crate::away), and
//! what they hold is supplied when somebody goes there.
//!
//! What is read is checked, as it may come from a damaged disk or from a
//! stranger: links lead through every commit once, lengths fit, and a step's deltas lie in
//! the arena.
//!
//! The invariant: what is written is read as the same history.

use crate::error::{Result, damaged};
use crate::line::Line;
use crate::node::{NONE, Node};
use crate::saved::Mark;
use crate::slabs::NO_SLABS;
use crate::stored::Payload;
use crate::tree::Tree;
use crate::varint::{put_number, take_number};
use crate::written::Written;
use crate::{Arena, CommitId, History, Limits};
use std::collections::BTreeSet;

/// Version of the encoding of a tree.
const VERSION: u64 = 1;

/// The most commits that one list of bytes may hold.
const MOST: u64 = 1 << 24;

/// The most bytes that the commits of a tree take without their payloads: more than any budget.
const HELD: usize = 1 << 30;

/// The most entries of all commits together: their number may be counted in 32 bits.
const ENTRIES: u64 = 1 << 31;

impl<A: Arena> History<A> {
    /// Appends a commit with its payload to `out`. Returns `false` if it is away or not in the history.
    pub fn store_step(&self, id: CommitId, out: &mut Vec<u8>) -> bool {
        let node = self.tree.get(id.0).filter(|node| !node.is_away());
        node.inspect(|node| node.store(self.tree.slabs(), Payload::Inside, out)).is_some()
    }

    /// Appends the tree to `out`: links and headers of all commits, marks, the numbers of the pins. The
    /// payloads of commits are left out: see [`store_step`](History::store_step).
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a commit can't be unpacked.
    pub fn store_tree(&self, out: &mut Vec<u8>) -> Result<()> {
        let mut fresh = Vec::new();
        let (base, child) = (self.tree.base(), self.tree.child(self.tree.base()));
        for value in
            [VERSION, self.tree.next(), base, child, self.line.here(), self.line.aside().unwrap_or(NONE)]
        {
            put_number(out, value);
        }
        self.saved.mark().store(out);
        put_number(out, self.tree.len() as u64);
        let mut last = 0;
        for (id, node) in self.tree.iter() {
            for value in [id - last, node.parent, node.child, node.sibling] {
                put_number(out, value);
            }
            last = id;
            // A commit that is away is told by its fingerprint.
            node.sum(self.tree.slabs(), &mut fresh)?;
            node.store(self.tree.slabs(), Payload::Elsewhere, out);
        }
        put_number(out, self.pins.len() as u64);
        self.pins.ids().for_each(|id| put_number(out, id));
        Ok(())
    }

    /// Appends a pin with its payload to `out`. Returns `false` if there is no such pin.
    pub fn store_pin(&self, id: CommitId, out: &mut Vec<u8>) -> bool {
        let pin = self.pins.find(id.0);
        pin.inspect(|node| node.store(&NO_SLABS, Payload::Inside, out)).is_some()
    }

    /// Reads a history of an arena's present bytes from what [`store_tree`](History::store_tree) has
    /// written. `pin` returns the bytes of a pin; one for which it returns none is left out. All payloads are away, and
    /// count as kept.
    ///
    /// Its limits are unbounded, so that [`replay`](History::replay) drops nothing: set them afterwards.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if the bytes are not a tree's, and [`Error::OutOfMemory`](crate::Error::OutOfMemory).
    pub fn restore<'p>(
        arena: A,
        mut bytes: &[u8],
        pin: impl Fn(CommitId) -> Option<&'p [u8]>,
    ) -> Result<History<A>> {
        let bytes = &mut bytes;
        let limits = Limits { budget: usize::MAX / 4, depth: 0, working: usize::MAX / 4 };
        let mut history = History::with_limits(arena, limits);
        if take_number(bytes)? != VERSION {
            return Err(damaged("a later version wrote it"));
        }
        let (next, base, child) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
        let (here, aside) = (take_number(bytes)?, take_number(bytes)?);
        history.saved.set_mark(Mark::restore(bytes)?);
        let count = take_number(bytes)?.min(MOST);
        history.tree = Tree::restored(base, child);
        let (mut id, mut entries) = (0u64, 0u64);
        for _ in 0..count {
            id = id.saturating_add(take_number(bytes)?);
            let (parent, child, sibling) = (take_number(bytes)?, take_number(bytes)?, take_number(bytes)?);
            let mut node = Node::restore(bytes)?;
            if !node.is_away() {
                return Err(damaged("a step of its tree has bytes"));
            }
            (node.parent, node.child, node.sibling, node.kept) = (parent, child, sibling, true);
            entries += node.entries() as u64;
            history.tree.restore(id, *node)?;
            if id == base || entries > ENTRIES || history.tree.bytes_held() > HELD {
                return Err(damaged("the saved undo history is invalid: the numbers of its steps"));
            }
        }
        history.tree.finish(next)?;
        history.line = Line::restored(here, Some(aside).filter(|aside| *aside != NONE));
        history.line.count(&history.tree)?;
        let mut seen = BTreeSet::new();
        for _ in 0..take_number(bytes)?.min(MOST) {
            let id = take_number(bytes)?;
            if id >= next {
                return Err(damaged("a pinned state belongs to no step"));
            }
            // Each would be a copy of the same bytes.
            if !seen.insert(id) {
                return Err(damaged("a pinned state is listed twice"));
            }
            let Some(mut stored) = pin(CommitId(id)) else { continue };
            let written = Written::parse(&mut stored)?;
            written.fits(&history.arena)?;
            let node = written.node()?;
            node.ascends()?;
            history.budget.reserve(node.opening());
            history.pins.make_place(history.pins.growth(node.bytes_held()))?;
            history.pins.push(id, node);
        }
        if !bytes.is_empty() {
            return Err(damaged("its tree is too long"));
        }
        Ok(history)
    }
}
