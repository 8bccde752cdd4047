//! Histories that are small in a file and large when they are looked at.

use super::forge::{Forged, Node, file, pages, tiny};
use undoodle::editor::Editor;
use undoodle::history::CommitId;
use undoodle::journal::decode_history;
use undoodle::memory::SPECIAL_TREES;

#[test]
fn many_runs_of_one_byte_take_no_memory_for_each() {
    let pages = pages();
    // The same runs an even number of times: together they change nothing.
    let node = Node::new(1, vec![tiny(40 << 12, 12_000); 200], 0);
    let forged = Forged { next: 2, child: 1, nodes: vec![node], ..Forged::default() };
    let bytes = file(&pages, &forged.pack(&pages));
    assert!(bytes.len() < 3000, "{} bytes", bytes.len());
    let used = allocation_counter::measure(|| _ = Editor::new().unwrap().open(&bytes, "x.undoodle").unwrap());
    assert!(used.bytes_max < 16 << 20, "{} bytes", used.bytes_max);
}

#[test]
fn many_runs_of_one_byte_count_as_the_work_that_they_are() {
    let pages = pages();
    let node = Node::new(1, vec![tiny(40 << 12, 12_000); 2], 0);
    let forged = Forged { next: 2, child: 1, nodes: vec![node], ..Forged::default() };
    let (found, _) = decode_history(pages.clone(), &forged.pack(&pages)).unwrap();
    let commit = found.history().commit_of(CommitId(1)).unwrap();
    assert!(commit.exchange_within(&SPECIAL_TREES, 24_000 * 64, &mut |_, _| ()).is_ok());
    assert!(commit.exchange_within(&SPECIAL_TREES, 24_000 * 16, &mut |_, _| ()).is_err());
}
