//! A palette from a stranger has from 1 to 256 colours that every format keeps, or is refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::document::{Document, MAX_COLORS, MAX_NAME};
use undoodle::formats::palettes::PALETTES;

fuzz_target!(|bytes: &[u8]| {
    // Every reader gets the bytes, not only the one that they seem to be for.
    for format in PALETTES {
        let Ok(palette) = (format.read)(bytes) else { continue };
        assert!((1..=MAX_COLORS as usize).contains(&palette.colors.len()));
        assert!(palette.name.as_ref().is_none_or(|name| (1..=MAX_NAME).contains(&name.len())));
        for other in PALETTES {
            let name = palette.name.as_deref().unwrap_or_default();
            let again = (other.read)(&(other.write)(&palette.colors, name)).map(|again| again.colors);
            if (other.loses)(&palette.colors).is_empty() {
                assert_eq!(again.as_ref(), Ok(&palette.colors), "{}", other.id);
            }
        }
        let mut document = Document::new(1, 1).unwrap();
        document.begin(1).unwrap();
        assert_eq!(document.set_palette(&palette.colors), Ok(()));
        document.cancel();
    }
});
