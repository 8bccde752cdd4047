//! An editor whose older steps lie in a store: it asks for them, and does what was asked of it.

use undoodle::editor::{Editor, Effect};
use undoodle::journal::{Entries, EntryKind};

/// Strokes of one pixel each, a row apart, kept in a store; then a new editor that has brought them back.
fn reopened(strokes: i32) -> (Editor, Entries) {
    let (mut editor, mut store) = (Editor::new().unwrap(), Entries::default());
    editor.resize(640, 640);
    editor.begin_keeping();
    for stroke in 0..strokes {
        let (x, y) = (f64::from(stroke % 64) * 10.0 + 5.0, f64::from(stroke / 64) * 10.0 + 5.0);
        editor.pointer_down(x, y, 0, 0);
        editor.pointer_up(x, y, 0);
    }
    store.write(editor.take_batch().unwrap().unwrap());
    let mut later = Editor::new().unwrap();
    later.resize(640, 640);
    assert_eq!(later.restore_begin(store.checkpoint_and_log()).unwrap(), None);
    later.restore_finish("drawing").unwrap();
    (later, store)
}

/// Fetches all that is wanted, once.
fn fetch(editor: &mut Editor, store: &Entries) -> usize {
    let wanted = editor.wanted();
    wanted.iter().for_each(|key| editor.supply(*key, store.get(*key)).unwrap());
    wanted.iter().count()
}

#[test]
fn undo_waits_for_a_step_and_is_done_as_often_as_it_was_asked_for() {
    let (mut editor, store) = reopened(30);
    let position = |editor: &Editor| editor.document().history().position();
    for _ in 0..5 {
        assert!(!editor.run("edit.undo", &[], 0).unwrap(), "the bytes are not here yet");
    }
    assert!(editor.is_fetching());
    assert!(
        editor
            .take_effects()
            .iter()
            .any(|effect| matches!(effect, Effect::Message(said) if said == "Undo: fetching older steps…"))
    );
    assert_eq!(position(&editor), 30, "nothing is done by halves");
    assert_eq!(fetch(&mut editor, &store), 1);
    assert_eq!((position(&editor), editor.is_fetching()), (25, false));
    assert_eq!(fetch(&mut editor, &store), 0, "what is here is not asked for again");
}

#[test]
fn something_else_that_is_asked_for_takes_the_place_of_what_waits() {
    let (mut editor, store) = reopened(3);
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("layer.add", &[], 0).unwrap();
    fetch(&mut editor, &store);
    assert_eq!((editor.document().layers(), editor.document().history().position()), (2, 4));
}

#[test]
fn whoever_looks_closer_or_takes_a_tool_still_wants_what_waits() {
    let (mut editor, store) = reopened(3);
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("view.zoom.in", &[], 0).unwrap();
    editor.run("tool.eraser", &[], 0).unwrap();
    assert!(editor.is_fetching());
    fetch(&mut editor, &store);
    assert_eq!(editor.document().history().position(), 2);
}

#[test]
fn steps_nearby_are_fetched_before_anybody_asks() {
    let (mut editor, store) = reopened(300);
    let first = editor.wanted();
    assert!(first.is_some_and(|key| key.kind == EntryKind::Volume));
    first.iter().for_each(|key| editor.supply(*key, store.get(*key)).unwrap());
    for undone in 0..300 {
        assert!(editor.run("edit.undo", &[], 0).unwrap(), "undo {undone} waits");
        fetch(&mut editor, &store);
    }
    assert_eq!(editor.document().history().position(), 0);
}

#[test]
fn a_step_that_is_missing_is_said_and_nothing_is_changed() {
    for damage in [None, Some(20)] {
        let (mut editor, store) = reopened(3);
        editor.run("edit.undo", &[], 0).unwrap();
        let key = editor.wanted().unwrap();
        let broken = damage.map(|at: usize| {
            let mut broken = store.get(key).unwrap().to_vec();
            broken[at] ^= 1;
            broken
        });
        let wall = editor.supply(key, broken.as_deref()).unwrap_err();
        assert_eq!(wall.to_string(), "3 steps before this can't be read");
        assert_eq!((editor.document().history().position(), editor.wanted()), (3, None));
        assert!(!editor.run("edit.undo", &[], 0).unwrap() && !editor.is_fetching());
        editor.run("layer.add", &[], 0).unwrap();
        editor.run("edit.undo", &[], 0).unwrap();
        assert_eq!((editor.document().history().position(), editor.wanted()), (3, None));
    }
}

#[test]
fn a_read_that_failed_says_nothing_of_the_step_and_is_tried_when_it_is_asked_for() {
    let (mut editor, store) = reopened(3);
    editor.run("edit.undo", &[], 0).unwrap();
    let key = editor.wanted().unwrap();
    editor.not_read(key);
    assert_eq!((editor.is_fetching(), editor.wanted()), (false, None));
    let said = "Undo: the older steps could not be read. Try again.";
    assert!(
        editor.take_effects().iter().any(|effect| matches!(effect, Effect::Message(text) if text == said))
    );
    editor.run("edit.undo", &[], 0).unwrap();
    fetch(&mut editor, &store);
    assert_eq!(editor.document().history().position(), 2);
}
