//! Going elsewhere in the history by commands: to steps, pins and branches, and back to what was set aside.

use crate::grid::{drag, editor, picture, refused, run, steps};
use undoodle::editor::{Editor, Effect, commands};
use undoodle::value::Value;

const EMPTY: [&str; 4] = ["....", "....", "....", "...."];

/// An editor with a stroke along each of these rows.
fn painted(rows: &[i32]) -> Editor {
    let mut editor = editor(&EMPTY);
    rows.iter().for_each(|y| stroke(&mut editor, *y));
    editor
}

fn stroke(editor: &mut Editor, y: i32) {
    drag(editor, &[(0, y), (2, y)]);
}

/// The rows that have a stroke.
fn rows(editor: &Editor) -> Vec<usize> {
    picture(editor).iter().enumerate().filter(|(_, row)| *row == "KKK.").map(|(y, _)| y).collect()
}

/// Runs a command that takes a number.
fn go(editor: &mut Editor, id: &str, name: &str, number: u64) {
    run(editor, id, &[(name, Value::Number(number as f64))]);
}

fn labels(editor: &Editor) -> Vec<String> {
    editor.document().history().line().map(|commit| commit.header().label.into_owned()).collect()
}

/// The last message or offer, with the offer's command.
fn said(editor: &mut Editor) -> Option<(String, &'static str)> {
    let told = editor.take_effects().into_iter().filter_map(|effect| match effect {
        Effect::Message(text) => Some((text.to_string(), "")),
        Effect::Offer { text, command, .. } => Some((text.to_string(), command)),
        _ => None,
    });
    told.reduce(|_, last| last)
}

/// Three steps that are undone, and another elsewhere, which sets them aside.
fn set_aside() -> Editor {
    let mut editor = painted(&[0, 1, 2]);
    (0..3).for_each(|_| run(&mut editor, "edit.undo", &[]));
    editor.take_effects();
    stroke(&mut editor, 3);
    editor
}

#[test]
fn what_a_stroke_sets_aside_is_offered_and_comes_back_as_steps() {
    let mut editor = set_aside();
    assert_eq!(said(&mut editor), Some(("3 steps set aside".into(), "history.bring-back")));
    let history = editor.document().history();
    assert_eq!((history.position(), history.branches().count()), (1, 1));
    assert_eq!(history.aside().map(|(_, steps)| steps), Some(3));
    run(&mut editor, "history.bring-back", &[]);
    assert_eq!(said(&mut editor), Some(("3 steps brought back".into(), "")));
    assert_eq!((rows(&editor), steps(&editor)), (vec![0, 1, 2, 3], 4));
    let history = editor.document().history();
    assert_eq!((history.aside(), history.branches().count()), (None, 0));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(rows(&editor), [0, 1, 3], "they are steps like any other");
}

#[test]
fn from_five_steps_on_the_offer_stands_over_the_picture_and_fewer_are_quiet() {
    for (count, expected) in [(1, true), (4, true), (5, false), (6, false)] {
        let mut editor = editor(&EMPTY);
        (0..count).for_each(|at| drag(&mut editor, &[(at % 4, at / 4)]));
        (0..count).for_each(|_| run(&mut editor, "edit.undo", &[]));
        editor.take_effects();
        stroke(&mut editor, 3);
        let quiet = editor.take_effects().into_iter().find_map(|effect| match effect {
            Effect::Offer { quiet, .. } => Some(quiet),
            _ => None,
        });
        assert_eq!(quiet, Some(expected), "{count}");
    }
}

#[test]
fn bringing_back_says_what_could_be_redone_and_is_set_aside_by_it() {
    let mut editor = set_aside();
    drag(&mut editor, &[(3, 0)]);
    run(&mut editor, "edit.undo", &[]);
    editor.take_effects();
    run(&mut editor, "history.bring-back", &[]);
    assert_eq!(said(&mut editor), Some(("3 steps brought back, 1 step set aside".into(), "")));
    assert_eq!(editor.document().history().branches().count(), 1);
}

#[test]
fn a_new_drawing_has_nothing_to_bring_back() {
    let mut editor = set_aside();
    editor.new_document(4, 4).unwrap();
    assert_eq!(editor.document().history().aside(), None);
    assert!(!editor.run("history.bring-back", &[], 0).unwrap());
}

#[test]
fn a_stroke_after_undo_leaves_nothing_to_redo() {
    let mut editor = painted(&[0, 1]);
    run(&mut editor, "edit.undo", &[]);
    stroke(&mut editor, 2);
    assert!(!editor.run("edit.redo", &[], 0).unwrap());
    assert_eq!((rows(&editor), steps(&editor), labels(&editor).len()), (vec![0, 2], 2, 2));
}

#[test]
fn hiding_a_layer_is_a_step_before_what_can_be_redone() {
    let mut editor = painted(&[0, 1]);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "layer.visible", &[]);
    assert_eq!(picture(&editor), EMPTY);
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(labels(&editor), ["Pencil", "Show or hide layer", "Pencil"]);
    assert!(!editor.document().layer(0).unwrap().visible);
    run(&mut editor, "layer.visible", &[]);
    assert_eq!(rows(&editor), [0, 1]);
}

#[test]
fn a_pinned_state_is_gone_back_to_and_let_go() {
    let mut editor = painted(&[0]);
    let here = editor.document().history().here();
    run(&mut editor, "history.pin", &[("name", "Outline".into())]);
    let pins: Vec<_> =
        editor.document().history().pins().map(|(id, of)| (id, of.label.to_string())).collect();
    assert_eq!(pins, [(here, "Outline".to_owned())]);
    stroke(&mut editor, 1);
    run(&mut editor, "history.go-to-pin", &[]);
    assert_eq!(rows(&editor), [0]);
    run(&mut editor, "history.unpin", &[]);
    assert_eq!(editor.document().history().pins().count(), 0);
    let command = commands().find(|command| command.id == "history.go-to-pin").unwrap();
    assert!(!editor.is_enabled(command));
    assert_eq!(
        refused(&mut editor, "history.pin", &[("name", "  ".into())]),
        "the name is empty: enter 1 to 120 letters"
    );
}

#[test]
fn steps_are_gone_to_by_their_numbers() {
    let mut editor = painted(&[0, 1]);
    go(&mut editor, "history.step", "step", 1);
    assert_eq!(rows(&editor), [0]);
    assert_eq!(
        refused(&mut editor, "history.step", &[("step", 3.into())]),
        "step must be from 0 to 2, not 3"
    );
    go(&mut editor, "history.step", "step", 0);
    assert_eq!(picture(&editor), EMPTY);
    go(&mut editor, "history.step", "step", 2);
    assert_eq!(rows(&editor), [0, 1]);
}

#[test]
fn any_state_is_gone_to_by_its_commit_and_a_branch_by_its_place() {
    let mut editor = painted(&[0, 1]);
    let history = editor.document().history();
    let (ids, base): (Vec<_>, _) = (history.line().map(|commit| commit.id()).collect(), history.base());
    go(&mut editor, "history.goto", "commit", ids[0].0);
    assert_eq!((rows(&editor), steps(&editor)), (vec![0], 1));
    go(&mut editor, "history.goto", "commit", base.0);
    assert_eq!(picture(&editor), EMPTY);
    stroke(&mut editor, 2);
    let branches: Vec<_> = editor.document().history().branches().map(|commit| commit.id()).collect();
    assert_eq!(branches, [ids[1]]);
    go(&mut editor, "history.branch", "branch", 0);
    assert_eq!(rows(&editor), [0, 1]);
}
