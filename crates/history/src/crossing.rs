//! Crossing a commit: its two states are exchanged in the arena, all of it or nothing.
//!
//! Problem: pages have to be there before bytes are exchanged in them, and those that are all zero afterwards go. To unpack
//! and decode a commit for each of the three takes most of an undo's time. Idea: a piece that is not hot is decoded once, and a page is
//! provided and exchanged while it is near. If there is no memory for a page, what was exchanged up to there is
//! exchanged a second time, which restores it, and needs no memory. A hot piece is read without unpacking anything, so its pages are
//! provided before, and trimmed after.
//!
//! Pages are freed only at the end, as one may be all zero between two pieces. Which ones may be is noted in a list that never grows, as
//! the budget knows no memory for it. If more are exchanged than it has room for, the commit is decoded again.
//!
//! The invariant: an error changes no byte, and no page is left that is all zero.

use crate::delta::Delta;
use crate::deltas::Deltas;
use crate::error::{Error, Result, damaged};
use crate::events::Events;
use crate::hot::{self, PIECE};
use crate::node::Node;
use crate::pause;
use crate::piece::{Form, Piece};
use crate::slabs::Slabs;
use crate::{Arena, Region};

/// The most exchanged pages that are noted: four times as many as a line from corner to corner of 16,384 pixels has.
const NOTED: usize = 2048;

