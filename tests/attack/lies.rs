//! Lies that a file once told with success, each by its name.

use crate::attack::screen::Screen;
use crate::forged::args;
use crate::unsealed::{Bytes, Piece, Run, Unsealed, bytes};
use undoodle::document::Cel;
use undoodle::editor::Editor;
use undoodle::memory::PageAddress;
use undoodle::value::Value;

fn editor() -> Editor {
    let mut editor = Editor::new().unwrap();
    editor.resize(160, 160);
    editor.new_document(16, 16).unwrap();
    editor
}

fn run(editor: &mut Editor, id: &str, given: &[(&str, Value)]) -> bool {
    let given: Vec<_> = given.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    editor.run(id, &given, 0).is_ok_and(|done| done)
}

fn dab(editor: &mut Editor, x: i32) {
    let (x, y) = editor.view().device_center(x.into(), 5.0);
    editor.pointer_down(x, y, 0, 0);
    editor.pointer_up(x, y, 0);
}

fn unsealed(editor: &mut Editor) -> Unsealed {
    Unsealed::new(&editor.encode_project(Some(true)).unwrap())
}

fn opened(all: &Unsealed) -> (Editor, String) {
    let mut editor = Editor::new().unwrap();
    editor.resize(160, 160);
    let said = editor.open(&all.seal(&mut |_| ()), "x.undoodle").unwrap();
    (editor, said.to_string())
}

/// Lets a step paint on a plane that no cel shows, so that it leads to no drawing.
fn spoil(all: &mut Unsealed, id: u64) {
    let start = PageAddress { tree: 0x70007, level: 0, index: 0 }.address();
    let runs = vec![Run { start, bytes: Bytes::Spelled(vec![1, 2, 3, 255]) }];
    let step = all.steps.iter_mut().find(|step| step.id == id).unwrap();
    step.pieces.push(Piece { form: 0, runs, lie: 0 });
}

fn line(editor: &Editor) -> Vec<u64> {
    editor.document().history().line().map(|commit| commit.id().0).collect()
}

/// Two strokes, the first of which was set aside, and both undone: the number of the one set aside, and of the other.
fn forked() -> (Editor, u64, u64) {
    let mut editor = editor();
    dab(&mut editor, 3);
    let aside = editor.document().history().here().0;
    run(&mut editor, "edit.undo", &[]);
    dab(&mut editor, 9);
    let other = editor.document().history().here().0;
    (editor, aside, other)
}

#[test]
fn headers_without_their_rectangles_leave_nothing_stale_on_the_screen() {
    let mut made = editor();
    dab(&mut made, 3);
    let steps: [(&str, &[(&str, Value)]); 9] = [
        ("layer.opacity", &[("opacity", Value::Number(90.0))]),
        ("image.background", &[("color", Value::Text("#ff0000".into()))]),
        ("layer.add", &[]),
        ("group.add", &[]),
        ("group.visible", &[]),
        ("group.visible", &[]),
        ("select.all", &[]),
        ("edit.fill", &[]),
        ("edit.nudge-right", &[]),
    ];
    for (id, given) in steps {
        assert!(run(&mut made, id, given), "{id}");
    }
    let honest = unsealed(&mut made);
    for rect in [[0; 4], [0, 0, 1, 1], [i32::MAX, 3, -7, i32::MIN]] {
        let mut all = honest.clone();
        all.steps.iter_mut().for_each(|step| step.lead.rect = rect);
        let ((mut editor, said), mut screen) = (opened(&all), Screen::new());
        assert_eq!(said, "with its history of 10 steps");
        for id in ["edit.undo", "edit.redo"] {
            for step in 0..10 {
                assert!(run(&mut editor, id, &[]));
                screen.look(&mut editor, &format!("{id} {step} with {rect:?}"));
            }
        }
    }
}

#[test]
fn a_refused_branch_leaves_redo_and_the_order_of_branches_as_they_were() {
    let (mut made, aside, other) = forked();
    run(&mut made, "edit.undo", &[]);
    let mut all = unsealed(&mut made);
    spoil(&mut all, aside);
    let (mut editor, _) = opened(&all);
    let before = bytes(&editor).clone();
    for (id, name, value) in [("history.branch", "branch", 0), ("history.goto", "commit", aside)] {
        assert!(editor.run(id, &args(name, value), 0).is_err(), "{id}");
        assert_eq!(line(&editor), [other]);
        assert!(bytes(&editor) == &before);
        let history = editor.document().history();
        assert_eq!(history.branches_at(history.base(), 9).iter().map(|id| id.0).collect::<Vec<_>>(), [aside]);
    }
    assert!(run(&mut editor, "edit.redo", &[]) && editor.document().history().here().0 == other);
}

