//! Tests of `src/tools/text.rs`: text that is typed, moved and mended before it is one step.

use crate::grid::{at, color, drag, editor, picture, press, run, selection, steps, tool};
use crate::law::chance::{Chance, editor as random, options};
use undoodle::editor::{Editor, Effect, Key};
use undoodle::value::Value;

const EMPTY: [&str; 10] = ["............"; 10];

/// "Hi" in the small font, one pixel from the left and the top.
const HI: [&str; 10] = [
    "............",
    ".K...K.K....",
    ".K...K......",
    ".K...K.K....",
    ".KKKKK.K....",
    ".K...K.K....",
    ".K...K.K....",
    ".K...K.K....",
    "............",
    "............",
];

fn write(editor: &mut Editor, text: &str) {
    run(editor, "edit.set-text", &[("text", text.into())]);
}

fn click(editor: &mut Editor, at: (i32, i32)) {
    press(editor, 0, &[at]);
}

/// An empty drawing with a text that waits.
fn begun(text: &str, options: &[(&str, Value)]) -> Editor {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "text", options);
    click(&mut editor, (1, 1));
    write(&mut editor, text);
    editor
}

fn labels(editor: &Editor) -> Vec<String> {
    editor.document().history().done().map(|step| step.header().label.to_string()).collect()
}

fn messages(editor: &mut Editor) -> Vec<String> {
    let said = |effect| if let Effect::Message(text) = effect { Some(text.to_string()) } else { None };
    editor.take_effects().into_iter().filter_map(said).collect()
}

#[test]
fn a_text_waits_while_it_is_typed_and_is_one_step() {
    let mut editor = begun("H", &[]);
    assert!(editor.is_waiting() && editor.is_painting());
    write(&mut editor, "Hi");
    assert_eq!((picture(&editor), steps(&editor)), (HI.map(String::from).to_vec(), 0), "seen, not kept");
    assert_eq!(editor.command_for(Key::plain("Enter")), Some("edit.end-shape"));
    assert_eq!(editor.command_for(Key::ctrl("Enter")), Some("edit.end-shape"));
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!((picture(&editor), labels(&editor)), (HI.map(String::from).to_vec(), vec!["Text".into()]));
    assert!(!editor.run("edit.set-text", &[("text".into(), "no".into())], 0).unwrap(), "it is placed");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), EMPTY);
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(picture(&editor), HI);
}

#[test]
fn a_press_on_a_text_moves_it_and_one_beside_it_lands_it_and_begins_another() {
    let mut editor = editor(&["................"; 10]);
    tool(&mut editor, "text", &[]);
    drag(&mut editor, &[(9, 3), (1, 1)]);
    write(&mut editor, "Hi");
    assert_eq!(picture(&editor)[1], ".K...K.K........", "the first press may be dragged");
    // The pointer is there already when the button goes down.
    let (x, y) = at((3, 3));
    editor.pointer_move(x, y, 0);
    drag(&mut editor, &[(3, 3), (5, 4)]);
    assert_eq!(picture(&editor)[1..3], ["................", "...K...K.K......"]);
    let (x, y) = at((3, 3));
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_cancel();
    assert!(editor.is_waiting(), "a drag that is taken away leaves it where it was");
    assert_eq!(picture(&editor)[2], "...K...K.K......");
    click(&mut editor, (14, 1));
    assert_eq!((labels(&editor), editor.text().map(|(letters, _)| letters)), (vec!["Text".into()], Some("")));
    write(&mut editor, "!");
    click(&mut editor, (0, 9));
    assert_eq!(labels(&editor).len(), 2);
    click(&mut editor, (12, 9));
    run(&mut editor, "tool.pencil", &[]);
    assert_eq!((editor.is_painting(), labels(&editor).len()), (false, 2), "without letters there is no step");
    assert_eq!(picture(&editor)[1..3], ["..............K.", "...K...K.K....K."]);
}

