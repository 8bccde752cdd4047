//! Tests of the transform box: where pulls lead, and that nothing is left or lost by them.

use undoodle::editor::{Editor, Handle, Pull, TransformBox};
use undoodle::geometry::Rect;
use undoodle::tools::Held;

const BOX: TransformBox = TransformBox { x: 10, y: 20, width: 8, height: 4, angle: 0.0 };
const SHIFT: Held = Held { shift: true, ctrl: false, alt: false };
const CTRL: Held = Held { shift: false, ctrl: true, alt: false };

fn pull(start: TransformBox, handle: &str, by: (f64, f64), held: Held) -> TransformBox {
    let (handle, from) = (Handle::named(handle).unwrap(), (14.0, 20.0));
    Pull { handle, start, from }.to((from.0 + by.0, from.1 + by.1), held)
}

fn rect(of: TransformBox) -> (i32, i32, i32, i32) {
    (of.x, of.y, of.width, of.height)
}

#[test]
fn opposite_edges_stay_where_they_are() {
    let free = Held::default();
    let pulled = |handle, by, held| rect(pull(BOX, handle, by, held));
    assert_eq!(pulled("right", (3.0, 9.0), free), (10, 20, 11, 4));
    assert_eq!(pulled("left", (3.0, 9.0), free), (13, 20, 5, 4));
    assert_eq!(pulled("top-left", (-2.0, 1.0), free), (8, 21, 10, 3));
    assert_eq!(pulled("bottom-right", (8.0, 8.0), free), (10, 20, 16, 12));
    assert_eq!(pulled("bottom", (0.0, -99.0), free), (10, 20, 8, 1), "a side is one pixel at least");
    assert_eq!(pulled("inside", (-3.4, 2.6), free), (7, 23, 8, 4));
    assert_eq!(pulled("inside", (-3.4, 2.6), SHIFT), (7, 20, 8, 4));
}

#[test]
fn shift_keeps_the_ratio_and_ctrl_the_centre() {
    assert_eq!(rect(pull(BOX, "bottom-right", (8.0, 1.0), SHIFT)), (10, 20, 16, 8));
    assert_eq!(rect(pull(BOX, "top-left", (4.0, 0.0), SHIFT)), (14, 22, 4, 2));
    assert_eq!(rect(pull(BOX, "right", (8.0, 0.0), SHIFT)), (10, 18, 16, 8));
    assert_eq!(rect(pull(BOX, "right", (2.0, 0.0), CTRL)), (8, 20, 12, 4));
}

#[test]
fn the_angle_follows_the_pointer_and_shift_snaps_it() {
    // From above the centre (14, 22) to the right of it.
    assert_eq!(pull(BOX, "turn", (2.0, 2.0), Held::default()).angle, 90.0);
    assert_eq!(pull(BOX, "turn", (0.0, 4.0), Held::default()).angle, 180.0);
    let slightly = pull(BOX, "turn", (0.3, 0.0), Held::default()).angle;
    assert_eq!(slightly, 9.0, "whole degrees");
    assert_eq!(pull(BOX, "turn", (0.3, 0.0), SHIFT).angle, 15.0);
    assert_eq!(rect(pull(BOX, "turn", (0.3, 0.0), SHIFT)), rect(BOX));
}

#[test]
fn the_edges_of_a_turned_box_are_pulled_in_its_own_directions() {
    let turned = TransformBox { angle: 90.0, ..BOX };
    // Its right edge looks down now, and its left one, above, stays.
    let longer = pull(turned, "right", (0.0, 6.0), Held::default());
    assert_eq!((longer.width, longer.height), (14, 4));
    assert_eq!(longer.center(), (14.0, 25.0));
}

/// An editor with a floating square of 4 × 4 pixels at (10, 10).
fn floating() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let drag = |editor: &mut Editor, from: f64, to: f64| {
        editor.pointer_down(from, from, 0, 0);
        editor.pointer_move(to, to, 1);
        editor.pointer_up(to, to, 2);
    };
    editor.set_tool("select-rectangle", &[]).unwrap();
    drag(&mut editor, 55.0, 85.0);
    editor.run("edit.fill", &[], 0).unwrap();
    drag(&mut editor, 65.0, 115.0);
    assert_eq!(editor.transform_box(), Some(TransformBox::new(Rect::new(10, 10, 4, 4))));
    editor
}

fn pulled(editor: &mut Editor, handle: &str, from: (f64, f64), to: (f64, f64)) {
    assert!(editor.grab_box(handle, from.0, from.1));
    let args = editor.pulled(to.0, to.1, Held::default()).unwrap();
    editor.preview("edit.transform", &args).unwrap();
}

fn painted(editor: &Editor) -> usize {
    (0..64 * 64).filter(|at| !editor.pixel(at % 64, at / 64).unwrap().is_transparent()).count()
}

fn is_painted(editor: &Editor, x: i32, y: i32) -> bool {
    !editor.pixel(x, y).unwrap().is_transparent()
}

#[test]
fn many_pulls_are_one_step_made_from_the_untouched_pixels() {
    let mut editor = floating();
    let steps = editor.document().history().position();
    pulled(&mut editor, "right", (140.0, 120.0), (110.0, 120.0));
    pulled(&mut editor, "right", (110.0, 120.0), (180.0, 120.0));
    pulled(&mut editor, "bottom", (140.0, 140.0), (140.0, 180.0));
    assert_eq!((painted(&editor), editor.document().history().position()), (64, steps));
    assert!(editor.run("edit.transform-apply", &[], 7).unwrap());
    assert_eq!((painted(&editor), editor.document().history().position()), (64, steps + 1));
    assert_eq!(editor.document().floating(), None, "it has landed");
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!((painted(&editor), editor.document().history().position()), (16, steps));
    assert!(editor.document().floating().is_some());
}

