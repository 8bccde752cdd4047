//! Tests of `src/delta.rs`.

use crate::delta::{Delta, Exchange};
use crate::deltas::Deltas;
use crate::memory::Arena;
use crate::memory::Region;

#[test]
fn a_repeated_word_keeps_its_step_across_blocks() {
    let delta = Delta { start: 254, len: 300, exchange: Exchange::Repeated([1, 2, 3, 4]) };
    let mut arena = vec![0u8; 1024];
    assert!(delta.swap(&mut arena));
    let expected = |i: usize| if (254..554).contains(&i) { ((i - 254) % 4 + 1) as u8 } else { 0 };
    assert!(arena.iter().enumerate().all(|(i, byte)| *byte == expected(i)));
    let mut pages = crate::memory::Memory::new(1 << 20);
    let across = Delta { start: 4094, len: 300, exchange: Exchange::Repeated([1, 2, 3, 4]) };
    pages.provide(Region::new(4094, 300)).unwrap();
    assert!(across.swap(&mut pages));
    assert_eq!(pages.get(Region::new(4093, 3)), Some(&[0, 1, 2][..]));
    assert_eq!(pages.get(Region::new(4096, 3)), Some(&[3, 4, 1][..]));
    assert!(across.swap(&mut pages));
    pages.trim(Region::new(4094, 300));
    assert!(!across.swap(&mut pages) && !across.swap(&mut vec![0; 4200]), "what is not there is told");
    assert_eq!(pages.bytes(), 0);
}

#[test]
fn a_cut_payload_is_told_from_a_whole_one() {
    // A gap of 300, three bytes; a gap of 1, eight bytes of a repeated word.
    let cold = [0xac, 0x02, 6, 1, 2, 3, 1, 17, 9, 9, 9, 9];
    let hot = [
        [300u64.to_le_bytes().as_slice(), &[3, 0, 1, 2, 3]].concat(),
        [[0; 8].as_slice(), &[1, 0, 9]].concat(),
    ];
    for (payload, is_hot, first) in [(&cold[..], false, 6), (&hot.concat(), true, 13)] {
        let mut all = Deltas::decode(payload, is_hot);
        assert_eq!(all.by_ref().map(|d| d.len).collect::<Vec<_>>()[0], 3);
        assert!(all.finish().is_ok());
        for cut in 0..payload.len() {
            let mut deltas = Deltas::decode(&payload[..cut], is_hot);
            assert_eq!(deltas.by_ref().count(), usize::from(cut >= first), "cut at {cut}");
            assert_eq!(deltas.finish().is_ok(), cut == 0 || cut == first, "cut at {cut}");
        }
    }
    assert_eq!(Deltas::decode(&[0xff; 20], false).count(), 0, "an endless number is none");
}
