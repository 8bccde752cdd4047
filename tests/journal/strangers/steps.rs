//! Steps whose runs overlap, or lie beyond all addresses.

use super::forge::{Forged, Node, hot, pages, pixels, sum};
use undoodle::journal::decode_history;

/// Opens a history of one step with these runs, packs the step as idle moments do, and crosses it.
fn cross(runs: &[(u64, Vec<u8>)], sum: u64) {
    let pages = pages();
    let mut nodes = vec![Node::new(1, vec![hot(runs)], sum)];
    // Idle moments leave the newest steps alone.
    nodes.extend((2..9).map(|id| Node { parent: id - 1, ..Node::new(id, vec![hot(&[(0, vec![1])])], 0) }));
    for (id, node) in (1..).zip(&mut nodes) {
        node.child = if id < 8 { id + 1 } else { 0 };
        if id > 1 {
            let bytes = vec![id as u8; 4];
            (node.sum, node.pieces) = (super::forge::sum(pixels(), &bytes), vec![hot(&[(pixels(), bytes)])]);
        }
    }
    let forged = Forged { next: 9, child: 1, nodes, ..Forged::default() };
    let Ok((mut found, _)) = decode_history(pages.clone(), &forged.pack(&pages)) else { return };
    while found.seal(1 << 20) {}
    for _ in 0..8 {
        found.redo().unwrap();
    }
    found.history().validate().unwrap();
}

#[test]
fn a_step_whose_runs_overlap_is_refused_or_harmless() {
    let (at, bytes) = (pixels(), vec![1, 2, 3, 4]);
    cross(&[(at, bytes.clone()), (at + 2, bytes.clone())], sum(at, &bytes) ^ sum(at + 2, &bytes));
    cross(&[(at, bytes.clone()), (at, bytes)], 0);
}

#[test]
fn a_step_beyond_all_addresses_is_refused() {
    cross(&[(u64::MAX - 3, vec![1; 10])], 0);
}