#[test]
fn a_cancelled_transform_restores_everything_and_leaves_no_step() {
    let mut editor = floating();
    let bytes = |editor: &mut Editor| editor.encode_project(Some(false)).unwrap();
    let (before, steps) = (bytes(&mut editor), editor.document().history().position());
    pulled(&mut editor, "turn", (120.0, 90.0), (160.0, 110.0));
    pulled(&mut editor, "inside", (120.0, 120.0), (300.0, 500.0));
    assert!(editor.is_transforming());
    assert!(editor.run("edit.cancel", &[], 0).unwrap());
    assert!(!editor.is_transforming() && bytes(&mut editor) == before);
    assert_eq!(editor.document().history().position(), steps);
}

#[test]
fn whatever_else_is_done_meanwhile_keeps_the_transform() {
    for other in ["layer.add", "color.swap", "edit.invert", "edit.nudge-left", "frame.add"] {
        let mut editor = floating();
        let steps = editor.document().history().position();
        pulled(&mut editor, "right", (140.0, 120.0), (180.0, 120.0));
        editor.run(other, &[], 9).unwrap();
        let commits = editor.document().history().commits();
        let done: Vec<_> = commits.map(|commit| commit.header().label.into_owned()).collect();
        assert_eq!(done[steps], "Transform", "{other}");
    }
    let mut editor = floating();
    pulled(&mut editor, "right", (140.0, 120.0), (180.0, 120.0));
    editor.hold_space(true, 0);
    editor.pointer_down(320.0, 320.0, 0, 0);
    editor.pointer_up(330.0, 320.0, 0);
    editor.hold_space(false, 0);
    assert!(editor.is_transforming(), "panning only looks");
    editor.pointer_down(500.0, 500.0, 0, 0);
    assert!(!editor.is_transforming() && painted(&editor) == 32);
}

#[test]
fn a_transform_of_a_selection_or_a_whole_cel_begins_without_a_step() {
    let mut editor = floating();
    editor.run("select.none", &[], 0).unwrap();
    let steps = editor.document().history().position();
    assert_eq!(editor.transform_box(), None);
    editor.run("edit.transform-box", &[], 0).unwrap();
    assert_eq!(editor.transform_box(), Some(TransformBox::new(Rect::new(10, 10, 4, 4))));
    editor.run("edit.transform-apply", &[], 0).unwrap();
    assert_eq!(editor.document().history().position(), steps, "nothing has changed");
}

#[test]
fn a_cancelled_float_is_where_it_was_and_a_pasted_one_is_gone() {
    let mut editor = floating();
    editor.run("edit.nudge-right", &[], 5000).unwrap();
    let steps = editor.document().history().position();
    editor.run("edit.cancel-floating", &[], 0).unwrap();
    assert_eq!((editor.document().floating(), is_painted(&editor, 5, 5)), (None, true));
    assert_eq!(editor.document().history().position(), steps - 2);
    assert_eq!(editor.document().selection(), Some(Rect::new(5, 5, 4, 4)), "the selection stays");
    editor.run("edit.copy", &[], 0).unwrap();
    editor.run("edit.paste", &[], 0).unwrap();
    editor.run("edit.cancel-floating", &[], 0).unwrap();
    assert_eq!((editor.document().floating(), painted(&editor)), (None, 16));
}

#[test]
fn a_drag_with_alt_leaves_a_copy() {
    let mut editor = floating();
    editor.hold(Held { alt: true, ..Held::default() });
    editor.pointer_down(115.0, 115.0, 0, 0);
    editor.pointer_move(315.0, 115.0, 1);
    editor.pointer_move(415.0, 115.0, 2);
    editor.pointer_up(415.0, 115.0, 3);
    assert_eq!(painted(&editor), 32, "one copy, however many moves");
    assert!(is_painted(&editor, 10, 10) && is_painted(&editor, 40, 10));
}

#[test]
fn what_lies_beyond_the_canvas_is_in_the_box_and_keeps_its_size() {
    let mut editor = Editor::new().unwrap();
    editor.resize(160, 160);
    editor.new_document(16, 16).unwrap();
    editor.set_tool("pencil", &[]).unwrap();
    let places = [(2.0, 2.0), (13.0, 2.0)].map(|(x, y)| editor.view().device_center(x, y));
    editor.pointer_down(places[0].0, places[0].1, 0, 0);
    editor.pointer_up(places[1].0, places[1].1, 0);
    let cut = [("width".into(), 8.into()), ("height".into(), 16.into()), ("anchor".into(), "left".into())];
    assert!(editor.run("image.resize", &cut, 0).unwrap());
    let row = |editor: &Editor| (0..8).map(|x| editor.pixel(x, 2).unwrap()).collect::<Vec<_>>();
    let before = row(&editor);

    let steps = |editor: &Editor| editor.document().history().done().count();
    let drawn = steps(&editor);
    editor.run("edit.scale", &[], 0).unwrap();
    assert_eq!(steps(&editor), drawn, "at its own size");
    editor.run("edit.transform-box", &[], 0).unwrap();
    let shown = editor.transform_box().unwrap();
    assert_eq!(rect(shown), (2, 2, 12, 1));
    assert_eq!(row(&editor), before);
    editor.run("edit.cancel", &[], 0).unwrap();
    assert!(editor.run("edit.scale", &[("width".into(), 6.into())], 0).unwrap());
    assert_eq!(editor.document().whole_extent(editor.cel()).width, 6);
}
