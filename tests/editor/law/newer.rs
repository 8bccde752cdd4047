//! A newer version of the file, as a step: the drawing becomes what the file holds, byte for byte, and undo gives the older
//! one back, whatever the two are.

use super::chance::{Chance, arguments, editor};
use super::patches::looks_alike;
use super::state::State;
use super::{is_thorough, named, run, seeds};
use undoodle::color::Color;
use undoodle::document::Trace;
use undoodle::document::{Corner, Drawing, HISTORY};
use undoodle::editor::{Editor, Effect, commands};
use undoodle::geometry::{Point, Rect};
use undoodle::history::Limits;
use undoodle::memory::{Arena, Memory, Region};

/// Drawings per seed of the law: a pair is quick to try.
const PAIRS: u64 = 6;

fn file(editor: &mut Editor, history: bool) -> Vec<u8> {
    editor.encode_project(Some(history)).unwrap()
}

/// An editor with what another one's file holds, in which somebody has gone on.
fn gone_on(chance: &mut Chance, from: &mut Editor) -> Editor {
    let mut other = Editor::new().unwrap();
    other.resize(400, 300);
    other.open(&file(from, false), "theirs.undoodle").unwrap();
    let edits: Vec<_> = commands().filter(|command| command.edits()).collect();
    for _ in 0..chance.below(4) {
        let command = chance.pick(&edits);
        let args = arguments(chance, &other, command);
        _ = other.run(command.id, &args, 0);
    }
    other
}

/// Two editors: with two drawings that have nothing to do with each other, or two versions of one.
fn pair(chance: &mut Chance) -> (Editor, Editor) {
    let mut ours = editor(chance);
    let theirs = if chance.one_in(3) { editor(chance) } else { gone_on(chance, &mut ours) };
    for _ in 0..chance.below(3) {
        run(&mut ours, "edit.undo", &[]);
    }
    for id in ["layer.add", "frame.add", "edit.undo"] {
        if chance.one_in(3) {
            run(&mut ours, id, &[]);
        }
    }
    // A transform under way would end as a step of its own.
    _ = ours.run("select.none", &[], 0);
    ours.mark_saved();
    (ours, theirs)
}

/// The bytes of a drawing that is read from a file.
fn held(file: &[u8]) -> Memory {
    let (_, file) = undoodle::formats::open(file).unwrap();
    file.drawing().unwrap().checked().unwrap().into_door()
}

/// The highest id of a layer and of a frame that drawings show.
fn highest(editors: [&Editor; 2]) -> [u16; 2] {
    let documents = || editors.into_iter().map(|editor| editor.document());
    let layers =
        documents().flat_map(|document| (0..document.layers()).filter_map(|at| document.layer_id(at)));
    let frames =
        documents().flat_map(|document| (0..document.frames()).filter_map(|at| document.frame_id(at)));
    [layers.max().unwrap(), frames.max().unwrap()]
}

/// The bytes of a drawing whose images are laid anew at the first pixel of their planes: one that is taken over stays where it is, or where the other one was.
fn laid(memory: &Memory) -> Memory {
    let drawing = Drawing::from_door(memory.clone());
    if drawing.corner() == Corner::default() {
        memory.clone()
    } else {
        drawing.laid_at(Corner::default()).unwrap().into_door()
    }
}

/// Checks that the drawing is what a file holds.
fn is(editor: &Editor, theirs: &Memory, what: &str) {
    editor.document().validate().unwrap_or_else(|broken| panic!("{what}: {broken}"));
    let same = |one: &Memory, other: &Memory| one == other || looks_alike(&laid(one), &laid(other));
    assert!(same(editor.document().history().arena(), theirs), "{what}: the drawing is the newer one");
    let (cel, document) = (editor.cel(), editor.document());
    assert!(cel.layer < document.layers() && cel.frame < document.frames(), "{what}: {cel:?}");
}

