//! Slices as people make and change them, and what moves them along.

use undoodle::editor::{Drawing, Editor, Key, commands};
use undoodle::geometry::{Point, Rect};
use undoodle::value::Value;

fn run(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.run(id, &args, 0).unwrap();
    editor.document().validate().unwrap();
}

fn said(editor: &mut Editor, id: &str, args: &[(&str, Value)]) -> String {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.run(id, &args, 0).unwrap_err().to_string()
}

/// An editor of 20 by 10 pixels and three frames, the first of which is active.
fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(20, 10).unwrap();
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "frame.add", &[]);
    run(&mut editor, "frame.first", &[]);
    editor
}

/// The keys of a slice as panels are shown them: frames and rectangles.
fn keys(editor: &Editor, at: usize) -> Vec<(u32, Rect)> {
    let slice = Drawing::of(editor.document()).slices.remove(at);
    slice.keys.into_iter().map(|key| (key.frame, key.bounds)).collect()
}

#[test]
fn a_slice_is_made_of_the_selection_and_is_there_in_all_frames() {
    let mut editor = editor();
    run(&mut editor, "slice.add", &[]);
    editor.run("select.all", &[], 0).unwrap();
    run(&mut editor, "frame.last", &[]);
    run(&mut editor, "slice.add", &[("name", "eye".into()), ("x", 3.into()), ("width", 4.into())]);
    let names: Vec<_> = Drawing::of(editor.document()).slices.into_iter().map(|slice| slice.name).collect();
    assert_eq!(names, ["Slice 1", "eye"]);
    assert_eq!(keys(&editor, 0), [(0, Rect::new(0, 0, 20, 10))]);
    assert_eq!(keys(&editor, 1), [(0, Rect::new(3, 0, 4, 10))]);
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(Drawing::of(editor.document()).slices.len(), 1);
    run(&mut editor, "edit.redo", &[]);
    run(&mut editor, "slice.delete", &[]);
    assert_eq!(Drawing::of(editor.document()).slices[0].name, "eye");
}

#[test]
fn what_is_typed_changes_the_key_that_holds_for_the_active_frame() {
    let mut editor = editor();
    run(&mut editor, "slice.add", &[("width", 5.into())]);
    run(&mut editor, "frame.next", &[]);
    let all = [("x", 2.into()), ("nine", true.into()), ("centerX", 1.into()), ("centerWidth", 2.into())];
    run(&mut editor, "slice.edit", &all[..1]);
    assert_eq!(keys(&editor, 0), [(0, Rect::new(2, 0, 5, 10))], "one key, which holds for all frames");
    let high = ("centerHeight", 3.into());
    run(&mut editor, "slice.edit", &[all.as_slice(), &[high]].concat());
    run(&mut editor, "slice.add-key", &[]);
    let pivot =
        [("x", 4.into()), ("pivot", true.into()), ("pivotY", (-1).into()), ("color", "#ff000080".into())];
    run(&mut editor, "slice.edit", &pivot);
    let slice = Drawing::of(editor.document()).slices.remove(0);
    let key = |at: usize| {
        (slice.keys[at].frame, slice.keys[at].bounds.x, slice.keys[at].center, slice.keys[at].pivot)
    };
    let centre = Rect::new(1, 0, 2, 3);
    assert_eq!((key(0), key(1)), ((0, 2, centre, None), (1, 4, centre, Some(Point::new(0, -1)))));
    assert_eq!(slice.color.to_string(), "#ff000080");
    let said_of = said(&mut editor, "slice.delete-key", &[("frame", 2.into())]);
    assert!(said_of.contains("it has no key at this frame"), "{said_of}");
    run(&mut editor, "slice.delete-key", &[]);
    assert_eq!(keys(&editor, 0).len(), 1);
    run(&mut editor, "frame.first", &[]);
    assert!(said(&mut editor, "slice.delete-key", &[]).contains("its only key"));
    assert_eq!(said(&mut editor, "slice.edit", &[("slice", 1.into())]), "slice must be 0, not 1");
}

#[test]
fn what_turns_scales_and_shifts_all_pixels_takes_slices_along() {
    let place = [("x", 2.into()), ("y", 1.into()), ("width", 5.into()), ("height", 3.into())];
    let parts = [("nine", true), ("pivot", true)].map(|(name, so)| (name, Value::Flag(so)));
    let numbers =
        [("centerX", 1.into()), ("centerWidth", 3.into()), ("centerHeight", 2.into()), ("pivotX", 4.into())];
    let turned = |id: &str, args: &[(&str, Value)]| {
        let mut editor = editor();
        run(&mut editor, "slice.add", &place);
        run(&mut editor, "slice.edit", &[&place[..], &parts, &numbers].concat());
        run(&mut editor, id, args);
        let key = editor.document().slice_at(editor.document().slices()[0], 0).unwrap();
        let pivot = key.pivot.unwrap();
        (key.bounds, key.center, (pivot.x, pivot.y))
    };
    let rect = Rect::new;
    assert_eq!(turned("image.rotate-right", &[]), (rect(6, 2, 3, 5), rect(1, 1, 2, 3), (2, 4)));
    assert_eq!(turned("image.rotate-left", &[]), (rect(1, 13, 3, 5), rect(0, 1, 2, 3), (0, 0)));
    assert_eq!(turned("image.rotate-half", &[]), (rect(13, 6, 5, 3), rect(1, 1, 3, 2), (0, 2)));
    let size = [("width", 40.into()), ("height", 20.into())];
    assert_eq!(turned("image.scale", &size), (rect(4, 2, 10, 6), rect(2, 0, 6, 4), (8, 0)));
    let by = [("x", (-3).into()), ("y", 1.into())];
    assert_eq!(turned("image.offset", &by), (rect(-1, 2, 5, 3), rect(1, 0, 3, 2), (4, 0)));
    let corner = [("width", 10.into()), ("height", 10.into()), ("anchor", "right".into())];
    assert_eq!(turned("image.resize", &corner), (rect(-8, 1, 5, 3), rect(1, 0, 3, 2), (4, 0)));
}

