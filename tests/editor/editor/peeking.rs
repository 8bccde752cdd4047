//! Tests of `src/editor/session/peeking.rs`.

use crate::law::chance;
use undoodle::document::{Cel, Document};
use undoodle::editor::{Editor, Standing};
use undoodle::geometry::{Point, Rect};
use undoodle::history::CommitId;
use undoodle::journal::{decode_history, encode_history};
use undoodle::memory::Memory;
use undoodle::render::{Quality, render};
use undoodle::value::Value;
use undoodle::{Error, Result};

fn run(editor: &mut Editor, id: &str) -> bool {
    editor.run(id, &[], 0).unwrap()
}

fn peek(editor: &mut Editor, commit: CommitId) -> Result<bool> {
    editor.run("history.peek", &[("commit".into(), Value::Number(commit.0 as f64))], 0)
}

fn dab(editor: &mut Editor, x: f64) {
    editor.pointer_down(x, 105.0, 0, 0);
    editor.pointer_up(x, 105.0, 1);
}

/// All that a peek may not change.
fn state(editor: &Editor) -> (Memory, Vec<CommitId>, CommitId, Cel) {
    let history = editor.document().history();
    (
        history.arena().clone(),
        history.line().map(|commit| commit.id()).collect(),
        history.here(),
        editor.cel(),
    )
}

/// Whether the picture shows something black at columns of row 10.
fn shown(editor: &Editor) -> Vec<bool> {
    let black = |x: i32| {
        let (x, y) = editor.view().device_center(x.into(), 10.0);
        let mut pixel = Vec::new();
        editor.render(Rect::pixel(Point::new(x as i32, y as i32)), Quality::Averaged, &mut pixel).unwrap();
        pixel == [0, 0, 0, 255]
    };
    (0..64).map(black).collect()
}

fn places(shown: &[bool]) -> Vec<usize> {
    (0..shown.len()).filter(|x| shown[*x]).collect()
}

/// An editor with three steps on its line, of which the last is undone, and two on a branch.
fn branched() -> (Editor, Vec<CommitId>) {
    let mut editor = Editor::new().unwrap();
    editor.resize(640, 640);
    (1..=3).for_each(|i| dab(&mut editor, 100.0 * f64::from(i)));
    let aside: Vec<_> = editor.document().history().line().map(|commit| commit.id()).collect();
    (0..2).for_each(|_| assert!(run(&mut editor, "edit.undo")));
    dab(&mut editor, 450.0);
    dab(&mut editor, 550.0);
    run(&mut editor, "edit.undo");
    (editor, aside)
}

#[test]
fn a_peek_shows_what_was_before_a_step_and_moves_nothing() {
    let (mut editor, aside) = branched();
    let (before, picture) = (state(&editor), shown(&editor));
    assert_eq!(places(&picture), [10, 45]);
    let line = before.1.clone();
    let looks: [(CommitId, &[usize]); 5] =
        [(aside[0], &[]), (aside[1], &[10]), (aside[2], &[10, 20]), (line[1], &[10]), (line[2], &[10, 45])];
    for (commit, painted) in looks {
        peek(&mut editor, commit).unwrap();
        assert!(editor.is_peeking());
        assert_eq!(places(&shown(&editor)), painted);
        assert_eq!(state(&editor), before, "nothing live moves");
    }
    run(&mut editor, "history.peek-end");
    assert_eq!((state(&editor), shown(&editor)), (before, picture));
}

#[test]
fn the_drawing_stands_where_it_stood_while_one_looks_elsewhere() {
    let (mut editor, aside) = branched();
    let before = editor.standing();
    assert_eq!((before.position, before.ahead, before.aside, &before.looking), (2, 1, 2, &None));
    assert_eq!((before.undo.as_str(), before.redo.as_str()), ("Pencil", "Pencil"));
    let line = state(&editor).1;
    let looks = [
        (line[1], "step 1"),
        (aside[2], "steps set aside"),
        (aside[1], "step 1"),
        (aside[0], "the beginning"),
        (line[2], "step 2"),
    ];
    for (commit, looking) in looks {
        peek(&mut editor, commit).unwrap();
        let standing = editor.standing();
        assert_eq!(standing.looking.clone().unwrap(), looking);
        assert_eq!(standing, Standing { looking: standing.looking.clone(), ..before.clone() });
    }
    run(&mut editor, "history.peek-end");
    assert_eq!(editor.standing(), before);
}

