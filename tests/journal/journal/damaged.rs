//! Stores of which one entry is damaged, missing, or written by a later version: nothing is opened as if it were whole,
//! nothing is written over, and what can be read is a drawing as it was after some batch.

use super::session::{Chance, Session};
use super::{Picture, is_thorough, pages, supply_all};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document};
use undoodle::journal::record::LEAD;
use undoodle::journal::{Damage, Entries, EntryKey, EntryKind, Journal, Recovery};

/// What may become of an entry.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Harm {
    Emptied,
    Cut,
    Flipped,
    Missing,
    /// Other bytes with a right checksum.
    Later,
}

const HARMS: [Harm; 5] = [Harm::Emptied, Harm::Cut, Harm::Flipped, Harm::Missing, Harm::Later];

/// Position of the version in a record.
const VERSION: usize = 5;

/// Does something to an entry. Returns `false` if that can't be done to it.
fn harm(store: &mut Entries, key: EntryKey, harm: Harm, chance: &mut Chance) -> bool {
    let bytes = store.get_mut(key).unwrap();
    let at = chance.below(bytes.len() as u64) as usize;
    match harm {
        Harm::Emptied => bytes.clear(),
        Harm::Cut => bytes.truncate(at),
        Harm::Flipped => bytes[at] ^= 1 << chance.below(8),
        Harm::Missing => store.remove(key),
        Harm::Later if key.kind == EntryKind::Log => return raise(store, key, 2 | 0x80),
        Harm::Later => {
            let length = bytes.len() - 4;
            // A head has its version behind eight letters.
            let from = if key.kind == EntryKind::Head { 8 } else { 0 };
            bytes[from..(from + 4).min(length)].fill(0xee);
            let sum = crc32fast::hash(&bytes[..length]);
            bytes[length..].copy_from_slice(&sum.to_le_bytes());
        }
    }
    true
}

/// Gives the last record of the last entry of a log another version. Returns `false` for any other entry.
pub fn raise(store: &mut Entries, key: EntryKey, version: u8) -> bool {
    let mut logs: Vec<EntryKey> = store.keys().filter(|key| key.kind == EntryKind::Log).collect();
    if logs.pop() != Some(key) {
        return false;
    }
    let bytes = store.get_mut(key).unwrap();
    let length = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap()) as usize;
    let (mut at, mut before) = (0, None);
    while at + LEAD + length(at) + 4 < bytes.len() {
        let end = at + LEAD + length(at);
        before = Some(u32::from_le_bytes(bytes[end..end + 4].try_into().unwrap()));
        at = end + 4;
    }
    let before = before.or_else(|| {
        let bytes = store.get(*logs.last()?)?;
        Some(u32::from_le_bytes(bytes[bytes.len() - 4..].try_into().unwrap()))
    });
    let Some(before) = before else { return false };
    let bytes = store.get_mut(key).unwrap();
    let end = bytes.len() - 4;
    bytes[at + VERSION] = version | bytes[at + VERSION] & 0x40;
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(&bytes[at..end]);
    bytes[end..].copy_from_slice(&hasher.finalize().to_le_bytes());
    true
}

/// What became of an attempt to open a store.
enum Opened {
    Refused(Error),
    Whole(Document, Journal),
    Readable(Damage, Document, Journal),
}

/// Opens a store as the page does: what is damaged only if nothing else is left.
fn open(store: &Entries) -> Opened {
    let read = || {
        let mut recovery = Recovery::new(store.checkpoint_and_log())?;
        while let Some(key) = recovery.advance()? {
            recovery.supply(key, store.get(key));
        }
        Ok(recovery)
    };
    let recovery = match read() {
        Ok(recovery) => recovery,
        Err(error) => return Opened::Refused(error),
    };
    let damage = recovery.damage();
    match recovery.finish() {
        Ok((document, journal)) => Opened::Whole(document, journal),
        Err(Error::Damaged { .. }) if !damage.is_none() => {
            let (document, journal) = read().unwrap().finish_readable().unwrap();
            Opened::Readable(damage, document, journal)
        }
        Err(error) => Opened::Refused(error),
    }
}

