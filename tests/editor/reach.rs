//! The reach of edits, against the same edit of one cel after the other.

use crate::grid::{editor, picture, refused, run, steps};
use crate::law::chance::{Chance, arguments, editor as any_editor};
use crate::share;
use undoodle::color::Color;
use undoodle::document::Cel;
use undoodle::editor::{Editor, command};
use undoodle::value::Value;

const RECOLORING: [&str; 6] =
    ["edit.invert", "edit.brightness", "edit.hue", "edit.replace-color", "edit.outline", "edit.fill"];
const TURNING: [&str; 5] = [
    "edit.flip-horizontal",
    "edit.flip-vertical",
    "edit.rotate-left",
    "edit.rotate-right",
    "edit.rotate-half",
];

/// All pixels of all cels.
fn pixels(editor: &Editor) -> Vec<Vec<Color>> {
    let document = editor.document();
    let (width, height) = document.size();
    let cel = |cel: Cel| {
        let mut row = vec![Color::TRANSPARENT; width as usize];
        let rows = (0..height).flat_map(|y| {
            document.cel_picture(cel).read(0, y, 1, &mut row);
            row.clone()
        });
        rows.collect()
    };
    cels(editor).into_iter().map(cel).collect()
}

fn cels(editor: &Editor) -> Vec<Cel> {
    let (layers, frames) = (editor.document().layers(), editor.document().frames());
    (0..layers).flat_map(|layer| (0..frames).map(move |frame| Cel { layer, frame })).collect()
}

/// Whether a cel is within a reach, in words of its own.
fn within(editor: &Editor, reach: &str, cel: Cel) -> bool {
    let at = editor.cel();
    let tag = editor.document().tags().into_iter().find(|tag| tag.from <= at.frame && at.frame <= tag.to);
    match reach {
        "cel" => cel == at,
        "chosen" => {
            let (desk, document) = (editor.desk(), editor.document());
            desk.layers(document).contains(&cel.layer) && desk.frames(document).contains(&cel.frame)
        }
        "frames" => cel.layer == at.layer,
        "layers" => cel.frame == at.frame,
        "tag" => {
            let tagged = tag.is_some_and(|tag| tag.from <= cel.frame && cel.frame <= tag.to);
            cel.layer == at.layer && (tagged || cel.frame == at.frame)
        }
        _ => true,
    }
}

fn choose(editor: &mut Editor, cel: Cel) {
    editor.run("layer.choose", &[("layer".into(), cel.layer.into())], 0).unwrap();
    editor.run("frame.choose", &[("frame".into(), cel.frame.into())], 0).unwrap();
}

#[test]
fn an_edit_of_many_cels_is_that_of_each() {
    let mut wide = 0;
    for seed in 0..share::of(24) {
        for id in RECOLORING.iter().chain(&TURNING) {
            for reach in ["chosen", "frames", "tag", "layers", "all"] {
                let make = || {
                    let mut editor = any_editor(&mut Chance::new(seed));
                    let none = if TURNING.contains(id) { "select.none" } else { "edit.land" };
                    drop(editor.run(none, &[], 0));
                    editor
                };
                let (mut editor, mut naive) = (make(), make());
                let mut chance = Chance::new(seed);
                let mut args = arguments(&mut chance, &editor, command(id).unwrap());
                args.retain(|(name, _)| name != "reach");
                let home = naive.cel();
                let mut targets: Vec<Cel> = Vec::new();
                for cel in cels(&naive).into_iter().filter(|cel| within(&naive, reach, *cel)) {
                    // What several frames share is edited once.
                    if !targets.iter().any(|other| naive.document().shares_image(*other, cel)) {
                        targets.push(cel);
                    }
                }
                for cel in &targets {
                    choose(&mut naive, *cel);
                    // A layer that may not change, or that is empty, stays as it is.
                    drop(naive.run(id, &args, 0));
                    drop(naive.run("edit.land", &[], 0));
                }
                choose(&mut naive, home);
                let before = (pixels(&editor), steps(&editor));
                args.push(("reach".into(), reach.into()));
                let done = editor.run(id, &args, 9000);
                assert!(pixels(&editor) == pixels(&naive), "seed {seed}: {id} {args:?}: {done:?}");
                let made = steps(&editor) - before.1;
                assert!(made <= 1, "one step");
                wide += usize::from(made == 1 && targets.len() > 1);
                if made == 1 {
                    editor.run("edit.undo", &[], 0).unwrap();
                    assert!(pixels(&editor) == before.0, "seed {seed}: {id} {args:?} undone");
                }
            }
        }
    }
    assert!(wide > share::least(120), "{wide} of them changed several cels at once");
}

