//! The background layer and reference layers, by tools and commands.

use crate::grid::{drag, editor, picture, press, refused, run, steps, tool};
use crate::structure::layer;
use undoodle::editor::{Editor, command};

/// A background of one row, with a secondary colour.
fn grounded(row: &str, secondary: &str) -> Editor {
    let mut editor = editor(&[row]);
    editor.set_secondary(secondary).unwrap();
    run(&mut editor, "layer.to-background", &[]);
    editor
}

#[test]
fn a_background_is_made_and_released() {
    let mut editor = grounded("RR..", "#00ff00ff");
    assert_eq!(picture(&editor), ["RRGG"], "what is transparent has the secondary colour");
    assert!(!editor.run("layer.to-background", &[], 0).unwrap(), "there is one");
    run(&mut editor, "layer.from-background", &[]);
    tool(&mut editor, "eraser", &[]);
    drag(&mut editor, &[(0, 0), (1, 0)]);
    assert_eq!(picture(&editor), ["..GG"]);
    assert!(!editor.run("layer.from-background", &[], 0).unwrap(), "there is none");
    (0..3).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), ["RR.."]);
    let editor = grounded("RR..", "#00000000");
    assert_eq!(picture(&editor), ["RRWW"], "where the secondary colour is transparent, white");
}

#[test]
fn what_is_erased_cut_or_moved_on_a_background_leaves_the_secondary_colour() {
    let mut editor = grounded("RRRR", "#0000ffff");
    tool(&mut editor, "eraser", &[]);
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(picture(&editor), ["BRRR"]);
    editor.set_secondary("#00ff00ff").unwrap();
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(1, 0), (2, 0)]);
    run(&mut editor, "edit.cut", &[]);
    assert_eq!(picture(&editor), ["BGGR"]);
    run(&mut editor, "select.none", &[]);
    drag(&mut editor, &[(2, 0), (3, 0)]);
    tool(&mut editor, "move", &[]);
    drag(&mut editor, &[(2, 0), (0, 0)]);
    assert_eq!(picture(&editor), ["GRGG"]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "frame.add", &[]);
    assert_eq!(picture(&editor), ["GGGG"], "a new frame");
    let made = steps(&editor);
    (0..made).for_each(|_| run(&mut editor, "edit.undo", &[]));
    (0..made).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert_eq!(picture(&editor), ["GGGG"]);
    press(&mut editor, 0, &[(2, 0)]);
    let why = refused(&mut editor, "layer.opacity", &[layer(0), ("opacity", 3.into())]);
    assert!(why.contains("Layer 1") && why.contains("the background"), "{why}");
    let why = refused(&mut editor, "layer.clipped", &[layer(0)]);
    assert!(why.contains("below which there is nothing"), "{why}");
}

#[test]
fn colours_are_picked_and_copied_past_a_reference_layer() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "layer.add", &[]);
    editor.set_primary("#0000ffff").unwrap();
    drag(&mut editor, &[(0, 0), (3, 0)]);
    run(&mut editor, "layer.reference", &[layer(1)]);
    assert_eq!(picture(&editor), ["BBBB"], "it is seen");
    tool(&mut editor, "eyedropper", &[("sample", "picture".into())]);
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(editor.colors().0.to_string(), "#ff0000ff");
    run(&mut editor, "edit.copy-merged", &[]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.visible", &[layer(1)]);
    run(&mut editor, "layer.visible", &[layer(0)]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(picture(&editor), ["R..."]);
}

/// Why commands are disabled for the active layer, by their names.
fn why(editor: &Editor, ids: &[&str]) -> Vec<Option<&'static str>> {
    ids.iter().map(|id| editor.why_disabled(command(id).unwrap())).collect()
}

