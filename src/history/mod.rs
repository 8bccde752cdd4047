//! Undo and redo for any bytes: delta swap, with first-touch capture.
//!
//! Undo written per feature is undo that is wrong in one of them. This engine
//! knows no features. An *action* is begun; every byte it changes is reached
//! through [`write`](History::write), which copies the block before it lends it
//! out; [`commit`](History::commit) keeps the *exchange* of the two states,
//! `before XOR after`, of the runs that really changed. Undo and redo are then
//! one function, [`Delta::swap`], which is its own inverse.
//!
//! ```text
//! commits  [ oldest .. | .. undo | redo .. ]   temp: the blocks an open action has touched
//! ```
//!
//! The invariant: the arena's bytes change only inside an open action, and
//! after undo or cancel they are, byte for byte, what they were.
//!
//! ```
//! use undoodle::history::{Header, History, Step};
//! use undoodle::memory::Region;
//!
//! let mut history = History::new(vec![0u8; 16]);
//! history.begin(1)?;
//! history.write(Region::new(0, 1))?[0] = 7;
//! assert!(matches!(history.undo(), Step::Cancelled), "one press, one policy");
//! assert_eq!(history.arena()[0], 0);
//! assert!(matches!(history.undo(), Step::Nothing));
//! # Ok::<(), undoodle::Error>(())
//! ```

mod capture;
mod commit;
mod delta;

pub use commit::{Commit, Header};
pub use delta::{Delta, Deltas};

use crate::error::{Error, Result};
use crate::memory::{Arena, Memory, Region};
use capture::Capture;

/// What a press of undo or redo did.
#[derive(Debug)]
pub enum Step<'a> {
    /// There was nothing to undo or redo.
    Nothing,
    /// Redo waits while an action is under way.
    Busy,
    /// An action was under way; it is cancelled, and that is all.
    Cancelled,
    /// The arena has moved across this commit.
    Moved(&'a Commit),
}

/// The stacks in numbers, counted in entries: one for each delta, one for each header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Entries that can be undone.
    pub undo: usize,
    /// Those and the entries that can be redone.
    pub redo: usize,
    /// Those and the blocks that the open action has touched.
    pub temp: usize,
    /// Bytes that the history holds, spare room included.
    pub bytes: usize,
}

/// An arena and the differences that lead to it and from it.
#[derive(Debug)]
pub struct History<A: Arena> {
    arena: A,
    /// `[..undo]` can be undone, `[undo..]` can be redone.
    commits: Vec<Commit>,
    undo: usize,
    /// The tag of the open action.
    open: Option<u32>,
    temp: Capture,
    /// The sum of the commits' payloads.
    payload: usize,
    /// The serial of the commit the last save stands after; 0 is the beginning.
    saved: u64,
    next_serial: u64,
}

impl<A: Arena> History<A> {
    /// A history that begins with the arena as it is, which counts as saved.
    pub fn new(arena: A) -> History<A> {
        History {
            arena,
            commits: Vec::new(),
            undo: 0,
            open: None,
            temp: Capture::default(),
            payload: 0,
            saved: 0,
            next_serial: 1,
        }
    }

    /// The bytes, to be read.
    pub fn arena(&self) -> &A {
        &self.arena
    }

    /// Begins an action, or goes on with it if it has the same tag.
    ///
    /// # Errors
    /// [`Error::Busy`] while an action with another tag is under way.
    pub fn begin(&mut self, tag: u32) -> Result<()> {
        match self.open {
            Some(open) if open != tag => Err(Error::Busy { open, asked: tag }),
            _ => {
                self.open = Some(tag);
                Ok(())
            }
        }
    }

    /// The tag of the action under way.
    pub fn open(&self) -> Option<u32> {
        self.open
    }

