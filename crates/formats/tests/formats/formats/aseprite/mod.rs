//! Tests of `src/aseprite/mod.rs`.

mod bytes;
mod layers;
mod modes;
mod tiles;

#[test]
fn a_file_is_told_by_two_signatures_and_not_by_its_ending() {
    let is = undoodle_formats::named("aseprite").unwrap().is;
    let mut bytes = vec![0; 144];
    bytes[4..6].copy_from_slice(&[0xe0, 0xa5]);
    bytes[132..134].copy_from_slice(&[0xfa, 0xf1]);
    assert!(is(&bytes) && is(&bytes[..6]), "what is cut short is damaged, not foreign");
    bytes[133] = 0;
    assert!(!is(&bytes) && !is(&bytes[..5]));
    assert!(!is(b"ASEF\0\x01\0\0\0\0\0\x01"), "a palette of other programs");
}
