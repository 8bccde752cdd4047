//! Palettes as a whole, and pictures that change along with a colour: each one step, exact when it is undone, and equal to what a
//! naive twin does. Recent colours, colours in use, and the palette of the next drawing.

use crate::grid::{color, drag, editor, grounded, letter, picture, press, refused, run, steps, tool};
use crate::law::chance::{self, Chance};
use undoodle::color::{Color, PRESETS};
use undoodle::document::{Cel, Drawing, Needs};
use undoodle::editor::Editor;
use undoodle::value::Value;

fn palette(editor: &Editor) -> Vec<String> {
    editor.document().palette().iter().map(Color::to_string).collect()
}

fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(ToString::to_string).collect()
}

fn recent(editor: &Editor) -> String {
    editor.desk().recent().iter().copied().map(letter).collect()
}

/// Runs a command that is one step, and undoes and redoes it.
fn step(editor: &mut Editor, id: &str, args: &[(&str, Value)], after: &[&str]) {
    let (before, made) = (palette(editor), steps(editor));
    run(editor, id, args);
    assert_eq!((palette(editor), steps(editor)), (after.iter().map(ToString::to_string).collect(), made + 1));
    run(editor, "edit.undo", &[]);
    assert_eq!(palette(editor), before, "{id} undone");
    run(editor, "edit.redo", &[]);
    assert_eq!(palette(editor), after, "{id} redone");
}

#[test]
fn every_preset_is_one_step_and_undone() {
    for preset in PRESETS {
        let mut editor = editor(&["R."]);
        run(&mut editor, "palette.paste", &[("list", "#123".into())]);
        let colors: Vec<_> = preset.colors().iter().map(Color::to_string).collect();
        let after: Vec<_> = colors.iter().map(String::as_str).collect();
        step(&mut editor, "palette.preset", &[("palette", preset.id.into())], &after);
        assert_eq!(picture(&editor), ["R."], "pixels keep their colours");
    }
}

#[test]
fn a_pasted_list_is_the_palette_and_a_wrong_one_leaves_it() {
    let mut editor = editor(&["R."]);
    let list = "#ff0000\n00f;\"0xFFFFFF80\" #000#fff8";
    let after = ["#ff0000ff", "#0000ffff", "#ffffff80", "#000000ff", "#ffffff88"];
    step(&mut editor, "palette.paste", &[("list", list.into())], &after);
    let made = steps(&editor);
    for (list, sentence) in [
        ("#ff0000 rouge", "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"rouge\""),
        (" , ", "number of colours must be from 1 to 256, not 0"),
        ("", "the list is empty: enter 1 to 16384 letters"),
    ] {
        assert_eq!(refused(&mut editor, "palette.paste", &[("list", list.into())]), sentence);
    }
    assert_eq!((palette(&editor).len(), steps(&editor)), (5, made));
    // The form begins with the palette as it is, so that it can be copied from there.
    let defaults = editor.defaults("palette.paste");
    assert_eq!(defaults, [("list", "#ff0000\n#0000ff\n#ffffff80\n#000000\n#ffffff88".into())]);
}

#[test]
fn no_colour_is_added_twice() {
    let mut editor = editor(&["R."]);
    run(&mut editor, "palette.paste", &[("list", "#f00 #00f".into())]);
    let made = steps(&editor);
    let sentence = refused(&mut editor, "palette.add", &[("color", "#0000ff".into())]);
    assert_eq!(sentence, "colour \"#0000ffff\": it is in the palette already");
    run(&mut editor, "palette.extend", &[("list", "#00f #f00".into())]);
    assert_eq!(steps(&editor), made, "nothing was missing");
    let after = ["#ff0000ff", "#0000ffff", "#00ff00ff", "#00000080"];
    step(&mut editor, "palette.extend", &[("list", "#0f0 #00f #0f0 #00000080".into())], &after);
}

#[test]
fn what_is_chosen_follows_a_colour_that_is_added_or_moved() {
    let mut editor = editor(&["R."]);
    run(&mut editor, "palette.paste", &[("list", "#f00 #0f0 #00f".into())]);
    run(&mut editor, "palette.choose", &[("index", 0.into())]);
    run(&mut editor, "palette.move", &[("from", 0.into()), ("to", 2.into())]);
    assert_eq!((palette(&editor)[2].as_str(), editor.swatch()), ("#ff0000ff", Some((2, 2))));
    run(&mut editor, "palette.add", &[("color", "#123".into())]);
    assert_eq!(editor.swatch(), Some((3, 3)));
}

