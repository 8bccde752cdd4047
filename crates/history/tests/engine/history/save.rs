//! Tests of `src/save.rs`.

use undoodle_history::memory::Memory;
use undoodle_history::{Arena, CommitId, Error, Header, History, Limits, Region};

/// A history with branches, merged steps, a pin and a saved mark, somewhere in the middle of it.
fn lived<A: Arena>(arena: A, seed: u64) -> History<A> {
    let (mut history, mut chance) = (History::new(arena), fastrand::Rng::with_seed(seed));
    for time in 0..60 {
        match chance.u8(..10) {
            0..=5 => {
                history.begin(1 + u32::from(chance.bool())).unwrap();
                let start = chance.u64(..140) * 64;
                history.write(Region::new(start, 30)).unwrap().fill(chance.u8(..));
                let header = Header::new("Fill").timed(time).with(&[3]);
                let kept =
                    if chance.bool() { history.commit(header) } else { history.commit_merging(header, 9) };
                kept.unwrap();
            }
            6 => drop(history.undo().unwrap()),
            7 => drop(history.redo().unwrap()),
            8 if chance.u8(..3) == 0 => drop(history.pin(Header::new("Pin")).unwrap()),
            8 => drop(history.mark_saved()),
            _ => drop(history.seal(1 << 20)),
        }
    }
    history
}

/// Holds that two histories are the same, wherever one goes.
fn same<A: Arena>(one: &mut History<A>, other: &mut History<A>) {
    let told = |history: &History<A>| {
        let commits: Vec<_> = history
            .commits()
            .map(|commit| (commit.id(), commit.parent(), format!("{:?}", commit.header())))
            .collect();
        let pins: Vec<_> = history.pins().map(|(id, header)| (id, format!("{header:?}"))).collect();
        (commits, pins, history.here(), history.position(), history.ahead(), history.is_dirty())
    };
    assert_eq!(told(one), told(other));
    let mut all: Vec<CommitId> = one.commits().map(|commit| commit.id()).collect();
    all.extend(one.pins().map(|(id, _)| id));
    for id in all {
        one.goto(id, |_, _| ()).unwrap();
        other.goto(id, |_, _| ()).unwrap();
        assert_eq!(one.fingerprint().unwrap(), other.fingerprint().unwrap());
    }
    other.validate().unwrap();
}

#[test]
fn what_was_saved_is_loaded_as_it_was() {
    for seed in 0..40 {
        let mut history = lived(vec![0u8; 9000], seed);
        let bytes = history.save().unwrap();
        let mut again = History::load(Vec::new(), &bytes, Limits::default()).unwrap();
        assert!(again.arena() == history.arena());
        same(&mut history, &mut again);
        let mut history = lived(Memory::new(1 << 20), seed);
        let bytes = history.save().unwrap();
        same(&mut history, &mut History::load(Memory::new(1 << 20), &bytes, Limits::default()).unwrap());
    }
}

#[test]
fn an_open_action_is_not_saved() {
    let mut history = lived(vec![0u8; 9000], 1);
    history.begin(5).unwrap();
    assert_eq!(history.save(), Err(Error::Busy { open: 5, asked: 5 }));
}

#[test]
fn what_was_changed_is_refused_or_harmless() {
    let (mut chance, mut refused) = (fastrand::Rng::with_seed(8), 0);
    let bytes = lived(vec![0u8; 9000], 2).save().unwrap();
    for _ in 0..2000 {
        let mut wrong = bytes.clone();
        for _ in 0..chance.usize(1..4) {
            let at = chance.usize(..wrong.len());
            match chance.u8(..3) {
                0 => wrong.truncate(at.max(1)),
                1 => wrong.insert(at, chance.u8(..)),
                _ => wrong[at] = [0, 1, 0x7f, 0x80, 0xff, chance.u8(..)][chance.usize(..6)],
            }
        }
        let taken =
            allocation_counter::measure(|| match History::load(Vec::new(), &wrong, Limits::default()) {
                Err(_) => refused += 1,
                Ok(mut history) => {
                    let all: Vec<CommitId> = history.commits().map(|commit| commit.id()).collect();
                    all.into_iter().for_each(|id| _ = history.goto(id, |_, _| ()));
                }
            });
        assert!(taken.bytes_max < 16 << 20, "{} bytes", taken.bytes_max);
    }
    assert!(refused > 1000, "{refused} were refused");
}

#[test]
fn limits_hold_for_what_is_loaded() {
    let bytes = lived(vec![0u8; 9000], 3).save().unwrap();
    let limits = Limits { budget: 600, depth: 1, ..Limits::default() };
    let small = History::load(Vec::new(), &bytes, limits);
    assert!(small.is_ok_and(|history| history.stats().bytes <= 600));
}
