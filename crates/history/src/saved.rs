//! The saved mark, and fingerprints of states as far as they are known.
//!
//! The mark names a commit's state and stays with it for as long as the commit is
//! there. When that commit is dropped, the mark moves to its neighbour and remembers
//! by what fingerprint the two differ. So whether a document is dirty is told by
//! the exchanges between here and the mark, mostly none, and no state is summed.
//!
//! Writing a file takes a while, in which the person goes on. So the state that is being
//! written has a mark of its own, which is kept like the other and becomes it at the end.
//!
//! What was found out of a state is kept for as long as its commit is there: its fingerprint, whether it is the saved
//! one, and how far a big commit has been summed. Each is told by a commit's number, so nothing of it has to
//! be cleared when the history moves on.
//!
//! The invariant: a mark and the fingerprint that is known name states of the tree, or none; dropping a commit moves them first.

use crate::delta::Delta;
use crate::error::{Result, damaged};
use crate::fingerprint::Sum;
use crate::tree::Tree;
use crate::varint::{Sink, put_number, take_bytes, take_number};
use std::cell::Cell;

/// A saved state.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Mark {
    /// A commit's state, apart from a difference with this fingerprint, 0 for none.
    Near(u64, u64),
    /// A state with this fingerprint, which no commit leads to any more.
    State(u64),
    /// Unknown: every state counts as dirty.
    Lost,
}

impl Mark {
    /// Creates the mark of a commit's state.
    pub(crate) fn at(id: u64) -> Mark {
        Mark::Near(id, 0)
    }

    /// Returns `true` if the mark names a commit.
    fn is_near(self) -> bool {
        matches!(self, Mark::Near(..))
    }

    /// Writes the mark.
    pub(crate) fn store(self, sink: &mut impl Sink) {
        let (kind, id, sum) = match self {
            Mark::Near(id, offset) => (0, id, offset),
            Mark::State(state) => (1, 0, state),
            Mark::Lost => (2, 0, 0),
        };
        sink.put_bytes(&[kind]);
        put_number(sink, id);
        sink.put_bytes(&sum.to_le_bytes());
    }

    /// Reads a mark that [`store`](Mark::store) has written.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged).
    pub(crate) fn restore(bytes: &mut &[u8]) -> Result<Mark> {
        let (kind, id) = (take_bytes(bytes, 1)?[0], take_number(bytes)?);
        let sum = take_bytes(bytes, 8)?.iter().rfold(0, |sum, byte| sum << 8 | u64::from(*byte));
        match kind {
            0 => Ok(Mark::Near(id, sum)),
            1 => Ok(Mark::State(sum)),
            2 => Ok(Mark::Lost),
            _ => Err(damaged("its saved mark is unknown")),
        }
    }
}

/// The saved mark, the mark of what is being written, and what is known of states.
#[derive(Debug)]
pub(crate) struct Saved {
    mark: Mark,
    /// The state that is being written to a file.
    writing: Option<Mark>,
    /// Cache: a commit, and the fingerprint of its state.
    known: Cell<Option<(u64, u64)>>,
    /// Cache: a commit, and whether its state differs from the saved one.
    dirt: Cell<Option<(u64, bool)>>,
    /// Cache: a commit, how many of its pieces were read, and their fingerprint.
    summed: Cell<Option<(u64, usize, u64)>>,
}

impl Default for Saved {
    /// Returns the mark of the first state.
    fn default() -> Saved {
        let (known, dirt, summed) = (Cell::new(None), Cell::new(None), Cell::new(None));
        Saved { mark: Mark::at(0), writing: None, known, dirt, summed }
    }
}

impl Saved {
    /// Returns the saved mark.
    pub(crate) fn mark(&self) -> Mark {
        self.mark
    }

    /// Sets the saved mark.
    pub(crate) fn set_mark(&mut self, mark: Mark) {
        self.mark = mark;
        self.dirt.set(None);
    }

    /// Notes that the state of a commit is being written, or that none is.
    pub(crate) fn set_writing(&mut self, id: Option<u64>) {
        self.writing = id.map(Mark::at);
    }

    /// Sets the saved mark at the state that was being written, and returns it; `None`, changing nothing, if none was.
    pub(crate) fn finish_writing(&mut self) -> Option<Mark> {
        let written = self.writing.take()?;
        self.set_mark(written);
        Some(written)
    }

    /// Returns `true` if a mark names a commit.
    pub(crate) fn is_at(&self, id: u64) -> bool {
        let at = |mark: Mark| matches!(mark, Mark::Near(near, _) if near == id);
        at(self.mark) || self.writing.is_some_and(at)
    }

    /// Returns `true` unless a commit's state is known to be the saved one.
    pub(crate) fn looks_dirty(&self, here: u64) -> bool {
        match (self.mark, self.dirt.get()) {
            (Mark::Near(id, offset), _) if id == here => offset != 0,
            (_, Some((at, dirty))) if at == here => dirty,
            _ => true,
        }
    }

