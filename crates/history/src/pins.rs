//! Pins: whole states that outlive the limits.
//!
//! A difference is only worth something as long as all others between it and now
//! are there. A pin is a state by itself: the arena's bytes, encoded as a difference
//! from nothing and packed. It needs no commit, so neither the budget's droppings
//! nor a barrier touch it, and it costs about what the packed document does, with room
//! for opening its longest piece: at most 33 KiB for all pins and packed commits together.
//! Going back to it needs room for what differs then, as any action does.
//!
//! The invariant: a pin leads back to exactly the bytes it was set at.

use crate::delta::Delta;
use crate::encode::{Encoder, bound};
use crate::error::{Error, Result, refused};
use crate::hot::PIECE;
use crate::keep::KeepOptions;
use crate::memory::Region;
use crate::node::Node;
use crate::piece::{Form, Piece};
use crate::slabs::NO_SLABS;
use crate::{Arena, Barrier, Commit, CommitId, Event, Header, History, Open};
use std::mem::size_of;
use std::ops::Range;

/// A pinned state, kept whole.
#[derive(Debug)]
pub(super) struct Pin {
    pub(super) id: u64,
    /// Taken out of the list while [`History::goto`] restores it.
    pub(super) node: Option<Box<Node>>,
    /// Number of bytes that unpacking its longest piece takes.
    pub(super) opening: usize,
}

/// Encodes the arena as its difference from zeros and hands each packed piece to `each`.
///
/// Returns the length of the header in front of the first piece's payload.
fn snapshot<A: Arena>(
    arena: &A,
    header: &Header<'_>,
    mut each: impl FnMut(Piece) -> Result<()>,
) -> Result<usize> {
    let most = PIECE + bound(A::BLOCK) + crate::header::LONGEST;
    let buffer = || {
        let mut buffer = Vec::new();
        buffer.try_reserve_exact(most).map_err(refused(most)).map(|()| buffer)
    };
    let mut first = buffer()?;
    header.write(&mut first);
    let lead = first.len();
    let (mut encoder, mut taken, mut pieces) = (Encoder::new(first), 0, 0);
    for region in arena.present() {
        let mut at = region.start;
        while at < region.end() {
            let end = (at - at % A::BLOCK as u64 + A::BLOCK as u64).min(region.end());
            if let Some(bytes) = arena.get(Region::new(at, (end - at) as usize)) {
                encoder.block(at, bytes);
                taken += bound(bytes.len());
            }
            at = end;
            // Ended by what was encoded, as a repeated word takes far less than its bound.
            if taken >= PIECE && encoder.len() >= PIECE - bound(A::BLOCK) {
                let lead = if pieces == 0 { lead } else { 0 };
                each(packed(&std::mem::replace(&mut encoder, Encoder::new(buffer()?)).finish(), lead)?)?;
                (taken, pieces) = (0, pieces + 1);
            }
        }
    }
    let rest = encoder.finish();
    // The last piece may have ended with the last byte. A state of zeros is a header alone.
    if pieces == 0 || !rest.is_empty() {
        each(packed(&rest, if pieces == 0 { lead } else { 0 })?)?;
    }
    Ok(lead)
}

fn packed(bytes: &[u8], lead: usize) -> Result<Piece> {
    let mut piece = Piece::new(bytes, Form::Cold)?;
    piece.pack(lead);
    Ok(piece)
}

