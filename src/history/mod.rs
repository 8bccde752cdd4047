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
//!    XOR after`, of the runs that really changed, under a [`Header`] for people.
//!    Nothing changed: no commit.
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
//! * The exchange of a commit is never rewritten. So it can be packed once (LZ4,
//!   in [idle moments](History::seal)), merged by XOR with the one before
//!   ([`commit_merging`](History::commit_merging)), and shared by branches.
//! * A commit after undo drops nothing: what was undone becomes a branch, and
//!   [`goto`](History::goto) leads to it. Plain undo follows the parent.
//! * Memory is [bounded](Limits), and room is asked for before it is taken. What
//!   can't be remembered is refused ([`Error::OverBudget`])
//!   while it can still be [cancelled](History::cancel), or, if the person agrees,
//!   done behind a [`barrier`](History::barrier).
//! * A [`pin`](History::pin) is a whole state that outlives all of this.
//! * [`is_dirty`](History::is_dirty) is about bytes, not about steps.
//! * An error changes nothing.
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
//! use undoodle::history::{Header, History, Step};
//! use undoodle::memory::Region;
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
//! # Ok::<(), undoodle::Error>(())
//! ```
//!
//! The invariant: the arena's bytes change only inside an open action, and
//! after undo or cancel they are, byte for byte, what they were.

mod barrier;
mod budget;
mod capture;
mod commit;
mod delta;
mod encode;
mod fingerprint;
mod header;
mod keep;
mod merge;
mod piece;
mod pins;
mod stats;
mod suspend;
mod travel;
mod tree;
mod validate;

pub use budget::Limits;
pub use commit::{Commit, CommitId, Regions};
pub use header::{Header, MAX_LABEL};
pub use stats::Stats;

use crate::error::{Error, Result};
use crate::memory::{Arena, Region};
use capture::Capture;
use pins::Pin;
use tree::Tree;

/// What a press of undo or redo did.
#[derive(Debug)]
pub enum Step<'a> {
    /// There was nothing to undo or redo.
    Nothing,
    /// An action was under way; it is cancelled, and that is all.
    Cancelled,
    /// The arena has moved across this commit.
    Moved(Commit<'a>),
}

/// An action under way.
#[derive(Clone, Copy, Debug)]
struct Open {
    tag: u32,
    /// Past a barrier: the arena's fingerprint, and what it had grown by, when it was passed.
    barrier: Option<(u64, u64)>,
}

/// An arena and the differences that lead to it and from it.
#[derive(Debug)]
pub struct History<A: Arena> {
    arena: A,
    /// The most bytes that the arena has had; it never shrinks.
    size: u64,
    tree: Tree,
    /// The commit whose state the arena has, an open action aside.
    here: u64,
    /// Commits from the base to here, and from here to where redo leads.
    depth: usize,
    ahead: usize,
    /// The same in entries, from the base to here and to where redo leads.
    undo_entries: usize,
    line_entries: usize,
    open: Option<Open>,
    temp: Capture,
    /// A piece being written.
    buffer: Vec<u8>,
    /// Bytes of a commit that is made, but not in the tree yet.
    loose: usize,
    limits: Limits,
    /// Room that is set aside for opening a sealed piece.
    opening: usize,
    /// The first piece, by commit and index, that has not been looked at for sealing.
    cold: (u64, usize),
    /// The branch that was shortened last, and where.
    cut: (u64, u64),
    pins: Vec<Pin>,
    /// What the pins hold.
    pinned: usize,
    /// The commit that was saved, and its state's fingerprint.
    saved: (u64, u64),
    suspended: bool,
}

impl<A: Arena> History<A> {
    /// A history that begins with the arena as it is, which counts as saved, within default limits.
    pub fn new(arena: A) -> History<A> {
        History::with_limits(arena, Limits::default())
    }

    /// The same within other limits.
    pub fn with_limits(arena: A, limits: Limits) -> History<A> {
        const { assert!(A::BLOCK.is_multiple_of(4) && A::BLOCK <= capture::LARGEST) };
        History {
            size: arena.size(),
            arena,
            tree: Tree::new(),
            here: 0,
            depth: 0,
            ahead: 0,
            undo_entries: 0,
            line_entries: 0,
            open: None,
            temp: Capture::default(),
            buffer: Vec::new(),
            loose: 0,
            limits,
            opening: 0,
            cold: (0, 0),
            cut: (0, 0),
            pins: Vec::new(),
            pinned: 0,
            saved: (0, 0),
            suspended: false,
        }
    }

    /// The bytes, to be read.
    pub fn arena(&self) -> &A {
        &self.arena
    }

    /// Makes the arena at least this long; its new bytes are zero, so nothing is recorded.
    ///
    /// # Errors
    /// As [`Arena::grow`].
    pub fn grow(&mut self, size: u64) -> Result<()> {
        self.arena.grow(size)
    }

