//! What is done with several frames at once, and with the cels of several layers in several frames.

use crate::grid::{editor, letter, refused, run, steps};
use crate::structure::{Args, dot, frame, layer, move_args, tag};
use undoodle::document::Cel;
use undoodle::editor::Editor;

/// Five frames of one row, each with one pixel: R, G, B, Y and K.
fn film() -> Editor {
    let mut editor = editor(&["R"]);
    for color in ['G', 'B', 'Y', 'K'] {
        run(&mut editor, "frame.add", &[]);
        dot(&mut editor, color, 0);
    }
    editor
}

fn reel(editor: &Editor) -> String {
    (0..editor.document().frames()).map(|of| letter(editor.document().pixel(of, 0, 0).unwrap())).collect()
}

fn chosen(editor: &Editor) -> Vec<u32> {
    editor.desk().frames(editor.document())
}

/// Chooses the first frame alone and then the others too, the last one active.
fn pick(editor: &mut Editor, frames: &[u32]) {
    for (i, of) in frames.iter().enumerate() {
        run(editor, "frame.choose", &[frame(*of), ("how", if i == 0 { "only" } else { "toggle" }.into())]);
    }
}

/// Chooses frames and runs a command: the frames, the active one and the chosen ones, after undo and redo were tried.
fn several(frames: &[u32], id: &str, args: Args) -> (String, u32, Vec<u32>) {
    let mut editor = film();
    pick(&mut editor, frames);
    let state = |editor: &Editor| (reel(editor), editor.document().history().arena().clone());
    let (before, made) = (state(&editor), steps(&editor));
    run(&mut editor, id, args);
    let (after, active, with) = (state(&editor), editor.cel().frame, chosen(&editor));
    assert_eq!(steps(&editor), made + 1, "one step");
    for _ in 0..2 {
        run(&mut editor, "edit.undo", &[]);
        assert!(state(&editor) == before, "undo of {id} gives all frames back");
        run(&mut editor, "edit.redo", &[]);
        assert!(state(&editor) == after, "redo of {id}");
    }
    (after.0, active, with)
}

#[test]
fn several_frames_are_chosen_one_by_one_as_a_range_or_by_their_tag() {
    let mut editor = film();
    tag(&mut editor, "walk", (1, 3), "forward");
    let mut choose = |of: u32, how: &str| {
        run(&mut editor, "frame.choose", &[frame(of), ("how", how.into())]);
        (chosen(&editor), editor.cel().frame)
    };
    assert_eq!(choose(1, "toggle"), (vec![1, 4], 1));
    assert_eq!(choose(2, "toggle"), (vec![1, 2, 4], 2));
    assert_eq!(choose(2, "toggle"), (vec![1, 4], 4), "some frame stays active");
    assert_eq!(choose(4, "toggle"), (vec![1], 1));
    assert_eq!(choose(1, "toggle"), (vec![1], 1), "the last one stays");
    assert_eq!(choose(3, "range"), (vec![1, 2, 3], 1));
    assert_eq!(choose(0, "range"), (vec![0, 1], 1), "a range begins at the active one");
    assert_eq!(choose(3, "group"), (vec![1, 2, 3], 1));
    assert_eq!(choose(4, "group"), (vec![4], 4), "it has no tag");
    choose(2, "range");
    run(&mut editor, "frame.previous", &[]);
    assert_eq!(chosen(&editor), [3], "who goes elsewhere chooses one");
}