#[test]
fn a_line_that_leads_to_no_drawing_is_not_brought_back_in_part() {
    let (mut made, aside, other) = forked();
    let mut all = unsealed(&mut made);
    spoil(&mut all, aside);
    let (mut editor, _) = opened(&all);
    let before = bytes(&editor).clone();
    assert!(editor.run("history.bring-back", &args("commit", aside), 0).is_err());
    let stats = editor.document().history().stats();
    assert_eq!((line(&editor), stats.commits, stats.branched), (vec![other], 2, 1));
    assert!(bytes(&editor) == &before);
    assert_eq!(editor.document().history().aside().map(|(id, steps)| (id.0, steps)), Some((aside, 1)));
}

#[test]
fn a_goto_undo_or_redo_that_is_refused_leaves_the_animation_playing_on_its_frame() {
    let mut made = editor();
    run(&mut made, "frame.add", &[]);
    for x in [3, 6, 9] {
        dab(&mut made, x);
    }
    let wrong = made.document().history().here().0;
    run(&mut made, "edit.undo", &[]);
    let mut all = unsealed(&mut made);
    spoil(&mut all, wrong);
    let (mut editor, _) = opened(&all);
    run(&mut editor, "frame.play", &[]);
    editor.tick(0.0);
    editor.tick(100.0);
    assert_eq!((editor.cel(), editor.is_playing()), (Cel { layer: 0, frame: 1 }, true));
    for (id, given) in [("history.goto", args("commit", wrong)), ("edit.redo", vec![])] {
        assert!(editor.run(id, &given, 0).is_err(), "{id}");
        assert_eq!((editor.cel(), editor.is_playing()), (Cel { layer: 0, frame: 1 }, true), "{id}");
    }
    assert!(run(&mut editor, "edit.undo", &[]) && !editor.is_playing(), "what is done ends it");
}

#[test]
fn a_look_at_a_branch_ends_though_redo_leads_to_no_drawing() {
    let (mut made, aside, other) = forked();
    let back = args("commit", aside);
    made.run("history.goto", &back, 0).unwrap();
    dab(&mut made, 12);
    let tip = made.document().history().here().0;
    made.run("history.goto", &args("commit", other), 0).unwrap();
    run(&mut made, "edit.undo", &[]);
    let mut all = unsealed(&mut made);
    spoil(&mut all, other);
    let (mut editor, _) = opened(&all);
    let before = bytes(&editor).clone();
    assert!(editor.run("history.peek", &args("commit", tip), 0).unwrap() && editor.is_peeking());
    assert!(editor.run("history.peek-end", &[], 0).unwrap() && !editor.is_peeking());
    assert_eq!(line(&editor), [other]);
    assert!(bytes(&editor) == &before);
}

#[test]
fn what_a_step_says_that_it_covers_is_not_believed() {
    let (mut made, ..) = forked();
    for lie in [0, u64::MAX] {
        let mut all = unsealed(&mut made);
        all.steps.iter_mut().for_each(|step| step.least = lie);
        let (mut editor, _) = opened(&all);
        let covered: Vec<u64> =
            editor.document().history().commits().map(|commit| commit.covered()).collect();
        assert!(covered.iter().all(|bytes| (4..=4096).contains(bytes)), "{covered:?}");
        assert!(run(&mut editor, "edit.undo", &[]) && !editor.contour().unwrap().is_empty());
    }
}

/// Opens a file after a change, and returns why its history is left out.
fn refusal(change: impl FnOnce(&mut Unsealed)) -> String {
    let (mut made, ..) = forked();
    run(&mut made, "history.pin", &[("name", "Pin".into())]);
    let mut all = unsealed(&mut made);
    change(&mut all);
    let said = opened(&all).1;
    said.split_once("left out: ").map(|(_, why)| why.to_owned()).unwrap_or(said)
}

#[test]
fn what_cannot_be_true_is_refused_with_a_sentence_that_names_it() {
    let said = refusal(|all| (all.pins[0].id, all.listed[0]) = (99, 99));
    assert!(said.ends_with("a pinned state belongs to no step"), "{said}");
    let said = refusal(|all| {
        let piece = all.steps[0].pieces[0].clone();
        all.steps[0].pieces = vec![Piece { runs: Vec::new(), ..piece }; 5000];
    });
    assert!(said.ends_with("a step is in too many pieces"), "{said}");
    let said = refusal(|all| {
        // Bytes of two pages in one delta, which no action captures.
        let page = PageAddress { tree: 0x10001, level: 0, index: 1 }.address();
        let runs = vec![Run { start: page - 8, bytes: Bytes::Spelled(vec![7; 64]) }];
        all.steps[0].pieces = vec![Piece { form: 0, runs, lie: 0 }];
    });
    assert!(said.ends_with("a step's bytes are not as they are written"), "{said}");
    let said = refusal(|all| all.steps.iter_mut().for_each(|step| step.deltas = u64::from(u32::MAX)));
    assert!(said.ends_with("the saved undo history is invalid: the numbers of its steps"), "{said}");
}
