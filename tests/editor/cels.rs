//! A cel's opacity, z-index, label colour and text, as people and scripts set them: on one cel, or on all that are chosen; and the labels
//! of layers, groups and tags.

use crate::grid::{editor, refused, run, steps};
use crate::structure::{dot, frame, layer};
use undoodle::document::Cel;
use undoodle::editor::{Drawing, Editor};

/// Three layers in two frames, with a dot on each cel.
fn film() -> Editor {
    let mut editor = editor(&["..."]);
    for _ in 0..2 {
        run(&mut editor, "layer.add", &[]);
    }
    run(&mut editor, "frame.add", &[]);
    for (at, of) in (0..3).flat_map(|at| [0, 1].map(|of| (at, of))) {
        run(&mut editor, "layer.choose", &[layer(at)]);
        run(&mut editor, "frame.choose", &[frame(of)]);
        dot(&mut editor, 'R', at as i32);
    }
    editor
}

/// The opacities and z-indices of all cels, layer by layer.
fn looks(editor: &Editor) -> Vec<(u8, i16)> {
    let cels = (0..3).flat_map(|layer| [0, 1].map(|frame| Cel { layer, frame }));
    cels.map(|cel| editor.document().cel_properties(cel)).map(|own| (own.opacity, own.z_index)).collect()
}

#[test]
fn what_is_set_goes_to_all_chosen_cels_and_what_is_not_stays_theirs() {
    let mut editor = film();
    run(&mut editor, "frame.cel-properties", &[layer(0), frame(0), ("zIndex", 5.into())]);
    assert_eq!(looks(&editor), [(255, 5), (255, 0), (255, 0), (255, 0), (255, 0), (255, 0)]);
    run(&mut editor, "layer.choose", &[layer(0)]);
    run(&mut editor, "layer.choose", &[layer(1), ("how", "toggle".into())]);
    run(&mut editor, "frame.choose", &[frame(0)]);
    run(&mut editor, "frame.choose", &[frame(1), ("how", "range".into())]);
    let made = steps(&editor);
    run(
        &mut editor,
        "frame.cel-properties",
        &[layer(1), frame(1), ("opacity", 128.into()), ("zIndex", 0.into())],
    );
    assert_eq!(looks(&editor), [(128, 5), (128, 0), (128, 0), (128, 0), (255, 0), (255, 0)]);
    assert_eq!(steps(&editor), made + 1, "one step");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(looks(&editor)[0], (255, 5));
    run(&mut editor, "edit.redo", &[]);
    run(&mut editor, "layer.locked", &[layer(0)]);
    run(&mut editor, "frame.cel-properties", &[layer(1), frame(1), ("opacity", 9.into())]);
    assert_eq!(
        looks(&editor),
        [(128, 5), (128, 0), (9, 0), (9, 0), (255, 0), (255, 0)],
        "a locked layer stays"
    );
    run(&mut editor, "layer.choose", &[layer(0)]);
    let why = refused(&mut editor, "frame.cel-properties", &[layer(0), frame(0), ("opacity", 9.into())]);
    assert!(why.contains("it is locked, so unlock it first"), "{why}");
}

#[test]
fn panels_are_told_of_cels_that_have_some() {
    let mut editor = film();
    assert!(Drawing::of(editor.document()).layers.iter().all(|layer| layer.cels.is_empty()));
    run(
        &mut editor,
        "frame.cel-properties",
        &[layer(1), frame(0), ("opacity", 128.into()), ("zIndex", (-2).into())],
    );
    let layers = Drawing::of(editor.document()).layers;
    let told: Vec<_> = layers[1].cels.iter().map(|cel| (cel.frame, cel.opacity, cel.z_index)).collect();
    assert_eq!(told, [(0, 128, -2)]);
    assert!(layers[0].cels.is_empty() && layers[2].cels.is_empty());
}

/// The label colours and texts of two cels of the lowest layer.
fn labels(editor: &Editor) -> [(String, String); 2] {
    [0, 1].map(|frame| {
        let own = editor.document().cel_properties(Cel { layer: 0, frame });
        (own.label.to_string(), own.text)
    })
}

#[test]
fn what_is_said_of_a_cel_goes_to_all_chosen_ones_part_by_part() {
    let mut editor = film();
    run(&mut editor, "frame.cel-properties", &[layer(0), frame(0), ("text", "one".into())]);
    run(&mut editor, "layer.choose", &[layer(0)]);
    run(&mut editor, "frame.choose", &[frame(0)]);
    run(&mut editor, "frame.choose", &[frame(1), ("how", "range".into())]);
    let red = ("label", "#ff0000".into());
    run(&mut editor, "frame.cel-properties", &[layer(0), frame(1), red, ("text", "".into())]);
    let told = |words: &str| ("#ff0000ff".to_owned(), words.to_owned());
    assert_eq!(labels(&editor), [told("one"), told("")], "a text that was not changed stays each one's own");
    // One that is not seen is none.
    run(&mut editor, "frame.cel-properties", &[layer(0), frame(1), ("label", "#12345600".into())]);
    assert_eq!(labels(&editor)[0], ("#00000000".into(), "one".into()));
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(labels(&editor)[0].0, "#00000000");
}

#[test]
fn layers_groups_and_tags_have_labels_too_and_panels_are_told() {
    let mut editor = film();
    let red = || ("color", "#ff0000".into());
    run(&mut editor, "layer.choose", &[layer(0)]);
    run(&mut editor, "layer.choose", &[layer(1), ("how", "toggle".into())]);
    let made = steps(&editor);
    run(&mut editor, "layer.label", &[layer(0), red()]);
    assert_eq!(steps(&editor), made + 1, "all chosen layers, in one step");
    run(&mut editor, "group.add", &[layer(0)]);
    run(&mut editor, "group.label", &[layer(0), ("color", "#0000ff80".into())]);
    run(&mut editor, "group.note", &[layer(0), ("note", "legs".into())]);
    let name = ("name", "walk".into());
    run(&mut editor, "frame.tag", &[name, ("text", "{\"loop\": 1}".into())]);
    let Drawing { layers, groups, tags, .. } = Drawing::of(editor.document());
    let seen: Vec<_> = layers.iter().map(|layer| layer.label.to_string()).collect();
    assert_eq!(seen, ["#ff0000ff", "#ff0000ff", "#00000000"]);
    assert_eq!((groups[0].label.to_string(), &groups[0].note[..]), ("#0000ff80".into(), "legs"));
    assert_eq!(tags[0].text, "{\"loop\": 1}");
    let why = refused(&mut editor, "group.note", &[layer(0), ("note", "x".repeat(41).as_str().into())]);
    assert!(why.contains("40"), "{why}");
    (0..5).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert!(Drawing::of(editor.document()).layers.iter().all(|layer| layer.label.is_transparent()));
}
