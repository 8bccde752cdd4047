//! Keeping an action: from what it touched to a commit in the tree.
//!
//! Nothing is sorted, hashed or encoded here, as a pen is being lifted. Each cell that
//! was touched is compared with what it has become, and those that differ are written
//! down as `before XOR after`, in the order of their touch: a *hot* commit. How long it
//! can be is known before it is made. Only where it does not fit the budget is it
//! encoded at once.
//!
//! It is made in the action's own room. The history gives room up for it when it is
//! whole and is known to fit, and not before. So a commit that is refused leaves the
//! history, and the action, as they were.

use crate::action::Barrier;
use crate::aside::Free;
use crate::cells::{CELL, ZEROS, visit_parts};
use crate::error::{Error, Result, refused, within};
use crate::header::LONGEST as HEADER;
use crate::hot::PIECE;
use crate::hot::{self, Counter, Writer};
use crate::node::{Node, Weight};
use crate::pause;
use crate::piece::{Form, Piece};
use crate::slabs::NO_SLABS;
use crate::{AREA, Arena, CommitId, Event, Header, History};
use std::mem::size_of;

/// The most bytes of the buffer kept between actions.
const SPARE: usize = 16 << 10;

/// The most bytes of cells kept between actions.
const SPARE_CELLS: usize = 4 << 20;

/// How a commit relates to the step before it and to what could be redone.
pub(super) struct KeepOptions<'a, A> {
    /// Merge into the step before if it is at most this much older by its header's time.
    pub(super) window: Option<u64>,
    /// Move the redo line on top of the commit if the two change no common byte, and this is `true` for
    /// all of the line.
    pub(super) carry: Option<Free<'a, A>>,
}

impl<A> Default for KeepOptions<'_, A> {
    fn default() -> Self {
        KeepOptions { window: None, carry: None }
    }
}

impl<A: Arena> History<A> {
    /// Ends the action and returns the number of its commit, or `None` if it changed nothing.
    pub(super) fn keep(
        &mut self,
        mut header: Header<'_>,
        options: KeepOptions<'_, A>,
    ) -> Result<Option<u64>> {
        let (Some(tag), Some(barrier)) = (self.action.tag(), self.action.barrier()) else {
            return Err(Error::Idle);
        };
        if barrier == Barrier::Passed {
            self.end_barrier();
            return Ok(None);
        }
        header.tag = tag;
        if options.window.is_none()
            && (options.carry.is_none() || self.line.ahead() == 0)
            && let Some(kept) = self.keep_near(&header)
        {
            return Ok(kept);
        }
        self.keep_far(&header, barrier, options)
    }

    /// Ends the action like [`keep`](History::keep), whatever it has touched.
    // Not inlined, so that the short way lies together in the processor's cache.
    #[inline(never)]
    fn keep_far(
        &mut self,
        header: &Header<'_>,
        barrier: Barrier,
        options: KeepOptions<'_, A>,
    ) -> Result<Option<u64>> {
        let made = self.make(header).and_then(|node| match node {
            Some(node) if self.needs_room(node.weight()) => self.admit_commit(node).map(Some),
            node => Ok(node),
        });
        self.budget.hold_loose(0);
        let mut node = match (made, barrier) {
            (Ok(Some(node)), _) => node,
            (Ok(None), _) => {
                self.end_action();
                return Ok(None);
            }
            (Err(Error::OverBudget { .. }), Barrier::Armed) => {
                self.forget();
                self.end_action();
                return Ok(None);
            }
            (Err(error), _) => return Err(error),
        };
        let into = options.window.and_then(|window| self.merges(header, window));
        let line_free = options.carry.filter(|_| self.line.ahead() > 0 && into.is_none());
        let carries = line_free.is_some_and(|free| self.passes_over(&node, free));
        let carried = carries.then(|| self.tree.child(self.line.here()));
        let weight = node.weight();
        let touched = self.touched_runs(weight.bytes);
        self.end_action();
        if let Some(into) = into {
            self.budget.hold_loose(weight.bytes);
            match self.merge(into, Box::new(node), header) {
                Ok(id) => {
                    self.budget.hold_loose(0);
                    self.cool_down();
                    return Ok(id);
                }
                // Without the memory to merge, the action is a step of its own.
                Err(alone) => node = *alone,
            }
        }
        if self.needs_room(weight) {
            self.room_for_commit(weight)?;
        }
        self.budget.hold_loose(0);
        let id = self.insert(node, weight, carried);
        self.events.set_touched(id, touched);
        Ok(Some(id))
    }

