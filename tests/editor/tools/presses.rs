//! Tests of `src/tools/presses.rs` and `src/editor/hand/presses.rs`: shapes of several presses, between which anything may happen.

use crate::grid::{at, check, drag, editor, picture, press, run, selection, steps, tool};
use crate::law::chance::{Chance, editor as random, options};
use undoodle::editor::{Editor, Effect, Key};
use undoodle::tools::Held;
use undoodle::value::Value;

const EMPTY: [&str; 6] = ["........"; 6];

/// Presses and releases on one pixel after another.
fn click(editor: &mut Editor, points: &[(i32, i32)]) {
    points.iter().for_each(|point| press(editor, 0, &[*point]));
}

fn move_to(editor: &mut Editor, point: (i32, i32)) {
    let (x, y) = at(point);
    editor.pointer_move(x, y, 0);
}

/// Runs the command that has a key now.
fn key(editor: &mut Editor, key: &'static str) -> &'static str {
    let id = editor.command_for(Key::plain(key)).unwrap();
    run(editor, id, &[]);
    id
}

/// An empty drawing with a tool of several presses in hand.
fn begun(id: &str, options: &[(&str, Value)], points: &[(i32, i32)]) -> Editor {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, id, options);
    click(&mut editor, points);
    editor
}

const CORNERS: [(i32, i32); 3] = [(1, 1), (6, 1), (6, 5)];
const OPEN: [&str; 6] = ["........", ".KKKKKK.", "......K.", "......K.", "......K.", "......K."];
const CLOSED: [&str; 6] = ["........", ".KKKKKK.", "..K...K.", "...KK.K.", ".....KK.", "......K."];

#[test]
fn a_press_on_the_first_point_closes_a_polygon_as_one_step() {
    let draw = |editor: &mut Editor| {
        tool(editor, "polygon", &[]);
        click(editor, &CORNERS);
        assert!(editor.is_waiting() && editor.is_painting());
        assert_eq!(steps(editor), 0, "nothing is kept before it ends");
        click(editor, &[CORNERS[0]]);
        assert!(!editor.is_painting());
    };
    check(&EMPTY, draw, &CLOSED);
}

#[test]
fn enter_and_a_double_press_end_a_polyline_where_it_is() {
    let by_enter = |editor: &mut Editor| {
        tool(editor, "polygon", &[]);
        click(editor, &CORNERS);
        move_to(editor, (0, 3));
        assert_eq!(key(editor, "Enter"), "edit.end-shape");
    };
    check(&EMPTY, by_enter, &OPEN);
    let by_press = |editor: &mut Editor| {
        tool(editor, "polygon", &[]);
        click(editor, &CORNERS);
        click(editor, &[CORNERS[2]]);
    };
    check(&EMPTY, by_press, &OPEN);
    let dragged = |editor: &mut Editor| {
        tool(editor, "polygon", &[]);
        drag(editor, &[CORNERS[0], (3, 4), CORNERS[1]]);
        drag(editor, &[(2, 5), CORNERS[2]]);
        key(editor, "Enter");
    };
    check(&EMPTY, dragged, &OPEN);
}

#[test]
fn moving_shows_what_a_press_would_set() {
    let mut editor = begun("polygon", &[("filled", true.into())], &CORNERS[..2]);
    move_to(&mut editor, CORNERS[2]);
    let filled = ["........", ".KKKKKK.", "..KKKKK.", "...KKKK.", ".....KK.", "......K."];
    assert_eq!(picture(&editor), filled);
    move_to(&mut editor, (6, 1));
    assert_eq!(picture(&editor)[1..3], [".KKKKKK.", "........"]);
    editor.pointer_leave();
    click(&mut editor, &[CORNERS[2]]);
    key(&mut editor, "Enter");
    assert_eq!((picture(&editor), steps(&editor)), (filled.map(String::from).to_vec(), 1));
}