#[test]
fn chosen_frames_are_copied_deleted_and_moved_together_as_one_step() {
    let all = |frames: &[u32]| frames.to_vec();
    assert_eq!(several(&[1, 0], "frame.duplicate", &[]), ("RGRGBYK".into(), 2, all(&[2, 3])));
    assert_eq!(several(&[0, 3], "frame.duplicate", &[]), ("RGBYRYK".into(), 5, all(&[4, 5])));
    assert_eq!(several(&[0, 3], "frame.add-linked", &[]), ("RGBYRYK".into(), 5, all(&[4, 5])));
    assert_eq!(
        several(&[0, 3], "frame.duplicate", &[frame(1)]),
        ("RGGBYK".into(), 2, all(&[2])),
        "another one is meant alone"
    );
    assert_eq!(several(&[1, 3], "frame.delete", &[]), ("RBK".into(), 0, all(&[0])));
    assert_eq!(several(&[1, 3], "frame.delete", &[frame(4)]), ("RGBY".into(), 3, all(&[1, 3])));
    assert_eq!(several(&[0, 1], "frame.move", &move_args(1, 2)), ("BYRGK".into(), 3, all(&[2, 3])));
    assert_eq!(several(&[4, 1], "frame.move", &move_args(4, 0)), ("GKRBY".into(), 0, all(&[0, 1])));
    assert_eq!(
        several(&[0, 2], "frame.move", &move_args(0, 4)),
        ("GYKRB".into(), 4, all(&[3, 4])),
        "as near as there is room"
    );
    assert_eq!(several(&[1, 2], "frame.move", &move_args(0, 4)), ("GBYKR".into(), 4, all(&[4])));
    let mut editor = film();
    pick(&mut editor, &[0, 1, 2, 3, 4]);
    assert!(refused(&mut editor, "frame.delete", &[]).starts_with("number of frames"), "some frame stays");
}

