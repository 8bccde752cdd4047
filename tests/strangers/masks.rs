//! Honest histories that take long to check: each state is checked whole, with masks that no step has touched.

use std::time::Instant;
use undoodle::color::Color;
use undoodle::document::{Document, Door, Drawing, Mode};
use undoodle::geometry::Rect;

#[test]
fn steps_that_leave_a_ragged_selection_alone_are_checked_without_reading_it_each_time() {
    let mut document = Document::new(1024, 1024).unwrap();
    let step = |document: &mut Document, act: &dyn Fn(&mut Document)| {
        document.begin(1).unwrap();
        act(document);
        document.commit("Step", Color::ADDED, 0).unwrap();
    };
    let ragged: Vec<Rect> =
        (0..1024).flat_map(|y| (0..16).map(move |x| Rect::new(x * 64 + y % 7, y, 50, 1))).collect();
    step(&mut document, &|document| document.select(&ragged, Mode::Replace).unwrap());
    for opacity in 0..100 {
        step(&mut document, &|document| {
            document.change_layer(0, |layer| layer.opacity = opacity).unwrap();
        });
    }
    let drawing = Drawing::from_door(document.door().arena().clone());
    let start = Instant::now();
    drawing.validate().unwrap();
    let once = start.elapsed();
    let start = Instant::now();
    Document::check_history(document.history()).unwrap();
    let all = start.elapsed();
    assert!(all < 20 * once, "one look takes {once:?}, a hundred small steps take {all:?}");
}
