//! The slice tool: the place of a press decides whether a drag makes a slice, moves it, or drags one of its edges.

use crate::grid::{at, drag, drag_held, editor, run, steps, tool};
use undoodle::document::{FARTHEST, SliceKey};
use undoodle::editor::{Drawing, Editor, Effect};
use undoodle::geometry::{Point, Rect};
use undoodle::value::Value;

/// An editor with an empty canvas of 12 by 8 pixels and the slice tool in hand.
fn sliced() -> Editor {
    let mut editor = editor(&["............"; 8]);
    tool(&mut editor, "slice", &[]);
    editor
}

/// The rectangle of each slice at the active frame.
fn bounds(editor: &Editor) -> Vec<(i32, i32, i32, i32)> {
    let (document, frame) = (editor.document(), editor.cel().frame);
    document.validate().unwrap();
    let at = |id: &u16| document.slice_at(*id, frame).unwrap().bounds;
    document.slices().iter().map(at).map(|rect| (rect.x, rect.y, rect.width, rect.height)).collect()
}

/// The labels of all steps.
fn labels(editor: &Editor) -> Vec<String> {
    let labels = editor.document().history().done().map(|commit| commit.header().label.to_string());
    labels.collect::<Vec<_>>().into_iter().rev().collect()
}

/// Changes the key of the first slice.
fn change(editor: &mut Editor, args: &[(&str, Value)]) {
    run(editor, "slice.edit", args);
}

fn key(editor: &Editor) -> SliceKey {
    editor.document().slice_at(editor.document().slices()[0], 0).unwrap()
}

