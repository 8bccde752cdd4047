//! Tests of `src/line.rs`.

use undoodle_history::{CommitId, Header, History, Limits, Region};

/// Maximum number of marks.
const MOST: usize = 512;

fn set(history: &mut History<Vec<u8>>, at: u64, value: u8) {
    history.begin(1).unwrap();
    history.write(Region::new(at, 1)).unwrap()[0] = value;
    history.commit(Header::new("Set")).unwrap();
}

/// Compares the line by index with the line that is walked.
fn check(history: &mut History<Vec<u8>>, from: usize) {
    let walked: Vec<_> = history.line().skip(from).take(70).map(|commit| commit.id()).collect();
    let found: Vec<_> = history.line_from(from).take(70).map(|commit| commit.id()).collect();
    assert_eq!(found, walked, "from {from}");
}

/// Has a line grow, shrink and move at random. Returns whether its oldest steps were dropped, and the most marks that were used.
fn moved_at_random(budget: usize) -> (bool, usize) {
    let mut chance = fastrand::Rng::with_seed(2);
    let limits = Limits { budget, depth: 1, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 1000], limits);
    let (base, mut most) = (history.base(), 0);
    for round in 0..9000u32 {
        match chance.u32(0..100) {
            0..70 => set(&mut history, chance.u64(0..1000), round as u8 | 1),
            70..80 => (0..chance.u32(0..40)).for_each(|_| _ = history.undo().unwrap()),
            80..88 => (0..chance.u32(0..40)).for_each(|_| _ = history.redo().unwrap()),
            88..91 => {
                let ids: Vec<_> = history.commits().map(|commit| commit.id()).collect();
                let to = if ids.is_empty() { history.base() } else { ids[chance.usize(0..ids.len())] };
                history.goto(to, |_, _| ()).unwrap();
            }
            91..93 => {
                history.begin(2).unwrap();
                history.write(Region::new(chance.u64(0..1000), 1)).unwrap()[0] = round as u8;
                history.commit_merging(Header::new("Nudge"), 1000).unwrap();
            }
            93..96 => {
                history.begin(3).unwrap();
                history.write(Region::new(chance.u64(0..1000), 1)).unwrap()[0] = round as u8;
                history.commit_carrying(Header::new("Look")).unwrap();
            }
            _ => {
                if let Some((tip, _)) = history.aside() {
                    // Without room for copies, it brings back nothing.
                    _ = history.bring_back(tip, |_| ());
                }
            }
        }
        most = most.max(history.walk_to(0).1);
        let steps = history.line().count();
        for from in [0, chance.usize(0..steps + 2), steps.saturating_sub(5)] {
            check(&mut history, from);
        }
    }
    (history.base() != base, most)
}

#[test]
fn steps_are_found_whatever_becomes_of_the_line() {
    let found = [250_000, 300_000, 400_000, 800_000].map(moved_at_random);
    assert!(found.iter().any(|(dropped, _)| *dropped), "the oldest were dropped: {found:?}");
    assert!(found.iter().any(|(_, most)| *most > 3), "many marks were used: {found:?}");
}

#[test]
fn finding_steps_takes_a_short_walk_however_many_there_are() {
    const STEPS: usize = 50_000;
    let limits = Limits { budget: 256 << 20, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 1000], limits);
    (0..STEPS).for_each(|step| set(&mut history, step as u64 % 1000, (step / 1000 % 255) as u8 + 1));
    assert_eq!(history.position(), STEPS);
    let cost = |history: &mut History<Vec<u8>>, from: usize| {
        let (passed, _) = history.walk_to(from);
        assert_eq!(history.line_from(from).take(20).count(), 20.min(STEPS - from));
        passed
    };
    assert!(cost(&mut history, STEPS - 1) >= STEPS as u64 - 1, "the first time, the line is walked");
    let mut chance = fastrand::Rng::with_seed(4);
    for _ in 0..200 {
        let from = chance.usize(0..STEPS);
        assert!(cost(&mut history, from) < 200, "from {from}");
    }
    // A new step costs no other walk, nor does undo, nor a step that sets a part of the line aside.
    set(&mut history, 3, 77);
    assert!(cost(&mut history, STEPS - 20) < 200);
    (0..100).for_each(|_| _ = history.undo().unwrap());
    assert!(cost(&mut history, STEPS - 20) < 200);
    set(&mut history, 3, 78);
    assert!(history.position() < STEPS && history.walk_to(0).1 <= MOST);
    assert!(cost(&mut history, STEPS / 2) < 200);
    history.goto(history.base(), |_, _| ()).unwrap();
    assert!(cost(&mut history, STEPS / 3) < 200);
}

#[test]
fn branches_are_listed_where_they_leave_as_far_as_they_are_wanted() {
    let mut history = History::new(vec![0u8; 100]);
    set(&mut history, 0, 1);
    let fork = history.here();
    (1..=3).for_each(|at| set(&mut history, at, 1));
    let first: Vec<_> = history.line().skip(1).map(|commit| commit.id()).collect();
    history.goto(first[1], |_, _| ()).unwrap();
    set(&mut history, 9, 9);
    let nested = history.here();
    history.goto(fork, |_, _| ()).unwrap();
    set(&mut history, 10, 1);
    // The nested branch is its parent's first child, as it was made last.
    let all = [first[0], first[1], nested, first[2]];
    assert_eq!(history.branches_at(fork, 99), all);
    assert_eq!(history.branches_at(fork, 2), all[..2]);
    assert_eq!(history.branches_at(first[1], 99), all[3..]);
    for none in [history.base(), history.here(), CommitId(999)] {
        assert_eq!(history.branches_at(none, 99), []);
    }
    assert_eq!(history.branches_at(fork, 0), []);
}
