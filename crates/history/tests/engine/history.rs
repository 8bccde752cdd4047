//! What the engine promises, each by name.

mod aside;
mod header;
mod hoard;
mod line;
mod near;
mod past;
mod pins;
mod records;
mod save;
mod saved;
mod ways;

use crate::support::*;
use undoodle_history::Error;
use undoodle_history::memory::{Arena, Memory, Region};
use undoodle_history::{Header, History, Limits, Step};

#[test]
fn a_byte_that_changes_and_changes_back_is_not_part_of_the_step() {
    let mut history = begun();
    history.write(region(10, 4)).unwrap().fill(1);
    history.write(region(20, 4)).unwrap().fill(1);
    history.write(region(10, 4)).unwrap().fill(0);
    let commit = history.commit(Header::new("Back")).unwrap().unwrap();
    assert_eq!(commit.regions().unwrap(), [region(20, 4)]);
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
    assert_eq!(Arena::get(history.arena(), region(0, SIZE)), Some(&[0u8; SIZE][..]));
}

#[test]
fn merging_stops_at_the_window_another_tag_a_mark_a_pin_and_an_undo() {
    let mut history = zeros();
    assert_eq!(
        [nudge(&mut history, 1, 0), nudge(&mut history, 2, 100), nudge(&mut history, 3, 200)],
        [1, 1, 1]
    );
    assert_eq!(nudge(&mut history, 4, 301), 2, "too late");
    paint(&mut history, 3, 5);
    assert_eq!(nudge(&mut history, 6, 302), 4, "another tag in between");
    history.mark_saved().unwrap();
    assert_eq!(nudge(&mut history, 7, 303), 5, "the saved mark");
    history.pin(Header::new("Pin")).unwrap();
    assert_eq!(nudge(&mut history, 8, 304), 6, "a pin");
    nudge(&mut history, 9, 305);
    undo(&mut history);
    assert_eq!((history.position(), history.ahead()), (5, 1));
    assert_eq!(nudge(&mut history, 10, 305), 6, "a pin, again from where it was undone");
    // Without room for its copies, an action behind a barrier is not remembered.
    history.set_limits(Limits { working: 0, ..Limits::default() }).unwrap();
    history.begin(7).unwrap();
    history.barrier().unwrap();
    history.write(region(0, 9)).unwrap().fill(1);
    history.commit(Header::new("Big")).unwrap();
    history.set_limits(Limits::default()).unwrap();
    assert_eq!(nudge(&mut history, 11, 305), 1, "a barrier");
}

#[test]
fn merged_steps_are_one_rectangle_and_undo_together() {
    let mut history = zeros();
    for (i, letter) in "abcdef".bytes().enumerate() {
        history.begin(1).unwrap();
        history.write(region(i, 1)).unwrap()[0] = letter;
        // What is said of both is the caller's to put together.
        let before = history.merging_into(i as u64, 1).map_or(0, |commit| commit.header().extra[0]);
        let extra = [before + 1];
        let header = Header::new("Type").timed(i as u64).with(&extra);
        history.commit_merging(header, 1).unwrap();
    }
    let commit = history.done().next().unwrap();
    assert_eq!((commit.header().extra[0], commit.header().time), (6, 5));
    assert_eq!(commit.regions().unwrap(), [region(0, 6)]);
    undo(&mut history);
    assert_eq!((history.arena()[0], history.position()), (0, 0));
}

#[test]
fn a_merge_that_comes_back_to_the_start_is_no_step() {
    let mut history = zeros();
    paint(&mut history, 900, 1);
    nudge(&mut history, 1, 0);
    assert_eq!(nudge(&mut history, 0, 1), 1);
    assert_eq!(labels(&history), ["Paint"]);
}

