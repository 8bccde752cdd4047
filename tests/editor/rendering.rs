//! The screen, held against the truth: whatever is done, painting only what is said to be damaged
//! shows what painting everything does. What is done comes by chance: strokes that are watched on
//! their way, every command with any arguments, looks at edits, undo and redo, frames, play, zooms,
//! pans and other viewports.

#[path = "law/screen.rs"]
mod screen;

use crate::law::chance::{Chance, arguments, editor, options};
use proptest::collection::vec;
use proptest::prelude::*;
use screen::Screen;
use undoodle::editor::{Command, Editor, command, commands};
use undoodle::tools::TOOLS;
use undoodle::value::Value;

/// A place in the viewport, or a little beyond its edge.
fn place(chance: &mut Chance, editor: &Editor) -> (f64, f64) {
    let (width, height) = (editor.view().width, editor.view().height);
    (f64::from(chance.within(-9, width + 9)), f64::from(chance.within(-9, height + 9)))
}

fn any_command(chance: &mut Chance) -> &'static Command {
    let all: Vec<_> = commands().collect();
    chance.pick(&all)
}

/// A stroke of any tool, looked at with every sample; some are cancelled, some never end by themselves.
fn stroke(chance: &mut Chance, editor: &mut Editor, screen: &mut Screen) {
    let tool = chance.pick(TOOLS);
    let options = options(chance, editor);
    editor.set_tool(tool.id, &options).unwrap();
    let mut at = place(chance, editor);
    editor.pointer_down(at.0, at.1, chance.pick(&[0, 0, 0, 2, 5, 1]), 0);
    screen.look(editor, tool.id);
    for _ in 0..chance.below(4) {
        at = place(chance, editor);
        editor.pointer_move(at.0, at.1, 0);
        screen.look(editor, tool.id);
        editor.tick(f64::from(chance.within(0, 300)));
        screen.look(editor, tool.id);
    }
    match chance.below(8) {
        0 => editor.pointer_cancel(),
        1 => drop(editor.run("edit.undo", &[], 0)),
        _ => {}
    }
    editor.pointer_up(at.0, at.1, 0);
    screen.look(editor, tool.id);
}

