//! What a disk that takes everything at once has to give back: long ways, large steps, little memory, walls.

use undoodle::Error;
use undoodle::document::HISTORY;
use undoodle::editor::{Editor, Effect};
use undoodle::history::{CommitId, Limits, Place};
use undoodle::journal::{EntryKey, EntryKind};
use undoodle::value::Value;

use super::{Disk, SIDE, bytes, editor, here, limit, noise};

/// An editor whose disk takes everything at once, and what is on it.
struct Quick {
    editor: Editor,
    disk: Disk,
    cause: u64,
}

impl Quick {
    fn new(budget: usize) -> Quick {
        let mut editor = editor(budget);
        editor.begin_keeping();
        Quick { editor, disk: Disk::default(), cause: 0 }
    }

    fn run(&mut self, id: &str, args: &[(String, Value)]) {
        self.cause += 1;
        self.editor.run(id, args, 5000 * self.cause).unwrap();
        self.disk.rest(&mut self.editor, &mut self.cause).unwrap();
    }

    fn stroke(&mut self, at: u32) {
        self.cause += 1;
        let (x, y) = (f64::from(at % SIDE) * 10.0 + 5.0, f64::from(at / SIDE % SIDE) * 10.0 + 5.0);
        self.editor.pointer_down(x, y, 0, 5000 * self.cause);
        self.editor.pointer_up(640.0 - x, y + f64::from(at % 3), 5000 * self.cause);
        self.disk.rest(&mut self.editor, &mut self.cause).unwrap();
    }

    fn position(&self) -> usize {
        self.editor.document().history().position()
    }
}

#[test]
fn a_thousand_steps_under_a_small_budget_can_all_be_reached() {
    let (mut quick, mut states) = (Quick::new(40_000), Vec::new());
    for at in 0..1000 {
        states.push(bytes(&quick.editor).clone());
        quick.editor.run("color.swap", &[], 0).unwrap();
        quick.stroke(at * 7);
    }
    let history = quick.editor.document().history();
    let stats = history.stats();
    assert_eq!((quick.position(), stats.commits), (1000, 1000), "nothing was forgotten");
    assert!(stats.bytes <= 40_000 && stats.records < 1000 * 400, "{stats:?}");
    for state in states.iter().rev() {
        quick.run("edit.undo", &[]);
        assert!(bytes(&quick.editor) == state);
    }
    assert_eq!(quick.position(), 0);
}

#[test]
fn a_stroke_ends_the_wait_of_an_undo_before_it() {
    let mut quick = Quick::new(14_000);
    for step in 0..12 {
        quick.run(["edit.flip-horizontal", "edit.invert"][step % 2], &[]);
    }
    for _ in 0..12 {
        quick.editor.run("edit.undo", &[], 0).unwrap();
    }
    assert!(quick.editor.is_fetching() && quick.position() > 0, "it waits for a step on the disk");
    quick.stroke(5);
    let (stroke, steps) = (here(&quick.editor), quick.position());
    assert!(quick.editor.document().history().done().next().unwrap().header().label == "Pencil");
    quick.disk.rest(&mut quick.editor, &mut quick.cause).unwrap();
    assert_eq!((here(&quick.editor), quick.position(), quick.editor.is_fetching()), (stroke, steps, false));
}

#[test]
fn large_steps_are_read_once_on_a_long_way_and_not_at_all_at_rest() {
    // As 60 steps of 0.74 MB under 8 MB.
    let mut quick = Quick::new(180_000);
    let first = bytes(&quick.editor).clone();
    for step in 0..60 {
        quick.run(["edit.flip-horizontal", "edit.invert", "edit.flip-vertical"][step % 3], &[]);
    }
    let last = bytes(&quick.editor).clone();
    assert_eq!(quick.position(), 60);
    let away = |quick: &Quick| {
        let history = quick.editor.document().history();
        history.commits().filter(|commit| history.is_away(commit.id())).count()
    };
    let (reads, far) = (quick.disk.reads, away(&quick));
    let volumes = quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).count();
    assert!(far > 40, "{far} steps are on the disk alone");
    for _ in 0..50 {
        quick.editor.idle();
        quick.disk.rest(&mut quick.editor, &mut quick.cause).unwrap();
    }
    assert_eq!(quick.disk.reads, reads, "nothing is read while nothing happens");
    quick.run("history.step", &[("step".into(), 0.into())]);
    assert!(bytes(&quick.editor) == &first && quick.position() == 0);
    // What lies near the first one is read ahead afterwards.
    let read = quick.disk.reads - reads;
    assert!(volumes > 10 && read <= volumes + 12, "{read} reads of {volumes} volumes");
    quick.run("history.step", &[("step".into(), 60.into())]);
    assert!(bytes(&quick.editor) == &last && quick.position() == 60);
    for undone in 1..=60 {
        quick.run("edit.undo", &[]);
        assert_eq!(quick.position(), 60 - undone);
    }
    assert!(bytes(&quick.editor) == &first);
}