    /// Returns `true` if it was found out whether a commit's state is the saved one.
    pub(crate) fn knows_dirt(&self, here: u64) -> bool {
        self.dirt.get().is_some_and(|(at, _)| at == here)
    }

    /// Notes whether a commit's state differs from the saved one.
    pub(crate) fn note_dirt(&self, here: u64, dirty: bool) {
        self.dirt.set(Some((here, dirty)));
    }

    /// Returns the commit whose state's fingerprint is known, and that.
    pub(crate) fn known(&self) -> Option<(u64, u64)> {
        self.known.get()
    }

    /// Sets or forgets the fingerprint that is known.
    pub(crate) fn set_known(&self, known: Option<(u64, u64)>) {
        self.known.set(known);
    }

    /// Forgets how far a big commit was summed, since a commit is about to change.
    pub(crate) fn forget_summed(&self) {
        self.summed.set(None);
    }

    /// Forgets what is known of states, since all commits are gone.
    pub(crate) fn forget_states(&mut self) {
        self.known.set(None);
        self.dirt.set(None);
    }

    /// Returns `true` if a mark would be lost with all commits.
    pub(crate) fn needs_commits(&self) -> bool {
        self.mark.is_near() || self.writing.is_some_and(Mark::is_near)
    }

    /// Lets marks that name a commit go by a state's fingerprint instead. `state` returns that of a commit's state.
    pub(crate) fn leave_commits(&mut self, state: impl Fn(u64) -> Option<u64>) {
        let left = |mark| match mark {
            Mark::Near(id, offset) => state(id).map_or(Mark::Lost, |state| Mark::State(state ^ offset)),
            mark => mark,
        };
        (self.mark, self.writing) = (left(self.mark), self.writing.map(left));
    }

    /// Computes the fingerprints of the commits between two states, piece by piece, until that
    /// was an amount of work in bytes. Returns `true` if nothing remains that can be computed.
    pub(crate) fn sum_up(&self, tree: &Tree, here: u64, other: u64, work: usize) -> bool {
        let (mut fresh, mut done) = (Vec::new(), 0);
        let mut summed = self.summed.take();
        let unknown = tree.way(here, other).filter_map(|id| Some((id, tree.get(id)?)));
        for (id, node) in unknown.filter(|(_, node)| node.sum.get().is_none() && !node.is_away()) {
            let (mut index, mut sum) = match summed {
                Some((at, index, sum)) if at == id => (index, sum),
                _ => (0, 0),
            };
            while let Some((piece, lead)) = node.piece(index) {
                if done >= work {
                    self.summed.set(Some((id, index, sum)));
                    return false;
                }
                let mut part = Sum::new();
                let mut add = |delta: Delta<'_>| delta.spell(&mut |start, bytes| part.add_run(start, bytes));
                if piece.visit(tree.slabs(), lead, &mut fresh, &mut add).is_err() {
                    return true;
                }
                (index, sum, done) =
                    (index + 1, sum ^ part.finish(), done + piece.stored().max(piece.opening()));
            }
            node.sum.set(Some(sum));
            summed = None;
        }
        true
    }

    /// Adjusts the marks before the states of a commit and its descendants change by a difference with this
    /// fingerprint.
    pub(crate) fn shift(&mut self, tree: &Tree, root: u64, by: u64) {
        let moves = |id: u64| tree.get(id).is_some() && tree.ancestor(root, id) == root;
        let shifted = |mark| match mark {
            Mark::Near(id, offset) if moves(id) => Mark::Near(id, offset ^ by),
            mark => mark,
        };
        (self.mark, self.writing) = (shifted(self.mark), self.writing.map(shifted));
        let shifted = |(id, state)| if moves(id) { (id, state ^ by) } else { (id, state) };
        self.known.set(self.known.get().map(shifted));
        self.dirt.set(None);
    }

    /// Moves the marks from a commit that is about to be dropped to its parent or child.
    pub(crate) fn leave(&mut self, tree: &Tree, from: u64, to: u64) {
        let on = |id: u64| id == from;
        let known = self.known.get().is_some_and(|(id, _)| on(id));
        if !self.is_at(from) && !known {
            return;
        }
        // The two states differ by the exchange of the one that is the child.
        let child = if tree.parent(from) == to && tree.get(from).is_some() { from } else { to };
        let sum = tree.get(child).map(|node| node.sum(tree.slabs(), &mut Vec::new()));
        let sum = if let Some(Ok(sum)) = sum { Some(sum) } else { None };
        let moved = |mark| match (mark, sum) {
            (Mark::Near(id, offset), Some(sum)) if on(id) => Mark::Near(to, offset ^ sum),
            (Mark::Near(id, _), None) if on(id) => Mark::Lost,
            (mark, _) => mark,
        };
        (self.mark, self.writing) = (moved(self.mark), self.writing.map(moved));
        match (self.known.get().filter(|_| known), sum) {
            (Some((_, state)), Some(sum)) => self.known.set(Some((to, state ^ sum))),
            (Some(_), None) => self.known.set(None),
            (None, _) => {}
        }
    }
}