/// Something that somebody does.
fn act(kind: u8, chance: &mut Chance, editor: &mut Editor, screen: &mut Screen) -> String {
    let run = |editor: &mut Editor, id: &str, args: &[(String, Value)]| {
        let done = editor.run(id, args, 0);
        format!("{id} {args:?}: {done:?}")
    };
    match kind {
        0..=2 => {
            stroke(chance, editor, screen);
            "a stroke".to_owned()
        }
        3..=6 => {
            let chosen = any_command(chance);
            let args = arguments(chance, editor, chosen);
            run(editor, chosen.id, &args)
        }
        7 => {
            let chosen = any_command(chance);
            let args = arguments(chance, editor, chosen);
            let shown = editor.preview(chosen.id, &args);
            screen.look(editor, chosen.id);
            if chance.one_in(2) {
                editor.preview_end();
            }
            format!("looking at {} {args:?}: {shown:?}", chosen.id)
        }
        8 => {
            let id = chance.pick(&["edit.undo", "edit.undo", "edit.redo"]);
            for _ in 0..chance.below(5) {
                drop(editor.run(id, &[], 0));
                screen.look(editor, id);
            }
            id.to_owned()
        }
        9 => {
            let (x, y) = place(chance, editor);
            editor.wheel(x, y, f64::from(chance.within(-8, 8)));
            format!("zoomed to {}", editor.view().zoom)
        }
        10 => {
            let id = chance.pick(&["select.all", "select.content", "edit.paste"]);
            drop(editor.run(id, &[], 0));
            screen.look(editor, id);
            let id = chance.pick(&["edit.nudge-left", "edit.nudge-down", "edit.rotate-right", "edit.cut"]);
            let args = arguments(chance, editor, command(id).unwrap());
            run(editor, id, &args)
        }
        11 => {
            drop(editor.run(chance.pick(&["frame.play", "view.play-life", "view.play-sand"]), &[], 0));
            for time in [0.0, 130.0, 270.0] {
                editor.tick(time);
                screen.look(editor, "playing");
            }
            if chance.one_in(2) {
                drop(editor.run(chance.pick(&["view.play-keep", "view.play-leave"]), &[], 0));
            }
            "playing".to_owned()
        }
        18 | 19 => {
            // Several before anything is painted, some with a stroke or out of the window and back.
            for _ in 0..chance.within(1, 4) {
                let from = place(chance, editor);
                editor.pointer_down(from.0, from.1, 1, 0);
                for _ in 0..chance.within(1, 4) {
                    let to = place(chance, editor);
                    editor.pointer_move(to.0, to.1, 0);
                }
                editor.pointer_up(from.0, from.1, 0);
                if chance.one_in(3) {
                    drop(editor.run("edit.undo", &[], 0));
                }
            }
            "panned".to_owned()
        }
        12 => {
            editor.resize(chance.within(1, 200), chance.within(1, 150));
            "another viewport".to_owned()
        }
        _ => {
            let ids = [
                "layer.opacity",
                "layer.visible",
                "layer.move",
                "frame.move",
                "frame.choose",
                "frame.delete",
                "frame.duplicate",
                "image.background",
                "image.grid",
                "view.grid",
                "view.onion",
                "view.onion-settings",
                "view.wrap",
                "image.tile",
                "layer.choose",
            ];
            let id = chance.pick(&ids);
            let args = arguments(chance, editor, command(id).unwrap());
            run(editor, id, &args)
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn painting_only_damage_shows_the_document(seed: u64, acts in vec((0u8..20, any::<u64>()), 1..40)) {
        let mut editor = editor(&mut Chance::new(seed));
        let mut screen = Screen::new();
        editor.resize(160, 120);
        screen.look(&mut editor, "the beginning");
        for (kind, seed) in acts {
            let what = act(kind, &mut Chance::new(seed), &mut editor, &mut screen);
            // What comes next may come before all is painted.
            screen.glance(&mut editor, if seed % 3 == 0 { (seed % 7) as usize } else { usize::MAX }, &what);
        }
        editor.preview_end();
        screen.look(&mut editor, "the end");
        editor.document().validate().unwrap();
    }
}

#[test]
fn a_place_that_shows_another_frame_now_is_painted() {
    // Two frames, the first of them active: its pixel is the first, the other's the second.
    let film = |active: u32| {
        let mut editor = Editor::new().unwrap();
        editor.resize(32, 16);
        editor.new_document(2, 1).unwrap();
        let mut dot = |x: f64| {
            editor.pointer_down(x, 8.0, 0, 0);
            editor.pointer_up(x, 8.0, 0);
            drop(editor.run("frame.add", &[], 0));
        };
        dot(8.0);
        dot(24.0);
        editor.run("frame.delete", &[], 0).unwrap();
        editor.run("frame.choose", &[("frame".into(), active.into())], 0).unwrap();
        editor
    };
    let of = |name: &str, value: u32| (name.to_owned(), Value::from(value));
    for (active, id, args) in [
        (0, "frame.delete", vec![]),
        (1, "frame.duplicate", vec![of("frame", 0)]),
        (0, "frame.move", vec![of("from", 1), of("to", 1)]),
        (1, "frame.move", vec![of("from", 1), of("to", 0)]),
    ] {
        let (mut editor, mut screen) = (film(active), Screen::new());
        screen.look(&mut editor, "before");
        for id in [id, "edit.undo", "edit.redo"] {
            let args = if id.starts_with("frame") { &args[..] } else { &[] };
            editor.run(id, args, 0).unwrap();
            screen.look(&mut editor, id);
        }
    }
}

#[test]
fn the_onion_skin_comes_back_after_an_edit_that_was_refused_while_playing() {
    let (mut editor, mut screen) = (Editor::new().unwrap(), Screen::new());
    editor.resize(32, 16);
    editor.new_document(2, 1).unwrap();
    editor.pointer_down(8.0, 8.0, 0, 0);
    editor.pointer_up(8.0, 8.0, 0);
    editor.run("frame.add", &[], 0).unwrap();
    editor.run("view.onion", &[], 0).unwrap();
    editor.run("frame.play", &[], 0).unwrap();
    screen.look(&mut editor, "playing, without the skin");
    let far = [("from".to_owned(), Value::from(0)), ("to".to_owned(), Value::from(1))];
    editor.run("layer.move", &far, 0).unwrap_err();
    assert!(editor.is_playing());
    screen.look(&mut editor, "still playing");
    editor.run("palette.sort", &[], 0).unwrap();
    assert!(!editor.is_playing());
    screen.look(&mut editor, "stopped, with the skin");
}
