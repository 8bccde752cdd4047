//! An animation, a WebP picture or an icon from a stranger is a valid drawing, or refused; and so it is when it is written again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::document::Document;
use undoodle::formats::{self, Export, Part};

fuzz_target!(|bytes: &[u8]| {
    let Ok((format, file)) = formats::open(bytes) else { return };
    let Ok(drawing) = file.drawing() else { return };
    assert_eq!(drawing.validate(), Ok(()));
    assert_eq!(drawing.size(), file.size());
    // Large pictures would be packed for minutes.
    let (width, height) = drawing.size();
    if u64::from(width) * u64::from(height) * u64::from(drawing.frames()) > 1 << 20 || format.write.is_none() {
        return;
    }
    let frames = drawing.frames();
    let Ok(document) = Document::open(drawing) else { return };
    if let Ok(again) = formats::write(format, &document, &Export::new(0)) {
        let read = formats::open(&again).and_then(|(_, file)| file.drawing());
        let frames = if format.holds(Part::Frames) { frames } else { 1 };
        assert!(read.is_ok_and(|read| (read.size(), read.frames()) == ((width, height), frames)));
    }
});
