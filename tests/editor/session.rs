//! What a person has beside the drawing: where they look, and what they are told.

use undoodle::editor::{Editor, Effect, Key};
use undoodle::geometry::Point;
use undoodle::history::Limits;
use undoodle::render::Zoom;
use undoodle::value::Value;

/// An editor of 64×64 pixels, 8 device pixels each.
fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(512, 512);
    editor
}

fn run(editor: &mut Editor, id: &str) {
    assert!(editor.run(id, &[], 0).unwrap());
}

#[test]
fn undo_of_a_resize_takes_one_back_to_where_one_looked() {
    let mut editor = editor();
    editor.set_options(&[("axisX".into(), Value::Number(10.0))]).unwrap();
    assert!(editor.run("view.zoom.in", &[], 0).unwrap());
    let before = *editor.view();
    let sides = [("width".to_owned(), Value::Number(32.0)), ("height".to_owned(), Value::Number(16.0))];
    assert!(editor.run("image.resize", &sides, 0).unwrap());
    let axis = |editor: &Editor| editor.options().get("axisX");
    assert_eq!((editor.view().zoom, axis(&editor)), (Zoom::times(16), Some(Value::Number(16.0))), "fitted");
    editor.set_options(&[("axisX".into(), Value::Number(3.0))]).unwrap();
    run(&mut editor, "edit.undo");
    assert_eq!((editor.view(), axis(&editor)), (&before, Some(Value::Number(10.0))));
    run(&mut editor, "edit.redo");
    assert_eq!((editor.view().zoom, axis(&editor)), (Zoom::times(16), Some(Value::Number(3.0))));
    // In a viewport of another size it is fitted.
    editor.resize(256, 256);
    run(&mut editor, "edit.undo");
    assert_eq!(editor.view().zoom, Zoom::times(4));
    editor.new_document(32, 16).unwrap();
    assert_eq!(axis(&editor), Some(Value::Number(16.0)), "another drawing knows nothing of it");
}

#[test]
fn a_step_that_leaves_room_for_few_others_says_so() {
    let mut editor = editor();
    // Noise of 64×64 pixels fits as it was captured, and hardly anything beside it.
    let limits = Limits { budget: 20_450, working: 1 << 20, depth: 1 };
    editor.set_history_limits(limits).unwrap();
    for y in 0..20 {
        editor.pointer_down(30.0, f64::from(y) * 8.0, 0, 0);
        editor.pointer_up(90.0, f64::from(y) * 8.0, 0);
    }
    editor.take_effects();
    let mut random = fastrand::Rng::with_seed(1);
    let noise: Vec<u8> = std::iter::repeat_with(|| random.u8(1..)).take(4 * 64 * 64).collect();
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, 64, 64);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&noise).unwrap();
    editor.paste(&file, 0).unwrap();
    let left = editor.document().history().position();
    let said = editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Message(text) if text.to_string().contains("forgotten") => Some(text.to_string()),
        _ => None,
    });
    assert!((1..=4).contains(&left), "{left} steps are left");
    let expected = format!("{} steps forgotten: this one needs their room", 21 - left);
    assert_eq!(said, Some(expected));
}

/// Runs a command that must succeed.
fn done(editor: &mut Editor, id: &str, args: &[(&str, i64)], time: u64) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), Value::from(*value))).collect();
    assert!(editor.run(id, &args, time).unwrap(), "{id}");
}

#[test]
fn steps_of_different_layers_and_frames_do_not_join() {
    let mut editor = Editor::new().unwrap();
    done(&mut editor, "layer.add", &[], 0);
    done(&mut editor, "frame.add", &[], 0);
    let steps = |editor: &Editor| editor.document().history().position();
    let made = steps(&editor);
    for (layer, opacity) in [(0, 10), (0, 20), (1, 10), (0, 30)] {
        done(&mut editor, "layer.opacity", &[("layer", layer), ("opacity", opacity)], 10);
    }
    assert_eq!(steps(&editor), made + 3, "the first two are one");
    for (frame, milliseconds) in [(0, 10), (1, 10), (1, 20)] {
        done(&mut editor, "frame.duration", &[("frame", frame), ("milliseconds", milliseconds)], 10);
    }
    assert_eq!(steps(&editor), made + 5);
}