#[test]
fn backspace_and_undo_take_points_back_and_escape_all_of_them() {
    let mut editor = begun("polygon", &[], &CORNERS);
    move_to(&mut editor, CORNERS[2]);
    assert_eq!(key(&mut editor, "Backspace"), "edit.point-back");
    move_to(&mut editor, (6, 3));
    assert_eq!(
        picture(&editor)[1..4],
        [".KKKKKK.", "......K.", "......K."],
        "the pointer leads on from the second"
    );
    run(&mut editor, "edit.undo", &[]);
    move_to(&mut editor, (1, 4));
    assert_eq!(picture(&editor)[1..5], [".K......"; 4], "and from the first");
    assert!(editor.is_waiting());
    run(&mut editor, "edit.undo", &[]);
    assert!(!editor.is_painting());
    assert_eq!(picture(&editor), EMPTY, "no point is left");
    click(&mut editor, &CORNERS);
    assert_eq!(key(&mut editor, "Escape"), "edit.cancel");
    let history = editor.document().history();
    assert_eq!((history.position(), history.commits().count(), history.is_open()), (0, 0, false), "no twig");
    assert_eq!(picture(&editor), EMPTY);
}

#[test]
fn backspace_beyond_the_first_point_ends_the_shape_and_deletes_nothing() {
    for selected in [false, true] {
        let mut editor = editor(&["RRRRRRRR"; 6]);
        if selected {
            run(&mut editor, "select.all", &[]);
        }
        tool(&mut editor, "polygon", &[]);
        click(&mut editor, &CORNERS);
        let before = steps(&editor);
        for _ in 0..CORNERS.len() {
            assert_eq!(key(&mut editor, "Backspace"), "edit.point-back");
        }
        assert!(!editor.is_painting());
        editor.take_effects();
        let said = |editor: &mut Editor| {
            let effects = editor.take_effects().into_iter();
            effects.filter(|effect| matches!(effect, Effect::Message(_))).count()
        };
        // The key goes on in the same hold, or is pressed once too often.
        for words in [1, 0, 0] {
            assert_eq!(key(&mut editor, "Backspace"), "edit.point-back");
            assert_eq!(said(&mut editor), words, "once it is said");
        }
        assert_eq!((steps(&editor), picture(&editor)[0].as_str()), (before, "RRRRRRRR"));
        assert_eq!(editor.command_for(Key::plain("Delete")), Some("edit.delete"), "whose key is no other's");
        // Something else was done since.
        run(&mut editor, "select.all", &[]);
        assert_eq!(key(&mut editor, "Backspace"), "edit.delete");
        assert_eq!(picture(&editor)[0], "........");
    }
    let mut editor = begun("polygon", &[], &CORNERS[..1]);
    key(&mut editor, "Backspace");
    tool(&mut editor, "pencil", &[]);
    press(&mut editor, 0, &[(0, 0)]);
    assert_eq!(key(&mut editor, "Backspace"), "edit.delete", "a press was something else");
}

#[test]
fn undo_while_the_button_is_down_takes_that_press_back_alone() {
    let mut editor = begun("polygon", &[], &CORNERS[..2]);
    let ((x, y), (to_x, to_y)) = (at(CORNERS[2]), at((2, 5)));
    editor.pointer_down(x, y, 0, 0);
    run(&mut editor, "edit.undo", &[]);
    editor.pointer_move(to_x, to_y, 0);
    editor.pointer_up(to_x, to_y, 0);
    assert!(editor.is_waiting());
    // So does a system that takes the pointer, as for a second finger.
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_cancel();
    assert!(editor.is_waiting());
    key(&mut editor, "Enter");
    assert_eq!(picture(&editor)[1..3], [".KKKKKK.", "........"]);
}

#[test]
fn redo_waits_and_steps_that_were_undone_are_there_after_escape() {
    let mut editor = editor(&EMPTY);
    press(&mut editor, 0, &[(0, 0)]);
    run(&mut editor, "edit.undo", &[]);
    tool(&mut editor, "polygon", &[]);
    click(&mut editor, &CORNERS);
    editor.take_effects();
    assert!(!editor.run("edit.redo", &[], 0).unwrap() && editor.is_waiting());
    let why = Effect::Message("End the shape first, with Enter".into());
    assert!(editor.take_effects().contains(&why), "there is something to redo, but not now");
    key(&mut editor, "Escape");
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(picture(&editor)[0], "K.......");
}

