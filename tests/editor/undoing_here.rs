//! Undo within the selection, or within the active layer: the newest step that has left something there.

use crate::taking_back::{bytes, canvas, line, pixel, run};
use undoodle::editor::{Editor, Effect, Key};

fn here(editor: &mut Editor) -> Vec<String> {
    editor.take_effects();
    assert!(editor.run("edit.undo-here", &[], 60_000).unwrap());
    let said = |effect| if let Effect::Message(text) = effect { Some(text.to_string()) } else { None };
    editor.take_effects().into_iter().filter_map(said).collect()
}

fn painted(editor: &Editor, rows: &[i32]) -> Vec<i32> {
    rows.iter().copied().filter(|y| !pixel(editor, 12, *y).is_transparent()).collect()
}

fn select(editor: &mut Editor, from: (i32, i32), to: (i32, i32)) {
    editor.set_tool("select-rectangle", &[]).unwrap();
    let device = |editor: &Editor, (x, y): (i32, i32)| editor.view().device_center(x.into(), y.into());
    let (from, to) = (device(editor, from), device(editor, to));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 20);
}

#[test]
fn what_touched_the_selection_last_is_taken_back_and_then_what_did_before() {
    let mut editor = canvas();
    for y in [2, 9, 20, 5, 30] {
        line(&mut editor, "#ff0000", (2, y), (30, y));
    }
    select(&mut editor, (10, 1), (14, 10));
    let before = bytes(&editor);
    let rows = [2, 5, 9, 20, 30];
    assert_eq!(here(&mut editor), ["Took back Line, 29 pixels"]);
    assert_eq!(painted(&editor, &rows), [2, 9, 20, 30], "the newest there");
    here(&mut editor);
    assert_eq!(painted(&editor, &rows), [2, 20, 30], "asking again leads further back");
    here(&mut editor);
    assert_eq!(painted(&editor, &rows), [20, 30]);
    assert_eq!(here(&mut editor), ["Nothing to undo in the selection"]);
    for _ in 0..3 {
        run(&mut editor, "edit.undo", &[]);
    }
    assert!(bytes(&editor) == before, "each of them is a step");
}

#[test]
fn a_step_beside_the_selected_pixels_is_passed_over() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 9), (30, 9));
    // In the rectangle around the selection, and outside of it.
    line(&mut editor, "#0000ff", (12, 20), (14, 20));
    select(&mut editor, (2, 2), (8, 30));
    editor
        .set_tool(
            "select-rectangle",
            &[("mode", "add".into())]
                .map(|(name, value): (&str, undoodle::value::Value)| (name.to_owned(), value)),
        )
        .unwrap();
    let device = |editor: &Editor, x: i32, y: i32| editor.view().device_center(x.into(), y.into());
    let (from, to) = (device(&editor, 20, 28), device(&editor, 30, 35));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 20);
    assert_eq!(editor.document().selection().map(|rect| rect.width), Some(29));
    here(&mut editor);
    assert_eq!(painted(&editor, &[9, 20]), [20]);
}

#[test]
fn without_a_selection_the_active_layer_is_meant() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    run(&mut editor, "layer.add", &[]);
    line(&mut editor, "#0000ff", (2, 9), (30, 9));
    run(&mut editor, "layer.opacity", &[("opacity", 120.0.into())]);
    run(&mut editor, "layer.choose", &[("layer", 0_u32.into())]);
    assert_eq!(here(&mut editor), ["Took back Line, 29 pixels, layer Layer 1"]);
    assert_eq!(editor.document().cel_bounds(editor.cel()).width, 0);
    assert_eq!(here(&mut editor), ["Nothing to undo on layer Layer 1"]);
    run(&mut editor, "layer.choose", &[("layer", 1_u32.into())]);
    assert!(here(&mut editor)[0].starts_with("Took back Layer opacity"), "a property is the layer's, too");
    assert_eq!(editor.document().layer(1).unwrap().opacity, 255);
    assert!(here(&mut editor)[0].starts_with("Took back Line"));
    assert!(here(&mut editor)[0].starts_with("Took back New layer"));
    assert_eq!(editor.document().layers(), 1);
}

#[test]
fn what_was_undone_or_redone_counts_as_it_is_now() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    line(&mut editor, "#0000ff", (2, 9), (30, 9));
    here(&mut editor);
    assert_eq!(painted(&editor, &[2, 9]), [2]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(painted(&editor, &[2, 9]), [2, 9]);
    run(&mut editor, "edit.undo", &[]);
    here(&mut editor);
    assert_eq!(painted(&editor, &[2, 9]), [0_i32; 0], "the newest one is undone, so the one before is meant");
}

#[test]
fn a_key_does_it_and_an_empty_history_has_nothing() {
    let mut editor = canvas();
    assert!(!editor.run("edit.undo-here", &[], 0).unwrap());
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    assert_eq!(editor.command_for(Key::alt("z")), Some("edit.undo-here"));
}
