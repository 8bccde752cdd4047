//! What a journal takes from a history: events, areas, and how much they tell of.
//!
//! The invariant: whatever is taken is told once.

use crate::error::{Error, Result};
use crate::node::Node;
use crate::{Arena, CommitId, Event, History};
use std::collections::BTreeSet;
use std::mem::size_of;

impl<A: Arena> History<A> {
    /// Begins or ends recording [events](Event). The list is empty then.
    pub fn record(&mut self, on: bool) {
        self.events.record(on);
    }

    /// Takes the events since the last call, or returns `None` if the list was stale.
    pub fn take_events(&mut self) -> Option<Vec<Event>> {
        self.events.take_list()
    }

    /// Returns `true` if events wait to be taken, or the list is stale.
    #[inline]
    pub fn has_events(&self) -> bool {
        self.events.list().is_none_or(|list| !list.is_empty())
    }

    /// Returns the number of bytes of the steps that waiting events tell of. Returns `None` if the list is stale, or
    /// tells of a pin, whose bytes are those of all the arena.
    pub fn told_bytes(&self) -> Option<usize> {
        let size = |event: &Event| match event {
            Event::Committed { id, .. } => Some(self.tree.get(id.0).map_or(0, Node::bytes_held)),
            Event::Merged { part, .. } => Some(part.0.bytes_held()),
            Event::Pinned { .. } => None,
            _ => Some(size_of::<Event>()),
        };
        self.events.list()?.iter().map(size).sum()
    }

    /// Returns the fingerprint of a commit's exchange: by it, the states before and after differ.
    ///
    /// # Errors
    /// [`Error::Gone`] if there is no such commit, and
    /// [`Error::OutOfMemory`] if it can't be unpacked.
    pub fn fingerprint_of(&self, id: CommitId) -> Result<u64> {
        self.tree.get(id.0).ok_or(Error::Gone { commit: id.0 })?.sum(self.tree.slabs(), &mut Vec::new())
    }

    /// Takes the numbers of the [areas](crate::AREA) whose bytes may have changed since the last call.
    pub fn take_areas(&mut self) -> BTreeSet<u64> {
        self.events.take_areas()
    }
}
