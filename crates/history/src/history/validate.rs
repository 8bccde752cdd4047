//! Every invariant of a history, checked at once.
//!
//! Not for daily use: it opens every commit. Tests call it after every step.

use crate::error::require;
use crate::{Arena, History};

type Check = Result<(), String>;

impl<A: Arena> History<A> {
    /// Checks every invariant.
    ///
    /// # Errors
    /// A sentence that names the first invariant that does not hold.
    pub fn validate(&self) -> Check {
        self.tree.validate()?;
        self.line.validate(&self.tree)?;
        require(self.events.is_on() || self.owed() == 0, "the budget holds")?;
        require(self.working() <= self.budget.limits().working, "the working budget holds")?;
        require(self.action.is_open() || self.action.copies().len() == 0, "temp is empty between actions")?;
        require(self.budget.loose() == 0, "every commit is in the tree")?;
        let opening = self.tree.iter().map(|(_, node)| node.opening()).max().unwrap_or(0);
        require(
            self.budget.opening() >= opening.max(self.pins.opening()),
            "room to open what is packed is set aside",
        )?;
        for commit in self.commits() {
            if commit.node.is_away() {
                require(commit.node.kept && commit.node.sum.get().is_some(), "what is away is kept")?;
                continue;
            }
            commit.node.pieces().try_for_each(|(piece, lead)| piece.validate(self.tree.slabs(), lead))?;
            let (mut sum, mut changes, mut beyond) = (0, false, false);
            let mut add = |start: u64, bytes: &[u8]| {
                sum ^= crate::fingerprint::of_run(start, bytes);
                let differ = |bytes: &[u8]| bytes.iter().any(|byte| *byte != 0);
                changes = changes || differ(bytes);
                // What is visited may end with bytes that are alike.
                let room = self.arena.size().saturating_sub(start).min(bytes.len() as u64) as usize;
                beyond = beyond || differ(&bytes[room..]);
            };
            commit.node.net(self.tree.slabs(), &mut add).map_err(|error| error.to_string())?;
            require(changes, "a commit changes something")?;
            require(!beyond, "a delta lies in the arena")?;
            require(
                commit.node.sum.get().is_none_or(|known| known == sum),
                "a commit has the fingerprint it keeps",
            )?;
        }
        Ok(())
    }
}