/// Told of regions that cover what is exchanged.
pub(crate) type Told<'a> = &'a mut (dyn FnMut(Region) + 'a);

/// One crossing.
pub(crate) struct Crossing<'a, 'v, A> {
    arena: &'a mut A,
    /// Number of bytes that the arena had when it was changed last.
    size: u64,
    events: &'a mut Events,
    visit: Told<'v>,
    /// Addresses of the pages of pieces that are not hot, some of them more than once.
    noted: [u64; NOTED],
    /// Number of those addresses, which may be more than fit.
    count: usize,
    /// Number of the piece that is exchanged, and the address up to which it is.
    piece: usize,
    end: u64,
}

impl<'a, 'v, A: Arena> Crossing<'a, 'v, A> {
    /// Number of bytes that come and go together.
    const GRAIN: u64 = if A::GRAIN > 0 { A::GRAIN } else { 1 };

    /// Exchanges the two states of a commit in an arena, and tells events what is touched. Visits regions that cover the deltas: those
    /// in a row in the same page may be covered by one. Frees the pages that are all zero then, if `trims`.
    ///
    /// # Errors
    /// [`Error::Diverged`] if some of its deltas do not lie in the arena; [`Error::Damaged`] for a broken piece;
    /// [`Error::OutOfMemory`].
    // A call is nothing beside the exchange, and it is long.
    #[inline(never)]
    pub(crate) fn cross(
        node: &Node,
        slabs: &Slabs,
        fresh: &mut Vec<u8>,
        (arena, size): (&'a mut A, u64),
        events: &'a mut Events,
        visit: Told<'v>,
        trims: bool,
    ) -> Result<()> {
        let mut crossing =
            Crossing { arena, size, events, visit, noted: [0; NOTED], count: 0, piece: 0, end: 0 };
        let exchanged = crossing.provide(node, slabs).and_then(|()| crossing.exchange(node, slabs, fresh));
        if exchanged.is_err() {
            crossing.take_back(node, slabs, fresh, trims);
        } else if A::GRAIN > 0 && trims {
            crossing.trim(node, slabs, fresh);
        }
        exchanged
    }

    /// Provides the pages of the hot pieces.
    #[inline(always)]
    fn provide(&mut self, node: &Node, slabs: &Slabs) -> Result<()> {
        if A::GRAIN == 0 && !self.events.is_on() {
            return Ok(());
        }
        let mut provided = Ok(());
        for (piece, lead) in hot_pieces(node) {
            let whole = hot::visit_regions(piece.payload(slabs, lead), Self::GRAIN, &mut |region| {
                if provided.is_ok() {
                    self.events.touch(region);
                    provided = self.arena.provide(region);
                    (self.visit)(region);
                }
            });
            if !whole {
                return Err(damaged("the end of a step is broken"));
            }
        }
        provided
    }

    #[inline(always)]
    fn exchange(&mut self, node: &Node, slabs: &Slabs, fresh: &mut Vec<u8>) -> Result<()> {
        for (piece, lead) in node.pieces() {
            if self.piece > 0 {
                pause::only(PIECE);
            }
            self.end = 0;
            if piece.form() != Form::Hot {
                self.exchange_runs(piece, slabs, lead, fresh)?;
            } else if !hot::swap(piece.payload(slabs, lead), self.arena) {
                self.end = u64::MAX;
                return Err(self.diverged());
            }
            self.piece += 1;
        }
        Ok(())
    }

    fn diverged(&self) -> Error {
        Error::Diverged { expected: self.size, found: self.arena.size() }
    }

    /// Exchanges the two states of a piece that is not hot, page by page.
    #[inline(never)]
    fn exchange_runs(
        &mut self,
        piece: &Piece,
        slabs: &Slabs,
        lead: usize,
        fresh: &mut Vec<u8>,
    ) -> Result<()> {
        pause::only(piece.stored().max(piece.opening()));
        let mut deltas = Deltas::decode(piece.open(slabs, lead, fresh)?, false);
        let mut next = deltas.next_cold();
        while let Some(first) = next {
            let page = first.start & !(Self::GRAIN - 1);
            let end = page.saturating_add(A::GRAIN);
            // Areas may be smaller than a page, all of which may be exchanged below.
            self.events.touch(Region::new(page, (end.max(first.end()) - page) as usize));
            self.arena.provide(Region::new(first.start, first.len as usize))?;
            let live = self.arena.get_mut(Region::new(page, A::GRAIN as usize));
            // A delta may cross to another page, and an arena may hold a page in several blocks.
            let Some(live) = live.filter(|_| first.end() <= end) else {
                self.exchange_long(&first)?;
                next = deltas.next_cold();
                continue;
            };
            // Runs lie close together, and the way to their page is longer than most of them.
            while let Some(delta) = next.filter(|delta| delta.start >= page && delta.end() <= end) {
                let inside = (delta.start - page) as usize..(delta.end() - page) as usize;
                delta.mix(delta.start, &mut live[inside]);
                self.end = delta.end();
                next = deltas.next_cold();
            }
            self.note(page);
            (self.visit)(Region::new(first.start, (self.end - first.start) as usize));
        }
        deltas.finish()
    }

    /// Exchanges the two states of a delta block by block: one that lies in more than one page, or in an arena whose pages are not contiguous.
    #[inline(never)]
    fn exchange_long(&mut self, delta: &Delta<'_>) -> Result<()> {
        self.end = delta.end();
        if !delta.swap(self.arena) {
            return Err(self.diverged());
        }
        (self.visit)(Region::new(delta.start, delta.len as usize));
        if A::GRAIN > 0 {
            let mut page = delta.start & !(Self::GRAIN - 1);
            while page < delta.end() && self.count <= NOTED {
                self.note(page);
                page = page.saturating_add(A::GRAIN);
            }
        }
        Ok(())
    }

    /// Notes a page.
    fn note(&mut self, page: u64) {
        if let Some(place) = self.noted.get_mut(self.count) {
            *place = page;
        }
        self.count += 1;
    }

    /// Frees the pages that are all zero.
    #[inline(always)]
    fn trim(&mut self, node: &Node, slabs: &Slabs, fresh: &mut Vec<u8>) {
        if self.count > NOTED {
            return trim_all(node, slabs, fresh, self.arena);
        }
        for page in &self.noted[..self.count] {
            self.arena.trim(Region::new(*page, A::GRAIN as usize));
        }
        for (piece, lead) in hot_pieces(node) {
            let trim = &mut |region| self.arena.trim(region);
            hot::visit_regions(piece.payload(slabs, lead), Self::GRAIN, trim);
        }
    }

    /// Restores what was exchanged. Each piece up to there has been opened already, so there is memory for it.
    #[inline(never)]
    fn take_back(&mut self, node: &Node, slabs: &Slabs, fresh: &mut Vec<u8>, trims: bool) {
        for (index, (piece, lead)) in node.pieces().enumerate().take(self.piece + 1) {
            let end = if index < self.piece { u64::MAX } else { self.end };
            _ = piece.visit(slabs, lead, fresh, &mut |delta| {
                if delta.start < end {
                    delta.swap(self.arena);
                }
            });
        }
        if trims {
            trim_all(node, slabs, fresh, self.arena);
        }
    }
}

/// Returns the hot pieces, each with the length of the lead in front of its payload.
fn hot_pieces(node: &Node) -> impl Iterator<Item = (&Piece, usize)> {
    node.pieces().filter(|(piece, _)| piece.form() == Form::Hot)
}

/// Frees the pages of a commit that are all zero, by decoding it. A piece that can't be opened has left none.
#[inline(never)]
pub(crate) fn trim_all<A: Arena>(node: &Node, slabs: &Slabs, fresh: &mut Vec<u8>, arena: &mut A) {
    for (piece, lead) in node.pieces() {
        _ = piece.visit_regions(slabs, lead, fresh, A::GRAIN.max(1), &mut |region| arena.trim(region));
    }
}
