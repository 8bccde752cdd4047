//! Tests of `src/document/drawing/mend.rs`.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::info::{SELECTION, cel_plane};
use undoodle_drawing::document::{Cel, Drawing, Mode};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::{Arena, Memory, PAGE, PageAddress, Region};

const CEL: Cel = Cel { layer: 0, frame: 0 };

/// A drawing with a filled canvas, some strokes and a selection.
fn drawing() -> Drawing<Memory> {
    let mut drawing = Drawing::new(1100, 600).unwrap();
    drawing.fill_rect(CEL, Rect::new(0, 0, 1100, 600), Color::BLACK).unwrap();
    drawing.fill_rect(CEL, Rect::new(40, 40, 300, 5), Color::ADDED).unwrap();
    drawing.select(&[Rect::new(9, 9, 80, 7)], Mode::Replace).unwrap();
    drawing.compact().unwrap();
    drawing.validate().unwrap();
    drawing
}

/// What is left without a page.
fn without(drawing: &Drawing<Memory>, place: PageAddress) -> Memory {
    let (mut memory, region) = (drawing.door().clone(), Region::new(place.address(), PAGE));
    memory.get_mut(region).unwrap().fill(0);
    memory.trim(region);
    memory
}

#[test]
fn what_is_left_without_any_page_of_pixels_is_a_drawing() {
    let drawing = drawing();
    let planes = [SELECTION, cel_plane(1, 1)];
    let places: Vec<PageAddress> = planes.into_iter().flat_map(|tree| drawing.door().places(tree)).collect();
    let broken = |place: &PageAddress| Drawing::from_door(without(&drawing, *place)).validate().is_err();
    assert!(places.iter().any(broken), "there is something to mend");
    for place in places {
        let mended = Drawing::from_door(Drawing::mended(without(&drawing, place)).unwrap());
        mended.validate().unwrap_or_else(|why| panic!("{place:?}: {why}"));
        assert_eq!((mended.size(), mended.layers()), (drawing.size(), 1));
    }
}

#[test]
fn a_whole_drawing_stays_as_it_is_and_one_without_its_records_is_refused() {
    let drawing = drawing();
    assert!(Drawing::mended(drawing.door().clone()).unwrap() == *drawing.door());
    let lost = without(&drawing, PageAddress { tree: 0, level: 0, index: 0 });
    assert!(!Drawing::is_mendable(&lost));
    let said = Drawing::mended(lost).unwrap_err().to_string();
    assert_eq!(said, "this drawing can't be opened: it does not begin like a drawing");
}
