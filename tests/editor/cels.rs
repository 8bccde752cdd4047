//! A cel's opacity and z-index, as people and scripts set them: on one cel, or on all that are chosen.

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
