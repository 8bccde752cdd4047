//! Tests of `src/gif/delays.rs`.

use proptest::prelude::*;
use undoodle_formats::document::{Document, Drawing};
use undoodle_formats::gif::delays::{Delays, is_exact};
use undoodle_formats::{self as formats, Export};

/// Returns the delays of frames with these durations, in milliseconds.
fn delays(durations: impl IntoIterator<Item = u32>) -> Vec<u32> {
    let mut delays = Delays::default();
    durations.into_iter().map(|time| u32::from(delays.next(time)) * 10).collect()
}

#[test]
fn frames_take_turns_so_that_rates_of_film_stay() {
    assert_eq!(delays([25; 4]), [30, 20, 30, 20]);
    for (rate, sum) in [(25, 250), (33, 330), (42, 420), (45, 450), (41, 410)] {
        assert_eq!(delays([rate; 10]).iter().sum::<u32>(), sum, "ten frames of {rate} ms");
    }
    assert_eq!(delays([100, 20, 65530]), [100, 20, 65530], "what is exact stays");
    assert_eq!(delays([65535, 65535]), [65540, 65530]);
    assert_eq!([10, 17, 20, 25, 100].map(is_exact), [false, false, true, false, true]);
}

#[test]
fn frames_that_browsers_would_slow_down_are_made_up_for_by_longer_ones() {
    assert_eq!(delays([17; 4]), [20; 4], "nothing is shorter than two hundredths");
    assert_eq!(delays([17, 33, 17, 33]), [20, 30, 20, 30]);
    assert_eq!(delays([10, 40]), [20, 30]);
    // A pose that is held does not vanish after a hundred short frames.
    assert_eq!(delays([vec![10; 100], vec![1000, 1000]].concat())[100..], [500, 500]);
}

#[test]
fn a_file_lasts_as_long_as_its_drawing() {
    let mut drawing = Drawing::new(2, 2).unwrap();
    for frame in 0..10 {
        if frame > 0 {
            drawing.add_frame(frame).unwrap();
        }
        drawing.set_duration(frame, 25).unwrap();
    }
    let document = Document::open(drawing).unwrap();
    let file = formats::write(formats::named("gif").unwrap(), &document, &Export::new(0)).unwrap();
    let read = formats::open(&file).unwrap().1.drawing().unwrap();
    assert_eq!((0..10).map(|frame| read.duration(frame).unwrap()).sum::<u32>(), 250);
}

proptest! {
    #[test]
    fn each_frame_begins_within_5_ms_of_its_time(durations in prop::collection::vec(20u32..=65535, 1..40)) {
        let (mut due, mut is) = (0, 0);
        for (time, delay) in durations.iter().zip(delays(durations.iter().copied())) {
            (due, is) = (due + time, is + delay);
            prop_assert!(due.abs_diff(is) <= 5, "{} instead of {}", is, due);
        }
    }

    #[test]
    fn no_frame_is_shorter_than_half_or_than_browsers_heed(durations in prop::collection::vec(1u32..=65535, 1..40)) {
        for (time, delay) in durations.iter().zip(delays(durations.iter().copied())) {
            prop_assert!(delay >= 20 && 2 * delay >= *time);
        }
    }
}
