//! What is refused while a game plays, and what a game is refused: nothing changes then.

use super::{BLINKER, ONCE, TURNED, held, kept, play, start};
use crate::attack::chance::{Chance, arguments};
use crate::grid::*;
use refusing::{Which, refuse};
use undoodle::document::HISTORY;
use undoodle::editor::{Editor, Effect, Scope, commands};
use undoodle::history::Limits;
use undoodle::raster::Automaton;

const LEAVE: &str = "leave it or keep it before the drawing is changed";

fn failures(editor: &mut Editor) -> Vec<String> {
    let text = |effect| match effect {
        Effect::Failure(text) => Some(text.to_string()),
        _ => None,
    };
    editor.take_effects().into_iter().filter_map(text).collect()
}

#[test]
fn nothing_edits_the_drawing_while_a_game_plays() {
    for (index, command) in commands().enumerate() {
        let leaves = [
            "edit.redo",
            "edit.undo",
            "history.bring-back",
            "history.goto",
            "history.step",
            "history.branch",
            // It ends a look at an earlier state, of which there is none in a game.
            "history.peek-end",
        ];
        let ends = leaves.contains(&command.id) || command.id.starts_with("view.play-");
        if ends || (!command.edits() && command.scope() != Scope::History) {
            continue;
        }
        for seed in 0..3 {
            let mut chance = Chance::new(seed * 1000 + index as u64);
            let mut editor = editor(&BLINKER);
            run(&mut editor, "history.pin", &[]);
            run(&mut editor, "select.all", &[]);
            run(&mut editor, "edit.copy", &[]);
            play(&mut editor, "view.play-life", 1);
            let (before, cel) = (kept(&editor), editor.cel());
            let args = arguments(&mut chance, &editor, command);
            if command.id == "history.unpin" || command.id == "history.go-to-pin" {
                continue;
            }
            let what = format!("{} {args:?}", command.id);
            if editor.is_enabled(command) {
                let refused = editor.run(command.id, &args, 0).unwrap_err().to_string();
                assert_eq!(refused, format!("game \"Life\": {LEAVE}"), "{what}");
            }
            if command.edits() {
                assert!(editor.preview(command.id, &args).is_err(), "{what}");
            }
            assert!(!editor.is_previewing());
            assert!(kept(&editor) == before, "{what}");
            assert_eq!((editor.cel(), editor.game()), (cel, Some(Automaton::Life)), "{what}");
            assert_eq!(picture(&editor), TURNED, "{what}");
            run(&mut editor, "view.play-leave", &[]);
            assert_eq!(picture(&editor), BLINKER, "{what}");
        }
    }
}

#[test]
fn tools_that_paint_are_refused_and_those_that_look_are_not() {
    let mut editor = editor(&BLINKER);
    let (before, steps) = (held(&editor), kept(&editor));
    play(&mut editor, "view.play-life", 1);
    for id in ["pencil", "fill", "select-rectangle", "move"] {
        tool(&mut editor, id, &[]);
        editor.take_effects();
        drag(&mut editor, &[(0, 0), (3, 3)]);
        assert_eq!(failures(&mut editor), [format!("game \"Life\": {LEAVE}")], "{id}");
        assert_eq!(picture(&editor), TURNED);
    }
    tool(&mut editor, "eyedropper", &[]);
    editor.set_primary("#ff0000").unwrap();
    press(&mut editor, 0, &[(1, 2)]);
    assert_eq!(editor.colors().0.to_string(), "#000000ff", "a colour of the game");
    assert_eq!(editor.game(), Some(Automaton::Life));
    assert!(kept(&editor) == steps);
    run(&mut editor, "view.play-leave", &[]);
    assert!(held(&editor) == before);
}

