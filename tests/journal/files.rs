//! Files as the editor sees them: what opening one says, what saving one leaves out, and what pasting
//! one refuses.

use crate::grid::{at, editor, picture, run, steps, tool};
use std::fs;
use std::path::Path;
use undoodle::Error;
use undoodle::document::{Document, Door, Drawing, Store};
use undoodle::editor::{Editor, Effect};
use undoodle::formats::{self, Other, project};
use undoodle::journal::Entries;
use undoodle::memory::Memory;
use undoodle::value::Value;

const RED: [&str; 2] = ["RR..", "...."];

fn messages(editor: &mut Editor) -> Vec<String> {
    let said = |effect| if let Effect::Message(text) = effect { Some(text.to_string()) } else { None };
    editor.take_effects().into_iter().filter_map(said).collect()
}

/// A file of tests/png.
fn made(name: &str) -> Vec<u8> {
    fs::read(Path::new("tests/png").join(name)).unwrap()
}

/// A PNG file with another chunk behind its header; the decoder ignores the checksum of such chunks.
fn with_chunk(file: &[u8], kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let (header, rest) = file.split_at(8 + 12 + 13);
    [header, &(data.len() as u32).to_be_bytes(), kind, data, &[0; 4], rest].concat()
}

fn is_dirty(editor: &Editor) -> bool {
    editor.document().history().is_dirty()
}

/// Edits a drawing by a command, exports and saves it, and opens both files in other editors.
fn check_saved(id: &str, args: &[(&str, Value)], expected: &str) {
    let mut editor = editor(&RED);
    run(&mut editor, id, args);
    let shown = picture(&editor);
    let mut other = Editor::new().unwrap();
    let export = editor.encode("png").unwrap();
    assert_eq!(editor.left_out("png").unwrap(), expected, "{id}");
    other.open(&export, "exported.png").unwrap();
    assert_eq!(picture(&other), shown, "{id}");
    let file = editor.encode_project(None).unwrap();
    assert!(
        is_dirty(&editor),
        "{id}: a file that was made is not in anybody's hands yet, and an export never counts"
    );
    assert!(editor.mark_saved() && !is_dirty(&editor), "{id}");
    assert_eq!(editor.left_out("undoodle").unwrap(), "", "{id}");
    other.open(&file, "saved.undoodle").unwrap();
    // The copies of both are compacted alike, so they are the same byte for byte.
    let bytes =
        |editor: &Editor| Document::open(copied(editor.document())).unwrap().history().arena().clone();
    assert_eq!(bytes(&other), bytes(&editor), "{id}");
    assert!(!is_dirty(&other), "{id}");
}

/// Returns a drawing's bytes without its history.
fn copied(drawing: &Drawing<Store>) -> Drawing<Memory> {
    Drawing::from_door(drawing.door().arena().clone())
}

#[test]
fn a_project_file_holds_all_and_an_export_says_what_it_leaves_out() {
    check_saved("edit.invert", &[], "");
    check_saved("image.resize", &[("width", 7.into())], "");
    check_saved("layer.add", &[], "the division into 2 layers");
    check_saved("layer.visible", &[], "the layer's properties");
    check_saved("layer.opacity", &[("opacity", 128.into())], "the layer's properties");
    check_saved("layer.rename", &[("name", "Sky".into())], "the layer's properties");
    check_saved("frame.add", &[], "1 other frame");
    check_saved("frame.duration", &[("milliseconds", 40.into())], "the frame's duration");
    check_saved("frame.tag", &[("name", "walk".into())], "1 tag");
    check_saved("palette.add", &[], "the palette");
    check_saved("image.background", &[("color", "#00ff00".into())], "the background");
    check_saved("image.grid", &[("width", 2.into())], "the grid");
    check_saved("image.tile", &[("width", 2.into())], "the tile");
    check_saved("select.all", &[], "the selection");
}

#[test]
fn all_that_is_left_out_is_listed_in_one_sentence() {
    let mut editor = editor(&RED);
    for id in ["layer.add", "layer.add", "frame.add", "frame.add", "frame.add", "palette.add"] {
        run(&mut editor, id, &[]);
    }
    assert_eq!(editor.left_out("png").unwrap(), "the division into 3 layers, 3 other frames and the palette");
    run(&mut editor, "edit.undo", &[]);
    assert_eq!(editor.left_out("png").unwrap(), "the division into 3 layers and 3 other frames");
    (0..5).for_each(|_| run(&mut editor, "edit.undo", &[]));
    assert_eq!(editor.left_out("png").unwrap(), "");
}

