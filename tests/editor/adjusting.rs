//! Edits of colours and outlines, pixel by pixel, what is shown of them before they are accepted,
//! and the sentences with which locked and hidden layers refuse.

use crate::grid::{drag, editor, picture, refused, run, steps, tool};
use undoodle::editor::Editor;
use undoodle::value::Value;

type Args<'a> = &'a [(&'a str, Value)];

/// Edits a drawing, undoes and redoes it; with the first columns selected, or with nothing.
fn check(before: &[&str], columns: Option<i32>, id: &str, args: Args, after: &[&str]) {
    let mut editor = editor(before);
    if let Some(columns) = columns {
        tool(&mut editor, "select-rectangle", &[]);
        drag(&mut editor, &[(0, 0), (columns - 1, before.len() as i32 - 1)]);
    }
    let made = steps(&editor);
    run(&mut editor, id, args);
    assert_eq!(picture(&editor), after, "{id} {args:?}");
    if picture(&editor) != before {
        assert_eq!(steps(&editor), made + 1);
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(picture(&editor), before, "undone");
        run(&mut editor, "edit.redo", &[]);
        assert_eq!(picture(&editor), after, "redone");
    }
}

/// A colour in a row of it, after an edit of all and then, on a fresh row, of its first pixel alone.
fn adjusted(from: &str, id: &str, args: Args, to: &str) {
    for part in [false, true] {
        let mut editor = editor(&["..."]);
        editor.set_primary(from).unwrap();
        drag(&mut editor, &[(0, 0), (1, 0)]);
        if part {
            tool(&mut editor, "select-rectangle", &[("mode", "add".into())]);
            drag(&mut editor, &[(0, 0)]);
        }
        run(&mut editor, id, args);
        let found = [0, 1, 2].map(|x| editor.pixel(x, 0).unwrap().to_string());
        assert_eq!(found, [to, if part { from } else { to }, "#00000000"], "{id} {args:?}");
    }
}

#[test]
fn outlines_go_around_or_along_the_inside() {
    let two = [".....", "..R..", "..R..", ".....", "....."];
    let black = ("color", "#000000".into());
    let flag = |name| (name, true.into());
    let id = "edit.outline";
    check(&two, None, id, &[], &["..K..", ".KRK.", ".KRK.", "..K..", "....."]);
    check(&two, None, id, &[flag("diagonal")], &[".KKK.", ".KRK.", ".KRK.", ".KKK.", "....."]);
    check(&two, Some(2), id, &[], &[".....", ".KR..", ".KR..", ".....", "....."]);
    let block = [".....", ".RRRR", ".RRRR", ".RRRR", "....."];
    // Beyond the canvas there is nothing, so the rim goes along its edge as well.
    let rim = [".....", ".KKKK", ".KRRK", ".KKKK", "....."];
    check(&block, None, id, &[flag("inside"), black.clone()], &rim);
    // What is selected has no rim where the picture goes on.
    let part = [".....", ".KKRR", ".KRRR", ".KKRR", "....."];
    check(&block, Some(3), id, &[flag("inside"), black.clone()], &part);
    let notched = ["RRRR", "RRRR", "RRR.", "RRR."];
    let inside = ["KKKK", "KRRK", "KRK.", "KKK."];
    check(&notched, None, id, &[flag("inside")], &inside);
    let diagonal = ["KKKK", "KRKK", "KRK.", "KKK."];
    check(&notched, None, id, &[flag("inside"), flag("diagonal")], &diagonal);
    check(&["..."], None, id, &[], &["..."]);
}

#[test]
fn a_colour_is_replaced_with_all_that_are_near_it() {
    let replace = |from: &str, to: &str, tolerance: u32| {
        [("from", from.into()), ("to", to.into()), ("tolerance", tolerance.into())]
    };
    let (red, green) = ("#ff0000", "#00ff00");
    let id = "edit.replace-color";
    check(&["RrY.R"], None, id, &replace(red, green, 0), &["GrY.G"]);
    check(&["RrY.R"], Some(4), id, &replace(red, green, 0), &["GrY.R"]);
    // The alpha of the second is 128, that is 127 away; yellow's green and the alpha of nothing are 255 away.
    check(&["RrY.R"], None, id, &replace(red, green, 126), &["GrY.G"]);
    check(&["RrY.R"], None, id, &replace(red, green, 127), &["GGY.G"]);
    check(&["RrY.R"], None, id, &replace(red, green, 254), &["GGY.G"]);
    check(&["RrY.R"], None, id, &replace(red, green, 255), &["GGGGG"]);
    check(&["RrY.R"], None, id, &replace("#00000000", green, 0), &["RrYGR"]);
    check(&["RrY.R"], Some(2), id, &replace("#00000000", green, 0), &["RrY.R"]);
    check(&["RrY.R"], None, id, &replace(red, "#00000000", 0), &[".rY.."]);
}

#[test]
fn inverted_colours_are_their_complements() {
    check(&["KWYB."], None, "edit.invert", &[], &["WKBY."]);
    check(&["KWYB."], Some(3), "edit.invert", &[], &["WKBB."]);
    adjusted("#ff800040", "edit.invert", &[], "#007fff40");
}

#[test]
fn brightness_and_contrast_are_worked_out() {
    let check = |from: &str, brightness: i32, contrast: i32, to: &str| {
        let args = [("brightness", brightness.into()), ("contrast", contrast.into())];
        adjusted(from, "edit.brightness", &args, to);
    };
    // 20 of 100 are 51 of 255.
    check("#000000ff", 20, 0, "#333333ff");
    check("#ff640080", 20, 0, "#ff973380");
    check("#ff640080", -20, 0, "#cc310080");
    check("#123456ff", 100, 0, "#ffffffff");
    check("#123456ff", -100, 0, "#000000ff");
    // Half the distance from 127.5: 191.25 and 63.75. Twice that of 100: 72.5, rounded up.
    check("#ff0000ff", 0, -50, "#bf4040ff");
    check("#640000ff", 0, 50, "#490000ff");
    check("#7f80ffff", 0, 100, "#00ffffff");
    check("#7f80ffff", 0, -100, "#808080ff");
    check("#12345678", 0, 0, "#12345678");
}

#[test]
fn hue_saturation_and_lightness_are_worked_out() {
    let check = |from: &str, [hue, saturation, lightness]: [i32; 3], to: &str| {
        let args = [("hue", hue.into()), ("saturation", saturation.into()), ("lightness", lightness.into())];
        adjusted(from, "edit.hue", &args, to);
    };
    // Red, yellow, green, cyan, blue and magenta are 60° apart.
    check("#ff0000ff", [60, 0, 0], "#ffff00ff");
    check("#ff0000ff", [120, 0, 0], "#00ff00ff");
    check("#ff000080", [-120, 0, 0], "#0000ff80");
    check("#ff0000ff", [180, 0, 0], "#00ffffff");
    check("#ff0000ff", [-180, 0, 0], "#00ffffff");
    // Without saturation the middle lightness is left; half of it spreads by 127.5 around the middle.
    check("#ff0000ff", [0, -100, 0], "#808080ff");
    check("#ff0000ff", [0, -50, 0], "#bf4040ff");
    // Half way to white, and to black.
    check("#ff0000ff", [0, 0, 50], "#ff8080ff");
    check("#ff0000ff", [0, 0, -50], "#800000ff");
    check("#64646480", [90, 100, 0], "#64646480");
    check("#000000ff", [0, 0, 100], "#ffffffff");
    check("#abcdefff", [77, 7, -100], "#000000ff");
}

#[test]
fn what_is_only_looked_at_is_one_step_when_accepted_and_none_when_not() {
    let args = |lightness: i32| [("lightness".to_owned(), Value::from(lightness))];
    let before = ["KR."];
    let mut editor = editor(&before);
    let made = steps(&editor);
    editor.preview("edit.hue", &args(100)).unwrap();
    assert!(editor.is_previewing());
    assert_eq!(picture(&editor), ["WW."]);
    editor.preview("edit.hue", &args(-100)).unwrap();
    assert_eq!(picture(&editor), ["KK."], "from the picture as it was");
    for cancel in ["edit.cancel", "edit.undo"] {
        editor.preview("edit.hue", &args(100)).unwrap();
        run(&mut editor, cancel, &[]);
        assert!(!editor.is_previewing());
        assert_eq!((picture(&editor), steps(&editor)), (vec!["KR.".to_owned()], made), "{cancel}");
    }
    editor.preview("edit.hue", &args(100)).unwrap();
    assert!(editor.preview_end() && !editor.preview_end());
    assert_eq!((picture(&editor), steps(&editor)), (vec!["KR.".to_owned()], made));

    editor.preview("edit.hue", &args(-100)).unwrap();
    run(&mut editor, "edit.hue", &[("lightness", 100.into())]);
    assert_eq!((picture(&editor), steps(&editor)), (vec!["WW.".to_owned()], made + 1));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(picture(&editor), before);

    // A press ends it too, and paints on the picture as it was.
    editor.preview("edit.invert", &[]).unwrap();
    drag(&mut editor, &[(2, 0)]);
    assert_eq!((picture(&editor), steps(&editor)), (vec!["KRK".to_owned()], made + 1));
    let wrong = editor.preview("edit.hue", &args(101)).unwrap_err().to_string();
    assert_eq!(wrong, "lightness must be from -100 to 100, not 101");
    assert!(!editor.is_previewing());
    let none = editor.preview("edit.undo", &[]).unwrap_err().to_string();
    assert_eq!(none, "command must be an edit that can be run now, not \"edit.undo\"");
}

#[test]
fn a_preview_of_something_that_floats_is_taken_back() {
    let mut editor = editor(&["RG..", "...."]);
    tool(&mut editor, "select-rectangle", &[]);
    drag(&mut editor, &[(0, 0), (1, 0)]);
    editor.preview("edit.rotate-right", &[]).unwrap();
    assert_eq!(picture(&editor), ["R...", "G..."]);
    editor.preview_end();
    assert_eq!((picture(&editor), editor.document().floating()), (vec!["RG..".into(), "....".into()], None));
    assert_eq!(crate::grid::selection(&editor), ["##..", "...."]);
}

/// Commands that change colours, and those that change what is there at all.
const RECOLORING: [&str; 6] =
    ["edit.fill", "edit.outline", "edit.replace-color", "edit.invert", "edit.brightness", "edit.hue"];
const RESHAPING: [&str; 14] = [
    "edit.cut",
    "edit.delete",
    "edit.paste",
    "edit.nudge-left",
    "edit.nudge-right",
    "edit.nudge-up",
    "edit.nudge-down",
    "edit.flip-horizontal",
    "edit.flip-vertical",
    "edit.rotate-left",
    "edit.rotate-right",
    "edit.rotate-half",
    "edit.rotate",
    "edit.scale",
];

/// A drawing with something on the clipboard and all of it selected.
fn ready() -> Editor {
    let mut editor = editor(&["Rr.K", "...."]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "select.all", &[]);
    editor
}

/// That commands fail with a sentence, and nothing has changed then.
fn all_refused(editor: &mut Editor, ids: &[&str], sentence: &str) {
    let before = (editor.document().history().arena().clone(), picture(editor), steps(editor), editor.cel());
    for id in ids {
        assert_eq!(refused(editor, id, &[]), sentence, "{id}");
        let wrong = editor.preview(id, &[]).unwrap_err().to_string();
        assert_eq!((wrong.as_str(), editor.is_previewing()), (sentence, false), "{id}");
        let after =
            (editor.document().history().arena().clone(), picture(editor), steps(editor), editor.cel());
        assert!(after == before, "{id} changed something");
    }
}

#[test]
fn locked_and_hidden_layers_refuse_every_edit() {
    for (id, sentence) in [
        ("layer.locked", "layer \"Layer 1\": it is locked, so unlock it first"),
        ("layer.visible", "layer \"Layer 1\": it is hidden, so show it first"),
    ] {
        let mut editor = ready();
        run(&mut editor, id, &[]);
        all_refused(&mut editor, &RESHAPING, sentence);
        all_refused(&mut editor, &RECOLORING, sentence);
        // What is selected is nobody's but the person's.
        for id in ["select.none", "select.content", "select.invert", "select.all"] {
            run(&mut editor, id, &[]);
        }
        // Copying changes nothing.
        run(&mut editor, "edit.copy", &[]);
        run(&mut editor, "edit.undo", &[]);
    }
    let mut editor = ready();
    run(&mut editor, "layer.rename", &[("name", "Ink".into())]);
    run(&mut editor, "layer.locked", &[]);
    assert_eq!(refused(&mut editor, "edit.invert", &[]), "layer \"Ink\": it is locked, so unlock it first");
}

#[test]
fn a_cut_that_is_refused_leaves_what_was_copied() {
    let mut editor = editor(&["RG.."]);
    tool(&mut editor, "select-rectangle", &[("mode", "add".into())]);
    drag(&mut editor, &[(0, 0)]);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "layer.locked", &[]);
    assert_eq!(refused(&mut editor, "edit.cut", &[]), "layer \"Layer 1\": it is locked, so unlock it first");
    run(&mut editor, "layer.add", &[]);
    run(&mut editor, "edit.paste", &[]);
    // The single red pixel comes to where it was.
    assert_eq!(picture(&editor), ["RG.."]);
    run(&mut editor, "edit.nudge-right", &[]);
    assert_eq!(picture(&editor), ["RR.."]);
}

#[test]
fn layers_that_keep_their_alpha_change_their_colours_alone() {
    let mut editor = ready();
    run(&mut editor, "layer.alpha-locked", &[]);
    all_refused(&mut editor, &RESHAPING, "layer \"Layer 1\": its alpha is locked, so unlock it first");
    let check = |id: &str, args: Args, after: [&str; 2]| {
        let mut editor = ready();
        run(&mut editor, "layer.alpha-locked", &[]);
        run(&mut editor, id, args);
        assert_eq!(picture(&editor), after, "{id}");
    };
    check("edit.fill", &[], ["Kk.K", "...."]);
    check("edit.outline", &[("color", "#ff0000".into())], ["Rr.K", "...."]);
    check("edit.outline", &[("inside", true.into())], ["Kk.K", "...."]);
    let nothing = ("from", "#00000000".into());
    check("edit.replace-color", &[nothing.clone(), ("to", "#ff0000".into())], ["Rr.K", "...."]);
    let red = [("from", "#ff0000".into()), ("to", "#00000080".into()), ("tolerance", 127.into())];
    check("edit.replace-color", &red, ["Kk.K", "...."]);
    check("edit.brightness", &[("brightness", (-100).into())], ["Kk.K", "...."]);
    check("edit.hue", &[("lightness", (-100).into())], ["Kk.K", "...."]);
    check("edit.invert", &[], ["??.W", "...."]);
}

#[test]
fn an_empty_cel_has_nothing_to_turn() {
    let mut editor = editor(&["...."]);
    let ids = &RESHAPING[7..];
    all_refused(&mut editor, ids, "cel \"Layer 1\": it is empty");
    assert_eq!(refused(&mut editor, "edit.cut", &[]), "layer \"Layer 1\": it is empty here");
    let made = steps(&editor);
    for id in ["edit.delete", "edit.invert", "edit.outline", "edit.hue"] {
        run(&mut editor, id, &[]);
    }
    assert_eq!(steps(&editor), made, "what changes nothing is no step");
}

#[test]
fn an_outline_reaches_the_edges_of_the_widest_canvas() {
    let mut editor = editor(&["K"]);
    editor.new_document(32768, 3).unwrap();
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.fill", &[]);
    run(&mut editor, "select.none", &[]);
    run(&mut editor, "edit.outline", &[("inside", true.into()), ("color", "#ff0000".into())]);
    let column =
        |x: i32| -> String { (0..3).map(|y| crate::grid::letter(editor.pixel(x, y).unwrap())).collect() };
    assert_eq!([0, 1, 16384, 32766, 32767].map(column), ["RRR", "RKR", "RKR", "RKR", "RRR"]);
}
