//! Any bytes can be asked whether they are a drawing: they are refused in a sentence, or all that is read
//! of them is sound. Nothing panics, and nothing takes long.

#[path = "bytes/mod.rs"]
mod bytes;

use allocation_counter::measure;
use bytes::{Plan, exercise, noisy, rich, vandalise};
use std::time::{Duration, Instant};
use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Drawing, MAX_BYTES};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::memory::Memory;

/// Checks one drawing, in little memory and time; returns `true` if it passed.
fn hold(drawing: Drawing<Memory>) -> bool {
    let mut said = Ok(());
    let begun = Instant::now();
    let taken = measure(|| said = drawing.validate());
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
    assert!(taken.bytes_max < 1 << 16, "checking allocated {} bytes", taken.bytes_max);
    let passed = said.is_ok();
    match said {
        Ok(()) => exercise(drawing),
        Err(why) => {
            assert!(!why.is_empty());
            // Opening mends what is only not compact, and refuses the rest.
            if let Ok(document) = Document::open(drawing) {
                document.validate().unwrap();
            }
        }
    }
    passed
}

#[test]
fn a_valid_drawing_with_overwritten_bytes_is_refused_or_sound() {
    let valid = rich();
    valid.validate().unwrap();
    let mut random = fastrand::Rng::with_seed(1);
    let (mut passed, cases) = (0, 4000);
    for _ in 0..cases {
        let mut memory = valid.clone().into_door();
        for _ in 0..random.u32(1..4) {
            let data: Vec<u8> = std::iter::repeat_with(|| random.u8(..)).take(24).collect();
            vandalise(&mut memory, &mut Plan(&data));
        }
        passed += u32::from(hold(Drawing::from_door(memory)));
    }
    assert!(passed > cases / 50 && passed < cases / 2, "{passed} of {cases} passed");
}

#[test]
fn noise_is_refused() {
    for seed in 0..2000 {
        let refused = [false, true].map(|signed| !hold(Drawing::from_door(noisy(seed, signed))));
        assert_eq!(refused, [true, true], "seed {seed}");
    }
}

#[test]
fn nothing_is_no_drawing() {
    let empty = Drawing::from_door(Memory::new(MAX_BYTES));
    assert!(empty.validate().is_err());
    let refused = Document::open(empty).unwrap_err().to_string();
    assert_eq!(refused, "this drawing can't be opened: it does not begin like a drawing");
}

#[test]
fn a_drawing_that_is_built_plainly_is_compact_when_it_is_opened() {
    let mut drawing = Drawing::new(20000, 20000).unwrap();
    // Whole blocks, tiles and pixels, which come out in one colour together.
    for y in (0..20000).step_by(512) {
        drawing.fill_rect(Cel::default(), Rect::new(0, y, 20000, 512), Color::BLACK).unwrap();
    }
    drawing
        .edit(Cel::default(), Rect::new(17005, 5, 50, 50), &mut |x, _, _| Color::rgba(x as u8, 0, 0, 255))
        .unwrap();
    drawing.fill_rect(Cel::default(), Rect::new(17005, 5, 50, 50), Color::BLACK).unwrap();
    let plain = Document::open(drawing).unwrap();
    plain.validate().unwrap();
    let mut other = Document::new(20000, 20000).unwrap();
    other.begin(1).unwrap();
    other.fill_rect(Cel::default(), Rect::new(0, 0, 20000, 20000), Color::BLACK).unwrap();
    other.commit("Fill", Color::ADDED, 0).unwrap();
    assert!(plain.history().arena() == other.history().arena());
}

#[test]
fn checking_takes_time_by_what_is_held_and_not_by_the_canvas() {
    let mut drawing = Drawing::new(32768, 32768).unwrap();
    for frame in 0..6 {
        if frame > 0 {
            drawing.add_frame(frame).unwrap();
        }
        let mut plane = drawing.pixels_mut(Cel { layer: 0, frame }).unwrap();
        // One tile in each of 2048 blocks, none beside or below another.
        for (j, y) in (0..).zip((0..32768).step_by(512)) {
            for (i, x) in (0..).zip((0..32768).step_by(1024)) {
                plane.put_row(x + i * 32, y + j % 16 * 32, &[Color::BLACK]).unwrap();
            }
        }
    }
    let begun = Instant::now();
    drawing.validate().unwrap();
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    let mut one = Drawing::new(32768, 32768).unwrap();
    one.pixels_mut(Cel::default()).unwrap().put_row(32767, 32767, &[Color::BLACK]).unwrap();
    let begun = Instant::now();
    (0..1000).for_each(|_| one.validate().unwrap());
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?} for a thousand", begun.elapsed());
}
