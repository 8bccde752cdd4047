//! Tests of `src/palettes/mod.rs`.

mod adobe;
mod digits;
mod gathered;
mod photoshop;
mod picture;
mod rows;
mod tables;

use std::collections::HashSet;
use undoodle_formats::color::Color;
use undoodle_formats::palettes::{MAX_PALETTE_FILE, PALETTES, named, open};

#[test]
fn every_format_has_an_id_of_its_own_and_reads_what_it_writes() {
    let colors = [Color::BLACK, Color::ADDED, Color::REMOVED, Color::BLACK];
    let mut ids = HashSet::new();
    for format in PALETTES {
        assert!(ids.insert(format.id) && !format.endings.is_empty() && !format.label.is_empty());
        assert!(std::ptr::eq(named(format.id).unwrap(), format));
        let (found, palette) = open(&(format.write)(&colors, "Quay")).unwrap();
        assert_eq!((found.id, &palette.colors[..]), (format.id, &colors[..]));
        assert!(palette.notes.is_empty() && (format.loses)(&colors).is_empty(), "{}", format.id);
        assert!(matches!(palette.name.as_deref(), None | Some("Quay")), "{}", format.id);
    }
}

#[test]
fn what_is_no_palette_is_refused() {
    let said = |bytes: &[u8]| open(bytes).unwrap_err().to_string();
    assert_eq!(said(b""), "this file can't be opened: it is empty");
    assert!(said(b"\x89PNG").starts_with("Undoodle can't open this file: it opens GIMP palette, "));
    assert_eq!(said(&vec![b'a'; MAX_PALETTE_FILE + 1]), "palette file may take at most 1 MB, not 1.1 MB");
    assert!(named("kpl").unwrap_err().to_string().starts_with("palette format must be gpl, "));
}
