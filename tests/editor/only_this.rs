//! The commands that take back one step of many: they ask before they leave anything, and say what they did.

use crate::law::chance::{Chance, editor};
use crate::taking_back::{bytes, canvas, line, pixel, run};
use undoodle::color::Color;
use undoodle::document::{StepKind, Trace};
use undoodle::editor::{Ask, Editor, Effect, Key};
use undoodle::value::Value;

fn try_take(editor: &mut Editor, commit: u64, later: &str) -> Result<bool, String> {
    let args = [("commit".to_owned(), Value::from(commit as i64)), ("later".to_owned(), later.into())];
    editor.run("history.take-back", &args, 60_000).map_err(|error| error.to_string())
}

fn take(editor: &mut Editor, commit: u64, later: &str) -> Vec<Effect> {
    editor.take_effects();
    assert_eq!(try_take(editor, commit, later), Ok(true));
    editor.take_effects()
}

fn messages(effects: &[Effect]) -> Vec<String> {
    let mut texts = Vec::new();
    for effect in effects {
        if let Effect::Message(text) = effect {
            texts.push(text.to_string());
        }
    }
    texts
}

fn asks(effects: &[Effect]) -> bool {
    effects.contains(&Effect::Ask(Ask::TakeBack))
}

fn position(editor: &Editor) -> usize {
    editor.document().history().position()
}

/// A red line, a blue one across it, and a green one apart.
fn crossed() -> (Editor, [u64; 3]) {
    let mut editor = canvas();
    let red = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    let blue = line(&mut editor, "#0000ff", (12, 2), (12, 20));
    let green = line(&mut editor, "#00ff00", (2, 30), (30, 30));
    (editor, [red, blue, green])
}

#[test]
fn what_nothing_covers_goes_without_a_question() {
    let (mut editor, [_, _, green]) = crossed();
    let effects = take(&mut editor, green, "ask");
    assert_eq!((messages(&effects), asks(&effects)), (vec!["Took back Line, 29 pixels".to_string()], false));
    assert_eq!((position(&editor), pixel(&editor, 12, 30)), (4, Color::TRANSPARENT));
    let highlight = editor.highlight().expect("what went is shown");
    assert_eq!((highlight.color, highlight.rect.y, highlight.rect.height), (Color::TAKEN_BACK, 30, 1));
    assert!(!editor.contour().unwrap().is_empty(), "by its exact pixels");
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!(Trace::of(&header).kind, StepKind::TakesBack);
}

#[test]
fn what_later_steps_cover_is_asked_about_before_anything_is_done() {
    let (mut editor, [red, blue, _]) = crossed();
    let before = bytes(&editor);
    let effects = take(&mut editor, red, "ask");
    assert!(asks(&effects) && messages(&effects).is_empty());
    assert_eq!(editor.asked_back().map(|step| step.0), Some(red));
    assert!(bytes(&editor) == before && position(&editor) == 3);

    let foreseen = editor.foresee(red).unwrap();
    assert_eq!((foreseen.conflicts.taken(), foreseen.conflicts.left()), (28, 1));
    let [taken, left] = editor.contours_of(&foreseen, &[]).unwrap();
    let square = [4, 12, 9, 12, 10, 13, 10, 13, 9];
    let corners = |lines: &[i32]| lines[1..].chunks(2).map(|at| (at[0], at[1])).collect::<Vec<_>>();
    assert_eq!((left.len(), corners(&left).len()), (square.len(), 4), "one pixel is left");
    assert!(corners(&left).iter().all(|(x, y)| (12..=13).contains(x) && (9..=10).contains(y)), "{left:?}");
    assert_eq!(taken.len(), 18, "the line on both sides of it: {taken:?}");
    let all = editor.all_standing_on(&foreseen).unwrap();
    assert_eq!(all.iter().map(|step| step.0).collect::<Vec<_>>(), [blue]);
    let [taken, left] = editor.contours_of(&foreseen, &all).unwrap();
    assert!(
        left.is_empty() && taken[1..].chunks(2).any(|at| at[1] == 2),
        "the other line goes, too: {taken:?}"
    );
    assert!(bytes(&editor) == before, "looking changes nothing");
}

#[test]
fn later_steps_are_left_alone_or_go_too_in_one_step() {
    let (mut editor, [red, ..]) = crossed();
    let before = bytes(&editor);
    let effects = take(&mut editor, red, "leave");
    let said = "Took back 28 of 29 pixels of Line; the others stay, as later steps painted over them";
    assert_eq!((messages(&effects), asks(&effects)), (vec![said.to_string()], false));
    assert_eq!(pixel(&editor, 12, 9), Color::rgba(0, 0, 255, 255));
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before);

    let effects = take(&mut editor, red, "take");
    assert_eq!(messages(&effects), ["Took back Line and 1 later step"]);
    let at = |editor: &Editor| {
        [(2, 9), (12, 9), (12, 3), (5, 30)].map(|(x, y)| !pixel(editor, x, y).is_transparent())
    };
    assert_eq!((position(&editor), at(&editor)), (4, [false, false, false, true]));
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before, "one undo brings both back");
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(at(&editor), [false, false, false, true]);
}

