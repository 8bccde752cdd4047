//! Forgetting on purpose: what a lost disk held, what can't be read, and what is older than somebody wants.
//!
//! What stands on a commit goes with it: on the line back that is all before it, else all that grew from it.
//!
//! The invariant: what is left can be reached, and leads to the states that it led to before.

use crate::node::{NONE, Node};
use crate::{Arena, CommitId, History};

impl<A: Arena> History<A> {
    /// Notes that no payload lies anywhere else any more, as the disk was lost. Drops the commits whose payloads
    /// are away, with those that lead only through them, and returns how many that were.
    pub fn disown(&mut self) -> usize {
        self.away.set_hoards(false);
        let dropped = self.drop_those(Node::is_away);
        let all: Vec<u64> = self.tree.iter().map(|(id, _)| id).collect();
        all.into_iter().for_each(|id| _ = self.tree.change(id, |node, _| node.kept = false));
        self.away.clear();
        self.make_room(0, 0);
        dropped
    }

    /// Drops the commits whose payloads can't be read, with those that lead only through them, and returns how many that
    /// were. What is left is what can be reached without crossing a wall.
    pub fn drop_lost(&mut self) -> usize {
        self.drop_those(|node| node.lost)
    }

    /// Drops some commits, with those that lead only through them, and returns how many that were.
    fn drop_those(&mut self, gone: fn(&Node) -> bool) -> usize {
        self.away.release();
        let before = self.tree.len();
        // With a step that was done, all before it go.
        let done = self.done().find(|commit| gone(commit.node)).map(|commit| commit.id);
        while done.is_some_and(|id| self.tree.get(id).is_some()) && self.drop_before(0) {}
        let roots: Vec<u64> = self.tree.iter().filter(|(_, node)| gone(node)).map(|(id, _)| id).collect();
        for root in roots {
            // What stands on it goes first, from the tips down.
            let mut at = root;
            while self.tree.get(root).is_some() {
                while self.tree.child(at) != NONE {
                    at = self.tree.child(at);
                }
                let below = self.tree.parent(at);
                self.drop_leaf(at);
                at = below;
            }
        }
        self.line.reshape();
        self.line.count_ahead(&self.tree);
        before - self.tree.len()
    }

    /// Forgets the oldest commits, with the branches that grew from before them, until none is numbered below
    /// `id`, but for the current one. Returns how many those were; none while an action is open.
    ///
    /// ```
    /// use undoodle_history::{CommitId, Header, History, Region};
    /// let mut history = History::new(vec![0u8; 100]);
    /// for value in 1..6 {
    ///     history.begin(1)?;
    ///     history.write(Region::new(0, 1))?[0] = value;
    ///     history.commit(Header::new("Set"))?;
    /// }
    /// assert_eq!((history.forget_before(CommitId(3)), history.position()), (2, 3));
    /// assert_eq!((history.forget_before(CommitId(99)), history.position()), (2, 1));
    /// # Ok::<(), undoodle_history::Error>(())
    /// ```
    pub fn forget_before(&mut self, id: CommitId) -> usize {
        let before = self.tree.len();
        if !self.is_open() {
            self.away.release();
        }
        while !self.is_open() && self.tree.len() > 0 && self.tree.oldest() < id.0 && self.drop_before(1) {}
        self.line.reshape();
        before - self.tree.len()
    }
}
