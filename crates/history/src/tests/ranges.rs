//! Which deltas lie in ranges that are asked for.

use crate::delta::{Delta, Exchange};
use crate::ranges::Ahead;
use std::collections::BTreeSet;

/// Deltas in any order, and ranges of any number and length: an address is visited if it lies in both.
#[test]
fn what_lies_in_the_ranges_is_visited_whatever_the_order() {
    let mut random = fastrand::Rng::with_seed(7);
    for seed in 0..2000 {
        let mut apart = |count: usize| {
            let mut at = 0;
            let mut ranges = Vec::new();
            for _ in 0..count {
                let start = at + random.u64(0..9) * random.u64(0..3) + u64::from(at > 0);
                at = start + random.u64(1..12);
                ranges.push(start..at);
            }
            ranges
        };
        let (ranges, mut places) = (apart(seed % 17), apart(40));
        if seed % 3 > 0 {
            random.shuffle(&mut places);
        }
        let (mut ahead, mut seen) = (Ahead::of(&ranges), BTreeSet::new());
        for place in &places {
            let bytes: Vec<u8> = place.clone().map(|at| at as u8).collect();
            let delta = Delta {
                start: place.start,
                len: place.end - place.start,
                exchange: Exchange::Spelled(&bytes),
            };
            ahead.visit(&delta, &mut |start, bytes| {
                for (at, byte) in (start..).zip(bytes) {
                    assert_eq!(*byte, at as u8, "seed {seed}");
                    assert!(seen.insert(at), "seed {seed}: once");
                }
            });
        }
        let all: BTreeSet<u64> = places.into_iter().flatten().collect();
        let asked: BTreeSet<u64> = ranges.iter().cloned().flatten().collect();
        assert_eq!(seen, &all & &asked, "seed {seed}");
    }
}
