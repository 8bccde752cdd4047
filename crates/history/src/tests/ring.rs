//! Tests of `src/ring.rs`.

use crate::node::Node;
use crate::piece::{Form, Piece};
use crate::ring::{Ring, chunk};
use std::collections::BTreeMap;

fn node(mark: u32) -> Node {
    Node::unlinked(0, Piece::new(&[], Form::Hot).unwrap(), Vec::new(), mark, 0)
}

/// Compares a ring with its twin.
fn check(ring: &Ring, twin: &BTreeMap<u64, u32>) {
    ring.validate().unwrap();
    assert!(ring.iter().map(|(id, node)| (id, node.deltas)).eq(twin.iter().map(|(id, mark)| (*id, *mark))));
    assert!(ring.iter().rev().map(|(id, _)| id).eq(twin.keys().rev().copied()), "from the end, too");
    assert_eq!(ring.first(), twin.keys().next().copied().unwrap_or(ring.next()));
    for id in [0, ring.first() - 1, ring.next(), ring.next() + 9, u64::MAX] {
        assert!(ring.get(id).is_none(), "{id}");
    }
}

#[test]
fn a_ring_holds_what_a_map_does() {
    let (mut ring, mut twin, mut random) =
        (Ring::from_number(1), BTreeMap::new(), fastrand::Rng::with_seed(7));
    for mark in 0..6_000u32 {
        match random.u32(0..20) {
            // Longer and shorter in turns.
            what if what < if mark / 1000 % 2 == 0 { 12 } else { 8 } => {
                let (held, growth) = (ring.bytes_held(), ring.growth());
                assert_eq!(growth == 0, !ring.is_full());
                ring.grow().unwrap();
                assert!(ring.bytes_held() <= held + growth && !ring.is_full() && ring.growth() == 0);
                twin.insert(ring.push(node(mark)), mark);
            }
            what if what < 15 => {
                let oldest = twin.first_key_value().map(|(id, _)| *id);
                oldest
                    .into_iter()
                    .for_each(|id| assert_eq!(ring.remove(id).map(|n| n.deltas), twin.remove(&id)));
            }
            what if what < 19 => {
                let id = random.u64(ring.first().saturating_sub(3)..ring.next() + 3);
                assert_eq!(ring.get_mut(id).map(|node| node.deltas), twin.get(&id).copied());
                assert_eq!(ring.remove(id).map(|node| node.deltas), twin.remove(&id));
            }
            _ if mark % 2 == 0 => ring.skip_to(ring.next() + random.u64(0..40)).unwrap(),
            _ => {
                let id = random.u64(ring.first()..ring.next() + 1);
                ring.grow().unwrap();
                if let Some(mark) = twin.remove(&id) {
                    twin.insert(ring.next(), mark);
                    assert_eq!(ring.renumber(id), Some(ring.next() - 1));
                }
            }
        }
        check(&ring, &twin);
    }
    let ids: Vec<u64> = twin.keys().copied().collect();
    ids.into_iter().for_each(|id| assert!(ring.remove(id).is_some()));
    assert_eq!((ring.len(), ring.bytes_held()), (0, 0));
}

#[test]
fn a_ring_takes_no_more_than_it_says_after_most_is_dropped() {
    let mut ring = Ring::from_number(1);
    for mark in 0..5000 {
        ring.grow().unwrap();
        ring.push(node(mark));
    }
    (1..=4990).for_each(|id| _ = ring.remove(id));
    let chunks = (chunk(5000) - chunk(4991) + 1) as usize;
    assert!(ring.bytes_held() + ring.growth() <= ring.bytes_for(4991, chunks));
    check(&ring, &(4991..=5000).map(|id| (id, id as u32 - 1)).collect());
}
