//! One step of many is taken back: exactly where nothing later touched it, and as far as it goes elsewhere.

use crate::law::chance::{Chance, editor};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Trace};
use undoodle::editor::{Editor, TAKEN_BACK};
use undoodle::memory::Memory;
use undoodle::value::Value;

pub fn run(editor: &mut Editor, id: &str, args: &[(&str, Value)]) -> u64 {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    assert!(editor.run(id, &args, 0).unwrap(), "{id}");
    editor.document().history().here().0
}

pub fn bytes(editor: &Editor) -> Memory {
    editor.document().history().arena().clone()
}

/// Draws a line in a colour. Returns the number of its step.
pub fn line(editor: &mut Editor, color: &str, from: (i32, i32), to: (i32, i32)) -> u64 {
    editor.set_primary(color).unwrap();
    editor.set_tool("line", &[]).unwrap();
    let device = |editor: &Editor, (x, y): (i32, i32)| editor.view().device_center(x.into(), y.into());
    let (from, to) = (device(editor, from), device(editor, to));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_move(to.0, to.1, 10);
    editor.pointer_up(to.0, to.1, 20);
    editor.document().history().here().0
}

pub fn canvas() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(40, 40).unwrap();
    editor
}

pub fn pixel(editor: &Editor, x: i32, y: i32) -> Color {
    editor.document().cel_pixel(Cel::default(), x, y).unwrap()
}

#[test]
fn a_stroke_in_the_middle_is_taken_back_exactly() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    let middle = line(&mut editor, "#00ff00", (2, 9), (30, 9));
    line(&mut editor, "#0000ff", (2, 20), (30, 20));
    let (before, steps) = (bytes(&editor), editor.document().history().position());
    let taken = editor.take_back(middle, 60_000).unwrap();
    assert_eq!((taken.taken, taken.left, taken.whole, &taken.steps[..]), (29, 0, true, &[][..]));
    assert_eq!(editor.document().history().position(), steps + 1, "it is a step");
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!((&*header.label, Trace::of(&header).rect.is_empty()), (TAKEN_BACK, false));
    let row = editor.step_rows(steps + 1, 1).remove(0);
    assert_eq!(
        row.about.map(|about| about.to_string()),
        Some("Take back “Line”".into()),
        "the list says which"
    );
    let rows = [2, 9, 20].map(|y| pixel(&editor, 12, y) == Color::TRANSPARENT);
    assert_eq!(rows, [false, true, false]);
    for said in ["Bring back “Line”", "Take back “Line”"] {
        let newest = editor.document().history().here().0;
        editor.take_back(newest, 60_000).unwrap();
        let row = editor.step_rows(editor.document().history().position(), 1).remove(0);
        assert_eq!(row.about.map(|about| about.to_string()), Some(said.into()), "of what took it back");
        assert_eq!(pixel(&editor, 12, 9) == Color::TRANSPARENT, said.starts_with("Take"));
    }
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before, "undo brings it back");
}

#[test]
fn what_later_strokes_cover_stays_and_they_are_named() {
    let mut editor = canvas();
    let first = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    let across = line(&mut editor, "#0000ff", (12, 2), (12, 20));
    line(&mut editor, "#00ff00", (2, 30), (30, 30));
    let foreseen = editor.foresee(first).unwrap().taken_back();
    let taken = editor.take_back(first, 60_000).unwrap();
    assert_eq!(foreseen, taken);
    assert_eq!((taken.taken, taken.left, taken.whole, &taken.steps[..]), (28, 1, false, &[across][..]));
    assert_eq!(pixel(&editor, 12, 9), Color::rgba(0, 0, 255, 255), "the later stroke is whole");
    let (after, steps) = (bytes(&editor), editor.document().history().position());
    let again = editor.take_back(first, 60_000).unwrap();
    assert_eq!((again.taken, again.left), (0, 1));
    assert_eq!(editor.document().history().position(), steps, "nothing is no step");
    assert!(bytes(&editor) == after);
    // With what stands on it, it goes as a whole.
    editor.take_back(across, 60_000).unwrap();
    let rest = editor.take_back(first, 60_000).unwrap();
    assert!(rest.whole && pixel(&editor, 12, 9) == Color::TRANSPARENT, "{rest:?}");
}

#[test]
fn a_layer_stays_as_long_as_later_steps_stand_on_it() {
    let mut editor = canvas();
    let added = run(&mut editor, "layer.add", &[]);
    let painted = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    let renamed = run(&mut editor, "layer.opacity", &[("opacity", 120.0.into())]);
    let grid = run(&mut editor, "image.grid", &[("width", 7.0.into())]);
    let taken = editor.take_back(added, 60_000).unwrap();
    assert_eq!((taken.whole, &taken.steps[..]), (false, &[renamed, painted][..]));
    assert_eq!(editor.document().layers(), 2);
    for step in taken.steps {
        assert!(editor.take_back(step, 60_000).unwrap().whole);
    }
    assert!(editor.take_back(added, 60_000).unwrap().whole);
    assert_eq!((editor.document().layers(), editor.document().grid().0), (1, 7));
    assert!(editor.take_back(grid, 60_000).unwrap().whole);
    assert_eq!(editor.document().grid().0, 1);
    assert_eq!(editor.cel().layer, 0, "a layer is active that there is");
}

#[test]
fn no_step_is_taken_back_that_is_not_in_the_history() {
    let mut editor = canvas();
    assert_eq!(editor.take_back(77, 0), Err(Error::Gone { commit: 77 }));
    assert_eq!(editor.document().history().position(), 0);
}

#[test]
fn any_step_of_any_drawing_is_taken_back_as_one_step() {
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let mut editor = editor(&mut chance);
        let steps: Vec<u64> = editor.document().history().done().map(|commit| commit.id().0).collect();
        let Some(newest) = steps.first().copied() else { continue };
        for commit in [newest, chance.pick(&steps), chance.pick(&steps)] {
            let (before, position) = (bytes(&editor), editor.document().history().position());
            let taken = editor.take_back(commit, 60_000).unwrap();
            editor.document().validate().unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
            let made = editor.document().history().position() - position;
            assert!(made <= 1 && (made == 1) == (bytes(&editor) != before), "seed {seed}: {taken:?}");
            let after = bytes(&editor);
            editor.take_back(commit, 60_000).unwrap();
            assert!(bytes(&editor) == after, "seed {seed}: twice is once");
            if made == 1 {
                run(&mut editor, "edit.undo", &[]);
                assert!(bytes(&editor) == before, "seed {seed}: undo brings it back");
                run(&mut editor, "edit.redo", &[]);
                assert!(bytes(&editor) == after, "seed {seed}: redo takes it back");
            }
        }
    }
}
