//! Undo and redo for any bytes: delta swap, first-touch capture, and a bound on memory.
//!
//! # Why
//!
//! Undo written per feature is undo that is wrong in one of them. This engine
//! knows no features. It is given an *arena*, some run of addressed bytes, and
//! then:
//!
//! 1. An **action** is [begun](History::begin). Every byte it changes is reached
//!    through [`write`](History::write), which copies what is there before it lends
//!    it out.
//! 2. [`commit`](History::commit) keeps the *exchange* of the two states, `before
//!    XOR after`, of the words that really changed, under a [`Header`] for people.
//!    Nothing changed: no commit. It is kept as it was captured, *hot*; sorting,
//!    encoding and packing wait for [idle moments](History::seal).
//! 3. [`undo`](History::undo) and [`redo`](History::redo) are one function, the
//!    exchange, which is its own inverse.
//!
//! ```text
//! commits  base ─ … ─ undo ─ here ─ redo ─ tip      temp: what an open action has touched
//!                       └─ a branch: what was undone before something else was done
//! ```
//!
//! # What follows
//!
//! * The exchange of a commit never changes. So it can be packed once, merged by XOR
//!   with the one before ([`commit_merging`](History::commit_merging)), and moved:
//!   steps that touch no common byte don't depend on each other, so a line that was
//!   set aside can be [brought back](History::bring_back) onto something else.
//! * A commit after undo drops nothing: what was undone becomes a branch, and
//!   [`goto`](History::goto) leads to it. Plain undo follows the parent.
//! * Memory is [bounded](Limits), and room is asked for before it is taken. An open
//!   action has a budget of its own: until it is a commit, it costs no other. What
//!   can't be remembered is refused ([`Error::OverBudget`])
//!   while it can still be [cancelled](History::cancel), or, if the person agrees,
//!   done behind a [`barrier`](History::barrier).
//! * A [`pin`](History::pin) is a whole state that outlives all of this.
//! * [`is_dirty`](History::is_dirty) is about bytes, not about steps.
//! * An error leaves the bytes as they were. Only [`bring_back`](History::bring_back) may have gone part of the
//!   way.
//!
//! # What it is not
//!
//! No command objects, no callbacks, no knowledge of what the bytes mean. Views,
//! selections of colour and the like are not bytes of the arena, so they are
//! never history.
//!
//! # In ten lines
//!
//! ```
//! use undoodle_history::{Header, History, Region, Step};
//!
//! let mut history = History::new(vec![0u8; 16]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1))?[0] = 7;
//! assert!(matches!(history.undo()?, Step::Cancelled), "one press, one policy");
//! history.begin(1)?;
//! history.write(Region::new(0, 1))?[0] = 8;
//! history.commit(Header::new("Set"))?;
//! history.undo()?;
//! assert_eq!((history.arena()[0], history.is_dirty()), (0, false));
//! # Ok::<(), undoodle_history::Error>(())
//! ```
//!
//! The invariant: the arena's bytes change only inside an open action, and
//! after undo or cancel they are, byte for byte, what they were.

// Internals that are public for tests are no library: nobody asks whether they are empty.
#![allow(clippy::len_without_is_empty, clippy::new_without_default)]
// A panic is never an error message.
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::todo))]

mod action;
mod aside;
mod away;
mod barrier;
mod budget;
mod commit;
mod error;
mod events;
mod forgetting;
mod header;
mod image;
mod keep;
mod line;
mod listing;
pub mod memory;
mod merge;
mod milestones;
mod near;
mod passage;
mod passing;
mod past;
pub mod pause;
mod pinning;
mod pins;
pub mod records;
mod replay;
mod restore;
mod retract;
mod room;
mod save;
mod saved;
mod stats;
mod stored;
mod supply;
mod suspend;
mod travel;
mod tree;
mod validate;
mod written;

mod capture;
mod cells;
mod delta;
mod deltas;
mod dirty;
mod encode;
mod fingerprint;
mod groups;
mod hot;
mod node;
mod piece;
mod pushing;
mod ring;
mod slabs;
mod varint;

#[cfg(test)]
mod tests;

/// The examples of the crate's front page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use aside::{Accept, Brought};
pub use budget::Limits;
pub use commit::{Commit, CommitId, Grouped, Place, VisitRun};
pub use error::{Error, Result};
pub use events::{AREA, Addition, Event, SavedMark};
pub use header::{Header, MAX_EXTRA, MAX_LABEL};
pub use memory::{Arena, Memory, Region};
pub use past::Origin;
pub use replay::{MOVED, is_event};
pub use retract::Bookmark;
pub use stats::Stats;

use action::{Action, Barrier};
use away::Away;
use budget::Budget;
use cells::{bit, is_in_one};
use events::Events;
use keep::KeepOptions;
use line::Line;
use pins::Pins;
use saved::Saved;
use tree::Tree;

/// Outcome of an undo or a redo.
#[derive(Debug)]
pub enum Step<'a> {
    /// There was nothing to undo or redo.
    Nothing,
    /// The open action was cancelled, and no commit was undone.
    Cancelled,
    /// The arena has moved across this commit.
    Moved(Commit<'a>),
}

/// An arena with undo, redo and branches.
#[derive(Debug)]
pub struct History<A: Arena> {
    arena: A,
    /// Largest size that the arena has had; an arena that has shrunk is an error.
    size: u64,
    tree: Tree,
    line: Line,
    action: Action,
    budget: Budget,
    pins: Pins,
    saved: Saved,
    /// What happened, for a journal.
    events: Events,
    away: Away,
}

impl<A: Arena> History<A> {
    /// Creates a history within the default limits; the arena's present bytes count as saved.
    pub fn new(arena: A) -> History<A> {
        History::with_limits(arena, Limits::default())
    }

