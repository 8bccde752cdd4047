//! Which keys commands have and who changes them, and why a command can't be run now.

use undoodle::editor::{Command, Editor, Key, command, commands};
use undoodle::value::Value;

fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    editor
}

fn given(keys: &[(&str, &str)]) -> Vec<(String, Value)> {
    keys.iter().map(|(id, keys)| ((*id).into(), Value::Text((*keys).into()))).collect()
}

fn set(editor: &mut Editor, keys: &[(&str, &str)]) {
    editor.set_keys(&given(keys)).unwrap();
}

fn keys(editor: &Editor, id: &str) -> String {
    all_keys(editor, command(id).unwrap()).join(" ")
}

fn all_keys(editor: &Editor, command: &Command) -> Vec<String> {
    let by_table = || command.keys.iter().map(ToString::to_string).collect();
    editor.bindings().changed(command).unwrap_or_else(by_table)
}

fn stroke(editor: &mut Editor, y: f64) {
    editor.pointer_down(20.0, y, 0, 0);
    editor.pointer_up(60.0, y, 1);
}

fn why(editor: &Editor, id: &str) -> &'static str {
    editor.why_disabled(command(id).unwrap()).unwrap_or_default()
}

/// Whoever can't be run says why in a few words, and nobody else does.
fn check_reasons(editor: &Editor, when: &str) {
    for command in commands() {
        let why = editor.why_disabled(command);
        assert_eq!(why.is_none(), editor.is_enabled(command), "{} {when}", command.id);
        let short = |why: &str| {
            let words = why.split(' ').count();
            (2..=5).contains(&words) && why.chars().all(|c| c.is_ascii_lowercase() || c == ' ')
        };
        assert!(why.is_none_or(short), "{} {when}: {why:?}", command.id);
    }
}

#[test]
fn a_command_that_cannot_be_run_says_why_in_a_few_words() {
    let mut editor = editor();
    check_reasons(&editor, "at the start");
    let commands_before = commands().filter(|command| editor.why_disabled(command).is_some()).count();
    assert!(commands_before > 30, "{commands_before}");
    for (id, expected) in [
        ("layer.up", "only one layer"),
        ("edit.undo", "nothing to undo"),
        ("edit.redo", "nothing to redo"),
        ("edit.fill", "nothing is selected"),
        ("edit.paste", "nothing was copied"),
        ("image.crop-selection", "nothing is selected"),
        ("layer.merge-down", "only one layer"),
        ("frame.next", "only one frame"),
        ("group.ungroup", "layer in no group"),
        ("history.unpin", "no pinned states"),
        ("layer.add", ""),
    ] {
        assert_eq!(why(&editor, id), expected, "{id}");
    }
    editor.run("layer.add", &[], 0).unwrap();
    assert_eq!((why(&editor, "layer.up"), why(&editor, "layer.down")), ("already at the top", ""));
    // Whoever is told a layer asks about that one.
    assert!(editor.run("layer.up", &[("layer".into(), 0.into())], 0).unwrap());
    editor.run("layer.choose", &[("layer".into(), 0.into())], 0).unwrap();
    assert_eq!((why(&editor, "layer.up"), why(&editor, "layer.down")), ("", "already at the bottom"));
    editor.run("group.add", &[], 0).unwrap();
    assert_eq!(why(&editor, "layer.down"), "", "it leaves the group");
    assert_eq!((why(&editor, "group.up"), why(&editor, "group.down")), ("", "already at the bottom"));
    editor.run("layer.choose", &[("layer".into(), 1.into()), ("how".into(), "toggle".into())], 0).unwrap();
    editor.run("group.add", &[], 0).unwrap();
    assert_eq!(why(&editor, "group.up"), "already at the top");
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("edit.undo", &[], 0).unwrap();
    editor.pointer_down(20.0, 20.0, 0, 0);
    check_reasons(&editor, "in a stroke");
    assert_eq!(why(&editor, "layer.add"), "a stroke is under way");
    assert_eq!(why(&editor, "edit.undo"), "", "undo cancels it");
    editor.pointer_up(60.0, 20.0, 1);
    assert_eq!(why(&editor, "edit.undo"), "");
    editor.run("tool.hand", &[], 0).unwrap();
    assert_eq!(why(&editor, "brush.larger"), "this tool has no size");
    // Wherever commands lead.
    for command in commands() {
        stroke(&mut editor, 100.0);
        _ = editor.run(command.id, &[], 0);
        check_reasons(&editor, command.id);
        _ = editor.run("view.play-leave", &[], 0);
    }
}

