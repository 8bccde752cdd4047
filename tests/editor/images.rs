//! What each command of the menu Image does, pixel by pixel: the canvas's size with all its layers
//! and frames, the background, the grid and the tile.

use crate::grid::{color, drag, editor, picture, refused, run, selection, steps, tool};
use undoodle::editor::{Editor, commands};
use undoodle::value::Value;

/// Edits a drawing, undoes and redoes it.
fn check(before: &[&str], edit: impl FnOnce(&mut Editor), after: &[&str]) {
    let mut editor = editor(before);
    let made = steps(&editor);
    edit(&mut editor);
    assert_eq!(picture(&editor), after);
    let edited = steps(&editor) - made;
    (0..edited).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(picture(&editor), before, "undone");
    (0..edited).for_each(|_| run(&mut editor, "edit.redo", &[]));
    assert_eq!(picture(&editor), after, "redone");
}

fn sides(width: u32, height: u32) -> Vec<(&'static str, Value)> {
    vec![("width", width.into()), ("height", height.into())]
}

fn resize(width: u32, height: u32, anchor: &'static str) -> impl Fn(&mut Editor) {
    move |editor| {
        let mut args = sides(width, height);
        args.push(("anchor", anchor.into()));
        run(editor, "image.resize", &args);
    }
}

const THREE: [&str; 3] = ["RGB", "KWY", "rkR"];

#[test]
fn a_larger_canvas_has_its_room_opposite_to_the_anchor() {
    // Two more columns are one on each side of the middle; the one more row is above it.
    for (anchor, after) in [
        ("top-left", ["RGB..", "KWY..", "rkR..", "....."]),
        ("top", [".RGB.", ".KWY.", ".rkR.", "....."]),
        ("top-right", ["..RGB", "..KWY", "..rkR", "....."]),
        ("left", [".....", "RGB..", "KWY..", "rkR.."]),
        ("center", [".....", ".RGB.", ".KWY.", ".rkR."]),
        ("right", [".....", "..RGB", "..KWY", "..rkR"]),
        ("bottom-left", [".....", "RGB..", "KWY..", "rkR.."]),
        ("bottom", [".....", ".RGB.", ".KWY.", ".rkR."]),
        ("bottom-right", [".....", "..RGB", "..KWY", "..rkR"]),
    ] {
        check(&THREE, resize(5, 4, anchor), &after);
    }
    check(&THREE, |editor| run(editor, "image.resize", &sides(5, 4)), &[".....", ".RGB.", ".KWY.", ".rkR."]);
    // Two more rows are one on each side.
    check(&THREE, resize(3, 5, "center"), &["...", "RGB", "KWY", "rkR", "..."]);
}

#[test]
fn a_smaller_canvas_loses_what_is_opposite_to_the_anchor() {
    // Of the middle, the one column or row that goes is the last.
    for (anchor, after) in [
        ("top-left", ["RG", "KW"]),
        ("top", ["RG", "KW"]),
        ("top-right", ["GB", "WY"]),
        ("left", ["RG", "KW"]),
        ("center", ["RG", "KW"]),
        ("right", ["GB", "WY"]),
        ("bottom-left", ["KW", "rk"]),
        ("bottom", ["KW", "rk"]),
        ("bottom-right", ["WY", "kR"]),
    ] {
        check(&THREE, resize(2, 2, anchor), &after);
    }
    check(&THREE, resize(1, 1, "center"), &["W"]);
    check(&THREE, resize(1, 5, "right"), &[".", "B", "Y", "R", "."]);
}

/// Two layers and two frames: each cel has a pixel of its own.
fn stacked() -> Editor {
    let mut editor = editor(&["......", "......", "......"]);
    let mut paint = |command: Option<&str>, letter: char, at| {
        command.iter().for_each(|id| run(&mut editor, id, &[]));
        editor.set_primary(color(letter)).unwrap();
        drag(&mut editor, &[at]);
    };
    paint(None, 'R', (1, 1));
    paint(Some("layer.add"), 'G', (2, 1));
    paint(Some("frame.add"), 'B', (4, 2));
    paint(Some("layer.below"), 'K', (4, 1));
    editor
}

/// Both frames as they are seen.
fn frames(editor: &mut Editor) -> [Vec<String>; 2] {
    [0, 1].map(|frame| {
        run(editor, "frame.choose", &[("frame", frame.into())]);
        picture(editor)
    })
}

fn each(rows: [&[&str]; 2]) -> [Vec<String>; 2] {
    rows.map(|rows| rows.iter().map(|row| (*row).to_owned()).collect())
}

