//! Entries that an earlier version has kept: every later one brings the same drawing back from them.
//!
//! `tests/files/kept-version-1.bin` is what the first version wrote for [`kept`]: for each entry its kind
//! (one byte), its number (eight), the length of its bytes (four), lowest byte first, and its bytes.

use super::{Picture, check, recover};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::journal::{Batch, Entries, EntryKey, EntryKind, Journal};

const FILE: &str = "tests/files/kept-version-1.bin";

fn stroke(document: &mut Document, row: i32, color: Color) {
    document.begin(7).unwrap();
    document.fill_span(Cel::default(), row, 2..30, color).unwrap();
    document.commit("Pencil", Color::ADDED, row as u64).unwrap();
}

/// A drawing with steps on both sides, a branch, a pin and a saved mark; a checkpoint, and a log behind it.
fn kept() -> (Document, Entries) {
    let (mut document, mut store) = (Document::new(40, 30).unwrap(), Entries::default());
    let mut journal = Journal::begin(&mut document);
    let mut keep = |document: &mut Document, whole: bool| {
        if whole {
            journal.checkpoint();
        }
        let batch = journal.take(document).unwrap().unwrap();
        let turn = batch.turn;
        store.write(batch);
        journal.kept(turn, document);
    };
    stroke(&mut document, 3, Color::BLACK);
    stroke(&mut document, 5, Color::ADDED);
    document.mark_saved().unwrap();
    stroke(&mut document, 7, Color::BLACK);
    document.undo().unwrap();
    stroke(&mut document, 9, Color::REMOVED);
    _ = document.pin("Sketch", 9).unwrap();
    keep(&mut document, true);
    stroke(&mut document, 11, Color::BLACK);
    stroke(&mut document, 13, Color::ADDED);
    keep(&mut document, false);
    document.undo().unwrap();
    keep(&mut document, false);
    (document, store)
}

fn write(store: &Entries) -> Vec<u8> {
    let mut out = Vec::new();
    for key in store.keys() {
        let bytes = store.get(key).unwrap();
        out.push(EntryKind::ALL.iter().position(|kind| *kind == key.kind).unwrap() as u8);
        out.extend_from_slice(&key.number.to_le_bytes());
        out.extend_from_slice(&(bytes.len() as u32).to_le_bytes());
        out.extend_from_slice(bytes);
    }
    out
}

fn read(mut bytes: &[u8]) -> Entries {
    let mut puts = Vec::new();
    while let [kind, rest @ ..] = bytes {
        let (number, rest) = rest.split_first_chunk().unwrap();
        let (length, rest) = rest.split_first_chunk().unwrap();
        let (entry, rest) = rest.split_at(u32::from_le_bytes(*length) as usize);
        let key = EntryKey::new(EntryKind::ALL[usize::from(*kind)], u64::from_le_bytes(*number));
        puts.push((key, entry.to_vec()));
        bytes = rest;
    }
    let mut store = Entries::default();
    store.write(Batch { turn: 1, drops: Vec::new(), puts, whole: false, due: false });
    store
}

#[test]
fn what_the_first_version_has_kept_is_brought_back_whole() {
    let (mut document, store) = kept();
    if std::env::var_os("UNDOODLE_WRITE").is_some() && !std::fs::exists(FILE).unwrap() {
        std::fs::write(FILE, write(&store)).unwrap();
    }
    let found = read(&std::fs::read(FILE).unwrap());
    check(&found, &Picture::of(&document));
    // And it goes on from there, back to the first stroke.
    let (mut back, journal, _) = recover(&found).unwrap();
    super::supply_all(&mut back, &journal, &found);
    while document.history().position() > 0 {
        assert_eq!(back.history().position(), document.history().position());
        document.undo().unwrap();
        back.undo().unwrap();
    }
    assert_eq!(Picture::of(&back).differs(&Picture::of(&document)), None);
}

#[test]
fn what_a_later_version_has_kept_is_refused_by_its_number() {
    let (_, mut store) = kept();
    let head = store.get_mut(EntryKey::new(EntryKind::Head, 0)).unwrap();
    head.truncate(head.len() - 4);
    head[8..12].copy_from_slice(&2u32.to_le_bytes());
    let sum = crc32fast::hash(head);
    head.extend_from_slice(&sum.to_le_bytes());
    let Err(error) = recover(&store) else { panic!("a later version was believed") };
    assert!(matches!(error, Error::Invalid { .. }));
    assert_eq!(
        error.to_string(),
        "this drawing can't be opened: a later version of Undoodle has written it: reload the page to get that version"
    );
}