    /// Creates a history within the given limits; the arena's present bytes count as saved.
    pub fn with_limits(arena: A, limits: Limits) -> History<A> {
        const { assert!(A::BLOCK.is_power_of_two() && A::BLOCK >= 4 && A::BLOCK <= cells::LARGEST_BLOCK) };
        const { assert!(A::GRAIN == 0 || A::GRAIN.is_power_of_two() && A::GRAIN >= A::BLOCK as u64) };
        History {
            size: arena.size(),
            arena,
            tree: Tree::new(),
            line: Line::default(),
            action: Action::default(),
            budget: Budget::within(limits),
            pins: Pins::default(),
            saved: Saved::default(),
            events: Events::default(),
            away: Away::default(),
        }
    }

    /// Returns the arena for reading.
    pub fn arena(&self) -> &A {
        &self.arena
    }

    /// Returns the arena, and drops the history.
    pub fn into_arena(self) -> A {
        self.arena
    }

    /// Makes the arena at least this long; its new bytes are zero, so nothing is recorded.
    ///
    /// # Errors
    /// As [`Arena::grow`].
    pub fn grow(&mut self, size: u64) -> Result<()> {
        self.arena.grow(size)
    }

    /// Begins an action, or continues the open one if it has the same tag.
    ///
    /// # Errors
    /// [`Error::Busy`] if an action with another tag is open,
    /// [`Error::Suspended`] while the history is suspended.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        self.action.check_awake()?;
        match self.action.tag() {
            Some(open) if open != tag => Err(Error::Busy { open, asked: tag }),
            Some(_) => Ok(()),
            None => {
                self.events.forget_touched();
                self.away.release();
                self.action.open(tag);
                Ok(())
            }
        }
    }

    /// Returns the tag of the open action.
    pub fn open(&self) -> Option<u32> {
        self.action.tag()
    }

    /// Captures a region's bytes, so that they may change.
    ///
    /// Pushing again, or overlapping, is free and harmless: the first touch
    /// of each byte is the one that counts.
    ///
    /// # Errors
    /// [`Error::Idle`] without an open action, [`Error::Region`] outside the arena,
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] if there is no room for the copy.
    #[inline(always)]
    pub fn push(&mut self, region: Region) -> Result<()> {
        // A region in one cell ends without an overflow. The last cell may reach beyond the arena's end.
        if is_in_one::<A>(region) && region.start + ((region.len - 1) as u64) < self.size {
            let found = self.action.find::<A>(region.start);
            if found.cells & bit::<A>(region.start) != 0 || self.push_one(region.start, found) {
                return Ok(());
            }
        }
        self.push_fresh(region)
    }

    /// Captures a region and returns it for writing: the only way to change the arena.
    ///
    /// # Errors
    /// As [`push`](History::push).
    #[inline]
    pub fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        self.push(region)?;
        let Region { start, len } = region;
        if len == 0 {
            return Ok(&mut []);
        }
        if A::GRAIN > 0 {
            self.arena.provide(region)?;
        }
        let size = self.arena.size();
        let Some(bytes) = self.arena.get_mut(region) else { return Err(Error::Region { start, len, size }) };
        Ok(bytes)
    }

    /// Ends the action and keeps what it changed as one undo step.
    ///
    /// What could be redone becomes a branch. Returns `None` if the action changed
    /// nothing; there is no new commit then, and redo leads where it did.
    ///
    /// # Errors
    /// [`Error::Idle`] without an open action; [`Error::OverBudget`] or
    /// [`Error::OutOfMemory`] if there is no room for the commit. The action is then
    /// still open: [cancel](History::cancel) it, or commit it behind a
    /// [`barrier`](History::barrier).
    pub fn commit(&mut self, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        self.keep(header, KeepOptions::default()).map(|id| id.and_then(|id| self.commit_at(id)))
    }

    /// Ends the action like [`commit`](History::commit), but merges it into the commit before if that has
    /// the same tag and is at most `window` older by its header's time: typed letters, nudges, a slider.
    ///
    /// To begin a new step on purpose, as when the caret was moved, use [`commit`](History::commit).
    ///
    /// Does not merge across the saved mark, a pin or a barrier, nor while redo is possible.
    /// Cancelling takes back the new part only. If the two cancel each other out,
    /// drops the commit and returns `None`. Without the memory to merge, makes the
    /// action a step of its own. The header stands for both: to say something of the commit before, look at it by
    /// [`merging_into`](History::merging_into).
    ///
    /// # Errors
    /// As [`commit`](History::commit).
    pub fn commit_merging(&mut self, header: Header<'_>, window: u64) -> Result<Option<Commit<'_>>> {
        let options = KeepOptions { window: Some(window), ..KeepOptions::default() };
        self.keep(header, options).map(|id| id.and_then(|id| self.commit_at(id)))
    }

    /// Returns the commit that [`commit_merging`](History::commit_merging) would merge the open action into at a time.
    pub fn merging_into(&self, time: u64, window: u64) -> Option<Commit<'_>> {
        let header = Header { tag: self.open()?, ..Header::new("").timed(time) };
        self.commit_at(self.merges(&header, window)?)
    }

    /// Cancels the open action: restores every byte it changed. Returns `true` if it did.
    ///
    /// Returns `false` without an open action, and for one [past its barrier](History::is_past_barrier):
    /// that one ends with its changes kept, since nothing remembers what they replaced.
    pub fn cancel(&mut self) -> bool {
        match self.action.barrier() {
            None => false,
            Some(Barrier::Passed) => {
                self.end_barrier();
                false
            }
            Some(_) => {
                self.action.copies().restore(&mut self.arena);
                self.end_action();
                true
            }
        }
    }
}
