//! Tests of `src/sheet/animations.rs`.

use super::numbered;
use undoodle_formats::Opened;
use undoodle_formats::document::TagDirection::{Forward, PingPong, PingPongReverse, Reverse};
use undoodle_formats::sheet::read_with;

/// Reads a sheet of four frames, a to d, with more behind the list, and returns its notes and its tags.
fn read(more: &str) -> (String, Vec<(String, u32, u32, undoodle_formats::document::TagDirection)>) {
    let frame = |name: &str| format!(r#""{name}": {{"frame": {{"x": 0, "y": 0, "w": 1, "h": 1}}}}"#);
    let json = format!(r#"{{"frames": {{{}}}, {more}}}"#, ["a", "b", "c", "d"].map(frame).join(","));
    let whole = read_with(&numbered().1, json.as_bytes()).unwrap();
    let tags = whole.drawing().unwrap().tags();
    (
        whole.notes().to_string(),
        tags.into_iter().map(|tag| (tag.name, tag.from, tag.to, tag.direction)).collect(),
    )
}

#[test]
fn lists_that_a_tag_plays_become_tags() {
    let (notes, tags) = read(
        r#""animations": {"up": ["b", "c", "d"], "down": ["c", "b", "a"], "one": ["d"],
            "swing": ["a", "b", "c", "b"], "back": ["c", "b", "a", "b"]}"#,
    );
    let expected =
        [("up", 1, 3, Forward), ("down", 0, 2, Reverse), ("one", 3, 3, Forward), ("swing", 0, 2, PingPong)];
    let expected = expected.into_iter().chain([("back", 0, 2, PingPongReverse)]);
    let expected: Vec<_> = expected.map(|(name, from, to, by)| (name.to_owned(), from, to, by)).collect();
    assert_eq!((notes.as_str(), tags), ("", expected));
}

#[test]
fn other_lists_are_told() {
    let (notes, tags) = read(
        r#""animations": {"gap": ["a", "c"], "twice": ["a", "a"], "none": [], "lost": ["x"], "no list": 3, "": ["a"]}"#,
    );
    assert_eq!(
        (notes.as_str(), tags.len()),
        ("6 animations of frames that do not follow each other left out", 0)
    );
}

#[test]
fn lists_beside_tags_of_their_names_say_nothing_new() {
    let tags = r#""meta": {"frameTags": [{"name": "walk", "from": 0, "to": 1}]}"#;
    let (notes, tags) = read(&format!(r#""animations": {{"walk": ["a", "b"], "run": ["c", "d"]}}, {tags}"#));
    let expected = [("walk".to_owned(), 0, 1, Forward), ("run".to_owned(), 2, 3, Forward)];
    assert_eq!((notes.as_str(), &tags[..]), ("", &expected[..]));
}

#[test]
fn a_list_without_frames_is_refused() {
    for json in ["{}", r#"{"frames": {}}"#, r#"{"frames": []}"#, r#"{"frames": 3}"#] {
        let said = read_with(&numbered().1, json.as_bytes()).unwrap_err().to_string();
        assert_eq!(said, "sprite sheet file: its JSON lists no frames", "{json}");
    }
}
