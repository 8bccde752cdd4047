//! Questions about edits that can't be undone: what waits, what withdraws them, what an answer does.

use undoodle::document::HISTORY;
use undoodle::editor::{Editor, Effect};
use undoodle::history::Limits;
use undoodle::value::Value;

const QUESTION: &str =
    "This edit is too large to undo, and removes 2 earlier steps from the history. Continue?";

/// An editor with two steps, in which no further edit can be kept.
fn full() -> Editor {
    let mut editor = Editor::new().unwrap();
    for id in ["select.all", "edit.fill"] {
        assert!(editor.run(id, &[], 0).unwrap());
    }
    editor.set_history_limits(Limits { working: 0, ..HISTORY }).unwrap();
    editor.take_effects();
    editor
}

/// An editor that asks about inverting its colours.
fn asking() -> Editor {
    let mut editor = full();
    assert!(!editor.run("edit.invert", &[], 0).unwrap());
    assert_eq!(editor.asked().unwrap(), QUESTION);
    editor
}

fn pixel(editor: &Editor) -> String {
    editor.pixel(3, 3).unwrap().to_string()
}

fn steps(editor: &Editor) -> usize {
    editor.document().history().position()
}

#[test]
fn a_question_is_told_with_the_state_and_waits() {
    let mut editor = asking();
    let effects = editor.take_effects();
    let asked = |effect: &Effect| matches!(effect, Effect::Confirm(question) if question == QUESTION);
    assert!(effects.iter().any(asked) && effects.contains(&Effect::State));
    editor.idle();
    editor.set_primary("#f00").unwrap();
    assert_eq!(editor.asked().unwrap(), QUESTION);
    assert_eq!((pixel(&editor), steps(&editor)), ("#000000ff".into(), 2));
}

#[test]
fn no_keeps_everything_and_yes_does_it_once() {
    let mut editor = asking();
    editor.take_effects();
    assert!(!editor.answer(false).unwrap());
    assert!(editor.take_effects().contains(&Effect::State), "who shows the question hears that it is gone");
    assert_eq!((editor.asked(), pixel(&editor), steps(&editor)), (None, "#000000ff".into(), 2));
    assert!(!editor.answer(true).unwrap(), "nothing is asked any more");
    assert_eq!(pixel(&editor), "#000000ff");

    assert!(!editor.run("edit.invert", &[], 0).unwrap());
    assert!(editor.answer(true).unwrap());
    assert_eq!((editor.asked(), pixel(&editor), steps(&editor)), (None, "#ffffffff".into(), 0));
    assert!(!editor.answer(true).unwrap());
    assert_eq!(pixel(&editor), "#ffffffff");
}

#[test]
fn another_command_withdraws_the_question_and_a_refused_one_does_not() {
    let mut editor = asking();
    let wrong = [("size".to_owned(), Value::from(1))];
    assert!(editor.run("edit.undo", &wrong, 0).is_err());
    let said = editor.run("no such command", &[], 0).unwrap_err().to_string();
    assert_eq!(said, "command must be the id of a command, not \"no such command\"");
    assert_eq!(editor.asked().unwrap(), QUESTION);
    assert!(editor.run("edit.undo", &[], 0).unwrap());
    assert_eq!(editor.asked(), None);
    assert!(!editor.answer(true).unwrap());
    assert_eq!((pixel(&editor), steps(&editor)), ("#00000000".into(), 1));
}

#[test]
fn what_is_too_large_to_be_kept_is_not_previewed_and_says_so() {
    let mut editor = full();
    let lighter = [("lightness".to_owned(), Value::from(100))];
    let error = editor.preview("edit.hue", &lighter).unwrap_err();
    let sentence = "preview \"Hue and saturation\": it is too large for a preview; OK applies it";
    assert_eq!(error.to_string(), sentence);
    assert_eq!((editor.asked(), pixel(&editor), editor.is_previewing()), (None, "#000000ff".into(), false));
    assert!(!editor.run("edit.hue", &lighter, 0).unwrap());
    assert!(editor.answer(true).unwrap());
    assert_eq!(pixel(&editor), "#ffffffff");
}
