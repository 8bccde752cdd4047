//! A naive twin of the history: every state is a whole copy, and nothing is ever forgotten.
//!
//! What the engine still claims must be, byte for byte, what the twin has.
#![allow(dead_code, unused_imports)]

mod act;
mod check;
mod lines;
mod told;

pub use act::{Act, Source, act};
pub use told::Told;

use std::collections::BTreeMap;
use undoodle_lab::history::Error;
use undoodle_lab::history::{CommitId, Header, History, Limits, Step};
use undoodle_lab::memory::Region;

/// Not a multiple of the block, so that the last block is a short one.
pub const SIZE: usize = 1003;

/// A history and what it must be.
pub struct Twin {
    pub history: History<Vec<u8>>,
    now: Vec<u8>,
    /// By number: the parent and the bytes.
    states: BTreeMap<u64, (u64, Vec<u8>)>,
    pins: BTreeMap<u64, Vec<u8>>,
    here: u64,
    /// By state: the child that was made or travelled last.
    preferred: BTreeMap<u64, u64>,
    saved: Vec<u8>,
    /// What is being written, from one save to the next.
    writing: Option<Vec<u8>>,
    saves: u32,
    open: Option<u32>,
    barrier: bool,
    clock: u64,
    /// What a counting allocator says that the history holds, and has held at most in the last step.
    pub held: i64,
    pub peak: i64,
}

fn region(at: usize, len: usize) -> Region {
    Region::new(at as u64, len)
}

impl Twin {
    pub fn new(limits: Limits) -> Twin {
        let start: Vec<u8> = (0..SIZE).map(|i| (i / 100) as u8).collect();
        Twin {
            history: History::with_limits(start.clone(), limits),
            now: start.clone(),
            states: [(0, (0, start.clone()))].into(),
            pins: BTreeMap::new(),
            here: 0,
            preferred: BTreeMap::new(),
            saved: start,
            writing: None,
            saves: 0,
            open: None,
            barrier: false,
            clock: 0,
            held: 0,
            peak: 0,
        }
    }

    /// Does something to the history, and has what that allocates counted.
    fn counted<T>(&mut self, act: impl FnOnce(&mut History<Vec<u8>>) -> T) -> T {
        let mut result = None;
        let info = allocation_counter::measure(|| result = Some(act(&mut self.history)));
        self.peak = self.peak.max(self.held + info.bytes_max as i64);
        self.held += info.bytes_current;
        result.unwrap()
    }

    /// The state where the history stands is the one with this number.
    fn stand(&mut self, id: u64) {
        self.here = id;
        self.now = self.states[&id].1.clone();
    }

    /// A commit was left, or none; compares that with what has changed.
    fn kept(&mut self, kept: Option<(u64, u64)>) {
        self.open = None;
        let (from, before) = (self.here, &self.states[&self.here].1);
        match kept {
            Some((id, parent)) => {
                assert_ne!(&self.now, &self.states[&parent].1, "a commit that changes nothing");
                self.states.insert(id, (parent, self.now.clone()));
                self.preferred.insert(parent, id);
                self.here = id;
                assert!(parent == from || parent == self.states[&from].0, "merged, or after the one before");
            }
            None if before == &self.now => {}
            None => {
                // Merged into nothing: back at the state before the one it was merged into.
                self.here = self.states[&from].0;
                assert_eq!(self.states[&self.here].1, self.now, "a change was lost");
            }
        }
    }

    fn refused(error: &Error) {
        assert!(matches!(error, Error::OverBudget { needed, budget } if needed > budget), "{error}");
    }

