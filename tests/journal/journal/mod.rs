//! The journal, against a store that may stop at any time: what it holds leads to the drawing as it was.
//!
//! Random sessions use everything that changes a history: steps, merging, carrying, bringing back,
//! travels, pins, marks, tight budgets, barriers. After each of these the journal's batch is written, and
//! now and then a drawing is recovered from the store alone and compared with the live one: its bytes, its
//! tree with every step's exact exchange, its position, pins and marks.

mod damaged;
mod disk;
mod fetching;
mod hostile;
mod images;
mod merges;
mod portable;
mod record;
mod seal;
mod session;
mod stored;

use crate::share::of;
use session::{Chance, Session};
use std::hash::{DefaultHasher, Hash, Hasher};
use undoodle::Error;
use undoodle::color::Color;
use undoodle::document::{Cel, Document, HISTORY};
use undoodle::history::{Commit, CommitId, Limits};
use undoodle::journal::{Entries, EntryKey, EntryKind, Journal, Recovery};
use undoodle::memory::{Arena, Region};

/// All that a recovery has to bring back.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    pages: Vec<(Region, u64)>,
    here: CommitId,
    base: CommitId,
    counts: (usize, usize),
    commits: Vec<(CommitId, CommitId, String)>,
    exchanges: Vec<u64>,
    line: Vec<CommitId>,
    branches: Vec<CommitId>,
    pins: Vec<(CommitId, String)>,
    saved: Option<CommitId>,
    dirty: bool,
    aside: Option<(CommitId, usize)>,
    given: Vec<u32>,
}

impl Picture {
    /// Returns what differs from another picture.
    pub fn differs(&self, other: &Picture) -> Option<String> {
        let (one, other) = (format!("{self:#?}"), format!("{other:#?}"));
        let differs = |(one, other): &(&str, &str)| one != other;
        let lines: Vec<_> =
            one.lines().zip(other.lines()).enumerate().filter(|(_, pair)| differs(pair)).collect();
        let owner = |line: usize| {
            one.lines().take(line + 1).filter(|line| line.find(|c| c != ' ') == Some(4)).last().unwrap_or("")
        };
        lines.first().map(|(line, pair)| format!("{}: {pair:?}", owner(*line)))
    }

    /// Returns what differs from another picture, whatever the pins are.
    pub fn differs_but_for_pins(&self, other: &Picture) -> Option<String> {
        Picture { pins: other.pins.clone(), ..self.clone() }.differs(other)
    }

    /// Takes the picture of a document none of whose steps is away.
    pub fn of(document: &Document) -> Picture {
        let history = document.history();
        let memory = history.arena();
        let hashed = |what: &dyn Fn(&mut DefaultHasher)| {
            let mut hasher = DefaultHasher::new();
            what(&mut hasher);
            hasher.finish()
        };
        let page = |region: Region| hashed(&|hasher| memory.get(region).unwrap().hash(hasher));
        let exchange = |commit: Commit<'_>| {
            let mut bytes: Vec<(u64, u8)> = Vec::new();
            let mut add = |start, run: &[u8]| bytes.extend((start..).zip(run.iter().copied()));
            commit.exchange(&mut add).unwrap();
            bytes.retain(|(_, byte)| *byte != 0);
            bytes.sort_unstable();
            hashed(&|hasher| bytes.hash(hasher))
        };
        Picture {
            pages: memory.present().map(|region| (region, page(region))).collect(),
            here: history.here(),
            base: history.base(),
            counts: (history.position(), history.ahead()),
            commits: history.commits().map(|c| (c.id(), c.parent(), format!("{:?}", c.header()))).collect(),
            exchanges: history.commits().map(exchange).collect(),
            line: history.line().map(|commit| commit.id()).collect(),
            branches: history.branches().map(|commit| commit.id()).collect(),
            pins: history.pins().map(|(id, header)| (id, format!("{header:?}"))).collect(),
            saved: history.saved(),
            dirty: history.is_dirty(),
            aside: history.aside(),
            given: document.given(),
        }
    }
}

