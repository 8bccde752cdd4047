//! Doing a step again on another layer or frame.

use crate::law::chance::{Chance, editor};
use crate::taking_back::{bytes, canvas, line, run};
use undoodle::color::Color;
use undoodle::document::Cel;
use undoodle::editor::{DONE_AGAIN, Editor, Effect, Key};

fn again(editor: &mut Editor, commit: u64) -> Result<Vec<String>, String> {
    editor.take_effects();
    let done = editor.run("history.do-again", &[("commit".into(), (commit as i64).into())], 60_000);
    assert!(done.map_err(|error| error.to_string())?);
    let said = |effect| if let Effect::Message(text) = effect { Some(text.to_string()) } else { None };
    Ok(editor.take_effects().into_iter().filter_map(said).collect())
}

fn at(editor: &Editor, layer: u32, frame: u32, x: i32, y: i32) -> Color {
    editor.document().cel_pixel(Cel { layer, frame }, x, y).unwrap()
}

const RED: Color = Color::rgba(255, 0, 0, 255);
const BLUE: Color = Color::rgba(0, 0, 255, 255);

#[test]
fn a_stroke_is_made_again_on_another_frame_and_on_another_layer() {
    let mut editor = canvas();
    let red = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    run(&mut editor, "frame.add", &[]);
    let before = bytes(&editor);
    assert_eq!(again(&mut editor, red), Ok(vec!["Done again: Line, 29 pixels, frame 2".into()]));
    assert_eq!((at(&editor, 0, 1, 12, 9), at(&editor, 0, 1, 12, 10)), (RED, Color::TRANSPARENT));
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!(header.label, DONE_AGAIN);
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before, "it is one step");
    run(&mut editor, "layer.add", &[]);
    again(&mut editor, red).unwrap();
    assert_eq!((at(&editor, 1, 1, 12, 9), at(&editor, 0, 1, 12, 9)), (RED, Color::TRANSPARENT));
}

#[test]
fn what_looks_different_here_is_left_and_told() {
    let mut editor = canvas();
    let red = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    run(&mut editor, "layer.add", &[]);
    line(&mut editor, "#0000ff", (12, 2), (12, 20));
    let said = "Done again: 28 of 29 pixels of Line; the others look different here or are protected";
    assert_eq!(again(&mut editor, red), Ok(vec![said.into()]));
    assert_eq!((at(&editor, 1, 0, 12, 9), at(&editor, 1, 0, 13, 9)), (BLUE, RED));
    assert_eq!(again(&mut editor, red), Err("step \"Line\": what is here looks different".into()));
    run(&mut editor, "history.do-again", &[("commit", (red as i64).into()), ("over", true.into())]);
    assert_eq!(
        [2, 12, 30].map(|x| at(&editor, 1, 0, x, 9)),
        [RED; 3],
        "it is painted over if that is wanted"
    );
    assert_eq!(at(&editor, 1, 0, 12, 10), BLUE);
}

#[test]
fn what_was_drawn_over_something_is_done_where_the_same_is() {
    let mut editor = canvas();
    line(&mut editor, "#0000ff", (2, 9), (30, 9));
    run(&mut editor, "frame.duplicate", &[]);
    run(&mut editor, "frame.choose", &[("frame", 0_u32.into())]);
    let red = line(&mut editor, "#ff0000", (10, 9), (14, 9));
    line(&mut editor, "#00ff00", (10, 9), (14, 9));
    run(&mut editor, "frame.choose", &[("frame", 1_u32.into())]);
    again(&mut editor, red).unwrap();
    assert_eq!([9, 10, 14, 15].map(|x| at(&editor, 0, 1, x, 9)), [BLUE, RED, RED, BLUE]);
    assert_eq!(again(&mut editor, red), Err("step \"Line\": it is here already".into()));
}