#[test]
fn a_key_that_is_given_to_one_command_is_taken_from_the_other() {
    let mut editor = editor();
    set(&mut editor, &[("tool.pencil", "P"), ("tool.fill", "B"), ("edit.redo", "Ctrl+Y Ctrl+Shift+Y")]);
    for (id, expected) in [
        ("tool.pencil", "P"),
        ("tool.fill", "B"),
        ("edit.redo", "Ctrl+Y Ctrl+Shift+Y"),
        ("tool.eraser", "E"),
        ("tool.spray", "Shift+B"),
    ] {
        assert_eq!(keys(&editor, id), expected, "{id}");
    }
    let bound = |editor: &Editor, key| editor.command_for(key);
    assert_eq!(bound(&editor, Key::plain("p")), Some("tool.pencil"));
    assert_eq!(bound(&editor, Key::plain("b")), Some("tool.fill"));
    assert_eq!(bound(&editor, Key::plain("g")), None);
    assert_eq!(bound(&editor, Key::ctrl_shift("z")), None);
    assert_eq!(bound(&editor, Key::ctrl_shift("Y")), Some("edit.redo"));
    // One that is not named loses what is given away.
    set(&mut editor, &[("tool.pencil", "E -"), ("edit.undo", "")]);
    assert_eq!(
        ["tool.pencil", "tool.eraser", "brush.smaller", "edit.undo"].map(|id| keys(&editor, id)),
        ["E -", "", "", ""]
    );
    assert_eq!(
        bound(&editor, Key { shift: true, ..Key::plain("-") }),
        Some("tool.pencil"),
        "a sign minds no Shift"
    );
    set(&mut editor, &[]);
    assert!(commands().all(|command| keys(&editor, command.id) == by_table(command)));
}

