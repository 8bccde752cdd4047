//! Tests of `src/editor/shown/news.rs`.

use std::collections::BTreeMap;
use undoodle::editor::{Drawing, Editor, Effect, State, TYPESCRIPT, commands};
use undoodle::fields::{Data, Listed, live, seen};

/// Fails if there is more to be told than was told.
fn check(editor: &mut Editor, what: &str) {
    editor.news();
    let missed = editor.untold_news();
    assert!(missed.is_empty(), "{what}: {missed:?}");
}

#[test]
fn what_is_not_told_has_not_changed() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    for command in commands() {
        for time in 0..2 {
            editor.pointer_down(100.0, 100.0, 0, 0);
            editor.pointer_move(200.0, 160.0, 1);
            check(&mut editor, "in a stroke");
            editor.pointer_up(300.0, 200.0, 2);
            check(&mut editor, "after a stroke");
            if command.previews {
                _ = editor.preview(command.id, &[]);
                check(&mut editor, command.id);
            }
            _ = editor.run(command.id, &[], 5000 * time);
            check(&mut editor, command.id);
            _ = editor.tick(20.0);
            _ = editor.idle();
            check(&mut editor, command.id);
            _ = editor.run("edit.undo", &[], 0);
            check(&mut editor, "edit.undo");
        }
    }
}

#[test]
fn a_stroke_is_no_news_of_layers_frames_or_the_palette() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.news();
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_up(300.0, 200.0, 2);
    let news = editor.news();
    let told = |name| news.contains(&name);
    assert!(told("history") && told("steps") && told("Edit"), "there is something to undo");
    assert!(!["canvas", "layers", "frames", "palette", "colors", "tool"].into_iter().any(told));
}

#[test]
fn steps_are_news_when_one_was_done_and_not_while_a_stroke_is_under_way() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.news();
    let told = |editor: &mut Editor| editor.news().contains(&"steps");
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_move(300.0, 200.0, 1);
    assert!(!told(&mut editor), "the stroke is no step yet");
    editor.pointer_up(300.0, 200.0, 2);
    assert!(told(&mut editor) && !told(&mut editor));
    for command in ["edit.undo", "edit.redo", "history.pin", "history.unpin"] {
        editor.run(command, &[], 0).unwrap();
        assert!(told(&mut editor), "{command}");
    }
}

#[test]
fn each_kind_has_one_name_and_all_are_told_at_first() {
    let kinds = Editor::kinds();
    assert!(
        kinds.iter().enumerate().all(|(n, kind)| kinds.iter().position(|other| other == kind) == Some(n))
    );
    let mut news = Editor::new().unwrap().news();
    news.sort_unstable();
    let mut all = kinds.to_vec();
    all.sort_unstable();
    assert_eq!(news, all);
}

/// Returns what an editor has sent as text, by fields.
fn sent(data: &Data, into: &mut BTreeMap<&'static str, String>) {
    let Data::Object(fields) = data else { panic!("{data}") };
    into.extend(fields.iter().map(|(name, value)| (*name, value.to_string())));
}

#[test]
fn what_was_sent_in_pieces_is_all_that_is_true() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let [mut state, mut drawing] = [BTreeMap::new(), BTreeMap::new()];
    for command in commands() {
        editor.pointer_down(100.0, 100.0, 0, 0);
        editor.pointer_up(300.0, 200.0, 2);
        _ = editor.run(command.id, &[], 0);
        editor.news();
        sent(&editor.told_state(), &mut state);
        sent(&editor.told_drawing(), &mut drawing);
        let [mut all, mut drawn] = [BTreeMap::new(), BTreeMap::new()];
        sent(&live::<State>(&editor), &mut all);
        sent(&live::<Drawing>(editor.document()), &mut drawn);
        assert_eq!((&state, &drawing), (&all, &drawn), "{}", command.id);
        assert_eq!(editor.told_state(), Data::Object(Vec::new()), "what was sent is not sent again");
    }
}

#[test]
fn only_fields_of_kinds_that_have_changed_are_sent() {
    let mut editor = Editor::new().unwrap();
    editor.news();
    editor.told_state();
    editor.told_drawing();
    editor.run("frame.duration", &[("milliseconds".into(), 70.into())], 0).unwrap();
    assert!(editor.news().contains(&"frames"));
    assert_eq!(editor.told_drawing().to_string(), "{frames: [{duration: 70}], tags: []}");
    let Data::Object(fields) = editor.told_state() else { panic!() };
    let names: Vec<_> = fields.iter().map(|(name, _)| *name).collect();
    assert!(names.contains(&"undoLabel") && !names.contains(&"primary"), "{names:?}");
}

#[test]
fn what_was_fetched_during_a_move_is_told_again_when_it_is_as_it_was_before() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.news();
    editor.told_state();
    editor.pointer_move(200.0, 160.0, 1);
    assert!(!editor.moving().to_string().contains("cursor: null"));
    editor.pointer_leave();
    assert!(editor.news().contains(&"cursor"));
    assert!(editor.told_state().to_string().contains("cursor: null"));
    editor.moving();
    assert_eq!(editor.news(), [""; 0], "nothing has changed since");
}

#[test]
fn a_move_of_the_pointer_changes_no_field_but_those_that_say_so() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let Data::Object(moving) = editor.moving() else { panic!() };
    let moving: Vec<_> = moving.iter().map(|(name, _)| *name).collect();
    assert_eq!(moving, ["temp", "probed", "cursor", "pointer", "frame", "frames", "selection"]);
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.take_effects();
    let before = seen::<State>(&editor);
    editor.pointer_move(200.0, 160.0, 1);
    assert!(editor.take_effects().contains(&Effect::Moved));
    for (row, before) in State::ROWS.iter().zip(before).filter(|(row, _)| !row.moves) {
        assert_eq!((row.data)(&editor), before, "{} is not of a move", row.name);
    }
}

#[test]
fn types_for_scripts_follow_from_the_rows() {
    for line in [
        "export type State = {\n",
        "  undoLabel: string,\n",
        "  looking: Message | null,\n",
        "  cursor: Point | null,\n",
        "  layers: number[],\n",
        "  toolOptions: string[],\n",
        "  options: Arguments,\n",
        "  links: number[][],\n",
        "  group: number | null,\n",
        "export type TagInfo = {\n",
    ] {
        assert!(TYPESCRIPT.contains(line), "{line}: {TYPESCRIPT}");
    }
    let names = State::ROWS.iter().filter(|row| !row.name.is_empty());
    assert!(names.into_iter().all(|row| TYPESCRIPT.contains(&format!("  {}: ", row.name))));
    assert!(!TYPESCRIPT.contains("unfolded"), "what is only compared is not sent");
}