    /// Creates a hot commit of what the open action has changed, within the working budget.
    pub(super) fn make(&mut self, header: &Header<'_>) -> Result<Option<Node>> {
        let (mut buffer, bound) = self.buffer(hot::bound(self.action.copies().bytes_touched()) + HEADER)?;
        header.write(&mut buffer);
        let lead = buffer.len();
        let mut writer = Writer::<false>::new(buffer, 0);
        let (mut first, mut pieces) = (None, Vec::new());
        let mut cut = |writer: &mut Writer<false>| {
            pause::point(PIECE)?;
            let piece = Piece::new(writer.written(), Form::Hot)?;
            writer.restart();
            if first.is_none() {
                first = Some(piece);
            } else {
                pieces.try_reserve(1).map_err(refused(bound))?;
                pieces.push(piece);
            }
            Ok(())
        };
        for mut copies in self.action.copies().chunks() {
            while !copies.is_empty() {
                copies = &copies[writer.cells(&self.arena, copies)..];
                if writer.len() >= PIECE {
                    cut(&mut writer)?;
                }
            }
        }
        for absent in self.action.copies().absent::<A>(self.arena.size()) {
            visit_parts(&self.arena, absent, &ZEROS[..absent.len], &mut |start, before, now| {
                writer.run(start, before, now)
            });
            if writer.len() >= PIECE {
                cut(&mut writer)?;
            }
        }
        let (deltas, least) = (writer.deltas, writer.covered);
        if writer.len() > 0 && deltas > 0 {
            cut(&mut writer)?;
        }
        let buffer = writer.into_buffer();
        let held = self.action.copies().bytes() + self.owed();
        if buffer.capacity() <= SPARE && held + buffer.capacity() <= self.budget.limits().working {
            self.action.keep_buffer(buffer);
        }
        let (Some(first), true) = (first, deltas > 0) else { return Ok(None) };
        Ok(Some(Node::new(lead, first, pieces, deltas, least)))
    }

    /// Returns a buffer for a commit of at most `bound` bytes, within the working budget, and what it takes at
    /// most after a closer look.
    fn buffer(&mut self, mut bound: usize) -> Result<(Vec<u8>, usize)> {
        // A piece ends with the run that makes it long enough.
        let for_buffer = |bound: usize| bound.min(PIECE + hot::LONGEST + HEADER);
        let room = |bound: usize| {
            Node::SIZE + bound + bound / PIECE * 3 * size_of::<Piece>() + for_buffer(bound).max(SPARE)
        };
        let (mut buffer, mut spare) = (self.action.take_buffer(), SPARE);
        let held = self.action.copies().bytes() + self.owed();
        if held + room(bound) > self.budget.limits().working {
            (buffer, spare) = (Vec::new(), 0);
            bound = self.count();
            within(
                held + room(bound) - SPARE.saturating_sub(for_buffer(bound)),
                self.budget.limits().working,
            )?;
        }
        buffer.clear();
        if buffer.capacity() < for_buffer(bound) {
            // Dropped first, so that growing doesn't copy it; doubled, so that few actions grow it.
            buffer = Vec::new();
            let length = for_buffer(bound).max(spare.min(2 * for_buffer(bound)));
            buffer.try_reserve_exact(length).map_err(refused(length))?;
        }
        Ok((buffer, bound))
    }

    /// Returns the most bytes that a commit of what the open action has changed takes, by counting them.
    #[cold]
    fn count(&self) -> usize {
        let mut counter = Counter::new(Vec::new(), 0);
        self.action
            .copies()
            .visit(&self.arena, &mut |start, before, after| counter.run(start, before, after));
        counter.len() + HEADER + CELL
    }

