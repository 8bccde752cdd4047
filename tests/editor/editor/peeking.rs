//! Tests of `src/editor/session/peeking.rs`.

use undoodle::editor::{Editor, Standing};
use undoodle::history::CommitId;
use undoodle::value::Value;
use undoodle::{Error, Result};

fn run(editor: &mut Editor, id: &str) -> bool {
    editor.run(id, &[], 0).unwrap()
}

fn peek(editor: &mut Editor, commit: CommitId) -> Result<bool> {
    editor.run("history.peek", &[("commit".into(), Value::Number(commit.0 as f64))], 0)
}

fn dab(editor: &mut Editor, x: f64) {
    editor.pointer_down(x, 105.0, 0, 0);
    editor.pointer_up(x, 105.0, 1);
}

/// All that a peek may not change.
fn state(editor: &Editor) -> (Vec<bool>, Vec<CommitId>, CommitId, undoodle::document::Cel) {
    let painted = (0..64).map(|x| editor.pixel(x, 10).unwrap().bytes[3] > 0).collect();
    let history = editor.document().history();
    (painted, history.line().map(|commit| commit.id()).collect(), history.here(), editor.cel())
}

/// An editor with three steps on its line, of which the last is undone, and two on a branch.
fn branched() -> (Editor, Vec<CommitId>) {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    (1..=3).for_each(|i| dab(&mut editor, 100.0 * f64::from(i)));
    let aside: Vec<_> = editor.document().history().line().map(|commit| commit.id()).collect();
    (0..2).for_each(|_| assert!(run(&mut editor, "edit.undo")));
    dab(&mut editor, 450.0);
    dab(&mut editor, 550.0);
    run(&mut editor, "edit.undo");
    (editor, aside)
}

#[test]
fn a_peek_leads_back_wherever_it_led() {
    let (mut editor, aside) = branched();
    let before = state(&editor);
    for commit in aside.iter().chain(&before.1) {
        peek(&mut editor, *commit).unwrap();
        assert!(
            editor.is_peeking()
                || editor.document().history().commit_of(*commit).unwrap().parent() == before.2
        );
        peek(&mut editor, aside[0]).unwrap();
        assert!(state(&editor).0.iter().all(|painted| !painted), "before the first step");
        run(&mut editor, "history.peek-end");
        assert_eq!(state(&editor), before);
    }
}

#[test]
fn the_drawing_stands_where_it_stood_while_one_looks_elsewhere() {
    let (mut editor, aside) = branched();
    let before = editor.standing();
    assert_eq!((before.position, before.ahead, before.aside, &before.looking), (2, 1, 2, &None));
    assert_eq!((before.undo.as_str(), before.redo.as_str()), ("Pencil", "Pencil"));
    let line = state(&editor).1;
    let looks = [
        (line[1], "step 1"),
        (aside[2], "steps set aside"),
        (aside[1], "step 1"),
        (aside[0], "the beginning"),
        (line[2], "step 2"),
    ];
    for (commit, looking) in looks {
        peek(&mut editor, commit).unwrap();
        let standing = editor.standing();
        assert_eq!(standing.looking.clone().unwrap(), looking);
        assert_eq!(standing, Standing { looking: standing.looking.clone(), ..before.clone() });
    }
    run(&mut editor, "history.peek-end");
    assert_eq!(editor.standing(), before);
}

#[test]
fn nothing_is_done_to_what_is_only_looked_at() {
    let (mut editor, aside) = branched();
    let before = state(&editor);
    peek(&mut editor, aside[0]).unwrap();
    dab(&mut editor, 620.0);
    let mut expected = before.0.clone();
    expected[62] = true;
    assert_eq!(state(&editor).0, expected, "painted after the way back");
    run(&mut editor, "edit.undo");
    assert_eq!(state(&editor).0, before.0);
    peek(&mut editor, aside[0]).unwrap();
    run(&mut editor, "layer.add");
    assert_eq!((editor.document().layers(), editor.is_peeking()), (2, false));
    assert_eq!(state(&editor).0, before.0);
    peek(&mut editor, aside[0]).unwrap();
    editor.encode("png").unwrap();
    assert!(!editor.is_peeking(), "a file holds the drawing as it is");
    assert!(matches!(peek(&mut editor, CommitId(9999)), Err(Error::Gone { .. })));
    assert!(!editor.is_peeking());
    editor.pointer_down(100.0, 100.0, 0, 0);
    assert!(matches!(peek(&mut editor, aside[0]), Err(Error::Refused { .. })));
}
