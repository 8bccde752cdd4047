//! Tests of `src/document/strange.rs`.

use undoodle_drawing::Result;
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Door, Drawing};
use undoodle_drawing::history::{Header, History, Limits};
use undoodle_drawing::memory::Region;

/// A document with steps on two branches, and a pin.
fn branched() -> Document {
    let mut document = Document::new(40, 30).unwrap();
    let step = |document: &mut Document, act: fn(&mut Document) -> Result<()>| {
        document.begin(1).unwrap();
        act(document).unwrap();
        document.commit("Step", Color::ADDED, 0).unwrap();
    };
    step(&mut document, |document| document.add_layer(1));
    step(&mut document, |document| document.fill_span(Cel::default(), 3, 0..9, Color::BLACK));
    document.undo().unwrap();
    step(&mut document, |document| document.add_frame(1));
    document.pin("Pin", 0).unwrap();
    document.undo().unwrap();
    document
}

#[test]
fn an_honest_history_is_sound() {
    Document::check_history(branched().history()).unwrap();
}

#[test]
fn a_step_to_a_state_that_is_no_drawing_is_found_on_any_branch() {
    for back in 0..2 {
        let document = branched();
        let mut history = History::new(document.door().arena().clone());
        // Bytes of the first record that mean nothing, behind the back of the drawing.
        for value in [0xff, 0] {
            history.begin(1).unwrap();
            history.write(Region::new(4000, 1)).unwrap()[0] = value;
            history.commit(Header::new("Wrong")).unwrap();
        }
        (0..2 * back).for_each(|_| _ = history.undo().unwrap());
        let said = Document::check_history(&history).unwrap_err().to_string();
        assert!(said.contains("the first record has data past its end"), "{said}");
    }
}

#[test]
fn a_wrong_pin_is_found() {
    let mut history = History::new(branched().door().arena().clone());
    history.begin(1).unwrap();
    history.write(Region::new(4000, 1)).unwrap()[0] = 1;
    history.commit(Header::new("Wrong")).unwrap();
    history.pin(Header::new("Pin")).unwrap();
    history.undo().unwrap();
    let mut budget = history.stats().bytes;
    while history.commits().count() > 0 {
        budget -= 1;
        history.set_limits(Limits { budget, depth: 0, ..Limits::default() }).unwrap();
    }
    assert_eq!((history.commits().count(), history.pins().count()), (0, 1), "the pin alone is left");
    assert!(Document::check_history(&history).is_err());
}

/// A history of steps on a drawing of so many layers and frames.
fn lived(side: u32, steps: u32, act: impl Fn(&mut Document, u32)) -> Document {
    let mut drawing = Drawing::new(64, 64).unwrap();
    for at in 1..side {
        drawing.add_layer(at).unwrap();
        drawing.add_frame(at).unwrap();
    }
    let mut document = Document::open(drawing).unwrap();
    for step in 0..steps {
        document.begin(1).unwrap();
        act(&mut document, step);
        document.commit("Step", Color::ADDED, 0).unwrap();
    }
    document
}

#[test]
fn a_history_is_checked_by_the_records_that_its_steps_touch_and_refused_if_these_are_too_many() {
    let opacity = |document: &mut Document, step: u32| {
        document.change_layer(0, |layer| layer.opacity = step as u8).unwrap();
    };
    let strokes = lived(60, 100, |document, step| {
        document.fill_span(Cel::default(), step as i32 % 64, 3..9, Color::BLACK).unwrap();
    });
    let once = 200;
    Document::check_history_within(strokes.history(), once).unwrap();
    let properties = lived(60, 100, opacity);
    Document::check_history_within(properties.history(), once + 100 * 70).unwrap();
    let order = lived(60, 100, |document, step| document.move_layer(step % 9, 30).unwrap());
    Document::check_history_within(order.history(), 101 * once).unwrap();
    let said = Document::check_history_within(order.history(), 50 * once).unwrap_err().to_string();
    assert_eq!(
        said,
        "this history can't be opened: its steps change more layers and frames than can be checked in a few seconds"
    );
}