#[test]
fn looking_around_goes_on_and_whatever_waits_for_the_end_of_a_stroke_ends_a_shape() {
    let mut editor = begun("polygon", &[], &CORNERS[..2]);
    let (x, y) = at(CORNERS[2]);
    editor.pointer_down(x, y, 1, 0);
    editor.pointer_move(x + 8.0, y, 0);
    editor.pointer_up(x + 8.0, y, 0);
    editor.pointer_down(x, y, 1, 0);
    editor.pointer_up(x, y, 0);
    editor.wheel(x, y, 1.0);
    editor.pinch(x, y, 40.0, true);
    editor.pinch_end(true);
    run(&mut editor, "color.swap", &[]);
    run(&mut editor, "view.zoom.4", &[]);
    assert!(editor.is_waiting(), "a look is no command");
    run(&mut editor, "tool.pencil", &[]);
    assert_eq!((editor.is_painting(), steps(&editor)), (false, 1));
    assert_eq!(picture(&editor)[1], ".KKKKKK.", "in the colour with which it was begun");

    for (id, made) in
        [("edit.invert", 2), ("layer.add", 2), ("select.all", 2), ("file.save", 1), ("edit.transform-box", 1)]
    {
        let mut editor = begun("polygon", &[], &CORNERS);
        editor.run(id, &[], 0).unwrap();
        assert_eq!((editor.is_waiting(), steps(&editor)), (false, made), "{id}");
        editor.preview_end();
        while steps(&editor) > 1 {
            run(&mut editor, "edit.undo", &[]);
        }
        assert_eq!(picture(&editor), OPEN, "{id}");
    }
    let mut editor = begun("polygon", &[], &CORNERS);
    assert!(editor.encode_project(None).is_ok() && !editor.is_waiting());
    assert_eq!(steps(&editor), 1, "a file has it");
}

#[test]
fn going_to_a_step_ends_a_shape_and_goes_there() {
    let here = |editor: &Editor| Value::from(editor.document().history().here().0 as u32);
    for by_number in [true, false] {
        let mut editor = editor(&EMPTY);
        press(&mut editor, 0, &[(0, 0)]);
        let dot = here(&editor);
        press(&mut editor, 0, &[(7, 0)]);
        tool(&mut editor, "polygon", &[]);
        click(&mut editor, &CORNERS);
        match by_number {
            true => run(&mut editor, "history.step", &[("step", 1.into())]),
            false => run(&mut editor, "history.goto", &[("commit", dot)]),
        };
        assert_eq!((editor.is_waiting(), picture(&editor)[0].as_str()), (false, "K......."));
        let history = editor.document().history();
        assert_eq!((history.position(), history.ahead()), (1, 2), "the shape is a step, which can be redone");
    }
}

#[test]
fn another_layer_ends_a_shape_and_a_single_press_is_none() {
    let mut editor = editor(&EMPTY);
    run(&mut editor, "layer.add", &[]);
    tool(&mut editor, "polygon", &[]);
    click(&mut editor, &CORNERS);
    run(&mut editor, "layer.choose", &[("layer", 0.into())]);
    assert_eq!((editor.is_waiting(), steps(&editor), editor.cel().layer), (false, 2, 0));
    assert_eq!(picture(&editor), OPEN);
    click(&mut editor, &[(0, 0)]);
    run(&mut editor, "tool.pencil", &[]);
    assert_eq!((editor.is_painting(), steps(&editor)), (false, 2));
    assert_eq!(picture(&editor), OPEN, "a press that was left alone");
}