#[test]
fn dirty_is_about_bytes_and_not_about_steps() {
    let mut history = zeros();
    assert!(!history.is_dirty());
    paint(&mut history, 0, 1);
    assert!(history.is_dirty());
    history.mark_saved().unwrap();
    undo(&mut history);
    assert!(history.is_dirty());
    paint(&mut history, 0, 1);
    assert!(!history.is_dirty(), "the same bytes by another way");
    paint(&mut history, 0, 2);
    paint(&mut history, 0, 1);
    assert!(!history.is_dirty(), "painted over and back");
    history.begin(1).unwrap();
    history.write(region(0, 1)).unwrap()[0] = 9;
    assert!(history.is_dirty(), "an action under way counts");
    history.cancel();
    assert!(!history.is_dirty());
    history.set_limits(Limits { budget: 0, depth: 0, ..Limits::default() }).unwrap();
    assert!(!history.is_dirty(), "even when every step is forgotten");
}

#[test]
fn the_saved_mark_outlives_a_barrier_that_changes_nothing_in_the_end() {
    let mut history = zeros();
    paint(&mut history, 0, 1);
    history.mark_saved().unwrap();
    history.begin(1).unwrap();
    history.write(region(0, 1)).unwrap()[0] = 2;
    history.barrier().unwrap();
    assert!(history.is_dirty());
    history.write(region(0, 9)).unwrap().fill(0);
    history.write(region(0, 1)).unwrap()[0] = 1;
    assert!(history.commit(Header::new("Big")).unwrap().is_none());
    assert!(!history.is_dirty());
    paint(&mut history, 5, 1);
    assert!(history.is_dirty());
}

#[test]
fn a_pin_outlives_the_budget_and_a_barrier() {
    let mut history =
        History::with_limits(vec![3u8; SIZE], Limits { budget: 1 << 20, depth: 1, ..Limits::default() });
    let pin = history.pin(Header::new("Start")).unwrap();
    for i in 0..20 {
        paint(&mut history, i * 7, i as u8 + 10);
    }
    history.set_limits(Limits { budget: 150_000, depth: 1, working: 0 }).unwrap();
    history.begin(1).unwrap();
    history.barrier().unwrap();
    history.write(region(0, SIZE)).unwrap().fill(8);
    history.commit(Header::new("Big")).unwrap();
    history.set_limits(Limits::default()).unwrap();
    let mut crossed = Vec::new();
    assert!(
        history.goto(pin, |commit, back| crossed.push((commit.header().label.into_owned(), back))).unwrap()
    );
    assert_eq!(crossed, [("Start".to_owned(), false)]);
    assert_eq!(history.arena(), &[3u8; SIZE]);
    undo(&mut history);
    assert_eq!(history.arena(), &[8u8; SIZE], "going to a pin is a step like any other");
    assert_eq!(history.pins().map(|(id, _)| id).collect::<Vec<_>>(), [pin]);
    assert!(history.unpin(pin) && !history.unpin(pin));
    assert_eq!(history.goto(pin, |_, _| ()), Err(Error::Gone { commit: pin.0 }));
}

#[test]
fn sealing_is_bounded_pays_and_changes_nothing() {
    let mut history = History::new(vec![0u8; 1 << 20]);
    for i in 0..100u64 {
        history.begin(1).unwrap();
        for row in 0..40 {
            let bytes = history.write(Region::new((i * 100 + row * 2048) % (1 << 20), 9)).unwrap();
            bytes.copy_from_slice(&[1, 2, 3, 4, 5, 6, 7, 8, i as u8 + 1]);
        }
        history.commit(Header::new("Stroke")).unwrap();
    }
    let (before, arena) = (history.stats(), history.arena().clone());
    let mut slices = 0;
    while history.seal(1000) {
        slices += 1;
        history.validate().unwrap();
    }
    let after = history.stats();
    assert!(slices > 20, "{slices} slices");
    assert!(after.bytes < before.bytes && after.sealed > 0, "{before:?} {after:?}");
    assert!(!history.seal(1000), "what is sealed is not sealed again");
    (0..100).for_each(|_| undo(&mut history));
    assert!(history.arena().iter().all(|byte| *byte == 0));
    (0..100).for_each(|_| redo(&mut history));
    assert_eq!(history.arena(), &arena);
}

