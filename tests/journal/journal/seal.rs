//! Tests of `src/journal/seal.rs`.

use undoodle::journal::seal::{PART, checksum};

#[test]
fn a_sum_goes_on_from_the_one_before() {
    // The check value of the catalogue of parametrised CRC algorithms.
    assert_eq!(checksum(0, b"123456789"), 0xcbf4_3926);
    let bytes: Vec<u8> = (0..3 * PART as u32 + 7).map(|i| (i.wrapping_mul(i) >> 5) as u8).collect();
    for cut in [0, 1, 1000, PART, bytes.len()] {
        let (one, other) = bytes.split_at(cut);
        assert_eq!(checksum(checksum(0, one), other), crc32fast::hash(&bytes), "cut at {cut}");
    }
}
