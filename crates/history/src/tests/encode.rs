//! Tests of `src/encode.rs`.

use crate::delta::Exchange;
use crate::deltas::Deltas;
use crate::encode::{Encoder, bound};
use crate::varint::Sink;

/// Counts bytes without keeping them.
#[derive(Debug, Default)]
struct Count(usize);

impl Sink for Count {
    fn put_bytes(&mut self, bytes: &[u8]) {
        self.0 += bytes.len();
    }

    fn len(&self) -> usize {
        self.0
    }
}

/// Encodes blocks and returns their runs as (start, length, repeated).
fn runs(blocks: &[(u64, &[u8])]) -> Vec<(u64, u64, bool)> {
    let mut encoder = Encoder::new(Vec::new());
    let mut counter = Encoder::new(Count::default());
    let mut room = 0;
    for (start, exchange) in blocks {
        encoder.block(*start, exchange);
        counter.block(*start, exchange);
        room += bound(exchange.len());
    }
    let bytes = encoder.finish();
    assert_eq!(bytes.len(), counter.finish().0);
    assert!(bytes.len() <= room, "{} bytes, at most {room} expected", bytes.len());
    let mut deltas = Deltas::decode(&bytes, false);
    let found =
        deltas.by_ref().map(|d| (d.start, d.len, matches!(d.exchange, Exchange::Repeated(_)))).collect();
    deltas.finish().unwrap();
    found
}

#[test]
fn runs_are_trimmed_and_a_word_of_zeros_parts_them() {
    assert_eq!(runs(&[(0, &[0; 8])]), []);
    assert_eq!(runs(&[(1000, &[0, 0, 5, 0, 0, 6, 0, 0])]), [(1002, 4, false)]);
    assert_eq!(runs(&[(0, &[0, 0, 0, 5, 0, 0, 0, 0, 6])]), [(3, 1, false), (8, 1, false)]);
    assert_eq!(runs(&[(1 << 40, &[0, 2])]), [((1 << 40) + 1, 1, false)]);
}

#[test]
fn equal_words_are_one_repeated_word_over_blocks() {
    let even = [1, 2, 0, 4].repeat(64);
    assert_eq!(runs(&[(256, &even), (512, &even)]), [(256, 512, true)]);
    let mut odd = even.clone();
    odd[100] = 9;
    assert_eq!(runs(&[(0, &odd)]), [(0, 100, true), (100, 4, false), (104, 152, true)]);
    assert_eq!(runs(&[(0, &[7; 8])]), [(0, 8, false)], "two equal words are spelled out");
}

#[test]
fn the_bound_holds_where_runs_are_shortest() {
    let mut sparse = [0; 256];
    sparse.iter_mut().step_by(8).for_each(|byte| *byte = 1);
    assert_eq!(runs(&[(1 << 60, &sparse)]).len(), 32);
    let dense: Vec<u8> = (0..=255).map(|i| (i % 255) as u8 + 1).collect();
    assert_eq!(runs(&[(1 << 60, &dense), (1 << 61, &dense)]).len(), 2);
}