#[test]
fn a_newer_version_is_one_step_and_undo_gives_the_older_one_back() {
    let mut steps = 0;
    for seed in 0..seeds().end * PAIRS {
        let mut chance = named("newer version", seed);
        let (mut ours, mut theirs) = pair(&mut chance);
        let what = format!("seed {seed}");
        let file = file(&mut theirs, chance.one_in(2));
        let bytes = held(&file);
        let before = State::of(&ours);
        let ids = highest([&ours, &theirs]);

        assert!(ours.open_newer(&file, 60_000).unwrap(), "{what}");
        is(&ours, &bytes, &what);
        let after = State::of(&ours);
        assert!(
            ours.mark_saved() && !ours.document().history().is_dirty(),
            "{what}: it is what the file holds"
        );
        assert_eq!(after.steps - before.steps, usize::from(after.bytes != before.bytes), "{what}: one step");
        if after.steps > before.steps {
            steps += 1;
            let header = ours.document().history().done().next().unwrap().header().into_owned();
            assert_eq!((header.label.as_ref(), header.time), ("Newer version", 60_000));
            for _ in 0..2 {
                assert!(run(&mut ours, "edit.undo", &[]), "{what}");
                let undone = State::of(&ours);
                assert!(undone.bytes == before.bytes, "{what}: undo gives the bytes before");
                assert_eq!((undone.cels, undone.ids), (before.cels.clone(), before.ids), "{what}");
                ours.document().validate().unwrap();
                assert!(ours.document().history().is_dirty(), "{what}: the file holds the newer one");
                assert!(run(&mut ours, "edit.redo", &[]), "{what}");
                is(&ours, &bytes, &what);
                assert_eq!(
                    State::of(&ours).ids,
                    after.ids,
                    "{what}: redo leads to the layer and frame after"
                );
            }
        }
        // What was set aside by it may come back onto it.
        if run(&mut ours, "history.bring-back", &[]) {
            ours.document().validate().unwrap_or_else(|broken| panic!("{what}: brought back: {broken}"));
        }
        for (id, highest, at) in [("layer.add", ids[0], 0), ("frame.add", ids[1], 1)] {
            if run(&mut ours, id, &[]) {
                let (cel, document) = (ours.cel(), ours.document());
                let given = [document.layer_id(cel.layer), document.frame_id(cel.frame)][at];
                assert!(
                    given > Some(highest),
                    "{what}: {id} gives {given:?}, and {highest} was given before"
                );
            }
        }
    }
    assert!(steps > 100 || !is_thorough(), "{steps} steps");
}

#[test]
fn a_newer_version_that_is_too_large_to_be_undone_asks_first() {
    let mut asked = 0;
    for seed in 0..seeds().end {
        let mut chance = named("too large a version", seed);
        let (mut ours, mut theirs) = pair(&mut chance);
        let what = format!("seed {seed}");
        let file = file(&mut theirs, false);
        let bytes = held(&file);
        let budget = chance.pick(&[2_000, 8_000, 60_000]);
        let working = chance.pick(&[0, 500, 4_000, 16_000]);
        if ours.set_history_limits(Limits { working, budget, ..HISTORY }).is_err() {
            continue;
        }
        let before = State::of(&ours);
        let done = ours.open_newer(&file, 0).unwrap();
        assert_ne!(done, ours.is_asking(), "{what}");
        if done {
            is(&ours, &bytes, &what);
            continue;
        }
        asked += 1;
        State::of(&ours).unchanged_since(&before, &what);
        assert!(!ours.mark_saved(), "{what}: no file holds what is here");
        assert!(ours.take_effects().iter().any(|effect| matches!(effect, Effect::Confirm(_))), "{what}");
        if chance.one_in(3) {
            assert!(!ours.answer(false).unwrap());
            State::of(&ours).unchanged_since(&before, &what);
            assert!(!ours.mark_saved(), "{what}: the answer was no");
            continue;
        }
        assert!(ours.answer(true).unwrap(), "{what}");
        is(&ours, &bytes, &what);
        assert!(ours.mark_saved() && !ours.document().history().is_dirty(), "{what}");
        let stats = ours.document().history().stats();
        assert!(stats.bytes <= budget && stats.touched <= working, "{what}: {stats:?}");
    }
    assert!(asked > 8 || !is_thorough(), "{asked} were asked about");
}

#[test]
fn a_file_that_cannot_be_read_changes_nothing() {
    for seed in 0..6 {
        let mut chance = named("no version", seed);
        let (mut ours, mut theirs) = pair(&mut chance);
        let whole = file(&mut theirs, false);
        let before = State::of(&ours);
        let mut broken = held(&whole);
        // A canvas that is wider than any.
        broken.provide(Region::new(8, 4)).unwrap();
        broken.get_mut(Region::new(8, 4)).unwrap().copy_from_slice(&40_000u32.to_le_bytes());
        assert!(Drawing::from_door(broken).checked().is_err());
        for bytes in [&whole[..whole.len() / 2], b"a letter", b""] {
            assert!(ours.open_newer(bytes, 0).is_err());
            State::of(&ours).unchanged_since(&before, &format!("seed {seed}"));
            assert!(!ours.mark_saved(), "seed {seed}: a file that was refused is none that was saved");
        }
    }
}

