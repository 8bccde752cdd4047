//! A picture from a stranger is a valid document, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::formats::png;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(document) = png::decode(bytes) {
        assert_eq!(document.validate(), Ok(()));
        let again = png::encode(&document, 0).and_then(|bytes| png::decode(&bytes));
        assert!(again.is_ok_and(|again| again.size() == document.size()));
    }
});
