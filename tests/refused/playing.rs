//! Play: what a game does to a drawing and its history, which is nothing until it is kept.

#[path = "playing/refusals.rs"]
mod refusals;
#[path = "../editor/law/state.rs"]
mod state;

use crate::attack::chance::{self, Chance};
use crate::grid::*;
use state::{State, Touch};
use undoodle::document::Trace;
use undoodle::editor::{Editor, Effect, Key};
use undoodle::raster::Automaton;
use undoodle::value::Value;

const BLINKER: [&str; 5] = [".....", "..K..", "..K..", "..K..", "....."];
const TURNED: [&str; 5] = [".....", ".....", ".KKK.", ".....", "....."];

/// Milliseconds that are more than one generation and less than two.
const ONCE: f64 = 100.0;

/// Starts a game and lets its clock begin.
fn start(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    run(editor, id, args);
    assert!(editor.tick(0.0));
}

/// A game of so many generations. The drawing must be valid after each.
fn play(editor: &mut Editor, id: &str, generations: u32) {
    start(editor, id, &[("speed", 10.into())]);
    for generation in 1..=generations {
        assert!(editor.tick(f64::from(generation) * 100.0));
        editor.document().validate().unwrap();
    }
}

/// What the history holds, which must not change while a game plays.
fn kept(editor: &Editor) -> impl PartialEq + use<> {
    let history = editor.document().history();
    let commits: Vec<_> = history.commits().map(|commit| commit.id()).collect();
    let pins: Vec<_> = history.pins().map(|(id, _)| id).collect();
    (history.here(), history.ahead(), history.aside(), commits, pins)
}

/// That, the drawing's bytes, and whether it is dirty: what comes back when a game is left.
fn held(editor: &Editor) -> impl PartialEq + use<> {
    let history = editor.document().history();
    (history.arena().clone(), kept(editor), history.looks_dirty())
}

#[test]
fn a_game_is_seen_and_leaving_it_puts_everything_back() {
    for leave in ["view.play-leave", "edit.undo", "history.goto"] {
        let mut editor = editor(&BLINKER);
        press(&mut editor, 0, &[(0, 0)]);
        run(&mut editor, "edit.undo", &[]);
        let (before, steps) = (held(&editor), kept(&editor));
        play(&mut editor, "view.play-life", 3);
        assert_eq!(editor.game(), Some(Automaton::Life));
        assert_eq!(picture(&editor), TURNED);
        assert!(kept(&editor) == steps, "no generation is a step");
        run(&mut editor, leave, &[]);
        assert_eq!((editor.game(), picture(&editor)), (None, BLINKER.map(String::from).into()), "{leave}");
        assert!(held(&editor) == before, "{leave}: nor is leaving");
        assert!(!editor.tick(1e6));
        run(&mut editor, "edit.redo", &[]);
        assert_eq!(picture(&editor)[0], "K....", "{leave}: redo is still there");
    }
}

#[test]
fn keeping_a_game_is_one_step() {
    let mut editor = editor(&BLINKER);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.redo", &[]);
    let (before, made) = (State::of(&editor), steps(&editor));
    play(&mut editor, "view.play-life", 7);
    assert!(editor.run("view.play-keep", &[], 42).unwrap());
    assert_eq!((editor.game(), steps(&editor)), (None, made + 1));
    assert_eq!(picture(&editor), TURNED);
    let header = editor.document().history().done().next().unwrap().header().into_owned();
    assert_eq!((header.label.as_ref(), header.time), ("Play Life", 42));
    let after = State::of(&editor);
    run(&mut editor, "edit.undo", &[]);
    assert!(State::of(&editor).bytes == before.bytes);
    assert_eq!(picture(&editor), BLINKER);
    run(&mut editor, "edit.redo", &[]);
    assert!(State::of(&editor).bytes == after.bytes);
}

#[test]
fn a_game_that_came_back_to_its_beginning_leaves_no_step() {
    let mut editor = editor(&BLINKER);
    let before = held(&editor);
    play(&mut editor, "view.play-life", 2);
    run(&mut editor, "view.play-keep", &[]);
    assert!(held(&editor) == before);
    assert_eq!(editor.game(), None);
}

#[test]
fn each_way_out_says_what_became_of_the_game() {
    for (generations, exit, expected) in [
        (1, "view.play-leave", "Left Life: the drawing is unchanged"),
        (1, "view.play-keep", "Kept Life as one step"),
        (2, "view.play-keep", "Life closed: nothing changed"),
    ] {
        let mut editor = editor(&BLINKER);
        play(&mut editor, "view.play-life", generations);
        editor.take_effects();
        run(&mut editor, exit, &[]);
        let said = |effect: &Effect| matches!(effect, Effect::Message(said) if said == expected);
        assert!(editor.take_effects().iter().any(said), "{expected}");
    }
}

