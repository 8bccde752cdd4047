//! The line of undo and redo: where the history stands, and what lies before and behind.
//!
//! A tree of commits says who came after whom. Which of its ways undo and redo follow is a second thing: the line from the
//! base over the current commit to the tip, each commit its parent's first child. This is all that is known of it beside the tree:
//! where it is *here*, how many steps and entries lie on each side, and which line was set aside last. What would take a walk to
//! find out again is cached: the tip, the branch that goes first when room is needed, and some [milestones](Milestones).
//!
//! The tree changes beside it, so each function here gets it to look at, and whoever changes the tree's shape says so by
//! [`reshape`](Line::reshape), which forgets the caches.
//!
//! The invariant: the counts are those of the line from the base over the current commit to the tip.

use crate::error::{Result, damaged, require};
use crate::milestones::Milestones;
use crate::node::{NONE, Node};
use crate::tree::Tree;

/// The line of undo and redo.
#[derive(Debug, Default)]
pub(crate) struct Line {
    /// The current commit: without an open action, the arena holds its state.
    here: u64,
    /// Number of commits that can be undone.
    depth: usize,
    /// Number of commits that can be redone.
    ahead: usize,
    /// Number of entries, deltas and headers, that can be undone.
    undo_entries: usize,
    /// Number of entries that can be undone or redone.
    line_entries: usize,
    /// Number of commits that were dropped from the line's beginning.
    dropped: u64,
    /// The first commit of the line that was set aside last.
    aside: Option<u64>,
    /// Cache: some commits of the line by index.
    milestones: Milestones,
    /// Cache: the last commit that redo leads to.
    tip: Option<u64>,
    /// Cache: a commit before which no branch leaves the line.
    fork: u64,
    /// Cache: the branch that was shortened last, and its tip.
    cut: (u64, u64),
}

impl Line {
    /// Creates the line of a tree that was read, whose steps are yet to be [counted](Line::count).
    pub(crate) fn restored(here: u64, aside: Option<u64>) -> Line {
        Line { here, aside, ..Line::default() }
    }

    /// Returns the number of the current commit.
    #[inline(always)]
    pub(crate) fn here(&self) -> u64 {
        self.here
    }

    /// Returns the number of commits that can be undone.
    #[inline]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the number of commits that can be redone.
    #[inline(always)]
    pub(crate) fn ahead(&self) -> usize {
        self.ahead
    }

    /// Returns the number of entries that can be undone, and of those that can be undone or redone.
    pub(crate) fn entries(&self) -> (usize, usize) {
        (self.undo_entries, self.line_entries)
    }

    /// Returns the first commit of the line that was set aside last.
    pub(crate) fn aside(&self) -> Option<u64> {
        self.aside
    }

    /// Sets the first commit of the line that was set aside last.
    pub(crate) fn set_aside(&mut self, root: Option<u64>) {
        self.aside = root;
    }

    /// Steps back over the current commit, which has so many entries, to its parent.
    #[inline]
    pub(crate) fn step_back(&mut self, parent: u64, entries: usize) {
        self.here = parent;
        self.depth -= 1;
        self.ahead += 1;
        self.undo_entries -= entries;
    }

    /// Steps forth to a child of the current commit, which has so many entries.
    #[inline]
    pub(crate) fn step_forth(&mut self, id: u64, entries: usize) {
        self.here = id;
        self.depth += 1;
        self.ahead = self.ahead.saturating_sub(1);
        self.undo_entries += entries;
    }

    /// Takes a new commit of so many entries as the current one. What could be redone goes on from it if it `carries` that, and is
    /// no longer on the line otherwise.
    #[inline(always)]
    pub(crate) fn commit(&mut self, id: u64, entries: usize, carries: bool) {
        self.undo_entries += entries;
        if carries {
            self.line_entries += entries;
        } else {
            self.ahead = 0;
            self.line_entries = self.undo_entries;
        }
        self.here = id;
        self.depth += 1;
        self.reshape();
    }

    /// Notes that the current commit, the last of the line, has got another number.
    pub(crate) fn renumber(&mut self, id: u64) {
        self.here = id;
        self.reshape();
    }

    /// Notes that the current commit, which had so many entries and no children, is gone.
    pub(crate) fn step_out(&mut self, parent: u64, entries: usize) {
        self.undo_entries -= entries;
        self.line_entries = self.undo_entries;
        self.depth -= 1;
        self.here = parent;
    }

    /// Notes that the line's first commit, which had so many entries, is now the base.
    pub(crate) fn advance(&mut self, entries: usize) {
        self.undo_entries -= entries;
        self.line_entries -= entries;
        self.depth -= 1;
        self.dropped += 1;
    }

    /// Begins the line anew at a base without commits.
    pub(crate) fn restart(&mut self, base: u64) {
        self.here = base;
        (self.depth, self.ahead, self.undo_entries, self.line_entries) = (0, 0, 0, 0);
        self.aside = None;
        self.reshape();
    }

    /// Returns to a number of commits that can be redone, after a way there and back.
    pub(crate) fn restore_ahead(&mut self, ahead: usize) {
        self.ahead = ahead;
    }