#[test]
fn the_first_press_that_waits_says_how_it_goes_on_and_the_others_do_not() {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "curve", &[]);
    let said = |editor: &mut Editor| {
        let messages =
            editor.take_effects().into_iter().filter(|effect| matches!(effect, Effect::Message(_)));
        messages.count()
    };
    said(&mut editor);
    click(&mut editor, &[(1, 1)]);
    assert_eq!(said(&mut editor), 1);
    click(&mut editor, &[(5, 1)]);
    assert_eq!(said(&mut editor), 0);
    key(&mut editor, "Enter");
    tool(&mut editor, "polygon", &[]);
    click(&mut editor, &[(1, 1)]);
    let text = "Press for more points, on the first to close it; Enter ends, Backspace goes back";
    assert!(editor.take_effects().contains(&Effect::Message(text.into())), "a polygon has words of its own");
}

#[test]
fn each_tool_of_several_presses_says_how_it_goes_on_in_words_that_fit_the_status_line() {
    for tool in undoodle::tools::TOOLS {
        let mut editor = begun(tool.id, &[], &[]);
        if tool.changes() {
            click(&mut editor, &[(1, 1)]);
        }
        assert_eq!(editor.is_waiting(), !tool.goes_on.is_empty(), "{}", tool.id);
        assert!(tool.goes_on.chars().count() <= 80, "{}", tool.goes_on);
    }
}

#[test]
fn shift_holds_the_direction_of_an_edge() {
    let mut editor = begun("polygon", &[], &[(1, 1)]);
    editor.hold(Held { shift: true, ..Held::default() });
    move_to(&mut editor, (6, 2));
    assert_eq!(picture(&editor)[1..3], [".KKKKKK.", "........"]);
    click(&mut editor, &[(6, 2)]);
    editor.hold(Held::default());
    key(&mut editor, "Enter");
    assert_eq!(picture(&editor)[1..3], [".KKKKKK.", "........"]);
}

#[test]
fn a_curve_is_a_drag_and_two_pulls_or_presses_for_its_ends_too() {
    let bow = ["........", "...KK...", "..K..K..", ".K....K.", "K......K", "K......K"];
    let dragged = |editor: &mut Editor| {
        tool(editor, "curve", &[]);
        drag(editor, &[(0, 5), (7, 5)]);
        assert_eq!(picture(editor)[5], "KKKKKKKK", "a line until it is pulled");
        click(editor, &[(0, 0)]);
        assert!(editor.is_waiting());
        click(editor, &[(7, 0)]);
        assert!(!editor.is_painting(), "two pulls are all");
    };
    check(&EMPTY, dragged, &bow);
    let pressed = |editor: &mut Editor| {
        tool(editor, "curve", &[]);
        click(editor, &[(0, 5), (7, 5), (0, 0), (7, 0)]);
    };
    check(&EMPTY, pressed, &bow);
    let ended = |editor: &mut Editor| {
        tool(editor, "curve", &[]);
        click(editor, &[(0, 5), (7, 5)]);
        key(editor, "Enter");
    };
    check(&EMPTY, ended, &["........", "........", "........", "........", "........", "KKKKKKKK"]);
}

#[test]
fn a_rounded_rectangle_minds_its_radius_and_is_filled_or_not() {
    let draw = |radius: u32, filled: bool| {
        move |editor: &mut Editor| {
            tool(editor, "rounded-rectangle", &[("radius", radius.into()), ("filled", filled.into())]);
            drag(editor, &[(0, 0), (7, 5)]);
        }
    };
    let sharp = ["KKKKKKKK", "K......K", "K......K", "K......K", "K......K", "KKKKKKKK"];
    let soft = [".KKKKKK.", "K......K", "K......K", "K......K", "K......K", ".KKKKKK."];
    let full = [".KKKKKK.", "KKKKKKKK", "KKKKKKKK", "KKKKKKKK", "KKKKKKKK", ".KKKKKK."];
    check(&EMPTY, draw(0, false), &sharp);
    check(&EMPTY, draw(1, false), &soft);
    check(&EMPTY, draw(2, true), &full);
}

