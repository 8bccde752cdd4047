//! Every invariant of a history, checked at once.
//!
//! Not for daily use: it opens every commit. Tests call it after every step.

use super::commit::Stream;
use super::delta::Run;
use super::tree::NONE;
use super::{Arena, History};

type Check = Result<(), String>;

fn check(holds: bool, what: &str) -> Check {
    if holds { Ok(()) } else { Err(what.to_owned()) }
}

impl<A: Arena> History<A> {
    /// Checks every invariant; the first that is broken is named.
    ///
    /// # Errors
    /// A sentence that says which invariant does not hold.
    pub fn validate(&self) -> Check {
        self.tree.validate()?;
        self.validate_line()?;
        check(self.bytes() <= self.limits.budget, "the budget holds")?;
        check(self.open.is_some() || self.temp.len() == 0, "temp is empty between actions")?;
        check(!self.suspended || self.open.is_none(), "no action is under way while it is suspended")?;
        check(self.loose == 0, "every commit is in the tree")?;
        let opening = self.tree.iter().map(|(_, node)| node.opening()).max().unwrap_or(0);
        check(self.opening >= opening.max(self.pins_opening()), "room to open what is sealed is set aside")?;
        for commit in self.commits() {
            self.validate_deltas(commit.id)?;
            check(commit.regions().next().is_some(), "a commit changes something")?;
        }
        Ok(())
    }

    /// From the base through here to the tip, everything is the first child and is counted.
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

    fn validate_deltas(&self, id: u64) -> Check {
        let Some(node) = self.tree.get(id) else { return Ok(()) };
        let mut fresh = Vec::new();
        for (piece, lead) in node.pieces() {
            check(piece.open(lead, &mut fresh).is_ok(), "a sealed piece opens")?;
        }
        let mut stream = Stream::new(node);
        let (mut end, mut count) = (0, 0);
        while let Some(delta) = stream.peek() {
            check(delta.start >= end && delta.len > 0, "deltas are sorted and apart")?;
            check(delta.end() <= self.arena.size(), "a delta lies in the arena")?;
            match delta.run {
                Run::Spelled(bytes) => {
                    let trimmed = bytes[0] != 0 && bytes[bytes.len() - 1] != 0;
                    check(trimmed, "a spelled run begins and ends with a change")?;
                }
                Run::Repeated(word) => check(word != [0; 4], "a repeated word is a change")?,
            }
            (end, count) = (delta.end(), count + 1);
            stream.skip();
        }
        check(count == node.deltas, "a commit has the deltas it counts")
    }
}