#[test]
fn what_floats_is_in_the_picture_and_not_yet_in_the_drawing() {
    let mut editor = editor(&RED);
    run(&mut editor, "select.all", &[]);
    run(&mut editor, "edit.nudge-right", &[]);
    assert_eq!(editor.left_out("png").unwrap(), "the selection being moved");
    let file = editor.encode_project(None).unwrap();
    let shown = picture(&editor);
    editor.open(&file, "floating.undoodle").unwrap();
    assert!(editor.document().floating().is_some());
    assert_eq!(picture(&editor), shown);
    run(&mut editor, "select.none", &[]);
    assert!(editor.document().floating().is_none(), "it lands where it floated");
}

#[test]
fn a_drawing_that_is_kept_anew_while_its_file_is_written_knows_that_its_history_is_there() {
    let mut editor = editor(&RED);
    run(&mut editor, "layer.add", &[]);
    editor.encode_project(Some(true)).unwrap();
    editor.begin_keeping();
    assert!(editor.mark_saved() && editor.holds_history());
}

#[test]
fn what_counts_as_saved_is_the_state_that_was_encoded() {
    let mut editor = editor(&RED);
    run(&mut editor, "edit.invert", &[]);
    editor.encode_project(None).unwrap();
    run(&mut editor, "layer.add", &[]);
    assert!(editor.mark_saved() && is_dirty(&editor), "a step was made while the file was written");
    run(&mut editor, "edit.undo", &[]);
    assert!(!is_dirty(&editor));
    editor.encode_project(None).unwrap();
    editor.new_document(4, 4).unwrap();
    run(&mut editor, "layer.add", &[]);
    assert!(!editor.mark_saved() && is_dirty(&editor), "the file is another drawing's");
}

#[test]
fn an_edit_that_slips_in_below_what_is_being_saved_stays_unsaved() {
    let mut editor = editor(&RED);
    run(&mut editor, "edit.invert", &[]);
    let file = editor.encode_project(None).unwrap();
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "layer.visible", &[]);
    run(&mut editor, "edit.redo", &[]);
    assert!(editor.mark_saved() && is_dirty(&editor), "the layer is shown in the file");
    let mut other = Editor::new().unwrap();
    other.open(&file, "a.undoodle").unwrap();
    assert!(other.document().layer(0).unwrap().visible && !editor.document().layer(0).unwrap().visible);
    run(&mut editor, "layer.visible", &[]);
    assert!(!is_dirty(&editor), "and is shown again");
}

#[test]
fn a_stroke_under_way_goes_into_no_file() {
    let mut editor = editor(&RED);
    tool(&mut editor, "pencil", &[]);
    let (x, y) = at((3, 1));
    editor.pointer_down(x, y, 0, 0);
    for format in ["png", "undoodle"] {
        let said = editor.encode(format).unwrap_err().to_string();
        assert_eq!(said, "tool \"pencil\": end its stroke first");
    }
    let said = editor.copy_for_export().unwrap_err().to_string();
    assert_eq!(said, "tool \"pencil\": end its stroke first");
    assert!(!editor.mark_saved());
    editor.pointer_up(x, y, 0);
    assert!(editor.encode("png").is_ok() && editor.copy_for_export().is_ok());
}

#[test]
fn a_preview_ends_before_a_file_is_made() {
    let mut editor = editor(&RED);
    let before = editor.encode("png").unwrap();
    editor.preview("edit.invert", &[]).unwrap();
    assert_ne!(picture(&editor), RED);
    assert_eq!(editor.encode("png").unwrap(), before);
    assert!(!editor.is_previewing());
    assert_eq!(picture(&editor), RED);
    assert_eq!(editor.left_out("png").unwrap(), "");
    // Also before the copy that another thread encodes.
    editor.preview("edit.invert", &[]).unwrap();
    let copy = editor.copy_for_export().unwrap();
    assert!(!editor.is_previewing());
    editor.open(&copy, "copy.undoodle").unwrap();
    assert_eq!(picture(&editor), RED);
}

#[test]
fn opening_says_what_is_left_out_or_changed() {
    let mut editor = Editor::knowing(&formats::EVERY).unwrap();
    messages(&mut editor);
    let mut check = |file: &[u8], expected: &str| {
        let notes = editor.open(file, "art.png").unwrap();
        assert_eq!(notes, expected);
        let said = messages(&mut editor);
        if expected.is_empty() {
            assert_eq!(said, [""; 0]);
        } else {
            assert_eq!(said, [format!("Opened “art.png”: {expected}")]);
        }
        assert!(!is_dirty(&editor));
    };
    let plain = made("rgb8.png");
    check(&plain, "");
    check(&made("rgb16.png"), "rounded from 16 to 8 bits per channel");
    let animated = with_chunk(&plain, b"acTL", &[0, 0, 0, 12, 0, 0, 0, 0]);
    check(&animated, "only the first of its 12 pictures");
    check(&with_chunk(&plain, b"iCCP", b"P3\0\0"), "without its colour profile");
    let all = with_chunk(&made("greyalpha16-interlaced.png"), b"acTL", &[0, 0, 0, 2, 0, 0, 0, 0]);
    check(&all, "only the first of its 2 pictures, rounded from 16 to 8 bits per channel");
}

