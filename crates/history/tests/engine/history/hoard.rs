//! Tests of what memory holds while a disk takes steps: `src/away.rs` and `src/budget.rs`.

use std::collections::{BTreeMap, VecDeque};
use undoodle_history::Error;
use undoodle_history::{CommitId, Header, History, Limits, Region};

const SIZE: u64 = 1 << 16;
/// Both have room for a step that changes all bytes, and little else.
const LIMITS: Limits = Limits { budget: 90_000, depth: 1, working: 150_000 };

/// A history whose steps go to a disk that is late, and all that a counting allocator says of it.
struct Hoarder {
    history: History<Vec<u8>>,
    chance: fastrand::Rng,
    /// Steps on their way to the disk, and those that are there.
    sent: VecDeque<CommitId>,
    disk: BTreeMap<u64, Vec<u8>>,
    states: BTreeMap<u64, Vec<u8>>,
    held: i64,
    refused: u32,
}

impl Hoarder {
    fn new(seed: u64) -> Hoarder {
        let mut history = History::with_limits(vec![0u8; SIZE as usize], LIMITS);
        history.hoard(true);
        Hoarder {
            history,
            chance: fastrand::Rng::with_seed(seed),
            sent: VecDeque::new(),
            disk: BTreeMap::new(),
            states: [(0, vec![0u8; SIZE as usize])].into(),
            held: 0,
            refused: 0,
        }
    }

    /// Does something, and checks the bound at the highest point: both budgets, and the records of steps that are away,
    /// which `Stats::records` counts.
    fn counted<T>(&mut self, act: impl FnOnce(&mut History<Vec<u8>>) -> T) -> T {
        let mut result = None;
        let before = self.history.stats().records;
        let info = allocation_counter::measure(|| result = Some(act(&mut self.history)));
        let allowed = LIMITS.budget + LIMITS.working + before.max(self.history.stats().records);
        let peak = self.held + info.bytes_max as i64;
        assert!(peak <= allowed as i64, "{peak} bytes at the peak, {allowed} allowed");
        self.held += info.bytes_current;
        result.unwrap()
    }

    /// Changes some bytes to noise, now and then so many that all budgets are too small.
    fn commit(&mut self) {
        let most = [300, 3000, 30_000, 65_000][self.chance.usize(..4)];
        let len = self.chance.usize(1..most);
        let at = self.chance.u64(..=SIZE - len as u64);
        let bytes: Vec<u8> = std::iter::repeat_with(|| self.chance.u8(..)).take(len).collect();
        let before = self.states[&self.history.here().0].clone();
        let all: Vec<u64> = self.history.commits().map(|commit| commit.id().0).collect();
        let done = self.counted(|history| {
            history.begin(1)?;
            let written = history.write(Region::new(at, len)).map(|room| room.copy_from_slice(&bytes));
            match written
                .and_then(|()| history.commit(Header::new("Noise")).map(|made| made.map(|made| made.id())))
            {
                Ok(made) => Ok(made),
                Err(error) => {
                    history.cancel();
                    Err(error)
                }
            }
        });
        match done {
            Ok(Some(id)) => {
                self.states.insert(id.0, self.history.arena().clone());
                self.sent.push_back(id);
            }
            Ok(None) => {}
            Err(Error::OverBudget { needed, budget }) => {
                assert!(needed > budget);
                assert!(self.history.arena() == &before, "what is refused changes nothing");
                self.refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
        let there = |id: &u64| self.history.commit_of(CommitId(*id)).is_ok();
        assert!(all.iter().all(there), "nothing is dropped while a disk takes steps");
    }

    /// Lets the oldest step reach the disk. Returns `false` if none is on its way.
    fn keep(&mut self) -> bool {
        let Some(id) = self.sent.pop_front() else { return false };
        let mut bytes = Vec::new();
        assert!(self.history.store_step(id, &mut bytes), "what no disk has is not put away");
        self.disk.insert(id.0, bytes);
        self.counted(|history| {
            history.keep_step(id);
            history.settle();
        });
        true
    }

    /// Goes to a step, reading what lies on the disk.
    fn goto(&mut self, to: CommitId) {
        for _ in 0..2000 {
            match self.counted(|history| history.goto(to, |_, _| {})) {
                Ok(_) => {
                    assert!(self.history.arena() == &self.states[&to.0], "the state of {to:?}");
                    return;
                }
                Err(Error::Away { commit }) => {
                    let Some(bytes) = self.disk.get(&commit).cloned() else { panic!("{commit} is nowhere") };
                    match self.counted(|history| history.supply(CommitId(commit), &bytes)) {
                        Ok(_) => {}
                        // Until more is written.
                        Err(Error::OverBudget { .. }) => {
                            assert!(self.keep(), "there is room once all is written")
                        }
                        Err(error) => panic!("{error}"),
                    }
                }
                Err(Error::OverBudget { .. }) => assert!(self.keep(), "there is room once all is written"),
                Err(error) => panic!("{error}"),
            }
        }
        panic!("{to:?} is never reached");
    }
}

#[test]
fn a_late_disk_is_owed_no_more_than_both_budgets_hold_and_gets_every_step() {
    let mut refused = 0;
    for seed in 0..6 {
        let mut hoarder = Hoarder::new(seed);
        for _ in 0..150 {
            match hoarder.chance.u8(..8) {
                0..=4 => hoarder.commit(),
                5..=6 => _ = hoarder.keep(),
                _ => {
                    let all: Vec<CommitId> = hoarder.history.commits().map(|commit| commit.id()).collect();
                    if !all.is_empty() {
                        let to = all[hoarder.chance.usize(..all.len())];
                        hoarder.goto(to);
                    }
                }
            }
        }
        while hoarder.keep() {}
        let stats = hoarder.history.stats();
        assert!(stats.bytes <= LIMITS.budget, "{stats:?}");
        hoarder.history.validate().unwrap();
        let all: Vec<CommitId> = hoarder.history.commits().map(|commit| commit.id()).collect();
        all.into_iter().for_each(|id| hoarder.goto(id));
        refused += hoarder.refused;
    }
    assert!(refused > 10, "{refused} steps were too large");
}
