//! The saved mark, and whether the bytes differ from the saved ones.
//!
//! The mark names a commit's state and stays with it for as long as the commit is
//! there. When that commit is dropped, the mark moves to its neighbour and remembers
//! by what fingerprint the two differ. So whether a document is dirty is told by
//! the exchanges between here and the mark, mostly none, and no state is summed.
//!
//! Writing a file takes a while, in which the person goes on. So the state that is being
//! written has a mark of its own, which is kept like the other and becomes it at the end.
//!
//! The answer may cost a look at many commits, which has no place in a pointer event;
//! [`looks_dirty`](History::looks_dirty) costs nothing and says `true` where it does
//! not know, and idle moments find out.

use crate::delta::Delta;
use crate::error::{Result, damaged};
use crate::fingerprint::{Sum, whole};
use crate::image::BIG;
use crate::node::Node;
use crate::varint::{Sink, put_number, take_bytes, take_number};
use crate::{Arena, Barrier, Commit, CommitId, Event, History, SavedMark};

/// The saved state.
#[derive(Clone, Copy, Debug)]
pub(super) enum Saved {
    /// A commit's state, apart from a difference with this fingerprint, 0 for none.
    Near(u64, u64),
    /// A state with this fingerprint, which no commit leads to any more.
    State(u64),
    /// Unknown: every state counts as dirty.
    Lost,
}

/// Writes a saved mark.
pub(super) fn store_mark(mark: Saved, sink: &mut impl Sink) {
    let (kind, id, sum) = match mark {
        Saved::Near(id, offset) => (0, id, offset),
        Saved::State(state) => (1, 0, state),
        Saved::Lost => (2, 0, 0),
    };
    sink.put(&[kind]);
    put_number(sink, id);
    sink.put(&sum.to_le_bytes());
}

/// Reads a saved mark.
pub(super) fn restore_mark(bytes: &mut &[u8]) -> Result<Saved> {
    let (kind, id) = (take_bytes(bytes, 1)?[0], take_number(bytes)?);
    let sum = take_bytes(bytes, 8)?.iter().rfold(0, |sum, byte| sum << 8 | u64::from(*byte));
    match kind {
        0 => Ok(Saved::Near(id, sum)),
        1 => Ok(Saved::State(sum)),
        2 => Ok(Saved::Lost),
        _ => Err(damaged("its saved mark is unknown")),
    }
}

impl<A: Arena> History<A> {
    /// Sets the saved mark: the present bytes count as saved.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) while an action is open.
    pub fn mark_saved(&mut self) -> Result<()> {
        self.idle()?;
        self.saved = Saved::Near(self.line.here(), 0);
        self.events.note(Event::Marked(SavedMark(self.saved)));
        self.dirt.set(None);
        Ok(())
    }

