//! The history brush: it paints with the pixels of a state, within all that holds for other strokes.

use crate::grid::{drag, editor, picture, press, run, steps, tool};
use crate::law::chance;
use crate::travelled::{Random, copy};
use undoodle::document::Cel;
use undoodle::editor::{Editor, Effect, State};
use undoodle::geometry::Rect;
use undoodle::history::{CommitId, Limits};
use undoodle::tools::InkKind;
use undoodle::value::Value;

const BLANK: [&str; 4] = ["........", "........", "........", "........"];

fn here(editor: &Editor) -> CommitId {
    editor.document().history().here()
}

fn id(CommitId(id): CommitId) -> Value {
    Value::Number(id as f64)
}

fn paint(editor: &mut Editor, color: &str, path: &[(i32, i32)]) -> CommitId {
    editor.set_primary(color).unwrap();
    tool(editor, "pencil", &[]);
    drag(editor, path);
    here(editor)
}

/// All of the canvas red, and then green.
fn painted() -> (Editor, [CommitId; 2]) {
    let mut editor = editor(&BLANK);
    let mut fill = |color: &str| {
        editor.set_primary(color).unwrap();
        tool(&mut editor, "fill", &[]);
        press(&mut editor, 0, &[(0, 0)]);
        here(&editor)
    };
    let both = [fill("#ff0000"), fill("#00ff00")];
    (editor, both)
}

fn brush(editor: &mut Editor, options: &[(&str, Value)], path: &[(i32, i32)]) {
    tool(editor, "history-brush", options);
    drag(editor, path);
}

/// The only message since the last look.
fn said(editor: &mut Editor) -> String {
    let mut texts = Vec::new();
    for effect in editor.take_effects() {
        if let Effect::Message(text) | Effect::Failure(text) = effect {
            texts.push(text.to_string());
        }
    }
    assert_eq!(texts.len(), 1, "{texts:?}");
    texts.remove(0)
}

#[test]
fn it_paints_with_the_state_before_the_newest_step_that_it_has_not_made_itself() {
    let (mut editor, [red, _]) = painted();
    brush(&mut editor, &[], &[(1, 1), (3, 1)]);
    assert_eq!(picture(&editor), ["GGGGGGGG", "GRRRGGGG", "GGGGGGGG", "GGGGGGGG"]);
    assert_eq!(editor.source(), red);
    brush(&mut editor, &[], &[(5, 2), (6, 2)]);
    assert_eq!(picture(&editor), ["GGGGGGGG", "GRRRGGGG", "GGGGGRRG", "GGGGGGGG"], "it goes on with it");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor)[2], "GGGGGGGG");
    // Another step is the newest now.
    let before = here(&editor);
    paint(&mut editor, "#0000ff", &[(0, 0), (7, 0)]);
    assert_eq!(editor.source(), before);
}

#[test]
fn a_step_or_a_pin_is_chosen_and_stays_so() {
    let (mut editor, [red, green]) = painted();
    let base = editor.document().history().base();
    paint(&mut editor, "#0000ff", &[(0, 0), (7, 0)]);
    run(&mut editor, "history.paint-from", &[("commit", id(base))]);
    assert_eq!(editor.tool().id, "history-brush", "it is taken in hand");
    drag(&mut editor, &[(0, 3), (7, 3)]);
    assert_eq!(picture(&editor)[3], "........");
    run(&mut editor, "history.paint-from", &[("commit", id(red))]);
    drag(&mut editor, &[(0, 0), (3, 0)]);
    assert_eq!(picture(&editor)[0], "RRRRBBBB");
    assert_eq!(State::of(&editor).source.unwrap().words.to_string(), "after “Fill”");
    // Undone steps are states as well, and so are those of other branches.
    run(&mut editor, "history.goto", &[("commit", id(green))]);
    assert_eq!(editor.source(), red);
    run(&mut editor, "history.paint-from-newest", &[]);
    assert_eq!(editor.source(), red, "the state before the newest step");
    run(&mut editor, "history.pin", &[("name", "Green".into())]);
    paint(&mut editor, "#0000ff", &[(0, 0), (7, 0)]);
    paint(&mut editor, "#0000ff", &[(0, 1), (7, 1)]);
    assert_eq!(editor.source(), green, "the last pin");
    brush(&mut editor, &[], &[(0, 0), (2, 0)]);
    assert_eq!(picture(&editor)[0], "GGGBBBBB");
    assert_eq!(State::of(&editor).source.unwrap().words.to_string(), "at the pin “Green”");
    assert!(editor.run("history.paint-from", &[("commit".into(), id(CommitId(999)))], 0).is_err());
}