    /// Does one thing to both, and compares what they answer.
    pub fn step(&mut self, act: &Act) {
        self.peak = self.held;
        let depth = self.history.limits().depth;
        let steps = self.history.position().min(depth);
        let mut shortened = self.barrier;
        let before = self.told();
        match *act {
            Act::Begin(tag) => match self.open {
                Some(open) if open != tag => {
                    assert_eq!(self.counted(|h| h.begin(tag)), Err(Error::Busy { open, asked: tag }));
                }
                _ => {
                    self.counted(|h| h.begin(tag)).unwrap();
                    self.open = Some(tag);
                }
            },
            Act::Push(at, len) => {
                let allowed = self.open.is_some() && at + len <= SIZE;
                match self.counted(|h| h.push(region(at, len))) {
                    Ok(()) => assert!(allowed),
                    Err(error) if allowed => Twin::refused(&error),
                    Err(_) => {}
                }
            }
            Act::Write(at, len, value) => self.write(at, &vec![value; len]),
            Act::Scatter(step, seed) => {
                for at in (usize::from(seed)..SIZE).step_by(step * 7) {
                    self.write(at, &[seed.wrapping_mul(at as u8)]);
                }
            }
            Act::Carry => self.carry(),
            Act::BringBack(pick) => self.bring_back(pick),
            Act::Commit => {
                let kept = self
                    .counted(|h| h.commit(Header::new("Step")).map(|c| c.map(|c| (c.id().0, c.parent().0))));
                self.committed(kept);
            }
            Act::Merge(window) => {
                self.clock += 1;
                let header = Header::new("Part").timed(self.clock);
                let kept = self.counted(|h| {
                    h.commit_merging(header, window).map(|c| c.map(|c| (c.id().0, c.parent().0)))
                });
                self.committed(kept);
            }
            Act::Cancel => {
                let open = self.open.take().is_some();
                let passed = self.history.is_past_barrier();
                let taken = self.counted(|h| h.cancel());
                self.barrier = false;
                if passed {
                    assert!(!taken);
                    self.begin_anew();
                } else {
                    assert_eq!(taken, open);
                    self.stand(self.here);
                }
            }
            Act::Undo => self.undo(),
            Act::Redo => self.redo(),
            Act::Goto(pick) => {
                let ids: Vec<u64> = std::iter::once(self.history.base().0)
                    .chain(self.history.commits().map(|c| c.id().0))
                    .collect();
                self.goto(ids[pick % ids.len()]);
            }
            Act::Save => self.save(),
            Act::Pin => match self.counted(|h| h.pin(Header::new("Pin"))) {
                Ok(CommitId(id)) => {
                    assert!(self.open.is_none() && id == self.here);
                    self.pins.insert(id, self.now.clone());
                }
                Err(Error::Busy { .. }) => assert!(self.open.is_some()),
                Err(error) => Twin::refused(&error),
            },
            Act::Unpin(pick) => {
                let id = self.pins.keys().nth(pick % self.pins.len().max(1)).copied().unwrap_or(u64::MAX);
                assert_eq!(self.counted(|h| h.unpin(CommitId(id))), self.pins.remove(&id).is_some());
            }
            Act::GotoPin(pick) => {
                if let Some(id) = self.pins.keys().nth(pick % self.pins.len().max(1)).copied() {
                    self.goto(id);
                }
            }
            Act::Barrier => {
                let result = self.counted(|h| h.barrier());
                assert_eq!(result.is_ok(), self.open.is_some());
                if self.open.is_some() {
                    self.barrier = true;
                    shortened = true;
                }
            }
            Act::Seal(work) => {
                // The newest, too, as when nothing has happened for a while.
                self.counted(|h| if work % 4 == 0 { h.seal_all(work) } else { h.seal(work) });
            }
            Act::Limits(limits) => {
                let before = self.history.limits();
                let result = self.counted(|h| h.set_limits(limits));
                assert_eq!(self.history.limits(), if result.is_ok() { limits } else { before });
                if let Err(error) = result {
                    Twin::refused(&error);
                    assert!(self.open.is_some() || !self.pins.is_empty());
                }
                // On the way to a smaller budget, the larger one still holds.
                let most = before.budget.max(limits.budget) + before.working.max(limits.working);
                assert!(self.peak <= most as i64);
                self.peak = self.held;
                shortened = true;
            }
        }
        // Until it is a commit, an action costs the history nothing.
        let within =
            matches!(act, Act::Begin(_) | Act::Push(..) | Act::Write(..) | Act::Scatter(..) | Act::Cancel);
        if within && !shortened && !self.history.is_past_barrier() {
            assert_eq!(self.told(), before, "an action that is no commit changed the history");
        }
        let moved = matches!(act, Act::Undo | Act::Goto(_) | Act::GotoPin(_) | Act::Merge(_) | Act::Cancel);
        if !shortened && !moved && !self.barrier && self.history.position() > 0 {
            // The step under way counts as one of them, and so does one that was refused.
            let under_way = self.open.is_some();
            let least = if under_way { steps.min(depth.saturating_sub(1)) } else { steps };
            assert!(self.history.position() >= least, "fewer steps than the minimum depth");
        }
    }

    /// What the history tells of its commits.
    fn told(&self) -> (Vec<u64>, Vec<u64>, usize, usize, u64) {
        let ids = self.history.commits().map(|commit| commit.id().0).collect();
        let line = self.history.line().map(|commit| commit.id().0).collect();
        (ids, line, self.history.position(), self.history.ahead(), self.history.here().0)
    }

