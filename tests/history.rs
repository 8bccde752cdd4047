//! What the engine promises, each by name.
#![cfg(not(target_arch = "wasm32"))]

use undoodle::history::{CommitId, Header, History, Limits, Step};
use undoodle::memory::{Arena, Memory, Region};
use undoodle::{Error, color::Color, geometry::Rect};

const SIZE: usize = 1000;

/// A history over zeros.
fn zeros() -> History<Vec<u8>> {
    History::new(vec![0u8; SIZE])
}

/// The same with an action begun.
fn begun() -> History<Vec<u8>> {
    let mut history = zeros();
    history.begin(1).unwrap();
    history
}

fn region(at: usize, len: usize) -> Region {
    Region::new(at as u64, len)
}

/// One byte as one step; its number.
fn paint(history: &mut History<Vec<u8>>, at: usize, value: u8) -> CommitId {
    history.begin(1).unwrap();
    history.write(region(at, 1)).unwrap()[0] = value;
    history.commit(Header::new("Paint")).unwrap().unwrap().id()
}

/// One byte that goes on with the step before; the position after it.
fn nudge(history: &mut History<Vec<u8>>, value: u8, time: u64) -> usize {
    history.begin(7).unwrap();
    history.write(region(3, 1)).unwrap()[0] = value;
    history.commit_merging(Header::new("Nudge").timed(time), 100).unwrap();
    history.validate().unwrap();
    history.position()
}

fn undo(history: &mut History<Vec<u8>>) {
    assert!(matches!(history.undo(), Ok(Step::Moved(_))));
}

fn redo(history: &mut History<Vec<u8>>) {
    assert!(matches!(history.redo(), Ok(Step::Moved(_))));
}

fn labels(history: &History<Vec<u8>>) -> Vec<String> {
    history.line().map(|commit| commit.header().label.into_owned()).collect()
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
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
    redo(&mut history);
    assert_eq!(history.arena(), &after);
}

