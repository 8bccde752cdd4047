//! Tests of `src/editor/shown/skin.rs`.

use undoodle::editor::{Editor, Effect};
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

#[test]
fn an_onion_skin_that_shows_nothing_says_why_when_it_is_turned_on() {
    let mut editor = Editor::new().unwrap();
    let mut turned_on = |change: &[(&str, &[(&str, Value)])]| {
        for (id, args) in change {
            let args: Vec<_> = args.iter().map(|(name, value)| ((*name).into(), value.clone())).collect();
            editor.run(id, &args, 0).unwrap();
        }
        editor.take_effects();
        assert!(editor.run("view.onion", &[], 0).unwrap() && editor.onion().1);
        let said = editor.take_effects().into_iter().filter_map(|effect| match effect {
            Effect::Message(text) => Some(text.to_string()),
            _ => None,
        });
        let said = said.collect::<Vec<_>>().join("; ");
        // It is turned off without a word.
        editor.run("view.onion", &[], 0).unwrap();
        assert!(!editor.take_effects().iter().any(|effect| matches!(effect, Effect::Message(_))));
        said
    };
    assert_eq!(turned_on(&[]), "Onion skin on: it shows once there is a second frame");
    assert_eq!(turned_on(&[("frame.add", &[])]), "", "the first frame shows through the second");
    let tag = [("name", "16".into()), ("from", 1.into()), ("to", 1.into())];
    assert_eq!(
        turned_on(&[("frame.tag", &tag)]),
        "Onion skin on, but the tag has no other frame: its settings can show frames outside the tag"
    );
    let beyond = [("tag", false.into())];
    assert_eq!(turned_on(&[("view.onion-settings", &beyond), ("view.onion", &[])]), "");
    let none = [("tag", false.into()), ("before", 0.into()), ("after", 0.into())];
    assert_eq!(
        turned_on(&[("view.onion-settings", &none), ("view.onion", &[])]),
        "Onion skin on, but its settings show no frames before or after this one"
    );
}
