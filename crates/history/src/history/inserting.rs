//! Putting a commit into the tree, as the current one.
//!
//! What could be redone goes on top of it if it is carried, and is set aside otherwise.
//!
//! The invariant: room was made before; nothing can fail here.

use crate::node::{Node, Weight};
use crate::{Arena, CommitId, Event, History};

impl<A: Arena> History<A> {
    /// Inserts a commit into the tree as the current one and returns its number.
    // Inlined, so that a commit is made where it stays: copying what was just written stalls the processor.
    #[inline(always)]
    pub(super) fn insert(&mut self, node: Node, weight: Weight, carried: Option<u64>) -> u64 {
        let entries = node.entries();
        self.budget.reserve(weight.opening);
        let id = self.tree.insert(self.line.here(), node, weight);
        // Making room may have dropped the line that was to be carried.
        let carried = carried.filter(|line| self.tree.get(*line).is_some());
        self.events.note(Event::Committed { id: CommitId(id), carried: carried.map(CommitId) });
        if let Some(line) = carried {
            // The fingerprint is cached: `passes_over` has computed it.
            let by = self.tree.get(id).and_then(|node| node.sum.get()).unwrap_or(0);
            self.saved.shift(&self.tree, line, by);
            self.tree.adopt(line, id);
        } else if self.line.ahead() > 0 {
            // What redo led to is the next in the list of children.
            self.set_aside(self.tree.get(id).map(|node| node.sibling));
        }
        self.line.commit(id, entries, carried.is_some());
        self.cool_down();
        self.give_way();
        id
    }

    /// Notes the first commit of the line that was set aside last.
    pub(super) fn set_aside(&mut self, root: Option<u64>) {
        self.line.set_aside(root);
        self.events.note(Event::Aside { root: root.map(CommitId) });
    }
}