    /// Counts the commits and entries that redo leads to.
    pub(crate) fn count_ahead(&mut self, tree: &Tree) {
        let mut line = (0, self.undo_entries);
        let mut id = tree.child(self.here);
        while let Some(node) = tree.get(id).filter(|_| id != NONE) {
            line = (line.0 + 1, line.1 + node.entries());
            id = node.child;
        }
        (self.ahead, self.line_entries) = line;
    }

    /// Counts what can be undone and redone, after the tree was read.
    ///
    /// # Errors
    /// [`Error::Damaged`](crate::Error::Damaged) if the way from the base to the current commit is not redo's way.
    pub(crate) fn count(&mut self, tree: &Tree) -> Result<()> {
        let (mut id, mut depth, mut entries) = (self.here, 0, 0);
        while let Some(node) = tree.get(id) {
            if tree.child(node.parent) != id {
                return Err(damaged("its steps are out of order"));
            }
            (depth, entries, id) = (depth + 1, entries + node.entries(), node.parent);
        }
        if id != tree.base() {
            return Err(damaged("the saved undo history does not match the saved drawing"));
        }
        (self.depth, self.undo_entries) = (depth, entries);
        self.count_ahead(tree);
        Ok(())
    }

    /// Takes the last commit that redo leads to off the line, and returns it. There has to be one.
    pub(crate) fn shorten(&mut self, tree: &Tree) -> u64 {
        let tip = last_below(tree, self.tip.unwrap_or(self.here));
        self.tip = Some(tree.parent(tip));
        self.line_entries -= tree.get(tip).map_or(0, Node::entries);
        self.ahead -= 1;
        tip
    }

    /// Returns a branch that leaves the line above the base, searching on from where it found the last one.
    pub(crate) fn branch(&mut self, tree: &Tree) -> Option<u64> {
        if tree.len() == self.depth + self.ahead {
            return None;
        }
        let mut at = if tree.get(self.fork).is_some() { self.fork } else { tree.child(tree.base()) };
        while at != NONE {
            self.fork = at;
            if let Some(branch) = tree.children(at).nth(1) {
                return Some(branch);
            }
            at = tree.child(at);
        }
        None
    }

    /// Returns the last commit of a branch that is about to be dropped, searching on from where the one before was.
    pub(crate) fn tip_of(&mut self, tree: &Tree, branch: u64) -> u64 {
        let (same, place) = self.cut;
        let tip = last_below(tree, if same == branch && tree.get(place).is_some() { place } else { branch });
        self.cut = (branch, tree.parent(tip));
        tip
    }

    /// Clears what is cached of the tree, after it has changed shape from the current commit on.
    #[inline]
    pub(crate) fn reshape(&mut self) {
        (self.tip, self.fork, self.cut) = (None, NONE, (NONE, NONE));
        self.cut_milestones(self.depth);
    }

    /// Drops the milestones that a change of the line may have made wrong: those from a number of steps above the base on.
    #[inline]
    pub(crate) fn cut_milestones(&mut self, depth: usize) {
        self.milestones.cut((self.dropped + depth as u64).saturating_sub(1));
    }

    /// Returns the number of the commit at an index of the line.
    pub(crate) fn seek(&mut self, tree: &Tree, index: usize) -> Option<u64> {
        if index >= self.depth + self.ahead {
            return None;
        }
        let first = self.dropped;
        let to = first + index as u64;
        let (mut place, mut id) = self.start(tree, to);
        loop {
            self.milestones.pass(place, id, first);
            if place == to {
                return Some(id).filter(|id| *id != NONE);
            }
            (place, id) = (place + 1, tree.child(id));
        }
    }

    /// Returns the place and the number of the commit that a walk to a place begins at.
    fn start(&self, tree: &Tree, to: u64) -> (u64, u64) {
        let first = self.dropped;
        self.milestones.last_in(first, to).unwrap_or_else(|| (first, tree.child(tree.base())))
    }

    /// Returns how many commits are passed to find the one at an index, and the number of milestones.
    pub(crate) fn walk_to(&self, tree: &Tree, index: usize) -> (u64, usize) {
        let to = self.dropped + index as u64;
        (to - self.start(tree, to).0, self.milestones.len())
    }

    /// Checks that the line from the base to the tip consists of first children, and that its counts hold.
    pub(crate) fn validate(&self, tree: &Tree) -> std::result::Result<(), String> {
        let (mut depth, mut entries) = (0, 0);
        let mut id = self.here;
        while let Some(node) = tree.get(id) {
            require(tree.child(node.parent) == id, "the way here is redo's way")?;
            (depth, entries) = (depth + 1, entries + node.entries());
            id = node.parent;
        }
        require(id == tree.base(), "the way back ends at the base")?;
        require(depth == self.depth && entries == self.undo_entries, "what can be undone is counted")?;
        let mut ahead = 0;
        let mut id = tree.child(self.here);
        while let Some(node) = tree.get(id).filter(|_| id != NONE) {
            (ahead, entries) = (ahead + 1, entries + node.entries());
            id = node.child;
        }
        require(ahead == self.ahead && entries == self.line_entries, "what can be redone is counted")
    }
}

/// Returns the last commit that first children lead to from a commit.
fn last_below(tree: &Tree, mut id: u64) -> u64 {
    while tree.child(id) != NONE {
        id = tree.child(id);
    }
    id
}
