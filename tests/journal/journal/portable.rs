//! Histories in files: what random sessions have made comes back whole, and what strangers made is no danger.

use super::{Picture, Session};
use undoodle::color::Color;
use undoodle::document::{Cel, Document, Door};
use undoodle::history::CommitId;
use undoodle::journal::{decode_history, encode_history};

#[test]
fn a_history_comes_back_whole_wherever_its_steps_lay() {
    let mut away = 0;
    for seed in 0..16 {
        let mut session = Session::new(seed);
        for _ in 0..6 {
            (0..25).for_each(|_| _ = session.act());
            let (packed, pages, volumes) = session.portable();
            away += usize::from(volumes > 0);
            let (found, left) = decode_history(pages, &packed).unwrap();
            assert_eq!(left, 0);
            let (mut found, mut live) = (Picture::of(&found), session.picture());
            // The present state counts as saved, as it is in the file.
            for picture in [&mut found, &mut live] {
                (picture.saved, picture.dirty) = (None, false);
            }
            assert_eq!(found.differs(&live), None, "seed {seed}");
        }
    }
    assert!(away > 0, "steps were away {away} times");
}

/// A packed history of two branches and a pin, hot and cold steps, and the pages that it belongs to.
fn packed() -> (Vec<u8>, Document) {
    let mut document = Document::new(24, 16).unwrap();
    let cel = Cel::default();
    for step in 0..8 {
        document.begin(1).unwrap();
        match step {
            3 => document.add_layer(1).unwrap(),
            5 => document.add_frame(1).unwrap(),
            _ => document.fill_span(cel, step, 0..5 + step, Color::rgba(9, step as u8, 7, 255)).unwrap(),
        }
        document.commit("Step", Color::ADDED, 0).unwrap();
        if step == 5 {
            document.pin("Pin", 0).unwrap();
            document.undo().unwrap();
        }
    }
    while document.seal(1 << 20) {}
    (encode_history(&document, &[]).unwrap().0, document)
}

/// Goes to every commit of a document, as a person may.
fn walk(mut document: Document) {
    let history = document.history();
    let all: Vec<CommitId> =
        history.commits().map(|commit| commit.id()).chain(history.pins().map(|(id, _)| id)).collect();
    for id in all {
        _ = document.goto(id);
        document.validate().unwrap();
    }
    document.history().validate().unwrap();
}

#[test]
fn whatever_a_file_says_is_refused_or_leads_to_drawings_only() {
    let (packed, document) = packed();
    let mut opened = 0;
    for at in 0..packed.len() {
        let mut broken = packed.clone();
        broken[at] ^= 1 << (at % 8);
        if let Ok((found, _)) = decode_history(document.door().arena().clone(), &broken) {
            opened += 1;
            walk(found);
        }
        let cut = decode_history(document.door().arena().clone(), &packed[..at]);
        assert!(cut.is_err(), "cut at {at}");
    }
    assert!(opened > 0, "a label may be any");
    walk(decode_history(document.door().arena().clone(), &packed).unwrap().0);
}

#[test]
fn a_history_of_other_pages_is_refused() {
    let (packed, mut document) = packed();
    document.undo().unwrap();
    let said = decode_history(document.door().arena().clone(), &packed).unwrap_err().to_string();
    assert!(said.ends_with("its history is that of other pages"), "{said}");
}