#[test]
fn what_is_alike_in_a_newer_version_costs_nothing() {
    let mut ours = Editor::new().unwrap();
    ours.new_document(512, 512).unwrap();
    for id in ["select.all", "edit.fill", "select.none"] {
        ours.run(id, &[], 0).unwrap();
    }
    let mut theirs = Editor::new().unwrap();
    theirs.open(&file(&mut ours, false), "theirs.undoodle").unwrap();
    theirs.run("layer.add", &[], 0).unwrap();
    let alone = theirs.document().history().stats().bytes;
    let before = ours.document().history().stats();
    ours.open_newer(&file(&mut theirs, false), 0).unwrap();
    let after = ours.document().history().stats();
    assert!(
        after.bytes - before.bytes <= 2 * alone,
        "{} bytes, and the edit took {alone}",
        after.bytes - before.bytes
    );
}

#[test]
fn undo_of_a_newer_version_shows_what_differs_and_not_the_canvas() {
    let dab = |editor: &mut Editor, x: f64, y: f64| {
        editor.pointer_down(x, y, 0, 0);
        editor.pointer_up(x, y, 0);
    };
    let mut ours = Editor::new().unwrap();
    ours.resize(640, 640);
    dab(&mut ours, 305.0, 305.0);
    let mut theirs = Editor::new().unwrap();
    theirs.resize(640, 640);
    theirs.open(&file(&mut ours, false), "theirs.undoodle").unwrap();
    // A layer is no pixel, and one more of them changes no look.
    run(&mut theirs, "layer.add", &[]);
    dab(&mut theirs, 105.0, 205.0);
    dab(&mut theirs, 145.0, 225.0);
    ours.open_newer(&file(&mut theirs, false), 0).unwrap();
    let differs = Rect::new(10, 20, 5, 3);
    for id in ["edit.undo", "edit.redo"] {
        run(&mut ours, id, &[]);
        assert_eq!(ours.highlight().map(|shown| shown.rect), Some(differs), "{id}");
    }
    assert!(run(&mut ours, "edit.undo", &[]));
    let ours_again = file(&mut ours, false);
    let mut other = Editor::new().unwrap();
    other.open(&ours_again, "ours.undoodle").unwrap();
    other.open_newer(&ours_again, 0).unwrap();
    assert_eq!(other.document().history().position(), 0, "what is alike is no step");
}

#[test]
fn all_that_looks_different_in_a_newer_version_is_marked() {
    let (mut narrow, mut seen) = (0, 0);
    for seed in 0..seeds().end * PAIRS {
        let mut chance = named("what differs", seed);
        let (mut ours, mut theirs) = pair(&mut chance);
        let shown = |editor: &Editor| -> Vec<Vec<Color>> {
            let document = editor.document();
            let (width, height) = document.size();
            let pixels = |frame| {
                let places = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
                places.map(|(x, y)| document.pixel(frame, x as i32, y as i32).unwrap()).collect()
            };
            (0..document.frames()).map(pixels).collect()
        };
        let (before, size, steps) = (shown(&ours), ours.document().size(), State::of(&ours).steps);
        assert!(ours.open_newer(&file(&mut theirs, false), 0).unwrap());
        if State::of(&ours).steps == steps || ours.document().size() != size {
            continue;
        }
        let rect = Trace::of(&ours.document().history().done().next().unwrap().header()).rect;
        for (frame, (old, new)) in before.iter().zip(&shown(&ours)).enumerate() {
            for (at, _) in old.iter().zip(new).enumerate().filter(|(_, (old, new))| old != new) {
                let (x, y) = ((at as u32 % size.0) as i32, (at as u32 / size.0) as i32);
                assert!(rect.contains(Point::new(x, y)), "seed {seed}: frame {frame}, {x},{y} and {rect:?}");
                seen += 1;
            }
        }
        narrow += usize::from(rect != ours.document().bounds());
    }
    assert!(seen > 1000 && narrow > 20 || !is_thorough(), "{seen} pixels, {narrow} of less than the canvas");
}

#[test]
fn a_stroke_ends_first_and_what_floats_comes_back_by_undo() {
    let mut ours = Editor::new().unwrap();
    ours.resize(640, 640);
    let theirs = file(&mut ours, false);
    ours.pointer_down(105.0, 105.0, 0, 0);
    assert_eq!(ours.open_newer(&theirs, 0).unwrap_err().to_string(), "tool \"pencil\": end its stroke first");
    assert!(ours.is_painting());
    ours.pointer_up(105.0, 105.0, 0);
    for id in ["edit.copy", "edit.paste"] {
        assert!(run(&mut ours, id, &[]), "{id}");
    }
    let before = State::of(&ours);
    assert!(before.floating.is_some());
    ours.open_newer(&theirs, 0).unwrap();
    assert!(ours.document().floating().is_none() && !ours.is_transforming());
    assert!(run(&mut ours, "edit.undo", &[]));
    assert_eq!(State::of(&ours).floating, before.floating);
}
