//! Tests of `src/editor/shown/miniature.rs`.

use undoodle::Error;
use undoodle::editor::{Editor, commands};
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

/// An editor with a film: a frame for each colour, filled with it, and shown for 100 milliseconds.
fn film(side: i64, colors: u8) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.new_document(side, side).unwrap();
    for red in 1..=colors {
        if red > 1 {
            editor.run("frame.add", &[], 0).unwrap();
        }
        fill(&mut editor, red);
    }
    editor
}

/// Fills the active frame with a colour.
fn fill(editor: &mut Editor, red: u8) {
    editor.set_primary(&format!("#{red:02x}0000")).unwrap();
    editor.set_tool("fill", &[]).unwrap();
    editor.pointer_down(320.0, 320.0, 0, 0);
    editor.pointer_up(320.0, 320.0, 0);
}

/// Plays one round in the miniature; for each frame, whether it was rendered anew.
fn rendered(editor: &mut Editor, frames: u8) -> Vec<bool> {
    let mut out = Vec::new();
    let rendered = (0..frames).map(|frame| {
        let glimpse = editor.miniature(Some(f64::from(frame) * 100.0), &mut out).unwrap();
        assert_eq!((glimpse.frame, glimpse.stale), (u32::from(frame), glimpse.area));
        !glimpse.again
    });
    rendered.collect()
}

#[test]
fn frames_that_are_played_are_rendered_once() {
    let mut editor = film(512, 3);
    editor.open_miniature(128, 128, true);
    assert_eq!(rendered(&mut editor, 3), [true; 3]);
    assert_eq!(rendered(&mut editor, 3), [false; 3]);
    fill(&mut editor, 9);
    assert_eq!(rendered(&mut editor, 3), [false, false, true], "only what was painted on");
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!(rendered(&mut editor, 3), [false, false, true]);
    // Of a stroke that is under way nothing is kept: it may be gone in a moment.
    editor.set_tool("pencil", &[]).unwrap();
    editor.pointer_down(320.0, 320.0, 0, 0);
    assert_eq!([rendered(&mut editor, 3), rendered(&mut editor, 3)], [[true; 3], [true; 3]]);
    editor.pointer_cancel();
    assert_eq!(rendered(&mut editor, 3), [false; 3]);
    editor.open_miniature(64, 64, true);
    assert_eq!(rendered(&mut editor, 3), [true; 3], "of another size");
}

#[test]
fn of_a_film_that_is_too_large_the_first_frames_are_kept_until_they_are_painted_on() {
    // Sixteen of 256 KB fit.
    let mut editor = film(256, 20);
    editor.open_miniature(256, 256, true);
    assert_eq!(rendered(&mut editor, 20), [true; 20]);
    let kept: Vec<_> = (0..20).map(|frame| frame >= 16).collect();
    assert_eq!([rendered(&mut editor, 20), rendered(&mut editor, 20)], [kept.clone(), kept]);
    editor.run("edit.reach", &[("reach".into(), "frames".into())], 0).unwrap();
    editor.run("edit.invert", &[], 0).unwrap();
    assert_eq!(rendered(&mut editor, 20), [true; 20]);
    let anew = |editor: &mut Editor| rendered(editor, 20).into_iter().filter(|anew| *anew).count();
    let counts: Vec<_> = (0..3).map(|_| anew(&mut editor)).collect();
    assert_eq!(counts[2], 4, "what no frame shows any more made room: {counts:?}");
}

#[test]
fn what_was_kept_is_what_would_be_rendered_whatever_was_done() {
    for command in commands() {
        let mut editor = film(64, 3);
        editor.open_miniature(64, 64, true);
        let round = |editor: &mut Editor| {
            let times = 0..editor.document().frames();
            let pictures = times.map(|frame| {
                let mut out = Vec::new();
                let glimpse = editor.miniature(Some(f64::from(frame) * 100.0), &mut out).unwrap();
                (glimpse.frame, glimpse.area, (glimpse.stale == glimpse.area).then_some(out))
            });
            pictures.collect::<Vec<_>>()
        };
        round(&mut editor);
        editor.set_tool("pencil", &[]).unwrap();
        editor.pointer_down(100.0, 100.0, 0, 0);
        editor.pointer_up(300.0, 200.0, 2);
        round(&mut editor);
        _ = editor.run(command.id, &[], 0);
        if editor.is_playing() {
            continue;
        }
        let kept = round(&mut editor);
        editor.open_miniature(64, 64, true);
        for (kept, rendered) in kept.into_iter().zip(round(&mut editor)) {
            // Where one frame is shown by itself, what has not changed is not rendered at all.
            assert!(kept == rendered || kept.2.is_none(), "{}: frame {}", command.id, rendered.0);
        }
    }
}

#[test]
fn while_the_picture_plays_the_miniature_shows_its_frame() {
    let mut editor = film(64, 3);
    editor.open_miniature(64, 64, true);
    editor.run("frame.play", &[], 0).unwrap();
    let mut out = Vec::new();
    for time in [0.0, 100.0, 200.0, 300.0] {
        editor.tick(time);
        for clock in [None, Some(40.0)] {
            let glimpse = editor.miniature(clock, &mut out).unwrap();
            assert_eq!((glimpse.frame, glimpse.rest), (editor.cel().frame, Some(0.0)));
        }
    }
    editor.run("frame.play", &[], 0).unwrap();
    assert_eq!(editor.miniature(Some(40.0), &mut out).unwrap().rest, Some(60.0), "a clock of its own again");
}

#[test]
fn a_large_picture_is_rendered_in_parts_until_nothing_is_lacking() {
    let mut editor = film(2048, 1);
    for _ in 0..3 {
        editor.run("layer.duplicate", &[], 0).unwrap();
    }
    editor.open_miniature(128, 128, true);
    let parts = |editor: &mut Editor| {
        let mut parts = Vec::new();
        while parts.is_empty() || editor.miniature_lacks() {
            let mut out = Vec::new();
            let glimpse = editor.miniature(None, &mut out).unwrap();
            let pixels = i64::from(glimpse.stale.width) * i64::from(glimpse.stale.height) * 4;
            assert!(pixels <= 1 << 20, "{pixels} at once");
            assert_eq!(
                out.len(),
                glimpse.in_miniature(glimpse.stale).width as usize
                    * glimpse.in_miniature(glimpse.stale).height as usize
                    * 4
            );
            parts.push(glimpse.stale);
        }
        parts
    };
    let first = parts(&mut editor);
    let heights: i32 = first.iter().map(|part| part.height).sum();
    assert_eq!((first.len(), heights), (16, 2048));
    assert!(first.is_sorted_by_key(|part| part.y), "from the top down, each once");
    // A stroke's part is small enough.
    editor.set_tool("pencil", &[]).unwrap();
    editor.pointer_down(320.0, 320.0, 0, 0);
    assert_eq!(parts(&mut editor).len(), 1);
    editor.pointer_up(320.0, 320.0, 0);
    editor.run("edit.invert", &[], 0).unwrap();
    assert_eq!(parts(&mut editor).len(), 16);
    // A film's frames can't wait for each other.
    editor.run("frame.add", &[], 0).unwrap();
    assert!(rendered(&mut editor, 2) == [true; 2] && !editor.miniature_lacks());
}
