//! Tests of `src/film.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::document::{Cel, Drawing, Tag, TagDirection};
use undoodle_formats::geometry::Rect;
use undoodle_formats::{Export, Film, Frames};

fn drawing() -> Drawing<undoodle_formats::memory::Memory> {
    let mut drawing = Drawing::new(2, 1).unwrap();
    for frame in 1..5 {
        drawing.add_frame(frame).unwrap();
        drawing.set_duration(frame, frame * 10).unwrap();
    }
    drawing
}

#[test]
fn a_tag_plays_in_its_direction_and_turns_without_a_pause() {
    let mut drawing = drawing();
    let expected: [&[u32]; 4] = [&[1, 2, 3], &[3, 2, 1], &[1, 2, 3, 2], &[3, 2, 1, 2]];
    for (direction, expected) in TagDirection::ALL.into_iter().zip(expected) {
        drawing.add_tag(&Tag::new(direction.id(), 1, 3, direction)).unwrap();
        let export = Export { frames: Frames::Tag(direction.id().into()), ..Export::new(0) };
        let film = Film::new(&drawing, &export).unwrap();
        let frames: Vec<_> = (0..film.len()).map(|moment| film.frame(moment)).collect();
        assert_eq!(frames, expected, "{}", direction.id());
        assert_eq!(film.duration(0), expected[0] * 10);
    }
    let one = Tag::new("one", 2, 2, TagDirection::PingPong);
    drawing.add_tag(&one).unwrap();
    let export = Export { frames: Frames::Tag("one".into()), ..Export::new(0) };
    assert_eq!(Film::new(&drawing, &export).unwrap().len(), 1);
}

#[test]
fn a_tag_that_repeats_is_played_as_often_as_it_says() {
    let played = |direction, (from, to), repeat, loops| {
        let mut drawing = drawing();
        drawing.add_tag(&Tag { repeat, ..Tag::new("tag", from, to, direction) }).unwrap();
        let export = Export { frames: Frames::Tag("tag".into()), loops, ..Export::new(0) };
        let (film, plays) = Film::played(&drawing, &export)?;
        Ok(((0..film.len()).map(|moment| film.frame(moment)).collect::<Vec<_>>(), plays))
    };
    // What ends where it begins anew is left to whoever plays the file.
    assert_eq!(played(TagDirection::Forward, (1, 3), 0, 0), Ok((vec![1, 2, 3], 0)));
    assert_eq!(played(TagDirection::Forward, (1, 3), 5, 0), Ok((vec![1, 2, 3], 5)));
    assert_eq!(played(TagDirection::Reverse, (1, 3), u16::MAX, 0), Ok((vec![3, 2, 1], u16::MAX)));
    assert_eq!(played(TagDirection::PingPong, (1, 3), 0, 0), Ok((vec![1, 2, 3, 2], 0)));
    // What turns is written out.
    assert_eq!(played(TagDirection::PingPong, (1, 3), 1, 0), Ok((vec![1, 2, 3], 1)));
    assert_eq!(played(TagDirection::PingPong, (1, 3), 4, 0), Ok((vec![1, 2, 3, 2, 1, 2, 3, 2, 1], 1)));
    assert_eq!(played(TagDirection::PingPongReverse, (1, 2), 2, 0), Ok((vec![2, 1, 2], 1)));
    // A number of the export's own counts.
    assert_eq!(played(TagDirection::Forward, (1, 3), 5, 2), Ok((vec![1, 2, 3], 2)));
    assert_eq!(played(TagDirection::PingPong, (1, 3), 5, 2), Ok((vec![1, 2, 3, 2], 2)));
    let long: undoodle_formats::Error = played(TagDirection::PingPong, (0, 4), u16::MAX, 0).unwrap_err();
    assert_eq!(long.to_string(), "number of pictures must be from 1 to 65536, not 262141");
}

#[test]
fn pixels_are_scaled_and_laid_over_the_background() {
    let mut drawing = drawing();
    let (red, blue) = (Color::rgba(255, 0, 0, 255), Color::rgba(0, 0, 255, 255));
    drawing.fill_rect(Cel { layer: 0, frame: 2 }, Rect::new(1, 0, 1, 1), red).unwrap();
    let export = Export { scale: 2, background: blue, frames: Frames::Range(2, 2), ..Export::new(0) };
    let image = Film::new(&drawing, &export).unwrap().image(0).unwrap();
    assert_eq!((image.size(), image.pixels()), ((4, 2), &[blue, blue, red, red].repeat(2)[..]));
    let bare = Export { frames: Frames::Range(2, 2), ..Export::new(0) };
    let image = Film::new(&drawing, &bare).unwrap().image(0).unwrap();
    assert_eq!(image.pixels(), [Color::TRANSPARENT, red], "by default there is nothing behind");
}

#[test]
fn what_changed_is_measured_in_the_pixels_of_the_file() {
    let mut drawing = Drawing::new(9, 5).unwrap();
    (1..4).for_each(|frame| drawing.add_frame(frame).unwrap());
    for (frame, x, y) in [(1, 2, 1), (1, 4, 3), (2, 2, 1), (2, 4, 3), (3, 4, 3)] {
        drawing.fill_rect(Cel { layer: 0, frame }, Rect::new(x, y, 1, 1), Color::BLACK).unwrap();
    }
    let film = Film::new(&drawing, &Export { scale: 3, ..Export::new(0) }).unwrap();
    let changed = [0, 1, 2, 3].map(|moment| film.changed(moment).unwrap());
    let expected = [Rect::new(0, 0, 27, 15), Rect::new(6, 3, 9, 9), Rect::EMPTY, Rect::new(6, 3, 3, 3)];
    assert_eq!(changed, expected);
}

#[test]
fn what_is_transparent_stays_so_without_a_background() {
    let drawing = drawing();
    let image = Film::new(&drawing, &Export::new(0)).unwrap().image(0).unwrap();
    assert_eq!(image.pixels(), [Color::TRANSPARENT; 2]);
}

#[test]
fn what_does_not_exist_is_refused() {
    let drawing = drawing();
    let said = |export: Export| Film::new(&drawing, &export).unwrap_err().to_string();
    let frames = |frames| Export { frames, ..Export::new(0) };
    assert_eq!(said(frames(Frames::Range(3, 5))), "last frame must be from 4 to 5, not 6");
    assert_eq!(said(frames(Frames::Tag("run".into()))), "tag must be one of the drawing's, not \"run\"");
    assert_eq!(said(Export { scale: 17, ..Export::new(0) }), "scale must be from 1 to 16, not 17");
}
