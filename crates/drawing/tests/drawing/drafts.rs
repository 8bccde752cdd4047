//! Open actions as values: committed once by whoever holds them, cancelled when they are let go.

use undoodle_drawing::color::Color;
use undoodle_drawing::document::{Cel, Document, Draft, Finish};
use undoodle_drawing::geometry::Rect;
use undoodle_drawing::{Error, Result};

const CEL: Cel = Cel { layer: 0, frame: 0 };
const SQUARE: Rect = Rect { x: 2, y: 2, width: 5, height: 5 };

fn paint(document: &mut Document, draft: &Draft, color: Color) -> Result<()> {
    document.drawing_mut(draft)?.fill_rect(CEL, SQUARE, color)
}

fn keep(document: &mut Document, draft: Draft) -> Result<bool> {
    document.keep(draft, "Fill", Color::ADDED, 0, Finish::Step).map(|commit| commit.is_some())
}

/// A document with one step, whose damage was taken.
fn painted() -> Document {
    let mut document = Document::new(32, 32).unwrap();
    let draft = document.draft(1, CEL).unwrap();
    paint(&mut document, &draft, Color::BLACK).unwrap();
    assert!(document.is_open(&draft));
    assert_eq!(keep(&mut document, draft), Ok(true));
    document.take_damage();
    document
}

fn seen(document: &Document) -> Color {
    document.pixel(0, 3, 3).unwrap()
}

#[test]
fn a_draft_that_is_kept_is_one_step_on_its_cel() {
    let mut document = painted();
    assert_eq!((seen(&document), document.history().position()), (Color::BLACK, 1));
    let draft = document.draft(1, CEL).unwrap();
    assert_eq!(keep(&mut document, draft), Ok(false), "what changed nothing is no step");
    document.undo().unwrap();
    assert_eq!(seen(&document), Color::TRANSPARENT);
}

#[test]
fn a_draft_that_is_dropped_is_cancelled_whatever_is_asked_next() {
    type Ask = fn(&mut Document);
    let asks: [(&str, Ask); 7] = [
        ("damage", |d| assert_eq!(d.take_damage(), [SQUARE])),
        ("begin", |d| d.begin(2).unwrap()),
        ("draft", |d| drop(d.draft(1, CEL).unwrap())),
        ("redo", |d| _ = d.redo().unwrap()),
        ("seal", |d| _ = d.seal(1)),
        ("saved mark", |d| d.mark_saved().unwrap()),
        ("write", |d| assert_eq!(d.fill_rect(CEL, SQUARE, Color::REMOVED), Err(Error::Idle))),
    ];
    for (what, ask) in asks {
        let mut document = painted();
        let draft = document.draft(1, CEL).unwrap();
        paint(&mut document, &draft, Color::ADDED).unwrap();
        document.take_damage();
        drop(draft);
        ask(&mut document);
        assert_eq!((seen(&document), document.history().position()), (Color::BLACK, 1), "{what}");
        document.cancel();
        document.validate().unwrap();
    }
    // Undo takes back the step before, as it would if the draft had never been.
    let mut document = painted();
    let draft = document.draft(1, CEL).unwrap();
    paint(&mut document, &draft, Color::ADDED).unwrap();
    drop(draft);
    document.undo().unwrap();
    assert_eq!((seen(&document), document.history().position()), (Color::TRANSPARENT, 0));
    // A commit can't make a step of what was let go.
    let draft = document.draft(1, CEL).unwrap();
    paint(&mut document, &draft, Color::ADDED).unwrap();
    drop(draft);
    assert_eq!(document.commit("Fill", Color::ADDED, 0).map(|_| ()), Err(Error::Idle));
    assert_eq!(seen(&document), Color::TRANSPARENT);
}

#[test]
fn a_draft_whose_action_ended_otherwise_can_do_nothing() {
    let mut document = painted();
    let stale = document.draft(1, CEL).unwrap();
    paint(&mut document, &stale, Color::ADDED).unwrap();
    document.undo().unwrap();
    assert_eq!((seen(&document), document.history().position()), (Color::BLACK, 1), "undo cancels it alone");
    assert!(!document.is_open(&stale));
    assert_eq!(paint(&mut document, &stale, Color::ADDED), Err(Error::Idle));

    let draft = document.draft(1, CEL).unwrap();
    paint(&mut document, &draft, Color::ADDED).unwrap();
    assert_eq!(paint(&mut document, &stale, Color::REMOVED), Err(Error::Idle), "nor in another's action");
    assert_eq!(keep(&mut document, stale), Err(Error::Idle));
    assert_eq!(seen(&document), Color::ADDED, "which goes on");
    assert_eq!(document.draft(1, CEL).map(|_| ()), Err(Error::Busy { open: 1, asked: 1 }));
    assert_eq!(keep(&mut document, draft), Ok(true));
    assert_eq!(document.history().position(), 2);

    let draft = document.draft(1, CEL).unwrap();
    paint(&mut document, &draft, Color::REMOVED).unwrap();
    assert!(document.discard(draft));
    assert_eq!(seen(&document), Color::ADDED);
    let mut other = painted();
    let foreign = other.draft(1, CEL).unwrap();
    assert_eq!(paint(&mut document, &foreign, Color::BLACK), Err(Error::Idle), "nor in another document");
}
