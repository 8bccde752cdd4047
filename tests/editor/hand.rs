//! The session, driven as a hand would: strokes, cancels, commands, keys, effects.

use undoodle::color::Color;
use undoodle::document::Trace;
use undoodle::editor::{Ask, Direction, Editor, Effect, Highlight, Key, Shows, commands};
use undoodle::geometry::{Point, Rect};
use undoodle::render::Zoom;
use undoodle::tools::{TOOLS, Tool};

/// The left, middle and right button and a pen's eraser, as browsers number them.
const LEFT: i16 = 0;
const MIDDLE: i16 = 1;
const RIGHT: i16 = 2;
const PEN_ERASER: i16 = 5;

/// An editor whose 64×64 document lies at the viewport's corner, 8 device pixels a pixel.
fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    assert_eq!((editor.view().zoom, editor.view().origin), (Zoom::times(8), Point::new(0, 0)));
    editor
}

/// The middle of a document pixel, in the viewport.
fn at(x: i32, y: i32) -> (f64, f64) {
    (f64::from(x) * 8.0 + 4.0, f64::from(y) * 8.0 + 4.0)
}

fn run(editor: &mut Editor, id: &str) -> bool {
    editor.run(id, &[], 0).unwrap()
}

fn size(editor: &mut Editor, size: u32) -> Result<(), undoodle::Error> {
    editor.set_options(&[("size".into(), size.into())])
}

fn press(editor: &mut Editor, (x, y): (i32, i32), button: i16) {
    let (x, y) = at(x, y);
    editor.pointer_down(x, y, button, 0);
}

fn drag(editor: &mut Editor, to: (i32, i32)) {
    let (x, y) = at(to.0, to.1);
    editor.pointer_move(x, y, 0);
}

fn release(editor: &mut Editor, to: (i32, i32)) {
    let (x, y) = at(to.0, to.1);
    editor.pointer_up(x, y, 0);
}

fn stroke(editor: &mut Editor, path: &[(i32, i32)], button: i16) {
    press(editor, path[0], button);
    path[1..].iter().for_each(|to| drag(editor, *to));
    release(editor, *path.last().unwrap());
}

/// The pixels that are not transparent, by rows.
fn painted(editor: &Editor) -> Vec<(i32, i32)> {
    let (width, height) = editor.document().size();
    let all = (0..height as i32).flat_map(|y| (0..width as i32).map(move |x| (x, y)));
    all.filter(|(x, y)| editor.pixel(*x, *y).unwrap() != Color::TRANSPARENT).collect()
}

fn position(editor: &Editor) -> (usize, usize) {
    (editor.document().history().position(), editor.document().history().line().count())
}

#[test]
fn a_new_editor_has_an_empty_drawing_of_64_by_64() {
    let editor = Editor::new().unwrap();
    assert_eq!((editor.document().size(), painted(&editor), position(&editor)), ((64, 64), vec![], (0, 0)));
}

#[test]
fn a_stroke_joins_its_samples_and_is_one_step() {
    let mut editor = editor();
    stroke(&mut editor, &[(1, 1), (4, 1), (4, 3)], LEFT);
    assert_eq!(painted(&editor), [(1, 1), (2, 1), (3, 1), (4, 1), (4, 2), (4, 3)]);
    assert_eq!(position(&editor), (1, 1));
    let header = editor.document().history().line().next().unwrap().header().into_owned();
    assert_eq!((header.label.as_ref(), Trace::of(&header).rect), ("Pencil", Rect::new(1, 1, 4, 3)));
}

#[test]
fn a_stroke_that_leaves_the_canvas_clips_and_comes_back() {
    let mut editor = editor();
    stroke(&mut editor, &[(62, 5), (70, 5), (70, 6), (62, 6)], LEFT);
    assert_eq!(painted(&editor), [(62, 5), (63, 5), (62, 6), (63, 6)]);
    stroke(&mut editor, &[(-9, -9), (-3, -20)], LEFT);
    assert_eq!(position(&editor), (1, 1), "a stroke that missed the canvas leaves no step");
}