#[test]
fn nothing_is_done_to_what_is_only_looked_at() {
    let (mut editor, aside) = branched();
    peek(&mut editor, aside[0]).unwrap();
    dab(&mut editor, 620.0);
    assert!(!editor.is_peeking());
    assert_eq!(places(&shown(&editor)), [10, 45, 62], "painted on the drawing as it is");
    run(&mut editor, "edit.undo");
    peek(&mut editor, aside[0]).unwrap();
    run(&mut editor, "layer.add");
    assert_eq!((editor.document().layers(), editor.is_peeking()), (2, false));
    let file = editor.encode("png").unwrap();
    peek(&mut editor, aside[0]).unwrap();
    assert_eq!(editor.encode("png").unwrap(), file, "a file holds the drawing as it is");
    assert!(editor.is_peeking(), "and the look goes on");
    assert!(matches!(peek(&mut editor, CommitId(9999)), Err(Error::Gone { .. })));
    run(&mut editor, "history.peek-end");
    editor.pointer_down(100.0, 100.0, 0, 0);
    assert!(matches!(peek(&mut editor, aside[0]), Err(Error::Refused { .. })));
}

#[test]
fn a_preview_stays_while_one_looks_at_the_past() {
    let (mut editor, aside) = branched();
    run(&mut editor, "select.all");
    editor.preview("edit.delete", &[]).unwrap();
    peek(&mut editor, aside[1]).unwrap();
    assert_eq!(places(&shown(&editor)), [10]);
    assert!(editor.is_previewing());
    run(&mut editor, "history.peek-end");
    assert_eq!(places(&shown(&editor)), [0; 0], "the preview is shown again");
}

#[test]
fn what_comes_into_sight_is_shown_as_it_was() {
    let (mut editor, aside) = branched();
    editor.resize(20, 20);
    run(&mut editor, "view.zoom.4");
    peek(&mut editor, aside[2]).unwrap();
    editor.resize(640, 640);
    while editor.next_patch().is_some() {}
    assert_eq!(places(&shown(&editor)), [10, 20]);
}

/// A document with the history of another, which can be travelled.
fn copy(document: &Document) -> Document {
    let (bytes, _) = encode_history(document, &[]).unwrap();
    decode_history(document.history().arena().clone(), &bytes).unwrap().0
}

#[test]
fn scrubbing_shows_what_whole_copies_show() {
    let mut looks = 0;
    for seed in 0..60 {
        let mut chance = chance::Chance::new(seed);
        let mut editor = chance::editor(&mut chance);
        if editor.document().floating().is_some() {
            editor.run("edit.land", &[], 0).unwrap();
        }
        let (live, mut travelling) = (editor.document().history().arena().clone(), copy(editor.document()));
        let steps: Vec<_> = editor.document().history().commits().map(|step| step.id()).collect();
        for _ in 0..12.min(steps.len()) {
            let step = chance.pick(&steps);
            let (before, frame) = {
                let commit = travelling.history().commit_of(step).unwrap();
                (commit.parent(), undoodle::document::Trace::of(&commit.header()).frame_before())
            };
            peek(&mut editor, step).unwrap();
            while editor.next_patch().is_some() {}
            travelling.goto(before).unwrap();
            let active = editor.document().frame_id(editor.cel().frame);
            let known = |id| travelling.frame_at(id);
            let frame = known(frame).or(active.and_then(known)).unwrap_or(0);
            let (mut seen, mut whole) = (Vec::new(), Vec::new());
            let all = editor.view().bounds();
            editor.render(all, Quality::Averaged, &mut seen).unwrap();
            render(&travelling, frame, editor.view(), all, Quality::Averaged, &mut whole).unwrap();
            assert!(seen == whole, "seed {seed}: before {step:?}");
            looks += 1;
        }
        assert!(*editor.document().history().arena() == live, "seed {seed}: nothing live has moved");
        assert!(editor.is_peeking() || steps.is_empty());
    }
    assert!(looks > 300, "{looks}");
}