/// A store with a checkpoint and some batches after it, the picture at each batch, and the drawing as it is.
fn lived(seed: u64) -> (Entries, Vec<Picture>, Document) {
    let mut session = Session::new(seed);
    session.calm = true;
    (0..40).for_each(|_| _ = session.act());
    session.write_checkpoint();
    let mut pictures = vec![session.picture()];
    while pictures.len() < 10 {
        if session.act() {
            pictures.push(session.picture());
        }
    }
    (session.store, pictures, session.document)
}

/// Goes on with a drawing: a stroke, a checkpoint, and all of it written.
fn go_on(document: &mut Document, journal: &mut Journal, store: &mut Entries) {
    document.begin(1).unwrap();
    let color = if document.cel_pixel(Cel::default(), 1, 1) == Ok(Color::BLACK) {
        Color::ADDED
    } else {
        Color::BLACK
    };
    if document.fill_span(Cel::default(), 1, 1..2, color).is_ok() {
        document.commit("Stroke", Color::ADDED, 1).unwrap();
    } else {
        document.cancel();
    }
    journal.checkpoint();
    let batch = journal.take(document).unwrap().unwrap();
    let turn = batch.turn;
    store.write(batch);
    journal.kept(turn, document);
}

#[test]
fn a_damaged_entry_is_never_written_over_and_what_can_be_read_is_a_drawing_as_it_was() {
    let (mut wholes, mut readables, mut refusals) = (0, [0; 5], 0);
    for seed in 1..=super::seeds() / 4 {
        let (good, pictures, live) = lived(seed);
        let mut chance = Chance::new(seed);
        let keys: Vec<EntryKey> = good.keys().collect();
        for (key, kind) in keys.iter().flat_map(|key| HARMS.map(|kind| (*key, kind))) {
            let mut store = good.clone();
            if !harm(&mut store, key, kind, &mut chance) {
                continue;
            }
            let say = format!("seed {seed}, {key:?}, {kind:?}");
            match open(&store) {
                Opened::Refused(Error::Invalid { .. }) if kind == Harm::Later => refusals += 1,
                // It had the records, without which no pixel has a place.
                Opened::Refused(Error::Damaged { why: "nothing of it can be read", .. }) => {
                    assert_eq!(key.kind, EntryKind::Sheet, "{say}");
                }
                Opened::Refused(error) => panic!("{say}: {error}"),
                Opened::Whole(mut document, mut journal) => {
                    wholes += 1;
                    let last = kind == Harm::Missing && key.kind == EntryKind::Log;
                    assert!(last || key.kind == EntryKind::Volume, "{say}");
                    // What can't be read stays, as some day it may be read.
                    let before = store.get(key).map(<[u8]>::to_vec);
                    go_on(&mut document, &mut journal, &mut store);
                    let needed = document
                        .history()
                        .commits()
                        .any(|commit| journal.volume_of(commit.id()) == Some(key));
                    assert!(last || !needed || store.get(key) == before.as_deref(), "{say}");
                    document.validate().unwrap();
                }
                Opened::Readable(damage, mut document, mut journal) => {
                    let found = [damage.head, damage.sheets, damage.log, damage.pins, damage.other];
                    readables.iter_mut().zip(found).for_each(|(count, is)| *count += i32::from(is));
                    document.validate().unwrap_or_else(|why| panic!("{say}: {why}"));
                    agrees(&say, damage, &mut document, &journal, &store, &pictures, &live);
                    // It goes on in a copy, from where it is opened again as it is.
                    let mut copy = store.clone();
                    go_on(&mut document, &mut journal, &mut copy);
                    let Opened::Whole(again, _) = open(&copy) else {
                        panic!("{say}: the copy can't be opened")
                    };
                    assert_eq!(pages(&again), pages(&document), "{say}");
                }
            }
        }
    }
    if !is_thorough() {
        return;
    }
    assert!(wholes > 20 && refusals > 20, "{wholes} whole, {refusals} refused");
    assert!(readables[..4].iter().all(|count| *count > 10), "{readables:?} were readable");
}

