//! Steps that may pass each other: which bytes some steps change, and whether others touch them.
//!
//! Two exchanges that touch no common byte do not depend on each other: in whichever
//! order they are made, the bytes are the same. So a commit that touches nothing of
//! what could be redone need not cut it off: the line is *carried* on top of it.
//!
//! Bytes that belong to one thing, such as a record, count as common even where different ones are
//! touched: see [`Arena::atom`].
//!
//! The invariant: a line moves only if none of its states is pinned, and none of its steps shares a byte with what it passes.

use crate::error::{Error, Result, within};
use crate::node::{NONE, Node};
use crate::slabs::Slabs;
use crate::{Arena, Commit, History};
use std::collections::HashMap;

/// Returns the error for a list of steps that can't be allocated.
pub(super) fn out_of_memory(bytes: usize) -> Error {
    Error::OutOfMemory { what: "list of steps", bytes: bytes as u64, limit: 0 }
}

/// Returns `true` if a new commit may go below a commit of the redo line; see
/// [`History::commit_carrying_if`].
pub(super) type Free<'a, A> = &'a mut dyn FnMut(&A, Commit<'_>, Commit<'_>) -> bool;

/// Set of changed bytes: one bit each, by the number of their block of 256.
#[derive(Debug)]
pub(super) struct Changed {
    blocks: HashMap<u64, [u64; 4]>,
    /// Most bytes that the table may take.
    budget: usize,
    /// See [`Arena::atom`].
    atom: fn(u64) -> Option<u64>,
}

/// The most bytes that the table takes per entry while it grows: two tables are held, one half empty.
const ENTRY: usize = 160;

/// Visits the blocks that a run of bytes lies in, each with a mask of its non-zero bytes.
fn bits(start: u64, bytes: &[u8], mut visit: impl FnMut(u64, [u64; 4])) {
    let (mut at, mut rest) = (start, bytes);
    while !rest.is_empty() {
        let offset = (at % 256) as usize;
        let (part, more) = rest.split_at(rest.len().min(256 - offset));
        let mut mask = [0; 4];
        for (i, byte) in (offset..).zip(part) {
            mask[i / 64] |= u64::from(*byte != 0) << (i % 64);
        }
        visit(at / 256, mask);
        (at, rest) = (at + part.len() as u64, more);
    }
}

impl Changed {
    pub(super) fn within<A: Arena>(budget: usize) -> Changed {
        Changed { blocks: HashMap::new(), budget, atom: A::atom }
    }

    /// Returns the key of a block and its mask; all blocks of one [`atom`](Arena::atom) share one key.
    fn entry(&self, block: u64, mask: [u64; 4]) -> (u64, [u64; 4]) {
        match (self.atom)(block * 256).filter(|_| mask != [0; 4]) {
            Some(atom) => (1 << 63 | atom, [u64::MAX; 4]),
            None => (block, mask),
        }
    }

    pub(super) fn add_step(&mut self, slabs: &Slabs, node: &Node) -> Result<()> {
        within(node.netting(slabs)?, self.budget)?;
        let mut kept = Ok(());
        node.net(slabs, &mut |start, bytes| {
            bits(start, bytes, |block, mask| {
                let bytes = ENTRY * (self.blocks.len() + 4);
                kept = std::mem::replace(&mut kept, Ok(()))
                    .and_then(|()| within(bytes, self.budget))
                    .and_then(|()| self.blocks.try_reserve(1).map_err(|_| out_of_memory(bytes)));
                if kept.is_err() {
                    return;
                }
                let (block, mask) = self.entry(block, mask);
                let known = self.blocks.entry(block).or_default();
                known.iter_mut().zip(mask).for_each(|(known, mask)| *known |= mask);
            });
        })?;
        kept
    }

    /// Returns `true` if a commit changes a byte of the set.
    pub(super) fn meets(&self, slabs: &Slabs, node: &Node) -> Result<bool> {
        within(node.netting(slabs)?, self.budget)?;
        let mut meets = false;
        node.net(slabs, &mut |start, bytes| {
            bits(start, bytes, |block, mask| {
                let (block, mask) = self.entry(block, mask);
                let known = self.blocks.get(&block).filter(|_| !meets);
                meets |= known.is_some_and(|known| known.iter().zip(mask).any(|(a, b)| a & b != 0));
            });
        })?;
        Ok(meets)
    }
}

impl<A: Arena> History<A> {
    /// Returns `true` if a new commit changes no byte of what could be redone, branches included, and
    /// `free` returns `true` for all of it.
    ///
    /// Steps that were dropped to make room for the new commit count no more: nothing can redo them.
    pub(super) fn passes_over(&self, new: &Node, free: Free<'_, A>) -> bool {
        let (mut changed, slabs) = (Changed::within::<A>(self.spare() / 2), self.tree.slabs());
        // Without the memory to tell, the line is set aside, as it would be without carrying.
        changed.add_step(slabs, new).is_ok()
            && new.sum(slabs, &mut Vec::new()).is_ok()
            && self
                .may_move(self.tree.child(self.line.here()), |id, node| -> Result<bool> {
                    self.at_hand(id)?;
                    let (new, step) = (Commit { id: NONE, node: new, slabs }, Commit { id, node, slabs });
                    Ok(!changed.meets(slabs, node)? && free(&self.arena, new, step))
                })
                .unwrap_or(false)
    }

    /// Returns `true` if `free` returns `true` for a commit and all its descendants, and none of their
    /// states is pinned.
    pub(super) fn may_move<E>(
        &self,
        root: u64,
        mut free: impl FnMut(u64, &Node) -> Result<bool, E>,
    ) -> Result<bool, E> {
        let pinned = |id| self.tree.get(id).is_some() && self.tree.ancestor(root, id) == root;
        if self.pins.iter().any(|(id, _)| pinned(id)) {
            return Ok(false);
        }
        let mut failed = None;
        let all = self.tree.all_below(root, |id, node| {
            free(id, node).unwrap_or_else(|error| {
                failed = Some(error);
                false
            })
        });
        failed.map_or(Ok(all), Err)
    }
}