#[test]
fn keeping_says_which_steps_it_set_aside() {
    let mut editor = editor(&BLINKER);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.undo", &[]);
    play(&mut editor, "view.play-sand", 1);
    editor.take_effects();
    run(&mut editor, "view.play-keep", &[]);
    let offered =
        |effect: &Effect| matches!(effect, Effect::Offer { text, .. } if text == "2 steps set aside");
    assert!(editor.take_effects().iter().any(offered));
}

#[test]
fn sand_falls_piles_up_and_is_kept() {
    let mut editor = editor(&["RGB", "...", "..K", "..."]);
    play(&mut editor, "view.play-sand", 2);
    assert_eq!(picture(&editor), ["...", "...", "RGB", "..K"]);
    // Another rule goes on with what is there.
    run(&mut editor, "view.play-life", &[]);
    assert_eq!((editor.game(), picture(&editor)[3].as_str()), (Some(Automaton::Life), "..K"));
    run(&mut editor, "view.play-sand", &[]);
    editor.tick(0.0);
    for generation in 1..9 {
        assert!(editor.tick(f64::from(generation) * ONCE));
    }
    assert_eq!(picture(&editor), ["...", "...", "..B", "RGK"]);
    run(&mut editor, "view.play-keep", &[]);
    assert_eq!(picture(&editor), ["...", "...", "..B", "RGK"]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), ["RGB", "...", "..K", "..."]);
}

#[test]
fn life_goes_around_the_edges_where_strokes_do_or_where_it_is_told() {
    let edge = ["K..K", "....", "....", "K..."];
    let block = ["K..K", "....", "....", "K..K"];
    let played = |args: &[(&str, Value)], wrap: bool| {
        let mut editor = editor(&edge);
        editor.set_options(&[("wrap".into(), wrap.into())]).unwrap();
        start(&mut editor, "view.play-life", args);
        editor.tick(ONCE);
        picture(&editor)
    };
    assert_eq!(played(&[], true), block);
    assert_eq!(played(&[("wrap", true.into())], false), block);
    assert_eq!(played(&[("wrap", false.into())], true), ["...."; 4]);
}

#[test]
fn the_clock_decides_how_many_generations_there_are() {
    let falls = |speed: u32, times: &[f64]| {
        let mut editor = editor(&["K", ".", ".", ".", ".", ".", ".", "."]);
        run(&mut editor, "view.play-sand", &[("speed", speed.into())]);
        times.iter().for_each(|time| assert!(editor.tick(*time)));
        picture(&editor).iter().position(|row| row == "K").unwrap()
    };
    assert_eq!(falls(12, &[5000.0]), 0, "the first tick starts the clock");
    assert_eq!(falls(12, &[0.0, 83.0]), 0);
    assert_eq!(falls(12, &[0.0, 84.0]), 1);
    assert_eq!(falls(12, &[0.0, 84.0, 160.0, 167.0]), 2, "due is counted from when it was due");
    assert_eq!(falls(10, &[0.0, 250.0]), 2);
    assert_eq!(falls(10, &[0.0, 60_000.0]), 2, "what was missed is not caught up on");
    assert_eq!(falls(10, &[0.0, 60_000.0, 60_099.0]), 2);
    assert_eq!(falls(10, &[0.0, 60_000.0, 60_100.0]), 3);
    assert_eq!(falls(10, &[900.0, f64::NAN, f64::INFINITY, 0.0, 100.0]), 1, "a clock may go back");
}

#[test]
fn enter_keeps_a_game_and_escape_leaves_it() {
    let mut editor = editor(&BLINKER);
    let keys = |editor: &Editor| ["Enter", "Escape"].map(|key| editor.command_for(Key::plain(key)));
    assert_eq!(keys(&editor), [Some("edit.end-shape"), Some("edit.cancel")]);
    run(&mut editor, "view.play-life", &[]);
    assert_eq!(keys(&editor), [Some("view.play-keep"), Some("view.play-leave")]);
    run(&mut editor, "view.play-leave", &[]);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-left", &[]);
    editor.preview("edit.invert", &[]).unwrap();
    assert_eq!(keys(&editor), [Some("edit.end-shape"), Some("edit.cancel")]);
}

#[test]
fn what_a_game_shows_can_be_copied() {
    let mut editor = editor(&BLINKER);
    play(&mut editor, "view.play-life", 1);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "view.play-leave", &[]);
    run(&mut editor, "edit.paste", &[]);
    run(&mut editor, "edit.land", &[]);
    assert_eq!(picture(&editor), [".....", "..K..", ".KKK.", "..K..", "....."]);
}

