//! The engine against a naive twin that keeps whole copies, over random actions.
#![cfg(not(target_arch = "wasm32"))]

use proptest::prelude::*;
use undoodle::history::{Header, History, Step};
use undoodle::memory::{Arena, Region};
use undoodle::{Error, color::Color, geometry::Rect};

/// Not a multiple of the block, so that the last block is a short one.
const SIZE: usize = 1000;

/// What can be done to a history.
#[derive(Clone, Debug)]
enum Act {
    Begin(u32),
    Push(usize, usize),
    Write(usize, usize, u8),
    Commit,
    Cancel,
    Undo,
    Redo,
}

fn act() -> impl Strategy<Value = Act> {
    // A few bytes past the end are asked for too, and must be refused.
    let region = || (0..SIZE + 8, prop_oneof![0usize..12, 0usize..600]);
    prop_oneof![
        2 => (1u32..3).prop_map(Act::Begin),
        2 => region().prop_map(|(at, len)| Act::Push(at, len)),
        6 => (region(), 0u8..3).prop_map(|((at, len), value)| Act::Write(at, len, value)),
        2 => Just(Act::Commit),
        1 => Just(Act::Cancel),
        2 => Just(Act::Undo),
        2 => Just(Act::Redo),
    ]
}

/// The textbook: every state is a whole copy.
struct Twin {
    now: Vec<u8>,
    states: Vec<Vec<u8>>,
    at: usize,
    open: Option<u32>,
}

impl Twin {
    fn take_back(&mut self) {
        self.now = self.states[self.at].clone();
        self.open = None;
    }
}

fn region(at: usize, len: usize) -> Region {
    Region::new(at as u64, len)
}