#[test]
fn what_a_background_would_refuse_is_disabled_with_its_reason() {
    let mut editor = grounded("RR..", "#00ff00ff");
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.choose", &[layer(0)]);
    let all = ["layer.opacity", "layer.blend", "layer.up", "layer.down", "group.add", "layer.merge-down"];
    let [opaque, lowest] = ["the background stays opaque", "the background stays lowest"].map(Some);
    assert_eq!(why(&editor, &all), [opaque, opaque, lowest, lowest, lowest, Some("no layer below it")]);
    assert_eq!(why(&editor, &["layer.clipped"]), [Some("no layer right below it")]);
    run(&mut editor, "layer.choose", &[layer(1)]);
    let expected = [None, None, Some("already at the top"), lowest, None, None];
    assert_eq!(why(&editor, &all), expected);
    run(&mut editor, "group.add", &[]);
    assert_eq!(
        why(&editor, &["group.up", "group.down"]),
        [Some("already at the top"), Some("already at the bottom")]
    );
    assert_eq!(why(&editor, &["layer.down"]), [None], "it leaves its group");
    // A layer that is told need not be the active one.
    run(&mut editor, "layer.choose", &[layer(0)]);
    run(&mut editor, "layer.opacity", &[layer(1), ("opacity", 9.into())]);
    run(&mut editor, "layer.from-background", &[]);
    assert_eq!(why(&editor, &["layer.opacity", "layer.blend", "layer.up", "group.add"]), [None; 4]);
}

#[test]
fn a_layer_is_clipped_only_to_one_right_below_it() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "group.add", &[layer(0)]);
    let said = refused(&mut editor, "layer.clipped", &[layer(1)]);
    assert!(said.contains("no layer right below it"), "{said}");
    assert_eq!(why(&editor, &["layer.clipped"]), [Some("no layer right below it")]);
    run(&mut editor, "group.ungroup", &[layer(0)]);
    assert_eq!(why(&editor, &["layer.clipped"]), [None]);
    run(&mut editor, "layer.clipped", &[]);
    run(&mut editor, "group.add", &[layer(0)]);
    run(&mut editor, "layer.clipped", &[layer(1)]);
    assert!(!editor.document().layer(1).unwrap().clipped, "it can be released");
}

#[test]
fn a_reference_layer_is_transformed_as_any_other() {
    let mut editor = editor(&["RB..", "...."]);
    run(&mut editor, "layer.reference", &[layer(0)]);
    let place = [("width", 4.into()), ("height", 2.into()), ("x", 0.into()), ("y", 0.into())];
    run(&mut editor, "edit.transform", &place);
    assert_eq!(picture(&editor), ["RRBB", "RRBB"]);
    run(&mut editor, "edit.rotate-half", &[]);
    assert_eq!(picture(&editor), ["BBRR", "BBRR"]);
    assert!(editor.document().layer(0).unwrap().reference);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), ["RB..", "...."]);
}

#[test]
fn no_layer_is_clipped_to_a_reference_layer() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "layer.reference", &[layer(0)]);
    assert_eq!(why(&editor, &["layer.clipped"]), [Some("a reference layer lies below")]);
    let said = refused(&mut editor, "layer.clipped", &[layer(1)]);
    assert!(said.contains("no export shows"), "{said}");
    run(&mut editor, "layer.reference", &[layer(0)]);
    run(&mut editor, "layer.clipped", &[layer(1)]);
    run(&mut editor, "layer.choose", &[layer(0)]);
    assert_eq!(why(&editor, &["layer.reference"]), [Some("layers are clipped to it")]);
    let said = refused(&mut editor, "layer.reference", &[layer(0)]);
    assert!(said.contains("layers are clipped to it"), "{said}");
}

#[test]
fn a_group_that_parts_a_clipped_layer_from_its_base_says_so() {
    let said = |editor: &Editor, top: u32| editor.loss("group.add", &[("layer".into(), top.into())]).unwrap();
    let mut editor = editor(&["R..."]);
    run(&mut editor, "layer.add", &[]);
    assert_eq!([said(&editor, 0), said(&editor, 1)], [None; 2]);
    run(&mut editor, "layer.clipped", &[layer(1)]);
    let lost = Some("A layer is no longer clipped to the same layer: the picture may change there");
    assert_eq!([said(&editor, 0), said(&editor, 1)], [lost; 2]);
    run(&mut editor, "layer.choose", &[layer(0), ("how", "range".into())]);
    assert_eq!(said(&editor, 0), None, "both go into it");
}

#[test]
fn what_a_reference_layer_has_beyond_the_edge_is_not_trimmed() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-left", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "layer.reference", &[]);
    refused(&mut editor, "image.trim", &[]);
    assert_eq!(editor.document().extent(editor.cel()).x, -1);
}
