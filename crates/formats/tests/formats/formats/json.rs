//! Texts mean what another parser says, and are bounded.

use undoodle_formats::json::{Json, MAX_DEPTH, MAX_VALUES, quoted};

fn parsed(text: &str) -> Option<Json> {
    Json::parse("Piskel", text.as_bytes()).ok()
}

/// Compares with how another program has understood a text.
fn same(ours: &Json, theirs: &serde_json::Value) -> bool {
    use serde_json::Value;
    match (ours, theirs) {
        (Json::Flag(None), Value::Null) => true,
        (Json::Flag(Some(one)), Value::Bool(other)) => one == other,
        (Json::Number(one), Value::Number(other)) => other.as_f64() == Some(*one),
        (Json::Text(one), Value::String(other)) => one == other,
        (Json::List(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| same(one, other))
        }
        (Json::Object(_), Value::Object(other)) => {
            other.iter().all(|(name, other)| same(ours.get(name), other))
        }
        _ => false,
    }
}

#[test]
fn texts_mean_what_another_parser_says() {
    let good = [
        r#"{"a": [1, -0.5e+2, 0, 1E3, true, false, null], "b": {}, "c": [], "a": "last"}"#,
        r#" "\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00é😀" "#,
        "[[[[[[[[]]]]]]]]",
        "-0",
        "\"\u{7f}\"",
    ];
    let bad = [
        "",
        "[",
        "[1",
        "[1,]",
        "[,1]",
        "{,}",
        "{\"a\"}",
        "{\"a\":}",
        "{a:1}",
        "{\"a\":1,}",
        "01",
        "1.",
        ".5",
        "1e",
        "+1",
        "-",
        "1e999",
        "nul",
        "nulla",
        "\"",
        "\"\\\"",
        "\"\\x\"",
        "\"\\u12\"",
        "\"\\u12g4\"",
        "\"\n\"",
        "1 2",
        "[1}",
        "'a'",
        "NaN",
        "\u{a0}1",
        "\"\\u+123\"",
    ];
    for text in good.into_iter().chain(bad) {
        let theirs: Option<serde_json::Value> = serde_json::from_str(text).ok();
        let ours = parsed(text);
        assert_eq!(ours.is_some(), theirs.is_some(), "{text}");
        assert!(ours.zip(theirs).is_none_or(|(one, other)| same(&one, &other)), "{text}");
    }
    assert!(good.iter().all(|text| parsed(text).is_some()));
}

#[test]
fn what_others_are_too_strict_for_is_read_as_browsers_do() {
    let text = |text: &str| parsed(text).unwrap().text().unwrap().to_owned();
    assert_eq!(text(r#""\ud83d""#), "\u{fffd}");
    assert_eq!(text(r#""\ude00\ud83d!""#), "\u{fffd}\u{fffd}!");
    assert_eq!(text(r#""\ud83d\u0041""#), "\u{fffd}A");
    assert_eq!(text("\u{feff}\"a\""), "a");
}

#[test]
fn depth_and_number_are_bounded() {
    let said = |text: String| Json::parse("Piskel", text.as_bytes()).unwrap_err().to_string();
    let nested = |depth: usize| "[".repeat(depth) + &"]".repeat(depth);
    assert!(parsed(&nested(MAX_DEPTH)).is_some());
    assert_eq!(said(nested(MAX_DEPTH + 1)), "this Piskel file is damaged: its JSON is nested too deeply");
    assert_eq!(said("[".repeat(1 << 20)), "this Piskel file is damaged: its JSON is nested too deeply");
    let many = format!("[{}0]", "0,".repeat(MAX_VALUES));
    assert_eq!(said(many), "this Piskel file is damaged: its JSON has too many values");
    assert!(Json::parse("Piskel", b"\"\xff\"").is_err());
}

#[test]
fn quoted_texts_are_read_again_by_another_parser() {
    let text: String = (0..0x180).filter_map(char::from_u32).chain("😀\u{2028}".chars()).collect();
    assert_eq!(serde_json::from_str::<String>(&quoted(&text)).unwrap(), text);
    assert_eq!(parsed(&quoted(&text)).unwrap().text(), Some(text.as_str()));
}