#[test]
fn a_game_keeps_to_the_selection_and_to_the_locks() {
    let mut chosen = editor(&["K.R", "...", "...", "..B"]);
    tool(&mut chosen, "select-rectangle", &[]);
    drag(&mut chosen, &[(0, 0), (2, 2)]);
    play(&mut chosen, "view.play-sand", 9);
    assert_eq!(picture(&chosen), ["...", "...", "K.R", "..B"], "the selection's edge is the floor");
    run(&mut chosen, "view.play-keep", &[]);
    assert_eq!(picture(&chosen), ["...", "...", "K.R", "..B"]);

    for (lock, why) in [
        ("layer.locked", "it is locked, so unlock it first"),
        ("layer.visible", "it is hidden, so show it first"),
        ("layer.alpha-locked", "its alpha is locked, so unlock it first"),
    ] {
        let mut editor = editor(&BLINKER);
        run(&mut editor, lock, &[]);
        let before = held(&editor);
        assert_eq!(refused(&mut editor, "view.play-life", &[]), format!("layer \"Layer 1\": {why}"));
        assert!(held(&editor) == before && editor.game().is_none());
        run(&mut editor, "edit.undo", &[]);
    }
}

#[test]
fn another_document_or_a_file_ends_a_game() {
    let mut editor = editor(&BLINKER);
    play(&mut editor, "view.play-life", 1);
    let file = editor.encode("png").unwrap();
    assert_eq!((editor.game(), picture(&editor)), (None, BLINKER.map(String::from).into()));
    play(&mut editor, "view.play-life", 1);
    editor.open(&file, "blinker.png").unwrap();
    assert_eq!((editor.game(), picture(&editor)), (None, BLINKER.map(String::from).into()));
    play(&mut editor, "view.play-life", 1);
    assert!(editor.open(b"no picture", "x.png").is_err());
    assert_eq!(editor.game(), Some(Automaton::Life), "nothing was opened");
    editor.new_document(3, 3).unwrap();
    assert_eq!((editor.game(), picture(&editor)), (None, vec!["...".to_owned(); 3]));
    press(&mut editor, 0, &[(0, 0)]);
    assert_eq!(steps(&editor), 1);
}

#[test]
fn a_game_goes_on_with_its_cel_while_others_are_looked_at() {
    let mut editor = editor(&BLINKER);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "frame.previous", &[]);
    play(&mut editor, "view.play-life", 1);
    run(&mut editor, "frame.next", &[]);
    assert!(!editor.run("frame.play", &[], 0).unwrap(), "one thing plays at a time");
    assert!(editor.tick(200.0) && editor.tick(300.0));
    assert_eq!(picture(&editor), ["....."; 5]);
    run(&mut editor, "view.play-keep", &[]);
    assert_eq!(picture(&editor), ["....."; 5]);
    run(&mut editor, "frame.previous", &[]);
    assert_eq!(picture(&editor), TURNED);
    run(&mut editor, "frame.next", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!((editor.cel().frame, picture(&editor)), (0, BLINKER.map(String::from).into()));
}

#[test]
fn every_kept_game_keeps_the_law() {
    let mut kept = 0;
    for seed in 0..120 {
        let mut chance = Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        let before = State::of(&editor);
        let id = chance.pick(&["view.play-life", "view.play-sand"]);
        if editor.run(id, &[("speed".into(), 10.into())], 0).is_err() {
            State::of(&editor).unchanged_since(&before, &format!("seed {seed}: left"));
            assert!(editor.game().is_none());
            continue;
        }
        for tick in 0..chance.below(30) {
            assert!(editor.tick(tick as f64 * ONCE));
            editor.document().validate().unwrap_or_else(|broken| panic!("seed {seed}: {broken}"));
        }
        assert_eq!(State::of(&editor).steps, before.steps, "seed {seed}");
        let shown = State::of(&editor).cels;
        assert!(editor.run("view.play-keep", &[], 0).unwrap());
        editor.document().validate().unwrap();
        let after = State::of(&editor);
        assert_eq!(after.cels, shown, "seed {seed}: what is kept is what was seen");
        if after.steps == before.steps {
            assert!(after.bytes == before.bytes, "seed {seed}");
            continue;
        }
        kept += 1;
        assert_eq!(after.steps, before.steps + 1);
        let rect = Trace::of(&editor.document().history().done().next().unwrap().header()).rect;
        after.held_against(&before, Touch::Cel, rect, &format!("seed {seed}: {id}"));
        for _ in 0..2 {
            assert!(editor.run("edit.undo", &[], 0).unwrap());
            let undone = State::of(&editor);
            assert!(undone.bytes == before.bytes && undone.ids == before.ids, "seed {seed}: undone");
            assert!(editor.run("edit.redo", &[], 0).unwrap());
            assert!(State::of(&editor).bytes == after.bytes, "seed {seed}: redone");
        }
    }
    assert!(kept > 20, "{kept} games were kept");
}
