//! Tests of `src/editor/shown/steps.rs`.

use undoodle::color::Color;
use undoodle::document::{Document, StepKind, Trace};
use undoodle::editor::{Editor, StepRow};
use undoodle::history::CommitId;
use undoodle::value::Value;

/// Returns an editor with a stroke along each of these rows of pixels.
fn painted(rows: &[i32]) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    rows.iter().for_each(|y| stroke(&mut editor, *y));
    editor
}

fn stroke(editor: &mut Editor, y: i32) {
    let y = f64::from(y) * 10.0 + 5.0;
    editor.pointer_down(105.0, y, 0, 0);
    editor.pointer_up(305.0, y, 1);
}

fn labels(rows: &[StepRow]) -> Vec<String> {
    rows.iter().map(|row| row.label.to_string()).collect()
}

#[test]
fn rows_say_where_and_what_a_step_was() {
    let mut editor = painted(&[3, 6]);
    editor.run("layer.add", &[], 0).unwrap();
    editor.run("layer.rename", &[("name".into(), Value::Text("Sky".into()))], 1).unwrap();
    stroke(&mut editor, 9);
    let rows = editor.step_rows(0, 99);
    assert_eq!(labels(&rows), ["Beginning", "Pencil", "Pencil", "New layer", "Rename layer", "Pencil"]);
    assert_eq!(labels(&editor.step_rows(3, 2)), ["New layer", "Rename layer"]);
    assert!(editor.step_rows(6, 9).is_empty() && editor.step_rows(0, 0).is_empty());
    let layers: Vec<_> = rows.iter().map(|row| row.layer.as_deref()).collect();
    assert_eq!(layers[..2], [None, Some("Layer 1")]);
    assert_eq!((layers[5], rows[5].frame), (Some("Sky"), Some(0)));
    assert!(rows[1].bytes > 0 && rows.iter().all(|row| !row.saved && row.aside == 0));
    editor.run("layer.delete", &[], 2).unwrap();
    assert_eq!(editor.step_rows(5, 1)[0].layer, None, "the layer is gone");
}

#[test]
fn rows_tell_steps_that_only_select_from_those_that_change_the_picture() {
    let mut editor = painted(&[3]);
    for id in ["select.all", "edit.nudge-right", "edit.land", "select.none"] {
        assert!(editor.run(id, &[], 0).unwrap());
    }
    editor.set_tool("select-rectangle", &[]).unwrap();
    stroke(&mut editor, 6);
    let rows: Vec<_> =
        editor.step_rows(1, 9).into_iter().map(|row| (row.label.to_string(), row.selects)).collect();
    let told: Vec<_> = rows.iter().map(|(label, selects)| (label.as_str(), *selects)).collect();
    assert_eq!(
        told,
        [
            ("Pencil", false),
            ("Select all", true),
            ("Nudge right", false),
            ("Place selection", false),
            ("Deselect", true),
            ("Select rectangle", true)
        ]
    );
}

#[test]
fn rows_count_and_list_what_was_set_aside() {
    let mut editor = painted(&[3, 6, 9]);
    let gone: Vec<_> = editor.step_rows(2, 2).iter().map(|row| row.commit).collect();
    (0..2).for_each(|_| _ = editor.run("edit.undo", &[], 0).unwrap());
    stroke(&mut editor, 20);
    let rows = editor.step_rows(0, 9);
    assert_eq!(rows.iter().map(|row| row.aside).collect::<Vec<_>>(), [0, 2, 0]);
    let aside = editor.aside_rows(rows[1].commit, 9);
    assert_eq!(aside.iter().map(|row| row.commit).collect::<Vec<_>>(), gone);
    assert_eq!(aside.iter().map(|row| row.begins).collect::<Vec<_>>(), [true, false]);
    assert_eq!(editor.aside_rows(rows[1].commit, 1).len(), 1);
    assert!(editor.aside_rows(rows[2].commit, 9).is_empty());
}

#[test]
fn branches_are_listed_by_their_last_steps_the_newest_first() {
    let mut editor = painted(&[3, 6, 9]);
    let undo = |editor: &mut Editor| _ = editor.run("edit.undo", &[], 0).unwrap();
    let old = editor.step_rows(3, 1)[0].commit;
    (0..2).for_each(|_| undo(&mut editor));
    editor.run("layer.add", &[], 0).unwrap();
    undo(&mut editor);
    stroke(&mut editor, 20);
    let rows = editor.branch_rows();
    assert_eq!(labels(&rows), ["New layer", "Pencil"]);
    assert_eq!(rows[1].commit, old);
    assert_eq!(editor.defaults("history.branch")[0].1, 1.into(), "the newest");
    editor.run("history.branch", &[], 0).unwrap();
    assert_eq!((editor.document().layers(), editor.document().history().here()), (2, rows[0].commit));
    assert_eq!(editor.branch_rows().len(), 2, "what was left is a branch now");
}