#[test]
fn what_is_chosen_meanwhile_counts_at_once_and_the_buttons_have_their_colours() {
    let mut editor = begun("i", &[]);
    editor.set_options(&[("scale".into(), 2.into())]).unwrap();
    assert_eq!(picture(&editor)[1..4], [".KK.........", ".KK.........", "............"]);
    editor.set_options(&[("scale".into(), 1.into()), ("font".into(), "8x8".into())]).unwrap();
    assert_eq!(picture(&editor)[1..4], [".KK.........", "............", ".KK........."]);
    editor.set_primary(color('R')).unwrap();
    assert_eq!(picture(&editor)[1], ".RR.........");
    run(&mut editor, "color.swap", &[]);
    assert_eq!(picture(&editor), EMPTY, "transparent ink");
    run(&mut editor, "color.swap", &[]);
    run(&mut editor, "symmetry.vertical", &[]);
    editor.set_options(&[("axisX".into(), 6.into())]).unwrap();
    assert_eq!(picture(&editor)[1], ".RR......RR.");
    editor.set_options(&[("ink".into(), "lock-alpha".into())]).unwrap();
    assert_eq!(picture(&editor), EMPTY, "nothing is there that could take the colour");
    editor.set_options(&[("ink".into(), "normal".into())]).unwrap();
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!((picture(&editor)[1].as_str(), steps(&editor)), (".RR......RR.", 1));

    editor.set_secondary(color('G')).unwrap();
    tool(&mut editor, "text", &[("vertical", false.into()), ("font", "5x7".into())]);
    press(&mut editor, 2, &[(5, 1)]);
    write(&mut editor, "l");
    assert_eq!(picture(&editor)[1], ".RR..G...RR.", "the right button's");
    editor.set_secondary(color('B')).unwrap();
    assert_eq!(picture(&editor)[1], ".RR..B...RR.");
}

#[test]
fn escape_undo_and_backspace_take_a_text_back_and_leave_no_trace() {
    let mut editor = begun("Hi", &[]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.text().map(|(letters, _)| letters), Some("H"), "undo takes the last letter");
    assert_eq!(editor.command_for(Key::plain("Backspace")), Some("edit.point-back"));
    run(&mut editor, "edit.point-back", &[]);
    assert!(!editor.is_painting() && picture(&editor) == EMPTY, "nothing is left");
    click(&mut editor, (1, 1));
    write(&mut editor, "Hi");
    assert_eq!(editor.command_for(Key::plain("Escape")), Some("edit.cancel"));
    run(&mut editor, "edit.cancel", &[]);
    let history = editor.document().history();
    assert_eq!((history.position(), history.commits().count(), history.is_open()), (0, 0, false));
    assert_eq!(picture(&editor), EMPTY);
    click(&mut editor, (1, 1));
    run(&mut editor, "edit.end-shape", &[]);
    click(&mut editor, (1, 1));
    write(&mut editor, " \n ");
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!((steps(&editor), editor.is_painting()), (0, false), "blanks are no text");
}

#[test]
fn another_tool_and_commands_land_a_text_and_looking_around_does_not() {
    let mut editor = begun("Hi", &[]);
    let (x, y) = at((11, 9));
    editor.pointer_move(x, y, 0);
    editor.wheel(x, y, 1.0);
    run(&mut editor, "view.zoom.4", &[]);
    assert!(editor.is_waiting());
    assert_eq!(picture(&editor), HI, "it does not follow the pointer");
    for id in ["tool.pencil", "edit.invert", "layer.add", "select.all", "file.save", "font.from-picture"] {
        let mut editor = begun("Hi", &[]);
        _ = editor.run(id, &[], 0);
        assert!(!editor.is_waiting(), "{id}");
        while steps(&editor) > 1 {
            run(&mut editor, "edit.undo", &[]);
        }
        assert_eq!(
            (picture(&editor), labels(&editor)),
            (HI.map(String::from).to_vec(), vec!["Text".into()]),
            "{id}"
        );
    }
    let mut editor = begun("Hi", &[]);
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "tool.text", &[]);
    click(&mut editor, (1, 1));
    run(&mut editor, "layer.choose", &[("layer", 0.into())]);
    assert_eq!((editor.is_waiting(), steps(&editor)), (false, 2));
}