#[test]
fn large_steps_are_cooled_in_idle_moments_and_not_by_the_next_step() {
    const LARGE: usize = 200 << 10;
    let limits = Limits { budget: 1 << 20, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; LARGE], limits);
    for step in 1..=2 {
        history.begin(1).unwrap();
        let bytes = history.write(Region::new(0, LARGE)).unwrap();
        bytes.iter_mut().enumerate().for_each(|(i, byte)| *byte = (i * i * step) as u8 | 1);
        history.commit(Header::new("Gradient")).unwrap();
        assert!(history.stats().hot >= step * LARGE, "step {step}: {:?}", history.stats());
    }
    while history.seal(64 << 10) {}
    let hot = history.stats().hot;
    assert!(hot > 0 && hot <= limits.budget / 4, "the newest stays as it is: {hot} bytes");
    (0..2).for_each(|_| undo(&mut history));
    assert!(history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn headers_come_back_with_undo_and_redo_sealed_or_not() {
    let mut history = begun();
    history.write(region(0, 200)).unwrap().iter_mut().enumerate().for_each(|(i, b)| *b = i as u8 / 9 + 1);
    let header = Header::new("Pencil").timed(77).with(&[1, 2, 3]);
    history.commit(header.clone()).unwrap();
    let expected = Header { tag: 1, ..header };
    assert!(matches!(history.undo(), Ok(Step::Moved(commit)) if commit.header() == expected));
    assert!(matches!(history.redo(), Ok(Step::Moved(commit)) if commit.header() == expected));
    for i in 0..5 {
        paint(&mut history, 900 + i, 1);
    }
    history.seal(usize::MAX);
    let first = history.line().next().unwrap();
    assert!(first.is_sealed() && first.header() == expected);
}

#[test]
fn a_smaller_budget_packs_before_it_drops() {
    let mut history = History::new(vec![0u8; 1 << 20]);
    for i in 0..50u64 {
        history.begin(1).unwrap();
        for row in 0..40 {
            let bytes = history.write(Region::new(i * 4000 + row * 2048, 64)).unwrap();
            bytes.iter_mut().enumerate().for_each(|(x, byte)| *byte = (i + x as u64 % 5) as u8);
        }
        history.commit(Header::new("Stroke")).unwrap();
    }
    let before = history.stats();
    let limits = Limits { budget: before.live * 2 / 3, ..Limits::default() };
    history.set_limits(limits).unwrap();
    assert_eq!(history.position(), 50, "nothing had to go: {:?}", history.stats());
    while history.seal(1 << 20) {}
    let packed = history.stats().bytes;
    history.set_limits(Limits { budget: packed / 4, ..Limits::default() }).unwrap();
    assert!(history.position() < 50);
    history.validate().unwrap();
}

#[test]
fn an_action_behind_a_barrier_that_fits_is_a_step_like_any_other() {
    let mut history = zeros();
    paint(&mut history, 0, 1);
    for taken_back in [true, false] {
        history.begin(1).unwrap();
        history.barrier().unwrap();
        history.write(region(5, 9)).unwrap().fill(7);
        assert!(!history.is_past_barrier());
        if taken_back {
            assert!(history.cancel());
        } else {
            history.commit(Header::new("Fits")).unwrap().unwrap();
        }
    }
    assert_eq!(labels(&history), ["Paint", "Fits"]);
}

#[test]
fn an_action_that_can_be_copied_but_not_kept_is_cancelled_or_forgets_all_before_it() {
    let limits = Limits { budget: 4_000, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 100_000], limits);
    let noise: Vec<u8> = (0..90_000u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 11) as u8).collect();
    paint(&mut history, 0, 1);
    for cancelled in [true, false] {
        history.begin(1).unwrap();
        history.write(region(0, 90_000)).unwrap().copy_from_slice(&noise);
        assert!(matches!(history.commit(Header::new("Noise")), Err(Error::OverBudget { budget: 4_000, .. })));
        assert_eq!(labels(&history), ["Paint"], "a refusal drops nothing");
        history.barrier().unwrap();
        if cancelled {
            assert!(history.cancel());
            assert_eq!((history.arena()[0], history.arena()[1]), (1, 0));
            assert_eq!(labels(&history), ["Paint"]);
        }
    }
    assert!(history.commit(Header::new("Noise")).unwrap().is_none());
    assert_eq!((history.position(), history.arena()[..90_000] == noise), (0, true));
    assert!(history.is_dirty());
}

