//! Histories of strangers: every state that one leads to must be a drawing.
//!
//! A drawing from a file is [validated](Document::validate), so that whatever its bytes are, no
//! code meets what it does not expect. But a file may bring its history along, and undo would
//! then lead to bytes that nobody has looked at. So the history is walked through once, as it
//! is opened, with a copy of its records, which all code relies on. And a history that a
//! stranger has made is not trusted afterwards: each state that undo, redo or a travel leads to
//! is validated before anybody sees it, and a step that leads to no drawing is refused.
//!
//! One's own file is a stranger's, too, as nobody can tell. So what is validated is what [the step has
//! touched](Drawing::validate_after), and undo costs as much on a photo as on a sprite.
//!
//! The invariant: a document whose history is a stranger's is at every moment a drawing.

use super::drawing::Drawing;
use super::drawing::validate::whole;
use super::patch::crossing;
use super::{Document, MAX_BYTES};
use crate::error::{Error, Result};
use crate::history::{self, Commit, CommitId, History, Step};
use crate::memory::{Arena, Memory, PAGE, SPECIAL_TREES};
use crate::pause;
use std::collections::{BTreeSet, HashMap};

/// The most bytes that are exchanged on a walk: for more, somebody has to wait too long. A drawing has a few
/// hundred kilobytes of records, and masks that are as large as its selections are ragged.
const LONGEST: u64 = 1 << 30;

/// The most records that are looked at on a walk, which takes some seconds.
const LOOKED: usize = 4 << 20;

/// The least work that looking at a step counts for in a pause's terms, in bytes.
const STEP: usize = 4 << 10;

/// What there is of a state besides the pixels of layers.
struct Walk {
    state: Drawing<Memory>,
    /// Number of bytes that may still be exchanged.
    left: u64,
    /// Number of records that were looked at, and how many may be.
    looked: (usize, usize),
    /// Highest ids that any state says were given.
    given: Vec<u32>,
}

impl Walk {
    /// Crosses a commit, in either direction. Returns the addresses of the pages of what is walked through that this has
    /// changed.
    fn cross(&mut self, commit: &Commit<'_>) -> Result<BTreeSet<u64>> {
        pause::point(commit.bytes().max(STEP))?;
        let (count, touched) = crossing::cross(&mut self.state.door, commit, self.left)?;
        self.left -= count;
        Ok(touched)
    }

    /// Checks all records of a state: all lean on the lists, of which the first stands in the second page.
    fn check(&mut self) -> Result<()> {
        self.check_after(&BTreeSet::from([PAGE as u64]))
    }

    /// Checks the records of a state that a step may have broken, by the pages that it touched.
    fn check_after(&mut self, touched: &BTreeSet<u64>) -> Result<()> {
        let found = self.state.validate_records_after(touched, &mut self.looked.0);
        found.map_err(|why| Error::Invalid { what: "history", why })?;
        if self.looked.0 > self.looked.1 {
            let why = "its steps change more layers and frames than can be checked in a few seconds".into();
            return Err(Error::Invalid { what: "history", why });
        }
        Document::raise(&mut self.given, &self.state.door);
        Ok(())
    }
}

/// A commit to be crossed forth, or to be crossed back after all that stands on it.
#[derive(Clone, Copy)]
enum Visit {
    Forth(CommitId),
    Back(CommitId),
}

impl Document {
    /// Checks that every state a history leads to keeps the rules of records, and returns the highest ids that were
    /// given in any of them. It allocates some kilobytes, and a list of the commits.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] for a state that breaks a rule, [`Error::Damaged`] for a broken step, and
    /// [`Error::Away`] for one whose bytes are not in memory.
    pub fn check_history(history: &History<Memory>) -> Result<Vec<u32>> {
        Document::check_history_within(history, LOOKED)
    }

    /// As [`check_history`](Document::check_history), looking at so many records at most.
    #[doc(hidden)]
    pub fn check_history_within(history: &History<Memory>, most: usize) -> Result<Vec<u32>> {
        let mut memory = Memory::new(MAX_BYTES);
        for region in history.arena().present().filter(|region| SPECIAL_TREES.contains(&region.start)) {
            memory.provide(region)?;
            if let (Some(to), Some(from)) = (memory.get_mut(region), history.arena().get(region)) {
                to.copy_from_slice(from);
            }
        }
        let state = Drawing::from_door(memory);
        let mut walk = Walk { state, left: LONGEST, looked: (0, most), given: Vec::new() };
        let mut children: HashMap<CommitId, Vec<CommitId>> = HashMap::new();
        for commit in history.commits() {
            children.entry(commit.parent()).or_default().push(commit.id());
        }
        // Back to the oldest state, then forth through every branch.
        for commit in history.done() {
            walk.cross(&commit)?;
        }
        walk.check()?;
        let below = |id: CommitId| children.get(&id).into_iter().flatten().map(|id| Visit::Forth(*id));
        let mut open: Vec<Visit> = below(history.base()).collect();
        while let Some(visit) = open.pop() {
            match visit {
                Visit::Forth(id) => {
                    let touched = walk.cross(&history.commit_of(id)?)?;
                    if !touched.is_empty() {
                        walk.check_after(&touched)?;
                    }
                    open.push(Visit::Back(id));
                    open.extend(below(id));
                }
                Visit::Back(id) => _ = walk.cross(&history.commit_of(id)?)?,
            }
        }
        for (id, _) in history.pins() {
            let state = Drawing::from_door(Memory::new(MAX_BYTES));
            walk = Walk { state, ..walk };
            walk.left -= crossing::unpack(&mut walk.state.door, history, id, walk.left)?;
            walk.check()?;
        }
        Ok(walk.given)
    }

    /// Notes that a stranger has made the history: from now on no step is taken to a state that breaks a rule.
    pub fn distrust(&mut self) {
        self.strange = true;
    }

    /// Returns `true` if a stranger has made the history.
    pub fn is_distrusted(&self) -> bool {
        self.strange
    }

    /// Goes back if a step of a stranger's history has led to bytes that are no drawing. `size` is that of the canvas
    /// before the step.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] with the rule that was broken.
    #[cold]
    #[inline(never)]
    pub(super) fn trust(
        &mut self,
        id: CommitId,
        size: (u32, u32),
        back: fn(&mut History<Memory>) -> history::Result<Step<'_>>,
    ) -> Result<()> {
        let found = match self.pages_of(id) {
            Some(touched) => {
                let found = self.validate_after(&touched, size, &mut 0);
                found.map_err(|why| Error::Invalid { what: "step", why })
            }
            None => Document::check_state(self.history().arena()),
        };
        if found.is_err() {
            back(&mut self.store().history)?;
        }
        found
    }

    /// Checks that the bytes of a state are a drawing.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] with the rule that is broken.
    pub(super) fn check_state(memory: &Memory) -> Result<()> {
        whole(memory).map_err(|why| Error::Invalid { what: "step", why })
    }
}
