//! Strokes on layers that are hidden, locked or keep their alpha.

use crate::grid::{color, drag, editor, picture, run, steps, tool};
use crate::structure::layer;
use undoodle::editor::{Editor, Effect};

/// Paints the whole row and returns the reason if the stroke was refused.
fn stroke(editor: &mut Editor) -> Option<String> {
    editor.take_effects();
    drag(editor, &[(0, 0), (3, 0)]);
    let reason = |effect| if let Effect::Failure(text) = effect { Some(text.to_string()) } else { None };
    editor.take_effects().into_iter().find_map(reason)
}

/// Two layers of a row each, red below and green above; the upper one is active.
fn two() -> Editor {
    let mut editor = editor(&["RR.."]);
    run(&mut editor, "layer.add", &[]);
    editor.set_primary(color('G')).unwrap();
    drag(&mut editor, &[(1, 0), (2, 0)]);
    editor.set_primary(color('K')).unwrap();
    assert_eq!(picture(&editor), ["RGG."]);
    editor
}

#[test]
fn a_stroke_on_a_hidden_or_locked_layer_changes_nothing_and_says_why() {
    for (id, seen, why, first) in [
        ("visible", "RR..", "it is hidden", ", so show it first"),
        ("locked", "RGG.", "it is locked", ", so unlock it first"),
    ] {
        for (kind, by) in [("layer", first), ("group", " by its group \"Group 1\"")] {
            let mut editor = two();
            run(&mut editor, "group.add", &[]);
            run(&mut editor, &format!("{kind}.{id}"), &[]);
            let made = steps(&editor);
            assert_eq!(stroke(&mut editor), Some(format!("layer \"Layer 2\": {why}{by}")));
            assert_eq!((picture(&editor), steps(&editor)), (vec![seen.to_owned()], made), "{kind}.{id}");
            run(&mut editor, "edit.undo", &[]);
            assert_eq!(stroke(&mut editor), None, "undo takes the protection away");
            assert_eq!(picture(&editor), ["KKKK"]);
        }
    }
}

#[test]
fn protecting_another_layer_neither_chooses_it_nor_protects_the_active_one() {
    for id in ["layer.visible", "layer.locked", "layer.alpha-locked"] {
        let mut editor = two();
        run(&mut editor, id, &[layer(0)]);
        assert_eq!(editor.cel().layer, 1, "{id}");
        assert_eq!(stroke(&mut editor), None, "{id}");
        assert_eq!(picture(&editor), ["KKKK"]);
    }
}

#[test]
fn strokes_on_a_layer_that_keeps_its_alpha_change_its_colours_alone() {
    let mut editor = two();
    run(&mut editor, "layer.alpha-locked", &[]);
    assert_eq!(stroke(&mut editor), None);
    assert_eq!(picture(&editor), ["RKK."]);
    let made = steps(&editor);
    tool(&mut editor, "eraser", &[]);
    assert_eq!(stroke(&mut editor), None);
    assert_eq!((picture(&editor), steps(&editor)), (vec!["RKK.".to_owned()], made), "nothing was erased");
    tool(&mut editor, "pencil", &[]);
    (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(stroke(&mut editor), None);
    assert_eq!(picture(&editor), ["KKKK"], "undo unlocks the alpha");
}