#[test]
fn it_obeys_what_other_strokes_obey() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "history.paint-from", &[("commit", id(red))]);
    // The size of its own.
    brush(&mut editor, &[("size", 3.into()), ("shape", "square".into())], &[(1, 1)]);
    assert_eq!(picture(&editor), ["RRRGGGGG", "RRRGGGGG", "RRRGGGGG", "GGGGGGGG"]);
    run(&mut editor, "edit.undo", &[]);
    // Symmetry and wrap.
    let mirrored = [("size", 1.into()), ("vertical", true.into()), ("axisX", 4.into())];
    brush(&mut editor, &mirrored, &[(1, 1)]);
    assert_eq!(picture(&editor)[1], "GRGGGGRG");
    run(&mut editor, "edit.undo", &[]);
    brush(&mut editor, &[("vertical", false.into()), ("wrap", true.into())], &[(6, 1), (9, 1)]);
    assert_eq!(picture(&editor)[1], "RRGGGGRR");
    run(&mut editor, "edit.undo", &[]);
    tool(&mut editor, "history-brush", &[("wrap", false.into())]);
    // The selection.
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(2, 0), (4, 3)]);
    brush(&mut editor, &[], &[(0, 1), (7, 1)]);
    assert_eq!(picture(&editor)[1], "GGRRRGGG");
    run(&mut editor, "select.none", &[]);
    // Locks.
    run(&mut editor, "layer.locked", &[]);
    editor.take_effects();
    let before = steps(&editor);
    brush(&mut editor, &[], &[(0, 3), (7, 3)]);
    assert_eq!(said(&mut editor), "layer \"Layer 1\": it is locked, so unlock it first");
    assert_eq!(steps(&editor), before);
    run(&mut editor, "layer.locked", &[]);
    // A pen's eraser erases.
    tool(&mut editor, "history-brush", &[]);
    press(&mut editor, 5, &[(0, 3)]);
    assert_eq!(picture(&editor)[3], ".GGGGGGG");
}

#[test]
fn alpha_that_is_locked_stays_by_the_layer_and_by_the_option() {
    for by_layer in [true, false] {
        let mut editor = editor(&BLANK);
        let red = paint(&mut editor, "#ff0000", &[(0, 1), (3, 1)]);
        run(&mut editor, "select.all", &[]);
        run(&mut editor, "edit.delete", &[]);
        run(&mut editor, "select.none", &[]);
        paint(&mut editor, "#00ff0080", &[(2, 1), (5, 1)]);
        run(&mut editor, "history.paint-from", &[("commit", id(red))]);
        if by_layer {
            run(&mut editor, "layer.alpha-locked", &[]);
        }
        brush(&mut editor, &[("lockAlpha", (!by_layer).into())], &[(0, 1), (7, 1)]);
        let row: Vec<_> = (0..7).map(|x| editor.pixel(x, 1).unwrap().to_string()).collect();
        let (none, red, green) = ("#00000000", "#ff000080", "#00ff0080");
        assert_eq!(row, [none, none, red, red, green, green, none]);
    }
}

#[test]
fn an_ink_and_colours_that_others_have_are_none_of_its_business() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "history.paint-from", &[("commit", id(red))]);
    for ink in ["shade", "dither", "lock-alpha"] {
        tool(&mut editor, "pencil", &[("ink", ink.into())]);
        editor.set_primary("#00000000").unwrap();
        tool(&mut editor, "history-brush", &[("ink", ink.into())]);
        assert_ne!(editor.options().ink, InkKind::Normal);
        drag(&mut editor, &[(0, 0), (7, 0)]);
        assert_eq!(picture(&editor)[0], "RRRRRRRR", "{ink}");
        run(&mut editor, "edit.undo", &[]);
    }
    assert!(editor.desk().recent().iter().all(|color| color.to_string() != "#000000ff"));
    assert_eq!(editor.brush_color(), None, "a dab has no single colour");
    // Nor has a brush of a picture's pixels: its form counts.
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(0, 0), (1, 0)]);
    run(&mut editor, "brush.from-selection", &[]);
    run(&mut editor, "select.none", &[]);
    brush(&mut editor, &[], &[(4, 2)]);
    assert_eq!(picture(&editor).concat().matches('R').count(), 2);
}

