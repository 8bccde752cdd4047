//! Tests of `src/document/strange.rs`.

use undoodle::Result;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Door};
use undoodle::history::{Header, History, Limits};
use undoodle::memory::Region;

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
        assert!(said.contains("something lies behind the first record"), "{said}");
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