    /// Notes that the present bytes are being written to a file, which takes a while.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 8]);
    /// history.begin_saving()?;
    /// history.begin(1)?;
    /// history.write(Region::new(0, 1))?[0] = 1;
    /// history.commit(Header::new("Set"))?;
    /// assert!(history.finish_saving() && history.is_dirty());
    /// history.undo()?;
    /// assert!(!history.is_dirty());
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) while an action is open.
    pub fn begin_saving(&mut self) -> Result<()> {
        self.idle()?;
        self.writing = Some(Saved::Near(self.line.here(), 0));
        Ok(())
    }

    /// Sets the saved mark at the bytes that [`begin_saving`](History::begin_saving) has noted, whatever was
    /// done since: they have reached their file. Returns `false`, changing nothing, if none were noted.
    pub fn finish_saving(&mut self) -> bool {
        let Some(written) = self.writing.take() else { return false };
        self.saved = written;
        self.events.note(Event::Marked(SavedMark(self.saved)));
        self.dirt.set(None);
        true
    }

    /// Takes the note of [`begin_saving`](History::begin_saving) back: those bytes have reached no file.
    pub fn forget_saving(&mut self) {
        self.writing = None;
    }

    /// Returns the commit whose state is the saved one, or `None` if it was dropped.
    pub fn saved(&self) -> Option<CommitId> {
        match self.saved {
            Saved::Near(id, 0) => Some(CommitId(id)),
            _ => None,
        }
    }

    /// Returns `true` if the bytes differ from the saved ones, no matter which steps led to them.
    ///
    /// Compares fingerprints of 64 bits, so a difference is missed once in 2⁶⁴ times.
    pub fn is_dirty(&self) -> bool {
        let open = match self.open {
            None => Some(0),
            Some(open) if open.barrier != Barrier::Passed => Some(self.temp.fingerprint(&self.arena)),
            Some(_) => None,
        };
        let difference = match (self.saved, open) {
            (Saved::Near(id, offset), Some(open)) => {
                self.between(self.line.here(), id).ok().map(|sum| sum ^ offset ^ open)
            }
            (Saved::State(state), _) => Some(whole(&self.arena) ^ state),
            _ => None,
        };
        difference != Some(0)
    }

    /// Returns `true` unless the bytes are known to equal the saved ones. Reads no bytes, so it is cheap.
    ///
    /// An open action counts as a difference. See [`find_dirt`](History::find_dirt).
    pub fn looks_dirty(&self) -> bool {
        match (self.open, self.saved, self.dirt.get()) {
            (Some(_), ..) => true,
            (None, Saved::Near(id, offset), _) if id == self.line.here() => offset != 0,
            (None, _, Some((here, dirty))) if here == self.line.here() => dirty,
            _ => true,
        }
    }

    /// Computes the exact answer for [`looks_dirty`](History::looks_dirty), in idle moments. Returns whether
    /// that changed its answer, or `None` if it takes another call, since the commits on the way to the saved
    /// state have more than `work` bytes.
    pub fn find_dirt(&mut self, work: usize) -> Option<bool> {
        if self.is_open() || self.dirt.get().is_some_and(|(here, _)| here == self.line.here()) {
            return Some(false);
        }
        if let Saved::Near(id, _) = self.saved
            && !self.sum_up(id, work)
        {
            return None;
        }
        let before = self.looks_dirty();
        self.dirt.set(Some((self.line.here(), self.is_dirty())));
        Some(before != self.looks_dirty())
    }

    /// Computes the fingerprints of the commits between the current state and another, piece by piece, until that
    /// was an amount of work in bytes. Returns `true` if nothing remains that can be computed.
    fn sum_up(&self, other: u64, work: usize) -> bool {
        let (mut fresh, mut done) = (Vec::new(), 0);
        let mut summed = self.summed.take();
        let unknown = self.ids(self.line.here(), other).filter_map(|id| Some((id, self.tree.get(id)?)));
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
                let mut add = |delta: Delta<'_>| delta.spell(&mut |start, bytes| part.add(start, bytes));
                if piece.visit(self.tree.slabs(), lead, &mut fresh, &mut add).is_err() {
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

    /// Returns the fingerprint of the present bytes, whichever steps led to them.
    ///
    /// The first call reads all bytes; later ones update the cached fingerprint by the commits since.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a packed commit can't be unpacked.
    pub fn fingerprint(&self) -> Result<u64> {
        let known = match self.known.get() {
            Some((id, state)) if self.tree.get(id).is_some() || id == self.tree.base() => {
                state ^ self.between(self.line.here(), id)?
            }
            _ => {
                let open = self.open.filter(|open| open.barrier != Barrier::Passed);
                whole(&self.arena) ^ open.map_or(0, |_| self.temp.fingerprint(&self.arena))
            }
        };
        self.known.set(Some((self.line.here(), known)));
        match self.open {
            None => Ok(known),
            Some(open) if open.barrier == Barrier::Passed => Ok(whole(&self.arena)),
            Some(_) => Ok(known ^ self.temp.fingerprint(&self.arena)),
        }
    }

    /// Returns the fingerprint of the present bytes, or `None` if that takes time: an action is open, or a big commit
    /// whose fingerprint nobody has asked for yet lies between here and the state whose fingerprint is known.
    pub fn fingerprint_at_hand(&self) -> Option<u64> {
        let there = |id: u64| self.tree.get(id).is_some() || id == self.tree.base();
        let (id, state) = self.known.get().filter(|(id, _)| there(*id) && !self.is_open())?;
        let mut fresh = Vec::new();
        let state = self.way(self.line.here(), id).try_fold(state, |state, node| {
            let quick = node.sum.get().is_some() || node.bytes() < BIG;
            if quick { Some(state ^ node.sum(self.tree.slabs(), &mut fresh).ok()?) } else { None }
        })?;
        self.known.set(Some((self.line.here(), state)));
        Some(state)
    }

    pub(super) fn is_saved_at(&self, id: u64) -> bool {
        let at = |mark: Saved| matches!(mark, Saved::Near(near, _) if near == id);
        at(self.saved) || self.writing.is_some_and(at)
    }

    /// Returns the fingerprint of the difference between two states of the tree.
    pub(super) fn between(&self, one: u64, other: u64) -> Result<u64> {
        let mut fresh = Vec::new();
        self.way(one, other).try_fold(0, |sum, node| Ok(sum ^ node.sum(self.tree.slabs(), &mut fresh)?))
    }

    /// Returns the commits between the current state and that after a commit, or the base, in any order: the exchanges of all
    /// of them lead from one to the other.
    pub fn way_to(&self, CommitId(to): CommitId) -> impl Iterator<Item = Commit<'_>> {
        self.ids(self.line.here(), to).filter_map(|id| self.commit_at(id))
    }

    /// Returns the commits between two states of the tree.
    fn way(&self, one: u64, other: u64) -> impl Iterator<Item = &Node> {
        self.ids(one, other).filter_map(|id| self.tree.get(id))
    }

    /// Returns the numbers of the commits between two states of the tree.
    pub(super) fn ids(&self, one: u64, other: u64) -> impl Iterator<Item = u64> {
        let ancestor = self.tree.ancestor(one, other);
        [one, other].into_iter().flat_map(move |id| {
            let back = move |id: &u64| (*id != ancestor).then(|| self.tree.parent(*id));
            std::iter::successors(Some(id), back).filter(move |id| *id != ancestor)
        })
    }

    /// Adjusts the marks before the states of a commit and its descendants change by a difference with this
    /// fingerprint.
    pub(super) fn shift_marks(&mut self, root: u64, by: u64) {
        let moves = |id: u64| self.tree.get(id).is_some() && self.tree.ancestor(root, id) == root;
        let shifted = |mark| match mark {
            Saved::Near(id, offset) if moves(id) => Saved::Near(id, offset ^ by),
            mark => mark,
        };
        (self.saved, self.writing) = (shifted(self.saved), self.writing.map(shifted));
        let shifted = |(id, state)| if moves(id) { (id, state ^ by) } else { (id, state) };
        self.known.set(self.known.get().map(shifted));
        self.dirt.set(None);
    }

    /// Moves the marks from a commit that is about to be dropped to its parent or child.
    pub(super) fn move_marks(&mut self, from: u64, to: u64) {
        let on = |id: u64| id == from;
        let known = self.known.get().is_some_and(|(id, _)| on(id));
        if !self.is_saved_at(from) && !known {
            return;
        }
        // The two states differ by the exchange of the one that is the child.
        let child = if self.tree.parent(from) == to && self.tree.get(from).is_some() { from } else { to };
        let sum = self.tree.get(child).map(|node| node.sum(self.tree.slabs(), &mut Vec::new()));
        let sum = if let Some(Ok(sum)) = sum { Some(sum) } else { None };
        let moved = |mark| match (mark, sum) {
            (Saved::Near(id, offset), Some(sum)) if on(id) => Saved::Near(to, offset ^ sum),
            (Saved::Near(id, _), None) if on(id) => Saved::Lost,
            (mark, _) => mark,
        };
        (self.saved, self.writing) = (moved(self.saved), self.writing.map(moved));
        match (self.known.get().filter(|_| known), sum) {
            (Some((_, state)), Some(sum)) => self.known.set(Some((to, state ^ sum))),
            (Some(_), None) => self.known.set(None),
            (None, _) => {}
        }
    }
}