#[test]
fn ramps_of_the_palette_look_even() {
    let mut editor = editor(&["R."]);
    run(&mut editor, "palette.paste", &[("list", "#12403b #000 #000 #e2f29a".into())]);
    run(&mut editor, "palette.ramp", &[("from", 0.into()), ("to", 3.into())]);
    let found = palette(&editor);
    assert_eq!((found[0].as_str(), found[3].as_str()), ("#12403bff", "#e2f29aff"));
    let ramp = undoodle::color::blend_ramp("#12403b".parse().unwrap(), "#e2f29a".parse().unwrap(), 4, 0);
    assert_eq!(found, ramp.iter().map(Color::to_string).collect::<Vec<_>>());
    run(&mut editor, "palette.ramp", &[("from", 0.into()), ("to", 3.into()), ("turn", 40.into())]);
    assert_ne!(palette(&editor)[1], found[1], "the hue is bent");
    // As long as a palette can be.
    let list = (0..256).map(|blue| format!("#{blue:06x}")).collect::<String>();
    run(&mut editor, "palette.paste", &[("list", list.as_str().into())]);
    run(&mut editor, "palette.ramp", &[("from", 0.into()), ("to", 255.into())]);
    assert_eq!((palette(&editor)[255].as_str(), palette(&editor).len()), ("#0000ffff", 256));
}

#[test]
fn a_ramp_is_asked_for_between_the_ends_of_the_chosen_run() {
    let mut editor = editor(&["R."]);
    run(&mut editor, "palette.range", &[("from", 4.into()), ("to", 1.into())]);
    let defaults = editor.defaults("palette.ramp");
    assert!(defaults.contains(&("from", 1.into())) && defaults.contains(&("to", 4.into())), "{defaults:?}");
    // The ends stay, and all beside them.
    let before = palette(&editor);
    run(&mut editor, "palette.ramp", &[]);
    let after = palette(&editor);
    assert_eq!((&after[..2], &after[4..]), (&before[..2], &before[4..]));
    assert_ne!(after[2..4], before[2..4]);
}

#[test]
fn colours_are_sorted_by_what_is_chosen_of_them() {
    let [blue, red, pale, dark] = ["#0000ffff", "#ff0000ff", "#80ff80ff", "#202020ff"];
    for (by, descending, after) in [
        // Greys count as red, and equals stay as they were.
        ("hue", false, [red, dark, pale, blue]),
        // A saturation of 1 for red, blue and the pale green; 0 for the grey.
        ("saturation", false, [dark, blue, red, pale]),
        // An eighth, two halves and three quarters.
        ("lightness", false, [dark, blue, red, pale]),
        ("red", false, [blue, dark, pale, red]),
        ("red", true, [red, pale, dark, blue]),
    ] {
        let mut editor = editor(&["R."]);
        let list = [blue, red, pale, dark].concat();
        run(&mut editor, "palette.paste", &[("list", list.as_str().into())]);
        step(&mut editor, "palette.sort", &[("by", by.into()), ("descending", descending.into())], &after);
    }
}

#[test]
fn a_palette_that_is_only_looked_at_is_no_step() {
    let mut editor = editor(&["RG.R"]);
    run(&mut editor, "palette.paste", &[("list", "#f00 #00f #0f0".into())]);
    let (before, made) = (palette(&editor), steps(&editor));
    let mut look = |id: &str, args: &[(&str, Value)], after: &[&str], shown: &str| {
        let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
        editor.preview(id, &args).unwrap();
        assert_eq!(
            (palette(&editor).as_slice(), picture(&editor)),
            (owned(after).as_slice(), owned(&[shown])),
            "{id}"
        );
        assert_eq!(steps(&editor), made);
        editor.preview_end();
        assert_eq!((palette(&editor), picture(&editor)), (before.clone(), owned(&["RG.R"])), "{id}");
    };
    look("palette.sort", &[("by", "hue".into())], &["#ff0000ff", "#00ff00ff", "#0000ffff"], "RG.R");
    let four = ["#0f380fff", "#306230ff", "#8bac0fff", "#9bbc0fff"];
    look("palette.preset", &[("palette", "game-boy".into())], &four, "RG.R");
    let yellow = [("index", 0.into()), ("color", "#ffff00".into()), ("pixels", "frame".into())];
    look("palette.set", &yellow, &["#ffff00ff", "#0000ffff", "#00ff00ff"], "YG.Y");
}

