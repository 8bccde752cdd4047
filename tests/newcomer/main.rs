//! What a newcomer's rows are answered by. `rows.mjs` performs the recipes of `recipes.mjs` on a copy of the sources: a property that shows
//! beside one that does not, a kind of record that names layers beside one that names nothing, tools, an option, a blend mode, a palette, a
//! format, and a field that panels are shown. Of each pair the second has all but the row's word, so each test fails where nobody asks the row.

use undoodle::Result;
use undoodle::color::{Blend, Color};
use undoodle::document::{Cel, Document, Finish, Layer};
use undoodle::editor::{Editor, State, TYPESCRIPT};
use undoodle::geometry::Rect;
use undoodle::formats::{self, Export};
use undoodle::history::CommitId;
use undoodle::value::Value;

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

/// Presses and releases at pixels, each ten of the window's wide.
fn press(editor: &mut Editor, path: &[(f64, f64)]) {
    let at = |(x, y): (f64, f64)| (x * 10.0 + 5.0, y * 10.0 + 5.0);
    let (x, y) = at(path[0]);
    editor.pointer_down(x, y, 0, 0);
    for point in path {
        let (x, y) = at(*point);
        editor.pointer_move(x, y, 0);
    }
    let (x, y) = at(path[path.len() - 1]);
    editor.pointer_up(x, y, 0);
}

fn fresh(tool: &str) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    assert!(editor.run(&format!("tool.{tool}"), &[], 0).unwrap());
    editor
}

/// The pixels of a row that are black.
fn black(editor: &Editor, y: i32) -> Vec<i32> {
    (0..64).filter(|x| editor.pixel(*x, y).unwrap() == Color::BLACK).collect()
}

#[test]
fn a_tool_and_its_option_paint_and_are_undone() {
    let mut editor = fresh("stipple");
    let path: Vec<_> = (10..=20).map(|x| (f64::from(x), 10.0)).collect();
    press(&mut editor, &path);
    assert_eq!(black(&editor, 10), [10, 13, 16, 19], "the option's value at the start");
    editor.run("edit.undo", &[], 0).unwrap();
    assert!(black(&editor, 10).is_empty());
    editor.set_options(&[("gap".into(), Value::from(5))]).unwrap();
    press(&mut editor, &path);
    assert_eq!(black(&editor, 10), [10, 15, 20]);
    assert!(editor.set_options(&[("gap".into(), Value::from(99))]).is_err());
}

#[test]
fn a_tool_of_several_presses_is_one_step() {
    let mut editor = fresh("zigzag");
    for at in [(10.0, 10.0), (14.0, 10.0), (14.0, 14.0)] {
        press(&mut editor, &[at]);
    }
    assert_eq!((black(&editor, 10), black(&editor, 13)), ((10..=14).collect(), vec![14]));
    assert_eq!(editor.document().history().position(), 1);
    editor.run("edit.undo", &[], 0).unwrap();
    assert!(black(&editor, 10).is_empty());
}

#[test]
fn a_blend_mode_is_painted_and_chosen_and_its_loss_is_told() {
    let average = Blend::named("average").unwrap();
    let grey = Color::rgba(128, 128, 128, 255);
    assert_eq!(average.composite(Color::rgba(255, 255, 255, 255), 255, Color::rgba(1, 1, 1, 255)), grey);
    let mut editor = animated();
    editor.run("layer.add", &[], 0).unwrap();
    editor.run("layer.blend", &[("blend".into(), Value::from("average"))], 0).unwrap();
    assert_eq!(editor.document().layer(1).unwrap().blend, average);
    let aseprite = formats::named("aseprite").unwrap();
    let told = formats::lost(editor.document(), aseprite, &Export::new(0)).unwrap();
    assert!(told.iter().any(|told| told.to_string().contains("blend mode")), "{told:?}");
    let sheet = formats::named("sheet").unwrap();
    let told = formats::lost(editor.document(), sheet, &Export::new(0)).unwrap();
    assert!(told.iter().any(|told| told.to_string().contains("blend mode")), "{told:?}");
}

#[test]
fn a_palette_is_chosen() {
    let mut editor = Editor::new().unwrap();
    editor.run("palette.preset", &[("palette".into(), Value::from("two"))], 0).unwrap();
    assert_eq!(editor.document().palette(), [Color::rgba(0x10, 0x20, 0x30, 255), Color::rgba(0x40, 0x50, 0x60, 255)]);
}

#[test]
fn a_format_is_written_told_and_opened() {
    let document = Document::new(3, 2).unwrap();
    let flat = formats::named("flat").unwrap();
    let bytes = formats::write(flat, &document, &Export { scale: 2, ..Export::new(0) }).unwrap();
    let (format, file) = formats::open(&bytes).unwrap();
    assert_eq!((format.id, file.size(), file.notes().to_string()), ("flat", (6, 4), "its pixels were left out".into()));
    let refused = formats::open(b"a letter").err().unwrap().to_string();
    assert!(refused.contains("Flat"), "{refused}");
}

#[test]
fn a_drawing_from_before_opens_with_its_history_and_without_another_version() {
    let samples = std::path::Path::new("../../www/samples");
    let bytes = std::fs::read(samples.join("slime.undoodle")).unwrap();
    let mut editor = Editor::new().unwrap();
    editor.open(&bytes, "slime.undoodle").unwrap();
    let drawing = editor.document();
    assert!((0..drawing.layers()).all(|layer| drawing.layer(layer).unwrap().dim == 0));
    assert_eq!(drawing.marks(), [0, 0], "room behind the last field reads as zeros");
    assert!(editor.document().history().position() > 0);
    assert!(editor.run("edit.undo", &[], 0).unwrap());
    editor.document().validate().unwrap();
}
