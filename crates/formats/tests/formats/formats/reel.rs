//! Tests of `src/reel.rs`.

use std::sync::atomic::{AtomicU32, Ordering};
use undoodle_formats::color::{Blend, Color};
use undoodle_formats::document::{Cel, Drawing};
use undoodle_formats::geometry::Rect;
use undoodle_formats::memory::Memory;
use undoodle_formats::pause;
use undoodle_formats::reel::{Dispose, Reel, past, rounds};

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
        reel.draw(0, 0, [RED; 3], false);
        reel.show(10).unwrap();
        reel.begin(Rect::new(1, 0, 1, 1), dispose).unwrap();
        reel.draw(1, 0, [BLUE], false);
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
    reel.draw(1, 1, [RED; 9], false);
    reel.draw(9, 1, [RED], false);
    reel.draw(0, 7, [RED], false);
    reel.draw(1, 1, [NONE], true);
    reel.draw(0, 1, [Color::rgba(0, 0, 0, 128)], true);
    reel.show(0).unwrap();
    let (drawing, notes) = reel.finish().unwrap();
    assert_eq!(pixels(&drawing, 0), [NONE, NONE, Color::rgba(0, 0, 0, 128), RED]);
    assert!(notes.is_empty(), "a still picture needs no duration");
}

#[test]
fn random_films_show_what_a_plain_canvas_does() {
    let mut random = fastrand::Rng::with_seed(39);
    for _ in 0..60 {
        let (width, height) = (random.u32(1..100), random.u32(1..100));
        let (mut reel, mut canvas) =
            (Reel::new(width, height, 8).unwrap(), vec![NONE; (width * height) as usize]);
        let (mut films, mut last) = (Vec::new(), (Rect::EMPTY, Dispose::Keep, Vec::new()));
        for _ in 0..8 {
            let (x, y) = (random.u32(..width), random.u32(..height));
            let (w, h) = (random.u32(1..=width - x), random.u32(1..=height - y));
            let places = |rect: Rect| {
                (rect.y..rect.bottom()).flat_map(move |y| {
                    (rect.x..rect.right()).map(move |x| (y as u32 * width + x as u32) as usize)
                })
            };
            // What becomes of the last part comes first.
            for (at, place) in places(last.0).enumerate() {
                canvas[place] = match last.1 {
                    Dispose::Keep => canvas[place],
                    Dispose::Clear => NONE,
                    Dispose::Restore => last.2[at],
                };
            }
            let (part, dispose) = (
                Rect::new(x as i32, y as i32, w as i32, h as i32),
                [Dispose::Keep, Dispose::Keep, Dispose::Clear, Dispose::Restore][random.usize(..4)],
            );
            last = (part, dispose, places(part).map(|place| canvas[place]).collect());
            reel.begin(part, dispose).unwrap();
            let (over, colors) = (random.bool(), [RED, BLUE, NONE, Color::rgba(9, 9, 9, 90)]);
            // Some pictures draw what is there already.
            let few = random.usize(1..5);
            for y in y..y + h {
                let row: Vec<_> = (0..w).map(|_| colors[random.usize(..few)]).collect();
                reel.draw(x, y, &row, over);
                for (x, color) in (x..).zip(row) {
                    let below = &mut canvas[(y * width + x) as usize];
                    *below = if over { Blend::Normal.composite(color, 255, *below) } else { color };
                }
            }
            reel.show(10).unwrap();
            films.push(canvas.clone());
        }
        let (drawing, _) = reel.finish().unwrap();
        drawing.validate().unwrap();
        for (frame, shown) in (0..).zip(&films) {
            assert_eq!(&pixels(&drawing, frame), shown);
            let linked =
                |before| drawing.shares_image(Cel { layer: 0, frame: before }, Cel { layer: 0, frame });
            assert!(frame == 0 || linked(frame - 1) == (films[frame as usize - 1] == *shown));
        }
    }
}

#[test]
fn one_frame_is_and_several_are() {
    let said = |durations: &[u32]| {
        let mut reel = Reel::new(1, 1, 9).unwrap();
        durations.iter().for_each(|duration| reel.show(*duration).unwrap());
        undoodle_formats::error::Message::row(reel.finish().unwrap().1, "{first}; {rest}").to_string()
    };
    assert_eq!(said(&[0, 5]), "1 frame without a duration is shown for 100 ms");
    assert_eq!(said(&[0, 0]), "2 frames without a duration are shown for 100 ms");
    assert_eq!(said(&[70_000, 5]), "the duration of 1 frame was cut to 65.5 s");
    assert_eq!(said(&[70_000; 2]), "the durations of 2 frames were cut to 65.5 s");
    assert_eq!(past(1025).unwrap(), "1 frame past 1024 was left out");
}

