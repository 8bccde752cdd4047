//! Tests of `src/journal/record.rs`.

use undoodle::journal::record::{Chain, LEAD};

fn log() -> Vec<u8> {
    let (mut chain, mut log) = (Chain { sequence: 5, sum: 77, state: Some(1) }, Vec::new());
    for (kind, after) in [(3, Some(1)), (1, None), (2, Some(4))] {
        let body = |out: &mut Vec<u8>| {
            out.extend_from_slice(&[kind; 7]);
            Some(kind)
        };
        chain.append(after, &mut log, body).unwrap();
    }
    log
}

fn read(mut log: &[u8]) -> Vec<u8> {
    let mut chain = Chain { sequence: 5, sum: 77, state: Some(1) };
    std::iter::from_fn(|| chain.next(&mut log).map(|record| record.kind)).collect()
}

#[test]
fn a_log_that_is_cut_or_changed_anywhere_is_valid_up_to_there() {
    let whole = log();
    let length = whole.len() / 3;
    assert_eq!((length, read(&whole)), (LEAD + 7 + 4, vec![3, 1, 2]));
    for cut in 0..whole.len() {
        assert_eq!(read(&whole[..cut]), [3, 1, 2][..cut / length], "cut at {cut}");
    }
    for bit in 0..whole.len() * 8 {
        let mut broken = whole.clone();
        broken[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(read(&broken), [3, 1, 2][..bit / 8 / length], "bit {bit}");
    }
}

#[test]
fn a_record_is_valid_only_in_its_place() {
    let whole = log();
    let length = whole.len() / 3;
    assert!(read(&whole[length..]).is_empty(), "the first is missing");
    assert_eq!(read(&[&whole[..length], &whole[2 * length..]].concat()), [3], "one is missing");
    assert_eq!(read(&[&whole[..length], &whole[..length]].concat()), [3], "one comes twice");
}
