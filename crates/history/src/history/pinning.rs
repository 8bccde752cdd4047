//! Pinning a state, and going back to it.
//!
//! To pin a state is to encode the arena as a difference from nothing, twice: once to know how much room it takes, and once to keep
//! it, so that nothing is dropped for a pin that is refused. Going back to it needs room for what differs then, as any action does.
//!
//! The invariant: a [pin](crate::pins) leads back to exactly the bytes it was set at.

use super::keep::KeepOptions;
use crate::delta::Delta;
use crate::encode::{Encoder, bound};
use crate::error::{Error, Result, refused};
use crate::hot::PIECE;
use crate::memory::Region;
use crate::node::Node;
use crate::piece::{Form, Piece};
use crate::slabs::NO_SLABS;
use crate::{Arena, Commit, CommitId, Event, Header, History};
use std::mem::size_of;
use std::ops::Range;

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
    header.encode(&mut first);
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
    /// [`Error::Busy`] while an action is open.
    pub fn pin(&mut self, header: Header<'_>) -> Result<CommitId> {
        self.action.check_idle()?;
        if self.pins.contains(self.line.here()) {
            return Ok(CommitId(self.line.here()));
        }
        let keep = self.budget.limits().depth;
        // Packing holds several copies of a piece at once.
        crate::error::within(self.working() + 5 * PIECE, self.budget.limits().working)?;
        let (mut total, mut count, mut opening) = (0, 0, 0);
        snapshot(&self.arena, &header, |piece| {
            (total, count) = (total + piece.stored(), count + 1);
            opening = opening.max(piece.opening());
            Ok(())
        })?;
        let more = self.pins.growth(Node::SIZE + total + count * size_of::<Piece>());
        // Nothing takes a pin away again, so nothing is lent to it.
        self.admit_lent(more, opening, keep, 0)?;
        let more = more + self.budget.lack(opening);
        self.make_room(more, keep);
        let full = refused(more);
        self.pins.make_place(more)?;
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
        let node = Box::new(Node::unlinked(lead, first, pieces, count as u32, 0));
        self.budget.reserve(opening);
        self.pins.push(self.line.here(), node);
        self.events.note(Event::Pinned { id: CommitId(self.line.here()) });
        Ok(CommitId(self.line.here()))
    }

    /// Removes a pin. Returns `true` if it existed.
    pub fn unpin(&mut self, id: CommitId) -> bool {
        let removed = self.pins.remove(id.0);
        if removed {
            self.events.note(Event::Unpinned { id });
        }
        removed
    }

    /// Returns the numbers and headers of the pins, in the order they were set.
    pub fn pins(&self) -> impl Iterator<Item = (CommitId, Header<'_>)> {
        self.pins.iter().map(|(id, node)| (CommitId(id), Commit { id, node, slabs: &NO_SLABS }.header()))
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
        self.pins.find(id.0).ok_or(Error::Gone { commit: id.0 })?.visit_within(&NO_SLABS, range, most, visit)
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
        self.pins.find(id.0).ok_or(Error::Gone { commit: id.0 })?.visit_in(
            &NO_SLABS,
            &mut Vec::new(),
            ranges,
            visit,
        )
    }

    /// Restores a pin whose commit was dropped, as a new commit, unless `accept` returns an error for its bytes.
    pub(super) fn restore_pin<E: From<Error>>(
        &mut self,
        id: u64,
        accept: impl FnOnce(&A) -> Result<(), E>,
    ) -> Result<Option<Commit<'_>>, E> {
        let Some(node) = self.pins.lend(id) else { return Err(Error::Gone { commit: id }.into()) };
        let header = Commit { id, node: &node, slabs: &NO_SLABS }.header();
        self.action.open(header.tag);
        let adopted = self.adopt_pin(&node).map_err(E::from).and_then(|()| accept(&self.arena));
        let kept = adopted.and_then(|()| Ok(self.keep(header, KeepOptions::default())?));
        self.pins.give_back(id, node);
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

    /// Returns the present regions as a list, so that the arena may change meanwhile.
    fn present(&self) -> Result<Vec<Region>> {
        let mut list = Vec::new();
        for region in self.arena.present() {
            let bytes = 3 * (list.len() + 2) * std::mem::size_of::<Region>();
            crate::error::within(bytes, self.spare())?;
            list.try_reserve(1).map_err(crate::error::refused(bytes))?;
            list.push(region);
        }
        Ok(list)
    }

    /// Sets the bytes of a region to those that `expect` returns for each block, within the open action.
    pub(super) fn adopt<'b>(
        &mut self,
        region: Region,
        mut expect: impl FnMut(Region) -> Option<&'b [u8]>,
    ) -> Result<()> {
        let mut at = region.start;
        while at < region.end() {
            let end = (at - at % A::BLOCK as u64 + A::BLOCK as u64).min(region.end());
            let block = Region::new(at, (end - at) as usize);
            if let Some(expected) = expect(block)
                && self.arena.get(block) != Some(expected)
            {
                self.write(block)?.copy_from_slice(expected);
            }
            at = end;
        }
        Ok(())
    }
}
