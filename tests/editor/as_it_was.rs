//! A region as it was then: by the picture, within the selection and the locks, seen before it is done, and refused where it can't be.

use crate::grid::{drag, editor, grounded, picture, refused, run, steps, tool};
use crate::travelled::{Random, copy};
use undoodle::document::Cel;
use undoodle::editor::{Editor, Effect, Key};
use undoodle::value::Value;

const BLANK: [&str; 3] = ["......", "......", "......"];

fn here(editor: &Editor) -> Value {
    Value::Number(editor.document().history().here().0 as f64)
}

fn base(editor: &Editor) -> Value {
    Value::Number(editor.document().history().base().0 as f64)
}

fn paint(editor: &mut Editor, color: &str, path: &[(i32, i32)]) -> Value {
    editor.set_primary(color).unwrap();
    tool(editor, "pencil", &[]);
    drag(editor, path);
    here(editor)
}

fn select(editor: &mut Editor, path: &[(i32, i32)]) {
    tool(editor, "select-rectangle", &[]);
    drag(editor, path);
}

/// A red row, over which a green one was painted.
fn painted() -> (Editor, [Value; 2]) {
    let mut editor = editor(&BLANK);
    let red = paint(&mut editor, "#ff0000", &[(0, 1), (5, 1)]);
    let green = paint(&mut editor, "#00ff00", &[(0, 1), (5, 1)]);
    (editor, [red, green])
}

fn as_it_was(editor: &mut Editor, at: &Value) {
    run(editor, "history.as-it-was", &[("commit", at.clone())]);
}

#[test]
fn the_selection_is_as_it_was_and_one_step_that_undo_takes_back() {
    let (mut editor, [red, green]) = painted();
    select(&mut editor, &[(1, 0), (3, 2)]);
    let before = steps(&editor);
    as_it_was(&mut editor, &red);
    assert_eq!(picture(&editor), ["......", "GRRRGG", "......"]);
    assert_eq!(steps(&editor), before + 1);
    let at_first = base(&editor);
    as_it_was(&mut editor, &at_first);
    assert_eq!(picture(&editor), ["......", "G...GG", "......"]);
    as_it_was(&mut editor, &green);
    assert_eq!(picture(&editor), ["......", "GGGGGG", "......"]);
    (0..3).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), ["......", "GGGGGG", "......"]);
    (0..2).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert_eq!(picture(&editor), ["......", "G...GG", "......"]);
}

#[test]
fn where_nothing_is_selected_it_is_the_active_cel_and_no_other() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "layer.add", &[]);
    paint(&mut editor, "#0000ff", &[(0, 0), (5, 0)]);
    run(&mut editor, "layer.choose", &[("layer", 0.into())]);
    as_it_was(&mut editor, &red);
    assert_eq!(picture(&editor), ["BBBBBB", "RRRRRR", "......"]);
    // A layer is found wherever it was moved.
    run(&mut editor, "layer.move", &[("from", 0.into()), ("to", 1.into())]);
    let at_first = base(&editor);
    as_it_was(&mut editor, &at_first);
    assert_eq!(picture(&editor), ["BBBBBB", "......", "......"]);
}

#[test]
fn it_is_seen_before_it_is_done_at_each_state_that_one_scrubs_to() {
    let (mut editor, [red, green]) = painted();
    let (before, at_first) = (steps(&editor), base(&editor));
    for (at, row) in [(&red, "RRRRRR"), (&at_first, "......"), (&green, "GGGGGG"), (&red, "RRRRRR")] {
        editor.preview("history.as-it-was", &[("commit".into(), at.clone())]).unwrap();
        assert_eq!(picture(&editor)[1], row);
    }
    editor.preview_end();
    assert_eq!((picture(&editor)[1].as_str(), steps(&editor)), ("GGGGGG", before), "looking is no step");
}

#[test]
fn a_lock_holds_and_alpha_that_is_locked_stays() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "layer.locked", &[]);
    let said = refused(&mut editor, "history.as-it-was", &[("commit", red.clone())]);
    assert_eq!(said, "layer \"Layer 1\": it is locked, so unlock it first");
    run(&mut editor, "layer.locked", &[]);
    run(&mut editor, "layer.alpha-locked", &[]);
    let at_first = base(&editor);
    as_it_was(&mut editor, &at_first);
    assert_eq!(picture(&editor)[1], "GGGGGG", "nothing was there then, and the alpha is kept");
    as_it_was(&mut editor, &red);
    assert_eq!(picture(&editor)[1], "RRRRRR");
}