#[test]
fn what_cannot_be_painted_from_is_said_in_one_sentence() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "history.paint-from", &[("commit", id(red))]);
    run(&mut editor, "layer.add", &[]);
    editor.take_effects();
    drag(&mut editor, &[(0, 0), (7, 0)]);
    assert_eq!(said(&mut editor), "layer \"Layer 2\": it did not exist then");
    run(&mut editor, "layer.choose", &[("layer", 0.into())]);
    run(&mut editor, "image.resize", &[("height", 5.into())]);
    editor.take_effects();
    drag(&mut editor, &[(0, 0), (7, 0)]);
    assert_eq!(said(&mut editor), "canvas \"8×4\": it had this size then, and has another one now");
    run(&mut editor, "edit.undo", &[]);
    // The budget takes the step.
    for turn in 0..400 {
        paint(&mut editor, ["#0000ff", "#00ff00"][turn % 2], &[(0, 0), (7, 3)]);
    }
    let limits = editor.document().history().limits();
    editor.set_history_limits(Limits { budget: 20_000, ..limits }).unwrap();
    assert!(!editor.document().history().has_state(red));
    editor.take_effects();
    let before = steps(&editor);
    brush(&mut editor, &[], &[(0, 0), (7, 0)]);
    assert_eq!(said(&mut editor), format!("step {} is no longer in the history", red.0));
    assert_eq!((steps(&editor), editor.source()), (before, red));
}

#[test]
fn a_new_drawing_has_no_source_that_was_chosen_in_another() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "history.paint-from", &[("commit", id(red))]);
    editor.new_document(8, 8).unwrap();
    assert_eq!(editor.source(), editor.document().history().base());
}

#[test]
fn it_paints_what_whole_copies_say_on_random_documents() {
    let (mut strokes, mut painted) = (0, 0);
    for seed in 0..100 {
        let Random { mut chance, mut editor, mut travelling, states, ids } = Random::new(seed);
        let cel = editor.cel();
        for _ in 0..6 {
            let at = chance.pick(&states);
            travelling.goto(at).unwrap();
            let before = copy(editor.document());
            if editor.run("history.paint-from", &[("commit".into(), id(at))], 0) != Ok(true) {
                continue;
            }
            let options = chance::options(&mut chance, &editor);
            let plain = [("perfect", false.into()), ("lockAlpha", false.into()), ("pressure", "none".into())];
            let plain = plain.map(|(name, value): (&str, Value)| (name.to_owned(), value));
            let options: Vec<_> = options.into_iter().chain(plain).collect();
            editor.set_tool("history-brush", &options).unwrap();
            let mut place = || (f64::from(chance.within(0, 399)), f64::from(chance.within(0, 299)));
            let (from, to) = (place(), place());
            editor.pointer_down(from.0, from.1, 0, 60_000);
            editor.pointer_up(to.0, to.1, 60_000);
            editor.document().validate().unwrap();
            strokes += 1;
            if editor.document().history().here() == before.history().here() {
                continue;
            }
            let alpha = before.layer(cel.layer).unwrap().alpha_locked;
            let [layer, frame] =
                [travelling.layer_at(ids[0]), travelling.frame_at(ids[1])].map(Option::unwrap);
            let picture = travelling.cel_picture(Cel { layer, frame });
            let Rect { width, height, .. } = before.bounds();
            for (x, y) in (0..height).flat_map(|y| (0..width).map(move |x| (x, y))) {
                let old = before.cel_pixel(cel, x, y).unwrap();
                let found = editor.document().cel_pixel(cel, x, y).unwrap();
                let mut wanted = picture.pixel(x as u32, y as u32);
                if alpha && !wanted.is_transparent() {
                    wanted.bytes[3] = old.bytes[3];
                }
                assert!(
                    found == old || found == wanted,
                    "seed {seed}, {at:?}: {x}, {y}: {found} is neither {old} nor {wanted}"
                );
                painted += usize::from(found != old);
            }
        }
    }
    assert!(strokes > 200 && painted > 1000, "{strokes}, {painted}");
}
