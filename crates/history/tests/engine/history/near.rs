//! Tests of `src/near.rs`.

use undoodle_history::{Header, History, Limits, Region, Step};

/// Paints, undoes and repaints, and returns each commit as it is stored, and how many runs each has put into slabs.
fn paint(limits: Limits) -> (Vec<Vec<u8>>, Vec<usize>) {
    let mut history = History::with_limits(vec![0u8; 1 << 16], limits);
    let (mut stored, mut near) = (Vec::new(), Vec::new());
    for step in 0..60u64 {
        let before = history.slabs_held().0;
        history.begin(3).unwrap();
        for i in 0..step % 7 {
            let at = (step * 977 + i * 61) % 65_000;
            let value = if step % 5 == 0 { 0 } else { step as u8 };
            history.write(Region::new(at, 9)).unwrap().fill(value);
        }
        let made = history.commit(Header::new("Paint").timed(step * 100)).unwrap().map(|commit| commit.id());
        if let Some(id) = made {
            let mut bytes = Vec::new();
            assert!(history.store_step(id, &mut bytes));
            stored.push(bytes);
            near.push(history.slabs_held().0 - before);
        }
        if step % 9 == 8 {
            assert!(matches!(history.undo(), Ok(Step::Moved(_))));
        }
        history.validate().unwrap();
    }
    (stored, near)
}

#[test]
fn the_short_way_and_the_long_one_lead_to_the_same_commits() {
    let (short, near) = paint(Limits::default());
    let (long, far) = paint(Limits { budget: 900_000, ..Limits::default() });
    assert!(short == long && short.len() > 40);
    assert!(near.iter().all(|runs| *runs == 1) && far.iter().all(|runs| *runs == 0));
}

#[test]
fn what_is_merged_stands_alone() {
    let mut history = History::new(vec![0u8; 4096]);
    for time in 0..4 {
        history.begin(1).unwrap();
        history.write(Region::new(time * 100, 4)).unwrap().fill(7);
        history.commit_merging(Header::new("Nudge").timed(time), 10).unwrap();
        history.validate().unwrap();
    }
    assert_eq!((history.position(), history.slabs_held().1), (1, 0));
    history.undo().unwrap();
    assert!(history.arena().iter().all(|byte| *byte == 0));
}
