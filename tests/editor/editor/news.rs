//! Tests of `src/editor/news.rs`.

use undoodle::editor::{Editor, commands};

/// Fails if there is more to be told than was told.
fn check(editor: &mut Editor, what: &str) {
    editor.news();
    let missed = editor.untold_news();
    let names: Vec<_> = Editor::kinds().enumerate().filter(|(bit, _)| missed >> bit & 1 == 1).collect();
    assert!(names.is_empty(), "{what}: {names:?}");
}

#[test]
fn what_is_not_told_has_not_changed() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    for command in commands() {
        for time in 0..2 {
            editor.pointer_down(100.0, 100.0, 0, 0);
            editor.pointer_move(200.0, 160.0, 1);
            check(&mut editor, "in a stroke");
            editor.pointer_up(300.0, 200.0, 2);
            check(&mut editor, "after a stroke");
            if command.previews {
                _ = editor.preview(command.id, &[]);
                check(&mut editor, command.id);
            }
            _ = editor.run(command.id, &[], 5000 * time);
            check(&mut editor, command.id);
            _ = editor.tick(20.0);
            _ = editor.idle();
            check(&mut editor, command.id);
            _ = editor.run("edit.undo", &[], 0);
            check(&mut editor, "edit.undo");
        }
    }
}

#[test]
fn a_stroke_is_no_news_of_layers_frames_or_the_palette() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.news();
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_up(300.0, 200.0, 2);
    let news = editor.news();
    let told = |name| Editor::kinds().position(|kind| kind == name).is_some_and(|bit| news >> bit & 1 == 1);
    assert!(told("history") && told("steps") && told("Edit"), "there is something to undo");
    assert!(!["canvas", "layers", "frames", "palette", "colors", "tool"].into_iter().any(told));
}

#[test]
fn steps_are_news_when_one_was_done_and_not_while_a_stroke_is_under_way() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.news();
    let steps = Editor::kinds().position(|kind| kind == "steps").unwrap();
    let told = |editor: &mut Editor| editor.news() >> steps & 1 == 1;
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_move(300.0, 200.0, 1);
    assert!(!told(&mut editor), "the stroke is no step yet");
    editor.pointer_up(300.0, 200.0, 2);
    assert!(told(&mut editor) && !told(&mut editor));
    for command in ["edit.undo", "edit.redo", "history.pin", "history.unpin"] {
        editor.run(command, &[], 0).unwrap();
        assert!(told(&mut editor), "{command}");
    }
}

#[test]
fn there_is_a_bit_for_each_kind() {
    assert!(Editor::kinds().count() <= 32);
    assert!(
        Editor::kinds()
            .enumerate()
            .all(|(n, name)| Editor::kinds().position(|other| other == name) == Some(n))
    );
}