/// Brings a drawing back from a store, or what can be read of it; `true` if anything was lost.
pub fn recover(store: &Entries) -> Result<(Document, Journal, bool), Error> {
    let mut recovery = Recovery::new(store.checkpoint_and_log())?;
    while let Some(key) = recovery.advance()? {
        recovery.supply(key, store.get(key));
    }
    let lost = !recovery.damage().is_none();
    let (document, journal) = if lost { recovery.finish_readable()? } else { recovery.finish()? };
    Ok((document, journal, lost))
}

/// Brings a drawing back from a store, unless anything of it is damaged.
fn believe(store: &Entries) -> Result<(Document, Journal), Error> {
    let mut recovery = Recovery::new(store.checkpoint_and_log())?;
    while let Some(key) = recovery.advance()? {
        recovery.supply(key, store.get(key));
    }
    recovery.finish()
}

/// Supplies every step that is away.
pub fn supply_all(document: &mut Document, journal: &Journal, store: &Entries) {
    let away = |document: &Document| {
        let history = document.history();
        history.commits().map(|commit| commit.id()).find(|id| history.is_away(*id))
    };
    while let Some(id) = away(document) {
        let key = journal.volume_of(id).unwrap();
        journal.supply(document, key, store.get(key), Some(id)).unwrap();
        assert!(!document.history().is_away(id), "step {id:?} is in its volume {key:?}");
    }
}

/// Recovers a drawing, and compares it with the picture of what it must be.
fn check(store: &Entries, expected: &Picture) -> (Document, Journal) {
    let (mut document, journal, broken) = recover(store).unwrap();
    assert!(!broken);
    supply_all(&mut document, &journal, store);
    document.validate().unwrap();
    assert_eq!(Picture::of(&document).differs(expected), None);
    (document, journal)
}

/// Random sessions of a test.
const USUAL: u64 = 60;

/// Random sessions of a test; `UNDOODLE_JOURNALS` asks for more or for fewer.
fn seeds() -> u64 {
    std::env::var("UNDOODLE_JOURNALS").ok().and_then(|text| text.parse().ok()).unwrap_or(USUAL)
}

/// Whether there are so many sessions that each case must occur: a quick look has too few.
fn is_thorough() -> bool {
    seeds() >= USUAL
}

#[test]
fn a_store_leads_to_the_drawing_as_it_was_whatever_was_done() {
    for seed in 1..=seeds() {
        live(&mut Session::new(seed), 120);
    }
}

/// Does anything so many times, and compares what is recovered now and then.
fn live(session: &mut Session, steps: usize) {
    for step in 0..steps {
        session.act();
        if session.chance.one_in(12) {
            let expected = session.picture();
            let (document, journal) = check(&session.store, &expected);
            if session.chance.one_in(2) {
                session.go_on_with(document, journal);
            }
        }
        assert_eq!(session.twin_differs(), None, "step {step}");
    }
    let expected = session.picture();
    check(&session.store, &expected);
}

#[test]
fn a_pin_that_was_removed_and_set_again_at_the_same_step_is_kept_as_it_was_set_last() {
    for recovered in [false, true] {
        let (mut document, mut store) = (Document::new(40, 30).unwrap(), Entries::default());
        let mut journal = Journal::begin(&mut document);
        let first = document.pin("First", 1).unwrap();
        store.write(journal.take(&mut document).unwrap().unwrap());
        assert!(document.unpin(first));
        assert_eq!(document.pin("Second", 2).unwrap(), first);
        if recovered {
            store.write(journal.take(&mut document).unwrap().unwrap());
            (document, journal, _) = recover(&store).unwrap();
        }
        journal.checkpoint();
        store.write(journal.take(&mut document).unwrap().unwrap());
        check(&store, &Picture::of(&document));
    }
}