#[test]
fn edits_that_cancelled_each_other_out_leave_nothing_to_join() {
    let mut editor = Editor::new().unwrap();
    done(&mut editor, "layer.add", &[], 0);
    done(&mut editor, "layer.opacity", &[("layer", 0), ("opacity", 10)], 10);
    let made = editor.document().history().position();
    done(&mut editor, "layer.opacity", &[("layer", 1), ("opacity", 10)], 20);
    done(&mut editor, "layer.opacity", &[("layer", 1), ("opacity", 255)], 30);
    assert_eq!(editor.document().history().position(), made, "there and back is no step");
    done(&mut editor, "layer.opacity", &[("layer", 1), ("opacity", 20)], 40);
    done(&mut editor, "edit.undo", &[], 50);
    assert_eq!(editor.document().layer(0).unwrap().opacity, 10, "the other layer's step is another");
}

#[test]
fn undo_and_redo_lead_to_the_layer_and_frame_that_were_worked_on() {
    let mut editor = Editor::new().unwrap();
    (0..2).for_each(|_| done(&mut editor, "layer.add", &[], 0));
    let active = |editor: &Editor| editor.document().layer(editor.cel().layer).unwrap().name;
    done(&mut editor, "layer.move", &[("from", 2), ("to", 0)], 0);
    assert_eq!((editor.cel().layer, active(&editor).as_str()), (0, "Layer 3"));
    done(&mut editor, "edit.undo", &[], 0);
    assert_eq!((editor.cel().layer, active(&editor).as_str()), (2, "Layer 3"));
    done(&mut editor, "edit.redo", &[], 0);
    assert_eq!((editor.cel().layer, active(&editor).as_str()), (0, "Layer 3"));
    done(&mut editor, "layer.delete", &[("layer", 0)], 0);
    let next = active(&editor);
    done(&mut editor, "edit.undo", &[], 0);
    assert_eq!(active(&editor), "Layer 3");
    done(&mut editor, "edit.redo", &[], 0);
    assert_eq!(active(&editor), next);
}

#[test]
fn a_refused_commit_leaves_the_active_layer_and_the_clipboard() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    done(&mut editor, "select.all", &[], 0);
    done(&mut editor, "edit.fill", &[], 0);
    done(&mut editor, "layer.add", &[], 0);
    done(&mut editor, "layer.choose", &[("layer", 0)], 0);
    let limits = editor.document().history().limits();
    editor.set_history_limits(Limits { working: 0, ..limits }).unwrap();
    let desk = editor.desk().clone();
    for id in ["layer.duplicate", "edit.cut", "layer.delete", "frame.add"] {
        assert!(!editor.run(id, &[], 0).unwrap_or(false), "{id}: it asks");
        assert!(*editor.desk() == desk, "{id}");
        editor.answer(false).unwrap();
    }
}

#[test]
fn an_edit_stops_the_animation_and_is_made_on_the_frame_that_is_seen() {
    let mut editor = Editor::new().unwrap();
    (0..2).for_each(|_| done(&mut editor, "frame.add", &[], 0));
    done(&mut editor, "frame.choose", &[("frame", 0)], 0);
    done(&mut editor, "frame.play", &[], 0);
    editor.tick(0.0);
    editor.preview("edit.invert", &[]).unwrap();
    let shown = editor.cel().frame;
    editor.tick(250.0);
    assert_eq!((editor.cel().frame, editor.is_playing()), (shown, false));
}

