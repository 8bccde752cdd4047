//! Turned views: they show exactly what the plain one shows, mirrored and rotated, and each pixel is under the pointer
//! where it is seen.

use proptest::prelude::*;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::editor::Editor;
use undoodle::geometry::{Point, Rect};
use undoodle::render::{Quality, Turn, View, Zoom, render};

/// All eight turns.
fn turns() -> impl Iterator<Item = Turn> {
    (0..8).map(|n| if n < 4 { Turn::NONE.rotated(n) } else { Turn::NONE.mirrored().rotated(n) })
}

fn zooms() -> impl Strategy<Value = Zoom> {
    prop_oneof![(1i32..40).prop_map(Zoom::times), (2i32..9).prop_map(Zoom::part)]
}

proptest! {
    #[test]
    fn a_pixel_is_under_the_pointer_where_it_is_seen(
        (width, height) in (1i32..900, 1i32..700),
        zoom in zooms(),
        origin in (-200i32..200, -200i32..200),
        pixel in (-50i32..400, -50i32..300),
    ) {
        for turn in turns() {
            let view = View { zoom, turn, origin: Point::new(origin.0, origin.1), ..View::new(width, height) };
            // All device pixels that show a pixel lead back to it, at their edges too.
            let shown = view.device_rect(Rect::pixel(Point::new(pixel.0, pixel.1)));
            if zoom.down() == 1 {
                let (left, top) = (f64::from(shown.x), f64::from(shown.y));
                let (right, bottom) = (f64::from(shown.right()), f64::from(shown.bottom()));
                for (x, y) in [(left, top), (right - 0.5, top), (left, bottom - 1.0), (right - 1.0, bottom - 0.5)] {
                    prop_assert_eq!(view.document_point(x, y), Point::new(pixel.0, pixel.1), "{:?}", turn);
                }
            }
            let (x, y) = view.device_center(pixel.0.into(), pixel.1.into());
            prop_assert_eq!(view.document_point(x, y), Point::new(pixel.0, pixel.1), "{:?}", turn);
            let (across, down) = view.document_place(x, y);
            prop_assert!((across - f64::from(pixel.0) - 0.5).abs() < 1e-6);
            prop_assert!((down - f64::from(pixel.1) - 0.5).abs() < 1e-6);
        }
    }

    #[test]
    fn turning_and_turning_back_changes_nothing(x in -99i32..99, y in -99i32..99, w in 0i32..50, h in 0i32..50) {
        for turn in turns() {
            prop_assert_eq!(turn.plain(turn.turned((x, y), (w, h)), (w, h)), (x, y));
            let rect = Rect::new(x, y, w, h);
            prop_assert_eq!(turn.plain_rect(turn.turned_rect(rect, (w, h)), (w, h)), rect);
            prop_assert_eq!(turn.mirrored().mirrored(), turn);
            prop_assert_eq!((0..4).fold(turn, |turn, _| turn.rotated(1)), turn);
            prop_assert_eq!(turn.mirrored().rotated(1).mirrored(), turn.rotated(-1));
        }
    }
}

/// A drawing without any symmetry.
fn document() -> Document {
    let mut document = Document::new(23, 17).unwrap();
    document.begin(1).unwrap();
    for (i, (x, y)) in (0..17).flat_map(|y| (0..23).map(move |x| (x, y))).enumerate() {
        let shade = (i * 7 % 256) as u8;
        let color = Color::rgba(shade, (x * 11) as u8, (y * 15) as u8, if i % 5 == 0 { 90 } else { 255 });
        document.fill_rect(Cel::default(), Rect::new(x, y, 1, 1), color).unwrap();
    }
    document.commit("Paint", Color::ADDED, 0).unwrap();
    document
}

