//! Keeping an action: from what it touched to a commit in the tree.
//!
//! The size of a commit is known only when it is encoded, but room must be had
//! before. So there are two ways. Mostly even the largest it could be has room,
//! and it is encoded at once. If not, it is encoded twice: first only counting,
//! then, when room for exactly that was made, for good.

use super::capture::refused;
use super::encode::{Count, Encoder, Keep, Sink, buffer_room};
use super::piece::{PIECE, Piece};
use super::tree::Node;
use super::{Arena, Commit, Header, History};
use crate::error::{Error, Result};
use std::mem::size_of;

/// No header is longer.
const HEADER: usize = super::MAX_LABEL + 64;

/// A spare buffer longer than this is given back.
const SPARE: usize = 4 << 10;

/// What encoding a commit would allocate.
#[derive(Clone, Copy, Debug)]
pub(super) struct Room {
    pub(super) buffer: usize,
    pub(super) pieces: usize,
    /// All of it together.
    pub(super) bytes: usize,
}

impl Room {
    /// For pieces of so many bytes altogether, header and all.
    pub(super) fn new(total: usize, pieces: usize) -> Room {
        let buffer = buffer_room(total);
        // The list of pieces is made first, and then cut to those after the first.
        let list = (2 * pieces - 1) * size_of::<Piece>();
        Room { buffer, pieces, bytes: Node::SIZE + total + list + buffer }
    }

    pub(super) fn at_most(total: usize) -> Room {
        Room::new(total, total / PIECE + 1)
    }
}

impl<A: Arena> History<A> {
    /// Encodes a header, and what `encode` adds to it, into room that is already made.
    pub(super) fn encode(
        &mut self,
        room: Room,
        header: &Header<'_>,
        encode: impl FnOnce(&Self, &mut Encoder<Keep>),
    ) -> Result<Box<Node>> {
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.clear();
        let full = refused(room.bytes);
        buffer.try_reserve_exact(room.buffer).map_err(&full)?;
        let mut pieces = Vec::new();
        pieces.try_reserve_exact(room.pieces).map_err(&full)?;
        let mut encoder = Encoder::new(Keep { buffer, pieces, refused: false });
        header.write(&mut encoder.sink);
        let lead = encoder.sink.len() as u32;
        encode(self, &mut encoder);
        let (deltas, Keep { buffer, mut pieces, refused }) = encoder.finish();
        if buffer.capacity() <= SPARE {
            self.buffer = buffer;
        }
        if refused || pieces.is_empty() {
            return Err(Error::OutOfMemory { what: "history", bytes: room.bytes as u64, limit: 0 });
        }
        let first = pieces.remove(0);
        let more = pieces.into_boxed_slice();
        let deltas = deltas as u32;
        Ok(Box::new(Node { parent: self.here, child: 0, sibling: 0, state: 0, first, more, deltas, lead }))
    }

    /// What encoding would come to, without allocating.
    pub(super) fn count(
        &self,
        header: &Header<'_>,
        encode: impl FnOnce(&Self, &mut Encoder<Count>),
    ) -> (usize, Room) {
        let mut encoder = Encoder::new(Count::default());
        header.write(&mut encoder.sink);
        encode(self, &mut encoder);
        let (deltas, count) = encoder.finish();
        (deltas, Room::new(count.total, count.pieces))
    }

    /// Ends the action; with a window, as a part of the commit before if it may be.
    pub(super) fn keep(&mut self, mut header: Header<'_>, window: Option<u64>) -> Result<Option<Commit<'_>>> {
        let open = self.open.ok_or(Error::Idle)?;
        if let Some(before) = open.barrier {
            self.open = None;
            self.pass(before);
            return Ok(None);
        }
        header.tag = open.tag;
        let node = self.difference(&header)?;
        let into = window.and_then(|window| self.merges(&header, window));
        self.clear_temp();
        self.open = None;
        let Some(mut node) = node else { return Ok(None) };
        let state = node.state;
        self.loose = node.bytes();
        let merged = into.map_or(Ok(None), |into| self.merge(into, &node, &header));
        self.loose = 0;
        // Where there is no room for merging, the new part stands by itself.
        if let Ok(Some(merged)) = merged {
            self.step_out();
            if merged.deltas == 0 {
                return Ok(None);
            }
            node = merged;
            node.state = state;
        }
        let id = self.insert(node);
        Ok(self.commit_at(id))
    }

    /// What the action has changed, as a commit to be; `None` if nothing. There is room for it then.
    fn difference(&mut self, header: &Header<'_>) -> Result<Option<Box<Node>>> {
        let (sorting, place) = (self.temp.sorting(), self.tree.shortage());
        let most = Room::at_most(self.temp.bound() + HEADER);
        let mut room = most;
        if self.over(sorting + place + most.bytes) {
            // No room is made for what turns out to be nothing.
            if !self.temp.changed(&self.arena) {
                return Ok(None);
            }
            if !self.over(sorting) {
                if sorting > 0 {
                    self.temp.sort()?;
                }
                room = self.count(header, |this, to| _ = this.temp.difference(&this.arena, to)).1;
            }
            self.make_room(sorting + place + room.bytes, self.kept())?;
        }
        if sorting > 0 {
            self.temp.sort()?;
        }
        self.grow_tree()?;
        let mut grown = 0;
        let mut node = self.encode(room, header, |this, to| grown = this.temp.difference(&this.arena, to))?;
        node.state = self.tree.state(self.here).wrapping_add(grown);
        Ok(Some(node).filter(|node| node.deltas > 0))
    }

    /// Forgets what the action has touched, and keeps a sixty-fourth of the budget for the next.
    pub(super) fn clear_temp(&mut self) {
        self.temp.clear(self.limits.budget / 64);
    }

    /// Puts a commit into the tree, as what was done last; its number.
    fn insert(&mut self, mut node: Box<Node>) -> u64 {
        node.parent = self.here;
        self.undo_entries += node.entries();
        self.line_entries = self.undo_entries;
        self.here = self.tree.insert(node);
        self.depth += 1;
        self.ahead = 0;
        self.here
    }
}
