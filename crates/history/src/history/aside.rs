//! Lines that were set aside, and are brought back.
//!
//! A line that was set aside can be *brought back* onto here, step by step, as far as
//! it touches nothing that was done since the two ways parted: such steps may [pass each other](super::carrying).
//! It moves as a whole if all of it can, branches included; else the steps that can are copied.
//!
//! The invariant: after a step was brought back, every byte it changed has
//! the value that it gave it, and no other byte was changed by it.

use super::carrying::{Changed, out_of_memory};
use crate::budget::slack;
use crate::error::{Error, Result, within};
use crate::node::{NONE, Node};
use crate::slabs::Slabs;
use crate::{Arena, Commit, CommitId, Event, History, Limits};
use std::cell::Cell;

/// Returns an error for bytes that nobody shall stand on; see [`History::bring_back_if`].
pub type Accept<'a, A, E = Error> = &'a dyn Fn(&A) -> Result<(), E>;

/// Outcome of [`History::bring_back`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Brought {
    /// Number of steps that were brought back.
    pub steps: usize,
    /// The step at which it stopped, as it touches bytes changed since.
    pub blocked: Option<CommitId>,
}

impl Node {
    /// Returns a copy that is not linked into the tree.
    fn copied(&self, slabs: &Slabs) -> Result<Box<Node>> {
        let lead = self.lead as usize;
        let more: Result<Vec<_>> = self.more.iter().map(|piece| piece.with_lead(slabs, 0, &[])).collect();
        let first = self.first.with_lead(slabs, lead, self.first.lead(slabs, lead))?;
        let (sum, merged) = (Cell::new(self.sum.get()), self.merged);
        Ok(Box::new(Node { sum, merged, ..Node::unlinked(lead, first, more?, self.deltas, self.least) }))
    }
}

impl<A: Arena> History<A> {
    /// Returns the line that a commit set aside last: the number of its last step, and its length in steps.
    ///
    /// Returns `None` if there is none, it was dropped, or it has been travelled to since.
    pub fn aside(&self) -> Option<(CommitId, usize)> {
        let root = self.line.aside().filter(|root| self.tree.get(*root).is_some())?;
        // Travelling makes commits first children: if all are, from the base on, the line is not aside.
        let mut id = root;
        while self.tree.get(id).is_some() && self.tree.child(self.tree.parent(id)) == id {
            id = self.tree.parent(id);
        }
        self.tree.get(id)?;
        let next = |id: &u64| Some(self.tree.child(*id)).filter(|child| *child != NONE);
        let line = std::iter::successors(Some(root), next);
        let (count, last) = line.fold((0, root), |(count, _), id| (count + 1, id));
        Some((CommitId(last), count))
    }

