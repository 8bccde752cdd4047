//! Tests of `src/editor/shown/miniature.rs`.

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
    editor.open_miniature(100, 100, false);
    editor.open_miniature(0, 100, false);
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
    editor.open_miniature(100, 100, false);
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
    editor.open_miniature(9999, 300, false);
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
fn whole_it_shows_all_of_a_large_canvas_by_averages_of_its_blocks() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.new_document(512, 300).unwrap();
    editor.open_miniature(256, 256, true);
    let mut out = Vec::new();
    let first = editor.miniature(None, &mut out).unwrap();
    assert_eq!((first.area.width, first.area.height, first.block), (512, 300, 2));
    assert_eq!((out.len(), first.in_miniature(first.area).height), (256 * 150 * 4, 150));
    // Of a dab in the last corner, only its block is rendered.
    let (x, y) = editor.view().device_center(511.0, 299.0);
    editor.pointer_down(x, y, 0, 0);
    let next = editor.miniature(None, &mut out).unwrap();
    let part = next.in_miniature(next.stale);
    assert_eq!((part.x, part.y, part.width, part.height), (255, 149, 1, 1));
    assert_eq!(out, [0, 0, 0, 64], "one of four pixels");
    // A size that the blocks do not divide, and a canvas too large to be averaged.
    for (width, height, block, shown) in [(257, 300, 2, (129, 150)), (9000, 100, 36, (250, 3))] {
        editor.new_document(width, height).unwrap();
        let glimpse = editor.miniature(None, &mut out).unwrap();
        let all = glimpse.in_miniature(glimpse.area);
        assert_eq!((glimpse.block, (all.width, all.height)), (block, shown));
        assert_eq!(out.len(), (shown.0 * shown.1 * 4) as usize);
    }
    editor.new_document(4096, 2048).unwrap();
    assert_eq!(editor.miniature(None, &mut out).unwrap().block, 16);
    assert_eq!(out.len(), 256 * 128 * 4);
}

#[test]
fn it_shows_what_the_picture_shows_whatever_happens() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.open_miniature(64, 64, false);
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
