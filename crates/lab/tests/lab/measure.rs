//! Tests of `src/lab/measure.rs`.

use std::cell::Cell;
use undoodle_lab::{Measure, Recording, SYSTEMS, Settings, measure};

/// Maximum number of undos that are timed.
const MOST_ROUNDS: usize = 1000;

#[test]
fn what_a_slow_clock_cannot_tell_is_done_until_it_can() {
    let text =
        "undoodle recording 1\ncanvas 64 64\npencil #000000ff 1 3,4 9,4\npencil #ff0000ff 2 30,30\nundo 1\n";
    let recording = Recording::parse(text).unwrap();
    for index in 0..SYSTEMS {
        let once = measure(&recording, index, Settings::default(), 0.0, &|| 0.0).unwrap();
        assert_eq!(
            (once.undos, once.redos),
            (2, 2),
            "an undo of the recording's own, and one step left of it"
        );
        // A clock that ticks with every 97th glance, which is in step with no round.
        let glances = Cell::new(0);
        let clock = || {
            glances.set(glances.get() + 1);
            f64::from(glances.get() / 97)
        };
        let often = measure(&recording, index, Settings::default(), 2.0, &clock).unwrap();
        assert!(often.undo_ms >= 2.0 && often.redo_ms >= 2.0, "{often:?}");
        assert!(often.undos > 100, "{often:?}");
        let bytes = |found: Measure| {
            (found.made, found.steps, found.bytes_per_step, found.reserved, found.sealed_bytes_per_step)
        };
        assert_eq!(bytes(often), bytes(once), "what it holds is the same, however often it was undone");
    }
}

#[test]
fn a_clock_that_stands_still_is_not_waited_for() {
    let recording = Recording::parse("undoodle recording 1\ncanvas 8 8\npencil #000000ff 1 3,4\n").unwrap();
    let found = measure(&recording, 5, Settings::default(), 1.0, &|| 0.0).unwrap();
    assert_eq!((found.undos, found.redos), (MOST_ROUNDS, MOST_ROUNDS));
}