#[test]
fn a_turned_view_shows_the_plain_one_turned() {
    let document = document();
    for (zoom, repeated) in
        [(Zoom::times(1), false), (Zoom::times(9), false), (Zoom::part(3), true), (Zoom::times(2), true)]
    {
        for turn in turns() {
            let (width, height) = (211, 173);
            let (wide, high) = turn.size((width, height));
            let plain = View { zoom, repeated, origin: Point::new(31, 17), ..View::new(wide, high) };
            let turned = View { turn, width, height, ..plain };
            for quality in [Quality::Sampled, Quality::Averaged] {
                let (mut one, mut other) = (Vec::new(), Vec::new());
                render(&document, 0, &plain, plain.bounds(), quality, &mut one).unwrap();
                // A part, as damage would have it.
                let part = Rect::new(20, 30, 150, 101);
                render(&document, 0, &turned, part, quality, &mut other).unwrap();
                for (y, x) in (0..part.height).flat_map(|y| (0..part.width).map(move |x| (y, x))) {
                    let (px, py) = turn.plain((x + part.x, y + part.y), (wide - 1, high - 1));
                    let (from, to) = ((py * wide + px) as usize * 4, (y * part.width + x) as usize * 4);
                    assert_eq!(one[from..from + 4], other[to..to + 4], "{turn:?} {zoom} {x} {y}");
                }
            }
        }
    }
}

#[test]
fn a_stroke_in_a_turned_view_paints_where_it_is_seen_and_changes_no_other_pixel() {
    for id in ["view.mirror", "view.turn-left", "view.turn-right"] {
        let mut editor = Editor::new().unwrap();
        editor.resize(800, 500);
        editor.run(id, &[], 0).unwrap();
        let (x, y) = editor.view().device_center(5.0, 9.0);
        editor.pointer_down(x, y, 0, 0);
        editor.pointer_up(x, y, 1);
        let painted: Vec<_> =
            (0..64 * 64).filter(|at| !editor.pixel(at % 64, at / 64).unwrap().is_transparent()).collect();
        assert_eq!(painted, [9 * 64 + 5], "{id}");
        assert_eq!(editor.document().history().position(), 1, "a view is no step");
        let before = *editor.view();
        editor.run("view.straight", &[], 0).unwrap();
        assert_eq!(editor.view().turn, Turn::NONE);
        editor.run(id, &[], 0).unwrap();
        assert_eq!(editor.view().turn, before.turn);
        editor.run("edit.undo", &[], 0).unwrap();
        assert_eq!(editor.view().turn, before.turn, "undo leaves the view alone");
    }
}

/// Turns the editor's view as a view is that was mirrored or not, and rotated so often.
fn turn(editor: &mut Editor, turn: Turn) {
    let quarters = vec!["view.turn-right"; turn.quarters().into()];
    let mirrors = if turn.is_mirrored() { vec!["view.mirror"] } else { Vec::new() };
    for id in mirrors.into_iter().chain(quarters) {
        editor.run(id, &[], 0).unwrap();
    }
    assert_eq!(editor.view().turn, turn);
}