#[test]
fn all_layers_and_frames_have_the_same_canvas() {
    let mut editor = stacked();
    let before = each([&["......", ".RG...", "......"], &["......", "....K.", "....B."]]);
    assert_eq!(frames(&mut editor), before);
    resize(4, 2, "bottom-right")(&mut editor);
    assert_eq!(frames(&mut editor), each([&["G...", "...."], &["..K.", "..B."]]));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(frames(&mut editor), before);
    run(&mut editor, "image.crop-content", &[]);
    // From column 1 to 4 and row 1 to 2 something is painted somewhere.
    assert_eq!(frames(&mut editor), each([&["RG..", "...."], &["...K", "...B"]]));
    run(&mut editor, "image.scale", &sides(8, 2));
    assert_eq!(frames(&mut editor), each([&["RRGG....", "........"], &["......KK", "......BB"]]));
    (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(frames(&mut editor), before);
}

#[test]
fn what_a_crop_leaves_outside_is_kept_until_it_is_trimmed() {
    for anchor in ["top-left", "center", "bottom-right"] {
        let there_and_back = |editor: &mut Editor| {
            resize(1, 1, anchor)(editor);
            resize(3, 3, anchor)(editor);
        };
        check(&THREE, there_and_back, &THREE);
    }
    let turned = |id: &'static str| {
        move |editor: &mut Editor| {
            resize(1, 1, "center")(editor);
            run(editor, id, &[]);
            resize(3, 3, "center")(editor);
        }
    };
    check(&THREE, turned("image.rotate-left"), &["BYR", "GWk", "RKr"]);
    check(&THREE, turned("image.rotate-right"), &["rKR", "kWG", "RYB"]);
    check(&THREE, turned("image.rotate-half"), &["Rkr", "YWK", "BGR"]);
    check(&THREE, turned("image.offset"), &THREE);
    let scaled = |editor: &mut Editor| {
        resize(1, 1, "center")(editor);
        run(editor, "image.scale", &sides(2, 2));
        resize(6, 6, "center")(editor);
    };
    check(&THREE, scaled, &["RRGGBB", "RRGGBB", "KKWWYY", "KKWWYY", "rrkkRR", "rrkkRR"]);
    let trimmed = |editor: &mut Editor| {
        resize(2, 1, "top-left")(editor);
        run(editor, "image.trim", &[]);
        let sentence = "canvas \"2×1\": nothing lies beyond its edge, so there is nothing to trim";
        assert_eq!(refused(editor, "image.trim", &[]), sentence);
        resize(3, 2, "top-left")(editor);
    };
    check(&THREE, trimmed, &["RG.", "..."]);
    let at_once = |editor: &mut Editor| {
        let args =
            [("width", 2.into()), ("height", 1.into()), ("anchor", "top-left".into()), ("trim", true.into())];
        run(editor, "image.resize", &args);
        resize(3, 2, "top-left")(editor);
    };
    check(&THREE, at_once, &["RG.", "..."]);
}

#[test]
fn what_leaves_the_canvas_with_the_move_tool_comes_back_with_it() {
    let out_and_back = |editor: &mut Editor| {
        tool(editor, "move", &[]);
        drag(editor, &[(1, 1), (-4, 3)]);
        assert_eq!(picture(editor), ["...", "...", "..."]);
        drag(editor, &[(1, 1), (6, -1)]);
    };
    check(&THREE, out_and_back, &THREE);
    let selected = |editor: &mut Editor| {
        tool(editor, "select-rectangle", &[]);
        drag(editor, &[(0, 0), (2, 0)]);
        tool(editor, "move", &[]);
        drag(editor, &[(1, 0), (1, -2)]);
        run(editor, "select.none", &[]);
        assert_eq!(picture(editor), ["...", "KWY", "rkR"]);
        run(editor, "edit.nudge-down", &[("step", 2.into())]);
    };
    check(&THREE, selected, &["RGB", "...", "..."]);
}

#[test]
fn cropping_keeps_the_selections_rectangle() {
    let select = |editor: &mut Editor, path: &[(i32, i32)], mode: &str| {
        tool(editor, "select-rectangle", &[("mode", mode.into())]);
        drag(editor, path);
    };
    let edit = |editor: &mut Editor| {
        select(editor, &[(1, 1), (2, 2)], "replace");
        run(editor, "image.crop-selection", &[]);
        assert_eq!(editor.document().selection(), None);
    };
    check(&THREE, edit, &["WY", "kR"]);
    // Two corners: the pixels between them stay as well.
    let corners = |editor: &mut Editor| {
        select(editor, &[(0, 0)], "add");
        select(editor, &[(1, 2)], "add");
        assert_eq!(selection(editor), ["#..", "...", ".#."]);
        run(editor, "image.crop-selection", &[]);
    };
    check(&THREE, corners, &["RG", "KW", "rk"]);
    let floating = |editor: &mut Editor| {
        select(editor, &[(0, 0)], "add");
        run(editor, "edit.nudge-right", &[("step", 2.into())]);
        run(editor, "image.crop-selection", &[]);
    };
    check(&["R..."], floating, &["R"]);
    assert!(!editor(&THREE).run("image.crop-selection", &[], 0).unwrap(), "nothing is selected");
}

