//! Travelling: undo, redo, and going to any commit in the tree.
//!
//! Undo goes to the parent; redo goes to the child made or travelled last. Any
//! other commit is reached through the nearest common ancestor: back to it, then
//! forward. To find it, the deeper of the two commits steps back until both meet.
//!
//! The invariant: from the base to where the history stands, every commit is its
//! parent's first child, so that what was undone is redone.

use crate::crossing::{Crossing, Told, trim_all};
use crate::error::{Error, Result, refused};
use crate::node::NONE;
use crate::passage::Passage;
use crate::{Arena, Commit, CommitId, Event, History, Region};

/// Outcome of an undo or a redo.
#[derive(Debug)]
pub enum Step<'a> {
    /// There was nothing to undo or redo.
    Nothing,
    /// The open action was cancelled, and no commit was undone.
    Cancelled,
    /// The arena has moved across this commit.
    Moved(Commit<'a>),
}

/// What [`History::descend`] does with each commit on its way.
type Visit<'a, A> = dyn FnMut(&mut History<A>, u64) -> Result<()> + 'a;

impl<A: Arena> History<A> {
    /// Undoes one commit, or cancels the open action instead.
    ///
    /// # Errors
    /// [`Error::Diverged`] if the arena has lost bytes;
    /// [`Error::OutOfMemory`] if there is no memory for unpacking or for pages.
    pub fn undo(&mut self) -> Result<Step<'_>> {
        self.undo_visiting(&mut |_| ())
    }

    /// Undoes like [`undo`](History::undo), and visits regions that cover all that is exchanged in an arena of pages: those in a row
    /// in the same [`GRAIN`](Arena::GRAIN) bytes may be covered by one. Where nothing is exchanged after all, some may have been visited.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region, memory::Memory};
    /// let mut history = History::new(Memory::new(1 << 20));
    /// history.begin(1)?;
    /// history.write(Region::new(9, 1))?[0] = 5;
    /// history.commit(Header::new("Set"))?;
    /// let mut regions = Vec::new();
    /// history.undo_visiting(&mut |region| regions.push(region))?;
    /// assert_eq!(regions, [Region::new(0, 64)], "a step that is hot has whole cells");
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`undo`](History::undo).
    pub fn undo_visiting(&mut self, visit: &mut dyn FnMut(Region)) -> Result<Step<'_>> {
        if self.action.is_open() {
            let done = self.cancel();
            return Ok(if done { Step::Cancelled } else { Step::Nothing });
        }
        if self.line.depth() == 0 {
            return Ok(Step::Nothing);
        }
        let id = self.line.here();
        self.cross(id, true, &mut Vec::new(), visit)?;
        self.note_move();
        Ok(self.commit_at(id).map_or(Step::Nothing, Step::Moved))
    }

    /// Redoes one commit.
    ///
    /// # Errors
    /// [`Error::Busy`] while an action is open; else as [`undo`](History::undo).
    pub fn redo(&mut self) -> Result<Step<'_>> {
        self.redo_visiting(&mut |_| ())
    }

    /// Redoes like [`redo`](History::redo), and visits regions as [`undo_visiting`](History::undo_visiting) does.
    ///
    /// # Errors
    /// As [`redo`](History::redo).
    pub fn redo_visiting(&mut self, visit: &mut dyn FnMut(Region)) -> Result<Step<'_>> {
        self.action.check_idle()?;
        if self.line.ahead() == 0 {
            return Ok(Step::Nothing);
        }
        let id = self.tree.child(self.line.here());
        self.cross(id, false, &mut Vec::new(), visit)?;
        self.note_move();
        Ok(self.commit_at(id).map_or(Step::Nothing, Step::Moved))
    }

    /// Goes to a commit on any branch, to the base, or to a pin. Returns `true` if it moved.
    ///
    /// Reports each commit on the way to `crossed`, with `true` if it was undone. A pin whose commit was
    /// dropped is restored by a new commit, which can be undone.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such commit; [`Error::Busy`] while an action is open; else as
    /// [`undo`](History::undo). An error changes nothing.
    pub fn goto(&mut self, to: CommitId, crossed: impl FnMut(Commit<'_>, bool)) -> Result<bool> {
        self.goto_if(to, |_| Ok::<_, Error>(()), crossed)
    }

    /// Goes to a commit like [`goto`](History::goto), but goes back if `accept` returns an error for the bytes there:
    /// whoever knows what the bytes mean may not want to stand on them.
    ///
    /// Redo follows the way to the commit only once it was accepted.
    ///
    /// ```
    /// use undoodle_history::{Header, History, Region};
    /// let mut history = History::new(vec![0u8; 16]);
    /// let mut set = |history: &mut History<Vec<u8>>, value| {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     Ok::<_, undoodle_history::Error>(history.commit(Header::new("Set"))?.map(|commit| commit.id()))
    /// };
    /// let first = set(&mut history, 1)?.unwrap();
    /// history.undo()?;
    /// let second = set(&mut history, 2)?;
    /// history.undo()?;
    /// let one = |bytes: &Vec<u8>| if bytes[0] == 1 { Err(undoodle_history::Error::Stopped) } else { Ok(()) };
    /// assert!(history.goto_if(first, one, |_, _| ()).is_err());
    /// assert_eq!((history.arena()[0], history.undone().next().map(|commit| commit.id())), (0, second));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`goto`](History::goto), and the error of `accept`.
    pub fn goto_if<E: From<Error>>(
        &mut self,
        to: CommitId,
        accept: impl FnOnce(&A) -> Result<(), E>,
        mut crossed: impl FnMut(Commit<'_>, bool),
    ) -> Result<bool, E> {
        self.action.check_idle()?;
        let CommitId(to) = to;
        if self.tree.get(to).is_none() && to != self.tree.base() {
            let Some(commit) = self.restore_pin(to, accept)? else { return Ok(false) };
            crossed(commit, false);
            return Ok(true);
        }
        let (start, ahead) = (self.line.here(), self.line.ahead());
        let ancestor = self.tree.ancestor(start, to);
        let passage = match self.passage(to, ancestor) {
            // Behind a wall only a state that is kept whole can be had.
            Err(Error::Unreadable { .. }) if self.pins.contains(to) => {
                let Some(commit) = self.restore_pin(to, accept)? else { return Ok(false) };
                crossed(commit, false);
                return Ok(true);
            }
            found => found?,
        };
        // Allocated before the first step, so that no packed commit stops it half way.
        let mut fresh = Vec::new();
        fresh.try_reserve_exact(self.budget.opening()).map_err(refused(self.budget.opening()))?;
        let (back, forth) = (self.steps_up(start, ancestor), self.steps_up(to, ancestor));
        let passed = passage.as_ref();
        passed.map_or(Ok(()), |passage| self.exchange_sum(passage))?;
        let arrived = self.walk(ancestor, to, forth, passed, &mut fresh);
        let arrived = arrived.map_err(E::from).and_then(|()| accept(&self.arena));
        if let Err(error) = arrived {
            let back = self.walk(ancestor, start, back, passed, &mut fresh);
            let back = back.and_then(|()| passed.map_or(Ok(()), |passage| self.exchange_sum(passage)));
            if back.is_ok() {
                self.line.restore_ahead(ahead);
            } else {
                // Without the memory for the way back it stands where it is.
                self.stay(start, ancestor);
                self.line.count_ahead(&self.tree);
            }
            return Err(error);
        }
        self.stay(start, ancestor);
        self.away.set_passage(passage.map(Passage::turned));
        let mut id = start;
        while let Some(commit) = self.commit_at(id).filter(|_| id != ancestor) {
            id = commit.node.parent;
            crossed(commit, true);
        }
        self.descend(to, forth, &mut |history, id| {
            history.commit_at(id).into_iter().for_each(|commit| crossed(commit, false));
            Ok(())
        })?;
        Ok(to != start)
    }

    /// Returns the number of commits on the way from an ancestor of a commit to that commit.
    fn steps_up(&self, mut from: u64, ancestor: u64) -> usize {
        let mut steps = 0;
        while from != ancestor {
            (from, steps) = (self.tree.parent(from), steps + 1);
        }
        steps
    }

    /// Visits the last `steps` commits on the way down to a commit, that commit last, until `visit` returns an error.
    ///
    /// A commit knows for sure only its parent, and a list of the way would need memory that no budget
    /// counts. So the way is halved again and again, which looks up each commit as often as it can be halved.
    fn descend(&mut self, to: u64, steps: usize, visit: &mut Visit<'_, A>) -> Result<()> {
        if steps <= 1 {
            return if steps == 1 { visit(self, to) } else { Ok(()) };
        }
        let half = (0..steps / 2).fold(to, |id, _| self.tree.parent(id));
        self.descend(half, steps - steps / 2, visit)?;
        self.descend(to, steps / 2, visit)
    }

    /// Goes back to an ancestor of the current commit, and down some steps to a commit, whatever redo leads to.
    fn walk(
        &mut self,
        ancestor: u64,
        to: u64,
        steps: usize,
        passed: Option<&Passage>,
        fresh: &mut Vec<u8>,
    ) -> Result<()> {
        while self.line.here() != ancestor {
            self.step(self.line.here(), true, passed, fresh)?;
        }
        self.descend(to, steps, &mut |history, id| history.step(id, false, passed, fresh))
    }

    /// Undoes a commit if `back`, else redoes it, unless a passage has exchanged its bytes already.
    fn step(&mut self, id: u64, back: bool, passed: Option<&Passage>, fresh: &mut Vec<u8>) -> Result<()> {
        match self.tree.get(id).filter(|_| passed.is_some_and(|passage| passage.covers(id))) {
            Some(node) => {
                let (parent, entries) = (node.parent, node.entries());
                self.stand(id, parent, entries, back);
                Ok(())
            }
            None => self.cross(id, back, fresh, &mut |_| ()),
        }
    }

    /// Lets redo follow the way from an ancestor to where the history stands now, after it stood at `start`.
    fn stay(&mut self, start: u64, ancestor: u64) {
        // A journal that ends between two of these events stands on the line, too.
        if start != ancestor {
            self.events.note(Event::Moved { to: CommitId(ancestor) });
        }
        if self.prefer_way(self.line.here(), ancestor) {
            let up = |id: &u64| self.tree.get(*id).map(|node| node.parent);
            let way =
                std::iter::successors(Some(self.line.here()), up).take_while(|id| *id != ancestor).count();
            self.line.cut_milestones(self.line.depth().saturating_sub(way));
        }
        self.events.note(Event::Chosen { to: CommitId(self.line.here()) });
        if self.line.here() != ancestor {
            self.note_move();
        }
    }

    /// Marks the way to a commit from its end, so that redo follows it. Returns `false` if it did already.
    pub(super) fn prefer_way(&mut self, to: u64, ancestor: u64) -> bool {
        let (mut id, mut turned) = (to, false);
        while id != ancestor {
            turned |= self.tree.prefer(id);
            id = self.tree.parent(id);
        }
        if turned {
            self.line.reshape();
            self.line.count_ahead(&self.tree);
        }
        turned
    }

    /// Notes that the history stands at another commit.
    pub(super) fn note_move(&mut self) {
        self.events.note(Event::Moved { to: CommitId(self.line.here()) });
    }

    /// Undoes a commit if `back`, else redoes it.
    ///
    /// An error changes nothing. What is visited is as for [`undo_visiting`](History::undo_visiting).
    pub(super) fn cross(&mut self, id: u64, back: bool, fresh: &mut Vec<u8>, visit: Told<'_>) -> Result<()> {
        let (parent, entries) = self.swap_states(id, fresh, visit, true)?;
        self.stand(id, parent, entries, back);
        Ok(())
    }

    /// Counts a commit as undone if `back`, else as done.
    #[inline]
    fn stand(&mut self, id: u64, parent: u64, entries: usize, back: bool) {
        if back { self.line.step_back(parent, entries) } else { self.line.step_forth(id, entries) }
    }

    /// Exchanges the two states of a commit and returns its parent and the number of its entries. Frees the pages
    /// that are all zero then, if `trims`.
    ///
    /// An error changes nothing.
    #[inline(always)]
    fn swap_states(
        &mut self,
        id: u64,
        fresh: &mut Vec<u8>,
        visit: Told<'_>,
        trims: bool,
    ) -> Result<(u64, usize)> {
        if self.arena.size() < self.size {
            return Err(Error::Diverged { expected: self.size, found: self.arena.size() });
        }
        let Some(node) = self.tree.get(id) else { return Err(Error::Gone { commit: id }) };
        if node.is_away() {
            return self.at_hand(id).map(|()| (NONE, 0));
        }
        let (slabs, live) = (self.tree.slabs(), (&mut self.arena, self.size));
        Crossing::cross(node, slabs, fresh, live, &mut self.events, visit, trims)?;
        Ok((node.parent, node.entries()))
    }

    /// Asks `accept` about the bytes that some steps lead to in a row, and takes them back: nothing has changed then.
    ///
    /// # Errors
    /// As [`undo`](History::undo), and the error of `accept`.
    #[inline(never)]
    pub(super) fn try_out<E: From<Error>>(
        &mut self,
        steps: &[u64],
        accept: impl FnOnce(&A) -> Result<(), E>,
    ) -> Result<(), E> {
        let (mut fresh, mut done) = (Vec::new(), 0);
        fresh.try_reserve_exact(self.budget.opening()).map_err(refused(self.budget.opening()))?;
        let tried = steps.iter().try_for_each(|id| {
            self.swap_states(*id, &mut fresh, &mut |_| (), false)?;
            done += 1;
            Ok::<_, Error>(())
        });
        let tried = tried.map_err(E::from).and_then(|()| accept(&self.arena));
        // All pages stay until everything is taken back, so that this needs no memory.
        let back = steps[..done].iter().rev();
        let back = back
            .map(|id| self.swap_states(*id, &mut fresh, &mut |_| (), false).map(drop))
            .fold(Ok(()), Result::and);
        for node in steps.iter().take(done + 1).filter_map(|id| self.tree.get(*id)) {
            trim_all(node, self.tree.slabs(), &mut fresh, &mut self.arena);
        }
        back?;
        tried
    }
}
