//! The sixth: the product's own engine, [`History`], on the same bytes.

use super::{Fact, System};
use crate::history::{Header, History, Limits, Step};
use crate::memory::Region;

/// Bytes of commits that are packed in one idle moment.
const SLICE: usize = 64 << 10;

/// The product's engine behind the Lab's trait.
#[derive(Debug)]
pub struct Product {
    history: History<Vec<u8>>,
}

impl Product {
    /// Creates the system over these bytes, with a budget in bytes.
    pub fn new(document: Vec<u8>, budget: usize) -> Product {
        Product { history: History::with_limits(document, Limits { budget, ..Limits::default() }) }
    }

    /// Returns the history.
    pub fn history(&self) -> &History<Vec<u8>> {
        &self.history
    }
}

impl System for Product {
    fn id(&self) -> &'static str {
        "undoodle"
    }

    fn name(&self) -> &'static str {
        "Undoodle"
    }

    fn document(&self) -> &[u8] {
        self.history.arena()
    }

    fn begin(&mut self, tag: u32) -> bool {
        self.history.begin(tag).is_ok()
    }

    fn push(&mut self, at: usize, len: usize) -> bool {
        self.history.push(Region::new(at as u64, len)).is_ok()
    }

    fn write(&mut self, at: usize, bytes: &[u8]) -> bool {
        let lent = self.history.write(Region::new(at as u64, bytes.len()));
        lent.map(|lent| lent.copy_from_slice(bytes)).is_ok()
    }

    fn commit(&mut self, label: &'static str) -> bool {
        match self.history.commit(Header::new(label)) {
            Ok(commit) => commit.is_some(),
            Err(_) => {
                self.history.cancel();
                false
            }
        }
    }

    fn cancel(&mut self) -> bool {
        self.history.cancel()
    }

    fn undo(&mut self) -> bool {
        !self.history.is_open() && matches!(self.history.undo(), Ok(Step::Moved(_)))
    }

    fn redo(&mut self) -> bool {
        matches!(self.history.redo(), Ok(Step::Moved(_)))
    }

    fn undo_steps(&self) -> usize {
        self.history.position()
    }

    fn redo_steps(&self) -> usize {
        self.history.ahead()
    }

    fn bytes(&self) -> usize {
        self.history.stats().bytes
    }

    fn inside(&self) -> Vec<Fact> {
        let stats = self.history.stats();
        vec![
            Fact::Bytes { name: "history", used: stats.bytes, of: Some(stats.budget) },
            Fact::Bytes { name: "packed", used: stats.sealed, of: None },
            Fact::Count { name: "steps", used: stats.commits, of: None },
            Fact::Count { name: "on branches", used: stats.branched, of: None },
        ]
    }

    fn mark_saved(&mut self) {
        _ = self.history.mark_saved();
    }

    fn is_dirty(&self) -> Option<bool> {
        Some(self.history.is_dirty())
    }

    fn idle(&mut self) -> bool {
        self.history.seal(SLICE)
    }
}
