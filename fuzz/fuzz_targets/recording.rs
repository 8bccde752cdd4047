//! A recording is read or refused, and what was read is written as it was meant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle_lab::Recording;

fuzz_target!(|text: &str| {
    if let Ok(recording) = Recording::parse(text) {
        assert_eq!(Recording::parse(&recording.to_string()), Ok(recording));
    }
});
