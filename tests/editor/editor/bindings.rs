//! Tests of `src/editor/session/bindings.rs`.

use undoodle::editor::{Key, OwnKey};

#[test]
fn a_key_is_read_as_it_is_shown() {
    for text in [
        "P",
        "Shift+P",
        "Ctrl+Shift+P",
        "+",
        "Ctrl+'",
        "/",
        "F3",
        "Shift+F4",
        "Delete",
        "Shift+ArrowUp",
        "ö",
        "Ctrl+]",
    ] {
        let key: OwnKey = text.parse().unwrap();
        assert_eq!(key.key().to_string(), text);
        assert!(key.key().matches(key.key()));
    }
    let plus: OwnKey = "Shift++".parse().unwrap();
    assert_eq!(plus.key(), Key::plain("+"), "a sign needs no Shift");
    let lower: OwnKey = "Ctrl+p".parse().unwrap();
    assert_eq!(lower.key(), Key::ctrl("p"));
}

#[test]
fn what_is_no_key_of_a_command_is_refused_in_one_sentence() {
    for text in [
        "",
        "Ctrl+",
        "Shift+",
        "Ctrl",
        "Space",
        "Shift+Space",
        " ",
        "Alt+[",
        "Alt+F4",
        "Alt+ArrowLeft",
        "Alt+Home",
        "Ctrl+Alt+P",
        "Tab",
        "Ctrl+Tab",
        "Ctrl+W",
        "Ctrl+Shift+w",
        "Ctrl+N",
        "Ctrl+T",
        "Ctrl+R",
        "F5",
        "F11",
        "F13",
        "F0",
        "F01",
        "Meta",
        "PP",
        "\n",
        "Shift+Ctrl+P",
        "delete",
    ] {
        let said = text.parse::<OwnKey>().unwrap_err().to_string();
        assert!(said.starts_with("key ") && !said.contains('\n') && said.len() < 120, "{said}");
    }
    let long = "x".repeat(1 << 20).parse::<OwnKey>().unwrap_err().to_string();
    assert!(long.len() < 200, "{long}");
}