#[test]
fn a_step_that_is_larger_than_the_budget_is_kept_undone_and_redone() {
    let mut quick = Quick::new(14_000);
    let first = bytes(&quick.editor).clone();
    for _ in 0..3 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.invert", &[]);
        assert!(quick.editor.document().history().stats().bytes <= 14_000, "what is written is put away");
    }
    let last = bytes(&quick.editor).clone();
    (0..6).for_each(|_| quick.run("edit.undo", &[]));
    assert!(bytes(&quick.editor) == &first);
    (0..6).for_each(|_| quick.run("edit.redo", &[]));
    assert!(bytes(&quick.editor) == &last);
}

#[test]
fn less_memory_puts_steps_away_and_forgets_none() {
    let mut quick = Quick::new(HISTORY.budget);
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
    }
    limit(&mut quick.editor, 30_000);
    quick.disk.rest(&mut quick.editor, &mut quick.cause).unwrap();
    let stats = quick.editor.document().history().stats();
    assert_eq!((quick.position(), stats.bytes <= 30_000), (20, true));
}

#[test]
fn a_disk_that_takes_nothing_makes_the_oldest_go_and_that_is_said_once() {
    let mut quick = Quick::new(60_000);
    quick.run("edit.flip-horizontal", &[]);
    quick.disk.full = true;
    let mut said = Vec::new();
    for _ in 0..20 {
        quick.run("edit.invert", &[]);
        quick.run("edit.flip-vertical", &[]);
        said.extend(quick.editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(said) if said.to_string().contains("forgotten") => Some(said.to_string()),
            _ => None,
        }));
    }
    let few = quick.editor.document().history().stats().commits;
    assert!((1..10).contains(&few), "{few} steps are left");
    let full: Vec<_> = said.iter().filter(|said| said.contains("disk")).collect();
    assert_eq!(full.len(), 1, "{said:?}");
}

#[test]
fn a_wall_is_said_once_and_all_on_this_side_of_it_goes_on() {
    let mut quick = Quick::new(60_000);
    for step in 0..40 {
        quick.run(if step % 2 == 0 { "edit.flip-horizontal" } else { "edit.invert" }, &[]);
    }
    let history = quick.editor.document().history();
    let ids: Vec<u64> = history.commits().map(|commit| commit.id().0).collect();
    // Some steps in the middle can't be read, of which the last is the wall.
    let volumes: Vec<EntryKey> =
        quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
    let key = volumes[volumes.len() / 2];
    let wall = ids.iter().filter(|id| **id < volumes[volumes.len() / 2 + 1].number).count();
    quick.disk.entries.get_mut(key).unwrap()[20] ^= 1;
    let mut walls = Vec::new();
    for _ in 0..60 {
        quick.cause += 1;
        let done = quick.editor.run("edit.undo", &[], 0).map(drop);
        let rested = quick.disk.rest(&mut quick.editor, &mut quick.cause);
        walls.extend(done.and(rested).err().map(|wall| wall.to_string()));
        walls.extend(quick.editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Failure(said) => Some(said.to_string()),
            _ => None,
        }));
    }
    assert_eq!(walls, [format!("{wall} steps before this can't be read")]);
    assert_eq!((quick.position(), quick.editor.document().history().stats().commits), (wall, 40));
    let reads = quick.disk.reads;
    (0..20).for_each(|_| _ = quick.disk.rest(&mut quick.editor, &mut quick.cause));
    assert_eq!(quick.disk.reads, reads, "nothing is read again");
    assert!(quick.disk.entries.get(key).is_some(), "its bytes stay");
    quick.run("history.step", &[("step".into(), 40.into())]);
    quick.stroke(5);
    assert_eq!(quick.position(), 41);
    let goes = [("commit".to_owned(), Value::from(ids[3] as i64))];
    let past = quick.editor.run("history.goto", &goes, 0).map(drop);
    let past = past.and(quick.disk.rest(&mut quick.editor, &mut quick.cause));
    assert!(matches!(past, Err(Error::Unreadable { before: true, .. })), "{past:?}");
    assert_eq!(quick.position(), 41);
}

