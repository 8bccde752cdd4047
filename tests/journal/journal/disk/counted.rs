//! What is asked for while the disk is slow is done as often as it was asked for.
//!
//! Whoever holds a key asks for the same again while the first one waits: for a step, for room in memory, or for one after
//! the other. Whatever the disk answers meanwhile, and in which order, the steps that were undone are as many as were asked for.

use undoodle::editor::{Editor, Effect};
use undoodle::history::Limits;

use super::super::session::Chance;
use super::{Disk, bytes, editor};
use crate::share;

/// Number of undos of each session.
const UNDOS: usize = 7;

fn position(editor: &Editor) -> usize {
    editor.document().history().position()
}

/// An editor whose steps lie on the disk but for what memory has room for, and that disk.
fn far(budget: usize, steps: u64) -> (Editor, Disk, u64) {
    let (mut editor, mut disk, mut cause) = (editor(budget), Disk::default(), 0);
    editor.begin_keeping();
    // The store takes steps, so that those which are larger than memory are kept.
    disk.rest(&mut editor, &mut cause).unwrap();
    for step in 0..steps {
        cause += 1;
        let edit = ["edit.flip-horizontal", "edit.invert", "edit.flip-vertical"][step as usize % 3];
        editor.run(edit, &[], 5000 * cause).unwrap();
        disk.rest(&mut editor, &mut cause).unwrap();
    }
    (editor, disk, cause)
}

/// Asks for undo some times, while the disk does something in between, or nothing. Returns by how many steps it went too far,
/// negative if not far enough, and how often a command had to wait for room.
fn undone(seed: u64) -> (i64, usize) {
    let mut chance = Chance::new(seed);
    // In some of these memory has no room for a step of all pixels beside strokes that are not written yet.
    let (budget, working) =
        [(9_000, 28_000), (14_000, 28_000), (9_000, 32_000), (14_000, 400_000), (60_000, 400_000)]
            [chance.below(5) as usize];
    let (mut editor, mut disk, mut cause) = far(budget, 12);
    editor.set_history_limits(Limits { budget, depth: 1, working }).unwrap();
    let strokes = [0, 3, 64][chance.below(3) as usize];
    for at in 0..strokes {
        cause += 1;
        let (x, y) = (f64::from(at) * 10.0 + 5.0, f64::from(at * 7 % 64) * 10.0 + 5.0);
        editor.pointer_down(x, y, 0, 5000 * cause);
        editor.pointer_up(640.0 - x, y, 5000 * cause);
        disk.meet(&mut editor, cause);
    }
    for _ in 0..strokes {
        assert!(editor.run("edit.undo", &[], 0).unwrap(), "strokes are in memory");
    }
    editor.take_effects();
    let (before, hurries, mut rooms) = (position(&editor), chance.below(4) + 1, 0);
    for _ in 0..UNDOS {
        cause += 1;
        editor.run("edit.undo", &[], 0).unwrap();
        for _ in 0..chance.below(hurries) {
            disk.meet(&mut editor, cause);
            match chance.below(3) {
                0 => _ = disk.write(&mut editor),
                1 => _ = disk.reach(),
                _ => _ = disk.read(&mut editor).map(Result::unwrap),
            }
            cause += 1;
        }
        let waits = |effect: &Effect| matches!(effect, Effect::Message(said) if said.to_string().contains("storing the last"));
        rooms += editor.take_effects().iter().filter(|effect| waits(effect)).count();
    }
    disk.rest(&mut editor, &mut cause).unwrap();
    assert!(!editor.is_fetching(), "seed {seed}");
    (before as i64 - UNDOS as i64 - position(&editor) as i64, rooms)
}

#[test]
fn undo_is_done_as_often_as_it_was_asked_for_whenever_the_disk_answers() {
    let all: Vec<_> = (0..share::of(200)).map(|seed| (seed, undone(seed))).collect();
    let wrong: Vec<_> = all.iter().filter(|(_, (off, _))| *off != 0).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} sessions: {:?}",
        wrong.len(),
        all.len(),
        &wrong[..wrong.len().min(8)]
    );
    let rooms = all.iter().filter(|(_, (_, rooms))| *rooms > 0).count();
    assert!(rooms > share::least(10), "{rooms} sessions had to wait for room");
}

#[test]
fn undo_and_redo_of_all_lead_to_exact_bytes_while_memory_is_small() {
    let (mut editor, mut disk, mut cause) = far(14_000, 9);
    let last = bytes(&editor).clone();
    for id in ["edit.undo", "edit.redo"] {
        (0..9).for_each(|_| _ = editor.run(id, &[], 0).unwrap());
        disk.rest(&mut editor, &mut cause).unwrap();
    }
    assert!(bytes(&editor) == &last && position(&editor) == 9);
}
