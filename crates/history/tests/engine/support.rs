//! Small steps on a small history, for tests that tell a story.
#![allow(dead_code)]

use undoodle_history::{CommitId, Header, History, Region, Step};

pub const SIZE: usize = 1000;

/// A history over zeros.
pub fn zeros() -> History<Vec<u8>> {
    History::new(vec![0u8; SIZE])
}

/// A history over zeros, with an action begun.
pub fn begun() -> History<Vec<u8>> {
    let mut history = zeros();
    history.begin(1).unwrap();
    history
}

pub fn region(at: usize, len: usize) -> Region {
    Region::new(at as u64, len)
}

/// One byte as one step; its number.
pub fn paint(history: &mut History<Vec<u8>>, at: usize, value: u8) -> CommitId {
    history.begin(1).unwrap();
    history.write(region(at, 1)).unwrap()[0] = value;
    history.commit(Header::new("Paint")).unwrap().unwrap().id()
}

/// One byte that goes on with the step before; the position after it.
pub fn nudge(history: &mut History<Vec<u8>>, value: u8, time: u64) -> usize {
    history.begin(7).unwrap();
    history.write(region(3, 1)).unwrap()[0] = value;
    history.commit_merging(Header::new("Nudge").timed(time), 100).unwrap();
    history.validate().unwrap();
    history.position()
}

pub fn undo(history: &mut History<Vec<u8>>) {
    assert!(matches!(history.undo(), Ok(Step::Moved(_))));
}

pub fn redo(history: &mut History<Vec<u8>>) {
    assert!(matches!(history.redo(), Ok(Step::Moved(_))));
}

pub fn labels(history: &History<Vec<u8>>) -> Vec<String> {
    history.line().map(|commit| commit.header().label.into_owned()).collect()
}