/// Does one thing to both, and compares what they answer.
fn step(history: &mut History<Vec<u8>>, twin: &mut Twin, act: &Act) {
    match *act {
        Act::Begin(tag) => match twin.open {
            Some(open) if open != tag => {
                assert_eq!(history.begin(tag), Err(Error::Busy { open, asked: tag }));
            }
            _ => {
                history.begin(tag).unwrap();
                twin.open = Some(tag);
            }
        },
        Act::Push(at, len) => {
            let allowed = twin.open.is_some() && at + len <= SIZE;
            assert_eq!(history.push(region(at, len)).is_ok(), allowed);
        }
        Act::Write(at, len, value) => {
            let allowed = twin.open.is_some() && at + len <= SIZE;
            let lent = history.write(region(at, len));
            assert_eq!(lent.is_ok(), allowed);
            if let Ok(bytes) = lent {
                bytes.fill(value);
                twin.now[at..at + len].fill(value);
            }
        }
        Act::Commit if twin.open.is_none() => {
            assert_eq!(history.commit(Header::new("none")).err(), Some(Error::Idle));
        }
        Act::Commit => {
            let changed = twin.now != twin.states[twin.at];
            assert_eq!(history.commit(Header::new("Step")).unwrap().is_some(), changed);
            if changed {
                twin.states.truncate(twin.at + 1);
                twin.states.push(twin.now.clone());
                twin.at += 1;
            }
            twin.open = None;
        }
        Act::Cancel => {
            assert_eq!(history.cancel(), twin.open.is_some());
            twin.take_back();
        }
        Act::Undo => {
            let step = history.undo();
            if twin.open.is_some() {
                assert!(matches!(step, Step::Cancelled));
            } else if twin.at > 0 {
                assert!(matches!(step, Step::Moved(_)));
                twin.at -= 1;
            } else {
                assert!(matches!(step, Step::Nothing));
            }
            twin.take_back();
        }
        Act::Redo if twin.open.is_some() => assert!(matches!(history.redo(), Step::Busy)),
        Act::Redo => {
            let more = twin.at + 1 < twin.states.len();
            assert_eq!(matches!(history.redo(), Step::Moved(_)), more);
            twin.at += usize::from(more);
            twin.take_back();
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn bytes_equal_the_twins_after_every_step(acts in prop::collection::vec(act(), 1..120)) {
        let start: Vec<u8> = (0..SIZE).map(|i| (i / 100) as u8).collect();
        let mut history = History::new(start.clone());
        let mut twin = Twin { now: start.clone(), states: vec![start], at: 0, open: None };
        for act in &acts {
            step(&mut history, &mut twin, act);
            prop_assert_eq!(history.arena(), &twin.now, "after {:?}", act);
            prop_assert_eq!(history.validate(), Ok(()));
            prop_assert_eq!(history.position(), twin.at);
            prop_assert_eq!(history.commits().len(), twin.states.len() - 1);
            let stats = history.stats();
            prop_assert!(stats.undo <= stats.redo && stats.redo <= stats.temp);
        }
    }
}

/// A history over zeros with an action begun.
fn begun() -> History<Vec<u8>> {
    let mut history = History::new(vec![0u8; SIZE]);
    history.begin(1).unwrap();
    history
}

fn paint(history: &mut History<Vec<u8>>, at: usize, value: u8) {
    history.begin(1).unwrap();
    history.write(region(at, 1)).unwrap()[0] = value;
    history.commit(Header::new("Paint")).unwrap();
}

#[test]
fn overlapping_and_repeated_pushes_restore_the_first_copy() {
    let mut history = begun();
    history.write(region(10, 4)).unwrap().fill(1);
    history.write(region(8, 8)).unwrap().fill(2);
    history.push(region(10, 4)).unwrap();
    history.write(region(10, 4)).unwrap().fill(3);
    history.commit(Header::new("Overlap")).unwrap();
    let after = history.arena().clone();
    history.undo();
    assert!(history.arena().iter().all(|byte| *byte == 0));
    history.redo();
    assert_eq!(history.arena(), &after);
}

#[test]
fn a_larger_push_at_the_same_address_is_not_ignored() {
    let mut history = begun();
    history.push(region(0, 1)).unwrap();
    history.write(region(0, 900)).unwrap().fill(9);
    history.commit(Header::new("Large")).unwrap();
    history.undo();
    assert!(history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn an_action_that_changed_nothing_keeps_redo() {
    let mut history = History::new(vec![0u8; SIZE]);
    paint(&mut history, 5, 1);
    history.undo();
    history.begin(1).unwrap();
    history.write(region(5, 1)).unwrap()[0] = 0;
    assert!(history.commit(Header::new("Nothing")).unwrap().is_none());
    assert!(matches!(history.redo(), Step::Moved(_)));
    assert_eq!(history.arena()[5], 1);
}

#[test]
fn a_commit_after_undo_drops_redo() {
    let mut history = History::new(vec![0u8; SIZE]);
    (0..4).for_each(|i| paint(&mut history, i, 1));
    history.undo();
    history.undo();
    paint(&mut history, 9, 1);
    assert_eq!((history.position(), history.commits().len()), (3, 3));
    assert!(matches!(history.redo(), Step::Nothing));
    let stats = history.stats();
    assert_eq!((stats.undo, stats.redo, stats.temp), (6, 6, 6), "a delta and a header for each");
}

#[test]
fn two_actions_are_never_under_way_at_once() {
    let mut history = begun();
    let refused = history.begin(2).unwrap_err();
    assert_eq!(refused.to_string(), "action 2: expected no other under way, but 1 is");
    history.begin(1).unwrap();
    history.cancel();
    history.begin(2).unwrap();
}

#[test]
fn undo_back_to_the_saved_mark_is_clean() {
    let mut history = History::new(vec![0u8; SIZE]);
    paint(&mut history, 0, 1);
    assert!(history.is_dirty());
    history.mark_saved();
    assert!(!history.is_dirty());
    history.undo();
    assert!(history.is_dirty());
    history.redo();
    assert!(!history.is_dirty());
    history.undo();
    paint(&mut history, 1, 1);
    assert!(history.is_dirty(), "another step in the saved one's place is not the saved one");
}

#[test]
fn headers_come_back_with_undo_and_redo() {
    let mut history = begun();
    history.write(region(0, 2)).unwrap().fill(1);
    let header = Header::new("Pencil").at(Rect::new(1, 2, 3, 4)).colored(Color::ADDED).timed(77);
    history.commit(header.clone()).unwrap();
    let expected = Header { tag: 1, ..header };
    assert!(matches!(history.undo(), Step::Moved(commit) if commit.header() == &expected));
    assert!(matches!(history.redo(), Step::Moved(commit) if commit.header() == &expected));
}

#[test]
fn a_refused_write_changes_nothing() {
    let mut history = begun();
    for outside in [region(SIZE, 1), region(SIZE - 1, 2), Region::new(u64::MAX, 2)] {
        assert!(matches!(history.write(outside), Err(Error::Region { .. })));
    }
    assert_eq!(history.stats().temp, 0);
    history.cancel();
    assert_eq!(history.write(region(0, 1)).err(), Some(Error::Idle));
    assert_eq!(history.arena().get(region(0, SIZE)), Some(&[0u8; SIZE][..]));
}