#[test]
fn a_game_does_not_start_over_what_is_under_way_or_too_large() {
    let mut editor = editor(&BLINKER);
    let (x, y) = at((0, 0));
    editor.pointer_down(x, y, 0, 0);
    assert!(!editor.run("view.play-life", &[], 0).unwrap(), "a stroke is under way");
    editor.pointer_up(x, y, 0);
    run(&mut editor, "edit.undo", &[]);

    editor.preview("edit.invert", &[]).unwrap();
    run(&mut editor, "view.play-life", &[]);
    assert_eq!((editor.is_previewing(), picture(&editor)), (false, BLINKER.map(String::from).into()));
    run(&mut editor, "view.play-leave", &[]);

    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-left", &[]);
    assert_eq!(
        refused(&mut editor, "view.play-sand", &[]),
        "layer \"Layer 1\": a selection is being moved above it: place it first (Enter)"
    );
    assert!(!editor.document().history().is_open());

    editor.new_document(1025, 1024).unwrap();
    let sentence = refused(&mut editor, "view.play-life", &[]);
    assert!(sentence.starts_with("canvas \"1025×1024\": a game needs a canvas of at most"), "{sentence}");
    editor.new_document(32768, 32).unwrap();
    run(&mut editor, "view.play-life", &[]);
}

#[test]
fn a_step_that_does_not_fit_is_not_kept_and_the_game_goes_on() {
    let mut editor = editor(&BLINKER);
    play(&mut editor, "view.play-life", 1);
    // The steps before it are forgotten, too.
    editor.set_history_limits(Limits { budget: 0, ..HISTORY }).unwrap();
    let before = kept(&editor);
    let error = refused(&mut editor, "view.play-keep", &[]);
    assert!(error.starts_with("the history needs"), "{error}");
    assert!(kept(&editor) == before && editor.game().is_some());
    assert_eq!(picture(&editor), TURNED);
    assert!(editor.tick(200.0));
    assert_eq!(picture(&editor), BLINKER, "it plays on");
    editor.tick(300.0);
    editor.set_history_limits(HISTORY).unwrap();
    run(&mut editor, "view.play-keep", &[]);
    assert_eq!(picture(&editor), TURNED);
}

/// Goes through the allocations of at least a page that an act needs, and refuses each in turn.
fn refusing_each(act: impl Fn(Which) -> usize) {
    let tried = (0..).take_while(|first| act(Which { above: 4000, first: *first, count: 1 }) == 1).count();
    assert!(tried > 0, "something was refused");
}

/// An editor with a large rectangle painted.
fn large() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    tool(&mut editor, "rectangle", &[("filled", true.into())]);
    let (from, to) = (editor.view().device_center(3.0, 3.0), editor.view().device_center(40.0, 31.0));
    editor.pointer_down(from.0, from.1, 0, 0);
    editor.pointer_up(to.0, to.1, 0);
    editor
}

#[test]
fn refused_memory_keeps_no_game_and_it_goes_on() {
    refusing_each(|which| {
        let mut editor = large();
        let bytes = editor.document().history().arena().clone();
        start(&mut editor, "view.play-sand", &[]);
        assert!(editor.tick(ONCE));
        let seen = |editor: &Editor| [(3, 3), (40, 32)].map(|(x, y)| editor.pixel(x, y).unwrap());
        let (steps, shown) = (kept(&editor), seen(&editor));
        let (done, refused) = refuse(which, || editor.run("view.play-keep", &[], 0));
        assert_eq!((done.is_err(), editor.game().is_some()), (refused == 1, refused == 1));
        assert_eq!(seen(&editor), shown, "it goes on, or is kept");
        if refused == 1 {
            assert!(kept(&editor) == steps);
            editor.run("view.play-leave", &[], 0).unwrap();
        } else {
            editor.run("edit.undo", &[], 0).unwrap();
        }
        assert!(editor.document().history().arena() == &bytes);
        editor.document().validate().unwrap();
        refused
    });
}

#[test]
fn refused_memory_ends_a_game_and_changes_nothing() {
    refusing_each(|which| {
        let mut editor = large();
        let before = held(&editor);
        start(&mut editor, "view.play-sand", &[]);
        editor.take_effects();
        let (goes_on, refused) = refuse(which, || editor.tick(ONCE));
        assert_eq!(goes_on, refused == 0);
        assert_eq!(failures(&mut editor).len(), refused, "it says why");
        editor.run("view.play-leave", &[], 0).unwrap();
        assert!(held(&editor) == before);
        editor.document().validate().unwrap();
        assert_eq!(editor.pixel(40, 32).unwrap().to_string(), "#00000000");
        refused
    });
}