#[test]
fn a_step_that_was_taken_back_or_undone_can_be_done_again_where_it_was() {
    let mut editor = canvas();
    let red = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    let blue = line(&mut editor, "#0000ff", (2, 20), (30, 20));
    editor.take_back(red, 0).unwrap();
    again(&mut editor, red).unwrap();
    assert_eq!(at(&editor, 0, 0, 12, 9), RED);
    for _ in 0..3 {
        run(&mut editor, "edit.undo", &[]);
    }
    assert_eq!(at(&editor, 0, 0, 12, 20), Color::TRANSPARENT);
    again(&mut editor, blue).unwrap();
    assert_eq!(at(&editor, 0, 0, 12, 20), BLUE, "one of another branch");
}

#[test]
fn locks_and_the_selection_hold() {
    let mut editor = canvas();
    let red = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    run(&mut editor, "layer.add", &[]);
    for lock in ["layer.locked", "layer.visible"] {
        run(&mut editor, lock, &[]);
        let before = bytes(&editor);
        let refused = again(&mut editor, red).unwrap_err();
        assert!(refused.starts_with("layer \"Layer 2\": it is "), "{refused}");
        assert!(bytes(&editor) == before);
        run(&mut editor, "edit.undo", &[]);
    }
    run(&mut editor, "layer.alpha-locked", &[]);
    let why = "step \"Line\": all of it is outside the selection, or its alpha is locked";
    assert_eq!(again(&mut editor, red), Err(why.into()));
    run(&mut editor, "edit.undo", &[]);
    editor.set_tool("select-rectangle", &[]).unwrap();
    let device = |editor: &Editor, x: i32, y: i32| editor.view().device_center(x.into(), y.into());
    let (from, to) = (device(&editor, 10, 2), device(&editor, 14, 20));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 20);
    let said = "Done again: 5 of 29 pixels of Line; the others look different here or are protected";
    assert_eq!(again(&mut editor, red), Ok(vec![said.into()]));
    assert_eq!(
        [9, 10, 14, 15].map(|x| at(&editor, 1, 0, x, 9)),
        [Color::TRANSPARENT, RED, RED, Color::TRANSPARENT]
    );
}

#[test]
fn a_step_without_pixels_is_refused_and_a_key_means_the_newest_one() {
    let mut editor = canvas();
    let grid = run(&mut editor, "image.grid", &[("width", 7.0.into())]);
    assert_eq!(again(&mut editor, grid), Err("step \"Grid size\": it changed no pixels".into()));
    assert_eq!(again(&mut editor, 77), Err("step 77 is no longer in the history".into()));
    assert_eq!(editor.command_for(Key::alt("y")), Some("history.do-again"));
    line(&mut editor, "#ff0000", (2, 9), (30, 9));
    assert!(editor.run("history.do-again", &[], 0).is_err(), "it is here already");
}

#[test]
fn any_step_is_done_again_on_the_active_cel_alone() {
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let mut editor = editor(&mut chance);
        let steps: Vec<u64> = editor.document().history().done().map(|commit| commit.id().0).collect();
        if steps.is_empty() {
            continue;
        }
        for _ in 0..4 {
            let step = chance.pick(&steps);
            let (before, made, cel) = (bytes(&editor), editor.document().history().position(), editor.cel());
            let done = again(&mut editor, step);
            editor.document().validate().unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
            if editor.document().history().position() == made {
                assert!(bytes(&editor) == before, "seed {seed}: {done:?}");
                continue;
            }
            let commit = editor.document().history().done().next().unwrap();
            let exact = editor.document().exact(&commit).unwrap();
            assert!(!exact.records, "seed {seed}");
            assert!(exact.planes.iter().all(|plane| plane.cels.contains(&cel)), "seed {seed}: {exact:?}");
            for rect in exact.planes.iter().flat_map(|plane| &plane.rects) {
                assert!(editor.document().may_change(rect.x, rect.y), "seed {seed}: outside the selection");
            }
            run(&mut editor, "edit.undo", &[]);
            assert!(bytes(&editor) == before, "seed {seed}");
        }
    }
}