#[test]
fn a_pin_behind_a_wall_is_gone_to() {
    let mut quick = Quick::new(60_000);
    quick.run("edit.invert", &[]);
    let pinned = bytes(&quick.editor).clone();
    quick.run("history.pin", &[("name".into(), "Start".into())]);
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.flip-vertical", &[]);
    }
    quick.run("edit.flip-vertical", &[]);
    let keys: Vec<EntryKey> = quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
    keys[4..8].iter().for_each(|key| quick.disk.entries.get_mut(*key).unwrap().clear());
    quick.run("history.go-to-pin", &[]);
    assert!(bytes(&quick.editor) == &pinned);
    assert_eq!(quick.position(), 43, "as a step of its own");
}

#[test]
fn a_photo_that_is_moved_by_hand_puts_the_steps_before_it_away() {
    // As one of 4096² pixels in the default budget: each step of all of it takes a quarter.
    let budget = 1 << 20;
    let mut quick = Quick::new(HISTORY.budget);
    quick.editor.open(&noise(256), "photo.undoodle").unwrap();
    quick.editor.set_history_limits(Limits { budget, depth: 1, working: budget }).unwrap();
    quick.editor.begin_keeping();
    quick.disk = Disk::default();
    let first = bytes(&quick.editor).clone();
    for _ in 0..20 {
        quick.run("edit.flip-horizontal", &[]);
    }
    let flipped = bytes(&quick.editor).clone();
    quick.run("select.all", &[]);
    for _ in 0..3 {
        quick.run("edit.nudge-right", &[]);
    }
    quick.run("edit.land", &[]);
    let (last, steps) = (bytes(&quick.editor).clone(), quick.position());
    assert!(steps >= 23 && last != flipped, "{steps} steps: none was forgotten");
    for _ in 0..steps {
        quick.run("edit.undo", &[]);
    }
    assert!(bytes(&quick.editor) == &first);
    for _ in 0..steps {
        quick.run("edit.redo", &[]);
    }
    assert!(bytes(&quick.editor) == &last && quick.position() == steps);
    quick.run("history.step", &[("step".into(), 0.into())]);
    assert!(bytes(&quick.editor) == &first);
    quick.run("history.step", &[("step".into(), (steps as i64).into())]);
    assert!(bytes(&quick.editor) == &last);
}

#[test]
fn a_file_with_history_gets_the_steps_that_its_own_beginning_puts_away() {
    let mut quick = Quick::new(40_000);
    for _ in 0..4 {
        quick.run("edit.flip-horizontal", &[]);
        quick.run("edit.invert", &[]);
    }
    quick.run("select.all", &[]);
    quick.run("edit.transform-box", &[]);
    quick.editor.grab_box("right", 640.0, 320.0);
    let pulled = quick.editor.pulled(320.0, 320.0, Default::default()).unwrap();
    quick.editor.preview("edit.transform", &pulled).unwrap();
    while let Some(key) = quick.editor.wanted_for_file(Some(true)).unwrap().first().copied() {
        let bytes = quick.disk.entries.get(key).map(<[u8]>::to_vec);
        quick.editor.supply_for_file(key, bytes).unwrap();
    }
    let file = quick.editor.encode_project(Some(true)).unwrap();
    let steps = quick.position();
    let mut opened = Editor::new().unwrap();
    assert_eq!(opened.open(&file, "x.undoodle").unwrap(), format!("with its history of {steps} steps"));
}

