//! What a person has beside the drawing: where they look, and what they are told.
#![cfg(not(target_arch = "wasm32"))]

use undoodle::editor::{Editor, Effect};
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
    let limits = Limits { budget: 19_600, working: 1 << 20, depth: 1 };
    editor.set_history_limits(limits).unwrap();
    for y in 0..20 {
        editor.pointer_down(30.0, f64::from(y) * 8.0, 0, 0);
        editor.pointer_up(90.0, f64::from(y) * 8.0);
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
        Effect::Message(text) if text.contains("forgotten") => Some(text),
        _ => None,
    });
    assert!((1..=4).contains(&left), "{left} steps are left");
    let expected = format!("{} steps forgotten: this one leaves no room for more", 21 - left);
    assert_eq!(said, Some(expected));
}