#[test]
fn too_many_pixels_are_refused_before_memory_is_taken() {
    let said = |width, height, pictures| Reel::new(width, height, pictures).unwrap_err().to_string();
    assert_eq!(said(16384, 16384, 2), "animation may take at most 1 GB, not 2 GB");
    assert_eq!(said(0, 5, 2), "width must be from 1 to 32768, not 0");
    assert_eq!(said(5, 40000, 2), "height must be from 1 to 32768, not 40000");
    assert!(Reel::new(500, 500, u32::MAX).is_ok(), "frames past 1024 are left out");
    assert_eq!(past(1026).unwrap(), "2 frames past 1024 were left out");
    assert_eq!(rounds(1, 2).unwrap(), "its number of loops (1) was left out");
    assert_eq!((rounds(0, 2), rounds(3, 1), past(1024)), (None, None, None));
}

/// Returns what a host is asked for while something is done, in units of the work after which it is asked.
fn asks(work: impl FnOnce()) -> u32 {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    ASKED.store(0, Ordering::Relaxed);
    let host = |_: pause::Stoppable| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        false
    };
    pause::hosted(host, work);
    ASKED.load(Ordering::Relaxed)
}

#[test]
fn a_picture_costs_what_differs_from_the_one_before() {
    let mut reel = Reel::new(2048, 2048, 4).unwrap();
    let row: Vec<_> = (0..2048u32).map(|x| Color::rgba(x as u8, (x >> 8) as u8, 9, 255)).collect();
    for y in 0..2048 {
        reel.draw(0, y, &row, false);
    }
    let first = asks(|| reel.show(10).unwrap());
    assert!(first > 200, "{first}");
    reel.draw(700, 900, [RED; 3], true);
    let small = asks(|| reel.show(10).unwrap());
    assert!(
        small <= 8,
        "{small}: a row of tiles is looked at for one colour, and a row of three pixels written"
    );
    reel.draw(700, 900, [RED; 3], true);
    assert_eq!(
        asks(|| reel.show(10).unwrap()),
        0,
        "an equal picture is compared only where something was drawn"
    );
    let (drawing, _) = reel.finish().unwrap();
    let [first, second, third] = [0, 1, 2].map(|frame| Cel { layer: 0, frame });
    assert!(drawing.shares_image(second, third) && !drawing.shares_image(first, second));
    assert_eq!(
        [699, 700, 703].map(|x| drawing.cel_pixel(second, x, 900).unwrap()),
        [row[699], RED, row[703]]
    );
    assert_eq!(drawing.cel_pixel(first, 700, 900).unwrap(), row[700]);
}

#[test]
fn every_picture_is_what_drawing_the_whole_canvas_anew_gives() {
    let (width, height, mut random) = (70i32, 67i32, fastrand::Rng::with_seed(5));
    for _ in 0..20 {
        let mut reel = Reel::new(width as u32, height as u32, 12).unwrap();
        let mut model = vec![NONE; (width * height) as usize];
        let (mut after, mut shown) = (None::<Vec<Color>>, Vec::new());
        for _ in 0..12 {
            model = after.take().unwrap_or(model);
            let (x, y) = (random.i32(0..width), random.i32(0..height));
            let part = Rect::new(x, y, random.i32(0..=width - x).min(40), random.i32(0..=height - y).min(40));
            let dispose = [Dispose::Keep, Dispose::Clear, Dispose::Restore][random.usize(..3)];
            let over = random.bool();
            reel.begin(part, dispose).unwrap();
            let before = model.clone();
            let colors = [RED, BLUE, NONE, Color::rgba(9, 9, 9, 90)];
            let few = random.usize(1..=4);
            for y in part.y..part.bottom() {
                let row: Vec<_> = (0..part.width).map(|_| colors[random.usize(..few)]).collect();
                reel.draw(part.x as u32, y as u32, &row, over);
                for (x, color) in (part.x..).zip(row) {
                    let pixel = &mut model[(y * width + x) as usize];
                    *pixel = if over { Blend::Normal.composite(color, 255, *pixel) } else { color };
                }
            }
            reel.show(10).unwrap();
            shown.push(model.clone());
            let mut next = model.clone();
            for (x, y) in (part.y..part.bottom()).flat_map(|y| (part.x..part.right()).map(move |x| (x, y))) {
                let at = (y * width + x) as usize;
                match dispose {
                    Dispose::Keep => {}
                    Dispose::Clear => next[at] = NONE,
                    Dispose::Restore => next[at] = before[at],
                }
            }
            after = Some(next);
        }
        let (drawing, _) = reel.finish().unwrap();
        drawing.validate().unwrap();
        for (frame, expected) in (0..).zip(&shown) {
            assert_eq!(&pixels(&drawing, frame), expected, "frame {frame}");
            if frame > 0 {
                let [one, other] = [frame - 1, frame].map(|frame| Cel { layer: 0, frame });
                let equal = &shown[frame as usize - 1] == expected;
                assert_eq!(drawing.shares_image(one, other), equal, "frame {frame}");
            }
        }
    }
}
