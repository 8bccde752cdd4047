//! What is done with several layers at once, with a cel in all frames, and who stops playing.

use crate::grid::{drag, editor, picture, refused, run, steps};
use crate::structure::{Args, dot, frame, layer, move_args, names, owned, stack};
use undoodle::editor::{Editor, Key};

/// Chooses the first layer alone and then the others too, the last one active.
fn pick(editor: &mut Editor, layers: &[u32]) {
    for (i, of) in layers.iter().enumerate() {
        run(editor, "layer.choose", &[layer(*of), ("how", if i == 0 { "only" } else { "toggle" }.into())]);
    }
}

/// Chooses layers of a stack of five and runs a command: the names from the bottom up and the active layer, after
/// undo and redo were tried.
fn several(layers: &[u32], id: &str, args: Args) -> (String, u32) {
    let mut editor = editor(&["....."]);
    for x in 0..5 {
        if x > 0 {
            run(&mut editor, "layer.add", &[]);
        }
        run(&mut editor, "layer.rename", &[("name", ["a", "b", "c", "d", "e"][x as usize].into())]);
        dot(&mut editor, 'R', x);
    }
    pick(&mut editor, layers);
    let state = |editor: &Editor| {
        (names(editor).concat(), picture(editor), editor.document().history().arena().clone())
    };
    let (before, made) = (state(&editor), steps(&editor));
    run(&mut editor, id, args);
    let after = state(&editor);
    assert_eq!(steps(&editor), made + 1, "one step");
    let active = editor.cel().layer;
    for _ in 0..2 {
        run(&mut editor, "edit.undo", &[]);
        assert!(state(&editor) == before, "undo of {id} gives all layers back");
        run(&mut editor, "edit.redo", &[]);
        assert!(state(&editor) == after, "redo of {id}");
    }
    (after.0, active)
}

#[test]
fn several_layers_are_chosen_one_by_one_or_as_a_range() {
    let mut editor = stack();
    let mut chosen = |of: u32, how: &str| {
        run(&mut editor, "layer.choose", &[layer(of), ("how", how.into())]);
        (editor.desk().layers(editor.document()), editor.cel().layer)
    };
    assert_eq!(chosen(0, "toggle"), (vec![0, 2], 0));
    assert_eq!(chosen(1, "toggle"), (vec![0, 1, 2], 1));
    assert_eq!(chosen(1, "toggle"), (vec![0, 2], 2), "some layer stays active");
    assert_eq!(chosen(0, "toggle"), (vec![2], 2));
    assert_eq!(chosen(2, "toggle"), (vec![2], 2), "the last one stays");
    assert_eq!(chosen(0, "range"), (vec![0, 1, 2], 2));
    assert_eq!(chosen(1, "range"), (vec![1, 2], 2), "a range begins at the active one");
    assert_eq!(chosen(1, "only"), (vec![1], 1));
    chosen(2, "range");
    run(&mut editor, "layer.below", &[]);
    assert_eq!(editor.desk().layers(editor.document()), [0], "who goes elsewhere chooses one");
}

#[test]
fn chosen_layers_are_deleted_merged_and_moved_together_as_one_step() {
    assert_eq!(several(&[1, 3], "layer.delete", &[]), ("ace".into(), 0));
    assert_eq!(
        several(&[1, 3], "layer.delete", &[layer(4)]),
        ("abcd".into(), 3),
        "another one is meant alone"
    );
    assert_eq!(several(&[3, 0, 1], "layer.merge-down", &[]), ("ace".into(), 0));
    assert_eq!(several(&[0, 2], "layer.up", &[]), ("badce".into(), 3));
    assert_eq!(several(&[3, 4, 1], "layer.up", &[]), ("acbde".into(), 2), "two have no room");
    assert_eq!(several(&[0, 2], "layer.down", &[]), ("acbde".into(), 1));
    assert_eq!(several(&[0, 4], "layer.move", &move_args(4, 2)), ("bcaed".into(), 3));
    assert_eq!(several(&[3, 4], "layer.move", &move_args(4, 0)), ("deabc".into(), 1));
    assert_eq!(
        several(&[0, 1, 3], "layer.move", &move_args(0, 4)),
        ("ceabd".into(), 4),
        "as near as there is room"
    );
    assert_eq!(
        several(&[1, 2], "layer.move", &move_args(0, 1)),
        ("bacde".into(), 1),
        "another one is meant alone"
    );
    // All of them can't go, and one that is locked stays with the others.
    let mut editor = stack();
    pick(&mut editor, &[0, 1, 2]);
    assert!(refused(&mut editor, "layer.delete", &[]).starts_with("number of layers"));
    run(&mut editor, "layer.locked", &[layer(1)]);
    pick(&mut editor, &[1, 2]);
    assert_eq!(
        refused(&mut editor, "layer.delete", &[]),
        "layer \"Layer 2\": it is locked, so unlock it first"
    );
    assert_eq!(
        refused(&mut editor, "layer.merge-down", &[]),
        "layer \"Layer 2\": it is locked, so unlock it first"
    );
    assert_eq!(names(&editor).len(), 3);
}

