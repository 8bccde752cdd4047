//! An Aseprite file from a stranger is a valid drawing that comes back when it is written, or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::document::Document;
use undoodle::formats::{self, Export};

fuzz_target!(|bytes: &[u8]| {
    let Some((format, file)) = formats::open(bytes).ok().filter(|(format, _)| format.id == "aseprite") else {
        return;
    };
    let Ok(drawing) = file.drawing() else { return };
    assert_eq!(drawing.validate(), Ok(()));
    let document = Document::open(drawing.clone());
    if let Ok(written) = document.and_then(|document| formats::write(format, &document, &Export::new(0))) {
        let again = formats::open(&written).and_then(|(_, file)| file.drawing());
        assert!(again.is_ok_and(|again| again.door() == drawing.door()));
    }
});