/// A store with a checkpoint and some batches after it, and the picture at each batch.
fn logged(seed: u64) -> (Entries, Vec<Picture>) {
    let mut session = Session::new(seed);
    session.calm = true;
    (0..30).for_each(|_| _ = session.act());
    session.write_checkpoint();
    let mut pictures = vec![session.picture()];
    while pictures.len() < 12 {
        if session.act() {
            pictures.push(session.picture());
        }
    }
    (session.store, pictures)
}

#[test]
fn a_log_that_is_cut_or_flipped_anywhere_leads_to_a_state_before() {
    let (store, pictures) = logged(7);
    let logs: Vec<EntryKey> = store.keys().filter(|key| key.kind == EntryKind::Log).collect();
    assert_eq!(logs.len(), pictures.len() - 1);
    let mut chance = Chance::new(1);
    for (index, key) in logs.iter().enumerate() {
        let length = store.get(*key).unwrap().len();
        for at in (0..length).step_by((100 / of(100)).max(1) as usize) {
            for broken in [true, false] {
                let mut store = store.clone();
                let bytes = store.get_mut(*key).unwrap();
                if broken {
                    bytes[at] ^= 1 << chance.below(8);
                } else {
                    bytes.truncate(at);
                }
                let (mut document, journal, lost) = recover(&store).unwrap();
                assert!(lost || index + 1 == logs.len() && !broken, "entry {index}, byte {at}");
                supply_all(&mut document, &journal, &store);
                document.validate().unwrap();
                // A batch may hold several records, of which the first may be valid.
                if Picture::of(&document) != pictures[index] {
                    assert!(at > 40, "entry {index}, byte {at}: it is not the state before the batch");
                    assert_ne!(Picture::of(&document), pictures[index + 1]);
                }
            }
        }
    }
}

#[test]
fn no_other_entry_that_is_damaged_is_believed() {
    let (store, pictures) = logged(11);
    let last = pictures.last().unwrap();
    let mut chance = Chance::new(2);
    let others: Vec<EntryKey> = store.keys().filter(|key| key.kind != EntryKind::Log).collect();
    assert!(others.iter().any(|key| key.kind == EntryKind::Volume));
    for key in others {
        let length = store.get(key).unwrap().len();
        for at in (0..length).step_by(1 + length / 300) {
            let mut store = store.clone();
            store.get_mut(key).unwrap()[at] ^= 1 << chance.below(8);
            let (mut document, journal) = match believe(&store) {
                Err(Error::Damaged { .. }) => continue,
                Err(error) => panic!("{key:?}, byte {at}: {error}"),
                Ok(found) => found,
            };
            assert_eq!(key.kind, EntryKind::Volume, "byte {at}");
            let supplied = journal.supply(&mut document, key, store.get(key), None).unwrap();
            assert!(supplied.lost > 0, "byte {at}");
            document.validate().unwrap();
        }
        let mut store = store.clone();
        store.get_mut(key).unwrap().clear();
        let refused = believe(&store).is_err();
        assert!(refused || key.kind == EntryKind::Volume);
    }
    check(&store, last);
}

#[test]
fn a_batch_that_was_not_written_is_made_good_by_the_next() {
    for seed in 1..=20 {
        let mut session = Session::new(seed);
        for _ in 0..10 {
            (0..8).for_each(|_| _ = session.act());
            session.fail_once();
            session.act();
            session.write_checkpoint();
            let expected = session.picture();
            check(&session.store, &expected);
        }
    }
}