#[test]
fn arrows_move_to_the_side_of_the_screen_that_they_point_to() {
    const SIDES: [(&str, (i32, i32)); 4] =
        [("left", (-1, 0)), ("right", (1, 0)), ("up", (0, -1)), ("down", (0, 1))];
    for (view, (side, (x, y))) in turns().flat_map(|view| SIDES.map(|side| (view, side))) {
        for (what, by) in
            [("edit.nudge", 1), ("edit.jump", 8), ("cursor", 1), ("cursor.far", 8), ("whole", 1)]
        {
            let mut editor = Editor::new().unwrap();
            editor.resize(800, 500);
            let at = Rect::new(30, 34, 1, 1);
            let (x0, y0) = editor.view().device_center(30.0, 34.0);
            editor.pointer_down(x0, y0, 0, 0);
            editor.pointer_up(x0, y0, 1);
            turn(&mut editor, view);
            let place = |editor: &Editor, rect| editor.view().device_rect(rect);
            let before = place(&editor, at);
            let cell = before.width;
            let (moved, now) = match what {
                "cursor" | "cursor.far" => {
                    editor.run("view.by-keys", &[], 2).unwrap();
                    let from = editor.cursor().unwrap();
                    let id = if by == 1 { format!("cursor.{side}") } else { format!("cursor.far-{side}") };
                    let from = place(&editor, Rect::pixel(from));
                    editor.run(&id, &[], 3).unwrap();
                    (from, place(&editor, Rect::pixel(editor.cursor().unwrap())))
                }
                // With the tool that moves, a whole layer.
                "whole" => {
                    editor.set_tool("move", &[]).unwrap();
                    editor.run(&format!("edit.nudge-{side}"), &[], 2).unwrap();
                    (before, place(&editor, editor.document().cel_bounds(Cel::default())))
                }
                nudge => {
                    editor.run("select.all", &[], 2).unwrap();
                    editor.run(&format!("{nudge}-{side}"), &[], 3).unwrap();
                    let around = editor.document().floating().unwrap().1;
                    let corner = Rect::new(around.x + 30, around.y + 34, 1, 1);
                    (before, place(&editor, corner))
                }
            };
            let way = (now.x - moved.x, now.y - moved.y);
            assert_eq!(way, (x * by * cell, y * by * cell), "{what} {side}, {view:?}");
        }
    }
}

#[test]
fn what_is_said_in_words_means_the_drawing_in_any_view() {
    for id in ["edit.flip-horizontal", "edit.flip-vertical", "edit.rotate-right", "edit.rotate-left"] {
        let done: Vec<_> = turns()
            .map(|view| {
                let mut editor = Editor::new().unwrap();
                editor.resize(800, 500);
                for at in [(3.0, 5.0), (4.0, 5.0), (3.0, 9.0)] {
                    let (x, y) = editor.view().device_center(at.0, at.1);
                    editor.pointer_down(x, y, 0, 0);
                    editor.pointer_up(x, y, 1);
                }
                turn(&mut editor, view);
                editor.run(id, &[], 2).unwrap();
                (0..64 * 64).map(|at| editor.pixel(at % 64, at / 64).unwrap()).collect::<Vec<_>>()
            })
            .collect();
        assert!(done.iter().all(|pixels| *pixels == done[0]), "{id}");
    }
}

#[test]
fn a_tile_is_fitted_with_half_of_its_neighbours() {
    let canvas = Rect::new(0, 0, 16, 16);
    let mut view = View { repeated: true, ..View::new(640, 480) };
    view.fit(canvas);
    assert_eq!(view.device_rect(canvas), Rect::new(200, 120, 240, 240));
    let around: Vec<_> =
        view.copies(canvas).map(|copy| copy.device_rect(canvas).intersect(view.bounds())).collect();
    assert!(around.iter().all(|seen| seen.width >= 120 && seen.height >= 120), "{around:?}");
}

#[test]
fn zooming_panning_and_resizing_hold_what_they_hold_in_a_plain_view() {
    let canvas = Rect::new(0, 0, 200, 100);
    for turn in turns() {
        let mut view = View { turn, ..View::new(640, 480) };
        view.fit(canvas);
        assert_eq!(view.device_rect(canvas).intersect(view.bounds()), view.device_rect(canvas), "{turn:?}");
        let at = view.document_point(333.5, 222.5);
        view.zoom_at(333.5, 222.5, Zoom::times(16), canvas);
        assert_eq!(view.document_point(333.5, 222.5), at);
        let before = view.device_rect(Rect::pixel(at));
        view.pan(30, -7, canvas);
        let after = view.device_rect(Rect::pixel(at));
        assert_eq!((after.x - before.x, after.y - before.y), (30, -7), "{turn:?}");
        let middle = view.document_place(320.0, 240.0);
        view.resize(700, 300, canvas);
        let now = view.document_place(350.0, 150.0);
        assert!((middle.0 - now.0).abs() < 0.1 && (middle.1 - now.1).abs() < 0.1, "{turn:?}");
    }
}
