//! Layers, frames, tags, play and palette: what is seen after each of their commands, with colours
//! worked out by hand where they mix.

use crate::grid::{color, drag, editor, picture, refused, run, steps};
use undoodle::document::{Tag, TagDirection};
use undoodle::editor::{Editor, Effect, State, commands};
use undoodle::fields::{Listed, seen};
use undoodle::value::Value;

pub type Args<'a> = &'a [(&'a str, Value)];

pub fn layer(of: u32) -> (&'static str, Value) {
    ("layer", of.into())
}

pub fn frame(of: u32) -> (&'static str, Value) {
    ("frame", of.into())
}

pub fn move_args(from: u32, to: u32) -> [(&'static str, Value); 2] {
    [("from", from.into()), ("to", to.into())]
}

/// Paints one pixel.
pub fn dot(editor: &mut Editor, letter: char, x: i32) {
    editor.set_primary(color(letter)).unwrap();
    drag(editor, &[(x, 0)]);
}

/// A row of four, each layer with its letter from the first column on: RRRR, GGG., BB..
pub fn stack() -> Editor {
    let mut editor = editor(&["RRRR"]);
    for (letter, width) in [('G', 3), ('B', 2)] {
        run(&mut editor, "layer.add", &[]);
        (0..width).for_each(|x| dot(&mut editor, letter, x));
    }
    assert_eq!(picture(&editor), ["BBGR"]);
    editor
}

pub fn names(editor: &Editor) -> Vec<String> {
    (0..editor.document().layers()).map(|layer| editor.document().layer(layer).unwrap().name).collect()
}

/// Runs a command on the stack, its middle layer active, undoes and redoes it: the row then, and the
/// names from the bottom up.
fn layered(id: &str, args: Args, row: &str, expected: &[&str]) -> Editor {
    let mut editor = stack();
    run(&mut editor, "layer.below", &[]);
    let before = (picture(&editor), names(&editor), editor.document().history().arena().clone());
    run(&mut editor, id, args);
    assert_eq!((picture(&editor), names(&editor)), (vec![row.to_owned()], owned(expected)), "{id} {args:?}");
    run(&mut editor, "edit.undo", &[]);
    let undone = (picture(&editor), names(&editor), editor.document().history().arena().clone());
    assert!(undone == before, "{id} {args:?} undone");
    run(&mut editor, "edit.redo", &[]);
    assert_eq!((picture(&editor), names(&editor)), (vec![row.to_owned()], owned(expected)), "redone");
    editor
}

pub fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

#[test]
fn layers_come_go_and_move() {
    let all = ["Layer 1", "Layer 2", "Layer 3"];
    layered("layer.add", &[], "BBGR", &["Layer 1", "Layer 2", "Layer 4", "Layer 3"]);
    let copied = ["Layer 1", "Layer 2", "Layer 2 copy", "Layer 3"];
    let mut editor = layered("layer.duplicate", &[layer(1)], "BBGR", &copied);
    run(&mut editor, "layer.delete", &[layer(1)]);
    run(&mut editor, "layer.visible", &[layer(2)]);
    assert_eq!(picture(&editor), ["GGGR"], "the copy has its pixels");
    layered("layer.delete", &[layer(1)], "BBRR", &["Layer 1", "Layer 3"]);
    layered("layer.delete", &[layer(0)], "BBG.", &["Layer 2", "Layer 3"]);
    layered("layer.delete", &[], "BBRR", &["Layer 1", "Layer 3"]);
    layered("layer.delete", &[layer(2)], "GGGR", &["Layer 1", "Layer 2"]);
    layered("layer.move", &move_args(0, 2), "RRRR", &["Layer 2", "Layer 3", "Layer 1"]);
    layered("layer.move", &move_args(2, 0), "GGGR", &["Layer 3", "Layer 1", "Layer 2"]);
    layered("layer.up", &[], "GGGR", &["Layer 1", "Layer 3", "Layer 2"]);
    layered("layer.down", &[], "BBRR", &["Layer 2", "Layer 1", "Layer 3"]);
    layered("layer.rename", &[layer(0), ("name", "Ink".into())], "BBGR", &["Ink", "Layer 2", "Layer 3"]);
    layered("layer.visible", &[layer(2)], "GGGR", &all);
    layered("layer.visible", &[layer(0)], "BBG.", &all);
    layered("layer.locked", &[layer(0)], "BBGR", &all);
    layered("layer.alpha-locked", &[layer(0)], "BBGR", &all);
    layered("layer.clipped", &[layer(2)], "BBGR", &all);
    layered("layer.reference", &[layer(2)], "BBGR", &all);
    layered("layer.merge-down", &[layer(1)], "BBGR", &["Layer 1", "Layer 3"]);
    // A new layer takes the first name that is free.
    let mut editor = layered("layer.delete", &[layer(1)], "BBRR", &["Layer 1", "Layer 3"]);
    run(&mut editor, "layer.add", &[]);
    assert_eq!(names(&editor).iter().filter(|name| *name == "Layer 2").count(), 1);
}

#[test]
fn the_active_layer_is_the_one_that_was_changed() {
    let mut editor = stack();
    let mut active = |id: &str, args: Args| {
        run(&mut editor, id, args);
        editor.cel().layer
    };
    assert_eq!(active("layer.below", &[]), 1);
    assert_eq!(active("layer.below", &[]), 0);
    assert_eq!(active("layer.below", &[]), 0);
    assert_eq!(active("layer.above", &[]), 1);
    assert_eq!(active("layer.choose", &[layer(2)]), 2);
    assert_eq!(active("layer.above", &[]), 2);
    assert_eq!(active("layer.down", &[]), 1);
    assert_eq!(active("layer.up", &[]), 2);
    assert_eq!(active("layer.move", &move_args(0, 1)), 1);
    assert_eq!(active("layer.duplicate", &[layer(0)]), 1);
    assert_eq!(active("layer.merge-down", &[]), 0);
    assert_eq!(active("layer.add", &[]), 1);
    assert_eq!(active("layer.delete", &[]), 0);
}

#[test]
fn opacity_and_blend_modes_are_worked_out() {
    let seen = |lower: char, upper: char, opacity: u32, blend: &str| {
        let mut editor = editor(&["..."]);
        (0..2).for_each(|x| dot(&mut editor, lower, x));
        run(&mut editor, "layer.add", &[]);
        (1..3).for_each(|x| dot(&mut editor, upper, x));
        run(&mut editor, "layer.opacity", &[("opacity", opacity.into())]);
        run(&mut editor, "layer.blend", &[("blend", blend.into())]);
        let row = |editor: &Editor| [0, 1, 2].map(|x| editor.pixel(x, 0).unwrap().to_string());
        let before = row(&editor);
        run(&mut editor, "layer.merge-down", &[]);
        assert_eq!(row(&editor), before, "merged as it was seen");
        assert_eq!(editor.document().layers(), 1);
        assert_eq!(editor.document().layer(0).unwrap().opacity, 255);
        run(&mut editor, "edit.undo", &[]);
        assert_eq!(row(&editor), before);
        before
    };
    // 51 of 255 are a fifth.
    assert_eq!(seen('K', 'R', 51, "normal"), ["#000000ff", "#330000ff", "#ff000033"]);
    assert_eq!(seen('K', 'R', 255, "normal"), ["#000000ff", "#ff0000ff", "#ff0000ff"]);
    assert_eq!(seen('K', 'R', 0, "normal"), ["#000000ff", "#000000ff", "#00000000"]);
    // Yellow times blue is black, which is laid over yellow by 128 parts of 255: 127 are left.
    assert_eq!(seen('Y', 'B', 128, "multiply"), ["#ffff00ff", "#7f7f00ff", "#0000ff80"]);
    // Their screen is white, so blue comes up to 128.
    assert_eq!(seen('Y', 'B', 128, "screen"), ["#ffff00ff", "#ffff80ff", "#0000ff80"]);
    assert_eq!(seen('Y', 'B', 255, "addition"), ["#ffff00ff", "#ffffffff", "#0000ffff"]);
    assert_eq!(seen('Y', 'R', 255, "difference"), ["#ffff00ff", "#00ff00ff", "#ff0000ff"]);
    assert_eq!(seen('W', 'G', 255, "subtraction"), ["#ffffffff", "#ff00ffff", "#00ff00ff"]);
    // Half seen below: alpha 1 − (127/255)² is 191.75 of 255, and of it 128 are blue's own.
    assert_eq!(seen('r', 'B', 128, "normal"), ["#ff000080", "#5500aac0", "#0000ff80"]);
}

#[test]
fn a_layer_or_frame_of_a_preview_can_not_be_chosen() {
    for (shown, choose, args) in [
        ("layer.duplicate", "layer.above", vec![]),
        ("layer.duplicate", "layer.choose", vec![layer(1)]),
        ("frame.duplicate", "frame.choose", vec![frame(1)]),
        ("frame.duplicate", "frame.next", vec![]),
    ] {
        let mut editor = editor(&["R"]);
        editor.preview(shown, &[]).unwrap();
        let args: Vec<_> = args.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        _ = editor.run(choose, &args, 0);
        editor.pointer_down(1e9, 1e9, 0, 0);
        assert_eq!((editor.cel().layer, editor.cel().frame), (0, 0), "{shown}, {choose}");
    }
}

#[test]
fn a_layer_keeps_a_note_which_may_be_empty() {
    let mut editor = stack();
    let note = |editor: &Editor, layer: u32| editor.document().layer(layer).unwrap().note;
    assert_eq!(note(&editor, 1), "");
    let before = editor.document().history().arena().clone();
    run(&mut editor, "layer.note", &[layer(1), ("note", "é: shade it".into())]);
    assert_eq!((note(&editor, 1), note(&editor, 2)), ("é: shade it".into(), String::new()));
    run(&mut editor, "layer.duplicate", &[layer(1)]);
    assert_eq!(note(&editor, 2), "é: shade it", "a copy keeps it");
    run(&mut editor, "layer.note", &[layer(1), ("note", "".into())]);
    assert_eq!((note(&editor, 1), note(&editor, 2)), (String::new(), "é: shade it".into()));
    (0..3).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert!(editor.document().history().arena() == &before);
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(note(&editor, 1), "é: shade it");
    run(&mut editor, "layer.note", &[layer(0), ("note", "n".repeat(200).as_str().into())]);
    let illegal = [
        ("n".repeat(201), "the note must have at most 200 bytes, not 201"),
        ("a\u{7}b".into(), "note must be a text without control characters, not \"a\u{fffd}b\""),
    ];
    for (text, said) in illegal {
        assert_eq!(refused(&mut editor, "layer.note", &[("note", text.as_str().into())]), said);
    }
}

#[test]
fn what_may_not_be_is_refused_and_changes_nothing() {
    let mut editor = stack();
    run(&mut editor, "layer.locked", &[layer(1)]);
    let before = (editor.document().history().arena().clone(), steps(&editor), editor.cel());
    /// A command, its arguments, and the sentence it is refused with.
    type Refusal<'a> = (&'a str, Vec<(&'a str, Value)>, &'a str);
    let fails: [Refusal<'_>; 13] = [
        ("layer.merge-down", vec![layer(2)], "layer \"Layer 2\": it is locked, so unlock it first"),
        (
            "layer.merge-down",
            vec![layer(0)],
            "layer \"Layer 1\": there is no layer below it to merge it with",
        ),
        ("layer.delete", vec![layer(3)], "layer must be from 0 to 2, not 3"),
        ("layer.duplicate", vec![layer(3)], "layer must be from 0 to 2, not 3"),
        ("layer.move", move_args(0, 3).to_vec(), "layer must be from 0 to 2, not 3"),
        ("layer.choose", vec![layer(3)], "layer must be from 0 to 2, not 3"),
        ("layer.visible", vec![layer(256)], "layer must be from 0 to 255, not 256"),
        ("layer.opacity", vec![("opacity", (-1).into())], "opacity must be from 0 to 255, not -1"),
        ("layer.blend", vec![("blend", "glow".into())], "blend must be normal, multiply"),
        ("layer.rename", vec![("name", " ".into())], "the layer's name is empty: enter 1 to 64 letters"),
        ("frame.delete-tag", vec![], ""),
        ("frame.duration", vec![("milliseconds", 0.into())], "milliseconds must be from 1 to 65535, not 0"),
        ("frame.choose", vec![frame(1)], "frame must be 0, not 1"),
    ];
    for (id, args, sentence) in fails {
        if sentence.is_empty() {
            assert!(!editor.run(id, &[], 0).unwrap(), "{id} is there for nothing");
        } else {
            let said = refused(&mut editor, id, &args);
            assert!(said.starts_with(sentence), "{said}");
        }
        let after = (editor.document().history().arena().clone(), steps(&editor), editor.cel());
        assert!(after == before, "{id} changed something");
    }
    let mut single = crate::grid::editor(&["R"]);
    for id in ["layer.delete", "layer.merge-down", "layer.up", "layer.down", "frame.delete", "frame.play"] {
        assert!(!single.run(id, &[], 0).unwrap(), "{id} needs another one");
    }
}

/// Four frames of one pixel: R, G, B and K.
fn film() -> Editor {
    let mut editor = editor(&["R"]);
    for letter in ['G', 'B', 'K'] {
        run(&mut editor, "frame.add", &[]);
        dot(&mut editor, letter, 0);
    }
    editor
}

/// The frames' pixels, each as a letter.
fn reel(editor: &Editor) -> String {
    let seen = |frame| crate::grid::letter(editor.document().pixel(frame, 0, 0).unwrap());
    (0..editor.document().frames()).map(seen).collect()
}

fn tags(editor: &Editor) -> Vec<(u32, u32)> {
    editor.document().tags().iter().map(|tag| (tag.from, tag.to)).collect()
}

pub fn tag(editor: &mut Editor, name: &str, (from, to): (u32, u32), direction: &str) {
    let ends = [("from", from.into()), ("to", to.into())];
    let rest = [("name", name.into()), ("direction", direction.into())];
    run(editor, "frame.tag", &[ends, rest].concat());
}

/// Runs a command on the film with two tags, over G and B and over K, undoes and redoes it.
fn filmed(id: &str, args: Args, frames: &str, active: u32, expected: &[(u32, u32)]) {
    let mut editor = film();
    tag(&mut editor, "two", (1, 2), "forward");
    tag(&mut editor, "last", (3, 3), "forward");
    run(&mut editor, "frame.choose", &[frame(1)]);
    run(&mut editor, id, args);
    let after = |editor: &Editor| (reel(editor), tags(editor));
    assert_eq!(after(&editor), (frames.to_owned(), expected.to_vec()), "{id} {args:?}");
    assert_eq!(editor.cel().frame, active, "{id} {args:?}");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(after(&editor), ("RGBK".to_owned(), vec![(1, 2), (3, 3)]), "{id} {args:?} undone");
    run(&mut editor, "edit.redo", &[]);
    assert_eq!(after(&editor), (frames.to_owned(), expected.to_vec()), "redone");
}

#[test]
fn frames_come_go_and_move_and_tags_follow() {
    filmed("frame.add", &[], "RG.BK", 2, &[(1, 3), (4, 4)]);
    filmed("frame.duplicate", &[], "RGGBK", 2, &[(1, 3), (4, 4)]);
    filmed("frame.duplicate", &[frame(0)], "RRGBK", 1, &[(2, 3), (4, 4)]);
    // Behind a tag's last frame is beyond the tag.
    filmed("frame.duplicate", &[frame(2)], "RGBBK", 3, &[(1, 2), (4, 4)]);
    filmed("frame.duplicate", &[frame(3)], "RGBKK", 4, &[(1, 2), (3, 3)]);
    filmed("frame.delete", &[frame(0)], "GBK", 0, &[(0, 1), (2, 2)]);
    filmed("frame.delete", &[], "RBK", 0, &[(1, 1), (2, 2)]);
    filmed("frame.delete", &[frame(3)], "RGB", 1, &[(1, 2)]);
    filmed("frame.move", &move_args(1, 3), "RBKG", 3, &[(1, 2), (3, 3)]);
    filmed("frame.move", &move_args(3, 0), "KRGB", 0, &[(1, 2), (3, 3)]);
    filmed("frame.delete-tag", &[("tag", 0.into())], "RGBK", 1, &[(3, 3)]);
    let args = [("tag", 1.into()), ("from", 0.into()), ("to", 3.into())];
    filmed("frame.edit-tag", &args, "RGBK", 1, &[(1, 2), (0, 3)]);
    let mut editor = film();
    run(&mut editor, "frame.next", &[]);
    let here = editor.cel().frame;
    run(&mut editor, "frame.first", &[]);
    assert_eq!(editor.cel().frame, 0);
    run(&mut editor, "frame.last", &[]);
    assert_eq!(editor.cel().frame, editor.document().frames() - 1);
    run(&mut editor, "frame.choose", &[("frame", here.into())]);
    assert_eq!((editor.cel().frame, picture(&editor)), (0, vec!["R".into()]), "round the end");
    run(&mut editor, "frame.previous", &[]);
    assert_eq!((editor.cel().frame, picture(&editor)), (3, vec!["K".into()]));
}

#[test]
fn a_frame_shows_as_long_as_the_one_it_comes_from() {
    let mut editor = film();
    let length = |frame: u32, ms: u32| [("frame", frame.into()), ("milliseconds", ms.into())];
    run(&mut editor, "frame.duration", &length(1, 250));
    run(&mut editor, "frame.duplicate", &[frame(1)]);
    run(&mut editor, "frame.add", &[]);
    let all: Vec<_> = (0..6).map(|frame| editor.document().duration(frame).unwrap()).collect();
    assert_eq!(all, [100, 250, 250, 250, 100, 100]);
    let two = Tag::new("two", 1, 2, TagDirection::PingPong);
    tag(&mut editor, "two", (1, 2), "ping-pong");
    assert_eq!(editor.document().tags(), [two]);
    for (args, sentence) in [
        (move_args(2, 6), "the tag must end at frame 6 or earlier: there is no frame 7"),
        (move_args(2, 1), "the tag must start at frame 2 or earlier: it ends at frame 2"),
    ] {
        assert_eq!(refused(&mut editor, "frame.tag", &args), sentence);
    }
}

#[test]
fn a_frame_that_is_played_is_to_be_painted_and_is_no_news_for_panels() {
    let mut editor = film();
    run(&mut editor, "frame.play", &[]);
    editor.take_effects();
    let before = seen::<State>(&editor);
    assert_eq!(editor.tick_rest(0.0), 0.0, "it begins with the first tick");
    let mut shown = vec![editor.cel().frame];
    for time in (0..400).step_by(10).map(f64::from) {
        editor.tick(1000.0 + time);
        let effects = editor.take_effects();
        let other = editor.cel().frame != shown[shown.len() - 1];
        let expected: &[Effect] = if other { &[Effect::Repaint, Effect::Moved] } else { &[] };
        assert_eq!(effects, expected, "at {time} ms");
        shown.extend(other.then_some(editor.cel().frame));
        // It has nothing to do until the next frame is due.
        let rest = editor.tick_rest(1000.0 + time);
        assert!((rest - (100.0 - (time + 0.5) % 100.0)).abs() < 1e-6, "{rest} at {time} ms");
    }
    assert_eq!(shown.len(), 4);
    for (row, before) in State::ROWS.iter().zip(before).filter(|(row, _)| !row.moves) {
        assert_eq!((row.data)(&editor), before, "{} is not of a frame that is played", row.name);
    }
    run(&mut editor, "frame.play", &[]);
    assert!(editor.take_effects().contains(&Effect::State), "it has stopped");
    assert_eq!(editor.tick_rest(5000.0), 0.0);
}

#[test]
fn tags_are_played_in_their_direction() {
    // Each frame is shown for 100 milliseconds, the third (2) for 300.
    let played = |active: u32, direction: Option<&str>, times: &[f64]| -> Vec<u32> {
        let mut editor = film();
        run(&mut editor, "frame.duration", &[frame(2), ("milliseconds", 300.into())]);
        direction.into_iter().for_each(|direction| tag(&mut editor, "tag", (1, 3), direction));
        run(&mut editor, "frame.choose", &[frame(active)]);
        let made = steps(&editor);
        run(&mut editor, "frame.play", &[]);
        let shown = times.iter().map(|time| {
            assert!(editor.tick(1e6 + time));
            editor.cel().frame
        });
        let shown = shown.collect();
        run(&mut editor, "frame.play", &[]);
        assert!(!editor.is_playing() && !editor.tick(2e6));
        assert_eq!(steps(&editor), made, "playing is no step");
        shown
    };
    let times = [0.0, 99.0, 100.0, 399.0, 400.0, 499.0, 500.0, 600.0, 900.0];
    assert_eq!(played(1, Some("forward"), &times), [1, 1, 2, 2, 3, 3, 1, 2, 3]);
    assert_eq!(played(2, Some("forward"), &[0.0, 299.0, 300.0, 400.0, 500.0]), [2, 2, 3, 1, 2]);
    assert_eq!(played(1, Some("reverse"), &times), [1, 1, 3, 2, 2, 2, 1, 3, 2]);
    // A round is 1, 2, 3, 2 forth and back: 800 milliseconds.
    let times = [0.0, 100.0, 400.0, 500.0, 799.0, 800.0, 900.0];
    assert_eq!(played(1, Some("ping-pong"), &times), [1, 2, 3, 2, 2, 1, 2]);
    assert_eq!(played(3, Some("ping-pong-reverse"), &times), [3, 2, 1, 2, 2, 3, 2]);
    // Beside the tag, and without one, all are played: 100, 100, 300 and 100.
    let times = [0.0, 100.0, 200.0, 499.0, 500.0, 600.0];
    assert_eq!(played(0, Some("reverse"), &times), [0, 1, 2, 2, 3, 0]);
    assert_eq!(played(0, None, &times), [0, 1, 2, 2, 3, 0]);
}

#[test]
fn a_tag_that_repeats_is_played_so_often_and_then_what_follows() {
    let mut editor = film();
    tag(&mut editor, "two", (1, 2), "forward");
    let repeat = |n: u32| [("repeat", n.into()), ("from", 1.into()), ("to", 2.into())];
    run(&mut editor, "frame.edit-tag", &repeat(2));
    let played = |editor: &mut Editor, active: u32, count: u32| -> Vec<u32> {
        run(editor, "frame.choose", &[frame(active)]);
        run(editor, "frame.play", &[]);
        let at = |moment: u32| {
            assert!(editor.tick(1e6 + f64::from(moment) * 100.0));
            editor.cel().frame
        };
        let shown = (0..count).map(at).collect();
        run(editor, "frame.play", &[]);
        assert_eq!(editor.cel().frame, active, "who stops is where it was played from");
        shown
    };
    assert_eq!(played(&mut editor, 1, 8), [1, 2, 1, 2, 3, 0, 1, 2]);
    assert_eq!(played(&mut editor, 0, 7), [0, 1, 2, 1, 2, 3, 0]);
    assert_eq!(played(&mut editor, 3, 3), [3, 0, 1]);
    run(&mut editor, "frame.edit-tag", &repeat(0));
    assert_eq!(played(&mut editor, 1, 5), [1, 2, 1, 2, 1], "without a number it is played over and over");
    assert_eq!(played(&mut editor, 0, 5), [0, 1, 2, 3, 0]);
}

#[test]
fn a_tags_colour_is_opaque_and_black_is_none() {
    let mut editor = film();
    tag(&mut editor, "two", (1, 2), "forward");
    let shown = |editor: &Editor| {
        let tag = undoodle::editor::Drawing::of(editor.document()).tags.remove(0);
        (tag.color.to_string(), tag.repeat)
    };
    assert_eq!(shown(&editor), ("#000000ff".into(), 0));
    run(&mut editor, "frame.edit-tag", &[("color", "#ff800040".into()), ("repeat", 3.into())]);
    assert_eq!(shown(&editor), ("#ff8000ff".into(), 3));
    run(&mut editor, "frame.edit-tag", &[("name", "walk".into())]);
    assert_eq!(shown(&editor), ("#ff8000ff".into(), 3), "what is not said stays");
    let made = steps(&editor);
    run(&mut editor, "frame.edit-tag", &[("color", "#000000ff".into())]);
    assert_eq!(shown(&editor), ("#000000ff".into(), 3));
    run(&mut editor, "frame.edit-tag", &[("color", "#00000000".into())]);
    assert_eq!(steps(&editor), made + 1, "black and nothing are one");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(shown(&editor), ("#ff8000ff".into(), 3));
}

#[test]
fn every_command_of_layers_and_frames_is_here() {
    let tested = [
        include_str!("structure.rs"),
        include_str!("background.rs"),
        include_str!("choosing.rs"),
        include_str!("films.rs"),
        include_str!("cels.rs"),
        include_str!("linked.rs"),
        include_str!("groups.rs"),
        include_str!("merging.rs"),
    ]
    .concat();
    for command in
        commands().filter(|c| ["layer.", "group.", "frame."].iter().any(|part| c.id.starts_with(part)))
    {
        assert!(tested.contains(&format!("\"{}\"", command.id)), "{}", command.id);
    }
}
