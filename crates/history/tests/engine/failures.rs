//! How undo engines have failed, each by a name that says it: here they don't.
//!
//! Found in the issue threads of editors and of other undo libraries.

use crate::support::*;
use undoodle_history::Error;
use undoodle_history::memory::{Arena, Memory};
use undoodle_history::{CommitId, Header, History, Limits, Step};

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
    let tips = |history: &History<Vec<u8>>| history.branches().map(|tip| tip.id()).collect::<Vec<_>>();
    assert_eq!(tips(&history), [abandoned]);
    history.goto(abandoned, |_, _| ()).unwrap();
    assert_eq!(tips(&history), [second]);
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
        let mut history = History::with_limits(vec![0u8; SIZE], Limits { budget, ..Limits::default() });
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
    assert_eq!(refused.to_string(), "action 2 can't begin: action 1 is still open");
    history.begin(1).unwrap();
    history.cancel();
    history.begin(2).unwrap();
}

#[test]
fn growing_and_painting_in_one_action_is_undone_and_leaves_no_residue() {
    let mut memory = Memory::new(1 << 20);
    memory.provide(region(0, 1)).unwrap();
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
fn out_of_budget_in_the_middle_of_an_action_keeps_every_byte() {
    let mut history =
        History::with_limits(vec![0u8; 100_000], Limits { working: 20_000, ..Limits::default() });
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
    let limits = Limits { budget: 64 << 20, depth: 1, ..Limits::default() };
    let mut history = History::with_limits(vec![0u8; 1 << 20], limits);
    history.begin(1).unwrap();
    history.write(region(0, 1 << 20)).unwrap().iter_mut().step_by(8).for_each(|byte| *byte = 1);
    let commit = history.commit(Header::new("Dots")).unwrap().unwrap();
    // One run for each cell of 64 bytes as it is captured, and one for each dot when it is encoded.
    assert_eq!((commit.deltas(), commit.regions().unwrap().len()), (1 << 14, 1 << 17));
    for i in 0..70_000 {
        paint(&mut history, i, 2);
    }
    assert_eq!(history.position(), 70_001);
    while history.seal(1 << 20) {}
    assert_eq!(history.commit_of(CommitId(1)).unwrap().regions().unwrap().len(), 1 << 17);
    history.goto(CommitId(1), |_, _| ()).unwrap();
    assert!(history.arena().iter().enumerate().all(|(i, byte)| *byte == u8::from(i % 8 == 0)));
    undo(&mut history);
    assert!(history.arena().iter().all(|byte| *byte == 0));
}