#[test]
fn a_refused_edit_leaves_the_preview_and_the_animation() {
    let mut editor = editor();
    done(&mut editor, "select.all", &[], 0);
    done(&mut editor, "edit.fill", &[], 0);
    let (lightness, black) = ([("lightness".into(), Value::from(100))], editor.pixel(3, 3).unwrap());
    editor.preview("edit.hue", &lightness).unwrap();
    let shown = editor.pixel(3, 3).unwrap();
    assert_ne!(shown, black);
    let refused = [
        ("edit.hue", vec![("lightness".into(), Value::from(1000))]),
        ("edit.hue", vec![("no such".into(), Value::from(1))]),
        ("image.resize", vec![("width".into(), Value::from(0))]),
        ("layer.opacity", vec![("layer".into(), Value::from(7))]),
    ];
    for (id, args) in refused {
        let before = editor.document().history().position();
        assert!(editor.run(id, &args, 0).is_err(), "{id} {args:?}");
        assert!(editor.is_previewing() && editor.pixel(3, 3).unwrap() == shown, "{id} {args:?}");
        assert_eq!(editor.document().history().position(), before);
    }
    assert!(editor.preview_end() && editor.pixel(3, 3).unwrap() == black);

    done(&mut editor, "frame.add", &[], 0);
    done(&mut editor, "frame.play", &[], 0);
    assert!(editor.run("edit.hue", &[("lightness".into(), Value::from(1000))], 0).is_err());
    assert!(editor.is_playing());
}

#[test]
fn undo_of_a_property_repaints_what_the_layer_has_got_since() {
    let mut editor = editor();
    done(&mut editor, "layer.visible", &[("layer", 0)], 0);
    done(&mut editor, "edit.undo", &[], 0);
    editor.pointer_down(100.0, 100.0, 0, 0);
    editor.pointer_up(100.0, 100.0, 0);
    done(&mut editor, "history.bring-back", &[], 0);
    assert!(!editor.document().layer(0).unwrap().visible);
    while editor.next_patch().is_some() {}
    done(&mut editor, "edit.undo", &[], 0);
    let shown: Vec<_> = std::iter::from_fn(|| editor.next_patch()).collect();
    assert!(shown.iter().any(|(rect, _)| rect.contains(Point::new(100, 100))), "{shown:?}");
}

/// The painted pixels, row by row.
fn painted(editor: &Editor) -> Vec<(i32, i32)> {
    let places = (0..64).flat_map(|y| (0..64).map(move |x| (x, y)));
    places.filter(|(x, y)| editor.pixel(*x, *y).unwrap().bytes[3] > 0).collect()
}

#[test]
fn with_the_move_tool_arrows_move_the_whole_layer() {
    let mut editor = editor();
    for x in [44.0, 52.0] {
        editor.pointer_down(x, 44.0, 0, 0);
        editor.pointer_up(x, 44.0, 0);
    }
    run(&mut editor, "tool.move");
    assert_eq!(editor.command_for(Key::plain("ArrowDown")), Some("edit.nudge-down"));
    for time in [10, 300, 900] {
        editor.run("edit.nudge-down", &[], time).unwrap();
    }
    editor.run("edit.jump-right", &[], 1000).unwrap();
    assert_eq!(painted(&editor), [(13, 8), (14, 8)]);
    assert!(editor.document().floating().is_none() && editor.document().selection().is_none());
    assert_eq!(editor.document().history().position(), 3, "moves in a row are one step");
    run(&mut editor, "edit.undo");
    assert_eq!(painted(&editor), [(5, 5), (6, 5)]);
}

#[test]
fn a_small_drawing_is_not_zoomed_out_to_a_dot() {
    let mut editor = editor();
    let smallest = |editor: &mut Editor| {
        (0..60).for_each(|_| run(editor, "view.zoom.out"));
        editor.wheel(9.0, 9.0, -3.0);
        editor.view().zoom
    };
    assert_eq!(smallest(&mut editor), Zoom::times(1));
    editor.new_document(1000, 10).unwrap();
    assert_eq!(smallest(&mut editor), Zoom::part(16), "1000 pixels in 63");
    editor.new_document(32768, 1).unwrap();
    assert_eq!(smallest(&mut editor), Zoom::part(512));
    // A window in which it only fits smaller shows it smaller.
    editor.resize(20, 20);
    run(&mut editor, "view.fit");
    let fitted = editor.view().zoom;
    assert_eq!(smallest(&mut editor), fitted);
    run(&mut editor, "view.zoom.in");
    assert!(editor.view().zoom.down() < fitted.down());
}
