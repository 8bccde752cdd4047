//! Big steps that are recorded by what they leave: the journal neither copies nor sums what they exchange.

use super::session::{Chance, Session};
use super::{Picture, check, is_thorough, live, recover, seeds};
use crate::share::of;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::geometry::Rect;
use undoodle::journal::{Batch, Entries, EntryKey, EntryKind, Journal};

/// Side of the drawing.
const SIDE: i32 = 160;

/// Kind of a record of a step by what it leaves.
const IMAGED: u8 = 12;

/// The bit of a record's version that says that it bears no fingerprint.
const UNSUMMED: u8 = 0x40;

/// A recorded drawing that is full of noise, and its store.
fn noisy() -> (Document, Journal, Entries) {
    let (mut document, mut chance) = (Document::new(SIDE as u32, SIDE as u32).unwrap(), Chance::new(4));
    let mut noise = |_, _, _| Color { bytes: (chance.below(1 << 32) as u32 | 0xff00_0000).to_le_bytes() };
    document.begin(1).unwrap();
    document.edit(Cel::default(), Rect::new(0, 0, SIDE, SIDE), &mut noise).unwrap();
    document.commit("Noise", Color::ADDED, 0).unwrap();
    let (mut journal, mut store) = (Journal::begin(&mut document), Entries::default());
    store.write(take(&mut journal, &mut document));
    (document, journal, store)
}

fn take(journal: &mut Journal, document: &mut Document) -> Batch {
    journal.take(document).unwrap().unwrap()
}

/// Fills a part of the drawing, counted from its first row.
fn fill(document: &mut Document, rows: i32) {
    document.begin(1).unwrap();
    document.fill_rect(Cel::default(), Rect::new(0, 0, SIDE, rows), Color::BLACK).unwrap();
    document.commit("Fill", Color::ADDED, 1).unwrap().unwrap();
}

fn stroke(document: &mut Document) {
    document.begin(1).unwrap();
    document.fill_span(Cel::default(), 3, 5..25, Color::ADDED).unwrap();
    document.commit("Pencil", Color::ADDED, 2).unwrap().unwrap();
}

/// The kind of a batch's first record, and whether it bears a fingerprint.
fn first_record(batch: &Batch) -> (u8, bool) {
    let [(key, bytes)] = &batch.puts[..] else { panic!("{} entries", batch.puts.len()) };
    assert_eq!(key.kind, EntryKind::Log);
    (bytes[4], bytes[5] & UNSUMMED == 0)
}

#[test]
fn a_fill_of_noise_is_recorded_by_what_it_leaves() {
    let (mut document, mut journal, mut store) = noisy();
    fill(&mut document, SIDE);
    let held = document.history().done().next().unwrap().bytes();
    let batch = take(&mut journal, &mut document);
    assert_eq!(first_record(&batch), (IMAGED, false));
    assert!(held > 100_000 && batch.bytes() < 5000, "{} bytes for {held}", batch.bytes());
    assert_eq!(document.history().fingerprint_at_hand(), None, "nobody has summed it");
    store.write(batch);
    // A picture would sum it.
    let pages = |document: &Document| document.history().arena().clone();
    assert_eq!(
        recover(&store).map(|(found, _, lost)| (pages(&found), lost)).unwrap(),
        (pages(&document), false)
    );
    // A stroke goes on without a fingerprint, which is there again after an idle moment.
    stroke(&mut document);
    let batch = take(&mut journal, &mut document);
    assert!(!first_record(&batch).1);
    store.write(batch);
    document.find_dirt(usize::MAX);
    document.undo().unwrap();
    let batch = take(&mut journal, &mut document);
    assert!(first_record(&batch).1);
    store.write(batch);
    check(&store, &Picture::of(&document));
}

#[test]
fn a_batch_is_small_if_its_steps_are() {
    let (mut document, mut journal, mut store) = noisy();
    assert!(journal.is_small(&document), "there is nothing to be told");
    stroke(&mut document);
    assert!(journal.is_small(&document));
    fill(&mut document, SIDE);
    assert!(!journal.is_small(&document), "a fill of noise");
    store.write(take(&mut journal, &mut document));
    document.undo().unwrap();
    assert!(journal.is_small(&document), "undo tells where the history stands");
    store.write(take(&mut journal, &mut document));
    document.pin("Pin", 0).unwrap();
    assert!(!journal.is_small(&document), "a pin holds all bytes");
    journal.lost(&mut document);
    let (pin, _) = document.history().pins().next().unwrap();
    document.unpin(pin);
    assert!(!journal.is_small(&document), "all is told again");
}