#[test]
fn pasting_says_what_is_left_out_or_changed() {
    let mut editor = editor(&RED);
    messages(&mut editor);
    editor.paste(&made("grey8.png"), 0).unwrap();
    assert_eq!(messages(&mut editor), [""; 0]);
    editor.paste(&made("grey16.png"), 0).unwrap();
    assert_eq!(messages(&mut editor), ["Pasted 35 × 37: rounded from 16 to 8 bits per channel"]);
}

#[test]
fn pasting_during_a_stroke_is_refused_and_keeps_what_was_copied() {
    let mut editor = editor(&RED);
    run(&mut editor, "edit.copy", &[]);
    tool(&mut editor, "pencil", &[]);
    let (x, y) = at((3, 1));
    editor.pointer_down(x, y, 0, 0);
    let said = editor.paste(&made("grey8.png"), 0).unwrap_err().to_string();
    assert_eq!(said, "tool \"pencil\": end its stroke first");
    editor.pointer_up(x, y, 0);
    assert_eq!((picture(&editor), steps(&editor)), (vec!["RR..".to_owned(), "...K".to_owned()], 3));
    run(&mut editor, "edit.paste", &[]);
    let (_, pasted) = editor.document().floating().unwrap();
    assert_eq!((pasted.width, pasted.height), (2, 1), "what was copied before");
}

#[test]
fn pasting_onto_a_locked_layer_is_refused_and_keeps_what_was_copied() {
    let mut editor = editor(&RED);
    run(&mut editor, "edit.copy", &[]);
    run(&mut editor, "layer.locked", &[]);
    let made_steps = steps(&editor);
    assert!(editor.paste(&made("grey8.png"), 0).is_err());
    assert_eq!(steps(&editor), made_steps);
    run(&mut editor, "edit.undo", &[]);
    run(&mut editor, "edit.paste", &[]);
    assert_eq!(editor.document().floating().unwrap().1.width, 2);
}

#[test]
fn a_file_goes_on_holding_the_history_that_it_held() {
    let mut editor = Editor::new().unwrap();
    editor.run("layer.add", &[], 0).unwrap();
    editor.run("layer.add", &[], 1).unwrap();
    editor.run("edit.undo", &[], 2).unwrap();
    editor.encode_project(Some(true)).unwrap();
    editor.mark_saved();
    let with = editor.encode_project(None).unwrap();
    editor.mark_saved();
    assert!(editor.encode_project(None).unwrap() == with, "saving again is saving the same");
    let without = editor.encode_project(Some(false)).unwrap();
    editor.mark_saved();
    assert!(editor.encode_project(None).unwrap() == without && without.len() < with.len());

    assert_eq!(editor.open(&without, "plain.undoodle").unwrap(), "");
    assert_eq!(editor.document().history().commits().count(), 0);
    assert_eq!(editor.open(&with, "whole.undoodle").unwrap(), "with its history of 2 steps");
    let history = editor.document().history();
    assert_eq!((history.position(), history.ahead(), history.is_dirty()), (1, 1, false));
    editor.run("edit.redo", &[], 3).unwrap();
    editor.run("edit.undo", &[], 4).unwrap();
    editor.run("edit.undo", &[], 5).unwrap();
    assert_eq!(editor.document().layers(), 1);
    assert!(editor.document().history().is_dirty(), "the file has another state");
    let file = editor.encode_project(None).unwrap();
    assert_eq!(editor.open(&file, "whole.undoodle").unwrap(), "with its history of 2 steps");
    assert_eq!(editor.document().history().ahead(), 2);
}

