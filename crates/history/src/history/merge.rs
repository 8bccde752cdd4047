//! Merging: an action that goes on with the commit before.
//!
//! The exchange of two steps is the XOR of both, and XOR does not care for order. So
//! the new part's pieces are put behind those that are there: a nudge of a lifted
//! photo costs what the nudge changes, not what the lift did. A small new part is
//! mixed into the last piece, so that a key held for a minute adds a few bytes; what
//! the second takes back of the first is zero then, and falls out.
//!
//! Whether both together changed nothing is told by their fingerprints, whose XOR is
//! that of both.

use crate::commit::{Blocks, MAPPED, blocks, mix};
use crate::deltas::Deltas;
use crate::error::Result;
use crate::hot::PIECE;
use crate::hot::{LEAD, put_delta};
use crate::node::Node;
use crate::piece::{Form, Piece};
use crate::slabs::{NO_SLABS, Slabs};
use crate::{Addition, Arena, CommitId, Event, Header, History};
use std::mem::size_of;

/// The most bytes of two pieces that are mixed into one.
const SMALL: usize = PIECE / 8;

/// The most blocks of 256 bytes that are mixed at once.
const BLOCKS: usize = 256;

/// Writes blocks as a hot payload behind a lead.
///
/// A gap of unchanged words ends a run if it is longer than the next run's lead. So the payload is never
/// longer than the runs that were mixed.
fn hot(lead: &[u8], blocks: &Blocks) -> Result<Vec<u8>> {
    let most = lead.len() + blocks.len() * (256 + LEAD);
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(most).map_err(crate::error::refused(most))?;
    bytes.extend_from_slice(lead);
    for (number, block) in blocks {
        let words = block.as_chunks::<4>().0;
        let mut changed = (0..words.len()).filter(|at| words[*at] != [0; 4]).peekable();
        while let Some(first) = changed.next() {
            let mut last = first;
            while let Some(next) = changed.next_if(|next| (next - last - 1) * 4 <= LEAD) {
                last = next;
            }
            // Bytes beyond the arena's end, which may lie within a word, are zero here: cut them off.
            let exchange = words[first..=last].as_flattened();
            let end = exchange.iter().rposition(|byte| *byte != 0).map_or(0, |at| at + 1);
            let exchange = &exchange[..end];
            put_delta(&mut bytes, number * 256 + first as u64 * 4, exchange);
        }
    }
    Ok(bytes)
}

/// Returns the number of temporary bytes for mixing a new part into the last piece of a commit, or `None`
/// if they are not hot, or too large.
fn mixing(slabs: &Slabs, node: &Node, part: &Node) -> Option<usize> {
    let (piece, lead) = node.piece(node.more.len())?;
    // Cold pieces are slow to read, and their commits are seldom continued.
    let all = || part.pieces().chain([(piece, lead)]);
    let hot = all().all(|(piece, _)| piece.form() == Form::Hot);
    if !hot || piece.stored() + part.bytes_held() > SMALL {
        return None;
    }
    // A few bytes may stand for a word that is repeated over many blocks.
    let touched: usize = all().map(|(piece, lead)| blocks(Deltas::hot(piece.payload(slabs, lead)))).sum();
    (touched <= BLOCKS).then_some(touched * (MAPPED + 256 + LEAD) + 2 * SMALL)
}

/// Mixes a new part into the last piece of a commit, under a new header.
///
/// Returns `Some(false)` if the commit is empty now, and `None`, changing nothing, if the mixture would be
/// longer than the two apart.
fn mix_in(slabs: &Slabs, node: &mut Node, part: &Node, header: &[u8]) -> Result<Option<bool>> {
    let last = node.more.len();
    let Some((piece, lead)) = node.piece(last) else { return Ok(None) };
    let (mut all, mut fresh) = (Blocks::new(), Vec::new());
    piece.visit(slabs, lead, &mut fresh, &mut |delta| mix(&mut all, &delta))?;
    part.visit(&NO_SLABS, &mut fresh, &mut |delta| mix(&mut all, &delta))?;
    let apart = piece.stored() + part.bytes_held();
    let lead = if last == 0 { header } else { &[] };
    let mixed = Piece::new(&hot(lead, &all)?, Form::Hot)?;
    if mixed.stored() > apart {
        return Ok(None);
    }
    let changes = mixed.stored() > lead.len();
    if last == 0 {
        node.first = mixed;
        return Ok(Some(changes));
    }
    // The mixed piece may now overlap the pieces before it.
    (node.first, node.merged) = (node.first.with_lead(slabs, node.lead as usize, header)?, true);
    if changes {
        node.more[last - 1] = mixed;
    } else {
        node.more.pop();
    }
    Ok(Some(true))
}