#[test]
fn what_stands_on_those_that_go_goes_as_well() {
    let (mut editor, [red, blue, green]) = crossed();
    // It crosses the blue line, and not the red one.
    let black = line(&mut editor, "#000000", (8, 4), (20, 4));
    let foreseen = editor.foresee(red).unwrap();
    assert_eq!(foreseen.steps.iter().map(|step| step.0).collect::<Vec<_>>(), [blue]);
    let all = editor.all_standing_on(&foreseen).unwrap();
    assert_eq!(all.iter().map(|step| step.0).collect::<Vec<_>>(), [black, blue], "newest first");
    assert_eq!(messages(&take(&mut editor, red, "take")), ["Took back Line and 2 later steps"]);
    let painted = editor.document().cel_bounds(undoodle::document::Cel::default());
    assert_eq!((painted.y, painted.height), (30, 1), "the green one is left");
    assert!(editor.foresee(green).unwrap().conflicts.is_whole());
}

#[test]
fn a_layer_goes_with_all_that_stands_on_it() {
    let mut editor = canvas();
    let added = run(&mut editor, "layer.add", &[]);
    line(&mut editor, "#ff0000", (2, 9), (30, 9));
    run(&mut editor, "layer.opacity", &[("opacity", 120.0.into())]);
    let before = bytes(&editor);
    assert!(asks(&take(&mut editor, added, "ask")));
    assert_eq!(
        try_take(&mut editor, added, "leave"),
        Err("step \"New layer\": later steps have changed all of it".into())
    );
    assert!(bytes(&editor) == before);
    assert_eq!(messages(&take(&mut editor, added, "take")), ["Took back New layer and 2 later steps"]);
    assert_eq!((editor.document().layers(), editor.cel().layer), (1, 0));
    run(&mut editor, "edit.undo", &[]);
    assert!(bytes(&editor) == before);
}

#[test]
fn one_sentence_says_why_a_step_can_t_be_taken_back() {
    let (mut editor, [red, _, green]) = crossed();
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(try_take(&mut editor, green, "ask"), Err("step \"Line\": it is undone already".into()));
    run(&mut editor, "edit.redo", &[]);
    take(&mut editor, green, "ask");
    assert_eq!(try_take(&mut editor, green, "ask"), Err("step \"Line\": nothing of it is left".into()));
    assert_eq!(try_take(&mut editor, 77, "ask"), Err("step 77 is no longer in the history".into()));
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.delete", &[]);
    assert_eq!(
        try_take(&mut editor, red, "leave"),
        Err("step \"Line\": nothing of it is left".into()),
        "it is all transparent"
    );
    editor.set_primary("#123456").unwrap();
    run(&mut editor, "edit.fill", &[]);
    assert_eq!(
        try_take(&mut editor, red, "leave"),
        Err("step \"Line\": later steps have changed all of it".into())
    );
    let steps = position(&editor);
    editor.pointer_down(20.0, 20.0, 0, 0);
    assert_eq!(try_take(&mut editor, red, "take"), Ok(false), "a stroke is under way");
    editor.run("edit.cancel", &[], 0).unwrap();
    assert_eq!(position(&editor), steps);
}

