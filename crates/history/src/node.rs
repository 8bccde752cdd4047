//! A commit as the tree keeps it: its neighbours, and the pieces of its payload.

use crate::delta::Delta;
use crate::error::Result;
use crate::fingerprint::Sum;
use crate::hot::PIECE;
use crate::memory::Region;
use crate::piece::{Form, Piece};
use crate::slabs::{Run, Slabs};
use std::cell::Cell;
use std::mem::size_of;
use std::ops::Range;

/// No commit: the number of the first state, and the end of a list of children.
pub(crate) const NONE: u64 = 0;

/// One commit: its place in the tree and its payload.
#[derive(Debug)]
pub struct Node {
    pub(crate) parent: u64,
    /// The child that redo goes to.
    pub(crate) child: u64,
    /// The next child of the same parent.
    pub(crate) sibling: u64,
    /// Cached fingerprint of the exchange.
    pub(crate) sum: Cell<Option<u64>>,
    /// First piece, with the header in front of its payload.
    pub(crate) first: Piece,
    pub(crate) more: Vec<Piece>,
    /// Number of deltas when it was committed.
    pub deltas: u32,
    /// Lower bound of the bytes that another commit must cover to cancel this one out.
    pub(crate) least: u64,
    /// Length of the header in bytes.
    pub(crate) lead: u32,
    /// Whether deltas of different pieces may overlap, because commits were merged.
    pub(crate) merged: bool,
    /// Whether the payload lies on a disk too, so that it may be put away.
    pub(crate) kept: bool,
    /// Whether the payload was put away and can't be read any more.
    pub(crate) lost: bool,
}

/// Number of bytes from which a commit is too big to be read through in passing.
pub(crate) const BIG: usize = PIECE;

/// The fewest bytes that a delta counts as where work is bounded: looking at one takes as long as so many bytes.
pub(crate) const LEAST: u64 = 64;

/// How many bytes a node holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Weight {
    /// Bytes on the heap, the node itself included.
    pub(crate) bytes: usize,
    /// Of these, bytes that lie in a slab, which is counted by itself.
    pub(crate) near: usize,
    /// Bytes of hot pieces.
    pub(crate) hot: usize,
    /// Of these, bytes of packed pieces.
    pub(crate) packed: usize,
    /// Number of bytes that unpacking the longest packed piece takes.
    pub(crate) opening: usize,
    /// All of the bytes if the payload was put away, else 0.
    pub(crate) away: usize,
}

impl Weight {
    #[inline]
    fn add_piece(&mut self, piece: &Piece) {
        let stored = piece.stored();
        self.bytes += stored;
        match piece.form() {
            Form::Hot => self.hot += stored,
            Form::Packed => {
                self.packed += stored;
                self.opening = self.opening.max(piece.opening());
            }
            Form::Cold | Form::Away => {}
        }
    }
}

impl Node {
    /// Number of bytes of a node without its pieces.
    pub(crate) const SIZE: usize = size_of::<Node>();

    /// Creates a commit that has no neighbours, with a header of `lead` bytes in front of its first piece.
    // Inlined, so that a commit is made where it stays.
    #[inline(always)]
    pub fn unlinked(lead: usize, first: Piece, more: Vec<Piece>, deltas: u32, least: u64) -> Node {
        Node {
            parent: NONE,
            child: NONE,
            sibling: NONE,
            sum: Cell::new(None),
            first,
            more,
            deltas,
            least,
            lead: lead as u32,
            merged: false,
            kept: false,
            lost: false,
        }
    }

    /// Returns `true` if its payload was put away: it lies on a disk only.
    pub(crate) fn is_away(&self) -> bool {
        self.first.form() == Form::Away
    }

    /// Returns how many bytes the node holds, in one look at its pieces.
    #[inline]
    pub(crate) fn weight(&self) -> Weight {
        let mut weight =
            Weight { bytes: Node::SIZE + self.more.capacity() * size_of::<Piece>(), ..Weight::default() };
        weight.add_piece(&self.first);
        weight.near = self.first.run().map_or(0, Run::len);
        self.more.iter().for_each(|piece| weight.add_piece(piece));
        weight.away = if self.is_away() { weight.bytes } else { 0 };
        weight
    }

    /// Returns the number of its bytes, the node itself included.
    #[inline]
    pub(crate) fn bytes_held(&self) -> usize {
        self.weight().bytes
    }

