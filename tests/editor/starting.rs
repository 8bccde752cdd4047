//! An editor that starts over is as a new one, whatever was done with it.

use crate::law::chance::{Chance, arguments, options};
use undoodle::editor::{Editor, commands};
use undoodle::tools::TOOLS;

/// Sessions that are tried.
const SESSIONS: u64 = 12;

/// All that an editor knows, but for numbers that go on: those of drawings, of seeds and of thumbnails.
fn known(editor: &mut Editor) -> String {
    editor.take_effects();
    editor.news();
    let view = format!("{:?} {:?} {:?}", editor.view(), editor.highlight(), editor.swatch());
    let drawing = format!("{:?} {:?}", editor.document().size(), editor.document().palette());
    let history = (editor.document().history().position(), editor.document().history().line().count());
    let state = (editor.name().to_owned(), editor.cel(), editor.colors(), editor.tool().id);
    let enabled: Vec<_> =
        commands().filter(|command| editor.is_enabled(command)).map(|command| command.id).collect();
    format!(
        "{view}\n{drawing}\n{history:?}\n{state:?}\n{:?}\n{:?}\n{enabled:?}",
        editor.desk(),
        editor.options()
    )
}

#[test]
fn an_editor_that_starts_over_is_as_a_new_one() {
    let mut new = Editor::new().unwrap();
    new.resize(640, 480);
    let expected = known(&mut new);
    for seed in 0..SESSIONS {
        let mut chance = Chance::new(seed);
        let mut editor = Editor::new().unwrap();
        editor.resize(640, 480);
        let all: Vec<_> = commands().collect();
        for step in 0..60 {
            let tool = &TOOLS[chance.below(TOOLS.len())];
            let chosen = options(&mut chance, &editor);
            _ = editor.set_tool(tool.id, &chosen);
            editor.pointer_down(chance.below(640) as f64, chance.below(480) as f64, 0, step);
            editor.pointer_move(chance.below(640) as f64, chance.below(480) as f64, step);
            editor.pointer_up(chance.below(640) as f64, chance.below(480) as f64, step);
            let command = all[chance.below(all.len())];
            let args = arguments(&mut chance, &editor, command);
            _ = editor.run(command.id, &args, step);
        }
        let serial = editor.serial();
        editor.start_over().unwrap();
        editor.document().validate().unwrap();
        assert_eq!(known(&mut editor), expected, "session {seed}");
        assert!(editor.serial() > serial, "another drawing");
    }
}
