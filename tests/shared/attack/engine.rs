//! The engine under attack: random actions on plain bytes, where each may be refused at any point.
//!
//! What is held: an action that is cancelled or refused leaves commits, the line, the position, pins
//! and bytes as they were; a state has the same bytes whenever the history stands there.

use super::hold::Stand;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::BTreeMap;

use undoodle::history::{CommitId, Header, History, Limits, Result};
use undoodle::memory::Region;

/// The bytes of the arena, which end within a block.
pub const SIZE: usize = 200_100;

/// A run of bytes that is written: where, how long, and what numbers its noise.
pub type Write = (usize, usize, u32);

/// Something that is done to a history.
#[derive(Clone, Debug)]
pub enum Act {
    /// An action that is committed.
    Step(Vec<Write>),
    /// One that may be merged into the step before.
    Merge(Vec<Write>),
    /// One that is cancelled.
    Cancel(Vec<Write>),
    /// One that undo takes back.
    Interrupt(Vec<Write>),
    Undo,
    Redo,
    Goto(usize),
    Pin,
    GotoPin(usize),
    Seal(usize),
}

/// Runs of bytes, most of them short.
pub fn writes() -> impl Strategy<Value = Vec<Write>> {
    let len = prop_oneof![2 => 1usize..40, 3 => 40usize..3000, 2 => 3000usize..60_000];
    vec((0..SIZE, len, any::<u32>()).prop_map(|(at, len, noise)| (at, len.min(SIZE - at), noise)), 1..6)
}

/// Any act.
pub fn act() -> impl Strategy<Value = Act> {
    prop_oneof![
        12 => writes().prop_map(Act::Step),
        6 => writes().prop_map(Act::Merge),
        2 => writes().prop_map(Act::Cancel),
        1 => writes().prop_map(Act::Interrupt),
        3 => Just(Act::Undo),
        3 => Just(Act::Redo),
        4 => any::<usize>().prop_map(Act::Goto),
        1 => Just(Act::Pin),
        1 => any::<usize>().prop_map(Act::GotoPin),
        3 => (1000usize..1 << 20).prop_map(Act::Seal),
    ]
}

/// A history and the bytes of its states.
pub struct Engine {
    pub history: History<Vec<u8>>,
    states: BTreeMap<u64, Vec<u8>>,
    stand: Stand,
    time: u64,
}

impl Engine {
    pub fn new() -> Engine {
        let start: Vec<u8> = (0..SIZE).map(|i| (i / 700) as u8).collect();
        let history = History::new(start.clone());
        Engine { stand: Stand::of(&history), history, states: [(0, start)].into(), time: 0 }
    }

    /// Sets other limits; what goes for them goes.
    pub fn limit(&mut self, limits: Limits) -> Result<()> {
        let result = self.history.set_limits(limits);
        self.stand = Stand::of(&self.history);
        result
    }

    /// Does something. Returns `true` if it was kept, and not cancelled.
    pub fn apply(&mut self, act: &Act) -> Result<bool> {
        let history = &mut self.history;
        match act {
            Act::Step(writes) | Act::Merge(writes) => {
                self.time += 1;
                let header = Header::new("Step").timed(self.time);
                let done = write(history, 1, writes).and_then(|()| match act {
                    Act::Merge(_) => history.commit_merging(header, u64::MAX).map(drop),
                    _ => history.commit(header).map(drop),
                });
                if done.is_err() {
                    history.cancel();
                }
                done?;
            }
            Act::Cancel(writes) | Act::Interrupt(writes) => {
                let done = write(history, 2, writes);
                if let Act::Cancel(_) = act {
                    history.cancel();
                } else {
                    history.undo()?;
                }
                return done.map(|()| false);
            }
            Act::Undo => _ = history.undo()?,
            Act::Redo => _ = history.redo()?,
            Act::Goto(pick) => {
                let count = history.commits().count();
                let id = history.commits().nth(pick % count.max(1)).map(|commit| commit.id());
                history.goto(id.unwrap_or(history.base()), |_, _| ())?;
            }
            Act::Pin => drop(history.pin(Header::new("Pin"))?),
            Act::GotoPin(pick) => {
                let count = history.pins().count();
                let pin = history.pins().nth(pick % count.max(1)).map(|(id, _)| id);
                history.goto(pin.unwrap_or(CommitId(history.base().0)), |_, _| ())?;
            }
            Act::Seal(work) => drop(history.seal(*work)),
        }
        Ok(true)
    }

    /// Does something and checks what came of it.
    pub fn hold(&mut self, act: Act) {
        let done = self.apply(&act);
        self.check(&act, &done);
    }

    /// Checks the history after an act, by what that returned.
    pub fn check(&mut self, act: &Act, done: &Result<bool>) {
        let history = &self.history;
        history.validate().unwrap_or_else(|broken| panic!("{broken}: {:?}", history.stats()));
        let stats = history.stats();
        assert!(stats.bytes <= stats.budget, "{} bytes of {}", stats.bytes, stats.budget);
        assert!(!history.is_open(), "the action has ended");
        let (now, bytes) = (Stand::of(history), history.arena());
        if !matches!(done, Ok(true)) {
            assert_eq!(now, self.stand, "what was not kept costs the history nothing");
        }
        match self.states.get(&now.here) {
            Some(known) => assert!(bytes == known, "the bytes of state {}", now.here),
            // A pin whose commit has gone comes back as a new one.
            None => {
                assert!(matches!(act, Act::Step(_) | Act::Merge(_) | Act::GotoPin(_)));
                drop(self.states.insert(now.here, bytes.clone()));
            }
        }
        let kept = |id: &u64| now.commits.contains(id) || now.pins.contains(id) || *id == now.base;
        self.states.retain(|id, _| kept(id));
        self.stand = now;
    }
}

/// Writes noise within an action.
fn write(history: &mut History<Vec<u8>>, tag: u32, writes: &[Write]) -> Result<()> {
    history.begin(tag)?;
    for (at, len, noise) in writes {
        let lent = history.write(Region::new(*at as u64, *len))?;
        for (i, byte) in (0u32..).zip(lent) {
            // A quarter of the runs are noise, the others repeat and can be packed.
            let value =
                if noise.is_multiple_of(4) { i.wrapping_mul(noise | 1) } else { i % 40 + noise % 128 };
            *byte = (value ^ value >> 13) as u8;
        }
    }
    Ok(())
}
