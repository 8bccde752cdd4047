//! Finding steps: a search finds what a comparison of whole copies finds, and a probed pixel is kept and let go as people expect.

use crate::grid::{at, drag, editor, press, run, tool};
use crate::law::chance::{self, Chance};
use crate::past::{pixel, states, wanted};
use crate::travelled::copy;
use std::collections::BTreeSet;
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Colored, Drawing, Painted};
use undoodle::editor::Editor;
use undoodle::history::{CommitId, Limits, Place};
use undoodle::memory::Memory;
use undoodle::tools::Held;
use undoodle::value::Value;

/// Looks through the whole line, a few steps at a time. Returns the rows that were found.
fn searched(editor: &mut Editor, args: &[(&str, Value)]) -> Vec<usize> {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.run("history.search-end", &[], 9_000_000).unwrap();
    editor.run("history.search", &args, 9_000_000).unwrap();
    while editor.search_on(3) {}
    editor.found_rows(0, usize::MAX).iter().map(|found| found.index).collect()
}

fn flag() -> Value {
    true.into()
}

/// Three strokes at 1, 2 and 3 seconds before the time of a search: red on the first layer, green on the second, red again, with another tool.
fn three() -> Editor {
    let mut editor = editor(&["........", "........", "........", "........"]);
    for (time, id, color, y) in [
        (6_000_000, "pencil", "#ff0000", 0),
        (8_000_000, "pencil", "#00ff00", 1),
        (8_999_000, "line", "#ff0000", 2),
    ] {
        if y == 1 {
            run(&mut editor, "layer.add", &[]);
            run(&mut editor, "layer.rename", &[("name", "Hat".into())]);
        }
        tool(&mut editor, id, &[]);
        editor.set_primary(color).unwrap();
        let (from, to) = (at((0, y)), at((5, y)));
        editor.pointer_down(from.0, from.1, 0, time);
        editor.pointer_move(to.0, to.1, time);
        editor.pointer_up(to.0, to.1, time);
    }
    editor
}

#[test]
fn steps_are_found_by_words_layer_tool_colour_time_and_selection_newest_first() {
    let mut editor = three();
    // 1 pencil, 2 new layer, 3 rename, 4 pencil on the hat, 5 line on the hat.
    assert_eq!(searched(&mut editor, &[("words", "pencil".into())]), [4, 1]);
    assert_eq!(searched(&mut editor, &[("words", "HAT pen".into())]), [4]);
    assert_eq!(searched(&mut editor, &[("words", "stift".into())]), [] as [usize; 0]);
    editor.call_steps(vec![("Pencil".to_owned(), "Stift".to_owned())]);
    assert_eq!(searched(&mut editor, &[("words", "stift".into())]), [4, 1], "in the person's language, too");
    assert_eq!(searched(&mut editor, &[("layer", flag())]), [5, 4, 3, 2]);
    assert_eq!(searched(&mut editor, &[("tool", flag())]), [5]);
    assert_eq!(searched(&mut editor, &[("color", flag())]), [5, 1]);
    assert_eq!(searched(&mut editor, &[("color", flag()), ("layer", flag())]), [5]);
    assert_eq!(searched(&mut editor, &[("within", "minutes".into())]), [5]);
    assert_eq!(searched(&mut editor, &[("within", "hour".into()), ("tool", flag())]), [5]);
    assert_eq!(searched(&mut editor, &[("within", "hour".into())]), [5, 4, 1]);
    tool(&mut editor, "select-rectangle", &[]);
    press(&mut editor, 0, &[(4, 0), (7, 1)]);
    assert_eq!(searched(&mut editor, &[("selection", flag())]), [4, 1]);
    run(&mut editor, "edit.undo", &[]);
    assert!(!editor.search_on(99), "nothing is selected, and nothing is found");
    assert_eq!(editor.found().0, 0);
    run(&mut editor, "layer.rename", &[("name", "Äther Ж".into())]);
    assert_eq!(searched(&mut editor, &[("words", "äTHER ж stift".into())]), [4]);
}