/// Every pixel of every cel.
fn pixels(editor: &Editor) -> Vec<Vec<Color>> {
    let document = editor.document();
    let (width, height) = document.size();
    let cels = (0..document.layers())
        .flat_map(|layer| (0..document.frames()).map(move |frame| Cel { layer, frame }));
    let all = |cel| {
        (0..height as i32)
            .flat_map(move |y| (0..width as i32).map(move |x| document.cel_pixel(cel, x, y).unwrap()))
    };
    cels.map(|cel| all(cel).collect()).collect()
}

#[test]
fn pixels_change_along_with_a_colour_as_a_naive_twin_says() {
    let mut changed = [0; 4];
    for seed in 0..150 {
        let mut chance = Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        _ = editor.run("edit.land", &[], 0);
        // A colour that is there, more often than not.
        let mut there: Vec<_> = pixels(&editor).concat();
        there.retain(|color| !color.is_transparent());
        there.push(Color::TRANSPARENT);
        let list = format!("{} #123", there[chance.below(there.len())]);
        run(&mut editor, "palette.paste", &[("list", list.as_str().into())]);
        let which = chance.below(4);
        let along = ["none", "cel", "frame", "all"][which];
        let index = chance.below(8) / 7;
        let (from, to) =
            (editor.document().palette()[index], chance.pick(&["#102030", "#10203040", "#00000000"]));
        let (here, document, before) = (editor.cel(), editor.document(), pixels(&editor));
        let (width, to): (usize, Color) = (document.size().0 as usize, to.parse().unwrap());
        let mut expected = before.clone();
        for (at, cel) in expected.iter_mut().enumerate() {
            let (layer, frame) = (at as u32 / document.frames(), at as u32 % document.frames());
            let meant = match along {
                "none" => false,
                "cel" => layer == here.layer && document.shares_image(here, Cel { layer, frame }),
                "frame" => {
                    let seen = Cel { layer, ..here };
                    document.shares_image(seen, Cel { layer, frame })
                }
                _ => true,
            };
            let free = document.check(Cel { layer, frame }, Needs::Colors).is_ok();
            let keeps = document.layer(layer).unwrap().alpha_locked;
            for (i, pixel) in cel.iter_mut().enumerate() {
                let (x, y) = ((i % width) as i32, (i / width) as i32);
                let selected = document.selection().is_none() || document.is_selected(x, y);
                if meant && free && selected && *pixel == from && !from.is_transparent() {
                    *pixel = match keeps {
                        true if to.is_transparent() => from,
                        true => Color::rgba(to.bytes[0], to.bytes[1], to.bytes[2], from.bytes[3]),
                        false => to,
                    };
                    *pixel = grounded(&editor, layer, *pixel);
                }
            }
        }
        let args = [
            ("index", Value::from(index as u32)),
            ("color", to.to_string().as_str().into()),
            ("pixels", along.into()),
        ];
        let (state, made) = (editor.document().history().arena().clone(), steps(&editor));
        run(&mut editor, "palette.set", &args);
        assert!(pixels(&editor) == expected, "seed {seed}: {along}");
        assert!(steps(&editor) <= made + 1, "seed {seed}: one step");
        changed[which] += usize::from(before != expected);
        if steps(&editor) > made {
            run(&mut editor, "edit.undo", &[]);
        }
        assert!(*editor.document().history().arena() == state, "seed {seed}: undone to the bit");
    }
    assert!(
        changed[0] == 0 && changed[1..].iter().all(|count| *count > 3),
        "the seeds tell little: {changed:?}"
    );
}

#[test]
fn colours_painted_with_are_recent_the_latest_first() {
    let mut editor = editor(&["RGB."]);
    assert_eq!(recent(&editor), "BGR");
    run(&mut editor, "color.swap", &[]);
    assert_eq!(recent(&editor), "BGR", "chosen is not painted");
    drag(&mut editor, &[(0, 0)]);
    press(&mut editor, 2, &[(3, 0)]);
    assert_eq!(recent(&editor), "KBGR", "transparency is no colour, and the right button has its own");
    tool(&mut editor, "eraser", &[]);
    editor.set_primary(color('W')).unwrap();
    drag(&mut editor, &[(1, 0)]);
    tool(&mut editor, "pencil", &[]);
    editor.set_primary(color('G')).unwrap();
    drag(&mut editor, &[(2, 0)]);
    drag(&mut editor, &[(2, 0)]);
    assert_eq!(recent(&editor), "GKBR", "an eraser has none, and none is there twice");
    editor.set_secondary(color('Y')).unwrap();
    editor.set_primary(color('W')).unwrap();
    tool(&mut editor, "gradient", &[]);
    drag(&mut editor, &[(0, 0), (3, 0)]);
    assert_eq!(recent(&editor), "WYGKBR", "a gradient has both");
    editor.set_primary("#00000080").unwrap();
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.fill", &[]);
    assert_eq!(recent(&editor), "kWYGKBR");
    for x in 0..9 {
        editor.set_primary(&format!("#12345{x}")).unwrap();
        tool(&mut editor, "pencil", &[]);
        drag(&mut editor, &[(x % 4, 0)]);
    }
    assert_eq!(editor.desk().recent().len(), 8);
    // A locked layer paints nothing.
    run(&mut editor, "layer.locked", &[]);
    let before = editor.desk().recent().to_vec();
    editor.set_primary(color('R')).unwrap();
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(editor.desk().recent(), before);
    // They are chosen again with the rest of the desk.
    let mut other = Editor::new().unwrap();
    other.choose_again(&editor.choices());
    assert_eq!(other.desk().recent(), before);
    other.choose_again(&[("recent".into(), "#nonsense#ff0000ff##".into())]);
    assert_eq!(recent(&other), "R");
}

