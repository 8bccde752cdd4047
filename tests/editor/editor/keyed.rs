//! Tests of `src/editor/hand/keyed.rs`.

use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::tools::TOOLS;
use undoodle::value::Value;

const STEPS: [(&str, (i32, i32)); 4] =
    [("cursor.right", (1, 0)), ("cursor.down", (0, 1)), ("cursor.left", (-1, 0)), ("cursor.up", (0, -1))];

fn editor(side: i64) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(400, 300);
    editor.new_document(side, side).unwrap();
    editor
}

fn run(editor: &mut Editor, id: &str, time: u64) {
    assert!(editor.run(id, &[], time).unwrap(), "{id} is enabled");
}

#[test]
fn a_stroke_by_keys_is_that_of_the_pointer_with_any_tool_and_zoom() {
    for (tool, side) in TOOLS.iter().flat_map(|tool| [(tool, 40), (tool, 800)]) {
        if matches!(tool.id, "hand" | "zoom") {
            continue;
        }
        let mut hands = [editor(side), editor(side)];
        for editor in &mut hands {
            editor.set_tool("fill", &[]).unwrap();
            let (x, y) = editor.view().device_center(20.0, 20.0);
            editor.pointer_down(x, y, 0, 0);
            editor.pointer_up(x, y, 1);
            editor.set_tool(tool.id, &[]).unwrap();
            run(editor, "color.swap", 2);
        }
        let [keys, pointer] = &mut hands;
        run(keys, "view.by-keys", 3);
        let mut at = keys.cursor().unwrap();
        let place = |editor: &Editor, at: Point| editor.view().device_center(at.x.into(), at.y.into());
        keys.hold_space(true, 10);
        let (x, y) = place(pointer, at);
        pointer.pointer_down(x, y, 0, 10);
        for i in 0..13 {
            let (id, (across, down)) = STEPS[i * i % 3 % 2 + i / 7];
            run(keys, id, 11 + i as u64);
            at = Point::new(at.x + across, at.y + down);
            let (x, y) = place(pointer, at);
            pointer.pointer_move(x, y, 11 + i as u64);
        }
        keys.hold_space(false, 50);
        let (x, y) = place(pointer, at);
        pointer.pointer_up(x, y, 50);
        assert_eq!(keys.cursor(), Some(at));
        assert_eq!(keys.document().history().position(), pointer.document().history().position());
        for (x, y) in (0..40).flat_map(|y| (0..40).map(move |x| (x + at.x - 20, y + at.y - 20))) {
            let pixel = |editor: &Editor| editor.pixel(x, y).ok();
            assert_eq!(pixel(keys), pixel(pointer), "{} at {side}: {x}, {y}", tool.id);
        }
        assert_eq!(keys.document().selection(), pointer.document().selection(), "{}", tool.id);
    }
}

#[test]
fn the_cursor_goes_where_the_screen_says_stays_on_the_canvas_and_is_followed() {
    for turn in ["", "view.mirror", "view.turn-left", "view.turn-right"] {
        let mut editor = editor(96);
        for id in [turn, "view.zoom.5", "view.by-keys"].into_iter().filter(|id| !id.is_empty()) {
            run(&mut editor, id, 0);
        }
        let canvas = editor.document().bounds();
        for i in 0..400 {
            let (id, (across, down)) = STEPS[i / 100];
            let (before, seen) = (editor.cursor().unwrap(), *editor.view());
            run(&mut editor, id, 0);
            let at = editor.cursor().unwrap();
            let from = seen.device_center(before.x.into(), before.y.into());
            let to = seen.device_center(at.x.into(), at.y.into());
            let moved = ((to.0 - from.0).round() as i32, (to.1 - from.1).round() as i32);
            assert!(at == before || moved == (16 * across, 16 * down), "{turn} {id}: {moved:?}");
            assert!(canvas.contains(at));
            let shown = editor.view().device_rect(Rect::pixel(at));
            assert_eq!(shown.intersect(editor.view().bounds()), shown, "the view follows");
        }
        let corner = editor.cursor().unwrap();
        run(&mut editor, "cursor.up", 0);
        assert_eq!(editor.cursor(), Some(corner), "there is nothing beyond the edge");
    }
}

#[test]
fn shift_leaps_by_the_grid_in_a_turned_view_too() {
    let mut editor = editor(96);
    run(&mut editor, "view.by-keys", 0);
    let from = editor.cursor().unwrap();
    run(&mut editor, "cursor.far-left", 0);
    assert_eq!(editor.cursor(), Some(Point::new(from.x - 8, from.y)), "there is no grid");
    let grid = [("width".to_owned(), Value::from(12)), ("height".to_owned(), Value::from(4))];
    editor.run("image.grid", &grid, 0).unwrap();
    let from = editor.cursor().unwrap();
    run(&mut editor, "cursor.far-right", 0);
    assert_eq!(editor.cursor(), Some(Point::new(from.x + 12, from.y)));
    run(&mut editor, "view.turn-right", 0);
    run(&mut editor, "cursor.far-right", 0);
    assert_eq!(editor.cursor(), Some(Point::new(from.x + 12, from.y - 4)));
}

#[test]
fn while_the_pen_is_down_the_pointer_changes_nothing() {
    let mut editor = editor(64);
    run(&mut editor, "view.by-keys", 0);
    let at = editor.cursor().unwrap();
    editor.hold_space(true, 1);
    editor.pointer_move(10.0, 10.0, 2);
    editor.pointer_down(10.0, 10.0, 0, 3);
    editor.pointer_up(10.0, 10.0, 4);
    editor.pointer_leave();
    assert!(editor.is_painting() && editor.is_pen_down());
    editor.hold_space(false, 5);
    assert_eq!((editor.cursor(), editor.document().history().position()), (Some(at), 1));
    let painted = (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
    let painted = painted.filter(|&(x, y)| !editor.pixel(x, y).unwrap().is_transparent());
    assert_eq!(painted.collect::<Vec<_>>(), [(at.x, at.y)]);
}

#[test]
fn escape_unwinds_the_stroke_before_the_mode() {
    let mut editor = editor(64);
    run(&mut editor, "view.by-keys", 0);
    editor.hold_space(true, 1);
    let escape = |editor: &mut Editor| {
        let id = editor.command_for(undoodle::editor::Key::plain("Escape")).unwrap();
        run(editor, id, 2);
    };
    escape(&mut editor);
    editor.hold_space(false, 3);
    assert_eq!((editor.document().history().position(), editor.is_by_keys()), (0, true));
    escape(&mut editor);
    assert!(!editor.is_by_keys() && editor.cursor().is_none());
    editor.hold_space(true, 4);
    assert!(editor.is_grabbing(), "Space pans again");
}
