//! What a newcomer's rows are answered by. `rows.mjs` adds them to a copy of the sources: a property that shows beside one that
//! does not, a kind of record that names layers beside one that names nothing, and a field that panels are shown. Of each pair the
//! second has all but the row's word, so each test fails where nobody asks the row.

use undoodle::Result;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Finish, Layer};
use undoodle::editor::{Editor, State, TYPESCRIPT};
use undoodle::geometry::Rect;
use undoodle::history::CommitId;

/// Sets the property that shows, and the one that does not.
const SETS: [fn(&mut Layer); 2] = [|layer| layer.dim = 1, |layer| layer.stars = 1];
const COMMANDS: [&str; 2] = ["layer.dim", "layer.stars"];

/// Adds a record that names a layer, and one that names nothing.
const ADDS: [fn(&mut Document, u32) -> Result<()>; 2] =
    [|d, layer| d.add_mark(layer), |d, layer| d.add_note(layer)];

fn act(document: &mut Document, act: impl FnOnce(&mut Document) -> Result<()>) -> CommitId {
    document.begin(1).unwrap();
    act(document).unwrap();
    document.commit("Act", Color::ADDED, 0).unwrap().unwrap().id()
}

/// A drawing of two layers, with a pixel on the lower one.
fn painted() -> Document {
    let mut document = Document::new(64, 64).unwrap();
    act(&mut document, |d| d.add_layer(1));
    act(&mut document, |d| d.fill_rect(Cel::default(), Rect::new(5, 5, 1, 1), Color::BLACK));
    document.take_damage();
    document
}

#[test]
fn what_shows_is_repainted() {
    for (set, expected) in SETS.into_iter().zip([vec![Rect::new(5, 5, 1, 1)], vec![]]) {
        let mut document = painted();
        act(&mut document, |d| d.change_layer(0, set));
        assert_eq!(document.take_damage(), expected);
    }
}

#[test]
fn what_shows_is_repainted_wherever_a_carried_step_is_undone() {
    for (set, shows) in SETS.into_iter().zip([true, false]) {
        let mut document = painted();
        act(&mut document, |d| d.change_layer(0, set));
        document.undo().unwrap();
        // The step is carried on top of another, which paints where its own rectangle does not lie.
        document.begin(1).unwrap();
        document.fill_rect(Cel::default(), Rect::new(40, 40, 1, 1), Color::BLACK).unwrap();
        document.finish("Act", Color::ADDED, 0, Finish::Carrying).unwrap();
        let aside = document.history().aside().map(|(root, _)| root);
        if let Some(root) = aside {
            assert_eq!(document.bring_back(root).unwrap().steps, 1);
        } else {
            document.redo().unwrap();
        }
        document.take_damage();
        document.undo().unwrap();
        let damage = document.take_damage().into_iter().fold(Rect::EMPTY, Rect::union);
        assert_eq!(damage == document.bounds(), shows, "{damage:?}");
    }
}

/// An editor with a pixel on the first of two frames, and the second one active.
fn animated() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_up(100.0, 100.0, 0);
    editor.run("frame.add", &[], 0).unwrap();
    drain(&mut editor);
    editor
}

/// Returns the rectangle around what is to be painted.
fn drain(editor: &mut Editor) -> Rect {
    let mut dirty = Rect::EMPTY;
    while let Some((rect, _)) = editor.next_patch() {
        dirty = dirty.union(rect);
    }
    dirty
}

#[test]
fn what_shows_has_other_thumbnails() {
    for (command, shows) in COMMANDS.into_iter().zip([true, false]) {
        let mut editor = animated();
        let before = editor.frame_stamps(0..2);
        editor.run(command, &[], 0).unwrap();
        let after = editor.frame_stamps(0..2);
        assert_eq!((before[0] != after[0], before[1] != after[1]), (shows, false), "{command}");
    }
}

#[test]
fn what_shows_has_another_onion_skin() {
    for (command, shows) in COMMANDS.into_iter().zip([true, false]) {
        let mut editor = animated();
        editor.run("view.onion", &[], 0).unwrap();
        drain(&mut editor);
        editor.run(command, &[], 0).unwrap();
        let dirty = drain(&mut editor);
        assert_eq!((dirty.width > 320, dirty.is_empty()), (shows, !shows), "{command}: {dirty:?}");
    }
}

#[test]
fn what_names_a_layer_is_not_brought_back_without_it() {
    for (add, names) in ADDS.into_iter().zip([true, false]) {
        let mut document = painted();
        let step = act(&mut document, |d| add(d, 0));
        document.undo().unwrap();
        act(&mut document, |d| d.remove_layer(0));
        let brought = document.bring_back(step).unwrap();
        assert_eq!((brought.steps, brought.blocked), if names { (0, Some(step)) } else { (1, None) });
        document.validate().unwrap();
        assert_eq!(document.marks(), [0, u32::from(!names)]);
    }
}

#[test]
fn what_names_a_layer_is_not_carried_onto_its_removal() {
    for (add, names) in ADDS.into_iter().zip([true, false]) {
        let mut document = painted();
        act(&mut document, |d| add(d, 0));
        document.undo().unwrap();
        document.begin(1).unwrap();
        document.remove_layer(0).unwrap();
        document.finish("Act", Color::ADDED, 0, Finish::Carrying).unwrap();
        assert_eq!(document.history().ahead(), usize::from(!names));
    }
}

#[test]
fn a_record_that_names_a_layer_that_is_gone_is_no_drawing() {
    let mut document = painted();
    act(&mut document, |d| {
        d.add_note(0)?;
        d.remove_layer(0)
    });
    document.validate().unwrap();
    act(&mut document, |d| d.add_layer(1));
    act(&mut document, |d| {
        d.add_mark(1)?;
        d.remove_layer(1)
    });
    assert_eq!(document.validate().unwrap_err(), "a mark is on a layer that does not exist");
}

#[test]
fn a_field_is_told_sent_and_declared() {
    let mut editor = Editor::new().unwrap();
    editor.news();
    editor.told_state();
    editor.run("layer.add", &[], 0).unwrap();
    assert!(editor.news().contains(&"heights"));
    assert!(editor.told_state().to_string().contains("layerCount: 2"));
    editor.run("color.swap", &[], 0).unwrap();
    assert!(!editor.news().contains(&"heights"));
    assert!(!editor.told_state().to_string().contains("layerCount"));
    assert_eq!(State::of(&editor).layer_count, 2);
    assert!(TYPESCRIPT.contains("  /** Number of layers. */\n  layerCount: number,\n"));
}