#[test]
fn a_search_follows_the_line_and_each_condition_keeps_what_it_meant() {
    let mut editor = three();
    assert_eq!(searched(&mut editor, &[("color", flag())]), [5, 1]);
    editor.set_primary("#00ff00").unwrap();
    run(&mut editor, "history.search", &[("words", "pencil".into())]);
    while editor.search_on(1) {}
    assert_eq!(editor.found_rows(0, 9).iter().map(|found| found.index).collect::<Vec<_>>(), [1], "red still");
    run(&mut editor, "history.search", &[("words", "".into()), ("color", false.into())]);
    assert!(editor.searched().is_none());
    assert_eq!(searched(&mut editor, &[("words", "line".into())]), [5]);
    assert_eq!(editor.found(), (1, 5, 0));
    run(&mut editor, "edit.undo", &[]);
    assert!(!editor.search_on(99));
    let found = editor.found_rows(0, 9);
    assert!(found.len() == 1 && !found[0].done, "what is undone is found as well");
    drag(&mut editor, &[(0, 3), (3, 3)]);
    assert_eq!(editor.found_rows(0, 9).len(), 1);
    while editor.search_on(1) {}
    let rows = editor.found_rows(0, 9);
    assert!(rows.len() == 1 && rows[0].done && rows[0].row.commit == editor.document().history().here());
    editor.new_document(8, 8).unwrap();
    assert!(editor.searched().is_none(), "another drawing has another history");
}

#[test]
fn steps_on_the_disk_are_said_to_be_away_and_not_guessed_at() {
    let mut document = copy(three().document());
    let ids: Vec<_> = document.history().done().map(|step| step.id()).collect();
    for id in &ids {
        assert!(document.history().store_step(*id, &mut Vec::new()));
    }
    document.hoard(true);
    document.keep_steps(CommitId(0)..CommitId(u64::MAX));
    let limits = document.history().limits();
    document.set_limits(Limits { budget: 400, ..limits }).unwrap();
    document.set_limits(limits).unwrap();
    let away = |id: &CommitId| document.history().commit_of(*id).unwrap().place() == Place::Disk;
    assert!(ids.iter().any(away));
    let (mut painted, mut colored) = (Painted::new(&document, 0), Colored::default());
    for id in &ids {
        let error = Error::Away { commit: id.0 };
        assert_eq!(
            painted.by(&document, *id).map(|_| ()),
            if away(id) { Err(error.clone()) } else { Ok(()) }
        );
        let passed = colored.pass(&document, *id, Color::BLACK);
        assert_eq!(passed, if away(id) { Err(error) } else { Ok(false) });
        if passed.is_err() {
            break;
        }
    }
}

/// Whether a step gave each of some colours to a pixel of a cel, by whole copies before and after it.
fn gave(before: &Drawing<Memory>, after: &Drawing<Memory>, colors: [Color; 5]) -> [bool; 5] {
    let frames = 0..after.frames();
    let cels = (0..after.layers()).flat_map(|layer| frames.clone().map(move |frame| Cel { layer, frame }));
    let planes: BTreeSet<_> = cels.map(|cel| after.plane_of(cel).unwrap()).collect();
    let (width, height) = after.size();
    let mut given = [false; 5];
    for plane in planes {
        for (x, y) in (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y))) {
            let [old, new] = [before, after].map(|drawing| pixel(drawing, plane, x, y));
            if old != new {
                given.iter_mut().zip(colors).for_each(|(given, color)| *given |= new == color);
            }
        }
    }
    given
}

#[test]
fn a_colour_is_found_where_whole_copies_have_it() {
    let mut found = 0;
    for seed in 0..wanted() {
        let mut chance = Chance::new(seed + 4_700);
        let mut editor = chance::editor(&mut chance);
        if chance.one_in(2) {
            while editor.idle() {}
        }
        let (all, size) = (states(editor.document()), editor.document().size());
        let line: Vec<CommitId> = editor.step_rows(0, 400).iter().map(|row| row.commit).collect();
        let colors = ["#000000ff", "#ff0000ff", "#0000ffff", "#ffffffff", "#00ff0080"].map(|color| {
            editor.set_primary(color).unwrap();
            editor.colors().0
        });
        let steps = (1..).zip(line.windows(2)).filter_map(|(step, pair)| {
            let [before, after] = [&all[&pair[0]], &all[&pair[1]]];
            // A canvas of another size shows other parts of the planes.
            (before.size() == size && after.size() == size).then(|| (step, gave(before, after, colors)))
        });
        let steps: Vec<(usize, [bool; 5])> = steps.collect();
        for (number, color) in colors.into_iter().enumerate() {
            editor.set_primary(&color.to_string()).unwrap();
            let rows = searched(&mut editor, &[("color", flag())]);
            for (step, given) in &steps {
                let expected = given[number];
                assert_eq!(rows.contains(step), expected, "seed {seed}: step {step} gave {color}");
                found += usize::from(expected);
            }
            assert_eq!(editor.found().2, 0, "all steps were read");
        }
    }
    assert!(found > crate::share::least(20), "{found}");
}