    /// Redoes the line that ends at a commit on top of the current state, and reports each step to `crossed`.
    ///
    /// The line begins after the nearest common ancestor of both. Stops at the first step that touches a
    /// byte changed since. Moves the line if all of it, branches included, can be brought; otherwise copies
    /// the steps that can, and leaves the line where it is.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 16]);
    /// let mut set = |history: &mut History<Vec<u8>>, at, value| {
    ///     history.begin(1)?;
    ///     history.write(Region::new(at, 1))?[0] = value;
    ///     Ok::<_, undoodle_history::Error>(history.commit(Header::new("Set"))?.map(|commit| commit.id()))
    /// };
    /// set(&mut history, 0, 1)?;
    /// let tip = set(&mut history, 1, 2)?.unwrap();
    /// history.undo()?;
    /// history.undo()?;
    /// set(&mut history, 9, 9)?;
    /// assert_eq!(history.aside(), Some((tip, 2)));
    /// assert_eq!(history.bring_back(tip, |_| ())?.steps, 2);
    /// assert_eq!((history.arena()[..2].to_vec(), history.arena()[9]), (vec![1, 2], 9));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such commit; [`Error::Busy`] as
    /// [`redo`](History::redo); [`Error::OverBudget`] if there is no room for copies of all steps beside what they are made of, of which none is made then,
    /// and [`Error::OutOfMemory`] if one can't be allocated: the steps before it have been brought back.
    pub fn bring_back(&mut self, to: CommitId, crossed: impl FnMut(Commit<'_>)) -> Result<Brought> {
        self.bring_back_if(to, |_, _| Ok::<_, Error>(true), None, crossed)
    }

    /// Redoes a line like [`bring_back`](History::bring_back), but stops at the first step for which `free`
    /// returns `false`: whoever knows what the bytes mean may know of more that a step depends on.
    ///
    /// Hands `free` the arena as it is before the first step. It may be asked about a step twice, and about
    /// the line's branches after the line. Where there is an `accept`, brings nothing back if that returns an error for
    /// the bytes that all steps together lead to.
    ///
    /// # Errors
    /// As [`bring_back`](History::bring_back), and the errors of `free` and `accept`.
    pub fn bring_back_if<E: From<Error>>(
        &mut self,
        to: CommitId,
        mut free: impl FnMut(&A, Commit<'_>) -> Result<bool, E>,
        accept: Option<Accept<'_, A, E>>,
        mut crossed: impl FnMut(Commit<'_>),
    ) -> Result<Brought, E> {
        self.action.check_idle()?;
        let CommitId(to) = to;
        if self.tree.get(to).is_none() {
            return Err(Error::Gone { commit: to }.into());
        }
        self.await_line(CommitId(to))?;
        let (here, next) = (self.line.here(), self.tree.child(self.line.here()));
        let ancestor = self.tree.ancestor(self.line.here(), to);
        let mut done = Changed::within::<A>(self.spare() / 2);
        let mut id = self.line.here();
        while id != ancestor {
            self.tree.get(id).map_or(Ok(()), |node| done.add_step(self.tree.slabs(), node))?;
            id = self.tree.parent(id);
        }
        // The line, from its first step on.
        let (mut line, mut id) = (Vec::new(), to);
        while id != ancestor {
            let bytes = 16 * (line.len() + 2);
            within(bytes, self.spare() / 4)?;
            line.try_reserve(1).map_err(|_| out_of_memory(bytes))?;
            line.push(id);
            id = self.tree.parent(id);
        }
        line.reverse();
        let mut count = 0;
        let mut passes = |id: u64, node: &Node| -> Result<bool, E> {
            self.at_hand(id)?;
            let slabs = self.tree.slabs();
            Ok(!done.meets(slabs, node)? && free(&self.arena, Commit { id, node, slabs })?)
        };
        for id in &line {
            if !self.tree.get(*id).map_or(Ok(true), |node| passes(*id, node))? {
                break;
            }
            count += 1;
        }
        let free = count;
        let blocked = line.get(free).map(|id| CommitId(*id));
        // Redo goes on where it went if nothing can be brought.
        let Some(root) = line.first().copied().filter(|_| free > 0) else {
            self.away.release();
            return Ok(Brought { steps: 0, blocked });
        };
        let whole = ancestor != self.line.here() && blocked.is_none() && self.may_move(root, passes)?;
        drop(done);
        if let Some(accept) = accept {
            self.try_out(&line[..free], accept)?;
        }
        if whole || ancestor == self.line.here() {
            self.line.reshape();
            if whole {
                let by = self.tree.between(ancestor, self.line.here())?;
                self.saved.shift(&self.tree, root, by);
                self.tree.adopt(root, self.line.here());
                self.events.note(Event::Carried { root: CommitId(root), onto: CommitId(self.line.here()) });
            }
            line.iter().for_each(|id| _ = self.tree.prefer(*id));
            self.events.note(Event::Chosen { to: CommitId(to) });
            self.line.count_ahead(&self.tree);
            for step in &line[..free] {
                self.cross(*step, false, &mut Vec::new(), &mut |_| ())?;
                self.note_move();
                self.commit_at(*step).into_iter().for_each(&mut crossed);
            }
        } else {
            self.admit_copies(&line[..free], ancestor)?;
            for step in &line[..free] {
                let copy = self.bring_copy(*step)?;
                self.commit_at(copy).into_iter().for_each(&mut crossed);
            }
        }
        self.away.release();
        if next != NONE && self.tree.child(here) != next {
            // What could be redone before has made way, and may be brought back in its turn.
            self.set_aside(Some(next));
        } else if self.line.aside() == Some(root) && blocked.is_none() {
            self.set_aside(None);
        }
        Ok(Brought { steps: free, blocked })
    }

    /// Counts the line that was set aside last as brought back, if it is the one that ends at a commit: all that it did is here, by other
    /// steps. It stays as a branch.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 8]);
    /// for at in 0..2 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(at, 1))?[0] = 1;
    ///     history.commit(Header::new("Set"))?;
    ///     if at == 0 {
    ///         history.undo()?;
    ///     }
    /// }
    /// let (tip, _) = history.aside().expect("the first step");
    /// history.settle_aside(tip);
    /// assert_eq!((history.aside(), history.stats().branched), (None, 1));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn settle_aside(&mut self, tip: CommitId) {
        if self.aside().is_some_and(|(id, _)| id == tip) {
            self.set_aside(None);
        }
    }

    /// Waits until all is in memory that [`bring_back`](History::bring_back) needs for a line, so that it is done as a whole:
    /// the steps since the two ways parted, and all that grew from there along the line.
    ///
    /// # Errors
    /// [`Error::Away`] if a step has to be [supplied](History::supply) first, [`Error::Unreadable`] if one can't be read,
    /// [`Error::Gone`] if there is no such commit, and [`Error::OverBudget`].
    pub fn await_line(&mut self, CommitId(to): CommitId) -> Result<()> {
        if self.tree.get(to).is_none() {
            return Err(Error::Gone { commit: to });
        }
        let ancestor = self.tree.ancestor(self.line.here(), to);
        let up = |from: u64| {
            std::iter::successors(Some(from), |id| Some(self.tree.parent(*id)))
                .take_while(move |id| *id != ancestor)
        };
        let mut all: Vec<u64> = up(self.line.here()).chain(up(to)).collect();
        // What goes back here needs no place of its own.
        let moves = ancestor != self.line.here();
        if let Some(root) = up(to).last().filter(|_| moves) {
            self.tree.all_below(root, |id, _| {
                all.push(id);
                true
            });
        }
        // Without a store nothing is put away.
        if self.away.is_empty() && all.iter().all(|id| self.at_hand(*id).is_ok()) {
            return Ok(());
        }
        self.hold(all.into_iter())
    }

    /// Returns an error if copies of a line would not all fit while all that it is made of is there. With a store nothing is
    /// dropped for them. Without one the oldest steps go, up to the one from which the line leaves the way here.
    fn admit_copies(&self, line: &[u64], ancestor: u64) -> Result<()> {
        let size = |id: &u64| self.tree.get(*id).map_or(0, Node::bytes_held) + 2 * Node::SIZE;
        let all: usize = line.iter().map(size).sum();
        let Limits { budget, working, .. } = self.budget.limits();
        if self.away.hoards() {
            return within(self.working() + all, working + budget.saturating_sub(self.bytes_held()));
        }
        let (mut since, mut needed) = (0, 0);
        let mut id = self.line.here();
        while id != ancestor {
            (id, since) = (self.tree.parent(id), since + 1);
        }
        self.tree.all_below(ancestor, |_, node| {
            needed += node.bytes_held();
            true
        });
        let whole: usize = self.tree.iter().map(|(_, node)| node.bytes_held()).sum();
        // As many steps as are kept in any case don't go either.
        let older = if since < self.budget.kept() || ancestor == self.tree.base() {
            0
        } else {
            whole.saturating_sub(needed)
        };
        within(self.bytes_held() + all + slack(budget), budget + older)
            .or_else(|_| within(self.bytes_held() + all, budget))
    }

    /// Copies a commit on top of the current one and redoes it.
    fn bring_copy(&mut self, id: u64) -> Result<u64> {
        let growth = self.tree.growth();
        // A second time, since making room may have packed the commit itself.
        for _ in 0..2 {
            let weight = self.tree.get(id).ok_or(Error::Gone { commit: id })?.weight();
            self.admit(weight.bytes + growth, weight.opening, self.budget.kept())?;
        }
        let Some(node) = self.tree.get(id) else { return Err(Error::Gone { commit: id }) };
        let copy = node.copied(self.tree.slabs())?;
        let weight = copy.weight();
        self.make_room(self.room_for(weight) + growth, self.budget.kept());
        self.tree.make_slot()?;
        let id = self.tree.insert(self.line.here(), *copy, weight);
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        if let Err(error) = self.cross(id, false, &mut Vec::new(), &mut |_| ()) {
            self.tree.remove(id);
            self.line.count_ahead(&self.tree);
            return Err(error);
        }
        self.events.note(Event::Committed { id: CommitId(id), carried: None });
        self.cool_down();
        Ok(id)
    }
}
