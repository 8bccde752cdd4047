//! Tests of what the past is told as: `src/past.rs`.

use crate::support::*;
use std::collections::BTreeMap;
use std::ops::Range;
use undoodle_history::{CommitId, Error, Header, History, Limits, Origin};

/// The bytes of a state in some ranges, all others as zeros, and what they were told as a difference from.
fn read(history: &History<Vec<u8>>, at: CommitId, ranges: &[Range<u64>]) -> Result<(Vec<u8>, Origin), Error> {
    let mut then = vec![0; SIZE];
    let mut visit = |start: u64, bytes: &[u8]| {
        let inside =
            ranges.iter().any(|range| range.start <= start && start + bytes.len() as u64 <= range.end);
        assert!(inside, "what is visited lies in one range: {start}, {}", bytes.len());
        (start as usize..).zip(bytes).for_each(|(at, byte)| then[at] ^= byte);
    };
    let origin = history.past(at, ranges, &|_| true, &mut visit)?;
    if origin == Origin::Arena {
        for range in ranges {
            let range = range.start as usize..range.end as usize;
            then[range.clone()]
                .iter_mut()
                .zip(&history.arena()[range])
                .for_each(|(byte, live)| *byte ^= live);
        }
    }
    Ok((then, origin))
}

/// Some ranges, ascending and apart.
fn ranges(chance: &mut fastrand::Rng) -> Vec<Range<u64>> {
    let (mut ranges, mut from) = (Vec::new(), 0);
    while from < SIZE as u64 {
        let start = from + chance.u64(..200);
        let end = start + chance.u64(1..150);
        if end <= SIZE as u64 {
            ranges.push(start..end);
        }
        from = end + 1;
    }
    ranges
}

fn act(history: &mut History<Vec<u8>>, chance: &mut fastrand::Rng) {
    for _ in 0..chance.usize(1..4) {
        let at = chance.usize(..SIZE);
        let len = chance.usize(1..=(SIZE - at).min(300));
        let (fill, value) = (chance.bool(), chance.u8(..));
        let bytes = history.write(region(at, len)).unwrap();
        bytes.iter_mut().for_each(|byte| *byte = if fill { value } else { chance.u8(..) });
    }
}

#[test]
fn any_state_is_told_in_any_ranges() {
    for seed in 0..60 {
        let mut chance = fastrand::Rng::with_seed(seed);
        let (mut history, mut states) = (zeros(), BTreeMap::from([(CommitId(0), vec![0; SIZE])]));
        for time in 0..30 {
            history.begin(7).unwrap();
            act(&mut history, &mut chance);
            let merged = if chance.bool() { 10 } else { 0 };
            if let Some(made) = history.commit_merging(Header::new("Act").timed(time), merged).unwrap() {
                let id = made.id();
                states.insert(id, history.arena().clone());
            }
            for _ in 0..chance.usize(..4) {
                history.undo().unwrap();
            }
            if chance.u8(..) < 80 {
                history.seal_all(1000);
            }
        }
        let pin = history.pin(Header::new("Pin")).unwrap();
        states.retain(|id, _| history.has_state(*id));
        if chance.bool() {
            history.begin(1).unwrap();
            act(&mut history, &mut chance);
        }
        let live = history.arena().clone();
        for (id, whole) in &states {
            let ranges = ranges(&mut chance);
            let (found, origin) = read(&history, *id, &ranges).unwrap();
            assert_eq!(origin, Origin::Arena);
            for at in (0..SIZE).filter(|at| ranges.iter().any(|range| range.contains(&(*at as u64)))) {
                assert_eq!(found[at], whole[at], "seed {seed}: byte {at} of {id:?}");
            }
        }
        assert_eq!(*history.arena(), live);
        // A pin is told without any step.
        history.cancel();
        let pinned = history.arena().clone();
        history.begin(1).unwrap();
        history.write(region(0, SIZE)).unwrap().fill(99);
        history.commit(Header::new("Fill")).unwrap();
        history.set_limits(Limits { depth: 0, budget: 3000, ..history.limits() }).unwrap();
        if !history.has_state(pin) {
            let all = 0..SIZE as u64;
            assert_eq!(read(&history, pin, &[all]).unwrap(), (pinned, Origin::Zeros), "seed {seed}");
        }
        assert_eq!(read(&history, CommitId(9999), &[]), Err(Error::Gone { commit: 9999 }));
    }
}

#[test]
fn a_step_on_a_disk_is_only_needed_if_it_touches_what_is_asked_for() {
    let mut history = zeros();
    let base = history.base();
    let [one, two] = [(3, 7), (500, 8)].map(|(at, value)| paint(&mut history, at, value));
    history.hoard(true);
    assert!(history.keep_step(one));
    let before = history.limits();
    history.set_limits(Limits { budget: 1, ..before }).unwrap();
    history.set_limits(before).unwrap();
    assert!(history.is_away(one));
    let away = Error::Away { commit: one.0 };
    assert_eq!(history.origin_of(base, &|_| true), Err(away.clone()));
    assert_eq!(history.origin_of(base, &|id| id == two), Ok(Origin::Arena));
    assert_eq!(history.await_steps(&[two]), Ok(()));
    assert_eq!(history.await_steps(&[one, two]), Err(away));
    assert!(history.awaits(one));
    history.release();
    history.lose(one);
    assert!(matches!(history.origin_of(base, &|_| true), Err(Error::Unreadable { .. })));
}