    /// Remembers a region as it is now, so that it may change.
    ///
    /// Pushing again, or overlapping, is free and harmless: the first touch
    /// of each block is the one that counts.
    ///
    /// # Errors
    /// [`Error::Idle`] without an action, [`Error::Region`] outside the arena,
    /// [`Error::OutOfMemory`] when the copy can't be had.
    pub fn push(&mut self, region: Region) -> Result<()> {
        if self.open.is_none() {
            return Err(Error::Idle);
        }
        if self.arena.get(region).is_none() {
            let Region { start, len } = region;
            return Err(Error::Region { start, len, size: self.arena.size() });
        }
        self.temp.touch(&self.arena, region)
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
    /// What could be redone goes. An action that changed nothing leaves no
    /// commit and keeps it: the answer is then `None`.
    ///
    /// # Errors
    /// [`Error::Idle`] without an action; [`Error::OutOfMemory`] when the
    /// difference can't be kept: the action is then still under way, to be
    /// cancelled.
    pub fn commit(&mut self, mut header: Header) -> Result<Option<&Commit>> {
        let tag = self.open.ok_or(Error::Idle)?;
        let (deltas, payload) = self.temp.difference(&self.arena)?;
        if deltas > 0 {
            let full = |_| Error::OutOfMemory { what: "history", bytes: payload.len() as u64, limit: 0 };
            self.commits.try_reserve(1).map_err(full)?;
            self.drop_redo();
            header.tag = tag;
            self.payload += payload.len();
            let end = self.commits.last().map_or(0, |c| c.end) + deltas + 1;
            self.commits.push(Commit { header, deltas, payload, end, serial: self.next_serial });
            self.next_serial += 1;
            self.undo = self.commits.len();
        }
        self.temp.clear();
        self.open = None;
        Ok(if deltas > 0 { self.commits.last() } else { None })
    }

    fn drop_redo(&mut self) {
        for dropped in self.commits.drain(self.undo..) {
            self.payload -= dropped.payload.len();
        }
    }

    /// Ends the action and puts back every byte it changed; whether there was one.
    pub fn cancel(&mut self) -> bool {
        self.temp.restore(&mut self.arena);
        self.temp.clear();
        self.open.take().is_some()
    }

    /// Goes one commit back; an action under way is cancelled instead.
    pub fn undo(&mut self) -> Step<'_> {
        if self.cancel() {
            return Step::Cancelled;
        }
        let Some(at) = self.undo.checked_sub(1) else { return Step::Nothing };
        self.undo = at;
        self.commits[at].swap(&mut self.arena);
        Step::Moved(&self.commits[at])
    }

    /// Goes one commit forward again; refused while an action is under way.
    pub fn redo(&mut self) -> Step<'_> {
        if self.open.is_some() {
            return Step::Busy;
        }
        let Some(commit) = self.commits.get(self.undo) else { return Step::Nothing };
        commit.swap(&mut self.arena);
        self.undo += 1;
        Step::Moved(commit)
    }

    /// All commits, oldest first: those before [`position`](History::position) are done.
    pub fn commits(&self) -> &[Commit] {
        &self.commits
    }

    /// How many commits can be undone.
    pub fn position(&self) -> usize {
        self.undo
    }

    /// The regions that the open action has touched so far, in their order.
    pub fn touched(&self) -> impl Iterator<Item = Region> + '_ {
        self.temp.regions()
    }

    /// The stacks in numbers.
    pub fn stats(&self) -> Stats {
        let undo = self.undo.checked_sub(1).map_or(0, |last| self.commits[last].end);
        let redo = self.commits.last().map_or(0, |c| c.end);
        let labels: usize = self.commits.iter().map(|c| c.header.label_bytes()).sum();
        let bytes = self.payload
            + labels
            + self.commits.capacity() * std::mem::size_of::<Commit>()
            + self.temp.bytes();
        Stats { undo, redo, temp: redo + self.temp.len(), bytes }
    }

    fn serial(&self) -> u64 {
        self.undo.checked_sub(1).map_or(0, |last| self.commits[last].serial)
    }

    /// Sets the saved mark where the history stands now.
    pub fn mark_saved(&mut self) {
        self.saved = self.serial();
    }

    /// Whether anything was committed, undone or redone away from the saved mark.
    pub fn is_dirty(&self) -> bool {
        self.serial() != self.saved
    }

    /// Checks every invariant; the first that is broken is named.
    ///
    /// # Errors
    /// A sentence that says which invariant does not hold.
    pub fn validate(&self) -> std::result::Result<(), String> {
        let check = |holds: bool, what: &str| if holds { Ok(()) } else { Err(what.to_owned()) };
        check(self.undo <= self.commits.len(), "undo <= redo")?;
        check(self.open.is_some() || self.temp.len() == 0, "temp is empty between actions")?;
        let payload: usize = self.commits.iter().map(|c| c.payload.len()).sum();
        check(payload == self.payload, "the payload's sum is right")?;
        let mut end = 0;
        let mut serial = 0;
        for commit in &self.commits {
            let mut last = 0;
            let mut count = 0;
            for delta in commit.deltas() {
                let Region { start, len } = delta.region();
                check(count == 0 || start > last, "deltas are sorted and apart")?;
                check(len > 0 && delta.bytes()[0] != 0, "a delta is trimmed at its start")?;
                check(delta.bytes()[len - 1] != 0, "a delta is trimmed at its end")?;
                check(self.arena.get(delta.region()).is_some(), "a delta lies in the arena")?;
                last = delta.region().end() - 1;
                count += 1;
            }
            end += count + 1;
            check(count > 0 && count == commit.deltas, "a commit has the deltas it counts")?;
            check(end == commit.end, "entries are counted")?;
            check(commit.serial > serial, "serials grow")?;
            serial = commit.serial;
        }
        Ok(())
    }
}

impl History<Memory> {
    /// Makes sure that pages are there; zero pages change nothing, so nothing is recorded.
    ///
    /// # Errors
    /// As [`Memory::reserve`].
    pub fn reserve(&mut self, pages: usize) -> Result<()> {
        self.arena.reserve(pages)
    }
}
