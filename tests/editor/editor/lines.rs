//! Tests of `src/editor/session/lines.rs`.

use undoodle::editor::Editor;

fn dab(editor: &mut Editor, x: f64) {
    editor.pointer_down(x, 105.0, 0, 0);
    editor.pointer_up(x, 105.0, 1);
}

fn painted(editor: &Editor) -> Vec<i32> {
    (0..64).filter(|x| editor.pixel(*x, 10).unwrap().bytes[3] > 0).collect()
}

#[test]
fn what_makes_way_for_steps_that_are_brought_back_is_offered_in_its_turn() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let run = |editor: &mut Editor, id: &str| assert!(editor.run(id, &[], 0).unwrap(), "{id}");
    let aside = |editor: &Editor| editor.document().history().aside().map(|(_, steps)| steps);
    for x in [105.0, 205.0] {
        dab(&mut editor, x);
    }
    (0..2).for_each(|_| run(&mut editor, "edit.undo"));
    for x in [305.0, 405.0, 505.0] {
        dab(&mut editor, x);
    }
    (0..3).for_each(|_| run(&mut editor, "edit.undo"));
    assert_eq!(aside(&editor), Some(2));
    run(&mut editor, "history.bring-back");
    assert_eq!((painted(&editor), aside(&editor)), (vec![10, 20], Some(3)));
    run(&mut editor, "history.bring-back");
    assert_eq!((painted(&editor), aside(&editor)), (vec![10, 20, 30, 40, 50], None), "nothing made way");
}

#[test]
fn steps_that_are_copied_put_aside_what_could_be_redone_too() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let run = |editor: &mut Editor, id: &str| assert!(editor.run(id, &[], 0).unwrap(), "{id}");
    dab(&mut editor, 105.0);
    run(&mut editor, "history.pin");
    run(&mut editor, "edit.undo");
    for x in [305.0, 405.0] {
        dab(&mut editor, x);
    }
    run(&mut editor, "edit.undo");
    let aside = |editor: &Editor| editor.document().history().aside().map(|(_, steps)| steps);
    assert_eq!(aside(&editor), Some(1));
    // A state that is pinned stays where it is.
    run(&mut editor, "history.bring-back");
    assert_eq!((painted(&editor), aside(&editor)), (vec![10, 30], Some(1)));
    run(&mut editor, "history.bring-back");
    assert_eq!(painted(&editor), [10, 30, 40]);
}