#[test]
fn a_file_with_history_holds_the_steps_on_this_side_of_a_wall_and_says_how_many_it_leaves_out() {
    for (known, damage) in [(false, "gone"), (false, "broken"), (true, "broken")] {
        let mut quick = Quick::new(40_000);
        let mut states = vec![bytes(&quick.editor).clone()];
        for step in 0..20 {
            quick.run(["edit.flip-horizontal", "edit.invert"][step % 2], &[]);
            states.push(bytes(&quick.editor).clone());
        }
        // What is undone is on this side, too.
        (0..2).for_each(|_| quick.run("edit.undo", &[]));
        let keys: Vec<EntryKey> =
            quick.disk.entries.keys().filter(|key| key.kind == EntryKind::Volume).collect();
        let (key, next) = (keys[3], keys[4]);
        match damage {
            "gone" => quick.disk.entries.remove(key),
            _ => quick.disk.entries.get_mut(key).unwrap()[20] ^= 1,
        }
        let history = quick.editor.document().history();
        let lost = history.commits().filter(|commit| commit.id().0 < next.number).count();
        if known {
            (0..20).for_each(|_| {
                quick.cause += 1;
                _ = quick.editor.run("edit.undo", &[], 0);
                _ = quick.disk.rest(&mut quick.editor, &mut quick.cause);
            });
            assert_eq!(quick.position(), lost, "undo has come to the wall");
        }
        let at = quick.position();
        while let Some(key) = quick.editor.wanted_for_file(Some(true)).unwrap().first().copied() {
            let bytes = quick.disk.entries.get(key).map(<[u8]>::to_vec);
            quick.editor.supply_for_file(key, bytes).unwrap();
        }
        let file = quick.editor.encode_project(Some(true)).unwrap();
        let what = format!("{damage}, known {known}");
        assert_eq!(quick.editor.steps_left_out(), lost, "{what}");
        assert_eq!(quick.editor.document().history().stats().commits, 20, "{what}: the drawing keeps them");
        let mut opened = Editor::new().unwrap();
        assert_eq!(
            opened.open(&file, "x.undoodle").unwrap(),
            format!("with its history of {} steps", 20 - lost),
            "{what}"
        );
        opened.document().validate().unwrap();
        for state in states[lost..=at].iter().rev() {
            assert!(bytes(&opened) == state, "{what}");
            opened.run("edit.undo", &[], 0).unwrap();
        }
        assert_eq!(opened.document().history().position(), 0, "{what}: undo ends at the wall");
        for state in &states[lost + 1..] {
            opened.run("edit.redo", &[], 0).unwrap();
            assert!(bytes(&opened) == state, "{what}");
        }
    }
}

#[test]
fn a_wall_stands_in_the_list_of_steps() {
    let mut quick = Quick::new(40_000);
    for step in 0..12 {
        quick.run(["edit.flip-horizontal", "edit.invert"][step % 2], &[]);
    }
    let key = quick.disk.entries.keys().find(|key| key.kind == EntryKind::Volume).unwrap();
    quick.disk.entries.remove(key);
    _ = quick.editor.run("history.step", &[("step".into(), 0.into())], 0);
    _ = quick.disk.rest(&mut quick.editor, &mut quick.cause);
    let walls = |quick: &mut Quick| -> Vec<usize> {
        let rows = quick.editor.step_rows(0, 20);
        rows.iter().enumerate().filter(|(_, row)| row.unreadable).map(|(at, _)| at).collect()
    };
    let found = walls(&mut quick);
    assert!(!found.is_empty() && found[0] == 1, "the first steps are lost: {found:?}");
    // The store was cleared: what lay there alone is gone, and the list begins with that.
    let lost = quick.editor.begin_keeping();
    let left = quick.editor.document().history().stats().commits;
    assert!(left > 0 && lost > 0 && lost == 12 - left, "{lost} of 12 are lost, {left} are left");
    assert_eq!(walls(&mut quick), [0]);
    assert_eq!(quick.editor.step_rows(0, 1)[0].label, format!("{lost} steps before this are lost"));
    let choices = quick.editor.choices();
    assert_eq!(quick.editor.begin_keeping(), 0, "nothing lies in the new store yet");
    let mut later = Editor::new().unwrap();
    assert_eq!(later.step_rows(0, 1)[0].label, "Beginning");
    later.choose_again(&choices);
    assert_eq!(later.steps_lost(), lost, "it is known after a reload, too");
}