#[test]
fn cropping_to_the_content_needs_some() {
    let crop = |editor: &mut Editor| run(editor, "image.crop-content", &[]);
    check(&[".....", "..R..", "...G.", "....."], crop, &["R.", ".G"]);
    check(&THREE, crop, &THREE);
    let mut editor = editor(&["...."]);
    let bytes = editor.document().history().arena().clone();
    let sentence = "canvas \"4×1\": nothing is painted, so there is nothing to crop to";
    assert_eq!(refused(&mut editor, "image.crop-content", &[]), sentence);
    assert!(*editor.document().history().arena() == bytes);
}

#[test]
fn a_tiles_edges_are_shifted_to_its_middle_and_back() {
    let before = ["R..G", "....", "....", "B..K"];
    let half = |editor: &mut Editor| run(editor, "image.offset", &[]);
    check(&before, half, &["....", ".KB.", ".GR.", "...."]);
    let by = |x: i32, y: i32| {
        move |editor: &mut Editor| run(editor, "image.offset", &[("x", x.into()), ("y", y.into())])
    };
    check(&before, by(1, 0), &["GR..", "....", "....", "KB.."]);
    check(&before, by(-1, 5), &["..KB", "..GR", "....", "...."]);
    check(&before, by(4, -8), &before);
}

#[test]
fn images_are_scaled_by_either_method() {
    let scale = |width: u32, height: u32, method: &'static str| {
        move |editor: &mut Editor| {
            let mut args = sides(width, height);
            args.push(("method", method.into()));
            run(editor, "image.scale", &args);
            assert_eq!(editor.document().size(), (width, height));
        }
    };
    check(&["RG", "B."], scale(4, 4, "nearest"), &["RRGG", "RRGG", "BB..", "BB.."]);
    check(&["RG", "B."], scale(2, 1, "nearest"), &["B."]);
    // The middles of two columns of three lie in the first and the third.
    check(&THREE, scale(2, 3, "nearest"), &["RB", "KY", "rR"]);
    let smooth = ["RR....", "RRR...", "RRR...", "RRRRR.", "RRRRRR", "RRRRRR"];
    check(&["R..", "RR.", "RRR"], scale(6, 6, "epx"), &smooth);
    // What becomes smaller is not doubled first: the first and the last of three are taken.
    check(&["R..", "RR.", "RRR"], scale(2, 2, "epx"), &["R.", "RR"]);
}

#[test]
fn remapping_takes_the_nearest_of_the_palette_on_every_layer_that_may_change() {
    let palette = |editor: &mut Editor, letters: &str| {
        for (index, letter) in (0u32..).zip(letters.chars()) {
            run(editor, "palette.set", &[("index", index.into()), ("color", color(letter).into())]);
        }
        while editor.document().colors() > letters.len() as u32 {
            let last = editor.document().colors() - 1;
            run(editor, "palette.delete", &[("index", last.into())]);
        }
    };
    let remap = |editor: &mut Editor| {
        palette(editor, "KW");
        run(editor, "image.remap", &[]);
    };
    // One channel of three away from black, or from white; what is half seen is nearer to black as well.
    check(&["RGBY.r"], remap, &["KKKW.K"]);
    let selected = |editor: &mut Editor| {
        tool(editor, "select-rectangle", &[]);
        drag(editor, &[(0, 0), (1, 0)]);
        remap(editor);
    };
    check(&["RGBY.r"], selected, &["KKBY.r"]);

    let mut editor = stacked();
    run(&mut editor, "layer.locked", &[("layer", 1.into())]);
    remap(&mut editor);
    let after = each([&["......", ".KG...", "......"], &["......", "....K.", "....B."]]);
    assert_eq!(frames(&mut editor), after);
    run(&mut editor, "layer.locked", &[("layer", 1.into())]);
    run(&mut editor, "image.remap", &[]);
    let after = each([&["......", ".KK...", "......"], &["......", "....K.", "....K."]]);
    assert_eq!(frames(&mut editor), after);
    let made = steps(&editor);
    run(&mut editor, "image.remap", &[]);
    assert_eq!(steps(&editor), made, "all of it is there already");
}