    /// Checks that a commit fits the budget once all is dropped that may be, and makes a slot for it.
    ///
    /// Encodes and packs the commit if it does not fit otherwise.
    #[cold]
    fn admit_commit(&mut self, mut node: Node) -> Result<Node> {
        let (growth, kept) = (self.tree.growth(), self.budget.kept());
        let Weight { bytes, opening, .. } = node.weight();
        self.budget.hold_loose(bytes);
        if self.admit(bytes + growth, opening, kept).is_err() {
            self.squeeze(&mut node)?;
            self.admit(node.bytes() + growth, node.opening(), kept)?;
        }
        if growth > 0 {
            self.make_room(self.room_for(node.weight()) + growth, kept);
            self.tree.make_slot()?;
        }
        Ok(node)
    }

    /// Returns `true` if a commit fits only once something is packed, dropped or allocated.
    #[inline]
    fn needs_room(&self, weight: Weight) -> bool {
        self.tree.is_full() || self.is_short_of(self.room_for(weight))
    }

    /// Makes room and a slot for a commit that was [admitted](History::admit_commit).
    #[cold]
    fn room_for_commit(&mut self, weight: Weight) -> Result<()> {
        let room = self.room_for(weight);
        self.budget.hold_loose(weight.bytes);
        self.make_room(room + self.tree.growth(), self.budget.kept());
        // If every commit was dropped, so was the ring: its growth has to be paid again.
        let growth = self.tree.growth();
        self.make_room(room + growth, self.budget.kept());
        self.budget.hold_loose(0);
        self.tree.make_slot()
    }

    /// Encodes and packs a commit that is not in the tree yet, as far as the working budget has room for it.
    #[cold]
    fn squeeze(&self, node: &mut Node) -> Result<()> {
        for index in 0..=node.more.len() {
            let spare = self.spare();
            if let Some((piece, lead)) = node.piece_mut(index)
                && piece.packing() <= spare
            {
                piece.cool(&NO_SLABS, lead)?;
                piece.pack(lead);
            }
        }
        Ok(())
    }

    /// Returns the number of bytes that a commit adds to the budget, the reserve for unpacking included.
    pub(super) fn room_for(&self, weight: Weight) -> usize {
        weight.bytes - weight.near + self.budget.lack(weight.opening)
    }

    /// Ends the action: frees the pages that it left all zero, and forgets its copies.
    #[inline]
    pub(super) fn end_action(&mut self) {
        if A::GRAIN > 0 || self.events.is_on() {
            self.leave_touched();
        }
        // Kept room counts against the next action's budget, so only a little is kept.
        self.action.close((self.budget.limits().working / 16).min(SPARE_CELLS));
    }

    /// Notes the areas of the pages that were touched, and frees those pages that hold only zeros.
    #[inline(never)]
    fn leave_touched(&mut self) {
        let size = self.arena.size();
        let page = if A::GRAIN == 0 { AREA } else { A::GRAIN.min(AREA) };
        // Cells of one page come in a row: each page is left once, at the first of them.
        let mut last = None;
        for region in self.action.copies().regions::<A>(size) {
            if last.replace(region.start / page) != Some(region.start / page) {
                pause::only(page as usize);
                self.events.touch(region);
                self.arena.trim(region);
            }
        }
    }

    /// Inserts a commit into the tree as the current one and returns its number.
    // Inlined, so that a commit is made where it stays: copying what was just written stalls the processor.
    #[inline(always)]
    pub(super) fn insert(&mut self, node: Node, weight: Weight, carried: Option<u64>) -> u64 {
        let entries = node.entries();
        self.budget.reserve(weight.opening);
        let id = self.tree.insert(self.line.here(), node, weight);
        // Making room may have dropped the line that was to be carried.
        let carried = carried.filter(|line| self.tree.get(*line).is_some());
        self.events.note(Event::Committed { id: CommitId(id), carried: carried.map(CommitId) });
        if let Some(line) = carried {
            // The fingerprint is cached: `passes_over` has computed it.
            let by = self.tree.get(id).and_then(|node| node.sum.get()).unwrap_or(0);
            self.saved.shift(&self.tree, line, by);
            self.tree.adopt(line, id);
        } else if self.line.ahead() > 0 {
            // What redo led to is the next in the list of children.
            self.set_aside(self.tree.get(id).map(|node| node.sibling));
        }
        self.line.commit(id, entries, carried.is_some());
        self.cool_down();
        self.give_way();
        id
    }
}
