//! A photo can be edited: pictures that share nothing are turned, cropped, moved and copied as steps
//! within the budgets, and what is too large for them asks first.
//!
//! Photos of 4096 × 4096 and 8192 × 8192 pixels are meant. What is done is the same at a quarter of the side with a sixteenth of the
//! budgets, and takes a sixteenth of the time.

use crate::chunks;
use undoodle::document::{Cel, HISTORY};
use undoodle::editor::{Editor, Effect};
use undoodle::history::Limits;
use undoodle::memory::Memory;
use undoodle::value::Value;

/// A PNG of noise, stored without packing.
fn noise(side: u32) -> Vec<u8> {
    let mut random = fastrand::Rng::with_seed(side.into());
    let row = side as usize * 4 + 1;
    let mut raw = vec![0; row * side as usize];
    random.fill(&mut raw);
    // Each row begins with its filter, which is none.
    raw.iter_mut().step_by(row).for_each(|byte| *byte = 0);
    let sum = raw.iter().fold((1u32, 0u32), |(a, b), byte| {
        let a = (a + u32::from(*byte)) % 65521;
        (a, (a + b) % 65521)
    });
    let mut packed = vec![0x78, 0x01];
    let mut blocks = raw.chunks(65535).peekable();
    while let Some(block) = blocks.next() {
        let len = block.len() as u16;
        packed.push(u8::from(blocks.peek().is_none()));
        packed.extend_from_slice(&len.to_le_bytes());
        packed.extend_from_slice(&(!len).to_le_bytes());
        packed.extend_from_slice(block);
    }
    packed.extend_from_slice(&(sum.1 << 16 | sum.0).to_be_bytes());
    chunks::file(&[chunks::header(side, side, 8, 6, false), chunks::chunk(b"IDAT", &packed)])
}

/// Each side is this part of the one that is meant.
const PART: u32 = 4;

/// The budgets that a photo of the size that is meant finds, for one whose sides are a part of it.
const BUDGETS: Limits = Limits {
    budget: HISTORY.budget / (PART * PART) as usize,
    depth: HISTORY.depth,
    working: HISTORY.working / (PART * PART) as usize,
};

fn photo(side: u32) -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(800, 600);
    editor.open(&noise(side), "photo.png").unwrap();
    editor.set_history_limits(BUDGETS).unwrap();
    editor
}

fn memory(editor: &Editor) -> &Memory {
    editor.document().history().arena()
}

/// The question that waits, if any.
fn asked(editor: &mut Editor) -> Option<String> {
    editor.take_effects().into_iter().find_map(|effect| match effect {
        Effect::Confirm(question) => Some(question.to_string()),
        _ => None,
    })
}

/// Runs an edit that must be one step, and undoes and redoes it.
fn step(editor: &mut Editor, id: &str, args: &[(&str, Value)]) {
    let args: Vec<_> = args.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let before = memory(editor).clone();
    let last = |editor: &Editor| editor.document().history().here();
    let here = last(editor);
    assert!(editor.run(id, &args, 0).unwrap(), "{id}: {:?}", asked(editor));
    // Steps before it may have gone for it, but it is one.
    let parent = editor.document().history().done().next().map(|commit| commit.parent());
    assert_eq!(parent, Some(here), "{id} is one step");
    let stats = editor.document().history().stats();
    assert!(stats.bytes <= BUDGETS.budget && stats.touched <= BUDGETS.working, "{id}: {stats:?}");
    assert!(*memory(editor) != before, "{id} changed something");
    let after = memory(editor).bytes();
    assert!(editor.run("edit.undo", &[], 0).unwrap());
    assert!(*memory(editor) == before, "{id}: undo gives the bytes before");
    assert_eq!(memory(editor).bytes(), before.bytes(), "{id}: and the memory");
    assert!(editor.run("edit.redo", &[], 0).unwrap());
    assert_eq!(memory(editor).bytes(), after, "{id}: redo takes what was taken");
}