#[test]
fn a_text_says_once_how_it_is_placed_and_redo_says_why_it_waits() {
    let mut editor = editor(&EMPTY);
    click(&mut editor, (0, 0));
    run(&mut editor, "edit.undo", &[]);
    tool(&mut editor, "text", &[]);
    messages(&mut editor);
    click(&mut editor, (1, 1));
    let [said] = &messages(&mut editor)[..] else { panic!("one message") };
    assert!(said.contains("Ctrl+Enter") && !said.contains("next point"), "{said}");
    write(&mut editor, "i");
    click(&mut editor, (1, 3));
    assert!(messages(&mut editor).is_empty());
    assert!(!editor.run("edit.redo", &[], 0).unwrap());
    assert_eq!(messages(&mut editor), ["End the shape first, with Enter"]);
    run(&mut editor, "edit.cancel", &[]);
    tool(&mut editor, "polygon", &[]);
    messages(&mut editor);
    click(&mut editor, (1, 1));
    assert!(messages(&mut editor)[0].contains("more points"), "shapes have their own hint");
}

#[test]
fn a_text_stays_within_the_selection_and_wraps_around_the_tile() {
    let mut inside = editor(&EMPTY);
    tool(&mut inside, "select-rectangle", &[]);
    drag(&mut inside, &[(0, 0), (3, 9)]);
    tool(&mut inside, "text", &[]);
    click(&mut inside, (1, 1));
    write(&mut inside, "Hi");
    assert_eq!(picture(&inside)[4], ".KKK........");
    assert!(!selection(&inside).is_empty());
    let mut wrapped = editor(&EMPTY);
    tool(&mut wrapped, "text", &[("wrap", true.into())]);
    click(&mut wrapped, (9, 5));
    write(&mut wrapped, "Hi");
    // Rows 5 to 9 and 0 and 1, columns 9 to 11 and 0 to 3.
    let rows = picture(&wrapped);
    assert_eq!([&rows[8], &rows[0], &rows[2]], ["KK.K.....KKK", ".K.K.....K..", "............"]);
}

#[test]
fn what_floats_lands_as_a_step_of_its_own_before_a_text() {
    let mut editor = editor(&["RRRRRRRRR"; 9]);
    for id in ["select.all", "edit.cut", "edit.paste"] {
        run(&mut editor, id, &[]);
    }
    let before = steps(&editor);
    tool(&mut editor, "text", &[]);
    click(&mut editor, (1, 1));
    run(&mut editor, "edit.end-shape", &[]);
    assert!(editor.document().floating().is_some() && steps(&editor) == before, "no letters, no landing");
    click(&mut editor, (1, 1));
    write(&mut editor, "Hi");
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!(labels(&editor)[..2], ["Text", "Place selection"]);
    assert_eq!(picture(&editor)[4], "RKKKKKRKR");
}

#[test]
fn letters_of_a_picture_become_a_font() {
    let mut editor =
        editor(&["................", ".K.KK.K.K.......", ".K.K..KKK.......", "................"]);
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(0, 0), (8, 3)]);
    run(&mut editor, "font.from-picture", &[("columns", 3.into()), ("characters", "abc".into())]);
    assert_eq!((editor.tool().id, editor.options().get("font")), ("text", Some("picture".into())));
    run(&mut editor, "select.none", &[]);
    click(&mut editor, (10, 1));
    write(&mut editor, "ca");
    assert_eq!(picture(&editor)[1..3], [".K.KK.K.K.K.K.K.", ".K.K..KKK.KKK.K."]);
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!(labels(&editor)[0], "Text");
    let wrong = editor.run("font.from-picture", &[("columns".into(), 3.into())], 0).unwrap_err().to_string();
    assert_eq!(
        wrong,
        "grid \"16×4\": it can't be divided into so many columns and rows: select the letters alone"
    );
    // Another session has no such font.
    let mut other = Editor::new().unwrap();
    let refused = other.set_options(&[("font".into(), "picture".into())]).unwrap_err().to_string();
    assert_eq!(refused, "font must be 5×7 or 8×8, until a font is made from a selection, not \"picture\"");
    other.choose_again(&editor.choices());
    assert_eq!(other.options().get("font"), Some("5x7".into()));
}