#[test]
fn the_background_lies_below_everything() {
    let set = |letter: char| {
        move |editor: &mut Editor| run(editor, "image.background", &[("color", color(letter).into())])
    };
    check(&["R..K"], set('W'), &["RWWK"]);
    check(&["R..K"], set('r'), &["RrrK"]);
    let mut editor = editor(&["r."]);
    set('W')(&mut editor);
    // 128 of 255 parts are red, so of the white's green and blue 127 are left.
    assert_eq!(editor.pixel(0, 0).unwrap().to_string(), "#ff7f7fff");
    editor.preview("image.background", &[("color".into(), "#000000".into())]).unwrap();
    assert_eq!(editor.pixel(0, 0).unwrap().to_string(), "#800000ff");
    editor.preview_end();
    assert_eq!(editor.pixel(1, 0).unwrap().to_string(), "#ffffffff");
    // What is picked up by the eyedropper and cut out is the layer's alone.
    run(&mut editor, "edit.cut", &[]);
    assert_eq!(picture(&editor), ["WW"]);
    tool(&mut editor, "eraser", &[]);
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(picture(&editor), ["WW"], "it can't be erased");
}

#[test]
fn grid_and_tile_are_the_documents() {
    let mut editor = editor(&["R......", "......."]);
    assert_eq!((editor.document().grid(), editor.document().tile()), ((1, 1), (7, 2)));
    run(&mut editor, "image.grid", &sides(16, 8));
    run(&mut editor, "image.tile", &sides(3, 0));
    assert_eq!((editor.document().grid(), editor.document().tile()), ((16, 8), (3, 2)));
    assert_eq!(editor.defaults("image.grid"), sides(16, 8), "the form begins with what there is");
    resize(9, 5, "top-left")(&mut editor);
    assert_eq!(editor.document().tile(), (3, 5), "a side of 0 follows the canvas");
    (0..2).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!((editor.document().grid(), editor.document().tile()), ((16, 8), (7, 2)));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.document().grid(), (1, 1));
    let bytes = editor.document().history().arena().clone();
    for (id, args, sentence) in [
        ("image.grid", sides(0, 8), "width must be from 1 to 32768, not 0"),
        ("image.grid", sides(8, 32769), "height must be from 1 to 32768, not 32769"),
        ("image.tile", sides(32769, 0), "width must be from 0 to 32768, not 32769"),
        ("image.resize", sides(32769, 1), "width must be from 1 to 32768, not 32769"),
        ("image.resize", sides(1, 0), "height must be from 1 to 32768, not 0"),
        ("image.scale", sides(1, 32769), "height must be from 1 to 32768, not 32769"),
        ("image.resize", vec![("anchor", "middle".into())], NO_ANCHOR),
        ("image.scale", vec![("by", 2.into())], "argument must be one of the command's, not \"by\""),
        ("image.background", vec![("color", "white".into())], NO_COLOR),
    ] {
        assert_eq!(refused(&mut editor, id, &args), sentence);
    }
    assert!(*editor.document().history().arena() == bytes);
    assert_eq!(picture(&editor)[0], "R......");
}

const NO_ANCHOR: &str = "anchor must be top-left, top, top-right, left, center, right, \
    bottom-left, bottom or bottom-right, not \"middle\"";
const NO_COLOR: &str = "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"white\"";

#[test]
fn a_locked_layer_has_the_canvas_of_the_others() {
    let edit = |editor: &mut Editor| {
        run(editor, "layer.locked", &[]);
        resize(2, 1, "bottom-right")(editor);
    };
    check(&THREE, edit, &["kR"]);
}

/// Aseprite 1711: an empty canvas is turned like any other, and 4450: its sides change places.
#[test]
fn an_empty_canvas_turns() {
    let mut empty = editor(&["...", "..."]);
    run(&mut empty, "image.rotate-right", &[]);
    assert_eq!(empty.document().size(), (2, 3));
    run(&mut empty, "edit.undo", &[]);
    assert_eq!(empty.document().size(), (3, 2));
    for (id, rows) in [
        ("image.rotate-right", ["K.R", ".KG"].as_slice()),
        ("image.rotate-left", &["GK.", "R.K"]),
        ("image.rotate-half", &[".K", "K.", "GR"]),
    ] {
        let mut two = editor(&["RG", ".K", "K."]);
        // A frame that is not seen turns, too.
        run(&mut two, "frame.duplicate", &[]);
        run(&mut two, id, &[]);
        assert_eq!(picture(&two), rows, "{id}");
        run(&mut two, "frame.choose", &[("frame", 0.into())]);
        assert_eq!(picture(&two), rows, "{id}");
        run(&mut two, "edit.undo", &[]);
        assert_eq!(picture(&two), ["RG", ".K", "K."]);
    }
}

#[test]
fn every_command_of_images_has_its_grid() {
    for command in commands().filter(|command| command.id.starts_with("image.")) {
        assert!(include_str!("images.rs").contains(&format!("\"{}\"", command.id)), "{}", command.id);
    }
}
