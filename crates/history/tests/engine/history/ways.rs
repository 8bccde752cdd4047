//! Tests of `src/past.rs`: states told from anywhere, also where their steps lie on a disk.

use std::collections::BTreeMap;
use undoodle_history::{CommitId, Error, Header, History, Limits, Region};

const SIZE: u64 = 1 << 15;

/// A history with branches whose steps are all on a disk, most of them on it alone.
struct Kept {
    history: History<Vec<u8>>,
    disk: BTreeMap<CommitId, Vec<u8>>,
    states: BTreeMap<CommitId, Vec<u8>>,
}

fn kept(chance: &mut fastrand::Rng) -> Kept {
    let limits = Limits { budget: 16_000, depth: 1, working: 200_000 };
    let mut history = History::with_limits(vec![0; SIZE as usize], limits);
    history.hoard(true);
    let (mut disk, mut states) = (BTreeMap::new(), BTreeMap::new());
    states.insert(history.base(), history.arena().clone());
    for _ in 0..60 {
        if chance.usize(..4) == 0 {
            history.undo().unwrap();
        }
        history.begin(1).unwrap();
        let region = Region::new(chance.u64(..SIZE - 3000), 3000);
        history.write(region).unwrap().fill_with(|| chance.u8(..));
        let id = history.commit(Header::new("Noise")).unwrap().unwrap().id();
        states.insert(id, history.arena().clone());
        let mut bytes = Vec::new();
        assert!(history.store_step(id, &mut bytes));
        disk.insert(id, bytes);
        history.keep_step(id);
        history.settle();
    }
    Kept { history, disk, states }
}

#[test]
fn any_state_near_by_is_told_without_going_there() {
    let (mut fetched, mut told) = (0, 0);
    for seed in 0..10 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let Kept { mut history, disk, states } = kept(&mut chance);
        let all: Vec<CommitId> = states.keys().copied().collect();
        for _ in 0..40 {
            let [one, other] = [(); 2].map(|()| all[chance.usize(all.len().saturating_sub(14)..all.len())]);
            let here = history.arena().clone();
            let mut waits = 0;
            while let Err(error) = history.await_ways(one, other) {
                let Error::Away { commit } = error else { panic!("{error}") };
                history.supply(CommitId(commit), &disk[&CommitId(commit)]).unwrap();
                (waits, fetched) = (waits + 1, fetched + 1);
                assert!(waits < 100, "what was supplied stays until all is there");
            }
            let mut then = here.clone();
            let exchange = |then: &mut Vec<u8>, at: u64, bytes: &[u8]| {
                (at as usize..).zip(bytes).for_each(|(at, byte)| then[at] ^= byte);
            };
            for step in history.way_to(one) {
                step.exchange(|at, bytes| exchange(&mut then, at, bytes)).unwrap();
            }
            assert!(then == states[&one], "seed {seed}: {one:?} from here");
            for step in history.way_between(one, other) {
                step.exchange(|at, bytes| exchange(&mut then, at, bytes)).unwrap();
            }
            assert!(then == states[&other], "seed {seed}: {other:?} from {one:?}");
            assert!(history.arena() == &here, "nothing has moved");
            // What came for this has no room any more.
            history.release();
            history.settle();
            told += 2;
            if chance.usize(..3) == 0 && history.goto(other, |_, _| {}).is_err() {
                history.release();
                history.settle();
            }
        }
        history.validate().unwrap();
    }
    assert!(told > 500 && fetched > 20, "{told} states told, {fetched} steps fetched");
}

#[test]
fn a_state_that_is_not_there_is_refused() {
    let mut history = History::new(vec![0u8; 16]);
    assert!(history.has_state(history.base()) && !history.has_state(CommitId(9)));
    assert_eq!(history.await_ways(history.base(), CommitId(9)), Err(Error::Gone { commit: 9 }));
    assert_eq!(history.await_ways(history.base(), history.base()), Ok(()));
}