#[test]
fn forms_are_about_the_chosen_slice_and_the_first_one_without() {
    let mut editor = editor();
    for width in [5, 7] {
        run(&mut editor, "slice.add", &[("width", width.into())]);
    }
    assert_eq!(editor.chosen_slice(), None);
    run(&mut editor, "slice.edit", &[("x", 1.into())]);
    run(&mut editor, "slice.choose", &[("slice", 1.into())]);
    run(&mut editor, "slice.edit", &[("x", 2.into())]);
    let name = |at: usize| Drawing::of(editor.document()).slices.remove(at).name;
    assert_eq!((name(0), name(1)), ("Slice 1".into(), "Slice 2".into()));
    assert_eq!([0, 1].map(|at| keys(&editor, at)[0].1.x), [1, 2]);
    assert_eq!([0, 1].map(|at| keys(&editor, at)[0].1.width), [5, 7]);
    run(&mut editor, "slice.delete", &[]);
    assert_eq!((keys(&editor, 0)[0].1.x, editor.chosen_slice()), (1, None));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.chosen_slice(), Some(1));
}

#[test]
fn slices_are_seen_where_they_are_at_the_active_frame() {
    let mut editor = editor();
    run(&mut editor, "slice.add", &[]);
    assert_eq!(editor.slices_seen().len(), 14);
    run(&mut editor, "frame.last", &[]);
    run(&mut editor, "slice.add-key", &[]);
    run(&mut editor, "slice.edit", &[("width", 0.into())]);
    assert_eq!(editor.slices_seen(), []);
    run(&mut editor, "frame.first", &[]);
    assert_eq!(editor.slices_seen().len(), 14);
    assert_eq!(editor.slices_seen()[12], 0xff, "Aseprite's colour of slices without one");
}

#[test]
fn the_keys_that_delete_are_those_of_a_slice_that_its_tool_has_chosen() {
    let mut editor = editor();
    for id in ["slice.add", "select.all", "edit.fill", "select.none"] {
        run(&mut editor, id, &[]);
    }
    let delete = Key { key: "Delete", ctrl: false, shift: false, alt: false };
    for tool in ["pencil", "slice"] {
        editor.set_tool(tool, &[]).unwrap();
        assert_eq!(editor.command_for(delete), Some("edit.delete"), "{tool}, and none is chosen");
    }
    run(&mut editor, "slice.choose", &[("slice", Value::from(0))]);
    assert_eq!(editor.command_for(delete), Some("edit.delete-slice"));
    editor.set_tool("pencil", &[]).unwrap();
    assert_eq!(editor.command_for(delete), Some("edit.delete"), "another tool means pixels");
    editor.set_tool("slice", &[]).unwrap();
    run(&mut editor, "edit.delete-slice", &[]);
    assert!(editor.document().slices().is_empty());
    assert_eq!(editor.document().cel_bounds(editor.cel()), Rect::new(0, 0, 20, 10), "no pixel is gone");
    assert_eq!(editor.command_for(delete), Some("edit.delete"));
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.document().slices().len(), 1);
}

#[test]
fn nine_patches_without_a_centre_are_refused_in_words() {
    let mut editor = editor();
    run(&mut editor, "slice.add", &[]);
    let nine = [("nine", Value::from(true))];
    let steps = editor.document().history().position();
    let expected = "slice \"Slice 1\": its 9-slices need a centre with a width and a height";
    assert_eq!(said(&mut editor, "slice.edit", &nine), expected);
    assert_eq!(editor.document().history().position(), steps);
    let centre = [nine[0].clone(), ("centerWidth", Value::from(2)), ("centerHeight", Value::from(1))];
    run(&mut editor, "slice.edit", &centre);
    let key = editor.document().slice_at(editor.document().slices()[0], 0).unwrap();
    assert_eq!(key.center, Rect::new(0, 0, 2, 1));
}

#[test]
fn every_command_of_slices_is_here() {
    for command in commands().filter(|command| command.id.starts_with("slice.")) {
        assert!(include_str!("slices.rs").contains(&format!("\"{}\"", command.id)), "{}", command.id);
    }
}

#[test]
fn a_step_that_changes_slices_is_on_no_layer() {
    let mut editor = editor();
    for (id, args) in [
        ("slice.add", vec![]),
        ("slice.edit", vec![("name", Value::Text("face".into()))]),
        ("slice.add-key", vec![("frame", Value::from(1))]),
        ("slice.delete-key", vec![("frame", Value::from(1))]),
        ("slice.delete", vec![]),
        ("layer.add", vec![]),
    ] {
        run(&mut editor, id, &args);
        let row = editor.step_rows(0, usize::MAX).pop().unwrap();
        assert_eq!(row.layer.is_some(), id == "layer.add", "{id}");
        assert!(row.frame.is_some());
    }
}