/// Appends the pieces of a new part to a commit, under a new header.
fn put_behind(slabs: &Slabs, node: &mut Node, part: &Node, header: &[u8]) -> Result<()> {
    let count = part.more.len() + 1;
    let full = crate::error::refused(count * size_of::<Piece>());
    node.more.try_reserve_exact(count).map_err(full)?;
    let first = node.first.with_lead(slabs, node.lead as usize, header)?;
    let pieces: Result<Vec<_>> =
        part.pieces().map(|(piece, lead)| piece.with_lead(&NO_SLABS, lead, &[])).collect();
    node.more.extend(pieces?);
    (node.first, node.merged) = (first, true);
    Ok(())
}

impl<A: Arena> History<A> {
    /// Returns the commit that an action with this header may be merged into.
    pub(super) fn merges(&self, header: &Header<'_>, window: u64) -> Option<u64> {
        let last = self.commit_at(self.line.here())?;
        let before = last.header();
        let near = before.tag == header.tag && header.time.abs_diff(before.time) <= window;
        let marked = self.saved.is_at(self.line.here()) || self.pins.contains(self.line.here());
        let free = self.line.ahead() == 0 && !marked && !last.node.is_away();
        (near && free).then_some(self.line.here())
    }

    /// Merges a new part into the commit `into` and returns the new number of both, or `None` if they cancel
    /// each other out. Without the memory to merge, returns the part as the error.
    pub(super) fn merge(
        &mut self,
        into: u64,
        part: Box<Node>,
        header: &Header<'_>,
    ) -> std::result::Result<Option<u64>, Box<Node>> {
        let Some(before) = self.commit_at(into) else { return Err(part) };
        let mut lead = Vec::new();
        header.encode(&mut lead);
        // At least one step is kept, so that making room never drops the commit merged into.
        let mixing = mixing(self.tree.slabs(), before.node, &part);
        let passing = mixing.unwrap_or(0) + before.node.first.stored();
        if passing > self.spare()
            || self.admit(part.bytes_held() + lead.len(), part.opening(), self.budget.kept().max(1)).is_err()
        {
            return Err(part);
        }
        self.make_room(self.room_for(part.weight()) + lead.len(), self.budget.kept().max(1));
        let mut fresh = Vec::new();
        // The fingerprint that is known of the state before, if any, leads to that of the state after.
        let before = self.saved.known();
        self.saved.set_known(None);
        let known = before.and_then(|(id, state)| {
            let by = if id == into { part.sum(&NO_SLABS, &mut fresh).ok()? } else { 0 };
            Some((Some(id).filter(|id| *id != into), state ^ by))
        });
        self.saved.forget_summed();
        let joined = self.tree.change(into, |node, slabs| -> Result<bool> {
            let comparable = part.least >= node.least;
            node.least = node.least.saturating_sub(part.least);
            let known = node.sum.get().is_some() || comparable;
            let sum = if known {
                Some(node.sum(slabs, &mut fresh)? ^ part.sum(&NO_SLABS, &mut fresh)?)
            } else {
                None
            };
            let changes = match if mixing.is_some() { mix_in(slabs, node, &part, &lead)? } else { None } {
                Some(changes) => changes,
                None => put_behind(slabs, node, &part, &lead).map(|()| true)?,
            };
            node.lead = lead.len() as u32;
            node.sum.set(if changes { sum } else { Some(0) });
            Ok(changes && sum != Some(0))
        });
        match joined {
            Some(Ok(changes)) => {
                let event = |id| Event::Merged { from: CommitId(into), id, part: Addition(part) };
                if !changes {
                    self.events.note(event(None));
                    self.step_out();
                    self.saved.set_known(known.map(|(id, state)| (id.unwrap_or(self.line.here()), state)));
                    return Ok(None);
                }
                // Its bytes are no longer those that were kept.
                let opening = self.tree.change(into, |node, _| {
                    node.kept = false;
                    node.opening()
                });
                self.budget.reserve(opening.unwrap_or(0));
                // The commit leads to another state now, so it gets a new number.
                let Some(id) = self.tree.renumber(into) else { return Ok(None) };
                self.line.renumber(id);
                self.saved.set_known(known.map(|(id, state)| (id.unwrap_or(self.line.here()), state)));
                self.events.note(event(Some(CommitId(self.line.here()))));
                self.give_way();
                Ok(Some(self.line.here()))
            }
            _ => {
                self.saved.set_known(before);
                Err(part)
            }
        }
    }

    /// Removes the current commit from the tree, after a merge has cancelled it out.
    fn step_out(&mut self) {
        let id = self.line.here();
        let parent = self.tree.parent(id);
        self.saved.leave(&self.tree, id, parent);
        if let Some(node) = self.tree.remove(id) {
            self.line.step_out(parent, node.entries());
            self.line.reshape();
            self.line.count_ahead(&self.tree);
        }
    }
}
