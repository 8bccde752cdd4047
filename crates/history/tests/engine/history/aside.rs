//! Tests of `src/aside.rs`.

use undoodle_history::Error;
use undoodle_history::{CommitId, Header, History, Limits, Region};

/// Bytes that a step writes.
const STEP: usize = 4096;

/// Writes noise as a step, which no packing makes smaller.
fn noise(history: &mut History<Vec<u8>>, place: usize, chance: &mut fastrand::Rng) -> CommitId {
    history.begin(1).unwrap();
    history.write(Region::new((place * STEP) as u64, STEP)).unwrap().fill_with(|| chance.u8(1..));
    history.commit(Header::new("Noise")).unwrap().unwrap().id()
}

/// A history without a store whose budget is used up by steps at the first places.
fn full() -> (History<Vec<u8>>, fastrand::Rng) {
    let mut chance = fastrand::Rng::with_seed(7);
    let limits = Limits { budget: 24 * STEP, depth: 1, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 64 * STEP], limits);
    let first = history.base();
    (0..40).for_each(|place| _ = noise(&mut history, place, &mut chance));
    assert_ne!(history.base(), first, "the oldest are dropped for the newest");
    (history, chance)
}

/// Sets a line of so many steps aside that can't be moved, but has to be copied: a branch of it conflicts with later steps.
/// Returns its last step and that one.
fn set_aside(
    history: &mut History<Vec<u8>>,
    steps: usize,
    chance: &mut fastrand::Rng,
) -> (CommitId, CommitId) {
    let tip = history.here();
    history.undo().unwrap();
    noise(history, 50, chance);
    history.goto(tip, |_, _| ()).unwrap();
    (0..steps).for_each(|_| _ = history.undo().unwrap());
    (tip, noise(history, 50, chance))
}

fn commits(history: &History<Vec<u8>>) -> Vec<CommitId> {
    history.commits().map(|commit| commit.id()).collect()
}

#[test]
fn without_a_store_the_oldest_steps_make_room_for_copies() {
    let (mut history, mut chance) = full();
    let after = history.arena()[37 * STEP..40 * STEP].to_vec();
    let (tip, mine) = set_aside(&mut history, 3, &mut chance);
    let before = commits(&history);
    let brought = history.bring_back(tip, |_| ()).unwrap();
    assert_eq!((brought.steps, brought.blocked), (3, None));
    assert_eq!(history.arena()[37 * STEP..40 * STEP], after);
    assert!(history.commit_of(tip).is_ok() && history.commit_of(mine).is_ok(), "what they are made of stays");
    let left = commits(&history);
    let gone = before.iter().filter(|id| !left.contains(id)).count();
    assert!(left.len() >= before.len() + 3 - gone && gone > 0, "{gone} of {} went", before.len());
    history.validate().unwrap();
}

#[test]
fn without_room_for_all_of_a_line_none_of_it_is_brought_back() {
    let (mut history, mut chance) = full();
    let steps = history.position() - 2;
    let (tip, _) = set_aside(&mut history, steps, &mut chance);
    let (before, here, bytes) = (commits(&history), history.here(), history.arena().clone());
    assert!(history.commit_of(tip).is_ok());
    assert!(matches!(history.bring_back(tip, |_| ()), Err(Error::OverBudget { .. })));
    assert_eq!((commits(&history), history.here()), (before, here));
    assert!(history.arena() == &bytes);
    history.validate().unwrap();
}