#[test]
fn the_next_drawing_has_the_palette_of_this_one() {
    let mut editor = editor(&["R."]);
    run(&mut editor, "palette.paste", &[("list", "#f00 #123456".into())]);
    editor.preview("palette.preset", &[]).unwrap();
    editor.new_document(5, 6).unwrap();
    assert_eq!(
        (palette(&editor).as_slice(), steps(&editor)),
        (&["#ff0000ff".to_owned(), "#123456ff".into()][..], 0)
    );
    assert!(!editor.is_previewing() && !editor.document().history().looks_dirty());
    editor.document().validate().unwrap();
}

/// The colours of all that cels have, also beyond the canvas.
fn beyond(editor: &Editor) -> Vec<Color> {
    let document = editor.document();
    let cels = (0..document.layers())
        .flat_map(|layer| (0..document.frames()).map(move |frame| Cel { layer, frame }));
    cels.flat_map(|cel| {
        let around = document.extent(cel);
        (around.y..around.bottom()).flat_map(move |y| {
            let mut row = vec![Color::TRANSPARENT; around.width as usize];
            document.read_beyond(cel, around.x, y, &mut row);
            row
        })
    })
    .collect()
}

#[test]
fn the_colours_in_use_are_those_of_all_cels() {
    for seed in 0..60 {
        let mut chance = Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        let list = "#000000 #ff0000 #00ff0080 #0000ff #ffffff #00000000 #2a5bb0 #3f9ee0 #0000ff #777777";
        run(&mut editor, "palette.paste", &[("list", list.into())]);
        let mut slices = 1;
        while editor.survey() {
            slices += 1;
        }
        let found = editor.used().to_vec();
        // What floats lands where it can.
        let mut all: Vec<_> = pixels(&editor).concat();
        all.extend(beyond(&editor));
        let floated = editor.document().floating().is_some();
        if floated && editor.run("edit.land", &[], 0).is_ok() {
            all.extend(pixels(&editor).concat());
            all.extend(beyond(&editor));
        }
        for (used, color) in found.iter().zip(editor.document().palette()) {
            let there = all.contains(&color) && !color.is_transparent();
            assert!(*used || !there, "seed {seed}: {color} is used");
            // Floating pixels beyond the canvas are still there.
            assert!(there || !*used || floated, "seed {seed}: {color} is not used, after {slices} slices");
        }
    }
}

#[test]
fn a_survey_begins_again_when_the_drawing_changes() {
    let mut editor = editor(&["R..."]);
    run(&mut editor, "palette.paste", &[("list", "#f00 #0f0".into())]);
    let used = |editor: &mut Editor| {
        while editor.survey() {}
        editor.used().to_vec()
    };
    assert_eq!(used(&mut editor), [true, false]);
    editor.set_primary(color('G')).unwrap();
    drag(&mut editor, &[(0, 0)]);
    assert_eq!(used(&mut editor), [false, true]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(used(&mut editor), [true, false]);
    run(&mut editor, "palette.move", &[("from", 0.into()), ("to", 1.into())]);
    assert_eq!(used(&mut editor), [false, true]);
    // Many tiles take many slices.
    let mut drawing = Drawing::new(4096, 1024).unwrap();
    for y in (0..1024).step_by(32) {
        drawing.fill_span(Cel::default(), y, 0..4095, Color::BLACK).unwrap();
    }
    let mut survey = drawing.survey(&[Color::ADDED, Color::BLACK]);
    let mut slices = 1;
    while drawing.go_on(&mut survey, 512) {
        slices += 1;
    }
    assert_eq!((survey.found(), slices >= 8), (&[false, true][..], true), "{slices} slices");
}
