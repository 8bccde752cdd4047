//! What a document's journal needs of it.
//!
//! A journal records the history, which is the document's own, and one thing that is not in
//! its bytes: the highest ids that were given to layers, frames and tags. An id is given once,
//! even if the step that gave it was undone, so those ids must be known after a recovery too.

use super::draft::Given as DraftGiven;
use super::drawing::records::Given;
use super::past::Index;
use super::store::Store;
use super::{Document, Drawing, Moved};
use crate::error::{Error, Result};
use crate::history::{CommitId, Event, History};
use crate::memory::Memory;
use std::collections::BTreeSet;
use std::ops::Range;

impl Document {
    /// Continues a history that was recovered, after its drawing was validated.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] when the drawing's bytes break a rule.
    pub fn restore(history: History<Memory>, given: &[u32]) -> Result<Document> {
        let mut store = Store::over(history);
        store.given.raise_to(given);
        let drawing = Drawing::from_door(store);
        drawing.validate().map_err(|why| Error::Invalid { what: "drawing", why })?;
        let (marks, given, shown) = (Default::default(), DraftGiven::default(), drawing.frames());
        // Whether steps were moved is not recorded. If they were, undo repaints more.
        Ok(Document {
            drawing,
            marks,
            given,
            rearranged: true,
            strange: false,
            shown,
            moved: Moved::default(),
            index: Index::default(),
        })
    }

    /// Returns the highest ids that were given, by the number of the kind.
    pub fn given(&self) -> Vec<u32> {
        self.drawing.door.given.list()
    }

    /// Returns the highest ids of two lists, of which a stranger has written the second: where that would leave
    /// few ids to be given, it doesn't count.
    pub fn plausible(given: &[u32], claimed: &[u32]) -> Vec<u32> {
        let mut raised = Given::default();
        raised.raise_to(given);
        raised.raise_to_plausible(claimed);
        raised.list()
    }

    /// Raises a list of given ids to those of a state of the memory.
    pub fn raise(given: &mut Vec<u32>, memory: &Memory) {
        let mut raised = Given::default();
        raised.raise_to(given);
        raised.raise(memory);
        *given = raised.list();
    }

    /// Begins or ends recording what happens to the history; see [`History::record`].
    pub fn record(&mut self, on: bool) {
        self.store().history.record(on);
    }

    /// Forgets that steps lie in a store, and those that lie nowhere else; see [`History::disown`].
    pub fn disown(&mut self) -> usize {
        self.store().history.disown()
    }

    /// Forgets the oldest steps; see [`History::forget_before`].
    pub fn forget_before(&mut self, id: CommitId) -> usize {
        self.store().history.forget_before(id)
    }

    /// Takes what happened to the history; see [`History::take_events`].
    pub fn take_events(&mut self) -> Option<Vec<Event>> {
        self.store().history.take_events()
    }

    /// Takes the areas that were touched; see [`History::take_areas`].
    pub fn take_areas(&mut self) -> BTreeSet<u64> {
        self.store().history.take_areas()
    }

    /// Notes that the bytes of all commits in a range lie in a store; see [`History::keep_step`].
    pub fn keep_steps(&mut self, range: Range<CommitId>) {
        let history = &mut self.store().history;
        let within = |id: &CommitId| range.contains(id);
        let ids: Vec<CommitId> = history.commits().map(|commit| commit.id()).filter(within).collect();
        ids.into_iter().for_each(|id| _ = history.keep_step(id));
        history.settle();
    }

    /// Notes whether a store takes steps; see [`History::hoard`].
    pub fn hoard(&mut self, hoards: bool) {
        self.store().history.hoard(hoards);
    }

    /// Notes that the bytes of a commit can't be read; see [`History::lose`].
    pub fn lose(&mut self, id: CommitId) -> bool {
        self.store().history.lose(id)
    }

    /// Ends all waiting for steps; see [`History::release`]. What came and has no room is put away again. Never
    /// inlined, as nobody needs it to paint.
    #[inline(never)]
    pub fn release(&mut self) {
        self.store().history.release();
        self.store().history.settle();
    }

    /// Puts payloads away for which there is no room; see [`History::settle`].
    pub fn settle(&mut self) {
        self.store().history.settle();
    }

    /// Puts the bytes of a commit in their place again; see [`History::supply`].
    ///
    /// # Errors
    /// As [`History::supply`].
    pub fn supply(&mut self, id: CommitId, bytes: &[u8]) -> Result<bool> {
        Ok(self.store().history.supply(id, bytes)?)
    }

    /// Puts the bytes of a commit in their place again if there is free room; see [`History::supply_ahead`].
    ///
    /// # Errors
    /// As [`History::supply_ahead`].
    pub fn supply_ahead(&mut self, id: CommitId, bytes: &[u8]) -> Result<bool> {
        Ok(self.store().history.supply_ahead(id, bytes)?)
    }
}