/// Three frames, one pixel in each, further right each time.
fn film() -> Editor {
    let mut editor = editor(&["R....."]);
    for x in 1..3 {
        run(&mut editor, "frame.add", &[]);
        editor.set_primary("#00ff00").unwrap();
        crate::grid::drag(&mut editor, &[(x, 0)]);
    }
    editor
}

fn rows(editor: &mut Editor) -> Vec<String> {
    (0..3)
        .map(|frame: u32| {
            run(editor, "frame.choose", &[("frame", frame.into())]);
            picture(editor).concat()
        })
        .collect()
}

#[test]
fn what_is_chosen_for_all_edits_counts_until_it_is_chosen_again() {
    let mut editor = film();
    assert_eq!(editor.reach(), "cel");
    run(&mut editor, "edit.reach", &[("reach", "frames".into())]);
    assert_eq!(editor.reach(), "frames");
    run(&mut editor, "edit.flip-horizontal", &[]);
    assert_eq!(rows(&mut editor), [".....R", "....G.", "...G.."]);
    run(&mut editor, "edit.flip-horizontal", &[("reach", "cel".into())]);
    assert_eq!(rows(&mut editor), [".....R", "....G.", "..G..."], "a script says for itself");
    run(&mut editor, "edit.reach", &[("reach", "cel".into())]);
    run(&mut editor, "edit.flip-horizontal", &[]);
    assert_eq!(rows(&mut editor), [".....R", "....G.", "...G.."]);
}

#[test]
fn all_frames_are_centred_by_one_distance() {
    let mut editor = film();
    let made = steps(&editor);
    run(&mut editor, "edit.center", &[("reach", "frames".into())]);
    assert_eq!(steps(&editor), made + 1);
    // The three columns around all of them come to the third of six.
    assert_eq!(rows(&mut editor), [".R....", "..G...", "...G.."]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(rows(&mut editor), ["R.....", ".G....", "..G..."]);
}

#[test]
fn what_lies_beyond_the_canvas_is_centred_with_the_rest() {
    for reach in ["frames", "cel"] {
        let mut editor = film();
        let cut: [(&str, Value); 2] = [("width", 2.into()), ("anchor", "left".into())];
        run(&mut editor, "image.resize", &cut);
        assert_eq!(rows(&mut editor), ["R.", ".G", ".."]);
        run(&mut editor, "edit.center", &[("reach", reach.into())]);
        // The third frame is the active one: what it has comes back onto the canvas.
        let expected = if reach == "frames" { ["..", "G.", ".G"] } else { ["R.", ".G", "G."] };
        assert_eq!(rows(&mut editor), expected, "{reach}");
    }
}

#[test]
fn selected_pixels_are_turned_in_one_cel_alone() {
    let mut editor = film();
    run(&mut editor, "select.all", &[]);
    let all: [(&str, Value); 1] = [("reach", "all".into())];
    for id in TURNING.iter().chain(&["edit.center"]) {
        let said = refused(&mut editor, id, &all);
        assert_eq!(said, "reach \"Everything\": deselect first to transform several cels");
    }
    // Colours change within the selection, in all of them.
    run(&mut editor, "edit.fill", &all);
    assert_eq!(rows(&mut editor), ["GGGGGG"; 3]);
}

#[test]
fn an_edit_of_layers_that_may_not_change_says_why() {
    let mut editor = film();
    run(&mut editor, "layer.locked", &[]);
    let said = refused(&mut editor, "edit.invert", &[("reach", "frames".into())]);
    assert_eq!(said, "layer \"Layer 1\": it is locked, so unlock it first");
}

#[test]
fn forms_ask_what_an_edit_applies_to_as_soon_as_there_is_a_choice() {
    let mut editor = editor(&["R..."]);
    let asks = |editor: &Editor| editor.asked_for("edit.hue").contains(&"reach");
    assert!(!asks(&editor), "there is one cel");
    for another in ["layer.add", "frame.add"] {
        run(&mut editor, another, &[]);
        assert!(asks(&editor), "{another}");
        run(&mut editor, "edit.undo", &[]);
        assert!(!asks(&editor), "there is one again");
    }
}

#[test]
fn what_lies_beyond_the_edge_alone_is_turned_with_the_other_cels() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "frame.duplicate", &[]);
    run(&mut editor, "select.all", &[]);
    (0..2).for_each(|_| run(&mut editor, "edit.nudge-left", &[]));
    run(&mut editor, "select.none", &[]);
    let cel = editor.cel();
    let around = editor.document().extent(cel);
    assert!(around.right() <= 0, "{around:?}");
    run(&mut editor, "edit.flip-horizontal", &[("reach", "frames".into())]);
    let flipped = editor.document().extent(cel);
    assert_eq!((flipped.x, flipped.width), (4 - around.right(), around.width), "{around:?}");
}