#[test]
fn the_saved_state_is_marked() {
    let mut editor = painted(&[3, 6]);
    editor.encode_project(None).unwrap();
    assert!(editor.mark_saved());
    stroke(&mut editor, 9);
    let saved: Vec<_> = editor.step_rows(0, 9).iter().map(|row| row.saved).collect();
    assert_eq!(saved, [false, false, true, false]);
}

#[test]
fn a_thumbnail_has_the_colour_that_the_step_painted_wherever_the_history_stands() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    // The second covers the first, the third erases both, and the first is undone and redone below.
    let steps = [("pencil", "#d02030"), ("pencil", "#20a040"), ("eraser", "#000000"), ("pencil", "#3050e0")];
    for (tool, color) in steps {
        editor.set_tool(tool, &[]).unwrap();
        editor.set_primary(color).unwrap();
        stroke(&mut editor, 3);
    }
    let commits: Vec<_> = editor.step_rows(1, 4).iter().map(|row| row.commit).collect();
    let colors = |editor: &Editor| {
        commits
            .iter()
            .map(|commit| {
                let pixels = editor.step_thumbnail(*commit, 28, 20).unwrap().pixels;
                assert_eq!(pixels.len(), 28 * 20 * 4);
                let mut drawn: Vec<_> =
                    pixels.chunks(4).filter(|pixel| pixel[3] > 0).map(|pixel| pixel[..3].to_vec()).collect();
                assert!(drawn.len() >= 21);
                drawn.dedup();
                assert_eq!(drawn.len(), 1);
                let color = Color::rgba(drawn[0][0], drawn[0][1], drawn[0][2], 255).to_string();
                color[..7].to_owned()
            })
            .collect::<Vec<_>>()
    };
    let red = Color::REMOVED.to_string();
    let expected = ["#d02030", "#20a040", &red[..7], "#3050e0"];
    assert_eq!(colors(&editor), expected, "what was erased is red");
    for back in 1..=4 {
        editor.run("edit.undo", &[], 0).unwrap();
        assert_eq!(colors(&editor), expected, "{back} back");
    }
    editor.set_primary("#808080").unwrap();
    stroke(&mut editor, 20);
    assert_eq!(colors(&editor), expected, "set aside");
    let mut editor = painted(&[3]);
    editor.run("layer.add", &[], 0).unwrap();
    let commit = editor.step_rows(2, 1)[0].commit;
    assert_eq!(editor.step_thumbnail(commit, 28, 20), None, "it changed no pixel");
    assert_eq!(editor.step_thumbnail(CommitId(99), 28, 20), None);
}

#[test]
fn the_memory_that_is_chosen_holds_for_later_drawings_too() {
    let mut editor = painted(&[3]);
    let choose = |editor: &mut Editor, megabytes: i64| {
        editor.run("history.memory", &[("megabytes".into(), megabytes.into())], 0)
    };
    let budget = |editor: &Editor| editor.document().history().stats().budget >> 20;
    assert_eq!((budget(&editor), editor.defaults("history.memory")[0].1.clone()), (256, 256.into()));
    assert!(
        choose(&mut editor, 16).unwrap()
            && choose(&mut editor, 0).is_err()
            && choose(&mut editor, 5000).is_err()
    );
    assert_eq!((budget(&editor), editor.document().history().position()), (16, 1), "what fits is kept");
    editor.new_document(8, 8).unwrap();
    assert_eq!(budget(&editor), 16);
    let choices = editor.choices();
    let mut later = Editor::new().unwrap();
    later.choose_again(&choices);
    assert_eq!(budget(&later), 16);
}

/// The rows of the folds: first, last, whether it was pasted, and the size.
type Rows = Vec<(usize, usize, bool, Option<(i32, i32)>)>;

fn folds(editor: &mut Editor) -> Rows {
    editor.folds().into_iter().map(|fold| (fold.first, fold.last, fold.pasted, fold.size)).collect()
}

fn run(editor: &mut Editor, ids: &[&str]) {
    ids.iter().for_each(|id| assert!(editor.run(id, &[], 0).unwrap(), "{id}"));
}