#[test]
fn a_later_step_that_happens_to_leave_the_same_colour_does_not_hide_those_before_it() {
    let mut editor = canvas();
    let first = line(&mut editor, "#ffffff", (2, 9), (30, 9));
    line(&mut editor, "#000000", (2, 9), (10, 9));
    run(&mut editor, "edit.invert", &[]);
    // Where it was black it is white again, as the first step has left it; elsewhere it is black.
    assert_eq!([pixel(&editor, 5, 9), pixel(&editor, 20, 9)].map(|color| color.bytes[0]), [255, 0]);
    assert_eq!(try_take(&mut editor, first, "take"), Ok(true));
    assert_eq!([pixel(&editor, 5, 9), pixel(&editor, 20, 9)], [Color::TRANSPARENT; 2]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(pixel(&editor, 5, 9).bytes[0], 255, "it is one step");
}

#[test]
fn more_than_a_hundred_later_steps_are_not_taken_along() {
    let mut editor = canvas();
    let first = line(&mut editor, "#ff0000", (2, 9), (30, 9));
    for step in 0..101 {
        line(&mut editor, &format!("#00{step:02x}00"), (4, 2), (4, 20));
    }
    let before = bytes(&editor);
    let why = "step \"Line\": more than 100 later steps stand on it, so go back to it instead";
    assert_eq!(try_take(&mut editor, first, "take"), Err(why.into()));
    assert!(bytes(&editor) == before);
    assert_eq!(messages(&take(&mut editor, first, "leave")).len(), 1);
}

#[test]
fn the_newest_step_is_meant_where_none_is_named_and_a_key_does_it() {
    let (mut editor, _) = crossed();
    assert_eq!(editor.command_for(Key::alt("Backspace")), Some("history.take-back"));
    run(&mut editor, "history.take-back", &[]);
    assert_eq!((position(&editor), pixel(&editor, 12, 30)), (4, Color::TRANSPARENT));
    let mut empty = canvas();
    assert!(!empty.run("history.take-back", &[], 0).unwrap(), "nothing to undo");
}

#[test]
fn any_step_goes_with_all_that_stands_on_it_as_one_step() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let mut editor = editor(&mut chance);
        let steps: Vec<u64> = editor.document().history().done().map(|commit| commit.id().0).collect();
        if steps.is_empty() {
            continue;
        }
        let step = chance.pick(&steps);
        // What is transformed becomes a step before anything else is done.
        run(&mut editor, "history.unfold", &[]);
        let (before, made) = (bytes(&editor), position(&editor));
        if try_take(&mut editor, step, "take") != Ok(true) || position(&editor) == made {
            assert!(bytes(&editor) == before, "seed {seed}: a refusal changes nothing");
            continue;
        }
        editor.document().validate().unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        assert_eq!(position(&editor), made + 1, "seed {seed}");
        let left = editor.foresee(step).unwrap();
        assert_eq!((left.conflicts.taken(), left.conflicts.left()), (0, 0), "seed {seed}: {left:?}");
        run(&mut editor, "edit.undo", &[]);
        assert!(bytes(&editor) == before, "seed {seed}");
    }
}

#[test]
fn pixels_of_a_locked_layer_are_left_and_the_message_says_why() {
    let (mut editor, [red, _, green]) = crossed();
    run(&mut editor, "layer.locked", &[]);
    let before = bytes(&editor);
    for later in ["ask", "leave", "take"] {
        let why = try_take(&mut editor, green, later).unwrap_err();
        assert!(why.contains("unlock it first"), "{later}: {why}");
    }
    assert!(bytes(&editor) == before);
    let foreseen = editor.foresee(red).unwrap().conflicts;
    assert_eq!((foreseen.taken(), foreseen.left(), foreseen.left_locked()), (0, 29, 29));
    // A step on two layers, of which one is locked.
    run(&mut editor, "layer.locked", &[]);
    assert_eq!(try_take(&mut editor, green, "ask"), Ok(true), "unlocked");
    // What undo does is no new step: it minds no lock.
    run(&mut editor, "layer.locked", &[]);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_ne!(pixel(&editor, 12, 30), Color::TRANSPARENT);
}

#[test]
fn what_would_tear_a_locked_layer_from_the_rest_is_refused() {
    let mut editor = canvas();
    line(&mut editor, "#ff0000", (2, 2), (30, 2));
    run(&mut editor, "layer.add", &[]);
    line(&mut editor, "#00ff00", (2, 9), (30, 9));
    let refused = |editor: &mut Editor, id: &str, args: &[(&str, Value)]| {
        run(editor, id, args);
        let step = editor.document().history().here().0;
        run(editor, "layer.locked", &[]);
        let before = bytes(editor);
        let why = try_take(editor, step, "leave").unwrap_err();
        assert!(why.contains("unlock it first"), "{id}: {why}");
        assert!(bytes(editor) == before, "{id}: a refusal changes nothing");
        run(editor, "layer.locked", &[]);
        assert_eq!(try_take(editor, step, "leave"), Ok(true), "{id}: unlocked");
    };
    refused(&mut editor, "image.offset", &[("x", 5.into())]);
    refused(&mut editor, "image.rotate-half", &[]);
    // Of the canvas's size no layer knows.
    run(&mut editor, "image.resize", &[("width", 10.into()), ("height", 10.into())]);
    let resized = editor.document().history().here().0;
    run(&mut editor, "layer.locked", &[]);
    assert_eq!(try_take(&mut editor, resized, "ask"), Ok(true), "a locked layer stays as it is");
    run(&mut editor, "layer.locked", &[]);
    run(&mut editor, "frame.add", &[]);
    line(&mut editor, "#0000ff", (2, 12), (9, 12));
    run(&mut editor, "frame.first", &[]);
    refused(&mut editor, "frame.link", &[]);
}

#[test]
fn a_hidden_layer_is_taken_back_as_any_other() {
    let (mut editor, [_, _, green]) = crossed();
    run(&mut editor, "layer.visible", &[]);
    let done = editor.take_back(green, 0).unwrap();
    assert_eq!((done.taken, done.left), (29, 0));
}
