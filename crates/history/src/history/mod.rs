//! The history: an arena, and what is known of how its bytes came to be.
//!
//! [`History`] is a join of parts that know nothing of each other, and each of which owns its fields: the tree of commits, the line of
//! undo and redo, the action under way, the budget, the pins, the saved mark, the events for a journal, and what is put away. What takes
//! one part alone is that part's function. What takes several is a function of the history, in one of the files here, and only these
//! see the parts. They stand on floors, and each calls only itself and those before it in this list:
//!
//! * `listing`, `room`, `recording`, `stats`, `validate`: what there is, and how much of it;
//! * `barrier`, `acting`, `pushing`, `dirty`: the action under way;
//! * `passing`, `supply`, `forgetting`: what comes from a disk, and what goes;
//! * `making`, `inserting`, `carrying`, `merge`, `near`, `keep`: from an action to its commit;
//! * `pinning`: what ends in a commit of its own;
//! * `travel`, `retract`, `aside`, `past`: other states;
//! * `restore`, `save`, `image`, `replay`: what outlives the program.
//!
//! The invariant: a part is changed by its own functions, and what several parts say of one commit agrees between two calls.

mod acting;
mod aside;
mod barrier;
mod carrying;
mod dirty;
mod forgetting;
mod image;
mod inserting;
mod keep;
mod listing;
mod making;
mod merge;
mod near;
mod passing;
mod past;
mod pinning;
mod pushing;
mod recording;
mod replay;
mod restore;
mod retract;
mod room;
mod save;
mod stats;
mod supply;
mod travel;
mod validate;

pub use aside::{Accept, Brought};
pub use past::Origin;
pub use replay::{MOVED, is_event};
pub use retract::Bookmark;
pub use stats::Stats;
pub use travel::Step;

use crate::action::Action;
use crate::away::Away;
use crate::budget::{Budget, Limits};
use crate::cells::LARGEST_BLOCK;
use crate::error::Result;
use crate::events::Events;
use crate::line::Line;
use crate::memory::Arena;
use crate::pins::Pins;
use crate::saved::Saved;
use crate::tree::Tree;

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
        const { assert!(A::BLOCK.is_power_of_two() && A::BLOCK >= 4 && A::BLOCK <= LARGEST_BLOCK) };
        const { assert!(A::GRAIN == 0 || A::GRAIN.is_power_of_two() && A::GRAIN >= A::BLOCK as u64) };
        History {
            size: arena.size(),
            arena,
            tree: Tree::without_commits(),
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
}
