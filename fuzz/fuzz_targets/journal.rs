//! Events, trees and steps from a stranger are refused, or leave a history that can be travelled.
//!
//! The checksums of a journal keep out what is damaged by chance, so they are left aside here.
#![no_main]

use libfuzzer_sys::fuzz_target;
use undoodle::history::{CommitId, History, Step};
use undoodle::memory::Memory;

fuzz_target!(|bytes: &[u8]| {
    let Some((first, rest)) = bytes.split_first() else { return };
    let memory = Memory::new(1 << 22);
    let mut history = match first % 2 {
        0 => History::new(memory),
        _ => match History::restore(memory, rest, |_| None) {
            Ok(history) => history,
            Err(_) => return,
        },
    };
    let mut rest = rest;
    while let [kind, length, tail @ ..] = rest {
        let (body, tail) = tail.split_at(usize::from(*length).min(tail.len()));
        if kind % 16 == 0 {
            _ = history.supply(CommitId(u64::from(*length)), body);
        } else {
            _ = history.replay(kind % 16, body);
        }
        rest = tail;
    }
    while matches!(history.undo(), Ok(Step::Moved(_))) {}
    while matches!(history.redo(), Ok(Step::Moved(_))) {}
});