/// Checks what could be read: a state after a batch, or the last one with nothing where pages are missing.
fn agrees(
    say: &str,
    damage: Damage,
    document: &mut Document,
    journal: &Journal,
    store: &Entries,
    pictures: &[Picture],
    live: &Document,
) {
    if damage.head {
        assert_eq!(document.history().commits().count(), 0, "{say}");
        return;
    }
    if damage.sheets {
        let (width, height) = live.size();
        for (layer, frame) in
            (0..live.layers()).flat_map(|layer| (0..live.frames()).map(move |frame| (layer, frame)))
        {
            for (x, y) in (0..width as i32).flat_map(|x| (0..height as i32).map(move |y| (x, y))) {
                let at = Cel { layer, frame };
                let (found, expected) =
                    (document.cel_pixel(at, x, y).unwrap(), live.cel_pixel(at, x, y).unwrap());
                assert!(found == expected || found == Color::TRANSPARENT, "{say}: {at:?} at {x}, {y}");
            }
        }
        return;
    }
    let volumes = document.history().commits().map(|commit| journal.volume_of(commit.id()));
    if volumes.map(|key| key.and_then(|key| store.get(key))).all(|volume| volume.is_some_and(is_sealed)) {
        supply_all(document, journal, store);
        let found = Picture::of(document);
        let is = |picture: &Picture| found.differs_but_for_pins(picture).is_none();
        assert!(pictures.iter().any(is), "{say}: {damage:?}");
    }
}

/// Returns `true` if an entry ends with its checksum.
fn is_sealed(bytes: &[u8]) -> bool {
    let sealed = |(bytes, sum): (&[u8], &[u8; 4])| crc32fast::hash(bytes) == u32::from_le_bytes(*sum);
    bytes.split_last_chunk().is_some_and(sealed)
}

#[test]
fn a_record_of_a_later_version_is_skipped_if_it_says_so_and_changes_nothing_and_refused_otherwise() {
    for (version, paints, skipped) in
        [(2, false, true), (2, true, false), (2 | 0x80, false, false), (0x3f | 0x80, true, false)]
    {
        let (mut document, mut store) = (Document::new(40, 30).unwrap(), Entries::default());
        let mut journal = Journal::begin(&mut document);
        let mut keep = |document: &mut Document| store.write(journal.take(document).unwrap().unwrap());
        let stroke = |document: &mut Document, row: i32| {
            document.begin(1).unwrap();
            document.fill_span(Cel::default(), row, 2..9, Color::BLACK).unwrap();
            document.commit("Pencil", Color::ADDED, 0).unwrap();
        };
        keep(&mut document);
        stroke(&mut document, 1);
        keep(&mut document);
        if paints {
            stroke(&mut document, 2);
        } else {
            document.mark_saved().unwrap();
        }
        keep(&mut document);
        let last = store.keys().filter(|key| key.kind == EntryKind::Log).last().unwrap();
        assert!(raise(&mut store, last, version));
        match open(&store) {
            Opened::Whole(found, _) => {
                assert!(skipped && pages(&found) == pages(&document), "version {version}")
            }
            Opened::Refused(error) => {
                assert!(!skipped, "version {version}: {error}");
                assert_eq!(
                    error.to_string(),
                    "this drawing can't be opened: a later version of Undoodle has written it: reload the page to get that version"
                );
            }
            _ => panic!("version {version} is taken for damage"),
        }
    }
}

#[test]
fn what_is_damaged_is_told_in_phrases() {
    let damage = Damage { log: true, pins: true, ..Damage::default() };
    assert_eq!(damage.told(), "its last steps can't be read; a pinned state can't be read");
    assert_eq!((Damage::default().told().to_string(), Damage::default().is_none()), (String::new(), true));
}