#[test]
fn the_right_button_paints_the_secondary_colour_which_starts_transparent() {
    let mut editor = editor();
    stroke(&mut editor, &[(0, 0), (9, 0)], LEFT);
    stroke(&mut editor, &[(3, 0), (5, 0)], RIGHT);
    assert_eq!(painted(&editor).len(), 7);
    assert_eq!(Trace::of(&editor.document().history().line().nth(1).unwrap().header()).color, Color::REMOVED);
    editor.set_secondary("#11223344").unwrap();
    stroke(&mut editor, &[(4, 0)], RIGHT);
    assert_eq!(editor.pixel(4, 0).unwrap().to_string(), "#11223344");
}

#[test]
fn the_eraser_erases_with_every_button_and_a_pens_end_with_every_tool() {
    let mut editor = editor();
    stroke(&mut editor, &[(0, 0), (9, 0)], LEFT);
    stroke(&mut editor, &[(0, 0), (3, 0)], PEN_ERASER);
    editor.set_tool("eraser", &[]).unwrap();
    stroke(&mut editor, &[(4, 0), (6, 0)], LEFT);
    stroke(&mut editor, &[(7, 0), (8, 0)], RIGHT);
    assert_eq!(painted(&editor), [(9, 0)]);
    let labels: Vec<_> = editor.document().history().line().map(|c| c.header().label.into_owned()).collect();
    assert_eq!(labels, ["Pencil", "Eraser", "Eraser", "Eraser"]);
}

#[test]
fn undo_and_escape_in_a_stroke_take_back_that_stroke_and_nothing_else() {
    for command in ["edit.undo", "edit.cancel"] {
        let mut editor = editor();
        stroke(&mut editor, &[(1, 1)], LEFT);
        press(&mut editor, (5, 5), LEFT);
        drag(&mut editor, (9, 5));
        assert_eq!(painted(&editor).len(), 6);
        editor.take_effects();
        assert!(run(&mut editor, command), "{command}");
        assert!(editor.take_effects().contains(&Effect::Message("Stroke cancelled".into())), "{command}");
        assert_eq!(painted(&editor), [(1, 1)]);
        drag(&mut editor, (20, 20));
        release(&mut editor, (20, 20));
        assert_eq!((painted(&editor), position(&editor)), (vec![(1, 1)], (1, 1)), "{command}");
        editor.document().validate().unwrap();
    }
}

#[test]
fn redo_and_files_wait_while_a_stroke_is_under_way() {
    let mut editor = editor();
    stroke(&mut editor, &[(1, 1)], LEFT);
    run(&mut editor, "edit.undo");
    press(&mut editor, (5, 5), LEFT);
    for command in ["edit.redo", "file.new", "file.open", "file.save"] {
        assert!(!run(&mut editor, command), "{command}");
    }
    run(&mut editor, "edit.undo");
    assert!(run(&mut editor, "edit.redo"));
    assert_eq!(painted(&editor), [(1, 1)]);
}

#[test]
fn a_stroke_keeps_the_brush_and_colour_it_began_with() {
    let mut editor = editor();
    press(&mut editor, (5, 5), LEFT);
    size(&mut editor, 64).unwrap();
    editor.set_primary("#ff0000").unwrap();
    editor.set_tool("eraser", &[]).unwrap();
    release(&mut editor, (7, 5));
    assert_eq!(painted(&editor), [(5, 5), (6, 5), (7, 5)]);
    assert_eq!(editor.pixel(7, 5).unwrap(), Color::BLACK);
    run(&mut editor, "edit.undo");
    assert_eq!(painted(&editor), []);
}

#[test]
fn other_buttons_in_a_stroke_change_nothing() {
    let mut editor = editor();
    press(&mut editor, (5, 5), LEFT);
    press(&mut editor, (6, 5), RIGHT);
    press(&mut editor, (6, 5), MIDDLE);
    release(&mut editor, (7, 5));
    assert_eq!(painted(&editor).len(), 3);
    assert_eq!(position(&editor), (1, 1));
}

