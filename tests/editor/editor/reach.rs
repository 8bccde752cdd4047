//! Tests of `src/editor/session/reach.rs`.

use undoodle::editor::Editor;

#[test]
fn forms_ask_what_an_edit_applies_to_once_there_is_more_than_one_cel() {
    let mut editor = Editor::new().unwrap();
    let asked = |editor: &Editor| editor.asked_for("edit.hue").contains(&"reach");
    assert!(!asked(&editor));
    for id in ["layer.add", "frame.add"] {
        editor.run(id, &[], 0).unwrap();
        assert!(asked(&editor), "{id}");
        editor.run("edit.undo", &[], 0).unwrap();
        assert!(!asked(&editor));
    }
}