#[test]
fn it_is_refused_in_one_sentence_where_it_cannot_be() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "layer.add", &[]);
    let args = [("commit", red.clone())];
    let what = "history.as-it-was";
    assert_eq!(refused(&mut editor, what, &args), "layer \"Layer 2\": it did not exist then");
    run(&mut editor, "layer.choose", &[("layer", 0.into())]);
    run(&mut editor, "frame.add", &[]);
    assert_eq!(refused(&mut editor, what, &args), "frame \"2\": it did not exist then");
    run(&mut editor, "frame.choose", &[("frame", 0.into())]);
    run(&mut editor, "image.resize", &[("width", 9.into())]);
    assert_eq!(
        refused(&mut editor, what, &args),
        "canvas \"6×3\": it had this size then, and has another one now"
    );
    assert_eq!(
        refused(&mut editor, what, &[("commit", 9999.into())]),
        "step 9999 is no longer in the history"
    );
}

#[test]
fn where_nothing_differs_that_is_said_and_no_step_is_made() {
    let (mut editor, [_, green]) = painted();
    let before = steps(&editor);
    editor.take_effects();
    as_it_was(&mut editor, &green);
    let said = Effect::Message("It looks now as it did then".into());
    assert!(editor.take_effects().contains(&said));
    assert_eq!(steps(&editor), before);
}

#[test]
fn by_its_key_it_is_the_state_before_the_newest_step_or_the_last_pin() {
    let (mut editor, [red, _]) = painted();
    assert_eq!(editor.command_for(Key::alt("w")), Some("history.as-it-was"));
    assert_eq!(editor.defaults("history.as-it-was"), [("commit", red)]);
    run(&mut editor, "history.pin", &[]);
    let pinned = here(&editor);
    paint(&mut editor, "#0000ff", &[(0, 0), (5, 0)]);
    paint(&mut editor, "#0000ff", &[(0, 2), (5, 2)]);
    assert_eq!(editor.defaults("history.as-it-was"), [("commit", pinned)]);
}

#[test]
fn a_pinned_state_is_there_when_its_steps_are_forgotten() {
    let (mut editor, [red, _]) = painted();
    run(&mut editor, "history.goto", &[("commit", red.clone())]);
    run(&mut editor, "history.pin", &[]);
    run(&mut editor, "edit.redo", &[]);
    for turn in 0..400 {
        paint(&mut editor, ["#0000ff", "#00ff00"][turn % 2], &[(0, 0), (5, 2)]);
    }
    let limits = editor.document().history().limits();
    editor.set_history_limits(undoodle::history::Limits { budget: 20_000, ..limits }).unwrap();
    let Value::Number(id) = red else { unreachable!() };
    let id = undoodle::history::CommitId(id as u64);
    assert!(!editor.document().history().has_state(id), "the step itself is gone");
    as_it_was(&mut editor, &red);
    assert_eq!(picture(&editor), ["......", "RRRRRR", "......"]);
}

#[test]
fn it_is_what_whole_copies_say_at_every_state_of_random_documents() {
    let (mut same, mut other) = (0, 0);
    for seed in 0..80 {
        let Random { mut chance, mut editor, mut travelling, states, ids } = Random::new(seed);
        let cel = editor.cel();
        for _ in 0..6 {
            let at = chance.pick(&states);
            travelling.goto(at).unwrap();
            let before = copy(editor.document());
            let commit = Value::Number(at.0 as f64);
            if editor.run("history.as-it-was", &[("commit".into(), commit)], 60_000) != Ok(true) {
                assert_eq!(editor.document().history().here(), before.history().here());
                continue;
            }
            let alpha = before.layer(cel.layer).unwrap().alpha_locked;
            let [layer, frame] =
                [travelling.layer_at(ids[0]), travelling.frame_at(ids[1])].map(Option::unwrap);
            let picture = travelling.cel_picture(Cel { layer, frame });
            let (width, height) = before.size();
            for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
                let old = before.cel_pixel(cel, x, y).unwrap();
                let meant = before.selection().is_none() || before.is_selected(x, y);
                let mut wanted = if meant { picture.pixel(x as u32, y as u32) } else { old };
                if alpha && (old.is_transparent() || wanted.is_transparent()) {
                    wanted = old;
                } else if alpha {
                    wanted.bytes[3] = old.bytes[3];
                }
                let wanted = grounded(&editor, cel.layer, wanted);
                let found = editor.document().cel_pixel(cel, x, y).unwrap();
                assert_eq!(found, wanted, "seed {seed}, {at:?}: {x}, {y}");
                *(if found == old { &mut same } else { &mut other }) += 1;
            }
        }
    }
    assert!(same > 10_000 && other > 1000, "{same}, {other}");
}
