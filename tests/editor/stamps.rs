//! Stamps of cels and frames, against their pixels: whatever is done, what has one stamp shows the same.

use crate::law::chance::{Chance, arguments, editor as any_editor, options};
use std::collections::HashMap;
use undoodle::color::Color;
use undoodle::document::{Cel, Picture};
use undoodle::editor::{Editor, commands};
use undoodle::tools::TOOLS;
use undoodle::value::Value;

fn pixels(editor: &Editor, picture: &Picture<'_>) -> Vec<Color> {
    let (width, height) = editor.document().size();
    let mut all = vec![Color::TRANSPARENT; (width * height) as usize];
    for (y, row) in (0..).zip(all.chunks_exact_mut(width as usize)) {
        picture.read(0, y, 1, row);
    }
    all
}

/// What was seen with each stamp.
#[derive(Default)]
struct Known {
    cels: HashMap<u64, ((u32, u32), Vec<Color>)>,
    frames: HashMap<u64, ((u32, u32), Vec<Color>)>,
}

impl Known {
    fn look(&mut self, editor: &mut Editor, what: &str) {
        let (layers, frames) = (editor.document().layers(), editor.document().frames());
        let stamps = editor.cel_stamps(0..layers, 0..frames);
        let cels = (0..layers).flat_map(|layer| (0..frames).map(move |frame| Cel { layer, frame }));
        let size = editor.document().size();
        for (cel, stamp) in cels.zip(stamps) {
            let now = (size, pixels(editor, &editor.document().cel_look(cel)));
            let before = self.cels.entry(stamp).or_insert_with(|| now.clone());
            let empty = now.1.iter().all(|color| *color == Color::TRANSPARENT);
            let same = if stamp == 0 { empty } else { *before == now };
            assert!(same, "{what}: {cel:?} has changed and kept its stamp {stamp}");
        }
        for (frame, stamp) in (0..frames).zip(editor.frame_stamps(0..frames)) {
            let now = (size, pixels(editor, &editor.document().picture(frame)));
            let before = self.frames.entry(stamp).or_insert_with(|| now.clone());
            let empty = now.1.iter().all(|color| *color == Color::TRANSPARENT);
            let same = if stamp == 0 { empty } else { *before == now };
            assert!(same, "{what}: frame {frame} has changed and kept its stamp {stamp}");
        }
    }
}

#[test]
fn what_has_one_stamp_shows_the_same() {
    for seed in 0..40 {
        let mut chance = Chance::new(seed);
        let (mut editor, mut known) = (any_editor(&mut chance), Known::default());
        known.look(&mut editor, "the beginning");
        let all: Vec<_> = commands().collect();
        for _ in 0..40 {
            let what = match chance.below(6) {
                0 => {
                    let tool = chance.pick(TOOLS);
                    let options = options(&mut chance, &editor);
                    editor.set_tool(tool.id, &options).unwrap();
                    let mut at = || f64::from(chance.within(0, 400));
                    editor.pointer_down(at(), at(), 0, 0);
                    editor.pointer_up(at(), at(), 0);
                    tool.id
                }
                1 | 2 => {
                    let id = chance.pick(&["edit.undo", "edit.redo", "edit.undo", "history.bring-back"]);
                    drop(editor.run(id, &[], 0));
                    id
                }
                3 => {
                    let step = chance.below(12) as u32;
                    let id = chance.pick(&["history.step", "history.peek", "history.peek-end"]);
                    let name = if id == "history.peek" { "commit" } else { "step" };
                    let args = [(name.to_owned(), Value::from(step))];
                    drop(editor.run(id, if id == "history.peek-end" { &[] } else { &args }, 0));
                    id
                }
                _ => {
                    let command = chance.pick(&all);
                    let args = arguments(&mut chance, &editor, command);
                    drop(editor.run(command.id, &args, 0));
                    command.id
                }
            };
            // A game shows what no cel has, and stamps are not asked for meanwhile.
            drop(editor.run("view.play-leave", &[], 0));
            // Nor while a shape waits for its next press.
            if editor.is_waiting() {
                editor.run(chance.pick(&["edit.end-shape", "edit.cancel"]), &[], 0).unwrap();
            }
            // Several things may be done before anybody asks.
            if chance.one_in(2) {
                known.look(&mut editor, &format!("seed {seed}: {what}"));
            }
        }
    }
}

#[test]
fn a_stroke_leaves_the_stamps_of_other_cels() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    let dab = |editor: &mut Editor, x: f64| {
        editor.pointer_down(x, 100.0, 0, 0);
        editor.pointer_up(x, 100.0, 0);
    };
    for _ in 0..3 {
        dab(&mut editor, 100.0);
        editor.run("frame.duplicate", &[], 0).unwrap();
    }
    let before = editor.cel_stamps(0..1, 0..4);
    assert!(before.iter().all(|stamp| *stamp != 0));
    dab(&mut editor, 300.0);
    for id in ["", "edit.undo", "edit.redo"] {
        if !id.is_empty() {
            editor.run(id, &[], 0).unwrap();
        }
        let after = editor.cel_stamps(0..1, 0..4);
        assert_eq!(after[..3], before[..3], "{id}");
        assert_ne!(after[3], before[3], "{id}");
    }
    let before = editor.cel_stamps(0..1, 0..4);
    editor.run("layer.rename", &[("name".into(), "Ink".into())], 0).unwrap();
    assert_eq!(editor.cel_stamps(0..1, 0..4), before, "a name is no pixel");
}

#[test]
fn a_thumbnail_waits_for_what_is_under_way() {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    editor.pointer_down(100.0, 100.0, 0, 0);
    assert_eq!(editor.cel_thumbnail(Cel::default(), (8, 8)), None);
    assert_eq!(editor.frame_thumbnail(0, (8, 8)), None);
    editor.pointer_up(600.0, 600.0, 0);
    let small = editor.frame_thumbnail(0, (8, 8)).unwrap();
    assert!(small.pixels.iter().any(|byte| *byte != 0));
}