#[test]
fn a_key_held_for_long_merges_into_a_few_bytes_and_a_large_step_is_not_touched() {
    let mut history = History::new(vec![0u8; 1 << 20]);
    history.begin(7).unwrap();
    history.write(region(4096, 1 << 19)).unwrap().fill(9);
    let lift = history.commit(Header::new("Lift")).unwrap().unwrap().bytes();
    for value in 1..=200 {
        assert_eq!(nudge(&mut history, value, 1), 1);
    }
    let after = history.done().next().unwrap().bytes();
    assert!(after < lift + 500, "{lift} bytes, then {after}");
    assert_eq!(nudge(&mut history, 0, 1), 1, "the lift is still there");
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn the_fingerprint_is_the_bytes_and_nothing_else() {
    let mut history = zeros();
    let empty = history.fingerprint().unwrap();
    paint(&mut history, 3, 9);
    paint(&mut history, 500, 1);
    let other = History::new(history.arena().clone());
    assert_eq!(history.fingerprint(), other.fingerprint());
    undo(&mut history);
    undo(&mut history);
    assert_eq!((history.fingerprint().unwrap(), empty), (empty, 0));
}

#[test]
fn a_page_that_is_zero_between_two_of_its_deltas_is_there_for_the_second() {
    let mut history = History::new(Memory::new(1 << 20));
    history.begin(1).unwrap();
    history.write(region(0, 4)).unwrap().fill(1);
    history.commit(Header::new("First")).unwrap();
    let before = history.arena().clone();
    history.begin(1).unwrap();
    // In the order of these writes the page's only word goes, then another page comes, then its last word.
    history.write(region(0, 4)).unwrap().fill(0);
    history.write(region(4096, 4)).unwrap().fill(2);
    history.write(region(4092, 4)).unwrap().fill(3);
    history.commit(Header::new("Second")).unwrap();
    let after = history.arena().clone();
    for _ in 0..2 {
        assert!(matches!(history.undo(), Ok(Step::Moved(_))));
        assert!(*history.arena() == before);
        assert!(matches!(history.redo(), Ok(Step::Moved(_))));
        assert!(*history.arena() == after);
        history.validate().unwrap();
    }
}

#[test]
fn the_fingerprint_is_that_of_the_bytes_after_a_merge_and_after_one_that_cancels_out() {
    let mut history = zeros();
    let empty = history.fingerprint().unwrap();
    nudge(&mut history, 5, 0);
    history.fingerprint().unwrap();
    nudge(&mut history, 9, 10);
    let fresh = History::new(history.arena().clone());
    assert_eq!(history.fingerprint(), fresh.fingerprint());
    nudge(&mut history, 0, 20);
    assert_eq!((history.position(), history.fingerprint().unwrap()), (0, empty));
}

#[test]
fn the_way_between_two_long_branches_leads_through_where_they_part() {
    let mut history = zeros();
    (0..100).for_each(|step| _ = paint(&mut history, step % 60, step as u8 + 1));
    let fork = history.here();
    let tips = [110, 180].map(|color| {
        history.goto(fork, |_, _| ()).unwrap();
        // Longer than what is searched before the depths are counted.
        (0..4200).for_each(|step| _ = paint(&mut history, step % 60, color + (step % 70) as u8));
        (history.here(), history.arena().clone())
    });
    for (tip, bytes) in tips.iter().chain(&tips) {
        let (mut back, mut forth) = (0, 0);
        history.goto(*tip, |_, undone| if undone { back += 1 } else { forth += 1 }).unwrap();
        assert!([(0, 0), (4200, 4200)].contains(&(back, forth)), "{back} back and {forth} forth");
        assert_eq!(history.arena(), bytes);
    }
    assert!(history.goto(fork, |_, undone| assert!(undone)).unwrap());
    assert_eq!(history.position(), 100);
}
