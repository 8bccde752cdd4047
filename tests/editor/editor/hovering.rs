//! Tests of `src/editor/hand/hovering.rs`.

use undoodle::color::Color;
use undoodle::editor::Editor;
use undoodle::geometry::Point;
use undoodle::tools::Held;
use undoodle::value::Value;

const SHIFT: Held = Held { shift: true, ctrl: false, alt: false };

fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor
}

fn dab(editor: &mut Editor, x: i32, y: i32) {
    let (x, y) = (f64::from(x) * 10.0 + 5.0, f64::from(y) * 10.0 + 5.0);
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 1);
}

#[test]
fn a_line_goes_on_from_the_last_stroke_that_still_stands() {
    let mut editor = editor();
    dab(&mut editor, 3, 3);
    editor.hold(SHIFT);
    dab(&mut editor, 20, 3);
    assert_eq!(editor.last_end(), Some(Point::new(20, 3)));
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!(editor.last_end(), Some(Point::new(3, 3)));
    dab(&mut editor, 3, 20);
    assert!((3..=20).all(|y| !editor.pixel(3, y).unwrap().is_transparent()), "straight down");
    editor.run("edit.undo", &[], 0).unwrap();
    editor.run("edit.undo", &[], 0).unwrap();
    assert_eq!((editor.last_end(), editor.has_line()), (None, false), "nothing was painted yet");
    editor.run("edit.redo", &[], 0).unwrap();
    assert_eq!(editor.last_end(), Some(Point::new(3, 3)));
}

#[test]
fn the_line_that_is_shown_is_the_one_that_is_painted() {
    for size in [1, 4, 7] {
        let mut editor = editor();
        editor.set_options(&[("size".into(), Value::from(size))]).unwrap();
        dab(&mut editor, 5, 9);
        editor.hold(SHIFT);
        editor.pointer_move(625.0, 405.0, 2);
        let corners = editor.line_contour();
        dab(&mut editor, 62, 40);
        // Whether a pixel lies within the loops: a ray to its left crosses an odd number of upright sides.
        let inside = |x: i32, y: i32| {
            let (mut at, mut odd) = (0, false);
            while at < corners.len() {
                let count = corners[at] as usize;
                let corner = |i: usize| (corners[at + 1 + i * 2], corners[at + 2 + i * 2]);
                for i in 0..count {
                    let ((x0, y0), (_, y1)) = (corner(i), corner((i + 1) % count));
                    odd ^= y0 != y1 && x0 <= x && (y0.min(y1)..y0.max(y1)).contains(&y);
                }
                at += 1 + 2 * count;
            }
            odd
        };
        for (x, y) in (0..64).flat_map(|y| (0..64).map(move |x| (x, y))) {
            assert_eq!(inside(x, y), !editor.pixel(x, y).unwrap().is_transparent(), "{size}: {x}, {y}");
        }
    }
}

#[test]
fn the_pointer_says_what_a_press_would_do() {
    let mut editor = editor();
    let alt = Held { alt: true, ..Held::default() };
    let mut with = |tool: &str, held: Held| {
        editor.set_tool(tool, &[]).unwrap();
        editor.hold(held);
        editor.pointer_move(105.0, 105.0, 0);
        let out = editor.pointer();
        editor.run("select.all", &[], 0).unwrap();
        let within = editor.pointer();
        editor.run("select.none", &[], 0).unwrap();
        (out, within)
    };
    assert_eq!(with("pencil", Held::default()), ("crosshair", "crosshair"));
    assert_eq!(with("pencil", alt), ("pick", "pick"));
    assert_eq!(with("select-rectangle", Held::default()), ("crosshair", "move"));
    assert_eq!(with("lasso", SHIFT), ("crosshair", "crosshair"));
    assert_eq!(with("lasso", alt), ("pick", "copy"));
    assert_eq!(with("move", Held::default()), ("move", "move"));
    assert_eq!(with("zoom", Held::default()).0, "zoom-in");
    assert_eq!(with("zoom", SHIFT).0, "zoom-out");
    assert_eq!(with("fill", Held::default()).0, "fill");
    assert_eq!(with("hand", Held::default()).0, "grab");
    editor.hold_space(true, 0);
    assert_eq!(editor.pointer(), "grab");
}

#[test]
fn a_round_brush_has_a_round_outline_and_its_colour() {
    let mut editor = editor();
    editor.set_options(&[("size".into(), Value::from(4))]).unwrap();
    let corners = [12, 1, 0, 3, 0, 3, 1, 4, 1, 4, 3, 3, 3, 3, 4, 1, 4, 1, 3, 0, 3, 0, 1, 1, 1];
    assert_eq!(editor.brush_contour(), corners);
    assert_eq!(editor.brush_color(), Some(Color::BLACK));
    editor.set_tool("eraser", &[("size".into(), Value::from(4))]).unwrap();
    assert_eq!((editor.brush_contour().len(), editor.brush_color()), (corners.len(), None));
    editor.set_tool("fill", &[]).unwrap();
    assert_eq!(editor.brush_contour().len(), 9, "one pixel");
    editor.set_tool("hand", &[]).unwrap();
    assert!(editor.brush_contour().is_empty());
}
