//! Histories of strangers: every state that one leads to must be a drawing.
//!
//! A drawing from a file is [validated](Document::validate), so that whatever its bytes are, no
//! code meets what it does not expect. But a file may bring its history along, and undo would
//! then lead to bytes that nobody has looked at. So the history is walked through once, as it
//! is opened, with a copy of its records, which all code relies on. And a history that a
//! stranger has made is not trusted afterwards: each state that undo, redo or a travel leads to
//! is validated whole before anybody sees it, and a step that leads to no drawing is refused.
//!
//! The invariant: a document whose history is a stranger's is at every moment a drawing.

use super::drawing::Drawing;
use super::drawing::validate::whole;
use super::{Document, MAX_BYTES};
use crate::error::{Error, Result};
use crate::history::{Commit, CommitId, History, Step};
use crate::memory::{Arena, Memory, PAGE, Region, SPECIAL_TREES};
use std::collections::{BTreeSet, HashMap};

/// The most bytes that are exchanged on a walk: for more, somebody has to wait too long. A drawing has a few
/// hundred kilobytes of records, and masks that are as large as its selections are ragged.
const LONGEST: u64 = 1 << 30;

/// What there is of a state besides the pixels of layers.
struct Walk {
    state: Drawing<Memory>,
    /// Addresses of the pages that the step has touched.
    touched: BTreeSet<u64>,
    /// Number of bytes that may still be exchanged.
    left: u64,
    /// Highest ids that any state says were given.
    given: Vec<u32>,
}

impl Walk {
    /// Exchanges two states of a run of bytes.
    fn exchange(&mut self, start: u64, bytes: &[u8]) -> Result<()> {
        let memory = &mut self.state.door;
        let (mut at, mut rest) = (start, bytes);
        while !rest.is_empty() {
            let (part, more) = rest.split_at(rest.len().min(PAGE - (at % PAGE as u64) as usize));
            let region = Region::new(at, part.len());
            memory.provide(region)?;
            let live = memory.get_mut(region).ok_or_else(|| broken("a step lies nowhere"))?;
            live.iter_mut().zip(part).for_each(|(live, byte)| *live ^= byte);
            self.touched.insert(at - at % PAGE as u64);
            (at, rest) = (at + part.len() as u64, more);
        }
        Ok(())
    }

    /// Crosses a commit, in either direction. Returns `true` if that has changed what is walked through.
    fn cross(&mut self, commit: &Commit<'_>) -> Result<bool> {
        let mut done = Ok(());
        let left = self.left;
        self.left -= commit.exchange_within(&SPECIAL_TREES, left, &mut |start, bytes| {
            if done.is_ok() {
                done = self.exchange(start, bytes);
            }
        })?;
        done?;
        let changed = !self.touched.is_empty();
        for page in std::mem::take(&mut self.touched) {
            self.state.door.trim(Region::new(page, PAGE));
        }
        Ok(changed)
    }

    fn check(&mut self) -> Result<()> {
        self.state.validate_records().map_err(|why| Error::Invalid { what: "history", why })?;
        Document::raise(&mut self.given, &self.state.door);
        Ok(())
    }
}

fn broken(why: &'static str) -> Error {
    Error::Damaged { format: "history", why }
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
        let mut memory = Memory::new(MAX_BYTES);
        for region in history.arena().present().filter(|region| SPECIAL_TREES.contains(&region.start)) {
            memory.provide(region)?;
            if let (Some(to), Some(from)) = (memory.get_mut(region), history.arena().get(region)) {
                to.copy_from_slice(from);
            }
        }
        let state = Drawing::from_door(memory);
        let mut walk = Walk { state, touched: BTreeSet::new(), left: LONGEST, given: Vec::new() };
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
                    if walk.cross(&history.commit_of(id)?)? {
                        walk.check()?;
                    }
                    open.push(Visit::Back(id));
                    open.extend(below(id));
                }
                Visit::Back(id) => _ = walk.cross(&history.commit_of(id)?)?,
            }
        }
        for (id, _) in history.pins() {
            let state = Drawing::from_door(Memory::new(MAX_BYTES));
            walk = Walk { state, touched: BTreeSet::new(), ..walk };
            let mut done = Ok(());
            let left = walk.left;
            walk.left -= history.pinned_within(id, &SPECIAL_TREES, left, &mut |start, bytes| {
                if done.is_ok() {
                    done = walk.exchange(start, bytes);
                }
            })?;
            done.and_then(|()| walk.check())?;
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

    /// Goes back if a step of a stranger's history has led to bytes that are no drawing.
    ///
    /// # Errors
    /// Returns [`Error::Invalid`] with the rule that was broken.
    #[cold]
    #[inline(never)]
    pub(super) fn trust(&mut self, back: fn(&mut History<Memory>) -> Result<Step<'_>>) -> Result<()> {
        let found = Document::check_state(self.history().arena());
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
