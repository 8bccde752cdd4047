//! Tests of `src/groups.rs`.

use crate::Error;
use crate::groups::{Found, Groups};

#[test]
fn groups_are_found_again_after_the_table_has_grown() {
    let mut groups = Groups::default();
    assert_eq!((groups.find(0).cells, groups.is_full()), (0, true));
    for number in (0..5000).map(|i| i * i) {
        if groups.is_full() {
            groups.enlarge(0, usize::MAX).unwrap();
        }
        let place = groups.place(number);
        assert_eq!(groups.cells(place), 0);
        groups.mark(place, number, 0, 0b101);
        groups.mark(place, number, 0b101, 0b010);
    }
    let mut told = 0;
    for number in 0..5000 * 5000 {
        let root = (number as f64).sqrt() as u64;
        let there = root * root == number;
        assert_eq!(groups.cells(groups.place(number)) == 0b111, there);
        let Found { slot, cells: found } = groups.find(number);
        assert!(found == 0 || there && !groups.is_free(slot) && found == groups.cells(slot));
        told += usize::from(found != 0);
    }
    assert!((2500..=5000).contains(&told), "{told} at the first look");
    let refused = groups.enlarge(1000, 16_384 * 32);
    assert!(matches!(refused, Err(Error::OverBudget { .. })));
    groups.clear();
    assert_eq!((groups.bytes_held(), groups.contains(0), groups.numbers().count()), (16_384 * 16, false, 0));
}

#[test]
fn an_action_knows_nothing_of_those_before_it() {
    let mut groups = Groups::default();
    groups.enlarge(0, 1000).unwrap();
    let highest = u64::MAX >> 8;
    for action in 0..600u64 {
        // Entries of the actions before lie in the same slots.
        for number in [highest - action % 3, action % 2] {
            assert_eq!((groups.find(number).cells, groups.contains(number)), (0, false), "action {action}");
            let place = groups.place(number);
            groups.mark(place, number, 0, 1 << (action % 64));
            assert_eq!(groups.cells(groups.place(number)), 1 << (action % 64));
        }
        let mut numbers: Vec<u64> = groups.numbers().collect();
        numbers.sort_unstable();
        assert_eq!(numbers, [action % 2, highest - action % 3]);
        groups.clear();
    }
    assert_eq!(groups.bytes_held(), 8 * 16);
}