    /// Begins an action, or goes on with it if it has the same tag.
    ///
    /// # Errors
    /// [`Error::Busy`] while an action with another tag is under way,
    /// [`Error::Suspended`] while the history is.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        self.awake()?;
        match self.open {
            Some(Open { tag: open, .. }) if open != tag => Err(Error::Busy { open, asked: tag }),
            Some(_) => Ok(()),
            None => {
                self.open = Some(Open { tag, barrier: None });
                Ok(())
            }
        }
    }

    /// The tag of the action under way.
    pub fn open(&self) -> Option<u32> {
        self.open.map(|open| open.tag)
    }

    fn awake(&self) -> Result<()> {
        if self.suspended { Err(Error::Suspended) } else { Ok(()) }
    }

    /// That nothing is under way and nothing is suspended.
    fn idle(&self) -> Result<()> {
        self.awake()?;
        self.open.map_or(Ok(()), |Open { tag, .. }| Err(Error::Busy { open: tag, asked: 0 }))
    }

    /// Remembers a region as it is now, so that it may change.
    ///
    /// Pushing again, or overlapping, is free and harmless: the first touch
    /// of each byte is the one that counts.
    ///
    /// # Errors
    /// [`Error::Idle`] without an action, [`Error::Region`] outside the arena,
    /// [`Error::OverBudget`] or [`Error::OutOfMemory`] when the copy can't be had.
    pub fn push(&mut self, region: Region) -> Result<()> {
        let Open { barrier, .. } = self.open.ok_or(Error::Idle)?;
        if self.arena.get(region).is_none() {
            let Region { start, len } = region;
            return Err(Error::Region { start, len, size: self.arena.size() });
        }
        if barrier.is_some() {
            return Ok(());
        }
        let more = self.temp.shortage::<A>(region);
        if more > 0 {
            self.size = self.size.max(self.arena.size());
            self.make_room(more, self.kept())?;
            self.temp.grow::<A>(region)?;
        }
        self.temp.touch(&self.arena, region);
        Ok(())
    }

    /// Remembers a region and lends it out to be changed: the only door.
    ///
    /// # Errors
    /// As [`push`](History::push).
    pub fn write(&mut self, region: Region) -> Result<&mut [u8]> {
        self.push(region)?;
        let Region { start, len } = region;
        let size = self.arena.size();
        self.arena.get_mut(region).ok_or(Error::Region { start, len, size })
    }

    /// Ends the action and keeps what it changed as one undo step.
    ///
    /// What could be redone stays as a branch. An action that changed nothing
    /// leaves no commit: the answer is then `None`, and redo is what it was.
    ///
    /// # Errors
    /// [`Error::Idle`] without an action; [`Error::OverBudget`] or
    /// [`Error::OutOfMemory`] when the difference can't be kept: the action is then
    /// still under way, to be [cancelled](History::cancel) or done behind a
    /// [`barrier`](History::barrier).
    pub fn commit(&mut self, header: Header<'_>) -> Result<Option<Commit<'_>>> {
        self.keep(header, None)
    }

    /// The same, but goes on with the commit before if that has the same tag and is at most
    /// `window` older by its header's time: typed letters, nudges, a slider.
    ///
    /// To begin a new step on purpose, as when the caret was moved, use [`commit`](History::commit).
    ///
    /// Never across the saved mark, a pin or a barrier, nor where something was
    /// undone since. Cancelling takes back the new part only. If both together
    /// changed nothing, the commit goes, and the answer is `None`. Where there is no
    /// room for merging, it is a step of its own.
    ///
    /// # Errors
    /// As [`commit`](History::commit).
    pub fn commit_merging(&mut self, header: Header<'_>, window: u64) -> Result<Option<Commit<'_>>> {
        self.keep(header, Some(window))
    }

    /// Ends the action and puts back every byte it changed; whether that was done.
    ///
    /// What was done behind a [`barrier`](History::barrier) can't be taken back: such
    /// an action ends as it stands, and the answer is `false`, as it is without one.
    pub fn cancel(&mut self) -> bool {
        match self.open.take() {
            None => false,
            Some(Open { barrier: Some(before), .. }) => {
                self.pass(before);
                false
            }
            Some(_) => {
                self.temp.restore(&mut self.arena);
                self.clear_temp();
                true
            }
        }
    }

    /// Sets the saved mark: the bytes as they are now count as saved.
    pub fn mark_saved(&mut self) {
        self.saved = (self.here, self.fingerprint());
    }

    /// Whether the bytes differ from the saved ones, by whichever way they came to be.
    ///
    /// Told by a fingerprint of 64 bits, so a difference is missed once in 2⁶⁴ times.
    pub fn is_dirty(&self) -> bool {
        self.fingerprint() != self.saved.1
    }

    /// The fingerprint of the bytes as they are now, relative to the first state's.
    fn fingerprint(&self) -> u64 {
        let committed = self.tree.state(self.here);
        match self.open {
            None => committed,
            Some(Open { barrier: Some(before), .. }) => self.beyond(before),
            Some(_) => committed.wrapping_add(self.temp.fingerprint(&self.arena)),
        }
    }
}