    fn write(&mut self, at: usize, bytes: &[u8]) {
        let allowed = self.open.is_some() && at + bytes.len() <= SIZE;
        let result =
            self.counted(|h| h.write(region(at, bytes.len())).map(|lent| lent.copy_from_slice(bytes)));
        match result {
            Ok(()) => {
                assert!(allowed);
                self.now[at..at + bytes.len()].copy_from_slice(bytes);
            }
            Err(error) if allowed => Twin::refused(&error),
            Err(error) => assert!(matches!(error, Error::Idle | Error::Region { .. })),
        }
    }

    fn committed(&mut self, kept: undoodle_lab::history::Result<Option<(u64, u64)>>) {
        match kept {
            Err(Error::Idle) => assert!(self.open.is_none()),
            Err(error) => {
                assert!(self.open.is_some() && !self.barrier);
                Twin::refused(&error);
            }
            // What was not remembered leaves a state that no commit leads to.
            Ok(None)
                if std::mem::take(&mut self.barrier) && !self.states.contains_key(&self.history.here().0) =>
            {
                self.begin_anew();
            }
            Ok(kept) => {
                self.barrier = false;
                self.kept(kept);
            }
        }
    }

    /// Behind a barrier nothing is left but the state as it is.
    fn begin_anew(&mut self) {
        self.open = None;
        self.here = self.history.here().0;
        assert_eq!((self.history.position(), self.history.commits().count()), (0, 0));
        self.states = [(self.here, (self.here, self.now.clone()))].into();
        self.preferred.clear();
    }

    fn undo(&mut self) {
        let could = self.history.position() > 0;
        let passed = self.history.is_past_barrier();
        let step = self.counted(|h| match h.undo().unwrap() {
            Step::Nothing => None,
            Step::Cancelled => Some(None),
            Step::Moved(commit) => Some(Some((commit.id().0, commit.parent().0))),
        });
        if self.open.take().is_some() {
            self.barrier = false;
            if passed {
                assert_eq!(step, None);
                return self.begin_anew();
            }
            assert_eq!(step, Some(None), "undo under way only cancels");
            self.stand(self.here);
        } else if could {
            let parent = self.states[&self.here].0;
            assert_eq!(step, Some(Some((self.here, parent))), "undo follows the parent");
            self.preferred.insert(parent, self.here);
            self.stand(parent);
        } else {
            assert_eq!(step, None);
        }
    }

    fn redo(&mut self) {
        let wanted = self.preferred.get(&self.here).copied();
        let claimed = wanted.filter(|id| self.history.commit_of(CommitId(*id)).is_ok());
        let step = self.counted(|h| {
            h.redo().map(|step| match step {
                Step::Moved(commit) => Some((commit.id().0, commit.parent().0)),
                _ => None,
            })
        });
        match step {
            Err(error) => assert!(matches!(error, Error::Busy { .. }) && self.open.is_some()),
            Ok(None) => assert_eq!(claimed, None, "redo was lost"),
            Ok(Some((id, parent))) => {
                assert_eq!(parent, self.here);
                assert!(claimed.is_none_or(|claimed| claimed == id), "redo goes where it was undone from");
                self.preferred.insert(parent, id);
                self.stand(id);
            }
        }
    }

    fn goto(&mut self, id: u64) {
        let there = self.history.commit_of(CommitId(id)).is_ok() || self.history.base().0 == id;
        let mut crossed = (0u64, 0u64);
        let result =
            self.counted(|h| h.goto(CommitId(id), |commit, _| crossed = (commit.id().0, commit.parent().0)));
        match result {
            Err(Error::Busy { .. }) => assert!(self.open.is_some()),
            Err(error) => {
                assert!(!there && self.pins.contains_key(&id));
                Twin::refused(&error);
            }
            Ok(moved) if there => {
                assert_eq!(moved, id != self.here);
                let mut child = id;
                while child != self.history.base().0 {
                    let parent = self.states[&child].0;
                    self.preferred.insert(parent, child);
                    child = parent;
                }
                self.stand(id);
            }
            Ok(moved) => {
                // A pin whose commit has gone comes back as a commit, unless it is what is there.
                self.now = self.pins[&id].clone();
                assert_eq!(moved, self.now != self.states[&self.here].1);
                if moved {
                    self.kept(Some(crossed));
                }
            }
        }
    }
}