#[test]
fn a_larger_push_at_the_same_address_is_not_ignored() {
    let mut history = begun();
    history.push(region(0, 1)).unwrap();
    history.write(region(0, 900)).unwrap().fill(9);
    history.commit(Header::new("Large")).unwrap();
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn a_byte_that_changes_and_changes_back_is_not_part_of_the_step() {
    let mut history = begun();
    history.write(region(10, 4)).unwrap().fill(1);
    history.write(region(20, 4)).unwrap().fill(1);
    history.write(region(10, 4)).unwrap().fill(0);
    let commit = history.commit(Header::new("Back")).unwrap().unwrap();
    assert_eq!(commit.regions().collect::<Vec<_>>(), [region(20, 4)]);
}

#[test]
fn an_action_that_changed_nothing_keeps_redo() {
    let mut history = zeros();
    paint(&mut history, 5, 1);
    undo(&mut history);
    history.begin(1).unwrap();
    history.write(region(5, 1)).unwrap()[0] = 0;
    assert!(history.commit(Header::new("Nothing")).unwrap().is_none());
    redo(&mut history);
    assert_eq!(history.arena()[5], 1);
}

#[test]
fn a_lost_focus_that_cancels_keeps_redo() {
    let mut history = zeros();
    paint(&mut history, 5, 1);
    undo(&mut history);
    history.begin(1).unwrap();
    history.write(region(5, 1)).unwrap()[0] = 9;
    assert!(history.cancel());
    assert_eq!(history.ahead(), 1);
    redo(&mut history);
    assert_eq!(history.arena()[5], 1);
}

#[test]
fn a_stray_dab_after_undoing_everything_loses_nothing() {
    let mut history = zeros();
    let last = (0..10).map(|i| paint(&mut history, i, 1)).last().unwrap();
    (0..10).for_each(|_| undo(&mut history));
    let dab = paint(&mut history, 99, 1);
    assert!(matches!(history.redo(), Ok(Step::Nothing)));
    assert_eq!(history.stats().branched, 10);
    let mut crossed = Vec::new();
    history.goto(last, |commit, back| crossed.push((commit.id(), back))).unwrap();
    assert_eq!((crossed.len(), crossed[0]), (11, (dab, true)));
    assert_eq!(history.arena()[..10], [1; 10]);
    assert_eq!(history.arena()[99], 0);
}

#[test]
fn plain_undo_follows_the_parent_and_never_a_branch() {
    let mut history = zeros();
    let first = paint(&mut history, 0, 1);
    let abandoned = paint(&mut history, 1, 1);
    undo(&mut history);
    let second = paint(&mut history, 2, 1);
    let undone = match history.undo().unwrap() {
        Step::Moved(commit) => (commit.id(), commit.parent()),
        _ => panic!("there is something to undo"),
    };
    assert_eq!(undone, (second, first));
    undo(&mut history);
    assert_eq!(history.here(), CommitId(0));
    redo(&mut history);
    redo(&mut history);
    assert_eq!(history.here(), second, "redo goes the way undo came");
    history.goto(abandoned, |_, _| ()).unwrap();
    undo(&mut history);
    redo(&mut history);
    assert_eq!(history.here(), abandoned, "and the way that was travelled last");
    assert_eq!(history.goto(CommitId(77), |_, _| ()), Err(Error::Gone { commit: 77 }));
}

/// At a limit of two steps: a, b, undo, c, d, e, undo, f. Where the branch's live slot is what the
/// limit drops, another engine panics.
#[test]
fn a_limit_never_drops_the_way_to_where_the_history_stands() {
    for budget in [6_400, 6_800, 7_400, 9_000] {
        let mut history = History::with_limits(vec![0u8; SIZE], Limits { budget, depth: 1 });
        let mut value = 0;
        for act in "ab-cde-f-+g--hij+-k".chars() {
            value += 1;
            match act {
                '-' => drop(history.undo().unwrap()),
                '+' => drop(history.redo().unwrap()),
                _ => {
                    paint(&mut history, usize::from(value) * 40, value);
                }
            }
            history.validate().unwrap();
            assert!(act == '-' || history.position() > 0);
        }
        let end = history.arena().clone();
        let depth = history.position();
        (0..depth).for_each(|_| undo(&mut history));
        (0..depth).for_each(|_| redo(&mut history));
        assert_eq!(history.arena(), &end);
    }
}

#[test]
fn a_cancelled_action_after_a_merge_takes_no_earlier_work_with_it() {
    let mut history = zeros();
    assert_eq!([nudge(&mut history, 1, 10), nudge(&mut history, 2, 20)], [1, 1]);
    history.begin(7).unwrap();
    history.write(region(3, 1)).unwrap()[0] = 3;
    assert!(matches!(history.undo(), Ok(Step::Cancelled)));
    assert_eq!((history.arena()[3], history.position()), (2, 1));
    undo(&mut history);
    assert_eq!(history.arena()[3], 0);
}

#[test]
fn undo_during_an_action_cancels_it_and_nothing_else() {
    let mut history = zeros();
    paint(&mut history, 0, 1);
    history.begin(2).unwrap();
    history.write(region(0, 5)).unwrap().fill(7);
    assert!(matches!(history.redo(), Err(Error::Busy { open: 2, .. })));
    assert!(matches!(history.undo(), Ok(Step::Cancelled)));
    assert_eq!((history.arena()[0], history.position(), history.ahead()), (1, 1, 0));
    assert!(matches!(history.redo(), Ok(Step::Nothing)), "an aborted action is not in redo");
}

#[test]
fn a_second_action_within_one_is_refused() {
    let mut history = begun();
    let refused = history.begin(2).unwrap_err();
    assert_eq!(refused.to_string(), "action 2: expected no other under way, but 1 is");
    history.begin(1).unwrap();
    history.cancel();
    history.begin(2).unwrap();
}

#[test]
fn growing_and_painting_in_one_action_is_undone_and_leaves_no_residue() {
    let mut memory = Memory::new(1 << 20);
    memory.reserve(1).unwrap();
    let before = memory.clone();
    let mut history = History::new(memory);
    history.begin(1).unwrap();
    history.write(region(0, 8)).unwrap().fill(1);
    history.grow(3 * 4096).unwrap();
    history.write(region(2 * 4096 + 5, 300)).unwrap().fill(2);
    history.write(region(4, 20)).unwrap().fill(3);
    history.commit(Header::new("Resize")).unwrap();
    let after = history.arena().clone();
    history.undo().unwrap();
    assert_eq!(history.arena(), &before, "pages of zeros mean nothing");
    history.redo().unwrap();
    assert_eq!(history.arena(), &after);
}

#[test]
fn a_brush_that_grows_in_the_middle_of_a_stroke_is_undone_as_a_whole() {
    let mut history = begun();
    for (at, size) in [(100, 2), (104, 40), (90, 120), (300, 1)] {
        history.write(region(at, size)).unwrap().fill(size as u8);
    }
    history.commit(Header::new("Stroke")).unwrap();
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
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
fn out_of_budget_in_the_middle_of_an_action_keeps_every_byte() {
    let mut history = History::with_limits(vec![0u8; 100_000], Limits { budget: 20_000, depth: 1 });
    let kept = paint(&mut history, 0, 5);
    history.begin(1).unwrap();
    let (mut painted, mut refused) = (0, None);
    for at in (0..100_000).step_by(1000) {
        match history.write(region(at, 1000)) {
            Ok(bytes) => {
                bytes.fill(9);
                painted += 1;
            }
            Err(error) => {
                refused = Some(error);
                break;
            }
        }
    }
    assert!(painted > 5, "{painted} written before the budget was met");
    let Some(Error::OverBudget { needed, budget: 20_000 }) = refused else { panic!("{refused:?}") };
    assert!(needed > 20_000);
    assert!(history.cancel());
    assert_eq!(history.arena()[0], 5);
    assert!(history.arena()[1..].iter().all(|byte| *byte == 0), "nothing was blanked");
    assert_eq!(history.here(), kept);
}

#[test]
fn more_than_a_sixteen_bit_number_of_runs_and_of_commits_are_no_limit() {
    let limits = Limits { budget: 64 << 20, depth: 1 };
    let mut history = History::with_limits(vec![0u8; 1 << 20], limits);
    history.begin(1).unwrap();
    history.write(region(0, 1 << 20)).unwrap().iter_mut().step_by(8).for_each(|byte| *byte = 1);
    let commit = history.commit(Header::new("Dots")).unwrap().unwrap();
    assert_eq!((commit.deltas(), commit.regions().count()), (1 << 17, 1 << 17));
    for i in 0..70_000 {
        paint(&mut history, i, 2);
    }
    assert_eq!(history.position(), 70_001);
    history.goto(CommitId(1), |_, _| ()).unwrap();
    assert!(history.arena().iter().enumerate().all(|(i, byte)| *byte == u8::from(i % 8 == 0)));
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
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
    history.mark_saved();
    assert_eq!(nudge(&mut history, 7, 303), 5, "the saved mark");
    history.pin(Header::new("Pin")).unwrap();
    assert_eq!(nudge(&mut history, 8, 304), 6, "a pin");
    nudge(&mut history, 9, 305);
    undo(&mut history);
    assert_eq!((history.position(), history.ahead()), (5, 1));
    assert_eq!(nudge(&mut history, 10, 305), 6, "a pin, again from where it was undone");
    history.begin(7).unwrap();
    history.barrier().unwrap();
    history.commit(Header::new("Big")).unwrap();
    assert_eq!(nudge(&mut history, 11, 305), 1, "a barrier");
}

#[test]
fn merged_steps_are_one_rectangle_and_undo_together() {
    let mut history = zeros();
    for (i, letter) in "abcdef".bytes().enumerate() {
        history.begin(1).unwrap();
        history.write(region(i, 1)).unwrap()[0] = letter;
        let header = Header::new("Type").at(Rect::new(i as i32, 0, 1, 1)).timed(i as u64);
        history.commit_merging(header, 1).unwrap();
    }
    let commit = history.done().next().unwrap();
    assert_eq!((commit.header().rect, commit.header().time), (Rect::new(0, 0, 6, 1), 5));
    assert_eq!(commit.regions().collect::<Vec<_>>(), [region(0, 6)]);
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
    history.mark_saved();
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
    history.set_limits(Limits { budget: 0, depth: 0 }).unwrap();
    assert!(!history.is_dirty(), "even when every step is forgotten");
}

#[test]
fn the_saved_mark_outlives_a_barrier_that_changes_nothing_in_the_end() {
    let mut history = zeros();
    paint(&mut history, 0, 1);
    history.mark_saved();
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
    let mut history = History::with_limits(vec![3u8; SIZE], Limits { budget: 1 << 20, depth: 1 });
    let pin = history.pin(Header::new("Start")).unwrap();
    for i in 0..20 {
        paint(&mut history, i * 7, i as u8 + 10);
    }
    history.set_limits(Limits { budget: 150_000, depth: 1 }).unwrap();
    history.begin(1).unwrap();
    history.barrier().unwrap();
    history.write(region(0, SIZE)).unwrap().fill(8);
    history.commit(Header::new("Big")).unwrap();
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
fn an_arena_that_lost_bytes_is_told_and_not_touched() {
    let mut history = zeros();
    paint(&mut history, 999, 1);
    let game = history.suspend().unwrap();
    let short = game[..500].to_vec();
    let diverged = history.resume_with(&short, Header::new("Play")).unwrap_err();
    assert_eq!(diverged, Error::Diverged { expected: 1000, found: 500 });
    assert!(history.is_suspended() && history.resume());
    undo(&mut history);
    assert_eq!(history.arena()[999], 0);
}

#[test]
fn a_longer_copy_comes_back_as_a_longer_arena() {
    let mut history = zeros();
    let mut game = history.suspend().unwrap();
    game.resize(1500, 4);
    history.resume_with(&game, Header::new("Play")).unwrap();
    assert_eq!(history.arena(), &game);
    undo(&mut history);
    assert!(history.arena().len() == 1500 && history.arena().iter().all(|byte| *byte == 0));
}

#[test]
fn headers_come_back_with_undo_and_redo_sealed_or_not() {
    let mut history = begun();
    history.write(region(0, 200)).unwrap().iter_mut().enumerate().for_each(|(i, b)| *b = i as u8 / 9 + 1);
    let header = Header::new("Pencil").at(Rect::new(1, 2, 3, 4)).colored(Color::ADDED).timed(77).on(2, 5);
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
