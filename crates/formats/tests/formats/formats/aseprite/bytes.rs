//! Tests of `src/aseprite/bytes.rs`.

use undoodle_formats::aseprite::bytes::{Bytes, plain};
use undoodle_formats::aseprite::damaged;

#[test]
fn taking_more_than_there_is_is_damage_and_takes_nothing() {
    let mut bytes = Bytes(&[1, 2, 3, 0, 0xe9]);
    assert_eq!(bytes.word(), Ok(0x201));
    assert_eq!(bytes.long(), Err(damaged("a part of it is cut short")));
    assert_eq!((bytes.short(), bytes.take(2).is_err(), bytes.0), (Ok(3), true, &[0xe9][..]));
    assert_eq!(Bytes(&[3, 0, b'a', 0xe9, b'b', 7]).text(), Ok("a\u{fffd}b".into()));
    assert!(Bytes(&[3, 0, b'a', b'b']).text().is_err());
}

#[test]
fn a_text_is_cut_between_characters_and_has_no_line_breaks() {
    assert_eq!(plain(" a\r\nb\0", 9), ("a  b".into(), true), "it is not as it was");
    assert_eq!(plain("a  b", 9), ("a  b".into(), false));
    assert_eq!(plain("né", 2), ("n".into(), true), "the second letter has two bytes");
    assert_eq!(plain("ab cd", 3), ("ab".into(), true));
    assert_eq!(plain("\n", 3), (String::new(), true));
}