#[test]
fn a_pointer_that_is_taken_away_leaves_nothing() {
    let mut editor = editor();
    press(&mut editor, (5, 5), LEFT);
    drag(&mut editor, (9, 9));
    editor.pointer_cancel();
    assert_eq!((painted(&editor), position(&editor)), (vec![], (0, 0)));
}

#[test]
fn space_and_the_middle_button_move_the_view_and_paint_nothing() {
    let mut editor = editor();
    editor.hold_space(true, 0);
    press(&mut editor, (5, 5), LEFT);
    drag(&mut editor, (7, 4));
    release(&mut editor, (7, 4));
    editor.hold_space(false, 0);
    assert_eq!(editor.view().origin, Point::new(16, -8));
    press(&mut editor, (5, 5), MIDDLE);
    release(&mut editor, (4, 5));
    assert_eq!(editor.view().origin, Point::new(8, -8));
    assert_eq!(position(&editor), (0, 0));
}

#[test]
fn undo_and_redo_show_where_and_in_which_colour() {
    let mut editor = editor();
    stroke(&mut editor, &[(2, 3), (5, 3)], LEFT);
    editor.take_effects();
    let rect = Rect::new(2, 3, 4, 1);
    for (command, direction, color, said) in [
        ("edit.undo", Direction::Undo, Color::TAKEN_BACK, "Undid Pencil, 4 pixels"),
        ("edit.redo", Direction::Redo, Color::ADDED, "Redid Pencil, 4 pixels"),
    ] {
        assert!(run(&mut editor, command));
        let effects = editor.take_effects();
        let expected = Highlight { direction, rect, color, shows: Shows::Frame, label: "Pencil".into() };
        assert!(effects.contains(&Effect::Highlight(expected.clone())), "{effects:?}");
        let is_said = |effect: &Effect| matches!(effect, Effect::Message(text) if text == said);
        assert!(effects.iter().any(is_said), "{effects:?}");
        assert_eq!(editor.highlight(), Some(&expected));
    }
    assert!(!run(&mut editor, "edit.redo"), "nothing is left to redo");
}

#[test]
fn a_stroke_that_changes_nothing_keeps_redo() {
    let mut editor = editor();
    stroke(&mut editor, &[(1, 1)], LEFT);
    stroke(&mut editor, &[(2, 2)], LEFT);
    run(&mut editor, "edit.undo");
    stroke(&mut editor, &[(1, 1)], LEFT);
    assert_eq!(position(&editor), (1, 2));
    assert!(run(&mut editor, "edit.redo"));
}

#[test]
fn every_command_is_reached_by_its_keys_and_no_two_share_one() {
    let editor = editor();
    let mut seen: Vec<Key> = Vec::new();
    for command in commands() {
        for key in command.keys {
            // Arrows nudge what is selected, and go to frames and layers while nothing is; Enter and Escape end
            // what is under way, of which there is one thing at most, and Backspace takes a point of it back.
            let ends = ["Enter", "Escape", "Backspace"].contains(&key.key);
            let shared = ends || !key.ctrl && key.key.starts_with("Arrow");
            // Delete means the slice that its tool has chosen, and pixels without one.
            if command.id == "edit.delete-slice" {
                continue;
            }
            assert!(shared || editor.command_for(*key) == Some(command.id), "{}", command.id);
            assert!(shared || !seen.contains(key), "{key}");
            let browsers = ["w", "n", "t", "r"].contains(&key.key);
            assert!(!(key.ctrl && browsers), "{key} is the browser's");
            assert!(!(key.alt && (key.ctrl || key.is_sign())), "{key} is AltGr's");
            seen.push(*key);
        }
    }
    let shifted = Key { key: "Z", ctrl: true, shift: true, alt: false };
    assert_eq!(editor.command_for(shifted), Some("edit.redo"));
    assert_eq!(editor.command_for(Key { shift: true, ..Key::plain("+") }), Some("brush.larger"));
    assert_eq!(editor.command_for(Key { alt: true, ..Key::ctrl("z") }), None);
}

