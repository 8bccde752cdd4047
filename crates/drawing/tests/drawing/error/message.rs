//! Tests of `src/error/message.rs`.

use undoodle_drawing::error::{Message, one_of, one_of_labels};

#[test]
fn the_first_number_decides_on_a_plural_and_each_form_is_a_sentence() {
    let code = "{n} frame past {max} was left out | {n} frames past {max} were left out";
    let said = |n: u32| Message::new(code).with(n).with(1024u32).to_string();
    assert_eq!(said(1), "1 frame past 1024 was left out");
    assert_eq!(said(0), "0 frames past 1024 were left out");
    assert_eq!(said(1025), "1025 frames past 1024 were left out");
    let oldest = "the oldest step is forgotten | the {n} oldest steps are forgotten";
    assert_eq!(Message::new(oldest).with(1), "the oldest step is forgotten");
    assert_eq!(Message::new(oldest).with(2), "the 2 oldest steps are forgotten");
}

#[test]
fn counts_have_commas_and_other_numbers_none() {
    let said = |count: i64| Message::new("{count} of {n}").with(count).with(count).to_string();
    let expected = ["0 of 0", "999 of 999", "1,000 of 1000", "-1,234,567 of -1234567", "-123 of -123"];
    assert_eq!([0, 999, 1000, -1_234_567, -123].map(said), expected);
}

#[test]
fn holes_are_filled_by_name_and_what_is_in_them_is_not_read() {
    let twice = Message::new("from {n} on: {why}; it ends at {n}").with(7).with("{n} | {why}");
    assert_eq!(twice, "from 7 on: {n} | {why}; it ends at 7");
    assert_eq!(
        Message::from("{name}, {tag}"),
        "{name}, {tag}",
        "a text without values has braces of its own"
    );
    let nested = Message::new("{what}: {why}").with_key("width").with(Message::new("line {n}").with(3));
    assert_eq!(nested, "width: line 3");
    assert_eq!((nested.code(), nested.values().len()), ("{what}: {why}", 2));
}

#[test]
fn rows_of_none_one_and_several_phrases() {
    let row = |names: &[&'static str]| {
        let phrases = names.iter().map(|name| Message::from(*name));
        Message::row_ending(phrases, "{first}, {rest}", "{first} and {last}").to_string()
    };
    assert_eq!(
        [row(&[]), row(&["a"]), row(&["a", "b"]), row(&["a", "b", "c"])],
        ["", "a", "a and b", "a, b and c"]
    );
    assert!(Message::row([], "{first}; {rest}").is_empty());
    assert_eq!(one_of(["a", "b", "c"].into_iter()), "a, b or c");
    assert_eq!([one_of(["a"].into_iter()), one_of([].into_iter())], ["a", ""]);
    assert_eq!(one_of_labels(["PNG", "GIF", "a palette"].into_iter()), "PNG, GIF or a palette");
}
