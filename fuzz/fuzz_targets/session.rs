//! A recorded session is read or refused, and what was read is written as it was meant.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::lab::Session;

fuzz_target!(|text: &str| {
    if let Ok(session) = Session::parse(text) {
        assert_eq!(Session::parse(&session.to_string()), Ok(session));
    }
});
