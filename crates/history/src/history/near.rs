//! Keeping a small action: the way that nearly all strokes go.
//!
//! What a pencil has touched is a few cells, and while there is room to spare nothing about keeping
//! them can fail. So their exchange is written straight into a slab, and the commit straight into
//! the ring. Whatever is large, merged, carried or short of room goes the long way, in `keep`.
//!
//! The invariant: both ways lead to the same commit.

use crate::hot::{self, Writer};
use crate::node::{Node, Weight};
use crate::piece::Piece;
use crate::slabs::{LONGEST_RUN, SLAB, SLABS};
use crate::{Arena, Header, History};

impl<A: Arena> History<A> {
    /// Ends the open action if it is small and there is room to spare: returns the number of its commit, or
    /// `Some(None)` if it changed nothing. Returns `None`, changing nothing, if it has to go the long way.
    pub(super) fn keep_near(&mut self, header: &Header<'_>) -> Option<Option<u64>> {
        // A group that was absent is too long by itself, so there are copied cells only.
        let bound = hot::bound(self.action.copies().bytes_touched()) + header.most();
        if bound > LONGEST_RUN || !self.has_room_near(bound) {
            return None;
        }
        let tail = self.tree.tail(bound)?;
        let from = tail.len();
        header.encode(tail);
        let lead = tail.len() - from;
        let mut writer = Writer::<false>::new(std::mem::take(tail), from);
        for copies in self.action.copies().chunks() {
            writer.cells(&self.arena, copies);
        }
        let (deltas, least, len) = (writer.deltas, writer.covered, writer.len());
        *tail = writer.into_buffer();
        if deltas == 0 {
            tail.truncate(from);
            self.end_action();
            return Some(None);
        }
        let first = Piece::near(self.tree.keep_tail(len));
        self.end_action();
        let weight = Weight { bytes: Node::SIZE + len, near: len, hot: len, ..Weight::default() };
        let node = Node::unlinked(lead, first, Vec::new(), deltas, least);
        Some(Some(self.insert(node, weight, None)))
    }

    /// Returns `true` if a payload of at most `bound` bytes has room in a slab, and its commit in the ring. Both are
    /// counted as wholes, so only making one of them asks the budget.
    #[inline]
    fn has_room_near(&mut self, bound: usize) -> bool {
        let room = self.tree.tail(bound).is_some() && !self.tree.is_full();
        room || self.make_room_near(bound)
    }

    /// Makes a slab, and a slot in the ring, if they are needed and the budget has room to spare.
    #[cold]
    fn make_room_near(&mut self, bound: usize) -> bool {
        let tail = self.tree.tail(bound).is_some();
        let more = Node::SIZE + self.tree.growth() + if tail { 0 } else { self.tree.slabs().growth() };
        self.budget.limits().budget >= SLABS * SLAB
            && !self.is_short_of(more)
            && self.tree.make_slot().is_ok()
            && (tail || self.tree.add_slab())
    }
}
