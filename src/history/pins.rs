//! Pins: whole states that outlive the limits.
//!
//! A difference is only worth something as long as all others between it and now
//! are there. A pin is a state by itself: the arena's bytes, encoded as a difference
//! from nothing and packed. It needs no commit, so neither the budget's droppings
//! nor a barrier touch it, and it costs about what the packed document does, with room
//! for opening its longest piece: at most 33 KiB for all pins and sealed commits together.
//! Going back to it needs room for what differs then, as any action does.
//!
//! The invariant: a pin leads back to exactly the bytes it was set at.

use super::commit::Stream;
use super::encode::{Count, Encoder, Keep, Sink};
use super::keep::Room;
use super::merge::mix;
use super::piece::{LONGEST, PIECE, Piece};
use super::tree::Node;
use super::{Arena, Commit, CommitId, Header, History, Open};
use crate::error::{Error, Result};
use crate::memory::Region;
use std::mem::size_of;

/// A state, kept whole.
#[derive(Debug)]
pub(super) struct Pin {
    id: u64,
    /// Lent out while it is gone back to.
    node: Option<Box<Node>>,
    /// The room that opening its longest piece takes.
    opening: usize,
}

/// Encodes the arena as its difference from nothing.
fn snapshot<A: Arena, S: Sink>(arena: &A, encoder: &mut Encoder<S>) {
    for start in (0..arena.size()).step_by(A::BLOCK) {
        let len = (arena.size() - start).min(A::BLOCK as u64) as usize;
        if let Some(bytes) = arena.get(Region::new(start, len)) {
            encoder.block(start, bytes);
        }
    }
}

/// Packs each piece as soon as it is whole, and keeps it, or only weighs what all would come to.
struct Pack {
    keep: Keep,
    lead: usize,
    weigh: bool,
    pieces: usize,
    total: usize,
    opening: usize,
}

impl Pack {
    fn new(keep: Keep, lead: usize, weigh: bool) -> Pack {
        Pack { keep, lead, weigh, pieces: 0, total: 0, opening: 0 }
    }
}

impl Sink for Pack {
    fn put(&mut self, bytes: &[u8]) {
        self.keep.put(bytes);
    }

    fn len(&self) -> usize {
        self.keep.len()
    }

    fn cut(&mut self) {
        self.keep.cut();
        let lead = if self.pieces == 0 { self.lead } else { 0 };
        if let Some(piece) = self.keep.pieces.last_mut() {
            piece.seal(lead);
            self.pieces += 1;
            self.total += piece.stored();
            self.opening = self.opening.max(piece.opening());
        }
        if self.weigh {
            self.keep.pieces.clear();
        }
    }
}

impl<A: Arena> History<A> {
    /// Pins the state as it is now, under a header for people; its number.
    ///
    /// ```
    /// use undoodle::history::{Header, History, Limits};
    /// use undoodle::memory::Region;
    /// let mut history = History::new(vec![1u8; 100]);
    /// let start = history.pin(Header::new("Start"))?;
    /// for value in 2..9 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 100))?.fill(value);
    ///     history.commit(Header::new("Fill"))?;
    /// }
    /// history.set_limits(Limits { budget: 2000, depth: 1 })?;
    /// history.goto(start, |_, _| ())?;
    /// assert_eq!(history.arena(), &[1; 100]);
    /// # Ok::<(), undoodle::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] when it can't be kept;
    /// [`Error::Busy`] and [`Error::Suspended`] as anything else.
    pub fn pin(&mut self, header: Header<'_>) -> Result<CommitId> {
        self.idle()?;
        if self.is_pinned(self.here) {
            return Ok(CommitId(self.here));
        }
        let keep = self.limits.depth;
        let mut lead = Count::default();
        header.write(&mut lead);
        let lead = lead.len();
        // While a piece is packed, it is there twice, besides the buffer.
        let passing = PIECE + 1024 + 3 * LONGEST + lead;
        let (_, raw) = self.count(&header, |this, to| snapshot(&this.arena, to));
        if self.admit(raw.bytes + passing, keep).is_ok() {
            self.make_room(passing, keep)?;
        } else if self.over(passing) {
            self.admit(raw.bytes + passing, keep)?;
        }
        let room = Room::at_most(PIECE);
        let mut encoder = Encoder::new(Pack::new(Keep::roomy(room)?, lead, true));
        header.write(&mut encoder.sink);
        snapshot(&self.arena, &mut encoder);
        let (_, Pack { keep: spare, total, pieces, opening, .. }) = encoder.finish();
        drop(spare);
        let list = (self.pins.len() * 2).max(4) * size_of::<Pin>();
        let more = Node::SIZE + total + 2 * pieces * size_of::<Piece>() + list + passing;
        self.make_room(more + opening.saturating_sub(self.opening), keep)?;
        let mut kept = Keep::roomy(room)?;
        kept.pieces.try_reserve_exact(pieces).map_err(super::capture::refused(more))?;
        let mut encoder = Encoder::new(Pack::new(kept, lead, false));
        header.write(&mut encoder.sink);
        snapshot(&self.arena, &mut encoder);
        let (deltas, Pack { keep: Keep { mut pieces, refused, .. }, .. }) = encoder.finish();
        if refused || pieces.is_empty() {
            return Err(Error::OutOfMemory { what: "pin", bytes: more as u64, limit: 0 });
        }
        let first = pieces.remove(0);
        let (deltas, lead, state) = (deltas as u32, lead as u32, self.tree.state(self.here));
        let more = pieces.into_boxed_slice();
        let node = Box::new(Node { parent: 0, child: 0, sibling: 0, state, first, more, deltas, lead });
        let opening = node.opening();
        self.opening = self.opening.max(opening);
        self.pins.push(Pin { id: self.here, node: Some(node), opening });
        self.count_pins();
        Ok(CommitId(self.here))
    }

