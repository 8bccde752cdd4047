//! Tests of `src/document/drawing/property.rs`.

use undoodle_drawing::document::property::{Codec, Label, Text};

const LABEL: Label = Label { name: "note", of: "layer's note" };

#[test]
fn a_text_is_told_by_its_own_name() {
    type Note = Text<0, 8>;
    let said = |text: &str| Note::encode(LABEL, &text.into()).unwrap_err().to_string();
    assert_eq!(said("a\tb"), "note must be a text without control characters, not \"a\u{fffd}b\"");
    assert_eq!(said("123456789"), "the layer's note must have at most 8 bytes, not 9");
    assert_eq!(Note::encode(LABEL, &"  ".into()), Ok([0; 8]), "a note may be empty");
    assert!(Text::<1, 8>::encode(LABEL, &"  ".into()).is_err(), "a name may not");
}

#[test]
fn bytes_that_no_value_has_do_not_come_back() {
    type Note = Text<0, 8>;
    let same = |bytes: [u8; 8]| Note::encode(LABEL, &Note::decode(&bytes)) == Ok(bytes);
    assert!(
        same(*b"a note\0\0")
            && same(*b"12345678")
            && same([0; 8])
            && same("éöü".as_bytes().try_into().map_or([0; 8], |six: [u8; 6]| {
                let mut bytes = [0; 8];
                bytes[..6].copy_from_slice(&six);
                bytes
            }))
    );
    for bytes in
        [b"a\0b\0\0\0\0\0", b" a\0\0\0\0\0\0", b"a\xff\0\0\0\0\0\0", b"1234567\xc3", b"a\nb\0\0\0\0\0"]
    {
        assert!(!same(*bytes), "{bytes:?}");
    }
}
