//! Merging as people do it: what is said before, what is said afterwards, and that it is one step.

use crate::grid::{editor, picture, run};
use crate::structure::{dot, layer};
use undoodle::color::Color;
use undoodle::editor::{Editor, Effect};

const BLENDING: &str = "The merged layer looks alike, but no longer blends with the layers below";
const ORDER: &str = "A layer in between overlaps: the picture changes there";

/// Returns an editor with a yellow layer, an empty one, and a blue one that is multiplied.
fn shaded() -> Editor {
    let mut editor = editor(&["YY."]);
    run(&mut editor, "layer.add", &[]);
    dot(&mut editor, 'G', 0);
    run(&mut editor, "layer.add", &[]);
    dot(&mut editor, 'R', 1);
    run(&mut editor, "layer.blend", &[("blend", "multiply".into())]);
    editor.take_effects();
    editor
}

fn said(editor: &mut Editor) -> Vec<String> {
    let messages = editor.take_effects().into_iter().filter_map(|effect| match effect {
        Effect::Message(text) => Some(text.to_string()),
        _ => None,
    });
    messages.collect()
}

fn loss(editor: &Editor, id: &str) -> Option<&'static str> {
    editor.loss(id, &[]).unwrap()
}

#[test]
fn what_a_merge_loses_is_said_before_and_after_it() {
    let mut editor = shaded();
    let (before, bytes) = (picture(&editor), editor.document().history().arena().clone());
    assert_eq!(loss(&editor, "layer.merge-down"), Some(BLENDING));
    assert_eq!(
        editor.loss("layer.merge-down", &[("layer".into(), 1.into())]),
        Ok(None),
        "two in normal mode"
    );
    assert_eq!(
        editor.loss("layer.merge-down", &[("layer".into(), 0.into())]),
        Ok(None),
        "there is none below"
    );
    assert!(editor.loss("layer.merge-down", &[("layers".into(), 1.into())]).is_err(), "it is no argument");
    assert_eq!((loss(&editor, "layer.flatten"), loss(&editor, "layer.add")), (None, None));
    assert_eq!(said(&mut editor), [""; 0], "to ask is to do nothing");
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!((said(&mut editor), picture(&editor)), (vec![BLENDING.into()], before.clone()));
    assert_eq!(editor.cel().layer, 1);
    run(&mut editor, "edit.undo", &[]);
    assert!(editor.document().history().arena() == &bytes, "it was one step");
    said(&mut editor);
    run(&mut editor, "layer.flatten", &[]);
    assert_eq!((said(&mut editor), picture(&editor), editor.document().layers()), (vec![], before, 1));
}

#[test]
fn chosen_layers_and_groups_say_it_too() {
    let mut editor = shaded();
    run(&mut editor, "layer.choose", &[layer(1), ("how", "range".into())]);
    assert_eq!(loss(&editor, "layer.merge-down"), Some(BLENDING));
    run(&mut editor, "group.add", &[]);
    assert_eq!(loss(&editor, "group.merge"), Some(BLENDING));
    run(&mut editor, "layer.choose", &[layer(0)]);
    assert_eq!(loss(&editor, "group.merge"), None, "it is in no group");
    // A layer between two that are chosen.
    let mut editor = shaded();
    run(&mut editor, "layer.choose", &[layer(1)]);
    dot(&mut editor, 'G', 1);
    run(&mut editor, "layer.choose", &[layer(2)]);
    run(&mut editor, "layer.blend", &[("blend", "normal".into())]);
    run(&mut editor, "layer.choose", &[layer(0), ("how", "toggle".into())]);
    assert_eq!(loss(&editor, "layer.merge-down"), Some(ORDER));
    let seen = |editor: &Editor| editor.pixel(1, 0).unwrap();
    assert_eq!(seen(&editor), Color::rgba(255, 0, 0, 255));
    run(&mut editor, "layer.merge-down", &[]);
    assert_eq!(seen(&editor), Color::rgba(0, 255, 0, 255), "as was said");
}

#[test]
fn rounding_is_said_where_nothing_worse_is() {
    let faint = |editor: &mut Editor, percent: i64| {
        run(editor, "layer.opacity", &[("opacity", percent.into())]);
        editor.take_effects();
    };
    let mut editor = editor(&["YY."]);
    for (letter, opacity) in [('G', 77), ('R', 101)] {
        run(&mut editor, "layer.add", &[]);
        dot(&mut editor, letter, 0);
        faint(&mut editor, opacity);
    }
    let before = picture(&editor);
    let told = loss(&editor, "layer.merge-down");
    run(&mut editor, "layer.merge-down", &[]);
    let rounding = "Translucent colours may differ a little, mostly by 1 or 2 of 255";
    assert!(told == Some(rounding) || told.is_none() && picture(&editor) == before, "{told:?}");
    assert_eq!(said(&mut editor), told.map(str::to_owned).into_iter().collect::<Vec<_>>());
    // A blend that is lost is said, whatever is rounded beside it.
    let mut editor = shaded();
    faint(&mut editor, 77);
    assert_eq!(loss(&editor, "layer.merge-down"), Some(BLENDING));
}