    /// Lets a pin go; whether it was there.
    pub fn unpin(&mut self, id: CommitId) -> bool {
        let before = self.pins.len();
        self.pins.retain(|pin| pin.id != id.0);
        if self.pins.is_empty() {
            self.pins = Vec::new();
        }
        self.count_pins();
        self.pins.len() < before
    }

    /// The pins, in the order they were set: their numbers and what they say of themselves.
    pub fn pins(&self) -> impl Iterator<Item = (CommitId, Header<'_>)> {
        self.pins.iter().filter_map(|Pin { id, node, .. }| {
            let node = node.as_deref()?;
            Some((CommitId(*id), Commit { id: *id, node }.header()))
        })
    }

    /// Whether the state of this commit is pinned.
    pub(super) fn is_pinned(&self, id: u64) -> bool {
        self.pins.iter().any(|pin| pin.id == id)
    }

    fn count_pins(&mut self) {
        let pins: usize = self.pins.iter().filter_map(|pin| pin.node.as_ref()).map(|node| node.bytes()).sum();
        self.pinned = pins + self.pins.capacity() * size_of::<Pin>();
    }

    /// The room that opening the longest piece of a pin takes.
    pub(super) fn pins_opening(&self) -> usize {
        self.pins.iter().map(|pin| pin.opening).max().unwrap_or(0)
    }

    /// Goes back to a pin whose commit is no longer there, by a commit of its own.
    pub(super) fn restore_pin(&mut self, id: u64) -> Result<Option<Commit<'_>>> {
        let Some(at) = self.pins.iter().position(|pin| pin.id == id) else {
            return Err(Error::Gone { commit: id });
        };
        // It is lent out of the history while that is changed, and still counted.
        let Some(node) = self.pins[at].node.take() else { return Err(Error::Gone { commit: id }) };
        let header = Commit { id, node: &node }.header();
        let mut stream = Stream::new(&node);
        self.open = Some(Open { tag: header.tag, barrier: None });
        let adopted = self.adopt(|start, expected| {
            expected.fill(0);
            mix(&mut stream, start, expected);
        });
        drop(stream);
        let kept = adopted.and_then(|()| self.keep(header, None).map(|commit| commit.map(|c| c.id)));
        self.pins[at].node = Some(node);
        match kept {
            Ok(id) => Ok(id.and_then(|id| self.commit_at(id))),
            Err(error) => {
                self.cancel();
                Err(error)
            }
        }
    }
}

impl Keep {
    /// One with a buffer for a whole piece.
    fn roomy(room: Room) -> Result<Keep> {
        let mut keep = Keep::default();
        keep.buffer.try_reserve_exact(room.buffer).map_err(super::capture::refused(room.buffer))?;
        keep.pieces.try_reserve_exact(1).map_err(super::capture::refused(room.buffer))?;
        Ok(keep)
    }
}
