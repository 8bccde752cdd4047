//! A project file from a stranger is a valid drawing, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::document::Door;
use undoodle::formats::{Opened, project};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(drawing) = project::File::open(bytes).and_then(|file| file.drawing()) {
        assert_eq!(drawing.validate(), Ok(()));
        let again = project::encode(&drawing, 0).unwrap();
        let again = project::File::open(&again).and_then(|file| file.drawing()).unwrap();
        assert_eq!(again.door().arena(), drawing.door().arena());
    }
});