    /// Returns the pieces, each with the length of the lead in front of its payload.
    pub(crate) fn pieces(&self) -> impl Iterator<Item = (&Piece, usize)> {
        std::iter::once((&self.first, self.lead as usize)).chain(self.more.iter().map(|p| (p, 0)))
    }

    pub(crate) fn piece(&self, index: usize) -> Option<(&Piece, usize)> {
        if index == 0 {
            Some((&self.first, self.lead as usize))
        } else {
            Some((self.more.get(index - 1)?, 0))
        }
    }

    /// Returns a piece for writing, with the length of the lead in front of its payload.
    pub(crate) fn piece_mut(&mut self, index: usize) -> Option<(&mut Piece, usize)> {
        match index {
            0 => Some((&mut self.first, self.lead as usize)),
            _ => Some((self.more.get_mut(index - 1)?, 0)),
        }
    }

    /// Returns the number of bytes that unpacking the longest packed piece takes.
    #[inline]
    pub(crate) fn opening(&self) -> usize {
        self.weight().opening
    }

    /// Visits the deltas piece by piece.
    ///
    /// # Errors
    /// If a piece is broken or can't be unpacked; the deltas before that have been visited then.
    #[inline]
    pub(crate) fn visit(
        &self,
        slabs: &Slabs,
        fresh: &mut Vec<u8>,
        visit: &mut dyn FnMut(Delta<'_>),
    ) -> Result<()> {
        self.pieces().try_for_each(|(piece, lead)| piece.visit(slabs, lead, fresh, visit))
    }

    /// Visits regions that cover the deltas: those in a row that lie in the same `grain` bytes, a power of two, may be
    /// covered by one region.
    ///
    /// # Errors
    /// As [`visit`](Node::visit).
    pub(crate) fn visit_regions(
        &self,
        slabs: &Slabs,
        fresh: &mut Vec<u8>,
        grain: u64,
        visit: &mut dyn FnMut(Region),
    ) -> Result<()> {
        self.pieces().try_for_each(|(piece, lead)| piece.visit_regions(slabs, lead, fresh, grain, visit))
    }

    /// Visits the bytes of the exchange in a range of addresses, an address maybe more than once: all that is
    /// visited there has to be XORed. Deltas outside of the range are not even spelled. Returns the number of
    /// bytes visited, [`LEAST`] at least for each delta.
    ///
    /// # Errors
    /// As [`visit`](Node::visit), and if a delta lies in the range in part, or there are more than `most` bytes.
    pub(crate) fn visit_within(
        &self,
        slabs: &Slabs,
        range: &Range<u64>,
        most: u64,
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<u64> {
        let (mut inside, mut count) = (true, 0u64);
        self.visit(slabs, &mut Vec::new(), &mut |delta| {
            if range.contains(&delta.start) && delta.end() <= range.end {
                count = count.saturating_add(delta.len.max(LEAST));
                if count <= most {
                    delta.spell(visit);
                }
            } else {
                inside &= delta.end() <= range.start || delta.start >= range.end;
            }
        })?;
        let broken = |why| Err(crate::error::damaged(why));
        match (inside, count <= most) {
            (true, true) => Ok(count),
            (true, false) => broken("its steps are too large"),
            _ => broken("a step lies across two things"),
        }
    }

    /// Visits the bytes of the exchange in some ranges of addresses, which ascend and are apart. An address may be visited more
    /// than once: all that is visited there has to be XORed. What lies outside of the ranges is not even spelled.
    ///
    /// # Errors
    /// As [`visit`](Node::visit).
    pub(crate) fn visit_in(
        &self,
        slabs: &Slabs,
        fresh: &mut Vec<u8>,
        ranges: &[Range<u64>],
        visit: &mut dyn FnMut(u64, &[u8]),
    ) -> Result<()> {
        self.pieces().try_for_each(|(piece, lead)| piece.visit_in(slabs, lead, fresh, ranges, visit))
    }

    /// Returns the fingerprint of the exchange, computing it the first time.
    pub(crate) fn sum(&self, slabs: &Slabs, fresh: &mut Vec<u8>) -> Result<u64> {
        if let Some(sum) = self.sum.get() {
            return Ok(sum);
        }
        let mut sum = Sum::new();
        self.visit(slabs, fresh, &mut |delta| delta.spell(&mut |start, bytes| sum.add_run(start, bytes)))?;
        let sum = sum.finish();
        self.sum.set(Some(sum));
        Ok(sum)
    }

    /// Returns the number of entries: one for each delta and one for the header.
    pub(crate) fn entries(&self) -> usize {
        (self.deltas as usize).saturating_add(1)
    }
}