#[test]
fn a_drag_beside_slices_makes_one_which_is_chosen_and_one_step() {
    let mut editor = sliced();
    drag(&mut editor, &[(1, 1), (9, 7), (4, 3)]);
    assert_eq!((bounds(&editor), steps(&editor)), (vec![(1, 1, 4, 3)], 1));
    assert_eq!(editor.chosen_slice(), Some(0));
    // Back, and beyond the edges of the canvas.
    drag(&mut editor, &[(11, 7), (7, 5), (20, 20), (8, -3)]);
    assert_eq!(bounds(&editor), [(1, 1, 4, 3), (8, 0, 4, 8)]);
    let names: Vec<_> = Drawing::of(editor.document()).slices.into_iter().map(|slice| slice.name).collect();
    assert_eq!((names, editor.chosen_slice()), (vec!["Slice 1".into(), "Slice 2".to_string()], Some(1)));
    assert_eq!(labels(&editor), ["New slice", "New slice"]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!((bounds(&editor).len(), editor.chosen_slice()), (1, None));
    run(&mut editor, "edit.redo", &[]);
    assert_eq!((bounds(&editor).len(), editor.chosen_slice()), (2, Some(1)));
}

#[test]
fn a_click_beside_slices_chooses_none_and_one_within_a_slice_chooses_it_without_a_step() {
    let mut editor = sliced();
    drag(&mut editor, &[(0, 0), (7, 7)]);
    drag(&mut editor, &[(9, 0), (11, 7)]);
    let made = steps(&editor);
    drag(&mut editor, &[(4, 4)]);
    assert_eq!(editor.chosen_slice(), Some(0));
    drag(&mut editor, &[(10, 4)]);
    assert_eq!(editor.chosen_slice(), Some(1));
    run(&mut editor, "slice.choose", &[("slice", 0.into())]);
    assert_eq!(editor.chosen_slice(), Some(0));
    drag(&mut editor, &[(30, 30)]);
    assert_eq!((editor.chosen_slice(), steps(&editor) - made), (None, 0));
    // A way there and back changes nothing either.
    drag(&mut editor, &[(4, 4), (6, 6), (4, 4)]);
    assert_eq!((bounds(&editor), steps(&editor) - made), (vec![(0, 0, 8, 8), (9, 0, 3, 8)], 0));
}

#[test]
fn a_press_within_a_slice_moves_it_and_one_at_its_border_drags_that_edge() {
    for (way, after, label) in [
        ([(5, 4), (7, 2)], (4, 0, 6, 5), "Move slice"),
        ([(2, 4), (1, 7)], (1, 2, 7, 5), "Resize slice"),
        ([(7, 4), (10, 0)], (2, 2, 9, 5), "Resize slice"),
        ([(5, 2), (0, 4)], (2, 4, 6, 3), "Resize slice"),
        ([(5, 6), (5, 7)], (2, 2, 6, 6), "Resize slice"),
        ([(2, 2), (4, 3)], (4, 3, 4, 4), "Resize slice"),
        ([(7, 6), (30, 30)], (2, 2, 29, 29), "Resize slice"),
        ([(2, 6), (-4, 3)], (-4, 2, 12, 2), "Resize slice"),
        // One pixel stays.
        ([(7, 2), (-9, 9)], (2, 6, 1, 1), "Resize slice"),
    ] {
        let mut editor = sliced();
        drag(&mut editor, &[(2, 2), (7, 6)]);
        assert_eq!(bounds(&editor), [(2, 2, 6, 5)]);
        drag(&mut editor, &way);
        assert_eq!(bounds(&editor), [after], "{way:?}");
        assert_eq!((labels(&editor).pop().unwrap().as_str(), steps(&editor)), (label, 2));
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(bounds(&editor), [(2, 2, 6, 5)]);
    }
}

#[test]
fn of_slices_over_each_other_the_smallest_is_meant_and_a_small_one_has_its_borders_outside() {
    let mut editor = sliced();
    for (x, side) in [(0, 12), (4, 3)] {
        let sides = ["x", "y"].map(|name| (name, x.into()));
        let lengths = ["width", "height"].map(|name| (name, side.into()));
        run(&mut editor, "slice.add", &[sides, lengths].concat());
    }
    drag(&mut editor, &[(4, 4), (5, 4)]);
    assert_eq!(bounds(&editor), [(0, 0, 12, 12), (5, 4, 3, 3)], "moved by its corner");
    drag(&mut editor, &[(8, 5), (10, 5)]);
    assert_eq!(bounds(&editor)[1], (5, 4, 5, 3), "beside its right edge");
}

#[test]
fn keys_shape_a_new_slice_and_escape_or_a_lost_press_leaves_all_as_it_was() {
    let mut editor = sliced();
    drag_held(&mut editor, true, false, &[(1, 1), (3, 6)]);
    assert_eq!(bounds(&editor), [(1, 1, 6, 6)]);
    let mut editor = sliced();
    drag_held(&mut editor, false, true, &[(5, 4), (6, 6)]);
    assert_eq!(bounds(&editor), [(4, 2, 3, 5)]);
    for lost in [false, true] {
        let (x, y) = at((5, 4));
        editor.pointer_down(x, y, 0, 0);
        let (x, y) = at((9, 7));
        editor.pointer_move(x, y, 0);
        assert_ne!(bounds(&editor), [(4, 2, 3, 5)]);
        if lost {
            editor.pointer_cancel()
        } else {
            run(&mut editor, "edit.cancel", &[])
        }
        editor.pointer_up(x, y, 0);
        assert_eq!((bounds(&editor), steps(&editor)), (vec![(4, 2, 3, 5)], 1));
    }
}

#[test]
fn a_nine_patch_keeps_its_corners_and_a_pivot_its_place_while_an_edge_is_dragged() {
    let mut editor = sliced();
    drag(&mut editor, &[(0, 0), (7, 7)]);
    let center = [("nine", true.into()), ("centerX", 2.into()), ("centerY", 3.into())];
    let long = [("centerWidth", 4.into()), ("centerHeight", 4.into()), ("pivot", true.into())];
    change(&mut editor, &[&center[..], &long, &[("pivotX", 5.into()), ("pivotY", 6.into())]].concat());
    drag(&mut editor, &[(0, 0), (-2, 1)]);
    let before = key(&editor);
    assert_eq!((before.bounds, before.center), (Rect::new(-2, 1, 10, 7), Rect::new(2, 3, 6, 3)));
    assert_eq!(before.pivot, Some(Point::new(7, 5)));
    // No room for its margins.
    drag(&mut editor, &[(7, 7), (-30, -30)]);
    let small = key(&editor);
    assert_eq!((small.bounds, small.center), (Rect::new(-2, 1, 1, 1), Rect::new(0, 0, 1, 1)));
    run(&mut editor, "edit.undo", &[]);
    drag(&mut editor, &[(3, 4), (4, 6)]);
    let moved = SliceKey { bounds: Rect::new(-1, 3, 10, 7), ..before };
    assert_eq!(key(&editor), moved, "moved with all that it has");
}

#[test]
fn the_key_that_holds_for_the_active_frame_is_changed() {
    let mut editor = sliced();
    drag(&mut editor, &[(0, 0), (7, 7)]);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "slice.add-key", &[]);
    drag(&mut editor, &[(4, 4), (5, 4)]);
    assert_eq!(bounds(&editor), [(1, 0, 8, 8)]);
    run(&mut editor, "frame.first", &[]);
    assert_eq!(bounds(&editor), [(0, 0, 8, 8)]);
}

#[test]
fn slices_stay_as_near_as_they_may_lie_however_far_they_are_dragged() {
    let mut editor = sliced();
    drag(&mut editor, &[(0, 0), (7, 7)]);
    let (x, y) = at((4, 4));
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_move(1e12, -1e12, 0);
    editor.pointer_up(1e12, -1e12, 0);
    assert_eq!(bounds(&editor), [(FARTHEST - 8, -FARTHEST, 8, 8)]);
    assert!(!editor.take_effects().iter().any(|effect| matches!(effect, Effect::Failure(..))));
}

#[test]
fn slices_are_seen_while_their_tool_is_in_hand_and_the_pointer_says_what_a_press_does() {
    let mut editor = sliced();
    drag(&mut editor, &[(0, 0), (7, 7)]);
    assert!(editor.has_slices() && editor.slices_seen()[13] == 1);
    run(&mut editor, "view.slices", &[]);
    assert!(editor.has_slices());
    let pointer = |editor: &mut Editor, place| {
        let (x, y) = at(place);
        editor.pointer_move(x, y, 0);
        editor.pointer()
    };
    let found = [(4, 4), (0, 4), (4, 7), (0, 0), (7, 0), (10, 4)].map(|place| pointer(&mut editor, place));
    assert_eq!(found, ["move", "ew-resize", "ns-resize", "nwse-resize", "nesw-resize", "crosshair"]);
    tool(&mut editor, "pencil", &[]);
    assert!(!editor.has_slices() && editor.slices_seen().is_empty(), "they are hidden");
}
