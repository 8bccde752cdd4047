//! Events, trees and steps whose checksums are right and whose bytes are not.

use super::session::Chance;
use crate::share::{least, of};
use allocation_counter::measure;
use undoodle::history::{CommitId, Event, Header, History, Step};
use undoodle::memory::{Memory, PageAddress, Region};

/// A history in which everything has happened, and all its events as bytes.
fn lived(seed: u64) -> (History<Memory>, Vec<(u8, Vec<u8>)>) {
    let mut chance = Chance::new(seed);
    let mut history = History::new(Memory::new(1 << 24));
    history.record(true);
    let mut told = Vec::new();
    for time in 0..120 {
        let any = |history: &History<Memory>, chance: &mut Chance| {
            let all: Vec<CommitId> =
                history.commits().map(|commit| commit.id()).chain([history.base()]).collect();
            all[chance.below(all.len() as u64) as usize]
        };
        match chance.below(14) {
            0..=5 => {
                history.begin(1 + chance.below(2) as u32).unwrap();
                let page = PageAddress { tree: 20, level: 0, index: chance.below(6) as u32 };
                let region = Region::new(page.address() + chance.below(4000), 40);
                history.write(region).unwrap().fill(chance.below(3) as u8);
                let header = Header::new("Fill").timed(time);
                match chance.below(3) {
                    0 => _ = history.commit(header).unwrap(),
                    1 => _ = history.commit_merging(header, 50).unwrap(),
                    _ => _ = history.commit_carrying(header).unwrap(),
                }
            }
            6 => _ = history.undo().unwrap(),
            7 => _ = history.redo().unwrap(),
            8 => {
                let to = any(&history, &mut chance);
                _ = history.goto(to, |_, _| ());
            }
            9 => {
                let to = any(&history, &mut chance);
                _ = history.bring_back(to, |_| ());
            }
            10..=11 => {
                // So much that it is told by what it leaves.
                history.begin(1).unwrap();
                let noise = chance.one_in(2);
                for index in 0..9 {
                    let page = PageAddress { tree: 21, level: 0, index };
                    let bytes = history.write(Region::new(page.address(), 4096)).unwrap();
                    bytes.fill_with(|| if noise { chance.below(256) as u8 } else { 0 });
                }
                _ = history.commit(Header::new("Much").timed(time)).unwrap();
            }
            12 => _ = history.pin(Header::new("Pin")).unwrap(),
            _ => history.mark_saved().unwrap(),
        }
        for event in history.take_events().unwrap() {
            let mut body = Vec::new();
            let dropped = matches!(event, Event::Dropped { .. });
            let kind = history.store_event(&event, &mut body).unwrap();
            assert!(!dropped, "there is room for all");
            told.push((kind, body));
        }
    }
    (history, told)
}

fn mutated(chance: &mut Chance, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=chance.below(3) {
        let at = chance.below(bytes.len() as u64 + 1) as usize;
        match chance.below(4) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, chance.below(256) as u8),
            _ if at < bytes.len() => {
                bytes[at] = [0, 1, 0x7f, 0x80, 0xff, chance.below(256) as u8][chance.below(6) as usize]
            }
            _ => {}
        }
    }
    bytes
}

/// Goes everywhere in a history.
fn travel(history: &mut History<Memory>) {
    while matches!(history.undo(), Ok(Step::Moved(_))) {}
    while matches!(history.redo(), Ok(Step::Moved(_))) {}
    let all: Vec<CommitId> = history.commits().map(|commit| commit.id()).collect();
    for id in all {
        _ = history.goto(id, |_, _| ());
    }
}

#[test]
fn replaying_what_was_told_gives_the_same_history() {
    for seed in 1..30 {
        let (lived, told) = lived(seed);
        let mut again = History::new(Memory::new(1 << 24));
        told.iter().for_each(|(kind, body)| again.replay(*kind, body).unwrap());
        assert_eq!((again.arena() == lived.arena(), again.here()), (true, lived.here()));
        again.validate().unwrap();
    }
}

#[test]
fn events_with_wrong_bytes_are_refused_or_harmless() {
    let mut chance = Chance::new(1);
    let mut refused = 0;
    for seed in 1..200 {
        let (_, told) = lived(1 + seed % 8);
        let mut history = History::new(Memory::new(1 << 24));
        let taken = measure(|| {
            for (kind, body) in &told {
                let (kind, body) = match chance.below(8) {
                    0 => (*kind, mutated(&mut chance, body)),
                    1 => (chance.below(15) as u8, body.clone()),
                    2 => told[chance.below(told.len() as u64) as usize].clone(),
                    _ => (*kind, body.clone()),
                };
                refused += u64::from(history.replay(kind, &body).is_err());
            }
            travel(&mut history);
        });
        assert!(taken.bytes_max < 64 << 20, "seed {seed}: {} bytes", taken.bytes_max);
    }
    assert!(refused > 1000, "{refused} were refused");
}

#[test]
fn trees_with_wrong_bytes_are_refused_or_harmless() {
    let mut chance = Chance::new(2);
    let (mut refused, mut passed) = (0, 0);
    for seed in 1..of(800) {
        let (history, _) = lived(1 + seed % 8);
        let mut tree = Vec::new();
        history.store_tree(&mut tree).unwrap();
        let pins: Vec<(CommitId, Vec<u8>)> = history.pins().map(|(id, _)| (id, Vec::new())).collect();
        let pins: Vec<_> = pins
            .into_iter()
            .map(|(id, mut bytes)| {
                assert!(history.store_pin(id, &mut bytes));
                (id, if chance.one_in(6) { mutated(&mut chance, &bytes) } else { bytes })
            })
            .collect();
        let pin = |id| pins.iter().find(|(pin, _)| *pin == id).map(|(_, bytes)| &bytes[..]);
        let tree = if chance.one_in(8) { tree } else { mutated(&mut chance, &tree) };
        let mut memory = Memory::new(1 << 24);
        memory.clone_from(history.arena());
        let taken = measure(|| match History::restore(memory, &tree, pin) {
            Err(_) => refused += 1,
            Ok(mut again) => {
                passed += 1;
                for commit in history.commits() {
                    let mut step = Vec::new();
                    history.store_step(commit.id(), &mut step);
                    let step = if chance.one_in(3) { mutated(&mut chance, &step) } else { step };
                    _ = again.supply(commit.id(), &step);
                }
                travel(&mut again);
            }
        });
        assert!(taken.bytes_max < 64 << 20, "seed {seed}: {} bytes", taken.bytes_max);
    }
    assert!(refused > least(100) && passed > least(30), "{refused} were refused, {passed} passed");
}