#[test]
fn a_probed_pixel_is_kept_by_a_press_and_let_go_by_escape_or_a_stroke() {
    let mut editor = three();
    let probed = |editor: &Editor| editor.probed().map(|probed| ((probed.at.x, probed.at.y), probed.kept));
    let hover = |editor: &mut Editor, place| {
        let (x, y) = at(place);
        editor.pointer_move(x, y, 0);
    };
    hover(&mut editor, (1, 1));
    assert_eq!(probed(&editor), None, "a pencil probes nothing");
    run(&mut editor, "tool.probe", &[]);
    hover(&mut editor, (1, 1));
    assert_eq!(probed(&editor), Some(((1, 1), false)));
    editor.take_effects();
    press(&mut editor, 0, &[(1, 1)]);
    hover(&mut editor, (5, 3));
    assert_eq!(probed(&editor), Some(((1, 1), true)));
    let said = |editor: &mut Editor| {
        let effects = editor.take_effects();
        let texts = effects.into_iter().filter_map(|effect| match effect {
            undoodle::editor::Effect::Message(message) => Some(message.to_string()),
            _ => None,
        });
        texts.collect::<Vec<_>>()
    };
    assert_eq!(said(&mut editor), ["Made by Pencil on layer Hat"], "once");
    let rows = editor.maker_rows().unwrap();
    assert_eq!((rows.len(), rows[0].made.unwrap().to_string()), (1, "#00ff00ff".to_owned()));
    assert_eq!(editor.command_for(undoodle::editor::Key::plain("Escape")), Some("history.probe-end"));
    run(&mut editor, "history.probe-end", &[]);
    assert_eq!(probed(&editor), Some(((5, 3), false)), "what is pointed at again");
    run(&mut editor, "history.probe", &[("x", 2.into()), ("y", 3.into())]);
    assert_eq!(
        (probed(&editor), said(&mut editor)),
        (Some(((2, 3), true)), vec!["No step has changed this pixel".to_owned()])
    );
    run(&mut editor, "tool.pencil", &[]);
    assert_eq!(probed(&editor), Some(((2, 3), true)));
    drag(&mut editor, &[(0, 0), (1, 0)]);
    assert_eq!(probed(&editor), None);
    run(&mut editor, "history.probe", &[("x", 1.into()), ("y", 0.into())]);
    assert_eq!(said(&mut editor).last().unwrap(), "Made by Pencil on layer Hat, and 1 earlier step");
}

#[test]
fn alt_probes_what_is_pointed_at_while_the_history_is_used_and_keeps_it_when_it_comes_up() {
    let mut editor = three();
    let alt = Held { alt: true, ..Held::default() };
    let (x, y) = at((1, 1));
    editor.pointer_move(x, y, 0);
    editor.hold(alt);
    assert!(editor.probed().is_none(), "Alt picks colours");
    editor.hold(Held::default());
    editor.probe_by_alt(true);
    assert!(editor.probed().is_none());
    editor.hold(alt);
    assert!(editor.probed().is_some_and(|probed| !probed.kept));
    editor.hold(Held::default());
    assert!(editor.probed().is_some_and(|probed| probed.kept));
    // A press with Alt still picks.
    run(&mut editor, "history.probe-end", &[]);
    editor.hold(alt);
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
    assert_eq!(editor.colors().0.to_string(), "#00ff00ff");
}

#[test]
fn by_keys_the_tool_probes_the_cursors_pixel_and_space_keeps_it() {
    let mut editor = three();
    run(&mut editor, "tool.probe", &[]);
    run(&mut editor, "view.by-keys", &[]);
    let from = editor.cursor().unwrap();
    run(&mut editor, "cursor.up", &[]);
    assert_eq!(editor.probed().map(|probed| (probed.at.y, probed.kept)), Some((from.y - 1, false)));
    editor.hold_space(true, 1);
    editor.hold_space(false, 2);
    run(&mut editor, "cursor.up", &[]);
    assert_eq!(editor.probed().map(|probed| (probed.at.y, probed.kept)), Some((from.y - 1, true)));
}

#[test]
fn who_points_at_nothing_is_asked_for_a_pixel() {
    let mut editor = three();
    editor.pointer_leave();
    run(&mut editor, "history.probe", &[]);
    assert_eq!((editor.probed(), editor.tool().id), (None, "probe"));
    let messages = editor.take_effects().into_iter().filter_map(|effect| match effect {
        undoodle::editor::Effect::Message(message) => Some(message.to_string()),
        _ => None,
    });
    assert!(messages.into_iter().any(|message| message == "Press a pixel to see which steps made it"));
    let (x, y) = at((1, 1));
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
    assert_eq!(editor.probed().map(|probed| (probed.at.x, probed.at.y, probed.kept)), Some((1, 1, true)));
    assert!(editor.run("history.probe", &[("x".into(), (-1).into()), ("y".into(), 3.into())], 0).is_err());
}
