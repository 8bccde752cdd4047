//! Tests of `src/formats/reel.rs`.

use undoodle::color::Color;
use undoodle::document::{Cel, Drawing};
use undoodle::formats::reel::{Dispose, Reel, past, rounds};
use undoodle::geometry::Rect;
use undoodle::memory::Memory;

const RED: Color = Color::rgba(255, 0, 0, 255);
const BLUE: Color = Color::rgba(0, 0, 255, 255);
const NONE: Color = Color::TRANSPARENT;

fn pixels(drawing: &Drawing<Memory>, frame: u32) -> Vec<Color> {
    let (width, height) = drawing.size();
    let at = |i: u32| drawing.pixel(frame, (i % width) as i32, (i / width) as i32).unwrap();
    (0..width * height).map(at).collect()
}

#[test]
fn parts_stay_are_cleared_or_give_back_what_was_there() {
    for (dispose, expected) in [
        (Dispose::Keep, [RED, BLUE, RED]),
        (Dispose::Clear, [RED, NONE, RED]),
        (Dispose::Restore, [RED, RED, RED]),
    ] {
        let mut reel = Reel::new(3, 1, 3).unwrap();
        reel.begin(Rect::new(0, 0, 3, 1), Dispose::Keep).unwrap();
        reel.draw(0, 0, &[RED; 3], false);
        reel.show(10).unwrap();
        reel.begin(Rect::new(1, 0, 1, 1), dispose).unwrap();
        reel.draw(1, 0, &[BLUE], false);
        reel.show(20).unwrap();
        reel.begin(Rect::EMPTY, Dispose::Keep).unwrap();
        reel.show(70_000).unwrap();
        let (drawing, notes) = reel.finish().unwrap();
        assert_eq!(pixels(&drawing, 1), [RED, BLUE, RED]);
        assert_eq!(pixels(&drawing, 2), expected, "{dispose:?}");
        assert_eq!([0, 1, 2].map(|frame| drawing.duration(frame).unwrap()), [10, 20, 65535]);
        assert_eq!(notes, ["the duration of 1 frame was cut to 65.5 s"]);
        assert_eq!(
            drawing.shares_image(Cel { layer: 0, frame: 1 }, Cel { layer: 0, frame: 2 }),
            dispose == Dispose::Keep,
            "an equal picture is linked"
        );
        drawing.validate().unwrap();
    }
}

#[test]
fn what_lies_outside_is_cut_off_and_half_a_colour_is_mixed() {
    let mut reel = Reel::new(2, 2, 1).unwrap();
    reel.begin(Rect::new(-5, 1, 90, 90), Dispose::Restore).unwrap();
    reel.draw(1, 1, &[RED; 9], false);
    reel.draw(9, 1, &[RED], false);
    reel.draw(0, 7, &[RED], false);
    reel.draw(1, 1, &[NONE], true);
    reel.draw(0, 1, &[Color::rgba(0, 0, 0, 128)], true);
    reel.show(0).unwrap();
    let (drawing, notes) = reel.finish().unwrap();
    assert_eq!(pixels(&drawing, 0), [NONE, NONE, Color::rgba(0, 0, 0, 128), RED]);
    assert!(notes.is_empty(), "a still picture needs no duration");
}

#[test]
fn one_frame_is_and_several_are() {
    let said = |durations: &[u32]| {
        let mut reel = Reel::new(1, 1, 9).unwrap();
        durations.iter().for_each(|duration| reel.show(*duration).unwrap());
        reel.finish().unwrap().1.join("; ")
    };
    assert_eq!(said(&[0, 5]), "1 frame without a duration is shown for 100 ms");
    assert_eq!(said(&[0, 0]), "2 frames without a duration are shown for 100 ms");
    assert_eq!(said(&[70_000, 5]), "the duration of 1 frame was cut to 65.5 s");
    assert_eq!(said(&[70_000; 2]), "the durations of 2 frames were cut to 65.5 s");
    assert_eq!(past(1025).as_deref(), Some("1 frame past 1024 was left out"));
}

#[test]
fn too_many_pixels_are_refused_before_memory_is_taken() {
    let said = |width, height, pictures| Reel::new(width, height, pictures).unwrap_err().to_string();
    assert_eq!(said(16384, 16384, 2), "animation of 2 GB: expected at most 1 GB");
    assert_eq!(said(0, 5, 2), "width 0: expected 1..=32768");
    assert_eq!(said(5, 40000, 2), "height 40000: expected 1..=32768");
    assert!(Reel::new(500, 500, u32::MAX).is_ok(), "frames past 1024 are left out");
    assert_eq!(past(1026).as_deref(), Some("2 frames past 1024 were left out"));
    assert_eq!(rounds(1, 2).as_deref(), Some("that it is played once was left out"));
    assert_eq!((rounds(0, 2), rounds(3, 1), past(1024)), (None, None, None));
}
