//! Tests of `src/patterns.rs`.

use undoodle_formats::patterns::{Given, Naming, file_name};

#[test]
fn words_stand_for_what_the_picture_is() {
    let naming =
        Naming { name: "hero", tag: "walk", layer: "Ink", slice: "face", frame: 3, tag_frame: 1, index: 11 };
    for (pattern, name) in [
        ("{name} ({layer}) #{tag} {frame}", "hero (Ink) #walk 3"),
        ("{frame1}|{frame01}|{frame0010}|{tagframe000}|{index}", "4|04|0013|001|11"),
        ("{slice}_{frame1}", "face_4"),
        ("} {name}", "} hero"),
        ("\u{1}{tag}\n ", "walk"),
        ("  ", "11"),
    ] {
        assert_eq!(naming.by(pattern), name, "{pattern}");
    }
    let braces = Naming { name: "{tag}", ..naming };
    assert_eq!(braces.by("{name}{tag}"), "{tag}walk", "a name is no pattern");
}

#[test]
fn no_two_names_are_the_same() {
    let mut given = Given::new(false);
    let found = ["a", "a", "A", "a (2)", "a"].map(|name| given.unlike(name.into()));
    assert_eq!(found, ["a", "a (2)", "A", "a (2) (2)", "a (3)"]);
    let mut files = Given::new(true);
    assert_eq!(["é", "É", "e"].map(|name| files.unlike(name.into())), ["é", "É (2)", "e"]);
    // A quarter of a million of one name, as many as a drawing can have, take no more than a moment.
    let mut many = Given::new(false);
    let last = (0..1 << 18).map(|_| many.unlike("x".into())).last();
    assert_eq!(last.as_deref(), Some("x (262144)"));
}

#[test]
fn every_system_takes_the_name_of_a_file() {
    for (text, name) in [
        ("hero", "hero"),
        ("a/b\\c:d*e?f\"g<h>i|j", "a-b-c-d-e-f-g-h-i-j"),
        ("con", "_con"),
        ("COM3.walk", "_COM3.walk"),
        ("Com30", "Com30"),
        (".hidden", "hidden"),
        ("end. .", "end"),
        ("\u{202e}gnp.exe\u{0}", "gnp.exe"),
        ("日本", "日本"),
        ("", "untitled"),
        ("../..", "-"),
    ] {
        assert_eq!(file_name(text), name, "{text:?}");
    }
    assert_eq!(file_name(&"é".repeat(300)).len(), 200);
}