impl<A: Arena> History<A> {
    /// Pins the state as it is now, under a header for people, and returns its number.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Limits, Region};
    /// let mut history = History::new(vec![1u8; 100]);
    /// let start = history.pin(Header::new("Start"))?;
    /// for value in 2..9 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 100))?.fill(value);
    ///     history.commit(Header::new("Fill"))?;
    /// }
    /// history.set_limits(Limits { budget: 2000, ..Limits::default() })?;
    /// history.goto(start, |_, _| ())?;
    /// assert_eq!(history.arena(), &[1; 100]);
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] if there is no room for it;
    /// [`Error::Busy`] while an action is open, [`Error::Suspended`] while suspended.
    pub fn pin(&mut self, header: Header<'_>) -> Result<CommitId> {
        self.idle()?;
        if self.is_pinned(self.line.here()) {
            return Ok(CommitId(self.line.here()));
        }
        let keep = self.limits.depth;
        // Packing holds several copies of a piece at once.
        crate::error::within(self.working() + 5 * PIECE, self.limits.working)?;
        let (mut total, mut count, mut opening) = (0, 0, 0);
        snapshot(&self.arena, &header, |piece| {
            (total, count) = (total + piece.stored(), count + 1);
            opening = opening.max(piece.opening());
            Ok(())
        })?;
        let list = if self.pins.len() == self.pins.capacity() { (self.pins.len() * 2).max(4) } else { 0 };
        let more = Node::SIZE + total + count * size_of::<Piece>() + list * size_of::<Pin>();
        // Nothing takes a pin away again, so nothing is lent to it.
        self.admit_lent(more, opening, keep, 0)?;
        let more = more + opening.saturating_sub(self.opening);
        self.make_room(more, keep);
        let full = refused(more);
        self.pins.try_reserve_exact(if list > 0 { list - self.pins.len() } else { 0 }).map_err(&full)?;
        let (mut first, mut pieces) = (None, Vec::new());
        pieces.try_reserve_exact(count - 1).map_err(&full)?;
        let lead = snapshot(&self.arena, &header, |piece| {
            match first {
                None => first = Some(piece),
                Some(_) => pieces.push(piece),
            }
            Ok(())
        })?;
        let Some(first) = first else { return Err(Error::Gone { commit: self.line.here() }) };
        let node = Box::new(Node::new(lead, first, pieces, count as u32, 0));
        self.opening = self.opening.max(opening);
        self.pins.push(Pin { id: self.line.here(), node: Some(node), opening });
        self.count_pins();
        self.events.note(Event::Pinned { id: CommitId(self.line.here()) });
        Ok(CommitId(self.line.here()))
    }

    /// Removes a pin. Returns `true` if it existed.
    pub fn unpin(&mut self, id: CommitId) -> bool {
        let before = self.pins.len();
        self.pins.retain(|pin| pin.id != id.0);
        if self.pins.is_empty() {
            self.pins = Vec::new();
        }
        self.count_pins();
        let removed = self.pins.len() < before;
        if removed {
            self.events.note(Event::Unpinned { id });
        }
        removed
    }

    /// Returns the numbers and headers of the pins, in the order they were set.
    pub fn pins(&self) -> impl Iterator<Item = (CommitId, Header<'_>)> {
        self.pins.iter().filter_map(|Pin { id, node, .. }| {
            let node = node.as_deref()?;
            Some((CommitId(*id), Commit { id: *id, node, slabs: &NO_SLABS }.header()))
        })
    }

    /// Visits the bytes of a pinned state in a range of addresses, as their difference from zeros.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such pin; else as
    /// [`exchange_within`](crate::Commit::exchange_within).
    pub fn pinned_within(
        &self,
        id: CommitId,
        range: &Range<u64>,
        most: u64,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<u64> {
        let pin = self.pins.iter().find(|pin| pin.id == id.0).and_then(|pin| pin.node.as_deref());
        pin.ok_or(Error::Gone { commit: id.0 })?.visit_within(&NO_SLABS, range, most, visit)
    }

    /// Visits the bytes of a pinned state in some ranges of addresses, which ascend and are apart, as their difference from zeros.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such pin; else as [`exchange_in`](crate::Commit::exchange_in).
    pub fn pinned_in(
        &self,
        id: CommitId,
        ranges: &[Range<u64>],
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<()> {
        let pin = self.pins.iter().find(|pin| pin.id == id.0).and_then(|pin| pin.node.as_deref());
        pin.ok_or(Error::Gone { commit: id.0 })?.visit_in(&NO_SLABS, &mut Vec::new(), ranges, visit)
    }

    /// Returns `true` if the state of this commit is pinned.
    pub(super) fn is_pinned(&self, id: u64) -> bool {
        self.pins.iter().any(|pin| pin.id == id)
    }

    pub(super) fn count_pins(&mut self) {
        let pins: usize = self.pins.iter().filter_map(|pin| pin.node.as_ref()).map(|node| node.bytes()).sum();
        self.pinned = pins + self.pins.capacity() * size_of::<Pin>();
    }

    /// Returns the number of bytes that unpacking the longest piece of any pin takes.
    pub(super) fn pins_opening(&self) -> usize {
        self.pins.iter().map(|pin| pin.opening).max().unwrap_or(0)
    }

    /// Restores a pin whose commit was dropped, as a new commit, unless `accept` returns an error for its bytes.
    pub(super) fn restore_pin<E: From<Error>>(
        &mut self,
        id: u64,
        accept: impl FnOnce(&A) -> Result<(), E>,
    ) -> Result<Option<Commit<'_>>, E> {
        let Some(at) = self.pins.iter().position(|pin| pin.id == id) else {
            return Err(Error::Gone { commit: id }.into());
        };
        // Taken out, so that the history can be changed; `pinned` still counts it.
        let Some(node) = self.pins[at].node.take() else {
            return Err(Error::Gone { commit: id }.into());
        };
        let header = Commit { id, node: &node, slabs: &NO_SLABS }.header();
        self.open = Some(Open { tag: header.tag, barrier: Barrier::None });
        let adopted = self.adopt_pin(&node).map_err(E::from).and_then(|()| accept(&self.arena));
        let kept = adopted.and_then(|()| Ok(self.keep(header, KeepOptions::default())?));
        self.pins[at].node = Some(node);
        match kept {
            Ok(id) => Ok(id.and_then(|id| self.commit_at(id))),
            Err(error) => {
                self.cancel();
                Err(error)
            }
        }
    }

    /// Sets the arena's bytes to those of a pinned state, within the open action.
    fn adopt_pin(&mut self, node: &Node) -> Result<()> {
        let present = self.present()?;
        let zeros = [0; 256];
        // Clears present bytes that lie between two runs of the pin, where its state is zero.
        let clear = |this: &mut Self, from: u64, to: u64| {
            let first = present.partition_point(|region| region.end() <= from);
            for region in present[first..].iter().take_while(|region| region.start < to) {
                let (start, end) = (region.start.max(from), region.end().min(to));
                let part = Region::new(start, (end - start) as usize);
                this.adopt(part, |block| Some(&zeros[..block.len]))?;
            }
            Ok(())
        };
        let (mut done, mut failed) = (0, Ok(()));
        node.visit(&NO_SLABS, &mut Vec::new(), &mut |delta: Delta<'_>| {
            delta.spell(&mut |start, bytes| {
                if failed.is_err() {
                    return;
                }
                let region = Region::new(start, bytes.len());
                let here = |block: Region| {
                    bytes.get((block.start - start) as usize..).map(|rest| &rest[..block.len])
                };
                failed = clear(self, done, start).and_then(|()| self.adopt(region, here));
                done = region.end();
            });
        })?;
        failed?;
        clear(self, done, u64::MAX)
    }
}
