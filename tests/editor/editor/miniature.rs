//! Tests of `src/editor/miniature.rs`.

use undoodle::Error;
use undoodle::editor::Editor;
use undoodle::value::Value;

fn args(pairs: &[(&str, i32)]) -> Vec<(String, Value)> {
    pairs.iter().map(|(name, value)| (name.to_string(), Value::from(*value))).collect()
}

#[test]
fn a_closed_miniature_notes_and_renders_nothing() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let mut out = Vec::new();
    assert_eq!(editor.miniature(None, &mut out), Err(Error::Idle));
    editor.open_miniature(100, 100);
    editor.open_miniature(0, 100);
    editor.pointer_down(105.0, 205.0, 0, 0);
    assert_eq!(editor.miniature(Some(3.0), &mut out), Err(Error::Idle));
}

#[test]
fn frames_are_played_by_their_durations_while_another_one_is_painted_on() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.run("frame.add", &[], 0).unwrap();
    editor.run("frame.duration", &args(&[("frame", 0), ("milliseconds", 300)]), 0).unwrap();
    editor.run("frame.duration", &args(&[("frame", 1), ("milliseconds", 50)]), 0).unwrap();
    editor.open_miniature(100, 100);
    let mut out = Vec::new();
    let mut at = |editor: &mut Editor, time: f64| editor.miniature(Some(time), &mut out).unwrap();
    let found: Vec<_> = [0.0, 299.0, 300.0, 349.0, 350.0].map(|time| at(&mut editor, time)).to_vec();
    let frames: Vec<_> = found.iter().map(|glimpse| (glimpse.frame, glimpse.rest.unwrap())).collect();
    assert_eq!(frames, [(0, 300.0), (0, 1.0), (1, 50.0), (1, 1.0), (0, 300.0)]);
    assert!(found[1].stale.is_empty(), "nothing is rendered twice");
    let painted = |editor: &Editor| editor.is_painting();
    editor.pointer_down(105.0, 205.0, 0, 0);
    assert_eq!((at(&mut editor, 400.0).frame, editor.cel().frame), (0, 1));
    assert_eq!(at(&mut editor, 650.0).frame, 1);
    assert!(painted(&editor), "the stroke goes on");
}

#[test]
fn of_a_large_canvas_the_part_in_the_middle_of_the_view_is_shown() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.new_document(4000, 100).unwrap();
    editor.open_miniature(9999, 300);
    let mut out = Vec::new();
    let glimpse = editor.miniature(None, &mut out).unwrap();
    assert_eq!((glimpse.area.width, glimpse.area.height), (256, 100));
    let off = glimpse.area.x + 128 - 2000;
    assert!(off.abs() <= editor.view().zoom.down(), "as near as a device pixel: {off}");
    assert_eq!(out.len(), 256 * 100 * 4);
    editor.run("view.zoom.6", &[], 0).unwrap();
    for _ in 0..2000 {
        editor.run("view.scroll-left", &[], 0).unwrap();
    }
    assert_eq!(editor.miniature(None, &mut out).unwrap().area.x, 0, "it never leaves the canvas");
}

#[test]
fn it_shows_what_the_picture_shows_whatever_happens() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.open_miniature(64, 64);
    let (mut out, mut shown) = (Vec::new(), vec![[0u8; 4]; 64 * 64]);
    let mut check = |editor: &mut Editor, what: &str| {
        let glimpse = editor.miniature(None, &mut out).unwrap();
        let mut pixels = out.as_chunks::<4>().0.iter();
        for y in glimpse.stale.y..glimpse.stale.bottom() {
            for x in glimpse.stale.x..glimpse.stale.right() {
                shown[(y * 64 + x) as usize] = *pixels.next().unwrap();
            }
        }
        for (at, pixel) in shown.iter().enumerate() {
            let truth = editor.pixel(at as i32 % 64, at as i32 / 64).unwrap();
            assert_eq!(*pixel, truth.bytes, "{what}: {at}");
        }
    };
    let stroke = |editor: &mut Editor, y: f64| {
        editor.pointer_down(105.0, y, 0, 0);
        editor.pointer_move(400.0, y + 30.0, 1);
        editor.pointer_up(500.0, y, 2);
    };
    check(&mut editor, "empty");
    stroke(&mut editor, 200.0);
    check(&mut editor, "a stroke");
    editor.run("edit.undo", &[], 0).unwrap();
    check(&mut editor, "undone");
    editor.run("edit.redo", &[], 0).unwrap();
    editor.preview("edit.rotate", &[]).unwrap();
    check(&mut editor, "a preview");
    editor.preview_end();
    check(&mut editor, "its end");
    editor.repaint();
    editor.run("frame.add", &[], 0).unwrap();
    check(&mut editor, "another frame");
    stroke(&mut editor, 500.0);
    editor.run("frame.choose", &args(&[("frame", 0)]), 0).unwrap();
    check(&mut editor, "the first again");
}