#[test]
fn a_history_whose_steps_lie_in_a_store_is_lent_what_it_needs() {
    let (mut editor, mut store) = (Editor::new().unwrap(), Entries::default());
    editor.begin_keeping();
    for time in 0..5 {
        editor.run("layer.add", &[], time).unwrap();
    }
    store.write(editor.take_batch().unwrap().unwrap());
    let mut later = Editor::new().unwrap();
    assert_eq!(later.restore_begin(store.checkpoint_and_log()).unwrap(), None);
    later.restore_finish("drawing").unwrap();
    assert!(later.wanted_for_file(None).unwrap().is_empty(), "a file without history needs none of it");
    assert!(matches!(later.encode_project(Some(true)), Err(Error::Away { .. })));
    let wanted = later.wanted_for_file(Some(true)).unwrap();
    assert_eq!(wanted.len(), 1);
    wanted.iter().for_each(|key| later.supply_for_file(*key, store.get(*key).map(<[u8]>::to_vec)).unwrap());
    let file = later.encode_project(Some(true)).unwrap();
    assert_eq!(later.open(&file, "x.undoodle").unwrap(), "with its history of 5 steps");
}

#[test]
fn a_damaged_history_is_left_out_and_the_drawing_opens() {
    let mut editor = Editor::new().unwrap();
    editor.run("layer.add", &[], 0).unwrap();
    let whole = project::encode_with(editor.document(), 0, Some(b"junk"), &[]).unwrap();
    let notes = editor.open(&whole, "x.undoodle").unwrap();
    assert_eq!(notes, "its history is left out: this Undoodle file is damaged: its history is cut off");
    assert_eq!((editor.document().layers(), editor.document().history().commits().count()), (2, 0));
}

/// Returns the drawing that a store keeps.
fn brought_back(store: &Entries) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.restore_begin(store.checkpoint_and_log()).unwrap();
    editor.restore_finish("drawing").unwrap();
    editor
}

/// Returns what the drawing's file holds besides, once it is saved.
fn others_in(editor: &mut Editor) -> Vec<Other> {
    let saved = editor.encode_project(None).unwrap();
    formats::open(&saved).unwrap().1.others().unwrap()
}

#[test]
fn what_a_later_version_has_put_into_a_file_is_in_it_again() {
    let others =
        ["a/notes.txt", "camera"].map(|name| Other { name: name.into(), bytes: name.repeat(50).into() });
    let (mut editor, mut store) = (Editor::new().unwrap(), Entries::default());
    let file = project::encode_with(editor.document(), 0, None, &others).unwrap();
    editor.open(&file, "x.undoodle").unwrap();
    editor.begin_keeping();
    store.write(editor.take_batch().unwrap().unwrap());
    for mut editor in [editor, brought_back(&store)] {
        assert_eq!(others_in(&mut editor), others);
        editor.new_document(4, 4).unwrap();
        assert!(others_in(&mut editor).is_empty(), "another drawing has none of it");
    }
}

#[test]
fn what_a_newer_version_holds_besides_comes_along_and_is_kept() {
    let other = |name: &str| vec![Other { name: name.into(), bytes: name.repeat(50).into() }];
    let (mut editor, mut store) = (Editor::new().unwrap(), Entries::default());
    let file = project::encode_with(editor.document(), 0, None, &other("older")).unwrap();
    editor.open(&file, "x.undoodle").unwrap();
    editor.begin_keeping();
    store.write(editor.take_batch().unwrap().unwrap());
    let newer = project::encode_with(editor.document(), 0, None, &other("newer")).unwrap();
    assert!(editor.open_newer(&newer, 0).unwrap());
    assert_eq!(steps(&editor), 0, "the drawing is the same");
    store.write(editor.take_batch().unwrap().unwrap());
    for mut editor in [editor, brought_back(&store)] {
        assert_eq!(others_in(&mut editor), other("newer"));
    }
}

#[test]
fn the_history_in_a_newer_version_is_not_taken_over() {
    let mut theirs = editor(&RED);
    run(&mut theirs, "layer.add", &[]);
    let (taken, file) =
        (theirs.document().history().arena().clone(), theirs.encode_project(Some(true)).unwrap());
    let mut ours = Editor::new().unwrap();
    assert!(ours.open_newer(&file, 0).unwrap());
    assert_eq!((steps(&ours), ours.holds_history()), (1, false));
    assert!(ours.mark_saved() && !ours.holds_history() && !is_dirty(&ours));
    assert!(*ours.document().history().arena() == taken);
    run(&mut ours, "edit.undo", &[]);
    assert_eq!((ours.document().size(), steps(&ours)), ((64, 64), 0));
}

#[test]
fn a_newer_version_of_any_format_is_a_step() {
    let mut ours = editor(&["KK", "KK"]);
    let before = steps(&ours);
    assert!(ours.open_newer(&made("rgb16.png"), 0).unwrap());
    assert!(!messages(&mut ours).is_empty(), "what was changed of it is said");
    assert_eq!(steps(&ours), before + 1);
    ours.document().validate().unwrap();
    run(&mut ours, "edit.undo", &[]);
    assert_eq!(picture(&ours), ["KK", "KK"]);
}
