//! Tests of `src/palettes/gathered.rs`.

use undoodle_formats::color::Color;
use undoodle_formats::document::MAX_NAME;
use undoodle_formats::palettes::gathered::{Gathered, first_line, lines, plain_name, text};

#[test]
fn lines_of_any_system_are_numbered_from_1() {
    let text = text(b"\xef\xbb\xbfa \r\n\r\n b\rc\n\0\n d\xff");
    let found: Vec<_> = lines(&text).collect();
    assert_eq!(found, [(1, "a"), (3, "b"), (4, "c"), (6, "d\u{fffd}")]);
    assert_eq!((first_line(b"\r\r\n  x y \rz"), first_line(b"")), ("x y".into(), String::new()));
}

#[test]
fn names_stay_on_one_line_and_are_cut_between_letters() {
    assert_eq!(plain_name(" a\nb\t"), Some("a b".into()));
    assert_eq!(plain_name(" \r\n"), None);
    let long = plain_name(&"é".repeat(99)).unwrap();
    assert_eq!((long.len(), long.chars().count()), (MAX_NAME, MAX_NAME / 2));
}

#[test]
fn what_is_past_the_limit_and_what_people_named_is_told() {
    let mut gathered = Gathered::default();
    for name in ["", "Untitled", "Index 12", "#ff0000", "1A1c2c", "sky", "Index of all"] {
        gathered.push(Color::BLACK, name);
    }
    (7..300).for_each(|_| gathered.push(Color::ADDED, "past the limit, where names are gone anyway"));
    assert_eq!(gathered.count(), 300);
    let palette = gathered.finish("X").unwrap();
    assert_eq!((palette.colors.len(), palette.colors[255]), (256, Color::ADDED));
    let named = 2 + (256 - 7);
    let names = format!("the names of {named} colours were left out");
    assert_eq!(palette.notes, ["44 colours past 256 were left out", names.as_str()]);
    assert_eq!(
        Gathered::default().finish("X").unwrap_err().to_string(),
        "this X file is damaged: it holds no colour"
    );
}
