//! Tests of `src/memory/compare.rs`.

use undoodle_history::memory::differs;

#[test]
fn differs_sees_every_byte() {
    for len in [0, 1, 63, 64, 65, 256] {
        let a = vec![9u8; len];
        assert!(!differs(&a, &a));
        for at in 0..len {
            let mut b = a.clone();
            b[at] ^= 0x80;
            assert!(differs(&a, &b), "length {len}, byte {at}");
        }
    }
}
