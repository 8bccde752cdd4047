//! Whether the bytes differ from the saved ones, and the fingerprint of a state.
//!
//! A document is dirty by its bytes and not by its steps: undoing back to the saved state makes it clean again. The answer is told
//! by fingerprints, of the exchanges between here and the [saved mark](crate::saved) and of what an open action has changed.
//!
//! The answer may cost a look at many commits, which has no place in a pointer event;
//! [`looks_dirty`](History::looks_dirty) costs nothing and says `true` where it does
//! not know, and idle moments find out.
//!
//! The invariant: whatever is cached, the answer is that of comparing all bytes.

use crate::error::Result;
use crate::fingerprint::whole;
use crate::node::BIG;
use crate::saved::Mark;
use crate::{Arena, CommitId, Event, History, SavedMark};

impl<A: Arena> History<A> {
    /// Sets the saved mark: the present bytes count as saved.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) while an action is open.
    pub fn mark_saved(&mut self) -> Result<()> {
        self.action.check_idle()?;
        let mark = Mark::at(self.line.here());
        self.saved.set_mark(mark);
        self.events.note(Event::Marked(SavedMark(mark)));
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
        self.action.check_idle()?;
        self.saved.set_writing(Some(self.line.here()));
        Ok(())
    }

    /// Sets the saved mark at the bytes that [`begin_saving`](History::begin_saving) has noted, whatever was
    /// done since: they have reached their file. Returns `false`, changing nothing, if none were noted.
    pub fn finish_saving(&mut self) -> bool {
        let Some(written) = self.saved.finish_writing() else { return false };
        self.events.note(Event::Marked(SavedMark(written)));
        true
    }

    /// Takes the note of [`begin_saving`](History::begin_saving) back: those bytes have reached no file.
    pub fn forget_saving(&mut self) {
        self.saved.set_writing(None);
    }

    /// Returns the commit whose state is the saved one, or `None` if it was dropped.
    pub fn saved(&self) -> Option<CommitId> {
        match self.saved.mark() {
            Mark::Near(id, 0) => Some(CommitId(id)),
            _ => None,
        }
    }

    /// Returns `true` if the bytes differ from the saved ones, no matter which steps led to them.
    ///
    /// Compares fingerprints of 64 bits, so a difference is missed once in 2⁶⁴ times.
    pub fn is_dirty(&self) -> bool {
        let difference = match (self.saved.mark(), self.action.difference(&self.arena)) {
            (Mark::Near(id, offset), Some(open)) => {
                self.tree.between(self.line.here(), id).ok().map(|sum| sum ^ offset ^ open)
            }
            (Mark::State(state), _) => Some(whole(&self.arena) ^ state),
            _ => None,
        };
        difference != Some(0)
    }

    /// Returns `true` unless the bytes are known to equal the saved ones. Reads no bytes, so it is cheap.
    ///
    /// An open action counts as a difference. See [`find_dirt`](History::find_dirt).
    pub fn looks_dirty(&self) -> bool {
        self.is_open() || self.saved.looks_dirty(self.line.here())
    }

    /// Computes the exact answer for [`looks_dirty`](History::looks_dirty), in idle moments. Returns whether
    /// that changed its answer, or `None` if it takes another call, since the commits on the way to the saved
    /// state have more than `work` bytes.
    pub fn find_dirt(&mut self, work: usize) -> Option<bool> {
        if self.is_open() || self.saved.knows_dirt(self.line.here()) {
            return Some(false);
        }
        if let Mark::Near(id, _) = self.saved.mark()
            && !self.saved.sum_up(&self.tree, self.line.here(), id, work)
        {
            return None;
        }
        let before = self.looks_dirty();
        self.saved.note_dirt(self.line.here(), self.is_dirty());
        Some(before != self.looks_dirty())
    }

    /// Returns the fingerprint of the present bytes, whichever steps led to them.
    ///
    /// The first call reads all bytes; later ones update the cached fingerprint by the commits since.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) if a packed commit can't be unpacked.
    pub fn fingerprint(&self) -> Result<u64> {
        let known = match self.saved.known() {
            Some((id, state)) if self.tree.get(id).is_some() || id == self.tree.base() => {
                state ^ self.tree.between(self.line.here(), id)?
            }
            _ => whole(&self.arena) ^ self.action.difference(&self.arena).unwrap_or(0),
        };
        self.saved.set_known(Some((self.line.here(), known)));
        let open = self.action.difference(&self.arena);
        Ok(open.map_or_else(|| whole(&self.arena), |open| known ^ open))
    }

    /// Returns the fingerprint of the present bytes, or `None` if that takes time: an action is open, or a big commit
    /// whose fingerprint nobody has asked for yet lies between here and the state whose fingerprint is known.
    pub fn fingerprint_at_hand(&self) -> Option<u64> {
        let there = |id: u64| self.tree.get(id).is_some() || id == self.tree.base();
        let (id, state) = self.saved.known().filter(|(id, _)| there(*id) && !self.is_open())?;
        let mut fresh = Vec::new();
        let mut way = self.tree.way(self.line.here(), id).filter_map(|id| self.tree.get(id));
        let state = way.try_fold(state, |state, node| {
            let quick = node.sum.get().is_some() || node.bytes_held() < BIG;
            if quick { Some(state ^ node.sum(self.tree.slabs(), &mut fresh).ok()?) } else { None }
        })?;
        self.saved.set_known(Some((self.line.here(), state)));
        Some(state)
    }
}
