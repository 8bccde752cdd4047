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
mod away;
mod budget;
mod capture;
mod cells;
mod commit;
mod crossing;
mod delta;
mod deltas;
mod encode;
mod error;
mod events;
mod fingerprint;
mod groups;
mod header;
mod history;
mod hot;
mod line;
pub mod memory;
mod milestones;
mod node;
mod passage;
pub mod pause;
mod piece;
mod pins;
mod ranges;
pub mod records;
mod ring;
mod saved;
mod slabs;
mod stored;
mod tree;
mod varint;
mod written;

#[cfg(test)]
mod tests;

/// The examples of the crate's front page.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

pub use budget::Limits;
pub use commit::{Commit, CommitId, Grouped, Place, VisitRun};
pub use error::{Error, Result};
pub use events::{AREA, Addition, Event, SavedMark};
pub use header::{Header, MAX_EXTRA, MAX_LABEL};
pub use history::{Accept, Bookmark, Brought, History, MOVED, Origin, Stats, Step, is_event};
pub use memory::{Arena, Memory, Region};