#[test]
fn a_photo_of_4096_is_turned_cropped_inverted_and_copied() {
    let mut editor = photo(4096 / PART);
    step(&mut editor, "edit.invert", &[]);
    step(&mut editor, "edit.flip-horizontal", &[]);
    step(&mut editor, "edit.rotate-right", &[]);
    step(&mut editor, "layer.duplicate", &[]);
    step(&mut editor, "layer.delete", &[]);
    step(&mut editor, "image.resize", &[("width", (4000 / PART).into()), ("height", (4100 / PART).into())]);
}

#[test]
fn a_photo_of_4096_is_moved_and_landed() {
    let mut editor = photo(4096 / PART);
    step(&mut editor, "select.all", &[]);
    step(&mut editor, "edit.nudge-right", &[("step", 33.into())]);
    step(&mut editor, "edit.land", &[]);
    assert!(editor.document().floating().is_none());
    let pixel = editor.document().cel_pixel(Cel::default(), 32, 100).unwrap();
    assert!(pixel.is_transparent(), "it went to the right");
}

#[test]
fn what_is_too_large_asks_and_a_failed_land_locks_no_tool() {
    let mut editor = photo(1024);
    // As if the photo were of 16384: budgets of a 256th.
    let limits = Limits { budget: 1 << 20, depth: 1, working: 6 << 20 };
    editor.run("select.all", &[], 0).unwrap();
    editor.run("edit.nudge-down", &[], 0).unwrap();
    assert!(editor.document().floating().is_some());
    let before = memory(&editor).clone();
    let told = |editor: &Editor| {
        let history = editor.document().history();
        (history.position(), history.commits().map(|commit| commit.id()).collect::<Vec<_>>(), editor.cel())
    };
    let steps = told(&editor);
    editor.set_history_limits(Limits { budget: 16 << 20, ..limits }).unwrap();
    assert_eq!(told(&editor), steps);
    editor.set_history_limits(Limits { budget: 16 << 20, depth: 1, working: 1 << 20 }).unwrap();
    // A dab lands what floats first, which has no room: the dab is not made, and landing is asked about.
    let (x, y) = editor.view().device_center(5.0, 5.0);
    editor.set_tool("pencil", &[]).unwrap();
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
    let question = asked(&mut editor).expect("it asks");
    assert_eq!(
        question,
        "This edit is too large to undo, and removes 2 earlier steps from the history. Continue?"
    );
    assert!(*memory(&editor) == before && told(&editor) == steps, "nothing was lost by asking");
    assert!(!editor.answer(false).unwrap());
    assert!(*memory(&editor) == before && told(&editor) == steps, "nor by a no");
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
    assert!(asked(&mut editor).is_some() && editor.answer(true).unwrap());
    assert!(editor.document().floating().is_none());
    assert_eq!(told(&editor).0, 0, "what can't be undone is behind us");
    editor.document().validate().unwrap();
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
    assert_eq!((told(&editor).0, asked(&mut editor)), (1, None), "and the tools go on");
}

#[test]
fn a_photo_of_8192_works_or_asks() {
    let mut editor = photo(8192 / PART);
    let bytes = memory(&editor).bytes();
    for id in ["edit.invert", "layer.duplicate"] {
        let steps = editor.document().history().position();
        let done = editor.run(id, &[], 0).unwrap();
        let question = asked(&mut editor);
        assert_eq!(done, question.is_none(), "{id}");
        if !done {
            assert_eq!(question.as_deref(), Some("This edit is too large to undo. Continue?"));
            assert_eq!((memory(&editor).bytes(), editor.document().history().position()), (bytes, steps));
            let before = editor.document().cel_pixel(Cel::default(), 77, 99).unwrap();
            assert!(editor.answer(true).unwrap(), "{id}");
            let after = editor.document().cel_pixel(Cel::default(), 77, 99).unwrap();
            assert!(id != "edit.invert" || after != before);
        }
    }
    assert_eq!(editor.document().layers(), 2);
    editor.document().validate().unwrap();
}