#[test]
fn at_rest_memory_holds_no_more_than_its_budget() {
    // A step of all of it takes more than the whole budget.
    for budget in [9_000, 14_000, 30_000] {
        let mut quick = Quick::new(budget);
        let rests = |quick: &Quick, what: &str| {
            let stats = quick.editor.document().history().stats();
            assert!(stats.bytes <= budget, "{what}: {} of {budget} bytes", stats.bytes);
        };
        for step in 0..8 {
            quick.run(["edit.flip-horizontal", "edit.invert"][step % 2], &[]);
            rests(&quick, "edit");
        }
        for id in ["edit.undo", "edit.undo", "edit.redo", "edit.undo", "edit.undo"] {
            quick.run(id, &[]);
            rests(&quick, id);
        }
        // The line that is set aside touches what is done now.
        quick.run("edit.flip-vertical", &[]);
        rests(&quick, "edit");
        for _ in 0..2 {
            quick.cause += 1;
            let done = quick.editor.run("history.bring-back", &[], 0).map(drop);
            let done = done.and(quick.disk.rest(&mut quick.editor, &mut quick.cause));
            assert!(matches!(done, Err(Error::Refused { .. } | Error::OverBudget { .. })), "{done:?}");
            rests(&quick, "bring back");
        }
        quick.run("history.step", &[("step".into(), 0.into())]);
        rests(&quick, "step");
        quick.run("edit.redo", &[]);
        rests(&quick, "redo");
    }
}

#[test]
fn steps_on_the_disk_are_fetched_to_be_taken_back_and_done_again() {
    let mut quick = Quick::new(40_000);
    for at in 0..600 {
        quick.editor.run("color.swap", &[], 0).unwrap();
        quick.stroke(at * 7);
    }
    let steps: Vec<u64> = quick.editor.document().history().done().map(|step| step.id().0).collect();
    let lies_away = |quick: &Quick, step: u64| {
        let history = quick.editor.document().history();
        history.commit_of(CommitId(step)).unwrap().place() == Place::Disk
    };
    let (early, made) = (steps[550], quick.position());
    assert!(lies_away(&quick, early));
    assert!(quick.editor.foresee(early).is_err(), "looking fetches nothing");
    let args =
        |later: &str| [("commit".to_owned(), (early as i64).into()), ("later".to_owned(), later.into())];
    let before = bytes(&quick.editor).clone();
    quick.cause += 1;
    let done = quick.editor.run("history.take-back", &args("leave"), 0);
    assert_eq!(done, Ok(false), "it waits for the disk");
    let done = quick.disk.rest(&mut quick.editor, &mut quick.cause);
    match done {
        // Nothing of it may be left by now.
        Err(error) => assert!(matches!(error, Error::Refused { .. }), "{error}"),
        Ok(_) => assert_eq!(quick.position(), made + 1),
    }
    let stats = quick.editor.document().history().stats();
    assert!(stats.bytes <= 40_000, "{stats:?}");
    while quick.position() > made {
        quick.run("edit.undo", &[]);
    }
    assert!(bytes(&quick.editor) == &before);
    quick.run("frame.add", &[]);
    assert!(lies_away(&quick, early));
    quick.run("history.do-again", &[("commit".to_owned(), (early as i64).into())]);
    let history = quick.editor.document().history();
    assert_eq!(history.done().next().unwrap().header().label, "Do step again");
}

#[test]
fn what_touched_a_place_last_is_found_on_the_disk() {
    for budget in [7_000, 40_000, 400_000] {
        let mut quick = Quick::new(budget);
        quick.run("layer.add", &[]);
        quick.stroke(3);
        quick.run("layer.choose", &[("layer".into(), 0.into())]);
        for at in 0..300 {
            quick.editor.run("color.swap", &[], 0).unwrap();
            quick.stroke(at * 7);
        }
        quick.run("layer.choose", &[("layer".into(), 1.into())]);
        let (before, made) = (bytes(&quick.editor).clone(), quick.position());
        // Each volume is read once on the way there.
        quick.run("edit.undo-here", &[]);
        assert_eq!(quick.position(), made + 1);
        assert!(quick.editor.document().cel_bounds(quick.editor.cel()).is_empty());
        assert!(quick.editor.document().history().stats().bytes <= budget, "what was fetched is given back");
        quick.run("edit.undo", &[]);
        assert!(bytes(&quick.editor) == &before);
    }
}