#[test]
fn the_steps_of_a_move_are_one_fold_and_those_around_it_none() {
    let mut editor = painted(&[3]);
    editor.set_tool("select-rectangle", &[]).unwrap();
    stroke(&mut editor, 3);
    // Nudges are one step by themselves.
    run(&mut editor, &["edit.nudge-right", "edit.jump-down"]);
    assert_eq!(folds(&mut editor), []);
    editor.set_tool("move", &[]).unwrap();
    editor.pointer_down(205.0, 115.0, 0, 0);
    editor.pointer_up(225.0, 115.0, 1);
    assert_eq!(folds(&mut editor), [(3, 4, false, None)], "while it is moved");
    run(&mut editor, &["edit.land", "select.none"]);
    let placed = folds(&mut editor);
    assert_eq!(placed.len(), 1);
    assert_eq!((placed[0].0, placed[0].1, placed[0].3), (3, 5, Some((21, 1))));
    // Undo passes through it, and the line stays what it is.
    for _ in 0..6 {
        run(&mut editor, &["edit.undo"]);
        assert_eq!(folds(&mut editor), placed);
    }
    (0..6).for_each(|_| run(&mut editor, &["edit.redo"]));
    run(&mut editor, &["select.all", "edit.copy", "edit.paste", "edit.nudge-down", "edit.land"]);
    let pasted = folds(&mut editor)[1];
    assert_eq!((pasted.0, pasted.1, pasted.2), (8, 10, true));
    // A whole cel lands at once: two of these are two steps.
    run(&mut editor, &["select.none"]);
    (0..2).for_each(|_| stroke(&mut editor, 9));
    assert_eq!(folds(&mut editor).len(), 2);
    // Another line has its own.
    (0..12).for_each(|_| _ = editor.run("edit.undo", &[], 0).unwrap());
    editor.set_tool("pencil", &[]).unwrap();
    stroke(&mut editor, 20);
    assert_eq!(folds(&mut editor), []);
}

#[test]
fn a_step_is_known_by_its_kind_whatever_its_label() {
    let mut editor = painted(&[3]);
    editor.set_tool("select-rectangle", &[]).unwrap();
    stroke(&mut editor, 3);
    run(&mut editor, &["edit.nudge-right"]);
    editor.set_tool("move", &[]).unwrap();
    editor.pointer_down(205.0, 115.0, 0, 0);
    editor.pointer_up(225.0, 115.0, 1);
    run(&mut editor, &["edit.land", "select.none"]);
    let kinds = |document: &Document| {
        let line = document.history().line();
        line.map(|commit| Trace::of(&commit.header()).kind).collect::<Vec<_>>()
    };
    use StepKind::*;
    assert_eq!(kinds(editor.document()), [Plain, Selects, Moves, Moves, Places, Selects]);
    run(&mut editor, &["select.all", "edit.copy", "edit.paste"]);
    assert_eq!(kinds(editor.document())[6..], [Selects, Pastes]);
    // A stroke lands what floats by a step of its own.
    editor.set_tool("pencil", &[]).unwrap();
    editor.set_primary("#ff0000").unwrap();
    stroke(&mut editor, 3);
    assert_eq!(kinds(editor.document())[8..], [Places, Plain]);
    // Labels alone say nothing.
    let mut document = Document::new(8, 8).unwrap();
    for label in ["Move", "Place selection", "Select all"] {
        document.begin(1).unwrap();
        document.add_layer(1).unwrap();
        document.commit(label, Color::ADDED, 0).unwrap();
    }
    assert_eq!(kinds(&document), [Plain; 3]);
}

#[test]
fn no_fold_hides_a_pin_a_saved_state_or_a_branch() {
    let moved = || {
        let mut editor = painted(&[3]);
        run(&mut editor, &["select.all", "edit.nudge-right", "edit.jump-down", "edit.land"]);
        assert_eq!(folds(&mut editor).len(), 1);
        run(&mut editor, &["edit.undo"]);
        editor
    };
    let mut editor = moved();
    run(&mut editor, &["history.pin"]);
    assert_eq!(folds(&mut editor), []);
    run(&mut editor, &["history.unpin"]);
    assert_eq!(folds(&mut editor).len(), 1);
    let mut editor = moved();
    editor.encode_project(None).unwrap();
    assert!(editor.mark_saved());
    assert_eq!(folds(&mut editor), []);
    let mut editor = moved();
    run(&mut editor, &["edit.nudge-up", "edit.undo", "edit.land"]);
    assert_eq!(folds(&mut editor), []);
}
