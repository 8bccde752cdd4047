//! Tests of zooming, fitting and panning.

use undoodle_drawing::geometry::Rect;
use undoodle_drawing::render::{View, Zoom};

/// Number of device pixels of a document that stay within the viewport.
const KEPT: i32 = 48;

#[test]
fn steps_reach_both_ends_from_anywhere() {
    assert_eq!(Zoom::times(7).stepped(1), Zoom::times(8));
    assert_eq!(Zoom::times(7).stepped(-1), Zoom::times(6));
    assert_eq!(Zoom::times(1).stepped(-1), Zoom::part(2));
    assert_eq!(Zoom::part(5).stepped(1), Zoom::part(4));
    assert_eq!(Zoom::times(128).stepped(1), Zoom::times(128));
    assert_eq!(Zoom::part(64).stepped(-1), Zoom::part(96));
    assert_eq!(Zoom::part(64).stepped(-9), Zoom::part(512));
    assert_eq!((Zoom::part(700).stepped(-1), Zoom::part(700).stepped(1)), (Zoom::part(700), Zoom::part(512)));
    assert_eq!((Zoom::times(8).to_string(), Zoom::part(2).to_string()), ("8×".into(), "1/2×".into()));
}

#[test]
fn zooming_keeps_the_pixel_under_the_pointer() {
    let document = Rect::new(0, 0, 500, 400);
    for steps in [-12, -1, 1, 3, 12] {
        let mut view = View::new(800, 600);
        view.fit(document);
        let before = view.document_point(333.5, 222.5);
        view.zoom_at(333.5, 222.5, view.zoom.stepped(steps), document);
        let after = view.document_point(333.5, 222.5);
        let slack = view.zoom.down();
        assert!((before.x - after.x).abs() <= slack && (before.y - after.y).abs() <= slack, "{steps}");
    }
}

#[test]
fn the_whole_of_any_canvas_fits_into_any_viewport() {
    for (width, height) in [(32768, 32768), (32768, 1), (3, 32768), (700, 300), (64, 64)] {
        let document = Rect::new(0, 0, width, height);
        for (across, down) in [(400, 400), (64, 64), (1, 1), (3000, 70), (511, 513), (1280, 2)] {
            let mut view = View::new(across, down);
            view.fit(document);
            let shown = view.device_rect(document);
            assert_eq!(shown.intersect(view.bounds()), shown, "{document:?} in {across}×{down}");
            assert_eq!(view.visible(document), document, "{document:?} in {across}×{down}");
        }
    }
}

#[test]
fn fitting_leaves_a_margin_that_is_no_more_than_an_eighth_of_the_viewport() {
    let document = Rect::new(0, 0, 32, 32);
    for (side, zoom, free) in [(648, 18, 36), (688, 20, 24), (687, 19, 39), (64, 1, 16)] {
        let mut view = View::new(side + 200, side);
        view.margin = 24;
        view.fit(document);
        assert_eq!((view.zoom, view.device_rect(document).y), (Zoom::times(zoom), free), "{side}");
    }
}

#[test]
fn a_document_can_not_be_lost_from_view() {
    let document = Rect::new(0, 0, 64, 64);
    let mut view = View::new(800, 600);
    view.fit(document);
    for (dx, dy) in [(99999, 0), (0, 99999), (-99999, -99999), (i32::MAX, i32::MIN)] {
        view.pan(dx, dy, document);
        let seen = view.device_rect(document).intersect(view.bounds());
        assert!(seen.width >= KEPT && seen.height >= KEPT, "{seen:?}");
    }
}