#[test]
fn arrows_nudge_what_is_selected_and_else_go_to_frames_and_layers() {
    let mut editor = editor();
    stroke(&mut editor, &[(5, 5), (9, 5)], LEFT);
    run(&mut editor, "frame.add");
    let arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
    let led = |editor: &Editor| arrows.map(|arrow| editor.command_for(Key::plain(arrow)).unwrap());
    assert_eq!(led(&editor), ["frame.previous", "frame.next", "layer.above", "layer.below"]);
    run(&mut editor, "view.by-keys");
    assert_eq!(led(&editor), ["cursor.left", "cursor.right", "cursor.up", "cursor.down"]);
    run(&mut editor, "cursor.end");
    run(&mut editor, "edit.undo");
    run(&mut editor, "select.all");
    assert_eq!(editor.command_for(Key::plain("ArrowRight")), Some("edit.nudge-right"));
    for time in [10, 300, 900] {
        editor.run("edit.nudge-right", &[], time).unwrap();
    }
    assert_eq!(painted(&editor), [(8, 5), (9, 5), (10, 5), (11, 5), (12, 5)]);
    assert_eq!(position(&editor).0, 3, "nudges in a row are one step");
    run(&mut editor, "edit.undo");
    assert_eq!(painted(&editor), [(5, 5), (6, 5), (7, 5), (8, 5), (9, 5)]);
}

#[test]
fn absurd_input_is_refused_in_one_sentence_and_changes_nothing() {
    let mut editor = editor();
    stroke(&mut editor, &[(1, 1)], LEFT);
    let said = [
        editor.new_document(0, 5).unwrap_err().to_string(),
        editor.new_document(40000, 5).unwrap_err().to_string(),
        size(&mut editor, 0).unwrap_err().to_string(),
        editor.set_primary("red").unwrap_err().to_string(),
        editor.set_tool("laser", &[]).unwrap_err().to_string(),
        editor.open(b"a letter", "a.txt").unwrap_err().to_string(),
    ];
    assert_eq!(said[0], "width must be from 1 to 32768, not 0");
    assert_eq!(said[1], "width must be from 1 to 32768, not 40000");
    assert_eq!(said[2], "size must be from 1 to 64, not 0");
    assert_eq!(said[3], "colour must be #rgb, #rgba, #rrggbb or #rrggbbaa, not \"red\"");
    let listed = |tool: &Tool| said[4].contains(tool.id);
    assert!(said[4].starts_with("tool must be pencil, ") && TOOLS.iter().all(listed), "{}", said[4]);
    assert!(said[5].starts_with("Undoodle can't open this file: it opens Undoodle"), "{}", said[5]);
    assert_eq!((painted(&editor), position(&editor)), (vec![(1, 1)], (1, 1)));
    assert!(editor.document().history().is_dirty());
}

#[test]
fn opening_what_was_saved_gives_the_same_pixels_and_a_clean_document() {
    let mut editor = editor();
    editor.set_primary("#12345678").unwrap();
    stroke(&mut editor, &[(1, 1), (40, 60)], LEFT);
    let (file, before) = (editor.encode("png").unwrap(), painted(&editor));
    editor.new_document(5, 5).unwrap();
    editor.open(&file, "art.final.png").unwrap();
    assert_eq!((editor.name(), painted(&editor)), ("art.final", before));
    assert!(
        !editor.document().history().is_dirty() && !run(&mut editor, "edit.undo"),
        "a history of its own"
    );
}

#[test]
fn a_stroke_costs_its_damage() {
    let mut editor = editor();
    while editor.next_patch().is_some() {}
    stroke(&mut editor, &[(3, 3), (9, 5)], LEFT);
    // Seven pixels of the line lie in three rows: to paint the box around them takes no longer than to hand on three patches.
    let painted: Vec<_> = std::iter::from_fn(|| editor.next_patch()).map(|(rect, _)| rect).collect();
    assert_eq!(painted, [Rect::new(24, 24, 56, 24)]);
    // Of a long line the box around it would be most of the picture.
    stroke(&mut editor, &[(3, 20), (42, 59)], LEFT);
    let painted: i32 =
        std::iter::from_fn(|| editor.next_patch()).map(|(rect, _)| rect.width * rect.height).sum();
    assert!((40 * 64..320 * 320 / 3).contains(&painted), "{painted}");
}

