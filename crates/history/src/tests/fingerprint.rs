//! Tests of `src/fingerprint.rs`.

use crate::fingerprint::{Sum, key, multiply, of_run, step, whole};

#[test]
fn the_number_of_a_difference_leads_from_one_state_to_the_other() {
    let one: Vec<u8> = (0..1003).map(|i| (i * 7 % 251) as u8).collect();
    let mut other = one.clone();
    other[297] ^= 1;
    other[310..719].fill(0);
    let exchange: Vec<u8> = one.iter().zip(&other).map(|(a, b)| a ^ b).collect();
    assert_eq!(whole(&one) ^ whole(&other), whole(&exchange));
    // Cut anywhere, the parts' numbers are the whole's.
    for cut in [1, 7, 8, 255, 256, 300, 1002] {
        assert_eq!(of_run(0, &exchange[..cut]) ^ of_run(cut as u64, &exchange[cut..]), whole(&exchange));
    }
    assert_ne!(whole(&one), whole(&other));
}

#[test]
fn runs_in_any_pieces_have_the_number_of_the_whole() {
    let bytes: Vec<u8> = (0..9000u32).map(|i| (i * i % 251) as u8).collect();
    let expected: u64 = of_run(40, &bytes);
    for piece in [1, 7, 8, 64, 72, 256, 1000, 1024, 4096, 9000] {
        let mut sum = Sum::new();
        let mut at = 40;
        for part in bytes.chunks(piece) {
            sum.add_run(at, part);
            at += part.len() as u64;
        }
        assert_eq!(sum.finish(), expected, "in pieces of {piece}");
        let (mut backwards, mut end) = (Sum::new(), 40 + bytes.len() as u64);
        for part in bytes.rchunks(piece) {
            end -= part.len() as u64;
            backwards.add_run(end, part);
        }
        assert_eq!(backwards.finish(), expected, "backwards in pieces of {piece}");
    }
}

#[test]
fn zeros_change_nothing_and_places_matter() {
    let bytes = vec![5u8; 100];
    let mut longer = bytes.clone();
    longer.resize(3000, 0);
    assert_eq!(whole(&bytes), whole(&longer));
    let mut seen = std::collections::BTreeSet::new();
    for at in 0..1024 {
        for bit in 0..8 {
            let mut bytes = vec![0u8; 1024];
            bytes[at] = 1 << bit;
            assert!(seen.insert(whole(&bytes)), "byte {at}, bit {bit}");
        }
    }
}

#[test]
fn multiplying_is_that_of_a_field() {
    // 2 is the map itself, as 1 is its zeroth power.
    assert_eq!((multiply(1, 77), multiply(2, 77)), (77, step(77)));
    let (a, b, c) = (key(1), key(2), key(3));
    assert_eq!(multiply(a, b ^ c), multiply(a, b) ^ multiply(a, c));
    assert_eq!(multiply(a, multiply(b, c)), multiply(b, multiply(a, c)));
}
