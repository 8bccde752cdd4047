//! Tests of `src/slabs.rs`.

use crate::memory::Region;
use crate::slabs::{Run, SLAB, Slabs};
use crate::{Header, History, Limits};

fn keep(slabs: &mut Slabs, bytes: &[u8]) -> Run {
    if slabs.tail(bytes.len()).is_none() {
        assert!(slabs.add_slab());
    }
    let tail = slabs.tail(bytes.len()).unwrap();
    tail.extend_from_slice(bytes);
    slabs.keep(bytes.len())
}

#[test]
fn runs_lie_behind_each_other_and_a_slab_goes_with_its_last() {
    let mut slabs = Slabs::default();
    assert!(slabs.tail(1).is_none());
    let runs: Vec<Run> = (0..40).map(|i| keep(&mut slabs, &[i; 1000])).collect();
    slabs.validate(runs.clone()).unwrap();
    assert_eq!(slabs.bytes, 3 * SLAB, "sixteen in a slab");
    assert!(runs.iter().zip(0..).all(|(run, i)| slabs.get(*run) == [i; 1000]));
    runs[..15].iter().for_each(|run| slabs.release(*run));
    assert_eq!(slabs.bytes, 3 * SLAB);
    slabs.release(runs[15]);
    assert_eq!((slabs.bytes, slabs.get(runs[16])), (2 * SLAB, &[16; 1000][..]));
    runs[32..].iter().for_each(|run| slabs.release(*run));
    slabs.validate(runs[16..32].to_vec()).unwrap();
    slabs.trim();
    assert_eq!((slabs.bytes, slabs.is_empty()), (SLAB, false));
    runs[16..32].iter().for_each(|run| slabs.release(*run));
    slabs.trim();
    assert_eq!(slabs.bytes_held(), 0);
}

/// Paints single bytes at multiples of 64.
fn paint(history: &mut History<Vec<u8>>, count: u64, value: u8) -> bool {
    history.begin(1).unwrap();
    for at in 0..count {
        history.write(Region::new(at * 64, 1)).unwrap()[0] = value;
    }
    history.commit(Header::new("Paint")).is_ok_and(|commit| commit.is_some())
}

#[test]
fn small_steps_share_a_slab_until_they_are_cold() {
    let mut history = History::new(vec![0u8; 1 << 20]);
    (1..=8).for_each(|value| assert!(paint(&mut history, 4, value)));
    assert!(!paint(&mut history, 4, 8), "nothing changed");
    assert!(paint(&mut history, 100, 9), "too long for a slab");
    assert_eq!(history.slabs_held(), (8, SLAB));
    let (stats, steps) = (history.stats(), history.line().map(|step| step.bytes()).sum::<usize>());
    assert!(stats.slack > SLAB * 3 / 4, "eight small steps are far from filling a slab: {stats:?}");
    let lists = stats.bytes - stats.slack - steps;
    assert!(lists < SLAB / 4, "but for the slack, it is steps that take memory: {stats:?}, steps {steps}");
    history.validate().unwrap();
    while history.seal(1 << 20) {}
    assert_eq!(history.slabs_held().0, 3, "the newest four stay hot");
    history.validate().unwrap();
    (0..9).for_each(|_| _ = history.undo().unwrap());
    assert!(history.arena().iter().all(|byte| *byte == 0));
    (0..9).for_each(|_| _ = history.redo().unwrap());
    assert_eq!(history.arena()[64], 9);
    history.validate().unwrap();
}

#[test]
fn slabs_are_emptied_before_a_step_is_refused_or_dropped() {
    let limits = Limits { budget: 1 << 20, depth: 3, working: 8 << 20 };
    let mut history = History::with_limits(vec![0u8; 4 << 20], limits);
    (1..=20).for_each(|value| assert!(paint(&mut history, 4, value)));
    assert_eq!(history.slabs_held().0, 20);
    // With what it needs, all of the budget but a few kilobytes is taken, less than a slab.
    let mut state = 1u32;
    let mut noise = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8 | 1
    };
    let len = 890_000;
    history.begin(1).unwrap();
    history.write(Region::new(1 << 20, len)).unwrap().fill_with(&mut noise);
    assert!(history.commit(Header::new("Noise")).unwrap().is_some());
    history.validate().unwrap();
    assert_eq!(history.slabs_held().1, 0);
    assert_eq!(history.position(), 21, "packed, the others fit beside it");
    history.set_limits(Limits { budget: 100_000, ..limits }).unwrap();
    history.validate().unwrap();
    assert!(paint(&mut history, 4, 99));
    assert_eq!(history.slabs_held().1, 0, "a small budget has no room for slabs");
}

#[test]
fn steps_that_leave_their_slab_stay_within_a_budget_that_was_lowered() {
    let limits = |budget| Limits { budget, ..Limits::default() };
    let painted = || {
        let mut history = History::new(vec![0u8; 1 << 20]);
        (1..=20).for_each(|value| assert!(paint(&mut history, 8, value)));
        history
    };
    let held = painted().stats().bytes;
    for budget in (held - 2000..held + 6000).step_by(100) {
        let mut history = painted();
        history.set_limits(limits(budget)).unwrap();
        assert!(history.slabs_held().0 == 0, "a small budget has no room for slabs");
        while history.seal(1000) {
            history.validate().unwrap();
        }
        history.validate().unwrap();
        assert_eq!(history.position(), 20, "packed, they all fit");
    }
}

#[test]
fn a_step_stays_in_its_slab_if_the_budget_has_no_room_beside_it() {
    let limits = Limits { budget: 1 << 20, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 1 << 20], limits);
    (1..=8).for_each(|value| assert!(paint(&mut history, 8, value)));
    // The open action takes the room for packing, so the smaller budget keeps its slab.
    history.begin(1).unwrap();
    history.write(Region::new(0, 1 << 19)).unwrap().fill(1);
    let full = Limits { working: history.stats().touched, ..limits };
    history.set_limits(full).unwrap();
    let budget = history.stats().bytes + 100;
    history.set_limits(Limits { budget, ..full }).unwrap();
    history.cancel();
    history.set_limits(Limits { budget, ..limits }).unwrap();
    assert_eq!((history.position(), history.slabs_held().1), (8, SLAB));
    (9..=15).for_each(|value| assert!(paint(&mut history, 8, value)));
    while history.seal(1000) {
        history.validate().unwrap();
    }
    history.validate().unwrap();
    assert_eq!((history.position(), history.slabs_held().1), (15, SLAB));
}