#[test]
fn chosen_frames_get_one_duration_as_one_step() {
    let mut editor = film();
    pick(&mut editor, &[0, 2, 3]);
    let made = steps(&editor);
    run(&mut editor, "frame.duration", &[("milliseconds", 40.into())]);
    let durations =
        |editor: &Editor| (0..5).map(|of| editor.document().duration(of).unwrap()).collect::<Vec<_>>();
    assert_eq!((durations(&editor), steps(&editor)), (vec![40, 100, 40, 40, 100], made + 1));
    run(&mut editor, "frame.duration", &[frame(1), ("milliseconds", 7.into())]);
    assert_eq!(durations(&editor), [40, 7, 40, 40, 100], "another one is meant alone");
    (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(durations(&editor), [100; 5]);
}

#[test]
fn chosen_frames_are_linked_and_parted_again() {
    let mut editor = film();
    pick(&mut editor, &[4, 0, 2]);
    run(&mut editor, "frame.link", &[]);
    assert_eq!((reel(&editor), editor.document().links(0)), ("BGBYB".into(), vec![vec![0, 2, 4]]));
    run(&mut editor, "frame.unlink", &[]);
    assert_eq!((reel(&editor), editor.document().links(0)), ("BGBYB".into(), vec![]));
    run(&mut editor, "frame.choose", &[frame(1)]);
    let alone = refused(&mut editor, "frame.link", &[("with", "chosen".into())]);
    assert_eq!(alone, "frame \"2\": no other frame is chosen with it: Ctrl or Shift chooses several");
}

/// Two layers in four frames, a pixel in each cel: RGBK below, YrkW above.
fn cels() -> Editor {
    let mut editor = editor(&["R."]);
    for color in ['G', 'B', 'K'] {
        run(&mut editor, "frame.add", &[]);
        dot(&mut editor, color, 0);
    }
    run(&mut editor, "layer.add", &[]);
    for (of, color) in (0..).zip(['Y', 'r', 'k', 'W']) {
        run(&mut editor, "frame.choose", &[frame(of)]);
        dot(&mut editor, color, 0);
    }
    editor
}

/// The first pixel of each cel, the upper layer first.
fn rows(editor: &Editor) -> [String; 2] {
    let document = editor.document();
    let of = |layer, frame| letter(document.cel_pixel(Cel { layer, frame }, 0, 0).unwrap());
    [1, 0].map(|layer| (0..document.frames()).map(|frame| of(layer, frame)).collect())
}

/// Chooses all cels between two corners.
fn block(editor: &mut Editor, (lower, first): (u32, u32), (upper, last): (u32, u32)) {
    run(editor, "layer.choose", &[layer(lower)]);
    run(editor, "layer.choose", &[layer(upper), ("how", "range".into())]);
    run(editor, "frame.choose", &[frame(first)]);
    run(editor, "frame.choose", &[frame(last), ("how", "range".into())]);
}

#[test]
fn chosen_cels_are_erased_moved_and_copied_together_as_one_step() {
    let done = |from: [(u32, u32); 2], id: &str, args: Args| {
        let mut editor = cels();
        block(&mut editor, from[0], from[1]);
        let made = steps(&editor);
        run(&mut editor, id, args);
        assert_eq!(steps(&editor), made + 1, "one step");
        let after = rows(&editor);
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(rows(&editor), ["YrkW", "RGBK"], "{id} undone");
        run(&mut editor, "edit.redo", &[]);
        assert_eq!(rows(&editor), after);
        let desk = editor.desk();
        (after, desk.layers(editor.document()), chosen(&editor))
    };
    let to = |layer: u32, frame: u32| [("toLayer", layer.into()), ("toFrame", frame.into())];
    let expect = |upper: &str, lower: &str, layers: &[u32], frames: &[u32]| {
        ([upper.to_owned(), lower.to_owned()], layers.to_vec(), frames.to_vec())
    };
    let both = [(0, 1), (1, 2)];
    assert_eq!(done(both, "frame.clear-cels", &[]), expect("Y..W", "R..K", &[0, 1], &[1, 2]));
    // The active cel, at the lower left corner, comes to the place that is named.
    assert_eq!(done(both, "frame.move-cels", &to(0, 2)).0, ["Y.rk", "R.GB"]);
    assert_eq!(done(both, "frame.move-cels", &to(0, 0)).0, ["rk.W", "GB.K"]);
    assert_eq!(done(both, "frame.copy-cels", &to(0, 2)).0, ["Yrrk", "RGGB"]);
    assert_eq!(done([(0, 0), (0, 1)], "frame.move-cels", &to(1, 1)).0, ["YRGW", "..BK"]);
    let alone = [layer(1), frame(3), ("toLayer", 0.into()), ("toFrame", 0.into())];
    assert_eq!(done(both, "frame.move-cels", &alone).0, ["Yrk.", "WGBK"], "another one is meant alone");
    let mut editor = cels();
    block(&mut editor, (0, 1), (1, 2));
    assert_eq!(refused(&mut editor, "frame.move-cels", &to(1, 1)), "layer must be from 0 to 1, not 2");
    assert_eq!(refused(&mut editor, "frame.move-cels", &to(0, 3)), "frame must be from 0 to 3, not 4");
    run(&mut editor, "layer.locked", &[layer(1)]);
    assert_eq!(
        refused(&mut editor, "frame.move-cels", &to(0, 0)),
        "layer \"Layer 2\": it is locked, so unlock it first"
    );
    run(&mut editor, "frame.clear-cels", &[]);
    assert_eq!(rows(&editor), ["YrkW", "R..K"], "those of a locked layer stay");
    assert_eq!(
        refused(&mut editor, "frame.clear-cels", &[layer(1), frame(0)]),
        "layer \"Layer 2\": it is locked, so unlock it first"
    );
}

#[test]
fn chosen_cels_that_were_moved_are_the_chosen_ones() {
    let mut editor = cels();
    block(&mut editor, (0, 1), (1, 2));
    run(&mut editor, "frame.move-cels", &[("toLayer", 0.into()), ("toFrame", 2.into())]);
    assert_eq!((chosen(&editor), editor.desk().layers(editor.document())), (vec![2, 3], vec![0, 1]));
    assert_eq!((editor.cel().layer, editor.cel().frame), (0, 2));
}

#[test]
fn edits_apply_to_the_chosen_cels_and_to_the_active_one_if_it_is_alone() {
    let mut editor = cels();
    run(&mut editor, "edit.reach", &[("reach", "chosen".into())]);
    block(&mut editor, (0, 1), (0, 2));
    run(&mut editor, "edit.flip-horizontal", &[]);
    assert_eq!(rows(&editor), ["YrkW", "R..K"]);
    run(&mut editor, "frame.choose", &[frame(0)]);
    run(&mut editor, "edit.flip-horizontal", &[]);
    assert_eq!(rows(&editor), ["YrkW", "...K"]);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.flip-horizontal", &[]);
    assert!(editor.document().floating().is_some(), "one cel is turned as far as it is selected");
}