#[test]
fn commands_that_need_the_page_ask_it() {
    let mut editor = editor();
    for (id, ask) in [
        ("file.new", Ask::New),
        ("file.open", Ask::Open),
        ("file.open-sheet", Ask::OpenSheet),
        ("file.drawings", Ask::Drawings),
        ("file.save", Ask::Save),
        ("file.save-as", Ask::SaveAs),
        ("file.export", Ask::Export),
        ("file.export-again", Ask::ExportAgain),
        ("palette.open", Ask::OpenPalette),
        ("palette.save", Ask::SavePalette),
    ] {
        editor.take_effects();
        assert!(run(&mut editor, id));
        assert!(editor.take_effects().contains(&Effect::Ask(ask)));
    }
    assert!(editor.run("file.explode", &[], 0).is_err());
}

#[test]
fn idle_moments_pack_the_history_but_never_during_a_stroke() {
    let mut editor = editor();
    size(&mut editor, 9).unwrap();
    for row in 1..12 {
        stroke(&mut editor, &[(1, row), (9, row + 2), (14, row)], LEFT);
    }
    let before = editor.document().history().stats();
    while editor.idle() {}
    let after = editor.document().history().stats();
    assert!(after.sealed > before.sealed && after.bytes < before.bytes, "{before:?} {after:?}");
    press(&mut editor, (3, 3), LEFT);
    assert!(!editor.idle());
    run(&mut editor, "edit.cancel");
    while run(&mut editor, "edit.undo") {}
    assert!(!editor.document().history().is_dirty(), "everything packed can be undone");
}

#[test]
fn after_a_rest_the_newest_steps_take_what_they_will_take_and_the_page_hears_of_it_once() {
    let mut editor = editor();
    size(&mut editor, 9).unwrap();
    stroke(&mut editor, &[(1, 3), (9, 5), (14, 3)], LEFT);
    while editor.idle() {}
    editor.news();
    let hot = editor.document().history().stats();
    while editor.rest() {}
    let rested = editor.document().history().stats();
    assert!(rested.hot == 0 && rested.sealed > 0 && 5 * rested.sealed < hot.hot, "{hot:?} {rested:?}");
    assert!(!editor.news().is_empty(), "panels show the size");
    assert!(!editor.rest());
    assert!(editor.news().is_empty(), "once");
    press(&mut editor, (3, 3), LEFT);
    assert!(!editor.rest(), "never during a stroke");
    run(&mut editor, "edit.cancel");
    assert!(run(&mut editor, "edit.undo") && !editor.document().history().is_dirty());
}

#[test]
fn a_look_around_between_undo_and_redo_is_no_edit() {
    let mut editor = editor();
    stroke(&mut editor, &[(1, 1), (5, 5)], LEFT);
    run(&mut editor, "edit.undo");
    for id in ["view.fit", "view.grid", "color.swap", "brush.larger"] {
        assert!(run(&mut editor, id), "{id} is a command");
    }
    assert!(run(&mut editor, "edit.redo"), "what only the eye changes is not history");
}

#[test]
fn a_move_tells_panels_no_more_than_that_the_pointer_moved() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let effects = |editor: &mut Editor| editor.take_effects();
    editor.pointer_move(100.0, 100.0, 0);
    assert!(effects(&mut editor).contains(&Effect::Moved));
    editor.pointer_down(100.0, 100.0, 0, 1);
    assert!(effects(&mut editor).contains(&Effect::State), "a stroke has begun");
    for step in 1..9 {
        editor.pointer_move(100.0 + f64::from(step) * 20.0, 100.0, 2);
        let told = effects(&mut editor);
        assert!(told.contains(&Effect::Moved) && told.contains(&Effect::Repaint), "{told:?}");
        assert!(!told.contains(&Effect::State), "{told:?}");
    }
    editor.pointer_up(300.0, 100.0, 3);
    assert!(effects(&mut editor).contains(&Effect::State), "it is a step now");
    editor.pointer_move(300.0, 100.0, 4);
    assert_eq!(effects(&mut editor), [], "the same pixel is no news");
}
