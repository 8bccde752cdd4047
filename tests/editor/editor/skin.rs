//! Tests of `src/editor/skin.rs`.

use undoodle::editor::Editor;
use undoodle::value::Value;

#[test]
fn settings_are_kept_with_what_else_is_chosen() {
    let (mut editor, mut other) = (Editor::new().unwrap(), Editor::new().unwrap());
    let args =
        [("before".into(), 4.into()), ("front".into(), true.into()), ("tintAfter".into(), "#123456".into())];
    editor.run("view.onion-settings", &args, 0).unwrap();
    let choices = editor.choices();
    other.choose_again(&choices);
    assert_eq!(other.onion(), editor.onion());
    assert_eq!((other.onion().0.before, other.onion().1), (4, true));
    // Nonsense from elsewhere is left out.
    let wrong: Vec<_> = choices.iter().map(|(name, _)| (name.clone(), Value::from(99))).collect();
    other.choose_again(&wrong);
    assert_eq!(other.onion().0.before, 4);
}