#[test]
fn what_a_step_leaves_beside_its_empty_pages_is_recorded_with_it() {
    for rows in [SIDE - 1, SIDE / 2 + 5] {
        let (mut document, mut journal, mut store) = noisy();
        fill(&mut document, rows);
        let held = document.history().done().next().unwrap().bytes();
        let batch = take(&mut journal, &mut document);
        assert_eq!(first_record(&batch).0, IMAGED);
        assert!(batch.bytes() < held / 2, "{} bytes for {held}", batch.bytes());
        store.write(batch);
        check(&store, &Picture::of(&document));
    }
}

#[test]
fn a_step_that_is_not_the_present_state_is_recorded_by_what_it_exchanges() {
    let (mut document, mut journal, mut store) = noisy();
    fill(&mut document, SIDE);
    document.undo().unwrap();
    let batch = take(&mut journal, &mut document);
    assert!(first_record(&batch).0 != IMAGED && batch.bytes() > 100_000);
    store.write(batch);
    check(&store, &Picture::of(&document));
}

#[test]
fn a_step_with_a_short_record_makes_the_log_as_long_as_it_is() {
    let (mut document, mut journal, _) = noisy();
    let mut fills = 0;
    while !journal.is_long(&document) {
        fill(&mut document, SIDE);
        take(&mut journal, &mut document);
        document.undo().unwrap();
        take(&mut journal, &mut document);
        fills += 1;
    }
    assert!((30..60).contains(&fills), "after {fills} fills of 100 KiB");
}

#[test]
fn a_log_with_big_steps_that_is_cut_or_flipped_leads_to_a_state_before() {
    let (mut document, mut journal, mut store) = noisy();
    let mut pictures = vec![Picture::of(&document)];
    for rows in [SIDE, 40, SIDE - 40] {
        fill(&mut document, rows);
        store.write(take(&mut journal, &mut document));
        pictures.push(Picture::of(&document));
        document.undo().unwrap();
        store.write(take(&mut journal, &mut document));
        pictures.push(Picture::of(&document));
    }
    let logs: Vec<EntryKey> = store.keys().filter(|key| key.kind == EntryKind::Log).collect();
    assert_eq!(logs.len(), pictures.len() - 1);
    let mut chance = Chance::new(3);
    for (index, key) in logs.iter().enumerate() {
        let length = store.get(*key).unwrap().len();
        for at in (0..length).filter(|at| *at < of(50) as usize || chance.one_in(1 + length as u64 / of(20)))
        {
            let mut store = store.clone();
            let bytes = store.get_mut(*key).unwrap();
            if at % 2 == 0 {
                bytes[at] ^= 1 << (at / 2 % 8);
            } else {
                bytes.truncate(at);
            }
            let (mut document, journal, lost) = recover(&store).unwrap();
            assert!(lost || index + 1 == logs.len() && at % 2 == 1, "entry {index}, byte {at}");
            super::supply_all(&mut document, &journal, &store);
            let before = Picture::of(&document);
            // The commit that was undone is a batch of one record, as all are.
            assert_eq!(before.differs(&pictures[index]), None, "entry {index}, byte {at}");
        }
    }
}

#[test]
fn a_fingerprint_that_follows_is_compared() {
    let (mut document, mut journal, mut store) = noisy();
    fill(&mut document, SIDE);
    store.write(take(&mut journal, &mut document));
    document.find_dirt(usize::MAX);
    stroke(&mut document);
    let batch = take(&mut journal, &mut document);
    let key = batch.puts[0].0;
    store.write(batch);
    check(&store, &Picture::of(&document));
    // Another fingerprint, under a right checksum.
    let fill = store.get(EntryKey::new(EntryKind::Log, key.number - 1)).unwrap();
    let before = u32::from_le_bytes(*fill.last_chunk().unwrap());
    let record = store.get_mut(key).unwrap();
    record[30] ^= 1;
    let end = record.len() - 4;
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(&record[..end]);
    record[end..].copy_from_slice(&hasher.finalize().to_le_bytes());
    let (document, _, lost) = recover(&store).unwrap();
    document.validate().unwrap();
    assert!(lost);
}

#[test]
fn sessions_with_big_steps_are_brought_back() {
    let mut imaged = 0;
    for seed in 1..=seeds() / 6 {
        let mut session = Session::with_big_steps(seed);
        for _ in 0..4 {
            live(&mut session, 15);
            let logs = session.store.keys().filter(|key| key.kind == EntryKind::Log);
            imaged += logs.filter(|key| session.store.get(*key).unwrap()[4] == IMAGED).count();
        }
    }
    assert!(imaged as u64 > seeds() / 20 || !is_thorough(), "{imaged} records of {} sessions", seeds() / 6);
}