#[test]
fn merged_layers_look_as_before_if_nothing_lies_between() {
    let mut editor = stack();
    pick(&mut editor, &[0, 1, 2]);
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!((picture(&editor), names(&editor)), (owned(&["BBGR"]), owned(&["Layer 1"])));
}

#[test]
fn a_cel_is_copied_to_all_frames_or_those_of_its_tag() {
    let film = |args: Args| {
        let mut editor = editor(&["R..."]);
        for x in 1..4 {
            run(&mut editor, "frame.add", &[]);
            dot(&mut editor, 'G', x);
        }
        let range = [("name", "walk".into()), ("from", 1.into()), ("to", 2.into())];
        run(&mut editor, "frame.tag", &range);
        run(&mut editor, "frame.choose", &[frame(2)]);
        let made = steps(&editor);
        run(&mut editor, "layer.clone", args);
        assert_eq!(steps(&editor), made + 1, "one step");
        let rows = |editor: &mut Editor| {
            let row = |of| {
                run(editor, "frame.choose", &[frame(of)]);
                picture(editor).concat()
            };
            (0..4).map(row).collect::<Vec<_>>()
        };
        let after = rows(&mut editor);
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(rows(&mut editor), ["R...", ".G..", "..G.", "...G"], "undone");
        after
    };
    assert_eq!(film(&[]), ["..G."; 4]);
    assert_eq!(film(&[frame(0)]), ["R..."; 4]);
    assert_eq!(film(&[("tag", true.into())]), ["R...", "..G.", "..G.", "...G"]);
}

#[test]
fn who_stops_is_where_it_was_played_from() {
    let film = || {
        let mut editor = editor(&["R.."]);
        for x in 1..3 {
            run(&mut editor, "frame.add", &[]);
            dot(&mut editor, 'G', x);
        }
        run(&mut editor, "frame.choose", &[frame(1)]);
        run(&mut editor, "frame.play", &[]);
        editor.tick(0.0);
        editor.tick(150.0);
        assert_eq!((editor.cel().frame, editor.is_playing()), (2, true));
        editor
    };
    for id in ["frame.play", "edit.cancel"] {
        let mut editor = film();
        run(&mut editor, id, &[]);
        assert_eq!((editor.cel().frame, editor.is_playing()), (1, false), "{id}");
    }
    let mut editor = film();
    drag(&mut editor, &[(0, 0)]);
    assert_eq!((editor.cel().frame, editor.is_playing()), (2, false), "a press paints where it is seen");
    let mut editor = film();
    run(&mut editor, "frame.choose", &[frame(0)]);
    assert_eq!((editor.cel().frame, editor.is_playing()), (0, false), "who goes to a frame stays there");
    let mut editor = film();
    run(&mut editor, "edit.undo", &[]);
    assert!(!editor.is_playing() && !editor.tick(300.0), "undo is seen where it was done");
    assert_eq!(editor.cel().frame, 2);
    assert!(!editor.run("edit.cancel", &[], 0).unwrap(), "nothing is played");
}

#[test]
fn enter_plays_and_stops_and_escape_stops() {
    let mut editor = editor(&["R.."]);
    let enter = |editor: &Editor| editor.command_for(Key::plain("Enter"));
    assert_ne!(enter(&editor), Some("frame.play"), "one frame is not played");
    run(&mut editor, "frame.add", &[]);
    assert_eq!(enter(&editor), Some("frame.play"));
    run(&mut editor, "frame.play", &[]);
    assert_eq!(enter(&editor), Some("frame.play"));
    assert_eq!(editor.command_for(Key::plain("Escape")), Some("edit.cancel"));
}
