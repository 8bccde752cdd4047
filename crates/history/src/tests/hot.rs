//! Tests of `src/hot.rs`.

use crate::cells::CELL;
use crate::delta::{Exchange, xor};
use crate::hot::{Counter, Writer, put_delta, swap, take_delta, visit_regions};

/// Returns the deltas of two states as (address, length, repeated), and checks their exchange.
fn deltas(before: &[u8], after: &[u8]) -> Vec<(u64, usize, bool)> {
    let mut writer = Writer::<false>::new(Vec::new(), 0);
    writer.run(0, before, after);
    let mut counter = Counter::new(Vec::new(), 0);
    counter.run(0, before, after);
    assert_eq!((counter.len(), writer.len()), (writer.written().len(), writer.written().len()));
    let (mut payload, mut found, mut arena) = (writer.written(), Vec::new(), before.to_vec());
    assert!(swap(payload, &mut arena));
    assert_eq!(arena, after);
    while let Some((start, len, run)) = take_delta(&mut payload) {
        found.push((start, len, matches!(run, Exchange::Repeated(_))));
    }
    assert_eq!(found.len(), writer.deltas as usize);
    found
}

#[test]
fn deltas_in_a_row_are_covered_page_by_page() {
    let mut payload = Vec::new();
    [3, 1, 2, 64, 66, 5].iter().for_each(|cell| put_delta(&mut payload, cell * 64, &[1; CELL]));
    put_delta(&mut payload, 4000, &[1; 7]);
    let covered = |payload: &[u8], grain| {
        let mut found = Vec::new();
        let whole = visit_regions(payload, grain, &mut |region| found.push((region.start, region.end())));
        (whole, found)
    };
    let pages = [(64, 256), (4096, 4288), (320, 384), (4000, 4007)];
    assert_eq!(covered(&payload, 4096), (true, pages.to_vec()), "what is no cell stands alone");
    assert_eq!(covered(&payload[..payload.len() - 1], 4096), (false, pages[..3].to_vec()));
}

#[test]
fn cells_that_changed_are_spelled_and_others_are_not_there() {
    let before: Vec<u8> = (0..302u32).map(|i| (i * 7) as u8).collect();
    let with = |places: &[usize]| {
        let mut after = before.clone();
        places.iter().for_each(|at| after[*at] ^= 0x55);
        after
    };
    assert_eq!(deltas(&before, &before), []);
    assert_eq!(deltas(&before, &with(&[9])), [(0, 64, false)]);
    assert_eq!(deltas(&before, &with(&[63, 64, 200])), [(0, 64, false), (64, 64, false), (192, 64, false)]);
    assert_eq!(deltas(&before, &with(&[301])), [(256, 46, false)], "an arena may end within a cell");
}

#[test]
fn a_repeated_word_is_written_once_in_a_group() {
    let before: Vec<u8> = (0..8192u32).map(|i| (i * 7) as u8).collect();
    let repeated = |range: std::ops::Range<usize>, word: [u8; 4]| {
        let mut after = before.clone();
        after[range].as_chunks_mut::<4>().0.iter_mut().for_each(|live| xor(live, &word));
        deltas(&before, &after)
    };
    let word = [1, 2, 3, 0];
    assert_eq!(repeated(60..200, word), [(0, 64, false), (64, 128, true), (192, 64, false)]);
    assert_eq!(repeated(0..8192, word), [(0, 4096, true), (4096, 4096, true)]);
    assert_eq!(repeated(64..256, [0; 4]), [], "a word of zeros is no change");
    let mut after = before.clone();
    xor(&mut after[64..192], &[word; 32].concat());
    xor(&mut after[192..256], &[[4, 4, 4, 4]; 16].concat());
    assert_eq!(deltas(&before, &after), [(64, 128, true), (192, 64, true)]);
}
