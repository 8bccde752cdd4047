//! Merging: two commits in a row as one.
//!
//! The exchange of two steps is the XOR of both. The deltas of both are sorted, so
//! they are gone through side by side, a block at a time, and encoded anew; what
//! the second took back of the first is zero then, and falls out.

use super::capture::LARGEST;
use super::commit::Stream;
use super::encode::{Encoder, Sink};
use super::tree::Node;
use super::{Arena, Header, History};
use crate::error::Result;

/// Adds what a stream says of one block to `out`, and goes on behind it.
pub(super) fn mix(stream: &mut Stream<'_>, start: u64, out: &mut [u8]) {
    let end = start + out.len() as u64;
    while let Some(delta) = stream.peek().filter(|delta| delta.start < end) {
        let from = delta.start.max(start);
        let to = delta.end().min(end);
        delta.mix(from, &mut out[(from - start) as usize..(to - start) as usize]);
        if delta.end() > end {
            return;
        }
        stream.skip();
    }
}

/// Encodes the XOR of two commits.
fn compose<S: Sink>(one: &Node, other: &Node, block: u64, encoder: &mut Encoder<S>) {
    let (mut one, mut other) = (Stream::new(one), Stream::new(other));
    let mut exchange = [0; LARGEST];
    let exchange = &mut exchange[..block as usize];
    // A delta may reach over several blocks; those before this one are done with.
    let mut done = 0;
    let first = |stream: &mut Stream<'_>, done| stream.peek().map(|d| (d.start / block).max(done));
    while let Some(at) = [first(&mut one, done), first(&mut other, done)].into_iter().flatten().min() {
        exchange.fill(0);
        mix(&mut one, at * block, exchange);
        mix(&mut other, at * block, exchange);
        encoder.block(at * block, exchange);
        done = at + 1;
    }
}

impl<A: Arena> History<A> {
    /// The commit that one with this header may be merged into.
    pub(super) fn merges(&self, header: &Header<'_>, window: u64) -> Option<u64> {
        let last = self.commit_at(self.here)?;
        let before = last.header();
        let near = before.tag == header.tag && header.time.abs_diff(before.time) <= window;
        let free = self.ahead == 0 && self.saved.0 != self.here && !self.is_pinned(self.here);
        (near && free).then_some(self.here)
    }

    /// The commit `into` and a new one as one; `None` if there is no room for it.
    pub(super) fn merge(&mut self, into: u64, new: &Node, header: &Header<'_>) -> Result<Option<Box<Node>>> {
        let Some(before) = self.commit_at(into) else { return Ok(None) };
        let rect = before.header().rect.union(header.rect);
        let header = Header { rect, ..header.clone() };
        let block = A::BLOCK as u64;
        let (_, room) = self.count(&header, |_, to| compose(before.node, new, block, to));
        // Both commits are opened at once, and for opening one there always is room.
        self.make_room(room.bytes + self.opening, self.kept().max(1))?;
        self.encode(room, &header, |this, to| {
            if let Some(node) = this.tree.get(into) {
                compose(node, new, block, to);
            }
        })
        .map(Some)
    }

    /// Takes the last commit out of the tree, as another will stand for it.
    pub(super) fn step_out(&mut self) {
        if let Some(node) = self.tree.remove(self.here) {
            self.undo_entries -= node.entries();
            self.line_entries = self.undo_entries;
            self.depth -= 1;
            self.here = node.parent;
            self.count_line();
        }
    }
}
