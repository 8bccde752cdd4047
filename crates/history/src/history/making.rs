//! Making a commit of what an action has touched, within the working budget.
//!
//! Each cell that was touched is compared with what it has become, and those that differ are written
//! down as `before XOR after`, in the order of their touch. How long that can be is known before it is made.
//!
//! The invariant: making a commit changes neither the action nor the tree.

use crate::cells::{CELL, ZEROS, group, visit_parts};
use crate::error::{Result, refused, within};
use crate::header::LONGEST as HEADER;
use crate::hot::{self, Counter, PIECE, Writer};
use crate::node::{BIG, Node};
use crate::pause;
use crate::piece::{Form, Piece};
use crate::{Arena, Header, History};
use std::mem::size_of;
use std::ops::Range;

/// The most bytes of the buffer kept between actions.
const SPARE: usize = 16 << 10;

impl<A: Arena> History<A> {
    /// Creates a hot commit of what the open action has changed, within the working budget.
    pub(super) fn make(&mut self, header: &Header<'_>) -> Result<Option<Node>> {
        let (mut buffer, bound) = self.buffer(hot::bound(self.action.copies().bytes_touched()) + HEADER)?;
        header.encode(&mut buffer);
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
        let held = self.action.copies().bytes_held() + self.owed();
        if buffer.capacity() <= SPARE && held + buffer.capacity() <= self.budget.limits().working {
            self.action.keep_buffer(buffer);
        }
        let (Some(first), true) = (first, deltas > 0) else { return Ok(None) };
        Ok(Some(Node::unlinked(lead, first, pieces, deltas, least)))
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
        let held = self.action.copies().bytes_held() + self.owed();
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

    /// Returns the runs of groups that the open action has touched, or `None` if its commit of so many bytes is
    /// not to have an image: it is not big, it is not recorded, or there is no room for the list.
    pub(super) fn touched_runs(&self, bytes: usize) -> Option<Vec<Range<u64>>> {
        // A group that may be present in part has no image.
        if bytes < BIG || A::GRAIN < group::<A>() as u64 || !self.events.is_on() {
            return None;
        }
        let count = self.action.copies().groups().count();
        let room = count * (size_of::<u64>() + size_of::<Range<u64>>());
        if bytes + room > self.spare() {
            return None;
        }
        let mut numbers = Vec::new();
        numbers.try_reserve_exact(count).ok()?;
        numbers.extend(self.action.copies().groups());
        numbers.sort_unstable();
        let found = || numbers.chunk_by(|number, next| number + 1 == *next);
        let mut runs = Vec::new();
        runs.try_reserve_exact(found().count()).ok()?;
        runs.extend(found().map(|run| run[0]..run[run.len() - 1] + 1));
        Some(runs)
    }
}
