//! Every invariant of a history, checked at once.
//!
//! Not for daily use: it opens every commit. Tests call it after every step.

use crate::node::{NONE, Node};
use crate::tree::Tree;
use crate::{Arena, History};

type Check = Result<(), String>;

fn check(holds: bool, what: &str) -> Check {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl Tree {
    /// Checks the tree's invariants. The error names the first that is broken.
    fn validate(&self) -> Check {
        self.ring.validate()?;
        let mut sums = (0, 0, 0, 0);
        for (id, node) in self.iter() {
            let known = node.parent == self.base || self.get(node.parent).is_some();
            check(known, "a commit's parent is there")?;
            let listed = self.children(node.parent).filter(|child| *child == id).count();
            check(listed == 1, "a commit is in its parent's list once")?;
            sums = (
                sums.0 + 1,
                sums.1 + node.bytes() - node.weight().near - Node::SIZE,
                sums.2 + node.weight().hot,
                sums.3,
            );
            sums.3 += self.children(id).count();
        }
        sums.3 += self.children(self.base).count();
        check(
            sums.0 == self.len() && sums.3 == self.len(),
            "commits are counted, and are their parents' lists",
        )?;
        let mut reached = 0;
        for root in self.children(self.base) {
            self.all_below(root, |_, _| {
                reached += 1;
                true
            });
        }
        check(reached == self.len(), "every commit grew from the base")?;
        self.slabs.validate(self.iter().filter_map(|(_, node)| node.first.run()).collect())?;
        check(sums.1 == self.nodes && sums.2 == self.hot(), "bytes are counted")
    }
}

impl<A: Arena> History<A> {
    /// Checks every invariant.
    ///
    /// # Errors
    /// A sentence that names the first invariant that does not hold.
    pub fn validate(&self) -> Check {
        self.tree.validate()?;
        self.validate_line()?;
        check(self.events.is_on() || self.owed() == 0, "the budget holds")?;
        check(self.working() <= self.limits.working, "the working budget holds")?;
        check(self.open.is_some() || self.temp.len() == 0, "temp is empty between actions")?;
        check(self.loose == 0, "every commit is in the tree")?;
        check(!self.suspended || self.open.is_none(), "no action is under way while it is suspended")?;
        let opening = self.tree.iter().map(|(_, node)| node.opening()).max().unwrap_or(0);
        check(self.opening >= opening.max(self.pins_opening()), "room to open what is packed is set aside")?;
        for commit in self.commits() {
            if commit.node.is_away() {
                check(commit.node.kept && commit.node.sum.get().is_some(), "what is away is kept")?;
                continue;
            }
            commit.node.pieces().try_for_each(|(piece, lead)| piece.validate(&self.tree.slabs, lead))?;
            let regions = commit.regions().map_err(|error| error.to_string())?;
            check(!regions.is_empty(), "a commit changes something")?;
            let last = regions.last().map_or(0, |region| region.end());
            check(last <= self.arena.size(), "a delta lies in the arena")?;
            let mut sum = 0;
            let mut add = |start, bytes: &[u8]| sum ^= crate::fingerprint::of(start, bytes);
            commit.node.net(&self.tree.slabs, &mut add).map_err(|error| error.to_string())?;
            check(
                commit.node.sum.get().is_none_or(|known| known == sum),
                "a commit has the fingerprint it keeps",
            )?;
        }
        Ok(())
    }

    /// Checks that the line from the base to the tip consists of first children, and that its counts hold.
    fn validate_line(&self) -> Check {
        let (mut depth, mut entries) = (0, 0);
        let mut id = self.here;
        while let Some(node) = self.tree.get(id) {
            check(self.tree.child(node.parent) == id, "the way here is redo's way")?;
            (depth, entries) = (depth + 1, entries + node.entries());
            id = node.parent;
        }
        check(id == self.tree.base, "the way back ends at the base")?;
        check(depth == self.depth && entries == self.undo_entries, "what can be undone is counted")?;
        let mut ahead = 0;
        let mut id = self.tree.child(self.here);
        while let Some(node) = self.tree.get(id).filter(|_| id != NONE) {
            (ahead, entries) = (ahead + 1, entries + node.entries());
            id = node.child;
        }
        check(ahead == self.ahead && entries == self.line_entries, "what can be redone is counted")
    }
}
