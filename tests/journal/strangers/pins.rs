//! Pins whose state is sound as a sum of its runs, and is another one when somebody goes there.

use super::forge::{Forged, Node, cells, hot, pages};
use undoodle::history::CommitId;
use undoodle::journal::decode_history;

/// Opens a history whose one pin has these runs, and goes to the pin.
fn go_to_pin_of(runs: Vec<(u64, Vec<u8>)>) {
    let pages = pages();
    let pins = vec![Node::new(77, vec![hot(&runs)], 0)];
    let forged = Forged { next: 78, listed: vec![77], pins, ..Forged::default() };
    if let Ok((mut found, _)) = decode_history(pages.clone(), &forged.pack(&pages)) {
        found.goto(CommitId(77)).unwrap();
        found.validate().unwrap();
    }
}

#[test]
fn a_pin_whose_runs_descend_is_refused_or_harmless() {
    let mut runs = cells(&pages());
    runs.reverse();
    go_to_pin_of(runs);
}

#[test]
fn a_pin_whose_runs_overlap_is_refused_or_harmless() {
    let mut runs = cells(&pages());
    // Two runs whose exchange is that of one, the second of which is no drawing's.
    let (at, bytes) = runs[0].clone();
    runs[0].1 = vec![0xff; bytes.len()];
    runs.insert(0, (at, bytes.iter().map(|byte| byte ^ 0xff).collect()));
    go_to_pin_of(runs);
}

#[test]
fn a_pin_that_is_listed_often_takes_no_memory_for_each() {
    let pages = pages();
    let pins = vec![Node::new(77, vec![hot(&cells(&pages))], 0)];
    let forged = Forged { next: 78, listed: vec![77; 20_000], pins, ..Forged::default() };
    let packed = forged.pack(&pages);
    let used = allocation_counter::measure(|| drop(decode_history(pages.clone(), &packed)));
    assert!(used.bytes_max < 2 << 20, "{} bytes", used.bytes_max);
}
