//! The saved mark, and whether the bytes differ from the saved ones.
//!
//! The mark names a commit's state and stays with it for as long as the commit is
//! there. When that commit is dropped, the mark moves to its neighbour and remembers
//! by what fingerprint the two differ. So whether a document is dirty is told by
//! the exchanges between here and the mark, mostly none, and no state is summed.
//!
//! The answer may cost a look at many commits, which has no place in a pointer event;
//! [`looks_dirty`](History::looks_dirty) costs nothing and says `true` where it does
//! not know, and idle moments find out.

use super::fingerprint::whole;
use super::{Arena, Barrier, CommitId, History};
use crate::error::Result;

/// Which state was saved.
#[derive(Clone, Copy, Debug)]
pub(super) enum Saved {
    /// That of a commit, but for a difference with this fingerprint.
    Near(u64, u64),
    /// One with this fingerprint, that no commit leads to any more.
    State(u64),
    /// One that is not known any more: every state counts as another.
    Lost,
}

impl<A: Arena> History<A> {
    /// Sets the saved mark: the bytes as they are now count as saved.
    ///
    /// # Errors
    /// [`Error::Busy`](crate::Error::Busy) while an action is under way.
    pub fn mark_saved(&mut self) -> Result<()> {
        self.idle()?;
        self.saved = Saved::Near(self.here, 0);
        self.dirt.set(None);
        Ok(())
    }

    /// Returns the commit whose state is the saved one, if it is still there.
    pub fn saved(&self) -> Option<CommitId> {
        match self.saved {
            Saved::Near(id, 0) => Some(CommitId(id)),
            _ => None,
        }
    }

    /// Returns `true` if the bytes differ from the saved ones, by whichever way they came to be.
    ///
    /// Told by fingerprints of 64 bits, so a difference is missed once in 2⁶⁴ times.
    pub fn is_dirty(&self) -> bool {
        let open = match self.open {
            None => Some(0),
            Some(open) if open.barrier != Barrier::Passed => Some(self.temp.fingerprint(&self.arena)),
            Some(_) => None,
        };
        let difference = match (self.saved, open) {
            (Saved::Near(id, offset), Some(open)) => {
                self.between(self.here, id).ok().map(|sum| sum ^ offset ^ open)
            }
            (Saved::State(state), _) => Some(whole(&self.arena) ^ state),
            _ => None,
        };
        difference != Some(0)
    }

    /// Returns `true` unless the bytes are known to be the saved ones, without looking at any of them.
    ///
    /// An open action counts as a difference.
    pub fn looks_dirty(&self) -> bool {
        match (self.open, self.saved, self.dirt.get()) {
            (Some(_), ..) => true,
            (None, Saved::Near(id, offset), _) if id == self.here => offset != 0,
            (None, _, Some((here, dirty))) if here == self.here => dirty,
            _ => true,
        }
    }

    /// Finds out for [`looks_dirty`](History::looks_dirty), in an idle moment, and returns `true` if
    /// its answer is another then.
    pub fn find_dirt(&mut self) -> bool {
        if self.is_open() || self.dirt.get().is_some_and(|(here, _)| here == self.here) {
            return false;
        }
        let before = self.looks_dirty();
        self.dirt.set(Some((self.here, self.is_dirty())));
        before != self.looks_dirty()
    }

    /// Returns the fingerprint of the bytes as they are now, which depends on nothing else.
    ///
    /// It is carried along by commits once it was asked for; the first time, all bytes are summed.
    ///
    /// # Errors
    /// [`Error::OutOfMemory`](crate::Error::OutOfMemory) when a packed commit can't be opened.
    pub fn fingerprint(&self) -> Result<u64> {
        let known = match self.known.get() {
            Some((id, state)) if self.tree.get(id).is_some() || id == self.tree.base => {
                state ^ self.between(self.here, id)?
            }
            _ => {
                let open = self.open.filter(|open| open.barrier != Barrier::Passed);
                whole(&self.arena) ^ open.map_or(0, |_| self.temp.fingerprint(&self.arena))
            }
        };
        self.known.set(Some((self.here, known)));
        match self.open {
            None => Ok(known),
            Some(open) if open.barrier == Barrier::Passed => Ok(whole(&self.arena)),
            Some(_) => Ok(known ^ self.temp.fingerprint(&self.arena)),
        }
    }

    pub(super) fn is_saved_at(&self, id: u64) -> bool {
        matches!(self.saved, Saved::Near(near, _) if near == id)
    }

    /// Returns the fingerprint of the difference between two states of the tree.
    pub(super) fn between(&self, one: u64, other: u64) -> Result<u64> {
        let (mut sum, mut fresh) = (0, Vec::new());
        let mut visit = |id| {
            let Some(node) = self.tree.get(id) else { return Ok(()) };
            sum ^= node.sum(&mut fresh)?;
            Ok(())
        };
        let ancestor = self.tree.ancestor(one, other);
        for mut id in [one, other] {
            while id != ancestor {
                visit(id)?;
                id = self.tree.parent(id);
            }
        }
        Ok(sum)
    }

    /// Takes note that the states of a commit, and of all that grew from it, are about to change by a
    /// difference with this fingerprint.
    pub(super) fn shift_marks(&mut self, root: u64, by: u64) {
        let moves = |id: u64| self.tree.get(id).is_some() && self.tree.ancestor(root, id) == root;
        if let Saved::Near(id, offset) = self.saved
            && moves(id)
        {
            self.saved = Saved::Near(id, offset ^ by);
        }
        self.known.set(self.known.get().filter(|(id, _)| !moves(*id)));
        self.dirt.set(None);
    }

    /// Moves the marks off a commit that goes, to a neighbour it differs from by its exchange.
    pub(super) fn move_marks(&mut self, from: u64, to: u64) {
        let on = |id: u64| id == from;
        let saved = matches!(self.saved, Saved::Near(id, _) if on(id));
        let known = self.known.get().is_some_and(|(id, _)| on(id));
        if !saved && !known {
            return;
        }
        // The exchange between the two states is that of whichever is the child.
        let child = if self.tree.parent(from) == to && self.tree.get(from).is_some() { from } else { to };
        let sum = self.tree.get(child).map(|node| node.sum(&mut Vec::new()));
        let Some(Ok(sum)) = sum else {
            self.saved = if saved { Saved::Lost } else { self.saved };
            self.known.set(self.known.get().filter(|_| !known));
            return;
        };
        if let (true, Saved::Near(_, offset)) = (saved, self.saved) {
            self.saved = Saved::Near(to, offset ^ sum);
        }
        if let (true, Some((_, state))) = (known, self.known.get()) {
            self.known.set(Some((to, state ^ sum)));
        }
    }
}