#[test]
fn a_store_that_is_gone_takes_only_the_steps_along_that_lay_there_alone() {
    for seed in 1..=40 {
        let mut session = Session::new(seed);
        (0..60).for_each(|_| _ = session.act());
        session.write_checkpoint();
        let expected = session.picture();
        let (mut document, journal, _) = recover(&session.store).unwrap();
        // Some steps are fetched before the store goes.
        for _ in 0..session.chance.below(30) {
            let Err(Error::Away { commit }) = document.undo().map(|_| ()) else { continue };
            let key = journal.volume_of(CommitId(commit)).unwrap();
            journal.supply(&mut document, key, session.store.get(key), Some(CommitId(commit))).unwrap();
        }
        document.validate().unwrap();
        let before = pages(&document);
        let mut journal = Journal::begin(&mut document);
        document.validate().unwrap();
        assert_eq!(pages(&document), before, "seed {seed}: the drawing itself is untouched");
        let mut store = Entries::default();
        store.write(journal.take(&mut document).unwrap().unwrap());
        let there = Picture::of(&document);
        assert_eq!(there.commits.iter().find(|commit| !expected.commits.contains(commit)), None);
        check(&store, &there);
    }
}

#[test]
fn steps_that_were_undone_and_redone_need_not_be_fetched_for_the_log() {
    let (mut session, _) = (Session::new(5), ());
    session.calm = true;
    (0..40).for_each(|_| _ = session.act());
    session.write_checkpoint();
    let expected = session.picture();
    let (mut document, mut journal, _) = recover(&session.store).unwrap();
    supply_all(&mut document, &journal, &session.store);
    let mut store = session.store.clone();
    let mut write = |document: &mut Document| {
        journal.take(document).unwrap().into_iter().for_each(|batch| store.write(batch));
    };
    let here = document.history().position();
    for _ in 0..here {
        document.undo().unwrap();
        write(&mut document);
    }
    for _ in 0..here {
        document.redo().unwrap();
        write(&mut document);
    }
    assert!(here > 3 && store.keys().filter(|key| key.kind == EntryKind::Log).count() >= 2 * here);
    let mut recovery = Recovery::new(store.checkpoint_and_log()).unwrap();
    assert_eq!(recovery.advance().unwrap(), None, "no volume is wanted");
    let (document, _) = recovery.finish().unwrap();
    assert_eq!(document.history().here(), expected.here);
}

fn pages(document: &Document) -> Vec<Vec<u8>> {
    let memory = document.history().arena();
    memory.present().map(|region| memory.get(region).unwrap().to_vec()).collect()
}

#[test]
fn memory_keeps_its_bound_and_undo_leads_to_the_first_stroke() {
    let mut document = Document::new(64, 64).unwrap();
    document.set_limits(Limits { budget: 60_000, ..HISTORY }).unwrap();
    let (mut journal, mut store) = (Journal::begin(&mut document), Entries::default());
    let first = pages(&document);
    let mut chance = Chance::new(3);
    for turn in 0..150 {
        document.begin(1).unwrap();
        for y in 0..8 {
            for x in 0..64 {
                let color = Color::rgba(chance.below(256) as u8, 7, y as u8, 255);
                document.fill_span(Cel::default(), y, x..x + 1, color).unwrap();
            }
        }
        document.commit("Noise", Color::ADDED, turn).unwrap().unwrap();
        if turn % 10 == 9 {
            journal.checkpoint();
        }
        let batch = journal.take(&mut document).unwrap().unwrap();
        let turn = batch.turn;
        store.write(batch);
        journal.kept(turn, &mut document);
        assert!(document.history().stats().bytes <= 60_000);
        document.validate().unwrap();
    }
    assert_eq!(document.history().position(), 150, "nothing was forgotten");
    let mut fetched = 0;
    while document.history().position() > 0 {
        match document.undo() {
            Ok(_) => {}
            Err(Error::Away { commit }) => {
                fetched += 1;
                let key = journal.volume_of(CommitId(commit)).unwrap();
                journal.supply(&mut document, key, store.get(key), Some(CommitId(commit))).unwrap();
            }
            Err(error) => panic!("{error}"),
        }
        assert!(document.history().stats().bytes <= 60_000);
    }
    assert!(fetched > 0);
    assert_eq!(pages(&document), first);
}