#[test]
fn a_text_is_set_by_keys() {
    let mut editor = editor(&EMPTY);
    tool(&mut editor, "text", &[]);
    let (x, y) = at((1, 1));
    editor.pointer_move(x, y, 0);
    run(&mut editor, "view.by-keys", &[]);
    editor.hold_space(true, 1);
    editor.hold_space(false, 2);
    write(&mut editor, "Hi");
    run(&mut editor, "cursor.right", &[]);
    assert_eq!(picture(&editor), HI, "the cursor is free");
    run(&mut editor, "edit.end-shape", &[]);
    assert_eq!(labels(&editor), ["Text"]);
}

#[test]
fn whatever_is_written_undo_is_exact_and_escape_leaves_no_trace() {
    let (mut kept, mut left) = (0, 0);
    for seed in 0..120 {
        let mut chance = Chance::new(seed);
        let mut editor = random(&mut chance);
        let chosen = options(&mut chance, &editor);
        editor.set_tool("text", &chosen).unwrap();
        let bytes = |editor: &Editor| editor.document().history().arena().clone();
        let (before, stood, floats) =
            (bytes(&editor), steps(&editor), editor.document().floating().is_some());
        let (width, height) = editor.document().size();
        let place = |chance: &mut Chance, editor: &Editor| {
            let at = (chance.within(-5, width as i32 + 5), chance.within(-5, height as i32 + 5));
            editor.view().device_center(at.0.into(), at.1.into())
        };
        let (x, y) = place(&mut chance, &editor);
        editor.pointer_down(x, y, chance.pick(&[0, 0, 2]), 0);
        editor.pointer_up(x, y, 0);
        for _ in 0..chance.below(6) {
            if !editor.is_waiting() {
                break;
            }
            match chance.below(5) {
                0 => {
                    let (x, y) = place(&mut chance, &editor);
                    editor.pointer_move(x, y, 0);
                }
                1 => editor.set_options(&[("scale".into(), chance.within(1, 8).into())]).unwrap(),
                2 => run(&mut editor, "color.swap", &[]),
                3 => editor.set_options(&[("font".into(), chance.pick(&["5x7", "8x8"]).into())]).unwrap(),
                _ => write(&mut editor, chance.pick(&["Hi", "Zwölf\nBoxkämpfer", "", "§Ж€"])),
            }
        }
        if editor.is_waiting() && chance.one_in(3) {
            run(&mut editor, "edit.cancel", &[]);
            assert!(bytes(&editor) == before && steps(&editor) == stood, "seed {seed}: Escape");
            left += 1;
            continue;
        }
        if editor.is_waiting() {
            write(&mut editor, "Zwölf\nBoxkämpfer");
            run(&mut editor, "edit.end-shape", &[]);
        }
        editor.document().validate().unwrap();
        let (after, made) = (bytes(&editor), steps(&editor) - stood);
        assert!(made <= 1 + usize::from(floats), "seed {seed}: {made} steps");
        (0..made).for_each(|_| run(&mut editor, "edit.undo", &[]));
        assert!(bytes(&editor) == before, "seed {seed}: undone");
        (0..made).for_each(|_| run(&mut editor, "edit.redo", &[]));
        assert!(bytes(&editor) == after, "seed {seed}: redone");
        kept += usize::from(made > 0);
    }
    assert!(kept > 15 && left > 15, "{kept} kept, {left} left");
}