fn by_table(command: &Command) -> String {
    command.keys.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn keys_that_end_or_move_what_is_under_way_stay_where_they_are() {
    let mut editor = editor();
    set(&mut editor, &[("select.none", "Ctrl+Shift+A"), ("edit.nudge-left", "Home"), ("edit.land", "")]);
    assert_eq!(keys(&editor, "select.none"), "Ctrl+Shift+A Escape");
    assert_eq!(keys(&editor, "edit.nudge-left"), "Home ArrowLeft");
    assert_eq!(keys(&editor, "edit.land"), "Enter");
    editor.run("select.all", &[], 0).unwrap();
    assert_eq!(editor.command_for(Key::plain("Escape")), Some("select.none"));
    assert_eq!(editor.command_for(Key::plain("ArrowLeft")), Some("edit.nudge-left"));
    assert_eq!(editor.command_for(Key::ctrl("d")), None);
    // A list that names them for their own command is as good.
    set(&mut editor, &[("select.none", "Ctrl+D Escape")]);
    assert_eq!(keys(&editor, "select.none"), "Ctrl+D Escape");
}

#[test]
fn what_cannot_be_is_refused_in_one_sentence_and_changes_nothing() {
    let mut editor = editor();
    set(&mut editor, &[("tool.pencil", "P")]);
    let (before, many) = (editor.desk().clone(), "A B C D F".to_owned());
    for (wrong, said) in [
        (vec![("tool.chainsaw", "P")], "command must be the id of a command, not \"tool.chainsaw\""),
        (
            vec![("tool.pencil", "Ctrl+W")],
            "key \"Ctrl+W\": the browser or the editor needs it, so choose another",
        ),
        (vec![("tool.pencil", "Space")], "key must be a letter, a sign, or one such as F3, not \"Space\""),
        (
            vec![("tool.pencil", "Alt+[")],
            "key \"Alt+[\": the browser or the editor needs it, so choose another",
        ),
        (
            vec![("tool.pencil", "Ctrl+Alt+P")],
            "key \"Ctrl+Alt+P\": the browser or the editor needs it, so choose another",
        ),
        (vec![("tool.pencil", "Tab")], "key must be a letter, a sign, or one such as F3, not \"Tab\""),
        (
            vec![("tool.pencil", "Escape")],
            "key \"Escape\": the browser or the editor needs it, so choose another",
        ),
        (
            vec![("tool.pencil", "Shift+ArrowUp")],
            "key \"Shift+ArrowUp\": the browser or the editor needs it, so choose another",
        ),
        (vec![("tool.pencil", &many)], "keys must be from 0 to 4, not 5"),
        (vec![("tool.pencil", "P"), ("tool.fill", "p")], "key \"P\": two commands have this key"),
        (vec![("tool.pencil", "P"), ("tool.pencil", "P")], "key \"P\": two commands have this key"),
        (
            vec![("tool.fill", "B"), ("tool.pencil", "Bee")],
            "key must be a letter, a sign, or one such as F3, not \"Bee\"",
        ),
    ] {
        let refused = editor.set_keys(&given(&wrong)).unwrap_err().to_string();
        assert_eq!(refused, said);
        assert_eq!(editor.desk(), &before, "{said}");
    }
    let number = editor.set_keys(&[("tool.pencil".into(), 3.into())]).unwrap_err().to_string();
    assert_eq!(number, "keys must be a text, not \"3\"");
    assert_eq!(editor.desk(), &before);
}

#[test]
fn no_two_commands_ever_share_a_key_but_those_for_what_is_under_way() {
    let mut editor = editor();
    let (all, mut seed) = (commands().collect::<Vec<_>>(), 7_u64);
    let mut pick = |count: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % count
    };
    let names = ["A", "B", "E", "Z", "1", "+", "[", "F3", "Delete", "Home"];
    let mut accepted = 0;
    for _ in 0..2000 {
        let differences: Vec<(String, Value)> = (0..pick(6))
            .map(|_| {
                let key = |pick: &mut dyn FnMut(usize) -> usize| {
                    [["", "Ctrl+"][pick(2)], ["", "Shift+"][pick(2)], names[pick(names.len())]].concat()
                };
                let keys: Vec<_> = (0..pick(3)).map(|_| key(&mut pick)).collect();
                (all[pick(all.len())].id.to_owned(), Value::Text(keys.join(" ")))
            })
            .collect();
        if editor.set_keys(&differences).is_err() {
            continue;
        }
        accepted += 1;
        let mut seen: Vec<String> = Vec::new();
        // A slice that is chosen by its tool takes the keys that delete.
        for command in all.iter().filter(|command| command.id != "edit.delete-slice") {
            for key in all_keys(&editor, command) {
                if ["Enter", "Escape", "Backspace", "Arrow"].iter().any(|fixed| key.contains(fixed)) {
                    continue;
                }
                assert!(!seen.contains(&key), "{key} twice after {differences:?}");
                seen.push(key);
            }
        }
    }
    assert!(accepted > 500, "{accepted}");
}

#[test]
fn changed_keys_are_news_to_all_panels() {
    let mut editor = editor();
    editor.news();
    set(&mut editor, &[("tool.pencil", "P")]);
    assert_eq!(editor.news().len(), Editor::kinds().len(), "whatever shows keys is drawn");
    assert!(editor.news().is_empty());
}