#[test]
fn shapes_of_presses_are_mirrored_and_stay_within_the_selection() {
    let mirrored = |editor: &mut Editor| {
        tool(editor, "polygon", &[("vertical", true.into()), ("axisX", 4.into())]);
        click(editor, &[(0, 0), (2, 2), (2, 5)]);
        key(editor, "Enter");
    };
    let both = ["K......K", ".K....K.", "..K..K..", "..K..K..", "..K..K..", "..K..K.."];
    check(&EMPTY, mirrored, &both);
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(0, 0), (3, 5)]);
    tool(&mut editor, "polygon", &[]);
    click(&mut editor, &[(0, 1), (7, 1)]);
    key(&mut editor, "Enter");
    assert_eq!(picture(&editor)[1], "KKKK....");
}

#[test]
fn what_floats_lands_as_a_step_of_its_own_before_a_shape_and_floats_again_after_escape() {
    let float = || {
        let mut editor = editor(&["RRRRRRRR", "RRRRRRRR", "RRRRRRRR"]);
        for id in ["select.all", "edit.cut", "edit.paste"] {
            run(&mut editor, id, &[]);
        }
        tool(&mut editor, "polygon", &[]);
        click(&mut editor, &[(0, 1), (3, 1), (3, 2)]);
        editor
    };
    let mut editor = float();
    let before = steps(&editor);
    key(&mut editor, "Escape");
    assert!(editor.document().floating().is_some() && steps(&editor) == before);
    let mut editor = float();
    key(&mut editor, "Enter");
    let labels: Vec<_> =
        editor.document().history().done().take(2).map(|step| step.header().label.to_string()).collect();
    assert_eq!(labels, ["Polygon", "Place selection"]);
    assert_eq!(picture(&editor), ["RRRRRRRR", "KKKKRRRR", "RRRKRRRR"]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), ["RRRRRRRR"; 3]);
    assert!(editor.document().floating().is_none() && !selection(&editor).is_empty());
}

#[test]
fn whatever_was_pressed_undo_is_exact_and_escape_leaves_no_trace() {
    let (mut kept, mut left) = (0, 0);
    for seed in 0..160 {
        let mut chance = Chance::new(seed);
        let mut editor = random(&mut chance);
        let chosen = options(&mut chance, &editor);
        editor.set_tool(chance.pick(&["polygon", "curve"]), &chosen).unwrap();
        let bytes = |editor: &Editor| editor.document().history().arena().clone();
        let stand = |editor: &Editor| {
            let history = editor.document().history();
            (history.position(), history.ahead(), history.commits().count(), editor.document().floating())
        };
        let (before, stood) = (bytes(&editor), stand(&editor));
        let (width, height) = editor.document().size();
        for _ in 0..chance.below(7) + 1 {
            let place = (chance.within(-5, width as i32 + 5), chance.within(-5, height as i32 + 5));
            let (x, y) = editor.view().device_center(place.0.into(), place.1.into());
            match chance.below(8) {
                0 => editor.pointer_move(x, y, 0),
                1 if editor.is_waiting() => run(&mut editor, "edit.point-back", &[]),
                _ => {
                    editor.pointer_down(x, y, chance.pick(&[0, 0, 2]), 0);
                    editor.pointer_up(x, y, 0);
                }
            }
            if !editor.is_waiting() {
                break;
            }
        }
        if editor.is_waiting() && chance.one_in(2) {
            run(&mut editor, "edit.cancel", &[]);
            assert!(bytes(&editor) == before, "seed {seed}: Escape");
            assert_eq!(stand(&editor), stood, "seed {seed}: Escape");
            left += 1;
            continue;
        }
        if editor.is_waiting() {
            run(&mut editor, "edit.end-shape", &[]);
        }
        editor.document().validate().unwrap();
        let (after, made) = (bytes(&editor), steps(&editor) - stood.0);
        assert!(made <= 1 + usize::from(stood.3.is_some()), "seed {seed}: {made} steps");
        (0..made).for_each(|_| run(&mut editor, "edit.undo", &[]));
        assert!(bytes(&editor) == before, "seed {seed}: undone");
        (0..made).for_each(|_| run(&mut editor, "edit.redo", &[]));
        assert!(bytes(&editor) == after, "seed {seed}: redone");
        kept += usize::from(made > 0);
    }
    assert!(kept > 15 && left > 15, "{kept} kept, {left} left");
}
